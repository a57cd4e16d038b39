#!/usr/bin/env python3
"""Registers of a kernel of a source: estimated, and marked so, or those of a compiler's log or image,
for `occupancy` and `predict`. With nvcc, its log and its image too.

    compiled.py      with GPUMODEL the program
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = """__global__ void tile(const float* in, float* out, int n) {
  __shared__ float s[64];
  extern __shared__ float more[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i];
  more[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[63 - threadIdx.x] + more[63 - threadIdx.x];
}
__global__ void other(float* out) { out[threadIdx.x] = 1; }
void run(const float* in, float* out, int n) { tile<<<(n + 63) / 64, 64, 256>>>(in, out, n); }
"""
LOG = """ptxas info    : Compiling entry function '_Z4tilePKfPfi' for 'sm_90'
ptxas info    : Function properties for _Z4tilePKfPfi
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 72 registers, used 1 barriers, 256 bytes smem
ptxas info    : Compiling entry function '_Z5otherPf' for 'sm_90'
ptxas info    : Function properties for _Z5otherPf
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 10 registers, used 0 barriers
"""
LAUNCH = ["--kernel", "tile", "-D", "n=1Mi", "--device", "h200"]


def main():
    gpumodel, wrong = os.environ["GPUMODEL"], []

    def run(*arguments):
        made = subprocess.run([gpumodel, *arguments, "--json", "-"], capture_output=True, text=True,
                              cwd=folder)
        return made.returncode, json.loads(made.stdout) if made.stdout.startswith("{") else {}, made.stderr

    def expect(what, found, wanted):
        if found != wanted:
            wrong.append(f"{what}: {found}, not {wanted}")

    def occupancy(*more):
        code, answer, said = run("occupancy", "tile.cu", *LAUNCH, *more)
        expect(f"occupancy {more}", code, 0)
        launch = answer.get("input", {})
        return (launch.get("registers_per_thread"), launch.get("shared_memory_bytes"),
                "registers-estimated" in said)

    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "tile.cu").write_text(SOURCE)
        (pathlib.Path(folder) / "log").write_text(LOG)
        estimated, shared, marked = occupancy()
        expect("an estimate is marked", marked, True)
        expect("shared memory, static and dynamic", shared, 512)
        expect("the log's registers", occupancy("--from-ptxas", "log"), (72, 512, False))
        expect("stated registers", occupancy("--regs-per-thread", "48"), (48, 512, False))
        expect("those of the launch", occupancy("--launch", "grid=[9] block=[64] shared=256 registers=50"),
               (50, 512, False))

        def predicted(*more):
            code, answer, _ = run("predict", "tile.cu", *LAUNCH, *more)
            expect(f"predict {more}", code, 0)
            per_block = {r["resource"]: r["per_block"] for r in answer["occupancy"]["resources"]}
            return per_block["registers"] // 64, per_block["shared_memory"] - 1024

        # Whole units of 8 registers, and without the KiB of shared memory that the system takes.
        def units(registers):
            return -(-registers // 8) * 8

        expect("predict estimates alike", predicted(), (units(estimated), 512))
        expect("predict with the log", predicted("--from-ptxas", "log", "--entry", "tile"), (72, 512))
        code, _, said = run("occupancy", "tile.cu", *LAUNCH, "--from-ptxas", "log", "--entry", "nobody")
        expect("another entry", (code, "kernel-unknown" in said), (3, True))
        code, _, said = run("occupancy", "tile.cu", "--device", "h200")
        expect("which kernel", (code, "--kernel NAME" in said), (2, True))
        code, _, said = run("occupancy", "--kernel", "tile")
        expect("a kernel of what", (code, "app.cu" in said), (2, True))
        code, _, said = run("occupancy", "--threads", "64", "-D", "n=4")
        expect("a parameter of what", (code, "about a kernel" in said), (2, True))
        nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
        if nvcc:
            made = subprocess.run([nvcc, "-arch=sm_90", "-Xptxas", "-v", "-cubin", "-o", "tile.cubin",
                                   "tile.cu"], cwd=folder, capture_output=True, text=True, check=True)
            (pathlib.Path(folder) / "log").write_text(made.stderr + made.stdout)
            log, image = occupancy("--from-ptxas", "log"), occupancy("--cubin", "tile.cubin")
            expect("log and image say the same", log, image)
            expect("so does predict", predicted("--cubin", "tile.cubin", "--entry", "tile"),
                   (units(image[0]), 512))
    print("\n".join(wrong) or "registers as estimated, stated and compiled")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
