#!/usr/bin/env python3
"""What L2 still holds of lines that all threads walk through at once: each thread goes along its own
row of `arrays` arrays, a sector at a time, and stores into a row where `stores` says so. Between two
uses of a line all others go by. Prints JSON, of each launch what the counters say: sectors that loads
ask for, those that L2 is asked for, bytes of DRAM.

    rows.py --gpumodel PROGRAM --device FILE        on a machine with a GPU of which counters can be read
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

LEVELS = 61  # no power of two, as lines would share few sets
SHAPES = [(2, False), (3, False), (4, False), (1, True), (2, True)]  # arrays, whether it stores
ROWS = [67584, 101376, 118272, 135168, 152064, 168960, 202752, 236544, 270336]
ELEMENTS = {"f32": "fp32", "f64": "fp64"}


def descriptor(arrays, stores, element):
    names = [f"a{i}" for i in range(arrays)]
    lines = [f"kernel: rows-{arrays}-{'stored' if stores else 'loaded'}-{element}",
             f"parameters: {{n: {ROWS[-1]}, levels: {LEVELS}}}", "arrays:"]
    lines += [f"  {name}: {{type: {element}, shape: [n, levels], restrict: true}}" for name in names]
    lines += [f"  out: {{type: {element}, shape: [{'n, levels' if stores else 'n'}], restrict: true}}",
              "launch: {block: [256], grid: ['ceil_div(n, block.x)']}",
              "thread:", "  let: {i: global.x}", "  where: i < n", "  do:",
              "    - for: {k: 0..levels}", "      unroll: 1", "      do:"]
    lines += [f"        - load: {name}[i][k]" for name in names]
    lines += [f"        - {ELEMENTS[element]}: {{add: {arrays}}}",
              "        - store: out[i][k]" if stores else "    - store: out[i]"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpumodel", required=True)
    parser.add_argument("--device", required=True)
    options = parser.parse_args()
    found, gpu = [], None
    with tempfile.TemporaryDirectory() as folder:
        shapes = {}
        for arrays, stores in SHAPES:
            for element in ELEMENTS:
                text = descriptor(arrays, stores, element)
                file = pathlib.Path(folder, text.split()[1] + ".yaml")
                file.write_text(text, encoding="utf-8")
                shapes[file.stem] = {"arrays": arrays, "stores": stores, "element": element}
        for rows in ROWS:
            record = pathlib.Path(folder, f"{rows}.json")
            subprocess.run([options.gpumodel, "validate", *map(str, pathlib.Path(folder).glob("*.yaml")),
                            "--written", "--cache", "cold", "--counters", "--seconds", "0.1",
                            "-D", f"n={rows}", "--device", options.device, "--record", record, "-q"],
                           check=False)
            kept = json.loads(record.read_text(encoding="utf-8"))
            gpu = kept["environment"]
            for point in kept["points"]:
                counters = point["counters"]
                loads = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
                found.append({
                    **shapes[point["kernel"]], "rows": rows,
                    "load_sectors": counters[loads],
                    "l2_read_sectors": counters["lts__t_sectors_srcunit_tex_op_read.sum"],
                    "dram_read_bytes": counters["dram__bytes_read.sum"],
                    "dram_written_bytes": counters["dram__bytes_write.sum"],
                    "time_s": point["time"]["median_s"]})
    print(json.dumps({"environment": gpu, "levels": LEVELS, "points": found}, indent=1))


if __name__ == "__main__":
    main()
