"""Stand-ins for nvcc and gpumodel-run-written, so that all between them is tested without a GPU.

Called as nvcc it writes what it was asked to make: the source itself, for the runner to read; it
fails where the source holds a kernel whose name has 'uncompilable' in it. Called as the runner it
prints a point for each case: 'wrong' in the name of a kernel is a wrong answer, 'crash' ends it.
"""
import json
import os
import pathlib
import re
import stat
import sys

ENVIRONMENT = {
    "backend": "cuda",
    "device": {"name": "NVIDIA H200", "compute_capability": "9.0", "sms": 132,
               "memory_bytes": 150109880320, "l2_bytes": 62914560},
    "host": {"cpu": "stand-in", "cores": 1, "system": "Linux"},
    "compiler": "", "gpumodel": "0.1.0", "date": "2026-11-23"}


def install(folder):
    """Both programs in a folder of their own; returns the environment that finds them."""
    folder = pathlib.Path(folder)
    for name in ("nvcc", "gpumodel-run-written"):
        program = folder / name
        program.write_text(f"#!/bin/sh\nexec {sys.executable} {pathlib.Path(__file__).resolve()} "
                           f"{name} \"$@\"\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return {**os.environ, "PATH": f"{folder}:/usr/bin:/bin", "GPUMODEL_RUNNER_PATH": str(folder),
            "GPUMODEL_CACHE": str(folder / "cache")}


def nvcc(words):
    if "--version" in words:
        print("Cuda compilation tools, release 13.0, V13.0.88")
        return 0
    with open(os.path.join(os.path.dirname(words[words.index("-o") + 1]), "calls"), "a") as calls:
        calls.write("compiled\n")
    text = pathlib.Path(words[-1]).read_text()
    if "uncompilable" in text:
        print("x.cu(3): error: identifier \"y\" is undefined", file=sys.stderr)
        return 2
    pathlib.Path(words[words.index("-o") + 1]).write_text(text)
    return 0


def point(kernel, cache, shape):
    base = {"kernel": kernel, "backend": "cuda", "parameters": {},
            "launch": {"grid": shape[:3], "block": shape[3:], "shared_bytes": 0,
                       "registers_per_thread": 16, "local_bytes": 0, "static_shared_bytes": 0},
            "cache": cache,
            "check": {"arrays": [{"name": "all", "checked": 8, "of": 8, "worst_error": 0.0}]}}
    if "wrong" in kernel:
        return {**base, "status": "wrong-answer", "reason": "y[0] is off by 1, 0.1 are allowed"}
    times = dict.fromkeys(("min_s", "p25_s", "median_s", "p75_s", "max_s"), 1e-4)
    return {**base, "status": "measured", "timer": "events",
            "time": {"n": 20, **times, "outliers": 0, "settled": True}, "host_time": None,
            "graph_time": None}


def runner(words):
    if "--environment" in words:
        print(json.dumps(ENVIRONMENT))
        return 0
    text = pathlib.Path(words[words.index("--library") + 1]).read_text()
    kernels = re.findall(r'MeasuredCase all = \{"([^"]+)"', text)
    shapes = re.findall(r"measuring::facts\(\w+, \d+, \d+((?:, \d+){6})\)", text)
    for i, word in enumerate(words):
        if word != "--case":
            continue
        number, caches = words[i + 1].split(":")
        kernel = kernels[int(number)]
        if "crash" in kernel:
            print("error: running the kernel: an illegal memory access", file=sys.stderr)
            return 70
        shape = [int(e) for e in shapes[int(number)].split(",")[1:]]
        points = [point(kernel, cache, shape) for cache in caches.split(",")]
        print(json.dumps({"case": int(number), "points": points}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(nvcc(sys.argv[2:]) if sys.argv[1] == "nvcc" else runner(sys.argv[2:]))
