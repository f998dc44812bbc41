"""Which hooks are started: those of our form, with a program and modules from outside."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.install.hook_entries import render_start_code
from phaser_lint.agent.install.hooks_in_settings import SettingsFile, read_handlers
from phaser_lint.hook.doctor.execution import RunPlace
from phaser_lint.hook.doctor.startable import WAY, explain_not_started
from phaser_lint.project.programs import find_checkout
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

HOOK = {"command": "phaser-lint-hook"}
CODE = render_start_code()
FOLDERS = CODE.partition("= ")[2].partition(";")[0]
SCRIPT = "#!/bin/sh\n"
OUT, IN = "out/phaser-lint-hook", "c/bin/phaser-lint-hook"


def python(folder: str) -> dict[str, Any]:
    """Our code, with modules of another folder."""
    return {
        "command": sys.executable,
        "args": ["-I", "-S", "-c", CODE.replace(FOLDERS, f"[{folder!r}]")],
    }


# The files, the PATH, the entry in the settings, its variables there, and what is in the way.
# ``{0}`` is the folder that the checkout ``c`` lies in.
ROWS: dict[str, tuple[dict[str, str], str, dict[str, Any], dict[str, str], str]] = {
    "from outside": ({OUT: SCRIPT}, "{0}/out", HOOK, {}, ""),
    "another variable": ({OUT: SCRIPT}, "{0}/out", HOOK, {"DEBUG": "1"}, ""),
    "nowhere": ({}, "{0}/out", HOOK, {}, ""),
    "in the checkout": ({IN: SCRIPT, OUT: SCRIPT}, "{0}/c/bin:{0}/out", HOOK, {}, f"{{0}}/{IN}"),
    "outside first": ({IN: SCRIPT, OUT: SCRIPT}, "{0}/out:{0}/c/bin", HOOK, {}, ""),
    "a relative PATH": ({IN: SCRIPT, OUT: SCRIPT}, "bin:{0}/out", HOOK, {}, f"{{0}}/{IN}"),
    "an empty PATH": (
        {"c/phaser-lint-hook": SCRIPT}, ":{0}/out", HOOK, {}, "{0}/c/phaser-lint-hook",
    ),
    "by its path": ({IN: SCRIPT}, "", {"command": f"{{0}}/{IN}"}, {}, f"{{0}}/{IN}"),
    "by a relative path": (
        {IN: SCRIPT}, "", {"command": "bin/phaser-lint-hook"}, {}, f"{{0}}/{IN}",
    ),
    "a folder called ~": (
        {"c/~/phaser-lint-hook": SCRIPT}, "", {"command": "'~/phaser-lint-hook'"}, {},
        "{0}/c/~/phaser-lint-hook",
    ),
    "an interpreter of the checkout": (
        {OUT: "#!{0}/c/bin/python\n"}, "{0}/out", HOOK, {}, "{0}/c/bin/python",
    ),
    "an interpreter by a relative path": (
        {OUT: "#!bin/python\n"}, "{0}/out", HOOK, {}, "bin/python",
    ),
    "the interpreter of the program beside it": (
        {OUT: SCRIPT, "out/phaser-lint": "#!/bin/sh\n'''exec' \"{0}/c/a b/python\" \"$0\"\n"},
        "{0}/out", HOOK, {}, "{0}/c/a b/python",
    ),
    "modules from outside": ({}, "", python("/opt/lib"), {}, ""),
    "modules of the checkout": ({}, "", python("{0}/c/lib"), {}, "{0}/c/lib"),
    "modules of the working directory": ({}, "", python(""), {}, "."),
    "PATH in settings": ({OUT: SCRIPT}, "{0}/out", HOOK, {"PATH": "/x"}, "env.PATH"),
    "PYTHONPATH in settings": (
        {OUT: SCRIPT}, "{0}/out", HOOK, {"PYTHONPATH": "x"}, "env.PYTHONPATH",
    ),
    "a shell of the checkout": (
        {OUT: SCRIPT, "c/bin/pwsh": SCRIPT}, "{0}/out:bin", {**HOOK, "shell": "powershell"}, {},
        "{0}/c/bin/pwsh",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_nothing_of_the_checkout_is_started(tmp_path: Path, name: str) -> None:
    """By its name, by its path, as an interpreter, as a module, or as a shell."""
    files, path, handler_keys, variables, program_in_checkout = ROWS[name]
    write_files(
        tmp_path,
        {path_of_file: text.replace("{0}", str(tmp_path)) for path_of_file, text in files.items()},
    )
    for path_of_file in files:
        (tmp_path / path_of_file).chmod(0o755)
    (tmp_path / "c").mkdir(exist_ok=True)
    hook = {"type": "command", **handler_keys}
    text = json.dumps({"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [hook]}]}})
    write_files(tmp_path, {"c/settings.json": text.replace("{0}", str(tmp_path))})
    settings = str(tmp_path / "c/settings.json")
    (handler,) = read_handlers(
        SettingsFile(require_agent("claude-code"), settings, "settings.json")
    )
    handler = handler._replace(environment=variables)
    root = str(tmp_path / "c")
    place = RunPlace(root, {"PATH": path.replace("{0}", str(tmp_path))}, find_checkout(root))
    reason = explain_not_started(handler, place)
    if program_in_checkout.startswith("env."):
        assert reason == f"not started: its settings give {program_in_checkout} to it; {WAY}"
    elif program_in_checkout:
        program = program_in_checkout.replace("{0}", str(tmp_path))
        assert reason == f"not started: {program} lies in the checkout; {WAY}"
    else:
        assert reason == ""
    assert explain_not_started(handler, place._replace(starts_all=True)) == ""
