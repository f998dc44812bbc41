"""A cell of an open notebook, as a file of its own: what is offered on it edits no other cell.

Its violations are those that the notebook has in it. What no single cell breaks, its size or a
match that it lacks, is not among them.
"""

from __future__ import annotations

import re

from phaser_lint.check.engine import check_files as engine
from phaser_lint.contract.model import Violation
from phaser_lint.contract.selection import Selection
from phaser_lint.core.text import encode_text, replace_lone_returns
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.diagnostics import TextPlaces
from phaser_lint.editor.notebooks import find_broken_in_cell
from phaser_lint.editor.open_file_check import Verdict
from phaser_lint.editor.open_text import OpenText
from phaser_lint.project.file_or_skip import make_file_or_skip
from phaser_lint.text.languages import is_markdown

# What IPython reads itself: a comment behind it would be one of its words.
_OWN_LINE = re.compile(r"^[ \t]*(?:[%!?].*|.*\?)$", re.MULTILINE)
_CELL_MAGIC = re.compile(r"\s*%%")


class _CellSelection(Selection):
    """The contracts that select the notebook, whatever its cell is called."""

    notebook = ""

    def places_for(self, path: str) -> tuple[int, ...]:
        """Return the places of the contracts that select the notebook."""
        return super().places_for(self.notebook)


def make_cell_verdict(
    session: ClientSession, document: OpenText, *, name: str, verdict: Verdict
) -> Verdict:
    """Return the verdict on one open cell, by its own lines: what the *verdict* on its notebook
    says of it.

    *name*: of a file with the comments of the cell.
    """
    check = verdict.check
    selection = _CellSelection(check.checker.contracts)
    selection.notebook = check.place.path
    folder = check.place.path.rpartition("/")[0]
    path = f"{folder}/{name}".lstrip("/")
    checker = check.checker._replace(selection=selection)
    file = make_file_or_skip(path, encode_text(document.text))
    check = check._replace(
        place=check.place._replace(path=path, names=()), checker=checker, file=file, linked=()
    )
    every = engine.examine_files(checker, [file], tree=check.tree)
    places = TextPlaces(document.text, session.table(document))
    is_existing = {
        (violation.contract_key, start): violation in verdict.existing
        for violation, start, _ in find_broken_in_cell(session, document, verdict)
    }
    new, existing = list[Violation](), list[Violation]()
    for violation in every.violations:
        if violation.line is not None:
            start = places.offset(violation.line, violation.column or 1)
            is_existing_there = is_existing.get((violation.contract_key, start))
            if is_existing_there is not None:
                (existing if is_existing_there else new).append(violation)
    every = every._replace(violations=(*new, *existing))
    return verdict._replace(
        check=check, every=every, report=every, new=frozenset(new), existing=frozenset(existing)
    )


def keeps_magics(text: str, changed_text: str, cell_name: str) -> bool:
    """Tell whether an edit offered on one cell, apart from its notebook, keeps its magics: IPython
    is handed the same lines before and after.
    """
    if is_markdown(cell_name):
        return True
    own_lines = (
        _OWN_LINE.findall(replace_lone_returns(text)),
        _OWN_LINE.findall(replace_lone_returns(changed_text)),
    )
    is_first = [_CELL_MAGIC.match(cell_text) is None for cell_text in (text, changed_text)]
    return own_lines[0] == own_lines[1] and is_first[0] == is_first[1]
