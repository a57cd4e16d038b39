"""Makes the case of a seed and a number."""
import random

from yaml.nodes import MappingNode

from mutator import calls, library, mutations
from mutator.case import KEPT, Case, Steps
from mutator.directed import DIRECTED
from mutator.trees import find, to_text

KINDS = 4 * ["kernel", "program"] + 2 * ["device"] + ["system", "record", "program-record"]


def parameters_of(tree):
    found = find(tree, "parameters")
    return [key.value for key, _ in found.value] if isinstance(found, MappingNode) else []


def mutated(rng, kind, name, tree, steps):
    """The content of the file after some mutations, and its text after some more."""
    gentle = rng.random() < 0.7
    for _ in range(rng.choice([1, 1, 1, 1, 2, 2, 3, 5])):
        change = rng.choice(mutations.GENTLE if gentle else mutations.ROUGH)
        own = random.Random(rng.random())
        if steps.keep():
            change(own, tree, library.pool(kind))
    text = to_text(tree, name)
    for _ in range(0 if gentle else rng.choice([0, 0, 0, 1, 2])):
        change, own = rng.choice(mutations.TEXT), random.Random(rng.random())
        if steps.keep():
            text = change(own, text)
    return text.encode("utf-8", "surrogatepass")


def write_somewhere(rng, case, steps):
    """One output: standard output, a new file, or what is there: a file, an input, a link."""
    option = rng.choice(["--json", "--csv", "--md"] + 2 * calls.PICTURES.get(case.command[0], []))
    where = rng.choice(10 * ["-", "new"] + ["there", "input", "link", "loop"])
    if not steps.keep():
        return
    if where == "-":
        case.options.append(["--json", "-"])
        return
    target = case.subject if where == "input" else f"out.{option.strip('-')}"
    if where == "there":
        case.files[target] = KEPT
    elif where == "link":
        case.links[target] = case.subject
    elif where == "loop":
        case.links[target] = target
    case.options.append([option, target])
    case.outputs.append(target)


def random_case(rng, steps):
    kind = rng.choice(KINDS)
    name, tree = library.some_file(rng, kind)
    ask = calls.Options(rng, parameters_of(tree))
    command, options = calls.CALLS[kind](rng, name, ask)
    content = mutated(rng, kind, name, tree, steps)
    case = Case({name: content}, name, command, steps.of(options))
    if rng.random() < 0.6 and "--list" not in command:
        write_somewhere(rng, case, steps)
    case.options += steps.of([["--force"]] if rng.random() < 0.15 else [])
    return case


def make(seed, number, directed_only=False, dropped=()):
    """Every fourth case is directed."""
    rng, steps = random.Random(f"{seed}:{number}"), Steps(dropped)
    if directed_only or number % 4 == 0:
        label, build = DIRECTED[(number if directed_only else number // 4) % len(DIRECTED)]
        case = build(rng, steps)
        case.label = f"{label}: {build.__name__}"
    else:
        case = random_case(rng, steps)
    case.steps = steps.count
    return case
