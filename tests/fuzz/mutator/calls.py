"""Calls that read a file of each kind: its command, and options."""
from mutator import library, words

GPUS = 3 * ["h200", "v100", "a100-40gb", "k20c", "gt750m", "exercise6-gpu", "b200", "t4"] + [
    "xeon-16vcpu"]
HOSTS = 3 * ["xeon-16vcpu", "e5-1650v3", "exercise6-cpu"] + ["h200"]
SYSTEMS = ["h200-x4", "h200-x2"]
SHARED = ["jacobi-multi", "peer-copy", "halo-exchange", "all-reduce", "jacobi-data",
          "mandelbrot-two-gpus"]
VALUES = 20 * ["1", "7", "1000", "4096", "2^20"] + words.NUMBERS + words.EXPRESSIONS
PICTURES = {"overlap": ["--svg", "--trace"], "coalesce": ["--svg", "--html"],
            "occupancy": ["--svg"], "validate": ["--svg", "--html"]}


class Options:
    """Draws options. Those with values that are refused have many more that are not."""

    def __init__(self, rng, parameters):
        self.rng, self.parameters = rng, parameters or ["n", "N"]

    def one(self, option, values):
        return [option, self.rng.choice(values)]

    def some(self, *groups):
        """A few of them."""
        return [group for group in groups if self.rng.random() < 0.3]

    def device(self):
        return self.one("--device", GPUS)

    def definition(self):
        return ["-D", f"{self.rng.choice(self.parameters)}={self.rng.choice(VALUES)}"]

    def model(self):
        return self.one("--model", ["textbook", "roofline", "machine"])

    def of_kernel(self):
        """Of predict."""
        streams = self.one("--streams", 9 * ["1", "4"] + ["1000000", "0", "x"])
        return self.some(self.definition(), self.model(), self.one("--host", HOSTS), ["--explain"],
                         streams, ["-v"], ["-q"])

    def machine(self):
        return self.device() if self.rng.random() < 0.7 else self.one("--system", SYSTEMS)

    def of_program(self):
        """Of predict and overlap."""
        return self.some(self.definition(), self.model(), ["--host", "xeon-16vcpu"],
                         ["--backend", "openacc"], ["--scaling"], ["-v"],
                         self.one("--gpus", 8 * ["1", "2", "4"] + ["1000000", "-1"]))

    def of_overlap(self):
        return self.some(self.one("--chunks", 8 * ["1", "7", "1000"] + ["10^9", "0"]),
                         self.one("--order", ["depth", "breadth"]),
                         self.one("--streams", 8 * ["1", "3"] + ["1000000"]),
                         self.one("--host-link", 20 * ["12GB/s"] + ["0GB/s", "1e999GB/s"]))


def of_kernel(rng, name, ask):
    return rng.choice([
        (["predict", name], [ask.device()] + ask.of_kernel()),
        (["predict", name], [ask.device()] + ask.of_kernel()),
        (["check", name], []),
        (["kernels", "show", name], []),
        (["coalesce", name],
         ask.some(ask.device(), ask.definition(), ["--access", "1"], ["--at-block", "0,0,0"],
                  ask.one("--warp", ["0", "7", "100000"]))),
        (["overlap", name], ask.some(ask.device(), ask.definition()) + ask.of_overlap()),
        (["validate", "--list", name],
         ask.some(ask.definition(), ask.one("--cache", ["cold", "warm", "both"])))])


def of_program(rng, name, ask):
    return rng.choice([
        (["predict", name], [ask.machine()] + ask.of_program()),
        (["predict", name], [ask.machine()] + ask.of_program()),
        (["overlap", name], [ask.machine()] + ask.of_program() + ask.of_overlap()),
        (["check", name], []),
        (["programs", "show", name], [])])


def of_device(rng, name, ask):
    kernel = rng.choice(library.files("kernel")).stem
    program = rng.choice(library.files("program")).stem
    threads = ask.one("--threads", ["128", "32..1024:32", "0"])
    return rng.choice([
        (["predict", kernel], [["--device", name]] + ask.of_kernel()),
        (["predict", kernel], [["--device", "h200"], ["--host", name]]),
        (["predict", program], [["--device", name]] + ask.of_program()),
        (["overlap", "saxpy"], [["--device", name]] + ask.of_overlap()),
        (["occupancy"],
         [["--device", name], threads] + ask.some(
             ["--smem", "8K"], ["--regs-per-thread", "40"], ["--explain"], ["--cluster", "4"])),
        (["coalesce", "x[2*i]"], [["--elem", "4"], ["--device", name]]),
        (["devices", "show", name], []),
        (["devices", "diff", name, rng.choice(GPUS)], [])])


def of_system(rng, name, ask):
    program = rng.choice(SHARED)
    return rng.choice([
        (["predict", program], [["--system", name]] + ask.of_program()),
        (["overlap", program], [["--system", name]] + ask.of_program() + ask.of_overlap()),
        (["systems", "show", name], []),
        (["check", name], [])])


def of_record(_rng, name, ask):
    return ["validate", "--replay", name], ask.some(
        ask.device(), ask.model(), ask.one("--tolerance", ["10%", "0", "1e999"]), ["--why"],
        ask.one("--require-level", ["1", "3"]))


def of_program_record(_rng, name, ask):
    return ["validate", "--programs", "--replay", name], ask.some(
        ask.device(), ask.model(), ask.one("--tolerance", ["10%", "0", "1e999"]))


CALLS = {"kernel": of_kernel, "program": of_program, "device": of_device, "system": of_system,
         "record": of_record, "program-record": of_program_record}
