"""``phaser-lint init``: propose what the project lacks, and write what is wanted.

Proposed are packs of contracts, where there is no contract yet, the hooks of the agents that the
project or the machine has, what checks a commit, and a workflow of GitHub. On a terminal each file
is asked for;
``--yes`` writes all of them. Without either they are shown, and nothing is written. What is there
is left as it is, so a second run proposes nothing. Nothing of the project is run. ``--undo`` takes
back what was written.

Exit code 0; 2 where something is in the way of a proposal, which is reported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from phaser_lint.agent import DEFAULT
from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.install.install_table import FILES, list_paths_by_scope
from phaser_lint.agent.install.worktree_hooks import explain_lost_hook, explain_unread_hook
from phaser_lint.agent.settings_locations import Machine, explain_needed_start, explain_start_folder
from phaser_lint.author.importers.pages.report.printed_lines import MOST_LISTED
from phaser_lint.author.proposals.first_pattern import find_first_pattern
from phaser_lint.author.proposals.inner_repository import (
    explain_inner_repository,
    explain_outer_project,
)
from phaser_lint.author.proposals.project_traits import (
    ProjectTraits,
    find_commit_program,
    find_project_traits,
)
from phaser_lint.author.proposals.proposal import InitProposal, Proposal, write_proposals
from phaser_lint.author.proposals.proposal import propose_files as propose
from phaser_lint.author.proposals.traces import (
    CI_BY_FILE,
    Trace,
    explain_needless_git_hook,
    find_idle_checks,
)
from phaser_lint.author.proposals.undo import open_clone_memory
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, make_git_limits
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.command.undo_init import undo_init
from phaser_lint.contract.pack_table import PACKS
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import Parser, make_argument, make_switch
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.terminal_width import WIDEST
from phaser_lint.core.text import make_harmless, render_path, render_quantity, render_sorted_json
from phaser_lint.project import (
    Root,
    find_git_root,
    find_home_folder,
    find_user_cache_folder,
    make_relative_path,
    shorten_path,
)
from phaser_lint.project.files.disk import list_project_files
from phaser_lint.project.levels import BASELINE, CONFIGURATION
from phaser_lint.project.project_of_command import (
    require_project_levels,
    require_working_directory,
)

_WORDS = {"": True, "y": True, "yes": True, "n": False, "no": False}
_NAMES = tuple(agent.name for agent in AGENT_SETTINGS)
_LONG = 30
_COLLEAGUES = (
    "Without phaser-lint a colleague's edits are not checked; {install} --if-missing deny --force "
    "denies them."
)
_PROTECTION = "{agent} may edit contracts and hooks; {install} --protect denies that."
_NOT_REMEMBERED = (
    "What was here before is not recorded, for git has no folder here that can be written to: "
    "phaser-lint init --undo cannot take it back."
)
_GITS = (
    "Git gives its hooks to nobody: a colleague's commits are checked once they ran phaser-lint "
    "init, too. A linked worktree shares them."
)


def parser() -> Parser:
    """Return the parser of ``phaser-lint init``."""
    return Parser(
        "phaser-lint init",
        "Propose contracts and hooks for the project.",
        (
            make_switch("--yes", help="write everything that is proposed"),
            make_argument(
                "--agent",
                metavar="NAME",
                action="append",
                default=[],
                choices=_NAMES,
                help=f"propose the hook of this agent as well: {', '.join(_NAMES)}; repeatable",
            ),
            make_argument(
                "--pack",
                metavar="NAME",
                action="append",
                default=[],
                choices=tuple(PACKS),
                help=f"choose this pack, whatever it finds here: {', '.join(PACKS)}; repeatable "
                "[default: those that suit the project and find nothing]",
            ),
            make_switch(
                "--git-hook",
                help="propose git's own hook as well, where git does not run pre-commit, husky or "
                "lefthook in this clone",
            ),
            make_switch("--undo", help="take back what init wrote in this worktree, byte for byte"),
            make_switch("--json", help="print JSON, and ask nothing"),
            *ROOT_AND_GIT_FLAGS,
        ),
        example="phaser-lint init --yes",
        page="init.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Show what ``init`` proposes, and write what is wanted of it; 0 or 2."""
    flags = parser().parse_args(arguments)
    levels, home = require_project_levels(flags.root), find_home_folder()
    if levels.root == home and find_git_root(home) is None:
        # Its .phaser and .claude are the user's own, for all projects.
        raise UsageError(f"{home} is the home folder: expected a project; run init in one")
    levels = levels._replace(root=Root(levels.root, make_git_limits(flags)))
    if flags.undo:
        wants = (
            ("--yes", flags.yes),
            ("--agent", flags.agent),
            ("--pack", flags.pack),
            ("--git-hook", flags.git_hook),
        )
        name = next((name for name, is_given in wants if is_given), "")
        if name:
            raise UsageError(f"--undo: expected without {name}, for it takes back and asks nothing")
        return undo_init(levels.root, as_json=flags.json)
    start = "" if flags.root else require_working_directory()
    machine = Machine(levels.root, home, os.environ, start=start)
    files = list_project_files(levels.root)
    asks = not (flags.yes or flags.json) and sys.stdin.isatty() and sys.stdout.isatty()
    traits = find_project_traits(levels, files, machine).with_agents(flags.agent)
    if traits.asks_which_agent and asks:
        traits = traits.with_agents(_ask_for_agents())
    proposed = propose(traits, machine, packs=flags.pack, wants_git_hook=flags.git_hook)
    begins_level = any(proposal.path == CONFIGURATION for proposal in proposed.proposals)
    places = (
        explain_inner_repository(levels.root),
        explain_outer_project(levels.root) if begins_level else "",
        explain_needless_git_hook(levels.root) if flags.git_hook else "",
    )
    proposed = proposed._replace(notes=(*filter(None, places), *proposed.notes))
    if not flags.json:
        sys.stdout.write(_render_proposals(traits, proposed, machine))
    accepted = [
        proposal
        for proposal in proposed.proposals
        if flags.yes or (asks and _ask_for_consent(proposal))
    ]
    clone, cache = open_clone_memory(levels.root), find_user_cache_folder(os.environ, home=home)
    failed = write_proposals(accepted, cache=cache, clone=clone)
    proposed = proposed._replace(problems=(*proposed.problems, *failed.values()))
    written_proposals = [proposal for proposal in accepted if proposal.path not in failed]
    # Asked once all is written: what git does not run yet is the next step.
    program = find_commit_program(machine)
    idle_checks = [
        check for check in find_idle_checks(levels.root, program=program) if check.command
    ]
    if flags.json:
        sys.stdout.write(_render_json(traits, proposed, written_proposals, idle_checks=idle_checks))
    else:
        # A line that is taste has no draft, ever: where all else is done it is not offered again.
        has_any = traits.has_contracts or traits.is_configured
        is_done = has_any and not (proposed.proposals or traits.number_of_page_drafts)
        shown_traits = traits._replace(number_of_page_rules=0) if is_done else traits
        steps = _list_next_steps(
            shown_traits,
            written_proposals,
            begins=bool(written_proposals) or begins_level,
            idle_checks=idle_checks,
        )
        pattern = find_first_pattern(levels.root, files) if proposed.proposals else ""
        if pattern:
            steps.append((f"phaser-lint try '{pattern}'", "an example of what a rule finds"))
        sys.stdout.write(
            _render_outcome(
                proposed,
                written_proposals,
                steps,
                has_asked=asks or bool(failed),
                idle_checks=idle_checks,
                is_git=clone is not None,
            )
        )
        paths = [proposal.change.place.path for proposal in written_proposals]
        if paths and not (clone is not None and all(map(clone.has, paths))):
            sys.stdout.write(render_lines(("", _NOT_REMEMBERED)))
        is_any_hooked = any(proposal.is_agents for proposal in written_proposals)
        notes = [
            note
            for agent in (traits.agents if is_any_hooked else ())
            for note in (explain_unread_hook(agent, machine), explain_lost_hook(agent, machine))
            if note
        ]
        sys.stdout.write(render_lines(line for note in notes for line in ("", note)))
    sys.stdout.flush()  # what is wrong stands below what was found, also in a file of both
    sys.stderr.write(
        "".join(f"phaser-lint: {make_harmless(problem)}\n" for problem in proposed.problems)
    )
    return exit_codes.INCOMPLETE if proposed.problems else exit_codes.CLEAN


def _render_proposals(traits: ProjectTraits, proposed: InitProposal, machine: Machine) -> str:
    languages = [f"{name} ({render_quantity(number, 'file')})" for name, number in traits.languages]
    trait_phrases = [
        ", ".join(languages),
        ", ".join(agent.shown for agent in traits.agents),
        "contracts" if traits.has_contracts else "",
        "AGENTS.md, which many agents read" if traits.asks_which_agent else "",
        "pre-commit" if traits.commits is not None else "",
        *(manager.name for manager in traits.managers),
        f"GitHub ({traits.branch})" if traits.branch else "",
        *(CI_BY_FILE[path] for path in traits.ci_files),
        f"rules of other tools ({', '.join(map(render_path, traits.rules))})" * bool(traits.rules),
    ]
    lines = [f"found: {'; '.join(filter(None, trait_phrases)) or 'nothing that is known here'}"]
    width = max((len(render_path(proposal.path)) for proposal in proposed.proposals), default=0)
    # From packages/web of a monorepo it writes into the repository's root.
    is_here = require_working_directory() == traits.root
    place = "" if is_here else f" in {render_path(traits.root)}"
    lines += ["", f"proposed{place}:"] if proposed.proposals else []
    rows = [
        f"  {render_path(proposal.path):<{width}}  {proposal.purpose}"
        for proposal in proposed.proposals
    ]
    # What each pack finds; of those that find nothing, whether they were chosen.
    pack_width = max((len(trial.name) for trial in proposed.pack_trials), default=0)
    pack_lines = [
        f"  {'*' if trial.is_chosen else ' '} {trial.name:<{pack_width}}  {trial.summary()}"
        for trial in proposed.pack_trials
    ]
    if pack_lines:
        pack_lines = ["", "packs (* is chosen; --pack NAME chooses others):", *pack_lines]
    hook_paths = {proposal.path for proposal in proposed.proposals if proposal.is_agents}
    notes: list[str] = []
    for agent in traits.agents:
        if hook_paths.isdisjoint(list_paths_by_scope(agent.name).get("project", ())):
            notes += filter(None, [explain_start_folder(agent, machine)])
            continue
        notes += filter(None, [explain_needed_start(agent, machine)])
        name = "" if agent.name == DEFAULT else f" --agent {agent.name}"
        install = f"phaser-lint install{name}"
        denies = agent.name not in FILES or FILES[agent.name].denies
        notes += [_COLLEAGUES.format(install=install)] * denies
        notes.append(_PROTECTION.format(agent=agent.shown, install=install))
    if any(proposal.is_gits for proposal in proposed.proposals):
        notes.append(_GITS)
    notes += proposed.notes
    if proposed.ignored:
        paths = join_shell_words([render_path(path) for path in proposed.ignored])
        notes.append(
            f"git ignores {', '.join(map(render_path, proposed.ignored))}: nobody else gets "
            f"{'it' if len(proposed.ignored) == 1 else 'them'}, nor does CI. "
            f"git add -f {paths} adds what is ignored"
        )
    ends = ["", *notes] if notes else []
    return (
        f"{render_lines(lines)}{render_lines(rows, indent=' ' * (width + 4))}"
        f"{render_lines(pack_lines)}"
        f"{render_lines(ends)}"
    )


def _ask_for_agents() -> list[str]:
    """Return the agents that a person names; none at the end of the input."""
    question = render_lines(
        [f"AGENTS.md: which agents read it here? ({', '.join(_NAMES)}; Enter for none)"]
    )
    names: list[str] | None = None
    while names is None:
        sys.stdout.write(f"{question.rstrip()} ")
        sys.stdout.flush()
        words = sys.stdin.readline().replace(",", " ").split()
        names = words if set(words) <= {*_NAMES} else None
    return names


def _ask_for_consent(proposal: Proposal) -> bool:
    sys.stdout.write("\n")
    is_wanted = None
    while is_wanted is None:
        sys.stdout.write(f"write {render_path(proposal.path)}? [Y/n] ")
        sys.stdout.flush()
        answer = sys.stdin.readline()
        # Without an answer, at the end of the input, nothing is wanted.
        is_wanted = _WORDS.get(answer.strip().lower()) if answer else False
    return is_wanted


def _render_outcome(
    proposed: InitProposal,
    written_proposals: Sequence[Proposal],
    steps: Sequence[tuple[str, str]],
    *,
    has_asked: bool,
    idle_checks: Sequence[Trace],
    is_git: bool,
) -> str:
    lines = [f"{render_path(proposal.path)}: written" for proposal in written_proposals]
    shared_paths = [
        shorten_path(os.getcwd(), proposal.change.place.path)
        for proposal in written_proposals
        if not proposal.is_gits and proposal.path not in proposed.ignored
    ]
    if shared_paths and is_git:
        paths = join_shell_words([render_path(path) for path in shared_paths])
        lines += ["", f"git add {paths}, and commit: colleagues and CI go by what is committed"]
    if not proposed.proposals and idle_checks:
        paths = ", ".join(render_path(check.path) for check in idle_checks)
        lines.append(f"nothing is proposed, but git does not run {paths} in this clone")
    elif not proposed.proposals:
        lines.append(
            "nothing is proposed"
            if proposed.problems or proposed.notes
            else "nothing is left to propose"
        )
    elif not written_proposals:
        way = "" if has_asked else ": phaser-lint init --yes writes it"
        lines.append(f"nothing was written{way}")
    # What it is stands at the end, on stderr, below what was written and what comes next.
    problems = render_quantity(len(proposed.problems), "problem")
    lines += [f"{problems}, named at the end: exit code 2"] if proposed.problems else []
    lines += ["", "next:"] if steps else []
    # Beside a command of many pages the others are not pushed over the edge of the screen.
    widths = [len(command) for command, purpose in steps if purpose and len(command) < WIDEST]
    width = max(widths, default=0)
    step_lines = [
        f"  {command:<{width}}  # {purpose}" if purpose else f"  {command}"
        for command, purpose in steps
    ]
    # Below a long command there is little room for what it does.
    indent = " " * (width + 4 if width < _LONG else 4)
    return render_lines(("", *lines)) + render_lines(step_lines, indent=f"{indent}# ")


def _list_next_steps(
    traits: ProjectTraits,
    written_proposals: Sequence[Proposal],
    *,
    begins: bool,
    idle_checks: Sequence[Trace],
) -> list[tuple[str, str]]:
    """Return the commands that a person goes on with, each with what it does; *begins*: something
    is written, or the project is to get its configuration.
    """
    start = require_working_directory()

    def join_paths(paths: Sequence[str]) -> str:
        """Return *paths* from the root as a command in this folder names them."""
        paths_from_here = [
            make_relative_path(os.path.join(traits.root, path), start) for path in paths
        ]
        return join_shell_words([render_path(path) for path in paths_from_here])

    steps = [(f"phaser-lint import {join_paths([path])}", "") for path in traits.rules]
    if traits.number_of_page_rules:
        pages = join_paths(traits.pages)
        lines = render_quantity(traits.number_of_page_rules, "line")
        # Of CONTRIBUTING.md with 21 such lines not one was sure to say one thing.
        number = traits.number_of_page_drafts
        drafts = f", and drafts {number} of them" if number else ""
        purpose = f"{lines} with rules: lists them{drafts}"
        # Of many without a draft it counts why they have none.
        is_counted = not number and traits.number_of_page_rules > MOST_LISTED
        flag = "--dry-run " if is_counted else ""
        steps.append((f"phaser-lint import {flag}{pages}", purpose))
        steps.append((f"phaser-lint import --for-agent {pages}", "the task for an agent"))
    if written_proposals:
        # A colleague's clone has the baseline of the first one.
        has_baseline = os.path.lexists(os.path.join(traits.root, BASELINE))
        records = "" if has_baseline else "; phaser-lint baseline records it"
        # Elsewhere it checks what lies in that folder.
        top = "" if start == traits.root else f" {join_paths(['.'])}"
        steps.append((f"phaser-lint scan{top}", f"checks every file{records}"))
    if begins and not traits.agents:
        # A team without one lacks nothing.
        steps.append(("phaser-lint init --help", "if an agent edits here: --agent has its name"))
    elif written_proposals:
        steps.append(("phaser-lint doctor", "tests the hooks of your agents"))
    steps += [
        (check.command, f"has git run {render_path(check.path)} in this clone")
        for check in idle_checks
    ]
    if any(check.awaits_program for check in idle_checks):
        steps.append(("phaser-lint init --git-hook", "in its place git's own hook, in this clone"))
    return steps


def _render_json(
    traits: ProjectTraits,
    proposed: InitProposal,
    written_proposals: Sequence[Proposal],
    *,
    idle_checks: Sequence[Trace],
) -> str:
    fields: dict[str, Any] = {
        "version": 1,
        "root": traits.root,
        "languages": dict(traits.languages),
        "agents": [agent.name for agent in traits.agents],
        "asks_which_agent": traits.asks_which_agent,
        "contracts": traits.has_contracts,
        "pre_commit": traits.commits is not None,
        "commit_programs": [manager.name for manager in traits.managers],
        "github_branch": traits.branch,
        "workflows": traits.has_workflows,
        "ci": list(traits.ci_files),
        "rules": list(traits.rules),
        "pages": list(traits.pages),
        "page_rules": traits.number_of_page_rules,
        "packs": [
            {
                "name": trial.name,
                "violations": len(trial.violations),
                "chosen": trial.is_chosen,
            }
            for trial in proposed.pack_trials
        ],
        "proposals": [
            {
                "path": proposal.path,
                "purpose": proposal.purpose,
                "text": proposal.text,
                "written": proposal in written_proposals,
                "ignored_by_git": proposal.path in proposed.ignored,
            }
            for proposal in proposed.proposals
        ],
        "not_run": [
            {"path": check.path, "reason": check.why_not_run, "command": check.command}
            for check in idle_checks
        ],
        "notes": list(proposed.notes),
        "problems": list(proposed.problems),
    }
    return render_sorted_json(fields)
