"""What was wrong with a file's directives: malformed, unknown ids, without effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from difflib import get_close_matches

from phaser_lint.check.engine.directives import Directive
from phaser_lint.check.engine.file_verdict import FileVerdict
from phaser_lint.contract.model import Contract, ContractKey, Notice
from phaser_lint.contract.rules import RULES, is_decided_by_tree
from phaser_lint.text.languages import is_xml

# A file may name thousands that there are not; to look for a near one takes milliseconds.
_MOST_HINTS = 20


class DirectiveNotices:
    """Reports what is wrong with the directives of files, after all of them were checked.

    *used* are those that suppressed something, each with the path and the id; *on_tree* the paths
    on which contracts on the tree were checked, and *idle* the contracts that were not.
    """

    def __init__(
        self,
        used: Set[tuple[str, Directive, str]],
        contracts_by_key: Mapping[ContractKey, Contract],
        on_tree: Set[str],
        *,
        idle: Sequence[ContractKey],
    ) -> None:
        self._used, self._known, self._on_tree = used, contracts_by_key, on_tree
        self._used_at_all = {(path, directive) for path, directive, _ in used}
        self._ids = {rule_id for _, rule_id in (*contracts_by_key, *idle)}
        self._hints: dict[str, str] = {}

    def collect_notices(self, verdict: FileVerdict) -> list[Notice]:
        """Return a notice for each thing that is wrong with the directives of one file.

        A directive names ids: of the levels that have a contract of that id one at most checked the
        file, and only that one tells whether the directive was needed.
        """
        notices = list(verdict.notices)
        if not verdict.directives:
            return notices
        path, checked_ids = verdict.path, self._select_checked(verdict)
        undecided = {open_case.rule_id for open_case in verdict.undecided}
        for directive in verdict.directives:
            if directive.form == "ignore-all":
                is_used = (path, directive) in self._used_at_all
                if checked_ids and not undecided and not is_used:
                    notices.append(_note_unused_directive(path, directive, "ignore-all"))
            for rule_id in directive.ids:
                if rule_id not in self._ids:
                    notices.append(self._notice_unknown(path, directive, rule_id))
                elif (
                    rule_id in checked_ids - undecided
                    and (path, directive, rule_id) not in self._used
                ):
                    contracts = [self._known[key] for key in verdict.ran if key[1] == rule_id]
                    notices.append(
                        _note_unused_directive(path, directive, rule_id, contracts=contracts)
                    )
        return notices

    def _select_checked(self, verdict: FileVerdict) -> set[str]:
        """Return the ids of the contracts that would need a directive in the file.

        A contract on the tree ran only where the tree was checked: not in a scan of named files.
        Without a change there is nothing that a directive on changes could suppress.
        """
        return {
            key[1]
            for key in verdict.ran
            if (verdict.path in self._on_tree or not is_decided_by_tree(self._known[key]))
            and "base" not in RULES[self._known[key].type].needs
        }

    def _notice_unknown(self, path: str, directive: Directive, rule_id: str) -> Notice:
        if rule_id not in self._hints:
            ids = [known_id for _, known_id in self._known]
            names = {known_id.lower(): known_id for known_id in ids}
            has_hint = len(self._hints) < _MOST_HINTS
            close = get_close_matches(rule_id.lower(), names, n=1) if has_hint else []
            self._hints[rule_id] = f"; did you mean {names[close[0]]}?" if close else ""
        text = f"directive names {rule_id}, which no contract is called{self._hints[rule_id]}"
        return Notice(path, directive.line, text)


def _note_unused_directive(
    path: str, directive: Directive, rule_id: str, *, contracts: Sequence[Contract] = ()
) -> Notice:
    """Return the notice on a *directive*, and what in *contracts* of that id keeps it from them."""
    reason = ""
    if any(contract.ignorable is False for contract in contracts):
        reason = " takes no directive (`ignorable: false`)"
    elif any(contract.asks_for_reason for contract in contracts) and not directive.has_reason():
        reason = f" asks for a reason after `{': ' if is_xml(path) else ' -- '}`"
    return Notice(path, directive.line, f"directive suppresses nothing: {rule_id}{reason}")
