#!/usr/bin/env python3
"""The mutator finds what it is there for: a stand-in for gpumodel breaks one promise after the
other, and each is found; the stand-in that breaks none is not blamed.

A stand-in is an honest one that first runs a few lines of sin.
"""
import pathlib
import re
import sys
import tempfile

from mutator import promises
from mutator.case import Case
from mutator.examine import examine
from mutator.program import Limits, Program

HONEST = '''#!/usr/bin/python3 -I
import json, os, signal, sys, time

words = sys.argv[1:]
document = {"schema": "gpumodel/predict", "exit_code": 0, "time_s": 2.0, "interval_s": [1.0, 3.0]}
table, picture = "time\\n2\\n", "<svg/>"

def refuse(code, why):
    sys.stderr.write(why)
    sys.exit(code)

def publish():
    for option, content in (("--json", json.dumps(document)), ("--csv", table), ("--svg", picture)):
        if option in words:
            name = words[words.index(option) + 1]
            draft = f".{name}-{os.getpid()}"
            with open(draft, "w") as out:
                out.write(content)
            try:
                os.link(draft, name)
            except FileExistsError:
                refuse(2, f"error[output-exists]: {name} exists\\n")
            finally:
                os.unlink(draft)

if words[0] in ("predict", "check"):
    exec(SIN)
if words[0] == "--help" or words[-1] == "--help":
    print("--device --json")
elif words[0] == "schema":
    print('{"required": ["time_s"], "properties": {"exit_code": {"type": "integer"}}}')
else:
    print("2 s")
    publish()
'''
ALL = [["--json", "out.json"], ["--csv", "out.csv"], ["--svg", "out.svg"]]
OUTPUTS = ["out.json", "out.csv", "out.svg"]
PLACE = "error[x]: wrong\\n  --> a.yaml:{}:1\\n"
# A promise, and lines that break it.
SINS = [
    ("cpu", "while True: pass"),
    ("signal", "os.kill(os.getpid(), signal.SIGSEGV)"),
    ("exit code", "sys.exit(70)"),
    ("sanitizer", "sys.stderr.write('a.cpp:1: runtime error: overflow')"),
    ("memory", "all = b'x' * (150 << 20)"),
    ("control", "print('\\x1b[31m')"),
    ("control", "sys.stdout.buffer.write(b'\\xff')"),
    ("freed", "print('in ' + 4 * r'\\xa5')"),
    ("nan", "print('takes nan ns')"),
    ("nan", "print('-nanx')"),
    ("reason", "sys.exit(3)"),
    ("reason", "sys.stderr.write('error[x]: wrong\\n')"),
    ("place", "refuse(3, 'error[x]: wrong\\n')"),
    ("place", f"refuse(3, '{PLACE.format(99)}')"),
    ("check agrees", f"if words[0] == 'predict': refuse(3, '{PLACE.format(1)}')"),
    ("untouched", "open('a.yaml', 'w')"),
    ("untouched", "open('partial', 'w')"),
    ("unwritten", "publish = lambda: None"),
    ("unwritten", "publish()\nsys.stderr.write('error[x]: wrong\\n')\nsys.exit(2)"),
    ("markup", "picture = '<svg>\\x01</svg>'"),
    ("markup", "picture = '<svg><script>x</script></svg>'"),
    ("formula", "table = '=HYPERLINK(1)\\n'"),
    ("json", "document['time_s'] = float('nan')"),
    ("json", "document['exit_code'] = 3"),
    ("time", "document['time_s'] = None"),
    ("interval", "document['interval_s'] = [3.0, 4.0]"),
    ("interval", "document['interval_s'] = [1.0, None]"),
]
if promises.jsonschema:
    SINS.append(("schema", "document['exit_code'] = '0'"))
# Of runs at once all win. A killed run leaves its draft, which the honest one does not look for.
RACE = "time.sleep(0.1)\nos.link = os.rename\nos.unlink = lambda _: None"


def asked(**how):
    return Case({"a.yaml": b"x: 1\n"}, "a.yaml", ["predict", "a.yaml"], list(ALL), list(OUTPUTS),
                **how)


def broken_by(sin, case, folder):
    program = folder / "gpumodel"
    program.write_text(HONEST.replace("SIN", repr(sin)))
    program.chmod(0o755)
    return [promise for promise, _ in examine(Program(program, Limits(0.5, 100 << 20)), case)[0]]


def known_promises():
    """As the sources name them."""
    sources = [pathlib.Path(promises.__file__).with_name(name).read_text(encoding="utf-8")
               for name in ("promises.py", "examine.py")]
    return set(re.findall(r'(?:yield |append\(\(|else )"([a-z ]+)"', "".join(sources)))


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        many, killed = asked(parallel=4), asked(killed_at=1)
        for what, case in (("one run", asked()), ("runs at once", many)):
            if found := broken_by("", case, folder):
                wrong.append(f"{what} that keep all promises break {found}")
        cases = [(promise, sin, asked()) for promise, sin in SINS]
        cases += [("one winner", RACE, many), ("untouched", "", killed)]
        for promise, sin, case in cases:
            found = broken_by(sin, case, folder)
            if promise not in found:
                wrong.append(f"{promise}: not found, but {found}: {sin}")
    untested = known_promises() ^ {promise for promise, *_ in cases}
    if untested - {"schema"}:
        wrong.append(f"promises and sins differ: {sorted(untested)}")
    print("\n".join(wrong) or f"{len(cases)} sins are found")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
