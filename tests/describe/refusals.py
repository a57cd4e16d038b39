#!/usr/bin/env python3
"""What is refused, or asked for: each with its exit code, its place in the source and its reason.

    refusals.py DESCRIBE
"""
import json
import pathlib
import subprocess
import sys
import tempfile

KERNEL = "__global__ void k(float* a, int n) {{\n  int i = threadIdx.x;\n  {}\n}}\n"
# name, text of k.cu, further options, exit code, and for one diagnostic: id, line, a part of its text
CASES = [
    ("syntax", "__global__ void k(float* a) { a[0] = b; }\n", [], 3, "source-error", 1, "'b'"),
    ("no kernel", "void f() {}\n", [], 3, "kernel-unknown", None, "has no kernel"),
    ("another kernel", KERNEL.format("a[i] = n;"), ["--kernel", "q"], 3, "kernel-unknown", None, "'q'"),
    ("inline PTX", KERNEL.format('asm volatile("bar.sync 0;");'), [], 3, "not-described", 3, "inline PTX"),
    ("recursion", "__device__ int f(int x) { return x < 2 ? 1 : x * f(x - 1) + f(x - 2); }\n"
     + KERNEL.format("a[i] = f(n);"), [], 3, "not-described", None, "recursion"),
    ("pointers in memory", "__global__ void k(float** a) { a[0][threadIdx.x] = 1; }\n", [], 3,
     "not-described", 1, "itself loaded"),
    ("a function elsewhere", "extern __device__ float f(float);\n" + KERNEL.format("a[i] = f(n);"), [],
     3, "not-described", 4, "not in the file"),
    ("a missing include", '#include "nowhere.h"\n' + KERNEL.format("a[i] = n;"), [], 6,
     "include-missing", None, "nowhere.h"),
    ("host code that does not compile", KERNEL.format("a[i] = n;") + "int main() { return nothing(); }\n",
     [], 6, "host-code", 5, "nothing"),
    ("a size is asked for", KERNEL.format("if (i < n) a[i] = n;"), ["--launch", "grid=[1] block=[64]"],
     6, "value-asked", 1, "parameter n"),
    ("the launch is asked for", KERNEL.format("if (i < n) a[i] = n;"), ["-D", "n=4"], 6, "value-asked", 1,
     "block of the launch"),
    ("data decides", KERNEL.format("if (a[i] > 0.5f) a[i] = n;"),
     ["-D", "n=4", "--launch", "grid=[1] block=[64]"], 6, "value-asked", 3, "depends on data"),
    ("a definition without value", KERNEL.format("a[i] = n;"), ["-D", "n"], 2, "usage", None, "NAME=VALUE"),
    ("another word of the launch", KERNEL.format("a[i] = n;"), ["--launch", "blocks=[3]"], 2, "usage",
     None, "'blocks'"),
]


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        source = pathlib.Path(temporary) / "k.cu"
        for name, text, options, code, kind, line, part in CASES:
            source.write_text(text)
            made = subprocess.run([sys.argv[1], str(source), "--json", *options], capture_output=True,
                                  text=True)
            found = [json.loads(l) for l in made.stderr.splitlines()]
            right = [d for d in found if d["id"] == kind and part in d["message"]
                     and (line is None or d["line"] == line)]
            if made.returncode != code or not right:
                wrong.append(f"{name}: exit code {made.returncode}\n{made.stderr}")
        missing = subprocess.run([sys.argv[1], "nowhere.cu"], capture_output=True, text=True)
        if missing.returncode != 3 or "error[file-missing]" not in missing.stderr:
            wrong.append(f"no file: {missing.stderr}")
    print("\n".join(wrong) or f"{len(CASES)} refusals")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
