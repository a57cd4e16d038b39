#!/usr/bin/env python3
"""Draws up what a warp takes for instructions that are no arithmetic: loops whose loads stand behind one to
four comparisons, or whose index or comparison is a quotient or a rest, each copied once and four times.

    python3 validate/experiments/lone_warps.py FOLDER
    gpumodel validate --written --suite FOLDER/suite.yaml --seconds 0.2 --record lone-warps.h200.json

4 blocks of two warps are alone on their schedulers, of 1,056 four warps share a scheduler.
"""
import pathlib
import sys

KERNEL = """kernel: {name}
summary: rounds of a loop whose loads stand behind comparisons
parameters: {{blocks: 4, n: 64, rounds: 64, m: 4096, p: 0}}
arrays:
  x: {{type: f32, shape: [4096]}}
  w: {{type: f32, shape: [n]}}
  out: {{type: f32, shape: ["64 * blocks"]}}
launch: {{block: [64], grid: [blocks], registers_per_thread: 32}}
thread:
  do:
    - for: {{r: 0..rounds}}
      do:
      - for: {{k: 0..n}}
        unroll: {copies}
        do:
{body}    - store: out[global.x]
"""
PLAIN = """          - load: x[{index}], w[k]
          - fp32: {{fma: 1}}
"""
GUARDED = """          - if: {condition}
            do:
            - load: x[k + thread.x], w[k]
            - fp32: {{fma: 1}}
"""
ALONG = "k + thread.x"
WITHIN = "{0} - p >= 0 && {0} - p < m"
GUARDS = {"one": f"{ALONG} < m", "two": WITHIN.format(ALONG),
          "four": WITHIN.format("r + thread.y") + " && " + WITHIN.format(ALONG),
          "rest": f"({ALONG}) % m != 5", "quotient": f"({ALONG}) / m != 5"}
INDICES = {"rest": f"({ALONG}) % m", "quotient": f"({ALONG}) / m"}
POINT = "- {{kernels: {name}.yaml, with: {{blocks: [4, 1056]}}, backends: cuda, cache: warm}}\n"


def main():
    bodies = {"guard-none": PLAIN.format(index=ALONG)}
    bodies |= {f"guard-{name}": GUARDED.format(condition=condition) for name, condition in GUARDS.items()}
    bodies |= {f"index-{name}": PLAIN.format(index=index) for name, index in INDICES.items()}
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    suite = "suite: lone-warps\nsummary: instructions beside arithmetic\npoints:\n"
    for body, text in bodies.items():
        for copies in (1, 4):
            name = f"{body}-{copies}"
            (folder / f"{name}.yaml").write_text(KERNEL.format(name=name, copies=copies, body=text))
            suite += POINT.format(name=name)
    (folder / "suite.yaml").write_text(suite)


if __name__ == "__main__":
    main()
