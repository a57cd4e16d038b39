#!/usr/bin/env python3
"""Whether descriptors say where kernels read and write: the code that each was read from is interpreted,
lane by lane, for warps of some blocks of its launch, and every address of every lane has to be one that
the descriptor says, as often. The library's kernels, those of the tests of the language, and generated
ones, written as CUDA.

    addresses.py ROOT DESCRIBE ADDRESSES [--own COUNT] [--language COUNT] [--generated 98] [--first 1]
                 [--jobs 2] [--only NAME ...] [--keep FOLDER]           with GPUMODEL the program

Without COUNT, all there are.

ADDRESSES is the program describe-addresses. Kernels that cannot be compared are counted, with what says
why; that they become more is a failure. Needs python3-yaml.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import own_kernels  # noqa: E402
import round_trip  # noqa: E402

LIMIT = 300  # s
MOST_LEFT_OUT = 0.15  # of the kernels


def own(root, name, options, folder):
    kernel = own_kernels.Own(root, name)
    if "thread" not in kernel.descriptor:  # counts, without addresses
        return None
    return own_kernels.describe(kernel, options.describe, folder, "--code", str(folder / f"{name}.ll"))


def generated(name, options, folder):
    kernel = round_trip.Generated(name, folder)
    return round_trip.described(kernel, options.describe, folder, "--code", str(folder / f"{name}.ll"))


class Language:
    """A kernel of a source that tests the language: its descriptor asks nothing."""

    def __init__(self, source, described):
        self.source = source
        self.signature = re.match(r"# (.*), [\w.]+:\d+\.$", described, re.M)[1]
        self.name = f"{source.stem}-{re.search(r'^kernel: (.*)', described, re.M)[1]}"

    def describe(self, options, folder):
        stated = shlex.split(self.source.read_text().splitlines()[0].removeprefix("// describe:"))
        if "--kernel" not in stated:
            stated += ["--kernel", self.signature]
        made = subprocess.run([options.describe, self.source.name, *stated, "--name", self.name, "--code",
                               str(folder / f"{self.name}.ll")], cwd=self.source.parent,
                              capture_output=True, text=True)
        if made.returncode:
            raise RuntimeError(made.stderr)
        file = folder / f"{self.name}.yaml"
        file.write_text(made.stdout)
        return file


def of_language():
    """Without those that read numbers which are stated to the descriptor: nobody puts them in memory."""
    sources = sorted((Path(__file__).parent / "language").glob("*.cu"))
    kernels = [Language(source, text) for source in sources
               for text in source.with_suffix(".yaml").read_text().split("\n---\n")
               if not re.search(r"^  \w+_value: ", text, re.M)]
    return {kernel.name: kernel for kernel in kernels}


def some(names, count):
    """As many as are asked for, from all over."""
    if count is None or count >= len(names):
        return names
    return [names[i * len(names) // count] for i in range(count)]


def judge(make, name, options, folder):
    """A word, and what was said."""
    try:
        descriptor = make(name)
    except (RuntimeError, KeyError, ValueError, TypeError, NameError, SyntaxError) as error:
        return "not described", str(error).strip().splitlines()[0][:160]
    if descriptor is None:
        return None, ""
    try:
        made = subprocess.run([options.addresses, str(folder / f"{name}.ll"), str(descriptor)],
                              capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "not compared", f"no answer in {LIMIT} s"
    words = {0: "agree", 1: "differ", 2: "not compared", 3: "without accesses"}
    return words.get(made.returncode, "crash"), (made.stdout + made.stderr).strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=Path)
    parser.add_argument("describe")
    parser.add_argument("addresses")
    parser.add_argument("--own", type=int)
    parser.add_argument("--language", type=int)
    parser.add_argument("--generated", type=int, default=98)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    root = options.root.resolve()
    options.describe = os.path.abspath(options.describe)
    library = sorted(p.parent.name for p in root.glob("kernels/*/cuda.cu"))
    families = [line.split(",")[0] for line in round_trip.run(
        os.environ["GPUMODEL"], "kernels", "generate", "--csv", "-").splitlines()[1:] if line]
    language = of_language()
    names = [*some(library, options.own), *some([*language], options.language),
             *(f"{families[i % len(families)]}-{options.first + i // len(families)}"
               for i in range(options.generated))]
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        folder = (options.keep or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)

        def one(name):
            def make(name):
                if name in language:
                    return language[name].describe(options, folder)
                return (own(root, name, options, folder) if name in library
                        else generated(name, options, folder))
            return judge(make, name, options, folder)

        counts = {}
        for name, (word, said) in zip(options.only or names, pool.map(one, options.only or names)):
            if word is None:
                continue
            counts[word] = counts.get(word, 0) + 1
            print(f"{name}: {word}: {said}", flush=True)
    total = sum(counts.values())
    print(", ".join(f"{count} {word}" for word, count in counts.items()) + f", of {total}")
    failed = counts.get("differ", 0) + counts.get("crash", 0)
    left_out = counts.get("not compared", 0) + counts.get("not described", 0)
    return 1 if failed or left_out > MOST_LEFT_OUT * total else 0


if __name__ == "__main__":
    sys.exit(main())
