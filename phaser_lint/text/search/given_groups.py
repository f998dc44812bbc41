r"""Groups that every pattern may call without writing them: ``requests\.get(?&parens)``.

    (?&parens) (?&brackets) (?&braces)   what is balanced, from the opening one to its closing one
    (?&string)                           what stands in quotes

A call is replaced by the group itself, written out: nothing is captured, so an author's groups keep
their numbers, and no level calls itself. What a literal, an automaton or a sample is derived from
is a pattern like others. ``((((`` without an end cannot run away: each repeat keeps what it took.

A quote that nothing closes (``don't``) is a character like others. Brackets of other kinds are
not looked at: ``(a]`` waits for its ``)``. No group knows the language: where a match counts in
code alone, ``plain_strings`` has it see texts that it reads as the language does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

DEEPEST = 10
"""So many levels of brackets, the outermost counted."""

# What holds no call: an escape, a comment, a set. Then a call, and a group with a name.
_TOKEN = (
    r"\\.|\(\?#[^)]*\)|\[\^?\]?(?:\\.|\[:[^\]]*:\]|[^\]\\])*\]"
    r"|\(\?(?:&|P>)(?P<called>\w+)\)|\(\?P?<(?P<named>\w+)>"
)


def write_out_groups(pattern: str) -> str:
    """Return *pattern* with the given groups (``(?&parens)`` …) that it calls and does not have
    written out in place of the calls.
    """
    if "(?&" not in pattern and "(?P>" not in pattern:
        return pattern
    # Here: few patterns call any, and to compile it takes a third of what deriving one does.
    tokens = re.compile(_TOKEN, re.DOTALL)
    own_groups = {token["named"] for token in tokens.finditer(pattern)}
    groups = _make_given_groups()

    def replaced(token: re.Match[str]) -> str:
        name = token["called"]
        is_given = name in groups and name not in own_groups
        return groups[name] if is_given else token[0]

    return tokens.sub(replaced, pattern)


def call_groups(pattern: str) -> str:
    """Return *pattern* with calls in place of the given groups that ``write_out_groups``
    put there.
    """
    for name, group in _make_given_groups().items():
        pattern = pattern.replace(group, f"(?&{name})")
    return pattern


# A hole in a text is code, where a text may have the same quotes: `f"{a["b)"]}"`, `${f(`)`)}`.
_CODE_IN_HOLE = r"""[^{}"'`]++|"[^"\n]*+"|'[^'\n]*+'|`[^`]*+`"""
_HOLE = rf"\{{(?:{_CODE_IN_HOLE}|\{{[^{{}}]*+\}})*+\}}"
_STRING = "|".join(
    (
        r'"""(?:[^"\\]++|\\[\s\S]|"(?!""))*+"""',
        r"'''(?:[^'\\]++|\\[\s\S]|'(?!''))*+'''",
        rf'(?<=[fF])"(?:[^"\\{{\n]++|\\[\s\S]|\{{\{{|{_HOLE})*+"',
        r'"(?:[^"\\\n]++|\\[\s\S])*+"',
        rf"(?<=[fF])'(?:[^'\\{{\n]++|\\[\s\S]|\{{\{{|{_HOLE})*+'",
        r"'(?:[^'\\\n]++|\\[\s\S])*+'",
        rf"`(?:[^`\\$]++|\\[\s\S]|\${_HOLE}|\$(?!\{{))*+`",
        r"`(?:[^`\\]++|\\[\s\S])*+`",
    )
)
# Between slashes, where a value begins, or as Perl writes it: `f(/[(]/)`, `=~ /\(/`, `s/\(/x/`. A
# division is none: `a / b`, `a/(b)/c`, and Python's `f(a, /, b)`. One without an end costs no more
# than its first signs.
_BODY = r"(?:[^/\[\\\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,99}+\]){1,199}+/"
_PATTERN = (
    r"(?:(?<=[\s(,=:\[!&|?{};~])/(?![\s/*)]|,\s)|(?<=\b(?:m|qr))/(?!\s)"
    rf"|(?<=\b(?:s|tr|y))/(?!\s){_BODY}){_BODY}"
)

TEXTS = rf"(?:{_STRING})|{_PATTERN}"
"""What no bracket in it counts in."""


def holds_group(pattern: str) -> bool:
    """Tell whether ``write_out_groups`` put a given group into *pattern*."""
    return _STRING in pattern


def _make_balanced_group(opening: str, closing: str) -> str:
    plain = rf"[^\{opening}\{closing}\"'`/]++|{TEXTS}|[\"'`/]"
    level = ""
    for _ in range(DEEPEST):
        nested = f"|{level}" if level else ""
        level = rf"\{opening}(?:{plain}{nested})*+\{closing}"
    return f"(?:{level})"


@cache
def _make_given_groups() -> Mapping[str, str]:
    return {
        "parens": _make_balanced_group("(", ")"),
        "brackets": _make_balanced_group("[", "]"),
        "braces": _make_balanced_group("{", "}"),
        "string": f"(?:{_STRING})",
    }
