"""What cells of a notebook printed, and raw cells: checked, but in no part that ``in`` names."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract
from tests.editor.conftest import editor as _editor
from tests.editor.test_notebooks import OpenNotebook

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run
    from tests.editor.editor import Editor

editor = _editor
PARTS = ["code", "comments", "strings", "docs"]
SAID = "# Use print(x)\ndef f(): print(x)\n"


def notebook(*cells: dict[str, Any]) -> str:
    """The file of a notebook in Python, a line for each cell."""
    lines = ",\n".join(json.dumps({"metadata": {}, **cell}) for cell in cells)
    metadata = '{"language_info": {"name": "python"}}'
    return f'{{"cells": [\n{lines}],\n"metadata": {metadata}, "nbformat": 4, "nbformat_minor": 5}}'


def printing(**output: Any) -> dict[str, Any]:
    """A cell that printed something."""
    return {"cell_type": "code", "source": "help(f)", "outputs": [output]}


OUTPUTS = (
    printing(output_type="stream", name="stdout", text=SAID),
    printing(output_type="error", traceback=SAID.splitlines()),
    printing(output_type="execute_result", data={"text/plain": f"#!/usr/bin/python\n{SAID}"}),
)
RAW = {"cell_type": "raw", "source": SAID}


@pytest.mark.parametrize("part", [*PARTS, PARTS])
def test_what_a_notebook_printed_is_in_no_part(
    project: MakeProject, run: Run, part: str | list[str]
) -> None:
    """A contract without ``in`` checks it; one with it does not, whichever parts it names."""
    files = {"a.ipynb": notebook(*OUTPUTS, RAW)}
    everywhere = contract("everywhere", file_glob="*.ipynb")
    in_part = contract("in-part", file_glob="*.ipynb", **{"in": part})
    root = project(files, contracts={"a.yaml": everywhere, "b.yaml": in_part})
    outcome = run("scan", cwd=root)
    assert (outcome.code, outcome.out.count("[everywhere]"), outcome.out.count("[in-part]")) == (
        1, 8, 0,
    )  # fmt: skip
    assert "output of cell 3, line 2" in outcome.out
    assert ": cell 4, line 1" in outcome.out


@pytest.mark.parametrize("part", [*PARTS, PARTS])
@pytest.mark.parametrize("kind", ["require_pattern", "file_contains"])
def test_what_a_notebook_printed_meets_no_contract_that_names_a_part(
    project: MakeProject, run: Run, kind: str, part: str | list[str]
) -> None:
    """Neither does a raw cell, nor an empty match at the end of either."""
    # What ends a cell itself is code.
    cells = [{**cell, "source": "f"} for cell in OUTPUTS]
    contracts = {
        f"{number}.yaml": contract(
            f"a-{number}", type=kind, pattern=pattern, file_glob="*.ipynb", **{"in": part}
        )
        for number, pattern in enumerate((r"\bprint\(", r"(?<=\))\n?\Z"))
    }
    root = project({"a.ipynb": notebook(*cells, RAW)}, contracts=contracts)
    assert "2 errors" in run("scan", cwd=root).out


def test_what_a_notebook_printed_begins_no_block(project: MakeProject, run: Run) -> None:
    """A header counts in code."""
    keys = {
        "type": "require_pattern",
        "pattern": "return",
        "each_block": r"\bdef \w+",
        "until": "x",
    }
    files = {"a.ipynb": notebook(*OUTPUTS, RAW, {"cell_type": "code", "source": "def g(): x\n"})}
    root = project(files, contracts={"a.yaml": contract(file_glob="*.ipynb", **keys)})
    outcome = run("scan", cwd=root)
    assert "1 error" in outcome.out
    assert "cell 5, line 1" in outcome.out


def test_an_example_knows_what_was_printed(project: MakeProject, run: Run) -> None:
    """As a scan does."""
    examples = {"valid": [{"path": "a.ipynb", "text": notebook(*OUTPUTS, RAW)}]}
    rule = contract(file_glob="*.ipynb", examples=examples, **{"in": "code"})
    root = project({}, contracts={"a.yaml": rule})
    assert run("test", cwd=root).code == 0


def test_why_and_try_name_what_was_printed(project: MakeProject, run: Run) -> None:
    """In place of "code"."""
    files = {"a.ipynb": notebook(OUTPUTS[0], RAW, {"cell_type": "code", "source": "print(x)"})}
    rule = contract(file_glob="*.ipynb", **{"in": "code"})
    root = project(files, contracts={"a.yaml": rule})
    outcome = run("why", "no-print", "a.ipynb", cwd=root)
    assert "found in a cell output (line 2, column" in outcome.out
    assert "and in a raw cell (line 3, column" in outcome.out
    outcome = run("try", r"\bprint\(", "--glob", "*.ipynb", "--in", "code", cwd=root)
    assert "2 in cell outputs and 2 in raw cells: not counted, with in: code" in outcome.out


def test_an_open_raw_cell_is_in_no_part(editor: Editor, project: MakeProject) -> None:
    """In the editor as in a scan."""
    rules = {
        "a.yaml": contract("everywhere", file_glob="*.ipynb"),
        "b.yaml": contract("in-code", file_glob="*.ipynb", **{"in": "code"}),
    }
    root = project({}, contracts=rules)
    editor.start(root)
    opened = OpenNotebook(editor, root / "a.ipynb", ("raw", "print(1)"), ("python", "print(1)"))
    place = (0, 0, 0, 6)
    opened.check_shown(
        {0: [("everywhere", *place)], 1: [("everywhere", *place), ("in-code", *place)]}
    )


def test_an_edit_of_a_raw_cell_is_in_no_part(project: MakeProject, run: Run) -> None:
    """For the hook as for a scan: only the contract without ``in`` denies it."""

    def answer_to(cell: str, rule: str, root: Path) -> str:
        (root / ".claude/contracts/a.yaml").write_text(rule)
        event = {
            "hook_event_name": "PreToolUse", "tool_name": "NotebookEdit", "cwd": str(root),
            "session_id": "s", "tool_input": {
                "notebook_path": str(root / "a.ipynb"), "cell_id": cell, "new_source": "print(1)",
            },
        }  # fmt: skip
        return run("hook", stdin=json.dumps(event).encode(), cwd=root).out

    cells = [{**RAW, "id": "a", "source": "x"}, {**OUTPUTS[0], "id": "b", "execution_count": 1}]
    root = project({"a.ipynb": notebook(*cells)}, contracts={"a.yaml": contract()})
    everywhere = contract(file_glob="*.ipynb")
    in_code = contract(file_glob="*.ipynb", **{"in": "code"})
    assert "deny" in answer_to("a", everywhere, root)
    assert answer_to("a", in_code, root).strip() == "{}"
    assert "deny" in answer_to("b", in_code, root)
