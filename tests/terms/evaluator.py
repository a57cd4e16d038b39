"""What a prediction prints, worked out again: equations, combinations, lines of device files.

Nothing here is the engine's: equations are evaluated by Python, queues by mean value analysis as
Reiser and Lavenberg wrote it down (J. ACM 27(2), 1980), curves are read from the YAML.
"""
import ast
import math
import operator
import re

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
             ast.Div: operator.truediv}
FUNCTIONS = {"max": max, "min": min, "hypot": math.hypot, "sqrt": math.sqrt, "ceil": math.ceil, "log": math.log}


def evaluate(equation, values):
    """The right-hand side of "t = V / b" with the values of its symbols."""
    def visit(node):
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](visit(node.left), visit(node.right))
        if isinstance(node, ast.Call):
            return FUNCTIONS[node.func.id](*map(visit, node.args))
        if isinstance(node, ast.Name):
            return values[node.id]
        if isinstance(node, ast.Constant):
            return node.value
        raise ValueError(ast.dump(node))
    return visit(ast.parse(equation.split(" = ", 1)[1], mode="eval").body)


def queue(alone, stations, customers):
    """Time until all is done: `stations` are pairs of time and whether they serve evenly."""
    customers = min(max(customers, 1.0), 64.0)
    waiting = [0.0] * len(stations)
    busy = [0.0] * len(stations)

    def cycle_of(n):
        stays = [time / customers * (1 + waiting[i] - (busy[i] / 2 if even else 0))
                 for i, (time, even) in enumerate(stations)]
        cycle = alone + sum(stays)
        if cycle <= 0:
            return 0.0
        for i, stay in enumerate(stays):
            waiting[i] = n / cycle * stay
            busy[i] = min(1.0, n / cycle * stations[i][0] / customers)
        return cycle

    cycle = 0.0
    whole = math.floor(customers)
    for n in range(1, whole + 1):
        cycle = cycle_of(n)
    if customers > whole:
        cycle = (1 - (customers - whole)) * cycle + (customers - whole) * cycle_of(whole + 1)
    return max([cycle] + [time for time, _ in stations])


def combine(term):
    """The time of an inner term from those of its parts."""
    times = [part["time_s"] for part in term["parts"]]
    if term["combine"] == "sum":
        return sum(times)
    if term["combine"] == "max":
        return max(times)
    if term["combine"] == "norm":
        p, total = term["exponent"], times[0]
        for time in times[1:]:
            total = (total ** p + time ** p) ** (1 / p)
        return total
    stations = [(part["time_s"], part["even"]) for part in term["parts"][1:]]
    slowest = max([time for time, _ in stations], default=0.0)
    burst = term["in_a_burst"]
    return burst * (times[0] + slowest) + (1 - burst) * queue(times[0], stations,
                                                              term["exponent"])


PREFIXES = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15,
            "m": 1e-3, "u": 1e-6, "n": 1e-9, "Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30}
UNITS = ("B/s", "FLOP/s", "B/cycle", "FLOP/cycle", "Hz", "T/s", "cycles", "cycle", "B", "s", "bit")


def amount(text):
    """ "4.7326 TB/s" in SI units."""
    number, _, unit = str(text).strip().partition(" ")
    if not unit:
        return float(number)
    for name in UNITS:
        if unit.endswith(name) and unit[:-len(name)] in PREFIXES:
            return float(number) * PREFIXES[unit[:-len(name)]]
    raise ValueError(f"unit of {text!r}")


def curve_at(rows, x):
    """Straight in logarithms between points, level beyond the ends."""
    points = [(amount(a), amount(b)) for a, b in rows]
    if x <= points[0][0]:
        return points[0][1]
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if x <= x1:
            share = math.log(x / x0) / math.log(x1 / x0) if x0 > 0 else x / x1
            return y0 * (y1 / y0) ** share
    return points[-1][1]


def lines_of(file):
    """Line -> the mapping or scalar that a device or system file holds there."""
    import yaml
    found = {}

    def visit(node):
        if isinstance(node, yaml.SequenceNode):
            for each in node.value:
                visit(each)
        if not isinstance(node, yaml.MappingNode):
            return
        for key, value in node.value:
            found.setdefault(key.start_mark.line + 1, value)
            visit(value)

    with open(file, encoding="utf-8") as text:
        visit(yaml.compose(text))
    plain = {}
    for line, node in found.items():
        if isinstance(node, yaml.ScalarNode):
            plain[line] = {"value": node.value}
        elif isinstance(node, yaml.MappingNode):
            plain[line] = {key.value: yaml.safe_load(yaml.serialize(value))
                           for key, value in node.value if key.value in ("value", "rows", "from")}
    return plain


ORIGIN = re.compile(r"(?P<file>[^ ]+\.yaml):(?P<line>\d+) \((?P<kind>\w+)\)")
