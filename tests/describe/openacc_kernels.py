#!/usr/bin/env python3
"""Describes the library's own OpenACC kernels and compares with the descriptors written by hand: the
nest, its schedule, requests and sectors, flop. What differs is listed, with the reason, in
openacc_kernels.yaml; what is listed and no longer differs, or differs and is not listed, is a
failure.

    openacc_kernels.py ROOT DESCRIBE [--only KERNEL]      with GPUMODEL the program

Needs python3-yaml.
"""
import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

import yaml

import own_kernels
from own_kernels import QUANTITIES, Own, as_list, equal, run, split, value


# Which instance of a template a descriptor is about, by its parameters.
INSTANCES = {"fma-chains-f32": "run<{ilp}U>", "fma-chains-f64": "run<{ilp}U>"}


class OwnAcc(Own):
    """A kernel of the library as OpenACC: which variable of the source is which parameter."""

    def __init__(self, root, name):
        super().__init__(root, name)
        self.file = self.folder / "openacc.cpp"
        text = self.file.read_text()
        self.numbers = {}  # variables that are made of parameters, and their values
        for variable, made in re.findall(r"(\w+)\s*=\s*([^=,;]*kernel\.(?:int_)?value\([^,;]*)[,;]", text):
            made = re.sub(r"static_cast<\w+>", "", made)
            made = re.sub(r"kernel\.(?:int_)?value\(\"(\w+)\"\)", r"\1", made)
            if "kernel." not in made:
                self.numbers[variable] = value(made, self.names)
        self.arrays = dict(re.findall(r"(\w+)\s*=\s*kernel\.pointer<[^>]*>\(\"(\w+)\"\)", text))

    def instance(self):
        return INSTANCES.get(self.name, "").format(**self.names)

    def stated(self):
        options = []
        for variable, number in self.numbers.items():
            options += ["-D", f"{variable}={number}"]
        for draw in self.draws(self.descriptor["thread"]["do"]):
            (name, contents), = draw["draw"].items()
            per = f" per {draw['per']}" if "per" in draw else ""
            options += ["--values", f"i_{name}={self.contents(contents)}{per}"]
        if self.instance():
            options += ["--kernel", self.instance()]
        rename = {array: variable for variable, array in self.arrays.items()}
        for array, fields in (self.descriptor.get("arrays") or {}).items():
            if isinstance(fields, dict) and "values" in fields:
                options += ["--values", f"{rename.get(array, array)}={self.contents(fields['values'])}"]
        if "registers_per_thread" in self.descriptor["openacc"]:
            options += ["--launch", f"registers={self.descriptor['openacc']['registers_per_thread']}"]
        return options


def nest_of(path, names):
    """What can be compared of a nest: names of its loops, ranges as numbers, schedule."""
    text = path.read_text()
    descriptor = yaml.safe_load(text)
    acc = descriptor["openacc"]
    # Commas in calls are none of YAML here.
    written = re.search(r"^  nest: \{(.*)\}$", text, re.M)[1]
    acc["nest"] = dict(entry.replace("'", "").split(": ", 1) for entry in split(written))
    names = dict(names)
    for name, default in (descriptor.get("parameters") or {}).items():
        if name not in names:
            names[name] = value(default, names)

    def number(text):
        return value(text, names)

    loops = []
    for loop, how in acc["nest"].items():
        text, step = re.fullmatch(r"\{range: (.*), step: (.*)\}|(.*)", how).group(1, 2)
        start, end = (text or how).split("..")
        loops.append((loop, number(start), number(end), number(step or 1)))
    schedule = {loop: as_list(acc.get("schedule", {}).get(loop, "auto")) for loop in acc["nest"]}
    collapse = acc.get("collapse", 1)
    for loop in list(acc["nest"])[1:collapse]:
        schedule[loop] = []
    sizes = {key: number(acc[key]) for key in ("num_gangs", "num_workers", "vector_length") if key in acc}
    return {"nest": loops, "schedule": schedule, "collapse": collapse, **sizes}


def describe(own, program, folder):
    command = [program, str(own.file), "--name", own.name, "--json",
               "--compile", f"-I {own.root} -std=c++20", *own.stated()]
    answers = []
    for _ in range(3):  # an extent is asked for once the shape is known
        made = run(command + answers)
        asked = re.findall(r'"-D (\w+)=\w+"', made.stderr)
        back = {variable: array for variable, array in own.arrays.items()}
        more = []
        for name in asked:
            array = re.sub(r"_(elements|rows)$", "", name)
            count = own.elements(back[array]) if array in back and array != name else 0  # a guard
            more += ["-D", f"{name}={count}"]
        if not more:
            break
        answers += more
    if made.returncode:
        raise RuntimeError(f"exit code {made.returncode}: {made.stderr}")
    path = Path(folder) / f"{own.name}.yaml"
    path.write_text(made.stdout)
    return path


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=Path)
    parser.add_argument("describe")
    parser.add_argument("--only")
    options = parser.parse_args()
    root = options.root.resolve()
    gpumodel = os.environ["GPUMODEL"]
    exceptions = yaml.safe_load((Path(__file__).parent / "openacc_kernels.yaml").read_text()) or {}
    failures, compared, ratios = [], 0, []
    with tempfile.TemporaryDirectory() as temporary:
        for file in sorted(root.glob("kernels/*/openacc.cpp")):
            name = file.parent.name
            if options.only and name != options.only:
                continue
            listed = exceptions.get(name, {})
            own = OwnAcc(root, name)
            if "openacc" not in own.descriptor or "thread" not in own.descriptor:
                continue
            compared += 1
            differs = []
            try:
                path = describe(own, options.describe, temporary)
                checked = run([gpumodel, "check", str(path)])
                if checked.returncode:
                    raise RuntimeError("check: " + checked.stdout + checked.stderr)
                hand_nest = nest_of(own.folder / f"{name}.yaml", own.names)
                made_nest = nest_of(path, {**own.names, **own.numbers})
                for key in sorted(set(hand_nest) | set(made_nest)):
                    if hand_nest.get(key) != made_nest.get(key):
                        differs.append((key, f"{made_nest.get(key)}, not {hand_nest.get(key)}"))
                hand, hand_time, _ = answers_of(gpumodel, own.folder / f"{name}.yaml", root)
                mine, made_time, _ = answers_of(gpumodel, path, root)
                ratios.append(made_time / hand_time)
                for quantity in QUANTITIES:
                    if not equal(hand[quantity], mine[quantity], own.tolerance()):
                        differs.append((quantity, f"{mine[quantity]:.6g}, not {hand[quantity]:.6g}"))
            except (RuntimeError, KeyError, ValueError, SyntaxError, NameError) as error:
                differs.append(("described", str(error)))
            for key, what in differs:
                if key not in listed:
                    failures.append(f"{name}: {key}: {what}")
            for key in listed:
                if key not in dict(differs):
                    failures.append(f"{name} is listed for its {key}, which agrees")
            print(f"{name:28}{ratios[-1] if ratios else 0:8.3f}  "
                  + ("; ".join(key for key, _ in differs) or "equal"))
    ratios.sort(key=lambda r: abs(r - 1))
    if ratios:
        print(f"\n{compared} compared; time: median off by {100 * abs(ratios[len(ratios) // 2] - 1):.2f} %, "
              f"{sum(abs(r - 1) <= 0.05 for r in ratios)} within 5 %")
    if not compared:
        failures.append("no kernel was compared")
    for failure in failures:
        print("FAILED " + failure, file=sys.stderr)
    return 1 if failures else 0


def answers_of(gpumodel, kernel, root):
    """As OpenACC, where the file states a launch too."""
    both = "launch" in yaml.safe_load(Path(kernel).read_text())
    return own_kernels.answers_of(gpumodel, kernel, root, *(["--schedule", "openacc"] if both else []))


if __name__ == "__main__":
    sys.exit(main())
