"""Changes to a tree, or to a text. Each draws what it does from the generator it is given: the same
generator, the same change."""
import re

from yaml.nodes import MappingNode, ScalarNode, SequenceNode

from mutator import words
from mutator.trees import (AMOUNT, Place, copied, find, mapping, numbers, pick, places, scalar,
                           scalars, sequence)

# Of a tree: (generator, tree, pool), where the pool maps keys to values of other files of its kind.


def number(rng, tree, _pool, choice=tuple(words.NUMBERS), units=0.7):
    """One number is another one, in its own unit or without."""
    found = numbers(tree)
    if found:
        place = rng.choice(found)
        unit = AMOUNT.match(place.value.value)[1] or ""
        place.value = scalar(rng.choice(choice) + (unit if rng.random() < units else ""))


def size(rng, tree, pool):
    """A number that may well be right."""
    number(rng, tree, pool, words.SIZES, 1)


def calculation(rng, tree, _pool):
    """More or less than what stands there, or a part of it."""
    found = [place for place in scalars(tree)
             if re.search("^[0-9^]+$| [-+*/<>] ", place.value.value)
             and not re.search(r"[\[,]|\.\.", place.value.value)]
    if found:
        place = rng.choice(found)
        place.value = scalar(rng.choice(words.CHANGED).format(place.value.value))


def parameter(rng, tree, _pool):
    """Another default of a parameter."""
    found = find(tree, "parameters")
    if isinstance(found, MappingNode) and found.value:
        new = rng.choice(words.NUMBERS + words.EXPRESSIONS + 8 * words.SIZES)
        Place(found, rng.randrange(len(found.value))).value = scalar(new)


def again(rng, tree, _pool):
    """An entry of a list twice, or elsewhere."""
    lists = [place.value for place in places(tree)
             if isinstance(place.value, SequenceNode) and place.value.value]
    if lists:
        entries = rng.choice(lists).value
        at = rng.randrange(len(entries))
        entry = copied(entries[at]) if rng.random() < 0.5 else entries.pop(at)
        entries.insert(rng.randrange(len(entries) + 1), entry)


def related(rng, tree, pool):
    """What another file has under the same key."""
    found = [place for place in places(tree) if place.key in pool]
    if found:
        place = rng.choice(found)
        place.value = copied(rng.choice(pool[place.key]))


def wrap(rng, tree, ranges, counts, depths):
    """Statements of a kernel, or steps of a program, in loops."""
    lists = [place for place in places(tree)
             if place.key in ("do", "steps") and isinstance(place.value, SequenceNode)]
    if lists:
        place = rng.choice(lists)
        for depth in range(rng.choice(depths)):
            head = ("repeat", scalar(rng.choice(counts)))
            if place.key == "do":
                head = ("for", mapping((f"q{depth}", scalar(rng.choice(ranges)))))
            place.value = sequence(mapping(head, (place.key, place.value)))


def inside(rng, tree, _pool):
    wrap(rng, tree, words.LOOPS, ["0", "1", "2", "10", "1000"], [1, 1, 2])


def deep_inside(rng, tree, _pool):
    wrap(rng, tree, words.RANGES, ["0", "1", "2", "1000", "10^9", "-1", "1 / 0"], [1, 1, 2, 3, 12])


def expression(rng, tree, _pool):
    place = pick(rng, tree, 0)
    if place and isinstance(place.value, ScalarNode):
        old, new = place.value.value, rng.choice(words.EXPRESSIONS)
        place.value = scalar(rng.choice([new, f"({old}) * ({new})", f"{old} + {new}"]))


def text(rng, tree, _pool):
    place = pick(rng, tree, 0)
    if place:
        place.value = scalar(rng.choice(words.TEXTS), '"')


def drop(rng, tree, _pool):
    place = pick(rng, tree)
    if place:
        del place.container.value[place.position]


def double(rng, tree, _pool):
    """An entry twice; a key at times under another name."""
    place = pick(rng, tree)
    if place:
        entry = copied(place.container.value[place.position])
        if isinstance(entry, tuple) and rng.random() < 0.5:
            entry = (scalar(entry[0].value + "2"), entry[1])
        place.container.value.insert(rng.randrange(len(place.container.value) + 1), entry)


def swap(rng, tree, _pool):
    one, other = pick(rng, tree), pick(rng, tree)
    if one and other:
        one.value, other.value = copied(other.value), copied(one.value)


def rename(rng, tree, pool):
    place = pick(rng, tree)
    if place and place.key is not None:
        key = scalar(rng.choice(sorted(pool) + words.TEXTS[:6] + [place.key + "x"]))
        place.container.value[place.position] = (key, place.value)


def retype(rng, tree, _pool):
    place = pick(rng, tree)
    if place:
        old = copied(place.value)
        place.value = rng.choice([
            scalar("", ""), scalar("1"), scalar("x"), sequence(), mapping(), sequence(old),
            mapping(("x", old)), sequence(old, old)])


def refer(rng, tree, _pool):
    """A name, or a value, from elsewhere in the same file."""
    place, found = pick(rng, tree, 0), scalars(tree)
    if place and found:
        other = rng.choice(found)
        place.value = scalar(other.key or other.value.value)


def splice(rng, tree, pool):
    """A value of another file, mostly one under the same key."""
    place = pick(rng, tree)
    if place:
        same = place.key in pool and rng.random() < 0.7
        place.value = copied(rng.choice(pool[place.key if same else rng.choice(sorted(pool))]))


def graft(rng, tree, pool):
    """A key that a mapping lacks."""
    place = pick(rng, tree)
    around = (place.value, place.container, tree) if place else (tree,)
    into = next((node for node in around if isinstance(node, MappingNode)), None)
    if into:
        key = rng.choice(sorted(pool))
        into.value.append((scalar(key), copied(rng.choice(pool[key]))))


def many(rng, tree, _pool):
    """An entry very often."""
    place = pick(rng, tree)
    if place:
        count = rng.choice([20, 300, 2100])
        entry = place.container.value[place.position]
        if isinstance(entry, tuple):
            place.container.value += [(scalar(f"{entry[0].value}{i}"), copied(entry[1]))
                                      for i in range(min(count, 300))]
        elif len(list(places(sequence(entry)))) * count < 10000:
            place.container.value += [copied(entry) for _ in range(count)]


# GENTLE ones mostly leave a file right, and reach what computes.
GENTLE = [size] * 4 + [calculation, calculation, again, related, inside, parameter]
ROUGH = GENTLE + [number] * 4 + [
    expression, expression, text, drop, drop, double, swap, rename, retype, retype, refer, refer,
    splice, splice, graft, many, deep_inside]


# Of a text: (generator, text).


def cut(rng, source):
    return source[:rng.randrange(len(source) + 1)]


def character(rng, source):
    at = rng.randrange(len(source) + 1)
    return source[:at] + rng.choice(words.CHARACTERS) + source[at + (rng.random() < 0.5):]


def line(rng, source):
    lines = source.split("\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[at] = rng.choice(["", lines[other], "  " + lines[at], lines[at].lstrip(),
                            "\t" + lines[at], lines[at] + " " + lines[other], lines[at] * 20])
    return "\n".join(lines)


def nest(rng, source):
    """The rest of a line becomes deep."""
    lines = source.split("\n")
    at, depth = rng.randrange(len(lines)), rng.choice([5, 50, 1000, 100000])
    opened, closed = rng.choice([("[", "]"), ("{a: ", "}"), ("(", ")")])
    lines[at] = f"{lines[at].split(':')[0]}: {opened * depth}1{closed * depth}"
    return "\n".join(lines)


TEXT = [cut, character, character, line, line, nest]
