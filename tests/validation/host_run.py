#!/usr/bin/env python3
"""Measures kernels on this machine's processor, with nothing made up: validate, its runner, kernels
and references. Answers are judged, times are not: the machine may be busy.

    host_run.py gpumodel-run-host
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = os.environ["GPUMODEL"]
SUITE = """suite: host
points:
- kernels: [saxpy, rack-aos]
  with: {N: 2^16}
  backends: host
- kernels: jacobi2d
  with: {n: 300}
  backends: host
"""
ALL = ["saxpy cold", "saxpy warm", "rack-aos cold", "rack-aos warm", "jacobi2d cold",
       "jacobi2d warm"]


def start(folder, *arguments):
    return subprocess.Popen([PROGRAM, "validate", *arguments], cwd=folder, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def run(folder, *arguments):
    process = start(folder, *arguments)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, (arguments, process.returncode, out, err)
    return out, err


def names(points):
    return [f"{point['kernel']} {point['cache']}" for point in points]


def answers_are_right_and_times_there(folder):
    document = json.loads(run(folder, "--suite", "suite.yaml", "--backend", "host", "--seconds",
                              "0.01", "--record", "all.json", "--json", "-")[0])
    assert names(document["records"]) == ALL, document["records"]
    for point in document["records"]:
        assert point["status"] == "measured" and point["measured_s"] > 0, point
    record = json.loads((folder / "all.json").read_text())
    for point in record["points"]:
        arrays = point["check"]["arrays"]
        assert arrays and all(array["checked"] > 0 for array in arrays), point
    replayed = json.loads(run(folder, "--replay", "all.json", "--json", "-")[0])
    times = [[point["measured_s"] for point in d["records"]] for d in (document, replayed)]
    assert times[0] == times[1], times


def interrupted_runs_go_on(folder):
    arguments = ("--suite", "suite.yaml", "--backend", "host", "--seconds", "0.2", "--record",
                 "late.json")
    process = start(folder, *arguments)
    partial = folder / "late.json.partial"
    for _ in range(1200):
        if partial.exists() and partial.read_text().count("\n") >= 3:  # head and one kernel
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "interrupted after" in err, (process.returncode, out, err)
    assert partial.exists() and not (folder / "late.json").exists()
    kept = [json.loads(line) for line in partial.read_text().splitlines()[1:]]
    err = run(folder, *arguments, "-q")[1]
    assert f"going on with {len(kept)} points" in err, err
    points = json.loads((folder / "late.json").read_text())["points"]
    assert names(points) == ALL and points[:len(kept)] == kept, points
    assert not partial.exists()


def main():
    os.environ["GPUMODEL_RUNNER_PATH"] = str(pathlib.Path(sys.argv[1]).parent)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "suite.yaml").write_text(SUITE)
        answers_are_right_and_times_there(folder)
        interrupted_runs_go_on(folder)
    print(f"{len(ALL)} points measured, replayed, interrupted and resumed")


if __name__ == "__main__":
    main()
