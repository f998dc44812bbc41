"""What a person reads below the violations that stop a commit: how to go on.

next:
  phaser-lint why no-print src/a.py:3 --staged  # explains the first violation
  phaser-lint baseline --project-contracts      # records what the project's own contracts find, …
Only if this is meant, end line 3 with: # phaser:ignore …
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence

from phaser_lint import DOCS
from phaser_lint.check.engine.directive_places import propose_directive, with_directive_comment
from phaser_lint.contract.model import ContractKey, Report, Violation
from phaser_lint.contract.report_parts import WEAKER, ContractSummary
from phaser_lint.contract.rules import RULES
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.text import (
    is_notebook,
    join_most,
    make_harmless,
    name_contract,
    name_outside_contract,
)
from phaser_lint.report.summary import render_place

_ON_HEAD = (
    "Compared with HEAD, also where --amend replaces it: no remote's default branch is known that "
    "it left; git fetch brings it where there is a remote."
)
# Without the flag entries of the home folder's contracts go in, which colleagues do not have.
_RECORDS, _IF_OLD, _MOST_OLD = "records what the project's contracts find", ", if this is old", 3
_BEFORE = "For {} a directive counts only in a file that had it before this change."
_IN_CI = " CI checks by the contracts of the base, so merge that change first."
_IF_FOR_AGENTS = (
    "If only agents must leave the file, the contract's place is ~/.phaser/contracts: "
    "no commit is held to what is there, agents are, in all your projects."
)
# Not the flag itself: an agent would take it for the way on, and ask nothing first.
_OF_A_MERGE = (
    "leaves out what the merge or rebase brings; what to do where nothing is left: "
    f"{DOCS}/git.md#upstream-changes"
)


def describe_ways_on(
    report: Report,
    *,
    program: str = "phaser-lint",
    is_there: Callable[[str], bool] = bool,
    read_text: Callable[[str], str] = str,
    is_staged: bool = False,
    base: str = "HEAD",
    fails_on_warnings: bool = False,
    is_merging: bool = False,
    started_in: str = "",
    follows_head: bool = False,
    choice: Sequence[str] | None = (),
    is_compared: bool = False,
) -> list[str]:
    """Return the lines below a refused commit that say how to go on from the first error; nothing
    without one.

    Without *fails_on_warnings* no warning refuses a commit: an invalid contract does, or what was
    not checked, whose own line says how to go on.

    *program* starts phaser-lint in a shell. *is_there* tells whether there is a file at a path of
    the report, *read_text* what it says. *is_staged*: git's index has what was checked, whatever
    the disk holds. *base*: the revision that a change of it was compared with.
    *is_merging*: the commit has what a merge and the like brings, which nobody here wrote.
    *started_in*: the folder, from the root, where ``git commit`` was started: there a command is
    pasted. *follows_head*: what changed is compared with HEAD, since no default branch is known.
    *choice*: the flags by which another command finds the same contracts; ``None`` for those of a
    revision, which none finds. *is_compared*: what a revision has was left out, so all is new.
    """
    errors = report.errors()
    violations = errors or list(report.violations if fails_on_warnings else ())
    if not violations:
        return []
    # The next steps are about what the commit adds: of an old line there was nothing to say.
    old_violations = frozenset(report.at_head or ())

    def rank(violation: Violation) -> tuple[bool, bool]:
        return violation in old_violations, _is_by_base(violation)

    violations.sort(key=rank)
    key = violations[0].contract_key
    contracts_by_key = {contract.key: contract for contract in report.contracts}
    kind = contracts_by_key[key].type if key in contracts_by_key else None
    is_of_change = kind is not None and RULES[kind].subject == "change"
    steps: list[tuple[str, str]] = []
    if choice is not None and not _is_by_base(violations[0]):
        state = ["--staged"] if is_staged else ["--since", base] * is_of_change
        words = [*_name_question(violations[0], state, started_in), *choice]
        new = "new " * (violations[0] not in old_violations and bool(old_violations))
        steps.append((join_shell_words([program, *words]), f"explains the first {new}violation"))
    if is_merging:
        top = os.path.relpath(os.curdir, started_in or os.curdir)
        step = join_shell_words([program, "scan", "--since", "HEAD", *[top] * (top != os.curdir)])
        steps.append((step, _OF_A_MERGE))
    if choice is not None and not is_compared and _is_recordable(report, violations):
        recording = [program, "baseline", *(choice or ["--project-contracts"])]
        old_places = [render_place(violation) for violation in report.at_head or ()]
        has = f"; HEAD has {join_most(old_places, most=_MOST_OLD)}" if old_places else _IF_OLD
        steps.append((join_shell_words(recording), _RECORDS + has))
    width = max((len(step) for step, _ in steps), default=0)
    prefix = os.path.join(os.path.relpath(os.curdir, started_in or os.curdir), "")
    contract_path = contracts_by_key[key].path if key in contracts_by_key else ""
    lines = name_outside_contract(contract_path, prefix=prefix)
    lines += ["next:"] * bool(steps)
    lines += [f"  {step:<{width}}  # {purpose}" for step, purpose in steps]
    # Of a frozen file, or a text that stays, it has to be there before the change. A comment after
    # a backslash would break the line that it continues.
    counts_now = kind is None or RULES[kind].directives_in == "now"
    is_deaf = key in report.deaf
    # A change that deletes or renames a file leaves none of that name to write in.
    is_gone = is_of_change and not is_there(violations[0].path)
    violation = violations[0]
    if counts_now and not (is_gone or is_notebook(violation.path)):
        violation = with_directive_comment(violation, read_text(violation.path))
    is_continued = violation.comment is None and violation.line_text.rstrip().endswith("\\")
    if counts_now and not (is_deaf or is_continued or is_gone or is_notebook(violation.path)):
        # The commit may lack another file than those that it changes.
        is_of_files = kind is not None and RULES[kind].subject == "files"
        proposal = propose_directive(
            violation,
            f"line {violation.line}",
            with_reason=False,
            is_of_change=is_of_change,
            file=render_place(violation) if is_of_files else "the file",
        )
        lines += [f"Only if this is meant, {proposal}"] * bool(proposal)
    elif not counts_now:
        lines += _describe_ways_to_change([contracts_by_key[key]], started_in, deaf=report.deaf)
        # That is for its owner, not for who reads the log of a CI run each time.
        lines += [_IF_FOR_AGENTS] * (not contract_path.startswith("~/"))
    lines += [_ON_HEAD] * (is_of_change and follows_head)
    return [make_harmless(line) for line in lines]


def _is_by_base(violation: Violation) -> bool:
    """Tell whether only the contracts of the base report that.

    Of one that the change removes `why` said "no contract has that id".
    """
    return violation.message.endswith(f"({WEAKER})")


def _name_question(violation: Violation, state: Sequence[str], started_in: str) -> list[str]:
    """Return the words, behind the program's name, that explain a *violation*: in which *state* of
    the files it was found, where they are asked.
    """
    name = name_contract(violation.contract_key)
    if violation.where == "glob":  # no file that could be named
        return ["explain", name]
    place = render_place(violation)
    # Git starts its hooks at the root, whoever commits in ``backend``.
    place = os.path.relpath(place, started_in) if started_in else place
    return ["why", name, place, *state]


def _is_recordable(report: Report, violations: Sequence[Violation]) -> bool:
    """Tell whether a baseline would have one of *violations* and is not there yet.

    What a change broke, a scan for a baseline does not find, nor what the base's contracts report;
    and what the baseline that is there does not cover is new, as is what HEAD lacks.
    """
    if report.at_head is not None and not report.at_head:
        return False

    types_by_key = {contract.key: contract.type for contract in report.contracts}
    kinds = [
        types_by_key.get(violation.contract_key)
        for violation in violations
        if not _is_by_base(violation)
    ]
    is_found = any(kind is None or "base" not in RULES[kind].needs for kind in kinds)
    return is_found and report.in_baseline is None


def describe_ways_of_change(report: Report) -> list[str]:
    """Return what to do about the errors of a *report* that no directive of the change suppresses;
    nothing without one.
    """
    broken_keys = {violation.contract_key for violation in report.errors()}
    contracts = [
        contract
        for contract in report.contracts
        if contract.key in broken_keys and RULES[contract.type].directives_in != "now"
    ]
    # A report that shards are merged into does not know those that take no directive.
    return [make_harmless(line) for line in _describe_ways_to_change(contracts, "", deaf=())]


def _describe_ways_to_change(
    contracts: Sequence[ContractSummary], started_in: str, *, deaf: Collection[ContractKey]
) -> list[str]:
    """Return what the owner of *contracts* on changes can do where a change of people is meant.

    "Don't touch src/generated/" was meant for agents, and refused the commit after a run of the
    generator.
    """
    if not contracts:
        return []
    paths = []
    for contract in contracts:
        path = contract.path or name_contract(contract.key)
        paths.append(os.path.relpath(path, started_in) if started_in and contract.path else path)
    # A file may hold both contracts that a change breaks.
    shown_paths = join_most([*dict.fromkeys(paths)], most=_MOST_OLD)
    hearing = [contract.key for contract in contracts if contract.key not in deaf]
    names = [*dict.fromkeys(map(name_contract, hearing))]
    before = [_BEFORE.format(join_most(names, most=_MOST_OLD))] if names else []
    excluded = f"Only if this is meant, exclude_glob in {shown_paths} leaves the file out."
    # Of many names one may go.
    if all(RULES[contract.type].evidence == "lost match" for contract in contracts):
        excluded = (
            "Only if this is meant, leave out the text by the pattern, as with (?!name), or the "
            f"file by exclude_glob, in {shown_paths}."
        )
    # Of the home folder CI knows none.
    is_of_project = not all(path.startswith("~/") for path in paths)
    return [*before, excluded + _IN_CI * is_of_project]
