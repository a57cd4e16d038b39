#!/usr/bin/env python3
"""Hardware counters of library kernels, as CSV on standard output.

    count.py PROGRAM            runs PROGRAM (library_counters) under Nsight Compute (ncu on PATH);
                                caches are flushed before each kernel
    count.py --report FILE      reads what `ncu --csv --page raw` printed before
"""
import csv
import re
import subprocess
import sys

METRICS = {
    "load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l2_sectors": "lts__t_sectors_srcunit_tex.sum",
    "dram_read_bytes": "dram__bytes_read.sum",
    "dram_write_bytes": "dram__bytes_write.sum",
    "wavefronts": "l1tex__data_pipe_lsu_wavefronts.sum",
    "warp_instructions": "smsp__inst_executed.sum",
}
UNITS = {"Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9}

# A case of library.cu as kernel of the library and parameters. Patterns, the first that fits.
CASES = [
    (r"copy-strided-(\d+)", "copy-strided", "stride={}"),
    (r"(gather|scatter)-(\d+)", "{0}", "range=2^{1}"),
    (r"jacobi2d-odd", "jacobi2d", "n=8191"),
    (r"jacobi2d-wide", "jacobi2d", "n=1024;m=65536"),
    (r"jacobi2d-(\d+)x(\d+)", "jacobi2d", "bx={};by={}"),
    (r"heat3d-64x8-(\d+)", "heat3d", "nx={};bx=64;by=8"),
    (r"heat3d-z-(\d+)", "heat3d-zfactor", "nx={}"),
    (r"heat3d-(\d+)", "heat3d", "nx={}"),
    (r"matmul-naive-(f\d+)-(\d+)", "matmul-naive-{0}", "bx={1}"),
    (r"matmul-tiled-(f\d+)-(\d+)", "matmul-tiled-{0}", "tile={1}"),
    (r"conv2d", "conv2d", "bx=32;by=8"),
    (r"conv3d", "conv3d", "n=512;bx=32;by=4;bz=2"),
    (r"spmv-vector-(\d+)", "spmv-vector", "lanes={}"),
    (r"histogram-global-(\d+)", "histogram-global", "bins=2^{}"),
    (r"([a-z0-9-]+)", "{}", ""),
]
WITHOUT_KERNEL = ("partial-",)  # stores that no descriptor of the library has


def described(name):
    for pattern, kernel, parameters in CASES:
        found = re.fullmatch(pattern, name)
        if found:
            return kernel.format(*found.groups()), parameters.format(*found.groups())
    sys.exit(f"no descriptor for the case {name}")


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--report":
        text = open(sys.argv[2], encoding="utf-8").read()
    elif len(sys.argv) == 2:
        command = ["ncu", "--csv", "--page", "raw", "--metrics", ",".join(METRICS.values()),
                   sys.argv[1]]
        text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    else:
        sys.exit(__doc__)
    names = re.findall(r"^([a-z0-9-]+) no error", text, re.M)
    rows = [row for row in csv.reader(text.splitlines()) if len(row) > 5]
    start = next(i for i, row in enumerate(rows) if "Kernel Name" in row)
    header, units, rows = rows[start], rows[start + 1], rows[start + 2:]
    if len(names) != len(rows):
        sys.exit(f"{len(names)} cases, {len(rows)} counted kernels")
    print("case,kernel,parameters," + ",".join(METRICS))
    for name, row in zip(names, rows):
        if name.startswith(WITHOUT_KERNEL):
            continue
        values = [float(row[at].replace(",", "")) * UNITS.get(units[at], 1)
                  for at in map(header.index, METRICS.values())]
        print(",".join([name, *described(name)] + [f"{value:.0f}" for value in values]))


main()
