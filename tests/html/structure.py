"""Pages of HTML are whole, small, alone and reachable: every tag is closed, ids are unique and links
lead to one, nothing comes from elsewhere, every picture has a text, tables have heads, and what
scrolls can be focused."""
import re
import sys
import tempfile
from html.parser import HTMLParser

from pages import CALLS, written

VOID = {"meta", "link", "br", "hr", "img", "input", "path", "rect"}
SECTIONS = {
    "kernel": ["Terms", "Roofline", "Occupancy", "Accesses", "Numbers",
               "Where the numbers come from"],
    "program": ["Timeline", "Numbers", "Kernels", "Where the numbers come from"],
    "compare": ["Times", "Terms", "Roofline", "Numbers", "Where the numbers come from"],
    "cpu": ["Times", "Numbers", "Where the numbers come from"],
    "results": ["Ratios", "Terms", "Numbers", "Where the numbers come from"],
    "validate": ["Predicted against measured", "Numbers", "Where the numbers come from"],
    "roofline": ["Roofs", "Numbers", "Where the numbers come from"],
}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.wrong = [], [], [], []
        self.headings, self.tables, self.heads, self.svgs, self.titled = [], 0, 0, 0, 0
        self.feed(text)
        self.close()
        if self.open:
            self.wrong.append(f"not closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if len(attributes) != len(attrs):
            self.wrong.append(f"{tag}: an attribute twice")
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes.get("href", ""))
        for name in ("src", "href", "action", "data"):
            if not attributes.get(name, "#").startswith("#"):
                self.wrong.append(f"{tag} {name}: {attributes[name]}")
        if any(name.startswith("on") for name in attributes):
            self.wrong.append(f"{tag}: a script as attribute")
        if tag in ("img", "link", "iframe", "object", "embed"):
            self.wrong.append(f"{tag}: from elsewhere")
        if "wide" in attributes.get("class", "").split() and (
                attributes.get("tabindex") != "0" or not attributes.get("aria-label")):
            self.wrong.append("a region that no keyboard reaches, or without a name")
        self.tables += tag == "table"
        self.heads += tag == "thead"
        if tag == "svg" and "picture" in attributes.get("class", ""):
            self.svgs += 1
            if attributes.get("role") != "img":
                self.wrong.append("a picture that is no image")
        if tag == "title" and self.open and self.open[-1] == "svg":
            self.titled += 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.wrong.append(f"</{tag}> in {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def faults(name, data):
    text = data.decode("utf-8")
    page = Page(text)
    wrong = page.wrong
    if len(data) >= 500_000:
        wrong.append(f"{len(data)} bytes")
    if not text.startswith('<!DOCTYPE html>\n<html lang="en">'):
        wrong.append("no language")
    if 'name="viewport"' not in text or "prefers-color-scheme" not in text or "@media print" not in text:
        wrong.append("not for phones, the dark, or paper")
    if len(set(page.ids)) != len(page.ids):
        wrong.append("an id twice")
    wrong += [f"link to {link}" for link in page.links if link[1:] not in page.ids]
    if page.svgs == 0 or page.titled < page.svgs:
        wrong.append(f"{page.svgs} pictures, {page.titled} with a title")
    if page.tables != page.heads:
        wrong.append("a table without a head")
    if re.search(r"https?://(?!www\.w3\.org/2000/svg)[^<]*[\"')]|url\(|@import|\bfetch\(|import\(", text):
        wrong.append("something from elsewhere")
    missing = [one for one in SECTIONS.get(name, []) if one not in page.headings]
    if missing:
        wrong.append(f"sections {missing} of {page.headings}")
    return [f"{name}: {one}" for one in wrong]


with tempfile.TemporaryDirectory() as work:
    all_faults = []
    for each, arguments in CALLS.items():
        all_faults += faults(each, written(work, arguments))
    print("\n".join(all_faults) or f"{len(CALLS)} pages")
    sys.exit(bool(all_faults))
