r"""The rules of ls-lint for names, as patterns: ``kebab-case | regex:v[0-9]+``.

A name is what stands before the first dot. Letters and digits are those of Unicode, as in Go.
"""

from __future__ import annotations

import re

from phaser_lint.importers.pattern_tokens import tokens
from phaser_lint.record import Record

_OTHER = r"(?!\p{Lu})[\p{L}\p{Nd}]"
# Behind a digit, a small letter, or one large letter behind a small one: ssrVFor.
_LARGE = r"(?<=[\p{Nd}\p{Ll}]|\p{Ll}\p{Lu})\p{Lu}"
_CASES = {
    "lowercase": r"[\P{L}\p{Ll}]*",
    "camelcase": rf"(?:{_OTHER}|{_LARGE})*",
    "pascalcase": rf"(?!\p{{Ll}})(?:(?<=^|/)\p{{Lu}}|{_OTHER}|{_LARGE})*",
    "snakecase": r"[\p{Ll}\p{Nd}_]*",
    "screamingsnakecase": r"[\p{Lu}\p{Nd}_]*",
    "kebabcase": r"[\p{Ll}\p{Nd}-]*",
}
_SPELLINGS = {
    "camelCase": "camelcase",
    "PascalCase": "pascalcase",
    "snake_case": "snakecase",
    "SCREAMING_SNAKE_CASE": "screamingsnakecase",
    "kebab-case": "kebabcase",
}
_SEPARATOR = " | "
_PATH_PART = re.compile(r"\$\{\d+\}")
_ASCII = re.compile(r"\\[wWdDsSbB]")


class NameRules(Record):
    """What the rules at one key ask of names, and of how many there are."""

    cases: tuple[str, ...] = ()
    """As they are written."""
    patterns: tuple[str, ...] = ()
    """One of them has to match the name as a whole."""
    counts: tuple[tuple[int, int], ...] = ()
    """The least and the most number of each ``exists``."""
    unsaid: tuple[str, ...] = ()


def name_rules(written: str, *, stem: str) -> NameRules:
    """Return what is *written* at a key; *stem* is a pattern for any name that is judged."""
    made = NameRules()
    for each in map(str.strip, written.split(_SEPARATOR)):
        name, _, parameter = each.partition(":")
        if name == "exists":
            made = _counted(made, each, parameter)
        elif name == "regex":
            made = _searched(made, each, parameter, stem)
        elif _SPELLINGS.get(name, name) in _CASES:
            pattern = _CASES[_SPELLINGS.get(name, name)]
            cases, patterns = (*made.cases, each), (*made.patterns, pattern)
            made = made._replace(cases=cases, patterns=patterns)
        else:
            said = f"{each}: a rule that ls-lint does not know, so that it refuses the whole file"
            made = made._replace(unsaid=(*made.unsaid, said))
    return made


def _counted(made: NameRules, written: str, parameter: str) -> NameRules:
    least, dash, most = parameter.partition("-")
    if not parameter and written == "exists":
        return made._replace(counts=(*made.counts, (1, 32767)))
    if not (least.isdecimal() and (not dash or most.isdecimal())):
        said = f"{written}: expected a number, or two with - between; ls-lint refuses it, too"
        return made._replace(unsaid=(*made.unsaid, said))
    number = int(least), int(most if dash else least)
    return made._replace(counts=(*made.counts, number))


def _searched(made: NameRules, written: str, parameter: str, stem: str) -> NameRules:
    if not parameter.removeprefix("!"):
        said = f"{written}: expected a pattern; ls-lint refuses it, too"
    elif _PATH_PART.search(parameter):
        said = f"{written}: ${{0}} stands for a folder of the path, which no pattern names"
    else:
        found = _whole(parameter.removeprefix("!"), stem)
        if parameter.startswith("!"):
            found = f"(?!{found}(?!{stem[:-1]})){stem}"
        cases, patterns = (*made.cases, written), (*made.patterns, found)
        return made._replace(cases=cases, patterns=patterns)
    return made._replace(unsaid=(*made.unsaid, said))


def _whole(pattern: str, stem: str) -> str:
    r"""Return what matches the whole name where ``^pattern$`` is found in it.

    ``a|b`` is ``^a|b$`` there: names that start with an a, or end with a b.
    """
    branches = _branches(pattern)
    inner = [
        f"{'' if at == 0 else stem}{branch}{'' if at == len(branches) - 1 else stem}"
        for at, branch in enumerate(branches)
    ]
    flags = "a" if _ASCII.search(pattern) else ""  # those of RE2
    return f"(?{flags}:{'|'.join(inner)})"


def _branches(pattern: str) -> list[str]:
    found, depth = [""], 0
    for token in tokens(pattern):
        depth += (token.kind in ("open", "look")) - (token.kind == "close")
        if token.kind == "bar" and depth == 0:
            found.append("")
        else:
            found[-1] += token.text
    return found
