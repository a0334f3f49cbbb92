"""Writes the ops that name a dtype as MLIR."""


from .elements import Record, SubArray


def spelling(dtype):
    """The dtype in the argument language, as JSON."""
    if isinstance(dtype, SubArray):
        return [spelling(dtype.base), list(dtype.shape)]
    if not isinstance(dtype, Record):
        return dtype.numpy.name if dtype.numpy.isbuiltin == 2 else dtype.numpy.str
    names, formats = zip(*((name, spelling(field)) for name, field in dtype.fields))
    return {
        "names": names,
        "formats": formats,
        "offsets": [dtype.offset(name) for name in names],
        "itemsize": dtype.itemsize,
        "aligned": dtype.kind == "aligned",
    }


class RecordPrinter:
    """The writers of these ops, for the printer of programs."""

    def access(self, op, memref, operands):
        """`%array[%i]["field"][%k] : memref<...> as ...`, in two parts."""
        indices = [self.names[o] for o in operands]
        text = self.names[memref] + f"[{', '.join(indices[:memref.type.rank])}]"
        indices = indices[memref.type.rank :]
        for step in op.attrs["path"]:
            if isinstance(step, tuple):
                text += f"[{', '.join(indices[:len(step)])}]"
                indices = indices[len(step) :]
            else:
                text += f'["{step}"]'
        element = op.attrs["element"]
        name = f" as {element.text}" if element.text != str(element) else ""
        return text, f"{memref.type}{name}"

    def write_dtyp_load(self, op):
        memref, *operands = op.operands
        text, type = self.access(op, memref, operands)
        part = op.attrs["part"]
        stem = self.define(op.result)
        if not self.is_wide(part):
            self.line(f"{stem} = dtyp.load {text} : {type}")
            return
        self.line(f"{stem}_raw = dtyp.load {text} : {type}")
        self.line(f"{stem} = {self.widen(part, stem + '_raw')}")

    @staticmethod
    def is_wide(part):
        return getattr(part, "raw", None) != getattr(part, "value", None)

    @staticmethod
    def widen(part, name):
        if part.value == "f32":
            return f"dtyp.cast {name} : {part.text} to f32"
        return f"arith.{'extui' if part.text[0] == 'u' else 'extsi'} {name} : {part.raw} to {part.value}"

    def write_dtyp_store(self, op):
        value, memref, *operands = op.operands
        text, type = self.access(op, memref, operands)
        part = op.attrs["part"]
        name = self.names[value]
        if not self.is_wide(part):
            self.line(f"dtyp.store {name}, {text} : {value.type}, {type}")
            return
        self.count_stores += 1
        raw = f"%raw{self.count_stores}"
        narrow = f"dtyp.cast {name} : f32 to {part.text}"
        if part.value != "f32":
            narrow = f"arith.trunci {name} : {part.value} to {part.raw}"
        self.line(f"{raw} = {narrow}")
        self.line(f"dtyp.store {raw}, {text} : {part.raw}, {type}")

    def write_dtyp_atomic_rmw(self, op):
        value, memref, *operands = op.operands
        text, type = self.access(op, memref, operands)
        self.result(op, f"dtyp.atomic_rmw {op.attrs['kind']} {self.names[value]}, {text} : {value.type}, {type}")

    def write_dtyp_view(self, op):
        source = op.operands[0]
        self.result(op, f"dtyp.view {self.use([source])} as {op.attrs['element'].text}"
                        f" : {source.type} to {op.result.type}")  # fmt: skip

    def write_dtyp_field_view(self, op):
        source = op.operands[0]
        path = "".join(f'["{name}"]' for name in op.attrs["path"])
        self.result(op, f"dtyp.field_view {self.use([source])}{path} : {source.type} to {op.result.type}")

    def write_dtyp_cast(self, op):
        source, target = op.attrs["source"].text, op.attrs["target"].text
        self.result(op, f"dtyp.cast {self.use(op.operands)} : {source} to {target}")
