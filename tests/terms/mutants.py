#!/usr/bin/env python3
"""A coefficient or operator that is changed in the terms makes a test fail.

    mutants.py --write FOLDER FILE...       rewrite sources so that MUTANT=7 changes one place
    mutants.py --binary terms_mutants [--sample N]

All mutants are one program, compiled once from rewritten copies of models/time and models/core and
linked with the tests of the terms: `ninja terms_mutants`. Each then costs one run of these tests,
which stops at the first that fails. Changed are, one at a time: + and -, * and /, a factor left
out, max and min, a literal by 5 %. Those that no test can tell from the original stand in
EQUIVALENT with the reason.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys

# File, a part of the line, the change: why the result is the same.
EQUIVALENT = {
    ("queue.cpp", "whole_ + 1.0", "1.0 changed"): "customers come one by one: the last is the same",
    ("queue.cpp", "n / cycle : 0.0", "0.0 changed"): "where nothing takes time nothing waits",
    ("queue.cpp", "half_even = 0.0;", "0.0 changed"): "the constructor sets both",
    ("queue.cpp", "slowest_ = 0.0, cycle_ = 0.0;", "0.0 changed"): "the first customer sets it",
    ("demand.hpp", " = ", " changed"): "who makes one sets all of it",
    ("latency.cpp", "past_l1 = 0.0, past_l2", "0.0 changed"): "who makes one sets both",
    ("latency.cpp", "shares_of_waits(demand).past_l2 : 0.0;", "0.0 changed"): "it is that of no waits",
    ("demand.cpp", "double footprint = 0.0;", "0.0 changed"): "it is set where it is read",
    ("demand.cpp", "/ usual_threads), 1.0, 2147483647.0", "1.0 changed"): "blocks are whole",
    ("memory.cpp", "Seconds{1.0}", "1.0 changed"): "replaced before it is read",
    ("rates.cpp", "min(w.literal(1.0), share)", "1.0 changed"): "who reads it takes no more than all",
    ("host.cpp", "{1.0}, {std::min({1.0", "1.0 changed"): "of it the ends are read",
    ("host.cpp", "> Count{1.0}", "1.0 changed"): "cores are whole",
}

TOKEN = re.compile(
    r"(?P<text>\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*')|(?P<comment>//.*)"
    r"|(?<=\S) (?P<sign>[-+*/])(?= |$)"
    r"|(?<![\w.:])(?:std::)?(?P<choice>max|min)\("
    r"|(?<![\w.])(?P<number>\d+\.\d*(?:e[-+]?\d+)?)(?![\w.])"
    r"|(?P<sum>[-+]=) (?P<rest>[^;{}]*;)$")
# Comparisons with nothing ask whether there is something at all.
ASKS = re.compile(r"(?:[<>]=?|[!=]=) ?$")
LEFT_ALONE = re.compile(r"\s*(?:#|template|static_assert|using |case |for \()|operator")


class Writer:
    """Numbers the places of all files, in the order in which they are given."""

    def __init__(self):
        self.number, self.places = 0, []

    def place(self, where, *changes):
        first = self.number + 1
        for change in changes:
            self.number += 1
            self.places.append((self.number, *where, change))
        return f"::gpumodel::mutants::At{{{first}}}"

    def line(self, where, line):
        def changed(match):
            if match["sign"]:
                sign = match["sign"]
                swap = {"+": "-", "-": "+", "*": "/", "/": "*"}[sign]
                changes = [f"{sign} becomes {swap}"]
                if sign in "*/":
                    changes.append(f"without the factor at {sign}")
                return f" {sign}{self.place(where, *changes)}{sign}"
            if match["choice"]:
                other = {"max": "min", "min": "max"}[match["choice"]]
                at = self.place(where, f"{match['choice']} becomes {other}")
                return f"::gpumodel::mutants::{match['choice']}({at}, "
            if match["number"] and not ASKS.search(line[:match.start()]):
                at = self.place(where, f"{match['number']} changed")
                return f"::gpumodel::mutants::literal({at}, {match['number']})"
            if match["sum"]:
                at = self.place(where, f"{match['sum']} with the other sign")
                inner = TOKEN.sub(changed, match["rest"][:-1])
                return f"{match['sum']} ::gpumodel::mutants::added({at}, {inner});"
            return match[0]
        return TOKEN.sub(changed, line)

    def file(self, path, text):
        result, definition = [], False
        for number, line in enumerate(text.split("\n"), 1):
            # A table or number of its own: changed when the program runs, so no longer constexpr.
            code = re.sub(r"\bconstexpr (?=[\w:<>, ]+ =)", "const ", line)
            if LEFT_ALONE.search(code) or "constexpr" in code:
                result.append(line)
                continue
            result.append(self.line((path, number, line.strip()), code))
        return "\n".join(result)


def is_term(path):
    """Files in which numbers make a time; others are copied as they are."""
    return bool(re.search(r"models/time/(machine|terms)/\w+\.[ch]pp$|models/time/predict\.cpp$"
                          r"|models/core/(queue|term)\.cpp$", path))


def write(folder, files):
    folder, writer = pathlib.Path(folder), Writer()
    for file in files:
        path = file[file.index("models/"):]
        text = pathlib.Path(file).read_text(encoding="utf-8")
        if is_term(path):
            body = writer.file(path, text)
            guard = "#pragma once\n"
            include = '#include "tests/terms/mutants.hpp"\n'
            text = body.replace(guard, guard + include, 1) if guard in body else include + body
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
    rows = "\n".join("\t".join(map(str, place)) for place in writer.places)
    (folder / "places.tsv").write_text(rows + "\n", encoding="utf-8")


# What is worked out by hand and takes milliseconds, all kernels of the library against what they
# were, and properties on random devices and demands, which take seconds.
STAGES = ("-MachineProperties.*:Leaves.*", "Leaves.*", "MachineProperties.*")


def outcome(binary, number):
    environment = {**os.environ, "MUTANT": str(number)}
    for tests in STAGES:
        try:
            done = subprocess.run([binary, f"--gtest_filter={tests}", "--gtest_fail_fast"],
                                  env=environment, capture_output=True, text=True, timeout=60,
                                  check=False)
        except subprocess.TimeoutExpired:
            return "killed", "runs without end"
        if done.returncode == 99:
            return "no mutant", ""
        if done.returncode != 0:
            failed = re.search(r"\[  FAILED  \] ([\w./]+)", done.stdout)
            return "killed", failed[1] if failed else f"exit {done.returncode}"
    return "survived", ""


def reason(path, line, change):
    for (file, part, what), why in EQUIVALENT.items():
        if path.endswith(file) and part in line and what in change:
            return why
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write")
    parser.add_argument("--binary")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="numbers of mutants, such as 7,12")
    parser.add_argument("--from", dest="first", type=int, default=1, help="this one and the next")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("files", nargs="*")
    asked = parser.parse_args()
    if asked.write:
        return write(asked.write, asked.files)
    table = pathlib.Path(asked.binary).parent / "mutants" / "places.tsv"
    places = [line.split("\t") for line in table.read_text(encoding="utf-8").splitlines()]
    if outcome(asked.binary, 0)[0] != "survived":
        sys.exit("the tests fail without any change")
    if asked.sample is not None:
        places = random.Random(asked.seed).sample(places, asked.sample)
    places = [place for place in places if int(place[0]) >= asked.first]
    if asked.only:
        places = [place for place in places if place[0] in asked.only.split(",")]
    counts, by = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        results = pool.map(lambda place: outcome(asked.binary, place[0]), places)
        for (number, path, row, line, change), (result, what) in zip(places, results):
            why = reason(path, line, change) if result == "survived" else None
            counts["equivalent" if why else result] += 1
            by[what.split(".")[0]] += result == "killed"
            if result == "survived" and not why:
                print(f"{number}  {path}:{row}  {change}\n    {line}", flush=True)
    print("killed by " + ", ".join(f"{name} {n}" for name, n in by.most_common() if n))
    print(f"{sum(counts.values()) - counts['no mutant']} mutants: " +
          ", ".join(f"{counts[name]} {name}" for name in ("killed", "equivalent", "survived")))
    return 1 if counts["survived"] or not counts["killed"] else 0


if __name__ == "__main__":
    sys.exit(main())
