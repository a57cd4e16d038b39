#!/usr/bin/env python3
"""Lines of a sweep: the same bytes for any number of threads, in parts or interrupted."""
import json
import pathlib
import resource
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(sys.argv[1]) / "tests/output"))
from runs import run_all

BLOCKS = ["sweep", "jacobi2d", "-D", "bx=16..128:x2", "-D", "by=1..16:x2", "--where",
          "threads <= 512", "--device", "h200,v100", "-q"]
COUNTS = ["sweep", "exercise6", "-D", "N=1..6000", "-q"]


def written(here, name, *arguments, expect=(0,), **how):
    option = "--csv" if name.endswith(".csv") else "--jsonl"
    _, err = here.run(*arguments, option, name, expect=expect, **how)
    return err


def whole_lines(here, name):
    text = here.read(name)
    assert text.endswith(b"\n"), text[-200:]
    return text.splitlines(keepends=True)


def threads_change_nothing(here):
    for suffix in ("jsonl", "csv"):
        for what in (BLOCKS, COUNTS):
            for jobs in ("1", "4"):
                written(here, f"{jobs}.{suffix}", *what, "--jobs", jobs, "--force")
            assert here.read(f"1.{suffix}") == here.read(f"4.{suffix}")
    out, _ = here.run(*BLOCKS, "--jsonl", "-")
    written(here, "file.jsonl", *BLOCKS)
    assert out.encode() == here.read("file.jsonl")


def a_cut_file_goes_on(here):
    for suffix in ("jsonl", "csv"):
        written(here, f"all.{suffix}", *BLOCKS)
        whole = here.read(f"all.{suffix}")
        for cut in (0, 10, len(whole) // 3, len(whole) // 2, len(whole) - 1, len(whole)):
            (here.path / f"cut.{suffix}").write_bytes(whole[:cut])
            written(here, f"cut.{suffix}", *BLOCKS, "--resume")
            assert here.read(f"cut.{suffix}") == whole, cut


def another_sweep_does_not_go_on(here):
    for suffix in ("jsonl", "csv"):
        written(here, f"all.{suffix}", *BLOCKS)
        before = here.read(f"all.{suffix}")
        other = [word.replace("bx=16", "bx=32") for word in BLOCKS]
        err = written(here, f"all.{suffix}", *other, "--resume", expect=(3,))
        assert "sweep-differs" in err, err
        assert here.read(f"all.{suffix}") == before
        assert "output-exists" in written(here, f"all.{suffix}", *other, expect=(2,))


def parts_make_the_whole(here):
    for what, of in ((BLOCKS, 3), (COUNTS, 7), (COUNTS, 1)):
        written(here, "all.jsonl", *what, "--force")
        parts = []
        for i in range(of, 0, -1):
            parts.append(f"part{i}.jsonl")
            written(here, parts[-1], *what, "--shard", f"{i}/{of}", "--force")
        out, _ = here.run("merge", *parts)
        assert out.encode() == here.read("all.jsonl")
        here.run("merge", *parts, "--output", "merged.jsonl", "--force")
        assert here.read("merged.jsonl") == here.read("all.jsonl")


def parts_that_do_not_fit(here):
    for i in (1, 2):
        written(here, f"p{i}.jsonl", *BLOCKS, "--shard", f"{i}/2")
    written(here, "other.jsonl", *COUNTS, "--shard", "2/2")
    cut = here.read("p2.jsonl")
    (here.path / "short.jsonl").write_bytes(cut[:-30])
    here.write("none.jsonl", "{}\n")
    for parts, said in ((["p1.jsonl"], "part 2 of 2 is missing"),
                        (["p1.jsonl", "p1.jsonl"], "the same part"),
                        (["p1.jsonl", "p2.jsonl", "p2.jsonl"], "the same part"),
                        (["p1.jsonl", "other.jsonl"], "another sweep"),
                        (["p1.jsonl", "short.jsonl"], "points"),
                        (["none.jsonl"], "no part of a sweep"),
                        (["missing.jsonl"], "no file")):
        _, err = here.run("merge", *parts, "--output", "out.jsonl", expect=(3,))
        assert said in err, (parts, err)
        assert "out.jsonl" not in here.names()


def a_full_disk_leaves_whole_lines(here):
    written(here, "all.jsonl", *COUNTS)
    whole = here.read("all.jsonl")

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))

    assert len(whole) > 700_000, len(whole)
    err = written(here, "full.jsonl", *COUNTS, expect=(2,), preexec_fn=limited)
    assert "cannot be written" in err, err
    lines = whole_lines(here, "full.jsonl")
    assert len(lines) > 1000 and whole.startswith(b"".join(lines))
    written(here, "full.jsonl", *COUNTS, "--resume")
    assert here.read("full.jsonl") == whole


def interrupted_it_goes_on(here):
    what = ["sweep", "saxpy", "-D", "N=1..30000", "-q", "--jobs", "1"]
    child = here.start(*what, "--jsonl", "cut.jsonl")
    for _ in range(500):
        time.sleep(0.02)
        file = here.path / "cut.jsonl"
        if file.exists() and file.stat().st_size > 1000:
            break
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    if child.returncode == 0:
        return  # it was through
    assert child.returncode == 6 and "--resume goes on" in err, (child.returncode, err)
    lines = whole_lines(here, "cut.jsonl")
    assert 1 < len(lines) < 30001
    for line in lines:
        json.loads(line)
    cut = [word.replace("30000", str(len(lines) - 1)) for word in what]
    written(here, "same.jsonl", *cut)
    assert whole_lines(here, "same.jsonl")[1:] == lines[1:]


sys.exit(run_all([
    threads_change_nothing, a_cut_file_goes_on, another_sweep_does_not_go_on, parts_make_the_whole,
    parts_that_do_not_fit, a_full_disk_leaves_whole_lines, interrupted_it_goes_on]))
