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
    ("a kernel beside one that does not compile", KERNEL.format("a[i] = n;")
     + "__global__ void wrong(float* a) { a[0] = nothing; }\n", [], 3, "source-error", 5, "nothing"),
    ("a device function that does not compile", "__device__ float f(float x) { return nothing; }\n"
     + KERNEL.format("a[i] = f(n);"), [], 3, "not-described", 4, "does not compile: use of undeclared"),
    ("a barrier of the grid", "#include <cooperative_groups.h>\n"
     + KERNEL.format("a[i] = n; cooperative_groups::this_grid().sync(); a[i] += 1;"), [], 3,
     "not-described", 4, "barrier of the whole grid"),
    ("a launch by the device", "__global__ void inner(float* a) { a[0] = 1; }\n"
     + KERNEL.format("inner<<<1, 1>>>(a);"), ["--kernel", "k"], 3, "not-described", 4, "launches a kernel"),
    ("random numbers of a library", "#include <curand_kernel.h>\n"
     "__global__ void k(float* a, curandState* s) {\n  a[0] = curand_uniform(s);\n}\n", [], 3,
     "not-described", 3, "library call, not predicted: float curand_uniform"),
    ("a library on the host", "#include <cublas_v2.h>\n" + KERNEL.format("a[i] = n;")
     + "void f(float* a) {\n  cublasHandle_t handle;\n  cublasSscal(handle, 4, a,\n    a, 1);\n}\n", [], 6,
     "library-call", 8, "cublasSscal(handle, 4, a, a, 1)"),
    ("a library of templates on the host", "#include <thrust/sort.h>\n" + KERNEL.format("a[i] = n;")
     + "void f(float* a) { thrust::sort(a, a + 4); }\n", [], 6, "library-call", 6, "thrust::sort(a, a + 4)"),
    ("a library on the device", "#include <cub/cub.cuh>\n"
     + KERNEL.format("typedef cub::BlockReduce<float, 64> R; a[i] = R().Sum(n);"), [], 3, "library-call", 4,
     "cub::BlockReduce<float, 64>"),
    ("a texture out of memory", "__global__ void k(float* a, cudaTextureObject_t* t) {\n"
     "  a[0] = tex2D<float>(t[threadIdx.x], 1, 2);\n}\n", [], 3, "not-described", 2, "texture"),
    ("pointers exchanged, then used", "__global__ void k(float* a, float* b, int n) {\n"
     "  for (int r = 0; r < n; ++r) { a[r] = 1; float* c = a; a = b; b = c; }\n  a[0] = 2;\n}\n", [], 3,
     "not-described", 3, "loaded or chosen"),
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
