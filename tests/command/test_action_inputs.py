"""The Action's inputs, as a workflow may write them."""

from __future__ import annotations

import pytest

from phaser_lint.command.action import ActionInputs, inputs_of, paths_of
from phaser_lint.core.errors import UsageError


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_blank_inputs_are_none(blank: str) -> None:
    """An expression without a value leaves an empty text."""
    names = ("PATHS", "ROOT", "CONTRACTS_DIR", "CONTRACTS", "SINCE", "SEVERITY", "FAIL_ON",
             "BASELINE", "SARIF_FILE", "ANNOTATIONS", "SUMMARY")  # fmt: skip
    assert inputs_of({f"PHASER_{name}": blank for name in names}) == ActionInputs()
    assert inputs_of({}) == ActionInputs()


def test_every_input() -> None:
    """White space around a value is a YAML writer's."""
    given = {
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
    assert inputs_of(given) == ActionInputs(
        paths=("src", "docs"),
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
    ("written", "paths"),
    [
        ("", ()),
        ("src", ("src",)),
        ("src  docs\ttests", ("src", "docs", "tests")),
        ("my docs\nsrc\n\n", ("my docs", "src")),
        ("$(touch x)\n`id`\n; rm -rf /", ("$(touch x)", "`id`", "; rm -rf /")),
    ],
)
def test_paths(written: str, paths: tuple[str, ...]) -> None:
    """One a line where there are lines, so that a name may hold a space."""
    assert paths_of(written) == paths


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"SEVERITY": "info"}, "severity: expected one of all, error, warning, not info"),
        ({"FAIL_ON": "never"}, "fail-on: expected one of error, warning, not never"),
        ({"ANNOTATIONS": "yes"}, "annotations: expected one of true, false, not yes"),
        ({"SUMMARY": "1"}, "summary: expected one of true, false, not 1"),
    ],
)
def test_wrong_inputs(given: dict[str, str], said: str) -> None:
    """The input by its name, and what was expected."""
    with pytest.raises(UsageError) as raised:
        inputs_of({f"PHASER_{name}": value for name, value in given.items()})
    assert str(raised.value) == said
