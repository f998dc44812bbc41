r"""Fields in globs: names in braces that stand for parts of a path, which others know.

    list_glob_fields("docs/{dir}/{stem}.md")                              ["dir", "stem"]
    fill_glob("docs/{dir}/{stem}.md", {"dir": "a*", "stem": "b"})  r"docs/a\*/b.md"
    widen_glob("docs/{dir}/{stem}.md")                                 "docs/**/*.md"

Each glob is one without alternatives (see ``glob_syntax.spell_out``). No field is what stands
behind a backslash, in a bracket expression or in two braces (``{{name}}``). A field may have a form
(see ``name_forms``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from phaser_lint.text.globs.glob_syntax import (
    escape_last_blanks,
    skip_glob_sign,
    spell_out,
    strip_blanks,
)
from phaser_lint.text.globs.name_forms import fill_field, find_field_name

Piece = tuple[str, str | None]
"""A text, and the field that follows it."""


# The folder of a path: it begins at the level's, however the glob begins.
_FOLDER = "dir"
# Those that are one name, or the beginning of one; any other may hold slashes, or nothing.
_IN_A_NAME = ("name", "stem")
_SPECIAL = frozenset("\\*?[")


def has_glob_fields(globs: Iterable[str]) -> bool:
    """Tell whether there is a field, as ``{stem}``, in any of *globs*, which may have
    alternatives.
    """
    return any(
        "{" in glob and list_glob_fields(plain) for glob in globs for plain in spell_out(glob)
    )


def list_glob_fields(glob: str) -> list[str]:
    """Return the names of the fields in *glob*, as ``stem`` of ``{stem}``; of a brace that does not
    close an empty one.
    """
    return [field for _, field in _split_pieces(glob) if field is not None]


def fill_glob(glob: str, values: Mapping[str, str]) -> str:
    """Return *glob* with *values* in place of its fields, where they stand for themselves and are
    no wildcards.

    What is written decides whether it is tied to its folder, and ``{dir}`` ties it. Empty where
    there is nothing left to select.
    """
    pieces = _split_pieces(strip_blanks(glob).removeprefix("!"))
    if len(pieces) == 1:
        return glob
    begins_plain = bool(pieces[0][0])
    text = ""
    for written_text, field in pieces:
        signs = [
            f"\\{sign}" if sign in _SPECIAL else sign for sign in fill_field(field or "", values)
        ]
        text += written_text + escape_last_blanks("".join(signs))
    text = re.sub("//+", "/", text)
    if not begins_plain and text.startswith(("!", "#")):
        text = f"\\{text}"
    mark, is_tied = "!" * glob.startswith("!"), _is_tied(pieces)
    if not strip_blanks(text).strip("/"):
        return f"{mark}*" if is_tied else ""
    has_slash = "/" in text.rstrip("/")
    if is_tied == has_slash:
        return f"{mark}{text}"
    return f"{mark}/{text}" if is_tied else f"{mark}**/{text}"


def widen_glob(glob: str) -> str:
    """Return a glob that selects whatever *glob* selects with any values of its fields, such as
    ``*`` for ``{stem}``.

    Empty where it only takes out: with other values it takes out something else.
    """
    pieces = _split_pieces(strip_blanks(glob))
    if len(pieces) == 1:
        return glob
    if glob.startswith("!"):
        return ""
    # Of each name between slashes the texts, and ``None`` for what may be longer than a name.
    parts_by_name: list[list[str | None]] = [[]]
    for text, field in pieces:
        end_of_name, *next_names = text.split("/")
        parts_by_name[-1].append(end_of_name)
        parts_by_name += [[name] for name in next_names]
        if field is not None:
            parts_by_name[-1].append("*" if find_field_name(field) in _IN_A_NAME else None)
    *inner, last = parts_by_name
    names = [wide_name for parts in inner for wide_name in _widen_name(parts)]
    # What lies below a folder is selected with it; `docs/**/` is no more than its folders.
    is_below = last == [""] and names[-1:] == ["**"]
    names += [] if is_below or _widen_name(last) == ["**"] else _widen_name(last)
    if names[-1:] == ["*"] and last != ["*"] and _is_tied(pieces) and names[-2:-1] != ["**"]:
        # At the end it selects what lies in a folder, and nothing below that.
        names[-1] = "**"
    text = "/".join(names)
    if not strip_blanks(text).strip("/"):
        return "*"
    is_loose = _is_tied(pieces) and "/" not in text.rstrip("/")
    return f"/{text}" if is_loose else text


def _split_pieces(glob: str) -> list[Piece]:
    pieces: list[Piece] = []
    start = offset = 0
    while offset < len(glob):
        if glob.startswith("{{", offset):
            closed = glob.find("}}", offset)
            offset = closed + 2 if closed >= 0 else len(glob)
        elif glob[offset] == "{":
            closed = glob.find("}", offset)
            end = closed if closed >= 0 else len(glob)
            pieces.append((glob[start:offset], glob[offset + 1 : end] if closed >= 0 else ""))
            start = offset = end + 1
        else:
            offset = skip_glob_sign(glob, offset)
    return [*pieces, (glob[start:], None)]


def _is_tied(pieces: Iterable[Piece]) -> bool:
    """Tell whether a slash at the start or inside, or a folder, ties a glob to its level."""
    example = "".join(f"{text}{'x' if field else ''}" for text, field in pieces)
    return "/" in example.rstrip("/") or any(
        field is not None and find_field_name(field) == _FOLDER for _, field in pieces
    )


def _widen_name(parts: list[str | None]) -> list[str]:
    """Return the names that select whatever the *parts* of one may become, be it nothing."""
    if None not in parts:
        return ["".join(filter(None, parts))]
    after = len(parts) - parts[::-1].index(None)
    tail = "".join(filter(None, parts[after:]))
    return ["**", f"*{tail}"] if tail else ["**"]
