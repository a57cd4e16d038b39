#!/usr/bin/env python3
"""Each time is what its printed equation gives, and each operand what its origin says.

    honest.py --binary build/release/gpumodel --library . [--sample N --seed S]

All kernels, devices, models and hosts in three sizes, and all programs on devices and systems;
--sample N takes N of each at random, and every kernel and program once on the H200 besides. Prints
how many leaves, operands and bare leaves it saw.
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
ROUNDING = 1e-12  # of a program's time: what starts and ends lose
# Kinds of tasks that use wires, memory or units beside others.
SHARING = ("to_device", "to_host", "peer", "migration", "kernel", "last_blocks")


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
            places = [evaluator.amount(row[0]) for row in stated["rows"]]
            value = min(places, key=lambda at: abs(at - operand["value"]))
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
            elif one["kind"] in ("number", "curve", "place"):
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
        if document["overlap"]:
            trees.append(document["overlap"]["rule"]["terms"])
        if document["host"]:
            trees.append(document["host"]["terms"])
        for tree in trees:
            self.term(where, tree)

    def part(self, where, part, bodies):
        """A time of a task: its equation; what it takes of a kernel or loop is the time of that."""
        self.seen["parts of steps"] += 1
        self.equation(where, part["equation"], part["operands"], part["time_s"])
        used = [one for one in part["operands"] if one["in_equation"]]
        for one in used:
            if one["kind"] == "term" and not any(same(one["value"], body) for body in bodies):
                self.fault(where, f"{one['symbol']} is {one['value']}, its calls take {bodies}")
        if len(used) == 1 and part["equation"] == f"t = {used[0]['symbol']}":
            self.seen[f"bare parts, {used[0]['kind']}"] += 1
            if used[0]["kind"] == "count" and "program" not in used[0]["origin"]:
                self.fault(where, f"is one count: {used[0]}")

    def step(self, where, step, bodies, whole_time):
        parts = {name: step[name] for name in ("latency", "turn", "work") if step[name]}
        for name, part in parts.items():
            self.part(f"{where}/{name}", part, bodies)
        alone = sum(part["times"] * part["time_s"] for part in parts.values())
        if not same(alone + step["slowed_s"], step["time_s"]):
            self.fault(where, f"{alone} and {step['slowed_s']} are not {step['time_s']}")
        if abs(step["slowed_s"]) > ROUNDING * whole_time:
            self.seen["slowed steps"] += 1
            if step["slowed_s"] < 0 or step["kind"] not in SHARING:
                self.fault(where, f"{step['kind']} is slowed by {step['slowed_s']}")
        whole = step["kind"] not in ("kernel", "last_blocks", "host_work")
        for name, part in parts.items():
            drawn = step["kind"] == "hand_over" or part["times"] < step["tasks"] and name == "turn"
            if whole and not drawn and part["times"] != step["tasks"]:
                self.fault(where, f"{name} {part['times']} times in {step['tasks']} tasks")

    def program(self, where, document):
        """The steps of the critical path take the whole time, each what its equations say."""
        path, times, of_kinds = document["path_terms"], [], collections.Counter()
        for call in path["calls"]:
            at = f"{where}/{call['kernel']}"
            self.term(at, call["terms"])
            if call["body"]:
                self.equation(f"{at}/body", call["body"]["equation"], call["body"]["operands"],
                              call["body"]["time_s"])
                found = {part["name"]: part["time_s"] for part in call["terms"]["parts"]}
                found["kernel"] = call["terms"]["time_s"]
                for one in call["body"]["operands"]:
                    if not same(one["value"], found[one["origin"].removeprefix("term ")]):
                        self.fault(at, f"{one['symbol']} is not {one['origin']}")
            times.append((call["body"] or call["terms"])["time_s"])
        for step in path["steps"]:
            self.seen["steps"] += 1
            self.step(f"{where}/{step['kind']} {step['step']}", step,
                      [times[call] for call in step["calls"]], document["time_s"])
            of_kinds[step["kind"], step["step"]] += step["time_s"]
        if not same(sum(of_kinds.values()), document["time_s"]):
            self.fault(where, f"steps take {sum(of_kinds.values())} of {document['time_s']} s")
        for part in document["critical_path"]:
            if not same(part["time_s"], of_kinds[part["kind"], part["step"]]):
                self.fault(where, f"{part['kind']} {part['step']} takes {part['time_s']} s")


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


def programs(library):
    library = pathlib.Path(library)
    machines = [["--device", device.stem] for device in sorted(library.glob("devices/*.yaml"))
                if "cores:" not in device.read_text()]
    machines += [["--system", system] for system in names(library / "systems", "*.yaml")]
    for program in names(library / "programs", "*.yaml"):
        for machine in machines:
            for model in ("machine", "roofline", "textbook"):
                for command in ("predict", "overlap"):
                    yield [command, program, *machine, "--model", model,
                           "--host", "xeon-16vcpu"]


def sampled(every, once, count, seed):
    return once + random.Random(seed).sample(every, count)


def check_kernels(asked, checker):
    every = list(cases(asked.library))
    if asked.sample is not None:
        once = [case for case in every if case[1:] == ("h200", "machine", None, 1.0)]
        every = sampled(every, once, asked.sample, asked.seed)
    refused, sizes = 0, {}
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
    return len(every), refused


def check_programs(asked, checker):
    every = list(programs(asked.library))
    if asked.sample is not None:
        once = [case for case in every if case[0] == "predict" and case[5] == "machine"
                and case[3] == ("h200-x4" if needs_links(asked.library, case[1]) else "h200")]
        every = sampled(every, once, asked.sample, asked.seed)
    refused = 0
    for arguments in every:
        code, text, errors = run(asked.binary, arguments)
        if code == 0:
            checker.program(" ".join(arguments), json.loads(text))
            continue
        refused += 1
        if code != 3:
            checker.fault(" ".join(arguments), f"exit {code}: {errors.strip()[:200]}")
    return len(every), refused


def needs_links(library, program):
    text = (pathlib.Path(library) / "programs" / f"{program}.yaml").read_text(encoding="utf-8")
    return any(f"{word}:" in text for word in ("peer", "halo", "all_reduce"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    checker = Checker(asked.library)
    for what, check in (("kernels", check_kernels), ("programs", check_programs)):
        checker.seen.clear()
        every, refused = check(asked, checker)
        counts = ", ".join(f"{n} {name}" for name, n in sorted(checker.seen.items()))
        print(f"{every - refused} predictions of {what}, {refused} refused (sizes, memory, links); "
              f"{counts}")
        if not checker.seen["leaves"]:
            checker.fault(what, "no leaf was seen")
    print("\n".join(checker.wrong[:40]))
    print(f"{len(checker.wrong)} wrong")
    return 1 if checker.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
