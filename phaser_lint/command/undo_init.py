"""``phaser-lint init --undo``: take back what ``init`` wrote in this worktree, byte for byte."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from phaser_lint.agent.settings_locations import Machine
from phaser_lint.author.proposals.traces import (
    Trace,
    find_agent_traces,
    find_git_hook_traces,
    find_project_traces,
)
from phaser_lint.author.proposals.undo import (
    UndoneFile,
    list_remembered_paths,
    open_clone_memory,
    undo_init_files,
)
from phaser_lint.command import exit_codes
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.core import JsonValue
from phaser_lint.core.errors import GitError
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.text import make_harmless, render_path, render_sorted_json
from phaser_lint.project import find_git_root, find_home_folder, find_user_cache_folder
from phaser_lint.project.git import list_worktrees, run_git
from phaser_lint.project.git.process_output import split_names

_WRITTEN = "These are files that it writes:"
_NO_RECORD = f"nothing records what init wrote here, so nothing is changed. {_WRITTEN}"
_ELSEWHERE = "init wrote in another worktree of this repository; there this takes it back:"
HOW_TO_UNDO = "phaser-lint init --undo takes back the files that init wrote"
HOW_TO_DELETE = "phaser-lint uninstall --all takes the hooks out; the rest is yours to delete"


def undo_init(root: str, *, as_json: bool) -> int:
    """Undo what ``init`` wrote in the project at *root*, and print it; 0 or 2."""
    home, clone = find_home_folder(), open_clone_memory(root)
    has_record = clone is not None and bool(list_remembered_paths(root, clone))
    unread = clone.explain_unread() if clone is not None else ""
    undone_files: list[UndoneFile] = []
    traces: list[Trace] = []
    worktrees: list[str] = []
    if clone is not None and has_record:
        cache = find_user_cache_folder(os.environ, home=home)
        undone_files += undo_init_files(root, clone, home=home, cache=cache)
    else:
        machine = Machine(root, home, os.environ)
        traces += [
            *find_agent_traces(machine),
            *find_git_hook_traces(root),
            *find_project_traces(root),
        ]
        # Each worktree has its own record, and all of them git's hook.
        top = find_git_root(root)
        all_worktrees = [] if top is None else list_worktrees(top)
        memories = {worktree: open_clone_memory(worktree) for worktree in all_worktrees}
        worktrees += [
            worktree for worktree, memory in memories.items() if memory and memory.paths()
        ]
    left_files = [undone_file for undone_file in undone_files if undone_file.reason]
    if as_json:
        files = [undone_file._asdict() for undone_file in undone_files]
        not_recorded = [trace._asdict() for trace in traces]
        fields: dict[str, JsonValue] = {"version": 1, "files": files, "not_recorded": not_recorded}
        if worktrees:
            fields["worktrees"] = worktrees
        if unread:
            fields["unread"] = unread
        sys.stdout.write(render_sorted_json(fields))
    else:
        changed = [undone_file for undone_file in undone_files if not undone_file.reason]
        lines = [f"{render_path(file.path)}: {file.ending}" for file in changed]
        # What was committed meanwhile the team still has, and a restore brings it back.
        paths = [file.path for file in changed if not os.path.isabs(file.path)]
        with suppress(GitError):  # no repository, or one without a commit
            output = run_git(root, "diff", "--name-only", "--relative", "-z", "HEAD", "--", *paths)
            committed = ", ".join(map(render_path, split_names(output) if paths else ()))
            ending = "colleagues and CI have it until you commit this"
            lines += ["", f"{committed}: in HEAD; {ending}"] * bool(committed)
        lines += [f"what init wrote here: {unread}"] * bool(unread)
        if traces:
            lines += render_trace_lines(_WRITTEN if unread else _NO_RECORD, traces)
            lines += ["", HOW_TO_DELETE]
        elif not (undone_files or unread):
            lines.append("nothing is here that init wrote")
        if worktrees:
            steps = [join_shell_words(["cd", path]) for path in worktrees]
            lines += ["", _ELSEWHERE, *[f"  {step} && phaser-lint init --undo" for step in steps]]
        sys.stdout.write(render_lines(lines))
        sys.stdout.flush()
        lines = [
            f"phaser-lint: {undone_file.path}: {undone_file.reason}; left as it is"
            for undone_file in left_files
        ]
        # A permission that was added to settings kept the hooks in them, and nothing said how on.
        is_hook_left = bool(lines) and any(
            [*find_agent_traces(Machine(root, home, os.environ)), *find_git_hook_traces(root)]
        )
        lines += [HOW_TO_DELETE] * is_hook_left
        sys.stderr.write("".join(f"{make_harmless(line)}\n" for line in lines))
    is_incomplete = left_files or traces or worktrees or unread
    return exit_codes.INCOMPLETE if is_incomplete else exit_codes.CLEAN


def render_trace_lines(lead: str, traces: Sequence[Trace]) -> list[str]:
    """Return the lines that the commands ``init --undo`` and ``uninstall`` print: the *lead*, and
    below it each of *traces* of ``init`` with what it is.
    """
    width = max(len(render_path(trace.path)) for trace in traces)
    rows = [f"  {render_path(trace.path):<{width}}  {trace.meaning}" for trace in traces]
    return [lead, *rows]
