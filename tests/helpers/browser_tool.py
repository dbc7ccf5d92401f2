"""A real browser for the tests of pages, or the one clear line that says why there is none."""

from __future__ import annotations

import contextlib
import os
import shutil

import pytest

from helpers import bare

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"


def missing() -> str:
    """Why there is no browser; empty when there is one."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "no playwright: install the extra dev"
    return "" if os.path.exists(CHROMIUM) else "no chromium: `make system` installs it"


def demand() -> None:
    """Skip the tests of this module without a browser; under CI=true fail instead."""
    why = missing()
    if why and os.environ.get("CI") == "true" and not bare.BARE:
        pytest.fail(f"browser tests must run here: {why}")
    if why:
        pytest.skip(f"browser tests left out: {why}", allow_module_level=True)


@contextlib.contextmanager
def launched():
    """A headless browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        chromium = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Watched:
    """A page with what it said on the console and what it asked the network for."""

    def __init__(self, chromium, path, **options):
        self.context = chromium.new_context(offline=True, **options)
        self.page = self.context.new_page()
        self.said, self.asked = [], []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.url = path.as_uri()
        self.page.goto(self.url)

    def quiet(self):
        """No word on the console, no request but the file itself."""
        assert self.said == []
        assert [url for url in self.asked if url != self.url and not url.startswith("data:")] == []

    def slide(self, name, value):
        """Move a slider, as a hand would."""
        self.page.locator(f"#{name}").fill(str(value))

    def text(self, name):
        return self.page.locator(f"#{name}").inner_text()
