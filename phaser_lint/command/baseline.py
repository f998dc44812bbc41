"""``phaser-lint baseline``: record today's violations, so that only new ones count.

    phaser-lint baseline             write .phaser/baseline.jsonl
    phaser-lint baseline --prune     take out what no longer occurs, and add nothing new
    phaser-lint baseline --update    write it anew

With PATHS only what is known of those files changes. A run that could not check everything writes
nothing: what it missed would count as new later, or as fixed now.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from phaser_lint.agent.install.settings_file import write_settings
from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    Entries,
    entries_of,
    entry_of,
    is_earlier,
    read_baseline,
    read_data,
    render_baseline,
    require_baseline,
    usual_from_here,
)
from phaser_lint.check.comparison.baseline_scope import (
    entries_of_moved_files,
    number_covered,
    number_removed,
    still_there,
    update_entries,
)
from phaser_lint.check.comparison.moved_entries import names_in_baseline, with_moved_code
from phaser_lint.check.comparison.revisions import new_since
from phaser_lint.check.comparison.scan_comparisons import scope_of
from phaser_lint.check.engine.check import once_per_file
from phaser_lint.check.engine.new_violations import violation_key
from phaser_lint.check.project_check import examine_project
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.check.project_scan import ProjectScan
from phaser_lint.check.unreachable_files import is_closed_folder
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.terminal import in_lines
from phaser_lint.core.command_line import Parser, add_cache, add_contracts_dir, add_timeout
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.core.text import count, harmless, list_most, path_shown, sorted_json
from phaser_lint.project import led_out, path_inside, working_directory
from phaser_lint.project.git.git_settings import why_left_out
from phaser_lint.project.git.repository import is_left_out
from phaser_lint.project.project import root_for
from phaser_lint.report.report_paths import move_to_folder
from phaser_lint.report.summary import asides, incomplete, place_shown, unread_counts, unread_files

_MOST_NEW = 5


def parser() -> Parser:
    """Return the parser of ``phaser-lint baseline``."""
    parser = Parser(
        "phaser-lint baseline",
        "Record today's violations, so that only new ones count.",
        example="phaser-lint baseline --prune",
        page="git.md",
    )
    parser.add_argument("paths", metavar="PATH", nargs="*", help="files and folders [default: all]")
    parser.add_argument(
        "--file", metavar="FILE", help=f"the baseline [default: {DEFAULT_PATH} in the root folder]"
    )
    parser.add_switch("--update", help="write an existing one anew")
    parser.add_switch("--prune", help="remove what no longer occurs, and add nothing new")
    parser.add_switch("-q", "--quiet", help="print nothing but why nothing is written")
    parser.add_switch("--json", help="print JSON")
    add_root_and_git(parser)
    add_contracts_dir(parser)
    parser.add_switch("--project-contracts", help="leave the contracts of the home folder out")
    add_cache(parser)
    add_timeout(parser, default=SECONDS)
    return parser


def run(arguments: Sequence[str]) -> int:
    """Write the baseline, print what it holds, and return the exit code."""
    flags = parser().parse_args(arguments)
    root = root_for(flags.root)
    path = flags.file or os.path.join(root, *DEFAULT_PATH.split("/"))
    shown_path = flags.file or usual_from_here(root)
    if not flags.file and (outside := led_out(path, root)):
        raise UsageError(f"{shown_path}: {outside}")
    old = _existing(flags, root, path, shown_path=shown_path)
    scan = examine_project(
        ProjectOptions(
            paths=tuple(flags.paths),
            root=flags.root,
            git=git_of(flags),
            contracts_dir=flags.contracts_dir,
            user_contracts=not flags.project_contracts,
            seconds=flags.timeout,
            cache=not flags.no_cache,
            cache_dir=flags.cache_dir,
            baseline=path,
        )
    )
    report = scan.report._replace(notices=scan.notices)
    from_here = move_to_folder(report, working_directory(), root=root)
    remarks_on = incomplete if flags.quiet else asides
    closed = tuple(filter(is_closed_folder, from_here.skipped))
    # Those are the reason why nothing is written.
    skipped = tuple(skip for skip in from_here.skipped if skip not in closed)
    lines = remarks_on(from_here._replace(skipped=skipped))
    sys.stderr.write("".join(f"{line}\n" for line in lines))
    reason = "; ".join(f"{path_shown(skip.path)}: {skip.reason}" for skip in closed)
    if from_here.undecided or any(problem.skipped for problem in from_here.problems):
        reason = "not everything could be checked"
    if reason:
        sys.stderr.write(harmless(f"{shown_path}: not written: {reason}") + "\n")
        _print_json(flags, {"path": shown_path, "problem": reason, "written": False})
        return exit_codes.INCOMPLETE
    if flags.update and old is None and scope_of(scan).content is not None:
        # A sparse checkout leaves files out; what the baseline holds of them stays.
        old = read_baseline(path, display_path=shown_path) if os.path.lexists(path) else None
    new: Entries = entries_of(scan.report)
    moved: Entries = {}
    if old is not None:
        new, moved = _change(flags, scan, old, baseline_path=path)
    is_first = not os.path.lexists(path)
    is_changed = is_first or new != old
    if is_changed:
        write_settings(path, render_baseline(new))
    removed = number_removed(old, new, moved) if flags.prune and old is not None else 0
    number = number_covered(new, scan.checker.contracts)
    files = len({path for path, _, _ in new})
    if not (flags.quiet or flags.json):
        entries = "1 entry" if removed == 1 else f"{removed} entries"
        phrases = [f"{entries} removed"] if flags.prune else []
        phrases += [f"{len(moved)} moved with their code"] if moved else []
        phrases += [f"{count(number, 'violation')} in {count(files, 'file')}"]
        phrases += unread_counts(report)
        lines = [f"{shown_path}: {'; '.join(phrases)}", *_lines_on_new(scan, new)]
        if is_first and flags.file is None:
            lines.append(
                "Commit it: from now on only what is new counts in scan and the hooks of git and "
                "agents, and in the Action once it is merged."
            )
        elif is_first:
            lines.append(f"phaser-lint scan --baseline {flags.file} counts only what is new.")
        sys.stdout.write(in_lines(map(harmless, lines)))
    _print_json(
        flags,
        {
            "not_read": sum(map(len, unread_files(report).values())),
            "path": shown_path,
            "problem": None,
            "written": is_changed,
            "files": files,
            "moved": len(moved),
            "removed": removed,
            "violations": number,
        },
    )
    return exit_codes.CLEAN


def _change(
    flags: Namespace, scan: ProjectScan, old: Entries, *, baseline_path: str
) -> tuple[Entries, Entries]:
    """Return the *old* entries as they are now, and those among them whose code is elsewhere.

    Only ``--prune`` moves any: ``--update`` takes what there is.
    """
    change = still_there if flags.prune else update_entries
    new = change(old, scan.report, contracts=scan.checker.contracts, scope=scope_of(scan))
    if not flags.prune:
        return new, {}
    # What a run of some paths leaves where it stands covers nothing elsewhere.
    lost = {key: number for key, number in old.items() if new.get(key, 0) < number}
    renamed = names_in_baseline(scan.root, scan.report, lost, baseline_path=baseline_path)
    moved = entries_of_moved_files(old, new, scan.report, earlier_names=renamed)
    moved = with_moved_code(
        scan,
        scan.report,
        entries=lost,
        moved=moved,
        remaining=new,
        baseline_path=baseline_path,
        earlier_names=renamed,
    )
    return {**new, **{key: new.get(key, 0) + moved[key] for key in moved}}, moved


def _lines_on_new(scan: ProjectScan, entries: Entries) -> list[str]:
    """Return a line on what the *entries* cover and HEAD does not have: nobody has agreed to it.

    Who is refused a commit and records what is there lets what he just wrote through.
    """
    try:
        new = new_since(scan.checker, scan.root, "HEAD", report=scan.report)
    except GitError as error:
        return [f"What of it HEAD lacks cannot be known: {error}"]
    if new is None:
        return []
    places = list(
        dict.fromkeys(
            f"{place_shown(violation)} {violation.rule_id}"
            for violation in once_per_file(new, scan.checker.contracts).violations
            if entry_of(violation_key(violation)) in entries
        )
    )
    if not places:
        return []
    are = "is" if len(places) == 1 else "are"
    return [f"{len(places)} of them {are} not in HEAD: {list_most(places, _MOST_NEW)}"]


def _print_json(flags: Namespace, fields: Mapping[str, Any]) -> None:
    if flags.json:
        sys.stdout.write(sorted_json({"version": 1, **fields}))


def _existing(flags: Namespace, root: str, path: str, *, shown_path: str) -> Entries | None:
    """Return the baseline that is there, as far as it is needed; raises ``PhaserError``."""
    if flags.update and flags.prune:
        raise UsageError("--update and --prune: expected one of them")
    if not os.path.lexists(path):
        path_in_project = path_inside(root, os.path.abspath(path))
        if path_in_project is not None and is_left_out(root, path_in_project):
            why = why_left_out(root, path_in_project)
            raise UsageError(f"{shown_path}: git would not see what is written: {why}")
        if flags.prune:
            raise UsageError(f"{shown_path}: no such file; phaser-lint baseline writes one")
        return None
    if not flags.update and not flags.prune:
        raise UsageError(
            f"{shown_path}: is there already; --prune takes out what no longer occurs, "
            "--update writes it anew"
        )
    if flags.update and not flags.paths:
        # All of it is written anew, so that entries after a merge conflict do no harm.
        require_baseline(path, display_path=shown_path)
        return None
    baseline = read_baseline(path, display_path=shown_path)
    if is_earlier(read_data(path, display_path=shown_path), display_path=shown_path):
        raise UsageError(
            f"{shown_path}: written by an earlier phaser-lint, in another form; "
            "--update without paths writes it anew"
        )
    return baseline
