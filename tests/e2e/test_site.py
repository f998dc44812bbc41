"""The site in a browser, as wide as a phone and as a desk, in the light and in the dark.

``PHASER_SCREENSHOTS`` names a folder that keeps what was looked at.
"""

from __future__ import annotations

import os
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.built_site import build_site, needs_generator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.e2e.browser import Browser

pytestmark = [pytest.mark.e2e, needs_generator]

# A phone and a desk.
WIDTHS = {390: 844, 1280: 900}
THEMES = ("light", "dark")
# The page itself never scrolls sideways; what is wide scrolls within it.
SIDEWAYS = "document.documentElement.scrollWidth"
UNCOPIED = """[...document.querySelectorAll("article pre")]
    .filter(each => !each.querySelector(".md-clipboard, .md-code__button")).length"""
# Texts with a contrast of less than 4.5, once each. Colors may be transparent, text and ground.
FAINT = """
(() => {
  const parse = (value) => value.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, alpha = 1], ground) =>
    [r, g, b].map((part, at) => part * alpha + ground[at] * (1 - alpha));
  const light = (value) => { const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
  const ground = (at) => at ? over(parse(getComputedStyle(at).backgroundColor),
    ground(at.parentElement)) : [255, 255, 255];
  const faint = new Set();
  for (const at of document.querySelectorAll('article *')) {
    const own = [...at.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !at.checkVisibility() || at.classList.contains('headerlink')) continue;
    const under = ground(at), text = over(parse(getComputedStyle(at).color), under);
    const [a, b] = [luminance(text), luminance(under)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.add(`${at.tagName}.${at.className} ${ratio.toFixed(2)}`);
  }
  return [...faint];
})()
"""
DARK = "document.body.dataset.mdColorScheme"
FOUND_ADDRESSES = (
    '[...document.querySelectorAll(".md-search-result__link")].map(each => each.pathname)'
)


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, and tells nobody."""

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[str]]]:
    """The address of the site, and the addresses of its pages."""
    folder = tmp_path_factory.mktemp("site")
    build_result = build_site(folder)
    assert build_result.returncode == 0, build_result.stdout
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        pages = sorted(page.parent.relative_to(folder) for page in folder.rglob("index.html"))
        yield address, [f"{address}{page.as_posix()}/" for page in pages]
        server.shutdown()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_fits_and_asks_nobody(
    browser: Browser, site: tuple[str, list[str]], width: int, theme: str
) -> None:
    """Nothing sticks out, is asked of others or complained of; text is legible, code is copied."""
    address, pages = site
    assert len(pages) > 40
    for url in pages:
        page = browser.open_address(url, width=width, height=WIDTHS[width], theme=theme)
        assert (url, page.evaluate(SIDEWAYS)) == (url, width)
        assert (url, page.evaluate(UNCOPIED)) == (url, 0)
        assert (url, page.evaluate(FAINT)) == (url, [])
        assert page.evaluate(DARK) == {"light": "default", "dark": "slate"}[theme]
        assert (url, page.complaints()) == (url, [])
        requests_elsewhere = [
            request for request in page.requested() if not request.startswith((address, "data:"))
        ]
        assert (url, requests_elsewhere) == (url, [])
        if folder := os.environ.get("PHASER_SCREENSHOTS"):
            name = url.removeprefix(address).strip("/.").replace("/", "-") or "index"
            page.screenshot(Path(folder) / f"{name}-{width}-{theme}.png")
        page.send("Page.close")


@pytest.mark.parametrize(
    ("word", "expected_address"),
    [("baseline", "/git/"), ("migrations-go-back", "/rules/file_pair/")],
)
def test_a_word_of_a_page_leads_there(
    browser: Browser, site: tuple[str, list[str]], word: str, expected_address: str
) -> None:
    address, _ = site
    page = browser.open_address(f"{address}?q={word}", width=1280, height=900)
    page.wait_until(f"{FOUND_ADDRESSES}.includes('{expected_address}')")
    page.send("Page.close")
