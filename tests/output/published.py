#!/usr/bin/env python3
"""A result appears whole and in one step, or not at all (finding 7).

Of runs side by side one wins; a full disk, a closed folder or a kill leaves nothing under the name
that was asked for, and what a killed run leaves the next one removes.
"""
import ctypes
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import time

from runs import leave_out, run_all

QUICK = ["predict", "saxpy", "-q"]
LARGE = ["overlap", "mandelbrot-async", "--device", "h200", "--chunks", "4096", "-q"]


def limited(size):
    """Files are at most so long: what is beyond fails, or kills."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def without_rights_of_root():
    """Root may write everywhere by this capability alone."""
    drop_from_bounding_set, dac_override = 24, 1
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override, 0, 0, 0)


def left_behind(here):
    return [name for name in here.names() if name.startswith(".")]


def one_of_many_wins(here):
    for _ in range(5):
        runs = [here.start(*QUICK, "--json", "one.json") for _ in range(20)]
        codes, errors = [], []
        for run in runs:
            errors.append(run.communicate()[1])
            codes.append(run.returncode)
        assert sorted(codes) == [0] + [2] * 19, codes
        told = [error for error in errors if "error[output-exists]: --json one.json exists" in error]
        assert len(told) == 19, errors
        assert json.loads(here.read("one.json"))["exit_code"] == 0
        assert here.names() == ["one.json"], here.names()
        (here.path / "one.json").unlink()


def all_of_many_replace(here):
    here.write("one.json", "old")
    runs = [here.start(*QUICK, "--json", "one.json", "--force") for _ in range(20)]
    assert [(run.communicate()[1], run.returncode) for run in runs] == [("", 0)] * 20
    assert json.loads(here.read("one.json"))["exit_code"] == 0 and here.names() == ["one.json"]


def mode_and_owner_stay(here):
    path = here.path / "a.json"
    here.run(*QUICK, "--json", "a.json", preexec_fn=lambda: os.umask(0o027))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640, "new files: by the mask"
    for mode in (0o600, 0o664, 0o644):
        path.chmod(mode)
        here.run(*QUICK, "--json", "a.json", "--force", preexec_fn=lambda: os.umask(0o022))
        assert stat.S_IMODE(path.stat().st_mode) == mode
    if os.geteuid() != 0:
        return leave_out("owners of files: only root can give files away")
    os.chown(path, 1234, 2345)
    here.run(*QUICK, "--json", "a.json", "--force")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


def a_protected_file_stays(here):
    here.write("a.json", "mine")
    (here.path / "a.json").chmod(0o444)
    _, err = here.run(*QUICK, "--json", "a.json", "--force", expect=(2,),
                      preexec_fn=without_rights_of_root)
    assert "--json a.json is protected: Permission denied" in err, err
    assert here.read("a.json") == b"mine"


def links_stay(here):
    (here.path / "far").mkdir()
    os.symlink("far/a.json", here.path / "link")
    here.run(*QUICK, "--json", "link")
    assert (here.path / "link").is_symlink() and here.read("far/a.json").startswith(b"{")
    _, err = here.run(*QUICK, "--json", "link", expect=(2,))
    assert "output-exists" in err, err
    here.run(*QUICK, "--json", "link", "--force")
    assert os.readlink(here.path / "link") == "far/a.json"


def a_loop_of_links_is_refused(here):
    os.symlink("b", here.path / "a")
    os.symlink("a", here.path / "b")
    for force in ([], ["--force"]):
        _, err = here.run(*QUICK, "--json", "a", *force, expect=(2,))
        assert "--json a is a loop of symbolic links" in err, err
    assert os.readlink(here.path / "a") == "b"


def a_long_name_can_be_written(here):
    name = "a" * 255
    here.run(*QUICK, "--json", name)
    assert here.names() == [name]


def nothing_is_left_of_a_write_that_fails(here):
    here.write("old.json", "old")
    for name, force in (("new.json", []), ("old.json", ["--force"])):
        _, err = here.run(*LARGE, "--trace", name, *force, expect=(2,), preexec_fn=limited(65536),
                          restore_signals=False)  # Python ignores SIGXFSZ, and so does its child
        assert f"--trace {name} cannot be written: File too large" in err, err
    assert here.names() == ["old.json"] and here.read("old.json") == b"old"


def a_full_disk_is_told(here):
    mount = here.path / "small"
    mount.mkdir()
    asked = ["mount", "-t", "tmpfs", "-o", "size=16k", "none", str(mount)]
    if os.geteuid() != 0 or subprocess.run(asked, stderr=subprocess.DEVNULL).returncode != 0:
        return print("      left out: a small file system: it cannot be mounted here")
    try:
        _, err = here.run(*LARGE, "--trace", "small/t.json", expect=(2,))
        assert "--trace small/t.json cannot be written: No space left on device" in err, err
        assert "make room" in err and not list(mount.iterdir()), err
        subprocess.run(["mount", "-o", "remount,ro", str(mount)], check=True)
        _, err = here.run(*QUICK, "--json", "small/a.json", expect=(2,))
        assert "--json small/a.json cannot be written: Read-only file system" in err, err
    finally:
        subprocess.run(["umount", str(mount)], check=True)


def a_full_standard_output_is_told(here):
    for arguments in (["--json", "-"], []):
        with open("/dev/full", "w") as full:
            child = subprocess.run([os.environ["GPUMODEL"], *LARGE[:-1], *arguments], stdout=full,
                                   stderr=subprocess.PIPE, text=True, cwd=here.path)
        assert child.returncode == 2 and "could not be written to standard output" in child.stderr


def a_closed_folder_is_told(here):
    (here.path / "closed").mkdir(mode=0o555)
    _, err = here.run(*QUICK, "--json", "closed/a.json", expect=(2,),
                      preexec_fn=without_rights_of_root)
    assert "--json closed/a.json cannot be written: Permission denied" in err, err
    assert not list((here.path / "closed").iterdir())


def a_killed_run_leaves_nothing_that_stays(here):
    """Killed in the middle of a write: by a limit that kills there and nowhere else."""
    here.write("old.json", "old")
    for name, force in (("new.json", []), ("old.json", ["--force"])):
        here.run(*LARGE, "--trace", name, *force, expect=(-signal.SIGXFSZ,),
                 preexec_fn=limited(65536))
        assert here.read("old.json") == b"old" and not (here.path / "new.json").exists()
        assert len(left_behind(here)) == 1, here.names()
    here.run(*QUICK, "--json", "other.json")
    assert here.names() == ["old.json", "other.json"], here.names()


def kill_9_at_any_time(here):
    for number in range(10):
        run = here.start(*LARGE, "--trace", "t.json")
        while run.poll() is None and not left_behind(here):
            time.sleep(0.0005)
        time.sleep(number * 0.001)
        run.kill()
        run.communicate()
        if "t.json" in here.names():  # it was faster
            assert json.loads(here.read("t.json"))["traceEvents"]
            (here.path / "t.json").unlink()
    here.run(*QUICK, "--json", "other.json")
    assert here.names() == ["other.json"], here.names()


def the_drafts_of_others_stay(here):
    """Runs that clean up beside runs that write: every one of them succeeds."""
    runs = [here.start(*QUICK, "--json", f"{number}.json") for number in range(40)]
    assert [(run.communicate()[1], run.returncode) for run in runs] == [("", 0)] * 40
    assert len(here.names()) == 40, here.names()


def without_the_flag_of_rename(here):
    """File systems that do not know RENAME_NOREPLACE: a hard link does it as well."""
    if len(sys.argv) < 2:
        return print("      left out: sanitizers refuse what is loaded before them")
    old = {"LD_PRELOAD": sys.argv[1]}
    runs = [here.start(*QUICK, "--json", "one.json", environment=old) for _ in range(8)]
    for run in runs:
        run.communicate()
    assert sorted(run.returncode for run in runs) == [0] + [2] * 7
    assert here.names() == ["one.json"] and (here.path / "one.json").stat().st_nlink == 1


if __name__ == "__main__":
    sys.exit(run_all([
        one_of_many_wins, all_of_many_replace, mode_and_owner_stay, a_protected_file_stays,
        links_stay, a_loop_of_links_is_refused, a_long_name_can_be_written,
        nothing_is_left_of_a_write_that_fails, a_full_disk_is_told, a_full_standard_output_is_told,
        a_closed_folder_is_told, a_killed_run_leaves_nothing_that_stays, kill_9_at_any_time,
        the_drafts_of_others_stay, without_the_flag_of_rename]))
