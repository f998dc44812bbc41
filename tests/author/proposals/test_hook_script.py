"""What a script does with the exit code of a call: as a shell has it that runs the script."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from phaser_lint.author.proposals.git_hook import add_call
from phaser_lint.author.proposals.hook_script import read_call
from phaser_lint.author.proposals.husky_and_lefthook import (
    LINE,
    make_checking_line,
    read_husky_call,
    read_lefthook_call,
)

if TYPE_CHECKING:
    from pathlib import Path

CALL = "phaser-lint scan --staged"
EARLIER_LINE = f"{LINE[LINE.index('if command') : LINE.index(') || exit')]} || exit"
STOPPING = (
    "CALL", "CALL || exit\ntrue", "CALL || exit 1\ntrue", "set -e\nCALL\ntrue",
    "set -eu\nCALL >&2\ntrue", "set -euo pipefail\nCALL\ntrue", "set -o errexit\nCALL\ntrue",
    "set -e; CALL; true", "if command -v phaser-lint >/dev/null; then\n  CALL\nfi",
    "if ! CALL; then\n  exit 1\nfi\ntrue", "if CALL; then\n  true\nelse\n  exit 1\nfi\ntrue",
    "CALL || { echo no; exit 1; }\ntrue", "CALL || code=$?\ntrue\nexit $code",
    "CALL\ncode=$?\ntrue\nexit $code", "CALL && true", "true && CALL", "CALL || false",
    "true && CALL || exit 1\ntrue", "CALL\nexit", "CALL\nexit $?", "CALL && exit 0\nexit 1",
    "out=$(CALL) || exit 1\ntrue", "f() {\n  true\n}\nf\nCALL", "exec CALL", "( CALL )",
    "( CALL ) || exit\ntrue", "true || {\n  exit 1\n}\nCALL", "cat <<EOF\nexit 0\nEOF\nCALL",
    "while read x; do :; done < /dev/null\nCALL", f"{LINE}\ntrue", f"if true; then\n{LINE}\nfi\n",
    "if command -v phaser-lint >/dev/null; then\n  CALL\nelse\n  echo no\nfi",
    "if command -v phaser-lint; then\n  CALL\nelse\n  if true; then\n    true\n  fi\nfi",
    f"{EARLIER_LINE}\ntrue", make_checking_line("phaser-lint"), f"f() {{\n{LINE}\n}}\nf\ntrue",
)  # fmt: skip
PASSING = (
    "CALL\ntrue", "CALL || true", "CALL || :", "CALL; true", "CALL | cat", "CALL &\nwait",
    "CALL || echo 'CALL failed'", "CALL 2>&1\ntrue", "CALL || false\ntrue", "CALL\nexit 0",
    "CALL || exit 0", "CALL || { echo no; }\ntrue", "CALL && true\ntrue", "exit 0\nCALL",
    "exec true\nCALL", "exit 256\nCALL", "set -e\nset +e\nCALL\ntrue", "set -e\nCALL && true\ntrue",
    "true && CALL\ntrue", "if ! CALL; then\n  echo no\nfi\ntrue", "echo CALL\nCALL || true",
    "if command -v phaser-lint >/dev/null; then\n  CALL\nfi\ntrue",
    "if command -v phaser-lint >/dev/null; then\n  CALL\nelse\n  echo no\nfi\ntrue",
    f"{make_checking_line('phaser-lint')}\ntrue",
)  # fmt: skip
CONDITIONAL = {
    '[ -n "$SKIP" ] && exit 0\nCALL': ", unless line 2 ends it before",
    'if [ -n "$SKIP" ]; then\n  exit 0\nfi\nCALL': ", unless line 3 ends it before",
    "case a in\n  b) exit 0 ;;\nesac\nCALL": ", unless line 3 ends it before",
    "if true; then\n  CALL || exit\nfi\ntrue": ", on the condition in line 2",
    "if true; then\n  true || { exit 1; }\n  CALL\nfi": ", on the condition in line 2",
    "for x in 1; do\n  CALL\ndone": ", on the condition in line 2",
    "case a in\n  a)\n    CALL\n    ;;\n  b) true ;;\nesac": ", on the condition in line 2",
    'g() {\n  [ "$SKIP" ] && exit 0\n  CALL\n  a=1\n  return 1\n}\ng': (
        ", as far as the function in line 2 does"
    ),
    "false || CALL": ", on the condition in line 2",
    "f() {\n  CALL\n}\nf": ", as far as the function in line 2 does",
}


def passes(folder: Path, script: str) -> bool:
    """Whether a commit is made whatever the check says."""
    program = folder / "phaser-lint"
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    process = subprocess.run(
        ("bash", "-c", script), env={"PATH": f"{folder}:/usr/bin:/bin"}, capture_output=True,
        check=False, timeout=60,
    )  # fmt: skip
    return process.returncode == 0


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("script", [*STOPPING, *PASSING, *CONDITIONAL])
def test_a_call_is_read_as_a_shell_runs_it(tmp_path: Path, script: str) -> None:
    """Of each of them doctor said that it checks each commit."""
    text = f"#!/bin/sh\n{script.replace('CALL', CALL)}\n"
    call = read_call(text)
    assert bool(call.ignored) is passes(tmp_path, text) is (script in PASSING)
    if script in CONDITIONAL:
        assert call.condition == CONDITIONAL[script]
    elif script in STOPPING and not script.startswith(("if true", "f() {\nif", "f() {\n(PATH")):
        assert call.condition == ""


@pytest.mark.parametrize("script", ["", "true\n", "exit 0\n", "exec true\n", "set -e\ntrue\n"])
@pytest.mark.parametrize("shared", [True, False])
def test_what_init_writes_stops_each_commit(script: str, shared: bool) -> None:
    text = add_call(f"#!/bin/sh\n{script}" if script else "", is_shared=shared)
    assert text is not None
    assert not any(read_call(text))


def test_a_script_that_is_not_read() -> None:
    """Of another language, or of lines that have no end, nothing is known."""
    for text in ("#!/usr/bin/env python3\nrun('phaser-lint')\n", f"{CALL} \\\n"):
        call = read_call(text)
        assert (call.ignored, call.condition[:4]) == ("", ", if")


def test_husky_stops_at_a_command_that_fails() -> None:
    assert not any(read_husky_call(f"{CALL}\nnpm test\n"))
    assert "line 1 calls" in read_husky_call(f"{CALL} || true\nnpm test\n").ignored


@pytest.mark.parametrize(
    ("text", "ignored", "condition"),
    [
        (f"pre-commit:\n  jobs:\n    - run: {CALL}\n", "", ""),
        (f"pre-commit:\n  commands:\n    a:\n      run: {CALL} || true\n", "line 1 calls", ""),
        (f"pre-push:\n  jobs:\n    - run: {CALL}\n", "no command below `pre-commit`", ""),
        (f"pre-commit:\n  jobs:\n    - run: {CALL}\n      glob: '*.py'\n", "",
         ", where `glob` allows"),
        (f"pre-commit:\n  skip: [merge]\n  jobs:\n    - group:\n        jobs:\n"
         f"        - run: {CALL}\n",
         "", ", where `skip` allows"),
        ("a: [\n", "", ", if lefthook can read it"),
    ],
)  # fmt: skip
def test_commands_of_lefthook(text: str, ignored: str, condition: str) -> None:
    call = read_lefthook_call(text)
    assert (call.ignored.startswith(ignored), bool(call.ignored)) == (True, bool(ignored))
    assert call.condition == condition
