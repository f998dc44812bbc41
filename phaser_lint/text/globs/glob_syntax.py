"""Read one gitignore-style pattern into segments.

    parse_pattern("!src/**/*.py")   ParsedGlob(include=False, floating=False, ending=LEADING,
                                               segments=("src", None, (None, ".", "p", "y")))

Nothing here matches anything; ``phaser_lint.text.globs.compile`` turns a ParsedGlob into tests.
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.text.globs.brackets import CharacterSet, read_bracket

_ANY_FOLDERS = "**"
LEADING = "leading"  # the path, or a folder above it, is what the segments say
BELOW = "below"  # so is a folder above it, never the path itself
WHOLE = "whole"  # only the path itself

# A character, "" for any one character (`?`), None for any run (`*`), or a bracket expression.
Token = str | CharacterSet | None
# A literal name, the tokens of a name, or None for any number of folders (`**`).
Segment = str | tuple[Token, ...] | None


class ParsedGlob(Record):
    """What a pattern says; ``floating``: starting at any depth."""

    include: bool
    floating: bool
    ending: str
    segments: tuple[Segment, ...]


def parse_pattern(pattern: str) -> ParsedGlob | None:
    """Read a pattern; None for a blank one or a comment.

    Raises ValueError for one that is none: a lone ``!``, a backslash with nothing to escape.
    """
    text = stripped(pattern)
    if not text or text.startswith("#"):
        return None
    include = not text.startswith("!")
    return _parse_path(text if include else text[1:], include=include)


def below(pattern: ParsedGlob, names: tuple[str, ...]) -> ParsedGlob:
    """The same pattern, relative to the folder of these *names*: it matches nothing outside."""
    if not pattern.floating:
        return pattern._replace(segments=(*names, *pattern.segments))
    if pattern.ending == WHOLE and pattern.segments == ((None,),):
        return ParsedGlob(pattern.include, False, BELOW, names)
    return pattern._replace(floating=False, segments=(*names, None, *pattern.segments))


def stripped(pattern: str) -> str:
    """The pattern without the blanks at its end, but for one that is escaped."""
    end = len(pattern.rstrip(" "))
    backslashes = end - len(pattern[:end].rstrip("\\"))
    return pattern[: end + 1] if backslashes % 2 else pattern[:end]


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
        return read_bracket(segment, position)
    if character == "*":
        return None, following
    return "" if character == "?" else character, following


def _parse_path(text: str, *, include: bool) -> ParsedGlob:
    names = _normalized(text)
    floating = names[0] == "**"
    segments = tuple(None if name == "**" else _segment(name) for name in names[floating:])
    if names[-1] == "**":
        return ParsedGlob(include, floating, BELOW, segments[:-1])
    if names[-1] != "*":
        return ParsedGlob(include, floating, LEADING, segments)
    if segments[-2:-1] == (None,):
        # `src/**/*` is all below `src`, and so is `src/**`.
        return ParsedGlob(include, floating, BELOW, segments[:-2])
    return ParsedGlob(include, floating, WHOLE, segments)


def _segment(name: str) -> Segment:
    tokens = tokens_of(name)
    characters = [token for token in tokens if isinstance(token, str) and token]
    return "".join(characters) if len(characters) == len(tokens) else tokens


def _normalized(text: str) -> list[str]:
    """The names between slashes, with ``**`` in front of a single one and for a trailing slash."""
    if not text.strip("/"):
        raise ValueError("there is nothing to match; write `*` for everything")
    names = [_ANY_FOLDERS if _is_two_stars(name) else name for name in text.split("/")]
    if names[0] == "":
        del names[0]
    elif len(names) == 1 or names[1:] == [""]:
        names.insert(0, "**")
    if names[-1] == "":
        # `src/**/` is what lies in a folder below `src`.
        names[-1:] = ["*", "**"] if names[-2:-1] == ["**"] else ["**"]
    pairs = zip(["", *names], names, strict=False)
    names = [name for before, name in pairs if (before, name) != ("**", "**")]
    return ["**", "*"] if names == ["**"] else names


def _is_two_stars(name: str) -> bool:
    """Whether git takes the name for ``**``, as it does ``***``."""
    return len(name) > 1 and not name.strip("*")


def from_top(pattern: str, folder: str) -> str:
    """Return *pattern*, which is relative to *folder*, as one that is relative to the top.

    *folder* is a path from there with ``/``, or empty.
    """
    if not folder:
        return pattern
    mark = "!" if pattern.startswith("!") else ""
    plain = pattern.removeprefix("!")
    inner = plain.removeprefix("/") if "/" in plain.rstrip("/") else f"**/{plain}"
    return f"{mark}{_literal(folder)}/{inner}"


def _literal(folder: str) -> str:
    escaped = "".join(f"\\{each}" if each in "\\*?[" else each for each in folder)
    return f"\\{escaped}" if escaped.startswith(("!", "#")) else escaped
