"""The HTML report as an SVG: the page as a browser renders it, shown as a picture.

No pixels are kept, so it is the same wherever it is made, is light or dark as the reader's system
is, and is read in the reader's own fonts.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from recordings import REFUSED, shop_report

from tests.e2e.browser import open_browser

if TYPE_CHECKING:
    from tests.e2e.browser import Page

TITLE = "The HTML report of a scan"
WIDTH, HEIGHT = 1000, 1240
READY = "document.documentElement.dataset.ready !== undefined"
# The foot names the version, which is not to be in the picture, and lies below its edge.
MARKUP = """(() => {
  for (const each of document.querySelectorAll("script, meta, link, title, footer")) each.remove();
  document.documentElement.style.minHeight = "100%";
  return new XMLSerializer().serializeToString(document.documentElement);
})()"""
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" \
height="{height}" role="img" aria-label="{title}">
<title>{title}</title>
<foreignObject width="{width}" height="{height}">{markup}</foreignObject>
</svg>
"""


def report_svg(chromium: str) -> str:
    """Return the SVG, made with the browser *chromium*."""
    # Processes of the browser still write into its profile when it has ended.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = Path(folder, "report.html")
        page.write_text(shop_report(REFUSED), encoding="utf-8")
        profile = Path(folder, "profile")
        profile.mkdir()
        with open_browser(chromium, profile) as browser:
            markup = _markup(browser.open_page(page, width=WIDTH, height=HEIGHT))
    return SVG.format(width=WIDTH, height=HEIGHT, title=TITLE, markup=markup)


def _markup(page: Page) -> str:
    page.wait_until(READY)
    return str(page.evaluate(MARKUP))
