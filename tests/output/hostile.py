#!/usr/bin/env python3
"""Text of others reaches no terminal, table, page or picture unescaped (finding 21).

    hostile.py SOURCE-DIRECTORY

Names of files, texts in descriptors and records, and arguments hold what steers terminals, turns the
direction of text, is no character, ends lines, or means something in Markdown, CSV, XML and HTML.
Judges: expat for SVG, Chromium for HTML, Python's csv and json; for the rest the rule that no
invisible character is printed. Without Chromium its part is left out, but for continuous integration.
"""
import csv
import html.parser
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import xml.etree.ElementTree

from runs import leave_out, run_all

SOURCE = pathlib.Path(sys.argv[1])
DEFECTS = SOURCE / "tests/defects"

# As a file may hold them: control characters are refused there.
MARKUP = "<script>document.title='pwned'</script><img src=x onerror=\"document.title='pwned'\">"
SPECIAL = ["\u009b31m", "\u202eabc", "\u2066", "\u2028# h", "\ufffe", "\uffff", "\ufeff", "\u200b",
           MARKUP, "</title></text></svg></pre><b>", "&amp;&#0;", "]]>", "'\"", "|a|", "```", "`x`",
           "[a](javascript:alert(1))", "![a](x)", "# h", "\n# h", "\n\n- a", "\n```\n", "\n| a | b |\n",
           "=HYPERLINK(1)", "+1+1", "-2+3", "@SUM(A1)", "<!--", "\\", "%s{}"]
# Only where no file says it: names of files, arguments and JSON.
CONTROL = ["\x1b[31m", "\x1b]0;pwned\x07", "\x07", "\r", "\x7f", "\x08\x08"]

KERNEL = """kernel: {0}
summary: {0}
parameters: {{n: 4096}}
arrays: {{x: {{type: f32, shape: [n]}}}}
launch: {{block: [256], grid: ['ceil_div(n, block.x)'], registers_per_thread: 16}}
thread: {{do: [load: 'x[global.x]', store: 'x[global.x]']}}
transfers: {{to_device: [x], to_host: [x]}}
"""
PROGRAM = """program: {0}
summary: {0}
buffers: {{x: {{type: f32, shape: [4096]}}}}
steps:
  - host: {0}
    time: 1 us
  - to_device: x
"""
SYSTEM = """system: {0}
summary: {0}
devices: [v100, v100]
host: xeon-16vcpu
"""


def quoted(text):
    """A YAML scalar."""
    return '"' + "".join(f"\\U{ord(c):08x}" for c in text) + '"'


def record_of(text):
    host = {"cpu": text, "cores": 16, "system": text}
    time = dict.fromkeys(["min_s", "p25_s", "median_s", "p75_s", "max_s"], 1e-4)
    point = {"kernel": "saxpy", "backend": "host", "parameters": {"N": 1 << 20}, "launch": None,
             "cache": "cold", "status": "measured", "timer": text,
             "time": {"n": 31, **time, "outliers": 0, "settled": True}, "throttle": [text]}
    failed = dict(point, status="failed", reason=text, time=None)
    unknown = dict(point, kernel=text, parameters={text: 1})
    return json.dumps({
        "schema": "gpumodel-records", "schema_version": 1, "points": [point, failed, unknown],
        "environment": {"backend": "host", "device": None, "host": host, "threads": 16,
                        "compiler": text, "gpumodel": text, "date": text}})


def is_invisible(character):
    code = ord(character)
    return (unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")
            or code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
            or unicodedata.bidirectional(character) in
            ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
            or code in (0x061C, 0x200B, 0x200E, 0x200F, 0xFEFF))


def expect_visible(text, allowed, where):
    found = {c for c in text if is_invisible(c)} - set(allowed)
    assert not found, (where, [hex(ord(c)) for c in found], text[:2000])


def expect_plain_csv(text, where):
    expect_visible(text, "\r\n", where)
    for table in text.split("\r\n\r\n"):
        rows = list(csv.reader(io.StringIO(table, newline=""), strict=True))
        assert len({len(row) for row in rows if row}) <= 1, (where, table)
        for cell in (cell for row in rows for cell in row):
            number = re.fullmatch(r"[-+]?[\d.]+(e[-+]?\d+)?", cell)
            assert len(cell) < 2 or number or cell[0] not in "=+-@\t\r", (where, cell)


def outline(markdown):
    """What begins blocks, and what is markup inside of them: no text."""
    marks = []
    for line in markdown.splitlines():
        start = re.match(r"#+ |\|[-: |]+\|$|\||```+|\*\*|[-+>] |\d+[.)] |=+$", line)
        marks.append(start[0] if start else "")
    return [mark for mark in marks if mark]


# What SVG and HTML of this program consist of.
ELEMENTS = {"svg", "title", "rect", "text", "path", "g", "polygon", "polyline", "line", "circle",
            "html", "head", "meta", "style", "body", "pre", "p", "tspan", "br", "header", "nav", "main",
            "footer", "section", "div", "button", "output", "h1", "h2", "ul", "li", "a", "table",
            "caption", "thead", "tbody", "tr", "th", "td"}


def expect_picture(path, where):
    text = path.read_text(encoding="utf-8")
    expect_visible(text, "\n", where)
    for element in xml.etree.ElementTree.fromstring(text).iter():
        name = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
        assert name in ELEMENTS, (where, element.tag)
        assert not any(key.startswith("on") for key in element.attrib), (where, element.attrib)


class Elements(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.names, self.attributes, self.title = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.names.append(tag)
        self.attributes += [name for name, _ in attributes]

    def handle_data(self, data):
        if self.names[-1:] == ["title"] and not self.title:
            self.title = data


def in_chromium(path):
    """The document as the browser understood it, scripts run."""
    program = shutil.which("chromium")
    if program is None:
        return None
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
             "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", f"--user-data-dir={profile}", "--dump-dom", path.as_uri()],
            capture_output=True, check=True, timeout=120, encoding="utf-8",
            env=dict(os.environ, HOME=profile)).stdout


def expect_page(path, scripts):
    expect_visible(path.read_text(encoding="utf-8"), "\n", path)
    document = in_chromium(path)
    if document is None:
        return leave_out("Chromium is not installed: bash cmake/packages.sh dev")
    found = Elements(document)
    assert "title" in found.names, document[:2000]
    assert set(found.names) - {"script"} <= ELEMENTS, set(found.names) - ELEMENTS
    assert found.names.count("script") == scripts, (path, found.names)
    assert found.title != "pwned" and not [a for a in found.attributes if a.startswith("on")]
    assert "This page contains the following errors" not in document, document[:2000]


def try_command(here, arguments, where, pictures=(), name=None):
    """Every form of one answer; `name` must stand in the JSON as it is."""
    out, err = here.run(*arguments, "-v", expect=(0, 1, 2, 3, 4))
    expect_visible(out, "\n", where)
    expect_visible(err, "\n", where)
    for option, judge in (("--md", lambda t, w: expect_visible(t, "\n", w)),
                          ("--csv", expect_plain_csv)):
        out, err = here.run(*arguments, option, "-", expect=(0, 1, 2, 3, 4))
        judge(out, where)
        expect_visible(err, "\n", where)
    out, _ = here.run(*arguments, "--json", "-", expect=(0, 1, 2, 3, 4))
    if out:
        expect_visible(out, "\n", where)
        document = json.loads(out)
        assert name is None or name in out.encode().decode() or name in str(document), where
    for option in pictures:
        here.run(*arguments, option, "picture", "--force", "-q", expect=(0, 1))
        if option == "--trace":
            json.loads((here.path / "picture").read_text(encoding="utf-8"))
        elif option == "--svg":
            expect_picture(here.path / "picture", where)


def texts_of_files(here):
    for text in [*SPECIAL, "".join(SPECIAL)]:
        here.write("kernel.yaml", KERNEL.format(quoted(text)))
        here.write("program.yaml", PROGRAM.format(quoted(text)))
        here.write("system.yaml", SYSTEM.format(quoted(text)))
        where = repr(text)
        try_command(here, ["predict", "kernel.yaml"], where)
        try_command(here, ["kernels", "show", "./kernel.yaml"], where)
        try_command(here, ["coalesce", "kernel.yaml"], where, ["--svg"])
        try_command(here, ["predict", "program.yaml"], where)
        try_command(here, ["overlap", "program.yaml"], where, ["--svg", "--trace"])
        try_command(here, ["systems", "show", "./system.yaml"], where)
        try_command(here, ["check", "kernel.yaml", "program.yaml", "system.yaml"], where)


def texts_of_devices(here):
    text = (SOURCE / "devices/v100.yaml").read_text()
    hostile = quoted("".join(SPECIAL))
    text = re.sub(r"(?m)^(name|summary|memory_type): .*$", lambda m: f"{m[1]}: {hostile}", text)
    text = re.sub(r"note: \"[^\"]*\"", lambda _: f"note: {hostile}", text)
    here.write("d.yaml", text)
    for arguments in (["devices", "show", "./d.yaml"], ["devices", "diff", "./d.yaml", "v100"],
                      ["predict", "saxpy", "--device", "d.yaml", "--explain"],
                      ["occupancy", "--threads", "128", "--device", "d.yaml"]):
        try_command(here, arguments, arguments)


def texts_of_records(here):
    for text in [*SPECIAL, *CONTROL, "".join(SPECIAL + CONTROL)]:
        here.write("r.json", record_of(text))
        try_command(here, ["validate", "--replay", "r.json", "--host", "xeon-16vcpu"], repr(text),
                    ["--svg"])
    shutil.copy(DEFECTS / "finding-21-record-escape.json", here.path / "r.json")
    try_command(here, ["validate", "--replay", "r.json"], "finding 21")


def names_and_arguments(here):
    source = (SOURCE / "kernels/saxpy/saxpy.yaml").read_text()
    names = [text.replace("/", ":")[:200] for text in [*SPECIAL, *CONTROL]] + ["\udcff\udcc3("]
    for text in names:
        here.write(f"a{text}.yaml", source)
        try_command(here, ["predict", f"a{text}.yaml"], repr(text))
        try_command(here, ["check", f"a{text}.yaml"], repr(text))
        for arguments in (["predict", text], ["predict", "saxpy", "--device", text],
                          ["predict", "saxpy", "-D", f"{text}=1"], ["predict", "saxpy", f"--{text}"],
                          ["predict", "saxpy", "-D", f"N={text}"], [text], ["explain", text],
                          ["coalesce", f"x[{text}]", "--elem", "4"], ["schema", text],
                          ["predict", "saxpy", "--json", f"nowhere/{text}"],
                          ["validate", "--replay", text], ["occupancy", "--from-ptxas", text]):
            out, err = here.run(*arguments, expect=(0, 2, 3))
            expect_visible(out, "\n", arguments)
            expect_visible(err, "\n", arguments)
            heads = [line for line in err.splitlines() if not line.startswith((" ", "error["))]
            assert not heads, ("lines of their own", arguments, err)


def json_holds_the_text_itself(here):
    for text in ["\u009b31m", "\u202eabc", "\ufffe", MARKUP, "=HYPERLINK(1)", "\U000e0041"]:
        here.write("kernel.yaml", KERNEL.format(quoted(text)))
        out, _ = here.run("predict", "kernel.yaml", "--json", "-")
        assert json.loads(out)["kernel"] == text, (text, out[:300])


def markdown_keeps_its_outline(here):
    def of(text):
        here.write("kernel.yaml", KERNEL.format(quoted(text)))
        here.write("program.yaml", PROGRAM.format(quoted(text)))
        return [outline(here.run(*command, "--md", "-")[0]) for command in (
            ["predict", "kernel.yaml"], ["kernels", "show", "./kernel.yaml"],
            ["coalesce", "kernel.yaml"], ["overlap", "program.yaml"])]

    plain = of("plain")
    for text in SPECIAL:
        assert of(text) == plain, (text, of(text), plain)


def finding_21_svg_fffe(here):
    shutil.copy(DEFECTS / "finding-21-svg-fffe.yaml", here.path / "p.yaml")
    here.run("overlap", "p.yaml", "--svg", "p.svg")
    expect_picture(here.path / "p.svg", "finding 21")
    assert "a\\u{fffe}b" in (here.path / "p.svg").read_text()


def pages_and_pictures_in_chromium(here):
    hostile = "".join(SPECIAL)
    here.write("r.json", record_of(hostile))
    here.write("kernel.yaml", KERNEL.format(quoted(hostile)))
    here.write("program.yaml", PROGRAM.format(quoted(hostile)))
    here.run("validate", "--replay", "r.json", "--host", "xeon-16vcpu", "--html", "v.html", "--svg",
             "v.svg", expect=(0, 1))
    here.run("coalesce", "kernel.yaml", "--html", "c.html", "--svg", "c.svg")
    here.run("overlap", "program.yaml", "--svg", "o.svg")
    here.run("predict", "kernel.yaml", "--html", "k.html")
    here.run("predict", "program.yaml", "--html", "p.html")
    here.run("roofline", "kernel.yaml", "--html", "r.html", "--svg", "r.svg")
    pages = ["v.html", "c.html", "k.html", "p.html", "r.html"]
    pictures = ["v.svg", "c.svg", "o.svg", "r.svg"]
    for name, scripts in {**dict.fromkeys(pages, 1), **dict.fromkeys(pictures, 0)}.items():
        expect_page(here.path / name, scripts)


if __name__ == "__main__":
    sys.exit(run_all([texts_of_files, texts_of_devices, texts_of_records, names_and_arguments,
                      json_holds_the_text_itself, markdown_keeps_its_outline, finding_21_svg_fffe,
                      pages_and_pictures_in_chromium]))
