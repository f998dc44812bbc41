"""Husky and lefthook, which run the commands in a file of the project: a line of ours in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import yaml

from phaser_lint import REPOSITORY
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.author.proposals.hook_script import HookCall, best_call, read_call
from phaser_lint.author.proposals.pre_commit_configuration import find_last_line, insert_lines
from phaser_lint.core import IS_POSIX, Record
from phaser_lint.core.own_program import NOT_ON_PATH, PATH_ADVICE, mentions_program
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.project import lies_in, shorten_path
from phaser_lint.project.git.git_settings import find_hooks_folder

_UNSET = "unset PYTHONPATH PYTHONHOME PYTHONSTARTUP"
_USUAL_PLACES = 'PATH="$PATH":~/.local/bin:~/.phaser-lint/bin'
_REFUSED = "phaser-lint refuses this commit."


def make_checking_line(program: str) -> str:
    """Return the line for husky or lefthook by which *program*, as written, checks what is staged.

    Without the program commits go on, and a message reports that nothing is checked. Each commit
    would print what a commit can do nothing about, as that no tsconfig.json is there; so it is
    quiet, and says who refuses a commit, which git does not.

    With PYTHONPATH=. a sitecustomize.py of the checkout, which ends Python with 0, would decide.
    A program with windows has another PATH than a terminal: last the places of `pipx` and of
    the environment that the README makes are tried.
    """
    scan = f"({_UNSET}; {program} scan --staged --project-contracts --quiet)"
    scan += f" || {{ phaser_lint_code=$?; echo '{_REFUSED}' >&2; "
    scan += '(exit "$phaser_lint_code"); }'
    return (
        f"({_USUAL_PLACES}; if command -v {program} > /dev/null; then {scan}; "
        f"else echo '{NOT_ON_PATH}, so this commit is not checked ({PATH_ADVICE}); "
        f"see {REPOSITORY}' >&2; fi)"
    )


LINE = f"{make_checking_line('phaser-lint')} || exit"
"""It stops a commit wherever it stands in a script. Behind other commands it loses the exit code of
the last of them.
"""
# "npm test && npm run lint" does not stop "sh -e", and its exit code is the script's.
_LAST_LINE = f'phaser_lint_before=$?; {LINE}; (exit "$phaser_lint_before")'
_SHELL = "#!/usr/bin/env sh\n"
_STAGE = "pre-commit"
_HUSKY_FOLDER = ".husky"
_HUSKY_OWN = "_"
# Of version 9, and of 5 to 8; one of them is in the folder `_` of each.
_HUSKY_FILES = ("h", "husky.sh")
_LEFTHOOK_FILES = (
    "lefthook.yml", "lefthook.yaml", ".lefthook.yml", ".lefthook.yaml",
    ".config/lefthook.yml", ".config/lefthook.yaml",
)  # fmt: skip
# Keys of lefthook that leave a command out of some commits.
_CONDITIONS = frozenset(("skip", "only", "glob", "exclude", "files", "file_types"))


class HookManager(Record):
    """What runs hooks, and how our line gets into its file.

    ``with_line`` returns the text with the line at its end, ``None`` where there is no such place;
    without it a person writes the line.
    """

    name: str
    file_in: Callable[[str], str]
    """The manager's file for the line, from a root; nothing where the root has none."""
    read_call: Callable[[str], HookCall | None]
    """What becomes of the exit code of a call in the text of its file; ``None`` without a call."""
    with_line: Callable[[str], str | None] | None = None
    executable: bool = False
    place: str = ""
    """Where a person writes our line, where we find no place for it."""
    command: str = ""
    """The command that puts its hooks into git, also in a clone that has them not."""
    remedy: str = ""
    """What has git run its hooks in a clone, before the command."""
    folders: tuple[str, ...] = ()
    """The folders, from that of its file, that it has git look for hooks in."""
    mark: str = ""
    """What its hook in git holds in small letters, where that is more than its name."""
    is_copied: bool = False
    """It copies its commands into git's hook."""

    def why_not_run(self, root: str) -> tuple[str, str]:
        """Return why git runs none of its hooks in the clone at *root*, and the command that has
        it run them; nothing where it does.

        A fresh clone has its file, and not what tells git of it.
        """
        folder = find_hooks_folder(root)
        hook = os.path.join(folder, _STAGE)
        try:
            script = read_settings(hook) or ""
        except SettingsError:
            script = ""
        place = os.path.dirname(self.file_in(root))
        own_folders = [os.path.realpath(os.path.join(root, place, name)) for name in self.folders]
        is_own = os.path.realpath(folder) in own_folders
        is_own = is_own or (self.mark or self.name) in script.lower()
        if not (script and is_own):
            where = "" if folder else ", which has no git"
            command = make_husky_command(place) if self.folders else self.command
            return f"git does not run it in this clone{where}: {self.remedy} {command}", command
        return explain_unexecutable_hook(hook)


def make_husky_command(folder: str) -> str:
    """Return the command at the root that has git run husky's scripts in *folder*."""
    named_folder = [folder] if folder != _HUSKY_FOLDER else []
    return join_shell_words(["npx", "husky", *named_folder])


def find_husky_script(root: str) -> str:
    """Return husky's script before a commit in the project at *root*; nothing without husky.

    Packages below ``web`` have it called as ``husky web/.husky``; only git's configuration names
    that folder. Version 9 has git look into a folder ``_``, whose files it writes anew with each
    installation; earlier ones beside it.
    """
    folder = find_hooks_folder(root)
    parent, name = os.path.split(folder)
    for place in (parent if name == _HUSKY_OWN else "", folder):
        # A clean-up takes the folder away: git ignores it.
        is_cleaned = place == parent and os.path.isdir(place) and not os.path.lexists(folder)
        own_root, real_place = os.path.realpath(root), os.path.realpath(place)
        is_husky = place and (is_cleaned or _has_husky_files(place))
        if is_husky and real_place != own_root and lies_in(real_place, own_root):
            return f"{shorten_path(own_root, real_place)}/{_STAGE}"
    return f"{_HUSKY_FOLDER}/{_STAGE}" if os.path.lexists(os.path.join(root, _HUSKY_FOLDER)) else ""


def is_husky_file(path: str) -> bool:
    """Tell whether the hook at *path* is husky's own, in the folder that it writes anew."""
    parent, name = os.path.split(os.path.dirname(path))
    is_named_so = "husky" in os.path.basename(parent)
    return name == _HUSKY_OWN and (is_named_so or _has_husky_files(parent))


def _has_husky_files(folder: str) -> bool:
    """Tell whether husky has put its own files below the *folder* of a project's scripts."""
    return any(os.path.lexists(os.path.join(folder, _HUSKY_OWN, name)) for name in _HUSKY_FILES)


def find_lefthook_file(root: str) -> str:
    """Return lefthook's file in the project at *root*, which it reads there alone; or nothing."""
    return next((path for path in _LEFTHOOK_FILES if os.path.lexists(os.path.join(root, path))), "")


def explain_unexecutable_hook(path: str) -> tuple[str, str]:
    """Return that git does not run the hook at *path*, husky's or any other, which is there and is
    not executable, and the command that makes it so; else nothing.
    """
    if not IS_POSIX or os.access(path, os.X_OK):
        return "", ""
    command = join_shell_words(["chmod", "+x", path])
    return f"git does not run it: {command}", command


def with_husky_line(text: str) -> str | None:
    """Return a script of husky's with our line as its last; ``None`` where it may end before."""
    before = text or _SHELL
    line_end = "\r\n" if before.splitlines(keepends=True)[0].endswith("\r\n") else "\n"
    line = LINE if before == _SHELL else _LAST_LINE
    after = before + ("" if before.endswith("\n") else line_end) + line + line_end
    return after if not any(read_husky_call(after)) else None


def read_husky_call(text: str) -> HookCall:
    """Return what becomes of the exit code of a call in a script of husky's, run by ``sh -e``."""
    return read_call(text, stops_at_errors=True)


def with_lefthook_line(text: str) -> str | None:
    """Return lefthook's YAML with our line among what runs before a commit."""
    try:
        before = yaml.safe_load(text)
        document = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    after = _add_line(text, document)
    return after if after is not None and _adds_only_our_line(before, after) else None


def read_lefthook_call(text: str) -> HookCall:
    """Return what becomes of the exit code of a call in lefthook's YAML."""
    try:
        stages = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError):
        return HookCall(condition=", if lefthook can read it")
    stage = stages.get(_STAGE) if isinstance(stages, dict) else None
    calls = [*_calls_below(stage, "")]
    ignored = f"no command below `{_STAGE}` calls phaser-lint"
    return best_call(calls) if calls else HookCall(ignored)


def _calls_below(node: Any, condition: str) -> Iterator[HookCall]:
    """Yield the calls in commands and jobs below *node* of lefthook's YAML."""
    if isinstance(node, dict):
        keys = sorted(_CONDITIONS & {key for key in node if isinstance(key, str)})
        condition = f", where `{keys[0]}` allows" if keys else condition
        script = node.get("run")
        if isinstance(script, str) and mentions_program(script):
            call = read_call(script)
            yield call._replace(condition=call.condition or condition)
    for child in (
        node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    ):
        yield from _calls_below(child, condition)


def _add_line(text: str, document: Any) -> str | None:
    if document is None:
        text_before = f"{text}\n" if text and not text.endswith("\n") else text
        return text_before + "".join(
            f"{new_line}\n" for new_line in (f"{_STAGE}:", *_indent_lines(_make_stage_lines()))
        )
    stage = _find_value(document, _STAGE)
    if not _is_block(document, yaml.MappingNode):
        return None
    if stage is None:
        return _add_lines_to_node(
            text, document, (f"{_STAGE}:", *_indent_lines(_make_stage_lines()))
        )
    if not _is_block(stage, yaml.MappingNode):
        return None
    jobs, commands = _find_value(stage, "jobs"), _find_value(stage, "commands")
    if jobs is not None:
        is_list = _is_block(jobs, yaml.SequenceNode)
        return (
            _add_lines_to_node(text, jobs, ("- name: phaser-lint", f"  run: {LINE}"))
            if is_list
            else None
        )
    if commands is not None:
        is_mapping = _is_block(commands, yaml.MappingNode)
        return _add_lines_to_node(text, commands, _make_command_lines()) if is_mapping else None
    return _add_lines_to_node(text, stage, _make_stage_lines())


def _make_command_lines() -> Sequence[str]:
    return ("phaser-lint:", f"  run: {LINE}")


def _make_stage_lines() -> Sequence[str]:
    return ("commands:", *_indent_lines(_make_command_lines()))


def _indent_lines(lines: Sequence[str]) -> Sequence[str]:
    return [f"  {line}" for line in lines]


def _find_value(node: Any, key: str) -> Any:
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((key_value for name, key_value in pairs if name.value == key), None)


def _is_block(node: Any, kind: type[yaml.CollectionNode]) -> bool:
    return isinstance(node, kind) and not node.flow_style and bool(node.value)


def _add_lines_to_node(text: str, node: Any, lines: Sequence[str]) -> str:
    return insert_lines(text, lines, line=find_last_line(node) + 1, column=node.start_mark.column)


def _adds_only_our_line(before: Any, after: str) -> bool:
    """Tell whether the stage alone is another, and holds what it held beside our line."""
    try:
        stages = yaml.safe_load(after)
    except yaml.YAMLError:
        return False
    stage, stage_before = stages.pop(_STAGE), {**(before or {})}.pop(_STAGE, {})
    other_stages = {key: key_value for key, key_value in (before or {}).items() if key != _STAGE}
    jobs = stage.get("jobs")
    if jobs is not None:
        ours, stage_left = jobs[-1], {**stage, "jobs": jobs[:-1]}
    else:
        ours = stage["commands"].pop("phaser-lint", {})
        stage_left = {
            key: content for key, content in stage.items() if key != "commands" or content
        }
    return bool(stages == other_stages and stage_left == stage_before and ours.get("run") == LINE)


HUSKY = HookManager(
    name="husky",
    file_in=find_husky_script,
    with_line=with_husky_line,
    read_call=read_husky_call,
    executable=True,
    place="as its first command",
    command="npx husky",
    remedy="install the packages, or run",
    folders=(".", _HUSKY_OWN),
)
LEFTHOOK = HookManager(
    name="lefthook",
    file_in=find_lefthook_file,
    with_line=with_lefthook_line,
    read_call=read_lefthook_call,
    place="as a command of its own under `pre-commit`",
    command="lefthook install",
    remedy="run",
)
