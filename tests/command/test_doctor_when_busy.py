"""``phaser-lint doctor`` on a machine that others keep busy: the hook answers, and had no time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.model import NOT_IN_TIME
from phaser_lint.hook.doctor.execution import MOST_TRIES, find_late_parts, shorten_output
from tests.command.test_doctor import (
    AT,
    BIN,
    CONFIGURATION,
    Machine,
    committing,
    findings_of,
    machine,
)

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["committing", "machine"]
LATE = (
    f"Contract skipped: pack:debuggers/focused-test.yaml: 12 files, this one first, {NOT_IN_TIME}; "
    "the next event goes on here"
)
ANSWERS = {
    "PreToolUse": {"systemMessage": LATE},
    "PostToolUse": {
        "systemMessage": LATE,
        "hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": LATE},
    },
}
AGAIN = f"run phaser-lint doctor again later; nothing is denied then, and the answer is: {LATE}"


def busy(machine: Machine, event: str, *, times: int, holding: str = "") -> Machine:
    """Have the hook answer so many events of that name, with that text, that it had no time."""
    machine.keep_one().script(
        "#!/bin/sh\n"
        "event=$(cat)\n"
        f"""case "$event" in *'"{event}"'*{holding}*)\n"""
        f"""  if [ "$(ls "$0".* 2> /dev/null | wc -l)" -lt {times} ]; then\n"""
        f"""    : > "$0.$$"; echo '{json.dumps(ANSWERS[event])}'; exit\n"""
        "  fi;;\n"
        "esac\n"
        f"""printf '%s' "$event" | exec {BIN}/phaser-lint-hook "$@"\n"""
    )
    return machine


@pytest.mark.parametrize(
    ("event", "holding"),
    [("PostToolUse", ""), pytest.param("PreToolUse", "print", marks=pytest.mark.slow)],
)
def test_an_event_that_there_was_no_time_for_is_tried_again(
    machine: Machine, event: str, holding: str
) -> None:
    """It was a report on a clean file, in five of twelve runs at load five on two processors."""
    code, diagnosis = busy(machine, event, times=MOST_TRIES - 1, holding=holding).doctor()
    row = diagnosis["gates"][0]
    assert (code, diagnosis["findings"], row["findings"]) == (0, [], [])
    assert (row["silent"], row["blocked"], row["missed"]) == (True, ["no-print"], [])


@pytest.mark.slow
@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("event", "holding", "blocked", "tried"),
    [
        (
            "PostToolUse",
            "",
            ["no-print"],
            "PostToolUse of a clean file, PostToolUse of a violation of no-print",
        ),
        ("PreToolUse", "print", [], "a violation of no-print"),
        pytest.param(
            "PreToolUse",
            "",
            [],
            "a clean edit, a tool that edits no file, a violation of no-print",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_that_there_was_no_time_at_all_is_a_note_on_the_machine(
    machine: Machine, event: str, holding: str, blocked: list[str], tried: str
) -> None:
    """Neither a report on a clean file nor a violation that is let through; and whole sentences."""
    code, diagnosis = busy(machine, event, times=1000, holding=holding).doctor()
    row = diagnosis["gates"][0]
    assert (code, findings_of(diagnosis)) == (0, [])
    assert findings_of(diagnosis, "note") == [
        f"{AT}this machine is too busy to try {tried}: {AGAIN}"
    ]
    assert (row["silent"], row["blocked"], row["missed"]) == (True, blocked, [])


@pytest.mark.slow
def test_what_speaks_after_an_edit_is_not_silent(machine: Machine) -> None:
    """The table said "silent yes", and below that the hook reports on a clean file."""
    said = {"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "Hello."}}
    machine.keep_one().script(
        "#!/bin/sh\n"
        "event=$(cat)\n"
        f"""case "$event" in *'"PostToolUse"'*) echo '{json.dumps(said)}'; exit;; esac\n"""
        f"""printf '%s' "$event" | exec {BIN}/phaser-lint-hook "$@"\n"""
    )
    code, diagnosis = machine.doctor()
    row = diagnosis["gates"][0]
    assert (code, row["silent"], row["stands"]) == (1, False, False)
    assert findings_of(diagnosis) == [
        f"{AT}PostToolUse: it reports on a clean file: Hello.",
        f"{AT}PostToolUse: it does not report no-print",
    ]


@pytest.mark.slow
def test_a_commit_that_there_was_no_time_for(committing: Machine) -> None:
    """Of a contract that is undecided nobody knows whether a commit is stopped."""
    slow = "a.py: undecided: no-print: the pattern took longer than 2000 ms"
    committing.keep_one()
    configuration: Path = committing.root / ".pre-commit-config.yaml"
    configuration.write_text(CONFIGURATION.partition("      - id: phaser-lint-tree")[0])
    committing.script(f"#!/bin/sh\necho '{slow}' >&2\nexit 2\n", name="phaser-lint")
    code, diagnosis = committing.doctor("--agent", "pre-commit")
    row = diagnosis["gates"][0]
    assert (code, findings_of(diagnosis)) == (0, [])
    assert (row["silent"], row["blocked"], row["missed"]) == (True, [], [])
    assert findings_of(diagnosis, "note") == [
        "pre-commit, .pre-commit-config.yaml: this machine is too busy to try a commit of a clean "
        "file, a commit that breaks no-print: run phaser-lint doctor again later; it is refused "
        f"then, and the answer is: {slow}"
    ]


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (json.dumps({"systemMessage": f"{LATE}\nContract skipped: b.yaml:1: severity"}), [LATE]),
        (
            "Not checked: slow on a.py: the pattern took longer than 100 ms.\n"
            "Not checked: a.py: binary.\nNot checked: b on a.py: no time left.\n",
            [
                "Not checked: slow on a.py: the pattern took longer than 100 ms",
                "Not checked: b on a.py: no time left",
            ],
        ),
        (
            "Not told: git diff gave no answer in the time that there is",
            ["Not told: git diff gave no answer in the time that there is"],
        ),
        ("Contract violation: x at line 1. It took longer than expected: no time left", []),
    ],
)
def test_what_says_that_there_was_no_time(output: str, expected: list[str]) -> None:
    assert find_late_parts(output) == expected


def test_a_long_answer_is_cut_between_words() -> None:
    """It ended within a word: "the n"."""
    assert shorten_output(f"{'word ' * 39}the next event") == f"{'word ' * 39}the …"
    assert shorten_output("the next event goes on here") == "the next event goes on here"
