"""Read one gitignore-style pattern into segments, as pathspec's "gitignore" patterns do.

    parse_pattern("!src/**/*.py")   Pattern(include=False, floating=False, ending=LEADING,
                                            segments=("src", None, (None, ".", "p", "y")))

Nothing here matches anything; `phaser_lint.globs.compile` turns a Pattern into tests.
"""

from __future__ import annotations

import re

from phaser_lint.record import Record

LEADING = "leading"  # the path, or a folder above it, is what the segments say
BELOW = "below"  # so is a folder above it, never the path itself
WHOLE = "whole"  # only the path itself

# A bracket expression that is no more than its members: no negation, which in pathspec matches a
# slash too, and no range whose ends are of different kinds.
_PLAIN_SET = re.compile(r"(?:[A-Za-z0-9](?:-[A-Za-z0-9])?|[_.])+")


class CharacterSet(Record):
    """A bracket expression; no members: only pathspec knows what it matches."""

    members: tuple[str, ...]


# A character, "" for any one character (`?`), None for any run (`*`), or a bracket expression.
Token = str | CharacterSet | None
# A literal name, the tokens of a name, or None for any number of folders (`**`).
Segment = str | tuple[Token, ...] | None


class Pattern(Record):
    """What a pattern says; `floating`: starting at any depth."""

    include: bool
    floating: bool
    ending: str
    segments: tuple[Segment, ...]


def parse_pattern(pattern: str) -> Pattern | None:
    """Read a pattern; None for a blank one or a comment.

    Raises ValueError for one that pathspec refuses: a lone `!`, a backslash with nothing to escape.
    """
    text = stripped(pattern)
    if not text or text.startswith("#"):
        return None
    include = not text.startswith("!")
    return _parse_path(text if include else text[1:], include=include)


def stripped(pattern: str) -> str:
    """The pattern without the trailing white space that is not part of it."""
    return pattern if pattern.endswith("\\ ") else pattern.rstrip()


def tokens_of(segment: str) -> tuple[Token, ...]:
    """The tokens of one name of a pattern, without slashes; adjacent stars are one."""
    tokens: list[Token] = []
    position = 0
    while position < len(segment):
        token, position = _next_token(segment, position)
        if token is not None or tokens[-1:] != [None]:
            tokens.append(token)
    return tuple(tokens)


def _next_token(segment: str, position: int) -> tuple[Token, int]:
    character = segment[position]
    following = position + 1
    if character == "\\":
        if following == len(segment):
            raise ValueError("a backslash has nothing to escape")
        return segment[following], following + 1
    if character == "[":
        return _bracket(segment, position)
    if character == "*":
        return None, following
    return "" if character == "?" else character, following


def _bracket(segment: str, position: int) -> tuple[Token, int]:
    """The bracket expression at the position; an unclosed bracket is a literal one."""
    start = position + 1
    if segment[start : start + 1] in ("!", "^"):
        start += 1
    # A closing bracket right at the beginning is a member: `[]a]`.
    end = segment.find("]", start + 1 if segment[start : start + 1] == "]" else start)
    if end < 0:
        return "[", position + 1
    return CharacterSet(_members(segment[position + 1 : end])), end + 1


def _members(content: str) -> tuple[str, ...]:
    if _PLAIN_SET.fullmatch(content) is None:
        return ()
    members: list[str] = []
    for first, last in re.findall(r"(.)(?:-(.))?", content):
        reached = [chr(code) for code in range(ord(first), ord(last or first) + 1)]
        # An empty range (`[z-a]`) is pathspec's to refuse.
        if not reached:
            return ()
        members.extend(reached)
    return tuple(members)


def _parse_path(text: str, *, include: bool) -> Pattern:
    names = _normalized(text)
    floating = names[0] == "**"
    segments = tuple(None if name == "**" else _segment(name) for name in names[floating:])
    if names[-1] == "**":
        return Pattern(include, floating, BELOW, segments[:-1])
    if names[-1] != "*":
        return Pattern(include, floating, LEADING, segments)
    if segments[-2:-1] == (None,):
        # `src/**/*` is all below `src`, and so is `src/**`.
        return Pattern(include, floating, BELOW, segments[:-2])
    return Pattern(include, floating, WHOLE, segments)


def _segment(name: str) -> Segment:
    tokens = tokens_of(name)
    characters = [token for token in tokens if isinstance(token, str) and token]
    return "".join(characters) if len(characters) == len(tokens) else tokens


def _normalized(text: str) -> list[str]:
    """The names between slashes, with `**` in front of a single one and for a trailing slash."""
    names = text.split("/")
    if names[0] == "":
        del names[0]
    elif len(names) == 1 or names[1:] == [""]:
        names.insert(0, "**")
    if not names:
        raise ValueError("there is nothing to match")
    if names[-1] == "":
        names[-1] = "**"
    pairs = zip(["", *names], names, strict=False)
    names = [name for before, name in pairs if (before, name) != ("**", "**")]
    if names == ["**"]:
        # `**` matches all, `**/` all that is in a folder, and `/` all again.
        return ["**", "*", "**"] if text.endswith("/") and text != "/" else ["**", "*"]
    return names
