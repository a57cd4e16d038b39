#!/usr/bin/env python3
"""The table of freezes: each seed is the hash of its commit, each record is of that seed, of as many
kernels as the table says, with the left-out ones that it names. Commits must be ancestors of this one,
where git knows them, and none may stand there twice. Of one that is lost, for its history was never
published, nobody can check the seed: the last freeze is none of these. Needs python3-yaml.

    freezes.py SOURCE-DIRECTORY
"""
import collections
import json
import re
import subprocess
import sys
from pathlib import Path

import yaml

FEWEST = 500          # kernels of a freeze
MOST_LEFT_OUT = 0.03  # of them


def git(root, *words):
    try:
        return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True)
    except FileNotFoundError:
        return None


def faults_of(entry, folder, root):
    commit, seed = entry["commit"], int(entry["seed"], 16)
    if not re.fullmatch(r"[0-9a-f]{40}", commit):
        yield "the commit is no whole hash"
    if seed != int(commit[:16], 16):
        yield f"the seed {entry['seed']} is not the commit's"
    known = git(root, "cat-file", "-e", commit)
    if known is not None and known.returncode == 0:
        if git(root, "merge-base", "--is-ancestor", commit, "HEAD").returncode != 0:
            yield "the commit is none of this history"
    elif known is not None and not entry.get("lost") and git(root, "rev-parse", "--is-shallow-repository").stdout == "false\n":
        yield "git does not know the commit"
    record = json.loads((folder / entry["record"]).read_text())
    made_of = record["environment"]["generated"]
    if int(made_of["seed"], 16) != seed:
        yield f"{entry['record']} is of seed {made_of['seed']}"
    if made_of["version"] != entry["generator"]:
        yield f"{entry['record']} is of version {made_of['version']} of the generator"
    points = record["points"]
    if not made_of["count"] == len(points) == entry["kernels"] >= FEWEST:
        yield f"{len(points)} points of {made_of['count']} kernels, {entry['kernels']} stated"
    if len({p["kernel"] for p in points}) != len(points):
        yield "a kernel is there twice"
    states = collections.Counter(p["status"] for p in points)
    left_out = entry["left_out"]
    stated = {"wrong-answer": left_out["wrong answer"], "skipped": left_out["memory"],
              "failed": left_out["not compiled"] + left_out["failed"]}
    for state, n in stated.items():
        if states[state] != n:
            yield f"{states[state]} {state}, {n} stated"
    if sum(stated.values()) > MOST_LEFT_OUT * len(points):
        yield f"{sum(stated.values())} kernels are left out"
    later = entry.get("families_after")
    if later:
        points = json.loads((folder / later["record"]).read_text())["points"]
        families = {p["kernel"].rsplit("-", 1)[0] for p in points}
        if len(points) != later["kernels"] or families != set(later["families"]):
            yield f"{later['record']} has {len(points)} points of {', '.join(sorted(families))}"
        old = {p["kernel"].rsplit("-", 1)[0] for p in
               json.loads((folder / entry["record"]).read_text())["points"]}
        if families & old or len(families) < 2:
            yield f"{later['record']} has no two families that are younger than the freeze"


def main():
    root = Path(sys.argv[1])
    folder = root / "validate/records/generated"
    table = yaml.safe_load((folder / "freezes.yaml").read_text())
    faults = [f"{e['commit'][:8]}: {fault}" for e in table for fault in faults_of(e, folder, root)]
    if table[-1].get("lost"):
        faults.append("the last freeze cannot be checked")
    for commit, n in collections.Counter(e["commit"] for e in table).items():
        if n > 1:
            faults.append(f"{commit[:8]}: there {n} times")
    print(f"{len(table)} freezes")
    for fault in faults:
        print("FAILED", fault)
    return 1 if faults else 0


sys.exit(main())
