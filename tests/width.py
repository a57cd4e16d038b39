#!/usr/bin/env python3
"""Reports fit a terminal of 80 columns: every line of standard output of the commands below."""
import os
import subprocess
import sys

COMMANDS = """
predict saxpy
predict jacobi-data --device h200
predict jacobi-multi --system h200-x4 --scaling
overlap saxpy --device h200
overlap mandelbrot-two-gpus --device h200
predict jacobi2d --device h200 --host e5-1650v3 --streams 8 --explain
predict exercise6 --device exercise6-gpu --host exercise6-cpu --streams 4 --model textbook --explain
occupancy --threads 128 --smem 8K --regs 8192 --explain
occupancy --threads 992 --regs-per-thread 64 --smem 100K --cc 9.0 --cluster 4 --explain
occupancy --threads 128 --explain
occupancy --threads 32..1024:32 --regs-per-thread 40 --smem 4K
occupancy --threads 64,128 --regs-per-thread 32,64 --smem 1K,300K
occupancy --from-ptxas tests/data/ptxas/sm_90.log
occupancy --cubin tests/data/cubin/small_sm_120.cubin --threads 256
devices
devices show h200
devices show xeon-8480plus
devices diff a100-40gb h100-pcie
kernels
kernels show jacobi2d
programs
programs show mandelbrot-async
systems
systems show h200-x4
story
story show rwth-exercise6
story run larkin-openacc
story run rwth-exercise6
check devices/v100.yaml kernels/saxpy/saxpy.yaml
coalesce x[2*i] --elem 4
coalesce jacobi2d --device h200
coalesce matmul-tiled-f32 --cc 8.0
validate --replay tests/data/records
validate copy --replay tests/data/records/h200/cuda.json
validate --list
validate --programs --list
validate --programs pipelines transfers-pinned --replay tests/data/program-records
doctor
explain
explain key-unknown
--help
"""

wide = []
for line in COMMANDS.split("\n"):
    if not line:
        continue
    run = subprocess.run([os.environ["GPUMODEL"], *line.split()], capture_output=True, text=True,
                         cwd=sys.argv[1])
    if run.returncode != 0:
        sys.exit(f"gpumodel {line}: exit code {run.returncode}\n{run.stderr}")
    wide += [f"gpumodel {line}: {len(text)} columns: {text}" for text in run.stdout.splitlines()
             if len(text) > 80]
print("\n".join(wide))
sys.exit(1 if wide else 0)
