r"""Patterns of PCRE, as Semgrep searches by them, and of ICU, in the words of contracts.

    mid(?i)any|case   mid(?i:any)|(?i:case)   a flag counts from its place on, also after a bar
    \w+\z             (?a)\w+\Z               \w, \d, \s and \b know ASCII alone
    \Qa.b\E{,2}       a\.b\{,2}

Semgrep searches the whole text, with MULTILINE and in UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from phaser_lint.author.importers.joined_patterns import escape_literal
from phaser_lint.core import Record

_TOKEN = re.compile(
    r"""
      (?P<comment> \(\?\#[^)]*\) )
    | \\Q(?P<quoted> .*? )(?:\\E|\Z)
    | (?P<flags> \(\?(?:[imsx]+(?:-[imsx]+)?|-[imsx]+)\) )
    | (?P<unknown> \(\* | \(\?(?:[JUn^]|[imsx]*xx) | \\[GNCo] | \\g[-{+\d]* | \\k['{<] )
    | (?P<open> \(\?[imsx]*(?:-[imsx]+)?: | \(\?<?[=!] | \(\?[>|] | \(\?P?<\w+> | \(\?'\w+'
        | \(\?\(\w+\) | \((?![?*]) )
    | (?P<call> \(\?(?:R|&\w+|P>\w+|P=\w+|[+-]?\d+)\) )
    | (?P<close> \) )
    | (?P<bar> \| )
    | (?P<set> \[\^?\]? (?: \[:\^?\w+:\] | [^]\\] | \\. )* \] )
    | (?P<repeat> \{\d+(?:,\d*)?\} )
    | (?P<escape> \\(?:x\{[0-9a-fA-F]+\} | [pP]\{[^}]*\} | .) )
    | (?P<text> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_DEEPEST = 100
_NAMED = {
    r"\z": r"\Z",
    r"\Z": r"(?=\n?\Z)",
    r"\v": r"[\n\x0b\f\r]",
    r"\V": r"[^\n\x0b\f\r]",
    r"\e": r"\x1b",
}
_ASCII = re.compile(r"\\[wWdDsSbB]|\[:\^?\w+:\]")
_CODE = re.compile(r"\\x\{([0-9a-fA-F]+)\}")
# A group whose name stands in quotes.
_NAMED_GROUP = re.compile(r"^\(\?'(\w+)'")
_SET_OF_SETS = re.compile(r"(?:^|(?<=[^\\]))\[(?!:)|&&|--")
_BACKSLASHED = re.compile(r"\\.", re.DOTALL)


class _Token(Record):
    kind: str
    text: str


def find_pcre_problem(pattern: str) -> str:
    """Return what of *pattern*, one of PCRE, no contract's pattern can have, or nothing."""
    depth = 0
    for token in _split_tokens(pattern):
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == "unknown":
            return f"contracts have no {token.text}"
        if depth > _DEEPEST:
            return f"groups within groups, more than {_DEEPEST}"
    return ""


def find_icu_problem(pattern: str) -> str:
    """Return what of a *pattern* of ICU, which is read like one of PCRE, no contract's pattern can
    have, or nothing.
    """
    for token in _split_tokens(pattern):
        if token.kind == "set" and _SET_OF_SETS.search(token.text[1:-1]):
            return f"contracts have no sets within sets: {token.text}"
    return find_pcre_problem(pattern)


def convert_icu_pattern(pattern: str) -> str:
    """Return the pattern that finds in a contract what *pattern* finds by ICU, SwiftLint's engine,
    which is read like PCRE.

    But letters and digits of all alphabets are some.
    """
    return convert_pcre_pattern(pattern, knows_unicode=True)


def convert_pcre_pattern(pattern: str, *, knows_unicode: bool = False) -> str:
    """Return the pattern that finds in a contract what *pattern*, one of PCRE, finds in Semgrep."""
    pattern_tokens = list(_split_tokens(pattern))
    flags = ""
    if pattern_tokens and pattern_tokens[0].kind == "flags" and "-" not in pattern_tokens[0].text:
        flags = pattern_tokens[0].text[2:-1].replace("m", "")
        pattern_tokens = pattern_tokens[1:]
    converted, end = _convert_group(pattern_tokens, 0)
    # A bracket that closes nothing: what is no pattern stays none.
    converted += "".join(token.text for token in pattern_tokens[end:])
    if "x" not in flags and converted.endswith("\n"):  # of YAML's block: it counts
        converted = converted[:-1] + r"\n"
    flags += "a" if _ASCII.search(converted) and not knows_unicode else ""
    return f"(?{flags}){converted}" if flags else converted


def _split_tokens(pattern: str) -> Iterator[_Token]:
    for token_match in _TOKEN.finditer(pattern):
        yield _Token(str(token_match.lastgroup), str(token_match[str(token_match.lastgroup)]))


def _convert_group(pattern_tokens: Sequence[_Token], index: int) -> tuple[str, int]:
    """Return the text of a PCRE from *index* to the group's end, and that end.

    A flag for the rest of the group is one for a group of its own, in each branch that is left.
    """
    converted, flags = "", ""
    while index < len(pattern_tokens) and pattern_tokens[index].kind != "close":
        token = pattern_tokens[index]
        if token.kind == "flags":
            flags += token.text[:-1] + ":"
            converted += token.text[:-1] + ":"
        elif token.kind == "bar":
            converted += f"{_close_flags(flags)}|{flags}"
        elif token.kind == "open":
            inner, index = _convert_group(pattern_tokens, index + 1)
            opening = _NAMED_GROUP.sub(r"(?P<\1>", token.text)
            converted += f"{opening}{inner}{')' * (index < len(pattern_tokens))}"
        elif token.kind == "quoted":
            converted += escape_literal(token.text)
        elif token.kind == "set":
            converted += _BACKSLASHED.sub(_spell_escape, _escape_control(token.text))
        elif token.kind == "call":
            converted += token.text.replace("(?P>", "(?&")
        else:
            is_brace = token.kind == "text" and token.text == "{"
            converted += r"\{" if is_brace else _NAMED.get(token.text, _escape_control(token.text))
        index += 1
    return converted + _close_flags(flags), index


def _close_flags(flags: str) -> str:
    return ")" * flags.count("(")


def _escape_control(text: str) -> str:
    return _CODE.sub(_spell_code, text)


def _spell_code(code: re.Match[str]) -> str:
    return f"\\U{int(code[1], 16):08x}"


def _spell_escape(escape: re.Match[str]) -> str:
    return {r"\e": r"\x1b"}.get(escape[0], escape[0])
