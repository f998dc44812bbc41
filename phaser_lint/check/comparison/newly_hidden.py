"""What a change hides: files that are skipped since, and what new directives suppress.

A byte that makes a file binary, and one line with ``ignore-file``, exempt all of a file; the counts
of what is skipped and suppressed do not show it, nor where. It is found file by file, so that each
shard of a run finds its own, and ``note_skips_and_directives`` makes the notices of them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from operator import attrgetter

from phaser_lint.check.comparison.base_commit import open_past
from phaser_lint.check.comparison.commits import CommitComparison
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.directives import Directive
from phaser_lint.check.engine.file_verdict import FileVerdict
from phaser_lint.check.engine.new_violations import keep_new_violations, make_violation_key
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.shard import Hidden
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Skip
from phaser_lint.core.text import join_most, name_contract

_FORMS = ("ignore-file", "ignore-all")
_MOST_SHOWN, _LONGEST_REASON = 5, 60


def find_hidden_by_change(scan: ProjectScan, undecided: Iterable[Undecided]) -> Hidden:
    """Return what a change newly hides, since each commit compared with: files skipped, and new
    directives; nothing where none is compared.

    Of a file that is skipped, what is *undecided* tells more.
    """
    if not scan.bases:
        return Hidden()
    changed = frozenset(scan.subjects.content)
    told_paths = {open_case.path for open_case in undecided}
    skips = [
        skip
        for skip in scan.checked_files.skipped
        if skip.path in changed and skip.path not in told_paths
    ]
    # A change that lets everybody suppress is asked by what the base says, too.
    told_ids = frozenset(
        [
            contract.rule_id
            for each in (scan, *scan.by_bases)
            for contract in each.checker.contracts.for_people()
        ]
    )
    all_directives = _find_hiding_directives(scan.checked_files.verdicts, told_ids)
    directives = {path: all_directives[path] for path in all_directives if path in changed}
    of_bases = [_note_suppressed_by_base(scan, by_base) for by_base in scan.by_bases]
    by_either = [*_note_suppressed_lines(scan)]
    by_either += _select_common_notices(of_bases) if of_bases else ()
    suppressed = tuple(dict.fromkeys(by_either))
    if not (skips or directives):
        return Hidden(directives=suppressed)
    since_each = [
        _find_hidden(scan, base, skips, directives=directives, told_ids=told_ids)
        for base in scan.bases
    ]
    return Hidden(
        _select_common_notices([hidden.skipped for hidden in since_each]),
        (*_select_common_notices([hidden.directives for hidden in since_each]), *suppressed),
    )


def _note_suppressed_by_base(scan: ProjectScan, by_base: ProjectScan) -> list[Notice]:
    """Return a notice for each line of *scan* that only people may suppress *by_base*, a scan by
    the contracts of a base, and the change suppresses.
    """
    names_of_today = {old: path for path, old in by_base.earlier_names.items()}
    # That scan has the files of all shards.
    own_paths = frozenset(scan.subjects.content)
    notices = [
        notice._replace(path=names_of_today.get(notice.path, notice.path))
        for notice in _note_suppressed_lines(by_base)
    ]
    return [notice for notice in notices if notice.path in own_paths]


def _note_suppressed_lines(scan: ProjectScan) -> tuple[Notice, ...]:
    """Return a notice for each line that only people may suppress, and the change suppresses."""
    keys = {contract.key for contract in scan.checker.contracts.for_people()}
    suppressed = [
        violation
        for verdict in scan.checked_files.verdicts
        for violation in verdict.suppressed
        # One for many lines has a notice of its own, too, which names nothing that it hides.
        if violation.contract_key in keys
    ]
    if not suppressed:
        return ()
    by_agent = scan.checker._replace(by_agent=True)
    comparison = CommitComparison(by_agent, scan.root, scan.bases, proposed=scan.unlike_disk)
    # A directive for a file is compared once, however many lines it covers: one more is not new.
    of_files = {
        make_violation_key(violation): violation
        for violation in reversed(suppressed)
        if violation.suppressing_form == "ignore-file"
    }
    of_lines = [each for each in suppressed if each.suppressing_form != "ignore-file"]
    new: Sequence[Violation] = suppressed
    # What cannot be compared is new: a partial clone lacks it.
    with suppress(GitError):
        compared = Report(violations=(*of_lines, *of_files.values()))
        remaining = frozenset(keep_new_violations(compared, (comparison.count,)).violations)
        new_keys = {make_violation_key(each) for each in remaining} & of_files.keys()
        new = [
            violation
            for violation in suppressed
            if violation in remaining or make_violation_key(violation) in new_keys
        ]
    return tuple(
        Notice(
            violation.path,
            violation.line,
            f"newly suppressed, as only people may: {name_contract(violation.contract_key)}",
            change=True,
        )
        for violation in new
    )


def _find_hidden(
    scan: ProjectScan,
    commit: str,
    skips: Sequence[Skip],
    *,
    directives: Mapping[str, Sequence[Directive]],
    told_ids: Set[str],
) -> Hidden:
    """Return which of *skips* and *directives* the files did not have in *commit*."""
    paths = [*directives, *(skip.path for skip in skips)]
    # Under which names they were there, if they were, and what these files held.
    names_then: dict[str, str] = {}
    verdicts_then: Sequence[FileVerdict] = ()
    skips_then: Sequence[Skip] = ()
    checker = scan.checker
    if all(each.form in _FORMS for of_file in directives.values() for each in of_file):
        # Whether one for a line suppressed something, the contracts tell, and only that.
        checker = checker.with_contracts(checker.contracts._replace(contracts=()))
    try:
        past = open_past(scan.checker, scan.root, commit)
        renamed, paths_then = past.names_then(paths), frozenset(past.files.paths())
        earlier = {path: renamed.get(path, path) for path in paths}
        names_then = {path: name for path, name in earlier.items() if name in paths_then}
        files = past.files.read(sorted({*names_then.values()}))
        verdicts_then, skips_then = engine.check_each_file(checker, files)
    except GitError:  # a partial clone lacks it: what cannot be compared is new
        pass
    skipped_then = {skip.path for skip in skips_then}
    skip_notices = [
        Notice(skip.path, None, f"newly skipped: {skip.reason}", change=True)
        for skip in skips
        if names_then.get(skip.path) not in skipped_then
    ]
    directives_then = _find_hiding_directives(verdicts_then, told_ids)
    directive_notices = []
    for path, of_file in directives.items():
        counts = Counter(
            (directive.form, directive.ids)
            for directive in directives_then.get(names_then.get(path, ""), ())
        )
        for directive in of_file:
            counts[directive.form, directive.ids] -= 1
            if counts[directive.form, directive.ids] < 0:
                names = f" {', '.join(directive.ids)}" if directive.ids else ""
                reason = f" -- {_shorten_reason(directive)}" if directive.has_reason() else ""
                text = f"new directive: {directive.form}{names}{reason}"
                directive_notices.append(Notice(path, directive.line, text, change=True))
    return Hidden(tuple(skip_notices), tuple(directive_notices))


def _shorten_reason(directive: Directive) -> str:
    reason = directive.reason
    return reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON].rstrip()}…"


def _select_common_notices(lists: Sequence[Sequence[Notice]]) -> tuple[Notice, ...]:
    return tuple(notice for notice in lists[0] if all(notice in notices for notices in lists))


def note_skips_and_directives(hidden: Hidden) -> list[Notice]:
    """Return notices on what is newly *hidden*: one a reason of skips, one for directives."""
    paths: dict[str, list[str]] = {}
    for notice in sorted(hidden.skipped):
        paths.setdefault(notice.text, []).append(notice.path)
    notices = []
    for text, (first_path, *other_paths) in paths.items():
        also = f"; so are {join_most(other_paths, _MOST_SHOWN)}" if other_paths else ""
        notices.append(Notice(first_path, None, f"{text}{also}", change=True))
    # Two hundred lines of a file may be suppressed for one reason, and one tells of them.
    alike: dict[tuple[str, str], list[Notice]] = {}
    for notice in sorted(hidden.directives, key=attrgetter("path")):
        alike.setdefault((notice.path, notice.text), []).append(notice)
    for first, *others in alike.values():
        lines = [f"{notice.line}" for notice in others]
        also = f"; also at {join_most(lines, _MOST_SHOWN)}" if lines else ""
        notices.append(first._replace(text=f"{first.text}{also}"))
    return notices


def _find_hiding_directives(
    verdicts: Sequence[FileVerdict], told_ids: Set[str]
) -> dict[str, list[Directive]]:
    """Return by their files the directives that are for many lines, or suppress something.

    Of what only people may suppress, by contracts of *told_ids*, a notice names each line.
    """
    by_path = {}
    for verdict in verdicts:
        directives = verdict.directives
        # Items of a commit are not looked up: one that has a directive may be unlisted.
        of_items = [(Directive(*fields), key[1]) for _, key, _, fields in verdict.items if fields]
        used = {
            directive
            for directive, rule_id in (*verdict.used, *of_items)
            if rule_id not in told_ids
        }
        hiding = [each for each in directives if each.form in _FORMS or each in used]
        if hiding:
            by_path[verdict.path] = hiding
    return by_path
