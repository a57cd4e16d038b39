"""Every picture is XML of its own in the one style: a title that says what, a legend whose entries
differ, classes that the style sheet has, nothing from elsewhere, no bar that cannot be seen."""
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

GPUMODEL = os.environ["GPUMODEL"]
SOURCE = Path(sys.argv[1])
SVG = "{http://www.w3.org/2000/svg}"


def draw(folder, *call):
    file = Path(folder, "picture.svg")
    ran = subprocess.run([GPUMODEL, *call, "--svg", file, "-q", "--force"], capture_output=True,
                         text=True, cwd=SOURCE, check=False)
    assert ran.returncode == 0, (call, ran.stderr)
    text = file.read_text(encoding="utf-8")
    return text, ET.fromstring(text)


def classes(root):
    return {name for each in root.iter() for name in each.get("class", "").split()}


def check_style(call, text, root):
    style = root.find(SVG + "style").text
    defined = set(re.findall(r"\.([a-z][a-z0-9]*)", style)) | {"picture", "bars", "tick"}
    assert classes(root) <= defined, (call, classes(root) - defined)
    assert "prefers-color-scheme:dark" in style
    assert root[0].tag == SVG + "title" and root[0].text.strip(), call
    assert root.get("role") == "img", call
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|url\(|<script|@import", text), call
    assert ">-0 " not in text, call
    ids = re.findall(r'\bid="', text)
    assert not ids, "pictures of one page would share ids"
    width, height = (float(v) for v in root.get("viewBox").split()[2:])
    for each in root.iter(SVG + "text"):
        if "transform" in each.attrib or float(each.get("x")) < 0:
            continue
        assert float(each.get("x")) <= width and float(each.get("y")) <= height, (call, each.text)


def marks_of_legend(root):
    """(classes, shape) of each mark without a hover text, by the text behind it."""
    entries, mark = {}, None
    for each in root:
        if each.tag == SVG + "path" and "transform" in each.attrib and not len(each):
            mark = (each.get("class"), each.get("d"))
        elif each.tag == SVG + "text" and mark:
            entries[each.text] = mark
            mark = None
    return entries


with tempfile.TemporaryDirectory() as folder:
    calls = {
        "occupancy": ["occupancy", "--threads", "32..1024:32", "--regs-per-thread", "64",
                      "--device", "h200"],
        "overlap": ["overlap", "saxpy", "--device", "h200", "-D", "N=2^26", "--chunks", "8",
                    "--streams", "3"],
        "lanes": ["coalesce", "--struct", "f32 a, f32 b, f32 c", "--fields", "a,b"],
        "banks": ["coalesce", "--shared", "tile[thread.x][thread.y]", "--elem", "4", "--shape",
                  "32x32", "--block", "32x8"],
        "validate": ["validate", "saxpy", "matmul-naive-f32", "--replay",
                     "validate/records/h200/cuda.json"],
        "kernels": ["overlap", "tests/output/many-kernels.yaml", "--device", "h200"],
    }
    drawn = {}
    for name, call in calls.items():
        text, root = draw(folder, *call)
        check_style(call, text, root)
        drawn[name] = root
    assert "NVIDIA H200" in "".join(drawn["occupancy"].itertext())
    assert "NVIDIA H200" in drawn["overlap"][0].text

    # Limiters differ in colour or shape, whatever their number.
    legend = marks_of_legend(drawn["validate"])
    limiters = [mark for text, mark in legend.items() if re.search(r"\(\d+\)$", text)]
    assert len(limiters) >= 2 and len(set(limiters)) == len(limiters), legend

    # The lane map says which array is which.
    texts = [each.text for each in drawn["lanes"].iter(SVG + "text")]
    assert any(text.startswith("A s[i].a") for text in texts), texts

    # A thousand thin kernels are as dark as the time they take: nothing is painted over them.
    bars = [each for each in drawn["kernels"].iter(SVG + "rect")
            if "f1" in each.get("class", "").split()]
    covered = sum(float(each.get("width")) for each in bars)
    assert covered > 0.8 * 800, (len(bars), covered)
    assert len(bars) < 2000
    assert any(each.text == "kernels" for each in drawn["kernels"].iter(SVG + "text"))
print("6 pictures")
