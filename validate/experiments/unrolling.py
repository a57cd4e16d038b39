"""How many rounds of a loop a compiler writes out.

    python3 validate/experiments/unrolling.py > validate/experiments/unrolling.sm_90.json

Compiles loops of a constant number of rounds, of bodies of several sizes, and looks in the machine
code whether a loop is left. Of each body the record has the most rounds that leave none: of odd
numbers, which divide into no copies, and of multiples of 16. Of loops whose rounds come from an
argument, with one function of the mathematics library in a round, it has how often a round is copied,
and the most additions beside the function that leave as many copies, or 4 where there are more. And of
short rounds that use their number in different ways, how often they are copied, also where it is known how
many there are (0: no loop is left).
src/describe/ir/unrolling.cpp, nvcc_length.cpp and counter_apart.cpp stand on it, tests/describe/unrolling.py
compares.
"""
import json
import re

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
INDICES = """extern "C" __global__ void {name}(const float* __restrict__ a, const float* __restrict__ b,
    const int* __restrict__ c, float* __restrict__ out, int n, int m, int h, int d, int p, float y) {{
  const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  const int g = blockIdx.z, t = threadIdx.x;
  float x = 0;
  for (int k = 0; k < {rounds}; ++k) {{ {round} }}
  out[i * m + j] = x;
}}
"""
PLACES = """
  k  i+k  m-k  m+k  i+k+j  i-k  n-1-k  i*n+k  i*m+j+k  (i*m+j)*h+k  i+k-p  i*h+k-p
  k*m+i  k*m+i+j  i+k*m  (k+1)*m+i  k*m-i  k*h+j*d+g  j*d+k*h+g  k*(int)blockDim.x+t
  (i*n+k)*h+g  (j*d+k)*h+g  (g*h+k)*d+j  (k+m)*h+j  (k+g)*h+j  (k+t)*h  (m*16+k)*h+j
  k*(m*h)+i  k*m*h+i  k*2*m+i  (k+i)*m+j  (j+k)*h+g  (k*d+j)*h+g  (n-1-k)*m+i
  k*16  3*k  (i*m+k)*4  (j*n+k)*3  k*5+i  k*16+t  m*4+k*4  i*n*4+k*4
  k*blockDim.x+t  (unsigned)k*m+i  (size_t)k*m+i  k*k  k&63  i^k  (i+k)%64  min(k,m-1)  min(max(i+k,0),m-1)
  abs(i-k)  c[k]  c[k*m+i]
""".split()
SHORT_ROUNDS = [f"x = fmaf(x, y, a[{place}]);" for place in PLACES] + [
    "x = fmaf(a[i * n + k], b[k * n + j], x);", "x = fmaf(a[(i * n + k) * h + g], b[k * (h * d) + g * d + j], x);",
    "x = fmaf(a[k * h + g], b[k * d + j], x);", "x = fmaf(a[(j * n + k) * h + g], b[k * h + t], x);",
    "x = fmaf(a[i * h + k - p], b[k], x);", "x = fmaf(a[k * m + i], (float)k, x);",
    "x = fmaf(a[k * m + i], (float)(i + k), x);", "if (k > m) x = fmaf(x, y, a[i * n + k]);",
    "if (k == m) x = fmaf(x, y, a[i * n + k]);", "if (k != i) x = fmaf(x, y, a[k]);",
    "if (k != i) x = fmaf(x, y, a[k * m + i]);", "if (k + 1 < m) x = fmaf(x, y, a[k]);",
    "if (k - i < m) x = fmaf(x, y, a[k]);", "if (i + k < m) x = fmaf(x, y, a[k]);",
    "if (k * k < m) x = fmaf(x, y, a[k]);", "const int q = i + k; if (q >= 0 && q < m) x = fmaf(x, y, a[q]);",
    "const float v = a[i * n + k]; if (v > x) x = v;", "if (c[k] == i) x = fmaf(x, y, a[k]);",
    "out[k * m + i] = a[k * m + i] * y;"]
# The same in loops whose rounds are a number: what cannot overflow moves as a pointer.
COUNTED_PLACES = """
  k  i+k  511-k  i-k  k*512+t  k*512+i  k*512+j  k*512+g  k*512+p  k*m+t  k*m+i  k*16+t  k*5+i  i*512+k
  (i*m+j)*512+k  (k*16+threadIdx.y)*64+t  (k+1)*512+t  (511-k)*512+t  k*65536+t  k*4194304+t  k*4190000+t
  k*512+t*4  k*512+t+g*262144  k*512+t*m  k*512+(t&7)  k*512+(p&7)  k*(int)blockDim.x+t  k*64+(int)threadIdx.y
  k*16  3*k  k*k  k&63  min(k,m-1)  k*512+j%512
""".split()
COUNTED_ROUNDS = [f"x = fmaf(x, y, a[{place}]);" for place in COUNTED_PLACES] + [
    "x = fmaf(a[g * 512 + k], b[k * 512 + t], x);", "x = fmaf(a[i * 512 + k], b[k * 512 + j], x);",
    "x = fmaf(a[i * 512 + k], b[k * m + j], x);", "x = fmaf(a[k * 512 + t], (float)k, x);",
    "if (k > m) x = fmaf(x, y, a[k * 512 + t]);", "if (k != i) x = fmaf(x, y, a[k * 512 + t]);",
    "if (i + k < m) x = fmaf(x, y, a[k * 512 + t]);", "out[k * 512 + t] = a[k * 512 + t] * y;"]
COUNTED = 512
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


def copies(words, instruction=machine_code.STG):
    """Of a round, which has one of these, in the loop that has most."""
    found = [0]
    for at, word in enumerate(words):
        if word[0] & 0xFFF == machine_code.BRA and machine_code.jump(word) < 0:
            start = at + 1 + machine_code.jump(word) * 4 // 16
            found.append(sum(low & 0xFFF == instruction for low, _ in words[start:at + 1]))
    return max(found)


def copies_of(additions):
    """{(function, scalar): copies} beside so many additions."""
    names = {f"k{at}": key for at, key in enumerate(additions)}
    source = "".join(open_loop(name, *key, additions[key]) for name, key in names.items())
    return {names[name]: copies(words) for name, words in machine_code.code(source, FLAGS).items()}


def short_rounds(listed=SHORT_ROUNDS, rounds="n"):
    """{round: copies}, by the loads of a round."""
    names = {f"k{at}": round_ for at, round_ in enumerate(listed)}
    source = "".join(INDICES.format(name=name, round=round_, rounds=rounds) for name, round_ in names.items())
    return {names[name]: copies(words, machine_code.LDG) // len(re.findall(r"\b[abc]\[", names[name]))
            for name, words in machine_code.code(source, FLAGS).items()}


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
                      "functions": functions(), "short_rounds": short_rounds(),
                      "counted_rounds": short_rounds(COUNTED_ROUNDS, COUNTED)}, indent=1))


if __name__ == "__main__":
    main()
