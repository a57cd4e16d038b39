#!/usr/bin/env python3
"""gpumodel learn: what teachers and students type, and what comes of it."""
import csv
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

GPUMODEL = os.environ["GPUMODEL"]
FAULTS = []


def learn(*words, code=0):
    done = subprocess.run([GPUMODEL, "learn", *words], capture_output=True, text=True)
    if done.returncode != code:
        FAULTS.append(f"learn {' '.join(words)}: exit {done.returncode}, not {code}\n{done.stderr}")
    return done.stdout


def expect(holds, what):
    if not holds:
        FAULTS.append(what)


def exercises():
    found = json.loads(learn("list", "--json", "-"))["exercises"]
    expect(len(found) >= 30, f"{len(found)} exercises")
    expect(len({each["unit"] for each in found}) == 5, "five units")


def answers():
    learn("check", "kernel-time", "memory=2.86 us", "bound=memory")
    learn("check", "1", "7168 GFLOP/s", "27.9 ns", "2.86us")
    text = learn("check", "kernel-time", "memory=1.905 us", code=1)
    expect("leaves out 'written', in line 3" in " ".join(text.split()), text)
    expect("2.857" not in text, "the truth is told without --reveal: " + text)
    expect("2.857" in learn("check", "kernel-time", "memory=1 us", "--reveal", code=1), "--reveal")
    for wrong in (["memory=2.86"], ["memory=2.86 GB"], ["memori=2 us"]):
        learn("check", "kernel-time", *wrong, code=3)
    learn("check", "kernel-tme", code=3)
    for wrong in (["shwo"], ["check"], ["list", "kernel-time"], ["list", "--batch", "x"], ["form"],
                  ["show", "1", "--pin", "x"]):
        learn(*wrong, code=2)


def documents():
    hidden = json.loads(learn("check", "transfers", "h2d=100us", "--json", "-", code=1))
    first = hidden["questions"][0]
    expect(first["expected"] is None and not first["correct"], str(first))
    expect(first["misconceptions"][0]["of"] == "to_latency", str(first))
    shown = json.loads(learn("check", "transfers", "h2d=90..110us", "--json", "-", "--reveal"))
    expect(abs(shown["questions"][0]["expected"] - 102) < 1e-9, str(shown["questions"][0]))
    expect(shown["calibration"] ["held"] == 1, str(shown["calibration"]))
    sheet = json.loads(learn("sheet", "--seed", "anna", "--json", "-"))
    expect(all(question["expected"] is None and question["expected_word"] is None
               for each in sheet["exercises"] for question in each["questions"]), "sheet tells")


def grades(folder):
    batch = folder / "answers"
    batch.mkdir()
    key = json.loads(learn("key", "--seed", "anna", "--json", "-"))
    form = learn("form", "--seed", "anna")
    filled = []
    exercise = None
    values = {(each["id"], q["id"]): q["expected_word"] or f'{q["expected"]:.9g} {q["unit"]}'
              for each in key["exercises"] for q in each["questions"]}
    for line in form.splitlines():
        name = line.split("#")[0].strip().rstrip(":")
        if line.startswith("    "):
            line = f'    {name}: "{values[exercise, name].strip()}"'
        elif line.startswith("  ") and line.endswith(":"):
            exercise = name
        filled.append(line)
    (batch / "anna.yaml").write_text("\n".join(filled) + "\n")
    learn("check", "--batch", str(batch))
    (batch / "ben.yaml").write_text(
        "student: ben\nanswers:\n  kernel-time: {peak: nothing, memory: 1 us}\n"
        "  transfers: {h2d: 1..900us}\n")
    table = list(csv.DictReader(io.StringIO(
        learn("check", "--batch", str(batch), "--csv", "-", code=1).split("\n\n")[0])))
    expect(len(table) == len(key["exercises"]) + 2, f"{len(table)} rows")
    expect(all(row["points"] == row["weight"] for row in table if row["student"] == "anna"),
           "the key has all points")
    junit = folder / "grades.xml"
    learn("check", "--batch", str(batch), "--junit", str(junit), code=1)
    suites = {suite.get("name"): suite for suite in xml.parse(junit).getroot()}
    expect(suites["anna"].get("failures") == "0", "anna fails")
    expect(int(suites["ben"].get("failures")) > 0, "ben passes")
    moved = (batch / "anna.yaml").read_text().replace("  kernel-time: ", "  kernel-time: 0.0.1-", 1)
    (batch / "anna.yaml").write_text(moved)
    learn("check", "--batch", str(batch), code=3)
    learn("check", "--batch", str(batch), "--any-pin", code=1)


def page(folder):
    html = folder / "course.html"
    learn("sheet", "--seed", "anna", "--html", str(html))
    text = html.read_text()
    expect(text.count("gpumodel learn check") >= 30, "commands")
    expect("learn skeleton jacobi &gt; jacobi.c" in text and "// TODO 1" in text, "code")
    expect("<script src" not in text and "href=\"http" not in text, "needs a network")
    print(f"page: {len(text) / 1000:.0f} kB")


def main():
    exercises()
    answers()
    documents()
    with tempfile.TemporaryDirectory() as folder:
        grades(pathlib.Path(folder))
        page(pathlib.Path(folder))
    for fault in FAULTS:
        print(fault)
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main())
