"""What a test reads from the HTML report in a browser, and the keys it presses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.e2e.browser import Page

ROWS = "document.querySelectorAll('#results .row').length"
STATUS = "document.getElementById('status').textContent"
FOCUSED = "document.activeElement.id || document.activeElement.className"


def press(page: Page, *keys: str) -> None:
    """Press one key after the other."""
    for key in keys:
        page.press(key)


def rows(page: Page, selector: str) -> list[str]:
    """The texts of *selector* in each row."""
    texts: list[str] = page.evaluate(
        f"[...document.querySelectorAll('#results .row')].map("
        f"(row) => row.querySelector({selector!r})?.textContent ?? null)"
    )
    return texts
