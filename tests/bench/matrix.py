#!/usr/bin/env python3
"""What every question of the library costs: gpumodel predict and overlap of each kernel and program,
on each GPU, with and without each option that changes the work.

    python3 tests/bench/matrix.py build/release/gpumodel
    python3 tests/bench/matrix.py build/dev/gpumodel --sample 200 --cpu 10 --memory 1024

Prints what was refused and the slowest ten, with seconds of CPU and peak memory. Exit code 1 where a
run exceeds --cpu seconds or --memory MB, fails, or is refused for anything but memory that it must
place and the device does not have. Options that do not apply to a program are counted. The limits are the system's own (RLIMIT_CPU, and the peak of resident memory): they do not depend on what else
the machine does. --sample takes that many of all, the same ones for one --seed.
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile

HOST = "xeon-16vcpu"
# Of a program that has no choice of streams or devices, or names more than the question gives it.
IDLE = ("does not apply", "error[stream-unknown]", "error[device-missing]")


def listed(gpumodel, library, kind=None):
    """Names of the library: `devices`, of one kind; `kernels`, `programs`, `systems`."""
    answer = subprocess.run([gpumodel, library, "--json", "-"], capture_output=True, check=True)
    entries = json.loads(answer.stdout)[library]
    return [entry[library[:-1]] for entry in entries if kind in (None, entry.get("kind"))]


def questions(gpumodel):
    """All commands of the matrix, as lists of arguments."""
    devices = listed(gpumodel, "devices", "gpu")
    for kernel in listed(gpumodel, "kernels"):
        for device in devices:
            for options in ([], ["--explain"], ["--streams", "4"],
                            ["--host", HOST], ["--host", HOST, "--explain", "--streams", "4"]):
                yield ["predict", kernel, "--device", device, *options]
            for options in ([], ["--backend", "openacc", "--host", HOST]):
                yield ["overlap", kernel, "--device", device, *options]
    for program in listed(gpumodel, "programs"):
        for device in devices:
            for options in ([], ["--host", HOST], ["--host", HOST, "--explain"],
                            ["--host", HOST, "--streams", "4"],
                            ["--host", HOST, "--backend", "openacc"]):
                yield ["predict", program, "--device", device, *options]
            for options in ([], ["--host", HOST], ["--backend", "openacc", "--host", HOST]):
                yield ["overlap", program, "--device", device, *options]
        for system in listed(gpumodel, "systems"):
            yield ["predict", program, "--system", system, "--host", HOST, "--scaling"]


def run(gpumodel, question, cpu_limit):
    """Exit code, seconds of CPU, bytes of peak memory, what was said."""
    with tempfile.TemporaryFile() as said:
        def limited():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_limit, cpu_limit + 1))
        process = subprocess.Popen([gpumodel, *question, "--quiet"], stdout=said, stderr=said,
                                   preexec_fn=limited)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace")
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gpumodel", nargs="?", default=os.environ.get("GPUMODEL"))
    parser.add_argument("--cpu", type=float, default=1.0, help="seconds, at most (default 1)")
    parser.add_argument("--memory", type=float, default=100.0, help="MB, at most (default 100)")
    parser.add_argument("--sample", type=int, help="so many questions instead of all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slowest", type=int, default=10, help="of them are printed (default 10)")
    parser.add_argument("--only", help="questions that hold this text")
    asked = parser.parse_args()

    every = [q for q in questions(asked.gpumodel) if not asked.only or asked.only in " ".join(q)]
    if asked.sample and asked.sample < len(every):
        every = random.Random(asked.seed).sample(every, asked.sample)
    runs, unfit, idle, failed, beyond = [], [], [], [], []
    for question in every:
        code, cpu, memory, said = run(asked.gpumodel, question, int(10 * asked.cpu) + 5)
        runs.append((cpu, memory, question))
        if code == 3 and "error[memory-exceeded]" in said:
            unfit.append(question)
        elif any(words in said for words in IDLE):
            idle.append(question)
        elif code != 0:
            failed.append((question, f"exit code {code} {said[-300:]}"))
        if cpu > asked.cpu or memory > 1e6 * asked.memory:
            beyond.append(question)

    for question, why in failed[:10]:
        print(f"failed: {' '.join(question)}: {why}")
    print(f"{len(runs)} questions, {sum(r[0] for r in runs):.1f} s of CPU, {len(unfit)} of more memory "
          f"than the device has, {len(idle)} of options that do not apply, {len(failed)} failed, "
          f"{len(beyond)} beyond {asked.cpu:g} s or {asked.memory:g} MB")
    print(f"slowest {asked.slowest}:")
    for cpu, memory, question in sorted(runs, reverse=True)[:asked.slowest]:
        print(f"  {cpu:6.3f} s {memory / 1e6:6.1f} MB  gpumodel {' '.join(question)}")
    cpu, memory, question = max(runs, key=lambda r: r[1])
    print(f"largest:\n  {cpu:6.3f} s {memory / 1e6:6.1f} MB  gpumodel {' '.join(question)}")
    return 1 if failed or beyond else 0


if __name__ == "__main__":
    sys.exit(main())
