#!/usr/bin/env python3
"""Runs `gpumodel calibrate` with a program that stands in for the one that measures.

    run.py DATA-DIRECTORY

The stand-ins list what gpumodel-calibrate-cuda and -openacc list (calibration_list*.json) and print
made-up results, so everything but the GPU is tested: every key has its place in a device file, which reads
back without warnings; faults lose one measurement; interrupted runs go on. The device is one of
its own: no file of the library matters.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

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


def line(key):
    """The result that the program prints for a key."""
    y = 5e10 if key["name"].startswith("link.") and key["unit"] == "B/s" else TYPICAL[key["unit"]]
    result = {"name": key["name"], "unit": key["unit"], "spread": 0.004, "samples": 7,
              "note": "made up"}
    if "unit_x" in key:
        result["unit_x"] = key["unit_x"]
        result["curve"] = [[x, y * f] for x, f in ((0.5, 1), (1024, 0.7), (2**32, 0.3))]
    else:
        result["value"] = y
    return json.dumps(result)


LISTS = {"gpumodel-calibrate-cuda": "calibration_list.json",
         "gpumodel-calibrate-openacc": "calibration_list_openacc.json"}


class Case:
    """A folder with a stand-in and a base, in which commands are run."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        (self.folder / "round-100.yaml").write_text(BASE)
        self.all = []
        for name, listed in LISTS.items():
            shutil.copy(DATA / listed, self.folder / f"{name}.json")
            program = self.folder / name
            program.write_text(STAND_IN)
            program.chmod(0o755)
            self.all += json.loads((DATA / listed).read_text())["measurements"]
        for one in self.all:
            (self.folder / f"{one['name']}.out").write_text(
                "".join(line(key) + "\n" for key in one["keys"]))
        self.device("NVIDIA Round-100")
        self.faults()

    def device(self, name):
        device = dict(ENVIRONMENT["device"], name=name)
        (self.folder / "environment.json").write_text(json.dumps(dict(ENVIRONMENT, device=device)))

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
                           GPUMODEL_DEVICE_PATH=str(self.folder))
        return subprocess.Popen([program, *arguments], cwd=self.folder, text=True,
                                env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments, expect=0, program=PROGRAM):
        process = self.start(*arguments, program=program)
        out, err = process.communicate(timeout=120)
        assert process.returncode == expect, (arguments, process.returncode, out, err)
        return out + err


def everything_has_its_place(case):
    text = case.run("calibrate", "--output", "new.yaml")
    assert "NVIDIA Round-100" in text and "round-100.yaml" in text, text
    assert not (case.folder / "new.yaml.partial").exists()
    assert case.calls() == [m["name"] for m in case.all]
    checked = case.run("check", "new.yaml")
    assert "0 errors, 0 warnings" in checked, checked
    document = json.loads(case.run("devices", "show", "./new.yaml", "--json", "-"))
    known = {v["key"]: v for v in document["values"]} | {c["key"]: c for c in document["curves"]}
    for measurement in case.all:
        for key in measurement["keys"]:
            assert known[key["name"]]["from"] == "measured", key
            assert known[key["name"]]["factor"] == 1.012, key
            assert "driver 580.1, 2026-01-02" in known[key["name"]]["note"], key
    assert known["sms"]["from"] == "datasheet" and "device query" in known["sms"]["note"]
    assert known["dram.bandwidth"]["value"] == 4.8e12, "kept from the base"
    for page in (case.run("devices", "show", "./new.yaml"), text):
        assert max(map(len, page.splitlines())) <= 100, page


def files_are_not_replaced(case):
    (case.folder / "new.yaml").write_text("mine\n")
    text = case.run("calibrate", "-o", "new.yaml", expect=2)
    assert "exists" in text and (case.folder / "new.yaml").read_text() == "mine\n"
    assert case.calls() == []
    assert "is a directory" in case.run("calibrate", "-o", ".", "--force", expect=2)


def faults_lose_one_measurement(case):
    case.faults(atomics="crash", gather="refuse", barrier="junk")
    text = case.run("calibrate", "-o", "new.yaml", expect=1)
    assert "3 failures" in text, text
    assert "atomics: crashed (Segmentation fault)" in text, text
    assert "gather: it cannot be measured here" in text, text
    assert "barrier: printed no results" in text, text
    written = (case.folder / "new.yaml").read_text()
    assert "reduce_curve" in written, "what came before the crash is kept"
    assert "fetch_curve" not in written and "dram:" in written
    # The same command tries again what failed, and nothing else.
    case.faults()
    case.run("calibrate", "-o", "new.yaml", "--force")
    assert sorted(case.calls()) == ["atomics", "barrier", "gather"], case.calls()
    assert "fetch_curve" in (case.folder / "new.yaml").read_text()


def interrupted_runs_go_on(case):
    case.faults(barrier="sleep")
    process = case.start("calibrate", "-o", "new.yaml")
    for _ in range(600):
        if "barrier" in case.calls():
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, (process.returncode, out, err)
    assert "new.yaml.partial" in err and not (case.folder / "new.yaml").exists()
    done = case.calls()[:-1]
    # A run that was killed may have left half a line.
    partial = case.folder / "new.yaml.partial"
    partial.write_text(partial.read_text() + '{"name": "dram.lat')
    case.faults()
    text = case.run("calibrate", "-o", "new.yaml")
    assert f"going on with {len(done)} measurements" in text, text
    assert case.calls() == [m["name"] for m in case.all if m["name"] not in done]
    assert not partial.exists()
    assert "0 errors, 0 warnings" in case.run("check", "new.yaml")


def partial_files_of_another_device_are_refused(case):
    partial = case.folder / "new.yaml.partial"
    for text in ("= Another GPU, driver 1\n", "", "nonsense\n"):
        partial.write_text(text)
        said = case.run("calibrate", "-o", "new.yaml", expect=3)
        assert "record-differs" in said or "json" in said, said
    assert case.calls() == []


def single_values_are_shown(case):
    text = case.run("calibrate", "--only", "dram.copy_bandwidth", "--only", "barrier")
    assert case.calls() == ["barrier", "dram-bandwidth"], case.calls()
    assert "dram.copy_bandwidth" in text and "barrier.cost" in text, text
    assert [file.name for file in case.folder.glob("*.yaml*")] == ["round-100.yaml"]
    assert "did you mean 'dram.copy_bandwidth'" in case.run(
        "calibrate", "--only", "dram.copy_bandwith", expect=2)
    assert f"{len(case.all)} measurements" in case.run("calibrate", "--list")


def unknown_devices_have_no_base(case):
    case.device("NVIDIA Unheard Of")
    text = case.run("calibrate", "-o", "new.yaml")
    assert "kept from" not in text, text
    assert "0 errors, 0 warnings" in case.run("check", "new.yaml")
    case.run("calibrate", "-o", "other.yaml", "--base", "v100")
    assert "HBM2" in (case.folder / "other.yaml").read_text()


def missing_devices_and_programs_say_so(case):
    (case.folder / "no-device").touch()
    assert "no CUDA device" in case.run("calibrate", "-o", "new.yaml", expect=4)
    alone = case.folder / "alone"
    alone.mkdir()
    shutil.copy(PROGRAM, alone / "gpumodel")
    (case.folder / "gpumodel-calibrate-cuda").unlink()
    text = case.run("calibrate", "-o", "new.yaml", expect=4, program=str(alone / "gpumodel"))
    assert "gpumodel-calibrate-cuda is not installed" in text, text


def the_host_is_measured(case):
    """The real program, one value of it."""
    beside = pathlib.Path(PROGRAM).parent / "gpumodel-calibrate-host"
    if not beside.exists():
        print("skipped: gpumodel-calibrate-host is not built")
        return
    # Where the machine is busy, values whose times make no sense are refused.
    process = case.start("calibrate", "--host", "--quick", "--only", "core.fp64", "-o", "host.yaml")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 or "refused" in out or "failure" in out, (out, err)
    document = json.loads(case.run("devices", "show", "./host.yaml", "--json", "-"))
    values = {v["key"]: v["value"] for v in document["values"]}
    assert 1e8 < values["core.fp64"] < 1e13, values
    assert values["cores"] >= 1 and values["sockets"] >= 1


def the_list_is_that_of_the_program(case):
    """Where the program is built: it needs no GPU to list its measurements."""
    beside = pathlib.Path(PROGRAM).parent / "gpumodel-calibrate-cuda"
    if not beside.exists():
        return
    listed = json.loads(subprocess.run([beside, "--list"], capture_output=True, check=True).stdout)
    assert listed["measurements"] == case.all, "tests/data/calibration_list.json is out of date"


def main():
    tests = [everything_has_its_place, files_are_not_replaced, faults_lose_one_measurement,
             interrupted_runs_go_on, partial_files_of_another_device_are_refused,
             single_values_are_shown, unknown_devices_have_no_base,
             missing_devices_and_programs_say_so, the_host_is_measured,
             the_list_is_that_of_the_program]
    failed = 0
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(Case(folder))
            except AssertionError as error:
                failed += 1
                print(f"{test.__name__}: {error}")
    print(f"{len(tests) - failed} of {len(tests)} tests passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
