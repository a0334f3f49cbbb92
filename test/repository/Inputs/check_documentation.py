"""Checks that everything a reader can look up is documented."""

import argparse
import sys

import documentation

# What each kind of entity must have. ODS knows no summary of an interface.
REQUIRED = {
    "dialect": ("summary", "description", "example"),
    "op": ("summary", "description", "example"),
    "type": ("summary", "description", "example"),
    "attribute": ("summary", "description", "example"),
    "enum attribute": ("summary",),
    "interface": ("description",),
    "interface method": ("description",),
    "pass": ("summary", "description", "example"),
}


def has(entity, what):
    if what == "summary":
        return entity.summary
    if what == "description":
        return entity.description
    # What a pass prints or refuses is shown as plain text.
    return entity.examples("mlir") or (
        entity.kind == "pass" and entity.examples("")
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("-I", action="append", default=[], dest="includes")
    parser.add_argument("folder")
    args = parser.parse_args()

    entities = documentation.entities(args.tblgen, args.includes, args.folder)
    errors = [
        f"error: {entity} has no {what}"
        for entity in entities
        for what in REQUIRED[entity.kind]
        if not has(entity, what)
    ]
    errors += [
        f"error: the summary of {entity} ends with a full stop"
        for entity in entities
        if entity.summary.endswith(".")
    ]
    print("\n".join(errors + [f"{len(entities)} entities checked"]))
    return 1 if errors or not entities else 0


if __name__ == "__main__":
    sys.exit(main())
