"""What is offered on a cell of an open notebook: edits of that cell, and of no other text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.editor.test_code_actions import CAPABILITIES, FIXED, HEADER, TODO, after
from tests.editor.test_notebooks import OpenNotebook

if TYPE_CHECKING:
    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

CONTRACTS = {
    name: text.replace("'*.py'", "'*.ipynb'").replace("'h*.py'", "'*.ipynb'")
    for name, text in {"fixed.yaml": FIXED, "header.yaml": HEADER, "todo.yaml": TODO}.items()
}
LINE, FILE = "Ignore no-print on this line", "Ignore no-print in this file"
FIX, ALL = "Fix no-print", "Fix all phaser-lint violations in this cell"
IGNORED = "phaser:ignore no-print -- reason"
IN_FILE = "phaser:ignore-file no-print -- reason"
NEXT = "phaser:ignore-next-line no-print -- reason"


def offered_in_cell(
    notebook: OpenNotebook, number: int, text: str, *, line: int, **context: Any
) -> dict[str, str]:
    """What is offered on a line of a cell, by its title, and what it makes of the cell's text."""
    place = {"line": line, "character": 0}
    params = {
        "textDocument": {"uri": notebook.name(number)},
        "range": {"start": place, "end": {"line": line, "character": 99}},
        "context": {"diagnostics": [], **context},
    }
    actions = notebook.editor.ask("textDocument/codeAction", params)["result"]
    for action in actions:
        assert list(action["edit"]["changes"]) == [notebook.name(number)]
    return {action["title"]: after(text, action) for action in actions}


@pytest.mark.parametrize(
    ("kind", "text", "line", "offered"),
    [
        (
            "python", "x = 1\nprint(1)\nprint(2)", 1,
            {
                FIX: "x = 1\nlog(1)\nprint(2)",
                ALL: "x = 1\nlog(1)\nlog(2)",
                LINE: f"x = 1\nprint(1)  # {IGNORED}\nprint(2)",
                FILE: f"# {IN_FILE}\nx = 1\nprint(1)\nprint(2)",
            },
        ),
        (
            "markdown", "a `print(1)` 😀", 0,
            {
                FIX: "a `log(1)` 😀",
                ALL: "a `log(1)` 😀",
                LINE: f"a `print(1)` 😀  <!-- {IGNORED} -->",
                FILE: f"<!-- {IN_FILE} -->\na `print(1)` 😀",
            },
        ),
        # What is handed to IPython is not lengthened, and its magic stays in front.
        (
            "python", "%time print(1)", 0,
            {
                FIX: "%time log(1)",
                ALL: "%time log(1)",
                LINE: f"# {NEXT}\n%time print(1)",
                FILE: f"# {IN_FILE}\n%time print(1)",
            },
        ),
        (
            "python", "%%time\nprint(1)", 1,
            {
                FIX: "%%time\nlog(1)",
                ALL: "%%time\nlog(1)",
                LINE: f"%%time\nprint(1)  # {IGNORED}",
            },
        ),
        (
            "python", "%%javascript\nprint(1)", 1,
            {
                FIX: "%%javascript\nlog(1)",
                ALL: "%%javascript\nlog(1)",
                LINE: f"%%javascript\nprint(1)  // {IGNORED}",
            },
        ),
        # There is no comment in a raw cell, and none within a text.
        ("raw", "print(1)", 0, {FIX: "log(1)", ALL: "log(1)"}),
        (
            "python", 'x = """\nprint(1)\n"""', 1,
            {
                FIX: 'x = """\nlog(1)\n"""',
                ALL: 'x = """\nlog(1)\n"""',
                FILE: f'# {IN_FILE}\nx = """\nprint(1)\n"""',
            },
        ),
        ("python", "x = 1\nprint(1)", 0, {}),
    ],
)  # fmt: skip
def test_a_cell_has_the_actions_of_a_file(
    editor: Editor, project: MakeProject, kind: str, text: str, line: int, offered: Any
) -> None:
    """The same in the second cell; what the other cells break is no part of it."""
    root = project({}, contracts=CONTRACTS)
    editor.start(root, capabilities=CAPABILITIES)
    notebook = OpenNotebook(editor, root / "sub/a.ipynb", ("python", "print(3)"), (kind, text))
    assert offered_in_cell(notebook, 1, text, line=line, only=["quickfix"]) == offered


def test_a_violation_that_may_not_be_ignored_has_no_directive_in_a_cell(
    editor: Editor, project: MakeProject
) -> None:
    editor.start(root := project({}, contracts=CONTRACTS), capabilities=CAPABILITIES)
    notebook = OpenNotebook(editor, root / "a.ipynb", ("python", "x = 1  # TODO"))
    assert offered_in_cell(notebook, 0, "x = 1  # TODO", line=0) == {}


def test_all_is_fixed_on_save_cell_by_cell(editor: Editor, project: MakeProject) -> None:
    """What an earlier cell breaks, or a directive hides, is not fixed with it."""
    editor.start(root := project({}, contracts=CONTRACTS), capabilities=CAPABILITIES)
    text = "print(1)\nprint(2)  # phaser:ignore no-print -- needed"
    notebook = OpenNotebook(editor, root / "a.ipynb", ("python", "print(3)"), ("python", text))
    fixed = {ALL: "log(1)\nprint(2)  # phaser:ignore no-print -- needed"}
    only = ["source.fixAll"]
    assert offered_in_cell(notebook, 1, text, line=0, only=only) == fixed
