#!/usr/bin/env python3
"""Help of every command: 80 columns, examples, every option with its words and nothing of the parsing
library's; `help C` is `C --help`. And what is said where an option is used wrongly."""
import os
import re
import subprocess
import sys

FOREIGN = re.compile(r"\b(TEXT|INT|UINT|FLOAT|BOOLEAN|REQUIRED|OPTIONS|Positionals)\b| in \[|[{}]"
                     r"|not expected|required but|At Most|Could not convert|exit$")
OPTION = re.compile(r"^  (?:(-\w), )?(--[\w-]+|-\w)(\[=\w+\]| [\w.=]+)?(?:  |$)")
wrong = []


def gpumodel(*arguments):
    done = subprocess.run([os.environ["GPUMODEL"], *arguments], capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def check_page(name, page):
    lines = page.splitlines()
    wrong.extend(f"{name}: {len(line)} columns: {line}" for line in lines if len(line) > 80)
    wrong.extend(f"{name}: {line}" for line in lines
                 if FOREIGN.search(line) and not line.startswith("  gpumodel "))
    if not any(line.startswith("  gpumodel ") for line in lines[lines.index("Examples:"):]):
        wrong.append(f"{name}: no example")
    options = [found for found in map(OPTION.match, lines) if found]
    for at, line in enumerate(lines):
        found = OPTION.match(line)
        described = found and (line[found.end():].strip() or lines[at + 1].startswith(" " * 10))
        if found and not described:
            wrong.append(f"{name}: {found.group(2)} says nothing")
    return options


def check_error(arguments, says):
    code, out, err = gpumodel(*arguments)
    if code != 2 or out or says not in err or FOREIGN.search(err.splitlines()[0]):
        wrong.append(f"gpumodel {' '.join(arguments)}: exit {code}, expected '{says}', said {err!r}")


_, page, _ = gpumodel("--help")
check_page("gpumodel", page)
commands = re.findall(r"^  (\w+)  +[A-Z]", page[page.index("Commands:"):page.index("Everywhere")],
                      re.M)
checked = 0
for command in commands:
    code, page, err = gpumodel(command, "--help")
    if code or err or gpumodel("help", command) != (0, page, ""):
        wrong.append(f"help {command} is not {command} --help")
    for short, option, value in (found.groups() for found in check_page(command, page)):
        checked += 1
        if value is None:
            check_error((command, option + "=x"), f"{option} takes no value")
        elif value.startswith(" "):
            check_error((command, option), f"{option} needs a value")
        if short and value and value.startswith(" "):
            check_error((command, short), f"{short} needs a value")
    check_error((command, "--no-such-option"), "unknown option '--no-such-option'")
if len(commands) < 16 or checked < 100:
    wrong.append(f"only {len(commands)} commands and {checked} options were found")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
