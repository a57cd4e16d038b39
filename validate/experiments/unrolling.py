"""How many rounds of a loop a compiler writes out.

    python3 validate/experiments/unrolling.py > validate/experiments/unrolling.sm_90.json

Compiles loops of a constant number of rounds, of bodies of several sizes, and looks in the machine
code whether a loop is left. Of each body the record has the most rounds that leave none: of odd
numbers, which divide into no copies, and of multiples of 16. src/describe/ir/unrolling.cpp stands on
it, tests/describe/unrolling.py compares.
"""
import json

import machine_code

FLAGS = ["-O3", "-arch=sm_90"]
KERNEL = """extern "C" __global__ void {name}(const float* __restrict__ a, const double* __restrict__ d,
    float* __restrict__ out, int n, int m) {{
  extern __shared__ float s[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i, y = n;
  double v = i;
  int q = a[i];
  for (int k = 0; k < {rounds}; ++k) {{ {body} }}
  out[i] = x + y + v + q;
}}
"""
# One of each kind, and how often it stands in a body.
BODIES = {
    "multiply-add": "x = x * y + y;",
    "add": "x += y; y += x;",
    "whole": "q = q * n + m; q ^= m;",
    "row": "x += a[k * n + i + {j} * m];",
    "element": "x += a[k + {j} * 1024];",
    "strided": "x += a[i + {j} * n + k];",
    "shared": "x += s[k + {j} * 256];",
    "own shared": "x += s[threadIdx.x + k + {j} * 256];",
    "product": "x += s[k + {j} * 256] * a[k * n + i + {j} * m];",
    "double": "v += d[k * n + i + {j} * m] * v;",
    "store": "out[k * n + i + {j} * m] = x;",
    "exponential": "x += expf(a[k * n + i + {j} * m]);",
    "root": "x += sqrtf(a[k * n + i + {j} * m]);",
    "quotient": "x += y / a[k * n + i + {j} * m];",
    "barrier": "x += s[k + {j} * 256]; __syncthreads(); s[threadIdx.x] = x; __syncthreads();",
    "nested": "for (int h = 0; h < 3; ++h) x += a[(k * 3 + h) * n + i + {j} * m];",
}
OFTEN = (1, 2, 4, 8)
ODD, DIVISIBLE = range(1, 260, 2), range(16, 257, 16)


def body_of(kind, often):
    return " ".join(BODIES[kind].replace("{j}", str(j)) for j in range(often))


def is_loop_left(words):
    return any(word[0] & 0xFFF == machine_code.BRA and machine_code.jump(word) < 0 for word in words)


def most_rounds(kinds, numbers):
    """By halving, for all kinds at once: {kind: the most of these numbers that leave no loop, or 0}."""
    low, high = dict.fromkeys(kinds, -1), dict.fromkeys(kinds, len(numbers))
    while any(high[kind] - low[kind] > 1 for kind in kinds):
        tried = {kind: (low[kind] + high[kind]) // 2 for kind in kinds if high[kind] - low[kind] > 1}
        names = {f"k{at}": kind for at, kind in enumerate(tried)}
        source = "".join(KERNEL.format(name=name, rounds=numbers[tried[kind]], body=body_of(*kind))
                         for name, kind in names.items())
        for name, words in machine_code.code(source, FLAGS).items():
            kind = names[name]
            (high if is_loop_left(words) else low)[kind] = tried[kind]
    return {kind: numbers[at] if at >= 0 else 0 for kind, at in low.items()}


def main():
    kinds = [(kind, often) for kind in BODIES for often in OFTEN]
    odd, divisible = most_rounds(kinds, ODD), most_rounds(kinds, DIVISIBLE)
    loops = [{"kind": kind, "often": often, "most_odd": odd[kind, often],
              "most_divisible": divisible[kind, often]} for kind, often in kinds]
    print(json.dumps({"compiler": machine_code.release(), "flags": FLAGS, "loops": loops}, indent=1))


if __name__ == "__main__":
    main()
