#!/usr/bin/env python3
"""Generated kernels, written as CUDA and described again: the descriptor that comes back has the same
requests and sectors of each memory, atomics and flop as the one that was written. What differs is
listed by family in round_trip.yaml, with the reason; what is not listed is a failure. One that fails is
shrunk: the smallest that fails the same way is told.

    round_trip.py DESCRIBE [--count 40] [--first 1] [--jobs 2] [--only NAME ...] [--keep FOLDER] [--all]

The kernels are FAMILY-SEED, in turn of all families, with seeds from --first on. --all lists every
kernel and fails for none. Needs python3-yaml.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).parent))
import own_kernels as own  # noqa: E402  (what is compared, and how)

GPUMODEL = os.environ["GPUMODEL"]
MOST_SHRUNK = 16
EXACT = 1e-9
# Counts that a sample of the blocks stands for: those of a stencil of an odd size are up to 9 % off,
# others as far as the standard error that is told. With more work no loop is sampled.
SAMPLED, STANDARD_ERRORS, MORE_WORK = 0.1, 3, ("--work-limit", "10")


def run(*command, both=False):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or done.stdout.strip() or f"{command[0]} failed")
    return done.stdout + done.stderr if both else done.stdout


def as_list(entry):
    """Lists are written in brackets; YAML parts them inside of calls, too."""
    return own.split(", ".join(map(str, entry)) if isinstance(entry, list) else str(entry))


class Generated:
    def __init__(self, name, folder):
        self.name = name
        self.file = Path(folder) / f"{name}.yaml"
        self.text = run(GPUMODEL, "kernels", "generate", name)
        self.file.write_text(self.text)
        self.descriptor = yaml.safe_load(self.text)
        self.names = {k: int(v) for k, v in (self.descriptor.get("parameters") or {}).items()}
        cuda = run(GPUMODEL, "kernels", "show", str(self.file), "--cuda", "-")
        # The kernel and what it calls: what fills arrays and checks answers stands behind.
        cut = cuda[:cuda.index("\n// -----")]
        self.cuda = Path(folder) / f"{name}.cu"
        self.cuda.write_text("".join(line for line in cut.splitlines(True)
                                     if not line.startswith("#include") or "cuda_" in line))
        self.arguments = re.findall(r"(\w+)(?=[,)])", re.search(
            r"_kernel\((.*?)\) {", cut, re.S)[1] + ")")

    def numbers(self, text):
        return re.sub(r"[A-Za-z_]\w*(?!\s*\()(?<!block)",
                      lambda m: str(self.names.get(m[0], m[0])), str(text))

    def extents(self, key):
        block = [own.value(e, self.names) for e in as_list(self.descriptor["launch"]["block"])]
        names = {**self.names, **{f"block_{a}": b for a, b in zip("xyz", block + [1, 1])}}
        return [own.value(e, names) for e in as_list(self.descriptor["launch"][key])]

    def shape(self, array):
        return [own.value(e, self.names) for e in as_list(self.descriptor["arrays"][array]["shape"])]

    def contents(self, array, values):
        if not isinstance(values, dict):  # as it is written: commas of calls part it for YAML
            text = re.search(rf"^  {array}: .*values: (.*?)(?:, restrict: true)?}}$", self.text, re.M)[1]
            return self.numbers(text.strip("'"))
        (kind, inner), = values.items()
        if isinstance(inner, list):
            return f"{kind}: [{', '.join(self.numbers(e) for e in inner)}]"
        return f"{kind}: {{{', '.join(f'{k}: {v}' for k, v in inner.items())}}}"

    def stated(self):
        options = []
        for name in self.arguments:
            extent = re.fullmatch(r"(\w+)_extent(\d)", name)
            if name in self.names:
                options += ["-D", f"{name}={self.names[name]}"]
            elif extent:
                options += ["-D", f"{name}={self.shape(extent[1])[int(extent[2])]}"]
        block, grid = (", ".join(map(str, self.extents(key))) for key in ("block", "grid"))
        options += ["--launch", f"block=[{block}] grid=[{grid}]"]
        for array, fields in self.descriptor["arrays"].items():
            if "values" in fields:
                options += ["--values", f"{array}={self.contents(array, fields['values'])}"]
        return options

    def in_order(self, text):
        """Arrays in the order of what was written: drawn contents are then the same draws."""
        section = re.search(r"^arrays:\n((?:  .*\n)+)", text, re.M)
        each = re.findall(r"  \w+:.*\n(?:   .*\n)*", section[1])
        order = [*self.descriptor["arrays"]]

        def place(entry):
            name = entry.split(":")[0].strip()
            return order.index(name) if name in order else len(order)
        return text[:section.start(1)] + "".join(sorted(each, key=place)) + text[section.end(1):]


def described(kernel, describe, folder, *more):
    """The descriptor that comes back, with the questions answered by what was written."""
    name = re.search(r"(\w+_kernel)\(", kernel.cuda.read_text())[1]
    command = [describe, str(kernel.cuda), "--kernel", name, "--name", kernel.name, "--json",
               *kernel.stated()]
    first = subprocess.run(command, capture_output=True, text=True)
    answers = []
    for line in first.stderr.splitlines():
        try:
            question = json.loads(line)
        except ValueError:
            continue
        if not question["id"].endswith("asked"):
            continue
        asked = re.search(r"-D (\w+)=", question["hints"][0])
        if asked and asked[1].startswith("taken_"):
            answers += ["-D", f"{asked[1]}=0"]  # the guard around what keeps a result
        elif asked and asked[1].endswith(("_elements", "_rows")):
            array, _, what = asked[1].rpartition("_")
            shape = kernel.shape(array)
            count = 1
            for extent in shape:
                count *= extent
            if what == "rows":
                made = re.search(rf"^  {array}:.*?shape: \[\w+, (.*?)\]", first.stdout, re.M | re.S)
                for extent in own.split(made[1]):
                    known = {**kernel.names}
                    for word in re.findall(r"[A-Za-z_]\w*", extent):
                        other = re.fullmatch(r"(\w+)_extent(\d)", word)
                        if other:
                            known[word] = kernel.shape(other[1])[int(other[2])]
                    count //= own.value(extent, known)
            answers += ["-D", f"{asked[1]}={count}"]
    second = first
    if answers or more:
        second = subprocess.run([*command, *answers, *more], capture_output=True, text=True)
    if second.returncode:
        words = []
        for line in second.stderr.splitlines():
            try:
                words.append(json.loads(line).get("message", line))
            except ValueError:
                words.append(line)
        raise RuntimeError("; ".join(words) or f"exit code {second.returncode}")
    file = Path(folder) / "back" / f"{kernel.name}.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(kernel.in_order(second.stdout))
    return file


def differences(name, describe, folder):
    """What differs, by quantity; 'described' where nothing came back."""
    kernel = Generated(name, folder)
    try:
        file = described(kernel, describe, folder)
        apart = counts_apart(kernel.file, file, folder)
        within = max(map(sampled, (kernel.file, file))) if apart else EXACT
        if within > EXACT:
            apart = counts_apart(kernel.file, file, folder, within, *MORE_WORK)
    except (RuntimeError, KeyError, ValueError, TypeError, NameError, SyntaxError) as error:
        return {"described": str(error).splitlines()[0][:160]}
    return apart


def counts_apart(written, back, folder, within=EXACT, *more):
    meant, _, _ = own.answers_of(GPUMODEL, written, folder, *more)
    made, _, _ = own.answers_of(GPUMODEL, back, folder, *more)
    return {q: f"{made[q]:.6g}, not {meant[q]:.6g}" for q in own.QUANTITIES
            if not own.equal(meant[q], made[q], within)}


def sampled(file):
    """How far counts may be off because the analysis looks at some of the blocks or rounds only."""
    said = run(GPUMODEL, "predict", str(file), "--device", "h200", "-v", both=True)
    if "analysis-approximate" not in said:
        return EXACT
    error = re.search(r"the standard error of their work is ([\d.]+) %", said)
    return max(SAMPLED, STANDARD_ERRORS * float(error[1]) / 100 if error else 0)


def shrunk(name, found, describe, folder):
    """The smallest that differs in the same quantities."""
    smallest = name
    for level in range(1, MOST_SHRUNK + 1):
        other = f"{name}-s{level}"
        if differences(other, describe, folder).keys() != found.keys():
            break
        smallest = other
    return smallest


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("describe")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--keep")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    listed = yaml.safe_load((Path(__file__).parent / "round_trip.yaml").read_text()) or {}
    families = [line.split(",")[0] for line in
                run(GPUMODEL, "kernels", "generate", "--csv", "-").splitlines()[1:] if line]
    names = options.only or [f"{families[i % len(families)]}-{options.first + i // len(families)}"
                             for i in range(options.count)]
    failures, agree = [], 0
    with tempfile.TemporaryDirectory() as temporary, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep or temporary
        Path(folder).mkdir(parents=True, exist_ok=True)
        found = pool.map(lambda n: differences(n, options.describe, folder), names)
        for name, differs in zip(names, found):
            family = name.split("-s")[0].rsplit("-", 1)[0]
            known = listed.get(family, {})
            unlisted = {q: text for q, text in differs.items()
                        if q not in known or known[q]["says"] not in text}
            agree += not differs
            if differs and (options.all or unlisted):
                print(name, "; ".join(f"{q}: {text}" for q, text in differs.items()))
            if unlisted and not options.all:
                least = shrunk(name, differs, options.describe, folder)
                failures.append(f"{name} differs in {', '.join(unlisted)}; so does {least}")
    print(f"{agree} of {len(names)} agree")
    for failure in failures:
        print("FAILED " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
