#!/usr/bin/env python3
"""Which `kernels` constructs of OpenACC GCC shares out to gangs.

    kernels_constructs.py > kernels_constructs.gcc12.json      with gcc-12 and its offload compiler for nvptx

Compiles each form and looks in the code for nvptx how it is launched: with as many gangs as the runtime finds
best, or with one. src/describe/regions/gcc_kernels.cpp stands on it, tests/describe/kernels_constructs.py compares.
"""
import json
import pathlib
import re
import subprocess
import tempfile

FLAGS = ["-O2", "-fopenacc", "-foffload=nvptx-none", "-foffload-options=nvptx-none=-misa=sm_80"]
STATIC = "static double A[N][N], B[N][N], c[N], d[N];\nstatic int idx[N];\n"
POINTERS = "int n, double *a, double *b"
ONE = "for (int i = 0; i < n; i++) b[i] = 2 * a[i];"
IN_OUT = "copyin(a[0:n]) copyout(b[0:n])"
# (what stands before the function, its parameters, its body)
FORMS = {
    "pointers": ("", POINTERS, f"#pragma acc kernels {IN_OUT}\n{ONE}"),
    "restrict pointers": ("", "int n, const double *restrict a, double *restrict b", f"#pragma acc kernels {IN_OUT}\n{ONE}"),
    "pointers, loop": ("", POINTERS, f"#pragma acc kernels {IN_OUT}\n#pragma acc loop independent\n{ONE}"),
    "pointers, kernels loop": ("", POINTERS, f"#pragma acc kernels loop {IN_OUT}\n{ONE}"),
    "pointers, gang vector": ("", POINTERS, f"#pragma acc kernels {IN_OUT}\n#pragma acc loop gang vector\n{ONE}"),
    "pointers to rows": ("", "int n, double a[N][N], double b[N][N]",
                         "#pragma acc kernels\nfor (int i = 0; i < N; i++)\nfor (int j = 0; j < N; j++) b[i][j] = a[i][j];"),
    "global pointers": ("double *g, *h;\n", "int n", "#pragma acc kernels copyout(g[0:n]) copyin(h[0:n])\n"
                        "for (int i = 0; i < n; i++) g[i] = h[i];"),
    "one pointer": ("", POINTERS, "#pragma acc kernels copy(b[0:n])\nfor (int i = 0; i < n; i++) b[i] = 2 * b[i];"),
    "one pointer, written": ("", POINTERS, "#pragma acc kernels copyout(b[0:n])\nfor (int i = 0; i < n; i++) b[i] = i;"),
    "pointer and array": (STATIC, POINTERS, "#pragma acc kernels copyout(b[0:n])\nfor (int i = 0; i < n; i++) b[i] = c[i];"),
    "allocated": ("#include <stdlib.h>\n", POINTERS, "double *p = malloc(8 * n), *q;\nq = malloc(8 * n);\n"
                  "#pragma acc kernels copyout(p[0:n]) copyin(q[0:n])\nfor (int i = 0; i < n; i++) p[i] = q[i];\nb[0] = p[1];"),
    "arrays": (STATIC, "int n", "#pragma acc kernels\nfor (int i = 0; i < N; i++) c[i] = 2 * d[i];"),
    "arrays, open rounds": (STATIC, "int n", "#pragma acc kernels\nfor (int i = 0; i < n; i++) c[i] = 2 * d[i];"),
    "arrays in a block": (STATIC, "int n", "#pragma acc kernels\n{ for (int i = 0; i < N; i++) c[i] = 2 * d[i]; }"),
    "arrays, loop": (STATIC, "int n", "#pragma acc kernels\n#pragma acc loop independent\nfor (int i = 0; i < N; i++) c[i] = 2 * d[i];"),
    "arrays, kernels loop": (STATIC, "int n", "#pragma acc kernels loop\nfor (int i = 0; i < N; i++) c[i] = 2 * d[i];"),
    "arrays, two nests": (STATIC, "int n", "#pragma acc kernels\n{ for (int i = 0; i < N; i++) c[i] = 2 * d[i];\n"
                          "for (int i = 0; i < N; i++) c[i] += 3; }"),
    "arrays, a sum": (STATIC, "int n, double *b", "double s = 0;\n#pragma acc kernels\nfor (int i = 0; i < N; i++) s += c[i] * d[i];\nb[0] = s;"),
    "arrays, two loops": (STATIC, "int n", "#pragma acc kernels\nfor (int i = 0; i < N; i++)\nfor (int j = 0; j < N; j++) B[i][j] = 2 * A[i][j];"),
    "arrays, gang and vector": (STATIC, "int n", "#pragma acc kernels\n#pragma acc loop gang\nfor (int i = 0; i < N; i++)\n"
                                "#pragma acc loop vector\nfor (int j = 0; j < N; j++) B[i][j] = 2 * A[i][j];"),
    "stencil": (STATIC, "int n", "#pragma acc kernels\nfor (int i = 1; i < N - 1; i++)\nfor (int j = 1; j < N - 1; j++)\n"
                "B[i][j] = A[i][j - 1] + A[i][j + 1] + A[i - 1][j] + A[i + 1][j];"),
    "product": (STATIC, "int n", "#pragma acc kernels\nfor (int i = 0; i < N; i++)\nfor (int j = 0; j < N; j++) {\ndouble s = 0;\n"
                "for (int k = 0; k < N; k++) s += A[i][k] * A[k][j];\nB[i][j] = s; }"),
    "condition": (STATIC, "int n", "#pragma acc kernels\nfor (int i = 0; i < N; i++) { c[i] = 2 * d[i]; if (c[i] > 3) c[i] = 1; }"),
    "recurrence": (STATIC, "int n", "#pragma acc kernels\nfor (int i = 1; i < N; i++) c[i] = c[i - 1] + d[i];"),
    "in steps": (STATIC, "int n", "for (int t = 0; t < n; t++) {\n#pragma acc kernels\nfor (int i = 1; i < N - 1; i++) c[i] = d[i - 1] + d[i + 1];\n}"),
    "gather": (STATIC, "int n", "#pragma acc kernels\nfor (int i = 1; i < N - 1; i++) c[i] = d[idx[i]];"),
    "scatter": (STATIC, "int n", "#pragma acc kernels\nfor (int i = 1; i < N - 1; i++) c[idx[i]] = d[i];"),
}


def source(form, name="f"):
    before, parameters, body = FORMS[form]
    return f"#define N 4096\n{before}void {name}({parameters}) {{\n{body}\n}}\n"


def is_shared_out(form):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "form.c")
        path.write_text(source(form) + "int main(void) { return 0; }\n")
        subprocess.run(["gcc-12", *FLAGS, "-save-temps", "-no-pie", path, "-o", path.with_suffix("")], cwd=folder, check=True,
                       capture_output=True)
        for code in pathlib.Path(folder).glob("*.s"):
            found = re.search(r'FUNC_MAP "f\S*", (\S+), 0x1, 0x20', code.read_text(errors="replace"))
            if found:
                return found[1] == "0"
    raise RuntimeError(f"{form}: no launch is found")


def main():
    compiler = subprocess.run(["gcc-12", "-dumpfullversion"], capture_output=True, text=True, check=True).stdout.strip()
    print(json.dumps({"compiler": f"gcc {compiler}", "flags": FLAGS, "shared_out": {form: is_shared_out(form) for form in FORMS}},
                     indent=1))


if __name__ == "__main__":
    main()
