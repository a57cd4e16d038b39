"""Which loads from shared memory a compiler makes one.

    python3 validate/experiments/merging.py > validate/experiments/merging.sm_90.json

Compiles loops that read neighbours in shared memory, unrolled 1 to 8 times or as a whole, from a
row that begins at an even place or not, and counts the loads in the loop by their bytes.
models/kernel/compiler/addresses.hpp stands on it.
"""
import json

import machine_code

FLAGS = ["-O3", "-arch=sm_90"]
KERNEL = """extern "C" __global__ void %s(const %s* __restrict__ in, %s* __restrict__ out, int rounds) {
  __shared__ %s s[32 * %d];
  const int t = threadIdx.x;
  for (int i = t; i < 32 * %d; i += 32) s[i] = in[i];
  __syncthreads();
  %s sum = 0;
#pragma unroll %d
  for (int k = 0; k < %s; ++k) sum = fma(s[t / 8 * %d + k + %d], sum, sum);
  out[t] = sum;
}
"""


def main():
    kinds = {f"{kind}_{copies}_{pitch}_{first}_{whole}": (kind, copies, pitch, first, whole)
             for kind in ("float", "double") for copies in (1, 2, 4, 8) for pitch in (32, 33)
             for first in (0, 1, 2) for whole in (0, 1) if not (whole and copies < 8)}
    source = "".join(KERNEL % (name, kind, kind, kind, pitch, pitch, kind, copies,
                               copies if whole else "rounds", pitch, first)
                     for name, (kind, copies, pitch, first, whole) in kinds.items())
    loops = []
    for name, words in machine_code.code(source, FLAGS).items():
        kind, copies, pitch, first, whole = kinds[name]
        loads = [machine_code.width(word) for word in words if word[0] & 0xFFF == machine_code.LDS]
        loops.append({"type": kind, "copies": copies, "whole": bool(whole), "pitch": pitch,
                      "first": first, "widest": max(loads)})
    print(json.dumps({"compiler": machine_code.release(), "flags": FLAGS, "loops": loops}, indent=1))


if __name__ == "__main__":
    main()
