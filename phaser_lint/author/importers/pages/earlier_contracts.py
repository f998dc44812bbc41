"""What became of a page's lines since contracts were made of them: by ``url``, and by their text.

    url: 'CLAUDE.md#L12'                      the line that the contract was made of
    x-page-line: 'Never use `print()`.'       what it said then

A contract without that text counts for the line at its number, whatever it says now. A text that
stands nowhere on the page is gone; it is changed where one that is like it stands at its line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
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
_WORD = re.compile(r"[\u3040-\u9fff]|(?:(?![\u3040-\u9fff])\w)+(?:\.\w+)*")


class PageContract(Record):
    """A contract that names a ``line`` of the page at ``path``; ``said`` may be empty."""

    rule_id: str
    file: str
    path: str
    line: int
    said: str
    source: str
    """The absolute path of ``file``."""


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
        page, _, line = url.rpartition("#L") if isinstance(url, str) else ("", "", "")
        if page and line.isascii() and line.isdigit() and len(line) < 10:
            yield PageContract(
                rule_id=str(mapping.get("rule_id", "")),
                file=shown,
                path=unquote(page),
                line=int(line),
                said=said if isinstance(said, str) else "",
                source=path,
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
        if line in texts_by_line and (not said or said in texts_by_line[line]):
            state = "same"
            texts = [said] if said else texts_by_line[line]
        elif said and said in line_by_text:
            state, line = "moved", line_by_text[said]
        else:
            other_texts = [text for text in texts_by_line.get(line, ()) if text not in said_texts]
            words = _list_own_words(said)
            all_words = [_list_own_words(text) for text in other_texts]
            # It is reworded where it shares half of the shorter's words: of a line that was deleted
            # the number is the next one's, which has its own rule.
            if any(
                2 * len(words & other_words) >= min(len(words), len(other_words)) > 0
                for other_words in all_words
            ):
                state, texts = "changed", other_texts
        contract_states.append(
            ContractLine(contract, state, line=0 if state == "gone" else line, texts=tuple(texts))
        )
    return contract_states


def _list_own_words(text: str) -> set[str]:
    words = {*_WORD.findall(text.casefold())}
    return words - _WORDS_OF_ANY_RULE or words


def render_line_text(text: str) -> str:
    """Return the *text* of a page's statement as a contract that was made of the page holds it."""
    return fold_white_space(make_printable(without_marks(text)))
