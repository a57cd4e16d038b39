#!/usr/bin/env python3
"""What an experiment behind a constant printed on an H200, against what the constant predicts.

    experiments.py SOURCE-DIRECTORY
"""
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

WITHIN = 0.07  # as docs/models.md says of the six loops; those of 8 bytes calibration has not


def predicted(kernel, *options, device="h200"):
    done = subprocess.run(
        [os.environ["GPUMODEL"], "predict", str(kernel), "--device", str(device), *options, "--json", "-"],
        capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def calibrated(folder):
    """The device file of the H100 that experiments ran on."""
    return folder.parent / "records" / "h100" / "device.yaml"


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
        answer = predicted(folder / f"write-batch-{loop['bytes_per_lane']}b.yaml",
                           f"-Drounds={loop['rounds']}", f"-Dblocks={loop['blocks']}")
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


def turnover(folder):
    """Large blocks of a stencil wait for the last of their lines: 12 % off where they do not."""
    record = json.loads((folder / "turnover.h200.json").read_text())
    errors = []
    for block in record["blocks"]:
        x, y, z = block["block"]
        if block["kernel"] != "stencil" or x * y * z < 512:
            continue
        answer = predicted(folder / "turnover.yaml", "--cache", "cold", f"-Dbx={x}", f"-Dby={y}",
                           f"-Dbz={z}")
        errors.append(abs(answer["time_s"] / block["median_s"] - 1))
    text = f"turnover: {len(errors)} large blocks, {100 * sum(errors) / len(errors):.1f} % off"
    print(text)
    return [] if len(errors) == 11 and sum(errors) / len(errors) < 0.06 else [text]


def replayed(record):
    """Of the points of a record what is predicted and what was measured."""
    with tempfile.TemporaryDirectory() as temporary:
        answer = pathlib.Path(temporary, "answer.json")
        subprocess.run([os.environ["GPUMODEL"], "validate", "--replay", str(record), "-q", "--device",
                        str(record.parents[2] / "devices" / "h200.yaml"), "--json", str(answer)], check=True)
        return json.loads(answer.read_text())["records"]


def last_line(folder):
    """Blocks of many shapes wait for the last of their lines; alike ones unlike long by that alone."""
    points = replayed(folder / "last-line.h200.json")
    errors = [point["predicted_s"] / point["measured_s"] - 1 for point in points]
    mean = sum(map(abs, errors)) / len(errors)
    text = f"last_line: {len(errors)} launches, {mean:.1%} off, {sum(errors) / len(errors):+.1%} in the mean"
    print(text)
    return [] if len(errors) == 221 and mean < 0.03 else [text]


def constants_of(document):
    """{name: value} of docs/constants.md."""
    return {name.strip("` "): float(number) for name, number in
            (line.split("|")[1:3] for line in document.read_text().splitlines()
             if line.startswith("| `"))}


def predicates(folder, constants):
    """The rule of predicates is off by four instructions of a guard at most, of shared memory by one."""
    record = json.loads((folder / "predicates.sm_90.json").read_text())
    value = constants_of(constants)
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
    for both in record["two_ways"]:
        by_rule = min(most_of_way(loads, both["stores"], value)
                      for loads in (both["then"], both["otherwise"]))
        if abs(by_rule - both["most_multiply_adds"]) > 4:
            wrong.append(f"predicates: {both}, by the rule {by_rule:g}")
    kinds = len(record["guards"]) + len(record["two_ways"])
    print(f"predicates: {kinds - len(wrong)} of {kinds} kinds")
    return wrong


def most_of_way(loads, stores, value):
    """Multiply-adds of one way of two that becomes a predicate: a way without loads is a short one."""
    most = value["most_predicated_with_access" if loads else "most_predicated"]
    return most - (loads + stores) * value["instructions_of_access"] - max(0, loads - 1) - (1 - stores)


# The loops of aliasing.py, of which nothing is known but what it says.
KIND = """kernel: kind
parameters: {{m: 4096, n: 1Mi}}
arrays:
  a: {{type: f32, shape: [n]{a}}}
  b: {{type: f32, shape: [n]{b}}}
  s: {{type: f32, shape: [2048], space: shared}}
  r: {{type: f32, shape: [2048], space: shared}}
launch: {{block: [256], grid: [16]}}
thread:
  let: {{i: global.x, t: thread.x}}
  do:
    - for: {{u: 0..4}}
      unroll: full
      do:
{body}
"""


def waits_of(term):
    """For loads, from global or shared memory, in the life of a block."""
    if term.get("symbol") in ("n_w", "n_shared") and "equation" in term:
        return term["value"]
    return sum(waits_of(each) for each in term.get("operands", []))


def aliasing(folder):
    """A warp waits once for loads between which the machine code has no store, and not across one."""
    record = json.loads((folder / "aliasing.sm_90.json").read_text())
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(temporary, "kind.yaml")
        for kind in record["kinds"]:
            promises = {name: f", {kind['promised'][name]}" if name in kind["promised"] else ""
                        for name in "ab"}
            body = "\n".join(f"        - {statement}" for statement in kind["body"])
            path.write_text(KIND.format(**promises, body=body))
            latency = find(predicted(path)["terms"], "latency")
            # What a loop reads first and last through shared memory stands beyond barriers.
            parts = kind["order"].split("|")
            loop = parts[0] if "l" not in kind["order"] or "L" in parts[0] else parts[1]
            waits = len([loads for loads in re.split("[Ss]+", loop) if loads])
            if waits_of(latency) != waits:
                wrong.append(f"aliasing: {kind['code']}, {kind['pointers']}: {waits_of(latency)} waits,"
                             f" {waits} in {kind['order']}")
    print(f"aliasing: {len(record['kinds']) - len(wrong)} of {len(record['kinds'])} kinds")
    return wrong


# The loops of moved_out.py.
MOVED = """kernel: moved
parameters: {{m: 64, n: 4096}}
arrays:
  a: {{type: f32, shape: [(m + 5) * n]{promise}}}
  b: {{type: f32, shape: [m, n]{promise}}}
  c: {{type: f32, shape: [m, n]{promise}}}
  e: {{type: f32, shape: [n]{promise}}}
  s: {{type: f32, shape: [1024], space: shared}}
  r: {{type: f32, shape: [1024], space: shared}}
launch: {{block: [256], grid: [16]}}
thread:
  let: {{i: global.x, t: thread.x}}
  do:
    - for: {{u: 0..m}}
      do:
        - load: c[u][i]
{loads}
        - {beside}
    - store: e[i]
"""
STRAIGHT = """        - for: {{d: 0..4}}
          unroll: full
          do:
            - load: {load}
            - fp32: {{fma: 1}}"""


def moved_out(folder):
    """Loads leave a loop where those of the machine code do."""
    import moved_out as experiment
    record = json.loads((folder / "moved_out.sm_90.json").read_text())
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(temporary, "moved.yaml")
        for loop in record["loops"]:
            number = "d" if loop["straight"] else "0"
            load = f"a[{number} * n + i]" if loop["from"] == "global" else f"s[{number} + t]"
            loads = (STRAIGHT if loop["straight"]
                     else "        - load: {load}\n        - fp32: {{fma: 1}}").format(load=load)
            beside = experiment.BESIDE[loop["beside"]][1] or "fp32: {add: 1}"
            path.write_text(MOVED.format(promise=", restrict: true" if loop["promised"] else "",
                                         loads=loads, beside=beside))
            rounds = 4 * 64 if loop["straight"] else 64
            requests = next(one["requests"] for one in predicted(path)["accesses"]
                            if one["op"] == "load" and one["array"] == load[0])
            if round(requests / (16 * 8)) != (rounds if loop["stay"] else rounds // 64):
                wrong.append(f"moved_out: {loop}: {requests} requests")
    print(f"moved_out: {len(record['loops']) - len(wrong)} of {len(record['loops'])} kinds")
    return wrong


def held(folder, constants):
    """Loads that go ahead in loops that carry values: within six registers."""
    record = json.loads((folder / "held.sm_90.json").read_text())
    value = constants_of(constants)
    wrong = []
    for loop in record["loops"]:
        word = 1 if loop["word"] == "float" else 2
        used = (value["registers_in_use"] + value["registers_of_loops"]
                + loop["arrays"] * value["registers_of_address"])
        lost = word * (value["registers_of_held"] * loop["held"] + loop["sums"] - 1)
        strides = {"row": 0, "same": 1, "own": loop["arrays"]}[loop["place"]]
        apart = 2 * value["registers_of_address"] if strides and (word > 1 or lost) else 0
        free = value["usual_registers"] - used - strides - apart
        room = max(free - lost, min(free, value["least_load_registers"]))
        off = word * abs(min(loop["loads"], room // word) - loop["ahead"])
        if off > 6:
            wrong.append(f"held: {loop}, by the rule {room / word:g}")
    print(f"held: {len(record['loops']) - len(wrong)} of {len(record['loops'])} loops")
    return wrong


# The straight code of subroutines.py.
PARTED = """kernel: parted
parameters: {{m: 4096}}
arrays:
  a: {{type: {type}, shape: [{count} * m + m], restrict: true}}
  b: {{type: {type}, shape: [m], restrict: true}}
launch: {{block: [256], grid: [16]}}
thread:
  let: {{i: global.x}}
  do:
    - load: {loads}
{operations}
    - store: b[i]
"""


def subroutines(folder):
    """Loads sink behind operations that call a subroutine, and wait one after the other."""
    record = json.loads((folder / "subroutines.sm_90.json").read_text())
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        path = pathlib.Path(temporary, "parted.yaml")
        kinds = [(group, name, counts["straight"]) for group, all_ in record["ahead"].items()
                 for name, counts in all_.items()]
        for group, name, ahead in kinds:
            count = record["loads"]
            one = f"{{{name}: 1}}" if name == "div" else f"{{add: 1, {name}: 1}}"
            path.write_text(PARTED.format(
                type=group.replace("p", ""), count=count,
                loads=", ".join(f"a[{k} * m + i]" for k in range(count + 1)),
                operations="\n".join([f"    - {group}: {one}"] * count)))
            waits = waits_of(find(predicted(path)["terms"], "latency"))
            if waits != (count if ahead == 1 else 1):
                wrong.append(f"subroutines: {group} {name}: {waits} waits, {ahead} loads ahead")
    print(f"subroutines: {len(kinds) - len(wrong)} of {len(kinds)} operations")
    return wrong


def spills(folder, constants):
    """The rule for spilled values is off by one value of a round, and around a loop by two."""
    record = json.loads((folder / "spills.sm_90.json").read_text())
    value = constants_of(constants)
    wrong = []
    for loop in record["loops"]:
        registers = {"float": 1, "double": 2}[loop["type"]]
        others = value["registers_beside_values"] + registers
        limit = value["registers_of_block"] // loop["threads"]
        over = max(0, loop["values"] - (limit - others) // registers)
        in_round = over + min(over, value["spills_in_flight"])
        around = over + min(over, value["spills_around"])
        if (abs(loop["loaded"] - in_round) > 1 or abs(loop["stored"] - in_round) > 1
                or abs(loop["stored_before"] - around) > 2):
            wrong.append(f"spills: {loop}, by the rule {in_round:g} and {around:g}")
    print(f"spills: {len(record['loops']) - len(wrong)} of {len(record['loops'])} loops")
    return wrong


def gcc_loads(folder, constants):
    """Copies that go out together are those that most of the loops of their kind have."""
    loops = [loop for of_kernel in json.loads((folder / "gcc_loads.sm_90.json").read_text())["loops"].values()
             for loop in of_kernel]
    value = constants_of(constants)
    wrong = []
    for indexed, size in sorted({(loop["indexed"], loop["bytes"]) for loop in loops}):
        found = sorted(loop["together"] for loop in loops
                       if (loop["indexed"], loop["bytes"]) == (indexed, size))
        row = value["gcc_indexed_load_registers" if indexed else "gcc_load_registers"]
        by_rule = row // (2 * size // 4 + (1 if indexed else 0))
        print(f"gcc_loads: {'indexed ' if indexed else ''}loads of {size} B, {by_rule:g} copies: {found}")
        if found[(len(found) - 1) // 2] != by_rule:  # as few as half of them have
            wrong.append(f"gcc_loads: {found} copies of two loads of {size} B, by the rule {by_rule:g}")
    return wrong


def pairs(folder):
    """A step of 32 B through DRAM takes the mean of one in L2 and of one of 64 B and more."""
    steps = {each["stride"]: each for each in json.loads((folder / "pairs.h100.json").read_text())["strides"]}
    wrong = []
    expected = (steps[32]["in_l2"] + steps[64]["cold"]) / 2
    print(f"pairs: {steps[32]['cold']} cycles a step of 32 B, by the rule {expected:.0f}")
    if abs(steps[32]["cold"] / expected - 1) > 0.03:
        wrong.append(f"pairs: a step of 32 B takes {steps[32]['cold']} cycles")
    for stride, each in steps.items():
        if stride > 32 and abs(each["cold"] / steps[64]["cold"] - 1) > 0.03:
            wrong.append(f"pairs: a step of {stride} B takes {each['cold']} cycles")
    return wrong


def rows(folder):
    """Bytes of DRAM of threads that walk through rows of their own, as counted on an H100."""
    from rows import descriptor
    device = calibrated(folder)
    errors = []
    with tempfile.TemporaryDirectory() as temporary:
        for point in json.loads((folder / "rows.h100.json").read_text())["points"]:
            kernel = pathlib.Path(temporary, "rows.yaml")
            kernel.write_text(descriptor(point["arrays"], point["stores"], point["element"]))
            traffic = predicted(kernel, "--cache", "cold", f"-Dn={point['rows']}",
                                device=device)["traffic"]
            counted = point["dram_read_bytes"] + point["dram_written_bytes"]
            errors.append((traffic["dram_read_bytes"] + traffic["dram_write_bytes"]) / counted - 1)
    median = sorted(map(abs, errors))[len(errors) // 2]
    text = (f"rows: bytes of DRAM of {len(errors)} walks, median error {100 * median:.0f} %, "
            f"{100 * min(errors):+.0f} to {100 * max(errors):+.0f} %")
    print(text)
    return [] if len(errors) >= 80 and median < 0.1 and max(map(abs, errors)) < 0.75 else [text]


def loop_rounds(folder):
    """Rounds of loops of one warp. The wait for L1 is a number that calibration fits to other loops."""
    record = json.loads((folder / "loop-rounds.h100.json").read_text())
    device = calibrated(folder)
    clock = 1e9 * float(re.search(r"^  sm: \{value: ([\d.]+) GHz", device.read_text(), re.MULTILINE)[1])
    wrong, worst = [], {}
    with tempfile.TemporaryDirectory() as temporary:
        kernel = pathlib.Path(temporary, "loop.yaml")

        def cycles(times):
            answer = predicted(kernel, f"-Dtimes={times}", "--cache", "warm", device=device)
            return answer["time_s"] * clock

        for loop in record["rounds"]:
            if loop["end"] != "argument":
                continue
            kernel.write_text(loop_kernel(loop))
            found = (cycles(12) - cycles(4)) / 8 / 1024 * loop["copies"]
            error = found / loop["cycles"] - 1
            worst[loop["load"]] = max(worst.get(loop["load"], 0.0), error, key=abs)
            if abs(error) > {"none": 0.08, "shared": 0.08, "global": 0.21}[loop["load"]]:
                wrong.append(f"loop_rounds: {loop}: {found:.1f}, {100 * error:+.0f} %")
    print("loop_rounds: " + ", ".join(f"{name} {100 * error:+.1f} %" for name, error in worst.items()))
    return wrong


def scalar_halves(folder, constants):
    """Single halves, packed in twos or not, take lanes of one unit; packed in the source they have two."""
    lanes = constants_of(constants)["lanes_of_halves"]
    rates = json.loads((folder / "scalar-halves.h100.json").read_text())["rates"]
    wrong = []
    for each in rates:
        if each["type"] == "half":
            expected = lanes * (2 if each["chains"] > 1 else 1)
            if abs(each["results"] / expected - 1) > 0.07:
                wrong.append(f"scalar_halves: {each}, by the rule {expected}")
    packed = max(each["results"] for each in rates if each["type"] == "half2")
    print(f"scalar_halves: {len(rates) - len(wrong)} of {len(rates)} rates, packed ones up to {packed}")
    return wrong if packed > 3 * lanes else wrong + ["scalar_halves: packed halves have one unit"]


def partial_sectors(folder):
    """How much longer copies take whose stores begin within a sector, for blocks that DRAM and not their
    number holds up. The shares are those of many arrays, so that of few is half as well known."""
    record = json.loads((folder / "partial-sectors.h100.json").read_text())
    device = calibrated(folder)
    errors = []
    with tempfile.TemporaryDirectory() as temporary:
        kernel = pathlib.Path(temporary, "copy.yaml")

        def seconds(each, behind):
            kernel.write_text(copy_kernel(each, behind))
            return predicted(kernel, "--cache", "warm", device=device)["time_s"]

        for each in record["copies"]:
            if each["arrays"] < 4 or each["threads"] < 64:
                continue
            longer = seconds(each, 1) / seconds(each, 0)
            errors.append(longer / (each["apart_ps"] / each["aligned_ps"]) - 1)
    text = (f"partial_sectors: {len(errors)} copies, {100 * min(errors):+.0f} to {100 * max(errors):+.0f} % "
            f"of what they take, mean {100 * sum(map(abs, errors)) / len(errors):.1f} %")
    print(text)
    return [] if sum(map(abs, errors)) / len(errors) < 0.035 and max(map(abs, errors)) < 0.08 else [text]


def copy_kernel(each, behind):
    """Those copies as a descriptor."""
    arrays = each["arrays"]
    size = {"f32": 4, "f64": 8}[each["type"]]
    apart = (512 << 20) // arrays // size // (128 // size) * (128 // size)
    return "\n".join([
        "kernel: copy", f"parameters: {{n: {apart - 128 // size}}}", "arrays:",
        f"  a: {{type: {each['type']}, shape: [{arrays}, {apart}], restrict: true}}",
        f"  b: {{type: {each['type']}, shape: [{arrays}, {apart}], restrict: true}}",
        f"launch: {{block: [{each['threads']}], grid: ['ceil_div(n, block.x)'], registers_per_thread: 32}}", "thread:",
        "  let: {i: global.x}", "  where: i < n", "  do:",
        *(f"    - load: a[{k}][i]" for k in range(arrays)),
        *(f"    - store: b[{k}][i + {behind}]" for k in range(arrays)), ""])


def lone_sectors(folder):
    """Words that are written one in a sector, and one in a line; two in a line and further apart they take
    longer than is said."""
    record = json.loads((folder / "lone-sectors.h100.json").read_text())
    times = {(point["kernel"], point["apart"]): point["ps"] for point in record["points"]}
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        kernel = pathlib.Path(temporary, "update.yaml")
        for apart in (8, 32):
            words = record["words"] // apart
            kernel.write_text("\n".join([
                "kernel: update", "parameters: {}", "arrays:", f"  data: {{type: f32, shape: [{record['words']}]}}",
                f"launch: {{block: [256], grid: [{words // 256}], registers_per_thread: 16}}", "thread:",
                f"  let: {{i: global.x * {apart}}}", "  do:", "    - load: data[i]", "    - fp32: {mul: 1}",
                "    - store: data[i]", ""]))
            said = predicted(kernel, "--cache", "warm", device=calibrated(folder))["time_s"] / words * 1e12
            text = (f"lone_sectors: one word of {apart}: {said:.1f} ps, {times['update', apart]:.1f} measured, "
                    f"{times['load', apart]:.1f} where it is only loaded")
            print(text)
            if abs(said / times["update", apart] - 1) > 0.12:
                wrong.append(text)
    return wrong


def lines_of_a_wait(folder, constants):
    """How much longer a wait for lines at many places in DRAM is, by doubled places; in L2 the same
    loads wait less for each other, which their requests say."""
    record = json.loads((folder / "lines-of-a-wait.h100.json").read_text())
    cycles = {(wait["place"], wait["loads"], wait["lines"]): wait["cycles"] for wait in record["waits"]
              if not wait["in_a_row"] and (wait["sms"], wait["warps"]) == (132, 1) and wait["mib"] != 16}
    alone = cycles["dram", 1, 1]

    def longer(loads, lines):
        return (cycles["dram", loads, lines] - cycles["l2", loads, lines]
                - alone + cycles["l2", 1, 1]) / alone

    shapes = [(loads, lines) for place, loads, lines in cycles if place == "dram" and loads * lines > 1]
    doubled = {shape: math.log2(shape[0] * shape[1]) for shape in shapes}
    share = (sum(doubled[shape] * longer(*shape) for shape in shapes)
             / sum(doubled[shape] ** 2 for shape in shapes))
    worst = max((doubled[shape] * share - longer(*shape) for shape in shapes), key=abs)
    print(f"lines_of_a_wait: {share:.3f} of a wait for each doubling, {100 * worst:+.0f} % of one at most")
    value = constants_of(constants)["dram_wait_of_places"]
    return [] if abs(share - value) < 0.002 and abs(worst) < 0.12 else [
        f"lines_of_a_wait: dram_wait_of_places is {value}"]


def l2_lookups(folder, constants):
    """Lines that L2 looks up, by walks over 16 MiB that it holds: once for loads, twice for stores, by the
    calibrated rates of the same board; those that move whole lines are held up by their data."""
    record = json.loads((folder / "l2-lookups.h100.json").read_text())
    device = calibrated(folder)
    shown = subprocess.run([os.environ["GPUMODEL"], "devices", "show", str(device), "--json", "-"],
                           capture_output=True, text=True, check=True)
    answer = json.loads(shown.stdout)
    per_second = {each["key"]: each["value"] for each in answer["values"]}
    gather = next(curve for curve in answer["curves"] if curve["key"] == "dram.gather_curve")
    lookups = dict(gather["rows"])[4 << 20]
    twice = constants_of(constants)["lookups_of_store"]
    errors = []
    for walk in record["walks"]:
        size = walk["lanes"] * (8 if walk["type"] == "f64" else 4)
        if walk["rounds"] == 1 and (walk["together"] or size > 16):
            continue  # what an SM puts together; else warps are too short to keep L2 busy
        loads, stores = walk["access"] != "store", walk["access"] != "load"
        moved = 32 * math.ceil(size / 32)
        writes = (moved / per_second["l2.write_bandwidth"] if size >= 32
                  else 1 / per_second["l2.partial_write"])
        data = math.hypot(loads * moved / per_second["l2.read_bandwidth"], stores * writes)
        errors.append(max(data, (loads + twice * stores) / lookups) / (walk["ps_per_line"] * 1e-12) - 1)
    together = min(walk["ps_per_line"] for walk in record["walks"]
                   if walk["together"] and walk["rounds"] == 1)
    apart = max(walk["ps_per_line"] for walk in record["walks"] if walk["access"] == "store"
                and not walk["together"] and walk["rounds"] == 1 and walk["lanes"] == 4 and walk["type"] == "f32")
    mean = sum(map(abs, errors)) / len(errors)
    text = (f"l2_lookups: {len(errors)} walks, {100 * min(errors):+.0f} to {100 * max(errors):+.0f} %, "
            f"mean {100 * mean:.1f} %; put together {100 * (1 - together / apart):.0f} % less")
    print(text)
    return [] if mean < 0.09 and max(map(abs, errors)) < 0.24 and together < 0.75 * apart else [text]


def lines_of_sm(folder, constants):
    """Cycles of an SM for a line that it sends L2, where few SMs are at work: of each whole sector one, of a
    part of a sector two."""
    record = json.loads((folder / "lines-of-sm.h100.json").read_text())
    known = constants_of(constants)
    errors = []
    for walk in record["walks"]:
        if walk["access"] != "store" or walk["sms"] > record["sms"] / 8 or walk["threads"] < 1024:
            continue
        sectors = walk["lanes"] * (8 if walk["type"] == "f64" else 4) / 32
        cycles = (known["cycles_of_sent_sector"] * sectors if sectors >= 1
                  else known["cycles_of_sent_part"])
        errors.append(cycles / walk["cycles_per_line"] - 1)
    text = f"lines_of_sm: {len(errors)} walks, {100 * min(errors):+.0f} to {100 * max(errors):+.0f} %"
    print(text)
    return [] if len(errors) > 20 and max(map(abs, errors)) < 0.06 else [text]


def few_lines(folder, constants):
    """Stores to few lines, which an SM puts together; in which slices of L2 lines lie, by additions; and what
    additions of doubles take."""
    record = json.loads((folder / "few-lines.h200.json").read_text())
    known = constants_of(constants)
    ns = {}
    for what, units, apart, together, inner, step, blocks, threads, rounds, each in record["stores"]:
        if (step, blocks, threads, rounds) == (0, 8 * record["sms"], 256, 32):
            ns[what, units * apart // 128, apart, together, inner] = each
    stores = {at[1]: each for at, each in ns.items() if at[0] == "store 4" and at[2:] == (32, 1, 0)}
    kept = known["lines_put_together"]
    errors = {}
    for n in (1, 2, 3, 4, 6, 8, 16, 24):
        share = (min(n, 2) + min(max(n - 4, 0), 2)) / n
        errors[n] = share * ns["add i32", 2, 128, 32, 4] / ns["add i32", n, 128, 32, 4] - 1
    doubles = ns["add f64", 1, 128, 16, 8] / 8
    text = (f"few_lines: stores to {kept:.0f} lines {stores[kept]:.2f} ns, to twice as many {stores[2 * kept]:.2f}; "
            f"slices {100 * min(errors.values()):+.0f} to {100 * max(errors.values()):+.0f} %; doubles {doubles:.2f} ns")
    print(text)
    right = (stores[kept] < 0.1 * stores[2 * kept] and stores[2 * kept] > 0.95 * max(stores.values())
             and max(map(abs, errors.values())) < 0.08 and abs(doubles / (known["cycles_of_doubles"] / 1.98) - 1) < 0.02)
    return [] if right else [text]


def copies(folder, constants):
    """Copies of a body whose stores hold the next one's loads: how many times each but the last goes on loading
    after arithmetic, and that the last one does not."""
    record = json.loads((folder / "copies.sm_90.json").read_text())
    known = constants_of(constants)
    errors, last = [], []
    for kind in record["kinds"]:
        if len(kind["copies"]) < 2:
            continue
        words = kind["points"] * (2 if kind["scalar"] == "double" else 1)
        parted = (kind["points"] > known["loads_of_parted_copy"]
                  and words * len(kind["copies"]) > known["registers_of_parted_copies"])
        meant = (kind["points"] - 1) / 2 if parted else 1
        errors += [len(groups) / meant - 1 for groups in kind["copies"][:-1]]
        last.append(len(kind["copies"][-1]) == 1)
    mean = sum(errors) / len(errors)
    near = sum(abs(error) < 0.5 for error in errors) / len(errors)
    text = (f"copies: {len(errors)} of {len(last)} loops, mean {100 * mean:+.0f} %, {100 * near:.0f} % within a half;"
            f" {100 * sum(last) / len(last):.0f} % of the last load at once")
    print(text)
    return [] if abs(mean) < 0.1 and near > 0.85 and sum(last) > 0.75 * len(last) else [text]


def dram_streams(folder, constants):
    """How much shorter a wait for DRAM is where many blocks wait for the same."""
    record = json.loads((folder / "dram-streams.h100.json").read_text())
    waits = {(walk["shared"], walk["warps"], walk["stride"]): walk["ns_per_wait"] for walk in record["walks"]}
    near = [stride for stride in (64, 128, 256, 512, 1024)]
    alone = sum(waits[True, 1, stride] for stride in near)
    share = 1 - sum(waits[True, 132, stride] for stride in near) / alone
    few = 1 - sum(waits[True, 8, stride] for stride in near) / alone
    value = constants_of(constants)["dram_wait_met"]
    text = f"dram_streams: {share:.3f} of a wait, of eight blocks {few:.3f}"
    print(text)
    return [] if abs(share - value) < 0.01 and abs(few - value * (7 / 8) ** 2) < 0.01 else [
        f"{text}; dram_wait_met is {value}"]


def after_copy(folder):
    """What was copied from the host is not in L2, what the device wrote is: of a flushed L2's longer time."""
    record = json.loads((folder / "after-copy.h100.json").read_text())
    times = {(point["bytes"], point["kernel"], point["before"]): point for point in record["points"]}

    def shares(before, kernels, least):
        found = []
        for (size, kernel, state), point in times.items():
            if state != before or kernel not in kernels or size < least:
                continue
            flushed = times[size, kernel, "flushed"]
            found.append((point["first_ns"] - flushed["again_ns"])
                         / (flushed["first_ns"] - flushed["again_ns"]))
        return found

    waits = ("chase", "walk16", "walk128")
    line_by_line = shares("pageable", waits, 0) + shares("pinned", waits, 0)
    at_once = shares("pageable", ("stream",), 6 << 20) + shares("pinned", ("stream",), 6 << 20)
    own = [share for before in ("set", "written", "copied") for share in shares(before, waits, 0)]
    text = (f"after_copy: from the host {min(line_by_line):.2f} to {max(line_by_line):.2f} line by line, "
            f"{min(at_once):.2f} and more at once; written on the device at most {max(own):.2f}")
    print(text)
    return [] if min(line_by_line) > 0.3 and min(at_once) > 1 and max(own) < 0.2 else [text]


def side_by_side(folder):
    """What each more operation of a warp adds, and a round whose branch only loads, within 7 %."""
    import side_by_side as experiment
    record = json.loads((folder / "side-by-side.h100.json").read_text())
    measured = {row["kernel"]: 1e-6 * row["microseconds"] for row in record["warm"]}
    descriptors = dict(experiment.descriptors())
    with tempfile.TemporaryDirectory() as temporary:
        kernel = pathlib.Path(temporary, "kernel.yaml")

        def times(name):
            kernel.write_text(descriptors[name])
            found = predicted(kernel, "--cache", "warm", device=calibrated(folder))["time_s"]
            return found, measured[name]

        more = {name: [eight - four for four, eight in zip(times(f"{name}4"), times(f"{name}8"))]
                for name in ("sqrt", "rcp", "div")}
        more |= {name: times(name) for name in ("guard-loads", "guard-sums")}
    errors = {name: found / was - 1 for name, (found, was) in more.items()}
    print("side_by_side: " + ", ".join(f"{name} {100 * error:+.1f} %" for name, error in errors.items()))
    return [f"side_by_side: {name}: {100 * error:+.0f} %" for name, error in errors.items()
            if abs(error) > WITHIN]


def loop_kernel(loop):
    """The same as a descriptor."""
    group, operation = {"f32": ("fp32", "fma"), "f64": ("fp64", "fma"), "i32": ("int", "mul")}[loop["type"]]
    load = {"none": [], "shared": ["            - load: near[k]"],
            "global": ["            - load: values[k]"]}[loop["load"]]
    return "\n".join([
        "kernel: loop", "parameters: {times: 4}", "arrays:",
        f"  values: {{type: {loop['type']}, shape: [1024], restrict: true}}",
        f"  near: {{type: {loop['type']}, shape: [1024], space: shared}}",
        "launch: {block: [32], grid: [1]}", "thread:", "  do:", f"    - convert: {loop['chains']}",
        "    - for: {t: 0..times}", "      do:", "        - for: {k: 0..1024}",
        f"          unroll: {loop['copies']}", "          do:", *load,
        f"            - {group}: {{{operation}: {loop['chains'] * loop['steps']}}}",
        "    - store: values[thread.x]", ""])


def lone_warps(folder):
    """Loops of warps alone on their schedulers take what is predicted, within 12 % in the mean."""
    errors = [abs(point["predicted_s"] / point["measured_s"] - 1)
              for point in replayed(folder / "lone-warps.h200.json") if point["parameters"]["blocks"] == 4]
    mean = sum(errors) / len(errors)
    print(f"lone warps: {len(errors)} loops, {mean:.1%} off")
    return [] if mean < 0.12 else ["lone warps"]


def main():
    folder = pathlib.Path(sys.argv[1]) / "validate" / "experiments"
    constants = pathlib.Path(sys.argv[1]) / "docs" / "constants.md"
    sys.path.insert(0, str(folder))  # experiments say themselves what they compiled or measured
    wrong = (write_batch(folder) + around_a_wait(folder) + turnover(folder) + last_line(folder) + aliasing(folder)
             + subroutines(folder) + predicates(folder, constants) + spills(folder, constants)
             + gcc_loads(folder, constants) + pairs(folder) + rows(folder) + loop_rounds(folder)
             + lines_of_a_wait(folder, constants) + scalar_halves(folder, constants)
             + partial_sectors(folder) + l2_lookups(folder, constants) + dram_streams(folder, constants)
             + after_copy(folder) + lines_of_sm(folder, constants) + copies(folder, constants)
             + lone_sectors(folder) + side_by_side(folder) + moved_out(folder) + held(folder, constants)
             + few_lines(folder, constants) + lone_warps(folder))
    print("\n".join(["", *wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
