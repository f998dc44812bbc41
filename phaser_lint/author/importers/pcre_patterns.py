r"""Patterns of PCRE, as Semgrep searches by them, in the words of contracts.

    mid(?i)any|case   mid(?i:any)|(?i:case)   a flag counts from its place on, also after a bar
    \w+\z             (?a)\w+\Z               \w, \d, \s and \b know ASCII alone
    \Qa.b\E{,2}       a\.b\{,2}

Semgrep searches the whole text, with MULTILINE and in UTF-8.
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.joined_patterns import literally
from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
_BACKSLASHED = re.compile(r"\\.", re.DOTALL)


class _Token(Record):
    kind: str
    text: str


def pcre_problem(pattern: str) -> str:
    """Return what of *pattern* no contract's pattern can have, or nothing."""
    depth = 0
    for token in _tokens(pattern):
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == "unknown":
            return f"contracts have no {token.text}"
        if depth > _DEEPEST:
            return f"groups within groups, more than {_DEEPEST}"
    return ""


def from_pcre(pattern: str) -> str:
    """Return the pattern that finds in a contract what *pattern* finds in Semgrep."""
    found = list(_tokens(pattern))
    flags = ""
    if found and found[0].kind == "flags" and "-" not in found[0].text:
        flags = found[0].text[2:-1].replace("m", "")
        found = found[1:]
    made, end = _group(found, 0)
    # A bracket that closes nothing: what is no pattern stays none.
    made += "".join(token.text for token in found[end:])
    if "x" not in flags and made.endswith("\n"):  # of YAML's block: it counts
        made = made[:-1] + r"\n"
    flags += "a" if _ASCII.search(made) else ""
    return f"(?{flags}){made}" if flags else made


def _tokens(pattern: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(pattern):
        yield _Token(str(found.lastgroup), str(found[str(found.lastgroup)]))


def _group(found: Sequence[_Token], at: int) -> tuple[str, int]:
    """Return the text from *at* to the group's end, and that end.

    A flag for the rest of the group is one for a group of its own, in each branch that is left.
    """
    made, flags = "", ""
    while at < len(found) and found[at].kind != "close":
        token = found[at]
        if token.kind == "flags":
            flags += token.text[:-1] + ":"
            made += token.text[:-1] + ":"
        elif token.kind == "bar":
            made += f"{_closed(flags)}|{flags}"
        elif token.kind == "open":
            inner, at = _group(found, at + 1)
            made += f"{_opened(token.text)}{inner}{')' * (at < len(found))}"
        else:
            made += _spelled(token)
        at += 1
    return made + _closed(flags), at


def _closed(flags: str) -> str:
    return ")" * flags.count("(")


def _opened(text: str) -> str:
    return re.sub(r"^\(\?'(\w+)'", r"(?P<\1>", text)


def _spelled(token: _Token) -> str:
    text = token.text
    if token.kind == "quoted":
        return literally(text)
    if token.kind == "set":
        return _BACKSLASHED.sub(lambda one: {r"\e": r"\x1b"}.get(one[0], one[0]), _coded(text))
    if token.kind == "text" and text == "{":
        return r"\{"
    if token.kind == "call":
        return text.replace("(?P>", "(?&")
    return _NAMED.get(text, _coded(text))


def _coded(text: str) -> str:
    return _CODE.sub(lambda found: f"\\U{int(found[1], 16):08x}", text)
