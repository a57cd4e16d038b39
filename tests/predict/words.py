#!/usr/bin/env python3
"""Every term and limiter that an answer names has a page of `explain`, and every page is right about
what can be tried: its commands run.

    words.py LIBRARY
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

library = pathlib.Path(sys.argv[1])
words = {path.stem: path.read_text().splitlines()
         for path in (library / "src/diagnostics/words").glob("*.md")}
ids = {path.stem for path in (library / "src/diagnostics/errors").glob("*.md")}
wrong = [f"'{both}' is a word and an error" for both in ids & set(words)]


def gpumodel(*arguments):
    done = subprocess.run([os.environ["GPUMODEL"], *arguments], capture_output=True, text=True,
                          check=False, cwd=library)
    return done.returncode, done.stdout, done.stderr


def names_of(term):
    yield term["name"]
    for part in term["parts"]:
        yield from names_of(part)


def names_in(document):
    yield document["bound"]
    yield from names_of(document["terms"])
    yield from ("transfers", "h2d", "d2h", "offload")  # their parts are named as arrays
    if document["host"]:
        yield from names_of(document["host"]["terms"])
    if document["overlap"] and document["overlap"]["rule"]:
        yield from names_of(document["overlap"]["rule"]["terms"])
    if document["occupancy"]:
        yield from document["occupancy"].get("limiters") or []


found = {}
kernels = sorted(path.parent.name for path in library.glob("kernels/*/*.yaml"))
for number, kernel in enumerate(kernels):
    for device in ("v100", "h200")[number % 2::2]:  # in turn
        for model in ("textbook", "roofline", "machine"):
            ask = ("predict", kernel, "--device", device, "--model", model, "--host", "xeon-16vcpu",
                   "--streams", "2", "--json", "-")
            code, out, err = gpumodel(*ask)
            if code:  # what its copies would need does not fit, or there are none
                code, out, err = gpumodel(*ask[:6], "--json", "-")
            if code:
                wrong.append(f"{' '.join(ask)}: exit {code}, {err[:200]}")
                continue
            for name in names_in(json.loads(out)):
                found.setdefault(name, f"{kernel} on {device}, {model}")
wrong += [f"no page says what '{name}' is: {where}" for name, where in found.items()
          if name not in words]

for word, lines in words.items():
    code, out, _ = gpumodel("explain", word)
    if code or out.splitlines()[0] != f"{word}: {lines[0][2:]}":
        wrong.append(f"explain {word}: exit {code}")
    if len(lines[0]) > 56 or lines[1] or any(len(line) > 79 for line in lines):
        wrong.append(f"{word}: a title of 54 and lines of 79 columns")
    see = re.search(r"See also: ([\w, \n]+)\.", "\n".join(lines))
    for other in re.split(r",\s*", see.group(1)) if see else []:
        if other not in words:
            wrong.append(f"{word}: see also {other}, which has no page")
    commands = [line for line in lines if line.startswith("    gpumodel ")]
    if not commands:
        wrong.append(f"{word}: nothing to try")
    for command in commands:
        if "calibrate" in command:  # needs a GPU
            continue
        code, _, err = gpumodel(*shlex.split(command)[1:])
        if code:
            wrong.append(f"{word}: {command.strip()}: exit {code}, {err[:200]}")

code, out, err = gpumodel("explain", "drma")
if code != 2 or "did you mean 'dram'" not in err:
    wrong.append(f"explain drma: exit {code}, {err!r}")
listed = {line.split()[0] for line in gpumodel("explain")[1].splitlines() if line}
wrong += [f"explain does not list {name}" for name in (ids | set(words)) - listed]
print(*wrong, sep="\n")
print(f"{len(words)} pages, {len(found)} names in answers about {len(kernels)} kernels, "
      f"{len(wrong)} faults")
sys.exit(bool(wrong))
