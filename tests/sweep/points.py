#!/usr/bin/env python3
"""Points of a sweep are what predict answers, one by one; tune chooses among them."""
import json
import pathlib
import shlex
import sys

sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "tests/output"))
from runs import run_all


def document(here, *arguments, expect=(0,)):
    return json.loads(here.run(*arguments, "--json", "-", expect=expect)[0])


def same_as_predict(here):
    """Also where accesses are analysed once for devices that differ."""
    devices = "v100,a100-40gb,h200,a40"
    for sweep, options in (("jacobi2d -D n=1000,4096 -D by=2,4", ""),
                           ("histogram-shared", ""),
                           ("spmv-scalar", "--cache warm"),
                           ("matmul-tiled-f32 -D tile=16,32", "--model roofline"),
                           ("jacobi2d", "--schedule openacc"),
                           ("exercise6 -D N=1000,100000", "--model textbook")):
        swept = document(here, "sweep", *sweep.split(), "--device", devices, *options.split())
        assert swept["points"]
        for point in swept["points"]:
            values = [f"-D{name}={value}" for name, value in point["parameters"].items()]
            one = document(here, "predict", sweep.split()[0], "--device", point["device"], *values,
                           *options.split())
            for key in ("time_s", "interval_s", "bound"):
                assert one[key] == point[key], (sweep, point, one[key])


def launches_change_it(here):
    points = document(here, "sweep", "saxpy", "--threads", "32,256", "--registers-per-thread",
                      "32,200", "--device", "h200")["points"]
    assert [p["parameters"] for p in points] == [
        {"threads": t, "registers_per_thread": r} for t in (32, 256) for r in (32, 200)]
    times = [p["time_s"] for p in points]
    assert times[0] > times[2] and times[3] > times[2], times  # small blocks, few resident ones
    names = document(here, "sweep", "copy-elements", "--threads", "64")["points"][0]["parameters"]
    assert names == {"threads": 64}, names  # there it is a parameter


def chunks_as_overlap(here):
    swept = document(here, "sweep", "saxpy", "--streams", "3", "--chunks", "1,4,8", "--device",
                     "h200")
    one = document(here, "overlap", "saxpy", "--streams", "3", "--device", "h200")
    of_chunks = {c["chunks"]: c["time_s"] for c in one["chunks"]}
    for point in swept["points"]:
        chunks = point["parameters"]["chunks"]
        if chunks in of_chunks:
            assert abs(point["time_s"] / of_chunks[chunks] - 1) < 1e-9, (point, of_chunks)
    assert swept["best"]["parameters"]["chunks"] == 8


def the_best_and_the_limits(here):
    swept = document(here, "sweep", "jacobi2d", "-D", "n=256..4096:x4", "-D", "by=1..8:x2",
                     "--device", "v100,h200")
    points = swept["points"]
    for best in swept["best_of_devices"]:
        assert best["parameters"]["n"] == 4096  # the largest work, not the least
        of_device = [p["time_s"] for p in points
                     if p["device"] == best["device"] and p["parameters"]["n"] == 4096]
        assert best["time_s"] == min(of_device)
    assert swept["best"] in swept["best_of_devices"]
    for crossing in swept["crossovers"]:
        values = [256, 1024, 4096] if crossing["parameter"] == "n" else [1, 2, 4, 8]
        before = values[values.index(crossing["value"]) - 1]
        lines = 0
        for p in points:
            if p["device"] != crossing["device"] or p["bound"] != crossing["to"]: continue
            if p["parameters"][crossing["parameter"]] != crossing["value"]: continue
            other = p["parameters"] | {crossing["parameter"]: before}
            lines += any(q["parameters"] == other and q["device"] == p["device"] and
                         q["bound"] == crossing["from"] for q in points)
        assert lines == crossing["lines"], crossing
    assert swept["crossovers"]


def what_cannot_run_has_a_reason(here):
    swept = document(here, "sweep", "jacobi2d", "-D", "bx=32,2048", "--device", "h200")
    good, bad = swept["points"]
    assert good["time_s"] > 0 and good["reason"] is None
    assert bad["time_s"] is None and "1024" in bad["reason"], bad
    assert [d["id"] for d in swept["diagnostics"]] == ["point-without-time"]
    none = document(here, "sweep", "jacobi2d", "-D", "bx=2048", expect=(3,))
    assert none["best"] is None
    large = document(here, "sweep", "saxpy", "-D", "N=2^20,2^36", "--device", "h200")
    assert [p["fits"] for p in large["points"]] == [True, False]
    assert large["best"]["parameters"]["N"] == 2**20


def refused(here):
    for arguments, code, said in (
            ("jacobi2d -D bx=8..1", 3, "the range is empty"),
            ("jacobi2d -D bx=1..8:0", 3, "never arrives"),
            ("jacobi2d -D bx=0..8:x2", 3, "must be above 1"),
            ("jacobi2d -D bx=1,1", 3, "listed twice"),
            ("jacobi2d -D bx=1.5..3", 3, "whole numbers"),
            ("jacobi2d -D bc=8", 3, "did you mean"),
            ("jacobi2d -D bx=1,2 --where 'bc > 1'", 3, "unknown name 'bc'"),
            ("jacobi2d -D bx=1,2 --where 'bx >'", 3, "expression-syntax"),
            ("jacobi2d -D bx=1,2 --where 'bx > 5'", 3, "sweep-empty"),
            ("jacobi2d -D n=1..100000 -D m=1..100000", 3, "10000000000 points"),
            ("jacobi2d -D n=1..100000 -D m=1..100000", 3, "--most-points 10000000000"),
            ("jacobi2d --threads 64", 2, "several dimensions"),
            ("jacobi2d --shard 3/2", 2, "names no part"),
            ("jacobi2d --resume", 2, "goes on with a file"),
            ("saxpy --streams 2 --model textbook", 2, "sustained"),
            ("saxpy -D N=1..200000 --json -", 2, "all points at once")):
        _, err = here.run("sweep", *shlex.split(arguments), expect=(code,))
        assert said in err, (arguments, err)


def tune_finds_the_fastest(here):
    tuned = document(here, "tune", "heat3d", "--device", "h200")
    times = [p["time_s"] for p in tuned["points"]]
    assert times == sorted(times) and len(times) > 50
    assert tuned["best"]["time_s"] <= times[0] * 1.03
    assert tuned["now_s"] > 3 * tuned["best"]["time_s"]  # its blocks are one row of threads
    assert tuned["plateau"][0] == {"point": 0, "ratio": 1, "interval": [1, 1], "by_interval": True}
    for tie in tuned["plateau"]:
        ratio = times[tie["point"]] / times[0]
        assert abs(tie["ratio"] / ratio - 1) < 1e-12
        assert tie["interval"][0] <= ratio <= tie["interval"][1]
        assert ratio <= 1.03 or tie["interval"][0] <= 1
    again = document(here, *shlex.split(tuned["reproduce"])[1:])
    assert again["time_s"] == tuned["best"]["time_s"]


def tune_keeps_the_work(here):
    """Blocks and threads that are sizes, too: only launches of the same work are compared."""
    tuned = document(here, "tune", "fma-chains-f32", "--device", "h200")
    assert tuned["other_work"] > 0
    given = document(here, "tune", "jacobi2d", "bx=32,64", "by=4", "n=2000", "--device", "v100")
    assert len(given["points"]) == 2 and not given["inputs"]["found_values"]
    assert [w["parameter"] for w in given["worth"]] == ["bx"]
    _, err = here.run("tune", "transpose-tiled", expect=(2,))
    assert "nothing to choose" in err, err


sys.exit(run_all([
    same_as_predict, launches_change_it, chunks_as_overlap, the_best_and_the_limits,
    what_cannot_run_has_a_reason, refused, tune_finds_the_fastest, tune_keeps_the_work]))
