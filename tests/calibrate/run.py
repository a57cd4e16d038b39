#!/usr/bin/env python3
"""Runs `gpumodel calibrate` with a program that stands in for the one that measures.

    run.py DATA-DIRECTORY

Everything but the GPU is tested: every key has its place in a device file, which reads back without
warnings; faults lose one measurement; interrupted runs go on.
"""
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from stand_in import DATA, LOOPS, PROGRAM, run_all

def calls_of(measurements):
    """What the host does is measured in several processes."""
    return [m["name"] for m in measurements for _ in range(m.get("processes", 1))]


def everything_has_its_place(case):
    text = case.run("calibrate", "--output", "new.yaml")
    assert "NVIDIA Round-100" in text and "round-100.yaml" in text, text
    assert not (case.folder / "new.yaml.partial").exists()
    assert case.calls() == calls_of(case.all)
    checked = case.run("check", "new.yaml")
    assert "0 errors, 0 warnings" in checked, checked
    document = json.loads(case.run("devices", "show", "./new.yaml", "--json", "-"))
    known = {v["key"]: v for v in document["values"]} | {c["key"]: c for c in document["curves"]}
    for measurement in case.all:
        for key in measurement["keys"]:
            assert known[key["name"]]["from"] == "measured", key
            of_machine = key["name"].startswith(("launch.", "link."))
            if key["name"] not in LOOPS:
                assert known[key["name"]]["factor"] == (1.03 if of_machine else 1.01), key
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
    assert "single_lane" not in written and "dram:" in written
    # The same command tries again what failed, and nothing else.
    case.faults()
    case.run("calibrate", "-o", "new.yaml", "--force")
    assert sorted(case.calls()) == ["atomics", "barrier", "gather"], case.calls()
    assert "single_lane" in (case.folder / "new.yaml").read_text()


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
    assert case.calls() == calls_of(m for m in case.all if m["name"] not in done)
    assert not partial.exists()
    assert "0 errors, 0 warnings" in case.run("check", "new.yaml")


def partial_files_of_another_device_are_refused(case):
    partial = case.folder / "new.yaml.partial"
    for text in ("= Another GPU, driver 1\n", "= torn", "nonsense\n"):
        partial.write_text(text)
        said = case.run("calibrate", "-o", "new.yaml", expect=3)
        assert "record-differs" in said or "json" in said, said
    assert case.calls() == []


def an_empty_partial_file_begins_anew(case):
    partial = case.folder / "new.yaml.partial"
    partial.write_text("")
    case.run("calibrate", "-o", "new.yaml")
    assert case.calls() == calls_of(case.all) and not partial.exists()


def the_base_is_not_replaced(case):
    base = (case.folder / "round-100.yaml").read_text()
    text = case.run("calibrate", "-o", "round-100.yaml", "--base", "round-100", "--force", expect=2)
    assert "--output round-100.yaml is read here" in text, text
    assert (case.folder / "round-100.yaml").read_text() == base and case.calls() == []


def a_second_run_to_one_file_is_refused(case):
    case.faults(barrier="sleep")
    first = case.start("calibrate", "-o", "new.yaml")
    while "barrier" not in case.calls():
        time.sleep(0.05)
    partial = (case.folder / "new.yaml.partial").read_text()
    text = case.run("calibrate", "-o", "new.yaml", expect=2)
    assert "new.yaml.partial is being written by another run" in text, text
    assert (case.folder / "new.yaml.partial").read_text() == partial
    first.kill()
    first.communicate()
    case.faults()
    text = case.run("calibrate", "-o", "new.yaml")
    assert "going on with" in text and (case.folder / "new.yaml").exists(), text


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
    known = json.loads((DATA / "calibration_list.json").read_text())
    assert listed == known, "tests/data/calibration_list.json is out of date"


def main():
    tests = [everything_has_its_place, files_are_not_replaced, faults_lose_one_measurement,
             interrupted_runs_go_on, partial_files_of_another_device_are_refused,
             an_empty_partial_file_begins_anew, the_base_is_not_replaced,
             a_second_run_to_one_file_is_refused, single_values_are_shown, unknown_devices_have_no_base,
             missing_devices_and_programs_say_so, the_host_is_measured,
             the_list_is_that_of_the_program]
    return run_all(tests)


if __name__ == "__main__":
    sys.exit(main())
