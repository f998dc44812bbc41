"""``phaser-lint doctor``: does the hook really work, on this machine, for this project?

The commands that ``install`` writes are run as the agent runs them: with a clean edit, with one
that breaks each contract, with an unknown tool and with an event that is cut short. So is
pre-commit, on a copy. Nothing of the project is changed. What it holds, and any other command that
its settings name, is only shown; ``--start-all`` starts it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import accumulate

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.author.proposals.hook_source import find_installed_source
from phaser_lint.author.proposals.inner_repository import explain_inner_repository
from phaser_lint.author.proposals.pre_commit_configuration import PATH as COMMITS
from phaser_lint.author.proposals.traces import (
    BEFORE_COMMITS,
    explain_unchecked_commits,
    find_commit_checks,
    find_push_checks,
)
from phaser_lint.check.open_project import open_every_level
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, make_git_limits
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.core.shared_flags import Parser, make_argument, make_switch
from phaser_lint.core.terminal_width import cut_path_to_width, stream_columns, wrap_line
from phaser_lint.core.text import make_harmless, render_path, render_quantity, render_sorted_json
from phaser_lint.hook.doctor.diagnosis import Diagnosis, diagnose_hooks
from phaser_lint.hook.doctor.hook_trials import Finding
from phaser_lint.project import find_home_folder
from phaser_lint.project.project_of_command import (
    require_project_levels,
    require_working_directory,
)
from phaser_lint.text.globs.compile_globs import is_folder_taken_out

_NAMES = (*(agent.name for agent in AGENT_SETTINGS), "pre-commit")


def parser() -> Parser:
    """Return the parser of ``phaser-lint doctor``."""
    return Parser(
        "phaser-lint doctor",
        "Run the hooks in your settings, and report what is wrong.",
        (
            *ROOT_AND_GIT_FLAGS,
            make_argument(
                "--agent",
                action="append",
                choices=_NAMES,
                metavar="NAME",
                help=f"try this one only; may be given several times ({', '.join(_NAMES)})",
            ),
            make_switch("-q", "--quiet", help="print problems and nothing else"),
            make_switch("--json", help="print JSON instead of a table"),
            make_switch(
                "--start-all",
                help="start every command that settings name for phaser-lint, and programs of "
                "the project",
            ),
        ),
        example="phaser-lint doctor --agent claude-code",
        page="doctor.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Print which hooks ``doctor`` finds to work; 0 if all do, else 1."""
    flags = parser().parse_args(arguments)
    levels = require_project_levels(flags.root)
    everywhere, contracts = open_every_level(
        ProjectOptions(root=flags.root, git=make_git_limits(flags), cache=False)
    )
    lower_levels = [level.name for level in everywhere.levels if level not in levels.levels]
    if sys.stderr.isatty() and not flags.quiet:
        sys.stderr.write(_WAIT)
        sys.stderr.flush()
    source = find_installed_source()
    commit_checks = [] if flags.agent else find_commit_checks(everywhere.root)
    idle_hooks = [check for check in commit_checks if check.awaits_folder]
    # pre-commit has its row.
    checks = [
        check for check in commit_checks if not (check.awaits_folder or check.path == COMMITS)
    ]
    checks += [] if flags.agent else find_push_checks(everywhere.root)
    diagnosis = diagnose_hooks(
        levels._replace(root=everywhere.root),
        home=find_home_folder(),
        environment=os.environ,
        only=flags.agent or (),
        below=[name for name in lower_levels if not is_folder_taken_out(name, contracts.excluded)],
        start="" if flags.root else require_working_directory(),
        starts_all=flags.start_all,
        untried_checks=[
            f"{render_path(check.path)} checks {check.meaning}{check.condition}{_TRY}"
            if check.meaning == BEFORE_COMMITS
            else f"{render_path(check.path)} checks {check.meaning}"
            for check in checks
            if not check.why_not_run
        ],
        has_git_hook=any(
            check.meaning == BEFORE_COMMITS and not (check.why_not_run or check.condition)
            for check in checks
        ),
        has_idle_checks=bool(idle_hooks) or any(check.why_not_run for check in checks),
        own_repository=source.repository if source else "",
    )
    by_name = {hook.name for hook in diagnosis.hooks}
    of_commits = [
        Finding("problem", render_path(check.path), check.why_not_run)
        if check.why_not_run
        else Finding(
            "note",
            render_path(check.path),
            _FOUND_TWICE
            if check.path.endswith(".legacy") and "pre-commit" in by_name
            else f"git runs it{check.condition}{_TRY}, and it is not tried here",
        )
        for check in checks
        # Without any hook it is said already.
        if check.why_not_run or (diagnosis.hooks and check.meaning == BEFORE_COMMITS)
    ]
    # The one check that there is, or one more than is needed.
    is_needed = not (diagnosis.hooks or checks)
    of_commits += [
        Finding("problem" if is_needed else "note", render_path(hook.path), hook.why_not_run)
        for hook in idle_hooks
    ]
    # Without any hook that is said already, and a row of pre-commit's is such a check.
    if by_name and not flags.agent and "pre-commit" not in by_name:
        unchecked = explain_unchecked_commits(everywhere.root, commit_checks)
        of_commits += [Finding("note", everywhere.root, unchecked)] if unchecked else []
    inner = explain_inner_repository(everywhere.root)
    of_commits += [Finding("note", everywhere.root, inner)] if inner else []
    diagnosis = diagnosis._replace(findings=(*diagnosis.findings, *of_commits))
    width = stream_columns(sys.stdout)
    in_text = render_doctor_problems if flags.quiet else render_doctor_text
    if flags.json:
        sys.stdout.write(render_doctor_json(diagnosis))
    else:
        sys.stdout.write(render_lines(in_text(diagnosis, width=width).splitlines()))
    return exit_codes.CLEAN if diagnosis.works else exit_codes.VIOLATIONS


# ``phaser-lint doctor``: which hooks work, as a table for people or as JSON.

_FOUND_TWICE = (
    "pre-commit runs it before its own hooks, so each violation is listed twice; "
    "pre-commit install --overwrite takes it out"
)
_TRY = " (git hook run pre-commit tries it on what is staged)"
# pre-commit installs phaser-lint into an environment of its own, for a minute or so.
_WAIT = "starting each hook with edits; the first start of pre-commit installs its environments\n\n"
_BETWEEN = "  "
_UNTRIED = "-"
_HEAD = ("hook", "settings", "works", "starts", "blocks", "silent", "time")
_PATHS, _LEAST = _HEAD.index("settings"), 10


def render_doctor_text(diagnosis: Diagnosis, *, width: int = 0) -> str:
    """Return what ``doctor`` prints: the table, the problems, the notes and the verdict.

    Sentences are broken to *width* columns, a terminal's; 0 for one line each.
    """
    lines = _render_table_lines(diagnosis, width) if diagnosis.hooks else []
    for title, level in (("problems", "problem"), ("notes", "note")):
        findings = _render_finding_lines(diagnosis, level, width)
        if findings:
            lines += ["", f"{title}:", *findings] if lines else [f"{title}:", *findings]
    numbers = {
        level: len({item for item in diagnosis.all_findings() if item.level == level})
        for level in ("problem", "note")
    }
    # What is not started, and has no other problem, neither works nor fails.
    untried = sum(hook.works and not hook.is_tried for hook in diagnosis.hooks)
    tried = len(diagnosis.hooks) - untried
    phrases = [f"{render_quantity(untried, 'hook')} not started"] if untried else []
    if tried:
        working = sum(hook.works for hook in diagnosis.hooks) - untried
        phrases.insert(
            0, f"{working} of {render_quantity(tried, 'hook')} {'works' if tried == 1 else 'work'}"
        )
    hooks = ", ".join(phrases) or "no agent's hook"
    bare = f"bare Python {diagnosis.bare_seconds * 1000:.0f} ms"
    about = (
        render_quantity(diagnosis.contracts, "contract"),
        bare,
        diagnosis.engine or "without hyperscan",
    )
    notes = f", {render_quantity(numbers['note'], 'note')}" if numbers["note"] else ""
    problems = render_quantity(numbers["problem"], "problem")
    verdict = f"{hooks}, {problems}{notes} ({', '.join(about)})"
    return "".join(f"{line}\n" for line in [*lines, "", *wrap_line(verdict, width=width)])


def render_doctor_problems(diagnosis: Diagnosis, *, width: int = 0) -> str:
    """Return what ``phaser-lint doctor --quiet`` prints: problems alone; nothing without."""
    lines = _render_finding_lines(diagnosis, "problem", width)
    return "".join(f"{line.removeprefix('  ')}\n" for line in lines)


def render_doctor_json(diagnosis: Diagnosis) -> str:
    """Return what ``doctor`` found as one JSON object."""
    return render_sorted_json(
        {
            "version": 1,
            "stands": diagnosis.works,
            "root": diagnosis.root,
            "contracts": diagnosis.contracts,
            "bare_python_seconds": round(diagnosis.bare_seconds, 4),
            "engine": diagnosis.engine or None,
            "gates": [
                {
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
                    "findings": [_map_finding(finding) for finding in hook.findings],
                }
                for hook in diagnosis.hooks
            ],
            "findings": [_map_finding(finding) for finding in diagnosis.findings],
        }
    )


def _render_yes_or_no(answer: bool) -> str:
    return "yes" if answer else "NO"


def _render_table_lines(diagnosis: Diagnosis, width: int) -> list[str]:
    """Return the table in *width* columns: paths are cut first, then what stands last."""
    rows = [_HEAD]
    for hook in diagnosis.hooks:
        time = "" if hook.seconds is None else f"{hook.seconds * 1000:.0f} ms"
        if hook.seconds and diagnosis.bare_seconds:
            time += f" ({hook.seconds / diagnosis.bare_seconds:.1f}x)"
        edits = len(hook.blocked) + len(hook.missed)
        rows.append(
            (
                hook.name,
                hook.source,
                _render_yes_or_no(hook.works) if hook.is_tried else _UNTRIED,
                _render_yes_or_no(hook.starts) if hook.is_tried else _UNTRIED,
                f"{len(hook.blocked)} of {edits}" if hook.starts else "",
                _render_yes_or_no(hook.silent) if hook.starts else "",
                time,
            )
        )
    printable_rows = [tuple(make_harmless(cell) for cell in row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*printable_rows, strict=True)]
    most, widths[_PATHS] = widths[_PATHS], min(widths[_PATHS], _LEAST)
    ends = [end - len(_BETWEEN) for end in accumulate(column + len(_BETWEEN) for column in widths)]
    column_count = max(1, sum(end <= width for end in ends)) if width else len(ends)
    room = width - ends[column_count - 1]
    widths[_PATHS] = min(most, widths[_PATHS] + max(0, room)) if width else most
    return [
        _BETWEEN.join(
            cut_path_to_width(cell, width=column_width).ljust(column_width)
            for cell, column_width in zip(row[:column_count], widths, strict=False)
        ).rstrip()
        for row in printable_rows
    ]


def _render_finding_lines(diagnosis: Diagnosis, level: str, width: int) -> list[str]:
    lines = {
        make_harmless(f"  {finding.where}: {finding.text}"): None
        for finding in diagnosis.all_findings()
        if finding.level == level
    }
    return [row for line in lines for row in wrap_line(line, width=width)]


def _map_finding(finding: Finding) -> dict[str, str]:
    return {"level": finding.level, "where": finding.where, "text": finding.text}
