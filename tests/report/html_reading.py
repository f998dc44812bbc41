"""The HTML report as a browser without scripts reads it, for the tests."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any


class Reading(HTMLParser):
    """A page as a browser reads it: its elements, its attributes, its texts by element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.others: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attributes)))
        if tag not in ("meta", "link", "br", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1] if self.open else "", data))

    def handle_comment(self, data: str) -> None:
        self.others.append(data)

    def handle_pi(self, data: str) -> None:
        self.others.append(data)

    def shown(self) -> str:
        """The page's text without its scripts and style, white space folded."""
        parts = [text for tag, text in self.texts if tag not in ("script", "style", "title")]
        return " ".join(" ".join(parts).split())

    def inside(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]

    def values(self, attribute: str) -> list[str | None]:
        return [found[attribute] for _, found in self.elements if attribute in found]


def data_of(page: str) -> Any:
    match = re.search(r'<script type="application/json" id="data">(.*)</script>', page)
    assert match
    return json.loads(match[1])
