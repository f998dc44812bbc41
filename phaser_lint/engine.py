"""The engine: files and contracts in, a ``Report`` out. It prints nothing and reads nothing.

    for each file     which contracts select it → matches → violations → directives
    for the tree      which paths each contract selects → violations
    together          a Report, every part in a fixed order

Every front-end calls ``check``; none decides by itself what a violation is.
"""

from __future__ import annotations

from phaser_lint.comparison import once_per_file, without_old
from phaser_lint.directives import Directives, parse_directives
from phaser_lint.model import Notice, Report, Skip, Tree, Undecided
from phaser_lint.record import Record
from phaser_lint.rules import RULES
from phaser_lint.search import Searcher, TooManyMatchesError
from phaser_lint.selection import reads_for_tree
from phaser_lint.text import normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence

    from phaser_lint.comparison import Before
    from phaser_lint.directives import Directive
    from phaser_lint.model import Contract, ContractSet, Limits, ProposedFile, Violation
    from phaser_lint.rules import Spans
    from phaser_lint.selection import Selection


class FileVerdict(Record):
    """What one file's content gave: every violation of it, and what directives did."""

    path: str
    violations: tuple[Violation, ...]
    suppressed: tuple[Violation, ...]
    undecided: tuple[Undecided, ...]
    notices: tuple[Notice, ...]
    directives: Directives
    used: frozenset[tuple[Directive, str]]
    ran: frozenset[str]
    met: frozenset[str]


def check(
    files: Iterable[ProposedFile | Skip],
    contracts: ContractSet,
    *,
    selection: Selection,
    limits: Limits,
    tree: Tree | None = None,
    tree_files: Iterable[ProposedFile | Skip] = (),
    ignores: bool = True,
    clock: Callable[[], float] | None = None,
    before: Before | None = None,
) -> Report:
    """Return what *contracts* say of *files* and, where given, of the *tree*.

    *tree_files* are read only for the contracts on the tree, and not judged by themselves.
    *selection* tells which contracts select a path. Without *ignores* no directive counts.
    *clock* gives the seconds that ``limits.deadline`` is measured with. With *before* only what
    occurs more often than it says is a violation; the rest is counted as old.
    """
    report = examine(
        files,
        contracts,
        selection=selection,
        limits=limits,
        tree=tree,
        tree_files=tree_files,
        ignores=ignores,
        clock=clock,
    )
    return concluded(report, contracts, before=before)


def concluded(report: Report, contracts: ContractSet, *, before: Before | None) -> Report:
    """Return a report of every single match as it is shown: only what is new, once a file."""
    if before is not None and report.violations:
        paths = tuple(dict.fromkeys(violation.path for violation in report.violations))
        report = without_old(report, before(paths))
    return once_per_file(report, contracts)


def examine(
    files: Iterable[ProposedFile | Skip],
    contracts: ContractSet,
    *,
    selection: Selection,
    limits: Limits,
    tree: Tree | None = None,
    tree_files: Iterable[ProposedFile | Skip] = (),
    ignores: bool = True,
    clock: Callable[[], float] | None = None,
) -> Report:
    """Return the report with every single match: what ``comparison.occurrences`` counts."""
    verdicts, skipped = judge_files(
        files,
        tree_files,
        selection=selection,
        limits=limits,
        ignores=ignores,
        clock=clock,
    )
    return assembled(verdicts, skipped, contracts, selection=selection, tree=tree)


def judge_files(
    files: Iterable[ProposedFile | Skip],
    tree_files: Iterable[ProposedFile | Skip],
    *,
    selection: Selection,
    limits: Limits,
    ignores: bool,
    clock: Callable[[], float] | None = None,
) -> tuple[list[FileVerdict], list[Skip]]:
    """Return the verdict on each file, and what was skipped; see ``check``."""
    verdicts: list[FileVerdict] = []
    skipped: list[Skip] = []
    late = _is_late(limits, clock)
    searcher = Searcher()
    for file, for_tree in _each(files, tree_files):
        if isinstance(file, Skip):
            skipped.append(file)
            continue
        selected = selection.contracts_for(file.path)
        if for_tree:
            selected = [contract for contract in selected if reads_for_tree(contract)]
        verdicts.append(
            judge_late(file, selected)
            if late()
            else judge_file(file, selected, searcher=searcher, limits=limits, ignores=ignores)
        )
    return verdicts, skipped


def assembled(
    verdicts: Sequence[FileVerdict],
    skipped: Sequence[Skip],
    contracts: ContractSet,
    *,
    selection: Selection,
    tree: Tree | None,
    clean: Sequence[str] = (),
) -> Report:
    """Return the report that *verdicts*, the *clean* files and the *tree* make together."""
    found = _judge_tree(contracts, verdicts, selection=selection, tree=tree) if tree else ()
    on_tree = frozenset(tree.paths) if tree else frozenset()
    return _report(verdicts, skipped, found, contracts=contracts, on_tree=on_tree, clean=clean)


def _each(
    files: Iterable[ProposedFile | Skip], tree_files: Iterable[ProposedFile | Skip]
) -> Iterator[tuple[ProposedFile | Skip, bool]]:
    for file in files:
        yield file, False
    for file in tree_files:
        yield file, True


def _is_late(limits: Limits, clock: Callable[[], float] | None) -> Callable[[], bool]:
    deadline = limits.deadline
    if deadline is None or clock is None:
        return lambda: False
    return lambda: clock() > deadline


def judge_file(
    file: ProposedFile,
    contracts: Sequence[Contract],
    *,
    searcher: Searcher,
    limits: Limits,
    ignores: bool,
    possible: Container[str] | None = None,
) -> FileVerdict:
    """Return the verdict of the content contracts that select *file*.

    Where it is known, *possible* holds the ids of those whose pattern may match; the others are
    not searched for.
    """
    text = normalise(file.text)
    directives = parse_directives(file.path, text) if ignores else Directives()
    violations: list[Violation] = []
    suppressed: list[Violation] = []
    undecided: list[Undecided] = []
    used: set[tuple[Directive, str]] = set()
    met: set[str] = set()
    for contract in contracts:
        rule = RULES[contract.type]
        if rule.READS == "nothing":
            continue
        impossible = possible is not None and contract.rule_id not in possible
        if impossible and rule.READS == "every match":
            continue
        searched = file.text if contract.raw_text else text
        spans, reason = (
            _spans(
                searcher,
                contract,
                searched,
                seconds=limits.pattern_seconds,
                first=rule.READS == "first match",
            )
            if not impossible
            else ((), "")
        )
        if reason:
            undecided.append(Undecided(contract.rule_id, file.path, reason))
        if spans:
            met.add(contract.rule_id)
        if contract.scope == "tree" or (reason and not spans):
            continue
        for violation in rule.check_file(contract, path=file.path, text=searched, spans=spans):
            directive = directives.covering(violation, contract)
            if directive is None:
                violations.append(violation)
            else:
                suppressed.append(violation)
                used.add((directive, contract.rule_id))
    return FileVerdict(
        file.path,
        tuple(violations),
        tuple(suppressed),
        tuple(undecided),
        tuple(
            Notice(file.path, malformed.line, f"directive ignores nothing: {malformed.expected}")
            for malformed in directives.malformed
        ),
        directives,
        frozenset(used),
        frozenset(contract.rule_id for contract in contracts),
        frozenset(met),
    )


def judge_late(file: ProposedFile, contracts: Sequence[Contract]) -> FileVerdict:
    """Return the verdict on a file whose turn came after the deadline: nothing is decided."""
    undecided = tuple(
        Undecided(contract.rule_id, file.path, "no time left")
        for contract in contracts
        if RULES[contract.type].READS != "nothing"
    )
    none: frozenset[str] = frozenset()
    return FileVerdict(file.path, (), (), undecided, (), Directives(), frozenset(), none, none)


def _spans(
    searcher: Searcher, contract: Contract, text: str, *, seconds: float, first: bool
) -> tuple[Spans, str]:
    """Return the matches, and why they are not all of them."""
    try:
        return searcher.find_spans(contract, text, seconds=seconds, only_first=first), ""
    except (MemoryError, RuntimeError) as error:
        # "(?:a(?R)?.){e<=1}" takes all memory, "(?:a\\G){e<=1}a" is an internal error of regex.
        return (), f"the pattern cannot be searched: {error or type(error).__name__}"
    except TimeoutError:
        return (), f"the pattern took longer than {seconds * 1000:.0f} ms"
    except TooManyMatchesError as error:
        return error.spans, str(error)


def _judge_tree(
    contracts: ContractSet, verdicts: Sequence[FileVerdict], *, selection: Selection, tree: Tree
) -> list[tuple[Contract, Violation]]:
    met = frozenset(rule_id for verdict in verdicts for rule_id in verdict.met)
    undecided = {entry.rule_id for verdict in verdicts for entry in verdict.undecided}
    by_contract = selection.paths_by_contract(tree.paths)
    found = []
    for contract in contracts.contracts:
        if contract.scope == "tree" and contract.rule_id in undecided - met:
            continue
        paths = by_contract.get(contract.rule_id, ())
        found += [
            (contract, violation)
            for violation in RULES[contract.type].check_tree(
                contract, paths=paths, whole=tree.whole, met=contract.rule_id in met
            )
        ]
    return found


def _report(
    verdicts: Sequence[FileVerdict],
    skipped: Sequence[Skip],
    tree_violations: Iterable[tuple[Contract, Violation]],
    *,
    contracts: ContractSet,
    on_tree: frozenset[str],
    clean: Sequence[str],
) -> Report:
    directives = {verdict.path: verdict.directives for verdict in verdicts}
    used = {(verdict.path, *entry) for verdict in verdicts for entry in verdict.used}
    known = {contract.rule_id: contract for contract in contracts.contracts}
    violations = [violation for verdict in verdicts for violation in verdict.violations]
    suppressed = [violation for verdict in verdicts for violation in verdict.suppressed]
    for contract, violation in tree_violations:
        directive = directives.get(violation.path, Directives()).covering(violation, contract)
        if directive is None:
            violations.append(violation)
        else:
            suppressed.append(violation)
            used.add((violation.path, directive, contract.rule_id))
    return Report(
        checked=tuple(sorted([*clean, *(verdict.path for verdict in verdicts)])),
        violations=tuple(sorted(violations, key=in_order)),
        suppressed=tuple(sorted(suppressed, key=in_order)),
        skipped=tuple(sorted(skipped)),
        undecided=tuple(sorted(entry for verdict in verdicts for entry in verdict.undecided)),
        problems=contracts.problems,
        notices=tuple(
            sorted(
                (
                    notice
                    for verdict in verdicts
                    for notice in _notices(verdict, used, known, on_tree, idle=contracts.idle)
                ),
                key=lambda notice: (notice.path, notice.line or 0, notice.text),
            )
        ),
    )


def in_order(violation: Violation) -> tuple[str, int, int, str]:
    """Return the key that violations are listed by: path, line, column, id."""
    return violation.path, violation.line or 0, violation.column or 0, violation.rule_id


def _notices(
    verdict: FileVerdict,
    used: set[tuple[str, Directive, str]],
    known: dict[str, Contract],
    on_tree: frozenset[str],
    *,
    idle: Sequence[str],
) -> list[Notice]:
    """Return what was wrong with a file's directives: malformed, unknown ids, without effect."""
    notices = list(verdict.notices)
    undecided = {entry.rule_id for entry in verdict.undecided}
    # A contract on the tree ran only where the tree was judged: not in a scan of named files.
    ran = {
        rule_id
        for rule_id in verdict.ran
        if verdict.path in on_tree or not _is_on_tree(known[rule_id])
    }
    for directive in verdict.directives.directives:
        if directive.form == "ignore-all":
            unused = not undecided and not any(
                path == verdict.path and entry == directive for path, entry, _ in used
            )
            if unused and ran:
                notices.append(_idle(verdict.path, directive, "ignore-all"))
        for rule_id in directive.ids:
            if rule_id in idle:
                continue
            if rule_id not in known:
                text = f"directive names {rule_id}, which no contract is called"
                notices.append(Notice(verdict.path, directive.line, text))
            elif rule_id in ran - undecided and (verdict.path, directive, rule_id) not in used:
                notices.append(_idle(verdict.path, directive, rule_id))
    return notices


def _is_on_tree(contract: Contract) -> bool:
    return contract.scope == "tree" or RULES[contract.type].READS == "nothing"


def _idle(path: str, directive: Directive, rule_id: str) -> Notice:
    return Notice(path, directive.line, f"directive suppresses nothing: {rule_id}")
