#!/usr/bin/env python3
"""Runs every program that is written in OpenACC on the host and checks what it computes.

    programs.py RUNNER

Those that need a device are skipped, each with its reason.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# Odd sizes: borders, and blocks that are not equal.
SMALL = {"n": 67, "iterations": 4, "width": 65, "blocks": 6, "N": 5003, "ncells": 12}
NEEDS_DEVICE = {"mandelbrot-two-gpus", "saxpy-host-data"}


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def script_of(program, path):
    gpumodel = os.environ["GPUMODEL"]
    shown = run(gpumodel, "programs", "show", program, "--json", "-")
    names = json.loads(shown.stdout)["parameters"]
    values = [word for name in names if name in SMALL for word in ("-D", f"{name}={SMALL[name]}")]
    if "blocks" in names:
        values += ["--chunks", str(SMALL["blocks"])]  # not the best number
    made = run(gpumodel, "overlap", program, "--device", "h200", "--host", "xeon-16vcpu",
               "--script", path, "--force", "-q", *values)
    if made.returncode != 0:
        sys.exit(f"{program}: no script: {made.stderr}")


def check(runner, program, path):
    """An empty text, or what is wrong."""
    script_of(program, path)
    done = run(runner, "--script", path, "--host-device")
    if program in NEEDS_DEVICE:
        right = done.returncode == 3 and "needs a device" in done.stderr
        return "" if right else f"exit {done.returncode}, not refused: {done.stderr}"
    if done.returncode != 0:
        return f"exit {done.returncode}: {done.stderr.strip()}"
    point = json.loads(done.stdout)["point"]
    return "" if point == {"status": "verified"} else f"not only verified: {point}"


def refuses_host(runner, path):
    """Without a device and --host-device nothing runs: a time would pass for a GPU's."""
    without = dict(os.environ, CUDA_VISIBLE_DEVICES="")
    done = subprocess.run([runner, "--script", path], capture_output=True, text=True, timeout=60,
                          check=False, env=without)
    return done.returncode == 4 and "no device" in done.stderr


def main():
    runner = sys.argv[1]
    programs = json.loads(run(runner, "--list").stdout)["programs"]
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder, "script.json"))
        for program in programs:
            if fault := check(runner, program, path):
                wrong.append(f"{program}: {fault}")
        if not refuses_host(runner, path):
            wrong.append("it runs without a device and without --host-device")
    if not NEEDS_DEVICE <= set(programs):
        wrong.append("programs are missing that need a device")
    for program in sorted(NEEDS_DEVICE):
        print(f"{program}: skipped: needs a device")
    print("\n".join(wrong + [""]) + f"{len(programs)} programs: "
          f"{len(programs) - len(NEEDS_DEVICE)} checked, {len(NEEDS_DEVICE)} skipped, "
          f"{len(wrong)} failed")
    return 1 if wrong or len(programs) < 18 else 0


sys.exit(main())
