#!/usr/bin/env python3
"""--set: any number of a device, a host and a system can be assumed. What is assumed gives the answer
of a file with that number, is marked so, and is refused as a file's would be.

    set.py LIBRARY
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

library = pathlib.Path(sys.argv[1])
wrong = []


def gpumodel(*arguments):
    done = subprocess.run([os.environ["GPUMODEL"], *arguments], capture_output=True, text=True,
                          check=False, cwd=library)
    return done.returncode, done.stdout, done.stderr


def answer(*arguments):
    code, out, err = gpumodel(*arguments, "--json", "-")
    if code:
        wrong.append(f"{' '.join(arguments)}: exit {code}, {err[:300]}")
        return {}
    return json.loads(out)


def numbers(part):
    """All operands of the terms below a part of a document."""
    if isinstance(part, dict):
        if "origin" in part:
            yield part
        for value in part.values():
            yield from numbers(value)
    elif isinstance(part, list):
        for value in part:
            yield from numbers(value)


def equals(name, what, a, b):
    if a != b:
        wrong.append(f"{name}: {what} {a} instead of {b}")


# Every number and curve, a hundredth more: an answer that says so, and none without a change at all.
def every_number(device, question, prefix, which, least=10):
    shown = answer("devices", "show", device)
    keys = [one["key"] for one in shown["values"] if one["value"] is not None]
    keys += [one["key"] for one in shown["curves"]]
    moved = 0
    plain = answer(*question)
    for key in keys:
        text = f"{prefix}{key}=1.01x"
        changed = answer(*question, "--set", text)
        if not changed:
            continue
        equals(text, "inputs say", changed["inputs"][which].get("assumed"), [text])
        of_set = [one for one in numbers(changed) if "--set" in str(one["origin"])]
        moved += bool(of_set)
    if moved < least:
        wrong.append(f"{device}: only {moved} assumed numbers are seen in terms")
    equals(device, "without --set", answer(*question), plain)
    return len(keys)


# The same number in a copy of the file.
def as_in_a_file(folder):
    text = (library / "devices/v100.yaml").read_text()
    changed = re.sub(r"copy_bandwidth: \{value: 785 GB/s, from: measured, factor: 1.03",
                     "copy_bandwidth: {value: 171 GB/s, from: assumed", text)
    assert changed != text
    file = folder / "slow.yaml"
    file.write_text(changed.replace("device: v100", "device: slow"))
    for kernel in ("saxpy", "conv2d", "reduce-tree"):
        for model in ("roofline", "machine"):
            of_file = answer("predict", kernel, "--device", str(file), "--model", model)
            of_set = answer("predict", kernel, "--device", "v100", "--model", model, "--set",
                            "dram.copy_bandwidth=171GB/s")
            for field in ("time_s", "interval_s", "bound", "achieved", "bound_by"):
                equals(f"{kernel} {model}", field, of_set[field], of_file[field])


def refused(word, *arguments):
    code, out, err = gpumodel("predict", *arguments)
    if code not in (2, 3) or out or word not in err:
        wrong.append(f"{' '.join(arguments)}: exit {code}, expected '{word}', said {err!r}")


count = every_number("h200", ("predict", "saxpy", "--device", "h200"), "", "device")
count += every_number("v100", ("predict", "conv2d", "--device", "v100", "--model", "machine"), "",
                      "device")
count += every_number("xeon-16vcpu", ("predict", "saxpy", "--host", "xeon-16vcpu"), "host.", "host", 3)
with tempfile.TemporaryDirectory() as name:
    as_in_a_file(pathlib.Path(name))

# Links of a system, and devices of programs.
multi = ("predict", "jacobi-multi", "--system", "h200-x4")
slow = answer(*multi, "--set", "system.links.bandwidth=0.01x")
if not slow["time_s"] > answer(*multi)["time_s"]:
    wrong.append("slow links cost nothing")
equals("links", "inputs say", slow["inputs"]["system"]["assumed"], ["system.links.bandwidth=0.01x"])

# Whatever commands there are.
for command in (("occupancy", "saxpy"), ("coalesce", "saxpy"), ("overlap", "saxpy")):
    code, out, err = gpumodel(*command, "--set", "l2.capacity=1MiB")
    if code or "assumed: l2.capacity=1MiB" not in out:
        wrong.append(f"{command}: {code} {out[:200]} {err[:200]}")

# A curve at one place: the row there, or one of its own; the others stay.
plain = answer("predict", "triad", "--device", "h200")["time_s"]
for place, least in (("0.6666666666666666", 1.3), ("0.68", 1.05)):
    at = answer("predict", "triad", "--device", "h200", "--set", f"dram.mix_curve@{place}=2TB/s")
    if not at["time_s"] > least * plain:
        wrong.append(f"mix_curve@{place} moves nothing: {at['time_s']} of {plain}")
far = answer("predict", "triad", "--device", "h200", "--set", "dram.mix_curve@0=2TB/s")["time_s"]
equals("mix_curve@0", "triad, which reads two of three bytes, takes", far, plain)
half = answer("predict", "triad", "--device", "h200", "--set", "dram.mix_curve=0.5x")["time_s"]
both = answer("predict", "triad", "--device", "h200", "--set", "dram.mix_curve@0.6666666666666666=0.5x",
              "--set", "dram.mix_curve@0.5=0.5x", "--set", "dram.mix_curve@0.75=0.5x")["time_s"]
equals("mix_curve at three places", "time", round(both / half, 6), 1.0)
curve = ("scatter", "--device", "h200", "--set")
refused("has no such place", *curve, "dram.scatter_curve@1PiB=2x")
refused("unit-wrong", *curve, "dram.scatter_curve@64us=2x")
refused("unit-wrong", *curve, "dram.scatter_curve@64MiB=3GB/s")
refused("is one number", *curve, "dram.copy_bandwidth@64MiB=2x")
refused("key-unknown", *curve, "dram.scater_curve@64MiB=2x")
refused("is no assumption", *curve, "dram.scatter_curve@=2x")
refused("assumed twice", *curve, "dram.scatter_curve@64MiB=2x", "--set",
        "dram.scatter_curve@64MiB=3x")
refused("does not state the curve", "saxpy", "--device", "v100", "--set",
        "dram.mix_curve@0.5=1TB/s")

refused("did you mean 'dram.copy_bandwidth'", "saxpy", "--set", "dram.copy_bandwidht=1GB/s")
refused("unit-wrong", "saxpy", "--set", "dram.copy_bandwidth=1GB")
refused("value-negative", "saxpy", "--set", "dram.copy_bandwidth=-1GB/s")
refused("value-range", "saxpy", "--set", "dram.copy_bandwidth=1e25x")
refused("assumption-wrong", "saxpy", "--set", "dram.copy_bandwidth")
refused("is a curve", "saxpy", "--device", "h200", "--set", "sm.dram_curve=1TB/s")
refused("assumed twice", "saxpy", "--set", "sms=8", "--set", "sms=9")
refused("there is no host", "saxpy", "--set", "host.memory.bandwidth=2x")
refused("there is no system", "saxpy", "--set", "system.port=2x")
code, out, err = gpumodel("predict", "saxpy", "--set", "dram.copy_bandwidth=2TB/s")
if "above-peak" not in err or code:
    wrong.append(f"no warning that a rate is above its peak: {err!r}")

print(*wrong, sep="\n")
print(f"{count} numbers assumed, {len(wrong)} faults")
sys.exit(bool(wrong))
