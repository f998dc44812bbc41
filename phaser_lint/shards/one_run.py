"""Are these the reports of all shards of one run? Everything else is refused, with the file."""

from __future__ import annotations

from phaser_lint import __version__
from phaser_lint.errors import ReportError, UsageError
from phaser_lint.rules import RULES, asks_for_partner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.model import Report
    from phaser_lint.shards.shard import Shard

    Named = tuple[str, Report, Shard]


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
            "this one is of a whole run, and what two of those say together nobody judged"
        )
    return report.shard


def _require_sound(name: str, report: Report, shard: Shard) -> None:
    """Raise ``ReportError`` if a report contradicts itself: a hand was at it."""
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
    ]


def _selected(report: Report, shard: Shard) -> Iterator[str]:
    """Yield the paths of contracts on the tree, but for folders: files of all shards lie there."""
    known = {entry.key: entry for entry in report.contracts}
    for entry in shard.selected:
        if not asks_for_partner(known[shard.tree_contracts[entry.contract].key]):
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
    which; two untracked files of equal content in two shards cannot be told apart by either.
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
