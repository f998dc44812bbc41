"""The directives that a session added to files: at Stop the user reads of them, once, in one line.

    phaser-lint: directives added in this session: src/a.ts:3 ignore no-log -- the CLI's output

An agent may write them, where a contract does not say otherwise; a person who merges wants to know.
What moved, also to another file, is not new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from phaser_lint.agent.answers import Decision
from phaser_lint.check.comparison.at_stop_check import Changed, resolve_session_base
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.directive_places import heeds_directives, may_hold_directives
from phaser_lint.check.engine.directives import Directive
from phaser_lint.check.engine.file_parts import split_into_parts
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.file_records import Session, Skip, TextFile
from phaser_lint.core.text import join_most, make_printable
from phaser_lint.hook import HookRequest
from phaser_lint.hook.changed_files import was_changed_before
from phaser_lint.hook.memory.reported import note_first_report
from phaser_lint.project.files.commit import CommitFiles
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.text.deadlines import LateReaderError

_SECONDS = 1.0
_MOST_SHOWN, _LONGEST = 5, 120


def report_new_directives(
    request: HookRequest, checker: Checker, changes: Changed, *, root: str, session: Session
) -> Decision:
    """Return what the user reads of new directives of the *session*; raises ``GitError``."""
    paths = [path for path in changes.files if not was_changed_before(root, path, session)]
    now = _find_directives(DiskFiles(root).read(paths), checker.contracts)
    if not now:
        return Decision()
    base = resolve_session_base(root, session)
    then = _find_directives(
        CommitFiles(root, base).read([*paths, *changes.deleted]), checker.contracts
    )
    existing = Counter(directive.words() for _, directive in then)
    texts, keys = [], []
    for path, directive in now:
        words = directive.words()
        if existing[words] > 0:
            existing[words] -= 1
            continue
        shown_words = make_printable(words)[:_LONGEST]
        texts.append(f"{make_printable(checker.path_prefix + path)}:{directive.line} {shown_words}")
        keys.append((path, words))
    if not texts:
        return Decision()
    # A line above moves them; that makes no other directive.
    key = f"directives added {sorted(keys)!r}"
    is_first = note_first_report(request, key, root=checker.root, to_user=True)
    shown = join_most(texts, _MOST_SHOWN, "; ")
    message = f"phaser-lint: directives added in this session: {shown}"
    return Decision(to_user=message) if is_first else Decision()


def _find_directives(
    files: Iterable[TextFile | Skip], contracts: ContractSet
) -> list[tuple[str, Directive]]:
    """Return the directives in *files* that suppress something of *contracts*, with their paths."""
    rule_ids = {contract.rule_id for contract in contracts.contracts if contract.ignorable}
    directives: list[tuple[str, Directive]] = []
    for file in files:
        if isinstance(file, Skip) or not may_hold_directives(file.text):
            continue
        if not heeds_directives(contracts, file.path):
            continue
        try:
            parts = split_into_parts(file, ignores=True, printed=False, seconds=_SECONDS)
        except LateReaderError:
            continue
        directives += [
            (file.path, directive)
            for directive in parts.directives
            if not directive.ids or not rule_ids.isdisjoint(directive.ids)
        ]
    return directives
