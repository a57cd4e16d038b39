#!/usr/bin/env python3
"""No command replaces a file that it reads, --force or not (finding 4).

    inputs_kept.py SOURCE-DIRECTORY

Every command, every file that it reads, wherever the name of that comes from: an argument, another
file, a folder of the library. And by whatever name it is written: a symbolic or a hard link.
"""
import json
import os
import pathlib
import shutil
import sys

from runs import run_all

SOURCE = pathlib.Path(sys.argv[1])

KERNEL = """kernel: count
parameters: {n: 4096}
arrays:
  col: {type: i32, shape: [n], values: {file: columns.txt}}
  x: {type: f32, shape: [n]}
  y: {type: f32, shape: [n]}
launch: {block: [256], grid: ['ceil_div(n, block.x)'], registers_per_thread: 16}
thread:
  do:
    - read: {c: 'col[global.x]'}
    - load: x[c]
    - store: y[global.x]
transfers: {to_device: [x], to_host: [y]}
"""
PROGRAM = """program: once
buffers:
  x: {type: f32, shape: [4096]}
steps:
  - to_device: x
  - kernel: ./count.yaml
    reads: [x]
"""
SYSTEM = """system: pair
summary: two of a kind
devices: [mine, mine]
host: cpu
"""
PTXAS = """ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'count' for 'sm_70'
ptxas info    : Function properties for count
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 16 registers, 372 bytes cmem[0]
"""
RECORD = ('{"schema": "gpumodel-records", "schema_version": 1, "environment": {"backend": "host", '
          '"device": null, "host": {"cpu": "A CPU", "cores": 16, "system": "Linux 6.8"}, '
          '"threads": 16, "compiler": "GNU 12.2.0", "gpumodel": "0.1.0", "date": "2026-11-21"}, '
          '"points": [{"kernel": "saxpy", "backend": "host", "parameters": {"N": 1048576}, '
          '"launch": null, "cache": "cold", "status": "measured", "timer": "host", "time": '
          '{"n": 31, "min_s": 1e-4, "p25_s": 1e-4, "median_s": 1e-4, "p75_s": 1e-4, "max_s": 1e-4, '
          '"outliers": 0, "settled": true}}]}\n')
SUITE = "suite: small\npoints:\n- kernels: [saxpy]\n  with: {N: [2^20]}\n"

# The command, and the files it reads.
COMMANDS = [
    (["predict", "count.yaml", "--device", "mine.yaml", "--host", "cpu.yaml", "--from-ptxas",
      "build.log"], ["count.yaml", "columns.txt", "mine.yaml", "cpu.yaml", "build.log"]),
    (["predict", "once.yaml", "--device", "mine"],
     ["once.yaml", "count.yaml", "columns.txt", "mine.yaml"]),
    (["predict", "once.yaml", "--system", "pair.yaml"], ["pair.yaml", "mine.yaml", "cpu.yaml"]),
    (["overlap", "once.yaml", "--device", "mine.yaml"],
     ["once.yaml", "count.yaml", "columns.txt", "mine.yaml"]),
    (["overlap", "count.yaml", "--device", "mine.yaml", "--host", "cpu.yaml"],
     ["count.yaml", "columns.txt", "mine.yaml", "cpu.yaml"]),
    (["occupancy", "--from-ptxas", "build.log", "--threads", "256", "--device", "mine.yaml"],
     ["build.log", "mine.yaml"]),
    (["coalesce", "count.yaml", "--device", "mine.yaml"],
     ["count.yaml", "columns.txt", "mine.yaml"]),
    (["coalesce", "x[2*i]", "--elem", "4", "--device", "mine.yaml"], ["mine.yaml"]),
    (["check", "count.yaml", "mine.yaml"], ["count.yaml", "columns.txt", "mine.yaml"]),
    (["check", "once.yaml"], ["once.yaml", "count.yaml", "columns.txt"]),
    (["devices", "show", "mine.yaml"], ["mine.yaml"]),
    (["devices", "diff", "mine.yaml", "v100"], ["mine.yaml"]),
    (["devices", "list"], ["library/listed.yaml"]),
    (["devices", "show", "listed"], ["library/listed.yaml"]),
    (["kernels", "show", "count.yaml"], ["count.yaml", "columns.txt"]),
    (["programs", "show", "once.yaml"], ["once.yaml", "count.yaml"]),
    (["systems", "show", "pair.yaml"], ["pair.yaml"]),
    (["validate", "--replay", "records", "--host", "cpu.yaml", "--suite", "suite.yaml"],
     ["records/host.json", "cpu.yaml", "suite.yaml"]),
    (["validate", "--replay", "records/host.json", "--host", "cpu.yaml", "--bars=mine-bars.yaml"],
     ["records/host.json", "mine-bars.yaml"]),
]
# Those that only some commands have are tried with these.
MORE = {"overlap": ["--svg", "--trace", "--script"], "coalesce": ["--svg", "--html"],
        "validate": ["--svg", "--html", "--json"]}


def prepare(here):
    (here.path / "library").mkdir()
    (here.path / "records").mkdir()
    shutil.copy(SOURCE / "devices/h200.yaml", here.path / "mine.yaml")
    shutil.copy(SOURCE / "devices/h200.yaml", here.path / "library/listed.yaml")
    shutil.copy(SOURCE / "devices/xeon-16vcpu.yaml", here.path / "cpu.yaml")
    for name, text in {"count.yaml": KERNEL, "once.yaml": PROGRAM, "pair.yaml": SYSTEM,
                       "build.log": PTXAS, "suite.yaml": SUITE, "records/host.json": RECORD,
                       "columns.txt": " ".join(map(str, range(4096)))}.items():
        here.write(name, text)
    here.library = {"GPUMODEL_DEVICE_PATH": str(here.path / "library")}
    here.run("validate", "--replay", "records/host.json", "--host", "cpu.yaml", "--write-bars",
             "--bars=mine-bars.yaml", "-q", expect=(0, 1))


def refused(here, arguments, output, before):
    _, err = here.run(*arguments, *output, "--force", "-q", environment=here.library, expect=(2,))
    assert "error[output-file]" in err and "is read here" in err, (arguments, output, err)
    assert here.files() == before, (arguments, output)


def no_input_is_replaced(here):
    prepare(here)
    before = here.files()
    for arguments, inputs in COMMANDS:
        here.run(*arguments, "-q", environment=here.library, expect=(0, 1))
        assert here.files() == before, arguments
        options = ["--json", "--csv", "--md", *MORE.get(arguments[0], [])]
        for number, name in enumerate(inputs):
            refused(here, arguments, [options[number % len(options)], name], before)
        for option in options:
            refused(here, arguments, [option, inputs[0]], before)


def only_its_reason_is_written_beside_a_refusal(here):
    prepare(here)
    before = here.files()
    refused(here, ["predict", "count.yaml", "--device", "mine.yaml"],
            ["--md", "new.md", "--csv", "count.yaml"], before)
    here.run("predict", "count.yaml", "--device", "mine.yaml", "--json", "new.json", "--csv",
             "count.yaml", expect=(2,))
    after = here.files()
    assert json.loads(after.pop("new.json"))["schema"] == "gpumodel/failure", after
    assert after == before


def records_are_not_bars(here):
    prepare(here)
    before = here.files()
    replay = ["validate", "--replay", "records/host.json", "--host", "cpu.yaml", "--write-bars"]
    _, err = here.run(*replay, "--bars=mine-bars.yaml", expect=(2,))
    assert "error[output-exists]: --bars mine-bars.yaml exists" in err, err
    assert here.files() == before
    refused(here, replay, ["--bars=records/host.json"], before)
    here.run(*replay, "--bars=mine-bars.yaml", "--force", expect=(0, 1))


def links_are_inputs_too(here):
    prepare(here)
    os.symlink("count.yaml", here.path / "soft.yaml")
    os.link(here.path / "count.yaml", here.path / "hard.yaml")
    before = here.files()
    for name in ("soft.yaml", "hard.yaml"):
        refused(here, ["predict", "count.yaml"], ["--json", name], before)
        refused(here, ["predict", name], ["--json", "count.yaml"], before)


if __name__ == "__main__":
    sys.exit(run_all([no_input_is_replaced, only_its_reason_is_written_beside_a_refusal,
                      records_are_not_bars, links_are_inputs_too]))
