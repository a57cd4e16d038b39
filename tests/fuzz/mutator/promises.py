"""What the program promises for every input (docs/errors.md), checked on a case that was run. Each
check yields (promise, what is wrong)."""
import csv
import io
import json
import math
import os
import re
import signal
from xml.etree import ElementTree

from mutator.program import FREED

try:
    import jsonschema
except ImportError:  # then only the rest is checked
    jsonschema = None

CODES = {0, 2, 3}
JUDGED = {1, 5, 6}  # of validate, whose answer is written none the less, as what check finds is
NAN = re.compile(r"(?<![A-Za-z0-9_./])-?(?:nan|inf)(?![A-Za-z0-9_])|-?(?:nan|inf)x(?![A-Za-z])")
DIAGNOSTIC = re.compile(r"(error|warning|note)\[([a-z0-9-]+)\]: (?:(\S+):(\d+):(\d+): )?")
PLACE = re.compile(r"\s+--> (.*?)(?::(\d+):(\d+))?(?:\s.*)?$")
# Faults of the call, or of a file as a whole, that stand on no line.
WITHOUT_PLACE = {
    "access-idle", "amount-wrong", "capability-unknown", "chunks-too-many", "device-differs",
    "device-kind", "device-unknown", "file-binary", "file-directory", "file-empty", "file-kind",
    "file-missing", "file-too-large", "file-unreadable", "host-missing", "kernel-unknown",
    "launch-impossible", "link-missing", "model-unknown", "not-predicted", "output-exists",
    "output-file", "parameter-unknown", "parameter-wrong", "program-unknown", "record-kind",
    "record-none", "record-schema", "record-version", "registers-ambiguous", "schedule-missing",
    "schedule-unknown", "suite-point", "system-unknown", "time-unusable", "usage"}
TIMED = {"gpumodel/predict", "gpumodel/program", "gpumodel/overlap"}
# Control characters but line ends and tabs, marks that turn the direction of text, non-characters.
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069"
                    "\ufffe\uffff]")


def judge(case, before, after, result, program):
    """All promises that a case breaks. `before` and `after` are the folder's files."""
    yield from ended(case, result, program.limits)
    yield from printed(result)
    yield from told(case, result)
    yield from wrote(case, before, after, result)
    if result.signal:
        return
    for option, target in (group for group in case.options if len(group) == 2):
        content = result.out if target == "-" else after.get(target)
        if isinstance(content, bytes) and content != before.get(target):
            content = content.decode("utf-8", "replace")
        if isinstance(content, str) and (content or result.code == 0):
            yield from CHECKS.get(option, nothing)(result, target, content, program)


def ended(case, result, limits):
    if result.signal:
        busy = result.cpu >= limits.cpu
        yield "cpu" if busy else "signal", signal.Signals(result.signal).name
        return
    if result.code not in CODES | (JUDGED if case.command[0] == "validate" else set()):
        yield "exit code", f"{result.code}: {' '.join(result.err.split())[:120]}"
    sanitizer = re.search(r"[A-Z][A-Za-z]+Sanitizer.*|runtime error:.*", result.err)
    if sanitizer:
        yield "sanitizer", sanitizer[0]
    if result.cpu > limits.cpu:
        yield "cpu", f"{result.cpu:.1f} s"
    if 0 < limits.memory < result.memory:
        yield "memory", f"{result.memory >> 20} MiB"


def printed(result):
    for where, text in (("standard output", result.out), ("standard error", result.err)):
        hidden = HIDDEN.search(text)
        if hidden:
            yield "control", f"{where} has U+{ord(hidden[0]):04X}"
        nan = NAN.search(text)
        if nan and result.code == 0:
            line = text[text.rfind("\n", 0, nan.start()) + 1:].split("\n", 1)[0]
            yield "nan", f"{where} has {nan[0]!r}: {line.strip()[:100]}"
        if f"\\x{FREED:x}" * 2 in text:
            yield "freed", f"{where} has bytes of memory that was given back"
    if not result.utf8:
        yield "control", "an output is no UTF-8"


def errors(text):
    """(id, file, line, column) of each error; None for what it does not say."""
    found = []
    is_error = False
    for line in text.splitlines():
        head, place = DIAGNOSTIC.match(line), PLACE.match(line)
        if head:
            is_error = head[1] == "error"
        if head and is_error:
            found.append((head[2], head[3], head[4] and int(head[4]), head[5] and int(head[5])))
        elif place and is_error and found[-1][1] is None:
            found[-1] = (found[-1][0], place[1], place[2] and int(place[2]),
                         place[3] and int(place[3]))
    return found


def told(case, result):
    """A refusal says why and where: a place that is there."""
    found = errors(result.err)
    if result.code in (2, 3) and not found:
        yield "reason", f"exit code {result.code} without an error"
    if result.code == 0 and found:
        yield "reason", f"exit code 0 with error[{found[0][0]}]"
    for name, file, line, column in found if result.code == 3 else ():
        is_option = (file or "").startswith("-")
        if line is None and not is_option and name not in WITHOUT_PLACE:
            yield "place", f"error[{name}] has no line and column"
        content = case.files.get(os.path.basename(file or ""))
        if line is not None and content is not None and not stands(content, line, column):
            yield "place", f"error[{name}] is at {line}:{column}, which the file does not have"


def stands(content, line, column):
    lines = re.split("\r\n|[\n\r]", content.decode("utf-8", "replace"))
    return 1 <= line <= len(lines) and 1 <= column <= len(lines[line - 1]) + 2


def tells_failure(content, code):
    """What --json names gets a document where a command fails: one that says why."""
    try:
        document = json.loads(content or b"")
    except ValueError:
        return False
    return document["schema"] == "gpumodel/failure" and document["exit_code"] == code


def wrote(case, before, after, result):
    """Only outputs change, and what is there stays: without --force, and inputs with it."""
    forced = ["--force"] in case.options
    answered = {0} | JUDGED | ({3} if case.command[0] == "check" else set())
    for name in sorted(set(before) | set(after)):
        there, now = before.get(name), after.get(name)
        if there == now:
            continue
        if name not in case.outputs:
            yield "untouched", f"{name} was {'left behind' if there is None else 'changed'}"
        elif there is not None and name in case.inputs:
            yield "untouched", f"{name} is an input and was replaced"
        elif there is not None and not forced:
            yield "untouched", f"{name} was replaced without --force"
        elif result.code not in answered and not tells_failure(now, result.code):
            yield "unwritten", f"{name} was written with exit code {result.code}"
    for name in case.outputs if result.code == 0 else ():
        if after.get(name) is None:
            yield "unwritten", f"{name} was not written"
        if name in case.modes and result.modes.get(name) != case.modes[name]:
            yield "untouched", f"{name} had mode {case.modes[name]:o}, now {result.modes[name]:o}"


def nothing(_result, _name, _content, _program):
    return ()


def html(_result, name, content, _program):
    if "<script>x" in content:
        yield "markup", f"{name} has a script of the input"


def svg(result, name, content, program):
    yield from html(result, name, content, program)
    try:
        ElementTree.fromstring(content)
    except ElementTree.ParseError as fault:
        yield "markup", f"{name}: {fault}"


def table(_result, name, content, _program):
    for row in csv.reader(io.StringIO(content)):
        for cell in row:
            if re.match(r"[=@\t]|[+-](?![0-9.])", cell) and len(cell) > 1:
                yield "formula", f"{name} has the cell {cell[:40]!r}"


def refuse(word):
    raise ValueError(f"{word} is no number of JSON")


def finite(word):
    return float(word) if math.isfinite(float(word)) else refuse(word)


def json_document(result, name, content, program):
    try:
        tree = json.loads(content, parse_constant=refuse, parse_float=finite)
    except ValueError as fault:
        yield "json", f"{name}: {fault}"
        return
    if not isinstance(tree, dict) or not str(tree.get("schema")).startswith("gpumodel/"):
        return
    if tree.get("exit_code") != result.code:
        yield "json", f"{name} says exit code {tree.get('exit_code')}, it is {result.code}"
    if jsonschema:
        schema = program.schema(tree["schema"].removeprefix("gpumodel/"))
        fault = jsonschema.exceptions.best_match(
            jsonschema.Draft7Validator(schema).iter_errors(tree))
        if fault:
            yield "schema", f"{'.'.join(map(str, fault.path))}: {fault.message[:100]}"
    time = tree.get("time_s")
    if result.code == 0 and tree["schema"] in TIMED and not (
            isinstance(time, (int, float)) and time >= 0):
        yield "time", f"{name}: time_s is {time}"
    yield from intervals(tree, name)


def intervals(node, name):
    """Wherever a time has an interval, it lies in it."""
    if isinstance(node, dict):
        time, bounds = node.get("time_s"), node.get("interval_s")
        if isinstance(time, float) and isinstance(bounds, list):
            what = node.get("name", "whole")
            if not all(isinstance(bound, (int, float)) for bound in bounds):
                yield "interval", f"{name}: {what}: {bounds} of {time}"
            elif not bounds[0] <= time * (1 + 1e-9) or not time <= bounds[1] * (1 + 1e-9):
                yield "interval", f"{name}: {what}: {time} is not in {bounds}"
    entries = node.values() if isinstance(node, dict) else node
    for entry in entries if isinstance(node, (dict, list)) else ():
        yield from intervals(entry, name)


CHECKS = {"--json": json_document, "--trace": json_document, "--csv": table, "--svg": svg,
          "--html": html}
