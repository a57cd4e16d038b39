#!/usr/bin/env python3
"""A wrong number that the commands give under one misunderstanding is named by `learn check`: the
numbers come from predict and overlap with other options, at an exercise's usual values."""
import json
import os
import subprocess
import sys

GPUMODEL = os.environ["GPUMODEL"]
SHEET = ["--device", "exercise6-gpu", "--model", "textbook"]
PIPELINE = ["overlap", "pipeline", *SHEET, "-D", "N=200000000", "-D", "iters=1", "--chunks", "8",
            "--streams", "8", "--set", "dram.bandwidth=80GB/s", "--set", "link.h2d_latency=0s",
            "--set", "link.d2h_latency=0s"]
TWO = ["predict", "jacobi-multi", *SHEET, "--gpus", "2", "-D", "n=8192",
       "--set", "peer.bandwidth=16GB/s", "--set"]
# exercise, question, unit, what is named, the name of the solution's line, where the number stands
# in the answer, and the command; where there is a second one, its number is subtracted.
CASES = [
    ("streams", "pipeline", 1e-3, "ms", "half-duplex", "pipeline", "time_s",
     [*PIPELINE, "--set", "link.copy_engines=1"]),
    ("measured-copy", "time", 1e-6, "us", "other-model", "time", "time_s",
     ["predict", "copy", "--device", "h200", "--model", "textbook"]),
    ("offload", "gpu", 1e-6, "us", "left-out", "copies", "offload_time_s",
     ["predict", "exercise6", *SHEET, "--set", "link.h2d_latency=0s", "--set",
      "link.d2h_latency=0s"]),
    ("measured-pipeline", "time", 1e-3, "ms", "one-chunk", "time", "time_s",
     ["overlap", "pipeline", "--device", "h200", "-D", "N=16777216", "-D", "iters=2000", "--chunks",
      "1", "--streams", "3"]),
    ("iterations-that-pay", "total", 1e-3, "ms", "one-iteration", "further", "time_s",
     ["predict", "jacobi-data", *SHEET, "-D", "n=8192", "-D", "iterations=1"]),
    ("two-gpus", "two", 1e-6, "us", "left-out", "largest", "time_s",
     [*TWO, "peer.latency=0s", "-D", "iterations=3"],
     [*TWO, "peer.latency=0s", "-D", "iterations=2"]),
]


def asked(words, key):
    done = subprocess.run([GPUMODEL, *words, "--json", "-"], capture_output=True, text=True,
                          check=True)
    return json.loads(done.stdout)[key]


def main():
    faults = []
    for exercise, question, scale, unit, kind, step, key, first, *less in CASES:
        value = asked(first, key) - sum(asked(each, key) for each in less)
        answer = f"{question}={value / scale:.2f} {unit}"
        done = subprocess.run([GPUMODEL, "learn", "check", exercise, answer, "--json", "-"],
                              capture_output=True, text=True)
        found = [each for each in json.loads(done.stdout)["questions"] if each["id"] == question]
        named = found[0]["misconceptions"]
        print(exercise, answer, [(each["kind"], each["step"], each["message"]) for each in named])
        if done.returncode != 1 or not any(each["kind"] == kind and each["step"] == step
                                           for each in named):
            faults.append(f"{exercise}: {answer} is not named '{kind}' in '{step}'")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
