"""Pages of HTML look as they did: screenshots at the width of a phone and of a desk, light and dark,
against goldens. They are those of the roofline model, which does not change as the machine model does:
not what it says is looked at, but how.

screenshots.py SOURCE [--update]

What is compared is the mean lightness of squares of 8 x 8 pixels at half size, each with those at most
two squares away: another version of Chromium, or of a font, moves a line of text by as much. Of the
squares that are not as light as the page, on either side, at most 8 % may differ by more than 0.06 of
the way from black to white, and the mean of all by at most 0.02. What must be seen is tried besides:
a page in the wrong colours, of another width, without its pictures, without the bars in them or
without its style is not taken for the golden. And what may change is: another font."""
import re
import sys
import tempfile
from pathlib import Path

import png
from chromium import chromium
from pages import CALLS, written

GOLDENS = Path(__file__).parent / "goldens"
PAGES = ("kernel", "program", "compare")
WITH_BARS = ("program", "compare")  # more of them than another font changes
SIZES = {"desk": (1280, 1400), "phone": (500, 1400)}
COLOURS = {"light": 1, "dark": 0}
SCALE, SQUARE, AWAY = 0.5, 8, 2
DIFFERENCE, SHARE, MEAN, EMPTY = 0.06, 0.08, 0.02, 0.03


def screenshot(work, page, size, colours):
    file, shot = Path(work, "shot.html"), Path(work, "shot.png")
    file.write_text(page, encoding="utf-8")
    chromium(work, f"--window-size={SIZES[size][0]},{SIZES[size][1]}", "--hide-scrollbars",
             f"--force-device-scale-factor={SCALE}", f"--screenshot={shot}",
             f"--blink-settings=preferredColorScheme={COLOURS[colours]}", file.as_uri())
    return png.read(png.written(*png.read(shot.read_bytes())))  # in the colours of the goldens


def differences(golden, now):
    """Why they are not the same; empty: they are."""
    if golden[:2] != now[:2]:
        return f"{now[:2]} pixels, not {golden[:2]}"
    before, after = png.blocks(golden, SQUARE), png.blocks(now, SQUARE)
    rows, columns = len(before), len(before[0])

    def least(x, y, one, other):
        return min(abs(one[y][x] - other[v][u])
                   for v in range(max(0, y - AWAY), min(rows, y + AWAY + 1))
                   for u in range(max(0, x - AWAY), min(columns, x + AWAY + 1)))

    page = sorted(one for row in before for one in row)[rows * columns // 2]
    drawn = [(x, y) for y in range(rows) for x in range(columns)
             if max(abs(before[y][x] - page), abs(after[y][x] - page)) > EMPTY]
    differ = sum(max(least(x, y, before, after), least(x, y, after, before)) > DIFFERENCE
                 for x, y in drawn) / max(1, len(drawn))
    means = [sum(map(sum, one)) / (rows * columns) for one in (before, after)]
    if differ > SHARE:
        return f"{100 * differ:.1f} % of what is drawn looks different"
    if abs(means[0] - means[1]) > MEAN:
        return f"its mean lightness was {means[0]:.3f} and is {means[1]:.3f}"
    return ""


def is_seen(work, name, page, golden):
    """What would be wrong with a page must be told from the golden of the light page on a desk."""
    wrong = {
        "the dark": screenshot(work, page, "desk", "dark"),
        "a phone": screenshot(work, page, "phone", "light"),
        "no pictures": screenshot(work, re.sub(r"<svg.*?</svg>\n", "", page, flags=re.S), "desk",
                                  "light"),
        "no style": screenshot(work, re.sub(r"<style>.*?</style>", "", page, flags=re.S), "desk",
                               "light"),
    }
    if name in WITH_BARS:
        bare = re.sub(r"<rect x=.*?(/>|</rect>)", "", page, flags=re.S)
        wrong["no bars"] = screenshot(work, bare, "desk", "light")
    found = [f"{what} is taken for the golden" for what, shot in wrong.items()
             if not differences(golden, shot)]
    serif = re.sub(r"(system-ui,)?sans-serif", "serif", page)
    why = differences(golden, screenshot(work, serif, "desk", "light"))
    return found + ([f"another font is not: {why}"] if why else [])


def main():
    update = "--update" in sys.argv
    wrong = []
    with tempfile.TemporaryDirectory() as work:
        for name in PAGES:
            page = written(work, [*CALLS[name], "--model", "roofline"]).decode("utf-8")
            for size in SIZES:
                for colours in COLOURS:
                    golden = GOLDENS / f"{name}-{size}-{colours}.png"
                    now = screenshot(work, page, size, colours)
                    if update:
                        golden.parent.mkdir(exist_ok=True)
                        golden.write_bytes(png.written(*now))
                    why = differences(png.read(golden.read_bytes()), now)
                    if why:
                        wrong.append(f"{golden.name}: {why}")
            golden = png.read((GOLDENS / f"{name}-desk-light.png").read_bytes())
            wrong += [f"{name}: {one}" for one in is_seen(work, name, page, golden)]
            print(f"{name}: {len(SIZES) * len(COLOURS)} screenshots", flush=True)
    print("\n".join(wrong) or "all look as they did")
    sys.exit(bool(wrong))


main()
