#!/usr/bin/env python3
"""All stories, replayed against their bars.

    replay.py [--update] BARS.json

What follows exactly is exact, every number of a story is there, each error stands where the bars
have it or is smaller, and every number that is not within 25 % says why.
--update writes the bars: counts as they are, errors rounded up to a tenth of a percent.
"""
import json
import math
import os
import subprocess
import sys

GROUPS = ["times", "ratios", "hosts", "on_record"]


def run_all():
    done = subprocess.run([os.environ["GPUMODEL"], "story", "run", "all", "--json", "-"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def bars_of(sums):
    bars = {key: sums[key] for key in
            ("numbers", "arithmetic", "statements", "hold", "fitted", "contradicted", "listed")}
    for group in GROUPS:
        errors = sums[group]
        if errors["n"]:
            bars[group] = {"n": errors["n"], "within": errors["within"],
                           "median_error": math.ceil(errors["median_error"] * 1000) / 1000}
    return bars


def compare(name, bars, sums, wrong):
    def same(key, found, expected):
        if found != expected:
            wrong.append(f"{name}: {key} {found}, the bars have {expected}")

    same("exact", sums["exact"], sums["arithmetic"])
    for key in ("numbers", "arithmetic", "statements", "fitted", "contradicted", "listed"):
        same(key, sums[key], bars[key])
    if sums["hold"] < bars["hold"]:
        wrong.append(f"{name}: {sums['hold']} statements hold, the bars have {bars['hold']}")
    for group in GROUPS:
        bar = bars.get(group, {"n": 0})
        errors = sums[group]
        same(f"{group}: n", errors["n"], bar["n"])
        if not errors["n"]:
            continue
        if errors["median_error"] > bar["median_error"]:
            wrong.append(f"{name}: {group}: median error {errors['median_error']:.4f}, "
                         f"the bar is {bar['median_error']}")
        if errors["within"] < bar["within"]:
            wrong.append(f"{name}: {group}: {errors['within']} within 25 %, "
                         f"the bar is {bar['within']}")


def check_reasons(story, wrong):
    for number in story["numbers"]:
        off = number["standing"] in ("beyond", "inexact", "fails", "listed")
        if off and number["reason"] in (None, "no reason is known"):
            wrong.append(f"{story['story']}, {number['name']}: no reason is given")


def main(arguments):
    whole = run_all()
    sums = {"all": whole["sums"], **{story["story"]: story["sums"] for story in whole["replayed"]}}
    path = arguments[-1]
    if "--update" in arguments:
        with open(path, "w", encoding="utf-8") as file:
            json.dump({name: bars_of(each) for name, each in sums.items()}, file, indent=2)
            file.write("\n")
        return 0
    with open(path, encoding="utf-8") as file:
        bars = json.load(file)
    wrong = []
    if set(bars) != set(sums):
        wrong.append(f"stories {sorted(sums)}, the bars have {sorted(bars)}")
    else:
        for name, each in sums.items():
            compare(name, bars[name], each, wrong)
    for story in whole["replayed"]:
        check_reasons(story, wrong)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
