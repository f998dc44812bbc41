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

    def handle_data(self, text: str) -> None:
        if text.strip():
            self.texts.append((self.open[-1] if self.open else "", text))

    def handle_comment(self, comment: str) -> None:
        self.others.append(comment)

    def handle_pi(self, instruction: str) -> None:
        self.others.append(instruction)

    def visible_text(self) -> str:
        """The page's text without its scripts and style, white space folded."""
        texts = [text for tag, text in self.texts if tag not in ("script", "style", "title")]
        return " ".join(" ".join(texts).split())

    def texts_in(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]

    def values_of(self, attribute: str) -> list[str | None]:
        return [attributes[attribute] for _, attributes in self.elements if attribute in attributes]


def data_of(page: str) -> Any:
    match = re.search(r'<script type="application/json" id="data">(.*)</script>', page)
    assert match
    return json.loads(match[1])
