"""A folder in which `gpumodel calibrate` finds programs that stand in for those that measure.

They list what gpumodel-calibrate-cuda and -openacc list (calibration_list*.json) and print made-up
results. The device is one of its own: no file of the library matters.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAM = os.environ["GPUMODEL"]
DATA = pathlib.Path(sys.argv[1])

# The results of a measurement are in NAME.out; NAME.fault says how it fails.
STAND_IN = '''#!/bin/sh
cd "${0%/*}"
case $1 in
  --list) exec cat "${0##*/}.json";;
  --environment)
    [ -e no-device ] || exec cat environment.json
    echo 'no CUDA device' >&2; exit 4;;
esac
while [ "$1" != --only ]; do shift; done
echo "$2" >> calls
[ -e "$2.fault" ] || exec cat "$2.out"
read -r fault < "$2.fault"
case $fault in
  sleep) exec sleep 30;;
  junk) echo junk;;
  crash) head -n 1 "$2.out"; printf '{"torn'; kill -SEGV $$;;
  left-out) echo 'all-reduce: left out: no NCCL' >&2; exit 5;;
  refuse) head -n 1 "$2.out"; echo 'it cannot be measured here' >&2; exit 3;;
esac
'''

ENVIRONMENT = {"backend": "cuda", "date": "2026-01-02", "device": {
    "name": "NVIDIA Round-100", "compute_capability": "9.0", "sms": 132,
    "memory_bytes": 150e9, "l2_bytes": 62914560, "max_sm_clock_hz": 1.98e9,
    "max_memory_clock_hz": 3.201e9, "memory_bus_bits": 6016, "copy_engines": 3,
    "driver": "580.1", "max_pcie_generation": 5, "max_pcie_width": 16}}

# What was known about that device before.
BASE = '''device: round-100
kind: gpu
name: Round-100
summary: round numbers
compute_capability: "9.0"
memory_type: HBM9
sms: {value: 132, from: datasheet, note: made up}
clock:
  sm: {value: 1.98 GHz, from: datasheet, note: made up}
dram:
  capacity: {value: 140 GiB, from: datasheet, note: made up}
  bandwidth: {value: 4.8 TB/s, from: datasheet, note: made up}
'''

# Near enough to the truth that no number contradicts another.
TYPICAL = {"s": 2e-6, "B": 2**25, "B/s": 3e12, "cycle": 30.0, "Hz": 1.98e9, "FLOP/s": 3e13,
           "1/s": 5e10, "1": 60.0, "B/cycle": 128.0}

# Seconds per round of loops.
LOOPS = {"dram.write_batch": [[16, 1e-6], [64, 1.5e-6]]}


def line(key):
    """The result that the program prints for a key."""
    y = 5e10 if key["name"].startswith("link.") and key["unit"] == "B/s" else TYPICAL[key["unit"]]
    result = {"name": key["name"], "unit": key["unit"], "spread": 0.004, "samples": 7,
              "note": "made up"}
    if key["name"] in LOOPS:
        result["unit_x"] = key["unit_x"]
        result["curve"] = LOOPS[key["name"]]
    elif "unit_x" in key:
        result["unit_x"] = key["unit_x"]
        result["curve"] = [[x, y * f] for x, f in ((0.5, 1), (1024, 0.7), (2**32, 0.3))]
    else:
        result["value"] = y
    return json.dumps(result)


LISTS = {"gpumodel-calibrate-cuda": "calibration_list.json",
         "gpumodel-calibrate-openacc": "calibration_list_openacc.json"}


class Case:
    """A folder with a stand-in and a base, in which commands are run. `all`: what is measured for a
    device file, or for one of a `system`."""

    def __init__(self, folder, system=False, gpus=1):
        self.folder = pathlib.Path(folder)
        (self.folder / "round-100.yaml").write_text(BASE)
        self.all = []
        for name, listed in LISTS.items():
            shutil.copy(DATA / listed, self.folder / f"{name}.json")
            program = self.folder / name
            program.write_text(STAND_IN)
            program.chmod(0o755)
            self.all += [one for one in json.loads((DATA / listed).read_text())["measurements"]
                         if ("devices" in one) == system]
        for one in self.all:
            (self.folder / f"{one['name']}.out").write_text(
                "".join(line(key) + "\n" for key in one["keys"]))
        self.device("NVIDIA Round-100", gpus)
        self.faults()

    def device(self, name, gpus=1, others=()):
        device = dict(ENVIRONMENT["device"], name=name)
        (self.folder / "environment.json").write_text(
            json.dumps(dict(ENVIRONMENT, device=device, gpus=[name] * gpus + list(others))))

    def faults(self, **faults):
        """From now on these measurements fail, and no others; forgets the calls so far."""
        for file in self.folder.glob("*.fault"):
            file.unlink()
        for name, fault in faults.items():
            (self.folder / f"{name}.fault").write_text(fault + "\n")
        (self.folder / "calls").write_text("")

    def calls(self):
        return (self.folder / "calls").read_text().split()

    def start(self, *arguments, program=PROGRAM):
        environment = dict(os.environ, GPUMODEL_RUNNER_PATH=str(self.folder),
                           GPUMODEL_DEVICE_PATH=str(self.folder),
                           GPUMODEL_SYSTEM_PATH=str(self.folder))
        return subprocess.Popen([program, *arguments], cwd=self.folder, text=True,
                                env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments, expect=0, program=PROGRAM):
        process = self.start(*arguments, program=program)
        out, err = process.communicate(timeout=120)
        assert process.returncode == expect, (arguments, process.returncode, out, err)
        return out + err


def run_all(tests, **options):
    """The exit code: 1 if a test fails. Each gets a folder of its own."""
    failed = 0
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(Case(folder, **options))
            except AssertionError as error:
                failed += 1
                print(f"{test.__name__}: {error}")
    print(f"{len(tests) - failed} of {len(tests)} tests passed")
    return 1 if failed else 0
