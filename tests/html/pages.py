"""The pages that are looked at."""
import os
import subprocess
import sys
from pathlib import Path

GPUMODEL = os.environ["GPUMODEL"]
SOURCE = Path(sys.argv[1])
CALLS = {
    "kernel": ["predict", "jacobi2d", "--device", "h200"],
    "offload": ["predict", "saxpy", "--device", "v100", "--host", "xeon-16vcpu", "--streams", "4"],
    "shared": ["predict", "matmul-tiled-f32", "--device", "a100-40gb"],
    "counts": ["predict", "exercise6", "--device", "exercise6-gpu", "--model", "textbook"],
    "program": ["predict", "mandelbrot-async", "--device", "h200"],
    "many": ["predict", "tests/output/many-kernels.yaml", "--device", "h200"],
    "validate": ["validate", "--replay", "validate/records/h200/cuda.json"],
    "roofline": ["roofline", "saxpy", "jacobi2d", "matmul-tiled-f32", "copy", "--device", "all"],
    "measured": ["roofline", "saxpy", "--device", "h200", "-D", "N=2^26", "--records",
                 "validate/records/h200/cuda.json"],
    "compare": ["compare", "jacobi2d", "saxpy", "--device", "v100,a100-40gb,h200", "--host",
                "xeon-16vcpu", "--records", "validate/records/h200/cuda.json"],
    "cpu": ["compare", "jacobi-data", "mandelbrot-async", "--device", "h200,v100", "--host",
            "xeon-16vcpu"],
    "results": ["compare", "tests/data/results/base.json", "tests/data/results/new.json", "--allow",
                "parameters", "--fail-on", "never", "--terms"],
    "course": ["learn", "sheet", "--seed", "anna"],
    "lanes": ["coalesce", "x[2*i]", "--elem", "4"],
}


def written(folder, call):
    file = Path(folder, "page.html")
    ran = subprocess.run([GPUMODEL, *call, "--html", file, "-q", "--force"], capture_output=True,
                         text=True, cwd=SOURCE, check=False)
    assert ran.returncode == 0, (call, ran.returncode, ran.stderr)
    return file.read_bytes()
