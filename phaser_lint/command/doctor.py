"""``phaser-lint doctor``: does the hook really work, on this machine, for this project?

The commands that ``install`` writes are run as the agent runs them: with a clean edit, with one
that breaks each contract, with an unknown tool and with an event that is cut short. So is
pre-commit, on a copy. Nothing of the project is changed. What it holds, and any other command that
its settings name, is only shown; ``--start-all`` starts it.
"""

from __future__ import annotations

import os
import sys
from itertools import accumulate

from phaser_lint.agent.install.agent_hooks import is_ours
from phaser_lint.agent.known_agents import AGENTS
from phaser_lint.check.every_level import every_level
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import columns
from phaser_lint.contract.selection import takes_all_of
from phaser_lint.core.command_line import Parser
from phaser_lint.core.text import count, harmless, sorted_json
from phaser_lint.core.wrapping import end_of, wrapped
from phaser_lint.hook.doctor.diagnosis import diagnose
from phaser_lint.project.project import levels_for
from phaser_lint.project.root import home_folder, working_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaser_lint.hook.doctor.diagnosis import Diagnosis
    from phaser_lint.hook.doctor.hook_status import Finding, HookStatus


_NAMES = (*(agent.name for agent in AGENTS), "pre-commit")


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint doctor",
        "Run the hooks in your settings, and report what is wrong.",
        example="phaser-lint doctor --agent claude-code",
        page="doctor.md",
    )
    add_root_and_git(made)
    made.add_argument(
        "--agent",
        action="append",
        choices=_NAMES,
        metavar="NAME",
        help=f"try this one only; may be given several times ({', '.join(_NAMES)})",
    )
    made.add_switch("-q", "--quiet", help="print problems and nothing else")
    made.add_switch("--json", help="print JSON instead of a table")
    made.add_switch(
        "--start-all",
        help="start every command that settings name for phaser-lint, and programs of the project",
    )
    return made


def run(arguments: Sequence[str]) -> int:
    """Print which hooks work; 0 if all do, else 1."""
    given = parser().parse_args(arguments)
    levels = levels_for(given.root)
    everywhere, contracts = every_level(
        ProjectOptions(root=given.root, git=git_of(given), cache=False)
    )
    below = [each.name for each in everywhere.levels if each not in levels.levels]
    if sys.stderr.isatty() and not given.quiet:
        sys.stderr.write(_WAIT)
        sys.stderr.flush()
    found = diagnose(
        levels._replace(root=everywhere.root),
        home=home_folder(),
        environment=os.environ,
        is_ours=is_ours,
        only=given.agent or (),
        below=[name for name in below if not takes_all_of(name, contracts.excluded)],
        start="" if given.root else working_directory(),
        starts_all=given.start_all,
    )
    width = columns(sys.stdout)
    in_text = render_problems if given.quiet else render_text
    sys.stdout.write(render_json(found) if given.json else in_text(found, width=width))
    return exit_codes.CLEAN if found.works else exit_codes.VIOLATIONS


# ``phaser-lint doctor``: which hooks work, as a table for people or as JSON.

# pre-commit installs phaser-lint into an environment of its own, for a minute or so.
_WAIT = "starting each hook with edits; the first start of pre-commit installs its environments\n\n"
_BETWEEN = "  "
_UNTRIED = "-"
_HEAD = ("hook", "settings", "works", "starts", "blocks", "silent", "time")
_PATHS, _LEAST = _HEAD.index("settings"), 10


def render_text(found: Diagnosis, *, width: int = 0) -> str:
    """Return the table, the problems, the notes and the verdict.

    Sentences are broken to *width* columns, a terminal's; 0 for one line each.
    """
    rows = [_HEAD, *(_row(hook, found.bare_seconds) for hook in found.hooks)]
    lines = _aligned(rows, width) if found.hooks else []
    for title, level in (("problems", "problem"), ("notes", "note")):
        listed = _of_level(found, level, width)
        if listed:
            lines += ["", f"{title}:", *listed] if lines else [f"{title}:", *listed]
    ends = wrapped(_verdict(found), width=width)
    return "".join(f"{line}\n" for line in [*lines, "", *ends])


def render_problems(found: Diagnosis, *, width: int = 0) -> str:
    """Return the problems alone: nothing where all is well."""
    return "".join(f"{line.removeprefix('  ')}\n" for line in _of_level(found, "problem", width))


def render_json(found: Diagnosis) -> str:
    """Return the same as one JSON object."""
    value = {
        "version": 1,
        "stands": found.works,
        "root": found.root,
        "contracts": found.contracts,
        "bare_python_seconds": round(found.bare_seconds, 4),
        "engine": found.engine or None,
        "gates": [_hook(hook) for hook in found.hooks],
        "findings": [_finding(finding) for finding in found.findings],
    }
    return sorted_json(value)


def _row(hook: HookStatus, bare: float) -> tuple[str, ...]:
    tried = len(hook.blocked) + len(hook.missed)
    time = "" if hook.seconds is None else f"{hook.seconds * 1000:.0f} ms"
    if time and bare:
        time += f" ({hook.seconds / bare:.1f}x)" if hook.seconds else ""
    return (
        hook.name,
        hook.source,
        _yes(hook.works) if hook.is_tried else _UNTRIED,
        _yes(hook.starts) if hook.is_tried else _UNTRIED,
        f"{len(hook.blocked)} of {tried}" if hook.starts else "",
        _yes(hook.silent) if hook.starts else "",
        time,
    )


def _yes(answer: bool) -> str:
    return "yes" if answer else "NO"


def _aligned(rows: Sequence[tuple[str, ...]], width: int) -> list[str]:
    """Return the table in *width* columns: paths are cut first, then what stands last."""
    shown = [tuple(harmless(cell) for cell in row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    most, widths[_PATHS] = widths[_PATHS], min(widths[_PATHS], _LEAST)
    ends = [end - len(_BETWEEN) for end in accumulate(each + len(_BETWEEN) for each in widths)]
    fitting = max(1, sum(end <= width for end in ends)) if width else len(ends)
    room = width - ends[fitting - 1]
    widths[_PATHS] = min(most, widths[_PATHS] + max(0, room)) if width else most
    return [
        _BETWEEN.join(
            end_of(cell, width=each).ljust(each)
            for cell, each in zip(row[:fitting], widths, strict=False)
        ).rstrip()
        for row in shown
    ]


def _of_level(found: Diagnosis, level: str, width: int) -> list[str]:
    listed = _listed(finding for finding in found.all_findings() if finding.level == level)
    return [part for line in listed for part in wrapped(line, width=width)]


def _listed(findings: Iterable[Finding]) -> list[str]:
    messages = [harmless(f"{finding.where}: {finding.text}") for finding in findings]
    return [f"  {line}" for line in dict.fromkeys(messages)]


def _verdict(found: Diagnosis) -> str:
    problems = {
        (finding.where, finding.text)
        for finding in found.all_findings()
        if finding.level == "problem"
    }
    working = sum(hook.works for hook in found.hooks)
    verb = "works" if len(found.hooks) == 1 else "work"
    hooks = f"{working} of {count(len(found.hooks), 'hook')} {verb}" if found.hooks else "no hook"
    bare = f"bare Python {found.bare_seconds * 1000:.0f} ms"
    about = (count(found.contracts, "contract"), bare, found.engine or "without hyperscan")
    return f"{hooks}, {count(len(problems), 'problem')} ({', '.join(about)})"


def _hook(hook: HookStatus) -> dict[str, Any]:
    return {
        "name": hook.name,
        "settings": hook.source,
        "command": hook.command,
        "version": hook.version,
        "stands": hook.works,
        "starts": hook.starts,
        "tried": hook.is_tried,
        "silent": hook.silent,
        "blocked": list(hook.blocked),
        "missed": list(hook.missed),
        "seconds": None if hook.seconds is None else round(hook.seconds, 4),
        "findings": [_finding(finding) for finding in hook.findings],
    }


def _finding(finding: Finding) -> dict[str, str]:
    return {"level": finding.level, "where": finding.where, "text": finding.text}
