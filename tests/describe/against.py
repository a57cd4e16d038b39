#!/usr/bin/env python3
"""describe --against: instructions of compiled kernels by loop, for images of several capabilities, and
of loops where nvcc is there.

    against.py ROOT      with GPUMODEL the program
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LOOPS = """__global__ void product(const double* A, const double* B, double* C, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || col >= n) return;
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum;
}
__global__ void nested(const float* a, float* b, int n) {
  __shared__ float s[256];
  float t = 0;
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    s[threadIdx.x] = a[i * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < n; ++k) t = fmaf(t, s[k & 255], rsqrtf(t));
    __syncthreads();
  }
  atomicAdd(b, t);
}
"""
NAMES = ("LDG", "STG", "LDS", "STS", "BAR", "ATOM/RED", "DFMA", "FFMA", "MUFU")


def main():
    root, gpumodel, wrong = pathlib.Path(sys.argv[1]), os.environ["GPUMODEL"], []

    def against(source, image, *options):
        return subprocess.run([gpumodel, "describe", str(source), "--against", str(image), *options],
                              capture_output=True, text=True)

    def rows(made, part):
        """Counts of the rows under a heading, by their titles."""
        found = {}
        for line in made.stdout.split(f"  {part}", 1)[-1].splitlines()[1:]:
            row = re.fullmatch(r"  (.*?)((?:\s+[\d.]+){9})", line)
            if not row:
                break
            found[row[1].strip()] = dict(zip(NAMES, map(float, row[2].split())))
        return found

    def expect(what, found, wanted):
        if found != wanted:
            wrong.append(f"{what}: {found}, not {wanted}")

    data = root / "tests/data/cubin"
    for sm in (75, 90, 120):
        image = data / f"small_sm_{sm}.cubin"
        launch = ["-D", "n=4096", "--launch", "grid=[16] block=[256]"]
        made = against(data / "small_kernels.cu", image, "--kernel", "saxpy", *launch)
        counts = dict.fromkeys(NAMES, 0) | {"LDG": 2, "STG": 1, "FFMA": 1}
        expect(f"saxpy {sm}", rows(made, "machine code"), {"outside of loops": counts})
        expect(f"saxpy {sm}, assumed", rows(made, "as the rules assume"), {"outside of loops": counts})
        expect(f"saxpy {sm}: the end", made.stdout.splitlines()[-1:], ["no differences"])
        made = against(data / "small_kernels.cu", image, "--kernel", "block_sum<double>", *launch)
        found = rows(made, "machine code").get("outside of loops", {})
        expect(f"block_sum {sm}: barriers", found.get("BAR"), 2)
        expect(f"block_sum {sm}: stores", (found.get("STG"), found.get("STS")), (1, 2))
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        whole = (data / "small_sm_90.cubin").read_bytes()
        (folder / "cut.cubin").write_bytes(whole[:len(whole) // 2])
        made = against(data / "small_kernels.cu", folder / "cut.cubin", "--kernel", "saxpy", *launch)
        expect("an image that is cut off", (made.returncode, "error[cubin]" in made.stderr), (3, True))
        made = against(data / "small_kernels.cu", data / "small_sm_90.cubin", *launch)
        expect("which kernel", (made.returncode, "--kernel NAME" in made.stderr), (2, True))
        nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
        if nvcc:
            (folder / "loops.cu").write_text(LOOPS)
            for sm in (80, 90):
                subprocess.run([nvcc, f"-arch=sm_{sm}", "-cubin", "-o", "loops.cubin", "loops.cu"],
                               cwd=folder, check=True)
                made = against(folder / "loops.cu", folder / "loops.cubin", "--kernel", "product", "-D",
                               "n=1Ki", "--launch", "grid=[32, 256] block=[32, 4]")
                found = [c for t, c in rows(made, "machine code").items() if t.startswith("loop")]
                expect(f"product {sm}", [(c["LDG"], c["DFMA"]) for c in found],
                       [(32, 16), (8, 4), (2, 1)])
                expect(f"product {sm}, its loop", "for k:" in made.stdout, False)
                made = against(folder / "loops.cu", folder / "loops.cubin", "--kernel", "nested", "-D",
                               "n=1Ki", "--launch", "grid=[32] block=[256]")
                found = [(c["LDG"], c["STS"], c["BAR"], c["LDS"], c["MUFU"], c["ATOM/RED"])
                         for c in rows(made, "machine code").values()]
                expect(f"nested {sm}", found, [(0, 0, 0, 0, 0, 1), (1, 1, 2, 0, 0, 0), (0, 0, 0, 1, 1, 0)])
    print("\n".join(wrong) or "machine code beside what is assumed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
