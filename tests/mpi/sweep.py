#!/usr/bin/env python3
"""A sweep that mpirun starts in several processes writes what one process writes, and fails as one.

    sweep.py MPIRUN
"""
import os
import pathlib
import subprocess
import sys
import tempfile

mpirun = sys.argv[1]
program = os.environ["GPUMODEL"]
environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
wrong = []


def run(processes, *arguments):
    before = [mpirun, "--oversubscribe", "-n", str(processes)] if processes else []
    return subprocess.run([*before, program, *arguments], capture_output=True, text=True,
                          check=False, env=environment)


def outputs(folder, processes, *arguments):
    csv, lines = folder / f"{processes}.csv", folder / f"{processes}.jsonl"
    done = run(processes, "sweep", *arguments, "--csv", str(csv), "--jsonl", str(lines))
    if done.returncode:
        wrong.append(f"{processes} processes: exit {done.returncode}: {done.stderr[-500:]}")
    return done.stdout, csv.read_bytes(), lines.read_bytes()


def refused(code, word, *arguments):
    done = run(2, "sweep", *arguments)
    if done.returncode != code or done.stderr.count(word) != 1:
        wrong.append(f"{arguments}: exit {done.returncode}, '{word}' once in {done.stderr!r}")


sweeps = [("jacobi2d", "-D", "n=2^10..2^11:x2", "-D", "by=2,4,8", "--device", "v100,h200"),
          ("exercise6", "-D", "N=1..3000", "--model", "textbook"),
          ("saxpy", "-D", "N=1024")]  # fewer groups than processes
with tempfile.TemporaryDirectory() as name:
    for i, sweep in enumerate(sweeps):
        folder = pathlib.Path(name) / str(i)
        folder.mkdir()
        alone = outputs(folder, 0, *sweep)
        for processes in (2, 3):
            if outputs(folder, processes, *sweep) != alone:
                wrong.append(f"{sweep}: {processes} processes write something else")
        cut = folder / "0.csv"
        cut.write_bytes(b"".join(alone[1].splitlines(True)[:-1]))
        done = run(2, "sweep", *sweep, "--csv", str(cut), "--resume")
        if done.returncode or cut.read_bytes() != alone[1]:
            wrong.append(f"{sweep}: two processes do not resume: {done.stderr[-500:]}")
    refused(2, "output-exists", "saxpy", "-D", "N=1024", "--csv", str(cut))
refused(3, "no kernel 'saxpyy'", "saxpyy")
refused(3, "range-wrong", "saxpy", "-D", "N=4..2")

print(*wrong, sep="\n")
sys.exit(bool(wrong))
