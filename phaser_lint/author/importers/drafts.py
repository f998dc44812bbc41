"""Contracts of what was imported: an id each, checked as any contract, and its text.

    rule "No print!"  →  no-print.yaml, with what is lost and what never matched as comments above

What is no valid contract is listed as not converted.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from phaser_lint.author.contract_text import make_text_or_list, render_contract_text
from phaser_lint.author.importers.imported import ImportedFile, ImportedRule
from phaser_lint.author.importers.path_globs import may_select_notebooks
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.message_fields import escape_message_fields
from phaser_lint.core import Record
from phaser_lint.core.text import make_printable
from phaser_lint.text.globs import selects_path
from phaser_lint.text.search.pattern_problems import CAN_MATCH

_ID_LENGTH = 64
_STRANGE = re.compile(r"[^a-z0-9]+")


class ImportDraft(Record):
    """What became of a rule of the file at ``path``: the contract's id and text, or no text."""

    path: str
    tool: str
    rule_id: str
    rule: ImportedRule
    text: str


def make_import_drafts(files: Iterable[ImportedFile]) -> tuple[ImportDraft, ...]:
    """Return the drafts of contracts for all rules of the imported *files*, or what became of each;
    no two have the same id.
    """
    rule_ids: set[str] = set()
    import_drafts = []
    for file in files:
        for rule in file.rules:
            # With a number after it where the id is taken.
            wished = rule_id = make_rule_id(rule.name) or file.tool
            number = 1
            while rule_id in rule_ids:
                number += 1
                end = f"-{number}"
                rule_id = f"{wished[: _ID_LENGTH - len(end)]}{end}"
            rule_ids.add(rule_id)
            import_drafts.append(_make_draft(file, rule_id, rule))
    return tuple(import_drafts)


def make_rule_id(name: str) -> str:
    """Return the id of the draft of a contract for an imported rule of that name; empty: it has no
    letter or digit.
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    ascii_alone = letters.encode("ascii", "ignore").decode("ascii")
    return _STRANGE.sub("-", ascii_alone).strip("-")[:_ID_LENGTH].rstrip("-")


def _make_draft(file: ImportedFile, rule_id: str, rule: ImportedRule) -> ImportDraft:
    if rule.keys is None:
        return ImportDraft(path=file.path, tool=file.tool, rule_id=rule_id, rule=rule, text="")
    keys = {"rule_id": rule_id, **rule.keys, **({"enabled": False} if rule.dead else {})}
    keys = {**keys, "message": escape_message_fields(str(keys["message"]))}
    parsed = check_mapping(keys, source="project", path=file.path)
    contract = parsed.contract
    if contract is None:
        unsupported_rule = rule._replace(keys=None, **_explain_missing_draft(rule, parsed.problems))
        return ImportDraft(
            path=file.path, tool=file.tool, rule_id=rule_id, rule=unsupported_rule, text=""
        )
    if file.is_of_raw_text and RULES[keys["type"]].searches_text():
        # `"execution_count": [0-9]+` is in no cell of a notebook.
        keys |= {"raw": True} if may_select_notebooks(keys) else {}
    own_path = f"{os.path.dirname(file.own_files).strip('/')}/{os.path.basename(file.path)}"
    if file.own_files and selects_path(contract.globs, own_path):
        excluded_globs = [*contract.exclude_glob, file.own_files]
        keys |= {"exclude_glob": make_text_or_list(excluded_globs)}
    remarks = "\n".join(_render_remarks(file.path, file.tool, rule))
    return ImportDraft(
        path=file.path,
        tool=file.tool,
        rule_id=rule_id,
        rule=rule,
        text=render_contract_text(keys, above=remarks),
    )


def _explain_missing_draft(
    rule: ImportedRule, problems: Sequence[ContractProblem]
) -> dict[str, Any]:
    impossible_parts = [
        problem.expected.partition(CAN_MATCH)[2] for problem in problems if problem.key == "pattern"
    ]
    is_required = rule.keys is not None and rule.keys["type"] == "require_pattern"
    if len(problems) == 1 and any(impossible_parts) and not is_required:
        return {"dead": f"its pattern never matches: {impossible_parts[0]}"}
    return {
        "unsupported": (
            *rule.unsupported,
            *(f"{problem.key}: {problem.expected}" for problem in problems),
        )
    }


def _render_remarks(path: str, tool: str, rule: ImportedRule) -> Iterator[str]:
    yield f"From {_fold_to_line(path)}, line {rule.line}: {_fold_to_line(rule.name)} ({tool})"
    yield from (f"Kept: {_fold_to_line(remark)}" for remark in rule.kept)
    yield from (f"Worked only in part: {_fold_to_line(remark)}" for remark in rule.blind)
    yield from (f"Not converted: {_fold_to_line(remark)}" for remark in rule.unsupported)
    yield from (f"Not seen: {_fold_to_line(remark)}" for remark in rule.unseen)
    if rule.dead:
        yield f"Never matched: {_fold_to_line(rule.dead)}"


def _fold_to_line(text: str) -> str:
    # YAML takes no escape character, not even in a comment.
    return make_printable(" ".join(text.split()))
