#!/usr/bin/env python3
"""How far predictions of public applications from their sources are off, kernel by kernel.

    applications.py measure FOLDER RECORD [--only NAME]...   on a GPU, with nvcc and CUPTI
    applications.py compare FOLDER RECORD [--only NAME]... [--gpumodel PROGRAM] [--device D] [-v]   anywhere

applications.yaml lists them; FOLDER has a folder for each repository, and those that it lacks are left out.
--only names an application, a repository, or REPOSITORY/APPLICATION. Measuring builds each with nvcc, runs it
alone for the rates that it prints, and notes what CUPTI saw of further runs: every kernel with grid, block and
times, bytes copied, requests and sectors of global memory. Comparing predicts `gpumodel predict SOURCES --device
D --` in the same folder, where that needs it with --execute, and sets beside it the mean time of each kernel
and shape, what was launched, copied and counted, and the printed rates, by --warp. Needs python3-yaml.
"""
import argparse
import collections
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import tempfile
import time

import yaml

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FACTS = "name,driver_version,clocks.sm,clocks.mem,clocks_event_reasons.active"
SHORTEST = 10e-6  # of kernels whose error counts
EMPTY = 1.0e-6  # what CUPTI says of a launch that does nothing
NEAR = 0.15  # of a printed rate
# What is counted, each line in one pass of the hardware.
L1 = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
PASSES = [[L1.format("requests", "ld"), "smsp__inst_executed.sum"], [L1.format("requests", "st")],
          [L1.format("sectors", "ld"), L1.format("sectors", "st")]]
COUNTERS = ["cuda_context", "cupti_library", "cupti_places", "cupti_plan", "range_profiler"]


def applications(folder, only):
    listed = yaml.safe_load((HERE / "applications.yaml").read_text())
    for repository, fields in listed.items():
        if not (pathlib.Path(folder) / repository).is_dir():  # nobody has checked it out there
            continue
        for name, application in fields["applications"].items():
            if only and not {repository, name, f"{repository}/{name}"} & set(only):
                continue
            yield {"name": f"{repository}/{name}",
                   "folder": pathlib.Path(folder).resolve() / repository / application["folder"],
                   "sources": application["sources"].split() + fields.get("beside", "").split(),
                   **{what: shlex.split(f'{fields.get(what, "")} {application.get(what, "")}')
                      for what in ("options", "link", "nvcc")},
                   "arguments": str(application.get("arguments", "")).split(),
                   "rates": application.get("rates", fields.get("rates"))}


def number(text):
    """What a program printed, with or without marks of thousands."""
    return float(text.replace(",", ""))


def rates_of(application, text):
    """[what it is called, number], as the application prints them."""
    found = re.findall(application["rates"], text, re.M) if application["rates"] else []
    return [[each[0] if isinstance(each, tuple) else "", number(each[-1] if isinstance(each, tuple) else each)]
            for each in found]


def facts():
    asked = subprocess.run(["nvidia-smi", f"--query-gpu={FACTS}", "--format=csv,noheader"],
                           capture_output=True, text=True, check=True).stdout.strip().split(", ")
    return dict(zip(FACTS.split(","), asked))


def kernels_of(lines):
    """A row for each kernel and shape, in the order of their first launch."""
    rows = {}
    for line in lines:
        if "kernel" in line:
            key = line["kernel"], tuple(line["grid"]), tuple(line["block"])
            row = rows.setdefault(key, {"kernel": line["kernel"], "grid": line["grid"], "block": line["block"],
                                        "registers": line["registers"], "shared": line["shared"], "ns": []})
            row["ns"].append(line["ns"])
    return [{**row, "launches": len(row["ns"]), "ns": round(statistics.fmean(row["ns"])),
             "median_ns": round(statistics.median(row["ns"]))} for row in rows.values()]


def add_counts(row, lines):
    """Counts of a kernel's first launch to its row; those that are others in its second are left out."""
    for kernel in row["kernels"]:
        same = [line["counted"] for line in lines
                if [line.get(key) for key in ("kernel", "grid", "block")] == [kernel[key] for key in
                                                                             ("kernel", "grid", "block")]]
        for name in same[0] if same else {}:
            if all(other.get(name) == same[0][name] for other in same):
                kernel.setdefault("counted", {})[name] = same[0][name]
    row.setdefault("notes", []).extend(line["failed"] for line in lines if "failed" in line)


def measure(options):
    cuda = pathlib.Path(subprocess.run(["bash", "-c", "command -v nvcc"], capture_output=True, text=True,
                                       check=True).stdout.strip()).resolve().parents[1]
    record = {"schema": "gpumodel/applications", "device": facts(), "applications": []}
    with tempfile.TemporaryDirectory() as temporary:
        tracer, counter = f"{temporary}/libtrace.so", f"{temporary}/libcount.so"
        injected = ["g++", "-O2", "-std=c++20", "-shared", "-fPIC", "-I", ROOT, "-I", cuda / "include",
                    "-L", cuda / "lib64", f"-Wl,-rpath,{cuda}/lib64"]
        for library, sources in ((tracer, [HERE / "applications" / "trace.cpp"]),
                                 (counter, [HERE / "applications" / "count.cpp",
                                            *(ROOT / "validate" / "counters" / f"{each}.cpp" for each in COUNTERS)])):
            subprocess.run([*injected, *sources, "-o", library, "-lcupti", "-ldl"], check=True)
        listed = list(applications(options.folder, options.only))
        building = []
        for number, application in enumerate(listed):  # all at once: the machine's cores are many
            command = ["nvcc", "-O3", "-arch=sm_90", "-std=c++17", *application["options"], *application["nvcc"],
                       *(f"-Xcompiler={option}" for option in application["link"]), *application["sources"], "-o", f"{temporary}/{number}"]
            building.append(subprocess.Popen(command, cwd=application["folder"], stdout=subprocess.PIPE,
                                             stderr=subprocess.STDOUT, text=True))
        for number, (application, built) in enumerate(zip(listed, building)):
            text, _ = built.communicate()
            row = {"name": application["name"]}
            record["applications"].append(row)
            if built.returncode:
                row["failed"] = "nvcc: " + text.strip()[-300:]
                print(row, flush=True)
                continue
            program = [f"{temporary}/{number}", *application["arguments"]]

            def run(**environment):
                return subprocess.run(program, cwd=application["folder"], env={**os.environ, **environment},
                                      capture_output=True, text=True, errors="replace", timeout=60)

            def lines_of(library, names, variable):
                path = pathlib.Path(temporary) / f"{number}.jsonl"
                path.unlink(missing_ok=True)
                done = run(CUDA_INJECTION64_PATH=library, **names, **{variable: str(path)})
                return done, [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

            try:
                row["printed"] = rates_of(application, run().stdout)
                begin = time.monotonic()
                ran, lines = lines_of(tracer, {}, "GPUMODEL_TRACE")
                row.update(exit_code=ran.returncode, seconds=round(time.monotonic() - begin, 2),
                           copied={kind: sum(l["bytes"] for l in lines if l.get("copy") == kind)
                                   for kind in ("in", "out", "device")},
                           kernels=kernels_of(lines))
                for names in PASSES if options.counters else []:
                    _, counts = lines_of(counter, {"GPUMODEL_METRICS": ",".join(names)}, "GPUMODEL_COUNTS")
                    add_counts(row, counts)
            except subprocess.TimeoutExpired:
                row["failed"] = "no end in 60 s"
                continue
            print(row["name"], ran.returncode, len(row["kernels"]), row["seconds"], len(row["printed"]), flush=True)
            pathlib.Path(options.record).write_text(json.dumps(record, indent=1) + "\n")  # as far as it is
    record["device_after"] = facts()
    pathlib.Path(options.record).write_text(json.dumps(record, indent=1) + "\n")


def steps_of(steps, times=1):
    """(step, how often it is done), of all that are no repeats or graphs."""
    for step in steps:
        if "repeat" in step:
            yield from steps_of(step["steps"], times * step["repeat"])
        elif "graph" in step:
            yield from steps_of(step.get("steps", []), times)
        else:
            yield step, times


def is_launch(step):
    return "kernel" in step and not step["kernel"].startswith("driver-")


def asked_of(step):
    return json.dumps([step["kernel"], step.get("with", {}), step.get("cache", "cold")])


def copied_by(program):
    """Bytes that the steps of a program copy."""
    whole = {name: math.prod(fields["shape"]) for name, fields in program.get("buffers", {}).items()}
    sums = {"in": 0, "out": 0}
    for step, times in steps_of(program["steps"]):
        for kind, way in (("to_device", "in"), ("to_host", "out")):
            if kind in step:
                sums[way] += times * step.get("bytes", whole[step[kind]])
    return sums


def counted_as(answer):
    """What the counters of L1 should say, by their names, of a kernel that is predicted."""
    sums = {name: 0 for names in PASSES for name in names if name.startswith("l1tex")}
    for access in answer["accesses"]:
        if access["space"] != "global" or access["op"] not in ("load", "store"):
            continue
        for what, count in (("requests", access["requests"]),
                            ("sectors", access["requests"] * (access["sectors_per_request"] or 0))):
            sums[L1.format(what, {"load": "ld", "store": "st"}[access["op"]])] += round(count)
    return sums


def predicted(gpumodel, device, application, folder, launched):
    """(why there is none, what it did, a row for each kernel, its parameters and the L2 before it)."""
    command = [gpumodel, "predict", *application["sources"], "--device", device, "--output", folder,
               "--warp"]
    command += [f"--{what}={shlex.join(text)}" for what, text in
                (("compile", application["options"]), ("link", application["link"])) if text]
    command += ["--", *application["arguments"]]
    # The other way where it decides by what kernels write, for which a processor takes its time.
    for executes in (["--time-limit", "120"], ["--time-limit", "300", "--execute"]):
        for path in pathlib.Path(folder).iterdir():
            path.unlink()
        made = subprocess.run([*command[:2], *executes, *command[2:]], cwd=application["folder"],
                              capture_output=True, text=True, errors="replace")
        programs = [path for path in pathlib.Path(folder).glob("*.yaml") if "\nsteps:" in path.read_text()]
        if not programs:
            continue
        program = yaml.load(programs[0].read_text(), yaml.CSafeLoader)
        launches = collections.Counter()
        for step, times in steps_of(program["steps"]):
            if is_launch(step):
                launches[asked_of(step)] += times
        if sum(launches.values()) == launched:
            break
    if not programs:
        errors = [line for line in made.stderr.splitlines() if line.startswith("error")]
        return errors or [f"exit code {made.returncode}"], None, []
    words = " ".join(made.stdout.split())
    did = {"copied": copied_by(program), "launches": sum(launches.values()),
           "printed": rates_of(application, made.stdout)}
    for what, pattern in (("executed", r"read their results: (\d+) launch"), ("unverified", r"written[^:]*: (\d+) launch")):
        did[what] = int((re.findall(pattern, words) or ["0"])[0])
    did["stopped"] = (re.findall(r"application: (stopped after \d+ s)", words) or [""])[0]
    rows = []
    for each in sorted(launches):
        kernel, parameters, cache = json.loads(each)
        command = [gpumodel, "predict", f"{kernel}.yaml", "--device", device, "--cache", cache, "--json", "-", "-q"]
        for name, value in parameters.items():
            command += ["-D", f"{name}={value}"]
        answer = json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout)
        if "launch" not in answer:
            return [f"{kernel}: {answer['diagnostics'][0]['message']}"], did, []
        launch = next(part["time_s"] for part in answer["terms"]["parts"] if part["name"] == "launch")
        text = (pathlib.Path(folder) / f"{kernel}.yaml").read_text()
        signature = re.match(r"# (.*?)\(", text)
        rows.append({"kernel": kernel, "instance": signature and signature[1],
                     "grid": answer["launch"]["grid"], "block": answer["launch"]["block"],
                     "registers": answer["launch"]["registers_per_thread"], "cache": cache,
                     "s": answer["time_s"] - launch + EMPTY, "interval": answer["interval_s"],
                     "bound": answer["bound_by"], "launches": launches[each], "counts": counted_as(answer),
                     "proven": not re.search(r"# \S+:\d+ (assumed|counted|asked)\b", text)})
    return None, did, rows


def name_of(mangled):
    """The function's own name: of a mangled one, behind its first number, or the last of its namespaces."""
    rest, name = re.sub(r"^_ZN?", "", mangled), mangled
    while mangled.startswith("_Z") and (found := re.match(r"(\d+)", rest)):
        name = rest[found.end():found.end() + int(found[1])]
        rest = rest[found.end() + int(found[1]):]
        if not mangled.startswith("_ZN"):
            break
    return name


def instance_of(mangled):
    """The function with the arguments of its template."""
    readable = subprocess.run(["c++filt", mangled], capture_output=True, text=True, check=True).stdout
    return readable.strip().split("(")[0].removeprefix("void ")


def same(measured, rows):
    """Predictions of a kernel and shape: of its instance, where one has its name (of lambdas none has)."""
    plain = re.sub(r"\W", "_", name_of(measured["kernel"])).lower()
    found = [row for row in rows if measured["grid"] == row["grid"] and measured["block"] == row["block"]
             and re.sub(r"\W", "_", row["kernel"]).lower().startswith(plain)]
    instance = instance_of(measured["kernel"])
    return [row for row in found if row["instance"] == instance] or found


def compare_counts(label, kernel, found, sums):
    """Requests and sectors that were counted, against those of the only prediction of this shape."""
    counted = {name: value for name, value in kernel.get("counted", {}).items() if name.startswith("l1tex")}
    said = found[0]["counts"]
    if not counted or any(row["counts"] != said for row in found):
        return
    proven = all(row["proven"] for row in found)
    for name, value in counted.items():
        sums[proven, "exact"] += said[name] == value
        sums[proven, "all"] += 1
        if said[name] != value:
            print(f"{label} {'proven' if proven else 'not proven'}: {name} {said[name]}, counted {value:.0f}")


def compare_printed(name, measured, printed, sums):
    for (label, rate), (_, said) in zip(measured.get("printed", []), printed):
        near = abs(said / rate - 1) <= NEAR if rate else said == rate
        sums["rates"] += 1
        sums["near"] += near
        print(f"{name:24} prints {label} {rate:g}, predicted {said:g}: {'' if near else 'not '}within {NEAR:.0%}")


def compare_did(name, measured, did, rows, sums):
    """Launches, their shapes, and bytes copied."""
    shapes = collections.Counter()
    for row in rows:
        shapes[json.dumps([row["grid"], row["block"]])] += row["launches"]
    seen = collections.Counter()
    for kernel in measured["kernels"]:
        seen[json.dumps([kernel["grid"], kernel["block"]])] += kernel["launches"]
    copied = all(measured["copied"][way] == did["copied"][way] for way in ("in", "out"))
    sums["applications"] += 1
    sums["launches equal"] += shapes == seen
    sums["bytes equal"] += copied
    for what in ("launches", "executed", "unverified"):
        sums[what] += did[what]
    text = "as launched" if shapes == seen else f"{sum(seen.values())} were launched"
    print(f"{name:24} {did['launches']} launches, {text}; bytes {'as copied' if copied else 'not as copied: '}"
          + ("" if copied else f"{did['copied']}, {measured['copied']}")
          + f"; {did['executed']} executed, {did['unverified']} unverified"
          + (f"; {did['stopped']}" if did["stopped"] else ""))


def compare(options):
    record = json.loads(pathlib.Path(options.record).read_text())
    rows_of = {row["name"]: row for row in record["applications"]}
    errors, seen, unseen, sums = [], 0, 0, collections.Counter()
    for application in applications(options.folder, options.only):
        name, measured = application["name"], rows_of.get(application["name"])
        if measured is None:  # in another record
            continue
        if "failed" in measured:
            print(f"{name}: {measured['failed']}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            why, did, rows = predicted(options.gpumodel, options.device, application, folder,
                                       sum(kernel["launches"] for kernel in measured["kernels"]))
        if why:
            print(f"{name}: " + "; ".join(why))
            sums["not predicted"] += 1
        if rows:
            compare_did(name, measured, did, rows, sums)
            compare_printed(name, measured, did["printed"], sums)
        for kernel in measured["kernels"]:
            found = same(kernel, rows)
            label = f"{name:24} {name_of(kernel['kernel'])[:32]:32} {str(kernel['grid']):18}"
            if found:
                compare_counts(label, kernel, found, sums)
            if kernel["ns"] * 1e-9 < SHORTEST:
                continue
            if not found:
                unseen += 1
                print(f"{label} {kernel['ns'] / 1000:10.1f} us  -")
                continue
            seen += 1
            launched = sum(row["launches"] for row in found)  # most with a warm L2, as they were measured
            mean = sum(row["s"] * row["launches"] for row in found) / launched
            error = mean / (kernel["ns"] * 1e-9) - 1
            errors.append(error)
            print(f"{label} {kernel['ns'] / 1000:10.1f} us {mean * 1e6:10.1f} us {error:+7.1%}  "
                  f"{found[0]['bound']} r{kernel['registers']}/{found[0]['registers']}", flush=True)
    if errors:
        print(f"{seen} kernels over {SHORTEST * 1e6:.0f} us, {unseen} without prediction: MAPE "
              f"{statistics.fmean(map(abs, errors)):.1%}, median {statistics.median(map(abs, errors)):.1%}, "
              f"bias {statistics.fmean(errors):+.1%}, within 25 % {statistics.fmean(abs(e) <= 0.25 for e in errors):.0%}")
    print(f"{sums['applications']} applications, {sums['not predicted']} not predicted: launches and grids equal in "
          f"{sums['launches equal']}, bytes copied in {sums['bytes equal']}; {sums['launches']} launches, "
          f"{sums['executed']} executed, {sums['unverified']} unverified")
    for proven in (True, False):
        if sums[proven, "all"]:
            print(f"requests and sectors {'proven' if proven else 'assumed or counted'}: "
                  f"{sums[proven, 'exact']} of {sums[proven, 'all']} exact")
    if sums["rates"]:
        print(f"{sums['near']} of {sums['rates']} printed rates within {NEAR:.0%}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["measure", "compare"])
    parser.add_argument("folder")
    parser.add_argument("record")
    parser.add_argument("--only", action="append")
    parser.add_argument("--counters", action="store_true", help="measure requests and sectors, too")
    parser.add_argument("--gpumodel", default="gpumodel")
    parser.add_argument("--device", default="h200", help="that is compared with")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    options.gpumodel = os.path.abspath(shutil.which(options.gpumodel) or options.gpumodel)
    measure(options) if options.what == "measure" else compare(options)


if __name__ == "__main__":
    main()
