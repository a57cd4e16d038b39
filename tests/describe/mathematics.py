#!/usr/bin/env python3
"""What gpumodel-describe makes of mathematical functions and of divisions by constants, against what an H100
executed of them: all instructions of a warp.

    mathematics.py SOURCE-DIRECTORY
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

WITHIN, INSTRUCTIONS = 0.12, 3.0  # the larger of these
LEFT = {  # operations of the format, whose sequence takes other values
    ("tanh", "double"): "of arguments above and below 0.55, where it is counted above",
}


def main():
    experiments = pathlib.Path(sys.argv[1]) / "validate" / "experiments"
    sys.path.insert(0, str(experiments))
    import mathematics  # it says itself what was measured

    points = json.loads((experiments / "mathematics.h100.json").read_text())["points"]
    if {(name, number) for name, number, _ in mathematics.kernels() if name != "copy"} != {
            (point["function"], point["type"]) for point in points}:
        sys.exit("the record is of other functions")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "mathematics.cu")
        source.write_text(mathematics.text())
        subprocess.run([os.environ["GPUMODEL"], "describe", source, "--launch", "grid=1 block=1024", "--output", folder],
                       check=True, capture_output=True)

        def instructions(name, number):
            done = subprocess.run(
                [os.environ["GPUMODEL"], "predict", pathlib.Path(folder, f"{name}_{number}.yaml"), "--device", "h100",
                 "--json", "-", "-q"],
                capture_output=True, text=True, check=True)
            return json.loads(done.stdout)["warp_instructions"] / mathematics.WARPS

        copies = {number: instructions("copy", number) for number in ("float", "double", "int", "long")}
        wrong = []
        for point in points:
            name, number = point["function"], point["type"]
            said = instructions(name, number) - copies[number]
            text = f"{name} of {number}: {said:.1f} instructions, {point['executed']:.1f} executed"
            print(text)
            if (name, number) not in LEFT and abs(said - point["executed"]) > max(
                    INSTRUCTIONS, WITHIN * point["executed"]):
                wrong.append(text)
    print("\n".join(["", *wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
