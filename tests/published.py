#!/usr/bin/env python3
"""Every number of the exercise sheet's part 1, from the program's JSON, to 1e-9.

Exercise 6, "GPU Performance Modeling", Introduction to High-Performance Computing, winter 2019.
"""
import json
import os
import subprocess
import sys

COMMAND = ["predict", "exercise6", "--device", "exercise6-gpu", "--host", "exercise6-cpu",
           "--streams", "4", "--model", "textbook", "--json", "-"]

N = 100000
T_KERNEL = 3 * N / 105e9
T_DATA = 155e-6
T_OVERLAP = T_DATA + T_KERNEL / 4

# path in the document, exact value, what the sheet prints (None: it does not)
NUMBERS = [
    ("parameters.N", N, "100000"),
    ("flop.fp64", 2 * N, "200,000 Flop"),
    ("traffic.dram_read_bytes", 2 * 8 * N, None),
    ("traffic.dram_write_bytes", 8 * N, None),
    ("compute_time_s", 2 * N / 7168e9, "27.90e-9"),
    ("memory_time_s", T_KERNEL, "2.857e-6"),
    ("time_s", T_KERNEL, "2.86e-6"),
    ("interval_s.0", T_KERNEL, None),
    ("interval_s.1", T_KERNEL, None),
    ("transfers.h2d_s", 102e-6, "102e-6"),
    ("transfers.d2h_s", 53e-6, "53e-6"),
    ("transfers.total_s", T_DATA, "155e-6"),
    ("offload_time_s", T_DATA + T_KERNEL, "157.86e-6"),
    ("host.time_s", 3 * N / 21.25e9, "14,117.65e-9"),
    ("host.speedup", 3 * N / 21.25e9 / (T_DATA + T_KERNEL), None),
    ("overlap.streams", 4, "4"),
    ("overlap.time_s", T_OVERLAP, "155.72e-6 (its own formula gives 155.714)"),
    ("overlap.speedup", (T_DATA + T_KERNEL) / T_OVERLAP, "1.014"),
    ("overlap.serial_s", T_DATA + T_KERNEL, "157.86e-6"),
]
VERDICTS = [("bound", "memory"), ("host.offload_pays", False), ("model", "textbook"),
            ("exit_code", 0)]
# operands: the term's path, symbol, exact value
OPERANDS = [
    ("terms.parts.0", "F", 200000), ("terms.parts.0", "P", 7168e9),
    ("terms.parts.1", "V_load", 1.6e6), ("terms.parts.1", "V_store", 0.8e6),
    ("terms.parts.1", "b", 840e9),
    ("transfers.terms.parts.0", "a", 2e-6), ("transfers.terms.parts.0", "b", 16e9),
    ("transfers.terms.parts.1", "a", 3e-6), ("transfers.terms.parts.1", "b", 16e9),
    ("host.terms.parts.1", "b", 170e9),
    ("overlap.rule.terms", "n", 4),
]


def at(document, path):
    for key in path.split("."):
        document = document[int(key)] if key.isdigit() else document[key]
    return document


def close(actual, exact):
    return isinstance(actual, (int, float)) and abs(actual - exact) <= 1e-9 * abs(exact)


def main():
    output = subprocess.run([os.environ["GPUMODEL"], *COMMAND], check=True, capture_output=True)
    document = json.loads(output.stdout)
    wrong = []
    for path, exact, printed in NUMBERS:
        if not close(at(document, path), exact):
            wrong.append(f"{path} is {at(document, path)}, expected {exact} (sheet: {printed})")
    for path, verdict in VERDICTS:
        if at(document, path) != verdict:
            wrong.append(f"{path} is {at(document, path)!r}, expected {verdict!r}")
    for path, symbol, exact in OPERANDS:
        found = [o for o in at(document, path)["operands"] if o["symbol"] == symbol]
        if len(found) != 1 or not close(found[0]["value"], exact) or not found[0]["origin"]:
            wrong.append(f"operand {symbol} of {path} is {found}, expected {exact} with an origin")
    print("\n".join(wrong) or f"{len(NUMBERS) + len(VERDICTS) + len(OPERANDS)} values agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
