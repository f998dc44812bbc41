"""``hook --protect``: an agent edits neither the contracts nor whatever makes them count.

The hook denies such an edit before it is written, whatever the other flags, whether there are
contracts or not. What another tool changed is reported once, after the tool or at Stop, to the
model and to the user: phaser-lint does not undo it.
"""

from __future__ import annotations

import os

from phaser_lint.agent import find_text_field, resolve_path
from phaser_lint.agent.answers import Decision, merge_decisions
from phaser_lint.agent.claude_code import FILE_TOOLS
from phaser_lint.agent.file_tools import list_event_paths
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import TOO_LARGE
from phaser_lint.hook import HookRequest
from phaser_lint.hook.memory.denials import log_denials
from phaser_lint.hook.memory.reported import note_first_denial
from phaser_lint.hook.protection.built_in_contracts import ProtectedChange
from phaser_lint.hook.protection.refused_changes import (
    read_committed_text,
    read_text_on_disk,
    refuse_event_changes,
    refuse_event_directives,
    render_refusals,
    report_refused_changes,
)
from phaser_lint.hook.protection.snapshot import take_first_snapshot
from phaser_lint.project import find_git_root
from phaser_lint.project.regular_file import read_text_or_reason

UNKNOWN = "phaser-lint cannot tell what changed of the contracts and hooks"

_REFUSED = "Contract violation"
_ADVICE = "Do not change it back yourself: tell the user what was changed, and by what."


def decide_on_protection(request: HookRequest) -> Decision:
    """Return what ``--protect`` decides on an event: a denial of an edit, a report of protected
    places that were changed, or nothing.

    Or that git did not answer after a command.
    """
    event = request.event
    try:
        if event.name == "PreToolUse":
            take_first_snapshot(request)
            return _decide_before_edit(request)
        # Not above: an edit is checked more often than what follows.
        from phaser_lint.hook.protection import unannounced_changes

        if event.name in ("PostToolUse", "PostToolUseFailure"):
            file_decision = (
                _report_after_edit(request) if event.name == "PostToolUse" else Decision()
            )
            return merge_decisions(
                [file_decision, unannounced_changes.report_after_command(request)]
            )
        if event.name in ("Stop", "SubagentStop") and not event.stop_hook_active:
            return unannounced_changes.report_at_stop(request)
    except GitError as error:
        return Decision(to_user=f"{UNKNOWN}: {error}")
    return Decision()


def _decide_before_edit(request: HookRequest) -> Decision:
    # All names of a file are looked at beside the file itself.
    proposals = [proposal for proposal in request.proposals if not proposal.leads_to]
    if not proposals:
        return Decision()
    names = _list_names(request)
    changes = [
        ProtectedChange(
            proposal.path,
            before=None if proposal.is_new else read_text_on_disk(proposal.path),
            after=proposal.text,
            known=not proposal.skip_reason and (proposal.text is not None or proposal.deleted),
            names=names.get(proposal.path, ()),
            is_large=proposal.skip_reason.endswith(TOO_LARGE),
        )
        for proposal in proposals
        if proposal.path
    ]
    proposed_paths = {change.path for change in changes}
    # A patch that cannot be foreseen may do all that it names.
    changes += [
        ProtectedChange(path, before=read_text_on_disk(path), known=False, names=names_of_path)
        for path, names_of_path in names.items()
        if path not in proposed_paths
    ]
    refused_changes = refuse_event_changes(request, changes)
    refused_changes += refuse_event_directives(request, proposals)
    if not refused_changes:
        return Decision()
    log_denials(request, refused_changes, root=find_git_root(request.start) or request.start)
    is_repeated = not note_first_denial(
        request,
        [make_violation_key(violation) for violation in refused_changes],
        root=request.start,
    )
    lead = f"{_REFUSED}, again" if is_repeated else _REFUSED
    return Decision(
        "deny", reason=render_refusals(refused_changes, lead=lead, is_repeated=is_repeated)
    )


def _list_names(request: HookRequest) -> dict[str, tuple[str, ...]]:
    """Return the paths that the edit names, by what they are once links are followed."""
    event, tools = request.event, getattr(request.adapter, "TOOLS", None)
    if tools is None:
        keys = ("file_path", "notebook_path") if event.tool in FILE_TOOLS else ()
        input_paths = [find_text_field(event.tool_input, key) for key in keys]
        folders_and_paths = [(event.working_directory, path) for path in input_paths if path]
    else:
        folders_and_paths = list(list_event_paths(event, tools))
    names_by_file: dict[str, tuple[str, ...]] = {}
    for folder, path in folders_and_paths:
        real = resolve_path(event._replace(working_directory=folder), path)
        if real:
            # "~" is no folder here: where it is followed, the resolved path has the right name.
            names_by_file[real] = (
                *names_by_file.get(real, ()),
                os.path.abspath(os.path.join(folder, path)),
            )
    return names_by_file


def _report_after_edit(request: HookRequest) -> Decision:
    names = _list_names(request)
    event = request.event
    paths = list(dict.fromkeys([*request.adapter.touched_paths(event), *names]))
    alone = event.original if len(paths) == 1 else None
    failures = []

    def before(path: str) -> str | None:
        try:
            return read_committed_text(request, path) if alone is None else alone
        except GitError as error:  # then the file counts as new, and all in it, too
            failures.append(Decision(to_user=f"{UNKNOWN}: {error}"))
            return None

    changes = []
    for path in paths:
        is_there = os.path.lexists(path)
        text, reason = read_text_or_reason(path)
        changes.append(
            ProtectedChange(
                path,
                before=before(path),
                after=(text or "") if is_there else None,
                names=names.get(path, ()),
                is_large=reason.endswith(TOO_LARGE),
            )
        )
    return merge_decisions(
        [report_refused_changes(refuse_event_changes(request, changes), _ADVICE), *failures[:1]]
    )
