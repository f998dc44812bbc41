"""``--format html``: one page to look at, in any browser, with nothing to load from elsewhere.

Totals and what the run did not judge come first, then charts, filters and every violation with its
line of source, then the contracts. Filters live in the address (``#severity=error&path=src/``), so
that a view can be shared. Without scripts the totals, the contracts and a table of the first
violations are left.

The page is ASCII and depends on nothing but the report and its origin, which is given: the same
gives the same bytes. A policy
inside it allows its own scripts and stylesheet by their digests, and no other.
"""

from __future__ import annotations

from string import Template

from phaser_lint import __version__
from phaser_lint.report.html_page import assets, sections
from phaser_lint.report.html_page.data import page_data
from phaser_lint.report.html_page.markup import escaped, script_data
from phaser_lint.report.html_page.page_origin import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.model import Report


def render(report: Report, *, origin: Origin | None = None) -> str:
    """Return the page, ASCII only, ending in a newline."""
    origin = origin or Origin()
    contracts = sections.judged(report)
    style, theme, script = assets.stylesheet(), assets.theme_script(), assets.page_script()
    return Template(assets.template()).substitute(
        policy=assets.policy(scripts=(theme, script), style=style),
        title=escaped(sections.title(report)),
        version=escaped(__version__),
        style=style,
        theme=theme,
        script=script,
        verdict=sections.verdict(report, origin),
        alert=sections.alert(report),
        tiles=sections.tiles(report),
        remarks=sections.remarks(report, origin),
        table=sections.plain_table(report, origin),
        contracts=sections.contract_cards(report, contracts),
        data=script_data(page_data(report, contracts, origin)),
    )
