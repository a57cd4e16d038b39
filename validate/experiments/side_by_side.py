"""What operations that branch, and branches that only load, cost one warp.

    python3 validate/experiments/side_by_side.py write FOLDER
    gpumodel validate --written FOLDER/*.yaml --record RECORD
    python3 validate/experiments/side_by_side.py read RECORD > validate/experiments/side-by-side.h100.json

One warp on each SM does 1 to 8 square roots, reciprocals, divisions or exponentials a round, on as many
values that do not depend on each other: each of the first three adds its whole latency, exponentials
overlap. (Some lane's first value is 0, whose slow way makes the first of them longer: what each more
adds counts.) And it loads two words a round, the second before a sum, in either way of a branch, or with
a sum in either way. models/analysis/path stands on it; tests/experiments.py compares.
"""
import json
import pathlib
import sys

OPERATIONS = ("sqrt", "rcp", "div", "exp")
VALUES = (1, 2, 4, 8)
ROUNDS, LOADED_ROUNDS, SMS = 4096, 2048, 132
GUARDS = {
    "none": """        - load: a[k][global.x], b[k][global.x]
        - fp32: {add: 2}
""",
    "loads": """        - load: a[k][global.x]
        - if: thread.x < 16
          do:
            - load: b[k][global.x]
          else:
            - load: c[k][global.x]
        - fp32: {add: 2}
""",
    "sums": """        - load: a[k][global.x]
        - if: thread.x < 16
          do:
            - load: b[k][global.x]
            - fp32: {add: 1}
          else:
            - load: c[k][global.x]
            - fp32: {add: 1}
        - fp32: {add: 1}
"""}


def operations(operation, values):
    return f"""kernel: {operation}{values}
summary: {values} of {operation} side by side in each round
parameters: {{rounds: {ROUNDS}, blocks: {SMS}}}
arrays:
  out: {{type: f32, shape: [32 * blocks]}}
launch: {{block: [32], grid: [blocks]}}
thread:
  do:
    - convert: {values}
    - for: {{k: 0..rounds}}
      do:
        - fp32: {{{operation}: {values}}}
    - fp32: {{add: {max(1, values - 1)}}}
    - store: out[global.x]
"""


def guarded(guard):
    names = "ab" if guard == "none" else "abc"
    arrays = "".join(f"  {name}: {{type: f32, shape: [rounds, 32 * blocks]}}\n" for name in names)
    return f"""kernel: guard-{guard}
summary: two loads in each round, {guard} under a condition
parameters: {{rounds: {LOADED_ROUNDS}, blocks: {SMS}}}
arrays:
{arrays}  out: {{type: f32, shape: [32 * blocks]}}
launch: {{block: [32], grid: [blocks]}}
thread:
  do:
    - for: {{k: 0..rounds}}
      do:
{GUARDS[guard]}    - store: out[global.x]
"""


def descriptors():
    for operation in OPERATIONS:
        for values in VALUES:
            yield f"{operation}{values}", operations(operation, values)
    for guard in GUARDS:
        yield f"guard-{guard}", guarded(guard)


def main():
    what, path = sys.argv[1], pathlib.Path(sys.argv[2])
    if what == "write":
        for name, text in descriptors():
            (path / f"{name}.yaml").write_text(text)
        return
    record = json.loads(path.read_text())
    rows = [json.dumps({"kernel": point["kernel"], "microseconds": round(1e6 * point["time"]["median_s"], 2)})
            for point in record["points"] if point["cache"] == "warm"]
    device, clocks = record["environment"]["device"], record["points"][0]["clocks"]
    print(f'{{"device": "{device["name"]}", "driver": "{device["driver"]}", '
          f'"clock_hz": {clocks["sm_before_hz"]}, "warm": [\n ' + ",\n ".join(rows) + "\n]}")


if __name__ == "__main__":
    main()
