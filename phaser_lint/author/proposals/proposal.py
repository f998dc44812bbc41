"""What is proposed to a project: files, each with the text that it would have."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from phaser_lint.agent.agent import Agent
from phaser_lint.agent.install.agent_hooks import FILES, TEAM_COMMAND, paths_by_scope
from phaser_lint.agent.install.hook_additions import additions
from phaser_lint.agent.install.hook_entries import WantedHook
from phaser_lint.agent.install.settings_changes import SettingsChange, memories_in, put_in
from phaser_lint.agent.install.settings_file import write_settings
from phaser_lint.agent.locations import Machine
from phaser_lint.author.proposals.commit_hooks import PATH as COMMITS
from phaser_lint.author.proposals.commit_hooks import with_commit_hooks
from phaser_lint.author.proposals.commit_programs import HookManager
from phaser_lint.author.proposals.git_hook import find_git_hook, with_call
from phaser_lint.author.proposals.hook_source import HookSource, installed_source
from phaser_lint.author.proposals.pack_trial import PackTrial, try_packs
from phaser_lint.author.proposals.project_traits import ProjectTraits
from phaser_lint.author.proposals.workflow import PATH as WORKFLOW
from phaser_lint.author.proposals.workflow import workflow_text
from phaser_lint.contract.packs import PACKS
from phaser_lint.core import Record
from phaser_lint.core.errors import SettingsError, UsageError
from phaser_lint.core.own_program import not_on_path
from phaser_lint.project.git.git_command import working_tree
from phaser_lint.project.git.repository import ignored_paths
from phaser_lint.project.root import CONFIGURATION
from phaser_lint.report.exports.exported_file import held_text

_SCOPE = "project"


class Proposal(Record):
    """A file from the root, what it is for, and its text; of an agent's hook the change."""

    path: str
    purpose: str
    text: str
    hook: SettingsChange | None = None
    executable: bool = False
    is_gits: bool = False
    """It lies in git's own folder, so it is in no commit."""


class Proposed(Record):
    """What is proposed, and what cannot be, in sentences."""

    proposals: tuple[Proposal, ...]
    problems: tuple[str, ...]
    ignored: tuple[str, ...]
    """The paths of proposals that git ignores, so that nobody else gets the files."""
    pack_trials: tuple[PackTrial, ...]
    """Of each pack, where a configuration is proposed."""


def proposed(traits: ProjectTraits, machine: Machine, *, packs: Iterable[str] = ()) -> Proposed:
    """Return what a project of these *traits* lacks, with the *packs* that somebody named."""
    source = installed_source()
    proposals: list[Proposal] = []
    problems: list[str] = []
    pack_trials: tuple[PackTrial, ...] = ()
    try:
        pack_trials = _pack_trials(traits, source, frozenset(packs))
    except UsageError as error:  # no reason to leave the others
        problems.append(str(error))
    for propose in (
        partial(_propose_configuration, traits, pack_trials),
        *(
            partial(_propose_agent_hooks, agent, traits, machine)
            for agent in _agents_to_hook(traits)
        ),
        partial(_propose_commit_hooks, traits, source),
        *(partial(_propose_line, traits, manager) for manager in traits.managers),
        partial(_propose_git_hook, traits, source),
        partial(_propose_workflow, traits, source),
        partial(_require_source, traits, source),
    ):
        try:
            proposals += [*propose()]
        except (SettingsError, UsageError) as error:  # no reason to leave the others
            problems.append(str(error))
    hook_paths = [proposal.path for proposal in proposals if proposal.hook is not None]
    problem = not_on_path(TEAM_COMMAND, machine.environment.get("PATH")) if hook_paths else ""
    if problem:
        problems.append(f"{', '.join(hook_paths)}: the hook does not start yet: {problem}")
    tree = working_tree(traits.root)
    paths = [proposal.path for proposal in proposals if not proposal.is_gits]
    ignored = ignored_paths(tree, paths) if tree and paths else None
    return Proposed(tuple(proposals), tuple(problems), tuple(ignored or ()), pack_trials)


def write_proposals(proposals: Iterable[Proposal], root: str, *, cache: str) -> dict[str, str]:
    """Write the files, and return of each path that cannot be written why.

    The earlier text is remembered in *cache*.
    """
    failed: dict[str, str] = {}
    for proposal in proposals:
        executable = proposal.executable
        try:
            if proposal.hook is not None:
                put_in(proposal.hook, executable=executable, memories=memories_in(cache))
            else:
                path = os.path.join(root, proposal.path)
                write_settings(path, proposal.text, executable=executable)
        except SettingsError as error:  # no reason to leave the others
            failed[proposal.path] = str(error)
    return failed


def _propose_configuration(
    traits: ProjectTraits, pack_trials: Sequence[PackTrial]
) -> Iterator[Proposal]:
    chosen_packs = [trial.name for trial in pack_trials if trial.is_chosen]
    if not chosen_packs:
        return
    held_text(traits.root, CONFIGURATION)  # a link that leads out of the project
    rows = [*chosen_packs, *(name for name in PACKS if name not in chosen_packs)]
    lines = [
        f"  {'' if name in chosen_packs else '# '}- pack: {name}  # {PACKS[name]}\n"
        for name in rows
    ]
    purpose = f"contracts that come with phaser-lint: {', '.join(chosen_packs)}"
    yield Proposal(CONFIGURATION, purpose, "".join(("include:\n", *lines)))


def _pack_trials(
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
    writes_workflow = _workflow_of(traits, source) is not None
    pins_actions = not writes_workflow or (source is not None and source.is_commit())
    return try_packs(traits, wanted=wanted_packs, pins_actions=pins_actions)


def _agents_to_hook(traits: ProjectTraits) -> Iterator[Agent]:
    """Yield the agents that need a hook, those that cannot have one in a project, too.

    One that runs the hooks of another needs none of its own; where somebody named it, it gets one.
    """
    taken_paths: set[str] = set()
    for agent in traits.agents:
        paths, is_wanted = paths_by_scope(agent.name).get(_SCOPE, ()), agent.name in traits.wanted
        borrowed_paths = () if is_wanted or not paths else agent.borrowed
        if taken_paths.isdisjoint((*paths, *borrowed_paths)):
            yield agent
        taken_paths.update(paths)


def _propose_agent_hooks(
    agent: Agent, traits: ProjectTraits, machine: Machine
) -> Iterator[Proposal]:
    if not paths_by_scope(agent.name).get(_SCOPE):
        raise SettingsError(
            f"{agent.shown}: it has no hooks of a project: phaser-lint install --agent "
            f"{agent.name} puts one into your own settings"
        )
    executable = agent.name in FILES and FILES[agent.name].executable
    for change in additions(WantedHook(_SCOPE, agent.name), machine):
        path, text = os.path.relpath(change.place.path, traits.root), change.outcome.text
        if change.outcome.status == "differs" and agent.name in traits.wanted:
            raise SettingsError(
                f"{path}: holds another form of phaser's hooks; phaser-lint install --agent "
                f"{agent.name} --force replaces them"
            )
        if change.outcome.changed and change.outcome.status == "installed" and text is not None:
            moment = "once" if agent.reports_after else "before"
            purpose = f"the hook of {agent.shown}: each edit is checked {moment} it is written"
            yield Proposal(path, purpose, text, hook=change, executable=executable)


def _propose_commit_hooks(traits: ProjectTraits, source: HookSource | None) -> Iterator[Proposal]:
    if not _lacks_commit_hooks(traits, source) or source is None:
        return
    held_text(traits.root, COMMITS)
    text = with_commit_hooks(traits.commits or "", source)
    if text is None:
        raise SettingsError(
            f"{COMMITS}: expected a list `repos` in block style, to put hooks at its end; "
            "docs/pre-commit.md has what to write"
        )
    yield Proposal(COMMITS, "the hooks of pre-commit: each commit is checked", text)


def _lacks_commit_hooks(traits: ProjectTraits, source: HookSource | None) -> bool:
    return _has_commit_program(traits, source) and "phaser-lint" not in (traits.commits or "")


def _has_commit_program(traits: ProjectTraits, source: HookSource | None) -> bool:
    """Tell whether pre-commit is to check commits, which by itself needs a source to name."""
    return bool(traits.commits) or (traits.commits is not None and source is not None)


def _propose_line(traits: ProjectTraits, manager: HookManager) -> Iterator[Proposal]:
    path = manager.file_in(traits.root)
    before = held_text(traits.root, path) or ""
    if "phaser-lint" in before:
        return
    text = manager.with_line(before)
    if text is None:
        raise SettingsError(
            f"{path}: expected a place for another line; write `phaser-lint scan --staged "
            "--project-contracts` where it runs before a commit"
        )
    purpose = f"a line for {manager.name}: each commit is checked"
    yield Proposal(path, purpose, text, executable=manager.executable)


def _propose_git_hook(traits: ProjectTraits, source: HookSource | None) -> Iterator[Proposal]:
    if traits.managers or _has_commit_program(traits, source):
        return
    hook = find_git_hook(traits.root)
    if hook is not None and not hook.names_us():
        purpose = "git's hook before a commit: each commit is checked"
        text = with_call(hook, traits.root)
        yield Proposal(
            hook.shown(traits.root), purpose, text, executable=True, is_gits=not hook.is_shared
        )


def _propose_workflow(traits: ProjectTraits, source: HookSource | None) -> Iterator[Proposal]:
    text = _workflow_of(traits, source)
    if text is not None:
        held_text(traits.root, WORKFLOW)  # a link that leads out of the project
        purpose = f"a workflow of GitHub: pull requests and {traits.branch} are checked"
        yield Proposal(WORKFLOW, purpose, text)


def _workflow_of(traits: ProjectTraits, source: HookSource | None) -> str | None:
    is_wanted = traits.branch and not traits.is_in_workflow
    return workflow_text(source, traits.branch) if is_wanted and source else None


def _require_source(traits: ProjectTraits, source: HookSource | None) -> Iterator[Proposal]:
    """Raise ``SettingsError`` where a file names a revision, and there is none to name."""
    wants_workflow = bool(traits.branch) and not traits.is_in_workflow
    lacks = [COMMITS] * _lacks_commit_hooks(traits, source) + [WORKFLOW] * wants_workflow
    if source is None and lacks:
        raise SettingsError(
            f"{' and '.join(lacks)}: not proposed, for this phaser-lint was built on this machine, "
            "and others cannot fetch it; install it from an index or from git, and run init again"
        )
    yield from ()
