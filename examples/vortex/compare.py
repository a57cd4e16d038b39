"""What is predicted for each version's time loop, beside what was measured.

    python3 examples/vortex/compare.py GPUMODEL [RECORD.csv]        prints CSV

Both are of 2001 x 2001 cells and 100 steps: runs of another number are scaled to it.
"""
import collections
import csv
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VERSIONS = ["adaptation", "fewer-accesses", "merged", "factored", "aligned"]


def predict(gpumodel, program):
    with tempfile.NamedTemporaryFile(suffix=".json") as answer:
        subprocess.run([gpumodel, "predict", program, "--device", "h200", "--json",
                        answer.name, "--force"], check=True, capture_output=True)
        found = json.load(open(answer.name))
    return found["time_s"], found["interval_s"]


def main():
    measured = collections.defaultdict(list)
    if len(sys.argv) > 2:
        for row in csv.DictReader(line for line in open(sys.argv[2]) if line[0] != "#"):
            if row["n"] == "2001" and row["viscosity"] == "0":
                measured[row["backend"], row["version"]].append(
                    float(row["seconds"]) * 100 / int(row["steps"]))
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["backend", "version", "predicted_s", "from_s", "to_s", "measured_s", "least_s",
                    "most_s", "runs", "predicted_over_measured", "in_interval"])
    for backend in ("cuda", "openacc"):
        for version in VERSIONS:
            name = f"vortex-{version}" + ("-openacc" if backend == "openacc" else "")
            program = HERE / "predicted" / backend / f"{name}.yaml"
            time, (least, most) = predict(sys.argv[1], program)
            row = [backend, version, f"{time:.4f}", f"{least:.4f}", f"{most:.4f}"]
            runs = measured[backend, version]
            if runs:
                median = statistics.median(runs)
                row += [f"{median:.4f}", f"{min(runs):.4f}", f"{max(runs):.4f}", len(runs),
                        f"{time / median:.2f}", "yes" if least <= median <= most else "no"]
            table.writerow(row + [""] * (11 - len(row)))


main()
