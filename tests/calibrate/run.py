#!/usr/bin/env python3
"""Runs `gpumodel calibrate` with programs that stand in for those that measure.

    run.py DATA-DIRECTORY

The stand-ins list what gpumodel-calibrate-cuda and -openacc list (calibration_list*.json) and print
made-up results, so everything but the GPU is tested: every key has its place in a device file, which reads
back without warnings; faults lose one measurement; interrupted runs go on.
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

STAND_IN = '''#!/usr/bin/env python3
import json, os, pathlib, signal, sys, time
here = pathlib.Path(sys.argv[0]).parent
state = json.loads((here / "state.json").read_text())
program = pathlib.Path(sys.argv[0]).name
measurements = json.loads((here / f"{program}.json").read_text())["measurements"]

# Near enough to the truth that no number contradicts another.
TYPICAL = {"s": 2e-6, "B": 2**25, "B/s": 3e12, "cycle": 30.0, "Hz": 1.98e9, "FLOP/s": 3e13,
           "1/s": 5e10, "1": 60.0, "B/cycle": 128.0}

def line(key):
    y = 5e10 if key["name"].startswith("link.") and key["unit"] == "B/s" else TYPICAL[key["unit"]]
    result = {"name": key["name"], "unit": key["unit"], "spread": 0.004, "samples": 7,
              "note": "made up"}
    if "unit_x" in key:
        result["unit_x"] = key["unit_x"]
        result["curve"] = [[x, y * f] for x, f in ((0.5, 1), (1024, 0.7), (2**32, 0.3))]
    else:
        result["value"] = y
    return json.dumps(result)

if "--list" in sys.argv:
    print(json.dumps({"measurements": measurements}))
elif "--environment" in sys.argv:
    if state.get("no_device"):
        print("no CUDA device", file=sys.stderr)
        sys.exit(4)
    print(json.dumps({"backend": "cuda", "date": "2026-01-02", "device": {
        "name": state.get("name", "NVIDIA H200"), "compute_capability": "9.0", "sms": 132,
        "memory_bytes": 150e9, "l2_bytes": 62914560, "max_sm_clock_hz": 1.98e9,
        "max_memory_clock_hz": 3.201e9, "memory_bus_bits": 6016, "copy_engines": 3,
        "driver": "580.1", "max_pcie_generation": 5, "max_pcie_width": 16}}))
else:
    if state.get("no_openacc") and program.endswith("openacc"):
        print("OpenACC found no device", file=sys.stderr)
        sys.exit(4)
    name = sys.argv[sys.argv.index("--only") + 1]
    with open(here / "calls", "a") as calls:
        calls.write(name + "\\n")
    measurement = next(m for m in measurements if m["name"] == name)
    what = state.get(name, "")
    if what == "sleep":
        time.sleep(30)
    for key in measurement["keys"]:
        print("junk" if what == "junk" else line(key), flush=True)
        if what == "crash":
            print("{\\"torn", end="", flush=True)
            os.kill(os.getpid(), signal.SIGSEGV)
        if what == "refuse":
            print("it cannot be measured here", file=sys.stderr)
            sys.exit(3)
'''


LISTS = {"gpumodel-calibrate-cuda": "calibration_list.json",
         "gpumodel-calibrate-openacc": "calibration_list_openacc.json"}


class Case:
    """A folder with stand-ins, in which commands are run."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.all = []
        for name, listed in LISTS.items():
            program = self.folder / name
            program.write_text(STAND_IN)
            program.chmod(0o755)
            shutil.copy(DATA / listed, self.folder / f"{name}.json")
            self.all += json.loads((DATA / listed).read_text())["measurements"]
        self.set()

    def set(self, **state):
        (self.folder / "state.json").write_text(
            json.dumps({k.replace("_", "-") if k not in ("no_device", "no_openacc", "name") else k: v
                        for k, v in state.items()}))
        (self.folder / "calls").write_text("")

    def calls(self):
        return (self.folder / "calls").read_text().split()

    def start(self, *arguments, program=PROGRAM):
        environment = dict(os.environ, GPUMODEL_RUNNER_PATH=str(self.folder))
        return subprocess.Popen([program, *arguments], cwd=self.folder, text=True,
                                env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments, expect=0, program=PROGRAM):
        process = self.start(*arguments, program=program)
        out, err = process.communicate(timeout=120)
        assert process.returncode == expect, (arguments, process.returncode, out, err)
        return out + err


def everything_has_its_place(case):
    text = case.run("calibrate", "--output", "new.yaml")
    assert "NVIDIA H200" in text and "devices/h200.yaml" in text, text
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
    assert known["dram.bandwidth"]["value"] == 4814e9, "kept from the library's file"
    for page in (case.run("devices", "show", "./new.yaml"), text):
        assert max(map(len, page.splitlines())) <= 100, page


def files_are_not_replaced(case):
    (case.folder / "new.yaml").write_text("mine\n")
    text = case.run("calibrate", "-o", "new.yaml", expect=2)
    assert "exists" in text and (case.folder / "new.yaml").read_text() == "mine\n"
    assert case.calls() == []
    assert "is a directory" in case.run("calibrate", "-o", ".", "--force", expect=2)


def faults_lose_one_measurement(case):
    case.set(atomics="crash", gather="refuse", barrier="junk")
    text = case.run("calibrate", "-o", "new.yaml", expect=1)
    assert "3 failures" in text, text
    assert "atomics: crashed (Segmentation fault)" in text, text
    assert "gather: it cannot be measured here" in text, text
    assert "barrier: printed no results" in text, text
    written = (case.folder / "new.yaml").read_text()
    assert "reduce_curve" in written, "what came before the crash is kept"
    assert "fetch_curve" not in written and "dram:" in written
    # The same command tries again what failed, and nothing else.
    case.set()
    case.run("calibrate", "-o", "new.yaml", "--force")
    assert sorted(case.calls()) == ["atomics", "barrier", "gather"], case.calls()
    assert "fetch_curve" in (case.folder / "new.yaml").read_text()


def interrupted_runs_go_on(case):
    case.set(barrier="sleep")
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
    case.set()
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
    assert case.calls() == ["barrier", "dram-bandwidth"] or case.calls() == [
        "dram-bandwidth", "barrier"], case.calls()
    assert "dram.copy_bandwidth" in text and "barrier.cost" in text, text
    assert not list(case.folder.glob("*.yaml*"))
    assert "did you mean 'dram.copy_bandwidth'" in case.run(
        "calibrate", "--only", "dram.copy_bandwith", expect=2)
    assert f"{len(case.all)} measurements" in case.run("calibrate", "--list")


def unknown_devices_have_no_base(case):
    case.set(name="NVIDIA Unheard Of")
    text = case.run("calibrate", "-o", "new.yaml")
    assert "kept from" not in text, text
    assert "0 errors, 0 warnings" in case.run("check", "new.yaml")
    case.run("calibrate", "-o", "other.yaml", "--base", "v100")
    assert "HBM2" in (case.folder / "other.yaml").read_text()


def openacc_may_be_missing(case):
    """Its program, or the library by which it finds a device: the key stays as it was."""
    case.set(no_openacc=True)
    case.run("calibrate", "-o", "new.yaml")
    assert not (case.folder / "new.yaml.partial").exists()
    alone = case.folder / "alone"
    alone.mkdir()
    shutil.copy(PROGRAM, alone / "gpumodel")
    (case.folder / "gpumodel-calibrate-openacc").unlink()
    # The library is named: this copy of the program has none beside it.
    text = case.run("calibrate", "-o", "other.yaml", "--base", str(case.folder / "new.yaml"),
                    program=str(alone / "gpumodel"))
    assert "openacc" not in text.lower(), text
    for name in ("new.yaml", "other.yaml"):
        document = json.loads(case.run("devices", "show", f"./{name}", "--json", "-"))
        values = {v["key"]: v for v in document["values"]}
        assert values["launch.queued"]["from"] == "measured"
        assert values["launch.openacc"]["from"] != "measured", values["launch.openacc"]


def missing_devices_and_programs_say_so(case):
    case.set(no_device=True)
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
    case.run("calibrate", "--host", "--quick", "--only", "core.fp64", "-o", "host.yaml")
    document = json.loads(case.run("devices", "show", "./host.yaml", "--json", "-"))
    values = {v["key"]: v["value"] for v in document["values"]}
    assert 1e8 < values["core.fp64"] < 1e13, values
    assert values["cores"] >= 1 and values["sockets"] >= 1


def the_list_is_that_of_the_program(case):
    """Where the program is built: it needs no GPU to list its measurements."""
    for name, known in LISTS.items():
        beside = pathlib.Path(PROGRAM).parent / name
        if not beside.exists():
            continue
        output = subprocess.run([beside, "--list"], capture_output=True, check=True).stdout
        expected = json.loads((DATA / known).read_text())
        assert json.loads(output) == expected, f"tests/data/{known} is out of date"


def main():
    tests = [everything_has_its_place, files_are_not_replaced, faults_lose_one_measurement,
             interrupted_runs_go_on, partial_files_of_another_device_are_refused,
             single_values_are_shown, unknown_devices_have_no_base,
             openacc_may_be_missing, missing_devices_and_programs_say_so, the_host_is_measured,
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
