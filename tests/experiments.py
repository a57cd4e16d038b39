#!/usr/bin/env python3
"""What an experiment behind a constant printed on an H200, against what the constant predicts.

    experiments.py SOURCE-DIRECTORY
"""
import json
import os
import pathlib
import subprocess
import sys

WITHIN = 0.07  # as docs/models.md says of the six loops; those of 8 bytes calibration has not


def predicted(kernel, loop):
    done = subprocess.run(
        [os.environ["GPUMODEL"], "predict", str(kernel), "--device", "h200", "-D",
         f"rounds={loop['rounds']}", "-D", f"blocks={loop['blocks']}", "--json", "-"],
        capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def find(term, name):
    if term["name"] == name:
        return term
    return next((found for part in term["parts"] if (found := find(part, name))), None)


def write_batch(folder):
    """Loops that store are met within 7 %; without the wait behind writes they are not."""
    record = json.loads((folder / "write_batch.h200.json").read_text())
    wrong, missed = [], 0.0
    loops = [loop for loop in record["loops"] if loop["stores"]]
    for loop in loops:
        answer = predicted(folder / f"write-batch-{loop['bytes_per_lane']}b.yaml", loop)
        wait = find(answer["terms"], "behind_writes")
        error = answer["time_s"] / loop["median_s"] - 1
        without = (answer["time_s"] - wait["time_s"]) / loop["median_s"] - 1
        missed = min(missed, without)
        text = (f"write_batch: {loop['warps_per_sm']} warps per SM, {loop['bytes_per_lane']} bytes: "
                f"{100 * error:+.1f} %, {100 * without:+.1f} % without write_batch")
        print(text)
        if abs(error) > WITHIN:
            wrong.append(text)
    if len(loops) != 6 or missed > -0.10:
        wrong.append("write_batch: the loops do not tell what it is for")
    return wrong


def around_a_wait(folder):
    """A loop that only loads waits for DRAM and for its own 30 cycles, within 10."""
    record = json.loads((folder / "write_batch.h200.json").read_text())
    loop = next(loop for loop in record["loops"] if not loop["stores"]
                and (loop["warps_per_sm"], loop["bytes_per_lane"]) == (16, 4))
    clock = max(loop["device_state"]["clocks"]["sm_during_hz"])
    shown = subprocess.run([os.environ["GPUMODEL"], "devices", "show", "h200", "--json", "-"],
                           capture_output=True, text=True, check=True)
    numbers = json.loads(shown.stdout)["values"]
    chase = next(one["value"] for one in numbers if one["key"] == "dram.latency")
    cycles = loop["median_s"] * clock / loop["rounds"]
    text = f"around_a_wait: {cycles:.0f} cycles per round, {chase:.0f} of the pointer chase"
    print(text)
    return [] if 20 <= cycles - chase <= 40 else [text]


def predicates(folder, constants):
    """The rule of predicates is off by four instructions of a guard at most, of shared memory by one."""
    record = json.loads((folder / "predicates.sm_90.json").read_text())
    value = {name.strip("` "): number for name, number in
             (line.split("|")[1:3] for line in constants.read_text().splitlines()
              if line.startswith("| `"))}
    wrong = []
    for guard in record["guards"]:
        is_shared = guard["place"] == "shared"
        most = float(value["most_predicated" + ("" if is_shared else "_with_access")])
        access = 1 if is_shared else float(value["instructions_of_access"])
        sums = max(0, guard["loads"] - 1) + (1 - guard["stores"])
        instructions = (guard["loads"] + guard["stores"]) * access + sums
        counted = guard["most_multiply_adds"]
        by_rule = most - instructions
        off = max(0.0, by_rule) if counted is None else abs(by_rule - counted)
        if off > (1 if is_shared else 4):
            wrong.append(f"predicates: {guard}, by the rule {by_rule:g}")
    print(f"predicates: {len(record['guards']) - len(wrong)} of {len(record['guards'])} kinds")
    return wrong


def main():
    folder = pathlib.Path(sys.argv[1]) / "validate" / "experiments"
    wrong = (write_batch(folder) + around_a_wait(folder)
             + predicates(folder, pathlib.Path(sys.argv[1]) / "docs" / "constants.md"))
    print("\n".join(["", *wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
