"""Read one gitignore-style pattern into segments.

    parse_pattern("!src/**/*.py")   ParsedGlob(include=False, floating=False, ending=LEADING,
                                               segments=("src", None, (None, ".", "p", "y")))

Nothing here matches anything; ``phaser_lint.text.globs.compile`` turns a ParsedGlob into tests.
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.text.globs.brackets import CharacterSet, read_bracket

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

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


MOST_ALTERNATIVES = 64
# Of a pattern with braces: longer than any path.
_LONGEST = 1000


def spelled_out(pattern: str) -> tuple[str, ...]:
    """Return the patterns that ``{a,b}`` stands for, each as if it stood in the list by itself.

    Braces without a comma are themselves (``{{name}}``), and so they are in a bracket expression
    and behind a backslash. Raises ValueError for braces that are not closed, and for more than
    ``MOST_ALTERNATIVES``.
    """
    if "{" not in pattern or "," not in pattern:
        return (pattern,)
    if len(pattern) > _LONGEST:
        raise ValueError(f"its braces stand in more than {_LONGEST} characters")
    negated, text = ("!", pattern[1:]) if pattern.startswith("!") else ("", pattern)
    return tuple([f"{negated}{each}" for each in _alternatives(text, MOST_ALTERNATIVES)])


def all_spelled_out(patterns: Iterable[str]) -> list[str]:
    """Return the patterns that those of a list stand for, in order."""
    return [each for pattern in patterns for each in spelled_out(pattern)]


def selecting(patterns: Iterable[str]) -> list[str]:
    """Return those that do not only take out again."""
    return [each for each in all_spelled_out(patterns) if not each.startswith("!")]


def _alternatives(text: str, most: int) -> list[str]:
    """Return what *text* stands for; its first braces are spelled out, and then the others."""
    opened, commas, closed = _opening(text, 0), list[int](), -1
    while opened >= 0:
        commas, closed = _inside_of(text, opened)
        if commas:
            break
        opened = _opening(text, opened + 1)
    if opened < 0:
        return [text]
    if closed < 0:
        raise ValueError("a `{` is not closed; write `\\{` for a brace")
    ends = [*commas, closed]
    starts = [opened + 1, *(comma + 1 for comma in commas)]
    found: list[str] = []
    for start, end in zip(starts, ends, strict=True):
        # Braces in braces, too, are one more pattern each.
        if most:
            found += _alternatives(
                f"{text[:opened]}{text[start:end]}{text[closed + 1 :]}", most - 1
            )
        if len(found) > MOST_ALTERNATIVES or not most:
            raise ValueError(f"its braces stand for more than {MOST_ALTERNATIVES} patterns")
    return found


def _opening(text: str, place: int) -> int:
    """Return where a brace opens at *place* or behind it, or -1."""
    while place < len(text) and text[place] != "{":
        place = behind(text, place)
    return place if place < len(text) else -1


def _inside_of(text: str, opened: int) -> tuple[list[int], int]:
    """Return the commas of the brace at *opened*, and where it closes; -1 if it does not."""
    commas, depth, place = list[int](), 0, opened
    while place < len(text):
        sign = text[place]
        depth += (sign == "{") - (sign == "}")
        if not depth:
            return commas, place
        if sign == "," and depth == 1:
            commas.append(place)
        place = behind(text, place)
    return commas, -1


def behind(text: str, place: int) -> int:
    """Return what follows the sign at *place*, which an escape or a bracket expression may be."""
    if text[place] == "\\":
        return place + 2
    if text[place] == "[":
        name_end = text.find("/", place)
        try:
            return read_bracket(text[: name_end if name_end >= 0 else None], place)[1]
        except ValueError:  # what is wrong with it is a problem of the pattern
            return place + 1
    return place + 1


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


def from_root(pattern: str, folder: str) -> str:
    """Return *pattern*, which is relative to *folder*, as one that is relative to the root.

    *folder* is a path from there with ``/``, or empty.
    """
    if not folder:
        return pattern
    mark = "!" if pattern.startswith("!") else ""
    plain = pattern.removeprefix("!")
    each = spelled_out(plain)
    floating = [one for one in each if "/" not in one.rstrip("/")]
    if len(floating) == len(each):
        inner = f"**/{plain}"
    elif not floating:
        inner = plain.removeprefix("/")
    else:
        below_it = [f"**/{one}" if one in floating else one.removeprefix("/") for one in each]
        inner = f"{{{','.join(below_it)}}}"
    # `{{name}}/*.py` stays as it reads: without a comma braces are themselves.
    special = "\\*?[{" if "," in f"{folder}{inner}" else "\\*?["
    return f"{mark}{_literal(folder, special)}/{inner}"


def _literal(folder: str, special: str) -> str:
    escaped = "".join(f"\\{each}" if each in special else each for each in folder)
    return f"\\{escaped}" if escaped.startswith(("!", "#")) else escaped
