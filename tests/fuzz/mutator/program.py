"""The program under test, and what a run of it took."""
import dataclasses
import functools
import json
import os
import re
import resource
import subprocess
import tempfile
import threading

WALL = 60  # seconds until a run that waits is killed
FREED = 0xA5  # fills memory that is given back, where the C library is glibc (mallopt(3))
LONGEST = 1 << 28  # bytes of a file that is written: beyond, a run is killed


@dataclasses.dataclass
class Limits:
    cpu: float   # seconds of a run
    memory: int  # bytes; 0: any


@dataclasses.dataclass
class Result:
    code: int    # 128 + signal, as shells say it
    signal: int
    out: str
    err: str
    cpu: float
    memory: int
    utf8: bool   # both outputs are
    modes: dict = dataclasses.field(default_factory=dict)  # of the files afterwards


class Program:
    def __init__(self, path, limits):
        self.path, self.limits = path, limits

    def ask(self, *words):
        return subprocess.run([self.path, *words], capture_output=True, text=True,
                              check=False).stdout

    @functools.cache
    def takes(self, command, option):
        """Whether this build's command has the option."""
        return option in re.findall(r"--[a-z-]+", self.ask(command, "--help"))

    @functools.cache
    def schema(self, name):
        return json.loads(self.ask("schema", name))

    def run(self, words, folder, count=1, longest=LONGEST):
        """`count` runs at once; the results in the order in which they began."""
        running = [self.start(words, folder, longest) for _ in range(count)]
        return [finish(*started) for started in running]

    def start(self, words, folder, longest):
        def limit():
            seconds = int(2 * self.limits.cpu) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (longest, longest))
            if self.limits.memory:
                room = max(4 * self.limits.memory, 1 << 30)
                resource.setrlimit(resource.RLIMIT_AS, (room, room))

        out, err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder),
                       "LC_ALL": "C.UTF-8", "GPUMODEL_RUNNER_PATH": ".",
                       "MALLOC_PERTURB_": str(FREED)}
        process = subprocess.Popen([self.path, *words], cwd=folder, stdout=out, stderr=err,
                                   stdin=subprocess.DEVNULL, env=environment, preexec_fn=limit)
        timer = threading.Timer(WALL, process.kill)
        timer.start()
        return process, timer, out, err


def finish(process, timer, out, err):
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    timer.cancel()
    raw = []
    for stream in (out, err):
        stream.seek(0)
        raw.append(stream.read())
        stream.close()
    texts = [text.decode("utf-8", "replace") for text in raw]
    killed = max(-process.returncode, 0)
    return Result(128 + killed if killed else process.returncode, killed, *texts,
                  used.ru_utime + used.ru_stime, used.ru_maxrss * 1024,
                  all(text.encode() == bytes_ for text, bytes_ in zip(texts, raw)))
