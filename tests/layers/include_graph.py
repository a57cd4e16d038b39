#!/usr/bin/env python3
"""Reads every #include of the program and checks who may include whom, and that a .cpp includes the
header of its name first: so it compiles alone.

    include_graph.py SOURCE-DIRECTORY
"""
import pathlib
import re
import sys

STANDARD = r"<[a-z_0-9]+>"
CUDA = r"<cuda_runtime\.h>"
SOURCES = (".hpp", ".cpp", ".cuh", ".cu")

# The rooms of the engine: a ladder, each sees itself and those named before it.
ROOMS = ("core", "hardware", "occupancy", "access", "kernel", "analysis", "time", "timeline",
         "validation")

# folder -> what its files may include, as regular expressions over `"path"` or `<path>`
LAYERS = {
    **{f"models/{room}": [STANDARD, f'"models/({"|".join(ROOMS[:height + 1])})/.*"']
       for height, room in enumerate(ROOMS)},
    "src/diagnostics": [STANDARD, '"src/diagnostics/.*"'],
    "src/io": [STANDARD, '"(models|src/diagnostics|src/io)/.*"',
                  r"<(fcntl|unistd|sys/stat)\.h>", r"<(utf8|sha2)\.h>", r"<fmt/.*>"],
    "src/app": [STANDARD, '"(models|src/diagnostics|src/io|src/app)/.*"', r"<fmt/.*>"],
    "src/view": [STANDARD, '"(models|src/diagnostics|src/io|src/app|src/view)/.*"',
                   r"<(nlohmann|fmt)/.*>"],
    # The library's face, which other programs include, and what stands behind it.
    "src/app/include/gpumodel": [STANDARD, r"<gpumodel/[a-z]+\.hpp>"],
    "src/api": [STANDARD, '"(models|src/diagnostics|src/io|src/app|src/view|src/api)/.*"',
                r"<gpumodel/[a-z]+\.hpp>", r"<fmt/.*>"],
    "src/cli": [STANDARD, '"(models|src/diagnostics|src/io|src/app|src/view|src/cli)/.*"',
                     r"<CLI/CLI\.hpp>", r"<(nlohmann|fmt)/.*>", r"<unistd\.h>"],
    # gpumodel-describe is a program of its own: nothing of gpumodel is in it.
    "src/describe/formula": [STANDARD, '"src/describe/formula/.*"'],
    "src/describe/program": [STANDARD, '"src/describe/(formula|program)/.*"'],
    "src/describe/front": [STANDARD,
                           '"src/describe/(diagnostic.hpp|(formula|program|front)/.*)"',
                           r"<(clang|llvm)/.*>"],
    "src/describe/ir": [STANDARD, '"src/describe/(formula|program|front|ir)/.*"', r"<llvm/.*>"],
    # Where code counts what its description leaves open.
    "src/describe/count": [STANDARD, '"src/describe/count/.*"', r"<llvm/.*>"],
    "src/describe/structure": [
        STANDARD, '"src/describe/(diagnostic.hpp|(formula|program|front|ir|count|structure)/.*)"',
        r"<llvm/.*>"],
    "src/describe/shape": [STANDARD, '"src/describe/(formula|program|shape)/.*"'],
    "src/describe/write": [STANDARD, '"src/describe/(formula|program|write)/.*"', r"<fmt/.*>"],
    "src/describe/host": [STANDARD, '"src/describe/(diagnostic.hpp|(program|front|ir|host)/.*)"',
                          '"src/record/executable.hpp"',
                          r"<(clang|llvm|llvm-c)/.*>"],
    "src/describe": [STANDARD, '"src/describe/.*"', r"<(clang|llvm)/.*>", r"<(nlohmann|fmt)/.*>",
                     r"<CLI/CLI\.hpp>"],
    # What applications are linked with that are predicted: nothing of gpumodel, which only hears
    # of it.
    "src/record": [STANDARD, '"src/record/.*"', '"src/describe/front/prelude/.*"',
                   r"<(cxxabi|pthread|setjmp|signal|stddef|time|ucontext|unistd)\.h>",
                   r"<sys/(mman|socket|syscall|times?|wait)\.h>"],
    # Programs that measure know the kernels as files and as code, but nothing of predictions,
    # reports and commands.
    "validate/cases": [STANDARD, CUDA, '"validate/cases/.*"'],
    "validate/counters": [STANDARD, '"validate/counters/.*"', r"<(dlfcn|link)\.h>",
                          r"<(cuda|cupti_[a-z_]+)\.h>"],
    "validate/device": [STANDARD, '"validate/device/.*"', r"<(dlfcn|unistd)\.h>"],
    "validate/runner": [STANDARD, CUDA, '"validate/(runner|cases|counters|device)/.*"',
                        '"src/io/(kernel/read_kernel|library/parameters).hpp"',
                        '"models/kernel/(kernel|workload|thread/prepared_program).hpp"',
                        r"<(nlohmann|fmt)/.*>", r"<(unistd|sys/utsname|dlfcn)\.h>"],
    "validate/calibrate": [STANDARD, CUDA, '"validate/(calibrate|device)/.*"',
                           '"validate/runner/host_facts.hpp"', r"<nlohmann/.*>",
                           r"<(unistd|sched|sys/(wait|mman))\.h>"],
    "validate/programs": [STANDARD, CUDA,
                          '"validate/(programs|runner|cases|device|openacc)/.*"',
                          '"src/io/(kernel/read_kernel|library/parameters|text/json_file).hpp"',
                          '"models/kernel/(kernel|workload).hpp"', '"models/timeline/program/script.hpp"', '"kernels/.*\\.hpp"',
                          r"<(nlohmann|fmt|CLI)/.*>", r"<(openacc|omp|dlfcn)\.h>"],
    "validate/openacc": [STANDARD, CUDA, '"validate/openacc/.*"', r"<(openacc|dlfcn)\.h>",
                         r"<thrust/.*>"],
    "kernels": [STANDARD, CUDA, '"(kernels|validate/cases)/.*"'],
}
# single files that may include more
EXCEPTIONS = {
    "src/diagnostics/visible_text.cpp": [r"<utf8\.h>"],
    "src/io/text/yaml_tree.cpp": [r"<yaml-cpp/.*>"],
    "src/io/library/locate.cpp": [r"<dlfcn\.h>"],
    "src/io/text/json_file.hpp": [r"<nlohmann/.*>"],
    "src/cli/application/input.cpp": [r"<(fcntl|poll|sys/(mman|stat|types))\.h>"],
    "src/cli/application/run.cpp": [r"<(fcntl|poll|signal|sys/(socket|wait))\.h>"],
    "src/cli/measure/pipe.cpp": [r"<fcntl\.h>"],
    "src/cli/measure/process.cpp": [r"<(poll|signal|sys/wait)\.h>"],
    "src/cli/measure/serving_process.cpp": [r"<(poll|signal|sys/(socket|wait))\.h>"],
    "src/describe/serve.cpp": [r"<(sys/wait|unistd)\.h>"],
    "src/cli/measure/spawn.cpp": [r"<(fcntl|signal|spawn)\.h>"],
    "src/cli/library/descriptor.cpp": [r"<sys/file\.h>"],
    "src/cli/output/file.cpp": [r"<(fcntl|sys/stat)\.h>"],
    "src/cli/output/partial_file.cpp": [r"<(fcntl|sys/stat)\.h>"],
    "src/cli/sweep/line_file.cpp": [r"<(fcntl|sys/stat)\.h>"],
    "src/cli/doctor/probe_gpus.cpp": ['"validate/device/.*"'],
    "src/cli/doctor/probe_counters.cpp": ['"validate/counters/installed_cupti.hpp"'],
    "validate/runner/runner_main.hpp": [r"<CLI/CLI\.hpp>"],
    "validate/runner/runner_main.cpp": ['"src/diagnostics/diagnostic.hpp"'],
    # What a library of written kernels offers: the lines that are written, and read.
    "validate/runner/written_launch.hpp": ['"src/io/cuda/measured_case.hpp"'],
    "validate/runner/openacc_backend.cpp": [r"<openacc\.h>"],
    "validate/runner/openacc_spin.cpp": [r"<openacc\.h>"],
    # The launch is timed as the runner times launches.
    "validate/calibrate/openacc_main.cpp": [
        r"<openacc\.h>", '"validate/runner/(device_watch|driver_events|openacc_spin).hpp"'],
    "validate/runner/host_backend.cpp": [r"<omp\.h>"],
    "src/view/common/symbol.cpp": [r"<cxxabi\.h>"],  # names of kernels in compiler logs
}


def layer_of(name):
    """The innermost one that a file stands in."""
    return max((layer for layer in LAYERS if name.startswith(layer + "/")), key=len)


def includes(file):
    for line in file.read_text(encoding="utf-8").splitlines():
        found = re.match(r'\s*#\s*include\s*(<[^>]*>|"[^"]*")', line)
        if found:
            yield found.group(1)


# Folders of src/cli that are one command each; the others are what several share.
COMMANDS = ("calibrate", "check", "coalesce", "doctor", "occupancy", "predict", "validate")


def command_of(path):
    parts = pathlib.PurePosixPath(path).parts
    return parts[2] if parts[:2] == ("src", "cli") and parts[2] in COMMANDS else None


def find_cycle(graph):
    """A chain of headers that include each other, or nothing."""
    state = {}

    def visit(file, chain):
        if state.get(file) == "done":
            return None
        if file in chain:
            return chain[chain.index(file):] + [file]
        for target in graph.get(file, []):
            if cycle := visit(target, chain + [file]):
                return cycle
        state[file] = "done"
        return None

    return next((cycle for file in sorted(graph) if (cycle := visit(file, []))), None)


def main():
    root = pathlib.Path(sys.argv[1])
    wrong, graph, count = [], {}, 0
    for layer, allowed in LAYERS.items():
        files = [f for f in sorted((root / layer).rglob("*")) if f.suffix in SOURCES
                 and layer_of(f.relative_to(root).as_posix()) == layer]
        if not files:
            wrong.append(f"{layer}: no files")
        for file in files:
            name = file.relative_to(root).as_posix()
            own = file.with_suffix(".hpp")
            if file.suffix == ".cpp" and own.is_file():
                if next(includes(file), None) != f'"{own.relative_to(root).as_posix()}"':
                    wrong.append(f"{name} must include its header first")
            if file.suffix == ".hpp" and "#pragma once" not in file.read_text(encoding="utf-8"):
                wrong.append(f"{name} has no #pragma once")
            patterns = allowed + EXCEPTIONS.get(name, [])
            graph[name] = []
            for include in includes(file):
                count += 1
                target = include.strip('"<>')
                if not any(re.fullmatch(pattern, include) for pattern in patterns):
                    wrong.append(f"{name} must not include {include}")
                if include[0] == '"':
                    graph[name].append(target)
                    if not (root / target).is_file():
                        wrong.append(f"{name} includes {include}, which is no path from the root")
                if command_of(target) not in (None, command_of(name)):
                    wrong.append(f"{name} includes a part of the command '{command_of(target)}'")
    if cycle := find_cycle(graph):
        wrong.append("headers include each other: " + " -> ".join(cycle))
    print("\n".join(wrong) or f"{count} includes of {len(graph)} files, all downwards")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
