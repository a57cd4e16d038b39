"""Over which stores a compiler moves loads.

    python3 validate/experiments/aliasing.py > validate/experiments/aliasing.sm_90.json

Compiles loops and straight code that store and load in turn, with and without `__restrict__`, with
nvcc (PATH, or CUDA_HOME/bin), and prints the order of loads (L; l from shared memory) and stores (S,
s) in the machine code, barriers as |, jumps left out. Beside each stands the thread program that says
the same: tests/experiments.py counts how often the model lets a warp wait for it. The rules of
models/analysis/path/held_back.hpp stand on it.
"""
import json

import machine_code

FLAGS = ["-O3", "-arch=sm_90"]
LETTERS = {machine_code.LDG: "L", machine_code.STG: "S", machine_code.LDS: "l",
           machine_code.STS: "s", machine_code.STS_CONSTANT: "s", machine_code.BAR: "|"}
POINTERS = {
    "plain": ("float* a, float* b", {}),
    "store": ("float* a, float* __restrict__ b", {"b": "restrict: true"}),
    "load": ("float* __restrict__ a, float* b", {"a": "restrict: true"}),
    "const": ("const float* a, float* b", {}),
    "read_only": ("const float* __restrict__ a, float* b", {"a": "path: read_only"}),
}
# Rounds of a loop that is unrolled as a whole, so that all of it is one stretch of code.
ROUNDS = '_Pragma("unroll") for (int u = 0; u < 4; ++u) '
# CUDA, and the thread program.
CODE = {
    "two arrays, rounds a number apart": (
        ROUNDS + "b[i + u * 256] = a[i + u * 256] * 2.f;",
        ["load: a[i + u * 256]", "store: b[i + u * 256]"]),
    "two arrays, rounds an argument apart": (
        ROUNDS + "b[i + u * m] = a[i + u * m] * 2.f;",
        ["load: a[i + u * m]", "store: b[i + u * m]"]),
    "one array, rounds a number apart": (
        ROUNDS + "b[i + u * 256] = b[i + u * 256] * 2.f;",
        ["load: b[i + u * 256]", "store: b[i + u * 256]"]),
    "one array, rounds an argument apart": (
        ROUNDS + "b[i + u * m] = b[i + u * m] * 2.f;",
        ["load: b[i + u * m]", "store: b[i + u * m]"]),
    "one array, from elsewhere": (
        ROUNDS + "b[i + u * 256] = b[m + i + u * 256] * 2.f;",
        ["load: b[m + i + u * 256]", "store: b[i + u * 256]"]),
    "shared to global": (
        "s[t] = i; __syncthreads(); " + ROUNDS + "b[i + u * 256] = s[t ^ (u + 1)] * 2.f;",
        ["load: s[255 - t]", "store: b[i + u * 256]"]),
    "global to shared": (
        ROUNDS + "s[t * 4 + u] = a[i + u * m] * 2.f; __syncthreads(); b[i] = s[t];",
        ["load: a[i + u * m]", "store: s[t * 4 + u]"]),
    "shared to shared": (
        "s[t] = i; __syncthreads(); " + ROUNDS + "r[t + u] = s[t ^ (u + 1)] * 2.f;"
        " __syncthreads(); b[i] = r[t];",
        ["load: s[255 - t]", "store: r[t + u]"]),
}


def main():
    named = {f"k{c}_{p}": (code, pointers) for c, code in enumerate(CODE)
             for p, pointers in enumerate(POINTERS)}
    source = "".join(
        f'extern "C" __global__ void {name}({POINTERS[pointers][0]}, int m, int n) {{'
        " __shared__ float s[2048], r[2048]; const int t = threadIdx.x;"
        f" const int i = blockIdx.x * blockDim.x + t; {CODE[code][0]} }}\n"
        for name, (code, pointers) in named.items())
    opcodes = machine_code.compiled(source, FLAGS)
    kinds = []
    for name, (code, pointers) in named.items():
        order = "".join(LETTERS.get(each, "") for each in opcodes[name])
        kinds.append({"code": code, "pointers": pointers, "promised": POINTERS[pointers][1],
                      "body": CODE[code][1], "order": order})
    print(json.dumps({"compiler": machine_code.release(), "flags": FLAGS, "kinds": kinds}, indent=1))


if __name__ == "__main__":
    main()
