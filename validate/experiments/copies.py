"""In what order the loads of unrolled copies stand that stores part.

    python3 validate/experiments/copies.py > validate/experiments/copies.sm_90.json

Compiles loops over planes that load neighbours of a point and store one, without `__restrict__`,
with nvcc (PATH, or CUDA_HOME/bin). A copy of the body must not load before the one ahead of it has
stored. Prints for each copy of the first loop how many loads stand ahead of arithmetic, each time
that loads follow upon arithmetic or begin the copy: 7 are all at once, 3 2 2 as they are used.
"""
import itertools
import json

import machine_code

FLAGS = ["-O3", "-arch=sm_90"]
ARITHMETIC = {0x020, 0x021, 0x023, 0x028, 0x029, 0x02B}  # mul, add, fma of f32 and f64
STAR = [(0, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 0, -1), (1, 0, 0), (0, 1, 0), (0, 0, 1),
        (-2, 0, 0), (0, -2, 0), (0, 0, -2), (2, 0, 0), (0, 2, 0), (0, 0, 2)]


def chained(loads):
    """Each operation takes two that were loaded, and what the one before it made."""
    text = f"fma({loads[0]}, {loads[1]}, {loads[2]})"
    for first, second in zip(loads[3::2], loads[4::2]):
        text = f"fma({first}, {second}, {text})"
    return text


def weighted(loads):
    return " + ".join(f"w{i % 4} * {load}" for i, load in enumerate(loads))


def summed(loads):
    return f"w0 * {loads[0]} + w1 * ({' + '.join(loads[1:])})"


SHAPES = {"chained": chained, "weighted": weighted, "summed": summed}


def kernel(name, shape, scalar, points, unrolled):
    loads = [f"u[(z + ({z})) * hw + (y + ({y})) * w + x + ({x})]" for z, y, x in STAR[:points]]
    unroll = f"#pragma unroll {unrolled}\n" if unrolled else ""
    return f"""extern "C" __global__ void {name}(const {scalar}* u, {scalar}* v, int d, int h, int w,
    {scalar} w0, {scalar} w1, {scalar} w2, {scalar} w3) {{
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int hw = h * w;
  if (x < 2 || x >= w - 2 || y < 2 || y >= h - 2) return;
{unroll}  for (int z = 2; z < d - 2; ++z) v[z * hw + y * w + x] = {SHAPES[shape](loads)};
}}
"""


def order_of(words):
    """Of the loop with most loads (nvcc makes another for the rounds that are left over), by copy."""
    best = max(machine_code.loops(words), key=lambda codes: codes.count(machine_code.LDG), default=[])
    copies, groups, computed = [], [0], False
    for code in best:
        if code == machine_code.LDG:
            if computed:
                groups.append(0)
            groups[-1] += 1
            computed = False
        elif code == machine_code.STG:
            copies.append(groups)
            groups, computed = [0], False
        elif code & 0x1FF in ARITHMETIC and groups != [0]:
            computed = True
    return copies


def main():
    kinds, sources = [], []
    cases = itertools.product(SHAPES, ("float", "double"), (3, 5, 7, 13), (1, 2, 4, None))
    for number, case in enumerate(cases):
        kinds.append(dict(zip(("shape", "scalar", "points", "unrolled"), case)))
        sources.append(kernel(f"k{number}", *case))
    code = machine_code.code("".join(sources), FLAGS)
    for number, kind in enumerate(kinds):
        kind["copies"] = order_of(code[f"k{number}"])
    print(json.dumps({"compiler": machine_code.release(), "flags": FLAGS, "kinds": kinds}))


if __name__ == "__main__":
    main()
