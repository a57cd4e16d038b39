#!/usr/bin/env python3
"""Exercises in which code is written: the solution passes, what a student starts from and known
shortcuts fail. Needs gpumodel-describe; without it the command says what to install.

    code.py EXERCISE ...
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

GPUMODEL = os.environ["GPUMODEL"]
ENDINGS = {"columns": ".c", "jacobi": ".c"}
# What the finding says of what was handed out, where only something in it is wrong.
HANDED_OUT = {
    "coalesced": "sectors of memory",
    "padded": "turns at shared memory",
    "overlap": "with its copies",
    "columns": "sectors of memory",
    "jacobi": "none of it runs on the device",
}
EMPTY = {  # all code deleted
    "racks": "struct Rack { float a, b, c; };\nvoid double_all(Rack*, int) {}\n",
    "coalesced": "void scale_all(const double*, double*, double, int, int) {}\n",
    "padded": "void transpose_all(const float*, float*, int) {}\n",
    "reduction": "void add_all(const int*, int*, int) {}\n",
    "overlap": "#include <cstdlib>\n"
               "float* host_array(int n) { return static_cast<float*>(malloc(n * 4)); }\n"
               "void settle_all(const float*, float*, int) {}\n",
    "columns": "void scale_columns(const double* A, const double* f, double* B, int n) {}\n",
    "jacobi": "int jacobi(double* U, double* V, int n, double tol, int most) { return 0; }\n",
}
DATA = r"#pragma acc data copy\(U\[0 : n \* n\]\) create\(Unew\[0 : n \* n\]\)\n"
# What a shortcut changes in the solution (an expression), into what, and what is said of it.
SHORTCUTS = {
    "racks": [
        ("only as many as it was tried with", r"<<<blocks, threads>>>", "<<<8, threads>>>", "wrong"),
        ("the last block is forgotten", r"\(n \+ threads - 1\) / threads", "n / threads", "wrong"),
        ("a number in place of the result", r"2 \* \(racks.*?width_b\)", "1000", "wrong"),
        ("the program ends before anybody looks", r"cudaFree\(on_device\);", "exit(0);", "wrong"),
    ],
    "coalesced": [
        ("square matrices only", "column < columns", "column < rows", "wrong"),
    ],
    "padded": [
        ("whole tiles only", r"\(n \+ 31\) / 32", "n / 32", "wrong"),
        ("no barrier, and no tile", r"tile\[threadIdx.x\]\[threadIdx.y \+ k\]", "1", "wrong"),
    ],
    "reduction": [
        ("the sum of one block", r"\(n \+ 255\) / 256, 256", "1, 256", "wrong"),
    ],
    "overlap": [
        ("the last chunk is forgotten", r"k \* most < n;", "k * most + most <= n;", "wrong"),
        ("a number in place of the result", r"0.5f \* value \+ 1.0f", "2.0f", "wrong"),
        ("nothing where it is timed", "float .on_x, .on_y;", "if (n > 20000) return;\n\\g<0>",
         "did nothing on a device"),
        ("memory that the driver copies", r"cudaMallocHost\(&made, n \* sizeof\(float\)\)",
         "made = static_cast<float*>(malloc(n * sizeof(float)))", "with its copies"),
        ("chunks in one stream", "count = 4", "count = 1", "with its copies"),
    ],
    "columns": [
        ("whole vectors only", "i < n;", "i < n / 8 * 8;", "wrong"),
        ("a number in place of the result", r"A\[i \* n \+ j\] \* factors\[j\]", "1000", "wrong"),
        ("nothing where it is timed", r"int n\) \{", "\\g<0>\n  if (n > 1000) return;", "wrong"),
        ("on the host", "#pragma acc .*\n", "", "none of it runs on the device"),
        ("what is used is not brought", r", factors\[0 : n\]", "", "no data clause brings"),
        ("what is made is not copied back", r"copyout\(B", "create(B", "wrong"),
    ],
    "jacobi": [
        ("a number in place of the result", "return round;", "return 17;", "wrong"),
        ("even sizes only", "i < n - 1;", "i < n / 2 * 2 - 1;", "wrong"),
        ("no reduction", r" reduction\(max : err\)", "", "wrong"),
        ("no data", DATA, "", "no data clause brings"),
        ("data in each round", DATA + r"|parallel loop gang",
         lambda found: "" if found[0].startswith("#") else
         "parallel loop gang copy(U[0 : n * n], Unew[0 : n * n])", "with its copies"),
        ("the second nest on the host", "#pragma acc (parallel loop gang|loop vector)\n", "", "wrong"),
        ("what was made is not copied back", r"data copy\(", "data copyin(", "wrong"),
        ("nobody waits", "loop gang reduction", "loop gang async(1) reduction", "wrong"),
        ("a lane for each row", "#pragma acc loop vector.*\n", "", "sectors of memory"),
        ("kernels, which GCC does in one lane", "parallel loop", "kernels loop", "its kernels would take"),
    ],
}
# As good as the solution, in another way.
OTHERS = {
    "overlap": [("other chunks", "chunks = 16, count = 4", "chunks = 32, count = 3")],
    "jacobi": [("present", "loop gang", "loop gang present(U[0 : n * n], Unew[0 : n * n])")],
}


def learn(*words):
    return subprocess.run([GPUMODEL, "learn", *words], capture_output=True, text=True, timeout=250)


def check(exercise, text, folder):
    source = folder / (exercise + ENDINGS.get(exercise, ".cu"))
    source.write_text(text)
    done = learn("check", exercise, str(source), "--on", "cpu", "--json", "-")
    return done.returncode, json.loads(done.stdout) if done.stdout else {}, done.stderr


def tries(exercise, solution, skeleton):
    """(what, text, what is said of it; nothing: it is right)"""
    yield "as it was handed out", skeleton, HANDED_OUT.get(exercise, "")
    yield "all code deleted", EMPTY[exercise], ""
    for what, old, new, said in SHORTCUTS[exercise]:
        yield what, re.sub(old, new, solution), said
    for what, old, new in OTHERS.get(exercise, []):
        yield what, solution.replace(old, new), None
    yield "its solution", solution, None


def faults_of(exercise, folder):
    solution = learn("solution", exercise).stdout
    skeleton = learn("skeleton", exercise).stdout
    if "//{" in solution + skeleton or "//-" in solution + skeleton:
        yield f"{exercise}: marks are left"
    for what, text, said in tries(exercise, solution, skeleton):
        if text == solution and what != "its solution":
            yield f"{exercise}, {what}: the solution has nothing to change"
        code, answer, err = check(exercise, text, folder)
        reasons = [run["why"] or "right" for run in answer.get("runs", [])]
        reasons += answer.get("findings", [])
        print(f"{exercise}, {what}: {', '.join(reasons)}")
        right = said is None
        if code != (0 if right else 1) or answer.get("right") is not right:
            yield f"{exercise}, {what}: {code} {reasons} {err}"
        elif not right and not any(said in reason for reason in reasons):
            yield f"{exercise}, {what}: {reasons} do not say '{said}'"


def main():
    if not pathlib.Path(GPUMODEL).with_name("gpumodel-describe").exists():
        if shutil.which("gpumodel-describe") is None:
            done = learn("check", "racks", __file__.replace("code.py", "learn_test.cpp"), "--on", "cpu")
            print(done.stderr)
            return 77 if done.returncode == 4 else 1
    with tempfile.TemporaryDirectory() as name:
        faults = [fault for exercise in sys.argv[1:]
                  for fault in faults_of(exercise, pathlib.Path(name))]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
