"""Compiles each file and each header alone, without making code: in a normal build the files of a
room share one unit, and what one of them forgets to include another may bring.

    python3 cmake/alone.py [BUILD-FOLDER] [--part I/N]

BUILD-FOLDER: build/files, made by the preset `files`, if not given. --part: every N-th of them, from
the I-th on.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("models", "src")


def commands(build):
    """(name, arguments) of each file of the layers and of each header that is no file's first."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        name = path.relative_to(ROOT if path.is_relative_to(ROOT) else "/")
        generated = "alone" in path.parts  # headers, by tests/layers
        if name.parts[0] in FOLDERS or generated:
            arguments = shlex.split(entry["command"].split(" -o ")[0])
            yield str(name), [*arguments, "-fsyntax-only", entry["file"]], entry["directory"]


def compile_alone(job):
    name, arguments, folder = job
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True)
    return "" if done.returncode == 0 else f"== {name}\n{done.stderr}"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", type=pathlib.Path, default=ROOT / "build/files")
    parser.add_argument("--part", default="1/1")
    options = parser.parse_args()
    first, of = map(int, options.part.split("/"))
    jobs = sorted(commands(options.build.resolve()))[first - 1::of]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
        faults = list(filter(None, workers.map(compile_alone, jobs)))
    print("".join(faults), end="", file=sys.stderr)
    print(f"compiled alone: {len(jobs)} files and headers, {len(faults)} with faults")
    sys.exit(1 if faults or not jobs else 0)


main()
