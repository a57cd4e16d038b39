#!/usr/bin/env python3
"""The library's documents are the program's, byte for byte: every kernel on one of three devices, every
program, and of the other questions a part; of what cannot be answered, the same text.

    same_documents.py api_answers
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = os.environ["GPUMODEL"]
DEVICES = ("h200", "v100", "k40")


def names(kind):
    listed = subprocess.run([PROGRAM, kind, "list", "--json", "-"], capture_output=True, check=True)
    return [one[kind[:-1]] for one in json.loads(listed.stdout)[kind]]


def questions(kernels, programs, root):
    """(line for the library, arguments of the program)"""
    on, host = ["--device", "h200"], ["--host", "xeon-16vcpu"]
    for kernel, device in zip(kernels, itertools.cycle(DEVICES)):
        yield f"predict {kernel} {device}", ["predict", kernel, "--device", device]
    for kernel in kernels[::2]:
        yield f"coalesce {kernel} h200", ["coalesce", kernel, *on]
    for kernel in kernels[1::2]:
        yield (f"predict {kernel} h200 host xeon-16vcpu streams 4 explain",
               ["predict", kernel, *on, *host, "--streams", "4", "--explain"])
    for kernel in kernels[::4]:
        yield (f"predict {kernel} h200 model textbook openacc",
               ["predict", kernel, *on, "--model", "textbook", "--schedule", "openacc"])
        file = f"{root}/kernels/{kernel}/{kernel}.yaml"
        yield f"check {file}", ["check", file]
    for program in programs:
        yield f"program {program} h200", ["predict", program, *on]
    for program in programs[::2]:
        yield f"system {program} h200-x4", ["predict", program, "--system", "h200-x4"]
        yield f"overlap {program} v100", ["overlap", program, "--device", "v100"]
    for kernel in ("saxpy", "exercise6", "copy"):
        yield f"chunks {kernel} h200", ["overlap", kernel, *on]
    for access in ("x[i]", "x[2*i]", "x[i", "U[i][j]"):
        yield f"access {access} v100", ["coalesce", access, "--elem", "f32", "--device", "v100"]
    for threads in (32, 100, 1024, 4096):
        yield f"occupancy {threads} v100", ["occupancy", "--threads", str(threads),
                                            "--device", "v100"]


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    # Neither a working folder nor a user's configuration with files of their own.
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["HOME"] = folder
        for name in [name for name in os.environ if name.startswith(("GPUMODEL_", "XDG_"))]:
            del os.environ[name]
        asked = list(questions(names("kernels"), names("programs"), root))
        lines = "".join(line + "\n" for line, _ in asked)
        library = subprocess.run([sys.argv[1]], input=lines.encode(), capture_output=True,
                                 check=True).stdout
        ask = lambda arguments: subprocess.run([PROGRAM, *arguments, "--json", "-"],
                                               capture_output=True, check=False)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = pool.map(ask, [arguments for _, arguments in asked])
        wrong, refused = 0, 0
        for (line, _), own in zip(asked, answers):
            size, library = library.split(b"\n", 1)
            said, library = library[:int(size)], library[int(size):]
            fails = json.loads(own.stdout)["schema"] == "gpumodel/failure"
            refused += fails
            if said != (own.stderr if fails else own.stdout):
                wrong += 1
                print(f"{line}: the library says\n{said.decode()[:400]}\nthe program\n"
                      f"{(own.stdout or own.stderr).decode()[:400]}")
    print(f"{len(asked)} questions, {refused} of them refused, {wrong} answered differently")
    return 1 if wrong or not asked else 0


if __name__ == "__main__":
    sys.exit(main())
