"""Which guards a compiler puts under a predicate, and which it jumps over.

    python3 validate/experiments/predicates.py > validate/experiments/predicates.sm_90.json

Compiles guards of up to 6 loads that are added up, 0 to 25 multiply-adds, and a store or a sum, with
nvcc (PATH, or CUDA_HOME/bin), and looks for jumps in the machine code: of straight code and of four
copies of an unrolled loop with loads from global memory, of a loop with loads from shared memory,
and of stores alone. Prints the most multiply-adds that go under a predicate, or null, by kind of
guard. The constants most_predicated and most_predicated_with_access of models/core/constants.hpp
stand on it; tests/experiments.py compares.
"""
import json

import machine_code

MOST_LOADS, MOST_MULTIPLY_ADDS = 6, 25
FLAGS = ["-O3", "-arch=sm_90"]
HEAD = """extern "C" __global__ void %s(const float* __restrict__ a, float* __restrict__ b,
    float* __restrict__ c, int m, int n) {
  __shared__ float in[1024], out[1024];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  const float first = c[i + m];
  float sum = 0;
  in[t] = first;
"""
TAIL = "  __syncthreads();\n  c[i] = sum + first + out[t ^ 1];\n}\n"
# The condition, and what stands around it.
PLACES = {
    "straight": ("i < n", "%s"),
    "unrolled": ("i + u * 256 < n", "_Pragma(\"unroll\") for (int u = 0; u < 4; ++u) %s"),
    "shared": ("t < u", "_Pragma(\"unroll 1\") for (int u = 0; u < m; ++u)"
                        " { __syncthreads(); %s __syncthreads(); }"),
}

def guard(place, loads, stores, multiply_adds):
    index = "i + u * 256" if place == "unrolled" else "i"
    shared = place == "shared"
    values = [f"in[t + {33 * k}]" if shared else f"a[{k} * m + {index}]" for k in range(loads)]
    text = f"float x = {' + '.join(values) or 'first'};" + " x = x * 1.5f + 0.25f;" * multiply_adds
    text += (" out[t] = x;" if shared else f" b[{index}] = x;") if stores else " sum += x;"
    condition, around = PLACES[place]
    return around % f"if ({condition}) {{ {text} }}"


def main():
    kinds = [(place, loads, stores) for place in PLACES for loads in range(MOST_LOADS + 1)
             for stores in (0, 1)
             if loads + stores > 0 and (loads > 0 or place == "straight")]
    named = {f"{place}_{loads}_{stores}_{count}": (place, loads, stores, count)
             for place, loads, stores in kinds for count in range(MOST_MULTIPLY_ADDS + 1)}
    code = machine_code.compiled(
        "".join(HEAD % name + guard(*kind) + TAIL for name, kind in named.items()), FLAGS)
    guards = []
    for place, loads, stores in kinds:
        under = []
        for count in range(MOST_MULTIPLY_ADDS + 1):
            codes = code[f"{place}_{loads}_{stores}_{count}"]
            loop = 2 if place == "shared" else 0  # its test before and its jump back
            if machine_code.BSSY not in codes and codes.count(machine_code.BRA) <= loop:
                under.append(count)
        guards.append({"place": place, "loads": loads, "stores": stores,
                       "most_multiply_adds": max(under, default=None)})
    print(json.dumps({"compiler": machine_code.release(), "flags": FLAGS, "guards": guards}, indent=1))


if __name__ == "__main__":
    main()
