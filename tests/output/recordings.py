#!/usr/bin/env python3
"""Measurements that go to one file at once, or end in the middle: nothing measured is lost.

A stand-in plays the runner; it measures a point once the file `go-SIZE` is there.
"""
import json
import resource
import signal
import stat
import sys
import time

from runs import run_all

ENVIRONMENT = {"backend": "host", "device": None,
               "host": {"cpu": "A CPU", "cores": 8, "system": "Linux 6.8"}, "threads": 8,
               "compiler": "GNU 12.2.0 -O3", "gpumodel": "0.1.0", "date": "2026-11-21"}
TIME = {"n": 31, "min_s": 1e-2, "p25_s": 1e-2, "median_s": 1e-2, "p75_s": 1e-2, "max_s": 1e-2,
        "outliers": 0, "settled": True}
POINT = {"kernel": "saxpy", "backend": "host", "parameters": {"N": "SIZE"}, "launch": None,
         "cache": "cold", "status": "measured", "timer": "host", "time": TIME}
RUNNER = f"""#!/bin/sh
environment='{json.dumps(ENVIRONMENT)}'
if [ "$1" = --environment ]; then echo "$environment"; exit; fi
until [ "$1" = -D ]; do shift; done
size=${{2#N=}}
echo "$size" >> asked
until [ -e "go-$size" ]; do sleep 0.02; done
point=$(echo '{json.dumps(POINT)}' | sed "s/\\"SIZE\\"/$size/")
echo "{{\\"environment\\":$environment,\\"points\\":[$point]}}"
"""
SUITE = """suite: two
points:
- kernels: saxpy
  backends: host
  cache: cold
  with: {N: [1000, 2000]}
"""
COMMAND = ["validate", "--backend", "host", "--host", "xeon-16vcpu", "--suite", "suite.yaml",
           "--record", "r.json", "-q"]


def prepare(here, *sizes):
    here.write("gpumodel-run-host", RUNNER)
    (here.path / "gpumodel-run-host").chmod(0o755)
    here.write("suite.yaml", SUITE)
    release(here, *sizes)


def release(here, *sizes):
    for size in sizes:
        (here.path / f"go-{size}").touch()


def start(here, *options, **how):
    return here.start(*COMMAND, *options, environment={"GPUMODEL_RUNNER_PATH": "."}, **how)


def finished(child):
    out, err = child.communicate(timeout=60)
    return child.returncode, out + err


def asked(here):
    path = here.path / "asked"
    return [int(size) for size in path.read_text().split()] if path.exists() else []


def wait_for(here, child, size):
    while size not in asked(here):
        assert child.poll() is None, child.communicate()
        time.sleep(0.02)


def measured(here):
    return sorted(point["parameters"]["N"] for point in json.loads(here.read("r.json"))["points"])


def a_second_run_is_refused(here):
    prepare(here, 1000)
    first = start(here)
    wait_for(here, first, 2000)
    partial = here.read("r.json.partial")
    code, told = finished(start(here))
    assert code == 2 and "error[output-busy]: r.json.partial is being written by another" in told, told
    assert here.read("r.json.partial") == partial and partial.count(b"1000") == 1
    release(here, 2000)
    assert finished(first)[0] == 0 and measured(here) == [1000, 2000]
    assert "r.json.partial" not in here.names()


def of_many_runs_one_measures(here):
    prepare(here, 1000, 2000)
    runs = [start(here) for _ in range(10)]
    ends = [finished(run) for run in runs]
    assert sorted(code for code, _ in ends) == [0] + [2] * 9, ends
    for code, told in ends:
        assert code == 0 or "another run" in told or "--record r.json exists" in told, told
    assert measured(here) == [1000, 2000]
    assert asked(here) == [1000, 2000]
    assert not [name for name in here.names() if "partial" in name], here.names()


def a_killed_run_keeps_its_points(here):
    prepare(here, 1000)
    first = start(here)
    wait_for(here, first, 2000)
    first.kill()
    assert finished(first)[0] == -signal.SIGKILL and "r.json" not in here.names()
    release(here, 2000)
    code, told = finished(start(here))
    assert code == 0 and "going on with 1 points of r.json.partial" in told, told
    assert measured(here) == [1000, 2000]


def a_full_disk_keeps_what_was_measured(here):
    prepare(here, 1000, 2000)
    one_point = 900  # bytes: the head and one point fit, two points do not
    code, told = finished(start(here, restore_signals=False, preexec_fn=lambda: resource.setrlimit(
        resource.RLIMIT_FSIZE, (one_point, one_point))))
    assert code == 2 and "r.json.partial cannot be written: File too large" in told, told
    assert "r.json" not in here.names() and here.read("r.json.partial").count(b"1000") == 1
    code, told = finished(start(here))
    assert code == 0 and "going on with 1 points" in told, told
    assert measured(here) == [1000, 2000]


def a_record_is_replaced_on_demand_and_keeps_its_mode(here):
    prepare(here, 1000, 2000)
    here.write("r.json", "mine")
    (here.path / "r.json").chmod(0o600)
    code, told = finished(start(here))
    assert code == 2 and "--record r.json exists" in told and here.read("r.json") == b"mine", told
    assert not asked(here), "nothing is measured in vain"
    assert finished(start(here, "--force"))[0] == 0 and measured(here) == [1000, 2000]
    assert stat.S_IMODE((here.path / "r.json").stat().st_mode) == 0o600


def two_results_are_not_one_file(here):
    prepare(here, 1000, 2000)
    code, told = finished(start(here, "--json", "./r.json"))
    assert code == 2 and "both ask for" in told and not asked(here), told


if __name__ == "__main__":
    sys.exit(run_all([a_second_run_is_refused, of_many_runs_one_measures,
                      a_killed_run_keeps_its_points, a_full_disk_keeps_what_was_measured,
                      a_record_is_replaced_on_demand_and_keeps_its_mode,
                      two_results_are_not_one_file]))
