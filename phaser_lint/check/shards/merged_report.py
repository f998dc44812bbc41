"""The reports of all shards of a run made into the report that one run of it all gives.

What the shards say of the contents of their files is put together. The contracts on the tree are
checked here, once, by the rules themselves: from the paths that each selects in some shard, the
files that meet it, and the directives that may suppress what breaks it. Notices that only the
whole run can give are made here, too.
"""

from __future__ import annotations

from phaser_lint import __version__
from phaser_lint.check.comparison.baseline_file import BaselineComparison, entries_of
from phaser_lint.check.comparison.baseline_scope import Findable, Scope, gone_notices
from phaser_lint.check.comparison.hidden import about_hidden
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.change_verdict import check_changes
from phaser_lint.check.engine.comparison import (
    GivenCounts,
    count_existing,
    once_per_file,
    without_existing,
)
from phaser_lint.check.engine.directives import Directive, Directives
from phaser_lint.check.engine.file_verdict import FileVerdict, FileVerdicts
from phaser_lint.check.fixes.suggestions import with_fixes
from phaser_lint.check.project_notices import about_everything
from phaser_lint.contract.model import Contract, ContractSet, Report
from phaser_lint.contract.rules import RULES, requires_file
from phaser_lint.contract.shard import Hidden
from phaser_lint.core.checked_files import ContractChanges
from phaser_lint.core.errors import ReportError, UsageError
from phaser_lint.text.search.searcher import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.check.comparison.baseline_file import Entries
    from phaser_lint.check.engine.comparison import Occurrences
    from phaser_lint.check.engine.fingerprints import Key
    from phaser_lint.contract.model import Notice, Undecided
    from phaser_lint.contract.shard import BaselineEntry, DirectedFile, Shard

    Named = tuple[str, Report, Shard]


def merged(named: Sequence[tuple[str, Report]]) -> Report:
    """Return the report on the whole project, from the report of each shard with its file's name.

    Raises ``UsageError`` or ``ReportError`` for reports that are not the shards of one run.
    """
    parts = require_one_run(named)
    reports = [report for report, _ in parts]
    shards = [shard for _, shard in parts]
    contracts = _contracts(reports[0], shards[0])
    undecided = _left_undecided(reports, shards, contracts)
    tree = _on_tree(shards, contracts, undecided)
    entries = [entry for shard in shards if shard.baseline for entry in shard.baseline.entries]
    comparisons = (GivenCounts(_base(shards)), BaselineComparison(_counts(entries)))
    new_on_tree = without_existing(tree, count_existing(tree, comparisons))
    new_on_tree = once_per_file(new_on_tree, contracts)
    fixed = with_fixes(new_on_tree.violations, (), contracts.contracts)
    whole = [*reports, new_on_tree._replace(violations=fixed)]
    joined = Report(
        checked=tuple(sorted(path for report in reports for path in report.checked)),
        violations=tuple(
            sorted((entry for each in whole for entry in each.violations), key=engine.in_order)
        ),
        suppressed=tuple(
            sorted((entry for each in whole for entry in each.suppressed), key=engine.in_order)
        ),
        skipped=tuple(sorted(entry for report in reports for entry in report.skipped)),
        undecided=tuple(undecided),
        problems=contracts.problems,
        existing=sum(each.existing for each in whole),
        in_baseline=_covered(reports, tree, _counts(entries)),
        contracts=reports[0].contracts,
    )
    own = [notice for report, shard in parts for notice in _of_files(report, shard)]
    return joined._replace(
        notices=(
            *_of_run(shards, contracts),
            *about_hidden(_hidden(shards)),
            *_gone(shards, entries, tree, joined, contracts),
            *sorted((*own, *tree.notices), key=engine.notice_order),
        )
    )


def _contracts(report: Report, shard: Shard) -> ContractSet:
    """Return the contracts as far as checking the tree needs them, in the order of a scan."""
    known = {entry.key: entry for entry in report.contracts}
    return ContractSet(
        tuple(
            Contract(
                rule_id=entry.rule_id,
                type=known[entry.key].type,
                file_glob=entry.file_glob,
                message=entry.message,
                severity=entry.severity,
                globs=((), (), (), ()),
                searched=Pattern(""),
                scope=entry.scope,
                ignorable=entry.ignorable,
                own=entry.own,
                path_pattern=entry.path_pattern,
                path=known[entry.key].path,
                level=entry.level,
                overridden_by=known[entry.key].overridden_by,
            )
            for entry in shard.tree_contracts
        ),
        report.problems,
        idle=shard.idle_contracts,
    )


def _left_undecided(
    reports: Sequence[Report], shards: Sequence[Shard], contracts: ContractSet
) -> list[Undecided]:
    """Return what is undecided, but for files of which one that is there suffices, and is."""
    there = [contracts.contracts[entry.contract] for shard in shards for entry in shard.selected]
    by_names = (each for each in there if not RULES[each.type].checks_each_file())
    met = {each.key for each in by_names if requires_file(each)}
    each = sorted({entry for report in reports for entry in report.undecided})
    return [entry for entry in each if entry.contract_key not in met]


def _on_tree(
    shards: Sequence[Shard], contracts: ContractSet, undecided: Sequence[Undecided]
) -> Report:
    """Return the report on what breaks contracts on the tree, existing or new."""
    selected: dict[int, list[str]] = {}
    for shard in shards:
        for entry in shard.selected:
            selected.setdefault(entry.contract, []).extend(entry.paths)
    found = engine.check_tree(
        contracts,
        selected=selected,
        met=frozenset(key for shard in shards for key in shard.met),
        undecided=frozenset(entry.contract_key for entry in undecided),
        whole=("",),
    )
    by_path: dict[str, list[Undecided]] = {}
    for open_case in undecided:
        by_path.setdefault(open_case.path, []).append(open_case)
    files = [file for shard in shards for file in shard.directed]
    verdicts = [_verdict(file, by_path.get(file.path, ())) for file in files]
    paths = frozenset(file.path for file in files)
    of_changes = check_changes(contracts.contracts, _changed(shards))
    return engine.reported(
        FileVerdicts(tuple(verdicts), ()), found, contracts, on_tree=paths, of_changes=of_changes
    )


def _changed(shards: Sequence[Shard]) -> list[ContractChanges]:
    """Return what became of the files of all shards, by contract and what has to change, too."""
    by_contract: dict[tuple[int, tuple[str, ...]], ContractChanges] = {}
    for each in (entry for shard in shards for entry in shard.changed):
        key = each.contract, each.globs
        known = by_contract.get(key, ContractChanges(each.contract, (), (), False))
        by_contract[key] = ContractChanges(
            each.contract,
            (*known.kinds, *each.kinds),
            (*known.let_pass, *each.let_pass),
            known.met or each.met,
            each.globs,
        )
    return [by_contract[key] for key in sorted(by_contract)]


def _verdict(file: DirectedFile, undecided: Sequence[Undecided]) -> FileVerdict:
    """Return a verdict that says of *file* what its directives did, and nothing else."""
    directives = tuple(Directive(*written) for written in file.directives)
    return FileVerdict(
        path=file.path,
        violations=(),
        suppressed=(),
        undecided=tuple(undecided),
        notices=file.notices,
        directives=Directives(directives),
        used=frozenset((directives[entry.directive], entry.rule_id) for entry in file.used),
        ran=frozenset(file.ran),
        met=frozenset(),
    )


def _base(shards: Sequence[Shard]) -> Occurrences:
    """Return how often what may break contracts on the tree occurred at the revision."""
    counts: dict[Key, int] = {}
    for shard in shards:
        for level, rule_id, path, line, times in shard.before:
            key = ((level, rule_id), path, line)
            counts[key] = max(times, counts.get(key, 0))
    return counts


def _counts(entries: Sequence[BaselineEntry]) -> Entries:
    return {entry.entry(): entry.times for entry in entries}


def _covered(reports: Sequence[Report], tree: Report, baseline: Entries) -> int | None:
    """Return how many violations the baseline covers, in all shards and on the tree."""
    known = [report.in_baseline for report in reports if report.in_baseline is not None]
    covered = without_existing(tree, BaselineComparison(baseline).count(tree)).existing
    return sum(known) + covered if known else None


def _of_files(report: Report, shard: Shard) -> Sequence[Notice]:
    """Return the notices of a shard's report without those on the run: first, that it is a part."""
    return report.notices[1 + len(shard.notices) + len(about_hidden(shard.hidden)) :]


def _hidden(shards: Sequence[Shard]) -> Hidden:
    each = [shard.hidden for shard in shards]
    return Hidden(
        tuple(notice for hidden in each for notice in hidden.skipped),
        tuple(notice for hidden in each for notice in hidden.directives),
    )


def _of_run(shards: Sequence[Shard], contracts: ContractSet) -> Sequence[Notice]:
    """Return the notices of every shard on the run, and those that only the whole can give."""
    first = shards[0]
    if not first.everything or not (contracts.contracts or contracts.problems):
        return first.notices
    selecting = {key for shard in shards for key in shard.selecting}
    idle = {each.key: each for each in contracts.contracts if each.key not in selecting}.values()
    return [*first.notices, *about_everything(idle)]


def _gone(
    shards: Sequence[Shard],
    entries: Sequence[BaselineEntry],
    tree: Report,
    joined: Report,
    contracts: ContractSet,
) -> Sequence[Notice]:
    """Return a notice if entries of the baseline occur no more, or less often."""
    part = shards[0].baseline
    if part is None or part.added is not None:
        return ()
    checked = None if part.all_content else frozenset(each.path for each in entries if each.judged)
    findable = Findable(joined, contracts, Scope(checked, ("",), lists=True))
    now = entries_of(tree)
    gone = 0
    for entry in entries:
        key = entry.entry()
        gone += entry.now + now.get(key, 0) < entry.times and findable.covers(key)
    return gone_notices(gone, given=part.shown, usual=part.usual, earlier=part.earlier)


# Are these the reports of all shards of one run? Everything else is refused, with the file.


def require_one_run(named: Sequence[tuple[str, Report]]) -> list[tuple[Report, Shard]]:
    """Return the reports with their shards, by number, or raise ``UsageError``/``ReportError``."""
    parts = [(name, report, _shard_of(name, report)) for name, report in named]
    first = parts[0]
    for part in parts:
        _require_sound(*part)
    for part in parts[1:]:
        _require_same(first, part)
    ordered = sorted(parts, key=lambda part: part[2].share.number)
    _require_each_once(ordered)
    _require_apart(ordered)
    return [(report, shard) for _, report, shard in ordered]


def _shard_of(name: str, report: Report) -> Shard:
    if report.shard is None:
        raise UsageError(
            f"{name}: expected the report of a shard (scan --shard K/N --format json=FILE); "
            "this one is of a whole run, and only shards of one run can be merged"
        )
    return report.shard


def _require_sound(name: str, report: Report, shard: Shard) -> None:
    """Raise ``ReportError`` if a report contradicts itself: somebody edited it."""
    known = {entry.key: entry.type for entry in report.contracts}
    if {entry.key for entry in shard.tree_contracts} != known.keys():
        raise ReportError(f"{name}: shard.tree_contracts: expected those of contracts")
    for (_, rule_id), kind in known.items():
        if kind not in RULES:
            raise ReportError(f"{name}: contracts: {rule_id}: expected one of {', '.join(RULES)}")
    for file in shard.directed:
        if not known.keys() >= set(file.ran):
            raise ReportError(f"{name}: shard.directed: {file.path}: expected keys of contracts")
    for part, entries in (("selected", shard.selected), ("changed", shard.changed)):
        if any(entry.contract >= len(shard.tree_contracts) for entry in entries):
            raise ReportError(f"{name}: shard.{part}: expected places in tree_contracts")
    strange = next((path for path in _paths(report, shard) if not shard.share.holds(path)), None)
    if strange is not None:
        raise ReportError(f"{name}: expected only files of shard {shard.share}, not {strange}")
    broken = {entry.path for entry in (*report.violations, *report.suppressed)}
    # What is skipped has a name and a size all the same.
    if not broken.issubset((*report.checked, *(skip.path for skip in report.skipped))):
        raise ReportError(f"{name}: violations: expected only those of files checked")


def _paths(report: Report, shard: Shard) -> list[str]:
    """Return the paths that a report speaks of as its own."""
    return [
        *report.checked,
        *(skip.path for skip in report.skipped),
        *_selected(report, shard),
        *(file.path for file in shard.directed),
        *(notice.path for notice in (*shard.hidden.skipped, *shard.hidden.directives)),
    ]


def _selected(report: Report, shard: Shard) -> Iterator[str]:
    """Yield the paths of contracts on the tree, but for folders: files of all shards lie there."""
    known = {entry.key: entry for entry in report.contracts}
    for entry in shard.selected:
        contract = known[shard.tree_contracts[entry.contract].key]
        if "partner" not in RULES[contract.type].needs:
            yield from entry.paths


def _require_same(first: Named, other: Named) -> None:
    """Raise ``UsageError`` unless both are of one run, as far as their reports can tell."""
    name, _, shard = first
    other_name, _, other_shard = other
    if shard.share.of != other_shard.share.of:
        raise UsageError(
            f"{other_name}: shard {other_shard.share}, but {name}: shard {shard.share}; "
            "expected shards of the same number"
        )
    ours = dict(shard.same)
    for setting, value in other_shard.same:
        if ours.get(setting) != value:
            raise UsageError(
                f"{other_name}: {setting}: {value}, but {name}: {ours.get(setting)}; "
                "expected shards of one run"
            )
    if (shard.same, *_of_all(first)) != (other_shard.same, *_of_all(other)):
        raise ReportError(f"{other_name}: expected the contracts and settings of {name}")


def _of_all(part: Named) -> tuple[object, ...]:
    """Return what follows from the settings, and is the same in all shards of a run."""
    _, report, shard = part
    baseline = shard.baseline
    return (
        report.contracts,
        report.problems,
        shard.everything,
        shard.tree_contracts,
        shard.idle_contracts,
        baseline is None or baseline.all_content,
        baseline is None,
    )


def _require_each_once(ordered: Sequence[Named]) -> None:
    seen: dict[int, str] = {}
    for name, _, shard in ordered:
        number = shard.share.number
        if number in seen:
            raise UsageError(f"{name}: shard {shard.share}, which {seen[number]} is too")
        seen[number] = name
    of = ordered[0][2].share.of
    missing = [str(number) for number in range(1, of + 1) if number not in seen]
    if missing:
        shown = ", ".join(missing[:10]) + (", …" if len(missing) > 10 else "")
        raise UsageError(f"expected the reports of all {of} shards; missing: {shown}")
    version = dict(ordered[0][2].same).get("version")
    if version != __version__:
        raise UsageError(
            f"{ordered[0][0]}: written by phaser-lint {version}, and this is {__version__}; "
            "expected the same version"
        )


def _require_apart(ordered: Sequence[Named]) -> None:
    """Raise ``UsageError`` if two shards compared files of theirs with the same earlier one.

    An earlier file is that of one new file at most. Where git knows of the new ones it says of
    which; two untracked files of equal content in two shards cannot be distinguished by either.
    """
    taken: dict[str, str] = {}
    for name, _, shard in ordered:
        for renamed in shard.renamed:
            other = taken.setdefault(renamed.earlier, renamed.path)
            if other != renamed.path:
                raise UsageError(
                    f"{name}: {renamed.path} and {other} both hold what {renamed.earlier} held; "
                    "git add them, or scan without --shard"
                )
