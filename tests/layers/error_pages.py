#!/usr/bin/env python3
"""Every id of a diagnostic has a page under src/diagnostics/errors, every page is of an id that the
sources use, and all of them fit a terminal of 80 columns.

    error_pages.py SOURCE-DIRECTORY
"""
import pathlib
import re
import sys

LONGEST_LINE = 79
LONGEST_TITLE = 54  # beside the id in the list of all pages
NAME = r'"([a-z]+(?:-[a-z]+)*)"'


def faults_of(page):
    title, empty, *text = page.read_text(encoding="utf-8").splitlines()
    if not title.startswith("# ") or empty or not text or not text[0]:
        yield f"{page.name}: '# title', an empty line and the text are expected"
    if len(title) > len("# ") + LONGEST_TITLE:
        yield f"{page.name}: the title has more than {LONGEST_TITLE} characters"
    for line in text:
        if len(line) > LONGEST_LINE:
            yield f"{page.name}: more than {LONGEST_LINE} characters: {line}"


def main():
    root = pathlib.Path(sys.argv[1])
    sources = {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8")
               for folder in ("models", "src", "validate")
               for file in sorted((root / folder).rglob("*")) if file.suffix in (".hpp", ".cpp")}
    pages = {file.stem: file for file in sorted((root / "src/diagnostics/errors").glob("*.md"))}
    # An id stands in a Diagnostic or a Fault, or is given to a function that takes one. Others than
    # `usage` and `cubin` have a hyphen, and few other texts do.
    takers = sorted({name for text in sources.values()
                     for name in re.findall(r"\b(\w+)\([^()]*std::string_view id\b", text)})
    used = re.compile(rf'(?:\bid = |\b(?:{"|".join(takers)})\([^"()]*){NAME}')
    wrong = [f"{file}: no page src/diagnostics/errors/{name}.md"
             for file, text in sources.items() for name in used.findall(text)
             if "-" in name and name not in pages]
    quoted = {name for text in sources.values() for name in re.findall(NAME, text)}
    wrong += [f"src/diagnostics/errors/{name}.md: no source says \"{name}\""
              for name in pages if name not in quoted]
    wrong += [fault for page in pages.values() for fault in faults_of(page)]
    print("\n".join(wrong) or f"{len(pages)} pages, ids found behind: {', '.join(takers)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
