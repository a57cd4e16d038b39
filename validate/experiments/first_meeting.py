#!/usr/bin/env python3
"""How far off the models were when they met generated kernels for the first time.

    python3 validate/experiments/first_meeting.py                      the constant
    python3 validate/experiments/first_meeting.py --gpumodel PROGRAM   predicts anew first

The first freeze is the record that no model had been made for. Its kernels as commit b973b2ea, which
knew no generator, predicted them are kept in first-meeting.json, and the tenth and the ninetieth of a
hundred of measured over predicted are the constant residual_unjudged of models/core/constants.hpp:
what is to be expected of a kernel with parts that nobody has judged. tests/residuals.py compares.
PROGRAM is a gpumodel built from that commit; what is younger than it in the record is left out.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

from residuals import four_of_five

FOLDER = pathlib.Path(__file__).resolve().parent
RECORD = FOLDER.parent / "records" / "generated" / "freeze-b973b2ea.json"
PREDICTED = FOLDER / "first-meeting.json"


def predict(gpumodel):
    """{kernel: seconds}."""
    record = json.loads(RECORD.read_text())
    del record["counter_names"], record["environment"]["generated"]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for point in record["points"]:
            text = "\n".join(point.pop("descriptor")) + "\n"
            del point["counted"]
            files.append(pathlib.Path(folder, point["kernel"] + ".yaml"))
            files[-1].write_text(text.replace(", restrict: true", ""))
        older = pathlib.Path(folder, "record.json")
        older.write_text(json.dumps(record))
        done = subprocess.run([gpumodel, "validate", *map(str, files), "--replay", str(older),
                               "--json", "-", "-q"], capture_output=True, text=True, check=True)
    return {point["kernel"]: float(f"{point['predicted_s']:.6g}")
            for point in json.loads(done.stdout)["records"]}


def ends():
    """(low, high, n)."""
    predicted = json.loads(PREDICTED.read_text())
    return four_of_five(point["time"]["median_s"] / predicted[point["kernel"]]
                        for point in json.loads(RECORD.read_text())["points"])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpumodel")
    asked = parser.parse_args()
    if asked.gpumodel:
        PREDICTED.write_text(json.dumps(predict(asked.gpumodel), indent=0) + "\n")
    low, high, n = ends()
    print(f"residual_unjudged  {low:6.2f} {high:6.2f}  {n} kernels")


if __name__ == "__main__":
    main()
