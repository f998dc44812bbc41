"""``phaser-lint install`` and ``uninstall``: put the hook into an agent's settings, or take it out.

With ``--scope project`` the settings file is a team's, so the command goes by name, through PATH.
``local`` and ``user`` belong to one machine: the interpreter is named by its absolute path and run
without a shell and without ``site``, which is faster and does not depend on PATH. A missing
interpreter or package then exits with 1 or 127, which lets the edit through with a message; a
missing script would exit 2 and block every edit.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from phaser_lint.errors import SettingsError
from phaser_lint.frontends import exit_codes
from phaser_lint.frontends.arguments import Parser
from phaser_lint.root import home_folder, root_for
from phaser_lint.settings import merge
from phaser_lint.settings.file import read_settings, remove_settings, write_settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SCOPES = ("user", "project", "local")
_FILES = {
    "project": ".claude/settings.json",
    "local": ".claude/settings.local.json",
    "user": ".claude/settings.json",
}
MATCHER = "Edit|Write|MultiEdit|NotebookEdit"
# A regular expression to the client, since it is no list of plain names.
OTHER_TOOLS = f"^(?!(?:{MATCHER})$)"
AUGMENT = "--augment"
TIMEOUT_SECONDS = 30
# A plain script: the wrapper of a console script imports more than the hook does.
TEAM_COMMAND = "phaser-lint-hook"
_TEST_EVENT = b'{"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {}}'
# "phaser enforce --stdin", "/opt/venv/bin/phaser-lint hook", python -I -c "from phaser_lint…"
_OWN_COMMAND = re.compile(
    r"""(?:^|[\s/\\"'])phaser(?:-lint)?(?:\.exe)?["']?(?:\s+|-)"""
    r"""(?:hook(?:\.exe)?|enforce)(?=["'\s]|$)|\bphaser_lint\b"""
)


def hook_entry(scope: str, *, fail_closed: bool) -> dict[str, Any]:
    """Return the handler that the settings of *scope* get."""
    flags = ["--fail-closed"] if fail_closed else []
    entry: dict[str, Any] = {"type": "command"}
    if scope == "project":
        entry["command"] = " ".join([TEAM_COMMAND, *flags])
    else:
        entry |= {"command": sys.executable, "args": ["-I", "-S", "-c", start_code(), *flags]}
    entry["timeout"] = TIMEOUT_SECONDS
    return {**entry, "onFailure": "block"} if fail_closed else entry


def start_code() -> str:
    """Return the Python code of a handler for one machine.

    ``site`` takes a quarter of the interpreter's start, so it is left out and the few folders that
    the hook imports from are named.
    """
    origins = (find_spec(name) for name in ("phaser_lint", "regex", "yaml", "pathspec"))
    packages = [os.path.dirname(found.origin) for found in origins if found and found.origin]
    folders = list(dict.fromkeys(os.path.dirname(package) for package in packages))
    return (
        f"import sys; sys.path[:0] = {folders!r}; "
        "from phaser_lint.frontends.clean_path import main; main()"
    )


def groups(
    scope: str, *, fail_closed: bool, augment: bool = False
) -> dict[str, list[dict[str, Any]]]:
    """Return the groups for each event."""
    if augment:
        return _augmented(groups(scope, fail_closed=fail_closed), scope)
    entry = hook_entry(scope, fail_closed=fail_closed)
    on_files = [{"matcher": MATCHER, "hooks": [entry]}]
    at_stop = {key: value for key, value in entry.items() if key != "onFailure"}
    return {"PreToolUse": on_files, "PostToolUse": on_files, "Stop": [{"hooks": [at_stop]}]}


def _augmented(
    plain: dict[str, list[dict[str, Any]]], scope: str
) -> dict[str, list[dict[str, Any]]]:
    """Return the groups *plain* with context on links: the one process of a tool call does both.

    The hook then also runs on prompts and on the tools that edit no file; those never fail closed.
    """
    on_files = [
        {**group, "hooks": [with_flag(entry, AUGMENT) for entry in group["hooks"]]}
        for group in plain["PreToolUse"]
    ]
    entry = with_flag(hook_entry(scope, fail_closed=False), AUGMENT)
    on_others = {"matcher": OTHER_TOOLS, "hooks": [entry]}
    return {
        **plain,
        "PreToolUse": [*on_files, on_others],
        "UserPromptSubmit": [{"hooks": [entry]}],
    }


def with_flag(entry: Mapping[str, Any], flag: str) -> dict[str, Any]:
    """Return the handler *entry* with one more flag."""
    if "args" in entry:
        return {**entry, "args": [*entry["args"], flag]}
    return {**entry, "command": f"{entry['command']} {flag}"}


def is_ours(hook: Mapping[str, Any]) -> bool:
    """Tell whether a handler runs this program, in today's form or in an earlier one."""
    arguments = hook.get("args")
    parts = [hook.get("command"), *(arguments if isinstance(arguments, list) else [])]
    return bool(_OWN_COMMAND.search(" ".join(part for part in parts if isinstance(part, str))))


def settings_path(scope: str, *, root: str | None) -> str:
    """Return the settings file of *scope*, absolute."""
    base = home_folder() if scope == "user" else root_for(root)
    if not base:
        raise SettingsError("--scope user: expected a home folder, found none")
    return os.path.join(base, _FILES[scope])


def parser(command: str, *, installs: bool) -> Parser:
    """Return the parser of ``install`` or ``uninstall``."""
    verb = "Install the hook in" if installs else "Take the hook out of"
    made = Parser(command, f"{verb} Claude Code's settings.")
    made.add_argument("--scope", choices=SCOPES, default="project", help="[default: project]")
    made.add_argument("--root", metavar="PATH", help="the project's root folder")
    made.add_argument("--dry-run", action="store_true", help="print the file without writing it")
    if installs:
        made.add_argument(
            "--force", action="store_true", help="replace phaser's own hooks, never another's"
        )
        made.add_argument(
            "--fail-closed", action="store_true", help="block an edit when the hook itself fails"
        )
        made.add_argument(
            AUGMENT, action="store_true", help="give the agent context on links, [[name]]"
        )
    return made


def run(arguments: Sequence[str]) -> int:
    """Install; 0, or 2 if nothing could be installed."""
    return _install(parser("phaser-lint install", installs=True), arguments)


def run_enforce_install(arguments: Sequence[str]) -> int:
    """Install as ``phaser enforce install``; 0, or 3."""
    code = _install(parser("phaser enforce install", installs=True), arguments)
    return exit_codes.BUG if code else exit_codes.CLEAN


def run_uninstall(arguments: Sequence[str]) -> int:
    """Take out what ``install`` put in; 0, or 2."""
    given = parser("phaser-lint uninstall", installs=False).parse_args(arguments)
    path = settings_path(given.scope, root=given.root)
    outcome = _named(path, lambda text: merge.uninstall(text, is_ours=is_ours))
    _write(path, outcome, dry_run=given.dry_run)
    return exit_codes.CLEAN


def _install(made: Parser, arguments: Sequence[str]) -> int:
    given = made.parse_args(arguments)
    path = settings_path(given.scope, root=given.root)
    entries = groups(given.scope, fail_closed=given.fail_closed, augment=given.augment)
    outcome = _named(
        path,
        lambda text: merge.install(text, entries, is_ours=is_ours, force=given.force),
    )
    if outcome.status == "differs":
        sys.stderr.write(f"{path}: holds another form of phaser's hooks; --force replaces them\n")
        return exit_codes.INCOMPLETE
    _write(path, outcome, dry_run=given.dry_run)
    entry = hook_entry(given.scope, fail_closed=given.fail_closed)
    problem = None if given.dry_run else start_problem(entry)
    if problem:
        sys.stderr.write(f"The hook does not start yet: {problem}\n")
        return exit_codes.INCOMPLETE
    return exit_codes.CLEAN


def _named(path: str, change: Any) -> merge.Outcome:
    try:
        outcome: merge.Outcome = change(read_settings(path))
    except SettingsError as error:
        shown = str(error)
        raise SettingsError(shown if shown.startswith(path) else f"{path}: {shown}") from None
    return outcome


def _write(path: str, outcome: merge.Outcome, *, dry_run: bool) -> None:
    if dry_run:
        sys.stdout.write(outcome.text or "")
        return
    if outcome.changed and outcome.text is None:
        remove_settings(path)
    elif outcome.changed and outcome.text is not None:
        write_settings(path, outcome.text)
    sys.stdout.write(f"{path}: {outcome.status}\n")


def start_problem(entry: Mapping[str, Any]) -> str | None:
    """Run the handler as the agent will, on an event without an edit; return what went wrong."""
    command = [entry["command"], *entry["args"]] if "args" in entry else entry["command"].split()
    if shutil.which(command[0]) is None:
        return f"{command[0]} is not on the PATH (pipx install phaser-lint puts it there)"
    try:
        done = subprocess.run(
            command, input=_TEST_EVENT, capture_output=True, timeout=TIMEOUT_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0 and done.stdout.strip() == b"{}":
        return None
    words = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
    return f"{' '.join(command)}: {words[-1] if words else f'exit code {done.returncode}'}"
