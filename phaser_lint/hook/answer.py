"""A coding agent's hook event answered, whatever it is and however wrong it is.

A clean edit is answered ``{}``. Errors that the edit introduces deny it; existing violations are
mentioned. Warnings reach the model as context, before the edit or after it, as the agent has it. At
Stop, what is new against the last commit is reported once, whoever wrote it. The user reads what
could not be checked. The exit code is always 0, since others block every edit in one agent or
another; only for agents that know no other denial it is another.
"""

from __future__ import annotations

from phaser_lint.agent.answers import Decision, join_lines, merge_decisions
from phaser_lint.core.text import without_commands
from phaser_lint.hook import (
    HookRequest,
    Options,
    is_large,
    note_clean_edits,
    note_start_of_session,
)
from phaser_lint.hook.clean import write_streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HIDDEN = "the event is larger than 64 MB, and which files it changes cannot be known"


def answer_event(
    data: bytes, arguments: Sequence[str], *, request: HookRequest | None = None
) -> int:
    """Answer the event that *data* holds; returns the exit code.

    *request*: what the hook read of it before, if anything.
    """
    problem, is_event, unrecorded, recording = "", True, "", None
    if any(argument.startswith("--record") for argument in arguments):
        from phaser_lint.hook.recording import take_record_flag

        recording, arguments = take_record_flag(arguments)
    # An event of another agent than --agent names is read with care: it may be of none.
    is_odd = False
    if request is None or request.options.agent not in ("", request.agent):
        from phaser_lint.hook.odd_event import parse_odd_event

        request, problem, is_event = parse_odd_event(data, arguments)
        is_odd = True
    if recording is not None:
        from phaser_lint.hook.recording import record_received_event

        unrecorded = record_received_event(recording, data, request if is_event else None)
    try:
        if is_odd and not problem:
            note_start_of_session(request)
        decision = (
            _decide_failure(problem, request.options) if problem else decide_on_event(request)
        )
    except Exception as error:  # the agent's edit must not depend on a bug of ours
        from phaser_lint.hook.odd_event import tell_error

        decision = _decide_failure(tell_error(error), request.options)
    aborts = request.adapter.DENIAL_ABORTS and not request.options.abort
    if decision.verdict == "deny" and aborts:
        message = join_lines(decision.reason, decision.context)
        decision = decision._replace(verdict="", reason="", context=message)
    # The agent may log it in a build, whose runner obeys some lines.
    reason, context, to_user = (
        "\n".join(map(without_commands, text.split("\n")))
        for text in (decision.reason, decision.context, join_lines(unrecorded, decision.to_user))
    )
    decision = decision._replace(reason=reason, context=context, to_user=to_user)
    if b"[[" in data and request.options.augment and not problem:
        from phaser_lint.hook.link_context import answer_with_links

        answer = answer_with_links(request, decision)
    else:
        answer = request.adapter.render(request.event, decision)
    write_streams(answer.out, answer.err)
    return answer.code


def _decide_failure(reason: str, options: Options) -> Decision:
    message = f"phaser-lint could not check this: {reason}"
    if options.fail_closed:
        return Decision("deny", reason=message, to_user=message)
    return Decision(to_user=message)


def decide_on_event(request: HookRequest) -> Decision:
    """Return the hook's answer to any event, from what its modules decide before an edit, after a
    tool and at Stop; an empty one where there is nothing to report.
    """
    name, proposals = request.event.name, request.proposals
    is_named = bool(proposals) and all(proposal.path for proposal in proposals)
    if is_large(request.value) and name == "PreToolUse" and not is_named:
        return _decide_failure(_HIDDEN, request.options)
    # Protection comes first: the check of the files remembers what it has seen.
    decisions = []
    if request.options.protect:
        from phaser_lint.hook.protection.decision import decide_on_protection

        decisions.append(decide_on_protection(request))
    if name == "PreToolUse":
        if request.options.protect:
            from phaser_lint.hook.protection.watched_commands import find_watched_commands

            commands = find_watched_commands(request)
            if commands:
                from phaser_lint.hook.protection.denied_commands import deny_commands

                decisions.append(deny_commands(request, commands))
        from phaser_lint.hook.before_edit import decide_before_edit

        is_denied = bool(decisions and merge_decisions(decisions).verdict)
        decisions.append(decide_before_edit(request, is_denied=is_denied))
    elif name in ("PostToolUse", "PostToolUseFailure"):
        from phaser_lint.hook.after_edit import report_after_tool

        decisions.append(report_after_tool(request))
    elif name in ("Stop", "SubagentStop"):
        from phaser_lint.hook.at_stop import decide_at_stop

        decisions.append(decide_at_stop(request))
    decision = merge_decisions(decisions)
    if name == "PreToolUse" and request.options.log and not decision.verdict:
        note_clean_edits(request)
    return without_endless_block(decision, request) if decision.verdict == "block" else decision


def without_endless_block(decision: Decision, request: HookRequest) -> Decision:
    """Return *decision* without its block where no session remembers it: an endless one."""
    if request.event.stop_hook_active is not None:
        return decision
    from phaser_lint.hook.memory.reported import can_remember

    if can_remember(request.cache, session=request.event.session):
        return decision
    return Decision(to_user=join_lines(decision.reason, decision.to_user))
