#!/usr/bin/env python3
"""Generated kernels: each is sound, can be written as CUDA, is the same every time, and shrinks; a
set keeps its quotas by the figures that it prints.

    generated.py SOURCE-DIRECTORY [--seeds 2]
"""
import argparse
import collections
import csv
import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def run(*words, **more):
    return subprocess.run([os.environ["GPUMODEL"], *words], capture_output=True, text=True, **more)


def text_of(name):
    done = run("kernels", "generate", name)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr}")
    return done.stdout


def tables(text):
    rows, all_tables = [], []
    for row in csv.reader(io.StringIO(text)):
        if row:
            rows.append(row)
        elif rows:
            all_tables.append(rows)
            rows = []
    return all_tables + [rows] if rows else all_tables


def check_kernels(families, seeds, root):
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for family in families:
            for seed in range(1, seeds + 1):
                name = f"{family}-{seed}"
                text = text_of(name)
                if text != text_of(name):
                    faults.append(f"{name}: another text the second time")
                file = Path(folder) / f"{name}.yaml"
                file.write_text(text)
                small = Path(folder) / f"{name}-s20.yaml"
                small.write_text(text_of(f"{name}-s20"))
                for each in (file, small):
                    for words in (["check", each], ["kernels", "show", each, "--cuda", "-"]):
                        done = run(*map(str, words), cwd=root)
                        if done.returncode:
                            faults.append(f"{each.stem}: {done.stdout}{done.stderr}")
                if text.count("\n") != small.read_text().count("\n"):
                    faults.append(f"{name}: shrunk it has another form")
    return faults


def check_quotas(root, count=105):
    done = run("kernels", "generate", "--random", str(count), "--seed", "7", "--csv", "-", cwd=root)
    if done.returncode:
        return [done.stderr]
    rows = next(t for t in tables(done.stdout) if t[0][0] == "kernel")
    kernels = [dict(zip(rows[0], row)) for row in rows[1:]]
    shares = {
        "kernels": (len(kernels), count),
        "under 10 us": (sum(float(k["predicted_s"]) < 10e-6 for k in kernels), 0.2 * count + 1),
        "under 100 us": (sum(float(k["predicted_s"]) < 100e-6 for k in kernels), 2 / 3 * count + 1),
        "over 20 ms": (sum(float(k["predicted_s"]) > 20e-3 for k in kernels), 0),
        "over 1 GB": (sum(float(k["bytes"]) > 1e9 for k in kernels), 0.05 * count + 1),
        "one limiter": (max(collections.Counter(k["limiter"] for k in kernels).values()),
                        0.3 * count + 1),
        "one family": (max(collections.Counter(k["kernel"].rsplit("-", 1)[0]
                                               for k in kernels).values()), 3),
    }
    return [f"{what}: {n}, at most {most}" for what, (n, most) in shares.items() if n > most]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("--seeds", type=int, default=2)
    options = parser.parse_args()
    listed = tables(run("kernels", "generate", "--csv", "-").stdout)[0]
    families = [row[0] for row in listed[1:]]
    faults = [] if len(families) >= 15 else [f"{len(families)} families"]
    faults += check_kernels(families, options.seeds, options.source)
    faults += check_quotas(options.source)
    for name, expected in (("stencil2d-1", "stencil-2d"), ("stream", "FAMILY-SEED"),
                           ("stream-1-s99", "at most")):
        done = run("kernels", "generate", name)
        if done.returncode != 3 or expected not in done.stderr:
            faults.append(f"{name}: {done.returncode} {done.stderr}")
    print(f"{len(families)} families, {options.seeds} kernels of each")
    for fault in faults:
        print("FAILED", fault)
    return 1 if faults else 0


sys.exit(main())
