#!/usr/bin/env python3
"""`validate` of kernels that it writes itself, with stand-ins for nvcc and the runner: what is kept,
what is compiled once, what a fault costs, and what goes on after an interruption.

    measured.py SOURCE-DIRECTORY
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import stand_ins

KERNEL = """kernel: {name}
parameters: {{n: 4Ki}}
arrays:
  x: {{type: f32, shape: [n]}}
launch: {{block: [256], grid: ["n / 256"]}}
thread:
  let: {{i: global.x}}
  do:
    - load: x[i]
    - fp32: {{add: 1}}
    - store: x[i]
"""


class Session:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.environment = stand_ins.install(folder)

    def kernel(self, name):
        file = self.folder / f"{name}.yaml"
        file.write_text(KERNEL.format(name=name))
        return str(file)

    def validate(self, *words):
        return subprocess.run([os.environ["GPUMODEL"], "validate", *words], capture_output=True,
                              text=True, cwd=sys.argv[1], env=self.environment)

    def calls(self):
        file = self.folder / "cache/compiled/calls"
        return len(file.read_text().splitlines()) if file.exists() else 0

    def record(self, name="r.json"):
        return json.loads((self.folder / name).read_text())


def expect(condition, *what):
    if not condition:
        sys.exit("FAILED: " + " ".join(map(str, what)))


def own_kernel(session):
    record = str(session.folder / "own.json")
    run = session.validate(session.kernel("own"), "--tolerance", "100000%", "--record", record)
    expect(run.returncode == 0, run.stdout, run.stderr)
    points = session.record("own.json")["points"]
    expect([p["cache"] for p in points] == ["cold", "warm"], points)
    expect(points[0]["descriptor"][0] == "kernel: own", points[0])
    expect(points[0]["parameters"] == {"n": 4096}, points[0])
    expect(points[0]["launch"]["grid"] == [16, 1, 1], points[0])
    expect(session.calls() == 1, session.calls())
    # The file is gone, the record speaks for itself.
    (session.folder / "own.yaml").unlink()
    run = session.validate("--replay", record)
    expect(run.returncode == 0 and "not predicted" not in run.stdout, run.stdout, run.stderr)
    session.validate(session.kernel("own"), "--tolerance", "100000%")
    expect(session.calls() == 1, "compiled again")
    session.validate(session.kernel("own"), "-D", "n=8Ki")
    expect(session.calls() == 2, "another size is another text")


def faults(session):
    record = str(session.folder / "faults.json")
    run = session.validate(*(session.kernel(n) for n in ("uncompilable", "crash", "wrong", "fine")),
                           "--cache", "cold", "--record", record)
    expect(run.returncode == 1, run.stdout, run.stderr)
    states = {p["kernel"]: (p["status"], p.get("reason", ""))
              for p in session.record("faults.json")["points"]}
    expect(states["fine"][0] == "measured", states)
    expect(states["wrong"] == ("wrong-answer", "y[0] is off by 1, 0.1 are allowed"), states)
    expect(states["crash"] == ("failed", "running the kernel: an illegal memory access"), states)
    expect(states["uncompilable"] == ("failed", 'nvcc: error: identifier "y" is undefined'), states)
    nvcc = session.folder / "nvcc"
    kept = nvcc.read_text()
    nvcc.write_text("#!/bin/sh\necho nothing\n")
    run = session.validate(session.kernel("fine"))
    expect(run.returncode == 4 and "[nvcc-missing]" in run.stderr, run.stderr)
    nvcc.write_text(kept)


def usage(session):
    for words in (["--random", "5", "saxpy"], ["--seed", "2"], ["--written"],
                  ["--random", "5", "--cache", "cold"], ["saxpy", "--written", "--backend", "host"],
                  ["--random", "5", "--seed", "x"]):
        run = session.validate(*words)
        expect(run.returncode == 2, words, run.returncode, run.stderr)


def generator():
    """The version of the generator, as the product tells it."""
    told = subprocess.run([os.environ["GPUMODEL"], "kernels", "generate"], capture_output=True,
                          text=True)
    return int(re.search(r"families of generated kernels, version (\d+)", told.stdout)[1])


def random_set(session):
    record = session.folder / "set.json"
    words = ("--random", "70", "--seed", "3", "--record", str(record))
    run = session.validate(*words)
    expect(run.returncode == 0 and "mean of families" in run.stdout, run.stdout, run.stderr)
    whole = session.record("set.json")
    expect(len(whole["points"]) == 70, len(whole["points"]))
    expect(whole["environment"]["generated"] == {"version": generator(), "count": 70, "seed": "0x3"},
           whole["environment"])
    # What an interrupted run has kept is not measured again.
    record.unlink()
    head = {"schema": "gpumodel-records-partial", "schema_version": whole["schema_version"],
            "environment": whole["environment"]}
    lines = [head, *whole["points"][:62]]
    record.with_name("set.json.partial").write_text("".join(json.dumps(x) + "\n" for x in lines))
    before = session.calls()
    run = session.validate(*words)
    expect(run.returncode == 0, run.stdout, run.stderr)
    expect(session.calls() == before + 1, "libraries compiled:", session.calls() - before)
    again = session.record("set.json")
    by_name = lambda points: sorted(points, key=lambda p: p["kernel"])  # noqa: E731
    expect(by_name(again["points"]) == by_name(whole["points"]), "the record differs")


def main():
    for part in (own_kernel, faults, usage, random_set):
        with tempfile.TemporaryDirectory() as folder:
            part(Session(folder))
        print(part.__name__, "ok")


if __name__ == "__main__":
    main()
