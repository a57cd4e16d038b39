#!/usr/bin/env python3
"""Wrong answers to the exercises, each made by slips that people make: wrong_answers.yaml.

It was written before the program could find a slip and knows nothing of how it does: the formulas
below are those one computes by hand, with the slip put in by hand where it would happen. Of an
exercise it knows the givens, which are drawn as the course draws them.

  150 answers with one slip, 75 with two, 75 with none: misreadings and numbers out of the air.
"""
import math
import random
import sys

MASK = (1 << 64) - 1


def drawn(seed, exercise, given, values):
    h = 0xCBF29CE484222325
    for byte in f"{seed}/{exercise}/{given}".encode():
        h = ((h ^ byte) * 0x100000001B3) & MASK
    h = ((h ^ (h >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    h = ((h ^ (h >> 27)) * 0x94D049BB133111EB) & MASK
    h ^= h >> 31
    return values[h % len(values)]


def span(first, last, step):
    return [first + i * step for i in range(round((last - first) / step) + 1)]


N9 = span(50000, 900000, 10000)
BAND = span(500e9, 990e9, 10e9)
LINKS = span(8e9, 32e9, 1e9)
STREAM_LINKS = [8e9, 12e9, 16e9, 25e9, 50e9]
GIVENS = {
    "kernel-time": {"N": N9, "clock": span(1.1e9, 1.9e9, 0.1e9), "bandwidth": BAND},
    "transfers": {"N": N9, "link": LINKS, "to_latency": span(2e-6, 9e-6, 1e-6),
                  "back_latency": span(3e-6, 12e-6, 1e-6)},
    "offload": {"N": N9, "bandwidth": BAND, "host_bandwidth": span(100e9, 250e9, 10e9),
                "link": LINKS},
    "overlap": {"N": N9, "streams": [2, 3, 4, 6, 8, 16], "link": [8e9, 12e9, 16e9, 25e9, 450e9],
                "bandwidth": [100e9, 200e9, 400e9, 840e9]},
    "occupancy": {"threads": [128, 256, 384, 512], "registers": [32, 40, 48, 64, 72, 96],
                  "shared": [k * 1024 for k in (4, 6, 8, 12, 16, 24, 32)]},
    "bus-use": {"members": span(3, 16, 1)},
    "littles-law": {"sms": [56, 72, 80, 84, 108, 114, 132],
                    "bandwidth": [600e9, 700e9, 900e9, 1.5e12, 2e12, 3.3e12],
                    "latency": span(400, 900, 20), "clock": span(1.2e9, 1.9e9, 0.1e9)},
    "coalescing": {"stride": [2, 3, 4, 5, 6, 7, 8]},
    "divergence": {"every": [2, 4, 8, 16], "short": span(5, 40, 5), "long": span(60, 200, 10)},
    "latency": {"hops": span(500, 9000, 250), "share": span(0.2, 0.9, 0.1)},
    "tails": {"blocks": span(1300, 9900, 100), "threads": [128, 256, 512, 1024],
              "sms": [56, 72, 80, 84], "life": span(5e-6, 30e-6, 1e-6)},
    "dispatch": {"launches": span(100, 5000, 100), "work": span(1e-6, 12e-6, 0.5e-6),
                 "blocks": span(5000, 60000, 1000)},
    "registers": {"threads": [128, 256, 512], "registers": span(34, 120, 1)},
    "streams": {"bytes": span(200e6, 4e9, 100e6), "link": STREAM_LINKS,
                "kernel": span(5e-3, 90e-3, 5e-3), "chunks": [2, 4, 8, 16, 32]},
    "data-regions": {"N": span(500000, 9000000, 500000), "iterations": span(20, 500, 20)},
    "gangs": {"gangs": [128, 256, 512, 1024], "workers": [1, 2, 4, 8], "vector": [32, 64, 128],
              "outer": span(3000, 20000, 500), "inner": span(300, 3000, 50)},
    "fusion": {"N": span(2000000, 90000000, 2000000), "bandwidth": BAND},
    "roofline": {"bandwidth": BAND, "clock": span(1.1e9, 1.9e9, 0.1e9),
                 "intensity": [0.125, 0.25, 0.5, 2, 4, 12, 20]},
    "wrong-claim": {"bytes": span(1e9, 8e9, 0.5e9), "time": span(1e-3, 9e-3, 0.5e-3)},
    "small-kernels": {"launches": span(500, 9000, 250), "kernels": span(10e-3, 80e-3, 2e-3),
                      "copies": span(5e-3, 40e-3, 1e-3), "wall": span(130e-3, 400e-3, 10e-3)},
}
UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "": 1, "%": 0.01, "B": 1, "kB": 1e3, "MB": 1e6,
         "GB/s": 1e9, "GFLOP/s": 1e9, "FLOP/B": 1}

QUESTIONS = []


def question(exercise, name, unit, *slips):
    """The slips that may happen: "kind" or "kind:of". The function asks `s` whether one did."""
    def keep(f):
        QUESTIONS.append((exercise, name, unit, slips, f))
        return f
    return keep


BITS, BINARY, THOUSAND = "bits-for-bytes", "binary-prefix", "prefix"


def bytes_with(s, value, binary=1.024 ** 3):
    """Of a number of bytes: taken for bits, or its prefix for a binary one."""
    return value * (8 if s(BITS) else 1) * (binary if s(BINARY) else 1)


# The exercise sheet.
@question("kernel-time", "peak", "GFLOP/s", "left-out:2", "left-out:lanes", "left-out:sms", THOUSAND)
def _(g, s):
    return ((1 if s("left-out:2") else 2) * (1 if s("left-out:lanes") else 32)
            * (1 if s("left-out:sms") else 80) * g["clock"])


@question("kernel-time", "compute", "ns", "left-out:2", "inverted", THOUSAND)
def _(g, s):
    work, peak = (1 if s("left-out:2") else 2) * g["N"], 2 * 32 * 80 * g["clock"]
    return peak / work if s("inverted") else work / peak


@question("kernel-time", "memory", "us", "left-out:read", "left-out:written", "left-out:word", BITS,
          BINARY, THOUSAND)
def _(g, s):
    word = 1 if s("left-out:word") else 8
    moved = (0 if s("left-out:read") else 2) + (0 if s("left-out:written") else 1)
    return bytes_with(s, moved * g["N"] * word) / g["bandwidth"]


@question("transfers", "h2d", "us", "left-out:to_latency", "left-out:word", "left-out:2", BITS,
          THOUSAND)
def _(g, s):
    word = 1 if s("left-out:word") else 8
    arrays = 1 if s("left-out:2") else 2
    return ((0 if s("left-out:to_latency") else g["to_latency"])
            + bytes_with(s, arrays * g["N"] * word) / g["link"])


@question("transfers", "d2h", "us", "left-out:back_latency", "left-out:word", BITS)
def _(g, s):
    word = 1 if s("left-out:word") else 8
    return ((0 if s("left-out:back_latency") else g["back_latency"])
            + bytes_with(s, g["N"] * word) / g["link"])


@question("transfers", "copies", "us", "side-by-side", "left-out:d2h", "left-out:h2d")
def _(g, s):
    there = g["to_latency"] + 2 * g["N"] * 8 / g["link"]
    back = g["back_latency"] + g["N"] * 8 / g["link"]
    if s("side-by-side"):
        return max(there, back)
    return (0 if s("left-out:h2d") else there) + (0 if s("left-out:d2h") else back)


@question("offload", "gpu", "us", "left-out:copies", "left-out:kernel", "left-out:to_latency",
          "left-out:back_latency", "side-by-side")
def _(g, s):
    kernel = 3 * g["N"] * 8 / g["bandwidth"]
    copies = ((0 if s("left-out:to_latency") else 2e-6) + (0 if s("left-out:back_latency") else 3e-6)
              + 3 * g["N"] * 8 / g["link"])
    if s("side-by-side"):
        return max(kernel, copies)
    return (0 if s("left-out:kernel") else kernel) + (0 if s("left-out:copies") else copies)


@question("offload", "host", "us", "left-out:word", "left-out:3", "wrong-one:host_bandwidth", BITS)
def _(g, s):
    rate = g["bandwidth"] if s("wrong-one:host_bandwidth") else g["host_bandwidth"]
    return (bytes_with(s, (1 if s("left-out:3") else 3) * g["N"] * (1 if s("left-out:word") else 8))
            / rate)


@question("overlap", "overlapped", "us", "left-out:streams", "left-out:visible", "wrong-extreme")
def _(g, s):
    copies = 5e-6 + 3 * g["N"] * 8 / g["link"]
    kernel = 3 * g["N"] * 8 / g["bandwidth"]
    if s("wrong-extreme"):
        long, short = min(copies, kernel), min(copies, kernel)
    else:
        long, short = max(copies, kernel), min(copies, kernel)
    visible = short / (1 if s("left-out:streams") else g["streams"])
    return long + (0 if s("left-out:visible") else visible)


@question("occupancy", "by_registers", "", "left-out:threads", "not-rounded", THOUSAND)
def _(g, s):
    block = g["registers"] * (1 if s("left-out:threads") else g["threads"])
    return 65536 / block if s("not-rounded") else math.floor(65536 / block)


@question("occupancy", "by_shared", "", BITS, "not-rounded")
def _(g, s):
    fits = 96 * 1024 / bytes_with(s, g["shared"])
    return fits if s("not-rounded") else math.floor(fits)


@question("bus-use", "moved", "B", "left-out:members", "left-out:word", BITS)
def _(g, s):
    reach = 32 * (1 if s("left-out:members") else g["members"]) * (1 if s("left-out:word") else 4)
    return math.ceil(bytes_with(s, reach) / 128) * 128


@question("bus-use", "reading", "%", "left-out:2", "inverted", "left-out:word")
def _(g, s):
    needed = (1 if s("left-out:2") else 2) * 32 * (1 if s("left-out:word") else 4)
    moved = g["members"] * 128
    return moved / needed if s("inverted") else needed / moved


# Memory.
@question("littles-law", "flight", "kB", "left-out:clock", BITS, "inverted", THOUSAND)
def _(g, s):
    stay = g["latency"] / (1 if s("left-out:clock") else g["clock"])
    if s("inverted"):
        stay = 1 / stay
    return bytes_with(s, g["bandwidth"]) * stay


@question("littles-law", "per_sm", "kB", "left-out:sms", THOUSAND, BITS)
def _(g, s):
    flight = g["bandwidth"] * g["latency"] / g["clock"]
    return bytes_with(s, flight) / (1 if s("left-out:sms") else g["sms"])


@question("littles-law", "warps", "", "left-out:word", "left-out:warp", BITS)
def _(g, s):
    request = (1 if s("left-out:warp") else 32) * (1 if s("left-out:word") else 4)
    return bytes_with(s, g["bandwidth"] * g["latency"] / g["clock"] / g["sms"]) / request


@question("coalescing", "sectors", "", "left-out:word", "left-out:stride", "left-out:warp", BITS)
def _(g, s):
    reach = ((1 if s("left-out:warp") else 32) * (1 if s("left-out:stride") else g["stride"])
             * (1 if s("left-out:word") else 4))
    return math.ceil(bytes_with(s, reach) / 32)


@question("coalescing", "used", "%", "left-out:word", "inverted", "left-out:sector")
def _(g, s):
    wanted = 32 * (1 if s("left-out:word") else 4)
    moved = 4 * g["stride"] * (1 if s("left-out:sector") else 32)
    return moved / wanted if s("inverted") else wanted / moved


# Execution.
@question("divergence", "turns", "", "added", "wrong-extreme")
def _(g, s):
    if s("added"):
        return g["short"] + g["long"]
    return min(g["short"], g["long"]) if s("wrong-extreme") else max(g["short"], g["long"])


@question("latency", "chain", "us", "left-out:hops", "wrong-one:memory_latency", THOUSAND)
def _(g, s):
    wait = 281.9 if s("wrong-one:memory_latency") else 689.89
    return (1 if s("left-out:hops") else g["hops"]) * wait / 1.98e9


@question("latency", "mixed", "us", "left-out:share", "left-out:hops", THOUSAND)
def _(g, s):
    near = (1 if s("left-out:share") else g["share"]) * 281.9
    return ((1 if s("left-out:hops") else g["hops"]) * (near + (1 - g["share"]) * 689.89) / 1.98e9)


@question("tails", "waves", "", "not-rounded", "other-rounding")
def _(g, s):
    waves = g["blocks"] / (64 // (g["threads"] // 32) * g["sms"])
    return waves if s("not-rounded") else (math.floor if s("other-rounding") else math.ceil)(waves)


@question("tails", "slots", "", "left-out:sms", "left-out:per_sm", "left-out:warp")
def _(g, s):
    warps = g["threads"] / (1 if s("left-out:warp") else 32)
    each = 1 if s("left-out:per_sm") else math.floor(64 / warps)
    return each * (1 if s("left-out:sms") else g["sms"])


@question("tails", "used", "%", "inverted", "left-out:waves")
def _(g, s):
    slots = 64 // (g["threads"] // 32) * g["sms"]
    room = (1 if s("left-out:waves") else math.ceil(g["blocks"] / slots)) * slots
    return room / g["blocks"] if s("inverted") else g["blocks"] / room


@question("dispatch", "stream", "ms", "left-out:queued", "left-out:work", "left-out:launches",
          THOUSAND)
def _(g, s):
    each = (0 if s("left-out:work") else g["work"]) + (0 if s("left-out:queued") else 1.4531e-6)
    return (1 if s("left-out:launches") else g["launches"]) * each


@question("dispatch", "graph_time", "ms", "left-out:graph", "left-out:work", "wrong-one:graph",
          THOUSAND)
def _(g, s):
    cost = 1.4531e-6 if s("wrong-one:graph") else 496.38e-9
    return g["launches"] * ((0 if s("left-out:work") else g["work"])
                            + (0 if s("left-out:graph") else cost))


@question("registers", "taken", "", "not-rounded", "left-out:warp", "other-rounding")
def _(g, s):
    units = g["registers"] * (1 if s("left-out:warp") else 32) / 256
    return 256 * (units if s("not-rounded") else
                  (math.floor if s("other-rounding") else math.ceil)(units))


@question("registers", "blocks", "", "left-out:warps", "not-rounded")
def _(g, s):
    block = math.ceil(g["registers"] / 8) * 256 * (1 if s("left-out:warps") else g["threads"] // 32)
    return 65536 / block if s("not-rounded") else math.floor(65536 / block)


# Programs.
@question("streams", "way", "ms", BITS, BINARY, THOUSAND, "inverted")
def _(g, s):
    way = bytes_with(s, g["bytes"]) / g["link"]
    return 1 / way if s("inverted") else way


@question("streams", "serial", "ms", "left-out:2", "left-out:kernel", "side-by-side")
def _(g, s):
    copies = (1 if s("left-out:2") else 2) * g["bytes"] / g["link"]
    if s("side-by-side"):
        return max(copies, g["kernel"])
    return copies + (0 if s("left-out:kernel") else g["kernel"])


@question("streams", "pipeline", "ms", "left-out:chunks", "left-out:others", "wrong-extreme")
def _(g, s):
    way = g["bytes"] / g["link"]
    longest = (min if s("wrong-extreme") else max)(way, g["kernel"])
    others = 2 * way + g["kernel"] - longest
    if s("left-out:others"):
        return longest
    return longest + others / (1 if s("left-out:chunks") else g["chunks"])


def sheet_loop(n):
    return 2e-6 + 16 * n / 16e9, 3e-6 + 8 * n / 16e9, 24 * n / 840e9  # there, back, kernel


@question("data-regions", "without", "ms", "left-out:copies", "left-out:kernel",
          "left-out:iterations")
def _(g, s):
    there, back, kernel = sheet_loop(g["N"])
    return ((1 if s("left-out:iterations") else g["iterations"])
            * ((0 if s("left-out:copies") else there + back)
               + (0 if s("left-out:kernel") else kernel)))


@question("data-regions", "region", "ms", "left-out:copies", "left-out:iterations", THOUSAND)
def _(g, s):
    there, back, kernel = sheet_loop(g["N"])
    return ((0 if s("left-out:copies") else there + back)
            + (1 if s("left-out:iterations") else g["iterations"]) * kernel)


@question("data-regions", "update", "ms", "left-out:there", "left-out:back", "left-out:kernel")
def _(g, s):
    there, back, kernel = sheet_loop(g["N"])
    return ((0 if s("left-out:there") else there)
            + g["iterations"] * ((0 if s("left-out:kernel") else kernel)
                                 + (0 if s("left-out:back") else back)))


@question("gangs", "rounds", "", "left-out:gangs", "left-out:workers", "not-rounded")
def _(g, s):
    dealt = (1 if s("left-out:gangs") else g["gangs"]) * (1 if s("left-out:workers") else g["workers"])
    return g["outer"] / dealt if s("not-rounded") else math.ceil(g["outer"] / dealt)


@question("gangs", "steps", "", "not-rounded", "other-rounding", "left-out:vector")
def _(g, s):
    turns = g["inner"] / (1 if s("left-out:vector") else g["vector"])
    return turns if s("not-rounded") else (math.floor if s("other-rounding") else math.ceil)(turns)


@question("fusion", "split", "ms", "left-out:each", "left-out:word", "left-out:3", BITS)
def _(g, s):
    each = bytes_with(s, (1 if s("left-out:3") else 3) * g["N"] * (1 if s("left-out:word") else 8))
    return each / g["bandwidth"] * (1 if s("left-out:each") else 2)


@question("fusion", "fused", "ms", "left-out:written", "left-out:read", "left-out:word", BITS, BINARY)
def _(g, s):
    arrays = (0 if s("left-out:read") else 2) + (0 if s("left-out:written") else 2)
    return bytes_with(s, arrays * g["N"] * (1 if s("left-out:word") else 8)) / g["bandwidth"]


# Reading.
@question("roofline", "ridge", "FLOP/B", "inverted", BITS, THOUSAND)
def _(g, s):
    peak, rate = 2 * 32 * 80 * g["clock"], bytes_with(s, g["bandwidth"])
    return rate / peak if s("inverted") else peak / rate


@question("roofline", "reach", "GFLOP/s", "wrong-extreme", "left-out:intensity", BITS)
def _(g, s):
    peak = 2 * 32 * 80 * g["clock"]
    slope = (1 if s("left-out:intensity") else g["intensity"]) * bytes_with(s, g["bandwidth"])
    return (max if s("wrong-extreme") else min)(peak, slope)


@question("wrong-claim", "rate", "GB/s", "left-out:2", BITS, BINARY, THOUSAND)
def _(g, s):
    return (1 if s("left-out:2") else 2) * bytes_with(s, g["bytes"]) / g["time"]


@question("small-kernels", "mean", "us", "wrong-one:kernels", THOUSAND, "inverted")
def _(g, s):
    total = g["wall"] if s("wrong-one:kernels") else g["kernels"]
    return g["launches"] / total if s("inverted") else total / g["launches"]


@question("small-kernels", "elsewhere", "ms", "left-out:kernels", "left-out:copies")
def _(g, s):
    return (g["wall"] - (0 if s("left-out:kernels") else g["kernels"])
            - (0 if s("left-out:copies") else g["copies"]))


def rounded(value, digits):
    return float(f"{value:.{digits - 1}e}")


def answer_text(value, unit, digits):
    number = rounded(value / UNITS[unit], digits)
    text = f"{number:.10g}"
    return f"{text} {unit}".strip()


def value_with(question, givens, slips):
    def happened(slip):
        return slip in slips
    value = question[4](givens, happened)
    if THOUSAND in slips:
        value *= 1000
    return value


def far(value, truth):
    return value > 0 and abs(value - truth) > 0.02 * truth


def main():
    pick = random.Random(2206)
    rows = []
    wanted = {"single": 150, "double": 75, "none": 75}
    count = {kind: 0 for kind in wanted}
    seed = 100
    while any(count[kind] < wanted[kind] for kind in wanted):
        for q in pick.sample(QUESTIONS, len(QUESTIONS)):
            kind = max(wanted, key=lambda k: (wanted[k] - count[k]) / wanted[k])
            if count[kind] == wanted[kind]:
                break
            seed += 1
            exercise, name, unit, slips, _ = q
            givens = {key: drawn(str(seed), exercise, key, values)
                      for key, values in GIVENS[exercise].items()}
            truth = value_with(q, givens, ())
            made = ()
            if kind == "none":
                way = pick.randrange(3)
                if way == 0:
                    value = truth * math.exp(pick.uniform(-2.5, 2.5))
                elif way == 1:  # digits the wrong way round
                    digits = f"{truth:.2e}"
                    value = float(digits[2] + "." + digits[0] + digits[3:])
                else:
                    value = truth * pick.choice([0.7, 0.8, 0.9, 1.07, 1.1, 1.15, 1.3])
            else:
                number = 1 if kind == "single" else 2
                if len(slips) < number:
                    continue
                made = tuple(pick.sample(slips, number))
                value = value_with(q, givens, made)
                if number == 2 and not all(
                        far(value, value_with(q, givens, (one,))) for one in made):
                    continue  # one of the two changes nothing: it is a single slip
            if not far(value, truth):
                continue
            count[kind] += 1
            listed = ", ".join(f'"{one}"' if ":" in one else one for one in made)
            rows.append(f"- {{exercise: {exercise}, seed: {seed}, question: {name}, given: "
                        f'"{answer_text(value, unit, pick.choice([3, 3, 4]))}", slips: [{listed}]}}')
    print("# Made by wrong_answers.py, before the program could find any slip; see there.")
    print("\n".join(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
