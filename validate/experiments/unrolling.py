"""How many rounds of a loop a compiler writes out.

    python3 validate/experiments/unrolling.py > validate/experiments/unrolling.sm_90.json

Compiles loops of a constant number of rounds, of bodies of several sizes, and looks in the machine
code whether a loop is left. Of each body the record has the most rounds that leave none: of odd
numbers, which divide into no copies, and of multiples of 16. Of loops whose rounds come from an
argument, with one function of the mathematics library in a round, it has how often a round is copied,
and the most additions beside the function that leave as many copies, or 4 where there are more.
src/describe/ir/unrolling.cpp and nvcc_length.cpp stand on it, tests/describe/unrolling.py compares.
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
OPEN = """extern "C" __global__ void {name}(const {scalar}* __restrict__ a, {scalar}* __restrict__ out,
    int n, int m) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  {scalar} x = i;
  for (int k = 0; k < n; ++k) {{
    const {scalar} v = a[k * m + i];
    {additions}
    out[k * m + i] = {call};
  }}
  out[i] = x;
}}
"""
OF_ONE = ("acos asin atan cbrt cos cosh cospi erf erfc exp exp10 exp2 expm1 log log10 log1p log2 rsqrt sin "
          "sinh sinpi sqrt tan tanh").split()
OF_TWO = ("atan2", "fmod", "hypot", "pow")
CALLS = {"none": "v", "quotient": "x / v", "reciprocal": "1 / v", **{name: name + "{f}(v)" for name in OF_ONE},
         **{name: name + "{f}(v, x)" for name in OF_TWO}}
SCALARS = {"float": "f", "double": ""}
MOST_ADDITIONS = 100
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


def open_loop(name, function, scalar, additions):
    return OPEN.format(name=name, scalar=scalar, additions="x = x + v; " * additions,
                       call=CALLS[function].replace("{f}", SCALARS[scalar]))


def copies(words):
    """Of a round, which stores once, in the loop that has most."""
    found = [0]
    for at, word in enumerate(words):
        if word[0] & 0xFFF == machine_code.BRA and machine_code.jump(word) < 0:
            start = at + 1 + machine_code.jump(word) * 4 // 16
            found.append(sum(low & 0xFFF == machine_code.STG for low, _ in words[start:at + 1]))
    return max(found)


def copies_of(additions):
    """{(function, scalar): copies} beside so many additions."""
    names = {f"k{at}": key for at, key in enumerate(additions)}
    source = "".join(open_loop(name, *key, additions[key]) for name, key in names.items())
    return {names[name]: copies(words) for name, words in machine_code.code(source, FLAGS).items()}


def functions():
    keys = [(function, scalar) for scalar in SCALARS for function in CALLS]
    alone = copies_of(dict.fromkeys(keys, 0))
    low, high = dict.fromkeys(keys, 0), dict.fromkeys(keys, MOST_ADDITIONS)
    while tried := [key for key in keys if alone[key] > 1 and high[key] - low[key] > 1]:
        middle = {key: (low[key] + high[key]) // 2 for key in tried}
        for key, found in copies_of(middle).items():
            (low if found >= min(alone[key], 4) else high)[key] = middle[key]
    return [{"function": function, "type": scalar, "copies": alone[function, scalar],
             "most_additions": low[function, scalar]} for function, scalar in keys]


def main():
    kinds = [(kind, often) for kind in BODIES for often in OFTEN]
    odd, divisible = most_rounds(kinds, ODD), most_rounds(kinds, DIVISIBLE)
    loops = [{"kind": kind, "often": often, "most_odd": odd[kind, often],
              "most_divisible": divisible[kind, often]} for kind, often in kinds]
    print(json.dumps({"compiler": machine_code.release(), "flags": FLAGS, "loops": loops,
                      "functions": functions()}, indent=1))


if __name__ == "__main__":
    main()
