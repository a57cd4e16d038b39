#!/usr/bin/env python3
"""Each time is what its printed equation gives, and each operand what its origin says.

    honest.py --binary build/release/gpumodel --library . [--sample N --seed S]

All kernels, devices, models and hosts in three sizes; --sample N takes N of them at random, and
every kernel once on the H200 besides. Prints how many leaves, operands and bare leaves it saw.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import evaluator  # noqa: E402

TOLERANCE = 1e-9
SIZES = (1.0, 0.25, 2.0)  # times the first parameter


def same(a, b):
    return abs(a - b) <= TOLERANCE * max(abs(a), abs(b)) or abs(a - b) < 1e-300


class Checker:
    def __init__(self, library):
        self.library = pathlib.Path(library)
        self.seen = collections.Counter()
        self.wrong = []
        self.files = {}

    def fault(self, where, text):
        self.wrong.append(f"{where}: {text}")

    def lines(self, file):
        if file not in self.files:
            self.files[file] = evaluator.lines_of(self.library / file)
        return self.files[file]

    def origin(self, where, operand):
        """A number of a file is that number; of a curve, the curve at its place."""
        place = evaluator.ORIGIN.match(operand["origin"] or "")
        if place is None or place["kind"] == "derived":
            self.seen["derived"] += 1
            return
        stated = self.lines(place["file"]).get(int(place["line"]))
        if stated is None:
            return self.fault(where, f"nothing at {operand['origin']}")
        if operand["kind"] == "number":
            value = evaluator.amount(stated["value"])
        elif operand["kind"] == "curve":
            value = evaluator.curve_at(stated["rows"], operand["at"])
        else:
            value = evaluator.amount(stated["rows"][0][0])
        self.seen["of files"] += 1
        if not same(value, operand["value"]):
            self.fault(where, f"{operand['symbol']} is {operand['value']}, {operand['origin']} "
                              f"says {value}")

    def equation(self, where, equation, operands, value):
        values = {}
        for one in operands:
            symbol, at = one["symbol"], f"{where}/{one['symbol']}"
            self.seen["operands"] += 1
            if one["in_equation"]:
                if symbol in values and not same(values[symbol], one["value"]):
                    self.fault(at, "two numbers of one name")
                values[symbol] = one["value"]
            low, high = one["interval"]
            if not low <= one["value"] <= high:
                self.fault(at, f"{one['value']} is not in {one['interval']}")
            if one["kind"] == "worked":
                self.equation(at, one["equation"], one["operands"], one["value"])
            elif one["kind"] in ("number", "curve", "begin"):
                self.origin(at, one)
        try:
            again = evaluator.evaluate(equation, values)
        except (KeyError, ValueError, SyntaxError, ZeroDivisionError) as error:
            return self.fault(where, f"'{equation}' cannot be evaluated: {error!r}")
        if not same(again, value):
            self.fault(where, f"'{equation}' gives {again}, printed is {value}")

    def term(self, where, term):
        where = f"{where}/{term['name']}"
        if term["combine"] != "leaf":
            for part in term["parts"]:
                self.term(where, part)
            if term["parts"] and not same(evaluator.combine(term), term["time_s"]):
                self.fault(where, f"{term['equation']} gives {evaluator.combine(term)}, printed is "
                                  f"{term['time_s']}")
            return
        self.seen["leaves"] += 1
        self.equation(where, term["equation"], term["operands"], term["time_s"])
        used = [one for one in term["operands"] if one["in_equation"]]
        if len(used) == 1 and term["equation"] == f"t = {used[0]['symbol']}":
            self.seen["bare leaves"] += 1
            if used[0]["kind"] != "number":
                self.fault(where, f"is one operand, and no line of a file: {used[0]}")

    def document(self, where, document):
        trees = [document["terms"], document["transfers"]["terms"]]
        for key in ("overlap", "host"):
            if document.get(key) and document[key].get("terms"):
                trees.append(document[key]["terms"])
        for tree in trees:
            self.term(where, tree)


def run(binary, arguments):
    done = subprocess.run([binary, *arguments, "--json", "-"], capture_output=True, text=True,
                          check=False)
    return (done.returncode, done.stdout, done.stderr)


def names(folder, pattern):
    return sorted(path.stem for path in folder.glob(pattern))


def cases(library):
    library = pathlib.Path(library)
    devices = names(library / "devices", "*.yaml")
    hosts = [d for d in devices if "cores:" in (library / "devices" / f"{d}.yaml").read_text()]
    gpus = [d for d in devices if d not in hosts]
    kernels = names(library / "kernels", "*/*.yaml")
    for kernel in kernels:
        for gpu in gpus:
            for model in ("machine", "roofline", "textbook"):
                for host in [None] + hosts:
                    for size in SIZES:
                        yield kernel, gpu, model, host, size


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    every = list(cases(asked.library))
    if asked.sample is not None:
        once = [case for case in every if case[1:] == ("h200", "machine", None, 1.0)]
        every = once + random.Random(asked.seed).sample(every, asked.sample)
    checker, refused = Checker(asked.library), 0
    sizes = {}
    for kernel, gpu, model, host, size in every:
        arguments = ["predict", kernel, "--device", gpu, "--model", model, "--streams", "4"]
        if host:
            arguments += ["--host", host]
        if kernel not in sizes:
            code, text, _ = run(asked.binary, ["predict", kernel, "--device", gpu])
            first = next(iter(json.loads(text)["parameters"].items())) if code == 0 else None
            sizes[kernel] = first
        if size != 1.0 and sizes[kernel]:
            name, value = sizes[kernel]
            arguments += ["-D", f"{name}={max(1, int(value * size))}"]
        where = " ".join(arguments[1:])
        code, text, errors = run(asked.binary, arguments)
        if code != 0:
            refused += 1
            if code != 3 and size == 1.0:
                checker.fault(where, f"exit {code}: {errors.strip()[:200]}")
            continue
        checker.document(where, json.loads(text))
    print("\n".join(checker.wrong[:40]))
    counts = ", ".join(f"{n} {name}" for name, n in sorted(checker.seen.items()))
    print(f"{len(every) - refused} predictions, {refused} refused (sizes, memory); {counts}; "
          f"{len(checker.wrong)} wrong")
    return 1 if checker.wrong or not checker.seen["leaves"] else 0


if __name__ == "__main__":
    sys.exit(main())
