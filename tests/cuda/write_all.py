#!/usr/bin/env python3
"""Kernels of the library written as CUDA: each is written, twice alike, or refused for the reason
below; where nvcc is installed, all of them compile (--jobs of them at a time).

    write_all.py SOURCE-DIRECTORY [--jobs N] [--keep FOLDER] [KERNEL ...]
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

REFUSED = {
    "exercise6": "states counts",
    "jacobi2d-acc-collapse": "an OpenACC compiler launches",
    "jacobi2d-acc-seq": "an OpenACC compiler launches",
    "jacobi2d-acc-vector": "an OpenACC compiler launches",
    "spmv-acc": "an OpenACC compiler launches",
    "spmv-rows": "a barrier under a condition",
}


def written(kernel, source):
    return subprocess.run([os.environ["GPUMODEL"], "kernels", "show", kernel, "--cuda", "-"],
                          cwd=source, capture_output=True, text=True)


def fault_of(kernel, source):
    run = written(kernel, source)
    if kernel in REFUSED:
        ok = run.returncode == 3 and REFUSED[kernel] in run.stderr
        return None if ok else f"{kernel}: expected a refusal: {REFUSED[kernel]}\n{run.stderr}"
    if run.returncode != 0:
        return f"{kernel}: {run.stderr}"
    if written(kernel, source).stdout != run.stdout:
        return f"{kernel}: another text the second time"
    return None


def compiler():
    found = shutil.which("nvcc")
    usual = pathlib.Path("/usr/local/cuda/bin/nvcc")
    return found or (str(usual) if usual.exists() else None)


def compiled(nvcc, kernel, source, folder):
    file = folder / f"{kernel}.cu"
    file.write_text(written(kernel, source).stdout, encoding="utf-8")
    run = subprocess.run([nvcc, "-std=c++17", "-arch=sm_90", "-Werror", "all-warnings", "-cubin",
                          "-o", folder / f"{kernel}.cubin", file], capture_output=True, text=True)
    return None if run.returncode == 0 else f"{kernel}: {run.stderr}"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("source", type=pathlib.Path)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--keep", type=pathlib.Path)
    options.add_argument("kernels", nargs="*")
    given = options.parse_intermixed_args()
    kernels = given.kernels or sorted(p.parent.name for p in given.source.glob("kernels/*/*.yaml"))
    faults = [f for f in (fault_of(k, given.source) for k in kernels) if f]
    nvcc = compiler()
    if nvcc and not faults:
        with tempfile.TemporaryDirectory() as folder, \
                concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            folder = given.keep or pathlib.Path(folder)
            folder.mkdir(exist_ok=True, parents=True)
            todo = [k for k in kernels if k not in REFUSED]
            faults = [f for f in pool.map(
                lambda k: compiled(nvcc, k, given.source, folder), todo) if f]
    print(f"{len(kernels)} kernels", "compiled" if nvcc else "written; no nvcc to compile them")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
