"""Say what is wrong with the globs of a contract, for the one who wrote them.

    find_glob_problem("*.{js,ts")    "'*.{js,ts': a `{` is not closed; …"
    find_globs_problem(("!*.py",))   "only negated patterns (``!``), which select nothing"

A pattern that can never match is a problem too: a contract that guards nothing looks like one that
is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from phaser_lint.text.globs.glob_syntax import (
    MOST_ALTERNATIVES,
    parse_glob,
    parse_set_ranges,
    spell_out,
    strip_blanks,
)

# Escaped characters are gone before these look.
# Texts, compiled where a glob holds what they begin with: few do.
# What partners are written with; `{{name}}` is a template's, `{cookiecutter.name}` nobody's.
_FIELD = r"(?<!\{)\{(?:dir|name|stem|ext|item|[0-9]+)(?::[a-z]+)?\}(?!\})"
# Next.js has folders called `(auth)`, but nobody's has a `|` in it.
_GROUP = r"[@?+*!]\([^()/]*\|[^()/]*\)"
_ESCAPED = r"\\(.)(\*?)"
MOST_GLOBS = 1_000
"""Of a list: each is one more test of every path."""
TOO_MANY_GLOBS = f"at most {MOST_GLOBS:,} globs, each alternative in braces counted"
# The contracts of a project have few globs between them.
_MOST_CACHED = 256
_MOST_STARS = 12
"""With more of them, and sets between them, the longest path takes many seconds."""
_CONTROLS = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0))))
_WILDCARDS = frozenset("*?[")
_ELSEWHERE = r"[A-Za-z]:[\\/]|~/|file:"


def find_globs_problem(
    patterns: tuple[str, ...], root: str = "", *, has_fields: bool = False
) -> str | None:
    """Return what is wrong with a list of globs, all of it; ``None`` if there is no problem.

    They may have fields, names of parts of a path in braces, where *has_fields* says so.

    *root* is the absolute path of the folder that they are relative to, where it is known.
    """
    if not patterns:
        return "no patterns"
    may_be_too_many = len(patterns) * MOST_ALTERNATIVES > MOST_GLOBS
    if may_be_too_many and count_globs(patterns) > MOST_GLOBS:
        return f"expected {TOO_MANY_GLOBS}"
    problems = []
    for pattern in patterns:
        problem = find_glob_problem(pattern, has_fields=has_fields)
        selecting = pattern.removeprefix("!")
        # The path of the folder that it is relative to, as it stands on disk.
        if not problem and root.strip("/") and f"{selecting}/".startswith(f"{root}/"):
            expected = f"globs are relative to {root}; write `{selecting[len(root) :] or '*'}`"
            problem = f"{pattern!r}: {expected}"
        problems += [problem] if problem else []
    if not problems and all(pattern.startswith("!") for pattern in patterns):
        return "only negated patterns (`!`), which select nothing"
    return "; ".join(problems) or None


def count_globs(patterns: Iterable[str]) -> int:
    """Return how many globs the *patterns* of a list stand for: of too many there is a problem."""
    number = 0
    for pattern in patterns:
        try:
            number += len(spell_out(pattern))
        except ValueError:  # a problem of its own
            number += 1
    return number


@lru_cache(maxsize=_MOST_CACHED)
def find_glob_problem(pattern: str, *, has_fields: bool = False) -> str | None:
    """Return what is wrong with the glob *pattern*, and what to write instead; ``None`` if there is
    no problem.
    """
    text = strip_blanks(pattern)
    if not text:
        return "a blank pattern selects nothing"
    try:
        alternatives = spell_out(text)
    except ValueError as error:
        return f"{pattern!r}: {error}"
    if len(alternatives) > 1 and not all(plain.removeprefix("!") for plain in alternatives):
        return f"{pattern!r}: one of its alternatives is blank, which selects nothing"
    for plain in alternatives:
        reason = _find_syntax_problem(plain)
        if not reason and "(" in plain and re.search(_GROUP, _without_escapes(plain)):
            reason = "`@(a|b)` is no group here; write a list of patterns (or `\\(` for a bracket)"
        reason = reason or _find_mistake(plain.removeprefix("!"))
        field = (
            re.search(_FIELD, _without_escapes(plain)) if "{" in plain and not has_fields else None
        )
        if not reason and field:
            escaped = f"\\{field[0][:-1]}\\}}"
            reason = (
                f"`{field[0]}` stands for nothing in this glob; write `{escaped}` for the braces"
            )
        if reason:
            return f"{pattern!r}: {reason}"
    return None


def _find_syntax_problem(text: str) -> str | None:
    if text.startswith("#"):
        return "a comment, which selects nothing; write `\\#` for a name that starts with `#`"
    if not _CONTROLS.isdisjoint(text.replace("\n", "")):
        return "it holds a control character, as YAML makes of `\\t` in double quotes; write `/`"
    try:
        glob = parse_glob(text)
    except ValueError as error:
        return str(error)
    names = glob.names if glob else ()
    pieces = [piece for name in names for piece in name or ()]
    if names.count(None) + [piece.kind for piece in pieces].count("run") > _MOST_STARS:
        return f"it has more than {_MOST_STARS} `*` and `**`; write a `path_pattern`"
    # Not each bracket expression means the same to git and to pathspec.
    for text in [piece.text for piece in pieces if piece.kind == "set"]:
        inner = text[1:-1]
        if "\\" in inner:
            return f"a backslash in `{text}` is no escape; write `]` first and `-` last in brackets"
        if any(mark in inner for mark in ("[:", "[.", "[=")):
            return f"`{text}` has a class of characters; write them, as in `[a-z]` or `[0-9]`"
        for low, high in parse_set_ranges(text):
            if high < low:
                return f"`{low}-{high}` is no range of characters"
    return None


def _without_escapes(text: str) -> str:
    return re.sub(r"\\.", "", text) if "\\" in text else text


def _find_mistake(text: str) -> str | None:
    """What makes a valid pattern match nothing, or not what it seems to say."""
    names = text.split("/")
    if (":" in text or "~" in text) and re.match(_ELSEWHERE, text):
        return "globs are relative to the project root; write `/src` for its folder `src`"
    if "\n" in text:
        return "it holds a line break; write a list of patterns"
    for escaped in re.finditer(_ESCAPED, text, re.DOTALL) if "\\" in text else ():
        # `src\\app.py` escapes what needs no escape, and `src\\**\\*.py` a star before another.
        if escaped[1].isalnum() or escaped[1] in "_." or escaped[0][1:] == "**":
            return "a backslash only escapes; write `/` between folders"
    if "//" in text:
        return "it holds `//`, which no path does; write one `/`"
    if "***" in _without_escapes(text):
        return "it holds `***`; write `**` for any folders, or `*` within a name"
    if any(name.endswith("**") and name != "**" for name in names[:-1]):
        return "it holds `**` at the end of a name; write `*/`, or `*/**/` for any folders below"
    if text.endswith("/**/") and text != "/**/":
        return f"write `{text}*/` for the folders at any depth, or `{text[:-1]}` for all below"
    if ".." in names or "." in names:
        path = _resolve_dots(names) or "src"
        return (
            "it holds `.` or `..`, which no path does; write it from the project root, "
            f"as `/{path}`"
        )
    return None


def _resolve_dots(names: Iterable[str]) -> str:
    """Return a glob of these *names* from the root, without ``.`` and ``..``; empty where nobody
    knows which folder is meant.
    """
    from_root: list[str] = []
    for name in names:
        if name == "..":
            if not from_root or not _WILDCARDS.isdisjoint(from_root[-1]):
                return ""
            from_root.pop()
        elif name != ".":
            from_root.append(name)
    return "/".join(from_root).removeprefix("/")


# Next.js and others call files and folders `[id]`, `[...slug]`, `[[...slug]]` and `[post-id].tsx`.
_ROUTE = r"(?:^|/)(\[\[?(?:\.\.\.)?([A-Za-z_][\w-]+)\]?\])(?:\.\w+)*(?=/|$)"


# `{1..14}` is a range to a shell only, and `*.py,*.pyi` a list to nobody.
_RANGE = r"\{\w+\.\.\w+\}"
_COMMA = r"[^,\\],\s*[*!]"
# Not `Screenshot *.png`, which is a name.
_BLANK = r"\*\.\w+\s+[*!.]"
_BARS = r"\(([^()/|]*(?:\|[^()/|]*)+)\)"
_OPEN_BRACE = r"\{[^{}]*$"


def find_glob_doubt(pattern: str) -> str:
    """Return what the glob *pattern* may not mean, though there is no problem with it; empty where
    it is clear.
    """
    between = re.search(_RANGE, pattern) if ".." in pattern else None
    if between:
        return f"{pattern}: {between[0]} is a name, no range; write each, as in {{1,2,3}}"
    if "," in pattern and any(re.search(_COMMA, plain) for plain in spell_out(pattern)):
        return f"{pattern}: a comma is a part of the name; several globs are a list"
    if " " in pattern and re.search(_BLANK, pattern):
        return f"{pattern}: a blank is a part of the name; several globs are a list"
    if "|" in pattern and (bars := re.search(_BARS, _without_escapes(pattern))):
        braces = f"{{{bars[1].replace('|', ',')}}}"
        return f"{pattern}: {bars[0]} is a part of the name; for one of them write {braces}"
    if "{" in pattern and re.search(_OPEN_BRACE, _without_escapes(pattern)):
        return f"{pattern}: the {{ is a part of the name, for none closes it"
    for route in re.finditer(_ROUTE, pattern.removeprefix("!")) if "[" in pattern else ():
        bracket, name = route.groups()
        start, *ends = name.split("-")
        # `[a-z]` and `[a-zA-Z]` are sets of characters to everybody.
        if not ends or (len(start) > 1 and len(ends[-1]) > 1):
            escaped = bracket.replace("[", "\\[").replace("]", "\\]")
            return (
                f"{pattern}: {bracket} is one character of those in brackets; for a file or folder "
                f"that is called so write {escaped}"
            )
    return ""


_FILE_ENDING = r"!?\.\w+"
_UPPER_ENDING = r".*\.[A-Z]+"


def explain_idle_globs(patterns: Iterable[str]) -> str:
    """Return why a list of globs may select no file of a project, though
    it could; empty where nothing is odd about them.
    """
    for pattern in patterns:
        if re.fullmatch(_FILE_ENDING, pattern):
            return f"{pattern} is the name of a file, write *{pattern.removeprefix('!')}"
        if "\\" in pattern and re.search(r"\\[*?\[]", pattern):
            return f"{pattern}: a backslash only escapes, write `/` between folders"
        if re.fullmatch(_UPPER_ENDING, pattern):
            return f"{pattern}: upper and lower case are not the same"
    return ""


def find_globs_doubt(patterns: Sequence[str]) -> str:
    """Return what a list of globs may not mean, though there is no problem with it, or the first
    glob that is doubtful; else an empty text.
    """
    if patterns and patterns[0].startswith("!"):
        return f"{patterns[0]}: takes nothing out where it stands first; the last that matches wins"
    return next(filter(None, map(find_glob_doubt, patterns)), "")
