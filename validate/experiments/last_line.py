#!/usr/bin/env python3
"""Draws up what a block waits for the last of its lines: threads that load once and store once, in blocks
of many shapes, with as many of them resident as stated.

    python3 validate/experiments/last_line.py FOLDER
    gpumodel validate --written --suite FOLDER/suite.yaml --record last-line.h200.json

Points of a cube and their neighbours along one axis or more (copy3, xline, ..., star), in blocks of 256 to 512
threads: flat ones wait for the plane ahead, those of several planes for all their lines. Sums of 1 to 8 arrays,
stored by all lanes (s), by one of 32 (r), and of doubles (d), in blocks of 128 to 1024.
"""
import pathlib
import sys

CUBE = """kernel: {name}
summary: a point and its neighbours
parameters: {{nx: 384, ny: 384, nz: 384, bx: 32, by: 1, bz: 1}}
arrays:
  a: {{type: f32, shape: [nz, ny, nx]}}
  b: {{type: f32, shape: [nz, ny, nx]}}
launch:
  block: [bx, by, bz]
  grid: [ceil_div(nx, block.x), ceil_div(ny, block.y), ceil_div(nz, block.z)]
thread:
  let: {{i: global.x, j: global.y, k: global.z}}
  where: i > 0 && i < nx-1 && j > 0 && j < ny-1 && k > 0 && k < nz-1
  do:
    - load: {loads}
    - fp32: {{add: 5, mul: 1, fma: 2}}
    - store: b[k][j][i]
"""
POINT, X, Y, Z = ["a[k][j][i]"], ["a[k][j][i+1]", "a[k][j][i-1]"], ["a[k][j+1][i]", "a[k][j-1][i]"], \
    ["a[k+1][j][i]", "a[k-1][j][i]"]
NEIGHBOURS = {"copy3": POINT, "xline": POINT + X, "yline": POINT + Y, "zline": POINT + Z, "plane": POINT + X + Y,
              "yz": POINT + Y + Z, "star": POINT + X + Y + Z}
SHAPES = [(32, 12, 1), (32, 4, 3), (32, 3, 4), (32, 2, 6), (32, 1, 12), (64, 6, 1), (64, 3, 2), (64, 1, 6),
          (128, 3, 1), (128, 1, 3), (384, 1, 1), (16, 24, 1), (16, 2, 12), (32, 8, 1), (32, 2, 4), (32, 16, 1),
          (32, 2, 8)]
EDGES = [(320, 320), (352, 384), (384, 400), (416, 416)]

SUM = """kernel: {name}
summary: sums of arrays
parameters: {{n: 2^{log}, t: 256, smem: 0}}
arrays:
{arrays}  b: {{type: {type}, shape: [n]}}
launch:
  block: [t]
  grid: [ceil_div(n, t)]
  shared_memory: smem
thread:
  let: {{i: global.x}}
  where: i < n
  do:
    - load: {loads}
    - {pipe}: {{add: {additions}}}
{store}"""
RESIDENT = {128: (4, 8, 16), 256: (2, 4, 8), 512: (1, 2, 4), 1024: (1, 2)}
FULL = {256: (4, 8), 512: (2, 4)}
SHARED = 227 * 1024  # of an SM, for blocks


def sum_of(name, count, element, log, few):
    store = "    - if: thread.x % 32 == 0\n      do:\n        - store: b[i]\n" if few else "    - store: b[i]\n"
    return SUM.format(name=name, log=log, type=element, pipe="fp32" if element == "f32" else "fp64", store=store,
                      arrays="".join(f"  a{i}: {{type: {element}, shape: [n]}}\n" for i in range(count)),
                      loads=", ".join(f"a{i}[i]" for i in range(count)), additions=max(1, count - 1))


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    suite = "suite: last-line\nsummary: blocks that wait for the last of their lines\npoints:\n"

    def point(name, **values):
        given = ", ".join(f"{key}: {value}" for key, value in values.items())
        return f"- {{kernels: {name}.yaml, with: {{{given}}}, backends: cuda, cache: cold}}\n"

    for name, loads in NEIGHBOURS.items():
        (folder / f"{name}.yaml").write_text(CUBE.format(name=name, loads=", ".join(loads)))
        suite += "".join(point(name, bx=x, by=y, bz=z) for x, y, z in SHAPES)
    for x, y, z in [(32, 12, 1), (32, 3, 4), (32, 1, 12), (32, 2, 6)]:
        suite += "".join(point("star", nx=nx, ny=ny, bx=x, by=y, bz=z) for nx, ny in EDGES)
    sums = [(f"s{n}", n, "f32", 26 if n <= 3 else 25, False, RESIDENT) for n in (1, 2, 3, 4, 6, 8)]
    sums += [(f"r{n}", n, "f32", 26, True, FULL) for n in (1, 2, 4)]
    sums += [(f"d{n}", n, "f64", 25, False, FULL) for n in (1, 2)]
    for name, count, element, log, few, resident in sums:
        (folder / f"{name}.yaml").write_text(sum_of(name, count, element, log, few))
        for threads, blocks in resident.items():
            for at_once in blocks:
                shared = 0 if at_once >= 2048 // threads else SHARED // at_once // 1024 * 1024 - 1024
                suite += point(name, t=threads, smem=shared)
    (folder / "suite.yaml").write_text(suite)


if __name__ == "__main__":
    main()
