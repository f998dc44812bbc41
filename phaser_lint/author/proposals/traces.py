"""What of a project names this program: files that ``init`` and ``export`` write."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.install.forms_of_settings import make_removal
from phaser_lint.agent.install.install_table import list_paths_by_scope
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.settings_locations import Machine, locate
from phaser_lint.author.proposals import github_workflow as workflow
from phaser_lint.author.proposals import pre_commit_configuration
from phaser_lint.author.proposals.git_hook import GitHook, find_git_hook, find_own_hooks
from phaser_lint.author.proposals.hook_programs import MANAGERS, list_manager_paths
from phaser_lint.author.proposals.hook_script import HookCall, read_call
from phaser_lint.author.proposals.husky_and_lefthook import (
    HUSKY,
    HookManager,
    explain_unexecutable_hook,
    is_husky_file,
    make_husky_command,
)
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.core.own_program import mentions_program, runs_program
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.git_settings import find_hooks_folder
from phaser_lint.project.git.git_status import list_unignored_files
from phaser_lint.project.git.pre_commit_hook import explain_idle_pre_commit
from phaser_lint.project.levels import CONFIGURATION
from phaser_lint.report.exports import agents_page, claude_rules

# Files of CI that a person writes; those of GitHub have any name.
_WORKFLOWS = ".github/workflows"
CI_BY_FILE = {
    ".gitlab-ci.yml": "GitLab", "Jenkinsfile": "Jenkins", "azure-pipelines.yml": "Azure Pipelines",
    "bitbucket-pipelines.yml": "Bitbucket", ".circleci/config.yml": "CircleCI",
}  # fmt: skip
"""The systems of CI besides GitHub, by the file that shows each."""

BEFORE_COMMITS = "each commit"
"""What a check before commits checks."""


class Trace(Record):
    """A path from the root, and what is there."""

    path: str
    meaning: str
    why_not_run: str = ""
    """Why it stops no commit in this clone, as where git does not run it; empty for all else."""
    command: str = ""
    """The command that has git run it; empty where one alone does not."""
    condition: str = ""
    """What it depends on whether it stops one: ``, unless line 2 ends it before``."""
    awaits_program: bool = False
    """Git does not start what would run it in this clone: husky, lefthook or pre-commit."""
    awaits_folder: bool = False
    """Git has to be told of its folder: it is a hook of the team's own."""


def find_agent_traces(machine: Machine, *, scopes: Sequence[str] = ("project",)) -> Iterator[Trace]:
    """Yield the traces for agents: the files of these *scopes* with a hook of ours, each once."""
    paths = {}
    for agent in AGENT_SETTINGS:
        paths_of_agent = list_paths_by_scope(agent.name)
        for pattern in (path for scope in scopes for path in paths_of_agent.get(scope, ())):
            location = locate(agent, pattern, machine)
            with contextlib.suppress(SettingsError):
                if (
                    location
                    and make_removal(location.path, agent.name)(
                        read_settings(location.path)
                    ).changed
                ):
                    paths[pattern] = Trace(pattern, f"a hook of {agent.shown}")
    yield from paths.values()


def find_git_hook_traces(root: str) -> Iterator[Trace]:
    """Yield git's own hooks before a commit that name this program, put aside or not."""
    for hook in _list_own_hooks(root):
        aside = "" if hook.is_run else ", which git does not run now"
        yield Trace(hook.path_from_root(root), f"git's hook before a commit{aside}")


def _list_own_hooks(root: str) -> list[GitHook]:
    """Return git's own hooks at *root* but for husky's script, which earlier ones have git run."""
    known_paths = list_manager_paths(root)
    return [hook for hook in find_own_hooks(root) if hook.path_from_root(root) not in known_paths]


def find_commit_checks(root: str, *, program: str = "") -> list[Trace]:
    """Return the traces of what checks the commits of *root* by this program, and of what would,
    each with why it does not in this clone and what to do. *program* runs pre-commit's hooks here.
    """
    checks = []
    for hook in _list_own_hooks(root):
        if hook.is_run:
            why, command = explain_unexecutable_hook(hook.path)
            own_call = read_call(hook.text or "")
            path = hook.path_from_root(root)
            checks.append(_trace_call(path, own_call, why=why, command=command))
    for manager in MANAGERS:
        path = manager.file_in(root)
        call = find_manager_call(manager, root)
        if call is not None:
            if manager.is_copied and checks:
                continue  # git's own hook with the call
            why, command = manager.why_not_run(root)
            check = _trace_call(path, call, why=why, command=command)
            # Where git looks into a folder of husky's alone, a hook of git's own would lie there.
            can_stand_in = not is_husky_file(os.path.join(find_hooks_folder(root), "pre-commit"))
            awaits_program = command.startswith(manager.command) and can_stand_in
            checks.append(check._replace(awaits_program=awaits_program))
    if _has_line_with_us(os.path.join(root, pre_commit_configuration.PATH)):
        program = program or "pre-commit"
        why, command = explain_idle_pre_commit(root, program=program)
        checks.append(
            Trace(
                pre_commit_configuration.PATH,
                BEFORE_COMMITS,
                why_not_run=why,
                command=command,
                awaits_program=command == f"{program} install",
            )
        )
    # Where git's own hook checks commits, those that lefthook would check are no fewer.
    if any(not (check.why_not_run or check.condition) for check in checks):
        checks = [check for check in checks if not (check.why_not_run and check.awaits_program)]
    return checks or [*find_idle_git_hooks(root)]


def find_manager_call(manager: HookManager, root: str) -> HookCall | None:
    """Return the call of this program in the *manager*'s file at *root*; ``None`` without one."""
    path = manager.file_in(root)
    if not path or not _has_line_with_us(os.path.join(root, path)):
        return None
    return manager.read_call(read_settings(os.path.join(root, path)) or "")


def find_managers_without_call(managers: Sequence[HookManager], root: str) -> list[HookManager]:
    """Return those of the *managers* that may lack our line at *root*: all that ``init`` writes to,
    else the first; none where one that a person writes to has it.
    """
    writable = [manager for manager in managers if manager.with_line]
    others = [manager for manager in managers if not manager.with_line]
    if any(find_manager_call(manager, root) is not None for manager in others):
        return []
    return writable or others[:1]


def find_push_checks(root: str) -> Iterator[Trace]:
    """Yield the traces of what checks what is pushed of *root* by this program."""
    workflows: list[str] = []
    with contextlib.suppress(OSError):
        names = sorted(os.listdir(os.path.join(root, _WORKFLOWS)))
        workflows = [f"{_WORKFLOWS}/{name}" for name in names if name.endswith((".yml", ".yaml"))]
    for path in (*workflows, *CI_BY_FILE):
        if _has_line_with_us(os.path.join(root, path)):
            yield Trace(path, "what is pushed")


def explain_unchecked_commits(root: str, commit_checks: Sequence[Trace]) -> str:
    """Return that nothing checks the commits of this clone, and nothing of *commit_checks* would,
    where ``init`` proposes what does; else nothing.

    In a colleague's fresh clone the hooks of agents are there, and git's own is not.
    """
    try:
        is_proposed = find_git_hook(root) is not None
    except SettingsError:  # init says what to write into it
        is_proposed = True
    is_unchecked = is_proposed and not commit_checks
    return "nothing checks commits in this clone: run phaser-lint init" * is_unchecked


def _trace_call(path: str, call: HookCall, *, why: str, command: str) -> Trace:
    """Return the trace of a *call* before commits in the file at *path*, which git may not run."""
    return Trace(
        path,
        BEFORE_COMMITS,
        why_not_run=why or call.ignored,
        command=command,
        condition=call.condition,
    )


def find_idle_checks(root: str, *, program: str = "") -> Iterator[Trace]:
    """Yield the traces of what would check the commits of *root*, and does not in this clone, each
    with why not and what to do; none without git. *program* runs pre-commit's hooks here.
    """
    if find_working_tree(root) is not None:
        checks = find_commit_checks(root, program=program)
        yield from (check for check in checks if check.why_not_run)


def explain_needless_git_hook(root: str) -> str:
    """Return that a program which git starts in this clone runs the hooks of *root*, so that git's
    own hook would check a commit twice; or nothing.
    """
    path = pre_commit_configuration.PATH
    names = [
        manager.name
        for manager in MANAGERS
        if manager.file_in(root) and not manager.why_not_run(root)[0]
    ]
    if os.path.lexists(os.path.join(root, path)) and not explain_idle_pre_commit(root)[0]:
        names.append("pre-commit")
    return f"git runs {names[0]} in this clone: a line there checks commits" if names else ""


def find_idle_git_hooks(root: str) -> Iterator[Trace]:
    """Yield the traces that are idle at *root*: hooks before a commit that run this program, and
    that neither git, husky nor lefthook finds. Each clone has to tell git of their folder.
    """
    folder = find_hooks_folder(root)
    if not folder:
        return
    with contextlib.suppress(SettingsError, GitError):
        hook = os.path.join(folder, "pre-commit")
        script = read_settings(hook) or ""
        known_paths = [os.path.join(root, path) for path in list_manager_paths(root)]
        known_places = [os.path.realpath(path) for path in (hook, *known_paths)]
        for path in list_unignored_files(root):
            place = os.path.join(root, path)
            is_idle = os.path.realpath(place) not in known_places and path not in script
            if not (
                os.path.basename(path) == "pre-commit" and is_idle and _has_line_with_us(place)
            ):
                continue
            own_folder = os.path.dirname(path) or "."
            command = join_shell_words(["git", "config", "core.hooksPath", own_folder])
            advice = f"{command} has git run it"
            # `web/.husky` in a fresh clone: the packages have git look into `web/.husky/_`, and
            # what they leave there is lost where git is told of another folder.
            is_huskys = HUSKY.name in os.path.basename(own_folder)
            if is_huskys:
                command = make_husky_command(own_folder)
                advice = f"{HUSKY.remedy} {command}"
            yield Trace(
                path,
                BEFORE_COMMITS,
                why_not_run=f"git does not run it in this clone: {advice}",
                command=command,
                awaits_program=is_huskys,
                awaits_folder=not is_huskys,
            )


def _has_line_with_us(path: str) -> bool:
    """Tell whether the file at *path* names the program in a line that is no comment."""
    try:
        return runs_program(read_settings(path) or "")
    except SettingsError:
        return False


def find_project_traces(root: str) -> Iterator[Trace]:
    """Yield the traces besides in the project at *root*, which belong to all who work on it."""
    if os.path.lexists(os.path.join(root, CONFIGURATION)):
        yield Trace(CONFIGURATION, "the configuration")
    yield from find_team_traces(root)


def find_team_traces(root: str) -> Iterator[Trace]:
    """Yield the traces in the project at *root* by which this program runs for a whole team."""
    names = {
        pre_commit_configuration.PATH: "pre-commit's hooks",
        workflow.PATH: "a workflow of GitHub",
    }
    for manager in MANAGERS:
        path = manager.file_in(root)
        if path:
            names[path] = f"a line for {manager.name}"
    for path, meaning in names.items():
        if names_us(os.path.join(root, path)):
            yield Trace(path, meaning)
    for hook in find_idle_git_hooks(root):
        yield Trace(hook.path, "a hook before a commit, which git does not run now")


def find_export_traces(root: str) -> Iterator[Trace]:
    """Yield what ``export`` wrote: by it agents go on believing that edits are checked."""
    if names_us(os.path.join(root, claude_rules.PATH), by=claude_rules.MARK):
        yield Trace(claude_rules.PATH, "rules that export wrote")
    if names_us(os.path.join(root, agents_page.PATH), by=agents_page.BEGIN):
        yield Trace(agents_page.PATH, "a part that export wrote")


def names_us(path: str, *, by: str = "") -> bool:
    """Tell whether the file at *path* is a trace of us: it names the program, or has its mark."""
    try:
        text = read_settings(path) or ""
        return by in text if by else mentions_program(text)
    except SettingsError:
        return False
