#!/usr/bin/env python3
"""Runs gpumodel on mutated files of the library, and checks what it promises for every input: how
it ends, what that takes, what it says and what it writes (mutator/promises.py).

    library_mutator.py --seed 1 --runs 10000
    library_mutator.py --seed 1 --only 42 --keep FOLDER     one run; its files are left there

A run is made from the seed and its number alone. One that breaks a promise is printed without the
steps it does so without, with the command that makes it again; others that break it alike are only
counted. Every fourth run is directed: made like what a class of faults was found by
(mutator/directed.py). Needs python3-yaml; with python3-jsonschema documents are held against their
schemas, too.
"""
import argparse
import collections
import os
import pathlib
import re
import shlex
import sys

from mutator import cases, library
from mutator.examine import attempt, lay_out, shrink
from mutator.program import Limits, Program

SLACK = 1.5  # of the CPU limit: a busy machine counts more


def signature(case, promise, what):
    """Findings with the same one are taken for the same."""
    plain = re.sub(r"[0-9][0-9.e+-]*|'[^']*'|\"[^\"]*\"|\S+\.(yaml|json)", "#", what)
    return promise, case.command[0], plain


def visible(text):
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def report(options, number, dropped, promise, what):
    case = cases.make(options.seed, number, options.directed, dropped)
    again = [sys.argv[0], "--seed", str(options.seed), "--only", str(number), "--keep", "FOLDER"]
    again += ["--binary", options.binary] + (["--directed"] if options.directed else [])
    again += ["--without", ",".join(map(str, sorted(dropped)))] if dropped else []
    print(f"\n{promise}: {visible(what)}   [{case.label}]")
    print("  gpumodel " + visible(shlex.join(case.words())))
    content = case.files.get(case.subject, b"").decode("utf-8", "replace")
    if len(content) < 1500:
        for line in content.splitlines():
            print("  | " + visible(line))
    print("  again: " + shlex.join(again), flush=True)


def keep(folder, case):
    folder.mkdir(parents=True)
    lay_out(case, folder)
    print(f"cd {folder} && gpumodel {shlex.join(case.words())}")


def search(program, options):
    numbers = range(options.runs) if options.only is None else [options.only]
    found, codes = collections.Counter(), collections.Counter()
    runs, hits = collections.Counter(), collections.Counter()
    slowest, largest = (0.0, 0), (0, 0)
    for number in numbers:
        case, broken, result = attempt(program, options.seed, number, options.directed,
                                       options.without)
        if options.keep:
            keep(pathlib.Path(options.keep), case)
        codes[result.code] += 1
        runs[case.label] += 1
        hits[case.label] += bool(broken)
        slowest = max(slowest, (result.cpu, number))
        largest = max(largest, (result.memory, number))
        for promise, what in broken:
            kind = signature(case, promise, what)
            if kind not in found:
                dropped = options.without
                if options.only is None:
                    dropped = shrink(program, options.seed, number, options.directed, promise)
                report(options, number, dropped, promise, what)
            found[kind] += 1
    if found:
        print()
    print(f"seed {options.seed}: {len(numbers)} runs, {found.total()} findings of {len(found)} "
          f"kinds; exit codes " + ", ".join(f"{code}: {n}" for code, n in sorted(codes.items())))
    print(f"slowest {slowest[0]:.2f} s (run {slowest[1]}), "
          f"largest {largest[0] >> 20} MiB (run {largest[1]})")
    for label in sorted(runs):
        if hits[label]:
            print(f"  {label}: {hits[label]} of {runs[label]} break a promise")
    return 1 if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--binary", default=os.environ.get("GPUMODEL"),
                        help="the program (default: $GPUMODEL, else build/release/gpumodel)")
    parser.add_argument("--cpu", type=float, default=1.0, help="seconds a run may take (default 1)")
    parser.add_argument("--memory", type=int, default=100,
                        help="MiB a run may take (default 100; 0: any, for sanitizers)")
    parser.add_argument("--directed", action="store_true", help="only directed runs")
    parser.add_argument("--only", type=int, help="only the run of this number")
    parser.add_argument("--without", default="", help="its steps that are left out, such as 0,3")
    parser.add_argument("--keep", metavar="FOLDER", help="leave its files there")
    options = parser.parse_args()
    options.without = frozenset(int(step) for step in options.without.split(",") if step)
    options.binary = os.path.abspath(options.binary or library.ROOT / "build/release/gpumodel")
    if not os.access(options.binary, os.X_OK):
        sys.exit(f"{options.binary} is not there: build it, or name another with --binary")
    limits = Limits(options.cpu * SLACK, options.memory << 20)
    return search(Program(options.binary, limits), options)


if __name__ == "__main__":
    sys.exit(main())
