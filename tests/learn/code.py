#!/usr/bin/env python3
"""Exercises in which code is written: the solution passes, what a student starts from and known
shortcuts fail. Needs gpumodel-describe; without it the command says what to install."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

GPUMODEL = os.environ["GPUMODEL"]
# What the text of the finding says where only the way to memory is wrong.
HANDED_OUT = {"coalesced": "sectors of memory", "padded": "turns at shared memory"}
EMPTY = {  # all code deleted
    "racks": "struct Rack { float a, b, c; };\nvoid double_all(Rack*, int) {}\n",
    "coalesced": "void scale_all(const double*, double*, double, int, int) {}\n",
    "padded": "void transpose_all(const float*, float*, int) {}\n",
    "reduction": "void add_all(const int*, int*, int) {}\n",
}
# (what a shortcut changes in the solution, into what)
SHORTCUTS = {
    "racks": [
        ("only as many as it was tried with", "double_widths<<<blocks, threads>>>(on_device, n)",
         "double_widths<<<8, threads>>>(on_device, n)"),
        ("the last block is forgotten", "(n + threads - 1) / threads", "n / threads"),
        ("a number in place of the result", "2 * (racks[i].width_a + racks[i].width_b)", "1000"),
        ("the program ends before anybody looks", "cudaFree(on_device);",
         "cudaFree(on_device);\n  exit(0);"),
    ],
    "coalesced": [
        ("square matrices only", "row < rows && column < columns", "row < rows && column < rows"),
    ],
    "padded": [
        ("whole tiles only", "(n + 31) / 32", "n / 32"),
        ("no barrier, and no tile", "tile[threadIdx.x][threadIdx.y + k]", "1"),
    ],
    "reduction": [
        ("the sum of one block", "(n + 255) / 256, 256", "1, 256"),
    ],
}


def learn(*words):
    return subprocess.run([GPUMODEL, "learn", *words], capture_output=True, text=True, timeout=250)


def check(exercise, text, folder):
    source = folder / f"{exercise}.cu"
    source.write_text(text)
    done = learn("check", exercise, str(source), "--json", "-")
    return done.returncode, json.loads(done.stdout) if done.stdout else {}, done.stderr


def main():
    faults = []
    if not pathlib.Path(GPUMODEL).with_name("gpumodel-describe").exists():
        if shutil.which("gpumodel-describe") is None:
            done = learn("check", "racks", __file__.replace("code.py", "learn_test.cpp"))
            print(done.stderr)
            return 77 if done.returncode == 4 else 1
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for exercise, empty in EMPTY.items():
            solution = learn("solution", exercise).stdout
            skeleton = learn("skeleton", exercise).stdout
            if "//{" in solution + skeleton or "//-" in solution + skeleton:
                faults.append(f"{exercise}: marks are left")
            code, answer, err = check(exercise, solution, folder)
            if code != 0 or not answer.get("right"):
                faults.append(f"{exercise}: its solution fails: {code} {answer} {err}")
            tries = [("as it was handed out", skeleton), ("all code deleted", empty)]
            for what, old, new in SHORTCUTS[exercise]:
                if old not in solution:
                    faults.append(f"{exercise}: '{old}' is not in the solution")
                tries.append((what, solution.replace(old, new)))
            for what, text in tries:
                code, answer, err = check(exercise, text, folder)
                if code != 1 or answer.get("right") is not False:
                    faults.append(f"{exercise}, {what}: {code} {answer.get('findings')} {err}")
                elif text == skeleton and HANDED_OUT.get(exercise, "") not in str(answer["findings"]):
                    faults.append(f"{exercise}: {answer['findings']} does not say why")
                else:
                    runs = [run["why"] or "right" for run in answer["runs"]]
                    print(f"{exercise}, {what}: {', '.join(runs)} {answer['findings']}")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
