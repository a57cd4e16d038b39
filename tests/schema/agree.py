#!/usr/bin/env python3
"""Holds the schemas of files against the readers: on files of the library in each of which a key was
renamed, dropped or added, or a value made one of another kind. What `check` accepts the schema
accepts, and where `check` finds an unknown key the schema refuses.

    agree.py SOURCE-DIRECTORY [--mutants N]

Needs python3-jsonschema and python3-yaml.
"""
import argparse
import copy
import json
import pathlib
import random
import sys
import tempfile

from validate import FILES, guarded, program, validator, yaml

SIGNS = str.maketrans("⟦⟧⦅⦆‚", "[](),")
KINDS = ("device", "kernel", "program-file", "system-file")


def containers(tree):
    """All mappings and lists that hold something."""
    if isinstance(tree, (dict, list)) and tree:
        yield tree
        for inner in tree.values() if isinstance(tree, dict) else tree:
            yield from containers(inner)


def mutated(tree, chance):
    tree = copy.deepcopy(tree)
    where = chance.choice(list(containers(tree)))
    at = chance.choice(list(where) if isinstance(where, dict) else range(len(where)))
    how = chance.choice(["drop", "rename", "add", "wrap", "list", "text"])
    value = where.pop(at)
    if how == "rename" and isinstance(where, dict):
        where[f"{at}_"] = value
    elif how == "add" and isinstance(where, dict):
        where[at] = value
        where[chance.choice(["steps", "note", "shape", "zzz", "kernel"])] = copy.deepcopy(value)
    elif how != "drop":
        new = {"wrap": {"value": value}, "list": [value, value], "text": "7 GB/s"}.get(how, value)
        if isinstance(where, dict):
            where[at] = new
        else:
            where.insert(at, new)
    return tree


def plain(tree):
    """The signs of expressions as they are."""
    if isinstance(tree, dict):
        return {plain(key): plain(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [plain(each) for each in tree]
    return tree.translate(SIGNS) if isinstance(tree, str) else tree


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--mutants", type=int, default=3, help="of each file")
    options = parser.parse_args()
    chance = random.Random(1)
    trees = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            for file in sorted(f for pattern in FILES[kind] for f in options.root.glob(pattern)):
                original = yaml.safe_load(guarded(file.read_text(encoding="utf-8")))
                for number in range(options.mutants):
                    path = pathlib.Path(folder, f"{kind}-{file.stem}-{number}.yaml")
                    tree = mutated(original, chance)
                    path.write_text(yaml.safe_dump(plain(tree), allow_unicode=True, width=10000),
                                    encoding="utf-8")
                    trees[str(path)] = (kind, tree)
        found = json.loads(program("check", *trees, "--json", "-", expect=3))["diagnostics"]
        faults = {path: [] for path in trees}
        for each in found:
            if each["severity"] == "error" and each["file"] in faults:
                faults[each["file"]].append(each)
        checks = {kind: validator(kind) for kind in KINDS}
        wrong, accepted, refused = [], 0, 0
        for path, (kind, tree) in trees.items():
            complaint = next(checks[kind].iter_errors(tree), None)
            unknown = [each for each in faults[path] if each["id"] == "key-unknown"]
            accepted += not faults[path]
            refused += bool(unknown)
            if not faults[path] and complaint is not None:
                wrong.append(f"{path}: check accepts what the schema refuses: "
                             f"{list(complaint.absolute_path)} {complaint.message[:200]}")
            if unknown and complaint is None:
                wrong.append(f"{path}: the schema accepts: {unknown[0]['message']}")
    print("\n".join(wrong) or f"{len(trees)} files: {accepted} accepted by both, "
          f"{refused} with an unknown key refused by both")
    return 1 if wrong or not accepted or not refused else 0


if __name__ == "__main__":
    sys.exit(main())
