"""Markup that is safe to assemble: every text passes ``escaped``, and the result is ASCII.

Nothing that came from a file, a contract or a name can become an element, an attribute, a script
or, where the page is printed in a workflow, a command to the runner.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from urllib.parse import urlsplit

from phaser_lint.core.text import (
    disarm_commands,
    disarm_json,
    make_printable,
    split_printable_lines,
)


def escape_html(text: str) -> str:
    """Return printable *text* as markup of the HTML page, for an element or a quoted attribute."""
    markup = disarm_commands(escape(text, quote=True).replace("::", "&#58;:"), "#&#35;")
    return markup.encode("ascii", "xmlcharrefreplace").decode("ascii")


def escape_name(text: str) -> str:
    """Return the name of a file, a key or an id as markup of the page, all of it visible."""
    return escape_html(make_printable(text))


def escape_lines(text: str) -> str:
    """Return a message as markup of the HTML page, its lines separated by breaks."""
    return "<br>".join(escape_html(line) for line in split_printable_lines(text))


def render_count(number: int, noun: str) -> str:
    """Return ``1 error``, ``2,000 errors``: a count as it stands in the markup of the HTML page."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def render_element(tag: str, content: str, *, style_class: str = "") -> str:
    """Return the markup of an HTML element around *content*, which is markup already."""
    classes = f' class="{style_class}"' if style_class else ""
    return f"<{tag}{classes}>{content}</{tag}>"


def render_list(contents: Iterable[str]) -> str:
    """Return the markup of an HTML list of *contents*, each markup already."""
    rows = "\n".join(render_element("li", content) for content in contents)
    return render_element("ul", f"\n{rows}\n", style_class="plain")


def render_details(summary: str, content: str, *, is_open: bool = False) -> str:
    """Return the markup of a part of the page that opens and closes without a script."""
    state = " open" if is_open else ""
    return f"<details{state}>\n<summary>{summary}</summary>\n{content}\n</details>"


def render_link(url: str) -> str:
    """Return the markup of a link in the page, or just the text of no plain web address."""
    label = escape_name(url)
    if not is_web_address(url):
        return render_element("span", label, style_class="name")
    return render_link_around(url, label)


def render_link_around(url: str, content: str) -> str:
    """Return the markup of a link to a web address around *content*, which is markup already."""
    return f'<a href="{escape_name(url)}" rel="noopener noreferrer">{content}</a>'


def is_web_address(url: str) -> bool:
    """Tell whether *url* may be a link: ``http`` or ``https``, a host, nothing to hide behind."""
    if not url.isprintable() or " " in url:
        return False
    try:
        address = urlsplit(url)
    except ValueError:
        return False
    return address.scheme in ("http", "https") and bool(address.netloc)


def render_script_data(data_object: object) -> str:
    """Return *data_object* as JSON for the page's data block: ASCII, one line, no markup."""
    literal = json.dumps(data_object, separators=(",", ":"), check_circular=False)
    for character in "<>&'":
        literal = literal.replace(character, f"\\u{ord(character):04x}")
    # Only texts can hold it: outside of them JSON has no "#".
    return disarm_json(literal)
