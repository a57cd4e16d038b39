#!/usr/bin/env python3
"""Rows of the table of constants that widen intervals are what the used records say of the models as
they are.

    residuals.py SOURCE-DIRECTORY FOLDER

FOLDER has replayed-generated.json and replayed-h100.json: what the tests of these records' bars wrote.
"""
import json
import pathlib
import sys

root, folder = map(pathlib.Path, sys.argv[1:3])
sys.path.insert(0, str(root / "validate" / "experiments"))
import first_meeting
import residuals as experiment

stated = {line.split("|")[1].strip("` "): line.split("|")[4].split(" to ")
          for line in (root / "docs" / "constants.md").read_text().splitlines()
          if line.startswith("| `residual_")}
found = experiment.residuals(json.loads((folder / f"replayed-{name}.json").read_text())
                             for name in ("generated", "h100"))
found["residual_unjudged"] = first_meeting.ends()
wrong = []
for name, (low, high, n) in found.items():
    row = [float(end) for end in stated.pop(name, ("nan", "nan"))]
    print(f"{name}, {n} kernels: {low:.2f} to {high:.2f}")
    if not all(abs(end / is_now - 1) < 0.02 for end, is_now in zip(row, (low, high))):
        wrong.append(f"{name} is {row}, should be {low:.2f} to {high:.2f}")
wrong += [f"{name} has too few kernels" for name in stated]
print("\n".join(["", *wrong]))
sys.exit(1 if wrong else 0)
