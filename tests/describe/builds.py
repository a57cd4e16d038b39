#!/usr/bin/env python3
"""Options of the compiler from the compile_commands.json of a build: found above the source or named, as
a command or as arguments, and refused where it is not usable. Functions of another source beside it.

    builds.py DESCRIBE
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = """#include "width.h"
__global__ void k(float* a) { if (threadIdx.x < WIDTH && threadIdx.x < LIMIT) a[threadIdx.x] = 1; }
"""
# What is about another compiler, or another step of a build, does not reach clang.
WORDS = ["/usr/bin/nvcc", "-forward-unknown-to-host-compiler", "-gencode", "arch=compute_90,code=sm_90",
         "--expt-relaxed-constexpr", "-DLIMIT=48", "-I", "include", "-isystem=other", "-O3", "-std=c++17", "-x",
         "cu", "-c", "../src/app.cu", "-o", "app.o"]


def main():
    describe, wrong = sys.argv[1], []
    with tempfile.TemporaryDirectory() as temporary:
        top = Path(temporary)
        for folder in ("src/deep", "build/include", "build/other"):
            (top / folder).mkdir(parents=True)
        source, database = top / "src/app.cu", top / "compile_commands.json"
        source.write_text(SOURCE)
        (top / "build/include/width.h").write_text("#include <limits_of_ours.h>\n#define WIDTH n_of_build\n"
                                                   "constexpr unsigned n_of_build = 40;\n")
        (top / "build/other/limits_of_ours.h").write_text("")
        entry = {"directory": str(top / "build"), "file": "../src/app.cu"}

        def judge(name, code, part, *options, file=source):
            made = subprocess.run([describe, str(file), "--launch", "grid=[1] block=[64]", *options],
                                  capture_output=True, text=True)
            if made.returncode != code or part not in made.stdout + made.stderr:
                wrong.append(f"{name}: exit code {made.returncode}\n{made.stdout}{made.stderr}")

        judge("no build", 3, "LIMIT")
        database.write_text(json.dumps([{**entry, "arguments": WORDS}]))
        judge("arguments", 0, "thread.x < 40")
        command = " ".join(w if w != "-DLIMIT=48" else '"-DLIMIT=24"' for w in WORDS)
        database.write_text(json.dumps([{**entry, "file": "../src/other.cu"}, {**entry, "command": command}]))
        judge("a command", 0, "thread.x < 24")
        judge("one's own options stand behind", 0, "thread.x < 8", "--compile", "-ULIMIT -DLIMIT=8")
        elsewhere = top / "build/commands.json"
        database.rename(elsewhere)
        judge("another file", 0, "thread.x < 24", "--compile-commands", str(elsewhere))
        judge("no such file", 3, "no such file", "--compile-commands", str(top / "none.json"))
        database.write_text("[]")
        judge("not of this build", 3, "LIMIT")
        judge("no entry", 3, "has no compilation of", "--compile-commands", str(database))
        database.write_text("{")
        judge("no JSON", 3, "a list of compilations", "--compile-commands", str(database))
        calls, functions = top / "calls.cu", top / "functions.cu"
        database.unlink()
        calls.write_text("__device__ float part(float);\n__global__ void k(float* a) { a[threadIdx.x] = part(2); }\n")
        functions.write_text("static __device__ float half_of(float x) { return x / 2; }\n"
                             "__device__ float part(float x) { return half_of(x) + 1; }\n")
        judge("a function that is elsewhere", 3, "a call of part(float), which is not in the file", file=calls)
        judge("beside it", 0, "store: a[thread.x]", "--beside", str(functions), file=calls)
        functions.write_text("__device__ float part(float x) { return nothing(x); }\n")
        judge("no file beside", 3, "nowhere.cu: there is no such file", "--beside", "nowhere.cu", file=calls)
        judge("one that does not compile", 3, "a call of part(float)", "--beside", str(functions), file=calls)
    print("\n".join(wrong) or "options of builds and files beside")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
