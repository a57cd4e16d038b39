"""Runs of the program in a folder of their own, whose files are compared."""
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = str(pathlib.Path(os.environ["GPUMODEL"]).resolve())


class Folder:
    """A fresh folder; its path is `path`."""

    def __init__(self, path):
        self.path = pathlib.Path(path)

    def start(self, *arguments, environment=None, text=True, **how):
        return subprocess.Popen([PROGRAM, *arguments], cwd=self.path, text=text,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE,
                                env=self.environment() | (environment or {}), **how)

    def environment(self):
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.path), "LC_ALL": "C.UTF-8"}

    def run(self, *arguments, expect=(0,), **how):
        """Standard output and standard error; the exit code is one of `expect`."""
        child = self.start(*arguments, text=False, **how)
        out, err = (bytes_.decode(errors="surrogateescape")  # line ends as they are
                    for bytes_ in child.communicate(timeout=120))
        assert child.returncode in expect, (arguments, child.returncode, out[-2000:], err[-2000:])
        return out, err

    def write(self, name, text):
        (self.path / name).write_text(text)
        return name

    def read(self, name):
        return (self.path / name).read_bytes()

    def files(self):
        """What every file holds, by name: hidden ones and links too."""
        return {str(p.relative_to(self.path)): p.read_bytes() for p in self.path.rglob("*")
                if p.is_file()}

    def names(self):
        return sorted(p.name for p in self.path.iterdir())


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory() as path:
        yield Folder(path)


def run_all(tests):
    """Each in a folder of its own. The exit code: 0 if all hold."""
    failed = False
    for test in tests:
        try:
            with folder() as here:
                test(here)
            print(f"ok    {test.__name__}")
        except AssertionError as fault:
            failed = True
            print(f"FAIL  {test.__name__}: {fault}")
    return 1 if failed else 0


def in_continuous_integration():
    return os.environ.get("CI") == "true"


def leave_out(what):
    """What this machine cannot do; a failure where everything must be tested."""
    assert not in_continuous_integration(), what
    print(f"      left out: {what}")
    sys.stdout.flush()
