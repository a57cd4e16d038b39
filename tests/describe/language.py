#!/usr/bin/env python3
"""One small source per feature of the language, and of OpenACC and plain loops: its descriptors are
those that lie beside it, and `gpumodel check` accepts them. Options stand in the first line, behind
`// describe:`.

    language.py DESCRIBE [--update]      with GPUMODEL the program
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def main():
    program, update = sys.argv[1], "--update" in sys.argv
    here = pathlib.Path(__file__).parent
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    llvm = re.search(r"LLVM (\d+)", said)[1]
    wrong, count = [], 0
    for source in sorted([*here.glob("language/*.cu"), *here.glob("regions/*.c*")]):
        count += 1
        first = source.read_text().splitlines()[0]
        options = shlex.split(first.removeprefix("// describe:"))
        made = subprocess.run([program, source.name, *options], cwd=source.parent,
                              capture_output=True, text=True)
        expected = source.with_suffix(".yaml")
        # LLVM 19 forms some sums and conditions in another way, which is another name or word alive.
        of_this = source.with_suffix(f".llvm{llvm}.yaml")
        if of_this.exists():
            expected = of_this
        if made.returncode:
            wrong.append(f"{source.name}: exit code {made.returncode}\n{made.stderr}")
            continue
        if update:
            expected.write_text(made.stdout)
        if made.stdout != expected.read_text():
            wrong.append(f"{source.name}: not what {expected.name} says:\n{made.stdout}")
        for text in made.stdout.split("\n---\n"):  # one for each kernel
            name = next(l for l in text.splitlines() if l.startswith("kernel: ")).split()[1]
            with tempfile.TemporaryDirectory() as temporary:
                copy = pathlib.Path(temporary) / f"{name}.yaml"
                copy.write_text(text)
                checked = subprocess.run([os.environ["GPUMODEL"], "check", str(copy), "--device", "h200"],
                                         capture_output=True, text=True)
            if checked.returncode:
                wrong.append(f"{source.name}: {name}: {checked.stdout}{checked.stderr}")
    print("\n".join(wrong) or f"{count} sources")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
