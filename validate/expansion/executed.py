"""Compares the counts of a listing with what a GPU executed, kernel by kernel.

    nvcc -O3 -arch=sm_90 validate/expansion/operations.cu -o operations
    cuobjdump -sass operations > sm_90.sass
    ncu --csv --page raw --metrics smsp__inst_executed.sum,smsp__inst_executed_pipe_xu.sum,\\
smsp__inst_executed_pipe_fp64.sum,smsp__inst_executed_pipe_fma_type_fp16.sum operations > ncu.csv
    python3 validate/expansion/executed.py sm_90.sass ncu.csv

On an H200 (9.0) all 61 kernels agree: every instruction of the path and none else, and the special
function unit (xu), the fp64 and the fp16 pipe execute what count.py says. `operations 0.25`
differs in fp64_tanh alone, whose small arguments have a path of their own.
"""

import csv
import pathlib
import sys

import count
import listing

WARPS = 4
OWN_PIPES = {"fp64": "fp64", "fp16": "fma_type_fp16"}


def read_counters(file):
    """{kernel: {counter: instructions of one warp}}."""
    lines = [line for line in file.read_text().splitlines() if line.startswith('"')]
    names, _, *rows = csv.reader(lines)
    return {row[names.index("Kernel Name")]:
            {name.removeprefix("smsp__inst_executed").removesuffix(".sum"):
             float(value.replace(",", "")) / WARPS
             for name, value in zip(names, row)
             if name.startswith("smsp__inst_executed") and name.endswith(".sum")}
            for row in rows}


def main():
    kernels = listing.read_listing(pathlib.Path(sys.argv[1]).read_text())
    counters = read_counters(pathlib.Path(sys.argv[2]))
    disagree = 0
    for name in sorted(kernels):
        counted = count.count(name, kernels)
        pairs = {"": len(count.usual_path(name, kernels[name])), "_pipe_xu": counted["special"]}
        own = OWN_PIPES.get(name.split("_")[0])
        if own:
            pairs["_pipe_" + own] = sum(counted[c] for c in ("fma", "mul", "add", "compare"))
        for counter, expected in pairs.items():
            if counters[name][counter] != expected:
                print(f"{name}: {expected} in the listing, {counters[name][counter]:g} executed"
                      f" (smsp__inst_executed{counter})")
                disagree += 1
    print(f"{len(kernels)} kernels, {disagree} disagreements")
    return disagree > 0


if __name__ == "__main__":
    sys.exit(main())
