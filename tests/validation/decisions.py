#!/usr/bin/env python3
"""How good decisions by prediction are, on what an H200 took for both sides of each.

    decisions.py ROOT [--write-bars] [-v]

Records of validate/records/decisions, drawn by validate/experiments/decisions.py before anything was
predicted:
- launches.json: of the launches of a kernel the one that `tune` ranks first, against the fastest;
  again-*.json: choice, default and the five fastest measured once more, side by side;
- edits.json: edits measured within 2 % of their kernel must raise no alarm of `gate`, and edits
  measured 10 % slower must;
- advice.json: edits of `advise`, sign and order and size of their gains.
Figures must not be worse than in decisions.yaml beside the records. GPUMODEL names the program.
"""
import argparse
import collections
import functools
import itertools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import yaml

GPUMODEL = os.environ.get("GPUMODEL", "gpumodel")
ALARM = 0.05   # what the checks allow an edit to cost
SAME = 0.02    # measured: nothing changed
SLOWER = 0.10  # measured: a fault that a gate is for


def measured(record):
    return [p for p in json.loads(record.read_text())["points"] if p["status"] == "measured"]


def seconds(point):
    return point["time"]["median_s"]


def text_of(point):
    return "\n".join(point["descriptor"]) + "\n"


def varied_of(points):
    launches = [p["parameters"] for p in points]
    return [name for name in launches[0] if len({p[name] for p in launches}) > 1]


def chosen(points, folder):
    """The launch that `tune` ranks first of those that were measured."""
    kernel = pathlib.Path(folder, "kernel.yaml")
    kernel.write_text(text_of(points[0]))
    launches = [p["parameters"] for p in points]
    varied = varied_of(points)
    fixed = [word for name, value in launches[0].items() if name not in varied
             for word in ("-D", f"{name}={value}")]
    values = [f"{name}={','.join(map(str, sorted({p[name] for p in launches})))}"
              for name in varied]
    where = " || ".join("(" + " && ".join(f"{name} == {p[name]}" for name in varied) + ")"
                        for p in launches)
    shown = subprocess.run([GPUMODEL, "tune", str(kernel), *values, *fixed, "--where", where,
                            "--device", "h200", "--no-copies", "--json", "-"],
                           capture_output=True, text=True)
    if shown.returncode != 0:
        sys.exit(shown.stderr)
    choice = json.loads(shown.stdout)["best"]["parameters"]
    return next(p for p in points if all(p["parameters"][name] == choice[name] for name in varied))


def launches_of(record):
    kernels = collections.defaultdict(list)
    for point in measured(record):
        kernels[point["kernel"]].append(point)
    return kernels


def loss_by_launch(record, verbose):
    kernels = launches_of(record)
    losses, defaults, medians = {}, {}, {}
    for name, points in kernels.items():
        fastest = min(map(seconds, points))
        with tempfile.TemporaryDirectory() as folder:
            choice = chosen(points, folder)
        losses[name] = seconds(choice) / fastest - 1
        defaults[name] = seconds(points[0]) / fastest - 1
        medians[name] = statistics.median(map(seconds, points)) / fastest - 1
        if verbose:
            print(f"  {name}: {len(points)} launches, {fastest * 1e6:.1f} us to "
                  f"{max(map(seconds, points)) / fastest:.2f}x; the choice "
                  f"{[choice['parameters'][k] for k in varied_of(points)]} loses "
                  f"{losses[name]:.1%}, the default {defaults[name]:.1%}, a median one "
                  f"{medians[name]:.1%}")
    return {"kernels": len(losses), "mean loss": statistics.mean(losses.values()),
            "worst loss": max(losses.values()), "default": statistics.mean(defaults.values()),
            "median launch": statistics.mean(medians.values())}


def again(records, verbose):
    """Choice, default and the five fastest once more, side by side, three times: losses without the
    luck of one measurement."""
    times = collections.defaultdict(lambda: collections.defaultdict(list))
    launches = {}
    for record in records:
        for name, points in launches_of(record).items():
            launches[name] = points
            for point in points:
                times[name][json.dumps(point["parameters"])].append(seconds(point))
    losses = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, points in launches.items():
            medians = {key: statistics.median(all_of) for key, all_of in times[name].items()}
            choice = json.dumps(chosen(points, folder)["parameters"])
            losses[name] = medians[choice] / min(medians.values()) - 1
            if verbose:
                print(f"  {name}: the choice loses {losses[name]:.1%}, the default "
                      f"{medians[json.dumps(points[0]['parameters'])] / min(medians.values()) - 1:.1%}")
    return {"kernels": len(losses), "mean loss": statistics.mean(losses.values()),
            "worst loss": max(losses.values())}


def write_again(record, folder):
    """A suite of the choice, the five fastest and the default of each kernel, to measure them again
    side by side: its points go through all kernels, time after time."""
    folder.mkdir(parents=True, exist_ok=True)
    ranks = collections.defaultdict(list)
    for name, points in launches_of(record).items():
        choice = chosen(points, folder)
        pathlib.Path(folder, "kernel.yaml").rename(folder / f"{name}.yaml")
        wanted = [points[0], choice] + sorted(points, key=seconds)[:5]
        distinct = list({json.dumps(p["parameters"]): p for p in wanted}.values())
        for rank, point in enumerate(distinct):
            values = ", ".join(f"{k}: {v}" for k, v in point["parameters"].items())
            ranks[rank].append(f"- kernels: {name}.yaml\n  with: {{{values}}}\n  cache: cold\n")
    (folder / "again.yaml").write_text("suite: again\nsummary: choices and the best, side by side\n\n"
                                       "points:\n" + "".join(sum(ranks.values(), [])))


def pairs(record):
    """(kernel, edit, how much longer the edit takes): measured."""
    points = {p["kernel"]: p for p in measured(record)}
    for name, point in points.items():
        base = points.get(name.split("--")[0])
        if "--" in name and base:
            yield base, point, seconds(point) / seconds(base) - 1


def alarms(drawn, folder):
    """The edits that `gate` stops, all in one call: their kernels are the baseline."""
    budgets = pathlib.Path(folder, "budgets.yaml")
    checks = "".join(f"  - {{name: '{edit['kernel']}', kernel: k{i}.yaml, cache: {edit['cache']}, "
                     f"slower_by_at_most: {ALARM:.0%}}}\n" for i, (_, edit, _) in enumerate(drawn))
    budgets.write_text(f"budgets: edits\ndevice: h200\nchecks:\n{checks}")
    words = [GPUMODEL, "gate", str(budgets), "--baseline", f"{folder}/baseline.json"]
    for side, more in ((0, ["--write-baseline"]), (1, ["--json", "-"])):
        for i, pair in enumerate(drawn):
            pathlib.Path(folder, f"k{i}.yaml").write_text(text_of(pair[side]))
        done = subprocess.run(words + more, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
    return {check["name"] for check in json.loads(done.stdout)["checks"] if check["verdict"] != "ok"}


def gate(record, verbose):
    drawn = list(pairs(record))
    with tempfile.TemporaryDirectory() as folder:
        stopped = alarms(drawn, folder)
    same = [edit["kernel"] for _, edit, longer in drawn if abs(longer) <= SAME]
    slower = [edit["kernel"] for _, edit, longer in drawn if longer >= SLOWER]
    if verbose:
        for _, edit, longer in drawn:
            wrong = "alarm" if edit["kernel"] in same and edit["kernel"] in stopped else \
                "missed" if edit["kernel"] in slower and edit["kernel"] not in stopped else None
            if wrong:
                print(f"  {wrong}: {edit['kernel']}, measured {longer:+.1%}")
    return {"pairs within 2 %": len(same), "false alarms": len([e for e in same if e in stopped]),
            "pairs 10 % slower": len(slower),
            "missed": len([e for e in slower if e not in stopped])}


def predicted_seconds(point, folder):
    kernel = pathlib.Path(folder, "kernel.yaml")
    kernel.write_text(text_of(point))
    values = [word for name, value in point["parameters"].items() for word in ("-D", f"{name}={value}")]
    shown = subprocess.run([GPUMODEL, "predict", str(kernel), *values, "--device", "h200", "--cache",
                            point["cache"], "--json", "-"], capture_output=True, text=True)
    if shown.returncode != 0:
        sys.exit(shown.stderr)
    return json.loads(shown.stdout)["time_s"]


def advice(record, verbose):
    """Gains, as ratios of times. Nothing changes within 2 %: there a sign says nothing."""
    gains = collections.defaultdict(list)
    predicted = functools.cache(lambda name: predicted_seconds(by_name[name], folder))
    by_name = {p["kernel"]: p for p in measured(record)}
    with tempfile.TemporaryDirectory() as folder:
        for base, edit, longer in pairs(record):
            expected = predicted(base["kernel"]) / predicted(edit["kernel"])
            gains[base["kernel"]].append((edit["kernel"], expected, 1 / (1 + longer)))
    all_gains = sum(gains.values(), [])
    wrong = [(name, e, m) for name, e, m in all_gains
             if (e > 1 + SAME) != (m > 1 + SAME) and abs(e / m - 1) > SAME]
    orders = [(a, b) for of_kernel in gains.values() for a, b in itertools.combinations(of_kernel, 2)
              if max(a[2], b[2]) / min(a[2], b[2]) > 1.05]
    errors = [abs(e / m - 1) for _, e, m in all_gains]
    if verbose:
        for name, e, m in all_gains:
            print(f"  {name}: {e:.2f}x predicted, {m:.2f}x measured"
                  f"{'  WRONG SIGN' if (name, e, m) in wrong else ''}")
    return {"kernels": len(gains), "edits": len(all_gains),
            "said not to help": sum(e <= 1 + SAME for _, e, _ in all_gains),
            "wrong signs": len(wrong), "orders": len(orders),
            "wrong orders": sum((a[1] > b[1]) != (a[2] > b[2]) for a, b in orders),
            "median error of a gain": statistics.median(errors)}


JUDGES = {"launches": loss_by_launch, "again": again, "edits": gate, "advice": advice}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--write-bars", action="store_true")
    parser.add_argument("--again", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--only", choices=JUDGES, action="append")
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    folder = args.root / "validate/records/decisions"
    if args.again:
        write_again(folder / "launches.json", args.again)
        return 0
    figures = {}
    for name in args.only or JUDGES:
        print(name)
        records = (sorted(folder.glob("again-*.json")) if name == "again" else
                   folder / f"{name}.json")
        figures[name] = JUDGES[name](records, args.v)
        print("  " + ", ".join(f"{key} {value:.1%}" if isinstance(value, float) else
                               f"{key} {value}" for key, value in figures[name].items()))
    bars = folder / "decisions.yaml"
    if args.write_bars:
        bars.write_text("# What tests/validation/decisions.py found; it fails where figures get worse.\n" +
                        yaml.safe_dump(figures, sort_keys=False))
        return 0
    worse = 0
    for name, kept in yaml.safe_load(bars.read_text()).items():
        if name not in figures:
            continue
        for key in ("mean loss", "worst loss", "false alarms", "missed", "wrong signs", "wrong orders",
                    "median error of a gain"):
            if key in kept and figures[name][key] > kept[key] + 1e-4:
                print(f"{name}: {key} is {figures[name][key]:.4g}, was {kept[key]:.4g}")
                worse += 1
    return worse > 0


if __name__ == "__main__":
    sys.exit(main())
