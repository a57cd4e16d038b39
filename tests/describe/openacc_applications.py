#!/usr/bin/env python3
"""Applications in OpenACC that are predicted: GCC compiles them, they run with their regions, and what
they did is the program.

    openacc_applications.py DESCRIBE            $GPUMODEL is the program
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from applications import Runs, steps_of


def check_recording(runs):
    out = runs.folder / "smoothing"
    made = runs.predict("smoothing.c", "--output", str(out), "--", "2048")
    runs.expect("smoothing ends", made.returncode == 0, made.stderr)
    # What it prints is what its regions computed.
    runs.expect("its own words", made.stdout.startswith("1.57285e+06\n786422\n"), made.stdout)
    words = " ".join(made.stdout.split())
    runs.expect("what it did", "exit code 0; 30 launches of regions, which ran on the processor, copies "
                "12.58 MB in, 6.291 MB out" in words, made.stdout)
    program = (out / "smoothing.yaml").read_text()
    half = "with: {n: 1024}, "
    expected = []
    for more, rounds, data in (("", 9, "copy: [data_2], create: [data_1]"),
                               (half, 3, "copy: [data_5], create: [data_4]")):
        first, second = (f"{{kernel: smooth-{line}, {more}reads: [], writes: [], cache: warm}}" for line in (9, 13))
        arrays = data.split("[")[1].split("]")[0]
        expected += [f"data: {{{data}}}", "steps:", first.replace("warm", "copied"), f"repeat: {rounds}", "steps:",
                     second, first, second,
                     f"{{kernel: smooth-17, {more}reads: [], writes: [], copy: [data_3], copyin: [{arrays}], "
                     "cache: copied}"]
    runs.expect("its steps", steps_of(program) == expected, program)
    checked = subprocess.run([os.environ["GPUMODEL"], "check", *map(str, out.iterdir())],
                             capture_output=True, text=True)
    runs.expect("files that check accepts", checked.returncode == 0, checked.stdout + checked.stderr)

    other = runs.folder / "again"
    made = runs.predict("smoothing.c", "--output", str(other), "--json", "-", "--", "2048")
    runs.expect("its words are beside", "786422" in made.stderr, made.stderr)
    same = subprocess.run([os.environ["GPUMODEL"], "predict", str(other / "smoothing.yaml"), "--device", "h200",
                           "--backend", "openacc", "--json", "-"], capture_output=True, text=True)
    runs.expect("the time of its program file",
                json.loads(made.stdout)["time_s"] == json.loads(same.stdout)["time_s"], same.stderr)


SPARSE = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char** argv) {
  int rows = atoi(argv[1]), n = 0, *begin = malloc(sizeof(int) * (rows + 1));
  for (int i = 0; i < rows; i++) { begin[i] = n; n += 1 + i % 9; }
  begin[rows] = n;
  int *col = malloc(sizeof(int) * n);
  double *x = malloc(sizeof(double) * rows), *y = malloc(sizeof(double) * rows);
  for (int i = 0; i < n; i++) col[i] = (i * 37) % rows;
  for (int i = 0; i < rows; i++) x[i] = 1;
#pragma acc parallel loop copyin(begin[0:rows + 1], col[0:n], x[0:rows]) copyout(y[0:rows])
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; k++) sum += x[col[k]];
    y[i] = sum;
  }
  printf("%g\\n", y[rows - 1]);
}
"""


def check_contents(runs):
    """What decides on indices is found where the region first ran."""
    out = runs.folder / "sparse"
    made = runs.predict("sparse.c", "--output", str(out), "--", "1000", source=SPARSE)
    runs.expect("sparse rows", made.returncode == 0 and made.stdout.startswith("1\n"), made.stdout + made.stderr)
    if made.returncode != 0:
        return
    begin = [int(n) for n in (out / "main.begin.txt").read_text().splitlines()[1:]]
    runs.expect("where they begin", begin[:4] == [0, 1, 3, 6] and len(begin) == 1001, str(begin[:9]))
    runs.expect("files beside", "file: main.col.txt" in (out / "main.yaml").read_text(),
                (out / "main.yaml").read_text())


FILES = {
    "work.h": "#define N 100000\n#ifdef __cplusplus\nextern \"C\"\n#endif\nvoid step(const double*, double*, int);\n"
              "#pragma acc routine seq\n#ifdef __cplusplus\nextern \"C\"\n#endif\ndouble mean(const double*);\n",
    "work.c": """#include "work.h"
#include <openacc.h>
double mean(const double *at) { return 0.5 * (at[-1] + at[1]); }
void step(const double *from, double *to, int n) {
  if (acc_get_num_devices(acc_device_nvidia) > 0)
#pragma acc parallel loop present(from[0:n], to[0:n]) async(1)
    for (int i = 1; i < n - 1; i++) to[i] = mean(from + i);
  else return;
#pragma acc wait(1)
}
""",
}
MAIN = """#include "work.h"
static double x[N], y[N];
int main() {
#pragma acc enter data copyin(x, y)
  for (int t = 0; t < 5; t++) step(x, y, N), step(y, x, N);
#pragma acc parallel loop present(x, y)
  for (int i = 1; i < N / 2; i++) y[i] = mean(x + 2 * i);
#pragma acc exit data copyout(x) delete(y)
}
"""


def check_files(runs):
    """Several of them, with a queue, a routine of the other one, and a directive that is the only statement of a condition."""
    for name, text in FILES.items():
        (runs.folder / name).write_text(text)
    out = runs.folder / "files"
    made = runs.predict("files.cpp", str(runs.folder / "work.c"), "--output", str(out), source=MAIN)
    runs.expect("two files", made.returncode == 0 and "11 launches of regions" in made.stdout,
                made.stdout + made.stderr)
    if made.returncode == 0:
        steps = steps_of((out / "files.yaml").read_text())
        runs.expect("the queue", steps[2] == "{kernel: step, reads: [], writes: [], cache: copied, stream: 0}",
                    str(steps))
        runs.expect("the routine", "x[2 * i + 1]" in (out / "main.yaml").read_text(), (out / "main.yaml").read_text())
    made = runs.predict("alone.cpp", "-q", source=MAIN + "void f(int* p) {\n#pragma acc serial copy(p[0:1])\n"
                        "  p[0] = 1;\n}\n")
    runs.expect("a file that is missing", made.returncode == 3 and "'step', which" in made.stderr, made.stderr)


INSTANCES = """#include <vector>
template <class T> void scale(T *p, int n, T a) {
#pragma acc kernels copy(p[0:n])
  {
    for (int i = 0; i < n; ++i) p[i] *= a;
    for (int i = 0; i < n; ++i) p[i] += a;
  }
}
int main() {
  std::vector<float> f(1000);
  std::vector<double> d(2000);
  scale(f.data(), 1000, 2.f);
  scale(d.data(), 2000, 2.);
}
"""


def check_instances(runs):
    """Instances of a template are told apart, and of a construct each nest is a kernel."""
    out = runs.folder / "instances"
    made = runs.predict("instances.cpp", "-q", "--output", str(out), source=INSTANCES)
    runs.expect("instances", made.returncode == 0, made.stderr)
    if made.returncode == 0:
        names = [step.split(",")[0] for step in steps_of((out / "instances.yaml").read_text()) if "kernel:" in step]
        runs.expect("a kernel of each", names == [f"{{kernel: scale-{each}" for each in
                                                  ("float-5", "float-6", "double-5", "double-6")], str(names))


REGION = """#include <stdlib.h>
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  float *x = malloc(sizeof(float) * n);
  %s
#pragma acc parallel loop %s
  for (int i = 0; i < n; i++) %s
  return x[0] > 1;
}
"""
# name, what stands before the region, its clauses, its body, options, exit code, what standard error says
FAULTS = [
    ("forgotten", "", "", "x[i] = i;", [], 0,
     ["data-assumed", "forgotten.c:6: what is used here no data clause brings", "1 launch of regions"]),
    ("absent", "", "present(x[0:n])", "x[i] = i;", [], 0, ["data-assumed", "absent.c:6", "1 launch"]),
    ("pointer", "\n#pragma acc enter data create(x[0:n])", "present(x)", "x[i] = i;", [], 0, ["1 launch of regions"]),
    ("part", "\n#pragma acc enter data copyin(x[0:n / 2])", "copy(x[0:n])", "x[i] = i;", [], 3,
     ["part.c:7: the application cannot go on: a part of its data is on the device, and a part is not"]),
    ("syntax", "int n = = 3;", "copyout(x[0:n])", "x[i] = i;", [], 3, ["source-error", "syntax.c:5:"]),
    ("include", "\n#include \"nowhere.h\"\n", "copyout(x[0:n])", "x[i] = i;", [], 3,
     ["include.c:6:", "nowhere.h: No such file"]),
    ("never", "if (n > 0) exit(4);", "copyout(x[0:n])", "x[i] = i;", [], 3,
     ["came to no region: exit code 4"]),
    ("slow", "\n#pragma acc serial copyout(x[0:n])\nfor (int i = 0; i < n; i++) x[i] = i;\n"
     "for (volatile int i = 0;;) i = 1;", "copyout(x[0:n])", "x[i] = i;", ["--time-limit", "1"], 6,
     ["stopped after 1 s; 1 launch of regions"]),
    ("crash", "\n#pragma acc serial copyout(x[0:n])\nfor (int i = 0; i < n; i++) x[i] = i;\n"
     "volatile int* p = NULL; *p = 1;", "copyout(x[0:n])", "x[i] = i;", [], 6,
     ["crashed (Segmentation fault), after its region at crash.c:6, and is predicted until then"]),
    ("warp", "", "copyout(x[0:n])", "x[i] = i;", ["--warp"], 2, ["--warp is for applications of CUDA"]),
    ("asked", "", "copy(x[0:n])", "{ float y = x[i]; while (y > 1) y = y * y - x[(int)y % n]; x[i] = y; }", [], 3,
     ["value-asked", "asked.c:"]),
    ("partly", "\n#pragma acc parallel loop copyout(x[0:n])\nfor (int i = 0; i < n; i++) x[i] = i;\n", "copy(x[0:n])",
     "{ float y = x[i]; while (y > 1) y = y * y - x[(int)y % n]; x[i] = y; }", [], 6,
     ["warning[value-asked]", "partly.c:", "not predicted, for it is not described: region-", "2 launches of regions"]),
]


def check_faults(runs):
    for name, before, clauses, body, options, code, words in FAULTS:
        made = runs.predict(name + ".c", "-q", *options, source=REGION % (before, clauses, body))
        runs.expect(name, made.returncode == code and all(w in made.stderr for w in words),
                    f"exit code {made.returncode}\n{made.stderr}")
    (runs.folder / "kernel.cu").write_text("__global__ void k(int* p) { p[0] = 1; }\n")
    mixed = runs.predict("mixed.c", str(runs.folder / "kernel.cu"), "-q",
                         source=REGION % ("", "copyout(x[0:n])", "x[i] = i;"))
    runs.expect("with CUDA", mixed.returncode == 3 and "with files of CUDA is not run" in mixed.stderr, mixed.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        runs = Runs(sys.argv[1], pathlib.Path(folder))
        for check in (check_recording, check_contents, check_files, check_instances, check_faults):
            check(runs)
        for each in runs.wrong:
            print(each)
        sys.exit(1 if runs.wrong else 0)


if __name__ == "__main__":
    main()
