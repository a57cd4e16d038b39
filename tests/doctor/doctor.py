#!/usr/bin/env python3
"""Runs `gpumodel doctor` on machines made of small scripts and libraries: what it finds, how long it
waits for programs that hang, what --require answers.

    doctor.py FAKE-CUDA-DRIVER FAKE-NVML
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = os.environ["GPUMODEL"]
NVCC = """#!/bin/sh
case $1 in
  --version) echo 'Cuda compilation tools, release 99.1, V99.1.7' ;;
  --list-gpu-arch) printf 'compute_75\\ncompute_90\\n' ;;
esac
"""
GXX = """#!/bin/sh
case $1 in
  -dumpfullversion) echo 12.2.0 ;;
  -print-file-name=accel/*) echo /usr/lib/gcc/accel/mkoffload ;;
  -print-file-name=*) echo "${1#-print-file-name=}" ;;
esac
"""
HANGS = "#!/bin/sh\nwhile :; do :; done\n"
wrong = []


def expect(what, actual, expected):
    if actual != expected:
        wrong.append(f"{what}: {actual!r}, expected {expected!r}")


def write(folder, name, text):
    path = pathlib.Path(folder) / name
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def doctor(path, *arguments, runners="", **settings):
    environment = {"PATH": path, "HOME": "/nonexistent", "GPUMODEL_RUNNER_PATH": runners,
                   **settings}
    return subprocess.run([PROGRAM, "doctor", *arguments], env=environment, timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)


def document(path, *arguments, **settings):
    answer = doctor(path, "--json", "-", *arguments, **settings)
    return json.loads(answer.stdout), answer.returncode


def state(answer, check):
    return next(c["state"] for c in answer["checks"] if c["id"] == check)


def can(answer, ability):
    return next(a["can"] for a in answer["abilities"] if a["id"] == ability)


def test_programs_on_path(folder):
    write(folder, "nvcc", NVCC)
    write(folder, "g++", GXX)
    write(folder, "gpumodel-run-host", "#!/bin/sh\n")
    answer, code = document(folder, runners=folder)
    expect("exit code", code, 0)
    expect("nvcc", answer["nvcc"], {"path": f"{folder}/nvcc", "version": "99.1.7"})
    expect("targets", answer["nvcc_targets"], ["7.5", "9.0"])
    expect("g++", answer["gxx"], {"path": f"{folder}/g++", "version": "12.2.0"})
    expect("offload without plugin", state(answer, "openacc"), "missing")
    expect("OpenMP without libgomp", state(answer, "openmp"), "missing")
    expect("host runner", can(answer, "measure_host"), True)


def test_nothing_installed(folder):
    start = time.monotonic()
    answer, code = document(folder)
    spent = time.monotonic() - start
    expect("exit code", code, 0)
    expect("g++", answer["gxx"], None)
    expect("predicts", can(answer, "predict"), True)
    if not answer["gpus"] and spent > 1.0:
        wrong.append(f"took {spent:.2f} s with nothing to ask")


def test_programs_that_hang(folder):
    write(folder, "g++", HANGS)
    start = time.monotonic()
    answer, code = document(folder)
    expect("exit code", code, 0)
    expect("g++ that hangs", answer["gxx"]["version"], None)
    if time.monotonic() - start > 30.0:
        wrong.append("waits too long for a program that hangs")


def test_machine_with_a_gpu(folder):
    shutil.copy(sys.argv[1], pathlib.Path(folder, "libcuda.so.1"))
    shutil.copy(sys.argv[2], pathlib.Path(folder, "libnvidia-ml.so.1"))
    write(folder, "gpumodel-run-cuda", "#!/bin/sh\n")
    machine = {"runners": folder, "LD_LIBRARY_PATH": folder,
               "FAKE_GPU_NAME": "NVIDIA H100 80GB HBM3"}
    answer, code = document(folder, "--require", "gpu", **machine)
    expect("exit code", code, 0)
    expect("driver", state(answer, "driver"), "ok")
    expect("CUDA of the driver", answer["driver_runs_cuda"], "12.4")
    expect("GPUs", len(answer["gpus"]), 1)
    gpu = answer["gpus"][0]
    expect("its file", gpu["device_file"], "h100")
    expect("its SMs", gpu["sms"], 132)
    expect("its driver", gpu["driver"], "580.65.06")
    expect("its memory mode", gpu["ecc"], True)
    fields = {field["field"]: field["matches"] for field in gpu["fields"]}
    expect("fields that agree", fields["sms"] and fields["l2.capacity"], True)
    expect("field that differs", fields["dram.data_rate"], False)
    expect("can measure", can(answer, "measure_cuda"), True)
    answer, code = document(folder, "--require", "gpu", **machine, FAKE_CUINIT="100")
    expect("exit code with a driver that does not start", code, 4)
    expect("driver that does not start", state(answer, "driver"), "missing")
    answer, _ = document(folder, **machine, FAKE_PROCESSES="1 2 3")
    expect("busy GPU", state(answer, "gpu"), "warning")


def test_requirements(folder):
    answer, _ = document(folder)
    for part, ability in (("gpu", "measure_cuda"), ("openacc", "measure_openacc"),
                          ("counters", "counters")):
        ran = doctor(folder, "--require", part)
        there = can(answer, ability)
        if there:
            expect(f"--require {part}", ran.returncode, 0)
        else:
            expect(f"--require {part}", ran.returncode in (4, 5), True)
            expect(f"--require {part} says so", "this machine cannot" in ran.stderr, True)
            expect(f"--require {part} still answers", "to do" in ran.stdout, True)
    expect("--require gppu", doctor(folder, "--require", "gppu").returncode, 2)


def main():
    for test in (test_programs_on_path, test_nothing_installed, test_programs_that_hang,
                 test_machine_with_a_gpu, test_requirements):
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
    print("\n".join(wrong) or "doctor finds what is there")
    return 1 if wrong else 0


sys.exit(main())
