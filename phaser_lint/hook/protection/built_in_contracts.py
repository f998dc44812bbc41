"""Protection of the hook itself: the contracts that ``hook --protect`` checks edits by.

They are contracts like others (``file_not_exists`` on the touched path, always an error), so that
their ids, messages and answers have the same form. But they are no part of a project's set: no
contract of the same id takes their place, no directive and no baseline covers them, and they hold
where there is no other contract. Their globs are matched in small letters, on every name that the
touched file has, from the root of the file system on.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.check.engine.directive_places import heeds_directives
from phaser_lint.check.engine.file_parts import split_into_parts
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.deciding_places import BY_NAME, PRE_COMMIT_FILES, decides_in
from phaser_lint.contract.model import Contract, ContractSet, Violation
from phaser_lint.contract.rules import file_not_exists
from phaser_lint.contract.rules.violations import make_file_violation
from phaser_lint.core import Record
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import fold_white_space, normalise_text, without_crlf_and_bom
from phaser_lint.hook.protection.protected_places import GIT_HOOKS, LEFTHOOK_NAMES, LEGACY
from phaser_lint.project.levels import BASELINE
from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.globs import selects_path

CONTRACTS_ID = "protected-contracts"
BASELINE_ID = "protected-baseline"
# For the ignore directives of a text, before an edit and after it.
_SECONDS = 1.0
SETTINGS_ID = "protected-settings"
PRE_COMMIT_ID = "protected-pre-commit"
GIT_HOOKS_ID = "protected-git-hooks"
DIRECTIVES_ID = "protected-directives"
REPOSITORY_ID = "protected-repository"
COMMANDS_ID = "protected-commands"
# A file in the place of these folders, or a folder that goes as a whole, takes the contracts along.
PARENTS = (".claude", ".phaser")
_BASELINE_HEAD = '{"phaser-lint baseline"'
_NO_WAY = "This holds for every tool and every command; do not look for another way."
_SETTINGS = dict.fromkeys(
    f"**/{name.removeprefix('~/').removeprefix('.../').lower()}"
    for agent in AGENT_SETTINGS
    for place in agent.places
    for name in place.names
    if not name.startswith(("/", "$"))
)
_TABLE: tuple[dict[str, Any], ...] = (
    {
        "rule_id": CONTRACTS_ID,
        "file_glob": [f"**/{name}" for name in BY_NAME if name != BASELINE],
        "message": "Contracts are not for you to add, change, move or delete. "
        f"{_NO_WAY} Leave the file as it is. If the task cannot be done within the contracts, "
        "stop and tell the user which one stands in the way; the user alone decides, and edits "
        "contracts by hand.",
        "rationale": "A contract that its subject may change holds nothing. A new file counts too: "
        "it may come before another one of the same id.",
    },
    {
        "rule_id": BASELINE_ID,
        "file_glob": [f"**/{BASELINE}"],
        "message": "The baseline is not for you to change, move, delete or write anew. "
        f"{_NO_WAY} Leave the file as it is and fix the violation instead. The user alone decides "
        "what counts as existing, and runs `phaser-lint baseline` by hand.",
        "rationale": "What stands in the baseline does not count.",
    },
    {
        "rule_id": SETTINGS_ID,
        "file_glob": [
            "**/.claude/plugins/installed_plugins.json", "**/.claude/plugins/**/phaser-lint/**",
            "**/hooks/hooks.json", *_SETTINGS,
        ],
        "message": "phaser-lint's hooks are not for you to change, remove or switch off. "
        f"{_NO_WAY} Everything else in this file may change while they stay exactly as they are. "
        "The user alone decides, and takes them out by hand or with `phaser-lint uninstall`.",
        "rationale": "Without its hooks nothing is checked before it is written.",
    },
    {
        "rule_id": PRE_COMMIT_ID,
        "file_glob": [f"**/{name}" for name in (*PRE_COMMIT_FILES, *LEFTHOOK_NAMES)],
        "message": "phaser-lint's hooks for pre-commit, and what limits them, are not for you to "
        f"change or remove. {_NO_WAY} Everything else in this file may change while they stay "
        "exactly as they are. The user alone decides, and edits them by hand.",
        "rationale": "Without them nothing is checked before it is committed.",
    },
    {
        "rule_id": GIT_HOOKS_ID,
        "file_glob": [
            *[f"**/{name}{end}" for name in GIT_HOOKS for end in ("", LEGACY)],
            "**/.git/config", "**/.git/**/config.worktree", "**/.gitconfig", "**/git/config",
        ],
        "message": "The hooks of git that check commits, and where git looks for them, are not for "
        f"you to change or remove. {_NO_WAY} Everything else in this file may change while the "
        "lines that run the checks stay, and are reached. The user alone decides, and edits them "
        "by hand.",
        "rationale": "Without them nothing is checked before it is committed.",
    },
    {
        "rule_id": REPOSITORY_ID,
        "file_glob": ["**/.git"],
        "message": "A new repository inside the project is not for you to make: with contracts of "
        f"its own it takes its files out of the project's. {_NO_WAY} Work outside of the project, "
        "or in a worktree. The user alone decides.",
        "rationale": "The contracts above a repository do not hold in it.",
    },
    {
        "rule_id": DIRECTIVES_ID,
        "file_glob": ["**"],
        "message": "A contract with `ignorable: people` or `false` is not for you to suppress: no "
        f"directive for it may be added. {_NO_WAY} Fix what the contract is about. The user "
        "alone decides, and suppresses it, or edits the contract, by hand.",
        "rationale": "Such a directive only hides that nothing was fixed.",
    },
    {
        "rule_id": COMMANDS_ID,
        "file_glob": ["**"],
        "message": "Commands that skip, switch off or remove the checks are not for you to run. "
        f"{_NO_WAY} Do without it, and fix what the checks report. If that cannot be done, stop "
        "and tell the user; the user alone decides, and runs such a command by hand.",
        "rationale": "What no hook sees is found late, or by nobody.",
    },
)  # fmt: skip


class ProtectedChange(Record):
    """A file that changes: absolute resolved path, other names of it, text before and after.

    ``None`` for a text: there is no file. Not ``known``: what the file will hold cannot be known.
    """

    path: str
    before: str | None = None
    after: str | None = None
    known: bool = True
    names: tuple[str, ...] = ()
    is_large: bool = False
    """The text is too long to be known: it may hold anything."""


def build_protection_contracts() -> Mapping[str, Contract]:
    """Return the built-in contracts, by which ``--protect`` checks edits, by their ids."""
    common = {"type": file_not_exists.RULE.type, "severity": "error", "ignorable": False}
    parsed_rows = [check_mapping({**common, **row}, source="built-in", path="") for row in _TABLE]
    contracts = [row_result.contract for row_result in parsed_rows]
    return {contract.rule_id: contract for contract in contracts if contract is not None}


def find_protection(
    names: Iterable[str],
    contracts: Mapping[str, Contract],
    *,
    contract_folders: Iterable[str] = (),
    before: str | None = None,
) -> tuple[str, str]:
    """Return the id of the built-in contract that protects a file with these absolute *names*, and
    the name; or nothing.

    *contract_folders*: those besides the usual ones. *before* is its text: a baseline is one
    wherever it lies.
    """
    folders = tuple(contract_folders)
    for name in names:
        # As their globs match it: in small letters, from the root, with "/".
        folded = os.path.normpath(name).lower().replace(os.sep, "/").lstrip("/")
        is_parent = folded.rpartition("/")[2] in PARENTS
        if is_parent or any(decides_in(folder, os.path.normpath(name)) for folder in folders):
            return CONTRACTS_ID, folded
        for rule_id, contract in contracts.items():
            if rule_id not in (DIRECTIVES_ID, COMMANDS_ID) and selects_path(contract.globs, folded):
                return rule_id, folded
    is_baseline = (before or "").lstrip("\ufeff").startswith(_BASELINE_HEAD)
    return (BASELINE_ID, "") if is_baseline else ("", "")


def changes_file(change: ProtectedChange) -> bool:
    """Tell whether *change*, which a built-in contract may deny, makes another file; other line
    ends make none.

    Claude Code sends the earlier text with ``\\n`` line ends, whatever the file had.
    """
    if not change.known or change.before is None or change.after is None:
        return not change.known or change.before != change.after
    return without_crlf_and_bom(change.before) != without_crlf_and_bom(change.after)


def refuse_added_directives(
    path: str,
    *,
    before: str | None,
    after: str,
    contracts: ContractSet,
    built_in: Mapping[str, Contract],
) -> list[Violation]:
    """Return a violation of the built-in contract on directives for each one in *after*, and not in
    *before*, that is not allowed.

    *contracts* are the project's own; *path* is the file's, relative to the root.
    """
    protected = {contract.rule_id for contract in contracts.contracts if contract.takes_no_agents()}
    if not protected or not heeds_directives(contracts, path):
        return []
    contract = built_in[DIRECTIVES_ID]
    existing: dict[str, int] = {}
    try:
        for rule_id, _ in _find_named_ids(path, before or ""):
            existing[rule_id] = existing.get(rule_id, 0) + 1
        named = _find_named_ids(path, after)
    except LateReaderError as error:
        late = f"{error} took longer than {_SECONDS * 1000:g} ms: {contract.message}"
        return [make_file_violation(contract, path=path)._replace(message=late)]
    text = normalise_text(after)
    ids_and_lines = []
    for rule_id, line in named:
        if existing.get(rule_id, 0) > 0:
            existing[rule_id] -= 1
        elif rule_id in protected:
            ids_and_lines.append((rule_id, line))
    lines = text.split("\n")
    return [
        Violation(
            DIRECTIVES_ID, "error", message=f"{rule_id}: {contract.message}", path=path,
            where="line", line=line, line_text=fold_white_space(lines[line - 1])[:200],
        )
        for rule_id, line in ids_and_lines
    ]  # fmt: skip


def _find_named_ids(path: str, text: str) -> list[tuple[str, int]]:
    """Return each id that a directive of *text* names, with its line.

    Raises ``LateReaderError``.
    """
    text_parts = split_into_parts(
        TextFile(path, text), ignores=True, printed=False, seconds=_SECONDS
    )
    if text_parts.late:
        raise LateReaderError(text_parts.late)
    return [
        (rule_id, directive.line)
        for directive in text_parts.directives
        for rule_id in directive.ids
    ]
