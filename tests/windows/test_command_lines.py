"""The lines that agents hand to a shell of Windows: how they are written, and how they are read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent import hook_process, javascript_hooks
from phaser_lint.agent.install import hook_additions, hook_entries, hooks_in_settings
from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_command, make_hook_entry
from phaser_lint.agent.install.hooks_in_settings import Handler, SettingsFile, read_handlers
from phaser_lint.agent.install.install_table import FILES, HOOKS
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.core import shell_words
from phaser_lint.hook.doctor import hook_programs
from phaser_lint.hook.doctor.execution import RunPlace
from phaser_lint.project.programs import find_checkout

if TYPE_CHECKING:
    from collections.abc import Callable

MODULES = (
    hook_process,
    shell_words,
    javascript_hooks,
    hooks_in_settings,
    hook_additions,
    hook_entries,
)
PROGRAM = "phaser-lint-hook.exe"


@pytest.fixture(autouse=True)
def _windows(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in MODULES:
        monkeypatch.setattr(module, "IS_POSIX", False)
    for module in (hook_entries, hook_programs):
        monkeypatch.setattr(module, "PROGRAM_ENDING", ".exe")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("phaser-lint-hook --agent codex", ["phaser-lint-hook", "--agent", "codex"]),
        ("C:/a/phaser-lint-hook.exe --abort", ["C:/a/phaser-lint-hook.exe", "--abort"]),
        (r"C:\Users\ann\phaser-lint-hook.exe", [r"C:\Users\ann\phaser-lint-hook.exe"]),
        (r'"C:\Program Files\a.exe" -c "b; c"', [r"C:\Program Files\a.exe", "-c", "b; c"]),
        (r"""a.exe -c "import b; b.c('d', 'e')" """, ["a.exe", "-c", "import b; b.c('d', 'e')"]),
        (r"& 'C:\O''Neil\a.exe' '--root=C:\b c\'", [r"C:\O'Neil\a.exe", "--root=C:\\b c\\"]),
        ('--root="C:\\b c" d', ["--root=C:\\b c", "d"]),
        (r"\\server\share\a.exe ''", [r"\\server\share\a.exe", ""]),
    ],
)
def test_words(line: str, words: list[str]) -> None:
    """A backslash parts folders."""
    assert shell_words.split_shell_line(line) == words


@pytest.mark.parametrize("line", ['a "b', "a 'b", "& 'a"])
def test_a_quote_without_end_is_refused(line: str) -> None:
    """Nobody knows where its word would end."""
    with pytest.raises(ValueError, match="expected an end of the quote"):
        shell_words.split_shell_line(line)


def test_shell() -> None:
    """The hook's own exit code is what an agent sees, and a missing program is no success."""
    *shell, line = hook_process.make_shell_command("phaser-lint-hook --abort")
    assert shell == ["powershell", "-NoProfile", "-NonInteractive", "-Command"]
    assert line.startswith("phaser-lint-hook --abort; ")
    assert line.endswith("{ exit 127 }; exit $LASTEXITCODE")


def installed_in(folder: str) -> Callable[[str], str]:
    return lambda name: folder if name == "scripts" else ""


@pytest.mark.parametrize(
    ("folder", "program"),
    [
        ("C:/Users/ann/venv/Scripts", "C:/Users/ann/venv/Scripts/phaser-lint-hook.exe"),
        ("C:/Users/RUNNER~1/x-1.0+a/Scripts", "C:/Users/RUNNER~1/x-1.0+a/Scripts/" + PROGRAM),
        ("C:/Users/jörg/Scripts", "C:/Users/jörg/Scripts/phaser-lint-hook.exe"),
        ("C:/Program Files/Python/Scripts", "phaser-lint-hook"),
        ("C:/a$b/Scripts", "phaser-lint-hook"),
        ("C:/a%b%/Scripts", "phaser-lint-hook"),
        ("C:/O'Neil/Scripts", "phaser-lint-hook"),
        ("C:/a(1)/Scripts", "phaser-lint-hook"),
        ("//server/share/Scripts", "phaser-lint-hook"),
        ("C:/gone/Scripts", "phaser-lint-hook"),
    ],
)
@pytest.mark.parametrize(
    "agent", [name for name, tested_path in HOOKS.items() if not tested_path.as_words]
)
def test_line_for_every_shell(
    monkeypatch: pytest.MonkeyPatch, agent: str, folder: str, program: str
) -> None:
    """By its path where no shell reads anything into that, else by its name; never in quotes."""
    monkeypatch.setattr(hook_entries, "get_path", installed_in(folder))
    monkeypatch.setattr(hook_entries.os.path, "exists", lambda path: "gone" not in path)
    wanted_hook = WantedHook("user" if "user" in HOOKS[agent].files else "local", agent)
    agent_named = "copilot-cli" if agent == "vscode" else agent
    assert make_hook_command(wanted_hook) == [program, "--agent", agent_named]
    handler = make_hook_entry(wanted_hook, "PreToolUse")
    lines = [handler[key] for key in ("command", "bash") if key in handler]
    assert [line.removesuffix("; exit 0") for line in lines] == [f"{program} --agent {agent_named}"]


def test_claude_code_starts_python_without_a_shell() -> None:
    """Claude Code starts the Python itself, isolated, as elsewhere."""
    assert make_hook_command(WantedHook("local", "claude-code"))[1:3] == ["-I", "-S"]
    assert make_hook_command(WantedHook("user", "opencode"))[1:3] == ["-I", "-S"]


def test_no_line_is_posix_alone() -> None:
    """Windows' PowerShell cannot read ``||``, and no shell of Windows knows ``true``."""
    texts = [str(entry_value) for hooks in HOOKS.values() for entry_value in hooks.entry.values()]
    assert [text for text in texts if re.search(r"\|\||&&|/dev/null|\$\(", text)] == []


@pytest.mark.parametrize("scope", ["project", "user"])
def test_scripts_of_the_shell_are_refused(tmp_path: Path, scope: str) -> None:
    """One that Cline never starts would be no hook."""
    machine = Machine(str(tmp_path), str(tmp_path), {})
    with pytest.raises(SettingsError, match=r"^--agent cline: on Windows Cline takes "):
        hook_additions.plan_additions(WantedHook(scope, "cline"), machine)
    assert list(tmp_path.iterdir()) == []
    executable = {name for name, hook_file in FILES.items() if hook_file.executable}
    assert executable == {name for name, hook_file in FILES.items() if hook_file.not_on_windows}


# Who reads or writes a line as a shell of Unix does, and why that is right there.
OF_UNIX = {
    "core/shell_words.py": "behind a question for the system",
    "agent/javascript_hooks.py": "behind a question for the system",
    "agent/cline/settings.py": "a script of sh, refused on Windows",
    "hook/protection/watched_commands.py": "a list of words is read as the line that it stands for",
    "author/proposals/git_hook.py": "git runs its hooks with sh on every system",
    "text/shell/commands.py": "what agents run is read as sh reads it, on every system",
    "hook/doctor/pre_commit_trials.py": "pre-commit splits an entry so on every system",
}


def test_who_knows_lines_of_unix() -> None:
    """Everybody else asks ``shell_lines``."""
    package = Path(shell_words.__file__).parents[1]
    modules_with_shlex = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if re.search(r"^\s*(?:import|from) shlex\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert modules_with_shlex == {*OF_UNIX}


def copilot(folder: Path, handler_json: str) -> Handler:
    from phaser_lint.agent.agent_settings import require_agent

    path = folder / "phaser-lint.json"
    path.write_text('{"version": 1, "hooks": {"preToolUse": [' + handler_json + "]}}")
    (handler,) = read_handlers(SettingsFile(require_agent("copilot-cli"), str(path), path.name))
    return handler


def test_line_of_powershell_is_read(tmp_path: Path) -> None:
    """What Copilot runs there, and not what it runs elsewhere."""
    handler_json = '{"type": "command", "bash": "a", "powershell": "& \'C:/b c/d.exe\' e"}'
    assert hook_programs.split_handler_command(copilot(tmp_path, handler_json)) == [
        "C:/b c/d.exe",
        "e",
    ]


def test_programs_end_in_exe(tmp_path: Path) -> None:
    """``doctor`` asks the program beside the hook for its version."""
    for name in ("phaser-lint-hook.exe", "phaser-lint.exe"):
        (tmp_path / name).write_text("#!/bin/sh\necho phaser-lint 9.8.7\n")
        (tmp_path / name).chmod(0o755)
    hook = f"{tmp_path}/phaser-lint-hook.exe"
    handler = copilot(tmp_path, f'{{"type": "command", "powershell": "{hook} --agent x"}}')
    place = RunPlace(str(tmp_path), {"PATH": "/bin:/usr/bin"}, find_checkout(str(tmp_path)))
    assert hook_programs.find_missing_program(handler, place) == ""
    assert hook_programs.ask_program_version(handler, place) == "9.8.7"
