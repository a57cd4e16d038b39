#!/usr/bin/env python3
"""The library's CUDA kernels, described from their sources at the sizes of a record, against what was measured:
times and warp instructions, beside those of the descriptors written by hand. `gpumodel validate --replay`
judges both, with the registers that the record has.

    own_records.py ROOT DESCRIBE RECORD [--only KERNEL ...] [--sizes N] [--jobs 2] [--keep FILE]
                                                                     with GPUMODEL the program

--sizes takes N sizes of each kernel, from the smallest to the largest, instead of all; --keep keeps the
record that has the descriptions in it. Needs python3-yaml.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

import own_kernels

WORSE = 0.01  # of the mean error of times, than by hand
INSTRUCTIONS = 0.05  # median error against the counters


def size_of(point):
    return point["kernel"], json.dumps(point["parameters"])


def some_of(sizes, count):
    """`count` of them, from the first to the last."""
    if count >= len(sizes):
        return sizes
    return [sizes[round(i * (len(sizes) - 1) / max(1, count - 1))] for i in range(count)]


def described(options, size):
    """The text of the descriptor, or why there is none."""
    name, parameters = size
    kernel = own_kernels.Own(options.root, name, json.loads(parameters))
    with tempfile.TemporaryDirectory() as folder:
        try:
            return own_kernels.describe(kernel, options.describe, folder).read_text(), None
        except (RuntimeError, KeyError, ValueError, SyntaxError, NameError) as error:
            return None, f"{name} {parameters}: {str(error).splitlines()[0]}"


def of_source(point, text):
    """The point with the description in it, at what was stated of its parameters."""
    stated = yaml.safe_load(text).get("parameters") or {}
    return {**point, "parameters": {name: own_kernels.value(number, {}) for name, number in stated.items()},
            "descriptor": text.splitlines()}


def judged(record, points, folder):
    """What validate says of them."""
    path = Path(folder) / "record.json"
    path.write_text(json.dumps({**record, "points": points}))
    made = subprocess.run([os.environ["GPUMODEL"], "validate", "--replay", str(path), "--json", "-", "-q"],
                          capture_output=True, text=True)
    return json.loads(made.stdout)


def shown(name, answer):
    """A line of the table; the mean error of times and the median one of warp instructions."""
    times = answer["summary"]
    instructions = next(row for row in answer["counters"] if row["id"] == "warp_instructions")
    print(f"{name:14}{times['mape']:8.2%}{times['median_ape']:9.2%}{times['bias']:+9.2%}{times['within_25pct']:9.1%}"
          f"{instructions['median_ape']:15.2%}{instructions['within'] / instructions['n']:12.1%}")
    return times["mape"], instructions["median_ape"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=Path)
    parser.add_argument("describe")
    parser.add_argument("record", type=Path)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--sizes", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    options.root = options.root.resolve()
    record = json.loads(options.record.read_text())
    points = [p for p in record["points"] if not options.only or p["kernel"] in options.only]
    kernels = {p["kernel"] for p in points}
    counts = {name for name in kernels if "thread" not in own_kernels.Own(options.root, name).descriptor}
    sizes = [size for name in sorted(kernels - counts)
             for size in some_of(list(dict.fromkeys(size_of(p) for p in points if p["kernel"] == name)), options.sizes)]
    with ThreadPoolExecutor(options.jobs) as pool:
        texts = dict(zip(sizes, pool.map(lambda size: described(options, size), sizes)))
    failures = [why for _, why in texts.values() if why]
    by_hand = [p for p in points if texts.get(size_of(p), ("", 1))[1] is None]
    made = [of_source(p, texts[size_of(p)][0]) for p in by_hand]
    if options.keep:
        options.keep.write_text(json.dumps({**record, "points": made}, indent=1) + "\n")
    with tempfile.TemporaryDirectory() as folder:
        hand, source = judged(record, by_hand, folder), judged(record, made, folder)
    print(f"{len(by_hand)} points of {len({p['kernel'] for p in by_hand})} kernels in {len(sizes)} sizes")
    for a, b in zip(hand["records"], source["records"]):
        if a["predicted_s"] is None or b["predicted_s"] is None:
            failures.append(f"{a['kernel']}: not predicted: {b['reason'] or a['reason']}")
            continue
        ratio = b["predicted_s"] / a["predicted_s"]
        if abs(ratio - 1) > 0.05:
            print(f"  {a['kernel']} {json.dumps(a['parameters'])} {a['cache']}: {ratio:.3f} of the time by hand, "
                  f"{b['predicted_s'] / b['measured_s']:.3f} of the measured one")
    print(f"{'':14}{'MAPE':>8}{'median':>9}{'bias':>9}{'in 25 %':>9}{'instructions':>15}{'in 5 %':>12}")
    hand_time, _ = shown("by hand", hand)
    time, instructions = shown("from source", source)
    if time > hand_time + WORSE:
        failures.append(f"times are {time - hand_time:.2%} worse than by hand")
    if instructions > INSTRUCTIONS:
        failures.append(f"warp instructions are off by {instructions:.2%} in the median")
    for failure in failures:
        print("FAILED " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
