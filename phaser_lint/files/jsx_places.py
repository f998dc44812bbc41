"""Where in a file of JSX one is: in code, between tags, or in a tag.

return (                   code: a comment begins with //
  <ul>
    {items.map((each) => (    code again, inside of braces
      <li>text</li>        between tags: all is shown, but for {/* … */}
"""

from __future__ import annotations

import regex

from phaser_lint.files.quoted_spans import FLAGS, SCRIPT, SECONDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Mode: TypeAlias = Literal["code", "children", "tag"]

_CODE = regex.compile(rf"{SCRIPT}|(?P<brace>[{{}}])|(?P<tag><(?=[A-Za-z>]))", FLAGS)
_CHILDREN = regex.compile(r"(?P<brace>\{)|(?P<tag><)", FLAGS)
_TAG = regex.compile(
    r"\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|(?P<brace>\{)|(?P<end>/?>)|(?P<odd>[,;()])", FLAGS
)
_PATTERNS = {"code": _CODE, "children": _CHILDREN, "tag": _TAG}
# In front of an element; after a name "<" compares, or begins the types of a call.
_BEFORE = regex.compile(r"(?:^|[(\[{},;=?:&|>!]|\b(?:return|default|case|yield|await))\s*+$")
_NEAR = 40


def jsx_mode(text: str, offset: int) -> Mode | None:
    """Return what *offset* is in; ``None`` in a text in quotes, and where nobody can tell."""
    try:
        return _mode(text, offset)
    except TimeoutError:
        return None


def _mode(text: str, offset: int) -> Mode | None:
    open_modes: list[Mode] = ["code"]
    place = 0
    while True:
        found = _PATTERNS[open_modes[-1]].search(text, place, timeout=SECONDS)
        if found is None or found.start() >= offset:
            return open_modes[-1]
        place = found.end()
        named = found.groupdict()
        if named.get("odd"):  # "<T,>(x: T) => x" is no element
            return None
        if named.get("brace"):
            _brace(open_modes, found[0])
        elif named.get("end"):
            _end_of_tag(open_modes, text, found)
        elif named.get("tag"):
            is_element = open_modes[-1] == "children" or _begins(text, found.start())
            open_modes += ["tag"] if is_element else []
        elif place > offset:
            return None
        if not open_modes:
            return None


def _brace(open_modes: list[Mode], brace: str) -> None:
    if brace == "{":
        open_modes.append("code")
    else:
        open_modes.pop()


def _begins(text: str, start: int) -> bool:
    return _BEFORE.search(text[max(0, start - _NEAR) : start]) is not None


def _end_of_tag(open_modes: list[Mode], text: str, found: regex.Match[str]) -> None:
    """Take the end of a tag: behind one that closes its element, what was before goes on."""
    open_modes.pop()
    begun = text.rfind("<", 0, found.start())
    is_closing = text.startswith("</", begun)
    if is_closing:
        open_modes.pop()
    elif found[0] == ">":
        open_modes.append("children")
