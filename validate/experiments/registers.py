#!/usr/bin/env python3
"""Registers that gpumodel-describe estimates beside those that nvcc gives, for sources of CUDA.

    registers.py FILE... [--compile OPTIONS] [--record FILE]

Prints, for each kernel whose name is unambiguous, nvcc's registers (-O3, sm_90), the estimate and the
words that are alive at once, and in how many the warps of an SM are other ones in blocks of 256; --record adds
the rows to a file. registers.sm_90.json has the kernels of the library and of public applications
(applications.yaml); the constants of src/describe/ir/registers.cpp are read off it.
"""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import tempfile

SM_REGISTERS, DEALT, BLOCK = 65536, 8, 256


def plain(mangled):
    """The function's own name: the last that a mangled one begins with."""
    name, rest = mangled, re.sub(r"^_ZN?L?", "", mangled)
    while found := re.match(r"(\d+)(?=\D)", rest):
        name, rest = rest[found.end():found.end() + int(found[1])], rest[found.end() + int(found[1]):]
        if not mangled.startswith("_ZN"):
            break
    return name


def given(file, options):
    said = subprocess.run(["nvcc", "-O3", "-std=c++17", "-arch=sm_90", "-cubin", "-Xptxas", "-v", "-o", "/dev/null",
                           *options, file.name], cwd=file.parent, capture_output=True, text=True).stderr
    rows = re.findall(r"entry function '(\w+)'.*?Used (\d+) registers", said, re.S)
    return [(plain(name), int(count)) for name, count in rows]


def estimated(gpumodel, file, options):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([gpumodel, "describe", file.name, "--output", folder,
                        *([f"--compile={shlex.join(options)}"] if options else [])], cwd=file.parent, capture_output=True)
        for path in pathlib.Path(folder).glob("*.yaml"):
            text = path.read_text()
            name = re.match(r"# (?:[\w()]+::)*(\w+)", text)
            count = re.search(r"registers_per_thread: (\d+) .*estimated: (\d+) words", text)
            if name and count:
                yield name[1], int(count[1]), int(count[2])


def blocks(registers):
    return min(8, SM_REGISTERS // (-(-registers // DEALT) * DEALT * BLOCK))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--compile", default="")
    parser.add_argument("--gpumodel", default="gpumodel")
    parser.add_argument("--record", type=pathlib.Path)
    options = parser.parse_args()
    rows = []
    for file in options.files:
        of_nvcc, of_describe = given(file, shlex.split(options.compile)), list(
            estimated(options.gpumodel, file, shlex.split(options.compile)))
        for name, count in of_nvcc:
            mine = [row for row in of_describe if row[0] == name]
            if len(mine) == 1 and sum(name == other for other, _ in of_nvcc) == 1:
                rows.append({"kernel": f"{file.parent.name}/{name}", "nvcc": count, "estimated": mine[0][1],
                             "words": mine[0][2]})
    for row in rows:
        print(f"{row['kernel']:48} {row['nvcc']:4} {row['estimated']:4} {row['words']:4}")
    print(f"{len(rows)} kernels, other warps on an SM: {sum(blocks(r['nvcc']) != blocks(r['estimated']) for r in rows)}")
    if options.record:
        known = json.loads(options.record.read_text()) if options.record.exists() else []
        rows = [row for row in known if row["kernel"] not in {r["kernel"] for r in rows}] + rows
        text = ",\n".join(json.dumps(row) for row in sorted(rows, key=lambda r: r["kernel"]))
        options.record.write_text(f"[\n{text}\n]\n")


if __name__ == "__main__":
    main()
