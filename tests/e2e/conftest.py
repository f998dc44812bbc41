"""A browser for the tests of the HTML report: one for all of them, a fresh page for each.

Whatever the browser has to complain of fails the test that loaded the page. The extension of VS
Code is built once for all tests that look at it or run it.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Protocol

import pytest

from phaser_lint.report.html import render
from tests.e2e import vscode_package
from tests.e2e.browser import find_chromium, open_browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from phaser_lint.contract.model import Report
    from phaser_lint.report.html_page.page_origin import Origin
    from tests.e2e.browser import Browser, Page

READY = "document.documentElement.dataset.ready !== undefined"


class Load(Protocol):
    """Opens the page of a report; fails at the end of the test if the browser complained."""

    def __call__(
        self, report: Report, *, width: int = 1280, theme: str = "light", scripts: bool = True,
        fragment: str = "", origin: Origin | None = None,
    ) -> Page: ...  # fmt: skip


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all these tests."""
    executable = find_chromium()
    if executable is None:
        pytest.skip("no chromium on the path, and PHASER_CHROMIUM names none")
    with open_browser(executable, tmp_path_factory.mktemp("profile")) as running_browser:
        yield running_browser


@pytest.fixture
def load(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Load]:
    """See ``Load``."""
    pages: list[Page] = []

    def load_page(
        report: Report, *, width: int = 1280, theme: str = "light", scripts: bool = True,
        fragment: str = "", origin: Origin | None = None,
    ) -> Page:  # fmt: skip
        path = tmp_path_factory.mktemp("page") / "report.html"
        path.write_text(render(report, origin=origin), encoding="ascii", newline="\n")
        page = browser.open_page(path, width=width, theme=theme, scripts=scripts, fragment=fragment)
        pages.append(page)
        if scripts:
            page.wait_until(READY)
        return page

    yield load_page
    for page in pages:
        page.send("Emulation.setScriptExecutionDisabled", value=False)
        assert page.complaints() == []
        addresses = page.requested()
        assert [
            address for address in addresses if not address.startswith(("file:", "data:"))
        ] == []
        assert len(addresses) <= 2
        page.send("Page.close")


@pytest.fixture(scope="session")
def extension_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the extension of VS Code, with what it is built by."""
    if not shutil.which("npm"):
        pytest.skip("no npm on the path")
    return vscode_package.clone(tmp_path_factory.mktemp("clone"))


@pytest.fixture(scope="session")
def extension_package(extension_source: Path) -> Path:
    """The extension of VS Code as users install it."""
    return vscode_package.build(extension_source)
