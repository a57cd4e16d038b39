"""Describes the kernels of vortex.cu and the regions of openacc.cpp anew: the kernel files beside
the programs in predicted/.

    python3 examples/vortex/describe.py GPUMODEL [--check]

With --check nothing is written: files that differ are named, and the exit code is 1. `n` is the
paper's; rows are as long as the grid is wide, unless a program says otherwise.
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SIZES = {"n": "2001", "pitch": "n", "u_elements": "12 * n * pitch",
         "now_elements": "12 * n * pitch", "local_elements": "n * pitch",
         "along_x_elements": "8 * n * pitch", "along_y_elements": "8 * n * pitch"}
LAUNCH = ["--launch", "block=[32, 4] grid=[ceil_div(n, 32), ceil_div(n, 4)]"]

# Per kernel, of which versions; an axis is a kernel of its own in CUDA, and a template's in OpenACC.
APART = ["Adaptation", "FewerAccesses"]
TOGETHER = ["Merged", "FactoredOut"]
COMMON = {"find_viscosity": APART + TOGETHER, "convective_gain": APART, "viscous_gain": APART,
          "runge_kutta": APART, "gain_and_runge_kutta": TOGETHER}
FLUXES = {"convective_flux": APART, "viscous_flux": APART, "flux": TOGETHER}


def kernels():
    for kernel, versions in COMMON.items():
        for version in versions:
            name = f"vortex::{kernel}<vortex::{version}>"
            yield "cuda", name, LAUNCH
            yield "openacc", name, []
    for kernel, versions in FLUXES.items():
        for version in versions:
            for axis in range(2):
                yield "cuda", f"vortex::{kernel}_{'xy'[axis]}<vortex::{version}>", LAUNCH
                yield "openacc", f"vortex::{kernel}<vortex::{version}, {axis}>", []
    for version in APART + TOGETHER:
        yield "cuda", f"vortex::find_rate<vortex::{version}>", LAUNCH
        yield "openacc", f"vortex::find_rate<vortex::{version}>", []
    yield "cuda", "vortex::begin_step", ["--launch", "block=[1] grid=[1]"]


def describe(gpumodel, folder, which, kernel, launch):
    """Describes a kernel, again where that asks for more sizes. Returns what went wrong."""
    source = HERE / {"cuda": "vortex.cu", "openacc": "openacc.cpp"}[which]
    command = [gpumodel, "describe", source, "--kernel", kernel, "--output", folder / which,
               "--force", *launch]
    sizes = [] if kernel.endswith("begin_step") else ["n", "pitch"]
    for _ in range(2):
        answers = [f"-D{name}={SIZES[name]}" for name in sizes]
        done = subprocess.run([*command, *answers], capture_output=True, text=True)
        if done.returncode == 0:
            return ""
        sizes += [name for name in SIZES if f"-D {name}=" in done.stderr]
    return f"{source.name}: {kernel}: exit code {done.returncode}\n{done.stderr}"


def texts(folder):
    """The kernel files in it, without the programs beside them."""
    return {path.relative_to(folder): text for path in folder.rglob("*.yaml")
            if "\nkernel: " in (text := path.read_text()) and "\nprogram: " not in text}


def main():
    gpumodel, check = sys.argv[1], sys.argv[2:] == ["--check"]
    kept = HERE / "predicted"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for which in ("cuda", "openacc"):
            (folder / which).mkdir()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            faults = [fault for fault in
                      pool.map(lambda each: describe(gpumodel, folder, *each), kernels()) if fault]
        fresh, before = texts(folder), texts(kept)
    if faults:
        sys.exit("\n".join(faults))
    differ = sorted(str(path) for path in fresh.keys() | before.keys()
                    if fresh.get(path) != before.get(path))
    if check:
        print("\n".join(differ) if differ else f"{len(fresh)} kernels are as described")
        sys.exit(bool(differ))
    for path, text in fresh.items():
        (kept / path).write_text(text)


main()
