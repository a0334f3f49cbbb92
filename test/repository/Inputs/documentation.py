"""The documentation in the project's TableGen files."""

import glob
import json
import os
import re
import subprocess

FENCED = re.compile(r"^( *)```(\w*)\n(.*?)^\1```", re.DOTALL | re.MULTILINE)


class Entity:
    """Something that TableGen defines and a reader looks up."""

    def __init__(self, kind, name, record):
        self.kind = kind
        self.name = name
        self.summary = (record.get("summary") or "").strip()
        self.description = (record.get("description") or "").strip("\n")

    def examples(self, language):
        """The fenced blocks of that language, without their indentation."""
        return [
            re.sub(f"^{indent}", "", body, flags=re.MULTILINE)
            for indent, name, body in FENCED.findall(self.description + "\n")
            if name == language
        ]

    def __str__(self):
        return f"{self.kind} {self.name}"


def _records(tblgen, includes, path):
    command = [
        tblgen,
        "--dump-json",
        *(f"-I{folder}" for folder in includes),
        path,
    ]
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    # That each file can be read alone is the job of self-contained.test.
    return (
        json.loads(result.stdout)
        if result.returncode == 0
        else {"!instanceof": {}}
    )


def _entities_of(records, own_files):
    """The entities that the project's own files define."""

    def instances(cls):
        for name in records["!instanceof"].get(cls, []):
            record = records[name]
            if (
                not record["!anonymous"]
                and record["!locs"][0].rsplit(":", 1)[0] in own_files
            ):
                yield record

    def dialect(record, key):
        return records[record[key]["def"]]["name"]

    for record in instances("Dialect"):
        yield Entity("dialect", record["name"], record)
    for record in instances("Op"):
        yield Entity(
            "op", f"{dialect(record, 'opDialect')}.{record['opName']}", record
        )
    for record in instances("TypeDef"):
        yield Entity(
            "type",
            f"!{dialect(record, 'dialect')}.{record['mnemonic']}",
            record,
        )
    for record in instances("AttrDef"):
        kind = (
            "enum attribute"
            if "EnumAttr" in record["!superclasses"]
            else "attribute"
        )
        yield Entity(
            kind, f"#{dialect(record, 'dialect')}.{record['mnemonic']}", record
        )
    for record in instances("Interface"):
        yield Entity("interface", record["cppInterfaceName"], record)
        for method in record["methods"]:
            method = records[method["def"]]
            yield Entity(
                "interface method",
                f"{record['cppInterfaceName']}::{method['name']}",
                method,
            )
    for record in instances("PassBase"):
        yield Entity("pass", record["argument"], record)


def entities(tblgen, includes, folder):
    """All of them, each once, in the order of the files."""
    paths = sorted(glob.glob(os.path.join(folder, "**/*.td"), recursive=True))
    own_files = {os.path.basename(path) for path in paths}
    found = {}
    for path in paths:
        for entity in _entities_of(_records(tblgen, includes, path), own_files):
            found.setdefault(str(entity), entity)
    return list(found.values())
