"""The picture of the HTML report: what a browser makes of the page, and what it shows of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pictures import FOLDER, REPORT
from report_picture import HEIGHT, WIDTH, report_svg

from tests.e2e.browser import find_chromium

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.browser import Browser

CHROMIUM = find_chromium()
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on the path"),
]
PICTURE_SIZES = "[...document.images].map(each => [each.naturalWidth, each.naturalHeight])"


def test_the_picture_is_the_page() -> None:
    """``scripts/pictures`` writes it; it is run again where the report looks otherwise."""
    assert CHROMIUM is not None
    assert (FOLDER / REPORT).read_text(encoding="utf-8") == report_svg(CHROMIUM)


def test_pages_show_the_picture(browser: Browser, tmp_path: Path) -> None:
    """As they show any: nothing runs in it, and nothing is asked of others."""
    page = tmp_path / "page.html"
    page.write_text(f'<img src="{(FOLDER / REPORT).as_uri()}">', encoding="utf-8")
    opened_page = browser.open_page(page)
    assert opened_page.evaluate(PICTURE_SIZES) == [[WIDTH, HEIGHT]]
    assert opened_page.complaints() == []
    assert opened_page.requested() == [page.as_uri(), (FOLDER / REPORT).as_uri()]
