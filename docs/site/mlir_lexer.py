"""The colours of MLIR in the site: Pygments has no lexer for it."""

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


class MlirLexer(RegexLexer):
    name = "MLIR"
    aliases = ["mlir"]
    tokens = {
        "root": [
            (r"\s+", Text),
            (r"//.*$", Comment.Single),
            (r'"(\\.|[^"\\])*"', String),
            (r"%[\w$.-]+(?:#\d+)?", Name.Variable),
            (r"@[\w$.-]+", Name.Function),
            (r"\^[\w$.-]+", Name.Label),
            (r"[!#][\w$.]+", Keyword.Type),
            (r"0x[0-9a-fA-F]+|-?\d+(?:\.\d*(?:[eE][+-]?\d+)?)?(?!x)", Number),
            (r"[a-z_]\w*(?:\.\w+)+", Name.Builtin),
            (r"\b(?:[su]?i\d+|bf16|t?f\d+\w*|index|none|memref|tensor|vector|complex|dense)\b", Keyword.Type),
            # The shape and the element type of a memref are one word.
            (r"(\d+|\?)(x)", bygroups(Number, Operator)),
            (r"[A-Za-z_]\w*", Keyword),
            (r"->|::|[=:+*/-]", Operator),
            (r"[][(){}<>,.?#|]", Punctuation),
            (r".", Text),
        ]
    }
