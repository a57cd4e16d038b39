"""Which operations loads wait for, because they branch or call a subroutine.

    python3 validate/experiments/subroutines.py > validate/experiments/subroutines.sm_90.json

Compiles four of each operation, on a value and what was loaded, with nvcc (PATH, or CUDA_HOME/bin):
in straight code, each on the result of the one before, and as copies of an unrolled loop. Prints how
many loads the machine code issues before threads part for the first operation. Straight code with
fewer than it has: each operation waits for loads of its own (`loads_ahead_of`: own); an unrolled loop
alone: those of its copy; else all. models/kernel/compiler/rules.cpp stands on it;
tests/experiments.py compares.
"""
import json

import machine_code

FLAGS = ["-O3", "-arch=sm_90"]
COUNT = 4
OPERATIONS = {
    "fp64": ("double", {"div": "(v / x)", "sqrt": "sqrt(v + x)", "rsqrt": "rsqrt(v + x)",
                        "rcp": "(1.0 / (v + x))", "exp": "exp(v + x)", "log": "log(v + x)",
                        "sin": "sin(v + x)", "cos": "cos(v + x)", "tanh": "tanh(v + x)"}),
    "fp32": ("float", {"div": "(v / x)", "sqrt": "sqrtf(v + x)", "rsqrt": "rsqrtf(v + x)",
                       "rcp": "(1.0f / (v + x))", "exp": "expf(v + x)", "log": "logf(v + x)",
                       "sin": "sinf(v + x)", "cos": "cosf(v + x)", "tanh": "tanhf(v + x)"}),
}
STRAIGHT = """extern "C" __global__ void straight_{name}(const {type}* __restrict__ a,
    {type}* __restrict__ b, int n, int m, {type} v) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {{ {loads} {operations} b[i] = v; }}
}}
"""
UNROLLED = """extern "C" __global__ void unrolled_{name}(const {type}* __restrict__ a,
    {type}* __restrict__ b, int n, int m, {type} w) {{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {{
    {type} sum = 0;
    _Pragma("unroll {count}") for (int k = 0; k < m; ++k) {{
      const {type} x = a[k * n + i], v = w;
      sum += {operation};
    }}
    b[i] = sum;
  }}
}}
"""


def text(name, scalar, operation):
    loads = " ".join(f"const {scalar} x{k} = a[{k} * m + i];" for k in range(COUNT))
    operations = " ".join(f"v = {operation.replace('x', f'x{k}').replace(f'ex{k}p', 'exp')};"
                          for k in range(COUNT))
    words = dict(name=name, type=scalar, count=COUNT)
    return (STRAIGHT.format(loads=loads, operations=operations, **words)
            + UNROLLED.format(operation=operation, **words))


def ahead(codes):
    """Loads before threads part for the first time; all where they never do."""
    end = codes.index(machine_code.BSSY) if machine_code.BSSY in codes else len(codes)
    return min(COUNT, codes[:end].count(machine_code.LDG))


def main():
    names = [(group, name) for group, (_, all_) in OPERATIONS.items() for name in all_]
    source = "".join(text(f"{group}_{name}", OPERATIONS[group][0], OPERATIONS[group][1][name])
                     for group, name in names)
    codes = machine_code.compiled(source, FLAGS)
    answer = {"compiler": f"nvcc {machine_code.release()}", "loads": COUNT, "ahead": {}}
    for group, name in names:
        answer["ahead"].setdefault(group, {})[name] = {
            place: ahead(codes[f"{place}_{group}_{name}"]) for place in ("straight", "unrolled")}
    print(json.dumps(answer, indent=1))


if __name__ == "__main__":
    main()
