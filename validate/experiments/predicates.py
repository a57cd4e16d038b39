"""Which guards a compiler puts under a predicate, and which it jumps over.

    python3 validate/experiments/predicates.py > validate/experiments/predicates.sm_90.json

Compiles guards of up to 6 loads that are added up, 0 to 25 multiply-adds, and a store or a sum, with
nvcc (PATH, or CUDA_HOME/bin), and looks for jumps in the machine code: of straight code and of four
copies of an unrolled loop with loads from global memory, of a loop with loads from shared memory,
and of stores alone; and of straight code with two ways, that differ in what they compute. Prints the
most multiply-adds that go under a predicate, or null, by kind of guard. The constants most_predicated and most_predicated_with_access of models/core/constants.hpp
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
TWO_WAYS = ((0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2), (3, 3))  # loads of each
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


def way(array, loads, stores, count, step):
    values = " + ".join(f"{array}[{k} * m + i]" for k in range(loads)) or "first"
    return f"float x = {values};{step * count}" + (f" b[i + {loads} * m] = x;" if stores else " sum += x;")


def two_ways(then, otherwise, stores, multiply_adds):
    """As many instructions in either way: a maximum and a product for two multiply-adds."""
    return (f"if (i < n) {{ {way('a', then, stores, multiply_adds, ' x = x * 1.5f + 0.25f;')} }} else "
            f"{{ {way('c', otherwise, stores, multiply_adds // 2, ' x = fmaxf(x, 1.1f) * x;')} }}")


def most_under_predicate(code, name, jumps):
    """The most multiply-adds without a jump but so many of a loop."""
    under = [count for count in range(MOST_MULTIPLY_ADDS + 1)
             if machine_code.BSSY not in code[f"{name}_{count}"]
             and code[f"{name}_{count}"].count(machine_code.BRA) <= jumps]
    return max(under, default=None)


def main():
    kinds = [(place, loads, stores) for place in PLACES for loads in range(MOST_LOADS + 1)
             for stores in (0, 1)
             if loads + stores > 0 and (loads > 0 or place == "straight")]
    named = {f"{place}_{loads}_{stores}_{count}": (place, loads, stores, count)
             for place, loads, stores in kinds for count in range(MOST_MULTIPLY_ADDS + 1)}
    named |= {f"two_{then}_{otherwise}_{stores}_{count}": (then, otherwise, stores, count)
              for then, otherwise in TWO_WAYS for stores in (0, 1) for count in range(MOST_MULTIPLY_ADDS + 1)}
    code = machine_code.compiled(
        "".join(HEAD % name + (two_ways if name.startswith("two") else guard)(*kind) + TAIL
                for name, kind in named.items()), FLAGS)
    guards = [{"place": place, "loads": loads, "stores": stores,
               "most_multiply_adds": most_under_predicate(code, f"{place}_{loads}_{stores}",
                                                          2 if place == "shared" else 0)}
              for place, loads, stores in kinds]
    both = [{"then": then, "otherwise": otherwise, "stores": stores,
             "most_multiply_adds": most_under_predicate(code, f"two_{then}_{otherwise}_{stores}", 0)}
            for then, otherwise in TWO_WAYS for stores in (0, 1)]
    print(json.dumps({"compiler": machine_code.release(), "flags": FLAGS, "guards": guards,
                      "two_ways": both}, indent=1))


if __name__ == "__main__":
    main()
