"""Other texts on the screen: a list that is not saved, a partner that is not on the disk yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.editor.uris import make_file_uri
from tests.command.made import contract

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

LISTED = contract(
    "listed", type="items_listed", pattern=r"^def (\w+)", file_glob="src/*.py", listed_in="/*.md"
)
PAIR = contract(
    "pair", type="file_pair", pattern=None, file_glob="src/*.py", partner="docs/{stem}.txt"
)
CODE = "def total(): 0\n"


def shown_ids(editor: Editor, path: Path) -> list[str]:
    return sorted(row["code"] for row in editor.shown.get(make_file_uri(str(path)), []))


def test_a_list_counts_as_it_is_on_the_screen(editor: Editor, project: MakeProject) -> None:
    """What was typed into the list counted once it was saved, and what was taken out did not."""
    root = project({"src/a.py": CODE, "api.md": "- none\n"}, contracts={"a.yaml": LISTED})
    editor.start(root)
    code, listing = root / "src/a.py", root / "api.md"
    editor.open(code, CODE)
    assert shown_ids(editor, code) == ["listed"]
    editor.open(listing, "- none\n")
    editor.change(listing, 2, {"text": "- total\n"})
    assert editor.eventually(lambda: shown_ids(editor, code) == [])
    editor.change(listing, 3, {"text": "- none\n"})
    assert editor.eventually(lambda: shown_ids(editor, code) == ["listed"])
    editor.change(listing, 4, {"text": "- total\n"})
    assert editor.eventually(lambda: shown_ids(editor, code) == [])
    editor.close(listing)  # without saving it
    assert editor.eventually(lambda: shown_ids(editor, code) == ["listed"])


def test_a_new_item_is_looked_up_in_the_list_on_the_screen(
    editor: Editor, project: MakeProject
) -> None:
    root = project({"src/a.py": CODE, "api.md": "- total\n"}, contracts={"a.yaml": LISTED})
    editor.start(root)
    code, listing = root / "src/a.py", root / "api.md"
    editor.open(listing, "- total\n")
    editor.change(listing, 2, {"text": "- total, mean\n"})
    editor.open(code, CODE)
    editor.change(code, 2, {"text": f"{CODE}def mean(): 0\n"})
    assert shown_ids(editor, code) == []


def test_a_partner_that_is_typed_is_there(editor: Editor, project: MakeProject) -> None:
    root = project({"src/a.py": CODE}, contracts={"a.yaml": PAIR})
    editor.start(root)
    code, partner = root / "src/a.py", root / "docs/a.txt"
    editor.open(code, CODE)
    assert shown_ids(editor, code) == ["pair"]
    editor.open(partner, "")
    editor.change(partner, 2, {"text": "what a is for\n"})
    assert editor.eventually(lambda: shown_ids(editor, code) == [])
    editor.close(partner)
    assert editor.eventually(lambda: shown_ids(editor, code) == ["pair"])


def test_a_text_that_is_its_own_list_is_read_as_it_is_on_the_screen(
    editor: Editor, project: MakeProject
) -> None:
    own = LISTED.replace("/*.md", "{dir}/{name}").replace("^def", "^import")
    root = project({"src/a.py": "x = 1\n"}, contracts={"a.yaml": own + "listed_as: 'use {item}'\n"})
    editor.start(root)
    code = root / "src/a.py"
    editor.open(code, "x = 1\n")
    editor.change(code, 2, {"text": "import os\nuse os\n"})
    assert shown_ids(editor, code) == []
