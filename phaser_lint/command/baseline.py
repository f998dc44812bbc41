"""``phaser-lint baseline``: record today's violations, so that only new ones count.

    phaser-lint baseline             write .phaser/baseline.jsonl
    phaser-lint baseline --prune     take out what no longer occurs, and add nothing new
    phaser-lint baseline --update    write it anew
    phaser-lint baseline --check     end with 1 where --prune would change it
    phaser-lint baseline --rename no-print=no-output

With PATHS only what is known of those files changes. A run that could not check everything writes
nothing: what it missed would count as new later, or as fixed now.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from phaser_lint.agent.install.settings_file import write_settings
from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    Entries,
    EntryKey,
    count_covered_violations,
    has_earlier_version,
    make_baseline_entries,
    make_entry_key,
    name_usual_baseline,
    read_baseline,
    read_baseline_bytes,
    rename_entries,
    render_baseline,
    require_baseline,
)
from phaser_lint.check.comparison.gone_entries import (
    count_removed_entries,
    describe_lost_contracts,
    find_moved_file_entries,
    make_baseline_scope,
    update_entries,
    without_gone_entries,
)
from phaser_lint.check.comparison.moved_entries import (
    add_moved_code_entries,
    find_names_in_baseline,
    follow_moved_contracts,
)
from phaser_lint.check.comparison.since_revision import find_new_since_head
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.check.project_check import examine_project
from phaser_lint.check.project_options import SECONDS, ProjectOptions
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.check.unreachable_files import is_closed_folder
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, make_git_limits
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.contract.model import ContractKey, Report
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.core.file_records import Skip
from phaser_lint.core.shared_flags import (
    CACHE_FLAGS,
    CONTRACTS_DIR_FLAG,
    Flags,
    Parser,
    make_argument,
    make_switch,
    make_timeout_flag,
)
from phaser_lint.core.text import (
    join_most,
    make_harmless,
    name_contract,
    render_path,
    render_quantity,
    render_sorted_json,
)
from phaser_lint.project import explain_link_out, find_path_inside
from phaser_lint.project.git.git_settings import explain_left_out_file
from phaser_lint.project.git.tracked_files import list_left_out_files
from phaser_lint.project.project_of_command import require_project_root, require_working_directory
from phaser_lint.report.paths_from_folder import move_report_to_folder
from phaser_lint.report.statistics import CountedContract, render_contract_counts
from phaser_lint.report.summary import (
    explain_incomplete_run,
    group_unread_files,
    render_asides,
    render_place,
    render_unread_counts,
)

_MOST_NEW, _MOST_CONTRACTS = 5, 10


def parser() -> Parser:
    """Return the parser of ``phaser-lint baseline``."""
    return Parser(
        "phaser-lint baseline",
        "Record today's violations, so that only new ones count.",
        (
            make_argument(
                "paths", metavar="PATH", nargs="*", help="files and folders [default: all]"
            ),
            make_argument(
                "--file",
                metavar="FILE",
                help=f"the baseline [default: {DEFAULT_PATH} in the root folder]",
            ),
            make_switch("--update", help="write an existing one anew"),
            make_switch("--prune", help="remove what no longer occurs, and add nothing new"),
            make_switch("--check", help="write nothing; exit code 1 if --prune would change it"),
            make_argument(
                "--rename", metavar="OLD=NEW", help="give the entries of a contract its new name"
            ),
            make_switch("-q", "--quiet", help="print nothing but why nothing is written"),
            make_switch("--json", help="print JSON"),
            *ROOT_AND_GIT_FLAGS,
            CONTRACTS_DIR_FLAG,
            make_switch("--project-contracts", help="leave the contracts of the home folder out"),
            *CACHE_FLAGS,
            make_timeout_flag(SECONDS),
        ),
        example="phaser-lint baseline --prune",
        page="git.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint baseline``: write it, print what it holds, and return the exit code."""
    flags = parser().parse_args(arguments)
    root = require_project_root(flags.root)
    path = flags.file or os.path.join(root, *DEFAULT_PATH.split("/"))
    shown_path = flags.file or name_usual_baseline(root)
    if not flags.file and (outside := explain_link_out(path, root)):
        raise UsageError(f"{shown_path}: {outside}")
    old = _read_existing_baseline(flags, root, path, shown_path=shown_path)
    scan = examine_project(
        ProjectOptions(
            paths=tuple(flags.paths),
            root=flags.root,
            git=make_git_limits(flags),
            contracts_dir=flags.contracts_dir,
            user_contracts=not flags.project_contracts,
            seconds=flags.timeout,
            cache=not flags.no_cache,
            cache_dir=flags.cache_dir,
            baseline=path,
        )
    )
    report = scan.report._replace(notices=scan.notices)
    from_here = move_report_to_folder(report, require_working_directory(), root=root)
    remarks_on = explain_incomplete_run if flags.quiet else render_asides
    closed = tuple(filter(is_closed_folder, from_here.skipped))
    # Those are the reason why nothing is written.
    skipped = tuple(skip for skip in from_here.skipped if skip not in closed)
    lines = remarks_on(from_here._replace(skipped=skipped))
    sys.stderr.write("".join(f"{line}\n" for line in lines))
    if reason := explain_unwritten_baseline(from_here, closed):
        sys.stderr.write(make_harmless(f"{shown_path}: not written: {reason}") + "\n")
        _print_json(flags, {"path": shown_path, "problem": reason, "written": False})
        return exit_codes.INCOMPLETE
    if flags.update and old is None and make_baseline_scope(scan).content is not None:
        # A sparse checkout leaves files out; what the baseline holds of them stays.
        old = read_baseline(path, display_path=shown_path) if os.path.lexists(path) else None
    new: Entries = make_baseline_entries(scan.report)
    moved: Entries = {}
    keeps_old = flags.prune or flags.check
    known = old
    if old is not None:
        if keeps_old:
            known = follow_moved_contracts(scan, old, baseline_path=path)
        new, moved = _change_entries(flags, scan, known or {}, baseline_path=path)
    is_first = not os.path.lexists(path)
    is_changed = is_first or new != old
    if is_changed and not flags.check:
        write_settings(path, render_baseline(new))
    removed = count_removed_entries(known, new, moved) if keeps_old and known is not None else 0
    number = count_covered_violations(new, scan.checker.contracts)
    files = len({path for path, _, _ in new})
    counted_contracts = count_contracts(new, scan)
    if not (flags.quiet or flags.json):
        entries = "1 entry" if removed == 1 else f"{removed} entries"
        phrases = [f"{entries} {'to remove' if flags.check else 'removed'}"] * keeps_old
        move = "to move" if flags.check else "moved"
        phrases += [f"{len(moved)} {move} with their code"] if moved else []
        phrases += [f"{render_quantity(number, 'violation')} in {render_quantity(files, 'file')}"]
        phrases += render_unread_counts(report)
        lines = [f"{shown_path}: {'; '.join(phrases)}", *describe_new_entries(scan, new)]
        lines += [] if keeps_old else describe_counted_contracts(counted_contracts)
        if keeps_old and known is not None:
            gone = {key: known[key] for key in known if key not in new}
            lines += describe_lost_contracts(
                gone,
                scan.checker.contracts,
                scan.report,
                first="" if flags.check else "take the file back from git, then ",
            )
        lines += describe_next_step(
            flags,
            is_first=is_first,
            is_changed=is_changed,
            is_empty=keeps_old and not (new or flags.check),
        )
        sys.stdout.write(render_lines(map(make_harmless, lines)))
    _print_json(
        flags,
        {
            "not_read": sum(map(len, group_unread_files(report.skipped).values())),
            "contracts": [
                {
                    "level": level,
                    "rule_id": rule_id,
                    "severity": severity,
                    "violations": violations,
                    "files": files,
                }
                for (level, rule_id), severity, violations, files in counted_contracts
            ],
            "path": shown_path,
            "problem": None,
            "written": is_changed and not flags.check,
            "files": files,
            "moved": len(moved),
            "removed": removed,
            "violations": number,
        },
    )
    return exit_codes.VIOLATIONS if flags.check and is_changed else exit_codes.CLEAN


def describe_next_step(
    flags: Flags, *, is_first: bool, is_changed: bool, is_empty: bool = False
) -> list[str]:
    """Return the line on what to do with a baseline that was written, or found out of date."""
    if flags.check and is_changed:
        file = f" --file {flags.file}" if flags.file else ""
        return [f"phaser-lint baseline --prune{file} does that."]
    if is_empty:
        return ["Nothing is left in it: delete the file."]
    if is_first and flags.file is None:
        return [
            "Commit it: from now on only what is new counts in scan and the hooks of git and "
            "agents, and in the Action once it is merged. An agent's session is judged by the "
            "entries that were there when it began."
        ]
    return [f"phaser-lint scan --baseline {flags.file} counts only what is new."] * is_first


def explain_unwritten_baseline(report: Report, closed: Sequence[Skip]) -> str:
    """Return why no baseline is written by a *report*, with *closed* folders, if none is."""
    if report.undecided or any(problem.skipped for problem in report.problems):
        return "not everything could be checked"
    return "; ".join(f"{render_path(skip.path)}: {skip.reason}" for skip in closed)


def _change_entries(
    flags: Flags, scan: ProjectScan, old: Entries, *, baseline_path: str
) -> tuple[Entries, Entries]:
    """Return the *old* entries as they are now, and those among them whose code is elsewhere.

    Only ``--prune`` moves any, or ``--check``: ``--update`` takes what there is. Raises
    ``UsageError`` for a name that ``--rename`` does not find.
    """
    contracts = scan.checker.contracts
    if flags.rename is not None:
        listed_keys = {name_contract(key): key for _, key, _ in old}
        known_keys = {name_contract(contract.key): contract.key for contract in contracts.contracts}
        old_name, _, new_name = flags.rename.partition("=")
        if old_name not in listed_keys:
            raise UsageError(f"--rename: expected OLD=NEW; no entry is of {old_name}")
        if new_name not in known_keys:
            raise UsageError(f"--rename: expected OLD=NEW; {new_name} is no contract that counts")
        return rename_entries(old, listed_keys[old_name], known_keys[new_name]), {}
    change = update_entries if flags.update else without_gone_entries
    new = change(old, scan.report, contracts=contracts, scope=make_baseline_scope(scan))
    if flags.update:
        return new, {}
    # What a run of some paths leaves where it stands covers nothing elsewhere.
    lost = {key: number for key, number in old.items() if new.get(key, 0) < number}
    renamed = find_names_in_baseline(scan, scan.report, lost, baseline_path=baseline_path)
    moved = find_moved_file_entries(old, new, scan.report, earlier_names=renamed)
    moved = add_moved_code_entries(
        scan,
        scan.report,
        entries=lost,
        moved=moved,
        remaining=new,
        baseline_path=baseline_path,
        earlier_names=renamed,
    )
    return {**new, **{key: new.get(key, 0) + moved[key] for key in moved}}, moved


def count_contracts(entries: Entries, scan: ProjectScan) -> list[CountedContract]:
    """Return how many violations *entries* of a baseline cover of each contract, most first."""
    selection, contracts = scan.checker.selection, scan.checker.contracts
    severities = {contract.key: contract.severity for contract in contracts.written_contracts()}
    entries_by_contract: dict[tuple[ContractKey, str], dict[EntryKey, int]] = {}
    for entry, number in entries.items():
        path, key, _ = entry
        # A level below may give it another severity.
        of_path = {contract.key: contract.severity for contract in selection.contracts_for(path)}
        severity = of_path.get(key) or severities.get(key)
        entries_by_contract.setdefault((key, severity or ""), {})[entry] = number
    counted_contracts = [
        CountedContract(
            key=key,
            severity=severity,
            violations=count_covered_violations(of_contract, contracts),
            files=len({path for path, _, _ in of_contract}),
        )
        for (key, severity), of_contract in sorted(entries_by_contract.items())
    ]
    return sorted(counted_contracts, key=attrgetter("violations"), reverse=True)


def describe_counted_contracts(counted_contracts: Sequence[CountedContract]) -> list[str]:
    """Return the table that ``phaser-lint baseline`` prints of several contracts: one of so many
    violations may be wrong, and nobody would see it any more.
    """
    if len(counted_contracts) < 2:
        return []
    surplus = len(counted_contracts) - _MOST_CONTRACTS
    lines = render_contract_counts(counted_contracts[:_MOST_CONTRACTS])
    return lines + [f"and {render_quantity(surplus, 'more contract')}"] * (surplus > 0)


def describe_new_entries(scan: ProjectScan, entries: Entries) -> list[str]:
    """Return what ``phaser-lint baseline`` prints on *entries* that cover what HEAD does not have:
    nobody has agreed to it.

    Who is refused a commit and records what is there lets what he just wrote through.
    """
    try:
        new = find_new_since_head(scan.checker, scan.root, scan.report)
    except GitError as error:
        return [f"What of it HEAD lacks cannot be known: {error}"]
    if new is None:
        return []
    places = list(
        dict.fromkeys(
            f"{render_place(violation)} {violation.rule_id}"
            for violation in keep_one_per_file(new, scan.checker.contracts).violations
            if make_entry_key(make_violation_key(violation)) in entries
        )
    )
    if not places:
        return []
    are = "is" if len(places) == 1 else "are"
    return [f"{len(places)} of them {are} not in HEAD: {join_most(places, _MOST_NEW)}"]


def _print_json(flags: Flags, fields: Mapping[str, Any]) -> None:
    if flags.json:
        sys.stdout.write(render_sorted_json({"version": 1, **fields}))


def _read_existing_baseline(
    flags: Flags, root: str, path: str, *, shown_path: str
) -> Entries | None:
    """Return the baseline that is there, as far as it is needed; raises ``PhaserError``."""
    changes = [f"--{name}" for name in ("update", "prune", "check", "rename") if vars(flags)[name]]
    if len(changes) > 1:
        raise UsageError(f"{' and '.join(changes)}: expected one of them")
    if not os.path.lexists(path):
        path_in_project = find_path_inside(root, os.path.abspath(path))
        if path_in_project is not None and path_in_project in list_left_out_files(root):
            why = explain_left_out_file(root, path_in_project)
            raise UsageError(f"{shown_path}: git would not see what is written: {why}")
        if changes and not flags.update:
            raise UsageError(f"{shown_path}: no such file; phaser-lint baseline writes one")
        return None
    if not changes:
        raise UsageError(
            f"{shown_path}: is there already; --prune takes out what no longer occurs, "
            "--update writes it anew"
        )
    if flags.update and not flags.paths:
        # All of it is written anew, so that entries after a merge conflict do no harm.
        require_baseline(path, display_path=shown_path)
        return None
    baseline = read_baseline(path, display_path=shown_path)
    if has_earlier_version(
        read_baseline_bytes(path, display_path=shown_path), display_path=shown_path
    ):
        raise UsageError(
            f"{shown_path}: written by an earlier phaser-lint, in another form; "
            "--update without paths writes it anew"
        )
    return baseline
