#!/usr/bin/env python3
"""Edits of the library's kernels and what `gpumodel gate` says of them.

    edits.py ROOT [--edits 1000] [--seed 1] [--device h200] [--slower-by "2 %"] [-v]

Edits that change no work must raise no alarm: arrays, parameters and variables renamed, keys and
independent loads in another order, another layout of the file, expressions that are equal, another
locale and another number of processors. Edits that make a kernel slower by construction must be
caught, and the term that moved named. Needs python3-yaml.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import yaml

# Words that stand for something else wherever they are written.
RESERVED = set("""kernel summary parameters arrays launch block grid registers_per_thread openacc
compiler nest schedule thread let where do load store for step unroll full barrier transfers
to_device to_host type shape space shared restrict contents min max lane warp index global local
block_index x y z if else atomic add mul fma div sqrt exp log gcc seq gang worker vector f16 bf16 f32
f64 i8 i16 i32 i64 counts work_items per_item flop bytes read write""".split())


def without_comments(text):
    return "\n".join(line.split("#")[0].rstrip() for line in text.split("\n"))


def names_of(tree):
    """Arrays, parameters and variables that a file gives names to."""
    found = list(tree.get("arrays", {})) + list(tree.get("parameters", {}))

    def walk(node):
        if isinstance(node, dict):
            for key, value in node.items():
                if key in ("let", "for") and isinstance(value, dict):
                    found.extend(value)
                walk(value)
        elif isinstance(node, list):
            for each in node:
                walk(each)

    walk(tree.get("thread", {}))
    return [name for name in dict.fromkeys(found) if name not in RESERVED]


def rename(rng, text):
    text = without_comments(text)
    names = names_of(yaml.load(text, yaml.BaseLoader))
    head, mark, rest = text.partition("parameters:")  # the head has the name and the summary
    if not mark:
        head, mark, rest = text.partition("arrays:")
    for name in rng.sample(names, min(len(names), rng.randint(1, 4))):
        rest = re.sub(rf"(?<!\w)(?<!(?<!\.)\.){name}(?!\w)", f"{name}_{rng.randint(10, 99)}", rest)
    return head + mark + rest


def load(text):
    """None where commas of calls stand in a list: gpumodel takes them as they are meant, YAML does
    not."""
    text = without_comments(text)
    if re.search(r"[\[{][^\]}]*\([^)]*,", text):
        return None
    return yaml.load(text, yaml.BaseLoader)


def shuffled(rng, items):
    items = list(items)
    rng.shuffle(items)
    return items


def reorder(rng, text):
    tree = load(text)
    if tree is None:
        return text
    for key in ("arrays", "parameters", "launch", "transfers"):
        if isinstance(tree.get(key), dict):
            tree[key] = dict(shuffled(rng, tree[key].items()))
    return yaml.dump(dict(shuffled(rng, tree.items())), sort_keys=False, width=200)


def reorder_loads(rng, text):
    """Loads of one statement do not depend on each other."""
    def loads(match):
        parts = re.split(r",\s*(?![^\[]*\])", match.group(2))
        return match.group(1) + ", ".join(shuffled(rng, parts))
    return re.sub(r"^(\s*- load: )([^{}|>\n]+)(?<!,)$", loads, without_comments(text), flags=re.M)


def reformat(rng, text):
    tree = load(text) if rng.random() < 0.5 else None
    if tree is not None:
        return yaml.dump(tree, sort_keys=False, width=rng.choice([60, 80, 200]),
                         default_flow_style=rng.choice([False, None]))
    lines = []
    for line in text.split("\n"):
        lines.append(line + rng.choice(["", "", " "]) if line.strip() else line)
        if rng.random() < 0.2 and not re.search(r"[|>]\s*$|[{,\[]\s*$", line):
            lines.append("# " + rng.choice(["a remark", "TODO: tidy up", "n > 0"]))
    return "\n".join(lines)


def equivalent(rng, text):
    def sometimes(pattern, to, where):
        return re.sub(pattern, lambda m: m.expand(to) if rng.random() < 0.7 else m.group(0), where)
    text = without_comments(text)
    text = sometimes(r"(?<=\w)\[(\w+)\+(\d+)\]", r"[\2 + \1]", text)
    text = sometimes(r"(?<=\w)\[(\w+)-(\d+)\]", r"[(\1) - \2]", text)
    text = sometimes(r"(?<=\w)\[([a-z]\w*)\](?=[\[,\n])", rng.choice([r"[(\1)]", r"[\1 + 0]", r"[1 * \1]"]),
                     text)
    text = sometimes(r"((?:where|if): |&& )(\w+) > 0(?= &&|$)", r"\g<1>0 < \2", text)
    text = sometimes(r"(?m)((?:where|if): )([a-z]) < (\w+)$", r"\1\3 > \2", text)

    def conditions(match):
        return match.group(1) + " && ".join(shuffled(rng, match.group(2).split(" && ")))
    return re.sub(r"^(\s*where: )([^|()\n]* && [^|()\n]*)(?<!&&)$", conditions, text, flags=re.M)


HARMLESS = [rename, reorder, reorder_loads, reformat, equivalent]

WIDER = (r"type: f32", "type: f64", {"dram", "l2", "latency", "l1"})

WIDEST = (r"type: f64", "type: f64x2", WIDER[2])


def twice(parameter):
    return (rf"(?<=[{{, ]){parameter}: ([^,}}]+)", rf"{parameter}: 2 * (\1)",
            {"dram", "l2", "l1", "issue", "latency", "dispatch", "tail", "fp32", "fp64"})


ARITHMETIC = {"issue", "fp32", "fp64", "special", "latency"}
# kernel, what is edited into what, terms one of which must be named
SLOWER = [
    ("copy", *WIDER), ("saxpy", *WIDER), ("read", *WIDER), ("transpose-tiled", *WIDER),
    ("scale", *WIDEST), ("triad", *WIDEST), ("dot", *WIDEST),
    ("saxpy", *twice("N")), ("copy", *twice("N")), ("jacobi2d", *twice("n")),
    ("transpose-naive", *twice("n")), ("matmul-naive-f32", *twice("n")), ("nbody", *twice("N")),
    ("jacobi2d", r"\{add: 3, mul: 1\}", "{add: 300, mul: 100}", ARITHMETIC),
    ("saxpy", r"\{fma: 1\}", "{fma: 400}", ARITHMETIC),
    ("jacobi2d", r"\bU\[i\]\[j-1\]", "U[j-1][i]", {"l1", "l2", "dram", "latency"}),
    ("jacobi2d", r"bx: 32, by: 4", "bx: 1, by: 32", {"l1", "l2", "dram", "latency", "dispatch"}),
]


def gpumodel(*arguments, **environment):
    done = subprocess.run([os.environ["GPUMODEL"], *map(str, arguments)], capture_output=True,
                          text=True, check=False, env={**os.environ, **environment})
    if done.returncode not in (0, 1):
        sys.exit(f"gpumodel {' '.join(map(str, arguments))}: exit {done.returncode}\n"
                 + done.stderr[:4000])
    return done


def budgets(path, checks, options):
    lines = ["budgets: edits", f"device: {options.device}", "checks:"]
    for name, file in checks:
        lines.append(f"  - {{name: {name}, kernel: '{file}', "
                     f"slower_by_at_most: {options.slower_by}}}")
    path.write_text("\n".join(lines) + "\n")


def judged(folder, edits, options):
    """edits: (name, original text, edited text). The checks of gate, by name."""
    before, after = [], []
    for name, original, edited in edits:
        for text, kind, into in ((original, "old", before), (edited, "new", after)):
            file = folder / f"{name}-{kind}.yaml"
            file.write_text(text)
            into.append((name, file.name))
    budgets(folder / "old.yaml", before, options)
    budgets(folder / "new.yaml", after, options)
    baseline = folder / "baseline.json"
    gpumodel("gate", folder / "old.yaml", "--baseline", baseline, "--write-baseline", "-q",
             "--force")
    out = folder / "gate.json"
    gpumodel("gate", folder / "new.yaml", "--baseline", baseline, "-q", "--force", "--json", out,
             LC_ALL="C.UTF-8", LANG="de_DE.UTF-8")
    return {check["name"]: check for check in json.loads(out.read_text())["checks"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="h200")
    parser.add_argument("--slower-by", default="2 %")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    kernels = {path.stem: path.read_text()
               for path in sorted((options.root / "kernels").glob("*/*.yaml"))
               if "thread:" in path.read_text()}
    os.environ.setdefault("GPUMODEL_KERNEL_PATH", "")
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        edits, made = [], {}
        while len(edits) < options.edits:
            kernel, edit = rng.choice(sorted(kernels)), rng.choice(HARMLESS)
            edited = edit(rng, kernels[kernel])
            if edited == kernels[kernel]:
                continue
            label = f"e{len(edits)}"
            edits.append((label, kernels[kernel], edited))
            made[label] = (kernel, edit.__name__)
        checks = judged(folder, edits, options)
        alarms = [label for label, check in checks.items() if check["verdict"] != "ok"]
        moved = collections.Counter(made[label][1] for label, check in checks.items()
                                    if abs(check["ratio"] - 1) > 1e-9)
        print(f"{len(checks)} edits that change no work: {len(alarms)} alarms; "
              f"other times: {dict(moved)}")
        wrong += [f"alarm: {made[label]}: {checks[label]['ratio']:.3f}" for label in alarms]
        if options.verbose:
            for label, check in checks.items():
                if abs(check["ratio"] - 1) > 1e-9:
                    print(f"  {made[label]} {check['ratio']:.5f}")

        slower = []
        for i, (kernel, pattern, to, _) in enumerate(SLOWER):
            edited = re.sub(pattern, to, kernels[kernel])
            if edited == kernels[kernel]:
                wrong.append(f"{kernel}: nothing to edit: {pattern}")
            slower.append((f"s{i}", kernels[kernel], edited))
        checks = judged(folder, slower, options)
        caught = 0
        for i, (kernel, _, to, terms) in enumerate(SLOWER):
            check = checks[f"s{i}"]
            caught += check["verdict"] == "slower"
            if check["verdict"] != "slower":
                wrong.append(f"not caught: {kernel} with {to}: {check['ratio']:.3f}")
            elif check["term"] not in terms:
                wrong.append(f"{kernel} with {to}: term {check['term']}, expected one of {terms}")
            if options.verbose:
                print(f"  {kernel} {to}: {check['ratio']:.3f} {check['term']}")
        print(f"{len(SLOWER)} edits that are slower: {caught} caught")
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
