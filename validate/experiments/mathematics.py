#!/usr/bin/env python3
"""How many instructions mathematical functions take, as a GPU executes them for usual arguments.

    mathematics.py kernels > mathematics.cu      a kernel for each function, of floats and doubles
    mathematics.py record COUNTS > RECORD        what applications/count.cpp has written of them

One block of 32 warps computes a function of numbers from 0.25 to 0.95, of some of a multiple of them. COUNTS
is of `GPUMODEL_METRICS=smsp__inst_executed.sum,smsp__inst_executed_pipe_fp64.sum,smsp__inst_executed_pipe_xu.sum`.
RECORD says what a warp executes more than for a copy: all, of the unit of FP64, of that of special functions.
tests/describe/mathematics.py compares what gpumodel-describe makes of these kernels.
"""
import json
import re
import sys

WARPS = 32
ONE = ("sqrt rsqrt cbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos sinpi cospi tan asin acos atan sinh cosh"
       " tanh erf erfc asinh acosh atanh erfcx erfinv erfcinv normcdf normcdfinv lgamma tgamma rcbrt j0 j1 y0 y1"
       " floor ceil trunc rint logb").split()
TWO = "pow fmod hypot atan2 remainder fmax fmin fdim rhypot".split()
ARGUMENTS = {**dict.fromkeys("sin cos tan floor ceil trunc rint".split(), "v * 10"), "acosh": "v + 1", "exp": "v * 4",
             **dict.fromkeys(("lgamma", "tgamma"), "v * 3 + 1"), **dict.fromkeys("j0 j1 y0 y1".split(), "v * 6")}
FAST = {"__sinf": "v", "__expf": "v", "__logf": "v", "__tanf": "v", "__powf": "v, v", "__fdividef": "v, v + 1"}
WHOLE = {"quotient": "/ 7", "rest": "% 7", "quotient_of_power": "/ 8", "rest_of_power": "% 256"}


def kernels():
    """(name, type, what is computed of v)."""
    for number, suffix in (("float", "f"), ("double", "")):
        yield "copy", number, "v"
        for name in ONE:
            yield name, number, f"{name}{suffix}({ARGUMENTS.get(name, 'v')})"
        for name in TWO:
            yield name, number, f"{name}{suffix}(v * 9, v + 1)"
        yield "pow_of_constant", number, f"pow{suffix}(v, ({number})1.7)"
    for name, arguments in FAST.items():
        yield name.strip("_"), "float", f"{name}({arguments})"
    for number in ("int", "long"):
        yield "copy", number, "v"
        for name, operation in WHOLE.items():
            yield name, number, f"v {operation}"


def text():
    lines, launches = ["#include <cuda_runtime.h>", ""], []
    for name, number, computed in kernels():
        if number in ("float", "double"):  # numbers of the type
            computed = re.sub(r"(?<![\w.)])(\d+)(?![\w.])", rf"({number})\1", computed)
        lines.append(f'extern "C" __global__ void {name}_{number}({number}* y, const {number}* x) {{\n'
                     f"  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  const {number} v = x[i];\n"
                     f"  y[i] = {computed};\n}}")
        launches.append(f"  {name}_{number}<<<1, {32 * WARPS}>>>(({number}*)y, ({number}*)x);")
    return "\n".join([*lines, """
template <class T>
__global__ void fill(T* x) {
  x[threadIdx.x] = T(0.25) + T(0.7) * T(threadIdx.x) / T(1024);
}
template <class T>
__global__ void count(T* x) {
  x[threadIdx.x] = T(1000) * T(threadIdx.x) - T(5000);
}

int main() {
  void *x, *y;
  cudaMalloc(&x, 8192);
  cudaMalloc(&y, 8192);""", *filled(launches), "  return cudaDeviceSynchronize();", "}", ""])


def filled(launches):
    """Behind a launch that fills x for their type."""
    before = None
    for launch in launches:
        number = re.search(r"\((\w+)\*\)y", launch)[1]
        if number != before:
            yield f"  {'fill' if number in ('float', 'double') else 'count'}<<<1, 1024>>>(({number}*)x);"
        before = number
        yield launch


def record(path):
    counted = {}
    for line in open(path):
        row = json.loads(line)
        counted.setdefault(row["kernel"], row["counted"])
    points = []
    for name, number, _ in kernels():
        if name == "copy":
            before = counted[f"copy_{number}"]
            continue
        here = counted[f"{name}_{number}"]
        more = {key: round((here[f"smsp__inst_executed{of}.sum"] - before[f"smsp__inst_executed{of}.sum"]) / WARPS, 1)
                for key, of in (("executed", ""), ("fp64", "_pipe_fp64"), ("special", "_pipe_xu"))}
        points.append({"function": name, "type": number, **more})
    return "{\"points\": [\n" + ",\n".join(" " + json.dumps(point) for point in points) + "\n]}"


if __name__ == "__main__":
    if sys.argv[1:] == ["kernels"]:
        print(text(), end="")
    elif len(sys.argv) == 3 and sys.argv[1] == "record":
        print(record(sys.argv[2]))
    else:
        sys.exit(__doc__)
