#!/usr/bin/env python3
"""Replays golden sessions: commands, their input and their output in one file.

    run.py [--update] [--seconds S --megabytes M] FILE-or-FOLDER...

A session file holds comments up to its first block, and then blocks:

    --- file NAME            the lines up to the next block; a final newline is added
    --- bytes NAME           the same with Python escapes; lines are joined without newlines
    --- python NAME EXPR     what the expression gives, a str or bytes; `folder` is where the files
                             so far are
    --- sparse NAME SIZE     SIZE zero bytes that take no space on disk
    $ COMMAND                run by bash; below it stdout, then [stderr] and stderr, then [exit N]
                             where N is not 0, then an empty line

All blocks of a file share one fresh folder, in which the commands run one after the other with the
program of $GPUMODEL first on the PATH and nothing else in the environment. `as_user gpumodel ...`
runs without the rights of root. --update writes what the program says now. --seconds (of CPU time)
and --megabytes (peak resident memory) are limits on every single command.
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

BLOCK = re.compile(r"(\$ |--- (file|bytes|python|sparse) )")
HANGS_AFTER = 30  # seconds
PRELUDE = """
as_user() {  # with a copy of the program: its own folder may be closed to others
  [ "$(id -u)" = 0 ] || { "$@"; return; }
  local name=$1; shift
  cp "$(command -v "$name")" ../program && chmod 755 ../program
  setpriv --reuid=65534 --regid=65534 --clear-groups ../program "$@"
}
"""


def blocks(text):
    """(head line, following lines) of each block; the comments before them have no head."""
    found = [(None, [])]
    for line in text.split("\n"):
        if BLOCK.match(line):
            found.append((line, []))
        else:
            found[-1][1].append(line)
    return found


def without_blank_end(lines):
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def write_input(folder, head, lines):
    _, kind, name, *rest = head.split(" ", 3)
    if kind == "sparse":
        with open(folder / name, "wb") as file:
            file.truncate(int(rest[0]))
        return
    lines = without_blank_end(lines)
    if kind == "python":
        content = eval(rest[0])  # our own files
    elif kind == "bytes":
        content = "".join(lines).encode().decode("unicode_escape").encode("latin-1")
    else:
        content = "".join(line + "\n" for line in lines)
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


class Run:
    """One command: its output as a golden shows it, its exit code and what it cost."""

    def __init__(self, command, folder):
        program = pathlib.Path(os.environ["GPUMODEL"]).resolve()
        environment = {"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(folder),
                       "LC_ALL": "C.UTF-8", "TERM": "dumb"}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = subprocess.Popen(["bash", "-c", PRELUDE + command], cwd=folder, stdout=out,
                                     stderr=err, stdin=subprocess.DEVNULL, env=environment,
                                     start_new_session=True)
            watch = threading.Timer(HANGS_AFTER, os.killpg, (child.pid, 9))
            watch.start()
            _, status, usage = os.wait4(child.pid, 0)
            watch.cancel()
            child.returncode = os.waitstatus_to_exitcode(status)
            self.code = child.returncode
            self.seconds = usage.ru_utime + usage.ru_stime
            self.megabytes = usage.ru_maxrss / 1024
            out.seek(0)
            err.seek(0)
            self.out, self.err = (f.read().decode(errors="backslashreplace") for f in (out, err))

    def shown(self):
        text = self.out
        if text and not text.endswith("\n"):
            text += "[no newline]\n"
        if self.err:
            text += "[stderr]\n" + self.err
        if self.code != 0:
            text += f"[exit {self.code}]\n"
        return text.replace("\x1b", "<ESC>").replace("\r", "<CR>")


def replay(text, limits):
    """The session as the program plays it now, and complaints about limits."""
    played, complaints = [], []
    with tempfile.TemporaryDirectory() as base:
        os.chmod(base, 0o755)
        folder = pathlib.Path(base) / "here"
        folder.mkdir(mode=0o755)
        for head, lines in blocks(text):
            if head is None:
                played += without_blank_end(lines) + ([""] if lines else [])
            elif head.startswith("$ "):
                run = Run(head[2:], folder)
                played += [head, *run.shown().split("\n")]
                if run.seconds > limits.seconds:
                    complaints.append(f"{head}: took {run.seconds:.2f} s")
                if run.megabytes > limits.megabytes:
                    complaints.append(f"{head}: took {run.megabytes:.0f} MB")
            else:
                write_input(folder, head, lines)
                played += [head, *without_blank_end(lines), ""]
    return "\n".join(without_blank_end(played)) + "\n", complaints


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--megabytes", type=float, default=float("inf"))
    arguments = parser.parse_args()
    files = [f for p in arguments.paths for f in (sorted(p.rglob("*.txt")) if p.is_dir() else [p])]
    files = [f for f in files if f.name != "CMakeLists.txt"]
    failed = not files
    for file in files:
        expected = file.read_bytes().decode()
        played, complaints = replay(expected, arguments)
        for complaint in complaints:
            print(f"{file.name}: {complaint}")
        if arguments.update:
            file.write_bytes(played.encode())
        elif played != expected:
            sys.stdout.writelines(difflib.unified_diff(
                expected.splitlines(True), played.splitlines(True), f"{file.name} expected",
                f"{file.name} played"))
            failed = True
        failed = failed or bool(complaints)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
