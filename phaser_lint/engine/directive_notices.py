"""What was wrong with a file's directives: malformed, unknown ids, without effect."""

from __future__ import annotations

from phaser_lint.model import Notice
from phaser_lint.rules import is_about_changes, is_on_tree_alone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set

    from phaser_lint.engine.directives import Directive
    from phaser_lint.engine.file_verdict import FileVerdict
    from phaser_lint.model import Contract, ContractKey


def directive_notices(
    verdict: FileVerdict,
    used: set[tuple[str, Directive, str]],
    known: dict[ContractKey, Contract],
    on_tree: Set[str],
    *,
    idle: Sequence[ContractKey],
) -> list[Notice]:
    """Return a notice for each thing that is wrong with the directives of one file.

    A directive names ids: of the levels that have a contract of that id one at most judged the
    file, and only that one tells whether the directive was needed.
    """
    notices = list(verdict.notices)
    if not verdict.directives.directives:
        return notices
    undecided = {entry.rule_id for entry in verdict.undecided}
    # A contract on the tree ran only where the tree was judged: not in a scan of named files.
    # What lets a change pass suppresses nothing while there is none.
    ran = {
        key[1]
        for key in verdict.ran
        if (verdict.path in on_tree or not is_on_tree_alone(known[key]))
        and not is_about_changes(known[key])
    }
    ids = {rule_id for _, rule_id in (*known, *idle)}
    for directive in verdict.directives.directives:
        if directive.form == "ignore-all":
            unused = not undecided and not any(
                path == verdict.path and entry == directive for path, entry, _ in used
            )
            if unused and ran:
                notices.append(_idle(verdict.path, directive, "ignore-all"))
        for rule_id in directive.ids:
            if rule_id not in ids:
                hint = _near(rule_id, (each for _, each in known))
                text = f"directive names {rule_id}, which no contract is called{hint}"
                notices.append(Notice(verdict.path, directive.line, text))
            elif rule_id in ran - undecided and (verdict.path, directive, rule_id) not in used:
                notices.append(_idle(verdict.path, directive, rule_id))
    return notices


def _near(rule_id: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # rare, and a tenth of the hook's start

    names = {each.lower(): each for each in known}
    close = get_close_matches(rule_id.lower(), names, n=1)
    return f"; did you mean {names[close[0]]}?" if close else ""


def _idle(path: str, directive: Directive, rule_id: str) -> Notice:
    return Notice(path, directive.line, f"directive suppresses nothing: {rule_id}")
