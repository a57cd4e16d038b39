"""Chromium without a window, in a profile of its own."""
import subprocess


def chromium(work, *arguments):
    return subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
         f"--user-data-dir={work}/profile", "--enable-logging=stderr", "--log-level=0",
         *arguments], capture_output=True, text=True, timeout=120, check=True)
