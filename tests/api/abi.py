#!/usr/bin/env python3
"""The interface of libgpumodel.so against the one that was written down.

    abi.py [--update] LIBRARY HEADERS WRITTEN-DOWN COMPILER

A name that is gone or a type that has another layout breaks programs that were built before: then
the inline namespace and the library's number go up. What is new does not, but is to be written
down, too: cmake --build BUILD --target update_abi.
"""
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from xml.etree import ElementTree


class Pruned:
    """A dump without what no function of ours takes or gives. Of a class of the standard library
    only the size is kept: what is in it is the compiler's."""

    def __init__(self, corpus):
        self.by_id, self.functions, self.kept = collections.defaultdict(list), [], set()
        self.index(corpus, False)
        for function in self.functions:
            self.follow(function)
        self.prune(corpus)

    def index(self, element, own):
        own = own or (element.tag == "namespace-decl" and element.get("name") == "v1")
        if own and element.tag == "function-decl":
            self.functions.append(element)
        if element.tag == "class-decl" and (not own or element.get("name") == "Data"):
            element[:] = []  # what stands behind a value is nobody else's, either
        if element.get("id"):
            self.by_id[element.get("id")].append(element)
        for child in element:
            self.index(child, own)

    def keep(self, name):
        if name in self.kept:
            return
        self.kept.add(name)
        for element in self.by_id[name]:
            self.follow(element)

    def follow(self, element):
        """Keeps what it is made of."""
        if element.get("type-id"):
            self.keep(element.get("type-id"))
        for child in element:
            if child.tag not in ("member-type", "member-function", "namespace-decl"):
                self.follow(child)

    def prune(self, element):
        """Whether there is anything to keep in it."""
        for child in list(element):
            if not self.prune(child):
                element.remove(child)
        if element.tag in ("abi-corpus", "abi-instr", "elf-function-symbols", "elf-symbol",
                           "subrange"):
            return True
        if element.tag == "function-decl":
            return element in self.functions
        if element.tag in ("namespace-decl", "member-type", "member-function"):
            return len(element) > 0
        return not element.get("id") or element.get("id") in self.kept or any(
            child.tag == "member-type" for child in element)


def dump(library, headers, compiler):
    text = subprocess.run(
        ["abidw", "--headers-dir", headers, "--drop-private-types", "--exported-interfaces-only",
         "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed",
         "--no-parameter-names", "--type-id-style", "hash", library],
        capture_output=True, text=True, check=True).stdout
    corpus = ElementTree.fromstring(text)
    Pruned(corpus)
    corpus.insert(0, ElementTree.Comment(f" {compiler} "))
    ElementTree.indent(corpus, " ")
    return ElementTree.tostring(corpus, encoding="unicode") + "\n"


def main():
    update = sys.argv[1] == "--update"
    library, headers, written, compiler = sys.argv[-4:]
    if shutil.which("abidw") is None:
        print("abidw is not installed (package abigail-tools)")
        return 77
    now = dump(library, headers, compiler)
    if update:
        pathlib.Path(written).write_text(now, encoding="utf-8")
        return 0
    # Types of the standard library are the compiler's, so that another one has other layouts.
    made_by = re.search(r"<!-- (\S+)", pathlib.Path(written).read_text(encoding="utf-8")).group(1)
    if made_by.split(".")[0] != compiler.split(".")[0]:
        print(f"it was written down with {made_by}, this is {compiler}")
        return 77
    with tempfile.NamedTemporaryFile("w", suffix=".abi") as file:
        file.write(now)
        file.flush()
        compare = lambda *options: subprocess.run(
            ["abidiff", *options, written, file.name], capture_output=True, text=True, check=False)
        found, broken = compare(), compare("--no-added-syms")
    if found.returncode == 0:
        print("as it was written down")
        return 0
    print(found.stdout + found.stderr)
    print("programs that were built before break: the number goes up" if broken.returncode != 0
          else "only new names")
    print("the target update_abi writes it down")
    return 1


if __name__ == "__main__":
    sys.exit(main())
