#!/usr/bin/env python3
"""Every program and system of the library: its file is right, and its time can be predicted.

    library.py SOURCE-DIRECTORY
"""
import json
import os
import pathlib
import re
import subprocess
import sys

PROGRAM = os.environ["GPUMODEL"]


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, cwd=sys.argv[1],
                          check=False)
    return done.stdout if done.returncode == 0 else None


def main():
    root = pathlib.Path(sys.argv[1])
    programs, systems = sorted(root.glob("programs/*.yaml")), sorted(root.glob("systems/*.yaml"))
    wrong = []
    for file in [*programs, *systems]:
        between = re.search(r"\b(peer|halo|all_reduce):", file.read_text(encoding="utf-8"))
        machine = ["--system", "h200-x4"] if between else ["--device", "h200"]
        checked = run("check", str(file), *machine, "--host", "xeon-16vcpu", "--json", "-")
        if checked is None or json.loads(checked)["diagnostics"]:
            wrong.append(f"{file.name}: gpumodel check complains")
        if file in systems:
            continue
        times = {}
        for model in ("roofline", "textbook"):
            out = run("predict", file.stem, *machine, "--host", "xeon-16vcpu", "--model", model,
                      "--json", "-")
            if out is None:
                wrong.append(f"{file.name}: no time by the model {model}")
                continue
            document = json.loads(out)
            low, high = document["interval_s"]
            times[model] = document["time_s"]
            if not 0 < low <= document["time_s"] <= high:
                wrong.append(f"{file.name}: {document['time_s']} s is not within {low} ... {high}")
            if sum(part["time_s"] for part in document["critical_path"]) < 0.999 * times[model]:
                wrong.append(f"{file.name}: the critical path is shorter than the whole")
    print("\n".join(wrong) or f"{len(programs)} programs, {len(systems)} systems")
    return 1 if wrong or not programs or not systems else 0


if __name__ == "__main__":
    sys.exit(main())
