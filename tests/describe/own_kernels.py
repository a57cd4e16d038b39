#!/usr/bin/env python3
"""Describes the library's own CUDA kernels and compares with the descriptors written by hand: requests
and sectors of each memory, flop, and the predicted time. What differs is listed, with the reason, in
own_kernels.yaml; what is listed and no longer differs, or differs and is not listed, is a failure.

    own_kernels.py ROOT DESCRIBE [--only KERNEL] [--keep FOLDER]      with GPUMODEL the program

Needs python3-yaml.
"""
import argparse
import json
import math
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

QUANTITIES = ("load requests", "load sectors", "store requests", "store sectors", "shared requests",
              "atomics", "flop")
# Which instance of a template a descriptor is about, by its parameters.
INSTANCES = {
    "conv2d": "conv2d<{radius}>", "conv2d-tiled": "conv2d_tiled<{radius}, {bx}, {by}>",
    "conv3d": "conv3d<{radius}>", "copy-elements": "copy_elements<{elements}>",
    "read-elements": "read_elements<{elements}>", "exp": "exp_chains<{ilp}>",
    "fma-chains-f32": "fma_chains<{ilp}>", "fma-chains-f64": "fma_chains<{ilp}>",
    "heat3d-zfactor": "heat3d_zfactor<{zf}>", "matmul-tiled-f32": "matmul_tiled<float, {tile}>",
    "matmul-tiled-f64": "matmul_tiled<double, {tile}>", "shared-stride": "shared_stride<{words}>",
    "spmv-rows": "spmv_rows<{vectors}>", "spmv-vector": "spmv_vector<{lanes}>",
    "stencil1d": "stencil1d<{radius}>",
    "transpose-tiled": "transpose_tiled<0>", "transpose-padded": "transpose_tiled<1>",
}
# What a launch passes that is not one parameter or array of the descriptor.
ARGUMENTS = {"cells": 'c.pointer<const int>("cmap")', "first_row": 'c.int_value("first_row")',
             "first_row + c.int_value(\"rows\")": "height"}
# Contents that the hand-written descriptor gives to another name.
VALUES = {"lma-collapsed": ["cells=index * {colours}"], "lma-fused": ["cells=index * {colours}"],
          "lma-inlined": ["cells=index * {colours}"], "lma-original": ["cells=index * {colours}"],
          "shared-stride": ["p=thread.x * {stride} % {words}"]}
# How far counts may differ that hang on drawn numbers: they are other draws.
RANDOM_INDICES, RANDOM_ROUNDS = 1e-3, 2e-2


def functions():
    return {"ceil_div": lambda a, b: -(-a // b), "floor_div": lambda a, b: a // b, "min": min,
            "max": max, "log2": lambda a: round(math.log2(a)), "ceil": math.ceil,
            "floor": math.floor, "sqrt": math.sqrt, "abs": abs}


def value(text, names):
    """The number that an expression of a descriptor is."""
    text = re.sub(r"(\d)(Ki|Mi|Gi)\b",
                  lambda m: m[1] + "*1024**" + str(("Ki", "Mi", "Gi").index(m[2]) + 1), str(text))
    dotted = re.sub(r"\b(block|grid)\.([xyz])", r"\1_\2", text.replace("^", "**"))
    result = eval(dotted, {"__builtins__": {}}, {**functions(), **names})  # our own files
    return int(result) if float(result).is_integer() else result


def split(text):
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text + ","):
        depth += c in "([{<"
        depth -= c in ")]}>"
        if c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [p for p in parts if p]


def as_list(entry):
    return [str(e) for e in entry] if isinstance(entry, list) else split(str(entry))


class Own:
    """A kernel of the library: the descriptor written by hand, and what its launch passes."""

    def __init__(self, root, name, sizes={}):
        self.name, self.root = name, root
        self.folder = root / "kernels" / name
        self.file = self.folder / "cuda.cu"
        self.descriptor = yaml.safe_load((self.folder / f"{name}.yaml").read_text())
        self.names = {}
        waiting = {**(self.descriptor.get("parameters") or {}), **sizes}
        while waiting:
            for key, text in list(waiting.items()):
                try:
                    self.names[key] = value(text, self.names)
                    del waiting[key]
                except NameError:
                    pass
        calls = self.file.exists() and re.findall(r"c\.launch\((.*?)\);", self.source(self.file), re.S)
        self.arguments = split(calls[0])[1:] if calls else []

    def source(self, file):
        text = file.read_text()
        headers = re.findall(r'#include "(kernels/.*?\.cuh)"', text)
        return text + "".join(self.source(self.root / header) for header in headers)

    def instance(self):
        return INSTANCES.get(self.name, "").format(**self.names)

    def stated(self, parameters):
        """Options that state what a launch of this kernel has: sizes, launch, contents."""
        rename, options = {}, []
        for parameter, argument in zip(parameters, self.arguments):
            argument = ARGUMENTS.get(argument, argument)
            if argument in self.names:
                options += ["-D", f"{parameter}={self.names[argument]}"]
            found = re.fullmatch(r'c\.(\w+)(?:<.*>)?\("(\w+)"\)', argument)
            if not found:
                continue
            rename[found[2]] = parameter
            if found[1] != "pointer":
                options += ["-D", f"{parameter}={self.names[found[2]]}"]
        known = {n: rename[n] for n in rename if n in self.names}
        options += ["--launch", self.launch(known)]
        for array, fields in (self.descriptor.get("arrays") or {}).items():
            if isinstance(fields, dict) and "values" in fields:
                options += ["--values", f"{rename.get(array, array)}={self.contents(fields['values'])}"]
        for each in VALUES.get(self.name, []):
            options += ["--values", each.format(**self.names)]
        for draw in self.draws(self.descriptor["thread"]["do"]):
            (name, contents), = draw["draw"].items()
            per = f" per {draw['per']}" if "per" in draw else ""
            options += ["--values", f"i_{name}={self.contents(contents)}{per}"]
        return options, rename

    def draws(self, statements):
        for statement in statements:
            if isinstance(statement, dict):
                if "draw" in statement:
                    yield statement
                yield from self.draws(statement.get("do", []))

    def tolerance(self):
        if list(self.draws(self.descriptor["thread"]["do"])):
            return RANDOM_ROUNDS
        values = [f.get("values") for f in self.descriptor["arrays"].values()]
        return RANDOM_INDICES if any(isinstance(v, dict) for v in values) else 1e-9

    def launch(self, known):
        launch = self.descriptor["launch"]

        def replaced(text):
            return re.sub(r"[A-Za-z_]\w*", lambda m: m[0] if m[0] not in self.names
                          else known.get(m[0], str(self.names[m[0]])), text)

        parts = []
        for key in ("block", "grid"):
            extents = [replaced(e) for e in as_list(launch[key])]
            if key == "block":  # blocks are sizes of the launch, not of the problem
                extents = [str(value(e, {k: self.names[n] for n, k in known.items()})) for e in extents]
            parts.append(f"{key}=[{', '.join(extents)}]")
        block = [value(e, self.names) for e in as_list(launch["block"])]
        names = {**self.names, **{f"block_{a}": b for a, b in zip("xyz", block + [1, 1])}}
        if launch.get("shared_memory") == "smem":  # what a source declares is in it
            parts.append(f"shared={value(launch['shared_memory'], names)}")
        if "registers_per_thread" in launch:
            parts.append(f"registers={value(launch['registers_per_thread'], names)}")
        return " ".join(parts)

    def contents(self, values):
        def number(text):
            return re.sub(r"[A-Za-z_]\w*", lambda m: str(self.names.get(m[0], m[0])), str(text))

        if not isinstance(values, dict):
            return number(values)
        (kind, inner), = values.items()
        if isinstance(inner, list):
            return f"{kind}: [{', '.join(number(e) for e in inner)}]"
        rows = ", ".join(f"{number(k)}: {number(v)}" for k, v in inner.items())
        return f"{kind}: {{{rows}}}"

    def elements(self, array):
        fields = self.descriptor["arrays"][array]
        count = 1
        for extent in as_list(fields["shape"]):
            count *= value(extent, self.names)
        return count


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, **more)


def describe(own, describe_program, folder, *more, twice=False):
    options = ["--compile", f"-I {own.root} -std=c++20"]
    listed = run([describe_program, str(own.file), "--list", *options])
    if listed.returncode:
        raise RuntimeError(listed.stderr)
    wanted = own.instance()
    found = [s for s in listed.stdout.splitlines() if not wanted or wanted + "(" in s]
    if len(found) != 1:
        raise RuntimeError(f"{wanted}: {len(found)} kernels")
    kernel, _, rest = found[0].partition("(")
    parameters = [re.findall(r"(\w+)$", p)[0] if re.search(r"\w+$", p) else "" for p in split(rest[:-1])]
    stated, rename = own.stated(parameters)
    command = [describe_program, str(own.file), "--kernel", kernel, "--name", own.name, "--json",
               *options, *stated]
    first = run(command)
    answers = []
    for line in first.stderr.splitlines():
        question = json.loads(line)
        if not question["id"].endswith("asked"):
            continue
        option = question["hints"][0]
        name = re.search(r"-D (\w+)=", option)
        if name and name[1].startswith("taken_"):
            answers += ["-D", f"{name[1]}=0"]
        elif name and name[1].endswith(("_elements", "_rows")):
            back = {v: k for k, v in rename.items()}
            array, _, what = name[1].rpartition("_")
            count = own.elements(back.get(array, array))
            if what == "rows":  # of as many elements as the other extents say
                shape = re.search(rf"^  {array}:.*?shape: \[\w+, (.*?)\]", first.stdout, re.M | re.S)[1]
                for extent in split(shape):
                    count //= own.names[extent]
            answers += ["-D", f"{name[1]}={count}"]
    command += [*answers, *more]
    second = run(command)
    if second.returncode:
        raise RuntimeError(f"exit code {second.returncode}: {second.stderr}"
                           f"{shlex.join(command)}")
    if twice and run(command).stdout != second.stdout:
        raise RuntimeError("a second run wrote another text")
    path = Path(folder) / f"{own.name}.yaml"
    path.write_text(second.stdout)
    return path


def answers_of(gpumodel, kernel, root, *more):
    # L2 flushed, as by default, on the device whose records the repository has.
    answer = run([gpumodel, "predict", str(kernel), "--device", "h200", "--json", "-", *more],
                 cwd=root)
    if answer.returncode:
        raise RuntimeError(answer.stderr or answer.stdout)
    result = json.loads(answer.stdout)
    sums = dict.fromkeys(QUANTITIES, 0.0)
    for access in result["accesses"]:
        requests = access["requests"]
        sectors = requests * (access["sectors_per_request"] or 0)
        if access["op"] in ("atomic", "reduction"):
            sums["atomics"] += requests
        elif access["space"] == "shared":
            sums["shared requests"] += requests
        elif access["space"] == "global":
            sums[f"{access['op']} requests"] += requests
            sums[f"{access['op']} sectors"] += sectors
    sums["flop"] = sum(result["flop"].values())
    return sums, result["time_s"], result["warp_instructions"]


def equal(a, b, within):
    return abs(a - b) <= within * max(abs(a), abs(b), 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=Path)
    parser.add_argument("describe")
    parser.add_argument("--only")
    parser.add_argument("--keep")
    options = parser.parse_args()
    gpumodel = os.environ["GPUMODEL"]
    root = options.root.resolve()
    exceptions = yaml.safe_load((Path(__file__).parent / "own_kernels.yaml").read_text()) or {}
    failures, ratios, instructions = [], [], []
    exact = dict.fromkeys(QUANTITIES, 0)
    counted = 0
    names = sorted(p.parent.name for p in root.glob("kernels/*/cuda.cu"))
    print(f"{'kernel':28}{'time':>8}{'instr.':>8}  differs in")
    with tempfile.TemporaryDirectory() as temporary:
        for name in names:
            if options.only and name != options.only:
                continue
            listed = exceptions.get(name, {})
            own = Own(root, name)
            if "thread" not in own.descriptor:  # counts, without addresses
                continue
            counted += 1
            try:
                path = describe(own, options.describe, options.keep or temporary, twice=True)
                checked = run([gpumodel, "check", str(path)])
                if checked.returncode:
                    raise RuntimeError("check: " + checked.stdout + checked.stderr)
                hand, hand_time, hand_instructions = answers_of(gpumodel, own.folder / f"{name}.yaml", root)
                made, made_time, made_instructions = answers_of(gpumodel, path, root)
            except (RuntimeError, KeyError, ValueError, SyntaxError, NameError) as error:
                print(f"{name:28}{'-':>8}{'-':>8}  not described")
                if "described" not in listed:
                    failures.append(f"{name}: {error}")
                continue
            if "described" in listed:
                failures.append(f"{name} is listed as not described, and is")
            ratios.append(made_time / hand_time)
            instructions.append(made_instructions / hand_instructions)
            differs = []
            for quantity in QUANTITIES:
                same = equal(hand[quantity], made[quantity], own.tolerance())
                exact[quantity] += same
                if not same:
                    differs.append(f"{quantity} {made[quantity]:.6g}, not {hand[quantity]:.6g}")
                    if quantity not in listed:
                        failures.append(f"{name}: {differs[-1]}")
                elif quantity in listed:
                    failures.append(f"{name} is listed for its {quantity}, which agree")
            off = abs(made_time / hand_time - 1)
            most = listed.get("time", 0.05)
            if off > most:
                failures.append(f"{name}: time {made_time / hand_time:.3f} of that by hand")
            elif "time" in listed and off < 0.5 * most:
                failures.append(f"{name} is listed for a time off by {most}, which is {off:.3f}")
            print(f"{name:28}{ratios[-1]:8.3f}{instructions[-1]:8.3f}  {'; '.join(differs)}")
    if ratios:
        ratios.sort(key=lambda r: abs(r - 1))
        print(f"\n{len(ratios)} of {counted} described; "
              + ", ".join(f"{q} {n}" for q, n in exact.items()) + " exact")
        print(f"time: median off by {100 * abs(ratios[len(ratios) // 2] - 1):.2f} %, "
              f"{sum(abs(r - 1) <= 0.05 for r in ratios)} within 5 %; instructions: "
              f"{sum(abs(r - 1) <= 0.05 for r in instructions)} within 5 %")
    for failure in failures:
        print("FAILED " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
