"""The library's files, which cases are made from."""
import functools
import pathlib

from mutator.trees import parse, places

ROOT = pathlib.Path(__file__).resolve().parents[3]
SMALL = 20_000  # bytes; larger records have more of the same
FILES = {
    "kernel": ["kernels/*/*.yaml"],
    "program": ["programs/*.yaml"],
    "device": ["devices/*.yaml"],
    "system": ["systems/*.yaml"],
    "record": ["tests/data/records/*/*.json", "validate/records/*/host.json"],
    "program-record": ["tests/data/program-records/*.json",
                       "validate/records/*/programs-openacc-*.json"],
}


@functools.cache
def files(kind):
    found = [path for pattern in FILES[kind] for path in sorted(ROOT.glob(pattern))]
    return [path for path in found if path.stat().st_size < SMALL]


@functools.cache
def source(path):
    return path.read_text(encoding="utf-8")


def content(path):
    return (ROOT / path).read_bytes()


@functools.cache
def pool(kind):
    """Values of the files of a kind by their keys."""
    keys = {}
    for path in files(kind):
        for place in places(parse(source(path))):
            if place.key is not None:
                keys.setdefault(place.key, []).append(place.value)
    return keys


def some_file(rng, kind):
    """The name and the tree of a file."""
    path = rng.choice(files(kind))
    return path.name, parse(source(path))
