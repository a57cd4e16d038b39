"""Cases after known classes of faults: each makes what they were found by, and leaves to chance
what does not matter. On a build without the mend of a class, its cases find it again."""
from mutator import calls, library, trees
from mutator.case import KEPT, Case
from mutator.trees import find, mapping, parse, put, scalar, sequence, to_text


def reading(rng, command, name, tree, options, steps):
    """A command that reads one file, and answers in words or as JSON."""
    json = rng.choice([[], [["--json", "-"]]])
    return Case({name: to_text(tree, name).encode()}, name, command + [name],
                steps.of(options + json))


def collective_without_stream(rng, steps):
    """Devices exchange data on no stream, in a program that has streams."""
    name, tree = library.some_file(rng, "program")
    buffers = find(tree, "buffers")
    buffer = scalar(rng.choice(buffers.value)[0].value) if buffers else scalar("x")
    kind = rng.choice(["halo", "halo", "all_reduce", "peer"])
    step = mapping((kind, buffer), ("bytes", scalar("8")))
    if kind == "peer":
        step = mapping((kind, buffer), ("from", scalar("0")), ("to", scalar("1")))
    devices = scalar(rng.choice(["1", "2"]))
    if steps.keep():
        put(tree, "devices", devices)
    put(tree, "streams", scalar("1"))
    put(tree, "steps", sequence(mapping(("to_device", buffer), ("stream", scalar("0"))), step))
    machine = rng.choice([["--device", "h200"], ["--system", "h200-x4"]])
    return reading(rng, ["predict"], name, tree, [machine], steps)


PROGRAM = """program: job
parameters: {N: 2^20}
buffers:
  x: {type: f32, shape: [N]}
  y: {type: f32, shape: [N]}
steps:
  - to_device: [x, y]
  - {kernel: ./saxpy.yaml, with: {N: N}, reads: [x, y], writes: [y]}
"""


def output_over_input(rng, steps):
    """An output that is an input: the file, a kernel of the program, the device, the record."""
    files = {"v100.yaml": library.content("devices/v100.yaml"), "job.yaml": PROGRAM.encode(),
             "saxpy.yaml": library.content("kernels/saxpy/saxpy.yaml"),
             "cuda.json": library.content("tests/data/records/h200/cuda.json")}
    command, target = rng.choice([
        (["predict", "job.yaml", "--device", "./v100.yaml"], "saxpy.yaml"),
        (["predict", "job.yaml", "--device", "./v100.yaml"], "v100.yaml"),
        (["predict", "job.yaml", "--device", "./v100.yaml"], "job.yaml"),
        (["predict", "./saxpy.yaml", "--device", "./v100.yaml"], "v100.yaml"),
        (["overlap", "job.yaml", "--device", "./v100.yaml"], "v100.yaml"),
        (["overlap", "job.yaml", "--device", "./v100.yaml"], "saxpy.yaml"),
        (["occupancy", "--threads", "128", "--device", "./v100.yaml"], "v100.yaml"),
        (["devices", "diff", "./v100.yaml", "h200"], "v100.yaml"),
        (["check", "job.yaml"], "saxpy.yaml"),
        (["validate", "--replay", "cuda.json", "--write-bars"], "cuda.json")])
    option = [rng.choice(["--json", "--csv", "--md"]), target]
    if command[0] == "validate":
        option = [f"--bars={target}"]
    force = [["--force"]] if rng.random() < 0.8 else []
    return Case(files, target, command, [option] + steps.of(force), [target])


def outside_an_array(rng, steps):
    """An access leaves its array, which is found while threads run."""
    name, tree = library.some_file(rng, "kernel")
    arrays = find(tree, "arrays")
    for _, array in arrays.value if arrays else []:
        extent = scalar(rng.choice(["1", "4", "33"]))
        if steps.keep():
            put(array, "shape", sequence(extent))
    command = rng.choice([["kernels", "show"], ["kernels", "show"], ["predict"], ["coalesce"]])
    return reading(rng, command, name, tree, [], steps)


def record_number(rng, steps):
    """Numbers of a record at the ends of what a double can hold."""
    kind = rng.choice(["record", "record", "program-record"])
    name, tree = library.some_file(rng, kind)
    numbers = trees.numbers(tree)
    for place in rng.sample(numbers, min(len(numbers), 3)):
        new = rng.choice(["1e999", "1.7e308", "5e-324", "-1", "0", "1e300"])
        if steps.keep():
            place.value = scalar(new)
    times = [place for place in numbers if place.key and place.key.endswith("_s")]
    all_times = scalar(rng.choice(["5e-324", "1.7e308"]))
    for place in times if steps.keep() else []:
        place.value = all_times
    programs = ["--programs"] if kind == "program-record" else []
    why = [["--why"]] if kind == "record" and rng.random() < 0.3 else []
    return reading(rng, ["validate", *programs, "--replay"], name, tree, why, steps)


def tiny_pieces(rng, steps):
    """Copies in pieces of a byte, or pages of one."""
    memory, size = rng.choice(["staged", "staged", "managed"]), rng.choice([20, 24, 30])
    tree = parse(f"program: pieces\nparameters: {{n: 2^{size}}}\n"
                 "staging: {piece: 1 B, rate: 12 GB/s, buffers: 2}\n"
                 "managed: {page: 1 B, fault: 20 us}\n"
                 f"buffers:\n  x: {{type: f32, shape: [n], memory: {memory}}}\n"
                 f"steps:\n  - {rng.choice(['to_device', 'to_host'])}: x\n")
    command = [rng.choice(["predict", "overlap"])]
    return reading(rng, command, "pieces.yaml", tree, [["--device", "h200"]], steps)


def fault_in_a_region(rng, steps):
    """A kernel of a program, as an OpenACC region, with a size that it cannot have."""
    size = rng.choice(["0", "-1", "2^31", "2^33", "2^40", "2^62"])
    tree = parse(f"program: region\nparameters: {{n: {size}}}\napi: openacc\n"
                 "buffers:\n  image: {type: i8, shape: [64]}\nsteps:\n"
                 "  - kernel: mandelbrot\n    with: {width: 1024, height: n, rows: n}\n"
                 "    reads: []\n    writes: [image]\n")
    options = [["--device", rng.choice(calls.GPUS)], ["--backend", "openacc"]]
    return reading(rng, ["predict"], "region.yaml", tree, options, steps)


def huge_count(rng, steps):
    """A count that no machine can hold, of whatever a thread does."""
    kind = rng.choice(["fp32", "fp64", "int", "convert", "shuffle", "load"])
    count = scalar(rng.choice(["1e308", "1.7e308", "1e300", "2^62", "10^300"]))
    if kind == "load":
        tree = parse("kernel: count\nwork_items: 2^62\nper_item: {fp64: 1}\n"
                     "arrays:\n  x: {type: f64, shape: [2^20]}\n")
        put(find(tree, "per_item"), "load", mapping(("x", count)))
    else:
        tree = parse("kernel: count\nlaunch: {block: [256], grid: [4]}\nthread: {}\n")
        put(find(tree, "thread"), "do", sequence(mapping((kind, count))))
    options = [["--device", rng.choice(calls.GPUS)],
               ["--model", rng.choice(["textbook", "roofline", "machine"])]]
    return reading(rng, ["predict"], "count.yaml", tree, options, steps)


def nothing_to_do(rng, steps):
    """A program whose steps are done no times, compared across devices."""
    name, tree = library.some_file(rng, "program")
    put(tree, "steps", sequence(mapping(("repeat", scalar("0")), ("steps", find(tree, "steps")))))
    return reading(rng, ["predict"], name, tree, [["--system", "h200-x4"], ["--scaling"]], steps)


def one_output_of_many(rng, _steps):
    """Many at once write one file: one wins, the others say that it exists."""
    command = rng.choice([["predict", "saxpy"], ["check", "saxpy.yaml"],
                          ["occupancy", "--threads", "128"]])
    files = {"saxpy.yaml": library.content("kernels/saxpy/saxpy.yaml")}
    return Case(files, "saxpy.yaml", command, [["--json", "out.json"]], ["out.json"], parallel=16)


def replaced_file(rng, _steps):
    """--force keeps the permissions of the file it replaces; a loop of links is no free name."""
    options = [["--json", "out.json"]]
    if rng.random() < 0.4:
        return Case({}, "out.json", ["predict", "saxpy"], options, ["out.json"],
                    links={"out.json": "out.json"})
    return Case({"out.json": KEPT}, "out.json", ["predict", "saxpy"], options + [["--force"]],
                ["out.json"], modes={"out.json": 0o600})


def killed_in_a_write(rng, _steps):
    """A run is killed in the middle of a file; the next one finds nothing, and leaves nothing."""
    command, option = rng.choice([
        (["predict", "saxpy"], "--json"), (["overlap", "saxpy"], "--trace"),
        (["occupancy", "--threads", "128"], "--json")])
    force = rng.choice([[], [["--force"]]])
    return Case({"out.json": KEPT} if force else {}, "out.json", command + ["-q"],
                [[option, "out.json"]] + force, ["out.json"], killed_at=rng.choice([1, 100, 1000]))


RUNNER = b"""#!/bin/sh
environment='{"backend": "host", "device": null, "threads": 8, "compiler": "GNU 12", "date": "",
 "host": {"cpu": "a", "cores": 8, "system": "Linux"}, "gpumodel": "0.1.0"}'
if [ "$1" = --environment ]; then echo "$environment"; exit; fi
sleep 0.05
cat <<END
{"environment": $environment, "points": [{"kernel": "saxpy", "backend": "host",
 "parameters": {"N": 1000}, "launch": null, "cache": "cold", "status": "measured", "timer": "host",
 "time": {"n": 31, "min_s": 1, "p25_s": 1, "median_s": 1, "p75_s": 1, "max_s": 1, "outliers": 0,
          "settled": true}}]}
END
"""
SUITE = b"suite: one\npoints:\n- {kernels: saxpy, backends: host, cache: cold, with: {N: [1000]}}\n"


def one_record_of_many(_rng, _steps):
    """Many at once measure into one file; a stand-in is what measures."""
    files = {"suite.yaml": SUITE, "gpumodel-run-host": RUNNER}
    command = ["validate", "--backend", "host", "--host", "xeon-16vcpu", "--suite", "suite.yaml"]
    return Case(files, "suite.yaml", command, [["--record", "r.json"]], ["r.json"],
                modes={"gpumodel-run-host": 0o755}, parallel=4)


def long_loops(rng, steps):
    """Loops whose bounds hang on the thread or on an outer loop, in steps that are repeated."""
    def bound(variable):
        return rng.choice(["10^6", "(global.x * 7919) % 100003", "1024 - global.x", "lane",
                           f"{variable} + 1", "32 * block_index.x"])

    tree = parse("kernel: loops\nparameters: {n: 2^20}\narrays:\n  x: {type: f32, shape: [n]}\n"
                 "launch: {block: [256], grid: [ceil_div(n, block.x)]}\nthread: {}\n")
    access = rng.choice(["x[(a * 31) % n]", "x[(a * global.x) % n]", "x[global.x]", "x[a % n]"])
    body = sequence(mapping((rng.choice(["load", "store", "atomic"]), scalar(access))))
    for variable in rng.sample(["c", "b"], rng.choice([0, 1, 2])) + ["a"]:
        head = ("for", mapping((variable, scalar("0.." + bound("1" if variable == "a" else "a")))))
        body = sequence(mapping(head, ("do", body)))
    put(find(tree, "thread"), "do", body)
    command = rng.choice([["predict"], ["predict"], ["check"], ["kernels", "show"], ["coalesce"]])
    device = [["--device", rng.choice(calls.GPUS)]] if command[0] in ("predict", "coalesce") else []
    host = [["--host", "xeon-16vcpu"]] if command == ["predict"] and rng.random() < 0.3 else []
    return reading(rng, command, "loops.yaml", tree, device + host, steps)


DIRECTED = [
    ("crash", collective_without_stream),
    ("lost input", output_over_input),
    ("internal error", outside_an_array),
    ("internal error", record_number),
    ("internal error", tiny_pieces),
    ("internal error", fault_in_a_region),
    ("not a number", huge_count),
    ("not a number", nothing_to_do),
    ("two winners", one_output_of_many),
    ("two winners", one_record_of_many),
    ("two winners", replaced_file),
    ("left behind", killed_in_a_write),
    ("too long", long_loops),
]
