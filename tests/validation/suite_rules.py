#!/usr/bin/env python3
"""The suite of the library: enough points of every kind, and no kernel outweighs the others."""
import csv
import os
import subprocess
import sys

# Kernels that neither device memory nor the launch limits, whatever their size.
BUSY = ("matmul", "nbody", "fma-chains", "exp", "shared-stride", "histogram", "mandelbrot",
        "accumulate")


def points():
    text = subprocess.run([os.environ["GPUMODEL"], "validate", "--list", "--csv", "-"],
                          check=True, capture_output=True, text=True).stdout
    counts, listed = text.split("\n\n")
    return list(csv.DictReader(counts.splitlines())), list(csv.DictReader(listed.splitlines()))


def main():
    counts, listed = points()

    def number(condition):
        return sum(1 for point in listed if condition(point))

    def sized(point, name, least, most):
        values = dict(pair.split("=") for pair in point["parameters"].split())
        return name in values and least <= int(values[name]) <= most

    rules = {
        "points": (len(listed), 420),
        "OpenACC points": (number(lambda p: p["backend"] == "openacc"), 110),
        "points of busy kernels on CUDA": (
            number(lambda p: p["backend"] == "cuda" and p["kernel"].startswith(BUSY)), 90),
        "points that fit into L2 and find it warm": (
            number(lambda p: p["cache"] == "warm" and sized(p, "N", 2**18, 2**22)), 30),
        "launch-bound points": (number(lambda p: sized(p, "N", 1, 2**16)), 20),
        "points of at least 2^27 elements": (number(lambda p: sized(p, "N", 2**27, 2**40)), 10),
        "cold points": (number(lambda p: p["cache"] == "cold"), 150),
        "warm points": (number(lambda p: p["cache"] == "warm"), 150),
        "kernels": (len(counts), 60),
    }
    wrong = [f"{what}: {found}, at least {least} are needed"
             for what, (found, least) in rules.items() if found < least]
    wrong += [f"{row['kernel']} has {float(row['share']):.1%} of the points, at most 6 %"
              for row in counts if float(row["share"]) > 0.06]
    print("\n".join(wrong) or "; ".join(f"{what}: {found}" for what, (found, _) in rules.items()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
