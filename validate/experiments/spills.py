"""How many values a loop spills that carries more of them round than there are registers.

    python3 validate/experiments/spills.py > validate/experiments/spills.sm_90.json

Compiles loops with one multiply-add of each of n values, in blocks of 512 and 1024 threads, with
nvcc (PATH, or CUDA_HOME/bin), and counts loads from local memory in the loop, and stores to it before.
The constants registers_beside_values, spills_in_flight and spills_around of models/core/constants.hpp
stand on it; tests/experiments.py compares.
"""
import json

import machine_code

FLAGS = ["-O3", "-arch=sm_90"]
KERNEL = """extern "C" __global__ void __launch_bounds__(%d) %s(%s* __restrict__ out, int rounds,
    %s f, %s a, %s never) {
  %s v[%d];
#pragma unroll
  for (int i = 0; i < %d; ++i) v[i] = int(threadIdx.x) + i;
#pragma unroll 1
  for (int k = 0; k < rounds; ++k) {
#pragma unroll
    for (int i = 0; i < %d; ++i) v[i] = fma(v[i], f, a);
  }
  %s sum = 0;
#pragma unroll
  for (int i = 0; i < %d; ++i) sum += v[i];
  if (sum == never) out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
"""
KINDS = {("float", 1024): [56, 60, 64, 68, 72, 76, 80, 88, 96, 112, 128, 160],
         ("double", 1024): [28, 30, 32, 36, 40, 44, 48, 52, 56, 64, 72],
         ("float", 512): [112, 128, 136, 144, 160], ("double", 512): [56, 64, 68, 72, 80]}


def main():
    kinds = {f"{kind}_{threads}_{count}": (kind, threads, count)
             for (kind, threads), counts in KINDS.items() for count in counts}
    source = "".join(KERNEL % (threads, name, *[kind] * 5, *[count] * 3, kind, count)
                     for name, (kind, threads, count) in kinds.items())
    loops = []
    for name, words in machine_code.code(source, FLAGS).items():
        kind, threads, count = kinds[name]
        codes, loop = [low & 0xFFF for low, _ in words], machine_code.first_loop(words)
        in_loop = loop.count(machine_code.LDL)
        loops.append({"type": kind, "threads": threads, "values": count, "loaded": in_loop,
                      "stored": loop.count(machine_code.STL),
                      "stored_before": codes.count(machine_code.STL) - loop.count(machine_code.STL)})
    print(json.dumps({"compiler": machine_code.release(), "flags": FLAGS, "loops": loops}, indent=1))


if __name__ == "__main__":
    main()
