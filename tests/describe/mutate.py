#!/usr/bin/env python3
"""Sources that nobody wrote: kernels of the library and of the tests of the language, changed at random.
gpumodel-describe has to answer each with a descriptor or a refusal, in time and without a crash, and
`gpumodel check` has to accept what it describes.

    mutate.py ROOT DESCRIBE [--runs N] [--seed N] [--jobs N] [--keep FOLDER]   with GPUMODEL the program

The same seed gives the same sources. A descriptor may still have faults that come from its sizes, which
nobody chose: indices outside of an array.
"""
import argparse
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import public

LIMIT = 20  # s of the processor
ROUNDS = 4  # of answers: some let the description go on to what it asks next
# What check says of numbers that were chosen at random, not of a wrong descriptor.
BY_NUMBERS = {"expression-value", "access-address", "access-range", "launch-threads", "launch-shared", "shape-size", "work-limit",
              "launch-impossible"}
TOKEN = re.compile(r"[A-Za-z_]\w*|\d+\.?\d*f?|<<<|>>>|[-+*/%&|^<>=!]=?|&&|\|\||[(){}\[\];,.?:#]")
STATEMENTS = ["__syncthreads();", "if (n > 3) return;", "continue;", "break;", "for (;;) { }",
              "for (int z = 0; z < n; z += 3) { n -= z; }", "while (n & 1) n /= 2;", "int n = 7;",
              "__syncwarp();", "asm(\"\");", "goto end;", "do { n = n * 5 + 1; } while (n != 1);",
              "switch (n) { case 1: n = 2; case 3: break; default: return; }", "extern __shared__ char s[];",
              "float p[9]; p[n % 9] = p[n % 7];", "n = threadIdx.x ^ blockIdx.y;", "n <<= 1; n |= 1;"]
OPERATORS = {"+", "-", "*", "/", "%", "&", "^", "<", ">", "==", "<=", ">=", "!=", "&&", "||"}
NUMBERS = ["0", "1", "-1", "2147483647", "4294967295u", "1ll << 40", "0.5f", "33", "1e30"]


def mutate(text, draw):
    lines = text.splitlines()
    for _ in range(draw.randint(1, 3)):
        # Most changes still compile: other numbers and operators, further statements.
        what = draw.choice([0, 1, 2, 3, 3, 3, 4, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8])
        at = draw.randrange(len(lines))
        tokens = list(TOKEN.finditer(lines[at]))
        if what == 0:
            del lines[at]
        elif what == 1:
            lines.insert(at, lines[draw.randrange(len(lines))])
        elif what == 2:
            other = draw.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif what == 3:
            lines.insert(at, "  " + draw.choice(STATEMENTS))
        elif tokens:
            token = draw.choice(tokens)
            if what == 4:
                new = ""
            elif what == 5:
                new = draw.choice(tokens)[0]
            elif what == 6:
                token = draw.choice([t for t in tokens if t[0][0].isdigit()] or [token])
                new = draw.choice(NUMBERS)
            elif what == 7:
                token = draw.choice([t for t in tokens if t[0] in OPERATORS] or [token])
                new = draw.choice(["+", "*", "/", "%", "<<", ">>", "&", "^", "<", "==", "-", "||"])
            else:
                new = f"({token[0]} {draw.choice(['+', '*', '/', '%', '-', '^'])} {draw.choice(NUMBERS)})"
            lines[at] = lines[at][:token.start()] + new + lines[at][token.end():]
        if not lines:
            lines = ["// nothing"]
    return "\n".join(lines) + "\n"


def sources(root):
    folder = Path(__file__).parent / "language"
    return sorted(folder.glob("*.cu")) + sorted(root.glob("kernels/*/cuda.cu"))


def answer(describe, file, options):
    limited = ["prlimit", f"--cpu={LIMIT}", describe, str(file), "--json", *options]
    return subprocess.run(limited, capture_output=True, text=True, errors="replace", timeout=600)


def judge(describe, root, file):
    """One word on the source, and what was said where it is a fault."""
    options = ["--compile", f"-I {Path(__file__).parent / 'mutated'} -I {root} -std=c++20"]
    answers = []
    try:
        for _ in range(ROUNDS):
            made = answer(describe, file, options + answers)
            if made.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
                return "hang", f"{answers}: no answer in {LIMIT} s"
            if made.returncode not in (0, 3, 6):
                return "crash", f"{answers}: exit code {made.returncode}\n{made.stderr[-2000:]}"
            more = public.some_answers(public.questions_of(made.stderr))
            if not more:
                break
            answers += more
    except subprocess.TimeoutExpired:
        return "hang", f"{answers}: waits for ever"
    if not made.stdout:
        return "refused", ""
    for text in made.stdout.split("\n---\n"):
        name = re.search(r"^kernel: '?([^'\n]*)", text, re.M)[1]
        with tempfile.TemporaryDirectory() as temporary:
            path = Path(temporary) / f"{name[:100]}.yaml"
            path.write_text(text)
            checked = subprocess.run([os.environ["GPUMODEL"], "check", str(path)], capture_output=True,
                                     text=True, timeout=60)
        faults = set(re.findall(r"^error\[([\w-]+)\]", checked.stdout + checked.stderr, re.M))
        if checked.returncode not in (0, 1, 3) or faults - BY_NUMBERS:
            return "not accepted", checked.stdout + checked.stderr + text
    return "described", ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=Path)
    parser.add_argument("describe")
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    root = options.root.resolve()
    originals = sources(root)
    words, faults = Counter(), []
    with tempfile.TemporaryDirectory() as temporary:
        def one(number):
            draw = random.Random(f"{options.seed} {number}")
            original = draw.choice(originals)
            file = Path(temporary) / f"{number}.cu"
            text = mutate(original.read_text(), draw)
            file.write_text(text)
            word, said = judge(options.describe, root, file)
            file.unlink()
            if said:
                if options.keep:
                    options.keep.mkdir(exist_ok=True)
                    (options.keep / f"{options.seed}-{number}.cu").write_text(text)
                return word, f"{word}: --seed {options.seed}, number {number}, of {original}\n{said}"
            return word, None

        with ThreadPoolExecutor(options.jobs) as pool:
            for word, fault in pool.map(one, range(options.runs)):
                words[word] += 1
                if fault:
                    faults.append(fault)
                    print(fault, flush=True)
    print(", ".join(f"{count} {word}" for word, count in words.most_common()))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
