#!/usr/bin/env python3
"""Validates what the program prints and reads against the schemas that it prints.

    validate.py SOURCE-DIRECTORY [--require]

Needs python3-jsonschema and python3-yaml; without them the test is skipped (exit code 77) unless
--require is given.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(1 if "--require" in sys.argv else 77)

PROGRAM = os.environ["GPUMODEL"]

# schema -> commands whose JSON it describes, with their exit codes
COMMANDS = {
    "predict": [
        (["predict", "saxpy"], 0),
        (["predict", "saxpy", "--device", "h200", "--explain"], 0),
        (["predict", "saxpy", "--cubin", "tests/data/cubin/small_sm_90.cubin", "--entry", "saxpy"],
         0),
        (["predict", "dot", "--device", "h200", "-D", "N=1000"], 0),
        (["predict", "copy", "--device", "k20c", "--model", "textbook"], 0),
        (["predict", "jacobi2d", "--device", "rtx4090", "--streams", "3"], 0),
        (["predict", "shared-stride", "--device", "k40", "--streams", "4", "--model", "textbook"],
         0),
        (["predict", "exercise6", "--device", "exercise6-gpu", "--host", "exercise6-cpu",
          "--streams", "4", "--model", "textbook"], 0),
        (["predict", "exercise6", "--device", "b200", "--host", "xeon-8480plus"], 0),
    ],
    "program": [
        (["predict", "jacobi-data", "--device", "h200"], 0),
        (["predict", "jacobi-basic", "--device", "h200", "--host", "xeon-16vcpu"], 0),
        (["predict", "jacobi-multi", "--system", "h200-x4", "--scaling"], 0),
        (["predict", "rack-offload-soa"], 0),
        (["predict", "saxpy-managed", "--model", "textbook"], 0),
    ],
    "overlap": [
        (["overlap", "saxpy"], 0),
        (["overlap", "mandelbrot-async", "--device", "h200", "--chunks", "16"], 0),
        (["overlap", "jacobi-data", "--device", "h200", "-D", "iterations=2"], 0),
    ],
    "devices": [
        (["devices"], 0),
        (["devices", "show", "v100"], 0),
        (["devices", "show", "exercise6-cpu"], 0),
        (["devices", "diff", "h100", "h200"], 0),
        (["devices", "diff", "exercise6-cpu", "v100"], 0),
    ],
    "kernels": [(["kernels"], 0), (["kernels", "show", "jacobi2d"], 0)],
    "programs": [(["programs"], 0), (["programs", "show", "jacobi-multi-weak"], 0)],
    "systems": [(["systems"], 0), (["systems", "show", "h200-x4"], 0),
                (["systems", "show", "tests/data/systems/measured.yaml"], 0)],
    "check": [
        (["check", "devices/v100.yaml", "kernels/saxpy/saxpy.yaml"], 0),
        (["check", "{bad}", "{bad}/missing.yaml", "{bad}/bad.yaml"], 3),
    ],
    "compare": [
        (["compare", "saxpy", "mandelbrot-async", "--device", "v100,h200", "--host",
          "xeon-16vcpu"], 0),
        (["compare", "saxpy", "--model", "textbook,machine", "--price", "v100=2"], 0),
        (["compare", "jacobi-data", "--host", "xeon-16vcpu"], 0),
        (["compare", "jacobi2d", "--device", "h200", "--records", "tests/data/records"], 0),
        (["compare", "tests/data/results/base.json", "tests/data/results/base.json"], 0),
        (["compare", "tests/data/results/base.json", "tests/data/results/new.json", "--allow",
          "parameters"], 1),
        (["compare", "tests/data/results/base.json", "tests/data/results/new.json", "--strict"], 6),
    ],
    "gate": [
        (["gate", "tests/data/gate/budgets.yaml", "--baseline", "tests/data/gate/baseline.json"],
         0),
    ],
    "failure": [(["compare", "saxpi"], 3), (["compare", "saxpy", "--terms"], 2),
                (["gate", "{bad}/missing.yaml"], 3), (["predict", "saxpi"], 3),
                (["sweep", "saxpy", "-D", "N=8..4"], 3), (["occupancy", "--treads", "8"], 2)],
    "doctor": [(["doctor"], 0)],
    "validate": [
        (["validate", "--replay", "validate/records/h200/host.json"], 0),
        (["validate", "--replay", "tests/data/records"], 0),
        (["validate", "jacobi2d", "--replay", "tests/data/records/h200/cuda.json"], 0),
        (["validate", "--replay", "tests/data/records", "--why"], 0),
        (["validate", "--replay", "tests/data/records", "--require-level", "2"], 5),
    ],
    "validate-programs": [
        (["validate", "--programs", "--replay", "tests/data/program-records"], 1),
        (["validate", "--programs", "pipeline", "--replay", "tests/data/program-records",
          "--model", "textbook"], 0),
    ],
    "sweep": [
        (["sweep", "jacobi2d", "-D", "bx=32,64", "--device", "v100,h200"], 0),
        (["sweep", "saxpy", "--streams", "1,2", "--where", "streams > 0"], 0),
        (["sweep", "jacobi2d", "-D", "bx=2048"], 3),
    ],
    "tune": [(["tune", "jacobi2d", "bx=32,64", "--device", "h200"], 0)],
    "advise": [
        (["advise", "rack-aos", "--device", "h200"], 0),
        (["advise", "split-loops-1", "--fuse", "split-loops-2", "--set", "sms=2x"], 0),
    ],
    "story": [
        (["story"], 0),
        (["story", "show", "lfric-lma"], 0),
        (["story", "run", "rwth-exercise6"], 0),
    ],
    "learn": [
        (["learn", "list"], 0),
        (["learn", "show", "racks"], 0),
        (["learn", "sheet", "1", "limiter", "--seed", "anna"], 0),
        (["learn", "solution", "measured-copy"], 0),
        (["learn", "check", "kernel-time", "memory=1.9us", "peak=1..9TFLOP/s"], 1),
        (["learn", "check", "--batch", "tests/data/learn"], 1),
    ],
    "roofline": [
        (["roofline", "saxpy", "nbody", "--device", "v100,h200"], 0),
        (["roofline", "copy", "--device", "h200", "--records", "validate/records/h200/cuda.json"], 0),
    ],
    "occupancy": [
        (["occupancy", "--threads", "128", "--smem", "8K", "--regs", "8192"], 0),
        (["occupancy", "--threads", "32..1024:32", "--cc", "8.0"], 0),
        (["occupancy", "--threads", "192", "--regs-per-thread", "32", "--smem", "0", "--cc", "8.6"],
         0),
        (["occupancy", "--from-ptxas", "tests/data/ptxas/sm_90.log", "--threads", "256"], 0),
        (["occupancy", "--cubin", "tests/data/cubin/small_sm_90.cubin"], 0),
    ],
    "coalesce": [
        (["coalesce", "x[2*i]", "--elem", "4"], 0),
        (["coalesce", "--struct", "f32 a, f32 b, f32 c", "--fields", "a,b"], 0),
        (["coalesce", "t[thread.x][thread.y]", "--elem", "4", "--shape", "32x32", "--block",
          "32x32", "--shared"], 0),
        (["coalesce", "transpose-tiled", "--device", "h200"], 0),
        (["coalesce", "transpose-tiled", "--shared", "--cc", "8.0"], 0),
        (["coalesce", "rack-aos", "-D", "N=2^20"], 0),
        (["coalesce", "histogram-shared", "--device", "k20c", "--access", "4"], 0),
        (["coalesce", "shared-stride"], 0),
    ],
}
FILES = {
    "answers": ["tests/data/learn/*.yaml"],
    "baseline": ["tests/data/gate/*.json"],
    "budgets": ["tests/data/gate/*.yaml"],
    "code-exercise": ["examples/exercises/code/*.yaml"],
    "device": ["devices/*.yaml", "tests/data/devices/*.yaml"],
    "exercise": ["examples/exercises/*.yaml"],
    "kernel": ["kernels/*/*.yaml"],
    "program-file": ["programs/*.yaml"],
    "story-file": ["examples/stories/*/story.yaml"],
    "system-file": ["systems/*.yaml", "tests/data/systems/*.yaml"],
    "record": ["validate/records/*/*.json", "tests/data/records/*/*.json"],
    "program-record": ["validate/records/*/*.json", "tests/data/program-records/*.json"],
    "sweep-lines": ["tests/data/sweep/head.json"],
}
# What records say they are: one folder holds both kinds.
KINDS = {"record": "gpumodel-records", "program-record": "gpumodel-program-records"}
# What the schemas of files must refuse, so that an editor shows it.
REFUSED = {
    "answers": ["student: s", "answers: {}", "student: s\nanswers: [1]\n"],
    "code-exercise": ["code: c", "code: c\nunit: sheet\n"],
    "exercise": ["exercise: e", "exercise: e\nunit: none\ntitle: t\ntext: t\nquestions: {}\n"],
    "baseline": ["{schema: gpumodel/baseline}"],
    "budgets": [
        "budgets: b", "budgets: b\nchecks: []\n", "budgets: b\nchecks: [{kernel: k}]\n",
        "budgets: b\nchecks: [{kernel: k, program: p, budget: 1 s}]\n",
        "budgets: b\nchecks: [{kernel: k, budget: 1 B}]\n",
        "budgets: b\nchecks: [{kernel: k, budget: 1 s, cache: hot}]\n",
    ],
    "device": ["device: d", "device: d\nkind: gpu\nname: x\nsms: 5\n"],
    "kernel": [
        "kernel: k", "kernel: k\nwork_items: 1\nper_item: {}\nnonsense: 3\n",
        "kernel: k\nthread: {do: [barrier]}\n",
        "kernel: k\nlaunch: {block: 1, grid: 1}\nthread: {do: [{loads: 'x[0]'}]}\n",
        "kernel: k\nlaunch: {block: 1, grid: 1}\nthread: {do: [barrier]}\nwork_items: 1\n",
    ],
    "program-file": [
        "program: p", "program: p\nsteps: []\n", "program: p\nsteps: [{to_devise: x}]\n",
        "program: p\nsteps: [{to_device: x, to: 1}]\n", "program: p\nsteps: [{peer: x}]\n",
        "program: p\nsteps: [{host: h, time: 1 s, kernel: k}]\n",
        "program: p\nsteps: [{host: h, time: 1 B}]\n", "program: p\nsteps: [{repeat: 3}]\n",
        "program: p\nbuffers: {x: {type: f32, bytes: 4 B, shape: 1}}\nsteps: [{to_device: x}]\n",
        "program: p\nmemory: pinned\nsteps: [{to_device: x}]\n",
    ],
    "story-file": [
        "story: s", "story: s\ntitle: t\ndocument: {author: a, title: t}\n",
        "story: s\ntitle: t\ndocument: {author: a, title: t, year: 1}\nasks: {a: {kernle: k}}\n",
        "story: s\ntitle: t\ndocument: {author: a, title: t, year: 1}\n"
        "numbers: [{name: n, text: t, page: 1, kind: guess}]\n",
        "story: s\ntitle: t\ndocument: {author: a, title: t, year: 1}\n"
        "assumptions: {a: {value: 1, text: t}}\n",
    ],
    "system-file": [
        "system: s", "system: s\ndevices: []\n", "system: s\ndevices: [a]\nport: 5 GB/s\n",
        "system: s\ndevices: [a]\nport: {value: 5 GB, from: assumed}\n",
        "system: s\ndevices: [a, b]\nlinks: {all: {latency: {value: 1 us, from: assumed}}}\n",
        "system: s\ndevices: [a, b]\nlinks: [{between: [0, 0]}]\n",
        "system: s\ndevices: [a, b]\nall_reduce: [{devices: 2}]\n",
        "system: s\ndevices: [a, b]\nall_reduce: [{devices: 2, by_size: {from: measured, "
        "rows: [[1 B, 1 B/s], [2 B, 2 B/s]]}, latency: {value: 1 us, from: measured}}]\n",
        "system: s\ndevices: [a, b]\nhost_to_devices: {from: measured, rows: [[1, 1 GB/s]]}\n",
    ],
    "record": ["{schema: gpumodel-records, schema_version: 1, points: []}"],
    "program-record": ["{schema: gpumodel-program-records, schema_version: 1, points: []}"],
    "sweep-lines": ["{schema: gpumodel/sweep-lines, schema_version: '1.0', points: 3}"],
}
# Every statement there is, and every step.
EVERY_STEP = """
program: every-step
summary: all of them
parameters: {n: 64, m: n}
devices: 2
api: openacc
default_stream: per_thread
host_threads: one
scaling: weak
streams: {names: [in, out], count: 2, creation: 5 us}
staging: {piece: 1 MiB, rate: 12 GB/s, buffers: 3}
managed: {page: 64 KiB, fault: 20 us}
buffers:
  N: {type: i32, shape: [n], memory: managed}
  x: {type: f32, shape: [n, m], memory: staged}
  y: {bytes: 12 B, shape: [n], starts_on: device}
steps:
  - {to_device: [x, N], stream: in, blocking: false, name: send, bytes: 4 * n}
  - {kernel: copy, with: {N: n}, reads: [x], writes: y, after: send, cache: warm, divided: true,
     copyin: [x], create: y, device: 1}
  - {host: work, time: 5 ms, reads: x, writes: []}
  - {host: loop, kernel: copy, with: {N: n}, threads: 1, reads: x}
  - {synchronise: in}
  - {peer: y, from: 0, to: 1, stream: out, after: [work]}
  - {halo: y, neighbours: ring, bytes: 64}
  - {all_reduce: y, algorithm: tree}
  - repeat: 3
    steps: [{to_host: x}]
  - chunks: 4
    of: n
    split: [x]
    order: breadth
    profile: [1, 2.5]
    steps: [{to_device: x, stream: out}]
  - chunks: 2
    weight: 1 + chunk
    steps: [{synchronise: all}]
  - {data: {copyin: x, copyout: [y], copy: [], create: []}, steps: [{to_device: x}]}
  - {graph: g, steps: [{to_device: x}]}
  - {each: device, of: n, split: x, steps: [{to_device: x}]}
"""
EVERYTHING = """
kernel: everything
parameters: {n: 64}
arrays:
  x: {type: f32, shape: [n], layout: column, padding: 1, offset: 4, path: l1}
  s: {struct: 'f32 a, f32 v[3]', shape: [n], space: shared, values: index % 2}
  col: {type: i32, shape: [n], values: {histogram: {0: 0.5, n - 1: 0.5}}}
launch: {block: [32], grid: [1]}
thread:
  let: {i: global.x}
  where: i < n
  do:
    - load: [x[i], s[min(i, 3)].v[1]]
    - atomic: x[0], x[1]
    - reduction: x[0]
    - read: {c: col[i]}
    - draw: {t: {uniform: [0, n]}}
      per: warp
    - for: {k: 0..min(t, 4)}
      step: 2
      unroll: full
      do: [barrier, {barrier: block}, {barrier: }]
    - if: {probability: 0.3, uniform: true}
      do: [{let: {a: min(c + 1, n - 1)}}, {store: x[a]}]
      else: [{if: {probability: 0.3, warps: 1}, do: [{int: 1}]}, {int: 3}, {int: {shift: 1}}, {convert: 1}, {vote: 1}]
    - if: lane == 0
      do: [{fp32: {rsqrt: 1}}, {fp64: 2}, {tensor: {f16: 128}}, {spill: {load: 8}}]
"""


def program(*arguments, expect=0, cwd=None):
    run = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, cwd=cwd)
    if run.returncode != expect:
        raise RuntimeError(f"{' '.join(arguments)}: exit code {run.returncode}: {run.stderr}")
    return run.stdout


def validator(name):
    schema = json.loads(program("schema", name))
    if schema.get("$schema", "").rstrip("#") != "http://json-schema.org/draft-07/schema":
        raise RuntimeError(f"schema {name} does not say that it is draft-07")
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def complaints(check, document, title):
    for error in check.iter_errors(document):
        place = "/".join(str(step) for step in error.absolute_path)
        yield f"{title}: at '{place}': {error.message[:200]}"


def let_through(check, document, title):
    """A document without a field, with one too many, or with one of no type it may have."""
    for key in document:
        rest = {name: value for name, value in document.items() if name != key}
        for wrong, what in ((rest, "without"), ({**rest, key: {"no such": []}}, "with a wrong")):
            if check.is_valid(wrong):
                yield f"{title}: valid {what} '{key}'"
    if check.is_valid({**document, "no such": None}):
        yield f"{title}: valid with a field that there is not"


def reject_nan(text):
    raise ValueError(f"{text} is no JSON number")


def check_commands(root, bad):
    for name, runs in COMMANDS.items():
        check = validator(name)
        for arguments, code in runs:
            arguments = [a.replace("{bad}", bad) for a in arguments]
            text = program(*arguments, "--json", "-", expect=code, cwd=root)
            document = json.loads(text, parse_constant=reject_nan)
            yield " ".join(arguments)
            yield from complaints(check, document, " ".join(arguments))
            yield from let_through(check, document, " ".join(arguments))
            if document["exit_code"] != code or document["schema"] != f"gpumodel/{name}":
                yield f"{' '.join(arguments)}: wrong exit_code or schema in the document"


def guarded(text):
    """Brackets and commas of expressions as signs that mean nothing to YAML."""
    def hide(match):
        return match[1] + match[2].translate(str.maketrans("[](),", "⟦⟧⦅⦆‚"))
    before = None
    while text != before:
        before = text
        text = re.sub(r"([\w⟧])(\[[^][{}]*\]|\([^()]*\))", hide, text)
    return text


def check_everything(bad):
    for name, schema, show, text in (("everything", "kernel", "kernels", EVERYTHING),
                                     ("every-step", "program-file", "programs", EVERY_STEP)):
        file = pathlib.Path(bad, name + ".yaml")
        file.write_text(text, encoding="utf-8")
        program(show, "show", str(file))
        yield file.name
        yield from complaints(validator(schema), yaml.safe_load(guarded(text)), file.name)


def check_files(root):
    for name, patterns in FILES.items():
        check = validator(name)
        for file in sorted(file for pattern in patterns for file in root.glob(pattern)):
            text = file.read_text(encoding="utf-8")
            document = (json.loads(text, parse_constant=reject_nan) if file.suffix == ".json"
                        else yaml.safe_load(guarded(text)))
            if name in KINDS and document["schema"] != KINDS[name]:
                continue
            yield str(file.relative_to(root))
            yield from complaints(check, document, file.name)
        for text in REFUSED[name]:
            if check.is_valid(yaml.safe_load(text)):
                yield f"schema {name}: accepts {text!r}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    listed = set(program("schema").split())
    wrong = [f"no schema '{name}'" for name in {*COMMANDS, *FILES} - listed]
    wrong += [f"schema '{name}' is not tested" for name in listed - {*COMMANDS, *FILES}]
    done = 0
    with tempfile.TemporaryDirectory() as bad:
        pathlib.Path(bad, "bad.yaml").write_text("kernel: bad\nwork_itms: 5\nper_item: {}\n")
        for line in [*([] if wrong else check_commands(root, bad)),
                     *([] if wrong else check_everything(bad)),
                     *([] if wrong else check_files(root))]:
            if ": " in line:
                wrong.append(line)
            else:
                done += 1
    print("\n".join(sorted(wrong)) or f"{done} documents are valid")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
