"""How many loads go ahead in a loop that takes values from outside, or carries several sums.

    python3 validate/experiments/held.py > validate/experiments/held.sm_90.json

Compiles loops with nvcc (PATH, or CUDA_HOME/bin) that load a word of one or two arrays each round, take
0 to 4 values that wait outside from them, and add products to 1 or 3 sums; the rounds of an array are
neighbours (row), or in rows as long as run-time arguments say, all arrays by the same or each by its own.
Counts the loads of the loop's machine code in front of its first operation. nvcc fills 32 registers, with
which a multiprocessor is full. The constants registers_of_held and least_load_registers of
models/core/constants.hpp stand on it; tests/experiments.py compares.
"""
import itertools
import json

import machine_code

FLAGS = ["-O3", "-arch=sm_90"]
PLACES = {"row": "j", "same": "j * q + i", "own": "j * q{k} + i"}
# FADD, FMUL, FFMA, DADD, DMUL, DFMA, with the last operand a register, a number or a constant
OPERATIONS = {code + form for code in (0x221, 0x220, 0x223, 0x229, 0x228, 0x22B)
              for form in (0x000, 0x200, 0x600, 0xA00)}


def kernel(name, word, place, arrays, held, sums):
    which = range(arrays)
    arguments = "".join(f"const {word}* a{k}, int q{k}, " for k in which)
    text = "".join(f" const {word} h{k} = p[{k} * q + i];" for k in range(held))
    text += "".join(f" {word} s{k} = 0;" for k in range(sums)) + " for (int j = 0; j < n; ++j) {"
    text += "".join(f" {word} x{k} = a{k}[{PLACES[place].format(k=k)}];" for k in which)
    text += "".join(f" x{k % arrays} -= h{k};" for k in range(held))
    text += "".join(f" s{k} += x{k % arrays} * x{(k + 1) % arrays};" for k in range(sums))
    return (f'extern "C" __global__ void {name}({arguments}const {word}* p, {word}* c, int n, int q) {{'
            f" const int i = blockIdx.x * blockDim.x + threadIdx.x;{text} }}"
            f" c[i] = {' + '.join(f's{k}' for k in range(sums))}; }}\n")


def ahead(words):
    """Of the loop with the most loads: loads before its first operation, and all."""
    loops = [codes for codes in machine_code.loops(words)]
    codes = max(loops, key=lambda each: each.count(machine_code.LDG))
    first = next(at for at, code in enumerate(codes) if code in OPERATIONS)
    return codes[:first].count(machine_code.LDG), codes.count(machine_code.LDG)


def main():
    kinds = list(itertools.product(("float", "double"), PLACES, (1, 2), (0, 1, 2, 4), (1, 3)))
    names = {kind: "k_" + "_".join(map(str, kind)) for kind in kinds}
    code = machine_code.code("".join(kernel(names[kind], *kind) for kind in kinds), FLAGS)
    rows = []
    for kind in kinds:
        first, loads = ahead(code[names[kind]])
        rows.append(json.dumps(dict(zip(("word", "place", "arrays", "held", "sums"), kind), ahead=first,
                                    loads=loads)))
    print(f'{{"compiler": "{machine_code.release()}", "flags": {json.dumps(FLAGS)}, "loops": [\n '
          + ",\n ".join(rows) + "\n]}")


if __name__ == "__main__":
    main()
