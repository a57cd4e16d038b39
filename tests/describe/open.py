#!/usr/bin/env python3
"""What a source leaves open and bounds: `predict` gives the time from the fastest case to the slowest of
all that is possible, and says which option answers. Both ends are what these options give.

    open.py                                                          with GPUMODEL the program
"""
import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

GPUMODEL = os.environ["GPUMODEL"]
SOURCE = """__global__ void filter(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0.5f) y[i] = sqrtf(x[i]);
}
__global__ void find(const int* x, int* first, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = 0;
  for (; k < m; ++k)
    if (x[i + k * n] == 7) break;
  first[i] = k;
}
__global__ void gather(const int* at, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[at[i]];
}
__global__ void count(const int* rounds, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < rounds[i]; ++k) sum += y[i + k * n];
  y[i] = sum;
}
"""
SIZES = ["-D", "n=1Mi", "--launch", "grid=[ceil_div(n, 256)] block=[256]", "--device", "h200"]
# Kernel, further options, what is asked, in which line.
CASES = [("filter", [], 1, 3), ("find", ["-D", "m=32", "-D", "x_rows=32"], 1, 9),
         ("gather", ["-D", "x_elements=4Mi"], 1, 13)]


def predict(file, kernel, *options):
    made = subprocess.run([GPUMODEL, "predict", str(file), "--kernel", kernel, *SIZES, *options, "--json", "-"],
                          capture_output=True, text=True)
    return made.returncode, json.loads(made.stdout) if made.stdout else None, made.stderr


def answered_in_file(source, folder, wrong):
    """A described file whose sizes are open: it takes them by -D, as the source does."""
    made = subprocess.run([GPUMODEL, "describe", str(source), "--kernel", "filter", "-D", "taken_3=1", "--launch",
                           "grid=[ceil_div(n, 256)] block=[256]", "--output", str(folder)], capture_output=True)
    file = folder / "filter.yaml"
    if made.returncode != 6 or not file.exists():
        wrong.append(f"describe --output of a folder that is missing: {made.returncode}")
        return
    for command in ("predict", "coalesce", "occupancy", "check"):
        bare = subprocess.run([GPUMODEL, command, str(file)], capture_output=True, text=True)
        if bare.returncode != 3 or "-D n=VALUE" not in bare.stderr:
            wrong.append(f"{command} of an open file: {bare.returncode}: {bare.stderr}")
        given = subprocess.run([GPUMODEL, command, str(file), "-D", "n=1Mi"], capture_output=True, text=True)
        if given.returncode != 0:
            wrong.append(f"{command} of an open file with its size: {given.returncode}: {given.stderr}")
    ask = ["--device", "h200", "-D", "n=1Mi", "--json", "-"]
    by_file = subprocess.run([GPUMODEL, "predict", str(file), *ask], capture_output=True, text=True)
    of_source = predict(source, "filter", "-D", "taken_3=1")[1]
    if json.loads(by_file.stdout)["time_s"] != of_source["time_s"]:
        wrong.append("an open file with its size has another time than its source")


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary) / "open.cu"
        file.write_text(SOURCE)
        for kernel, more, count, line in CASES:
            code, document, said = predict(file, kernel, *more)
            if code != 6 or "open" not in document:
                wrong.append(f"{kernel}: exit code {code}: {said}")
                continue
            asked = document["open"]["questions"]
            ends = [predict(file, kernel, *more, *shlex.split(asked[0][end])) for end in ("least", "most")]
            if len(asked) != count or asked[0]["place"] != f"open.cu:{line}" or any(e[0] for e in ends):
                wrong.append(f"{kernel}: {asked} {ends[0][2]} {ends[1][2]}")
                continue
            least = min(end[1]["interval_s"][0] for end in ends)
            most = max(end[1]["interval_s"][1] for end in ends)
            if [document["open"]["least_time_s"], document["open"]["most_time_s"]] != [least, most] \
                    or not least < most or document["time_s"] != max(end[1]["time_s"] for end in ends):
                wrong.append(f"{kernel}: {document['open']}, not {least} to {most}")
            text = subprocess.run([GPUMODEL, "predict", str(file), "--kernel", kernel, *SIZES, *more],
                                  capture_output=True, text=True)
            if text.returncode != 6 or asked[0]["option"] not in " ".join(text.stdout.split()) \
                    or "the source leaves open" not in " ".join(text.stdout.split()):
                wrong.append(f"{kernel}: {text.stdout}")
        answered_in_file(file, Path(temporary) / "a" / "b", wrong)
        code, _, said = predict(file, "count")  # nothing bounds what stands in an array
        if code != 3 or "--values 'rounds" not in said:
            wrong.append(f"count: exit code {code}: {said}")
    print("\n".join(wrong) or f"{len(CASES)} open kernels")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
