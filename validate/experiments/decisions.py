"""Draws what `tune`, `advise` and `gate` are judged by: launches and edits, to be measured.

    python3 validate/experiments/decisions.py GPUMODEL FOLDER
    gpumodel validate --written --suite FOLDER/launches.yaml --cache cold --record launches.json
    gpumodel validate --written --suite FOLDER/edits.yaml --record edits.json

Launches: of 6 kernels of the library and 6 generated ones, 63 shapes of blocks each beside the one
they have. Edits: each of 50 generated kernels, and up to four changes of each, which an edit of
somebody's code could be. Both are drawn from a seed before anything is predicted but the size of a
base, which is between 10 us and 5 ms on the H200. Kernels named K--EDIT are edits of K. Records are
in validate/records/decisions; tests/validation/decisions.py judges by them.
"""
import itertools
import json
import os
import random
import re
import subprocess
import sys

SEED = 20
LAUNCHES = 64
# Kernels of the library, with sizes that fill the GPU; the launch as it stands is one of the points.
LIBRARY = {"jacobi2d": "n=8192", "heat3d": "nx=320", "conv2d": "n=4096", "conv3d": "n=320",
           "mandelbrot": "width=4096", "copy-elements": "N=2^26"}
GENERATED = ["stencil-2d", "stencil-3d", "short-rows", "product", "stencil-march", "stencil-2d"]
X = [4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024]
Y = [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 64]
Z = [1, 2, 3, 4, 8, 16]
BASES = 50
EDITS = 4


def gpumodel(*words):
    return subprocess.run([GPUMODEL, *words], capture_output=True, text=True)


def seconds_of(path):
    """Predicted, or nothing for what is refused."""
    answer = gpumodel("predict", path, "--device", "h200", "--json", "-")
    return json.loads(answer.stdout)["time_s"] if answer.returncode == 0 else None


def usable(path):
    time = seconds_of(path)
    return time is not None and 10e-6 < time < 5e-3


def runs(path):
    """Whether it is a kernel, and can be written as CUDA."""
    return (gpumodel("check", path).returncode == 0 and
            gpumodel("kernels", "show", path, "--cuda", "-").returncode == 0)


def written(folder, name, text):
    path = os.path.join(folder, name + ".yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def point(kernel, values=(), cache="cold"):
    """A point of a suite."""
    given = f"  with: {{{', '.join(values)}}}\n" if values else ""
    return f"- kernels: {kernel}\n{given}  cache: {cache}\n"


def draw_kernel(draw, family, folder, tries=None, change=lambda text: text):
    """A generated kernel of a size that can be judged, written there: its name and text; no name if
    so many tries find none. `change` makes another text of it, or none."""
    for _ in itertools.count() if tries is None else range(tries):
        name = f"{family}-{draw.randrange(10**9)}"
        text = change(gpumodel("kernels", "generate", name).stdout)
        if not text:
            continue
        path = written(folder, name, text)
        if usable(path) and runs(path):
            return name, text
        os.remove(path)
    return None, None


# Launches.

AXES = ("bx", "by", "bz")
BLOCK = re.compile(r"  block: \[(\d+(?:, \d+)*)\]")


def sizes_of(block):
    return tuple(map(int, block.group(1).split(", ")))


def shapes(dimensions):
    for x in X:
        for y in Y if dimensions > 1 else [1]:
            for z in Z if dimensions > 2 else [1]:
                if 32 <= x * y * z <= 1024:
                    yield (x, y, z)[:dimensions]


def with_block_as_parameters(text):
    """The kernel with its block as parameters bx, by, bz; nothing for a block that is not numbers."""
    block = BLOCK.search(text)
    if not block:
        return None
    names = AXES[:len(sizes_of(block))]
    text = text.replace(block.group(0), f"  block: [{', '.join(names)}]")
    values = ", ".join(f"{name}: {size}" for name, size in zip(names, sizes_of(block)))
    return text.replace("parameters: {", f"parameters: {{{values}, ", 1)


def draw_launches(draw, folder):
    entries = []

    def add(kernel, fixed, names, now):
        drawn = [shape for shape in shapes(len(names)) if shape != now]
        for shape in [now] + draw.sample(drawn, min(LAUNCHES - 1, len(drawn))):
            entries.append(point(kernel, fixed + [f"{name}: {value}"
                                                  for name, value in zip(names, shape)]))

    for kernel, size in LIBRARY.items():
        size = size.replace("=", ": ")
        shown = gpumodel("kernels", "show", kernel, "--json", "-")
        defaults = json.loads(shown.stdout)["parameters"]
        if kernel == "copy-elements":
            pairs = [(t, e) for t in range(32, 1025, 32) for e in (1, 2, 4, 8)]
            for threads, elements in [(256, 4)] + draw.sample(
                    [pair for pair in pairs if pair != (256, 4)], LAUNCHES - 1):
                entries.append(point(kernel, [size, f"threads: {threads}",
                                              f"elements: {elements}"]))
            continue
        names = [name for name in AXES if name in defaults]
        add(kernel, [size], names, tuple(int(defaults[name]) for name in names))
    for family in GENERATED:
        name, _ = draw_kernel(draw, family, folder, change=with_block_as_parameters)
        now = sizes_of(BLOCK.search(gpumodel("kernels", "generate", name).stdout))
        add(name + ".yaml", [], AXES[:len(now)], now)
    write_suite(os.path.join(folder, "launches.yaml"), "launches", entries)


# Edits: each takes the text of a kernel and gives another, or nothing where it does not apply.

def more_arithmetic(text, draw):
    found = re.search(r"(fp32|fp64|int32): \{(\w+): (\d+)", text)
    if found:
        count = int(found.group(3)) * draw.choice([2, 4, 8])
        return text.replace(found.group(0), f"{found.group(1)}: {{{found.group(2)}: {count}", 1)


def other_operation(text, draw):
    found = re.search(r"(fp32|fp64): \{(fma|add|mul): ", text)
    if found:
        return text.replace(found.group(0), f"{found.group(1)}: {{div: ", 1)


def wider(text, draw):
    if "f32" in text and "f32x" not in text:
        return text.replace("f32", "f64").replace("fp32", "fp64")


def narrower(text, draw):
    if "f64" in text and "f64x" not in text:
        return text.replace("f64", "f32").replace("fp64", "fp32")


def loads(text):
    return re.findall(r"- load: (.*)", text)


def strided(text, draw):
    loaded = sorted(set(re.findall(r"(\w+)\[", " ".join(loads(text)))))
    for array in draw.sample(loaded, 1) if loaded else []:
        shape = re.search(rf"^  {array}: {{type: \w+, shape: \[([^\],]+)\]", text, re.M)
        uses = set(re.findall(rf"\b{array}\[([^\[\]]+)\]", text))
        if not shape or not uses or "shared" in text.split(shape.group(0))[1].split("\n")[0]:
            return None
        factor = draw.choice([2, 8])
        for use in uses:
            text = text.replace(f"{array}[{use}]", f"{array}[({use}) * {factor}]")
        return text.replace(shape.group(0), shape.group(0).replace(
            f"[{shape.group(1)}]", f"[({shape.group(1)}) * {factor}]"))


def swapped_axes(text, draw):
    names = re.findall(r"^  (\w+): {type: \w+, shape: \[[^\[\],]+, [^\[\],]+\]", text, re.M)
    for array in draw.sample(names, 1) if names else []:
        shape = re.search(rf"^  {array}: {{type: \w+, shape: \[([^\[\],]+), ([^\[\],]+)\]", text, re.M)
        other = shape.group(0).replace(f"[{shape.group(1)}, {shape.group(2)}]",
                                       f"[{shape.group(2)}, {shape.group(1)}]")
        return re.sub(rf"\b{array}\[([^\[\]]+)\]\[([^\[\]]+)\]", rf"{array}[\2][\1]",
                      text.replace(shape.group(0), other))


def one_more_array(text, draw):
    line = re.search(r"- load: (\w+)\[([^ ,]*)\]", text) or re.search(r"- load: (\w+)\[(.*?)\](?:,|$)", text, re.M)
    if line:
        declared = re.search(rf"^  {line.group(1)}: {{type: (?!.*shared).*$", text, re.M)
        if declared:
            text = text.replace(declared.group(0), declared.group(0) + "\n" + re.sub(
                rf"^  {line.group(1)}:", "  another:", declared.group(0)), 1)
            return text.replace(line.group(0), line.group(0).replace(
                "- load: ", f"- load: another[{line.group(2)}], "), 1)


def other_block(text, draw):
    block = BLOCK.search(text)
    if block:
        sizes = sizes_of(block)
        if "ceil_div" in text.split("grid:")[1].split("\n")[0]:
            shape = draw.choice([s for s in shapes(len(sizes)) if s != sizes])
            return text.replace(block.group(0), f"  block: [{', '.join(map(str, shape))}]")


def unrolled_otherwise(text, draw):
    found = re.search(r"( *)unroll: (\d+)\n", text)
    if found:
        other = draw.choice([u for u in (1, 2, 4, 8) if u != int(found.group(2))])
        return text.replace(found.group(0), f"{found.group(1)}unroll: {other}\n", 1)
    loop = re.search(r"( *)- for: {.*}\n", text)
    if loop:
        return text.replace(loop.group(0), f"{loop.group(0)}{loop.group(1)}  unroll: {draw.choice([2, 4])}\n", 1)


def no_restrict(text, draw):
    if "restrict: true" in text:
        return text.replace(", restrict: true", "")


def hoarded_shared_memory(text, draw):
    if "space: shared" not in text:
        return text.replace("\nthread:\n", f"\n  shared_memory: {draw.choice([32, 64, 96, 160])}Ki\nthread:\n", 1)


def fewer_words(text, draw):
    found = re.search(r"(words|sums): (\d+)", text)
    if found and int(found.group(2)) > 1:
        return text.replace(found.group(0), f"{found.group(1)}: 1", 1)


def padding(text, draw):
    if ", padding: 1" in text:
        return text.replace(", padding: 1", "", 1)
    if "space: shared" in text and re.search(r"shape: \[\d+, \d+\], space: shared", text):
        return text.replace("space: shared", "space: shared, padding: 1", 1)


def one_more_barrier(text, draw):
    if "- barrier\n" in text:
        return re.sub(r"( *)- barrier\n", r"\1- barrier\n\1- barrier\n", text, count=1)


def renamed(text, draw):
    name = draw.choice(re.findall(r"^  (\w+): {type", text, re.M) or [None])
    return name and re.sub(rf"(?<![\w.]){name}(?=\[|:)", f"{name}_renamed", text)


def other_order(text, draw):
    many = [line for line in loads(text) if line.count("], ") >= 1 and "(" not in line]
    if many:
        words = re.split(r"(?<=\]), ", many[0])
        return text.replace(many[0], ", ".join(reversed(words)), 1)


def index_in_other_words(text, draw):
    return re.sub(r"\[i\]", "[i + 1 - 1]", text) if "[i]" in text else None


def one_more_name(text, draw):
    return text.replace("  let: {", "  let: {unused: thread.x * 2, ", 1) if "\n  let: {" in text else None


CHANGES = [more_arithmetic, other_operation, wider, narrower, strided, swapped_axes, one_more_array,
           other_block, unrolled_otherwise, no_restrict, hoarded_shared_memory, fewer_words, padding,
           one_more_barrier, renamed, other_order, index_in_other_words, one_more_name]


def draw_edits(draw, folder):
    families = [line.split()[0] for line in gpumodel("kernels", "generate").stdout.splitlines()[2:]
                if line.startswith("  ")]
    entries = []
    bases = 0
    while bases < BASES:
        family = families[bases % len(families)]
        name, text = draw_kernel(draw, family, folder, tries=40)
        if not name:
            families.remove(family)
            continue
        bases += 1
        made = []
        for change in draw.sample(CHANGES, len(CHANGES)):
            if len(made) == EDITS:
                break
            other = change(text, draw)
            if not other or other == text:
                continue
            edit = f"{name}--{change.__name__.replace('_', '-')}"
            path = written(folder, edit,
                           other.replace(f"kernel: {name}\n", f"kernel: {edit}\n", 1))
            if runs(path):
                made.append(edit)
            else:
                os.remove(path)
        cache = draw.choice(["cold", "warm"])
        entries += [point(one + ".yaml", cache=cache) for one in [name] + made]
    write_suite(os.path.join(folder, "edits.yaml"), "edits", entries)


# Advice: every edit of a kernel that `advise` can make of these, whether it is said to help or not.

ADVISED = {"rack-aos": "", "transpose-tiled": "", "transpose-naive": "", "saxpy": "", "triad": "",
           "jacobi2d": "", "heat3d": "nx=320", "conv2d": "n=4096", "conv3d": "n=320",
           "matmul-naive-f32": "n=2048", "matmul-naive-f64": "n=1024", "stencil1d": "",
           "spmv-vector": "", "copy-strided": "", "softmax": "", "layer-norm": ""}
ADVISED_FAMILIES = ["stream", "structs", "stencil-2d", "stencil-3d", "short-rows", "product",
                    "slow-axis", "gather", "transpose", "strip"]


def draw_advice(draw, folder):
    cases = []
    for kernel, size in ADVISED.items():
        shown = gpumodel("kernels", "show", kernel, "--json", "-")
        with open(os.path.join(ROOT, json.loads(shown.stdout)["inputs"]["kernel"]["file"]),
                  encoding="utf-8") as file:
            cases.append((kernel, size, file.read()))
    for family in ADVISED_FAMILIES:
        name, text = draw_kernel(draw, family, folder)
        cases.append((name, "", text))
    entries = []
    for kernel, size, text in cases:
        path = written(folder, kernel, text)
        sizes = ["-D", size] if size else []
        values = [size.replace("=", ": ")] if size else []
        entries.append(point(kernel + ".yaml", values))
        advice = json.loads(gpumodel("advise", path, *sizes, "--device", "h200",
                                     "--json", "-").stdout)
        for edit in advice["edits"]:
            if edit["basis"] != "kernel":
                continue
            other, more = text, []
            if edit["diff"]:
                other = gpumodel("advise", path, *sizes, "--device", "h200", "--apply",
                                 edit["id"]).stdout
            else:
                more = [word.replace("=", ": ") for word in re.findall(r"-D (\S+)", edit["command"])
                        if word != size]
                if not more:  # a launch that no parameter states
                    continue
            name = f"{kernel}--{edit['id'].replace(':', '-')}"
            if runs(written(folder, name, re.sub(r"^kernel: .*$", f"kernel: {name}", other, count=1,
                                                 flags=re.M))):
                entries.append(point(name + ".yaml", values + more))
            else:
                print("cannot be written:", name)
    write_suite(os.path.join(folder, "advice.yaml"), "advice", entries)


def write_suite(path, name, entries):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"suite: {name}\nsummary: drawn by validate/experiments/decisions.py\n\npoints:\n")
        file.writelines(entries)


if __name__ == "__main__":
    GPUMODEL, where = os.path.abspath(sys.argv[1]), sys.argv[2]
    ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    os.makedirs(where, exist_ok=True)
    draw_launches(random.Random(SEED), where)
    draw_edits(random.Random(SEED + 1), where)
    draw_advice(random.Random(SEED + 2), where)
