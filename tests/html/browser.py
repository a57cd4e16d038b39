"""Pages of HTML in headless Chromium: no message on the console, no fault that axe-core finds (WCAG
2.1 A and AA, contrast included) in light, in the dark and on a phone, all within a second; the
timeline's buttons and keys stretch it; they can be printed.

browser.py SOURCE FOLDER: axe-core, the accessibility checker of Deque, is fetched into FOLDER once.
Where it cannot be fetched, that is said, and everything else is looked at; a fetched file that is
another one, or no Chromium, is a failure."""
import base64
import hashlib
import http.client
import json
import re
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path

from chromium import chromium
from pages import CALLS, written

AXE = "https://registry.npmjs.org/axe-core/-/axe-core-4.10.3.tgz"
AXE_SHA256 = "0f2b4d7dcdf7d1219df8d1959ad68e565f51d14c3f0d88bb71cd59abeb956292"
LOOKS = {
    "light": ["--window-size=1280,900", "--blink-settings=preferredColorScheme=1"],
    "dark": ["--window-size=1280,900", "--blink-settings=preferredColorScheme=0"],
    "phone": ["--window-size=500,900", "--blink-settings=preferredColorScheme=1"],
}
# Runs behind the page's own script; the last thing it does is to leave what it found.
PROBE = r"""
(async () => {
  const found = {dark: matchMedia("(prefers-color-scheme:dark)").matches, keys: [], wrong: [], rules: []};
  const timing = performance.getEntriesByType("navigation")[0];
  found.interactive_ms = timing.domInteractive;
  found.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (typeof axe !== "undefined") {
    const results = await axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]});
    found.rules = results.passes.map((rule) => rule.id);
    for (const rule of results.violations)
      found.wrong.push(rule.id + ": " + rule.nodes.slice(0, 3).map((node) => node.target + " " +
        node.any.map((one) => one.message)).join("; "));
  }
  for (const each of document.querySelectorAll("a, button, .wide")) {
    each.focus();
    if (document.activeElement !== each) found.wrong.push("no focus: " + each.outerHTML.slice(0, 80));
  }
  const figure = document.querySelector("[data-zoom]");
  if (figure) {
    const bars = () => [...figure.querySelectorAll("rect[data-x]")].map((bar) =>
      [+bar.getAttribute("x"), +bar.getAttribute("width")]);
    const widest = () => Math.max(...bars().map((bar) => bar[1]));
    const key = (name) => figure.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
    const whole = JSON.stringify(bars()), wide = widest();
    key("+");
    if (Math.abs(widest() / wide - 2) > 0.01) found.wrong.push("+ does not stretch: " + widest() / wide);
    const before = bars()[0][0];
    key("ArrowRight");
    if (!(bars()[0][0] < before)) found.wrong.push("ArrowRight does not move");
    figure.querySelector("[data-act=in]").click();
    if (!figure.querySelector("output").textContent.startsWith("4x")) found.wrong.push("no scale is said");
    key("0");
    const again = bars();
    if (JSON.parse(whole).some((bar, i) => Math.abs(bar[0] - again[i][0]) > 0.02))
      found.wrong.push("0 does not lead back");
    found.keys = ["+", "ArrowRight", "0"];
  }
  const result = document.createElement("pre");
  result.id = "found";
  result.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(found))));
  document.body.append(result);
})();
"""


def axe_source(folder):
    """Nothing where there is no network."""
    archive = Path(folder, Path(AXE).name)
    if not archive.exists():
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with urllib.request.urlopen(AXE, timeout=60) as answer:
                archive.write_bytes(answer.read())
        except (OSError, http.client.HTTPException) as error:
            print(f"accessibility is NOT looked at: {AXE} cannot be fetched: {error}", flush=True)
            return ""
    if hashlib.sha256(archive.read_bytes()).hexdigest() != AXE_SHA256:
        sys.exit(f"{archive} is not the axe-core that was chosen: remove it")
    with tarfile.open(archive) as files:
        return files.extractfile("package/axe.min.js").read().decode("utf-8")


def faults(work, name, look, page, axe):
    file = Path(work, f"{name}.html")
    probed = page.replace("</body>", f"<script>{axe}</script>\n<script>{PROBE}</script>\n</body>")
    file.write_text(probed, encoding="utf-8")
    ran = chromium(work, *LOOKS[look], "--virtual-time-budget=20000", "--dump-dom", file.as_uri())
    wrong = [line for line in ran.stderr.splitlines() if "CONSOLE" in line]
    left = re.search(r'<pre id="found">([^<]*)</pre>', ran.stdout)
    if not left:
        return [f"{name}, {look}: the probe did not end", *wrong]
    found = json.loads(base64.b64decode(left.group(1)))
    wrong += found["wrong"]
    if axe and "color-contrast" not in found["rules"] + [one.split(":")[0] for one in wrong]:
        wrong.append("contrast was not looked at")
    if found["dark"] != (look == "dark"):
        wrong.append("the browser did not take the colours that were asked for")
    if found["overflow"] > 0:
        wrong.append(f"{found['overflow']} pixels wider than the window")
    if found["interactive_ms"] > 1000:
        wrong.append(f"interactive after {found['interactive_ms']:.0f} ms")
    if name in ("program", "many") and not found["keys"]:
        wrong.append("no timeline to stretch")
    return [f"{name}, {look}: {one}" for one in wrong]


def main():
    axe = axe_source(Path(sys.argv[2]))
    wrong = []
    with tempfile.TemporaryDirectory() as work:
        for name, call in CALLS.items():
            page = written(work, call).decode("utf-8")
            for look in LOOKS:
                wrong += faults(work, name, look, page, axe)
            plain, paper = Path(work, "plain.html"), Path(work, "plain.pdf")
            plain.write_text(page, encoding="utf-8")
            chromium(work, f"--print-to-pdf={paper}", plain.as_uri())
            if not paper.exists() or not paper.read_bytes().startswith(b"%PDF"):
                wrong.append(f"{name}: not printed")
            print(f"{name}: {len(page)} bytes", flush=True)
    print("\n".join(wrong) or f"{len(CALLS)} pages in {len(LOOKS)} looks" +
          ("" if axe else ", but for accessibility"))
    sys.exit(bool(wrong))


main()
