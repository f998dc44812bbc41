"""``phaser-lint uninstall --all``: take this program out of the machine, as far as it is its own.

All agents and scopes, git's hook, the cache and what sessions left there go. Contracts, the
configuration, the baseline and what a team runs stay, and are listed for a person to delete.
"""

from __future__ import annotations

import itertools
import os
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.install.former_texts import TextMemory, open_memories
from phaser_lint.agent.install.forms_of_settings import make_removal
from phaser_lint.agent.install.hook_additions import locate_settings
from phaser_lint.agent.install.install_table import list_paths_by_scope
from phaser_lint.agent.install.json_hooks import Outcome
from phaser_lint.agent.install.settings_changes import (
    SettingsChange,
    apply_removal,
    plan_change,
    with_former_text,
)
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.settings_locations import Location, Machine
from phaser_lint.author.proposals.git_hook import (
    find_own_hooks,
    find_path_before_move,
    without_call,
)
from phaser_lint.author.proposals.traces import (
    Trace,
    find_export_traces,
    find_git_hook_traces,
    find_project_traces,
    names_us,
)
from phaser_lint.author.proposals.undo import (
    can_undo_init_file,
    list_remembered_paths,
    open_clone_memory,
)
from phaser_lint.command import exit_codes
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.command.undo_init import HOW_TO_UNDO, render_trace_lines
from phaser_lint.core import IS_POSIX, belongs_to_user
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.text import make_harmless, render_path
from phaser_lint.hook.memory.stored_snapshot import find_witness_folder
from phaser_lint.project import find_home_folder, find_user_cache_folder, shorten_path
from phaser_lint.project.levels import BASELINE, Levels

_PROGRAM = "phaser-lint"


def uninstall_all(levels: Levels, *, dry_run: bool) -> int:
    """Take out with ``uninstall --all`` everything that is this program's own, and print it; 0, or
    2 where something is left.

    *levels* are all of the project. Nothing is printed where there is nothing of it.
    """
    root, home = levels.root, find_home_folder()
    cache, clone = find_user_cache_folder(os.environ, home=home), open_clone_memory(root)
    memories = (*open_memories(cache), *(() if clone is None else (clone,)))
    # A level below can have hooks of its own, by `install --root`.
    roots = dict.fromkeys([root, *(level.folder for level in levels.levels)])
    machines = [Machine(folder, home, os.environ) for folder in roots]
    changes, problems = _find_removals(machines, memories)
    own_folders = (cache, find_witness_folder(cache)) if cache else ()
    folders = [folder for folder in own_folders if _is_own_folder(folder)]
    lines: list[str] = []
    for change in changes:
        try:
            if not dry_run:
                was_at = find_path_before_move(change.place.path)
                apply_removal(change, home=home, memories=memories, known_as=was_at)
            path = render_path(shorten_path(root, change.place.path))
            is_deleted, would = change.outcome.text is None, "would be " * dry_run
            taken_out = f"the hook {would or 'is '}taken out"
            lines.append(f"{path}: {f'{would}removed' if is_deleted else taken_out}")
        except SettingsError as error:  # no reason to leave the others
            problems.append(str(error))
    own_paths = {change.place.path for change in changes}
    real_paths = set(map(os.path.realpath, own_paths))
    traces_elsewhere = [
        Trace(path, "a hook in another project")  # which install wrote on this machine
        for path in (TextMemory(cache).paths() if cache else ())
        if os.path.realpath(path) not in real_paths and names_us(path)
    ]
    # With hooks that are left in it, the cache still knows what was there before them.
    for folder in () if problems else folders:
        if not dry_run:
            shutil.rmtree(folder, ignore_errors=True)
        if not dry_run and os.path.lexists(folder):
            problems.append(f"{folder}: cannot be removed")
        else:
            lines.append(f"{render_path(folder)}: {'would be ' * dry_run}removed")
    if clone is not None and not (dry_run or clone.paths()):
        clone.forget_folders()
    traces = [
        Trace(shorten_path(root, folder), "contracts")
        for folder in filter(os.path.isdir, levels.folders(home=home))
    ]
    traces += [*find_git_hook_traces(root), *find_project_traces(root)]
    if os.path.lexists(os.path.join(root, BASELINE)):
        traces.append(Trace(BASELINE, "the baseline"))
    traces += find_export_traces(root)
    # A dry run has taken nothing out of it yet.
    traces += _find_record_traces(root, clone, taken_paths=own_paths if dry_run else ())
    traces += traces_elsewhere
    # A team's line for husky is left, too, where nothing else was there to take out.
    if lines or traces:
        lines += ["nothing is taken out"] * (not (lines or problems))
        lines += _render_left_traces(root, clone, traces, own_paths=own_paths)
    sys.stdout.write(render_lines(lines))
    sys.stdout.flush()
    sys.stderr.write("".join(f"phaser-lint: {make_harmless(problem)}\n" for problem in problems))
    return exit_codes.INCOMPLETE if problems else exit_codes.CLEAN


def _find_removals(
    machines: Sequence[Machine], memories: Sequence[TextMemory]
) -> tuple[list[SettingsChange], list[str]]:
    """Return what becomes of each file with a hook of ours, and what is in the way: of *machines*
    the first is the project's root, the others are its other levels.
    """
    changes: dict[str, SettingsChange] = {}
    problems: dict[str, None] = {}
    for machine, agent in itertools.product(machines, AGENT_SETTINGS):
        for pattern in (
            path for paths in list_paths_by_scope(agent.name).values() for path in paths
        ):
            try:
                place = locate_settings(agent.name, pattern, machine)
            except SettingsError:  # no home, or a link that leads out, where nothing was written
                continue
            try:
                change = plan_change(place, make_removal(place.path, agent.name))
            except SettingsError as error:
                if names_us(place.path) or not os.access(place.path, os.R_OK):
                    problems[str(error)] = None
                continue
            if change.outcome.changed:
                changes.setdefault(place.path, with_former_text(change, memories))
    root = machines[0].root
    for hook in find_own_hooks(root):
        text = without_call(hook.text or "")
        place = Location(hook.path, hook.path_from_root(root), os.path.dirname(hook.path))
        if text != hook.text:
            outcome = Outcome(text, changed=True, status="removed")
            changes[place.path] = with_former_text(
                SettingsChange(place, hook.text, outcome), memories
            )
    return [*changes.values()], [*problems]


def _find_record_traces(
    root: str, clone: TextMemory | None, *, taken_paths: Collection[str]
) -> Iterator[Trace]:
    """Yield the record of ``init`` in git's folder, if it has more than *taken_paths*."""
    if clone is not None and not {*clone.paths()}.issubset(taken_paths):
        yield Trace(shorten_path(root, clone.folder), "what init --undo goes by")


def _is_own_folder(folder: str) -> bool:
    """Tell whether there is a *folder* of this user's to take away, and no link to one."""
    try:
        return bool(folder) and not os.path.islink(folder) and belongs_to_user(os.stat(folder))
    except OSError:
        return False


def _render_left_traces(
    root: str, clone: TextMemory | None, traces: Sequence[Trace], *, own_paths: Collection[str]
) -> list[str]:
    """Return what of *traces* is left beside *own_paths*, and the commands for it."""
    left_traces = [trace for trace in traces if os.path.join(root, trace.path) not in own_paths]
    lines = ["", *render_trace_lines("left for you to delete:", left_traces)] if left_traces else []
    written_paths = list_remembered_paths(root, clone) if clone is not None else []
    if clone and any(can_undo_init_file(path, clone) for path in {*written_paths} - {*own_paths}):
        lines += ["", HOW_TO_UNDO]
    # By the folder that it was installed into; README.md makes this one for it.
    own_environment = os.path.realpath(os.path.join(find_home_folder(), ".phaser-lint"))
    is_own = os.path.isfile(os.path.join(own_environment, "pyvenv.cfg"))
    folders = os.path.normpath(sys.prefix).split(os.sep)
    removal = join_shell_words([sys.executable, "-m", "pip", "uninstall", _PROGRAM])
    if "pipx" in folders:
        removal = f"pipx uninstall {_PROGRAM}"
    elif folders[-3:-1] == ["uv", "tools"]:
        removal = f"uv tool uninstall {_PROGRAM}"
    elif IS_POSIX and is_own and os.path.realpath(sys.prefix) == own_environment:
        removal = join_shell_words(["rm", "-r", sys.prefix])
    return [*lines, "", f"{removal} removes the program"]
