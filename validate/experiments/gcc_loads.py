#!/usr/bin/env python3
"""In which order the innermost loops of OpenACC regions load and wait, as GCC and ptxas make them.

    python3 validate/experiments/gcc_loads.py [KERNEL...] > validate/experiments/gcc_loads.sm_90.json

Compiles kernels/*/openacc.cpp with g++-12 and its offload compiler, translates the PTX with ptxas and
prints it with nvdisasm (PATH). Of each loop with several copies of its body: `order`, an L with its
bytes for a load, a w where the code makes an address of a loaded value, a W where it computes with one;
`together`, copies whose data are asked for before the first of them is waited for. constants
gcc_load_registers and gcc_indexed_load_registers stand on it; tests/experiments.py compares.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ["-std=c++20", "-O2", "-fPIC", "-shared", "-fopenacc", "-foffload=nvptx-none",
         "-foffload-options=nvptx-none=-misa=sm_80", "-save-temps", f"-I{ROOT}"]
COMPUTES = ("DFMA", "FFMA", "DADD", "FADD", "DMUL", "FMUL")


def disassembled(kernel, folder):
    """The machine code of a kernel's region as text; nothing where GCC cannot link it alone."""
    subprocess.run(["g++-12", *FLAGS, ROOT / "kernels" / kernel / "openacc.cpp", "-o", "region.so"],
                   cwd=folder, capture_output=True)
    for part in folder.glob("*xnvptx-none.s"):
        lines = re.findall(r'\.(?:ascii|string)\s+"((?:[^"\\]|\\.)*)"', part.read_text())
        ptx = "".join(line.encode().decode("unicode_escape") for line in lines)
        if ".entry" not in ptx:
            continue
        (folder / "region.ptx").write_text(ptx[:ptx.rindex("}") + 1] + "\n")
        subprocess.run(["ptxas", "-arch=sm_90", "-O3", "region.ptx", "-o", "region.cubin"], cwd=folder,
                       check=True)
        return subprocess.run(["nvdisasm", "region.cubin"], cwd=folder, check=True,
                              capture_output=True, text=True).stdout
    return ""


def innermost_loops(text):
    """Lists of instructions between a label and the jump back to it that hold no other such."""
    code, labels, loops = [], {}, []
    for line in text.splitlines():
        if label := re.match(r"\s*(\.L_x_\d+):", line):
            labels[label[1]] = len(code)
        elif found := re.match(r"\s*/\*[0-9a-f]{4,}\*/\s+(.*?);", line):
            code.append(re.sub(r"/\*.*?\*/", "", found[1]).strip())
            jump = re.search(r"BRA.*?`\((\.L_x_\d+)\)", code[-1])
            if jump and jump[1] in labels:
                loops.append((labels[jump[1]], len(code)))
    return [code[a:b] for a, b in loops
            if not any((c, d) != (a, b) and c >= a and d <= b for c, d in loops)]


def order_of(loop):
    """What it loads and waits for: [(L, w or W, bytes)]."""
    order, on_way = [], {}
    for instruction in loop:
        name, _, rest = re.sub(r"^@!?U?P\d+ ", "", instruction).partition(" ")
        loads = re.match(r"(LD|LDG)(\.|$)", name)
        target, _, sources = rest.partition(",")
        if name.startswith(("ST", "ATOM", "RED")):
            order.append(("S", 0))
        taken = {on_way[r] for r in re.findall(r"\bR(\d+)\b", sources) if r in on_way}
        if taken:
            order.append(("W" if name.startswith(COMPUTES) else "w", 0))
            on_way = {r: load for r, load in on_way.items() if load not in taken}
        if loads:
            size = 8 if ".64" in name else 16 if ".128" in name else 4
            first = int(re.search(r"R(\d+)", target)[1])
            load = len(order)
            on_way |= {str(first + k): load for k in range(size // 4)}
            order.append(("L", size))
    return order


def told(order):
    """As the record has it; None of a loop that is not four copies of two loads and a sum."""
    waits = [at for at, (what, _) in enumerate(order) if what == "W"]
    loaded = [size for what, size in order if what == "L"]
    indexes = sum(what == "w" for what, _ in order)
    widest = max(loaded, default=0)
    if len(waits) != 4 or loaded.count(widest) != 8 or ("S", 0) in order:
        return None
    before = sum(what == "L" and size == widest for what, size in order[:waits[0]])
    return {"order": " ".join(f"L{size}" if what == "L" else what for what, size in order),
            "indexed": indexes > 0, "bytes": widest, "together": max(1, before // 2)}


def main():
    kernels = sys.argv[1:] or sorted(path.parent.name for path in ROOT.glob("kernels/*/openacc.cpp"))
    loops = {}
    for kernel in kernels:
        with tempfile.TemporaryDirectory() as folder:
            text = disassembled(kernel, pathlib.Path(folder))
        found = []
        for loop in map(told, map(order_of, innermost_loops(text))):
            if loop and loop not in found:  # schedules of a kernel are regions of their own
                found.append(loop)
        if found:
            loops[kernel] = found
    print(json.dumps({"compiler": "GCC 12.2 -O2, ptxas 13.0 for sm_90", "loops": loops}, indent=1))


if __name__ == "__main__":
    main()
