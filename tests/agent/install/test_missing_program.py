"""The line of a team's hook: what it does with the program and without, in each shell."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_groups
from phaser_lint.agent.install.missing_program import with_guard, without_guard

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.agent.install.missing_program import MissingAction

SHELLS = [shell for shell in ("sh", "dash", "bash", "zsh", "busybox") if shutil.which(shell)]
LINE = "phaser-lint-hook --agent copilot-cli; exit 0"
ADDRESS = "https://github.com/phaser-lint/phaser-lint"
ADVICE = "(install it, or if it is, put its folder on the PATH, as pipx ensurepath does)"
# True also where the program is there, and an agent shows the line.
MISSING_SENTENCE = f"Without phaser-lint on the PATH nothing is checked here {ADVICE}: {ADDRESS}"
DENIED = f"Without phaser-lint on the PATH no edit is made here {ADVICE}: {ADDRESS}"
FORMER_ADVICE = "(install it, or run pipx ensurepath if it is installed)"
# Lines of projects that had the hook before today's words, today's advice, or any, was in them.
FORMER_GUARDS = {
    f"{answer}{number}": action
    for number, (absence, advice) in enumerate(
        (
            ("is not installed here", ""),
            ("is not on the PATH here", f" {FORMER_ADVICE}"),
            ("is not on the PATH here", f" {ADVICE}"),
        )
    )
    for answer, action in (
        (
            "say",
            f'echo "{{\\"systemMessage\\": \\"phaser-lint {absence}, so nothing is '
            f'checked{advice}: {ADDRESS}\\"}}"; exit 0',
        ),
        (
            "deny",
            f'echo "phaser-lint {absence}, and without it no edit is made{advice}: {ADDRESS}" '
            ">&2; exit 2",
        ),
    )
}


def run(shell: str, line: str, folder: Path) -> tuple[int, str, str]:
    shell_path = shutil.which(shell)
    assert shell_path
    words = [shell_path, "sh"] if shell == "busybox" else [shell_path]
    process = subprocess.run(
        [*words, "-c", line], env={"PATH": str(folder)}, capture_output=True, text=True
    )
    return process.returncode, process.stdout, process.stderr


@pytest.mark.parametrize("shell", SHELLS)
def test_without_the_program_an_edit_passes(tmp_path: Path, shell: str) -> None:
    """An edit passes with exit code 0, which no agent takes for an error, and is denied with 2."""
    assert run(shell, with_guard(LINE, "pass"), tmp_path) == (0, "", "")
    code, out, err = run(shell, with_guard(LINE, "say"), tmp_path)
    assert (code, json.loads(out), err) == (0, {"systemMessage": MISSING_SENTENCE}, "")
    assert run(shell, with_guard(LINE, "deny"), tmp_path) == (2, "", f"{DENIED}\n")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("answer", ["", "pass", "say", "deny"])
def test_with_the_program_its_answer_and_code_count(
    tmp_path: Path, shell: str, answer: MissingAction
) -> None:
    """The program answers, and its exit code counts where nothing follows it."""
    program = tmp_path / "phaser-lint-hook"
    program.write_text('#!/bin/sh\necho "{} $*"\nexit 3\n')
    program.chmod(0o755)
    line = with_guard("phaser-lint-hook --protect", answer)
    assert run(shell, line, tmp_path) == (3, "{} --protect\n", "")


@pytest.mark.parametrize("answer", ["", "pass", "say", "deny"])
def test_a_guarded_line_is_read_back(answer: MissingAction) -> None:
    """Read again; a line that somebody changed is no line of ours."""
    line = with_guard(LINE, answer)
    assert without_guard(line) == LINE
    assert without_guard(f"touch x; {line}") == f"touch x; {line}"
    if answer:
        changed = line.replace("exit", "touch x; exit", 1)
        assert without_guard(changed) == changed


@pytest.mark.parametrize("action", FORMER_GUARDS.values(), ids=FORMER_GUARDS)
def test_a_line_of_before_is_still_a_line_of_ours(action: str) -> None:
    """Else ``install`` would write a second hook beside it."""
    line = f"eval 'command -v phaser-lint-hook >/dev/null || {{ {action}; }}'; {LINE}"
    assert without_guard(line) == LINE


def test_the_settings_of_a_team() -> None:
    """As they have been committed: another text would be another form of the hooks."""
    lines = {
        event: [handler["command"] for group in groups for handler in group["hooks"]]
        for event, groups in make_hook_groups(
            WantedHook("project", protect=True, if_missing="deny")
        ).items()
    }
    passes = "eval 'command -v phaser-lint-hook >/dev/null || { exit 0; }'; "
    says = (
        "eval 'command -v phaser-lint-hook >/dev/null || "
        f'{{ echo "{{\\"systemMessage\\": \\"{MISSING_SENTENCE}\\"}}"; exit 0; }}\'; '
    )
    denies = (
        f"eval 'command -v phaser-lint-hook >/dev/null || {{ echo \"{DENIED}\" >&2; exit 2; }}'; "
    )
    own_command = "phaser-lint-hook --protect"
    assert lines == {
        "PreToolUse": [f"{denies}{own_command}"],
        "PostToolUse": [f"{passes}{own_command}"],
        "PostToolUseFailure": [f"{passes}{own_command}"],
        "Stop": [f"{says}{own_command}"],
        "SessionStart": [f"{passes}{own_command}"],
    }
