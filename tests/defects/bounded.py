"""Files that took minutes or gigabytes: each is answered, or refused, within limits.

    bounded.py NAME    with GPUMODEL set to the program

Limits are seconds of CPU and peak memory of a development build, several times those of a release.
"""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile

MOST_SECONDS, MOST_MB = 12.0, 250.0
FOLDER = pathlib.Path(__file__).parent
GPUMODEL = os.environ["GPUMODEL"]


def chain(kind):
    """4,000 parameters that each name the next."""
    last = 3999
    parameters = [f"  p{i}: p{i + 1}" for i in range(last)] + [f"  p{last}: 2^20"]
    rest = {
        "kernel": ["arrays:", "  x: {type: f32, shape: [p0]}",
                   "launch: {block: [256], grid: [ceil_div(p0, block.x)]}",
                   "thread:", "  do:", "    - load: x[global.x]", "transfers: {to_device: [x]}"],
        "program": ["buffers:", "  x: {type: f32, shape: [p0]}", "steps:", "  - to_device: x"],
    }[kind]
    return "\n".join([f"{kind}: chain", "parameters:", *parameters, *rest]) + "\n"


def repeats(count):
    return f"""program: repeats
parameters: {{n: 2^20}}
buffers:
  x: {{type: f32, shape: [n]}}
steps:
  - repeat: {count}
    steps:
      - to_device: x
"""


# By name: arguments, exit code, and what is said. FILE is tests/defects/NAME.yaml; other files are
# made here, of a text or of a piece and how often it is there.
KERNEL = ("--device", "h200")
CASES = {
    "finding-5-staged": [(["predict", "FILE", *KERNEL], 3, "program-too-long")],
    "finding-9-acc-nest": [(["predict", "FILE", *KERNEL], 0, "bound by"),
                           (["predict", "FILE", *KERNEL, "--explain"], 0, "bound by")],
    "finding-9-chain": [(["predict", chain("kernel"), *KERNEL], 0, "bound by"),
                        (["overlap", chain("kernel"), *KERNEL], 0, ""),
                        (["predict", chain("program"), *KERNEL], 0, "")],
    "finding-9-conv3d": [(["predict", "FILE", "--device", "k20c"], 0, "bound by"),
                         (["predict", "FILE", *KERNEL, "--explain"], 0, "bound by")],
    "finding-9-draw-loop": [(["predict", "FILE", *KERNEL, "-D", f"n=2^{e}"], 0, "bound by")
                            for e in (10, 20, 28, 36)],
    "finding-9-nested-json": [(["validate", "--replay", ("[", 15_000_000)], 3, "json-syntax"),
                              (["validate", "--replay", ("[", 60_000_000)], 3, "file-too-large"),
                              (["validate", "--replay", ("[0,", 5_000_000)], 3, "json-syntax"),
                              (["validate", "--replay", ("0,", 7_000_000)], 3, "file-too-large")],
    "finding-9-nested-repeat": [(["predict", "FILE", *KERNEL], 3, "program-too-long")],
    "finding-9-long-loops": [([*command, "FILE", *options], 0, "")
                             for command, options in ((["kernels", "show"], ()), (["check"], ()),
                                                      (["coalesce"], KERNEL), (["overlap"], KERNEL),
                                                      (["predict"], (*KERNEL, "--explain")),
                                                      (["predict"],
                                                       (*KERNEL, "--host", "xeon-16vcpu")))],
    "loops-of-nothing": [(["predict", "FILE", *KERNEL], 3, "than 1500000 steps"),
                         (["check", "FILE"], 3, "than 1500000 steps")],
    # Rows that are no multiple of a sector: a block shares something with all of its row.
    "rows-askew": [(["predict", "matmul-naive-f32", *KERNEL, "--host", "e5-2698v3"], 0, "pays"),
                   (["predict", "matmul-naive-f32", *KERNEL, "-D", "n=65535"], 0, "bound by")],
    "finding-9-many-calls": [(["predict", "FILE", *KERNEL], 3, "--work-limit 10")],
    "finding-9-read": [(["predict", "FILE", *KERNEL], 0, "bound by"),
                       (["kernels", "show", "FILE"], 0, "")],
    "finding-9-repeat": [(["predict", repeats(50_000), *KERNEL], 0, ""),
                         (["predict", repeats(100_000), *KERNEL], 3, "--work-limit 10")],
    "finding-9-triangle": [(["predict", "FILE", *KERNEL], 0, "bound by"),
                           (["check", "FILE"], 0, ""),
                           (["predict", "FILE", *KERNEL, "--explain"], 0, "bound by")],
    "finding-9-trip-division": [(["predict", "FILE", *KERNEL, "-D", f"n=2^{e}"], 0, "bound by")
                                for e in (10, 20, 28)],
    "finding-9-trip-nest": [(["predict", "FILE", *KERNEL], 0, "bound by")],
    "overlap-without-time": [(["overlap", "FILE", *KERNEL], 3, "overlap-without-time.yaml:5:60")],
    "rounds-without-access": [(["coalesce", "fma-chains-f64", "-D", "iters=2^62"], 0, ""),
                              (["overlap", "fma-chains-f64", "-D", "iters=2^62"], 0, "")],
}


def path_of(argument, name, folder):
    if argument == "FILE":
        return str(FOLDER / f"{name}.yaml")
    if isinstance(argument, tuple):
        made = pathlib.Path(folder) / "made.json"
        piece, times = argument
        with made.open("w") as out:  # this process's memory counts as that of its children
            for _ in range(times // 1000):
                out.write(piece * 1000)
        return str(made)
    if "\n" not in argument:
        return argument
    made = pathlib.Path(folder) / "made.yaml"
    made.write_text(argument)
    return str(made)


def run(arguments):
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([GPUMODEL, *arguments], stdout=said, stderr=said,
                                   preexec_fn=limited)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace")
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3, text


def main(name):
    bad = 0
    for arguments, expected, words in CASES[name]:
        with tempfile.TemporaryDirectory() as folder:
            shown = ["(made)" if isinstance(a, tuple) or "\n" in a else a for a in arguments]
            code, seconds, megabytes, text = run([path_of(a, name, folder) for a in arguments])
        right = (code == expected and words in text and "nan" not in text
                 and seconds <= MOST_SECONDS and megabytes <= MOST_MB)
        print(f"{'ok' if right else 'WRONG'}: {' '.join(shown)}: exit code {code}, "
              f"{seconds:.2f} s, {megabytes:.0f} MB")
        if not right:
            print(text[-2000:])
        bad += not right
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
