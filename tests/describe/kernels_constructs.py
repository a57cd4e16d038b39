#!/usr/bin/env python3
"""`kernels` constructs are shared out as the record of validate/experiments/kernels_constructs.py says that GCC
does it.

    kernels_constructs.py SOURCE_DIR DESCRIBE
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def main():
    folder, program = pathlib.Path(sys.argv[1], "validate", "experiments"), sys.argv[2]
    sys.path.insert(0, str(folder))
    import kernels_constructs
    wrong = []
    expected = json.loads((folder / "kernels_constructs.gcc12.json").read_text())["shared_out"]
    for form, shared_out in expected.items():
        with tempfile.TemporaryDirectory() as scratch:
            path = pathlib.Path(scratch, "form.c")
            path.write_text(kernels_constructs.source(form))
            made = subprocess.run([program, str(path)], capture_output=True, text=True)
        gangs = "schedule: {i: gang" in made.stdout
        one_lane = "schedule: {i: seq" in made.stdout and "num_gangs: 1" in made.stdout
        if gangs != shared_out or one_lane == shared_out:
            wrong.append(f"{form}: shared out {shared_out}\n{made.stdout}{made.stderr}")
    print("\n".join(wrong) or f"{len(expected)} constructs")
    return 1 if wrong or len(expected) < len(kernels_constructs.FORMS) else 0


if __name__ == "__main__":
    sys.exit(main())
