"""A real browser without a window for the tests of the report."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser that is installed; without one the tests fail and say what to do."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        pytest.fail(f"none of {', '.join(_NAMES)} is installed. On Debian: apt-get install --yes chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(_ARGUMENTS))
        yield browser
        browser.close()


class Watched:
    """A page, and everything it did that a person does not see.

    Attributes:
        requests: Addresses asked for, pictures inside of the page left out.
        console: What was written to the console, or thrown.
        dialogs: Messages of `alert` and its like.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.requests: list[str] = []
        self.console: list[str] = []
        self.dialogs: list[str] = []
        self.page.on("request", self._requested)
        self.page.on("console", lambda message: self.console.append(message.text))
        self.page.on("pageerror", lambda error: self.console.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))

    def _requested(self, request: Request) -> None:
        if not request.url.startswith("data:"):
            self.requests.append(request.url)
