"""Rooflines against the commands they stand on: roofs are numbers of the device file, times and bytes
those of `predict`, measured dots those of the record, and what is above a roof is an error. No
kernel of the library is above one."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

GPUMODEL = os.environ["GPUMODEL"]
SOURCE = Path(sys.argv[1])
RECORD = SOURCE / "validate/records/h200/cuda.json"
wrong = []


def gpumodel(*call):
    return subprocess.run([GPUMODEL, *map(str, call)], capture_output=True, text=True, cwd=SOURCE,
                          check=False)


def answer(*call, code=0):
    ran = gpumodel(*call, "--json", "-")
    assert ran.returncode == code, (call, ran.returncode, ran.stderr)
    return json.loads(ran.stdout), ran.stderr


def expect(what, got, wanted, tolerance=1e-9):
    near = got == wanted if None in (got, wanted) else abs(got - wanted) <= tolerance * abs(wanted)
    if not near:
        wrong.append(f"{what}: {got}, not {wanted}")


def dots_of(document, **wanted):
    return [dot for dot in document["dots"] if all(dot[k] == v for k, v in wanted.items())]


def device_number(name, key):
    document, _ = answer("devices", "show", name)
    return next(entry["value"] for entry in document["values"] if entry["key"] == key)


def check_dots(document):
    roofs = {}
    for roof in document["roofs"]:
        roofs[roof["device"], roof["level"], roof["kind"]] = roof["value"]
    for dot in document["dots"]:
        name = f"{dot['kernel']} on {dot['device']}, {dot['level']}"
        expect(name + ", rate", dot["rate"], dot["work"] / dot["time_s"])
        at = dot["device"], dot["level"]
        roof = roofs.get((*at, "sustained"), roofs.get((*at, "peak")))
        expect(name + ", share", dot["share"], None if roof is None else dot["rate"] / roof)
        if dot["level"] in ("dram", "l2", "l1"):
            expect(name + ", intensity", dot["intensity_flop_per_byte"],
                   dot["flop_per_s"] * dot["time_s"] / dot["work"])


# What predict says, for a thread program and a kernel of counts.
for kernel, device in (("jacobi2d", "h200"), ("exercise6", "exercise6-gpu"), ("copy", "v100")):
    predicted, _ = answer("predict", kernel, "--device", device)
    document, _ = answer("roofline", kernel, "--device", device)
    check_dots(document)
    dram = dots_of(document, level="dram")[0]
    expect(f"{kernel}, time", dram["time_s"], predicted["time_s"])
    traffic = predicted["traffic"]
    expect(f"{kernel}, bytes", dram["work"], traffic["dram_read_bytes"] + traffic["dram_write_bytes"])
    expect(f"{kernel}, FLOP/B", dram["intensity_flop_per_byte"],
           predicted["arithmetic_intensity_flop_per_byte"], 0.05)
    expect(f"{kernel}, FLOP", sum(dot["work"] for dot in document["dots"]
                                  if dot["level"].startswith("fp")),
           sum(predicted["flop"][pipe] for pipe in ("fp64", "fp32", "fp16")))
    if dots_of(document, above_roof=True):
        wrong.append(f"{kernel}: above a roof")

# Roofs are the device's numbers.
document, _ = answer("roofline", "saxpy", "--device", "v100,h200")
assert {roof["device"] for roof in document["roofs"]} == {"v100", "h200"}
for roof in document["roofs"]:
    if roof["key"].count(".") == 1 and roof["level"] in ("dram", "fp64", "fp32", "fp16"):
        expect(f"{roof['device']} {roof['key']}", roof["value"],
               device_number(roof["device"], roof["key"]))

# Measured dots are those of the record with these parameters, and nothing else.
document, _ = answer("roofline", "saxpy", "--device", "h200", "-D", "N=2^26", "--records", RECORD)
check_dots(document)
points = [point for point in json.loads(RECORD.read_text())["points"]
          if point["kernel"] == "saxpy" and point["cache"] == "cold"
          and point["parameters"] == {"N": 2**26}]
measured = dots_of(document, measured=True, level="dram")
assert len(points) == len(measured) == 1, (len(points), len(measured))
expect("measured time", measured[0]["time_s"], points[0]["time"]["median_s"])
document, _ = answer("roofline", "saxpy", "--device", "v100", "-D", "N=2^26", "--records", RECORD)
if dots_of(document, measured=True):
    wrong.append("a record of an H200 is shown on a V100")

# Half the measured time is more than DRAM can do.
with tempfile.TemporaryDirectory() as work:
    record = json.loads(RECORD.read_text())
    record["points"] = points
    for key in ("min_s", "p25_s", "median_s", "p75_s", "max_s"):
        points[0]["time"][key] /= 2.0
    fast = Path(work, "fast.json")
    fast.write_text(json.dumps(record))
    call = ["roofline", "saxpy", "--device", "h200", "-D", "N=2^26", "--records", fast]
    document, said = answer(*call, "--svg", Path(work, "fast.svg"), code=1)
    above = dots_of(document, above_roof=True)
    if [dot["level"] for dot in above] != ["dram"] or not above[0]["measured"]:
        wrong.append(f"above a roof: {above}")
    if "error[above-roof]" not in said or document["diagnostics"][0]["id"] != "above-roof":
        wrong.append(f"nothing is said of a dot above its roof: {said}")
    if not Path(work, "fast.svg").exists():
        wrong.append("a dot above its roof is not drawn")

# Everything, everywhere, on 80 columns.
kernels = sorted(each.parent.name for each in (SOURCE / "kernels").glob("*/*.yaml")
                 if each.stem == each.parent.name)
for call in (["roofline", *kernels, "--device", "v100,h200", "--cache", "warm"],
             ["roofline", "saxpy", "jacobi2d", "matmul-tiled-f32", "nbody", "--device", "all"]):
    ran = gpumodel(*call)
    wrong += [f"{len(line)} columns: {line}" for line in ran.stdout.splitlines() if len(line) > 80]
    if ran.returncode:
        wrong.append(ran.stderr)
for call, said in ((["roofline", "saxpy", "-D", "Q=1"], "Q"),
                   (["roofline", "saxpy", "--cache", "hot"], "hot"),
                   (["roofline", "nosuch", "--device", "nosuch"], "nosuch")):
    ran = gpumodel(*call)
    if ran.returncode not in (2, 3) or said not in ran.stderr:
        wrong.append(f"{call}: {ran.returncode}, {ran.stderr}")

print("\n".join(wrong) or f"{len(kernels)} kernels under their roofs")
sys.exit(bool(wrong))
