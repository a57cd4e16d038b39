"""Runs clang-tidy over the C++ files of models/, src/ and validate/.

    python3 cmake/tidy.py [BUILD-FOLDER]      default: build/files, made by the preset `files`

Nearly all of clang-tidy's time goes into headers, and the files of a library share those. So files
are read together, several as one, where none defines a name that another defines. Where files read
together show a mistake or do not compile, each half of them is read again, down to single files:
only what a file shows alone is printed, and counts.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("models", "src", "validate")
TOGETHER = 64  # more cost more where one of them has a mistake


def read_commands(build):
    """The files, and the flags that each is compiled with.

    Left out is OpenACC, GCC's dialect of which clang-tidy does not know, and a file whose omp.h it
    does not find.
    """
    units = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        folder = path.relative_to(ROOT).parts[0] if path.is_relative_to(ROOT) else ""
        if (folder in FOLDERS and path.name != "host_backend.cpp"
                and "-fopenacc" not in entry["command"]):
            units[path] = tuple(shlex.split(entry["command"].split(" -o ")[0])[1:])
    return units


def defined_names(text):
    """What the file defines, as far as lines show it that begin in the first column; no members."""
    names = set()
    for line in re.findall(r"^(?!using|namespace|static_assert)[A-Za-z[].*", text, re.MULTILINE):
        name = (re.match(r"(?:struct|class|enum class|enum)\s+(\w+)", line)
                or re.search(r"(?<![:~\w])(\w+)\(", line)
                or re.search(r"^[^(]*?(\w+)(?:\[[^]]*\])?\s*[={;]", line))
        if name:
            names.add(name[1])
    return names


def header_types():
    """Types of the headers; a file with another type of such a name is read alone."""
    texts = [path.read_text() for folder in FOLDERS for path in (ROOT / folder).rglob("*.hpp")]
    return {name for name in defined_names("\n".join(texts)) if name[0].isupper()}


def groups(units):
    """Lists of files with the same flags and no name in common, the longest first."""
    shared = header_types()
    found, alone = [], []
    for path, flags in sorted(units.items()):
        text = path.read_text()
        names = defined_names(text)
        new = {"flags": flags, "names": names, "paths": [path]}
        # What `using enum` makes names of is not seen here.
        if names & shared or re.search("^using enum", text, re.MULTILINE):
            alone.append(new)
            continue
        for group in found:
            if (group["flags"] == flags and len(group["paths"]) < TOGETHER
                    and not names & group["names"]):
                group["names"] |= names
                group["paths"].append(path)
                break
        else:
            found.append(new)
    return sorted(found, key=lambda group: -len(group["paths"])) + alone


def tidy(path, flags):
    return subprocess.run(["clang-tidy-16", "--quiet", path, "--", *flags], cwd=ROOT,
                          capture_output=True, text=True)


def own_aliases(text, stem):
    """The text with names of its own for its `namespace fs = ...`: they are looked for by name."""
    for alias in re.findall(r"^namespace (\w+) =", text, re.MULTILINE):
        text = re.sub(rf"\b{alias}(?= =|::)", f"{alias}_{stem}", text)
    return text


def check(paths, flags, folder):
    """What is wrong with the files; nothing if they pass."""
    if len(paths) == 1:
        alone = tidy(paths[0], flags)
        return alone.stdout + alone.stderr if alone.returncode else ""

    texts = [path.read_text() for path in paths]
    includes = [line for text in texts
                for line in re.findall(r"^#include .*\n", text, re.MULTILINE)]
    parts = [f'#line 1 "{path}"\n{own_aliases(text, path.stem)}'
             for path, text in zip(paths, texts)]
    with tempfile.NamedTemporaryFile("w", suffix=".cpp", dir=folder) as together:
        together.write("".join(includes + parts))
        together.flush()
        # One file's names may hide another's here; GCC warns of those that hide within a file.
        if tidy(together.name, [*flags, "-Wno-shadow", "-ferror-limit=1"]).returncode == 0:
            return ""
    half = len(paths) // 2
    return check(paths[:half], flags, folder) + check(paths[half:], flags, folder)


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/files")
    folder = ROOT / "build/checks"
    folder.mkdir(parents=True, exist_ok=True)
    units = read_commands(build)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
        found = list(workers.map(lambda group: check(group["paths"], group["flags"], folder),
                                 groups(units)))
    print("".join(found), end="", file=sys.stderr)
    print(f"clang-tidy: {len(units)} files")
    sys.exit(1 if any(found) or not units else 0)


main()
