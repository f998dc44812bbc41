"""What a person reads below the violations that stop a commit: how to go on.

next:
  phaser-lint why no-print src/a.py:3 --staged  # explains the first violation
  phaser-lint baseline --project-contracts      # records what the project's own contracts find, …
Only if this is meant, and the contract allows it, end line 3 with: # phaser:ignore …
"""

from __future__ import annotations

import os
from collections.abc import Callable

from phaser_lint import DOCS
from phaser_lint.check.engine.directive_places import propose_directive, with_directive_comment
from phaser_lint.contract.model import Report
from phaser_lint.contract.report_parts import ContractSummary
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
    "Compared with HEAD, also where --amend replaces it: "
    "no remote's default branch is known that it left."
)
# Without the flag entries of the home folder's contracts go in, which colleagues do not have.
_RECORDS, _IF_OLD, _MOST_OLD = "records what the project's contracts find", ", if this is old", 3
_BEFORE = "A directive counts only in a file that had it before this change."
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
    """
    errors = report.errors()
    violations = errors or list(report.violations if fails_on_warnings else ())
    if not violations:
        return []
    # The next steps are about what the commit adds: of an old line there was nothing to say.
    old_violations = frozenset(report.at_head or ())
    old_places = [render_place(violation) for violation in report.at_head or ()]
    violations.sort(key=old_violations.__contains__)
    is_mixed = violations[0] not in old_violations and bool(old_violations)
    key = violations[0].contract_key
    name = name_contract(key)
    contracts_by_key = {contract.key: contract for contract in report.contracts}
    types_by_key = {key: contract.type for key, contract in contracts_by_key.items()}
    kind = types_by_key.get(key)
    place = render_place(violations[0])
    # Git starts its hooks at the root, whoever commits in ``backend``.
    place = os.path.relpath(place, started_in) if started_in else place
    words = [program, "why", name, place]
    is_of_change = kind is not None and RULES[kind].subject == "change"
    if is_staged:
        words.append("--staged")
    elif is_of_change:
        words += ["--since", base]
    if violations[0].where == "glob":  # no file that could be named
        words = [program, "explain", name]
    steps = [(join_shell_words(words), f"explains the first {'new ' * is_mixed}violation")]
    if is_merging:
        top = os.path.relpath(os.curdir, started_in or os.curdir)
        step = join_shell_words([program, "scan", "--since", "HEAD", *[top] * (top != os.curdir)])
        steps.append((step, _OF_A_MERGE))
    kinds = [types_by_key.get(violation.contract_key) for violation in violations]
    # What a change broke, a scan for a baseline does not find; and what the baseline that is there
    # does not cover is new.
    is_recordable = any(kind is None or "base" not in RULES[kind].needs for kind in kinds)
    if is_recordable and report.in_baseline is None:
        recording = join_shell_words([program, "baseline", "--project-contracts"])
        has = f"; HEAD has {join_most(old_places, most=_MOST_OLD)}" if old_places else _IF_OLD
        steps.append((recording, _RECORDS + has))
    width = max(len(step) for step, _ in steps)
    prefix = os.path.join(os.path.relpath(os.curdir, started_in or os.curdir), "")
    contract_path = contracts_by_key[key].path if key in contracts_by_key else ""
    lines = name_outside_contract(contract_path, prefix=prefix)
    lines += ["next:", *(f"  {step:<{width}}  # {purpose}" for step, purpose in steps)]
    # Of a frozen file, or a text that stays, it has to be there before the change. A comment after
    # a backslash would break the line that it continues.
    counts_now = kind is None or RULES[kind].directives_in == "now"
    # A change that deletes or renames a file leaves none of that name to write in.
    is_gone = is_of_change and not is_there(violations[0].path)
    violation = violations[0]
    if counts_now and not (is_gone or is_notebook(violation.path)):
        violation = with_directive_comment(violation, read_text(violation.path))
    is_continued = violation.comment is None and violation.line_text.rstrip().endswith("\\")
    if counts_now and not (is_continued or is_gone or is_notebook(violation.path)):
        line = f"line {violation.line}"
        # The report does not have which contracts take none, or ask for a reason.
        proposal = propose_directive(violation, line, with_reason=False, is_of_change=is_of_change)
        lines += [f"Only if this is meant, and the contract allows it, {proposal}"] * bool(proposal)
    elif not counts_now:
        contract = contracts_by_key[violations[0].contract_key]
        lines += [_BEFORE, *_describe_ways_to_change(contract, started_in)]
    lines += [_ON_HEAD] * (is_of_change and follows_head)
    return [make_harmless(line) for line in lines]


def _describe_ways_to_change(contract: ContractSummary, started_in: str) -> list[str]:
    """Return what the owner of a contract on changes can do where a change of people is meant.

    "Don't touch src/generated/" was meant for agents, and refused the commit after a run of the
    generator.
    """
    path = contract.path or name_contract(contract.key)
    path = os.path.relpath(path, started_in) if started_in and contract.path else path
    return [
        f"Only if this is meant, exclude_glob in {path} leaves the file out. "
        "CI checks by the contracts of the base, so merge that change first.",
        "If only agents must leave the file, the contract's place is ~/.phaser/contracts: "
        "no commit is held to what is there, agents are, in all your projects.",
    ]
