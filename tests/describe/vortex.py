#!/usr/bin/env python3
"""The mini-application examples/vortex in CUDA, its kernels executed on the processor:
versions have the same answer, and a grid twice as fine has a quarter of its error.

    vortex.py SOURCE_DIR DESCRIBE           $GPUMODEL is the program
"""
import math
import os
import pathlib
import re
import subprocess
import sys

LEAST_ORDER = 1.8  # of 2


def run(source, describe, *arguments):
    """The error against the analytic vortex, and the time at which it was taken."""
    environment = dict(os.environ, GPUMODEL_RUNNER_PATH=str(pathlib.Path(describe).parent))
    made = subprocess.run([os.environ["GPUMODEL"], "predict",
                           str(pathlib.Path(source) / "examples/vortex/vortex.cu"), "--execute",
                           "--device", "h200", "--", *arguments],
                          capture_output=True, text=True, env=environment)
    found = re.search(r"error (\S+) at\s+time (\S+)", made.stdout)
    if made.returncode != 0 or "unverified" in made.stdout or not found:
        sys.exit(f"{arguments}: exit code {made.returncode}\n{made.stdout}{made.stderr}")
    return float(found[1]), float(found[2])


def main():
    of_version = {version: run(*sys.argv[1:], version, "33", "4")
                  for version in ("adaptation", "merged", "aligned")}
    coarse, _ = run(*sys.argv[1:], "aligned", "32", "24")
    fine, _ = run(*sys.argv[1:], "aligned", "64", "48")
    order = math.log2(coarse / fine)
    good = len(set(of_version.values())) == 1 and order >= LEAST_ORDER
    print(f"{len(of_version)} versions: {of_version}; order {order:.2f}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
