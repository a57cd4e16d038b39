#!/usr/bin/env python3
"""Loops are written out, and copied, as the record of validate/experiments/unrolling.py says that
nvcc does.

    unrolling.py SOURCE_DIR DESCRIBE
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FEWEST = 0.8  # of the bodies
FEWEST_OPEN = 0.98  # of the loops whose rounds come from an argument
FEWEST_SHORT = 0.95  # of short rounds


def loops_of(program, source, m, unroll):
    """({kernel: the unroll of its loop over k as found by that pattern, or nothing}, complaints)."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "kernels.cu")
        path.write_text(source)
        made = subprocess.run([program, str(path), "--launch", "grid=[64] block=[256] shared=32K", "-D", "n=4096",
                               "-D", f"m={m}"], capture_output=True, text=True)
    found = {}
    for text in made.stdout.split("\n---\n"):
        name = re.search(r"^kernel: (\w+)$", text, re.M)
        loop = re.search(r"- for: \{k: .*\n +(?:unroll: " + unroll + ")?", text)
        if name and loop:
            found[name[1]] = loop[1]
    return found, made.stderr


def open_loops(unrolling, functions, program):
    """What is wrong about loops whose rounds come from an argument: of each function alone, with as
    many additions as leave its copies, and with one more."""
    expected, source = {}, ""
    for each in functions:
        key, most = (each["function"], each["type"]), each["most_additions"]
        cases = [(0, each["copies"])]
        if each["copies"] > 1:
            cases += [(most, min(each["copies"], 4)), (most + 1, min(each["copies"], 4) // 2)]
        for additions, times in cases:
            name = f"k{len(expected)}"
            expected[name] = (*key, additions, times)
            source += unrolling.open_loop(name, *key, additions)
    found, said = loops_of(program, source, 16384, r"(\d+)")
    found = {name: int(times or 1) for name, times in found.items()}
    off = {name: case for name, case in expected.items() if found.get(name) != case[-1]}
    print(f"unrolling: open, {len(expected) - len(off)} of {len(expected)} loops")
    for name, (function, scalar, additions, times) in off.items():
        print(f"  {function} of {scalar} and {additions} additions: {found.get(name)} copies, not {times}")
    if len(found) != len(expected):
        return [f"{len(expected)} kernels, {len(found)} are described\n{said}"]
    return ["unrolling: open"] if len(off) > (1 - FEWEST_OPEN) * len(expected) else []


def short_rounds(unrolling, expected, program, bound="n"):
    """What is wrong about short rounds that use their number in different ways. More copies than 16, which
    ptxas makes of rounds whose number is known, are 16 to us."""
    expected = {round_: min(times, 16) for round_, times in expected.items() if times > 0}
    names = {f"k{at}": round_ for at, round_ in enumerate(expected)}
    source = "".join(unrolling.INDICES.format(name=name, round=round_, rounds=bound) for name, round_ in names.items())
    found, said = loops_of(program, source, 16384, r"(\d+)")
    found = {names[name]: int(times or 1) for name, times in found.items()}
    off = [round_ for round_ in expected if found.get(round_) != expected[round_]]
    print(f"unrolling: short, to {bound}, {len(expected) - len(off)} of {len(expected)} loops")
    for round_ in off:
        print(f"  {round_} {found.get(round_)} copies, not {expected[round_]}")
    if len(found) != len(expected):
        return [f"{len(expected)} kernels, {len(found)} are described\n{said}"]
    return ["unrolling: short"] if len(off) > (1 - FEWEST_SHORT) * len(expected) else []


def main():
    folder, program = pathlib.Path(sys.argv[1], "validate", "experiments"), sys.argv[2]
    sys.path.insert(0, str(folder))
    import unrolling
    record = json.loads((folder / "unrolling.sm_90.json").read_text())
    loops = record["loops"]
    # Powers of two and the like: the most rounds that leave no loop, and 16 more. Odd numbers, which
    # divide into no copies, are copied further where a round is short: half as many, and twice.
    asked = {}
    for loop in loops:
        body = (loop["kind"], loop["often"])
        most = loop["most_divisible"]
        asked[body, "exact"] = [(rounds, rounds <= most) for rounds in (most, most + 16) if 0 < rounds <= 256]
        odd = loop["most_odd"]
        asked[body, "odd"] = [(rounds, rounds <= odd) for rounds in (odd // 2, 2 * odd + 1)
                              if 1 < rounds and (rounds < odd or odd < 256)]
    names = {f"k{i}": (key, rounds, full) for i, (key, rounds, full) in enumerate(
        (key, *each) for key, all_ in asked.items() for each in all_)}
    source = "".join(unrolling.KERNEL.format(name=name, rounds=rounds, body=unrolling.body_of(*key[0]))
                     for name, (key, rounds, _) in names.items())
    found, said = loops_of(program, source, 4096, "(full)")
    found = {name: full is not None for name, full in found.items()}
    wrong = open_loops(unrolling, record["functions"], program)
    wrong += short_rounds(unrolling, record["short_rounds"], program)
    wrong += short_rounds(unrolling, record["counted_rounds"], program, unrolling.COUNTED)
    off = {name: case for name, case in names.items() if found.get(name) != case[2]}
    for what in ("exact", "odd"):
        bodies = {key for key in asked if key[1] == what}
        good = bodies - {key for key, _, _ in off.values()}
        print(f"unrolling: {what}, {len(good)} of {len(bodies)} bodies")
        if len(good) < FEWEST * len(bodies):
            wrong.append(f"unrolling: {what}: {len(good)} of {len(bodies)} bodies")
    if len(found) != len(names):
        wrong.append(f"{len(names)} kernels, {len(found)} are described\n{said}")
    for key, rounds, full in off.values():
        print(f"  {key[0][0]}, {key[0][1]} times: {rounds} rounds are {'' if full else 'not '}written out")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
