#!/usr/bin/env python3
"""What is refused, or asked for: each with its exit code, its place in the source and its reason.

    refusals.py DESCRIBE                                             with GPUMODEL the program
"""
import json
import os
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
    ("a list by pointers", "struct N { N* next; float v; };\n__global__ void k(N* a, float* s) {\n"
     "  float sum = 0;\n  for (N* p = a; p; p = p->next) sum += p->v;\n  *s = sum;\n}\n", [], 3,
     "not-described", 4, "itself loaded"),
    ("a function elsewhere", "extern __device__ float f(float);\n" + KERNEL.format("a[i] = f(n);"), [],
     3, "not-described", 4, "not in the file"),
    ("a missing include", '#include "nowhere.h"\n' + KERNEL.format("a[i] = n;"), [], 6,
     "include-missing", None, "nowhere.h"),
    ("a missing include that a kernel needs", '#include "nowhere.h"\n' + KERNEL.format("a[i] = nowhere(n);"),
     [], 3, "include-missing", None, "nowhere.h"),
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
    ("no number", KERNEL.format('a[i] = nanf("") + n;'), [], 6, "value-asked", None, "n"),
    ("random numbers of a library", "#include <curand_kernel.h>\n"
     "__global__ void k(unsigned* a, curandState* s) {\n  a[0] = curand_poisson(s, 2.);\n}\n", [], 3,
     "not-described", 3, "library call, not predicted: unsigned int curand_poisson"),
    ("another generator", "#include <curand_kernel.h>\n"
     "__global__ void k(float* a, curandStateMRG32k3a_t* s) {\n  a[0] = curand_uniform(s);\n}\n", [], 3, "not-described",
     3, "library call, not predicted: curand_uniform"),
    ("a library on the host", "#include <cublas_v2.h>\n" + KERNEL.format("a[i] = n;")
     + "void f(float* a) {\n  cublasHandle_t handle;\n  cublasSscal(handle, 4, a,\n    a, 1);\n}\n", [], 6,
     "library-call", 8, "cublasSscal(handle, 4, a, a, 1)"),
    ("a library of templates on the host", "#include <thrust/sort.h>\n" + KERNEL.format("a[i] = n;")
     + "void f(float* a) { thrust::sort(a, a + 4); }\n", [], 6, "library-call", 6, "thrust::sort(a, a + 4)"),
    ("a library in a lambda of the host", "#include <functional>\n#include <thrust/sort.h>\n"
     + KERNEL.format("a[i] = n;") + "void each(std::function<void(int)> f);\nvoid f(float* a) {\n"
     "  each([&](int) { thrust::sort(a, a + 4); });\n  each([&](int n) { a[n] = 1; });\n}\n", [], 6,
     "library-call", 9, "thrust::sort(a, a + 4)"),
    ("the runtime in a kernel", KERNEL.format("cudaStream_t s; cudaStreamCreateWithFlags(&s, 1); a[i] = n;"),
     [], 3, "not-described", 3, "calls the runtime itself"),
    ("a macro of a build", KERNEL.format("a[i] = BLOCK_SIZE;"), [], 3, "source-error", 3, "BLOCK_SIZE"),
    ("a library on the device", "#include <cub/cub.cuh>\n"
     + KERNEL.format("typedef cub::BlockRadixSort<float, 64, 1> S; __shared__ S::TempStorage t; float k[1] = {a[i]};"
                     " S(t).Sort(k); a[i] = k[0];"), [], 3, "not-described", 4,
     "library call, not predicted: cub::BlockRadixSort<float, 64"),
    ("a texture out of memory", "__global__ void k(float* a, cudaTextureObject_t* t) {\n"
     "  a[0] = tex2D<float>(t[threadIdx.x], 1, 2);\n}\n", [], 3, "not-described", 2, "texture"),
    ("pointers exchanged, then used", "__global__ void k(float* a, float* b, int n) {\n"
     "  while (b[0] < n) { a[0] = 1; float* c = a; a = b; b = c; }\n  a[0] = 2;\n}\n", [], 3,
     "not-described", 3, "loaded or chosen"),
    ("a size is asked for", KERNEL.format("if (i < n) a[i] = n;"), ["--launch", "grid=[1] block=[64]"],
     6, "value-asked", 1, "parameter n"),
    ("fragments of half a byte", "#include <mma.h>\n" + KERNEL.format(
        "using namespace nvcuda::wmma; fragment<matrix_a, 8, 8, 32, precision::u4, row_major> f;"
        " load_matrix_sync(f, a, 32); a[i] = f.x[0];"), [], 3, "not-described", None, "precision::u4"),
    ("the launch is asked for", KERNEL.format("if (i < n) a[i] = n;"), ["-D", "n=4"], 6, "value-asked", 1,
     "block of the launch"),
    ("data decides", KERNEL.format("if (a[i] > 0.5f) a[i] = n;"),
     ["-D", "n=4", "--launch", "grid=[1] block=[64]"], 6, "value-asked", 3, "depends on data"),
    ("a definition without value", KERNEL.format("a[i] = n;"), ["-D", "n"], 2, "usage", None, "NAME=VALUE"),
    ("another word of the launch", KERNEL.format("a[i] = n;"), ["--launch", "blocks=[3]"], 2, "usage",
     None, "'blocks'"),
]
LOOP = "void f(int n, float* a, float* b) {{\n{}  for (int i = 0; i < n; ++i) {}\n}}\n"
ACC = "#pragma acc parallel loop {}\n"
# The same of k.c.
REGIONS = [
    ("no loop over an array", "int f(int n) { return n; }\n", [], 3, "kernel-unknown", None,
     "no loop that stores"),
    ("another region", LOOP.format(ACC.format(""), "a[i] = 1;"), ["--kernel", "g"], 3, "kernel-unknown",
     None, "'g'"),
    ("a region that does not compile", LOOP.format(ACC.format(""), "a[i] = c;"), [], 3, "source-error", 3,
     "'c'"),
    ("a header that is not there", "#include \"sizes.h\"\n" + LOOP.format(ACC.format(""), "a[i] = SIZE;"), [], 3,
     "include-missing", None, "sizes.h"),
    ("a region that needs what does not compile", "void f(int n, float* a) {\n  unknown_t m = NOBODY;\n"
     + ACC.format("") + "  for (int i = 0; i < m; ++i) a[i] = 1;\n}\n", [], 3, "source-error", 2, "unknown_t"),
    ("a statement that does not compile", "void f(int n, float* a) {\n  n = SIZE_OF_BUILD;\n"
     + ACC.format("") + "  for (int i = 0; i < n; ++i) a[i] = 1;\n}\n", [], 6, "source-error", 2, "left out"),
    ("a function that does not compile", "float g(float x) { return x * SCALE_OF_BUILD; }\n"
     + LOOP.format(ACC.format(""), "a[i] = g(b[i]);"), [], 3, "not-described", 4, "a call of g"),
    ("tiles of any size", LOOP.format(ACC.format("tile(*)"), "a[i] = 1;"), [], 3, "not-described", 2, "tile"),
    ("dealt rounds", LOOP.format(ACC.format("gang(static:4)"), "a[i] = 1;"), [], 3, "not-described", 2,
     "gang(static)"),
    ("a size that is no number", LOOP.format(ACC.format("vector_length(a[0])"), "a[i] = 1;"), [], 3,
     "not-described", 2, "vector_length"),
    ("fewer loops than collapse says", LOOP.format(ACC.format("collapse(2)"), "a[i] = 1;"), [], 3,
     "not-described", 2, "collapse"),
    ("statements between the loops", LOOP.format(ACC.format("gang"), "{\n    float s = 0;\n"
     "#pragma acc loop worker reduction(+ : s)\n    for (int j = 0; j < n; ++j) s += b[j];\n"
     "    a[i] = s;\n  }"), [], 3, "not-described", 5, "statements stand between"),
    ("several nests, rounds shared out to nobody", "void f(int n, float* a) {\n#pragma acc parallel\n  {\n"
     "    for (int i = 0; i < n; ++i) a[i] = 1;\n    for (int i = 0; i < n; ++i) a[i] = 2;\n  }\n}\n",
     [], 3, "not-described", 2, "more than one loop nest"),
    ("a region without a loop that counts", "void f(float* a) {\n#pragma acc parallel\n"
     "  { while (a[0] > 1) a[0] /= 2; }\n}\n", [], 3, "not-described", 2, "without a loop"),
    ("a region around several nests of a function", "void g(int n, float* a) {\n"
     "  for (int i = 0; i < n; ++i) a[i] = 1;\n  for (int i = 0; i < n; ++i) a[i] = 2;\n}\n"
     "void f(int n, float* a) {\n#pragma acc kernels\n  g(n, a);\n}\n", [], 3, "not-described", 6,
     "several loop nests"),
    ("lanes in a function elsewhere", "#pragma acc routine vector\nvoid row(int n, float* a);\n"
     "void f(int n, float* a) {\n#pragma acc parallel loop gang\n"
     "  for (int i = 0; i < n; ++i) row(n, a + i * n);\n}\n", [], 3, "not-described", 5,
     "a call of row, whose loops are shared out to lanes, in another file"),
    ("a loop that counts down", "void f(int n, float* a) {\n#pragma acc parallel loop\n"
     "  for (int i = n; i > 0; --i) a[i] = 1;\n}\n", [], 3, "not-described", 3, "not known"),
    ("rounds that depend on data", LOOP.format(ACC.format("gang"), "\n#pragma acc loop vector\n"
     "    for (int j = 0; j < b[i]; ++j) a[i * n + j] = 1;"), [], 6, "value-asked", 5, "how many rounds"),
    ("a second counter", LOOP.format(ACC.format(""), "{\n    *a++ = b[i];\n  }"), [], 3, "not-described",
     3, "counts beside"),
    ("rounds that store to one element", LOOP.format("", "a[n] += b[i];"), [], 3, "not-described", 2,
     "same elements"),
    ("a call", "int g(int);\n" + LOOP.format(ACC.format(""), "a[i] = g(i);"), [], 3, "not-described", 4,
     "a call of g"),
    ("the size of the loop", LOOP.format(ACC.format(""), "a[i] = b[i];"), [], 6, "value-asked", 2,
     "parameter n"),
    ("a schedule of another loop", LOOP.format("", "a[i] = b[i];"),
     ["--launch", "schedule={j: gang}"], 2, "usage", None, "j: gang"),
    ("too many loops for a grid", "float t[4][4][4][4];\nvoid g(int n) {\n  for (int i = 0; i < n; ++i) for (int j = 0; j < n; ++j)\n"
     "    for (int k = 0; k < n; ++k) for (int l = 0; l < n; ++l) t[i][j][k][l] = 1;\n}\n",
     ["--launch", "block=[32]", "-D", "n=4"], 3, "not-described", 3, "4 loops"),
]

SEVERAL = ("__global__ void k(float* a) { a[threadIdx.x] = 1; }\n__global__ void k(int* a, int n) { a[n] = 1; }\n"
           "__global__ void q(int* a) { a[threadIdx.x] = 1; }\n")
WIDE = "__global__ void k(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
LAUNCHED = WIDE + "void f(float* a) {\n  k<<<1, 2048>>>(a);\n}\n"
# Of `gpumodel predict k.cu`: name, text, options, exit code, what standard error says.
PREDICTED = [
    ("several kernels", SEVERAL, [], 2, ["error[usage]", "has 3 kernels", "k(float *a)", "k(int *a, int n)", "q(int *a)"]),
    ("several of a name", SEVERAL, ["--kernel", "k"], 2, ["'k' names 2 kernels", "k(float *a)", "k(int *a, int n)"]),
    ("one of a name", SEVERAL, ["--kernel", "k(float *a)", "--launch", "grid=[1] block=[64]"], 0, []),
    ("no such kernel", SEVERAL, ["--kernel", "r"], 3, ["error[kernel-unknown]", "'r'", "q(int *a)"]),
    ("a block too large", LAUNCHED, [], 3, ["expected at most 1024, this is 2048", "k.cu:3:3"]),
    ("shared memory too large", WIDE, ["--launch", "grid=[1] block=[64] shared=1Mi"], 3,
     ["launch-impossible", "1024 KiB of shared memory per block: at most 227 KiB"]),
    ("no source", None, [], 3, ["error[file-missing]"]),
]


# And of `gpumodel predict k.c`.
OPENACC = "int main(void) {\n  static float a[64];\n#pragma acc parallel loop\n" \
    "  for (int i = 0; i < 64; ++i) a[i] = 1;\n}\n"
PREDICTED_C = [
    ("an application in OpenACC", OPENACC, [], 0, ["1 launch of regions"]),
    ("a region of it", OPENACC, ["--kernel", "main"], 0, []),
]


def predicted(folder):
    """What is wrong with the answers to sources that are predicted."""
    cases = [("k.cu", *case) for case in PREDICTED] + [("k.c", *case) for case in PREDICTED_C]
    for file, name, text, options, code, words in cases:
        source = pathlib.Path(folder) / file
        source.unlink(missing_ok=True)
        if text is not None:
            source.write_text(text)
        made = subprocess.run([os.environ["GPUMODEL"], "predict", str(source), "--device", "h200", *options],
                              capture_output=True, text=True,
                              env={**os.environ, "GPUMODEL_RUNNER_PATH": str(pathlib.Path(sys.argv[1]).parent)})
        if made.returncode != code or any(word not in made.stderr for word in words):
            yield f"{name}: exit code {made.returncode}\n{made.stderr}"


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        cases = [("k.cu", *case) for case in CASES] + [("k.c", *case) for case in REGIONS]
        for file, name, text, options, code, kind, line, part in cases:
            source = pathlib.Path(temporary) / file
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
        wrong += predicted(temporary)
    print("\n".join(wrong) or f"{len(cases) + len(PREDICTED) + len(PREDICTED_C)} refusals")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
