"""YAML and JSON as trees of PyYAML's nodes, in which a key may stand twice."""
import json
import re

import yaml
from yaml.nodes import MappingNode, ScalarNode, SequenceNode

AMOUNT = re.compile(r"\s*[-+]?[0-9][0-9_.]*(?:e[-+]?[0-9]+)?(\s*[A-Za-z][A-Za-z/]*)?\s*$")
PLAIN = re.compile(r"(?![-&*!|%?] |[&*!|%]|-$)[A-Za-z0-9_.^*/+% ()|&-]*[A-Za-z0-9_.^*/+%()|&-]$")


def parse(text):
    return yaml.compose(text, Loader=yaml.CBaseLoader)


def scalar(text, style=None):
    if style is None and (text.startswith(" ") or not PLAIN.match(text)):
        style = '"'
    return ScalarNode("tag:yaml.org,2002:str", text, style=style)


def mapping(*pairs):
    return MappingNode("tag:yaml.org,2002:map", [(scalar(key), value) for key, value in pairs])


def sequence(*values):
    return SequenceNode("tag:yaml.org,2002:seq", list(values))


def copied(node):
    """Shares nothing with the node: PyYAML writes what is shared as an alias."""
    if isinstance(node, tuple):
        return tuple(map(copied, node))
    value = node.value if isinstance(node, ScalarNode) else [copied(entry) for entry in node.value]
    new = type(node)(node.tag, value)
    vars(new).update({key: other for key, other in vars(node).items() if key != "value"})
    return new


def find(tree, key):
    """The value of `key` in a mapping, or None."""
    pairs = tree.value if isinstance(tree, MappingNode) else []
    return next((value for name, value in pairs if name.value == key), None)


def put(tree, key, value):
    """Sets `key` of a mapping."""
    tree.value = [(k, v) for k, v in tree.value if k.value != key] + [(scalar(key), value)]


def to_text(tree, name):
    """The tree as the file of this name."""
    if name.endswith(".json"):
        return json_text(tree)
    return yaml.serialize(copied(tree), Dumper=yaml.CBaseDumper, width=100)


def json_text(node):
    if isinstance(node, MappingNode):
        pairs = [f"{json.dumps(key.value)}: {json_text(value)}" for key, value in node.value]
        return "{" + ",\n".join(pairs) + "}"
    if isinstance(node, SequenceNode):
        return "[" + ", ".join(map(json_text, node.value)) + "]"
    return json.dumps(node.value) if node.style == '"' else node.value


class Place:
    """A value of a tree, and where it hangs."""

    def __init__(self, container, position):
        self.container, self.position = container, position

    @property
    def key(self):
        entry = self.container.value[self.position]
        return entry[0].value if isinstance(entry, tuple) else None

    @property
    def value(self):
        entry = self.container.value[self.position]
        return entry[1] if isinstance(entry, tuple) else entry

    @value.setter
    def value(self, node):
        entry = self.container.value[self.position]
        self.container.value[self.position] = (entry[0], node) if isinstance(entry, tuple) else node


def pick(rng, tree, stop=0.3):
    """A place on a random way down the tree: high ones are as likely as all below them."""
    place = None
    node = tree
    while not isinstance(node, ScalarNode) and node.value:
        place = Place(node, rng.randrange(len(node.value)))
        node = place.value
        if rng.random() < stop:
            break
    return place


def places(tree):
    """All places of the tree."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ScalarNode):
            found = [Place(node, i) for i in range(len(node.value))]
            waiting += [place.value for place in found]
            yield from found


def scalars(tree):
    return [place for place in places(tree) if isinstance(place.value, ScalarNode)]


def numbers(tree):
    """Places of numbers, with or without a unit."""
    return [place for place in scalars(tree)
            if place.value.style != '"' and AMOUNT.match(place.value.value)]
