#!/usr/bin/env python3
"""examples/library as its reader builds it: from an installed tree, shared and static, found by
CMake and by pkg-config. All four say the same, and of each GPU what the program says.

    example.py BUILD-DIRECTORY EXAMPLE COMPILER
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(part) for part in command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def by_cmake(kind, example, compiler, prefix, folder):
    build = folder / kind
    run("cmake", "-S", example, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={compiler}", f"-DGPUMODEL_KIND={kind}")
    run("cmake", "--build", build)
    return build / "which_gpu"


def by_pkg_config(package, example, compiler, prefix, folder):
    program = folder / package
    pc = next(prefix.rglob("gpumodel.pc")).parent
    search = {**os.environ, "PKG_CONFIG_PATH": str(pc)}
    flags = run("pkg-config", "--cflags", "--libs", package, env=search).split()
    libraries = run("pkg-config", "--variable=libdir", package, env=search).strip()
    run(compiler, "-std=c++20", example / "main.cpp", *flags, f"-Wl,-rpath,{libraries}",
        "-o", program)
    return program


def times_of_program(example, folder):
    """{GPU: (ms, limiter)} of the example's kernel, by the command line."""
    text = re.search(r'R"\((.*?)\)"', (example / "main.cpp").read_text(), re.S).group(1)
    (folder / "triad.yaml").write_text(text)
    gpumodel = os.environ["GPUMODEL"]
    listed = json.loads(run(gpumodel, "devices", "list", "--json", "-"))["devices"]
    times = {}
    for device in (one["device"] for one in listed if one["kind"] == "gpu"):
        said = json.loads(run(gpumodel, "predict", folder / "triad.yaml", "--device", device,
                              "-D", "N=2^26", "--json", "-"))
        times[device] = (f"{1e3 * said['time_s']:.3f}", said["bound"])
    return times


def main():
    build, example, compiler = map(pathlib.Path, sys.argv[1:4])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "installed"
        for component in ("library", "data"):
            run("cmake", "--install", build, "--prefix", prefix, "--component", component)
        programs = [by_cmake("shared", example, compiler, prefix, folder),
                    by_cmake("static", example, compiler, prefix, folder),
                    by_pkg_config("gpumodel", example, compiler, prefix, folder),
                    by_pkg_config("gpumodel-static", example, compiler, prefix, folder)]
        needs = [re.search(r"NEEDED.*libgpumodel", run("readelf", "-d", one)) is not None
                 for one in programs]
        if needs != [True, False, True, False]:
            sys.exit(f"needs libgpumodel.so: {needs}")
        said = [run(program, cwd=folder) for program in programs]
        if len(set(said)) != 1:
            sys.exit("the four programs say different things:\n" + "\n".join(said))
        rows = re.findall(r"^(\S+) +(\S+) ms .* (\S+)$", said[0], re.M)
        shown = {name: (time, limiter) for name, time, limiter in rows}
        expected = times_of_program(example, folder)
        if shown != expected or "triad on " not in said[0]:
            sys.exit(f"the example says\n{said[0]}\nthe program {expected}")
        print(f"{said[0]}\n{len(shown)} GPUs, four programs, all alike")
    return 0


if __name__ == "__main__":
    sys.exit(main())
