"""The inputs of the GitHub Action, which reach the program as variables ``PHASER_…``."""

from __future__ import annotations

from phaser_lint.command_line import SEVERITIES
from phaser_lint.errors import UsageError
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NO_BASELINE = "none"
BASE = "base"


class ActionInputs(Record):
    """What a workflow gave; an empty text stands for what it left out."""

    paths: tuple[str, ...] = ()
    root: str = ""
    contracts_dir: str = ""
    contracts: str = "head"
    since: str = ""
    severity: str = "all"
    fail_on: str = "error"
    baseline: str = ""
    sarif_file: str = ""
    annotations: bool = True
    summary: bool = True


def inputs_of(environment: Mapping[str, str]) -> ActionInputs:
    """Return the inputs; raises ``UsageError`` for one that cannot be meant."""
    return ActionInputs(
        paths=paths_of(_input(environment, "PATHS")),
        root=_input(environment, "ROOT"),
        contracts_dir=_input(environment, "CONTRACTS_DIR"),
        contracts=_choice(environment, "CONTRACTS", ("head", BASE)),
        since=_input(environment, "SINCE"),
        severity=_choice(environment, "SEVERITY", ("all", *SEVERITIES[:-1])),
        fail_on=_choice(environment, "FAIL_ON", ("error", "warning")),
        baseline=_input(environment, "BASELINE"),
        sarif_file=_input(environment, "SARIF_FILE"),
        annotations=_choice(environment, "ANNOTATIONS", ("true", "false")) == "true",
        summary=_choice(environment, "SUMMARY", ("true", "false")) == "true",
    )


def paths_of(written: str) -> tuple[str, ...]:
    """Return the paths: one a line where there are several lines, else between white space."""
    lines = written.splitlines()
    if len(lines) > 1:
        return tuple(line.strip() for line in lines if line.strip())
    return tuple(written.split())


def _input(environment: Mapping[str, str], name: str) -> str:
    return environment.get(f"PHASER_{name}", "").strip()


def _choice(environment: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    given = _input(environment, name).lower() or choices[0]
    if given not in choices:
        shown = name.lower().replace("_", "-")
        raise UsageError(f"{shown}: expected one of {', '.join(choices)}, not {given}")
    return given
