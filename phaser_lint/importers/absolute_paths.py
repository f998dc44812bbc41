r"""Patterns that were searched in absolute paths, for paths from the top of the project.

    /src/.*\.ts$     →  (?:^|/)src/.*\.ts$
    ^(?!.*/tests/)   →  ^(?!.*(?:^|/)tests/)

Before the top there was always a slash, and a part of the path that no rule meant.
"""

from __future__ import annotations

import re

from phaser_lint.importers.pattern_tokens import Token, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SLASH = "(?:^|/)"
# What looks back at one, wherever that is.
_BEHIND = {"(?<=/)": "(?:^|(?<=/))", "(?<!/)": "(?<!/)(?!^)"}
_OPTIONAL = ("*", "?", "{0", "{,")
# What the start of a path cannot be, as a path that starts with a slash has it.
_SINGLE = ("text", "escape", "set", "dot")
_GROUPS = ("open", "look")


def from_top(pattern: str) -> str:
    """Return what finds in a path from the top what *pattern* finds below the top's own path.

    The pattern is one that Python's ``re`` takes.
    """
    made, _, _ = _branches(tokens(pattern), 0, at_start=True)
    return made


def place_on_disk(pattern: str) -> bool:
    """Tell whether *pattern* names a place from the root of the disk: ``^/home/ann/``."""
    return re.match(r"(?:\^|\\A)\\?/(?![.\[(\\^]|$)", pattern) is not None


def finds_no_absolute_path(pattern: str) -> bool:
    """Tell whether *pattern* starts at a path's start with something else than a slash: ``^src/``.

    That is certain; a pattern for which it cannot be told may be one.
    """
    return all(map(_starts_below, _top_branches(tokens(pattern))))


def _starts_below(branch: Sequence[Token]) -> bool:
    while branch and branch[0].kind in ("flags", "comment", "blank"):
        branch = branch[1:]
    if len(branch) < 2 or branch[0].text not in ("^", r"\A"):
        return False
    anchor, first, *rest = branch
    if first.kind == "open":
        inner, after = _group(rest)
        inside = all(_starts_below([anchor, *each]) for each in _top_branches(inner))
        return inside and not _is_optional(after)
    is_single = first.kind in ("text", "set") or re.fullmatch(r"\\[^a-zA-Z0-9]", first.text)
    follower = rest[0] if rest else None
    return bool(is_single) and not _is_optional(follower) and not re.fullmatch(first.text, "/")


def _group(rest: Sequence[Token]) -> tuple[Sequence[Token], Token | None]:
    """Return what stands in the group that is open before *rest*, and what comes after it."""
    depth = 1
    for at, token in enumerate(rest):
        depth += (token.kind in _GROUPS) - (token.kind == "close")
        if depth == 0:
            return rest[:at], rest[at + 1] if at + 1 < len(rest) else None
    return rest, None


def _top_branches(found: Sequence[Token]) -> list[list[Token]]:
    branches: list[list[Token]] = [[]]
    depth = 0
    for token in found:
        depth += (token.kind in _GROUPS) - (token.kind == "close")
        if token.kind == "bar" and depth == 0:
            branches.append([])
        else:
            branches[-1].append(token)
    return branches


def _branches(found: Sequence[Token], at: int, *, at_start: bool) -> tuple[str, int, bool]:
    """Return what stands from *at* to the group's end, that end, and whether it may be nothing."""
    made: list[str] = []
    is_start, may_be_empty = at_start, False
    while at < len(found) and found[at].kind != "close":
        if found[at].kind == "bar":
            made.append("|")
            may_be_empty, is_start, at = may_be_empty or is_start, at_start, at + 1
            continue
        text, at, empty = _item(found, at, at_start=is_start)
        made.append(text)
        is_start = is_start and empty
    return "".join(made), at, may_be_empty or is_start


def _item(found: Sequence[Token], at: int, *, at_start: bool) -> tuple[str, int, bool]:
    """Return the item at *at* with its repeat, where it ends, and whether it may be nothing."""
    token = found[at]
    behind = "".join(each.text for each in found[at : at + 3])
    if behind in _BEHIND:
        return _BEHIND[behind], at + 3, True
    if token.kind in _GROUPS:
        is_behind = token.text in ("(?<=", "(?<!")
        text, at, empty = _branches(found, at + 1, at_start=at_start and not is_behind)
        text, empty = f"{token.text}{text})", empty or token.kind == "look"
    else:
        text = _at_start(token) if at_start else token.text
        empty = token.kind not in _SINGLE
    at += 1
    if at < len(found) and found[at].kind == "repeat":
        return text + found[at].text, at + 1, empty or _is_optional(found[at])
    return text, at, empty


def _at_start(token: Token) -> str:
    if token.text in ("/", r"\/"):
        return _SLASH
    if token.kind == "set" and not token.text.startswith("[^") and "/" in token.text:
        return f"(?:^|{token.text})"
    return token.text


def _is_optional(token: Token | None) -> bool:
    return token is not None and token.kind == "repeat" and token.text.startswith(_OPTIONAL)
