"""Answers to events: what is decided, what of it the agent reads, what the process leaves behind.

Apart from what reads an event: an edit that breaks nothing is answered without any of it.
"""

from __future__ import annotations

from phaser_lint.core import JsonValue, Record
from phaser_lint.core.answer_json import (
    make_blocking_answer,
    make_common_fields,
    make_permission_answer,
    make_specific_output,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

LONGEST_TEXT = 9_000
"""Characters of one answer's text; Claude Code moves what is over 10,000 into a file."""
BLOCKED = 2
"""The exit code by which a hook refuses, in most agents."""


class Decision(Record):
    """The answer to an event, before it gets an agent's own form."""

    verdict: Literal["", "deny", "block"] = ""
    """``deny`` a tool call, ``block`` the end of the run; mostly empty."""
    reason: str = ""
    """Why, for the model."""
    context: str = ""
    """For the model, without deciding anything."""
    to_user: str = ""


class Answer(Record):
    """What the process leaves behind: standard output, standard error, exit code."""

    out: str = "{}\n"
    err: str = ""
    code: int = 0


def merge_decisions(decisions: Sequence[Decision]) -> Decision:
    """Return the one answer of several decisions on an event: any of them may deny."""
    if len(decisions) == 1:
        return decisions[0]
    verdicts = [decision.verdict for decision in decisions if decision.verdict]
    return Decision(
        verdicts[0] if verdicts else "",
        reason=join_lines(*[decision.reason for decision in decisions]),
        context=join_lines(*[decision.context for decision in decisions]),
        to_user=join_lines(*[decision.to_user for decision in decisions]),
    )


def join_lines(*parts: str) -> str:
    """Return those *parts* of an answer to an agent that are not empty, each on its own line."""
    return "\n".join(part for part in parts if part)


def shorten_answer(text: str) -> str:
    """Return *text* of an answer within agents' limit: whole lines, and the count of the rest."""
    if len(text) <= LONGEST_TEXT:
        return text
    head = text[:LONGEST_TEXT].rpartition("\n")[0] or text[:LONGEST_TEXT]
    missing = text[len(head) :].strip("\n").count("\n") + 1
    return f"{head}\n… and {missing} more lines"


def make_json_answer(event_name: str, decision: Decision) -> dict[str, JsonValue]:
    """Return the JSON of an answer to the event of that name, as most agents read it; ``{}`` with
    nothing to report.
    """
    reason, context = shorten_answer(decision.reason), shorten_answer(decision.context)
    specific = (
        make_permission_answer("deny", event_name=event_name, reason=reason, context=context)
        if decision.verdict == "deny"
        else make_specific_output(event_name, additionalContext=context)
    )
    return {
        **(make_blocking_answer(reason) if decision.verdict == "block" else {}),
        **specific,
        **make_common_fields(system_message=shorten_answer(decision.to_user)),
    }


def render_denial_text(decision: Decision) -> str:
    """Return reason and context of *decision* as one text, for agents that read no more."""
    texts = (decision.reason, decision.context)
    return shorten_answer("\n".join(text for text in texts if text))


def deny_by_exit_code(decision: Decision) -> Answer:
    """Return the answer of an agent that denies by its exit code; standard error says why."""
    return Answer(out="", err=f"{render_denial_text(decision)}\n", code=BLOCKED)
