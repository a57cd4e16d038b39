#!/usr/bin/env python3
"""Holds the tables of keys in the documents against the schemas, which come from the tables of the
readers: every key is there, and no other.

    doc_tables.py [--update] SOURCE-DIRECTORY

A comment above a table says whose keys it lists: <!-- keys: kernel /properties/launch -->. Several
tables of one mapping list them together. Of tables with a column `unit` or `by`, rows of one key
have the unit and the summary of the schema; --update writes them.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

MARK = re.compile(r"<!-- keys: (\S+) (\S+) -->")
UNITS = {"count": "1", "T_per_s": "1/s"}


def schema(name):
    run = subprocess.run([os.environ["GPUMODEL"], "schema", name], check=True, capture_output=True)
    return json.loads(run.stdout)


def keys_of(root, mapping, prefix=""):
    """key -> (summary, name of its definition); groups of sourced numbers are taken apart."""
    found = {}
    for one in mapping.get("oneOf", []) + mapping.get("anyOf", []):  # what its first key says
        if one.get("required") and "properties" in one:
            found[one["required"][0]] = ("", "")
    for key, value in mapping.get("properties", {}).items() if not found else ():
        reference = (value.get("allOf") or [value])[0].get("$ref", "")
        if root["title"] == "gpumodel device file":
            if "properties" in value:
                found.update(keys_of(root, value, f"{prefix}{key}."))
            elif not reference:
                continue  # texts: the document names them in a sentence
        if "properties" not in value or root["title"] != "gpumodel device file":
            found[prefix + key] = (value.get("description", ""), reference.split("/")[-1])
    return found


def listed(cell):
    """`l2.latency`, `.capacity`: l2.latency and l2.capacity; of `load: A[i]` the key."""
    names, group = [], ""
    for text in re.findall(r"`([^`]+)`", cell):
        name = re.match(r"[\w.]+", text)[0]
        if name.startswith("."):
            name = group + name[1:]
        group = name[:name.rfind(".") + 1]
        names.append(name)
    return names


def unit(definition):
    value, _, by = definition.partition("_by_")
    shown = UNITS.get(value, value.replace("_per_", "/"))
    return f"{unit(by)}, {shown}" if by else shown


class Table:
    def __init__(self, lines, first):
        self.lines, self.first = lines, first
        self.head = self.cells(first)

    @staticmethod
    def split(line):
        return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]

    def cells(self, at):
        return self.split(self.lines[at])

    def rows(self):
        at = self.first + 2
        while at < len(self.lines) and self.lines[at].startswith("|"):
            yield at, self.cells(at)
            at += 1

    def settle(self, at, cells, summary, definition):
        """The row as the schema has it."""
        before = list(cells)
        if "by" in self.head:
            value, _, by = definition.partition("_by_")
            cells[1:4] = [unit(by), unit(value), summary]
        elif "unit" in self.head:
            cells[1:3] = [unit(definition), summary]
        if cells != before:
            self.lines[at] = "| " + " | ".join(cells) + " |"
        return cells != before


def tables_of(lines):
    for at, line in enumerate(lines):
        if mark := MARK.fullmatch(line):
            first = next(i for i in range(at, len(lines)) if lines[i].startswith("|"))
            yield mark[1], mark[2], Table(lines, first)


def main():
    update = "--update" in sys.argv
    root = pathlib.Path(sys.argv[-1])
    schemas, named, known, wrong = {}, {}, {}, []
    # Rates and latencies of operations have a paragraph, not rows.
    operations = re.findall(r"`(\w+)`", (root / "docs/device-format.md").read_text("utf-8"))
    for file in sorted((root / "docs").glob("*.md")):
        lines = file.read_text(encoding="utf-8").split("\n")
        changed = False
        for name, path, table in tables_of(lines):
            document = schemas.setdefault(name, schema(name))
            mapping = document
            for step in path.strip("/").split("/"):
                if step:
                    mapping = mapping[int(step) if step.isdigit() else step]
            keys = known.setdefault((name, path), keys_of(document, mapping))
            for at, cells in table.rows():
                for key in listed(cells[0]):
                    named.setdefault((name, path), []).append(key)
                    if key not in keys:
                        wrong.append(f"{file.name}:{at + 1}: {name} has no key {key}")
                    elif cells[0] == f"`{key}`":
                        if table.settle(at, cells, *keys[key]):
                            changed = True
                            if not update:
                                wrong.append(f"{file.name}:{at + 1}: the schema says {lines[at]}")
        if update and changed:
            file.write_text("\n".join(lines), encoding="utf-8")
    for (name, path), keys in known.items():
        wrong += [f"docs: {name} {path}: no table lists {key}" for key in keys
                  if key not in named[name, path] and key.split(".")[-1] not in operations]
    if not known:
        wrong.append("no document has a table of keys")
    print("\n".join(wrong) or f"{sum(map(len, named.values()))} keys in {len(known)} mappings")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
