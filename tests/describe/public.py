#!/usr/bin/env python3
"""Describes public kernels, which public.yaml names and somebody has checked out: how many are described,
how many without a question but for sizes, how many further questions there are, and what is refused.

    public.py DESCRIBE FOLDER [--only PART] [--keep FOLDER] [--verbose]

FOLDER has a folder for each repository, and `configured` for headers that builds of them make: RAJA's and
camp's config.hpp with CUDA, rajaperf_config.hpp. With GPUMODEL, each descriptor whose questions are
answered by some number is given to `gpumodel check` too. Needs python3-yaml.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml


def is_size(question):
    """A number of elements, an argument of the kernel or the shape of the launch."""
    option = question["hints"][0]
    return option.startswith("--launch") or (option.startswith("-D ") and not option.startswith("-D taken_"))


def some_answer(question):
    option = question["hints"][0]
    if option.startswith("-D taken_"):
        return ["-D", option.split()[1].split("=")[0] + "=0.5"]
    if option.startswith("-D "):
        return ["-D", option.split()[1].split("=")[0] + "=64"]
    if option.startswith("--launch"):
        return ["--launch", "block=[64]" if "block" in option else "grid=[16]"]
    return ["--values", re.search(r"'(\w+)=", option)[1] + "=uniform: [1, 8]"]


def questions_of(stderr):
    lines = [json.loads(l) for l in stderr.splitlines() if l.startswith("{")]
    return [l for l in lines if l["id"] == "value-asked"]


def some_answers(questions):
    """Options that answer all of them with some number."""
    launch = list(dict.fromkeys(some_answer(q)[1] for q in questions
                                if q["hints"][0].startswith("--launch")))
    answers = ["--launch", " ".join(launch)] if launch else []
    for question in questions:
        if not question["hints"][0].startswith("--launch"):
            answers += some_answer(question)
    return answers


class Kernel:
    def __init__(self, repository, fields, file, name):
        self.repository, self.file, self.name = repository, file, name
        self.options = fields.get("options", "")

    def describe(self, program, folder):
        self.command = [program, str(folder / self.repository / self.file), "--kernel", self.name, "--json",
                        "--compile", self.options.replace("FOLDER", str(folder))]
        try:
            made = subprocess.run(self.command, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            self.error, self.questions, self.text = {"message": "no answer in 60 s"}, [], ""
            return
        lines = [json.loads(l) for l in made.stderr.splitlines() if l.startswith("{")]
        self.questions = questions_of(made.stderr)
        errors = [l for l in lines if l["severity"] == "error"]
        self.text = made.stdout
        self.error = None
        if made.returncode not in (0, 6) or errors:
            self.error = errors[0] if errors else {"message": f"exit code {made.returncode}"}

    def described(self):
        return self.error is None

    def further(self):
        return [q for q in self.questions if not is_size(q)]

    def reason(self):
        message = re.sub(r"^[\w<>-]+: ", "", self.error["message"])
        return f"{self.error.get('id', 'crash')}: {message[:100]}"

    def check(self, gpumodel):
        """What `gpumodel check` says to the descriptor whose questions have some answer."""
        made = subprocess.run([*self.command, "--name", "made", *some_answers(self.questions)],
                              capture_output=True, text=True)
        with tempfile.TemporaryDirectory() as temporary:
            path = Path(temporary) / "made.yaml"
            path.write_text(made.stdout)
            checked = subprocess.run([gpumodel, "check", str(path)], capture_output=True, text=True)
        return checked.stdout + checked.stderr if checked.returncode else ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("describe")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    listed = yaml.safe_load((Path(__file__).parent / "public.yaml").read_text())["repositories"]
    folder = options.folder.resolve()
    kernels = [Kernel(repository, fields, file, name) for repository, fields in listed.items()
               for file, names in fields["files"].items() for name in names]
    kernels = [k for k in kernels if options.only in f"{k.repository}/{k.file}:{k.name}"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda k: k.describe(options.describe, folder), kernels))
    reasons = Counter()
    print(f"{'repository':14}{'kernels':>8}{'described':>11}{'sizes only':>12}{'further, median':>17}")
    for group in [*listed, "all"]:
        mine = [k for k in kernels if group in ("all", k.repository)]
        done = [k for k in mine if k.described()]
        if not done:
            print(f"{group:14}{len(mine):8}{0:11}")
            continue
        print(f"{group:14}{len(mine):8}{len(done):11}{sum(not k.further() for k in done):12}"
              f"{statistics.median(len(k.further()) for k in done):17}")
    for kernel in kernels:
        label = f"{kernel.repository}/{kernel.file}: {kernel.name}"
        if kernel.described():
            if options.verbose and kernel.further():
                print(f"asked  {label}")
                for question in kernel.further():
                    print(f"         {question['line']}: {question['message']} ({question['hints'][0]})")
            if options.keep:
                options.keep.mkdir(exist_ok=True)
                name = re.sub(r"\W+", "-", f"{Path(kernel.file).stem} {kernel.name}")
                (options.keep / f"{name}.yaml").write_text(kernel.text)
            wrong = kernel.check(os.environ["GPUMODEL"]) if "GPUMODEL" in os.environ else ""
            if wrong:
                print(f"check  {label}\n{wrong}")
        else:
            reasons[kernel.reason()] += 1
            if options.verbose:
                print(f"refused {label}: {kernel.error.get('file')}:{kernel.error.get('line')}:"
                      f" {kernel.error['message'][:200]}")
    for reason, count in reasons.most_common():
        print(f"{count:4}  {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
