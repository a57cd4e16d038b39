#!/usr/bin/env python3
"""Every number of the stories that follows exactly from what their documents print, worked out here
from those documents alone, to 1e-9. None is left out."""
import json
import os
import subprocess
import sys

N = 100000
KERNEL = 3 * N * 8 / 840e9
DATA = 2e-6 + 2 * N * 8 / 16e9 + 3e-6 + N * 8 / 16e9
SHEET = {
    "peak": 80 * 32 * 1.4e9 * 2, "words": 105, "t_compute": 2 * N / 7168e9, "t_memory": KERNEL,
    "t_kernel": KERNEL, "link_words": 2, "t_h2d": 102e-6, "t_d2h": 53e-6, "t_data": DATA,
    "t_gpu": DATA + KERNEL, "cpu_words": 21.25, "t_cpu": 3 * N / 21.25e9,
    "t_cpu_short": 3 * N / 21.25e9, "t_overlap": DATA + KERNEL / 4,
    "overlap_speedup": (DATA + KERNEL) / (DATA + KERNEL / 4),
    "overlap_gain": (DATA + KERNEL) / (DATA + KERNEL / 4) - 1,
    "by_warps": 1, "by_shared": 12 * 128 / 2048, "by_registers": 8 * 128 / 2048, "resident": 8,
    "overall": 0.5,
    "read_needed": 256, "read_moved": 384, "read_use": 256 / 384, "written_needed": 128,
    "written_moved": 384, "written_use": 128 / 384, "soa_moved": 256, "soa_use": 1,
    "cores": 5120, "multiprocessors": 80,
    "basic_copies": 0.871541 + 0.820919, "basic_share": 1.693 / 0.063,
    "data_share": (0.043626 + 0.041007) / (0.062222 + 0.036563),
}
HEAT = {
    "bytes": 4 * 128**3, "bandwidth_gt750m": 28.8e9, "bandwidth_k20c": 208e9,
    "bandwidth_titan": 336.5e9, "bandwidth_titan_x": 336.5e9, "bandwidth_ratio": 208 / 336.5,
}
LMA = {
    "ridge": 7.8e12 / 785e9, "achieved": 549 / 785, "small_volume": 144, "large_volume": 576,
}
LARKIN = {"socket": 27.30 / 4.38, "coalesced": 1}
TIMES = {
    "cpu": {"adaptation": 677, "accesses": 497, "merged": 364, "factored": 199, "tiled": 161,
            "aligned": 135, "mpi": 131},
    "acc": {"adaptation": 320, "accesses": 141, "merged": 114, "factored": 74, "aligned": 73,
                "o0": 40},
    "cuda": {"adaptation": 278, "accesses": 70, "merged": 40, "factored": 33, "aligned": 32},
}
VORTEX = {"cost_low": 1000 * 720 * 0.05, "cost_high": 1000 * 720 * 0.10, "cuda_cores": 14 * 192,
          "cpu_cores": 6, "memory_low": 249.6e9, "o0_gain": 73 / 40 - 1}
VORTEX.update({f"{who}_{step}_gain": 4785 / seconds
               for who, steps in TIMES.items() for step, seconds in steps.items()})
EXPECTED = {"rwth-exercise6": SHEET, "thermal-diffusion": HEAT, "lfric-lma": LMA,
            "larkin-openacc": LARKIN, "onera-vortex": VORTEX}

wrong = []
done = subprocess.run([os.environ["GPUMODEL"], "story", "run", "all", "--json", "-"],
                      capture_output=True, text=True, check=False)
if done.returncode != 0:
    sys.exit(done.stderr)
for story in json.loads(done.stdout)["replayed"]:
    expected = dict(EXPECTED[story["story"]])
    for number in story["numbers"]:
        if number["kind"] != "arithmetic":
            continue
        value = expected.pop(number["name"], None)
        if value is None or abs(number["predicted"] - value) > 1e-9 * abs(value):
            wrong.append(f"{story['story']}, {number['name']}: {number['predicted']}, "
                         f"expected {value}")
    wrong += [f"{story['story']}: no number '{name}'" for name in expected]
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
