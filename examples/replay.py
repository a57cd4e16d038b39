#!/usr/bin/env python3
"""Runs the commands of the Markdown files given and compares what they print.

usage: replay.py [--update] FILE.md...

In every ```console block a line that starts with "$ " is a command (continued after a "\\" at its
end) and the lines below it are its output, stdout and stderr together. Commands run in the
repository's root by sh with `gpumodel` from $PATH. --update rewrites the files.
"""
import difflib
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run(command):
    env = {k: v for k, v in os.environ.items() if not k.startswith("GPUMODEL_")}
    env.update(NO_COLOR="1", LC_ALL="C.UTF-8", XDG_CONFIG_HOME="/nonexistent")
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=env, text=True, timeout=60,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return done.stdout.splitlines()


def replayed(lines):
    out, lines = [], list(lines)
    inside = False
    while lines:
        line = lines.pop(0)
        out.append(line)
        if line.startswith("```"):
            inside = line == "```console"
        if not (inside and line.startswith("$ ")):
            continue
        command = line[2:]
        while command.endswith("\\"):
            out.append(lines.pop(0))
            command = command[:-1] + out[-1].strip()
        while not lines[0].startswith(("$ ", "```")):
            lines.pop(0)
        out += run(command)
        if lines[0].startswith("$ "):
            out.append("")
    return out


def main(arguments):
    if shutil.which("gpumodel") is None:
        sys.exit("replay.py: gpumodel is not in $PATH")
    update = "--update" in arguments
    same = True
    for name in arguments:
        if name.startswith("--"):
            continue
        before = pathlib.Path(name).read_text().splitlines()
        after = replayed(before)
        if before == after:
            continue
        same = False
        if update:
            pathlib.Path(name).write_text("\n".join(after) + "\n")
        else:
            print("\n".join(difflib.unified_diff(before, after, name, "now", lineterm="")))
    return 0 if same or update else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
