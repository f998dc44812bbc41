"""Say what is wrong with the globs of a contract, for the one who wrote them.

    glob_problem("*.{js,ts}")   "'*.{js,ts}': braces are no alternatives here; …"
    globs_problem(("!*.py",))   "only negated patterns (`!`), which select nothing"

A pattern that pathspec accepts and that can never match is a problem too: a contract that guards
nothing looks like one that is kept.
"""

from __future__ import annotations

import re

from phaser_lint.globs.reference import compile_reference
from phaser_lint.globs.syntax import parse_pattern, stripped

# Escaped characters are gone before these look. Cookiecutter's `{{name}}` has no comma.
_BRACES = re.compile(r"\{[^{}]*,[^{}]*\}")
_ESCAPED = re.compile(r"\\(.)(\*?)", re.DOTALL)


def globs_problem(patterns: tuple[str, ...]) -> str | None:
    """What is wrong with a list of patterns, all of it; None if nothing is."""
    if not patterns:
        return "no patterns"
    problems = [problem for problem in map(glob_problem, patterns) if problem]
    if not problems and all(pattern.startswith("!") for pattern in patterns):
        return "only negated patterns (`!`), which select nothing"
    return "; ".join(problems) or None


def glob_problem(pattern: str) -> str | None:
    """What is wrong with one pattern, and what to write instead; None if nothing is."""
    text = stripped(pattern)
    if not text:
        return "a blank pattern"
    reason = _syntax_problem(text) or _mistake(text.removeprefix("!"))
    return f"{pattern!r}: {reason}" if reason else None


def _syntax_problem(text: str) -> str | None:
    if text.startswith("#"):
        return "a comment, which selects nothing; write `\\#` for a name that starts with `#`"
    try:
        parse_pattern(text)
        # Only a bracket expression (`[z-a]`) can be wrong in a way that just pathspec sees.
        if "[" in text:
            compile_reference((text,))
    except ValueError as error:
        return str(error)
    return None


def _mistake(text: str) -> str | None:
    """What makes a valid pattern match nothing, or not what it seems to say."""
    names = text.split("/")
    if "\n" in text:
        return "it holds a line break; write a list of patterns"
    if any(_is_separator(*escaped.groups()) for escaped in _ESCAPED.finditer(text)):
        return "a backslash only escapes; write `/` between folders"
    if _BRACES.search(re.sub(r"\\.", "", text)):
        return "braces are no alternatives here; write a list of patterns (or `\\{` for a brace)"
    if "//" in text:
        return "it holds `//`, which no path does; write one `/`"
    if ".." in names or "." in names:
        return "it holds `.` or `..`, which no path does; write it from the project root, as `/src`"
    return None


def _is_separator(character: str, star: str) -> bool:
    r"""`src\app.py` escapes what needs no escape, and `src\**\*.py` a star before another."""
    return character.isalnum() or character in "_." or character + star == "**"
