"""``phaser-lint init``: propose what the project lacks, and write what is wanted.

Proposed are packs of contracts, where there is no contract yet, the hooks of the agents that the
project or the machine has, what checks a commit, and a workflow of GitHub. On a terminal each file
is asked for;
``--yes`` writes all of them. Without either they are shown, and nothing is written. What is there
is left as it is, so a second run proposes nothing. Nothing of the project is run.

Exit code 0; 2 where something is in the way of a proposal, which is reported.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from phaser_lint.agent.install.worktree_hooks import lost_in_worktrees, unread_in_worktree
from phaser_lint.agent.known_agents import AGENTS
from phaser_lint.agent.locations import Machine, only_started_in
from phaser_lint.author.proposals.commit_hooks import PATH as COMMITS
from phaser_lint.author.proposals.first_trial import pattern_found
from phaser_lint.author.proposals.project_traits import commit_program, traits_of
from phaser_lint.author.proposals.proposal import proposed, write_proposals
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.core.command_line import Parser
from phaser_lint.core.errors import UsageError
from phaser_lint.core.processes import shell_line
from phaser_lint.core.text import count, harmless, path_shown, sorted_json
from phaser_lint.project.files.disk import project_files
from phaser_lint.project.project import levels_for
from phaser_lint.project.root import Root, cache_folder, git_root, home_folder, working_directory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaser_lint.author.proposals.project_traits import ProjectTraits
    from phaser_lint.author.proposals.proposal import Proposal, Proposed

_WORDS = {"": True, "y": True, "yes": True, "n": False, "no": False}
_NAMES = tuple(agent.name for agent in AGENTS)
_LONG = 30
_COLLEAGUES = (
    "Without phaser-lint a colleague's edits are not checked; phaser-lint install --if-missing "
    "deny --force denies them."
)


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint init",
        "Propose contracts and hooks for the project.",
        example="phaser-lint init --yes",
        page="init.md",
    )
    made.add_switch("--yes", help="write everything that is proposed")
    made.add_argument(
        "--agent",
        metavar="NAME",
        action="append",
        default=[],
        choices=_NAMES,
        help=f"propose the hook of this agent as well: {', '.join(_NAMES)}; repeatable",
    )
    made.add_switch("--json", help="print JSON, and ask nothing")
    add_root_and_git(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Show what is proposed, and write what is wanted of it; 0 or 2."""
    given = parser().parse_args(arguments)
    levels, home = levels_for(given.root), home_folder()
    if levels.root == home and git_root(home) is None:
        # Its .phaser and .claude are the user's own, for all projects.
        raise UsageError(f"{home} is the home folder: expected a project; run init in one")
    levels = levels._replace(root=Root(levels.root, git_of(given)))
    start = "" if given.root else working_directory()
    machine = Machine(levels.root, home, os.environ, start=start)
    files = project_files(levels.root)
    asks = not (given.yes or given.json) and sys.stdin.isatty() and sys.stdout.isatty()
    traits = traits_of(levels, files, machine).with_agents(given.agent)
    if traits.asks_which_agent and asks:
        traits = traits.with_agents(_asked_agents())
    found = proposed(traits, machine)
    if not given.json:
        sys.stdout.write(_shown(traits, found, machine))
    wanted = [each for each in found.proposals if given.yes or (asks and _is_wanted(each))]
    failed = write_proposals(wanted, levels.root, cache=cache_folder(os.environ, home=home))
    found = found._replace(problems=(*found.problems, *failed.values()))
    written = [each for each in wanted if each.path not in failed]
    if given.json:
        sys.stdout.write(_as_json(traits, found, written))
    else:
        steps = [*_next_steps(traits, written, machine), *_first_trial(levels.root, files, found)]
        sys.stdout.write(_outcome(found, written, steps, asked=asks or bool(failed)))
        sys.stdout.write(in_lines(_in_worktrees(traits, written, machine)))
    sys.stderr.write("".join(f"phaser-lint: {harmless(each)}\n" for each in found.problems))
    return exit_codes.INCOMPLETE if found.problems else exit_codes.CLEAN


def _shown(traits: ProjectTraits, found: Proposed, machine: Machine) -> str:
    lines = [f"found: {'; '.join(_seen(traits)) or 'nothing that is known here'}"]
    width = max((len(path_shown(each.path)) for each in found.proposals), default=0)
    lines += ["", "proposed:"] if found.proposals else []
    rows = [f"  {path_shown(each.path):<{width}}  {each.purpose}" for each in found.proposals]
    notes = [note for agent in traits.agents if (note := only_started_in(agent, machine))]
    if any(each.hook for each in found.proposals):
        notes.append(_COLLEAGUES)
    if found.ignored:
        paths = shell_line([path_shown(path) for path in found.ignored])
        notes.append(
            f"git ignores {', '.join(map(path_shown, found.ignored))}: nobody else gets "
            f"{'it' if len(found.ignored) == 1 else 'them'}, nor does CI. git add -f {paths} adds "
            "what is ignored"
        )
    ends = ["", *notes] if notes else []
    return f"{in_lines(lines)}{in_lines(rows, indent=' ' * (width + 4))}{in_lines(ends)}"


def _seen(traits: ProjectTraits) -> Iterator[str]:
    if traits.languages:
        yield ", ".join(f"{name} ({count(number, 'file')})" for name, number in traits.languages)
    if traits.agents:
        yield ", ".join(agent.shown for agent in traits.agents)
    yield from ["contracts"] * traits.has_contracts
    if traits.asks_which_agent:
        yield "AGENTS.md, which many agents read"
    yield from ["pre-commit"] * (traits.commits is not None)
    yield from (manager.name for manager in traits.managers)
    if traits.branch:
        yield f"GitHub ({traits.branch})"
    if traits.rules:
        yield f"rules of other tools ({', '.join(map(path_shown, traits.rules))})"


def _asked_agents() -> list[str]:
    """Return the agents that a person names; none at the end of the input."""
    question = f"AGENTS.md: which agents read it here? ({', '.join(_NAMES)}; Enter for none) "
    names: list[str] | None = None
    while names is None:
        sys.stdout.write(question)
        sys.stdout.flush()
        given = sys.stdin.readline().replace(",", " ").split()
        names = given if set(given) <= {*_NAMES} else None
    return names


def _is_wanted(proposal: Proposal) -> bool:
    sys.stdout.write("\n")
    wanted = None
    while wanted is None:
        sys.stdout.write(f"write {path_shown(proposal.path)}? [Y/n] ")
        sys.stdout.flush()
        answer = sys.stdin.readline()
        # Without an answer, at the end of the input, nothing is wanted.
        wanted = _WORDS.get(answer.strip().lower()) if answer else False
    return wanted


def _outcome(
    found: Proposed, written: Sequence[Proposal], steps: Sequence[tuple[str, str]], *, asked: bool
) -> str:
    lines = [f"{path_shown(each.path)}: written" for each in written]
    if not found.proposals:
        lines.append("nothing is left to propose" if not found.problems else "nothing is proposed")
    elif not (written or asked):
        lines.append("nothing was written: phaser-lint init --yes writes it")
    width = max((len(command) for command, purpose in steps if purpose), default=0)
    shown = [f"  {step:<{width}}  # {why}" if why else f"  {step}" for step, why in steps]
    # Below a long command there is little room for what it does.
    indent = " " * (width + 4 if width < _LONG else 4)
    below = in_lines(shown, indent=f"{indent}# ")
    return in_lines(("", *lines, *(["", "next:"] if steps else []))) + below


def _next_steps(
    traits: ProjectTraits, written: Sequence[Proposal], machine: Machine
) -> list[tuple[str, str]]:
    """Return the commands that a person goes on with, each with what it does."""
    steps = [(f"phaser-lint import {path_shown(each)}", "") for each in traits.rules]
    if written:
        steps.append(("phaser-lint scan", "checks every file; phaser-lint baseline records it"))
    if not traits.agents:
        steps.append((f"phaser-lint init --agent {_NAMES[0]}", "or another: init --help has all"))
    elif written:
        steps.append(("phaser-lint doctor", "tests the hooks of your agents"))
    program, paths = commit_program(machine), {each.path for each in written}
    if COMMITS in paths and program:
        steps.append((f"{program} install", "puts the hooks into git"))
    for manager in traits.managers:
        if manager.command and manager.file_in(traits.root) in paths:
            steps.append((manager.command, "puts the hooks into git"))
    return steps


def _in_worktrees(
    traits: ProjectTraits, written: Sequence[Proposal], machine: Machine
) -> Iterator[str]:
    """Yield what becomes of the hooks that were *written* in other worktrees."""
    for agent in traits.agents if any(each.hook is not None for each in written) else ():
        notes = unread_in_worktree(agent, machine), lost_in_worktrees(agent, machine)
        yield from (line for note in notes if note for line in ("", note))


def _first_trial(root: str, files: Iterable[str], found: Proposed) -> Iterator[tuple[str, str]]:
    """Yield a trial that finds something, for whoever begins."""
    pattern = pattern_found(root, files) if found.proposals else ""
    if pattern:
        yield f"phaser-lint try '{pattern}'", "what a rule of your own would find"


def _as_json(traits: ProjectTraits, found: Proposed, written: Sequence[Proposal]) -> str:
    values: dict[str, Any] = {
        "version": 1,
        "languages": dict(traits.languages),
        "agents": [agent.name for agent in traits.agents],
        "asks_which_agent": traits.asks_which_agent,
        "contracts": traits.has_contracts,
        "pre_commit": traits.commits is not None,
        "commit_programs": [manager.name for manager in traits.managers],
        "github_branch": traits.branch,
        "workflows": traits.has_workflows,
        "rules": list(traits.rules),
        "proposals": [
            {"path": each.path, "purpose": each.purpose, "text": each.text,
             "written": each in written, "ignored_by_git": each.path in found.ignored}
            for each in found.proposals
        ],
        "problems": list(found.problems),
    }  # fmt: skip
    return sorted_json(values)
