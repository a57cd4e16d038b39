"""Which loads of a place that no round changes a compiler moves out of a loop.

    python3 validate/experiments/moved_out.py > validate/experiments/moved_out.sm_90.json

Compiles loops with nvcc (PATH, or CUDA_HOME/bin) that load one word of the same place each round, from
global or shared memory, through pointers with and without __restrict__, beside nothing, a store to
another array or to the same, a store to shared memory, or a barrier; the loads also in straight code of
four rounds. Counts the loads that stay in the loop's machine code. models/kernel/compiler/moved_out.cpp
stands on it; tests/experiments.py compares.
"""
import itertools
import json

import machine_code

FLAGS = ["-O3", "-arch=sm_90"]
# What else a round does: in the source, and as a statement of a descriptor.
BESIDE = {"nothing": ("", None), "other": ("b[u * n + i] = v;", "store: b[u][i]"),
          "same": ("a[u * n + i + 1] = v;", "store: a[u * n + i + 1]"),
          "shared": ("r[t ^ 1] = v;", "store: r[t]"), "barrier": ("__syncthreads();", "barrier")}
FROM = {"global": "a[{d} * n + i]", "shared": "s[{d} + t]"}


def kernel(name, promised, source, beside, straight):
    promise = "__restrict__" if promised else ""
    writes = "" if beside == "same" else "const"
    load = FROM[source]
    loads = (f"_Pragma(\"unroll\") for (int d = 0; d < 4; ++d) v += x * {load.format(d='d')};" if straight
             else f"v += x * {load.format(d=0)};")
    return (f'extern "C" __global__ void {name}({writes} float* {promise} a, float* {promise} b, '
            f"const float* {promise} c, float* {promise} e, int m, int n) {{\n"
            "  __shared__ float s[1024], r[1024];\n"
            "  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;\n"
            "  s[t] = r[t] = c[i]; __syncthreads(); float v = 0;\n"
            "  _Pragma(\"unroll 1\") for (int u = 0; u < m; ++u) {\n"
            f"    const float x = c[u * n + i]; {loads} {BESIDE[beside][0]}\n"
            "  }\n  e[i] = v + r[t ^ 1];\n}\n")


def main():
    kinds = [kind for kind in itertools.product((True, False), FROM, BESIDE, (False, True))]
    names = {kind: "k" + str(number) for number, kind in enumerate(kinds)}
    code = machine_code.code("".join(kernel(names[kind], *kind) for kind in kinds), FLAGS)
    rows = []
    for kind in kinds:
        loop = max(machine_code.loops(code[names[kind]]), key=len)
        wanted = machine_code.LDS if kind[1] == "shared" else machine_code.LDG
        stay = loop.count(wanted) - (kind[1] == "global")
        rows.append(json.dumps(dict(zip(("promised", "from", "beside", "straight"), kind), stay=stay)))
    print(f'{{"compiler": "{machine_code.release()}", "flags": {json.dumps(FLAGS)}, "loops": [\n '
          + ",\n ".join(rows) + "\n]}")


if __name__ == "__main__":
    main()
