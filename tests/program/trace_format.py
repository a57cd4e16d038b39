#!/usr/bin/env python3
"""Checks Chrome traces against the rules that Perfetto and chrome://tracing have for them.

    trace_format.py SOURCE-DIRECTORY

One object with "traceEvents"; every event has "ph", "pid", "tid" and "name"; complete events ("X")
have finite "ts" and "dur" in microseconds, not negative; those of one thread do not overlap; every
process and thread with events is named by a metadata event ("M"). And the trace tells the same as
the command's own document: as many events, the same end.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

PROGRAM = os.environ["GPUMODEL"]
COMMANDS = [
    ["overlap", "saxpy", "--device", "h200", "-D", "N=2^26"],
    ["overlap", "mandelbrot-two-gpus", "--device", "h200"],
    ["overlap", "mandelbrot-queues", "--device", "h200", "--chunks", "64"],
    ["overlap", "jacobi-multi", "--system", "h200-x4", "-D", "iterations=3"],
    ["overlap", "loops-split", "--device", "h200"],
]
ROUNDING = 1e-6  # of the length of the trace: times are doubles


def number(text):
    raise ValueError(f"{text} is no JSON number")


def complaints(trace):
    if not isinstance(trace, dict) or not isinstance(trace.get("traceEvents"), list):
        yield "no list of traceEvents"
        return
    named, tracks = set(), {}
    for event in trace["traceEvents"]:
        if not {"ph", "pid", "tid", "name"} <= event.keys():
            yield f"a key is missing: {event}"
        elif event["ph"] == "M":
            named.add((event["name"], event["pid"], event["tid"] * (event["name"] != "process_name")))
            if not isinstance(event["args"]["name"], str):
                yield f"a name is no text: {event}"
        elif event["ph"] == "X":
            if not all(math.isfinite(event[k]) and event[k] >= 0 for k in ("ts", "dur")):
                yield f"a time is wrong: {event}"
            tracks.setdefault((event["pid"], event["tid"]), []).append(event)
        else:
            yield f"an unexpected kind of event: {event}"
    end = max((e["ts"] + e["dur"] for t in tracks.values() for e in t), default=0)
    for (process, thread), events in tracks.items():
        if ("process_name", process, 0) not in named:
            yield f"process {process} has no name"
        if ("thread_name", process, thread) not in named:
            yield f"thread {thread} has no name"
        events.sort(key=lambda e: e["ts"])
        for first, second in zip(events, events[1:]):
            if first["ts"] + first["dur"] > second["ts"] + ROUNDING * end:
                yield f"events of one thread overlap: {first} and {second}"


def main():
    wrong, done = [], 0
    for command in COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "trace.json")
            run = subprocess.run([PROGRAM, *command, "--trace", file, "--json", "-"],
                                 capture_output=True, text=True, cwd=sys.argv[1], check=False)
            if run.returncode != 0:
                wrong.append(f"{' '.join(command)}: {run.stderr}")
                continue
            with open(file, encoding="utf-8") as text:
                trace = json.load(text, parse_constant=number)
            document = json.loads(run.stdout)
        found = list(complaints(trace))
        events = [e for e in trace["traceEvents"] if e["ph"] == "X"]
        end = max(e["ts"] + e["dur"] for e in events)
        if len(events) != len(document["events"]):
            found.append(f"{len(events)} events, {len(document['events'])} in the document")
        if abs(end / 1e6 - document["time_s"]) > ROUNDING * document["time_s"]:
            found.append(f"ends at {end} us, the document at {document['time_s']} s")
        wrong += [f"{' '.join(command)}: {each}" for each in found[:5]]
        done += len(events)
    print("\n".join(wrong) or f"{done} events are as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
