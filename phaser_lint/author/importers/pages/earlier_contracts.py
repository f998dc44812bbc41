"""What became of a page's lines since contracts were made of them: by ``url``, and by their text.

    url: 'CLAUDE.md#L12'                      the line that the contract was made of
    x-page-line: 'Never use `print()`.'       what it said then

A contract without that text counts for the line at its number, whatever it says now. A text that
stands nowhere on the page is gone; it is changed where one that is like it stands at its line.
Whoever reads the page quotes it in other forms than the program: with marks, a part, a table's row.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias
from urllib.parse import unquote

from phaser_lint.author.destination import read_mappings
from phaser_lint.author.importers.pages.rule_lines import PAGE_LINE
from phaser_lint.author.importers.pages.text.markdown import Page, Statement
from phaser_lint.author.importers.pages.text.marks_and_spans import without_marks
from phaser_lint.contract.discover import ContractPlace, list_contract_files
from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.core import Record
from phaser_lint.core.text import fold_white_space, make_printable

LineState: TypeAlias = Literal["same", "moved", "changed", "gone"]

# What many rules say, whatever they are about; of Chinese and Japanese each sign is a word.
_OF_ANY_RULE = """
    a all always an and any are as avoid be by do don for from in instead is it must never new no
    not of on only or over prefer should t than that the this to use with
"""
_WORDS_OF_ANY_RULE = frozenset(_OF_ANY_RULE.split())
# What is no word of a line, however it is quoted: its sign of a list, marks, a link's target.
_LINE_SIGN = re.compile(r"[\s>#|]*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s)?")
_MARKS = re.compile(r"[*_`\\]|(?<=\])\([^()\s]*\)|[\[\]]")
_PART_END = re.compile(r"\s*(?:[.;:!?\u2013\u2014\u3002]|$)")
_PART_START = re.compile(r"(?:^|[.;:!?\u2013\u2014\u3002])\s*$")
_WORD = re.compile(r"[\u3040-\u9fff]|(?:(?![\u3040-\u9fff])\w)+(?:\.\w+)*")


class PageContract(Record):
    """A contract that names a ``line`` of the page at ``path``; ``said`` may be empty.

    ``has_valid``: it has an example that must not break it.
    """

    rule_id: str
    file: str
    path: str
    line: int
    said: str
    source: str
    """The absolute path of ``file``."""
    has_valid: bool = True


class ContractLine(Record):
    """What became of the line of a *contract*; ``line`` is where it stands now, 0: nowhere.

    Several statements may stand at a line: ``texts`` are those that the contract may be of.
    """

    contract: PageContract
    state: LineState
    line: int
    texts: tuple[str, ...]
    is_followed: bool = False
    """Its url was written anew."""
    stands: bool = False
    """Whether all of its text is there, among other words."""

    @property
    def says_it(self) -> bool:
        """Whether the contract says what stands there: it may stand elsewhere now."""
        return self.state in ("same", "moved")

    def is_of(self, statement: Statement) -> bool:
        """Tell whether *statement* is what the contract was made of, or what stands there now."""
        return self.line == statement.line and render_line_text(statement.text) in self.texts


def find_page_contracts(root: str, folders: Iterable[str]) -> list[PageContract]:
    """Return the contracts in *folders* of the project at *root* that name a line of a page.

    Valid or not, disabled or not: what counts is that somebody wrote one.
    """
    contracts: list[PageContract] = []
    for folder in folders:
        place = ContractPlace(os.path.join(root, folder), folder, "given")
        for file in list_contract_files(place):
            contracts += _read_page_contracts(file.path, file.shown)
    return contracts


def _read_page_contracts(path: str, shown: str) -> Iterator[PageContract]:
    for mapping in read_mappings(path):
        url, said = mapping.get("url"), mapping.get(PAGE_LINE)
        examples = mapping.get("examples")
        page, _, line = url.rpartition("#L") if isinstance(url, str) else ("", "", "")
        if page and line.isascii() and line.isdigit() and len(line) < 10:
            yield PageContract(
                rule_id=str(mapping.get("rule_id", "")),
                file=shown,
                path=unquote(page),
                line=int(line),
                said=said if isinstance(said, str) else "",
                source=path,
                has_valid=isinstance(examples, dict) and bool(examples.get("valid")),
            )


def with_line_in_url(content: bytes, contract: PageContract, line: int) -> bytes | None:
    """Return the *content* of the file of a *contract* with another *line* of the page in its url,
    all else byte for byte; ``None`` where that is not sure.
    """
    before = [document.value for document in read_documents(content)]
    for match in re.finditer(rb"(?<=#L)%d(?!\d)" % contract.line, content):
        changed = b"%b%d%b" % (content[: match.start()], line, content[match.end() :])
        after = [document.value for document in read_documents(changed)]
        pairs = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
        if len(before) == len(after) and len(pairs) == 1:
            old, new = pairs[0]
            is_url = isinstance(old, dict) and isinstance(new, dict) and "url" in old
            if is_url and str(old.get("rule_id", "")) == contract.rule_id:
                page = str(old["url"]).rpartition("#L")[0]
                if new == {**old, "url": f"{page}#L{line}"} and unquote(page) == contract.path:
                    return changed
    return None


class Quote(Record):
    """Where a text stands in a page: from a line to a ``last`` one; ``is_whole``: no other words
    belong to it.
    """

    line: int
    last: int
    is_whole: bool


def find_quotes(said: str, page: Page) -> Iterator[Quote]:
    """Yield where *said* stands in the *page*, whatever its marks, white space and line ends."""
    words = _fold_marks(said.removesuffix("…"))
    if not words:
        return
    starts, parts, length = [], [], 0
    for line in page.lines:
        starts.append(length)
        parts.append(_fold_marks(line))
        length += len(parts[-1]) + bool(parts[-1])
    text = " ".join(filter(None, parts))
    begins = {starts[statement.line - 1] for statement in page.statements}
    for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text):
        begin, end = match.span()
        is_begun = begin in begins or _PART_START.search(text[max(0, begin - 2) : begin])
        is_ended = (
            end + 1 in begins
            or said.endswith("…")
            or words[-1] in ".;:!?"
            or _PART_END.match(text[end : end + 2])
        )
        yield Quote(
            line=bisect_right(starts, begin),
            last=bisect_right(starts, end - 1),
            is_whole=bool(is_begun and is_ended),
        )


def find_quoted_texts(
    said: str, quote: Quote, texts_by_line: Mapping[int, Sequence[str]], *, preferred_line: int
) -> tuple[int, list[str]]:
    """Return the line and the texts of the statements that *said*, a *quote*, is a part of, or that
    it holds: those at the *preferred_line*, if any.
    """
    first = max((line for line in texts_by_line if line <= quote.line), default=quote.line)
    words = _fold_marks(said.removesuffix("…"))
    for line in (preferred_line, first, *range(quote.line, quote.last + 1)):
        folded = {text: _fold_marks(text) for text in texts_by_line.get(line, ())}
        texts = [text for text, own in folded.items() if own and (words in own or own in words)]
        if texts:
            return line, texts
    return quote.line, []


def _fold_marks(text: str) -> str:
    words = _MARKS.sub("", _LINE_SIGN.sub("", text, count=1)).replace("|", " ")
    return fold_white_space(words).casefold()


def find_contract_lines(
    contracts: Sequence[PageContract], page: Page, path: str
) -> list[ContractLine]:
    """Return those *contracts* that were made of the *page* at *path*, each with what became of its
    line.
    """
    line_by_text: dict[str, int] = {}
    texts_by_line: dict[int, list[str]] = {}
    for statement in page.statements:
        text = render_line_text(statement.text)
        line_by_text.setdefault(text, statement.line)
        texts_by_line.setdefault(statement.line, []).append(text)
    said_texts = {
        fold_white_space(contract.said) for contract in contracts if contract.path == path
    }
    contract_states = []
    for contract in contracts:
        if contract.path != path:
            continue
        said, line = fold_white_space(contract.said), contract.line
        state: LineState = "gone"
        texts = [said]
        quotes = [*find_quotes(contract.said, page)]
        wholes = [quote for quote in quotes if quote.is_whole]
        here = [quote for quote in wholes if quote.line <= line <= quote.last]
        if not said and 0 < line <= len(page.lines) and page.lines[line - 1].strip():
            state, texts = "same", texts_by_line.get(line) or [_render_page_line(page, line)]
        elif said in texts_by_line.get(line, ()):
            state = "same"
        elif said in line_by_text and not here:
            state, line = "moved", line_by_text[said]
        elif wholes:
            state = "same" if here else "moved"
            quote = (here or wholes)[0]
            line, texts = find_quoted_texts(said, quote, texts_by_line, preferred_line=line)
            texts = texts or [_render_page_line(page, line)]
        else:
            other_texts = [text for text in texts_by_line.get(line, ()) if text not in said_texts]
            words_of_said = _list_own_words(said)
            all_words = [_list_own_words(text) for text in other_texts]
            # It is reworded where it shares half of the shorter's words: of a line that was deleted
            # the number is the next one's, which has its own rule.
            if any(
                2 * len(words_of_said & other_words)
                >= min(len(words_of_said), len(other_words))
                > 0
                for other_words in all_words
            ):
                state, texts = "changed", other_texts
            elif quotes:
                state, line = "same", quotes[0].line
                texts = texts_by_line.get(line) or [_render_page_line(page, line)]
        contract_states.append(
            ContractLine(
                contract,
                state,
                line=0 if state == "gone" else line,
                texts=tuple(texts),
                stands=bool(quotes),
            )
        )
    return contract_states


def with_lines_of_contracts(
    states: Sequence[ContractLine], page: Page, listed: Sequence[Statement]
) -> tuple[list[ContractLine], list[Statement]]:
    """Return the *states* of contracts of the *page*, and the statements of those that are of none
    of the *listed* ones and stand in the page: who wrote a contract of a line found a rule in it.
    """
    settled = []
    statements: list[Statement] = []
    for state in states:
        if (state.says_it or state.stands) and not any(map(state.is_of, listed)):
            raw = Statement(line=state.line, text=page.lines[state.line - 1].strip(), kind="item")
            if not any(map(state.is_of, statements)):
                statements += [*filter(state.is_of, (*page.statements, raw))][:1]
            settled.append(state if state.says_it else state._replace(state="same"))
        else:
            settled.append(state)
    return settled, statements


def _list_own_words(text: str) -> set[str]:
    words = {*_WORD.findall(text.casefold())}
    return words - _WORDS_OF_ANY_RULE or words


def render_line_text(text: str) -> str:
    """Return the *text* of a page's statement as a contract that was made of the page holds it."""
    return fold_white_space(make_printable(without_marks(text)))


def _render_page_line(page: Page, line: int) -> str:
    return render_line_text(page.lines[line - 1].strip())
