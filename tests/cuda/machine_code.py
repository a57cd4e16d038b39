#!/usr/bin/env python3
"""Machine code of written kernels beside that of the library's own (kernels/*/cuda.cu, of their
instantiations the nearest): how many instructions there are that load, store and update global and
shared memory. Rounds that a compiler copies are counted as often as it copies them, so numbers may
differ; that global memory is reached by other kinds or widths of instructions is a fault. Skips
(77) where nvcc or cuobjdump is missing.

    machine_code.py SOURCE-DIRECTORY [--written FOLDER] [--jobs N] [KERNEL ...]

--written: a folder of KERNEL.cu; else gpumodel ($GPUMODEL) writes them.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

REFUSED = {"exercise6", "jacobi2d-acc-collapse", "jacobi2d-acc-seq", "jacobi2d-acc-vector",
           "spmv-acc", "spmv-rows"}
ACCESS = re.compile(r"(LDG|LDS|LD|STG|STS|ST|ATOMG|ATOMS|ATOM|REDG|RED)(?![A-Z])((?:\.\w+)*)")


def tool(name):
    usual = pathlib.Path("/usr/local/cuda/bin") / name
    return shutil.which(name) or (str(usual) if usual.exists() else None)


def width(suffix):
    for bits in ("128", "64"):
        if re.search(rf"\.[FSU]?{bits}\b", suffix):
            return bits
    for bits in ("U8", "S8", "U16", "S16"):
        if f".{bits}" in suffix:
            return bits[1:]
    return "32"


def functions(sass):
    counts, name = {}, None
    for line in sass.splitlines():
        if "Function :" in line:
            name = line.split(":")[1].strip()
            counts[name] = collections.Counter()
        found = name and re.search(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+ )?\s*(\S[^;]*);", line)
        access = found and ACCESS.match(found.group(1))
        if access:
            kind = access.group(1).replace("REDG", "RED").replace("ATOMG", "ATOM")
            counts[name][f"{kind}.{width(access.group(2))}"] += 1
    return counts


def code_of(file, source, folder, tag):
    cubin = folder / f"{tag}.cubin"
    run = subprocess.run([tool("nvcc"), "-std=c++20", "-O3", "-arch=sm_90", "-cubin", "-I", source, "-o",
                    cubin, file], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{file}: {run.stderr}")
    sass = subprocess.run([tool("cuobjdump"), "-sass", cubin], check=True, capture_output=True,
                          text=True).stdout
    return functions(sass)


def distance(a, b):
    return sum(abs(a[k] - b[k]) for k in a | b)


def to_global(counts):
    return {kind for kind in counts if not kind.startswith(("LDS", "STS", "ATOMS"))}


def compared(kernel, given, folder):
    file = given.written / f"{kernel}.cu" if given.written else folder / f"{kernel}.cu"
    if not given.written:
        text = subprocess.run([os.environ["GPUMODEL"], "kernels", "show", kernel, "--cuda", "-"],
                              cwd=given.source, check=True, capture_output=True, text=True).stdout
        file.write_text(text, encoding="utf-8")
    ours = code_of(file, given.source, folder, f"{kernel}-written")
    theirs = code_of(given.source / "kernels" / kernel / "cuda.cu", given.source, folder,
                     f"{kernel}-own")
    mine = next(c for name, c in ours.items() if name.startswith("_Z") and "_kernel" in name)
    own = min(theirs.values(), key=lambda c: distance(c, mine))
    return kernel, mine, own


def main():
    options = argparse.ArgumentParser()
    options.add_argument("source", type=pathlib.Path)
    options.add_argument("--written", type=pathlib.Path)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("kernels", nargs="*")
    given = options.parse_intermixed_args()
    if not tool("nvcc") or not tool("cuobjdump"):
        print("nvcc or cuobjdump is missing")
        return 77
    kernels = given.kernels or sorted(p.parent.name for p in given.source.glob("kernels/*/cuda.cu")
                                      if p.parent.name not in REFUSED)
    wrong, same = [], 0
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for kernel, mine, own in pool.map(
                lambda k: compared(k, given, pathlib.Path(folder)), kernels):
            alike = to_global(mine) == to_global(own)
            same += mine == own
            state = "same" if mine == own else "kinds" if alike else "DIFFER"
            shown = " ".join(f"{k} {mine[k]}/{own[k]}" for k in sorted(mine | own))
            print(f"{kernel:26} {state:7} {shown}")
            if not alike:
                wrong.append(kernel)
    print(f"{same} of {len(kernels)} have the same instructions; other kinds: {wrong or 'none'}")
    return 1 if wrong else 0


sys.exit(main())
