#!/usr/bin/env python3
"""How far predictions of generated kernels are off, by the row of constants that widens their intervals.

    python3 validate/experiments/residuals.py [--gpumodel PROGRAM]

Replays the records of generated kernels whose seeds are used up, validate/records/generated and h100,
with the models as they are, and prints for each row, which stands for a limiter, the tenth and the ninetieth of a
hundred of measured over predicted time, if it has 25 kernels; `residual_others` has all. The
constants residual_* of models/core/constants.hpp are these numbers; tests/residuals.py compares. Needs python3-yaml.
"""
import argparse
import collections
import json
import math
import pathlib
import subprocess

import yaml

FEWEST = 25
ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDS = ROOT / "validate" / "records"


def used_up():
    """(record, device file or None) of all but those of freezes that nothing was made from."""
    folder = RECORDS / "generated"
    freezes = yaml.safe_load((folder / "freezes.yaml").read_text())
    fresh = {(folder / name).resolve() for freeze in freezes if not freeze["used_up"]
             for name in (freeze["record"], freeze.get("families_after", {}).get("record")) if name}
    found = [(path, None) for path in sorted(folder.glob("*.json"))]
    found += [(path, RECORDS / "h100" / "device.yaml") for path in sorted((RECORDS / "h100").glob("f*.json"))]
    return [(path, device) for path, device in found if path.resolve() not in fresh]


def replayed(gpumodel, record, device):
    named = ["--device", str(device)] if device else []
    done = subprocess.run([gpumodel, "validate", "--replay", str(record), *named, "--json", "-", "-q"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def four_of_five(shares):
    """The tenth and the ninetieth of a hundred, and how many there are."""
    ordered = sorted(shares)
    last = len(ordered) - 1
    return ordered[math.floor(0.1 * last)], ordered[math.ceil(0.9 * last)], len(ordered)


def residuals(documents):
    """{row: (low, high, n)} of what validate --replay wrote, of records that are used up."""
    used = {record for record, _ in used_up()}
    found = collections.defaultdict(list)
    for document in documents:
        records = [(ROOT / run["record"]).resolve() for run in document["runs"]]
        for point in document["records"]:
            if records[point["run"]] not in used or point["status"] != "measured":
                continue
            share = point["measured_s"] / point["predicted_s"]
            row = next(each for each in point["models"] if each["model"] == "machine")["known_within"]
            for name in {row, "residual_others"}:
                found[name].append(share)
    return {name: four_of_five(shares) for name, shares in sorted(found.items()) if len(shares) >= FEWEST}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpumodel", default="gpumodel")
    gpumodel = parser.parse_args().gpumodel
    for name, (low, high, n) in residuals(replayed(gpumodel, *each) for each in used_up()).items():
        print(f"{name:18} {low:6.2f} {high:6.2f}  {n} kernels")


if __name__ == "__main__":
    main()
