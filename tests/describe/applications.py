#!/usr/bin/env python3
"""Applications that are predicted: what they did is the program, faults are named.

    applications.py DESCRIBE            $GPUMODEL is the program
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent / "applications"
HOST = re.compile(r"^ *- \{host: host code, time: .*\n", re.M)


class Runs:
    def __init__(self, describe, folder):
        self.folder = folder
        self.environment = dict(os.environ, GPUMODEL_RUNNER_PATH=str(pathlib.Path(describe).parent))
        self.wrong = []

    def predict(self, name, *more, source=None, device="h200", **given):
        path = HERE / name if source is None and (HERE / name).exists() else self.folder / name
        if source is not None:
            path.write_text(source)
        return subprocess.run([os.environ["GPUMODEL"], "predict", str(path), "--device", device,
                               *more],
                              capture_output=True, text=True, env=self.environment, cwd=self.folder, **given)

    def expect(self, what, good, shown=""):
        if not good:
            self.wrong.append(f"{what}: {shown}")


# The steps of a program file as they are issued, without what the host does between.
def steps_of(text):
    lines = HOST.sub("", text[text.index("steps:"):]).splitlines()[1:]
    return [re.sub(r" *#.*", "", line).strip().removeprefix("- ") for line in lines]


def check_recording(runs):
    out = runs.folder / "pingpong"
    made = runs.predict("pingpong.cu", "--output", str(out), "--", "1000000", "6")
    runs.expect("pingpong ends", made.returncode == 0, made.stderr)
    runs.expect("its own words", "after 6 steps: nothing" in made.stdout, made.stdout)
    runs.expect("its exit code", "exit code 5; 8 launches" in made.stdout, made.stdout)
    runs.expect("the first read", "unverified from pingpong.cu:48 on, where the host reads what total<128>"
                in made.stdout.replace("\n", " "), made.stdout)
    program = (out / "pingpong.yaml").read_text()
    expected = [
        "{to_device: weights}",
        "{to_device: x, bytes: 4000000}",
        "{kernel: driver-fill, with: {bytes: 4}, reads: [], writes: [sum]}",
        "{kernel: smooth, reads: [x], writes: [y], cache: copied}",
        "repeat: 2",
        "steps:",
        "{kernel: smooth, reads: [x, y], writes: [x], cache: warm}",
        "{kernel: smooth, reads: [x, y], writes: [y], cache: warm}",
        "{kernel: smooth, reads: [x, y], writes: [x], cache: warm}",
        "{synchronise: all}",
        "{kernel: total-128, reads: [x, sum], writes: [sum], cache: warm}",
        "{to_host: sum}",
        "{kernel: smooth, with: {n: 500000, grid_x: 1954}, reads: [x, y], writes: [y], cache: warm}",
        "{to_host: y, bytes: 2000000}",
    ]
    runs.expect("its steps", steps_of(program) == expected, program)
    runs.expect("the rows of its allocation", "x: {type: i8, shape: [4096000], memory: pageable}"
                in program, program)
    checked = subprocess.run([os.environ["GPUMODEL"], "check", *map(str, out.iterdir())],
                             capture_output=True, text=True)
    runs.expect("files that check accepts", checked.returncode == 0, checked.stdout + checked.stderr)

    # The program file says what the application did, and is predicted as the application was.
    other = runs.folder / "again"
    made = runs.predict("pingpong.cu", "--output", str(other), "--json", "-", "--", "1000000", "6")
    time = json.loads(made.stdout)["time_s"]
    runs.expect("its words are beside", "after 6 steps: nothing" in made.stderr, made.stderr)
    same = subprocess.run([os.environ["GPUMODEL"], "predict", str(other / "pingpong.yaml"), "--device",
                           "h200", "--json", "-"], capture_output=True, text=True)
    runs.expect("the file's time", json.loads(same.stdout)["time_s"] == time, (same.stdout, time))
    runs.expect("the same steps again", steps_of((other / "pingpong.yaml").read_text()) == expected)


def check_structures(runs):
    """Members of structures that kernels take by value are known from the launch."""
    out = runs.folder / "structures"
    made = runs.predict("structures.cu", "--execute", "--output", str(out), "--", "1000", "500")
    runs.expect("structures end", made.returncode == 0 and "exit code 0; 3 launches" in made.stdout
                and "unverified" not in made.stdout, made.stdout + made.stderr)
    kernel, program = [(out / name).read_text() for name in ("smooth.yaml", "structures.yaml")]
    for name, value in (("grid_x", 512000), ("grid_strides_0", 1), ("grid_strides_1", 1024),
                        ("grid_inner_x", 1000), ("grid_inner_y", 500), ("blocks_x", 32),
                        ("blocks_y", 125)):
        runs.expect(name, re.search(rf"^  {name}: {value} .*# as it is launched$", kernel, re.M), kernel)
    runs.expect("what it reads and writes", "{kernel: smooth, reads: [fields_from], writes: [fields_to], cache: copied}"
                in program, program)


LISTS = """struct Lists {
  float* sums;
  const int* first;
};
__global__ void sum(const float* x, Lists lists) {
  const int i = threadIdx.x;
  float all = 0;
  for (int k = lists.first[i]; k < lists.first[i + 1]; ++k) all += x[k];
  lists.sums[i] = all;
}
int main() {
  int first[65];
  for (int i = 0; i < 65; ++i) first[i] = 3 * i;
  Lists lists;
  int* there;
  float* x;
  cudaMalloc(&there, sizeof first);
  cudaMalloc(&lists.sums, 64 * sizeof(float));
  cudaMalloc(&x, 192 * sizeof(float));
  cudaMemcpy(there, first, sizeof first, cudaMemcpyHostToDevice);
  lists.first = there;
  sum<<<1, 64>>>(x, lists);
  cudaDeviceSynchronize();
}
"""


def check_indices(runs):
    """What decides on indices and rounds is what stood in the arrays, as far as no kernel should have written it."""
    out = runs.folder / "indices"
    made = runs.predict("indices.cu", "--output", str(out), "--", "5000")
    runs.expect("indices end", made.returncode == 0 and "2 launches" in made.stdout, made.stdout + made.stderr)
    kernel = (out / "product.yaml").read_text()
    runs.expect("files beside it", "file: product.first.txt" in kernel and "file: product.column.txt" in kernel, kernel)
    numbers = [[int(line) for line in (out / f"{name}.txt").read_text().splitlines()[1:]]
               for name in ("product.first", "product.column")]
    lengths = [1 + row % 7 for row in range(5000)]
    runs.expect("where rows begin", numbers[0] == [sum(lengths[:row]) for row in range(5001)], numbers[0][:9])
    runs.expect("columns", numbers[1][:6] == [0, 1, 4, 2, 5, 8], numbers[1][:9])
    again = subprocess.run([os.environ["GPUMODEL"], "predict", str(out / "product.yaml"), "--device", "h200", "--json",
                            "-"], capture_output=True, text=True)
    loads = {each["array"]: each for each in json.loads(again.stdout)["accesses"] if each["op"] == "load"}
    runs.expect("every element is loaded once", loads["value"]["requested_bytes"] == 8 * sum(lengths), loads)
    out = runs.folder / "permuted"
    made = runs.predict("indices.cu", "--output", str(out), "--", "5000", "permuted")
    runs.expect("what a kernel should have written is found where it is executed", made.returncode == 0
                and "permute: order" in made.stdout.replace("\n", " "), made.stdout + made.stderr)
    order = [int(line) for line in (out / "permute.order.txt").read_text().splitlines()[1:]]
    runs.expect("as it stands there", order == list(range(4999, -1, -1)), order[:9])
    out = runs.folder / "lists"
    made = runs.predict("lists.cu", "--output", str(out), source=LISTS)
    runs.expect("what a pointer of a structure leads to", made.returncode == 0
                and (out / "sum.lists_first.txt").read_text().splitlines()[1:] == [str(3 * i) for i in range(65)],
                made.stdout + made.stderr)
    executed = runs.predict("indices.cu", "--execute", "--", "5000", "permuted")
    runs.expect("and where all are executed", executed.returncode == 0 and "counted" not in executed.stdout,
                executed.stdout + executed.stderr)


def check_halo(runs):
    """A pointer into the middle of an allocation: what lies below it is there, and it is not aligned."""
    out = runs.folder / "halo"
    made = runs.predict("halo.cu", "--output", str(out))
    runs.expect("halo ends", made.returncode == 0 and "3 launches" in made.stdout, made.stdout + made.stderr)
    kernel = (out / "smooth.yaml").read_text()
    runs.expect("ghosts", re.search(r"^  in_before: 32 ", kernel, re.M) and "offset: in_before - 12" in kernel, kernel)
    runs.expect("from the lowest on", "in[i + k + 3]" in kernel, kernel)
    kernel, program = (out / "scale.yaml").read_text(), (out / "halo.yaml").read_text()
    runs.expect("an odd place", "offset: x_before}" in kernel, kernel)
    runs.expect("and an even one", "{kernel: scale, with: {x_before: 0}" in program, program)


def check_extents(runs):
    """How long an array is whose index data choose follows from the memory that its pointer lies in."""
    out = runs.folder / "extents"
    made = runs.predict("extents.cu", "--output", str(out))
    runs.expect("extents end", made.returncode == 0 and "2 launches" in made.stdout, made.stdout + made.stderr)
    runs.expect("banks and errors", "1, none" in made.stdout, made.stdout)
    rows = (out / "look_up.yaml").read_text()
    runs.expect("rows", 'table: {type: f32, shape: ["floor_div(table_elements, columns)", columns]' in rows
                and "table_elements: 64000 " in rows, rows)
    view = (out / "scatter.yaml").read_text()
    runs.expect("a wider view", 'shape: ["floor_div(bytes_elements, 4)"]' in view and "bytes_elements: 4000 " in view,
                view)


def check_pauses(runs):
    """Rounds with ever different pauses of the host are repeated: a long run is a short file."""
    out = runs.folder / "pauses"
    made = runs.predict("pauses.cu", "--output", str(out), "--json", "-", "--", "4000", "wait")
    runs.expect("pauses end", made.returncode == 0, made.stderr)
    program = (out / "pauses.yaml").read_text()
    runs.expect("4000 rounds are a short file", len(program.splitlines()) < 1000
                and re.search(r"host code, time: .*# mean of \d+, from 0 us to", program)
                and "mean of it" in program, program[:4000])
    told = re.search(r"4000 rounds in (\S+) s", made.stderr)
    time = json.loads(made.stdout)["time_s"]
    runs.expect("its events say the same", told and abs(float(told[1]) - time) < 0.02 * time,
                (made.stderr, time))


def check_streams(runs):
    out = runs.folder / "streams"
    made = runs.predict("streams.cu", "--output", str(out))
    runs.expect("streams end", made.returncode == 0, made.stderr)
    program = (out / "streams.yaml").read_text()
    steps = steps_of(program)
    runs.expect("parts of one allocation", "x_part_2: {type: i8, shape: [4194304]}" in program, program)
    runs.expect("both streams copy", "{to_device: x_part_1, stream: 0}" in steps
                and "{to_device: x_part_2, stream: 1}" in steps, program)
    runs.expect("an event is waited for",
                any(re.search(r"stream: 1, after: \[twice \d+\]", step) for step in steps), program)
    at = steps.index("graph: graph")
    runs.expect("a graph of three nodes, launched five times",
                steps[at - 2:at + 5] == ["repeat: 5", "steps:", "graph: graph", "stream: 0", "steps:", "repeat: 3",
                                         "steps:"], program)
    runs.expect("nothing is read before the host waits",
                "where the host reads what twice" in made.stdout.replace("\n", " ")
                and "of 20" in made.stdout, made.stdout)
    refused = "streams.cu:44: the device refuses twice: threads of a block 2048"
    runs.expect("a launch that does not fit", refused in made.stderr
                and "told: invalid configuration argument" in made.stdout, made.stderr)


def check_clocks(runs):
    """What an application measures is what is predicted of it: 20 launches, and a busy wait."""
    made = runs.predict("clocks.cu", "--warp")
    found = re.search(r"events (\S+) s, clock (\S+) s, waited (\S+) s", made.stdout)
    runs.expect("clocks end", made.returncode == 0 and found, made.stdout + made.stderr)
    if not found:
        return
    events, clock, waited = map(float, found.groups())
    kernel = subprocess.run([os.environ["GPUMODEL"], "predict", str(HERE / "clocks.cu"), "--kernel",
                             "copy", "-D", "n=16Mi", "--launch", "grid=[65536] block=[256]",
                             "--device", "h200", "--json", "-"],
                            capture_output=True, text=True, env=runs.environment)
    alone = json.loads(kernel.stdout)["time_s"]
    runs.expect("20 kernels by events", 0.9 * 20 * alone < events < 1.1 * 20 * alone, (events, alone))
    runs.expect("the host's clock is beside", events < clock < events + 60e-6, (events, clock))
    runs.expect("a busy wait ends", 0.05 <= waited < 1.0, waited)
    real = runs.predict("clocks.cu")
    told = re.search(r"events (\S+) s, clock (\S+) s, waited (\S+) s", real.stdout)
    runs.expect("events say the same without --warp",
                told and abs(float(told[1]) - events) < 0.05 * events, real.stdout)


def check_device(runs):
    for device, words in (("h200", "132 multiprocessors, compute 9.0"),
                          ("v100", "80 multiprocessors, compute 7.0")):
        made = runs.predict("device.cu", device=device)
        runs.expect("the device file answers", words in made.stdout, made.stdout)
    runs.expect("memory is the device's", "too much: out of memory" in made.stdout, made.stdout)
    runs.expect("pitch and rows", "rows 0 3 6" in made.stdout, made.stdout)
    runs.expect("an allocation is refused", "which the device has not left" in made.stderr, made.stderr)


def check_occupancy(runs):
    for device, words in (
            ("h200", ["scale: 1056 blocks of 256", "halves: 528 blocks of 512", "40 KiB: 2; 100 KiB: 0; "
                      "asked for (cudaSuccess): 2", "halves: 1024 threads, 128 B, 102400 more"]),
            ("v100", ["scale: 640 blocks of 256", "halves: 320 blocks of 512", "40 KiB: 2; 100 KiB: 0; "
                      "asked for (cudaErrorInvalidValue): 0", "halves: 1024 threads, 128 B, 49024 more"])):
        made = runs.predict("occupancy.cu", "--output", str(runs.folder / device), device=device)
        runs.expect(f"occupancy on {device}", made.returncode == 0
                    and all(w in made.stdout for w in [*words, "scale: 384 threads, 0 B, registers few"]),
                    made.stdout + made.stderr)
        words_h200 = made.stdout.replace("\n", " ") if device == "h200" else words_h200
    # Of 228 KiB: none is too little for a block of 5.125 KiB, 8 KiB hold one; 22.8 KiB become 32 KiB.
    runs.expect("carve-outs", all(w in words_h200 for w in [
        "0 %: 1 (cudaSuccess); 10 %: 6 (cudaSuccess); 100 %: 32 (cudaSuccess); -1 %: 32 (cudaSuccess); "
        "101 %: 32 (cudaErrorInvalidValue)"]), words_h200)
    descriptor = (runs.folder / "h200" / "halves-64.yaml").read_text()
    runs.expect("a carve-out of a launch", "\n  carveout: 10\n" in descriptor, descriptor)
    times = []
    for percent in "10", "100":  # 6 blocks of 64 threads on an SM at once, and 32
        (runs.folder / "halves.yaml").write_text(descriptor.replace("carveout: 10", "carveout: " + percent))
        kernel = subprocess.run([os.environ["GPUMODEL"], "predict", str(runs.folder / "halves.yaml"), "--device",
                                 "h200", "--json", "-"], capture_output=True, text=True)
        times.append(json.loads(kernel.stdout)["time_s"])
    runs.expect("fewer blocks take longer", times[0] > 1.1 * times[1], times)
    runs.expect("launch bounds", "told: invalid configuration argument" in made.stdout
                and "by its launch bounds, 512, and the device allows 384" in made.stderr, made.stderr)
    runs.expect("an attribute that no file states", "persisting 7 (cudaErrorInvalidValue)" in made.stdout
                and "a question for attribute 108, which its file does not state" in made.stderr, made.stderr)


def check_two_kinds_of_memory(runs):
    """What pinned memory sent comes back into a variable: the same memory of the device."""
    out = runs.folder / "kinds"
    made = runs.predict("kinds.cu", "--output", str(out), source=KERNEL +
                        "int main() { int *p, *sent, back = 0; cudaMalloc(&p, 4096); cudaMallocHost(&sent, 4096);\n"
                        "  cudaMemcpy(p, sent, 4096, cudaMemcpyHostToDevice);\n  k<<<4, 256>>>(p, 99);\n"
                        "  cudaMemcpy(&back, p, 4, cudaMemcpyDeviceToHost); return 0; }\n")
    runs.expect("two kinds of memory", made.returncode == 0 and "1 launch" in made.stdout, made.stdout + made.stderr)


def check_search(runs):
    """What a search draws in two arrays is an index of each, whatever comes together."""
    made = runs.predict("search.cu", "--output", str(runs.folder / "search"))
    runs.expect("a search", made.returncode == 0 and "1 launch" in made.stdout, made.stdout + made.stderr)
    descriptor = (runs.folder / "search" / "ranks.yaml").read_text()
    runs.expect("within its arrays", "b_2[min(max(k - at - 1, 0), b_elements - 1)]" in descriptor, descriptor)


def check_graphs(runs):
    out = runs.folder / "graphs"
    made = runs.predict("graphs.cu", "--output", str(out))
    runs.expect("graphs end", made.returncode == 0 and "7 nodes, host called 3 times" in made.stdout
                and "14 launches" in made.stdout, made.stdout + made.stderr)
    program = (out / "graphs.yaml").read_text()
    steps = steps_of(program)
    runs.expect("nodes wait for nodes", [re.sub(r"reads: .*?\], writes: .*?\]", "", step) for step in steps if "node" in step]
                == [] or "after: [node" in program, program)
    diamond = [step for step in steps if "add" in step or "to_device" in step or "driver-fill" in step]
    runs.expect("a diamond in two streams", "name: node 1" in diamond[0] and "stream: 0" in diamond[0]
                and "stream: 2" in diamond[1] and "after: [node" in diamond[3], program)
    checked = subprocess.run([os.environ["GPUMODEL"], "check", *map(str, out.iterdir())],
                             capture_output=True, text=True)
    runs.expect("files that check accepts", checked.returncode == 0, checked.stdout + checked.stderr)


def check_execution(runs):
    """The host sees what kernels write: a sum decides, the application's own check passes."""
    made = runs.predict("execute.cu", "--execute", "--output", str(runs.folder / "execute"))
    words = made.stdout.replace("\n", " ")
    runs.expect("its check of results", made.returncode == 0 and "3 rounds, 75000 hits: PASSED" in words
                and "application: exit code 0; 32 launches" in words, made.stdout + made.stderr)
    runs.expect("what was executed", "executed on the processor, where the host reads their results: "
                "8 launches of 32" in words and "unverified" not in words, made.stdout)
    without = runs.predict("execute.cu")
    runs.expect("without it", "FAILED" in without.stdout and "unverified from execute.cu" in
                without.stdout.replace("\n", " "), without.stdout + without.stderr)


def check_intrinsics(runs):
    """What device functions of rare use give: a line that is not 0 is the first check that does not hold."""
    made = runs.predict("intrinsics.cu", "--execute")
    runs.expect("intrinsics", made.returncode == 0 and "lines 0 0" in made.stdout and "number" not in made.stdout
                and "2 launches of 2" in made.stdout.replace("\n", " "), made.stdout[:2000] + made.stderr[:2000])


def check_runtime(runs):
    """What the runtime tells of what it was told: each line of the application that does not hold says so."""
    made = runs.predict("runtime.cu", "--execute")
    runs.expect("what was told", made.returncode == 0 and "not so" not in made.stdout and "first 6" in made.stdout
                and "4 launches of 4" in made.stdout.replace("\n", " "), made.stdout + made.stderr)
    runs.expect("a launch in clusters", "runtime.cu:183: the device refuses add: clusters of blocks, which are not "
                "modelled" in made.stderr.replace("\n", " "), made.stderr)
    text = (runs.folder / "graph.dot").read_text()
    runs.expect("a graph as text", '"1" [label="memset"];' in text and '"1" -> "2";' in text, text)


def check_headers(runs):
    made = runs.predict("headers.cu", "--execute")
    runs.expect("headers", made.returncode == 0 and "eyes 1 6, third 48271, part within, mean found, sums 8128 24512"
                in made.stdout and "library call" not in made.stdout, made.stdout + made.stderr)


def histogram(text, name):
    found = re.search(rf"^ +{name}: {{histogram: {{(.*)}}}}$", text, re.M)
    return dict(map(int, each.split(": ")) for each in found[1].split(", ")) if found else None


# Each run of an application finds all of its standard input: the one that counts, too.
READS = """#include <cstdio>
__global__ void large(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0.5f) y[i] = x[i];
}
int main() {
  int n = 0;
  if (scanf("%d", &n) != 1) return 9;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = i % 4 == 0;
  large<<<(n + 255) / 256, 256>>>(x, y, n);
  cudaDeviceSynchronize();
}
"""


def check_input(runs):
    file = runs.folder / "number.txt"
    file.write_text("51200\n")
    out = runs.folder / "reads"
    with open(file) as opened:
        for what, given in (("a pipe", {"input": "51200\n"}), ("a file", {"stdin": opened})):
            made = runs.predict("reads.cu", "--output", str(out), "--force", source=READS, **given)
            runs.expect(f"input by {what}", made.returncode == 0 and "exit code 0; 1 launch" in made.stdout
                        and "large: taken_4, in all 200 blocks" in made.stdout.replace("\n", " "),
                        made.stdout + made.stderr)
    made = runs.predict("reads.cu", source=READS, stdin=subprocess.DEVNULL)
    runs.expect("no input", made.returncode != 0 and "exit code 9" in made.stderr, made.stdout + made.stderr)


def check_counts(runs):
    """What depends on data is counted where the kernels are executed, in all threads of their first launch."""
    out = runs.folder / "counts"
    made = runs.predict("counts.cu", "--output", str(out), "-D", "taken_17=0.125")
    words = made.stdout.replace("\n", " ")
    runs.expect("counts end", made.returncode == 0 and "first 0" in words and "12 launches" in words,
                made.stdout + made.stderr)
    kernels = {path.stem: path.read_text() for path in out.iterdir()}
    all_blocks = "# counted: in all 47 blocks of its first launch$"
    for kernel, shares in (("negative", [0.75]), ("ways", [0.25, 0.5, 0, 0.25]), ("find", [1]), ("grow", [0.25]),
                           ("onward", [0.75])):
        found = re.findall(rf"^  taken_\w+: (\S+) +{all_blocks}", kernels[kernel], re.M)
        runs.expect("shares of " + kernel, [float(each) for each in found] == shares, kernels[kernel])
    runs.expect("both ways of a condition", re.findall(r"^  taken_\w+: (\S+) ", kernels["either"], re.M)
                == ["0.25", "0.75"], kernels["either"])
    runs.expect("what the user says", re.search(r"^  taken_17: 0.125 ", kernels["filter"], re.M)
                and "filter: taken_17" not in words, kernels["filter"])
    for kernel, name, values in (("walk", "r_rounds", {1: 4000, 2: 4000, 3: 4000}),
                                 ("find", "k_rounds", {1: 3000, 2: 3000, 3: 3000, 4: 3000}),
                                 ("bins", "bin", {0: 9000, 5: 3000})):
        runs.expect(name + " of " + kernel, histogram(kernels[kernel], name) == values, kernels[kernel])
    many = histogram(kernels["far"], "r_rounds") or {0: 1}
    mean = sum(rounds * count for rounds, count in many.items()) / sum(many.values())
    # Neighbours go round much alike: it is the most of each warp.
    runs.expect("many rounds", len(many) <= 64 and sum(many.values()) == 375 and abs(mean - 528) < 2
                and "per: warp" in kernels["far"] and "per: warp" not in kernels["walk"], kernels["far"])
    runs.expect("many places", "place: {uniform: [0, 'ceil_div(6000 * y_elements, 12256)']}" in kernels["far"], kernels["far"])
    checked = subprocess.run([os.environ["GPUMODEL"], "check", *map(str, out.iterdir())],
                             capture_output=True, text=True)
    runs.expect("files that check accepts", checked.returncode == 0, checked.stdout + checked.stderr)
    executed = runs.predict("counts.cu", "--execute")
    runs.expect("counting leaves no trace", "first 3" in executed.stdout, executed.stdout + executed.stderr)
    # Two counters that data move on: where the loop ends, one of them is behind all that is read.
    merged = runs.predict("merged.cu", source=(
        "#include <vector>\n__global__ void common(const int* from, const int* keys, int* out, int n) {\n"
        "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n"
        "  int a = from[i], b = from[i + 1], found = 0;\n"
        "  while (a < from[i + 1] && b < from[i + 2]) {\n    const int x = keys[a], y = keys[b];\n"
        "    if (x == y) out[i] = ++found;\n    if (x < y) a++; else b++;\n  }\n}\n"
        "int main() {\n  const int n = 256;\n  std::vector<int> from, keys;\n"
        "  for (int i = 0; i < n + 2; ++i) from.push_back(4 * i);\n"
        "  for (int i = 0; i < 4 * (n + 1); ++i) keys.push_back(i * 7 % 11);\n"
        "  int *f, *k, *o; cudaMalloc(&f, 4 * from.size()); cudaMalloc(&k, 4 * keys.size()); cudaMalloc(&o, 4 * n);\n"
        "  cudaMemcpy(f, from.data(), 4 * from.size(), cudaMemcpyHostToDevice);\n"
        "  cudaMemcpy(k, keys.data(), 4 * keys.size(), cudaMemcpyHostToDevice);\n"
        "  common<<<n / 128, 128>>>(f, k, o, n); cudaDeviceSynchronize();\n}\n"))
    runs.expect("counted where it is used", merged.returncode == 0, merged.stdout + merged.stderr)
    # Of a smaller array, the same share of what is in it.
    smaller = runs.predict("smaller.cu", "--output", str(runs.folder / "smaller"), source=(
        "__global__ void pick(const float* at, const float* from, float* out, int n) {\n"
        "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n"
        "  const int place = static_cast<int>(at[i]);\n  out[i] = from[place];\n}\n"
        "int main() {\n  static float places[1024];\n  for (int i = 0; i < 1024; ++i) places[i] = (i * 617) % 1000;\n"
        "  float *at, *few, *many, *out; cudaMalloc(&at, 4096); cudaMalloc(&many, 4000); cudaMalloc(&few, 400);\n"
        "  cudaMalloc(&out, 4096); cudaMemcpy(at, places, 4096, cudaMemcpyHostToDevice);\n"
        "  pick<<<8, 128>>>(at, many, out, 1024);\n  for (int i = 0; i < 1024; ++i) places[i] = i % 100;\n"
        "  cudaMemcpy(at, places, 4096, cudaMemcpyHostToDevice); pick<<<8, 128>>>(at, few, out, 1024);\n"
        "  cudaDeviceSynchronize();\n}\n"))
    runs.expect("a smaller array", smaller.returncode == 0 and "place: {uniform: [place_least, place_end]}"
                in (runs.folder / "smaller" / "pick.yaml").read_text() and "place_end: 100"
                in (runs.folder / "smaller" / "smaller.yaml").read_text(), smaller.stdout + smaller.stderr)
    # While the application asks how long it took, and where something on the way cannot be executed.
    timed = runs.predict("timed.cu", source=COUNTED + (
        "int main() {\n  float* p; int* q; cudaMalloc(&p, 4096); cudaMalloc(&q, 4096);\n"
        "  cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); cudaEventRecord(a);\n"
        "  k<<<8, 128>>>(p, q); cudaEventRecord(b); cudaEventSynchronize(b);\n"
        "  float ms = 0; cudaEventElapsedTime(&ms, a, b); printf(\"took %d\\n\", ms > 0); }\n"))
    runs.expect("counted on the way", timed.returncode == 0 and "took 1" in timed.stdout
                and "k: taken_3, in all 8 blocks" in timed.stdout.replace("\n", " "), timed.stdout + timed.stderr)


def check_levels(runs):
    """What others do at a later launch is counted of it, too: the nodes of each level of a search."""
    out = runs.folder / "frontier"
    made = runs.predict("frontier.cu", "--output", str(out))
    visit, program = (out / "visit.yaml").read_text(), (out / "frontier.yaml").read_text()
    words = made.stdout.replace("\n", " ")
    runs.expect("levels end", made.returncode == 0 and "in all 896 blocks of its first 14 launches" in words,
                made.stdout + made.stderr)
    runs.expect("the first level", re.search(r"^  taken_9: 6.10352e-05 .*of its first launch$", visit, re.M), visit)
    later = [float(share) * 2**14 for share in re.findall(r"with: \{taken_9: ([\d.]+)", program)]
    runs.expect("further levels", [round(share) for share in later] == [2**k for k in range(1, 14)], program)
    runs.expect("neighbours in one warp", "with: {taken_9: 0.5, taken_9_warps: 0.501953" in program
                and "- if: {probability: taken_9, warps: taken_9_warps}" in visit, program + visit)
    runs.expect("edges of each", "i_2_rounds: {uniform: [i_2_rounds_least, i_2_rounds_end]}" in visit
                and "of its first 14 launches" in visit and "i_2_rounds_least: 1, i_2_rounds_end: 2}" in program,
                visit + program)
    runs.expect("what does not change is known", "values: {file: visit.first.txt}" in visit
                and "visit.levels.txt" not in visit, visit)


TEXTURES = """#include <cstdio>
#include <cstring>
__global__ void turned(cudaTextureObject_t image, cudaTextureObject_t volume, float* out, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * n + x] = tex2D<float>(image, y + 0.5f, x + 0.5f) + tex3D<float>(volume, x + 0.5f, y + 0.5f, 1.5f);
}
int main() {
  const int n = 64;
  float pixels[n * n], back[n * n] = {};
  for (int i = 0; i < n * n; ++i) pixels[i] = i;
  cudaChannelFormatDesc of = cudaCreateChannelDesc<float>();
  cudaArray_t image, volume;
  if (cudaMallocArray(&image, &of, n, n) || cudaMalloc3DArray(&volume, &of, make_cudaExtent(n, n, 2))) return 1;
  cudaMemcpy2DToArray(image, 0, 0, pixels, n * 4, n * 4, n, cudaMemcpyHostToDevice);
  cudaMemcpy3DParms all = {};
  all.srcPtr = make_cudaPitchedPtr(pixels, n * 4, n, n / 2);
  all.dstArray = volume;
  all.extent = make_cudaExtent(n, n / 2, 2);
  all.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&all)) return 2;
  cudaMemcpy2DFromArray(back, n * 4, image, 0, 0, n * 4, n, cudaMemcpyDeviceToHost);
  if (memcmp(back, pixels, sizeof back) != 0) return 3;
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeArray;
  cudaTextureDesc how = {};
  cudaTextureObject_t objects[2];
  what.res.array.array = image;
  cudaCreateTextureObject(&objects[0], &what, &how, nullptr);
  what.res.array.array = volume;
  cudaCreateTextureObject(&objects[1], &what, &how, nullptr);
  if (cudaGetTextureObjectResourceDesc(&what, objects[0]) || what.res.array.array != image) return 4;
  cudaMemPool_t pool;
  cudaMemPoolProps props = {};
  props.location.type = cudaMemLocationTypeDevice;
  float* spare;
  if (cudaMemPoolCreate(&pool, &props) || cudaMallocFromPoolAsync(&spare, 64, pool, 0)) return 5;
  cudaFreeAsync(spare, 0);
  cudaMemPoolDestroy(pool);
  float* out;
  cudaMalloc(&out, sizeof pixels);
  turned<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(objects[0], objects[1], out, n);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(objects[0]);
  if (cudaGetTextureObjectResourceDesc(&what, objects[0]) == cudaSuccess) return 6;
  cudaFreeArray(image);
}
"""


def check_textures(runs):
    """Arrays of textures are memory of the device, which kernels read through objects."""
    out = runs.folder / "textures"
    made = runs.predict("textures.cu", "--output", str(out), source=TEXTURES)
    runs.expect("textures end", made.returncode == 0 and "exit code 0; 1 launch, copies 32.77 kB in, 16.38 kB out"
                in made.stdout.replace("\n", " "), made.stdout + made.stderr)
    program = (out / "textures.yaml").read_text() if made.returncode == 0 else ""
    runs.expect("what is read", re.search(r"kernel: turned, reads: \[image, volume\], writes: \[out\]", program), program)


def check_libraries(runs):
    """Calls of libraries are named, and what the host reads of them is not known; no toolkit is needed."""
    made = runs.predict("libraries.cu")
    words = made.stdout.replace("\n", " ")
    runs.expect("libraries end", made.returncode == 0 and "exit code 0; 3 launches" in words, made.stdout + made.stderr)
    runs.expect("what thrust does on the host", "8386560 on the host" in words, made.stdout)
    for call in ("thrust::transform(4096)", "thrust::sort(4096)", "cublasSgemm(0, 1, 64, 64, 64)", "cufftExecC2C(64, 32)",
                 "cub::DeviceScan::ExclusiveSum(4096)", "thrust::reduce(4096)"):
        runs.expect(call, call + ": a library call, not predicted" in words, made.stdout)
    runs.expect("the first read", "unverified from libraries.cu:51 on, where the host reads what thrust::reduce(4096) "
                "should have written: 1 launch of 3" in words, made.stdout)
    (runs.folder / "plain.c").write_text("#include <stdlib.h>\n#define WIDE \"8\"\nint class(void) "
                                         "{ int* new = malloc(4); *new = atoi(\"1\"WIDE); return *new; }\n")
    made = runs.predict("with_c.cu", str(runs.folder / "plain.c"), source="__global__ void k(float* p) "
                        "{ p[threadIdx.x] = 1; }\nextern \"C\" int twice(void) __asm__(\"class\");\nint main() "
                        "{ float* p; cudaMalloc(&p, 4096);\n  k<<<{2, 1}, {32, 1, 1}>>>(p); return twice(); }\n")
    (runs.folder / "events.c").write_text("#include <cuda_runtime.h>\nint timed(void* marker) "
                                          "{ return cudaEventCreate(marker); }\n")
    events = runs.predict("with_events.cu", str(runs.folder / "events.c"), source="int timed(void*);\n" + KERNEL +
                          "int main() { cudaEvent_t e; " + LAUNCH + " return timed(&e); }\n")
    runs.expect("a file of C that calls the runtime", "exit code 0; 1 launch" in events.stdout, events.stderr)
    counted = runs.predict("counted_c.cu", str(runs.folder / "events.c"), source="int timed(void*);\n" + COUNTED +
                           "int main() { float* p; int* q; cudaEvent_t e; cudaMalloc(&p, 4096); cudaMalloc(&q, 4096);\n"
                           "  cudaMemset(p, 0, 4096); k<<<4, 32>>>(p, q); return timed(&e); }\n")
    runs.expect("what is counted beside a file of C", "k: taken_4, in all 4 blocks" in counted.stdout.replace("\n", " "),
                counted.stdout + counted.stderr)
    runs.expect("a file of C", "exit code 18; 1 launch" in made.stdout, made.stdout + made.stderr)


NESTED = """__global__ void inner(float* p) { p[threadIdx.x] = 1; }
__global__ void outer(float* p) { inner<<<1, 32>>>(p); cudaDeviceSynchronize(); p[threadIdx.x] += cudaGetLastError(); }
int main(int count, char**) { float* p; cudaMalloc(&p, 128); inner<<<1, 32>>>(p); if (count > 1) outer<<<1, 32>>>(p); }
"""


def check_blocks_of_cub(runs):
    """CUB within a block and random numbers are code of the kernel; a kernel that launches one harms nobody else."""
    made = runs.predict("blocks_of_cub.cu", "--execute")
    words = made.stdout.replace("\n", " ")
    runs.expect("what CUB computes", made.returncode == 0 and "sum 260, largest 77, scanned 1 256 1" in words and
                "pi found" in words, made.stdout + made.stderr)
    runs.expect("what a generator of the host wrote", "mean found" in words and "unverified" not in words, made.stdout)
    runs.expect("a generator of the host", "curandGenerateUniform(1024): a library call, not predicted" in words, made.stdout)
    made = runs.predict("nested.cu", source=NESTED)
    runs.expect("a kernel that nobody launches", made.returncode == 0 and "1 launch" in made.stdout, made.stderr)
    made = runs.predict("nested.cu", "--", "1", source=NESTED)
    runs.expect("a kernel that launches one", made.returncode == 6 and "outer: it launches a kernel itself" in made.stderr
                and "nested.cu:2" in made.stderr, made.stderr)


def check_instances(runs, describe):
    """A source is compiled once for all that is asked about it, and one further run counts for all of its kernels."""
    tools = runs.folder / "tools"
    tools.mkdir()
    for path in pathlib.Path(describe).parent.glob("lib*"):
        (tools / path.name).symlink_to(path)
    starts = runs.folder / "starts.txt"
    (tools / "gpumodel-describe").write_text(f'#!/bin/sh\necho "$@" >> {starts}\nexec {describe} "$@"\n')
    (tools / "gpumodel-describe").chmod(0o755)
    out = runs.folder / "instances"
    made = subprocess.run([os.environ["GPUMODEL"], "predict", str(HERE / "instances.cu"), "--device", "h200",
                           "--output", str(out)], capture_output=True, text=True, cwd=runs.folder,
                          env=dict(os.environ, GPUMODEL_RUNNER_PATH=str(tools)))
    runs.expect("instances end", made.returncode == 0 and "exit code 0; 12 launches" in made.stdout,
                made.stdout + made.stderr)
    started = starts.read_text().splitlines()
    runs.expect("a source is compiled once to be asked about, and for the host without and with its kernels",
                len(started) == 3 and sum("--serve" in line for line in started) == 1, started)
    shares = [re.search(r"^  taken_\w+: (\S+) .*counted: in all", path.read_text(), re.M) for path in out.glob("sift-*")]
    runs.expect("shares of all instances", len(shares) == 12 and all(s and float(s[1]) == 0.25 for s in shares),
                [path.name for path in out.iterdir()])
    counted = [line for line in made.stdout.splitlines() if "counted on the processor" in line]
    runs.expect("what was counted is said of all", len(counted) == 12, made.stdout)


def check_standing(runs):
    """Numbers that stand in variables of the device are sizes, as they are when the kernel is launched."""
    out = runs.folder / "standing"
    made = runs.predict("standing.cu", "--output", str(out))
    runs.expect("standing ends", made.returncode == 0 and "filled" in made.stdout, made.stdout + made.stderr)
    fill = (out / "fill.yaml").read_text() if (out / "fill.yaml").exists() else ""
    for name, value in (("width", 1000), ("height", 600)):
        runs.expect(f"{name} of fill", re.search(rf"^  {name}_value: {value} +# counted: ", fill, re.M), fill)
    # An application that launches in every step of a loop has more steps than people write.
    steps = runs.predict("steps.cu", source=(
        "__global__ void k(float* a, int t) { a[blockIdx.x * blockDim.x + threadIdx.x + t] = 1; }\n"
        "int main() {\n  float* p; cudaMalloc(&p, 1 << 20);\n"
        "  for (int t = 0; t < 3000; ++t) { k<<<4, 128>>>(p, t); cudaDeviceSynchronize(); }\n}\n"))
    runs.expect("thousands of steps", steps.returncode == 0 and "3000 launches" in steps.stdout.replace("\n", " "),
                steps.stdout + steps.stderr)


def check_cores(runs):
    """Results are the same on one core and on all."""
    words = []
    for on in (["taskset", "-c", str(min(os.sched_getaffinity(0)))], []):
        made = subprocess.run([*on, os.environ["GPUMODEL"], "predict", str(HERE / "cores.cu"), "--execute",
                               "--device", "h200", "-D", "taken_46=0.5", "--values", "value=uniform: [0, 1000]",
                               "--values", "element=uniform: [0, 256000]", "--values",
                               "r_rounds=uniform: [0, 4]"],
                              capture_output=True, text=True, env=runs.environment)
        runs.expect("all kernels are executed", made.returncode == 0
                    and "application: exit code 0; 5 launches" in made.stdout
                    and "5 launches of 5" in made.stdout.replace("\n", " "), made.stdout + made.stderr)
        words.append(re.findall(r"^\w+ [0-9a-f]{16}$", made.stdout, re.M))
    runs.expect("the same results", words[0] == words[1] and len(words[0]) == 7, words)


def check_binary(runs):
    """A program that was built elsewhere, on the runtime as a library."""
    for name, version in (("shared", 13), ("shared12", 12)):
        library = pathlib.Path(sys.argv[1]).parent / f"libcudart.so.{version}"
        subprocess.run(["c++", "-o", str(runs.folder / name), str(HERE / "shared.cpp"), str(library)],
                       check=True)
    folder = ["--descriptors", str(HERE / "descriptors")]
    out = runs.folder / "binary"
    made = runs.predict("shared", *folder, "--output", str(out), "--", "1048576", "8192")
    words = made.stdout.replace("\n", " ")
    runs.expect("a program that was built", made.returncode == 0 and "NVIDIA H200: " in words
                and "exit code 3; 10 launches" in words, made.stdout + made.stderr)
    runs.expect("its kernels are descriptors", "kernel: scale-3, reads: [], writes: [x]" in
                (out / "shared.yaml").read_text(), (out / "shared.yaml").read_text())
    runs.expect("a kernel without one is named", "not timed, for no descriptor is of it: other, 1 launch"
                in words, made.stdout)
    told = re.search(r"H200: (\S+) us", words)
    kernel = subprocess.run([os.environ["GPUMODEL"], "predict", str(out / "scale-3.yaml"), "--device",
                             "h200", "--cache", "warm", "--json", "-"], capture_output=True, text=True)
    alone = 1e6 * json.loads(kernel.stdout)["time_s"]
    runs.expect("its events", told and 0.8 * 10 * alone < float(told[1]) < 1.3 * 10 * alone, (words, alone))
    older = runs.predict("shared12", *folder, "--", "1048576", "8192")
    runs.expect("for CUDA 12", older.returncode == 0 and "exit code 3; 10 launches" in older.stdout, older.stderr)
    other = runs.predict("shared", *folder, "--", "1048576", "100")
    runs.expect("a grid of its own", other.returncode == 3 and "launched with 100x1x1 blocks of 128x1x1, its "
                "descriptor says 8192x1x1 of 128x1x1" in other.stderr, other.stderr)
    runs.expect("descriptors are needed", runs.predict("shared").returncode == 2)
    (runs.folder / "static").write_bytes(b"\x7fELF and nothing of CUDA")
    static = runs.predict("static", *folder)
    runs.expect("a runtime of its own", static.returncode == 3 and "application-runtime" in static.stderr,
                static.stderr)
    bad = runs.folder / "bad"
    bad.mkdir()
    (bad / "k.yaml").write_text("# k(Shift how), a.cu:1.\nkernel: k\n")
    unknown = runs.predict("shared", "--descriptors", str(bad))
    runs.expect("a structure", unknown.returncode == 3 and "how large 'Shift' is" in unknown.stderr,
                unknown.stderr)


# A kernel asks whether its pointer is null: its launches say so.
def check_given(runs):
    out = runs.folder / "given"
    made = runs.predict("given.cu", "--output", str(out), source=(
        "__global__ void sums(float* x, float* last) {\n  x[threadIdx.x] += 1;\n"
        "  if (last != nullptr && threadIdx.x == blockDim.x - 1) last[blockIdx.x] = x[threadIdx.x];\n}\n"
        "int main() {\n  float* x; cudaMalloc(&x, 512);\n  sums<<<1, 64>>>(x, x + 64);\n"
        "  sums<<<1, 64>>>(x, nullptr);\n}\n"))
    runs.expect("null pointers", made.returncode == 0, made.stdout + made.stderr)
    if made.returncode == 0:
        steps = steps_of((out / "given.yaml").read_text())
        runs.expect("the launch without", sum("last_given: 0" in s for s in steps) == 1, str(steps))
        kernel = (out / "sums.yaml").read_text()
        runs.expect("the condition", "last_given == 1 && thread.x == block.x - 1" in kernel
                    and "last_given: 1 " in kernel, kernel)


KERNEL = "__global__ void k(int* p, int n) { int i = threadIdx.x; if (i < n) p[i] = 1; }\n"
LAUNCH = "int* d; cudaMalloc(&d, 4096); k<<<1, 32>>>(d, 32);"
COUNTED = ("#include <cstdio>\n__global__ void k(const float* p, int* q) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
           "\n  if (p[i] > 2) q[i] = 1; }\n")
CLOCK = "__global__ void c(float* p) { p[threadIdx.x] = clock(); }\n"
ALLOCATED = "float* p; int* q; cudaMalloc(&p, 4096); cudaMalloc(&q, 4096); "
# name, source, options, exit code, what standard error says
FAULTS = [
    ("crash", KERNEL + "int main() { " + LAUNCH + "\nvolatile int* p = nullptr; *p = 1; }\n", [], 6,
     ["crashed (Segmentation fault), after its call at crash.cu:2, and is predicted until then; 1 launch"]),
    ("abort", KERNEL + "#include <cstdlib>\nint main() { " + LAUNCH + " abort(); }\n", [], 6,
     ["crashed (Aborted)"]),
    ("crash_before", KERNEL + "int main() { float* d; cudaMalloc(&d, 64);\nvolatile int* p = nullptr; *p = 1; }\n",
     [], 3, ["application-failed", "crashed (Segmentation fault), after its call at crash_before.cu:2"]),
    ("hang", KERNEL + "int main() { " + LAUNCH + " for (volatile int i = 0;;) i = 1; }\n",
     ["--time-limit", "1"], 6, ["stopped after 1 s; 1 launch"]),
    ("memory", KERNEL + "#include <cstdlib>\n#include <cstring>\nint main() { " + LAUNCH +
     " volatile char* p = (volatile char*)malloc(1ul << 30); for (unsigned i = 0;; i += 4096) "
     "p[i & 0x3fffffff] = 1; }\n",
     ["--memory-limit", "128Mi", "--time-limit", "20"], 3, ["more memory than 128 MiB", "--memory-limit"]),
    ("missing", "#include <cstdio>\nint main() { if (!fopen(\"nowhere.dat\", \"r\")) "
     "{ perror(\"nowhere.dat\"); return 7; } }\n", [], 3,
     ["nowhere.dat: No such file", "did nothing on a device; it ended with exit code 7"]),
    ("source", KERNEL + "int main() {\n  return nothing; }\n", [], 3,
     ["source-error", "source.cu:3:10", "'nothing'"]),
    ("function", "int main() { size_t n; return cudaDeviceGetLimit(&n, 0); }\n", [], 3,
     ["application-link", "'cudaDeviceGetLimit', which is not there"]),
    ("processes", "int main() { cudaIpcMemHandle_t handle; void* p; cudaMalloc(&p, 64); return cudaIpcGetMemHandle(&handle, "
     "p); }\n", [], 3, ["application-link", "'cudaIpcGetMemHandle', which is not there"]),
    ("elsewhere", "__global__ void scale(float* x);\nint main() { float* d; cudaMalloc(&d, 64); scale<<<1, 16>>>(d); }\n",
     [], 3, ["application-link", "launches 'scale', which no file given defines"]),
    ("references", "texture<float, 1> table;\n__global__ void k(float* p) { p[threadIdx.x] = tex1Dfetch(table, 0); }\n"
     "int main() { float* d; cudaMalloc(&d, 64); k<<<1, 16>>>(d); }\n", [], 3,
     ["application-link", "references of textures", "cudaCreateTextureObject"]),
    ("library", "extern \"C\" int cublasCreate_v2(void**);\nint main() { void* h; return "
     "cublasCreate_v2(&h); }\n", [], 3, ["application-link", "'cublasCreate_v2', which is not there"]),
    ("include", "#include <cudnn.h>\nint main() { cudnnHandle_t h; }\n", [], 3,
     ["include.cu:1:10", "'cudnn.h' file not found"]),
    ("unused", "#include <cudnn.h>\n" + KERNEL + "int main() { " + LAUNCH + " }\n", [], 0,
     ["exit code 0; 1 launch"]),
    ("rows", KERNEL + "double sum(double* flat, int n, int m) {\n  double (*rows)[m] = (double (*)[m])flat;\n"
     "  const double (*same)[m] = (const double(*)[m]) flat; return rows[n - 1][m - 1] + same[0][0]; }\n"
     "int main() { double x[64] = {}; " + LAUNCH + " return (int)sum(x, 8, 8); }\n", [], 0,
     ["exit code 0; 1 launch"]),
    ("asked", "__global__ void k(float* p, int* q) { int i = threadIdx.x; if (p[i] > clock()) q[i] = 1; }\n"
     "int main() { float* d; cudaMalloc(&d, 256); k<<<1, 32>>>(d, (int*)(d + 32)); }\n", [], 3,
     ["value-asked", "asked.cu:1", "-D taken_1=SHARE", "not counted: it calls the clock"]),
    ("unknown", COUNTED + CLOCK + "int main() { " + ALLOCATED + "c<<<1, 128>>>(p); k<<<8, 128>>>(p, q); }\n",
     [], 6, ["unknown.cu:3", "not counted: it reads what c should have written, which cannot be executed"]),
    ("slow", COUNTED + "int main() { " + ALLOCATED + "k<<<8, 128>>>(p, q);\n"
     "  cudaMemcpy(p, q, 4, cudaMemcpyDeviceToHost); }\n", ["-D", "taken_3=0.5"], 0, ["exit code 0; 1 launch"]),
    ("wild", COUNTED + "int main() { " + ALLOCATED + "k<<<1 << 20, 1024>>>(p, q); }\n", [], 3,
     ["-D taken_3=SHARE", "not counted: it crashes"]),
    ("refusal", "__global__ void k(int* p) { asm volatile(\"bar.sync 0;\"); p[0] = 1; }\nint main() { int* d; "
     "cudaMalloc(&d, 128); k<<<1, 32>>>(d); }\n", [], 3, ["not-described", "refusal.cu:1"]),
    ("partly", KERNEL + "__global__ void parent(int* p) { k<<<1, 16>>>(p, 1); }\nint main() { " + LAUNCH +
     " parent<<<4, 64>>>(d); parent<<<4, 64>>>(d); }\n", [], 6,
     ["warning[not-described]: parent", "partly.cu:2", "described: parent, 2 launches, no longer here than a launch"]),
    ("race", KERNEL + "int main() { " + LAUNCH + " char* h; cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
     "  cudaMallocHost((void**)&h, 4096); cudaMemcpyAsync(d, h, 4096, cudaMemcpyDefault, a);\n"
     "  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDefault, b); }\n", [], 0, ["warning[data-race]", "1 launch"]),
    ("smaller", "__global__ void put(const int* to, float* x, int n) { if (threadIdx.x < n) x[to[threadIdx.x]] = 1; }\n"
     "int main() { int far[64], near[64], *to; float *x, *y; for (int i = 0; i < 64; i++) far[i] = 15 * i, near[i] = i;\n"
     "  cudaMalloc(&to, 256); cudaMalloc(&x, 4096); cudaMalloc(&y, 256);\n"
     "  cudaMemcpy(to, far, 256, cudaMemcpyDefault); put<<<1, 64>>>(to, x, 64);\n"
     "  cudaMemcpy(to, near, 256, cudaMemcpyDefault); put<<<1, 64>>>(to, y, 64); }\n", [], 0, ["exit code 0; 2 launches"]),
    ("driver", "#include <cuda.h>\n" + KERNEL + "int main() {\n  cuCtxCreate(nullptr, 0, 0); }\n", [], 3,
     ["driver.cu:", "'cuCtxCreate'", "driver API is not supported"]),
    ("lambdas", "template <class F> __global__ void each(F f) { f(threadIdx.x); }\nint main() { float* p; "
     "cudaMalloc(&p, 4096);\n  each<<<1, 32>>>([=] __device__ (int i) { p[i] = 1; });\n  each<<<2, 32>>>([=] "
     "__device__ (int i) { p[i] += 1; }); }\n", [], 0, ["exit code 0; 2 launches"]),
    ("nothing", "int main(int c, char**) { return c; }\n", [], 3, ["did nothing on a device"]),
    # What an application says of itself is not believed.
    ("garbage", KERNEL + "#include <unistd.h>\nint main() { write(3, \"garbage\\n\", 8); " + LAUNCH + " }\n",
     [], 3, ["error["]),
    ("lie", KERNEL + "#include <unistd.h>\n#include <cstring>\nint main() { const char* s = \"{\\\"do\\\": "
     "\\\"free\\\", \\\"at\\\": 5, \\\"between\\\": -1}\\n\"; write(3, s, strlen(s)); " + LAUNCH + " }\n",
     [], 3, ["application-record", "between: out of range"]),
    ("share", KERNEL + "#include <unistd.h>\n#include <cstring>\nint main() { const char* s = \"{\\\"do\\\": "
     "\\\"counted\\\", \\\"kernel\\\": \\\"k\\\", \\\"grid\\\": \\\"1 1 1\\\", \\\"block\\\": \\\"1 1 1\\\", "
     "\\\"launch\\\": 0, \\\"blocks\\\": 1, \\\"waiting\\\": 0, \\\"why\\\": \\\"\\\", \\\"unknown\\\": \\\"\\\", \\\"numbers\\\": "
     "\\\"share 1 2\\\", \\\"between\\\": 0}\\n\"; write(3, s, strlen(s)); " + LAUNCH + " }\n", [], 3,
     ["application-record", "numbers: no counts"]),
    ("stream", KERNEL + "#include <unistd.h>\n#include <cstring>\nint main() { const char* s = \"{\\\"do\\\": "
     "\\\"event\\\", \\\"number\\\": 5, \\\"stream\\\": 99, \\\"device\\\": 0, \\\"between\\\": 0}\\n\"; "
     "write(3, s, strlen(s)); " + LAUNCH + " }\n", [], 3,
     ["application-record", "a stream that was never created"]),
    ("endless", KERNEL + "#include <unistd.h>\n#include <cstring>\nstatic char s[1 << 20];\nint main() { "
     "memset(s, 'x', sizeof s); write(3, s, sizeof s); " + LAUNCH + " }\n", [], 3,
     ["application-record", "a line without an end"]),
    ("half", KERNEL + "#include <unistd.h>\nint main() { " + LAUNCH +
     " write(3, \"{\\\"do\\\": \\\"lau\", 11); _exit(0); }\n", [], 0, ["exit code 0; 1 launch"]),
]


def check_faults(runs):
    for name, source, options, code, words in FAULTS:
        made = runs.predict(name + ".cu", "-q", *options, source=source)
        runs.expect(name, made.returncode == code and all(w in made.stderr for w in words),
                    f"exit code {made.returncode}\n{made.stderr}")
    answered = runs.predict("asked.cu", "-q", "-D", "taken_1=0.5")
    runs.expect("an answer", answered.returncode == 0, answered.stderr)
    by_name = runs.predict("source.cu", "-q", "--warp", "--kernel", "k")
    runs.expect("--warp is of applications", by_name.returncode == 2, by_name.stderr)
    same = runs.predict("k.cu", "-q", "--output", str(runs.folder / "same"), source=KERNEL +
                        "int main() { " + LAUNCH + " }\n")
    runs.expect("a kernel of the program's name", same.returncode == 0
                and sorted(f.name for f in (runs.folder / "same").iterdir()) == ["k-program.yaml", "k.yaml"],
                same.stderr)
    split = runs.predict("one.cu", str(runs.folder / "two.cpp"), "-q", source=KERNEL +
                         "void go() { " + LAUNCH + " }\n")
    runs.expect("a file that is missing", split.returncode == 3 and "two.cpp" in split.stderr, split.stderr)
    (runs.folder / "two.cpp").write_text("void go();\nint main() { go(); return 4; }\n")
    split = runs.predict("one.cu", str(runs.folder / "two.cpp"))
    runs.expect("two files", "exit code 4; 1 launch" in split.stdout, split.stdout + split.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(sys.argv[1], pathlib.Path(folder))
        for check in (check_recording, check_structures, check_indices, check_extents, check_halo,
                      check_pauses, check_streams, check_clocks, check_device, check_occupancy,
                      check_two_kinds_of_memory, check_search,
                      check_graphs, check_execution, check_intrinsics, check_runtime, check_headers, check_input, check_counts, check_levels, check_standing,
                      check_textures, check_libraries, check_blocks_of_cub, check_cores, check_binary, check_given, check_faults):
            check(runs)
        check_instances(runs, sys.argv[1])
    print("\n".join(runs.wrong) or f"24 applications, {len(FAULTS)} faults")
    return 1 if runs.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
