#!/usr/bin/env python3
"""How far predictions of public applications in OpenACC from their sources are off, region by region.

    openacc_applications.py build FOLDER PROGRAMS             anywhere, with GCC's offload compiler for nvptx
    openacc_applications.py measure FOLDER PROGRAMS RECORD [--only NAME]...    on a GPU, with CUPTI
    openacc_applications.py compare FOLDER RECORD [--only NAME]... [--gpumodel PROGRAM] [--device D]   anywhere

openacc_applications.yaml lists them; FOLDER has a folder for each repository. Of the libraries that programs
of GCC need (libgomp and its plug-in) the dynamic linker has to find those of the compiler. Measuring runs each
under CUPTI and notes each region's grid, block and times; comparing runs `gpumodel predict SOURCES --` in the
same folder and sets the regions of both in the order of their first launch side by side. Needs python3-yaml.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile

import yaml

from applications import EMPTY, HERE, SHORTEST, facts, is_launch, kernels_of, steps_of

COMPILER = ["-O2", "-fopenacc", "-foffload=nvptx-none", "-foffload-options=nvptx-none=-misa=sm_80",
            "-foffload-options=nvptx-none=-lm", "-no-pie"]


def applications(folder, only=()):
    listed = yaml.safe_load((HERE / "openacc_applications.yaml").read_text())
    for repository, fields in listed.items():
        for name, application in fields["applications"].items():
            if not only or {repository, name, f"{repository}/{name}"} & set(only):
                yield {"name": f"{repository}/{name}", "sources": application["sources"].split(),
                       "folder": pathlib.Path(folder).resolve() / repository / application["folder"],
                       "arguments": str(application.get("arguments", "")).split(),
                       "input": str(application.get("input", "")).replace(" ", "\n") + "\n"}


def program_of(programs, application):
    return pathlib.Path(programs).resolve() / application["name"].replace("/", "-")


def build(options):
    for application in applications(options.folder):
        sources = application["sources"]
        compiler = "g++-12" if any(source.endswith(".cpp") for source in sources) else "gcc-12"
        more = ["-Drestrict=__restrict__"] if compiler == "g++-12" else ["-fgnu89-inline"]
        made = subprocess.run([compiler, *COMPILER, *more, *sources, "-lm", "-o",
                               program_of(options.programs, application)],
                              cwd=application["folder"], capture_output=True, text=True)
        print(application["name"], "built" if made.returncode == 0 else made.stderr.strip()[-300:])


def measure(options):
    record = {"schema": "gpumodel/openacc-applications", "device": facts(), "applications": []}
    with tempfile.TemporaryDirectory() as temporary:
        tracer, cuda = f"{temporary}/libtrace.so", pathlib.Path(shutil.which("nvcc")).resolve().parents[1]
        subprocess.run(["g++", "-O2", "-std=c++20", "-shared", "-fPIC", "-I", HERE.parents[1], "-I", cuda / "include",
                        "-L", cuda / "lib64", f"-Wl,-rpath,{cuda}/lib64", HERE / "applications" / "trace.cpp",
                        "-o", tracer, "-lcupti", "-ldl"], check=True)
        for application in applications(options.folder, options.only):
            program = program_of(options.programs, application)
            if not program.exists():
                continue
            row, path = {"name": application["name"]}, pathlib.Path(temporary) / "lines.jsonl"
            record["applications"].append(row)
            path.unlink(missing_ok=True)
            try:
                ran = subprocess.run([program, *application["arguments"]], cwd=application["folder"], timeout=60,
                                     input=application["input"], capture_output=True, text=True, errors="replace", env={**os.environ, "CUDA_INJECTION64_PATH": tracer,
                                                               "GPUMODEL_TRACE": str(path)})
            except subprocess.TimeoutExpired:
                row["failed"] = "no end in 60 s"
                continue
            lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
            row.update(exit_code=ran.returncode, kernels=kernels_of(lines))
            print(row["name"], ran.returncode, len(row["kernels"]), ran.stderr[-200:], flush=True)
    record["device_after"] = facts()
    pathlib.Path(options.record).write_text(json.dumps(record, indent=1) + "\n")


def all_steps(steps):
    """Those of data regions, too."""
    for step, times in steps_of(steps):
        if "data" in step:
            for inner, more in all_steps(step["steps"]):
                yield inner, times * more
        else:
            yield step, times


def seconds_of(gpumodel, device, folder, step):
    command = [gpumodel, "predict", f"{step['kernel']}.yaml", "--device", device, "--cache",
               step.get("cache", "cold"), "--json", "-", "-q"]
    for name, value in step.get("with", {}).items():
        command += ["-D", f"{name}={value}"]
    answer = json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout)
    launch = next(part["time_s"] for part in answer["terms"]["parts"] if part["name"] == "launch")
    return answer["time_s"] - launch + EMPTY, answer["launch"], answer["bound_by"]


def predicted(options, application):
    """(why there is none, rows in the order of their first launch)."""
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([options.gpumodel, "predict", *application["sources"], "--device", options.device,
                               "--time-limit", "300", "--output", folder, "--", *application["arguments"]],
                              cwd=application["folder"], input=application["input"], capture_output=True, text=True,
                              errors="replace")
        programs = [path for path in pathlib.Path(folder).glob("*.yaml") if "\nsteps:" in path.read_text()]
        if not programs:
            return [line for line in made.stderr.splitlines() if line.startswith("error")], []
        rows, known = {}, {}
        for step, times in all_steps(yaml.load(programs[0].read_text(), yaml.CSafeLoader)["steps"]):
            if not is_launch(step):
                continue
            key = json.dumps([step["kernel"], step.get("with", {}), step.get("cache", "cold")])
            if key not in known:
                known[key] = seconds_of(options.gpumodel, options.device, folder, step)
            seconds, launch, bound = known[key]
            shape = json.dumps([step["kernel"], launch["grid"], launch["block"]])
            row = rows.setdefault(shape, {"kernel": step["kernel"], "grid": launch["grid"], "block": launch["block"],
                                          "registers": launch["registers_per_thread"], "bound": bound,
                                          "s": 0.0, "launches": 0})
            row["s"] += seconds * times
            row["launches"] += times
        return [], list(rows.values())


def compare(options):
    record, errors, apart = json.loads(pathlib.Path(options.record).read_text()), [], 0
    measured = {row["name"]: row for row in record["applications"]}
    for application in applications(options.folder, options.only):
        row = measured.get(application["name"], {"failed": "not measured"})
        if row.get("exit_code"):  # what it launched before says little
            row["failed"] = f"exit code {row['exit_code']}"
        if "failed" in row:
            print(f"{application['name']}: {row['failed']}")
            continue
        why, rows = predicted(options, application)
        if why or len(rows) != len(row["kernels"]):
            print(f"{application['name']}: {'; '.join(why) or f'{len(rows)} regions'}, {len(row['kernels'])} measured: "
                  f"{[each['kernel'] for each in rows]}, {[each['kernel'] for each in row['kernels']]}")
            apart += 1
            continue
        for kernel, found in zip(row["kernels"], rows):
            same = all(kernel[what] == found[what] for what in ("grid", "block", "launches"))
            error = found["s"] / found["launches"] / (kernel["ns"] * 1e-9) - 1
            if kernel["ns"] * 1e-9 >= SHORTEST:
                errors.append(error)
            print(f"{application['name']:34} {found['kernel'][:24]:24} {kernel['ns'] / 1000:10.1f} us "
                  f"{found['s'] / found['launches'] * 1e6:10.1f} us {error:+7.1%}  {found['bound']} "
                  f"r{kernel['registers']}/{found['registers']}"
                  + ("" if same else f"  {kernel['launches']} of {kernel['grid']} {kernel['block']}, predicted "
                                     f"{found['launches']} of {found['grid']} {found['block']}"), flush=True)
    if errors:
        print(f"{len(errors)} regions over {SHORTEST * 1e6:.0f} us: MAPE {statistics.fmean(map(abs, errors)):.1%}, median "
              f"{statistics.median(map(abs, errors)):.1%}, bias {statistics.fmean(errors):+.1%}, within 25 % "
              f"{statistics.fmean(abs(error) <= 0.25 for error in errors):.0%}; {apart} applications with other regions")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, run, arguments in (("build", build, ["folder", "programs"]),
                                 ("measure", measure, ["folder", "programs", "record"]),
                                 ("compare", compare, ["folder", "record"])):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        for argument in arguments:
            command.add_argument(argument)
        if run in (measure, compare):
            command.add_argument("--only", action="append", default=[])
        if run is compare:
            command.add_argument("--gpumodel", default="gpumodel")
            command.add_argument("--device", default="h200")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
