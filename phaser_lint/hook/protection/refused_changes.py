"""What nobody but a person may change: which of some changes are refused, and how that is worded.

``refuse_changes`` is the answer for any list of changes, however they were found.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from phaser_lint.agent import FileProposal
from phaser_lint.agent.answers import Decision, join_lines
from phaser_lint.contract.model import Violation
from phaser_lint.contract.rules.violations import make_file_violation
from phaser_lint.core.text import decode_file, join_most, make_printable, split_printable_lines
from phaser_lint.hook import HookRequest, limit_git
from phaser_lint.hook.projects_of_files import split_by_project
from phaser_lint.hook.protection.built_in_contracts import (
    BASELINE_ID,
    CONTRACTS_ID,
    DIRECTIVES_ID,
    GIT_HOOKS_ID,
    REPOSITORY_ID,
    ProtectedChange,
    build_protection_contracts,
    changes_file,
    find_protection,
    refuse_added_directives,
)
from phaser_lint.hook.protection.git_hook_files import explain_weakened_hook
from phaser_lint.hook.protection.inventory import is_abbreviated
from phaser_lint.hook.protection.protected_places import (
    GIT_CONFIGS,
    find_linked_contracts,
    find_named_contract_folders,
    find_other_names,
    list_place_folders,
    may_hold_directive,
    name_contract_folders,
)
from phaser_lint.hook.protection.weakened_settings import weakens_hooks
from phaser_lint.hook.report_lines import IF_THE_AGENT
from phaser_lint.project import find_git_root, find_path_inside, lies_in
from phaser_lint.project.git.snapshots import read_file_at_revision
from phaser_lint.project.levels import CONFIGURATION
from phaser_lint.project.regular_file import read_text_or_reason
from phaser_lint.text.imports.tsconfig import parse_tsconfig

ADVICE = (
    "Do not change it back yourself: tell the user what was changed, and by what. If no command of "
    "yours did it, say that."
)
_DONE = "Changed all the same"


def make_protected_change(path: str, before: str | None, after: str | None) -> ProtectedChange:
    """Return the change of the protected file at *path* from the text *before* to the one *after*,
    shown by the name in its place, wherever a link leads.
    """
    names, is_large = (os.path.realpath(path),), is_abbreviated(after or "")
    return ProtectedChange(path, before, after, names=names, is_large=is_large)


def refuse_changes(
    changes: Iterable[ProtectedChange],
    *,
    place_folders: Sequence[str],
    home: str,
    named: Sequence[str] = (),
) -> list[Violation]:
    """Return a violation for each of the *changes* that edits a protected place, which is not an
    agent's to do.

    *place_folders* are the resolved folders that protected places may lie in: the project, a
    nested one, the user's *home*. Paths are shown relative to the first that holds them, and the
    first of all. *named* are folders of contracts besides the usual ones.
    """
    contracts = build_protection_contracts()
    folders = [*name_contract_folders(place_folders), *named]
    start = place_folders[0] if place_folders else ""
    project_root = (find_git_root(start) or start) if start else ""
    # What is nested in another worktree has there the name that a file has here.
    shown_bases = [
        base
        for base in place_folders
        if base and base != home and (not start or lies_in(start, base))
    ]
    refused_changes = []
    for change in changes:
        if not changes_file(change):
            continue
        names = [
            change.path,
            *change.names,
            *find_other_names(change.path, place_folders, named),
            *find_linked_contracts(change.path, folders),
        ]
        rule_id, name = find_protection(
            names, contracts, contract_folders=named, before=change.before
        )
        if rule_id == CONTRACTS_ID and _keeps_aliases(change):
            continue
        # The first file of a new repository may be its configuration.
        is_of_git = rule_id == GIT_HOOKS_ID and "/.git/" in change.path
        if is_of_git and _begins_repository(change, project_root):
            rule_id = REPOSITORY_ID
        if rule_id == REPOSITORY_ID and not _begins_repository(change, project_root):
            continue
        if rule_id in (CONTRACTS_ID, BASELINE_ID, REPOSITORY_ID) or (
            rule_id
            and (
                change.is_large
                or weakens_hooks(name, change.before, change.after, is_foreseen=change.known)
            )
        ):
            paths = [change.path, *change.names]
            places = [find_path_inside(base, path) for path in paths for base in shown_bases]
            at_home = find_path_inside(home, change.path) if home else None
            shown_path = next(filter(None, places), f"~/{at_home}" if at_home else change.path)
            refused_change = make_file_violation(contracts[rule_id], path=shown_path)
            is_script = rule_id == GIT_HOOKS_ID and os.path.basename(name) not in GIT_CONFIGS
            reason = explain_weakened_hook(change.before, change.after) if is_script else ""
            message = f"{refused_change.message}\n{reason}" if reason else refused_change.message
            refused_changes.append(refused_change._replace(message=message))
    return refused_changes


def _keeps_aliases(change: ProtectedChange) -> bool:
    """Tell whether *change* is of a ``tsconfig.json``, or what one extends, but not of aliases."""
    if not change.path.endswith(".json") or change.before is None or change.after is None:
        return False
    before, after = parse_tsconfig(change.before), parse_tsconfig(change.after)
    return change.known and not after.problem and before == after


def _begins_repository(change: ProtectedChange, project_root: str) -> bool:
    """Tell whether *change* makes a ``.git`` below the *project_root*."""
    folder, _, path_below_git = f"{change.path}/".partition("/.git/")
    if (
        not project_root
        or find_path_inside(project_root, folder) is None
        or change.before is not None
    ):
        return False
    return change.after is not None if not path_below_git else not os.path.lexists(f"{folder}/.git")


def refuse_event_changes(
    request: HookRequest, changes: Sequence[ProtectedChange], *, session_folders: Sequence[str] = ()
) -> list[Violation]:
    """Return which of an event's *changes* are refused, as violations: they edit a protected place
    of its project, or of one nested in it.

    *session_folders*: those with contracts when the session began, besides those of today.
    """
    folders = list(dict.fromkeys(os.path.dirname(change.path) for change in changes))
    return refuse_changes(
        changes,
        place_folders=list_place_folders(request, folders),
        home=request.home,
        named=(*session_folders, *find_named_contract_folders(request, folders)),
    )


def read_text_on_disk(path: str) -> str | None:
    """Return the text on disk of the file at *path*, a change of which may be refused: empty for
    what is no text, ``None`` without a file.
    """
    return (read_text_or_reason(path)[0] or "") if os.path.lexists(path) else None


def refuse_event_directives(
    request: HookRequest, proposals: Sequence[FileProposal]
) -> list[Violation]:
    with_directives = [
        proposal
        for proposal in proposals
        if proposal.text is not None and may_hold_directive(proposal.text)
    ]
    contracts = build_protection_contracts() if with_directives else {}
    return [
        violation._replace(path=f"{checker.path_prefix}{violation.path}")
        for checker, files in split_by_project(request, with_directives)
        for path, file in files
        for violation in refuse_added_directives(
            path,
            before=file.before,
            after=file.text or "",
            contracts=checker.contracts,
            built_in=contracts,
        )
    ]


def read_committed_text(request: HookRequest, path: str, revision: str = "HEAD") -> str | None:
    """Return the text that the *revision* has at *path*, compared with which a change may be
    refused; ``None`` if it has none.

    Raises ``GitError`` where that cannot be known.
    """
    root = find_git_root(os.path.dirname(path))
    relative_path = find_path_inside(root, path) if root else None
    if not root or not relative_path:
        return None
    content = read_file_at_revision(limit_git(request, root), revision, relative_path)
    return None if content is None else decode_file(content)


def report_refused_changes(refused_changes: Sequence[Violation], ending: str) -> Decision:
    """Return the decision on *refused_changes* that were made already; *ending* is advice on all
    but directives, which an agent takes out itself.
    """
    if not refused_changes:
        return Decision()
    directives = [each for each in refused_changes if each.rule_id == DIRECTIVES_ID]
    others = [each for each in refused_changes if each.rule_id != DIRECTIVES_ID]
    places = render_places_by_rule(refused_changes)
    return Decision(
        context=join_lines(
            render_refusals(others, lead=_DONE),
            ending if others else "",
            render_refusals(directives, lead=_DONE),
            IF_THE_AGENT if directives else "",
        ),
        to_user=f"phaser-lint: changed although it is protected: {places}.",
    )


# What a model reads of protected files: each sentence once, however many files it is about.
#
# Contract violation: protected-contracts in a.yaml, b.yaml and 12 more. Contracts are not …

_MOST_PLACES = 10
_MOST_GROUPS = 10


def render_refusals(
    refused_changes: Sequence[Violation], *, lead: str, is_repeated: bool = False
) -> str:
    """Return what the model reads of refused edits; where *is_repeated* without advice."""
    groups: dict[tuple[str, str], list[Violation]] = {}
    for violation in refused_changes:
        groups.setdefault((violation.rule_id, violation.message), []).append(violation)
    shown_groups = list(groups.items())[:_MOST_GROUPS]
    number_of_others = len(groups) - len(shown_groups)
    messages = []
    for (rule_id, message), group in shown_groups:
        lines = "\n".join(split_printable_lines(message))
        first_sentence, separator, _ = lines.partition(". ")
        text = f"{first_sentence}." if is_repeated and separator else lines
        messages.append(f"{lead}: {rule_id} in {_render_places(group)}. {text}")
    return "\n".join(
        [*messages, *([f"And {number_of_others} more of other kinds."] if number_of_others else [])]
    )


def render_places_by_rule(refused_changes: Sequence[Violation], *, by_kind: bool = False) -> str:
    """Return for a user the places of *refused_changes*, by the built-in contracts' names, or
    *by_kind* of file: where nothing is protected ``protected-settings`` are just ``settings``.
    """
    groups: dict[str, list[Violation]] = {}
    for violation in refused_changes:
        name = violation.rule_id.removeprefix("protected-") if by_kind else violation.rule_id
        groups.setdefault(name, []).append(violation._replace(line=None))
    return ", ".join(f"{_render_places(group)} ({name})" for name, group in groups.items())


def _render_places(refused_changes: Sequence[Violation]) -> str:
    """Return the files, with their lines, as far as there is room: first the configuration, by
    which all other files may count or not.
    """
    ordered = sorted(refused_changes, key=_is_no_configuration)
    places = [
        make_printable(
            f"{violation.path} at line {violation.line}" if violation.line else violation.path
        )
        for violation in ordered
    ]
    return join_most(places, _MOST_PLACES, last=" and ")


def _is_no_configuration(violation: Violation) -> bool:
    return not f"/{violation.path}".endswith(f"/{CONFIGURATION}")
