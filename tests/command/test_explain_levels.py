"""``phaser-lint explain`` in a project with several levels: what counts where it is asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint import DOCS
from phaser_lint.contract.rules import RULES
from tests.command.made import contract

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

PAY = "services/pay/.claude/contracts/a.yaml"
MAIL = "services/mail/.claude/contracts/a.yaml"


@pytest.mark.parametrize(
    ("folder", "name", "expected"),
    [
        (
            ".",
            "no-print",
            (
                0,
                [
                    "Contract no-print (error)",
                    "Overridden or replaced in: services/mail, services/pay",
                ],
                "phaser-lint: other levels with no-print: services/pay\n",
            ),
        ),
        ("services/pay", "no-print", (0, ["Contract services/pay/no-print (error)"], "")),
        (
            "services/mail",
            "no-print",
            (
                0,
                [
                    "Contract no-print (warning)",
                    "Overridden or replaced in: services/mail, services/pay",
                ],
                "phaser-lint: other levels with no-print: services/pay\n",
            ),
        ),
        ("services/pay", "idle", (1, [], "phaser-lint: no contract, tag or page is called idle\n")),
        (
            ".",
            "no-todo",
            (
                1,
                [],
                "phaser-lint: other levels with no-todo: services/mail\n"
                "phaser-lint: no contract, tag or page is called no-todo\n",
            ),
        ),
    ],
)
def test_explain_names_the_contract_in_force_and_other_levels(
    project: MakeProject, run: Run, folder: str, name: str, expected: tuple[int, list[str], str]
) -> None:
    """Of one id what is in force there, with its level; the other levels of that id by name."""
    levels = {
        PAY: f"{contract('no-print', message='Pay.')}---\noverride: idle\nenabled: false\n",
        MAIL: f"override: no-print\nseverity: warning\n---\n{contract('no-todo')}",
    }
    contracts = {"a.yaml": contract(), "idle.yaml": contract("idle")}
    root = project(levels, contracts=contracts)
    outcome = run("explain", "--depth=0", name, cwd=root / folder)
    lines = outcome.out.splitlines()
    headed_lines = [
        line.partition(":")[0] if line.startswith("Contract") else line for line in lines
    ]
    shown_lines = [line for line in headed_lines if line.startswith(("Contract", "Overridden"))]
    assert (outcome.code, shown_lines, outcome.err) == expected


def test_explain_leads_from_a_type_to_its_part_of_the_page(project: MakeProject, run: Run) -> None:
    """`explain file_pair` knew of no contract, tag or page."""
    root = project({}, contracts={"a.yaml": contract()})
    titles = (Path(__file__).parents[2] / "docs/contracts.md").read_text().splitlines()
    for name in RULES:
        outcome = run("explain", name, cwd=root)
        has_own_part = f"### `{name}`" in titles
        place = name if has_own_part else "the-six-types"
        assert outcome == (
            0,
            f"{name} is a type of contract: {DOCS}/contracts.md#{place}\n",
            "",
        )
    assert "## The six types" in titles


def test_explain_shows_no_variable_of_a_message_that_an_example_fills(
    project: MakeProject, run: Run
) -> None:
    """`Use {1}, not {match}.` says nothing to who reads it."""
    message = "Use {1}, not {match}, in {name}."
    root = project({}, contracts={"a.yaml": contract(pattern="print_(x)", message=message)})
    out = run("explain", "no-print", cwd=root).out
    assert "\nUse …, not …, in {name}.\n" in out


def test_explain_tells_what_levels_below_make_of_a_contract(project: MakeProject, run: Run) -> None:
    """As `list` does: a contract in its place was called an override, without what changed."""
    override = "override: no-print\nseverity: warning\nexclude_glob: old/\n"
    levels = {PAY: contract(message="Pay."), MAIL: override}
    root = project(levels, contracts={"a.yaml": contract()})
    words = (
        f"overridden in services/mail/ by {MAIL}:1 (severity: warning, exclude_glob: old/)\n"
        f"replaced in services/pay/ by {PAY}:1\n"
    )
    assert run("explain", "no-print", cwd=root).out.endswith(f"\n\n{words}")
    listed_words = "".join(f"    {line}\n" for line in words.splitlines())
    assert listed_words in run("list", cwd=root).out
