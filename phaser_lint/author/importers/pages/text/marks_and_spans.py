"""A statement of a page without Markdown's marks, and with a sign in place of each code span."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping

from phaser_lint.core import Record

# Characters of nobody's alphabet: a page that has them loses them.
OPEN, CLOSE = "\ue000", "\ue001"
SIGN = rf"{OPEN}\d+{CLOSE}"
"""A pattern for what stands for a code span."""
BAN_MARK = "[\u274c\u2717\u2718\u2716\U0001f6ab\u26d4]"
"""A pattern for a mark before what is banned: \u274c `var`."""
_SPAN = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_NUMBER = re.compile(rf"{OPEN}(\d+){CLOSE}")
_LINK = re.compile(r"!?\[([^\]\[]*)\]\([^)\s]*\)")
_MARKS = re.compile(r"\*{1,3}|(?<!\w)_{1,2}(?=\w)|(?<=\w|[.:!])_{1,2}(?!\w)")
# [MUST] Never use `eval()`: how much it says so. [Optional] would take it back.
_TAG = re.compile(
    r"^\W*\[(?:blocking|contract|convention|critical|enforced|hard(?: rule)?|important|mandatory"
    r"|must|required?|rule)\][:\s]*",
    re.IGNORECASE,
)
_DECORATION = re.compile(rf"^[^\w`\"'({OPEN}#@<.-]+")


class StatementWords(Record):
    """The words of a statement, with signs in place of its ``spans``.

    ``packages``: the language of each of these that is a package of the project.
    """

    text: str
    spans: tuple[str, ...]
    packages: Mapping[str, str] = {}

    def spans_of(self, text: str | None) -> list[str]:
        """Return the spans that signs in *text* stand for, each once: words of the page."""
        spans = [self.spans[int(number)] for number in _NUMBER.findall(text or "")]
        # `src/db` and `src/db/` are one.
        span_by_name = {span.rstrip("/"): span for span in reversed(spans)}
        return [span for span in dict.fromkeys(spans) if span_by_name[span.rstrip("/")] == span]

    def with_spans(self, text: str) -> str:
        """Return *text*, some of these words, with the spans in backquotes in place of signs."""
        return _NUMBER.sub(lambda sign: f"`{self.spans[int(sign[1])]}`", text)

    def cover(self, label: str) -> bool:
        """Tell whether a *label* before the words says no more than their spans do.

        Inputs/outputs: use `input()`, not `@Input()`
        """
        code = " ".join(self.spans).lower()
        words = [word.removesuffix("s") for word in re.findall(r"[^\W\d_]+", label.lower())]
        return bool(words) and all(
            word in code or word in ("binding", "clas", "di") for word in words
        )


def parse_statement_words(text: str) -> StatementWords:
    """Return the words of a page's statement with this *text*, with a sign in place of each code
    span.
    """
    spans: list[str] = []

    def sign_of(span_match: re.Match[str]) -> str:
        spans.append(span_match[2].strip())
        return f"{OPEN}{len(spans) - 1}{CLOSE}"

    text = _SPAN.sub(sign_of, text.replace(OPEN, "").replace(CLOSE, ""))
    text = _TAG.sub("", _MARKS.sub("", _LINK.sub(r"\1", text)))
    return StatementWords(" ".join(_DECORATION.sub("", text.strip()).split()), tuple(spans))


def without_marks(text: str) -> str:
    """Return the words of a page, *text*, without Markdown's marks; code spans keep theirs."""
    words = parse_statement_words(text)
    return words.with_spans(words.text)


def shorten_words(text: str, most: int) -> str:
    """Return *text* of a page, or its first words, of *most* characters together, and a sign for
    the rest.
    """
    shortened_text = textwrap.shorten(text, most, placeholder=" …")
    return f"{text[:most]}…" if shortened_text == "…" else shortened_text
