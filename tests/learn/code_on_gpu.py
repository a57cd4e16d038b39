#!/usr/bin/env python3
"""Where code is run: on a GPU that the driver shows, if there is nvcc, else on the processor. Both
are played here: a driver's tool that shows a GPU, a compiler that notes what it is asked and makes a
program that ends as it is told. Where there is a real nvcc, it compiles the solutions."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

GPUMODEL = os.environ["GPUMODEL"]
DRIVER = "#!/bin/sh\necho 'GPU 0: Played GPU (UUID: GPU-1)'\n"
COMPILER = """#!/bin/sh
echo "$@" > {folder}/asked
for word; do test "$before" = -o && made=$word; before=$word; done
printf '#!/bin/sh\\necho "$1" >> {folder}/sizes\\n{program}\\n' > $made
chmod +x $made
"""
IN_CUDA = ("racks", "coalesced", "padded", "reduction", "overlap")


def learn(folder, *words):
    path = f"{folder}:{os.environ['PATH']}"
    return subprocess.run([GPUMODEL, "learn", *words], capture_output=True, text=True, timeout=250,
                          env={**os.environ, "PATH": path})


def play(folder, name, text):
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


def closes_network():
    return subprocess.run(["unshare", "--user", "--map-current-user", "--net", "true"],
                          capture_output=True, check=False).returncode == 0


def played(folder):
    source = folder / "racks.cu"
    source.write_text(learn(folder, "solution", "racks").stdout)

    def check(*words):
        (folder / "sizes").write_text("")
        done = learn(folder, "check", "racks", str(source), "--json", "-", *words)
        return done, json.loads(done.stdout) if done.stdout else {}

    play(folder, "nvcc", COMPILER.format(folder=folder, program='exit "$3"'))
    if not pathlib.Path("/proc/driver/nvidia/gpus").exists():
        done, _ = check("--on", "gpu")
        if done.returncode != 4 or "no-device" not in done.stderr:
            yield f"no GPU: {done.returncode} {done.stderr}"
    play(folder, "nvidia-smi", DRIVER)

    play(folder, "nvcc", COMPILER.format(folder=folder, program="exit 0"))
    done, answer = check()
    if done.returncode != 1 or answer["ran_on"] != "Played GPU":
        yield f"a program that ends before its judge: {done.returncode} {answer} {done.stderr}"
    elif any(run["why"] != "wrong" for run in answer["runs"]):
        yield f"wrong answers: {answer['runs']}"
    asked = (folder / "asked").read_text()
    if str(source) not in asked or "racks-judge.cu" not in asked:
        yield f"nvcc was asked for {asked}"
    sizes = [int(line) for line in (folder / "sizes").read_text().split()]
    if sizes[0] != 1000 or sizes[2] != sizes[1] + 1 or sizes[3:] != [9000, 4000000]:
        yield f"it ran at {sizes}"

    play(folder, "nvcc", COMPILER.format(folder=folder, program="kill -SEGV $$"))
    done, answer = check()
    if done.returncode != 1 or "crashed" not in answer["runs"][0]["why"]:
        yield f"a crash: {done.returncode} {answer}"

    # The judge's code, and the file that is predicted is right: as on the processor.
    play(folder, "nvcc", COMPILER.format(folder=folder, program='exit "$3"'))
    done, answer = check()
    describes = done.returncode != 4
    if describes and (done.returncode != 0 or answer["ran_on"] != "Played GPU"):
        yield f"right on a GPU: {done.returncode} {answer} {done.stderr}"
    if not describes and "right on Played GPU" not in done.stderr:
        yield f"right, but nothing predicts: {done.stderr}"
    done, answer = check("--on", "cpu")
    if describes and answer["ran_on"] != "the processor":
        yield f"--on cpu: {answer}"

    # It runs with limits, and where the system permits it nobody answers on its network.
    limits = 'test "$(ulimit -c)" = 0 && test "$(ulimit -f)" != unlimited || exit 1'
    network = 'test "$(grep -c : /proc/net/dev)" -le 1 || exit 1\n' if closes_network() else ""
    play(folder, "nvcc", COMPILER.format(folder=folder, program=network + limits + '\nexit "$3"'))
    done, answer = check()
    if describes and done.returncode != 0 or not describes and "right on Played" not in done.stderr:
        yield f"limits: {done.returncode} {answer} {done.stderr}"
    if ("runs with a network" in done.stderr) == closes_network():
        yield f"what is said of the network: {done.stderr}"

    play(folder, "nvcc", "#!/bin/sh\necho 'racks.cu(3): error: expected a \";\"' >&2\nexit 2\n")
    done, answer = check()
    if done.returncode != 3 or 'expected a ";"' not in done.stderr:
        yield f"what does not compile: {done.returncode} {done.stderr}"
    for words in (("racks", str(source), "--on", "tpu"), ("jacobi", str(source), "--on", "gpu")):
        done = learn(folder, "check", *words)
        if done.returncode != 2:
            yield f"{words}: {done.returncode}"


def compiled(folder, nvcc):
    """The judges and the solutions, by the real one."""
    sources = []
    for exercise in IN_CUDA:
        answer = json.loads(learn(folder, "show", exercise, "--json", "-").stdout)
        file = pathlib.Path(answer["inputs"]["exercise"]["file"])
        sources += [str(file.with_name(exercise + "-judge.cu")), str(folder / (exercise + ".cu"))]
        (folder / (exercise + ".cu")).write_text(learn(folder, "solution", exercise).stdout)
    done = subprocess.run([nvcc, "-std=c++17", "--threads", "0", "-c", *sources], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode != 0:
        yield f"{nvcc}: {done.stderr}"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        nvcc = shutil.which("nvcc")
        faults = (list(compiled(folder, nvcc)) if nvcc else []) + list(played(folder))
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
