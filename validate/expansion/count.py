"""Counts the instructions a compiler makes of division, roots and transcendental functions.

    python3 validate/expansion/count.py > tests/data/expansion.csv

Compiles operations.cu with nvcc (PATH, or CUDA_HOME/bin) for every capability, disassembles it with
cuobjdump and takes the path of ordinary arguments. The same kernel with an addition, a + a or
a + b, is subtracted, less that addition. Instructions that are predicated off on the path count:
they are issued. The columns, in instructions of one thread:

    fma mul add  of the operation's own floating-point pipe
    compare      of that pipe without a flop: fp64 comparisons, fp16 to fp32 conversions
    single       fp32 arithmetic of another type's operation
    special      special function unit: MUFU, FCHK, most conversions
    integer      integers, logic, selects, fp32 and fp16 comparisons, moves, constants
    uniform      uniform datapath, once per warp: constants from 9.0 on
    load         tables of constants in memory
    control      branches, and convergence around the slow path's call
    idle         NOP

int64_div is of values below 2^32, which branch to a 32-bit division; int64_div_full of any others.
fp64_tanh is of |x| >= 0.55, fp64_tanh_small of smaller ones.

--listings DIR keeps the listings there (sm_90.sass, sm_90_fast.sass), and takes them from there
where they are: then cuobjdump is not needed. executed.py compares the counts with a GPU's own.
"""

import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import listing

CAPABILITIES = (75, 80, 86, 89, 90, 100, 103, 120)
FLAGS = {"": "-O3", "_fast": "-O3 -use_fast_math"}
COLUMNS = "fma mul add compare single special integer uniform load control idle".split()

# The floating-point pipes, by the first letter of their instructions.
GROUPS = {"D": "fp64", "F": "fp32", "H": "fp16"}

# Which unit executes what; of Hopper, smsp__inst_executed_pipe_* of Nsight Compute says the same.
UNITS = {
    "special": "MUFU FCHK F2F F2I I2F FRND FLO POPC BREV",
    "integer": "MOV SEL IMAD IADD IADD3 IABS LEA LOP3 SHF ISETP IMNMX PRMT PLOP3 R2P P2R CS2R S2R"
               " VIADD VIMNMX VIADDMNMX FSEL FSETP FSET FMNMX HSETP2 HSET2 HMNMX2 F2FP I2FP",
    "uniform": "UMOV ULDC LDCU UIADD3 UISETP ULOP3 R2UR S2UR USHF UIMAD USEL",
    "load": "LDC LDG LDL",
    "control": "BRA BSSY BSYNC BMOV CALL RET EXIT WARPSYNC",
    "idle": "NOP",  # after every fp64 instruction of 10.3 and 12.0
    "": "STG STL",  # the result's store, as in the kernel without the operation
}
UNIT = {opcode: unit for unit, opcodes in UNITS.items() for opcode in opcodes.split()}

# Of several paths without a call the ordinary arguments take the longest, as the short ones are for
# infinities and zero (log, sin, cos) or |x| < 0.55 (tanh); these take the shortest, as the long
# ones are for |x| > 708 (exp) and |x| > 105615 (sin, cos).
SHORTEST = {"fp64_exp", "fp32_sin", "fp32_cos"}
# Rows that share another row's kernel: its shortest path, or its longest one with the subroutine.
VARIANTS = {"fp64_tanh_small": "fp64_tanh", "int64_div_full": "int64_div"}
ADDITIONS = {"int64": 2}  # the instructions of one addition, where it is not one
BINARY = {"mul", "div", "div_full", "remainder", "fma", "compare", "select"}
# Operations that fast mathematics leaves as they are.
SAME_IF_FAST = ("_mul", "_fma", "_compare", "_select")


def column(instruction, group):
    """The column of one instruction in an operation of `group`."""
    opcode, text = instruction.opcode, instruction.text
    if opcode in UNIT:
        return UNIT[opcode]
    # A constant made as the sum of a product of zeros.
    if re.match(r"HFMA2\S* \w+, -RZ, RZ,", text):
        return "integer"
    if opcode in ("DSETP", "DMNMX") or text.startswith("HADD2.F32"):
        return "compare"
    arithmetic = re.fullmatch(r"([DFH])(FMA|MUL|ADD)2?", opcode)
    if not arithmetic:
        sys.exit(f"which unit executes {text}?")
    if GROUPS[arithmetic[1]] == group:
        return arithmetic[2].lower()
    if arithmetic[1] != "F":
        sys.exit(f"{text} in an operation of {group}")
    return "single"


def usual_path(name, instructions):
    found = sorted(listing.paths(instructions, name.endswith("_full")), key=len)
    return found[0 if name in SHORTEST or name.endswith("_small") else -1]


def count(name, kernels):
    group = name.split("_")[0]
    path = usual_path(name, kernels[VARIANTS.get(name, name)])
    return collections.Counter(column(instruction, group) for instruction in path)


def expansion(name, kernels):
    """What `name` adds to loading, storing and finding the element."""
    group, operation = name.split("_", 1)
    result = count(name, kernels)
    if group == "convert":
        group = "fp32"
    baseline = f"{group}_add" if operation in BINARY else f"{group}_twice"
    result.subtract(count(baseline, kernels))
    # The baseline's own addition.
    result["add" if group in GROUPS.values() else "integer"] += ADDITIONS.get(group, 1)
    return result


def tool(name):
    home = os.environ.get("CUDA_HOME")
    path = shutil.which(name) or (home and shutil.which(name, path=f"{home}/bin"))
    return path or sys.exit(f"no {name} on PATH or in CUDA_HOME/bin")


def read_kernels(capability, suffix, directory):
    file = pathlib.Path(directory) / f"sm_{capability}{suffix}.sass"
    if not file.exists():
        source = pathlib.Path(__file__).with_name("operations.cu")
        cubin = file.with_suffix(".cubin")
        subprocess.run([tool("nvcc"), *FLAGS[suffix].split(), "-cubin", f"-arch=sm_{capability}",
                        str(source), "-o", str(cubin)], check=True)
        with open(file, "w") as out:
            subprocess.run([tool("cuobjdump"), "-sass", str(cubin)], stdout=out, check=True)
    return listing.read_listing(file.read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--listings", metavar="DIR")
    parser.add_argument("capabilities", type=int, nargs="*", default=CAPABILITIES)
    arguments = parser.parse_args()

    version = subprocess.run([tool("nvcc"), "--version"], check=True, capture_output=True,
                             text=True)
    release = re.search(r"V([0-9.]+)", version.stdout)[1]

    with tempfile.TemporaryDirectory() as temporary:
        directory = arguments.listings or temporary
        print(f"# Instructions of one thread per operation on the path of ordinary arguments, from"
              f" the code of nvcc {release} -cubin:")
        print("# flags ieee is -O3, fast is -O3 -use_fast_math. Written by"
              " validate/expansion/count.py, which says what the columns hold.")
        print(",".join(["capability", "flags", "operation"] + COLUMNS))
        for capability in arguments.capabilities:
            for suffix in FLAGS:
                kernels = read_kernels(capability, suffix, directory)
                for name in sorted([*kernels, *VARIANTS]):
                    if name.endswith(("_twice", "_add")):
                        continue
                    if suffix and (not name.startswith("fp32_") or name.endswith(SAME_IF_FAST)):
                        continue
                    row = expansion(name, kernels)
                    flags = "fast" if suffix else "ieee"
                    print(f"{capability // 10}.{capability % 10}", flags, name,
                          *(row[c] for c in COLUMNS), sep=",")


if __name__ == "__main__":
    main()
