"""The Action's inputs, as a workflow may write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.command.action import ActionInputs, read_action_inputs, split_input_paths
from phaser_lint.core.errors import UsageError
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_blank_inputs_are_none(blank: str) -> None:
    """An expression without a value leaves an empty text."""
    names = ("PATHS", "ROOT", "CONTRACTS_DIR", "CONTRACTS", "SINCE", "SEVERITY", "FAIL_ON",
             "BASELINE", "SARIF_FILE", "ANNOTATIONS", "SUMMARY")  # fmt: skip
    inputs = read_action_inputs({f"PHASER_{name}": blank for name in names})
    assert inputs == ActionInputs(paths=blank)
    assert split_input_paths(inputs.paths, was_there=frozenset().__contains__) == ()
    assert read_action_inputs({}) == ActionInputs()


def test_every_input_is_read_without_its_blanks() -> None:
    """White space around a value is a YAML writer's."""
    variables = {
        "PHASER_PATHS": "src docs\n",
        "PHASER_ROOT": " web ",
        "PHASER_CONTRACTS_DIR": "rules\n",
        "PHASER_CONTRACTS": "Base",
        "PHASER_SINCE": "origin/main",
        "PHASER_SEVERITY": "warning",
        "PHASER_FAIL_ON": "Warning",
        "PHASER_SARIF_FILE": "out/a b.sarif",
        "PHASER_ANNOTATIONS": "False",
        "PHASER_SUMMARY": "false",
    }
    assert read_action_inputs(variables) == ActionInputs(
        paths="src docs\n",
        root="web",
        contracts_dir="rules",
        contracts="base",
        since="origin/main",
        severity="warning",
        fail_on="warning",
        sarif_file="out/a b.sarif",
        annotations=False,
        summary=False,
    )


@pytest.mark.parametrize(
    ("path", "paths"),
    [
        ("", ()),
        ("src", ("src",)),
        ("src  docs\ttests\n", ("src", "docs", "tests")),
        ("my docs\nsrc\n\n", ("my docs", "src")),
        ("  my docs \r\nsrc\r\n", ("my docs", "src")),
        # One path, though the parts are there as well.
        ("src/old x", ("src/old x",)),
        ("src/old x\ndocs", ("src/old x", "docs")),
        ("a\tb.py", ("a\tb.py",)),
        (" led.py", (" led.py",)),
        ("one\u2028two.py", ("one\u2028two.py",)),
        ("src docs\ntests src", ("src", "docs", "tests", "src")),
        # Deleted by the change, with a blank, and beside a file that is there.
        ("gone x", ("gone x",)),
        ("src gone.py", ("src", "gone.py")),
        # Nobody knows them: the line is what the message shows.
        ("src none.py", ("src none.py",)),
        ("$(touch x)\n`id`\n; rm -rf /", ("$(touch x)", "`id`", "; rm -rf /")),
    ],
)
def test_a_line_that_is_a_path_is_one_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, paths: tuple[str, ...]
) -> None:
    """A line that is a path as it stands is one path, whatever is in it."""
    existing_paths = (
        "src/old",
        "docs/a",
        "tests/a",
        "my docs/a",
        "src/old x",
        "x",
        "a\tb.py",
        "a",
        "b.py",
        " led.py",
        "led.py",
        "one\u2028two.py",
    )
    write_files(tmp_path, dict.fromkeys(existing_paths, ""))
    monkeypatch.chdir(tmp_path)
    assert split_input_paths(path, was_there={"gone x", "gone.py"}.__contains__) == paths


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"SEVERITY": "info"}, "severity: expected one of all, error, warning, not info"),
        ({"FAIL_ON": "never"}, "fail-on: expected one of error, warning, not never"),
        ({"ANNOTATIONS": "yes"}, "annotations: expected one of true, false, not yes"),
        ({"SUMMARY": "1"}, "summary: expected one of true, false, not 1"),
    ],
)
def test_a_wrong_input_is_named(inputs: dict[str, str], message: str) -> None:
    """The input by its name, and what was expected."""
    with pytest.raises(UsageError) as raised:
        read_action_inputs({f"PHASER_{name}": field for name, field in inputs.items()})
    assert str(raised.value) == message
