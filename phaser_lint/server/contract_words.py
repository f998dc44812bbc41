"""A contract in words, as an editor shows them beside a text: in Markdown, or plain.

What a contract says comes from whoever wrote its file. It is shown letter for letter: nothing of it
becomes a link, a picture, HTML or a command; what no one sees is escaped.
"""

from __future__ import annotations

import re

from phaser_lint.record import Record
from phaser_lint.rules.example import invalid_examples, valid_examples
from phaser_lint.rules.violations import seen_from_top
from phaser_lint.text import contract_shown, printable, printable_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.model import Contract
    from phaser_lint.rules.example import Example

_MOST_EXAMPLES = 3
_LONGEST = 2_000
_LONGEST_EXAMPLE = 600
# What Markdown, in any of its dialects, could take for markup: an underscore within a word is none.
_MARKUP = re.compile(
    r"[\\`*\[\]<>&~|{}]|(?<!\w)_|_(?!\w)|:(?=//)|(?<=www)\.|@|\$|^[-+=#]|(?<=^\d)[.)]|(?<=^\d\d)[.)]",
    re.IGNORECASE,
)


class Where(Record):
    """Where a contract is defined: what readers call the place, and its URI, or nothing."""

    shown: str
    uri: str = ""


def contract_words(contract: Contract, *, where: Where, message: str, as_markdown: bool) -> str:
    """Return what *contract* says, with its *message* or a violation's, and what it is for."""
    show = _Markdown() if as_markdown else _Plain()
    globs = ", ".join(map(show.code, seen_from_top(contract, contract.file_glob)))
    head = f"{show.strong(contract_shown(contract.key))} ({contract.severity})"
    parts = [
        f"{head}: {show.code(contract.type)} in {globs}",
        show.prose(message),
        *([f"Why: {show.prose(contract.rationale)}"] if contract.rationale.strip() else []),
        *_examples("Passes", valid_examples(contract), show),
        *_examples("Is found", invalid_examples(contract), show),
        *([f"More: {show.link(contract.url)}"] if contract.url.strip() else []),
        f"Contract: {show.place(where)}",
    ]
    return "\n\n".join(parts)


def _examples(said: str, examples: Sequence[Example], show: _Plain) -> Iterator[str]:
    if not examples:
        return
    shown = [_cut(each.shown().strip("\n"), _LONGEST_EXAMPLE) for each in examples[:_MOST_EXAMPLES]]
    left = len(examples) - len(shown)
    yield "\n\n".join([f"{said}:", *map(show.block, shown), *([f"… and {left} more"] * (left > 0))])


class _Plain:
    """Text as it is, without what no one sees."""

    def strong(self, text: str) -> str:
        return self.line(text)

    def code(self, text: str) -> str:
        return self.line(text)

    def line(self, text: str) -> str:
        return printable(" ".join(text.split()))

    def prose(self, text: str) -> str:
        return "\n".join(map(self.line, printable_lines(_cut(text, _LONGEST))))

    def block(self, text: str) -> str:
        return "\n".join(f"    {line}" for line in printable_lines(text))

    def link(self, url: str) -> str:
        return self.line(url)

    def place(self, where: Where) -> str:
        return self.line(where.shown)


class _Markdown(_Plain):
    """The same in Markdown, each character that could be markup escaped."""

    def strong(self, text: str) -> str:
        return f"**{self.line(text)}**"

    def code(self, text: str) -> str:
        shown = printable(" ".join(text.split()))
        marks = "`" * (_longest_run(shown) + 1)
        blank = " " if shown.startswith("`") or shown.endswith("`") else ""
        return f"{marks}{blank}{shown}{blank}{marks}" if shown else ""

    def line(self, text: str) -> str:
        return _MARKUP.sub(r"\\\g<0>", printable(" ".join(text.split())))

    def prose(self, text: str) -> str:
        # Two blanks are a line end.
        return super().prose(text).replace("\n", "  \n")

    def block(self, text: str) -> str:
        fence = "`" * max(3, _longest_run(text) + 1)
        lines = "\n".join(printable_lines(text))
        return f"{fence}text\n{lines}\n{fence}"

    def link(self, url: str) -> str:
        plain = url.isascii() and url.isprintable() and not set(url) & set("<>\\ ")
        is_web = url.startswith(("https://", "http://"))
        return f"<{url}>" if plain and is_web else self.line(url)

    def place(self, where: Where) -> str:
        return f"[{self.line(where.shown)}]({where.uri})" if where.uri else self.line(where.shown)


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"
