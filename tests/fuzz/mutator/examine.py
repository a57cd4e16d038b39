"""Runs a case in a folder of its own, and finds what it breaks."""
import os
import pathlib
import stat
import tempfile

from mutator import cases, promises


def lay_out(case, folder):
    for name, content in case.files.items():
        (folder / name).write_bytes(content)
    for name, target in case.links.items():
        (folder / name).symlink_to(target)
    for name, mode in case.modes.items():
        (folder / name).chmod(mode)


def contents(folder):
    """Names and bytes of a folder; of a link, its target."""
    return {str(path.relative_to(folder)):
            ("link", os.readlink(path)) if path.is_symlink() else path.read_bytes()
            for path in folder.rglob("*") if path.is_symlink() or path.is_file()}


def examine(program, case):
    """The promises that the case breaks, and the result of its run."""
    with tempfile.TemporaryDirectory(prefix="gpumodel-mutator-") as name:
        folder = pathlib.Path(name)
        lay_out(case, folder)
        before = contents(folder)
        if case.killed_at:
            program.run(case.words(), folder, longest=case.killed_at)
        results = program.run(case.words(), folder, case.parallel)
        winners = [result for result in results if result.code == 0]
        result = (winners or results)[0]
        after = contents(folder)
        result.modes = {path.name: stat.S_IMODE(path.lstat().st_mode) for path in folder.iterdir()}
        if result.cpu > program.limits.cpu and not result.signal:  # once more: was it the machine?
            result.cpu = min(result.cpu, program.run(case.words(), folder)[0].cpu)
        broken = list(promises.judge(case, before, after, result, program))
        codes = sorted(result.code for result in results)
        if case.parallel > 1 and codes != [0] + [2] * (case.parallel - 1):
            broken.append(("one winner", f"runs at once end with {codes}"))
        broken += check_agrees(program, case, folder, result)
    return broken, result


SETTINGS = {"--device", "--system", "--host", "--gpus", "--backend", "--scaling", "--streams", "-D"}


def check_agrees(program, case, folder, result):
    """What predict refuses for a fault of a file, check finds with the same settings."""
    settings = [group for group in case.options if group[0] in SETTINGS]
    if result.code != 3 or case.command[0] != "predict" or not all(
            program.takes("check", group[0]) for group in settings):
        return
    blamed = {os.path.basename(file)
              for _, file, line, _ in promises.errors(result.err) if file and line}
    for name in sorted(blamed & set(case.files)):
        words = ["check", name] + [word for group in settings for word in group]
        if program.run(words, folder)[0].code == 0:
            yield "check agrees", f"predict refuses {name}, check does not"


def attempt(program, seed, number, directed, dropped):
    """A case by its number, examined."""
    case = cases.make(seed, number, directed, dropped)
    broken, result = examine(program, case)
    return case, broken, result


def shrink(program, seed, number, directed, promise):
    """Steps that the case breaks the promise without."""
    dropped = frozenset()
    for step in reversed(range(cases.make(seed, number, directed).steps)):
        try:
            _, broken, _ = attempt(program, seed, number, directed, dropped | {step})
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            continue  # what is left is no case
        if any(found == promise for found, _ in broken):
            dropped |= {step}
    return dropped
