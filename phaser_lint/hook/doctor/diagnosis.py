"""Does the hook really work? Every hook of ours on this machine, for one project.

    diagnose_hooks(levels, home=home, environment=…)   Diagnosis(hooks, findings)

Nothing of the project is written: caches and what is remembered of a session go to a temporary
folder, and pre-commit is tried on a copy.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import PurePath

from phaser_lint.agent import DEFAULT, load_adapter
from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.agent_table import CONTEXT_EVENT, Agent, AgentFiles, AgentHooks
from phaser_lint.agent.hook_process import Command, run_hook_command
from phaser_lint.agent.hosts_by_name import load_host
from phaser_lint.agent.install.hook_requirements import explain_borrowed_hooks
from phaser_lint.agent.install.hooks_in_settings import (
    Handler,
    SettingsFile,
    names_program,
    read_handlers,
)
from phaser_lint.agent.install.matchers import (
    find_session_start_faults,
    leaves_out_commands,
    matches_any_name,
)
from phaser_lint.agent.install.own_commands import is_ours
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.worktree_hooks import (
    explain_lost_hook,
    explain_unread_hook,
    find_hooks_root,
)
from phaser_lint.agent.settings_locations import (
    Machine,
    explain_start_folder,
    leads_astray,
    locate_present_files,
    with_agent_root,
)
from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.open_contracts import make_identified_places, open_contracts
from phaser_lint.core import Record
from phaser_lint.core.text import name_contract
from phaser_lint.hook.context_channels import find_channel
from phaser_lint.hook.doctor.context_hooks import gives_context, try_context_hook
from phaser_lint.hook.doctor.contract_findings import report_contract_findings, report_lookalikes
from phaser_lint.hook.doctor.contract_trials import make_trials, without_levels
from phaser_lint.hook.doctor.copied_files import make_own_folder
from phaser_lint.hook.doctor.execution import RunPlace, make_quiet_environment
from phaser_lint.hook.doctor.hook_trials import (
    Finding,
    HookStatus,
    Surroundings,
    advise_on_todays_hooks,
    render_install_command,
    try_hook_after_tool,
    try_hook_before_tool,
    with_findings,
)
from phaser_lint.hook.doctor.pre_commit_trials import fill_copy, try_commit_hook
from phaser_lint.hook.doctor.settings_environment import with_environment
from phaser_lint.project.files.disk import list_project_files
from phaser_lint.project.git.pre_commit_hook import explain_idle_pre_commit
from phaser_lint.project.levels import Levels
from phaser_lint.project.programs import find_checkout
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.text.search.hyperscan_database import name_engine

_ROUNDS = 5
_LONGEST_SCRIPT = 16_384


class Diagnosis(Record):
    """What ``doctor`` found out about a project."""

    root: str
    hooks: tuple[HookStatus, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What concerns no hook alone, or all of them."""
    bare_seconds: float = 0.0
    """What it takes to start and end this Python, measured in the same way as the hooks."""
    contracts: int = 0
    engine: str = ""
    """The engine that a scan searches many files with, and its version; empty without one."""

    @property
    def works(self) -> bool:
        """Tell whether every diagnosed hook works."""
        return all(finding.level != "problem" for finding in self.all_findings())

    def all_findings(self) -> tuple[Finding, ...]:
        """Return the findings of the project and of every hook."""
        return (*self.findings, *(finding for hook in self.hooks for finding in hook.findings))


def diagnose_hooks(
    levels: Levels,
    *,
    home: str,
    environment: Mapping[str, str],
    only: Sequence[str],
    below: Sequence[str],
    start: str,
    starts_all: bool,
    untried_checks: Sequence[str],
    has_git_hook: bool,
    has_idle_checks: bool,
    own_repository: str,
) -> Diagnosis:
    """Return the doctor's diagnosis of a project with these *levels*: whether its hooks work;
    *only* names some agents.

    *below* are the names of the project's other levels, which are not tried. *start* is where the
    agents are started, if that is not the root. *starts_all*: what the project names or holds, too.
    *untried_checks* say what checks commits, or what is pushed, and is not tried here.
    *has_git_hook*: another one checks commits, so pre-commit need not be installed in this clone.
    *has_idle_checks*: what would check commits is there, and git does not run it.
    *own_repository* is where this installation came from.
    """
    root = levels.root
    configuration = read_configuration(levels)
    contracts, *_ = open_contracts(make_identified_places(levels, home=home), end=None)
    files = sorted(list_project_files(root))
    trials = make_trials(root, without_levels(contracts, below), files)
    with make_own_folder() as folder:
        cache, copy = os.path.join(folder, "cache"), os.path.join(folder, "copy")
        os.mkdir(copy)
        quiet = make_quiet_environment(environment, home=home, folder=cache)
        place = RunPlace(
            root,
            quiet,
            checkout=find_checkout(root),
            starts_all=starts_all,
            own_repository=own_repository,
        )
        of_user = [contract for contract in contracts.contracts if contract.source == "user"]
        machine = Machine(root, home, environment, start=start)
        about = Surroundings(
            place,
            machine,
            copy=copy,
            trials=trials,
            levels=levels,
            included=configuration.include,
            user_contracts=frozenset(name_contract(contract.key) for contract in of_user),
        )
        fill_copy(about)
        hooks: list[HookStatus] = []
        findings: list[Finding] = []
        for agent in AGENT_SETTINGS:
            if not only or agent.name in only:
                of_agent = _diagnose_agent(agent, about, is_named=bool(only))
                hooks += of_agent[0]
                findings += of_agent[1]
        tries_commits = not (only or (has_git_hook and explain_idle_pre_commit(root)[0]))
        commits = try_commit_hook(about) if tries_commits or "pre-commit" in only else None
        hooks += [commits] if commits else []
        # What the start and end of this Python take: the least of a few runs.
        command = Command(
            (sys.executable, "-I", "-c", "pass"),
            folder=root,
            environment=place.started_with(quiet),
        )
        bare = min(run_hook_command(command, b"").seconds for _ in range(_ROUNDS))
    if not hooks and not any(finding.level == "problem" for finding in findings):
        under = find_hooks_elsewhere([os.path.join(root, name) for name in below])
        folders = itertools.takewhile(home.__ne__, map(str, PurePath(root).parents))
        missing = report_missing_hooks(
            root,
            untried_checks,
            above="" if under or untried_checks else find_hooks_elsewhere(folders),
            under=under,
            has_idle_checks=has_idle_checks,
        )
        findings.append(missing)
    of_contracts = report_contract_findings(contracts, trials, below)
    of_lookalikes = report_lookalikes(levels, contracts, files)
    of_hooks = {finding for hook in hooks for finding in hook.findings}
    all_findings = dict.fromkeys(
        (*of_contracts, *of_lookalikes, *findings, *_find_disagreements(hooks))
    )
    findings = [finding for finding in all_findings if finding not in of_hooks]
    return Diagnosis(
        root,
        tuple(hooks),
        findings=tuple(findings),
        bare_seconds=bare,
        contracts=len(contracts.written_contracts()),
        engine=name_engine(),
    )


def report_missing_hooks(
    root: str,
    untried_checks: Sequence[str],
    *,
    above: str,
    under: str = "",
    has_idle_checks: bool = False,
) -> Finding:
    """Return the finding of the doctor's diagnosis where no agent has a hook: a problem if nothing
    checks commits either, or if agents that are started elsewhere have one.

    *above* and *under*: where a project above this one has hooks, or a level of this one.
    *has_idle_checks*: what would check commits is there, and a problem of its own says why git does
    not run it.
    """
    text = "no agent's settings have a hook of phaser-lint"
    if untried_checks:
        verb = "is" if len(untried_checks) == 1 else "are"
        text = f"{text}; {', '.join(untried_checks)}, and {verb} not tried here"
    elif not has_idle_checks:
        text = f"{text}, and nothing checks commits: run phaser-lint install for an agent, or"
        return Finding("problem", root, f"{text} phaser-lint init for commits{above}{under}")
    if not under:
        return Finding("note", root, text)
    run = "an agent that is started here needs one of its own: run phaser-lint install here"
    return Finding("problem", root, f"{text}{under}; {run}")


def _diagnose_agent(
    agent: Agent, about: Surroundings, *, is_named: bool
) -> tuple[list[HookStatus], list[Finding]]:
    """Return the diagnosis of *agent*: its hooks and what else to report of its settings."""
    present = shutil.which(agent.program, path=about.place.environment.get("PATH")) is not None
    machine = with_agent_root(agent, about.machine)
    unseen = ""
    if not _holds_ours(agent, machine) and _holds_ours(agent, about.machine):
        unseen, machine = explain_start_folder(agent, about.machine), about.machine
    about = about._replace(machine=machine)
    files = list_settings_files(agent, machine, borrowed=present or is_named)
    findings: list[Finding] = []
    ours: list[Handler] = []
    for file in files:
        handlers, problems = _find_own_handlers(file)
        findings += problems
        ours += [with_environment(handler, machine) for handler in handlers]
    before = [handler for handler in ours if handler.stage == "PreToolUse"]
    # A matcher that is misspelt in the one hook there is makes it no hook for links.
    links = [handler for handler in before if gives_context(handler)]
    links = links if len(links) < len(before) else []
    hooks = [try_hook_before_tool(handler, about) for handler in before if handler not in links]
    for handler in ours:
        if handler in links or (not handler.stage and gives_context(handler)):
            findings += try_context_hook(handler, about)
        elif handler.stage in ("PostToolUse", "Stop"):
            after = with_findings(
                try_hook_after_tool(handler, about), problems=(), notes=find_needless_start(handler)
            )
            # Some models read a denial only after the write: then this is the hook that stops them.
            if agent.reports_after:
                hooks.append(after)
            else:
                hooks, unplaced_findings = _with_answers_after(hooks, after)
                findings += unplaced_findings
        elif not handler.stage and find_meant_event(handler.event, agent):
            where = f"{agent.shown}, {handler.file.shown}"
            meant = find_meant_event(handler.event, agent)
            text = f"{agent.shown} knows no event {handler.event!r}: did you mean {meant}?"
            findings.append(Finding("problem", where, text))
    findings += _diagnose_together(agent, ours, hooks)
    unread, lost = explain_unread_hook(agent, machine), explain_lost_hook(agent, machine)
    findings += [Finding("note" if hooks else "problem", agent.shown, unread)] if unread else []
    findings += [Finding("note", agent.shown, lost)] if lost else []
    if unseen:
        hooks = [with_findings(hook, problems=[unseen]) for hook in hooks]
    if not ours and not findings and (present or is_named):
        missing = "installed here, without a hook" if present else "no hook"
        install = f"phaser-lint install --agent {agent.name}"
        text = f"{missing} of phaser-lint: run {install}"
        level = "problem" if is_named else "note"
        findings.append(Finding(level, agent.shown, text))  # type: ignore[arg-type]
    return hooks, findings


def _with_answers_after(
    hooks: Sequence[HookStatus], after: HookStatus
) -> tuple[list[HookStatus], Sequence[Finding]]:
    """Return *hooks* with what the one *after* a tool showed, in the row of its settings file.

    A file has one row: else it would work there, and be silent, and have a problem below. Where it
    has none, the findings are returned by themselves.
    """
    place = next((n for n, hook in enumerate(hooks) if hook.source == after.source), None)
    if place is None:
        return [*hooks], after.findings
    hook = hooks[place]
    own_findings = [finding for finding in after.findings if finding not in hook.findings]
    is_silent = hook.silent and (after.silent or not after.starts)
    row = hook._replace(silent=is_silent, findings=(*hook.findings, *own_findings))
    return [*hooks[:place], row, *hooks[place + 1 :]], ()


def find_needless_start(handler: Handler) -> list[str]:
    """Return that the hook starts needlessly after edits, which it checks before, or nothing."""
    file, agent = handler.file, handler.file.agent
    channel = find_channel(load_adapter(agent.name))
    if channel is None or not channel.reads_before or handler.stage != "PostToolUse":
        return []
    try:
        # What comes after those that edits need is a shell.
        runs = any(matches_any_name(handler, names) for names in agent.tools[: agent.needed])
    except re.error:
        return []
    installs = agent.installs
    written_scopes = installs.files.items() if isinstance(installs, AgentHooks) else ()
    scopes = [scope for scope, settings_path in written_scopes if settings_path == file.shown]
    if not runs or not scopes:  # a file of another agent, or of a plugin
        return []
    agent_flag = f" --agent {agent.name}" if agent.name != DEFAULT else ""
    command = f"phaser-lint install{agent_flag} --scope {scopes[0]} --force"
    return [f"it also starts after each edit, when all was reported before it: run {command}"]


def find_meant_event(event: str, agent: Agent) -> str:
    """Return for the doctor's diagnosis which event of *agent* a misspelt *event* of its settings
    means, or nothing.
    """
    for stage in agent.stages:
        if event.replace("_", "").replace("-", "").lower() == stage.replace("_", "").lower():
            return stage
    close = get_close_matches(event, list(agent.stages), n=1, cutoff=0.85)
    return close[0] if close else ""


def _find_own_handlers(file: SettingsFile) -> tuple[list[Handler], list[Finding]]:
    """Return the hooks of ours to diagnose in *file*, or what is wrong with it.

    That they name phaser-lint, though none of them is one of ours, is wrong, too.
    """
    try:
        handlers = read_handlers(file)
    except SettingsError as error:
        message = str(error).removeprefix(f"{file.shown}: ").removeprefix(f"{file.path}: ")
        text = f"{file.agent.shown} cannot read it, so no hook of it runs: {message}"
        return [], [Finding("problem", f"{file.agent.shown}, {file.shown}", text)]
    installs = file.agent.installs
    if isinstance(installs, AgentFiles) and installs.executable:
        try:
            are_ours = b"phaser" in read_bytes(file.path, limit=_LONGEST_SCRIPT)
        except OSError:
            are_ours = False
        return (handlers if are_ours else []), []
    own_handlers = [
        handler
        for handler in handlers
        if handler.event == CONTEXT_EVENT or is_ours({**handler.entry, "command": handler.command})
    ]
    if own_handlers or isinstance(installs, AgentFiles) or not names_program(file):
        return own_handlers, []
    text = (
        f"it names phaser-lint, but {file.agent.shown} finds no hook of it there: compare it with "
        f"what phaser-lint install --agent {file.agent.name} --dry-run prints"
    )
    return [], [Finding("problem", f"{file.agent.shown}, {file.shown}", text)]


def _diagnose_together(
    agent: Agent, ours: Sequence[Handler], hooks: Sequence[HookStatus]
) -> list[Finding]:
    """Return what there is to report of an agent's hooks together."""
    if not ours:
        return []
    where, stages = agent.shown, {handler.stage for handler in ours}
    findings, advice = [], advise_on_todays_hooks(ours[0].file)
    if not hooks:
        before = next((event for event, stage in agent.stages.items() if stage == "PreToolUse"), "")
        text = f"no hook runs before an edit ({before}), so nothing is stopped{advice}"
        findings.append(Finding("problem", where, text))
    if "Stop" in agent.stages.values() and "Stop" not in stages:
        unchecked = "no hook runs at Stop, so a turn as a whole is not checked"
        findings.append(Finding("note", where, f"{unchecked}{advice}"))
    names = {name for handler in ours for name in handler.environment if leads_astray(name)}
    if names:
        variables = ", ".join(f"env.{name}" for name in sorted(names))
        text = f"its settings give {variables} to hooks: what a hook starts and sees depends on "
        findings.append(Finding("note", where, f"{text}them"))
    findings += [
        Finding("problem", f"{where}, {handler.file.shown}", text)
        for handler in ours
        for text in find_session_start_faults(handler)
    ]
    # Another agent's table tells of its own file.
    own = [handler for handler in ours if not handler.file.borrowed]
    if not own and (text := explain_borrowed_hooks(agent, ours[0].file.shown)):
        findings.append(Finding("note", where, text))
    if leaves_out_commands(own):
        text = (
            "--protect does not see commands before they run: "
            f"{render_install_command(own[0].file)} "
            "--protect --force writes today's hooks"
        )
        findings.append(Finding("note", where, text))
    commands = {hook.command for hook in hooks}
    if len(commands) > 1:
        sources = " and ".join(dict.fromkeys(hook.source for hook in hooks))
        text = f"each edit is checked {len(commands)} times, by hooks of {sources}"
        findings.append(Finding("note", where, text))
    return findings


def find_hooks_elsewhere(folders: Iterable[str]) -> str:
    """Return in which of *folders* settings have a hook of ours, as the end of a sentence of the
    doctor's, or nothing.
    """
    for folder in folders:
        for agent in AGENT_SETTINGS:
            # Without a home: its settings were read already.
            for file in list_settings_files(agent, Machine(folder, home="")):
                if _find_own_handlers(file)[0]:
                    return f"; that of {file.path} is for {agent.shown} started in {folder}"
    return ""


def _holds_ours(agent: Agent, machine: Machine) -> bool:
    return any(_find_own_handlers(file)[0] for file in list_settings_files(agent, machine))


def _find_disagreements(hooks: Sequence[HookStatus]) -> list[Finding]:
    """Return the contracts whose violation one hook stops and another one does not."""
    findings = []
    missed = dict.fromkeys(rule_id for hook in hooks for rule_id in hook.missed)
    for rule_id in missed:
        stopped = [f"{hook.name} ({hook.source})" for hook in hooks if rule_id in hook.blocked]
        passed = [f"{hook.name} ({hook.source})" for hook in hooks if rule_id in hook.missed]
        if stopped:
            text = f"{', '.join(stopped)} stops it and {', '.join(passed)} does not"
            findings.append(Finding("problem", rule_id, text))
    return findings


# The settings files of an agent that are there, those of other agents and of plugins included.
#
# for file in settings_files(agent_named("claude-code"), Machine(root, home, os.environ)):
#     for handler in read_handlers(file): ...


def list_settings_files(
    agent: Agent, machine: Machine, *, borrowed: bool = False
) -> list[SettingsFile]:
    """Return the settings files of *agent* that a diagnosis reads, with *borrowed* others', too."""
    managed = tuple(
        name for place in agent.places if place.scope == "managed" for name in place.names
    )
    of_project = {
        name for place in agent.places if place.scope == "project" for name in place.names
    }
    root = find_hooks_root(agent, machine.root)
    main = machine._replace(root=root)
    files = [
        SettingsFile(agent, place.path, place.shown, managed=name in managed)
        for name in agent.files
        if root or name not in of_project
        for place in locate_present_files(agent, (name,), main if name in of_project else machine)
    ]
    if root != machine.root:
        # A linked worktree shows those of the main one by the way to them.
        files = [
            file._replace(shown=os.path.relpath(file.path, machine.root))
            if file.of_project
            else file
            for file in files
        ]
    if borrowed:
        files += [
            SettingsFile(agent, place.path, place.shown, borrowed=True)
            for place in locate_present_files(agent, agent.borrowed, machine)
        ]
    brought = load_host(agent.name).plugin_files(machine)
    return [
        *files,
        *(SettingsFile(agent, path, shown_path, plugin=name) for name, path, shown_path in brought),
    ]
