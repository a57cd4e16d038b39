#!/usr/bin/env python3
"""Replays one defect: a command on the files of this folder, in a fresh copy of it.

    run.py [--exit CODE] [--says REGEX]... [--never REGEX]... [--seconds S] [--megabytes M] -- ARGUMENTS...

Whatever is asked for: the program ends by itself, never with exit code 70, never shows a number
that is none, and with exit code 0 the times of its JSON (where `--json -` asks for it) are finite
and above zero. --says and --never look at standard output and standard error together. --seconds
(of CPU time) and --megabytes (peak resident memory) are for findings that are about them.
"""
import argparse
import json
import math
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

NO_NUMBER = r"(?<![\w.-])[-+]?(nan|inf|infinity)(?=[ x%,)\]]|$)"
HANGS_AFTER = 60  # seconds of CPU time


def wrong_times(document):
    """The time asked for, its interval included."""
    for key in ("time_s", "interval_s", "serial_s"):
        if key not in document:
            continue
        value = document[key]
        for time in value if isinstance(value, list) else [value]:
            if not isinstance(time, (int, float)) or not math.isfinite(time) or time < 0:
                yield f"{key} is {time}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--exit", type=int, default=0)
    parser.add_argument("--says", action="append", default=[])
    parser.add_argument("--never", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--megabytes", type=float, default=math.inf)
    parser.add_argument("arguments", nargs="+")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder, "defects")
        shutil.copytree(pathlib.Path(__file__).parent, here)
        done = subprocess.run(
            [pathlib.Path(os.environ["GPUMODEL"]).resolve(), *asked.arguments], cwd=here,
            capture_output=True, text=True, errors="backslashreplace", check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (HANGS_AFTER, HANGS_AFTER)))
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = done.stdout + done.stderr
    wrong = []
    if done.returncode != asked.exit:
        wrong.append(f"exit code {done.returncode}, expected {asked.exit}")
    wrong += [f"does not say '{text}'" for text in asked.says if not re.search(text, output, re.M)]
    wrong += [f"says '{text}'" for text in [*asked.never, NO_NUMBER]
              if re.search(text, output, re.M | re.I)]
    if asked.exit == 0 and "--json -" in " ".join(asked.arguments):
        wrong += wrong_times(json.loads(done.stdout))
    if (seconds := usage.ru_utime + usage.ru_stime) > asked.seconds:
        wrong.append(f"took {seconds:.1f} s of CPU time")
    if (megabytes := usage.ru_maxrss / 1024) > asked.megabytes:
        wrong.append(f"took {megabytes:.0f} MB")
    if wrong:
        print(f"gpumodel {' '.join(asked.arguments)}\n{output}\n" + "\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
