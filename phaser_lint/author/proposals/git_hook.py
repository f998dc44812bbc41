"""Git's own hook before a commit: a call of ours between two marks, at the end of what it runs.

Where it lies git says: in a linked worktree and in a submodule not below ``.git``, and
``core.hooksPath`` may name any folder.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence

from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.author.proposals.hook_programs import find_writer
from phaser_lint.author.proposals.husky_and_lefthook import (
    LINE,
    explain_unexecutable_hook,
    is_husky_file,
    make_checking_line,
)
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.core.own_program import find_own_program, runs_program
from phaser_lint.core.text import render_path
from phaser_lint.project import lies_in, shorten_path
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.git_settings import require_hooks_folder
from phaser_lint.text.shell.scripts import (
    ends_script,
    is_shell_script,
    may_end_well,
    split_commands,
)

_PROGRAM = "phaser-lint"
_NAME = "pre-commit"
_BEGIN = "# >>> phaser-lint checks what is staged >>>"
_END = "# <<< phaser-lint <<<"
# Behind "set -e" and "[ -f a ] && b", giving "exit 0" the code before it would end the script.
_IGNORES_STATUS = re.compile(r"exec\b|exit[ \t]+[0-9]")
_BLOCK = re.compile(rf"^{re.escape(_BEGIN)}.*?^{re.escape(_END)}\r?\n?", re.MULTILINE | re.DOTALL)
_SHELL = "#!/bin/sh"
MOVED_ENDS = (".legacy", ".old")
"""What pre-commit, which goes on running it, and lefthook put behind the name of a hook there."""
_RUNS_MOVED = re.compile(r"pre[-_]commit|\bprek\b")
# First it is always reached, and no exit code of another command is lost behind it.
_BY_HAND = f"Write this line as its first command: {LINE}"
RUN_AND_FAIL = (
    "run `phaser-lint scan --staged --project-contracts --quiet`, and fail where that does"
)
"""What a person has a hook in another language, or a manager, do."""
_IN_ANOTHER_LANGUAGE = f"Have it {RUN_AND_FAIL}"


class GitHook(Record):
    """A file that git runs before a commit."""

    path: str
    is_shared: bool
    """It lies in the working tree, so whoever has the project has it."""
    text: str | None
    """``None``: there is no such file yet."""
    is_run: bool = True
    """Git runs it at a commit, itself or by what took its place."""

    def path_from_root(self, root: str) -> str:
        """Return the path of git's hook from *root*; of one that lies elsewhere as it is."""
        return shorten_path(os.path.realpath(root), self.path)

    def names_us(self) -> bool:
        """Tell whether git's hook runs the program, by a line of ours or of somebody else."""
        return runs_program(self.text or "")


def find_git_hook(root: str) -> GitHook | None:
    """Return git's hook before a commit of the project at *root*.

    ``None`` where *root* is not the top of a working tree. Raises ``SettingsError`` for a hook that
    other projects have, too, and for one that cannot be read.
    """
    tree = find_working_tree(root)
    if tree is None or tree.prefix:
        return None
    try:
        folder = os.path.realpath(require_hooks_folder(tree))
    except GitError as error:
        raise SettingsError(f"git's hook before a commit: not proposed: {error}") from None
    if os.path.lexists(folder) and not os.path.isdir(folder):
        raise SettingsError(
            f"git's hook before a commit: not proposed, for git looks for it in {folder}, which is "
            "no folder (core.hooksPath)"
        )
    path = os.path.join(folder, _NAME)
    gits_folders = map(os.path.realpath, (tree.own_folder, tree.shared_folder))
    is_gits = any(lies_in(folder, place) for place in gits_folders)
    hook = GitHook(path, is_shared=not is_gits, text=read_settings(path))
    if not (is_gits or lies_in(folder, os.path.realpath(root)) or hook.names_us()):
        raise SettingsError(
            f"{render_path(path)}: not written, for git runs it in other projects, too "
            f"(core.hooksPath). {_advise_by_hand(hook.text)}"
        )
    return hook


def find_own_hooks(root: str) -> list[GitHook]:
    """Return git's hooks before a commit of the project at *root* that run the program, wherever
    they lie.

    Besides the one that git runs: those that other programs put aside when they came, and git's own
    where ``core.hooksPath`` names another folder. They come back when that goes.
    """
    try:
        hook = find_git_hook(root)
    except SettingsError:  # none that could be read, or other projects'
        hook = None
    tree = find_working_tree(root)
    if tree is None or tree.prefix:
        return []
    gits_folder = os.path.join(os.path.realpath(tree.shared_folder), "hooks")
    places = [hook.path] if hook is not None else []
    places.append(os.path.join(gits_folder, _NAME))
    own_hooks = []
    for place in dict.fromkeys(places):
        for path in (place, *[f"{place}{end}" for end in MOVED_ENDS]):
            is_current = hook is not None and path == hook.path
            runs_moved = hook is not None and path == f"{hook.path}{MOVED_ENDS[0]}"
            try:
                found = GitHook(
                    path,
                    is_shared=hook is not None and place == hook.path and hook.is_shared,
                    text=read_settings(path),
                    is_run=is_current
                    or (runs_moved and bool(_RUNS_MOVED.search((hook and hook.text) or ""))),
                )
            except SettingsError:
                continue
            own_hooks += [found] if found.names_us() else []
    return own_hooks


def find_path_before_move(path: str) -> str:
    """Return where git's own hook at *path* was before another program put it aside."""
    root, end = os.path.splitext(path)
    return root if end in MOVED_ENDS else path


def with_call(hook: GitHook, root: str) -> str:
    """Return git's own *hook* before a commit with our call; raises ``SettingsError``."""
    text, advice = None, _advise_by_hand(hook.text)
    if os.path.islink(hook.path):
        reason = f"it is a link to {render_path(os.path.realpath(hook.path))}"
    elif hook.text is not None and (unexecutable := explain_unexecutable_hook(hook.path)[0]):
        # Whether it shall run at all is for a person to say.
        reason, advice = unexecutable, "Then phaser-lint init adds its call"
    elif is_husky_file(hook.path):
        reason, advice = "husky writes it anew", "Install the packages, and run phaser-lint init"
    elif manager := find_writer(hook.text or ""):
        reason = f"{manager.name} writes it anew with each installation"
        advice = f"Have {manager.place} {RUN_AND_FAIL}"
    elif hook.text is not None and not _may_be_shell(hook.text):
        reason = "it is no script of sh"
    else:
        text = add_call(hook.text or "", is_shared=hook.is_shared)
        reason = "expected a script of sh whose last line is reached"
    if text is None:
        raise SettingsError(f"{render_path(hook.path_from_root(root))}: {reason}. {advice}")
    return text


def _may_be_shell(text: str) -> bool:
    """Tell whether git's hook, *text*, is a script of sh as far as its first line says."""
    return not text.startswith("#!") or is_shell_script(text)


def _advise_by_hand(text: str | None) -> str:
    """Return what a person writes into git's hook, *text*, for this program to check commits."""
    return _BY_HAND if _may_be_shell(text or "") else _IN_ANOTHER_LANGUAGE


def add_call(text: str, *, is_shared: bool) -> str | None:
    """Return git's own hook before a commit with our call as the last that it does; ``None``
    without such a place.

    An ``exec`` or ``exit`` at its end stays behind the call, and what the script would have ended
    with, it ends with.
    """
    if is_shared:
        call = [make_checking_line(_PROGRAM)]
    else:
        # This installation by its path, else by its name: the hook is nobody else's, and a program
        # with windows has another PATH than a terminal.
        path = find_own_program(_PROGRAM).replace(os.sep, "/")
        call = [
            f"phaser_lint={shlex.quote(path)}",
            f'[ -x "$phaser_lint" ] || phaser_lint={_PROGRAM}',
            make_checking_line('"$phaser_lint"'),
        ]
    if not text.strip():
        return "".join(f"{line}\n" for line in (_SHELL, _BEGIN, *call, _END))
    lines = text.splitlines(keepends=True)
    index = _find_call_place([line.rstrip() for line in lines])
    if index is None:
        return None
    call[-1] += " || exit"
    if not (index < len(lines) and _IGNORES_STATUS.match(lines[index])):
        call = ["phaser_lint_before=$?", *call, '(exit "$phaser_lint_before")']
    line_end = "\r\n" if lines[0].endswith("\r\n") else "\n"
    block = "".join(f"{line}{line_end}" for line in (_BEGIN, *call, _END))
    before, after = "".join(lines[:index]), "".join(lines[index:])
    gap = "" if before.endswith("\n") else line_end
    return f"{before}{gap}{block}{after}"


def without_call(text: str) -> str | None:
    """Return git's hook before a commit without our call; ``None`` if nothing else is in it."""
    script = _BLOCK.sub("", text)
    return None if script.strip() in ("", _SHELL) and script != text else script


def _find_call_place(lines: Sequence[str]) -> int | None:
    """Return the index of the line before which a call runs whenever the script succeeds."""
    commands = split_commands(lines) if is_shell_script(lines[0]) else None
    if not commands:
        return None if commands is None else len(lines)
    index, last_command = commands[-1]
    is_whole = not any(last_command.count(quote) % 2 for quote in "\"'")
    is_end = is_whole and ends_script(last_command)
    earlier_commands = commands[:-1] if is_end else commands
    if any(may_end_well(command) for _, command in earlier_commands):
        return None
    return index if is_end else len(lines)
