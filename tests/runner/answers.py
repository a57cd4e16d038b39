#!/usr/bin/env python3
"""Runs every kernel of a runner at a small size and checks its answer.

    answers.py RUNNER KERNELS-FOLDER
"""
import json
import pathlib
import re
import subprocess
import sys

# Parameters that set the size, and values at which a kernel takes milliseconds. Odd sizes where the
# kernel allows any: borders are where kernels are wrong.
SMALL = {"N": 5003, "n": 67, "rows": 301, "range": 777, "width": 65, "nx": 37, "cols": 193,
         "ncells": 12, "iters": 5, "blocks": 6}
# Kernels that take only some sizes.
ONLY = {
    "nbody": {"N": 512},
    "mandelbrot": {"rows": 65},
    "spmv-irregular": {"band": 40},
    "copy-vec4": {"N": 4096},
    "transpose-naive": {"n": 96}, "transpose-tiled": {"n": 96}, "transpose-padded": {"n": 96},
    "matmul-tiled-f32": {"n": 64}, "matmul-tiled-f64": {"n": 64},
    "scan-blocks": {"N": 5120}, "scan-add": {"N": 5120}, "reduce-tree": {"N": 5120},
}


def definitions(kernel, text):
    block = re.search(r"^parameters:(.*?)^\w", text, re.M | re.S).group(1)
    names = re.findall(r"(?:[{,]|^)\s*(\w+)\s*:", block, re.M)
    chosen = {name: SMALL[name] for name in names if name in SMALL}
    chosen.update(ONLY.get(kernel, {}))
    return [word for name, value in chosen.items() for word in ("-D", f"{name}={value}")]


def main():
    runner, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    listed = json.loads(subprocess.run([runner, "--list"], check=True, capture_output=True).stdout)
    failed = 0
    for kernel in listed["kernels"]:
        file = folder / kernel / f"{kernel}.yaml"
        arguments = definitions(kernel, file.read_text(encoding="utf-8"))
        done = subprocess.run([runner, "--kernel", file, *arguments, "--verify-only", "--cache",
                               "cold"], capture_output=True, text=True, timeout=60, check=False)
        if done.returncode != 0:
            failed += 1
            print(f"{kernel} {' '.join(arguments)}: exit {done.returncode}: {done.stderr.strip()}")
    print(f"{len(listed['kernels'])} kernels, {failed} failed")
    return 1 if failed or not listed["kernels"] else 0


sys.exit(main())
