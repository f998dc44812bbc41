"""What is proposed to a project: files, each with the text that it would have."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from phaser_lint import DOCS, REPOSITORY
from phaser_lint.agent.agent_table import TEAM_COMMAND, Agent
from phaser_lint.agent.install.former_texts import TextMemory, open_memories
from phaser_lint.agent.install.hook_additions import plan_additions
from phaser_lint.agent.install.hook_entries import WantedHook
from phaser_lint.agent.install.hook_requirements import explain_borrowed_hooks
from phaser_lint.agent.install.install_table import FILES, list_paths_by_scope
from phaser_lint.agent.install.json_hooks import Outcome
from phaser_lint.agent.install.settings_changes import SettingsChange, apply_addition
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.settings_locations import Location, Machine
from phaser_lint.author.proposals.git_hook import RUN_AND_FAIL, find_git_hook, with_call
from phaser_lint.author.proposals.github_workflow import PATH as WORKFLOW
from phaser_lint.author.proposals.github_workflow import render_workflow_text
from phaser_lint.author.proposals.hook_source import HookSource, find_installed_source
from phaser_lint.author.proposals.husky_and_lefthook import HookManager
from phaser_lint.author.proposals.pack_trial import PackTrial, try_packs
from phaser_lint.author.proposals.pre_commit_configuration import PATH as COMMITS
from phaser_lint.author.proposals.pre_commit_configuration import with_commit_hooks
from phaser_lint.author.proposals.project_traits import ProjectTraits
from phaser_lint.author.proposals.traces import (
    explain_needless_git_hook,
    find_idle_checks,
    find_managers_without_call,
    names_us,
)
from phaser_lint.contract.pack_table import PACKS
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.own_program import explain_not_on_path, mentions_program
from phaser_lint.core.text import render_path
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.tracked_files import find_ignored_paths
from phaser_lint.project.levels import CONFIGURATION
from phaser_lint.report.exports.exported_file import read_export_target

_SCOPE = "project"


class Proposal(Record):
    """A file from the root, what it is for, and what becomes of it."""

    path: str
    purpose: str
    change: SettingsChange
    is_agents: bool = False
    """It is an agent's, and gets the hook."""
    executable: bool = False
    is_gits: bool = False
    """It lies in git's own folder, so it is in no commit."""

    @property
    def text(self) -> str:
        """The text that the proposed file would have."""
        return self.change.outcome.text or ""


class InitProposal(Record):
    """What is proposed, and what cannot be, in sentences."""

    proposals: tuple[Proposal, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    """What a person writes, because nothing that is written here could work for others."""
    ignored: tuple[str, ...]
    """The paths of proposals that git ignores, so that nobody else gets the files."""
    pack_trials: tuple[PackTrial, ...]
    """Of each pack, where a configuration is proposed."""


def propose_files(
    traits: ProjectTraits,
    machine: Machine,
    *,
    packs: Iterable[str] = (),
    wants_git_hook: bool = False,
) -> InitProposal:
    """Return the files that a project of these *traits* lacks, with the *packs* named, and with
    git's own hook where another program is to run hooks and git does not start it.
    """
    source = find_installed_source()
    proposals: list[Proposal] = []
    problems: list[str] = []
    pack_trials: tuple[PackTrial, ...] = ()
    try:
        pack_trials = _choose_pack_trials(traits, source, frozenset(packs))
    except UsageError as error:  # no reason to leave the others
        problems.append(str(error))
    # Those that cannot have a hook in a project, too. One that runs the hooks of another needs none
    # of its own; where somebody named it, it gets one.
    agents_to_hook, taken_paths, notes = [], set[str](), list[str]()
    for agent in traits.agents:
        paths, is_wanted = (
            list_paths_by_scope(agent.name).get(_SCOPE, ()),
            agent.name in traits.wanted,
        )
        borrowed_paths = () if is_wanted or not paths else agent.borrowed
        shared_paths = taken_paths.intersection((*paths, *borrowed_paths))
        if not shared_paths:
            agents_to_hook.append(agent)
        elif not any(names_us(os.path.join(traits.root, path)) for path in paths):
            notes += filter(None, [explain_borrowed_hooks(agent, min(shared_paths))])
        taken_paths.update(paths)
    for propose in (
        partial(_propose_configuration, traits, pack_trials),
        *(
            partial(_propose_agent_hooks, agent, traits=traits, machine=machine)
            for agent in agents_to_hook
        ),
        partial(_propose_commit_hooks, traits, source),
        *(
            partial(_propose_line, traits, manager)
            for manager in find_managers_without_call(traits.managers, traits.root)
        ),
        partial(_propose_git_hook, traits, source, is_wanted=wants_git_hook),
        partial(_propose_workflow, traits, source),
    ):
        try:
            proposals += [*propose()]
        except (SettingsError, UsageError) as error:  # no reason to leave the others
            problems.append(str(error))
    problems += [
        f"{render_path(check.path)}: {check.why_not_run}"
        for check in find_idle_checks(traits.root)
        if not check.command  # with one it is the next step
    ]
    # A file names a revision, and there is none to name.
    wants_workflow = bool(traits.branch) and not traits.is_in_workflow
    lacks = [(COMMITS, f"{DOCS}/pre-commit.md")] * _lacks_commit_hooks(traits, source)
    lacks += [(WORKFLOW, f"{DOCS}/github-action.md")] * bool(wants_workflow)
    if source is None and lacks:
        # Whoever only tries it wants a hook today.
        local = (
            f"; until then `repo: local` in {COMMITS} runs what is installed (language: system), "
            "and who has not installed it cannot commit"
        )
        names_one = "they name" if len(lacks) > 1 else "it names"
        notes.append(
            f"{' and '.join(path for path, _ in lacks)}: not proposed: {names_one} a commit that "
            "others can fetch, and this phaser-lint was installed from a folder or file here. One "
            f"from pip install git+{REPOSITORY} knows such a commit; or push the folder to a "
            "repository of yours, and name YOU/phaser-lint@COMMIT in the YAML of "
            f"{' and '.join(page for _, page in lacks)}{local * (lacks[0][0] == COMMITS)}"
        )
    notes += [
        f"{path}: not written to; the job that checks what is pushed: {DOCS}/ci.md"
        for path in traits.ci_files
        if not names_us(os.path.join(traits.root, path))
    ]
    hook_paths = [proposal.path for proposal in proposals if proposal.is_agents]
    problem = (
        explain_not_on_path(TEAM_COMMAND, machine.environment.get("PATH")) if hook_paths else ""
    )
    if problem:
        problems.append(f"{', '.join(hook_paths)}: the hook does not start yet: {problem}")
    tree = find_working_tree(traits.root)
    for_all = [proposal.path for proposal in proposals if not proposal.is_gits]
    ignored = find_ignored_paths(tree, for_all) if tree and for_all else None
    return InitProposal(
        proposals=tuple(proposals),
        problems=tuple(problems),
        notes=tuple(notes),
        ignored=tuple(ignored or ()),
        pack_trials=pack_trials,
    )


def write_proposals(
    proposals: Iterable[Proposal], *, cache: str, clone: TextMemory | None
) -> dict[str, str]:
    """Write the proposed files, and return of each path that cannot be written why.

    The earlier text is remembered in the *clone*, and that of an agent's settings in *cache*, too.
    """
    failed: dict[str, str] = {}
    of_clone = () if clone is None else (clone,)
    for proposal in proposals:
        change = proposal.change
        memories = (*of_clone, *(open_memories(cache) if proposal.is_agents else ()))
        try:
            if read_settings(change.place.path) != change.before:
                raise SettingsError(f"{proposal.path}: changed since it was read: run init again")
            apply_addition(change, executable=proposal.executable, memories=memories)
        except SettingsError as error:  # no reason to leave the others
            failed[proposal.path] = str(error)
    return failed


def _make_text_change(root: str, path: str, *, before: str | None, text: str) -> SettingsChange:
    """Return the proposal that makes *text* of the file at *path* from *root*."""
    location = Location(os.path.join(root, path), path, root)
    return SettingsChange(location, before, Outcome(text, changed=True, status="installed"))


def _propose_configuration(
    traits: ProjectTraits, pack_trials: Sequence[PackTrial]
) -> Iterator[Proposal]:
    chosen_packs = [trial.name for trial in pack_trials if trial.is_chosen]
    if not chosen_packs:
        return
    before = read_export_target(traits.root, CONFIGURATION)  # raises for a link that leads out
    rows = [*chosen_packs, *(name for name in PACKS if name not in chosen_packs)]
    lines = [
        f"  {'' if name in chosen_packs else '# '}- pack: {name}  # {PACKS[name]}\n"
        for name in rows
    ]
    purpose = f"contracts that come with phaser-lint: {', '.join(chosen_packs)}"
    text = "".join(("include:\n", *lines))
    change = _make_text_change(traits.root, CONFIGURATION, before=before, text=text)
    yield Proposal(CONFIGURATION, purpose, change)


def _choose_pack_trials(
    traits: ProjectTraits, source: HookSource | None, wanted_packs: frozenset[str]
) -> tuple[PackTrial, ...]:
    """Return the trials of the packs, where a configuration could name them.

    Raises ``UsageError``.
    """
    if traits.is_configured and wanted_packs:
        rows = ", ".join(f"`- pack: {name}`" for name in sorted(wanted_packs))
        raise UsageError(f"{CONFIGURATION}: it is there already; write {rows} under its `include`")
    if traits.is_configured or (traits.has_contracts and not wanted_packs):
        return ()
    writes_workflow = _render_workflow(traits, source) is not None
    pins_actions = not writes_workflow or (source is not None and source.is_commit())
    return try_packs(traits, wanted=wanted_packs, pins_actions=pins_actions)


def _propose_agent_hooks(
    agent: Agent, traits: ProjectTraits, machine: Machine
) -> Iterator[Proposal]:
    if not list_paths_by_scope(agent.name).get(_SCOPE):
        raise SettingsError(
            f"{agent.shown}: it has no hooks of a project: phaser-lint install --agent "
            f"{agent.name} puts one into your own settings"
        )
    executable = agent.name in FILES and FILES[agent.name].executable
    for change in plan_additions(WantedHook(_SCOPE, agent.name), machine):
        path = os.path.relpath(change.place.path, traits.root)
        if change.outcome.status == "differs" and agent.name in traits.wanted:
            raise SettingsError(
                f"{path}: holds another form of phaser's hooks; phaser-lint install --agent "
                f"{agent.name} --force replaces them"
            )
        if change.outcome.changed and change.outcome.status == "installed":
            moment = "once" if agent.reports_after else "before"
            purpose = f"the hook of {agent.shown}: each edit is checked {moment} it is written"
            yield Proposal(path, purpose, change, is_agents=True, executable=executable)


def _propose_commit_hooks(traits: ProjectTraits, source: HookSource | None) -> Iterator[Proposal]:
    if not _lacks_commit_hooks(traits, source) or source is None:
        return
    before = read_export_target(traits.root, COMMITS)
    text = with_commit_hooks(before or "", source)
    if text is None:
        raise SettingsError(
            f"{COMMITS}: expected a list `repos` in block style, to put hooks at its end; "
            f"{DOCS}/pre-commit.md has what to write"
        )
    change = _make_text_change(traits.root, COMMITS, before=before, text=text)
    yield Proposal(COMMITS, "the hooks of pre-commit: each commit is checked", change)


def _lacks_commit_hooks(traits: ProjectTraits, source: HookSource | None) -> bool:
    return _has_commit_program(traits, source) and not mentions_program(traits.commits or "")


def _has_commit_program(traits: ProjectTraits, source: HookSource | None) -> bool:
    """Tell whether pre-commit is to check commits, which by itself needs a source to name."""
    return bool(traits.commits) or (traits.commits is not None and source is not None)


def _propose_line(traits: ProjectTraits, manager: HookManager) -> Iterator[Proposal]:
    path = manager.file_in(traits.root)
    before = read_export_target(traits.root, path)
    if manager.with_line is None:
        raise SettingsError(f"{path}: not written to. Have {manager.place} {RUN_AND_FAIL}")
    if mentions_program(before or ""):
        return
    text = manager.with_line(before or "")
    if text is None:
        raise SettingsError(
            f"{path}: expected a place for another line; write `phaser-lint scan --staged "
            f"--project-contracts || exit` {manager.place}"
        )
    purpose = f"a line for {manager.name}: each commit is checked"
    change = _make_text_change(traits.root, path, before=before, text=text)
    yield Proposal(path, purpose, change, executable=manager.executable)


def _propose_git_hook(
    traits: ProjectTraits, source: HookSource | None, *, is_wanted: bool
) -> Iterator[Proposal]:
    has_other = bool(traits.managers) or _has_commit_program(traits, source)
    if explain_needless_git_hook(traits.root) if is_wanted else has_other:
        return
    hook = find_git_hook(traits.root)
    if hook is None and is_wanted:
        raise SettingsError(f"--git-hook: expected the top of a repository: {traits.root}")
    if hook is not None and not hook.names_us():
        purpose = "git's hook before a commit: each commit is checked"
        text, path = with_call(hook, traits.root), hook.path_from_root(traits.root)
        change = _make_text_change(traits.root, path, before=hook.text, text=text)
        yield Proposal(path, purpose, change, executable=True, is_gits=not hook.is_shared)


def _propose_workflow(traits: ProjectTraits, source: HookSource | None) -> Iterator[Proposal]:
    text = _render_workflow(traits, source)
    if text is not None:
        before = read_export_target(traits.root, WORKFLOW)  # raises for a link that leads out
        change = _make_text_change(traits.root, WORKFLOW, before=before, text=text)
        purpose = f"a workflow of GitHub: pull requests and {traits.branch} are checked"
        yield Proposal(WORKFLOW, purpose, change)


def _render_workflow(traits: ProjectTraits, source: HookSource | None) -> str | None:
    is_wanted = traits.branch and not traits.is_in_workflow
    return render_workflow_text(source, traits.branch) if is_wanted and source else None
