#!/usr/bin/env python3
"""The suite of programs: it covers what it must, and every case has a script and a prediction.

A program that plays the runner takes each script on four H200 that are not there, and answers with
1 ms where the script says what a runner needs. Once more for the programs written in OpenACC.
"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Started once for every case: this interpreter without its start-up files.
RUNNER = f"#!{sys.executable} -IS" + """
import json, sys
device = {"name": "NVIDIA H200", "compute_capability": "9.0", "sms": 132}
if sys.argv[1] == "--list":
    print(json.dumps({"programs": PROGRAMS}))
    sys.exit()
environment = {"backend": "BACKEND", "devices": [device] * 4,
               "host": {"cpu": "Intel(R) Xeon(R) Platinum", "cores": 16, "system": "Linux"},
               "compiler": "nvcc", "gpumodel": "0.1.0", "date": "2026-11-21"}
if sys.argv[1] == "--environment":
    print(json.dumps(environment))
    sys.exit()
with open(sys.argv[sys.argv.index("--script") + 1], encoding="utf-8") as file:
    script = json.load(file)
if not script["steps"] or script["schema"] != "gpumodel-script":
    sys.exit("error: there is nothing to do")
time = {"n": 15, "outliers": 0, "settled": True}
time.update({key: 1e-3 for key in ("min_s", "p25_s", "median_s", "p75_s", "max_s")})
print(json.dumps({"environment": environment, "point": {"status": "measured", "time": time}}))
"""


SOURCES = pathlib.Path(__file__).parents[2] / "validate" / "programs" / "openacc"


def in_openacc():
    """Programs that are written in OpenACC."""
    return sorted(name for file in SOURCES.glob("*.cpp") for name in re.findall(
        r'GPUMODEL_OPENACC_PROGRAM\("([^"]+)"', file.read_text(encoding="utf-8")))


def measured(backend):
    text = RUNNER.replace("BACKEND", backend).replace("PROGRAMS", repr(in_openacc()))
    with tempfile.TemporaryDirectory() as folder:
        suffix = {"cuda": "", "openacc": "-openacc"}[backend]
        runner = pathlib.Path(folder, "gpumodel-run-program" + suffix)
        runner.write_text(text, encoding="utf-8")
        runner.chmod(0o755)
        run = subprocess.run(
            [os.environ["GPUMODEL"], "validate", "--programs", "--backend", backend, "--host",
             "xeon-16vcpu", "--model", "roofline", "--json", "-"], capture_output=True, text=True, check=False,
            env={**os.environ, "GPUMODEL_RUNNER_PATH": folder})
    if run.returncode != 0:
        sys.exit(f"exit code {run.returncode}: {run.stderr}")
    return json.loads(run.stdout)


def failures(records):
    return [f"{r['program']} {r['parameters']}: {r['status']}, {r['reason']}"
            for r in records if r["status"] != "measured" or r["predicted_s"] is None]


def wrong_in_openacc():
    """Every program that is written in OpenACC has cases, in sets of their own."""
    records = measured("openacc")["records"]
    wrong = failures(records)
    wrong += [f"{name}: no case in OpenACC" for name in in_openacc()
              if not any(record["program"] == name for record in records)]
    return wrong + [f"{record['program']} is in {record['set']}" for record in records
                    if not record["set"].endswith("-openacc")]


def main():
    document = measured("cuda")
    records = document["records"]
    wrong = failures(records) + wrong_in_openacc()

    def number(condition):
        return sum(1 for record in records if condition(record))

    by_program = collections.defaultdict(list)
    for record in records:
        by_program[record["program"]].append(record)
    for kind in ("to-device", "to-host", "to-device-pageable", "to-host-pageable"):
        sizes = [r["parameters"]["bytes"] for r in by_program[f"transfer-{kind}"]]
        if len(sizes) < 10 or min(sizes) > 8 or max(sizes) < 2**30:
            wrong.append(f"transfer-{kind} goes from {min(sizes)} to {max(sizes)} bytes")
    rules = {
        "programs": (len(by_program), 25),
        "sweeps over chunk counts": (len(document["sweeps"]), 12),
        "weights of pipelines": (
            len({r["parameters"]["iters"] for r in by_program["pipeline"]}), 3),
        "chunk counts of pipelines": (len({r["chunks"] for r in by_program["pipeline"]}), 11),
        "cases on one GPU": (number(lambda r: r["gpus"] == 1), 200),
        "cases on two GPUs": (number(lambda r: r["gpus"] == 2), 30),
        "cases on four GPUs": (number(lambda r: r["gpus"] == 4), 12),
        "cases with the textbook's time": (number(lambda r: r["textbook_s"] is not None), 100),
    }
    wrong += [f"{what}: {found}, at least {least} are needed"
              for what, (found, least) in rules.items() if found < least]
    print("\n".join(wrong) or "; ".join(f"{what}: {found}" for what, (found, _) in rules.items()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
