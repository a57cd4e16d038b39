#!/usr/bin/env python3
"""Points a second, of CPU time: of each kernel of the library at new sizes and block shapes, and of
one kernel of counts.

    sweep.py PROGRAM [KERNEL...]
"""
import json
import resource
import subprocess
import sys

program, kernels = sys.argv[1], sys.argv[2:]


def run(*arguments):
    """Seconds of CPU, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def points(done):
    return [p for p in json.loads(done.stdout)["points"] if p["time_s"] is not None]


if not kernels:
    for model in ("textbook", "machine"):
        n = 400_000
        seconds, _ = run("sweep", "exercise6", "-D", f"N=1..{n}", "--model", model, "--device",
                         "h200", "-q", "--jobs", "1")
        print(f"{n / seconds:10.0f}  exercise6, {model}")
    kernels = [k["kernel"] for k in json.loads(run("kernels", "--json", "-")[1].stdout)["kernels"]]
for kernel in kernels:
    shown = json.loads(run("kernels", "show", kernel, "--json", "-")[1].stdout)["parameters"]
    axes, count = [], 1
    for name, value in shown.items():
        if value == int(value) and value >= 64 and count < 32:
            values = [int(value) * factor // 4 for factor in (1, 2, 4, 8)]
            axes += ["-D", f"{name}=" + ",".join(map(str, values))]
            count *= 4
    seconds, done = run("sweep", kernel, *axes, "--device", "h200", "--jobs", "1", "--json", "-")
    found = len(points(done)) if done.stdout else 0
    rate = found / max(1e-3, seconds)
    print(f"{rate:10.0f}  {kernel}, {found} points" + ("" if rate >= 20 else "  BELOW 20"))
