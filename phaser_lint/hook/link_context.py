"""Context on the links of an event: the part of the hook that ``--augment`` switches on.

Every hook run with the flag starts with ``may_have_context``, so the module imports at first only
what that needs. The rest is for an event that names something, in a project with contracts or on a
machine with maenifold.
"""

from __future__ import annotations

import os

from phaser_lint.agent import find_text_field
from phaser_lint.core import Record, parse_json_value, render_json_line
from phaser_lint.hook import (
    HookRequest,
    Options,
    find_event_folder,
    find_folder_levels,
    make_hook_request,
    may_check,
)
from phaser_lint.hook.context_channels import (
    Channel,
    add_context,
    find_channel,
    find_speech,
    is_for_a_model,
)
from phaser_lint.project.levels import Levels
from phaser_lint.report.context.links import find_link_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.agent.answers import Answer, Decision

# What an answer may hold of all kinds of text together (see ``agent.answers``).
_LONGEST_TEXT = 9_000
_READ_FIELDS = ("prompt",)


class Given(Record):
    """What context is given on, and how: to which agent, and into which arguments beside the
    channel."""

    request: HookRequest
    channel: Channel
    fields: tuple[str, ...] = ()
    """None: only the prompt of a tool that hands it to another model."""
    otherwise: str = ""


class ContextAnswer(Record):
    """An answer with context on links, and what standard error gets: failures, for a log."""

    value: dict[str, Any]
    log: str = ""


def may_have_context(channel_event: Given) -> bool:
    """Tell whether the event holds a link, ``[[name]]``, on which there may be context."""
    if not find_link_names(find_speech(channel_event.request.value, channel_event.channel).value):
        return False
    # Most events name no link.
    from phaser_lint.report.context.maenifold_program import find_maenifold_program

    request = channel_event.request
    if find_maenifold_program(os.environ, home=request.home, project=request.start):
        return True
    levels = _find_levels(request)
    if not may_check(request, levels):
        return False
    from phaser_lint.contract import identify_contracts

    contracts_dir = request.options.contracts_dir
    identity = identify_contracts(levels, home=request.home, contracts_dir=contracts_dir)
    return identity is None or not identity.is_empty()


def answer_with_links(request: HookRequest, decision: Decision) -> Answer:
    """Return the answer with context on the links of the event, where its agent takes some."""
    adapter, channel = request.adapter, find_channel(request.adapter)
    if channel is None:
        return adapter.render(request.event, decision)
    channel_event = Given(request, channel)
    if not channel.is_text:
        answer = adapter.render(request.event, decision)
        answer_json, log = with_context_or_failure(
            parse_json_value(answer.out.encode()), channel_event
        )
        return answer._replace(out=render_json_line(answer_json) + "\n", err=f"{answer.err}{log}")
    # The answer is no JSON: the context is a part of the decision.
    own_answer = {"hookSpecificOutput": {"additionalContext": decision.context}}
    answer_json = with_context_or_failure(
        own_answer if decision.context else {}, channel_event
    ).value
    context = answer_json.get("hookSpecificOutput", {}).get("additionalContext", "")
    to_user = "\n".join(filter(None, (decision.to_user, answer_json.get("systemMessage"))))
    return adapter.render(request.event, decision._replace(context=context, to_user=to_user))


def answer_to_links(
    event_json: dict[str, Any], agent: str, fields: tuple[str, ...], *, otherwise: str
) -> ContextAnswer:
    """Return the answer of ``augment`` to an *agent*'s event: only the context on its links."""
    request = make_hook_request(event_json, Options(), agent)
    channel = find_channel(request.adapter)
    if channel is None:
        return ContextAnswer({})
    return with_context_or_failure({}, Given(request, channel, fields, otherwise=otherwise))


def with_context_or_failure(answer: dict[str, Any], channel_event: Given) -> ContextAnswer:
    """Return *answer* with context on links; where that fails, with a message to the user.

    A denial must not be lost because a page cannot be read.
    """
    try:
        return with_context(answer, channel_event)
    except Exception as error:
        message = f"phaser-lint could not add context: {type(error).__name__}: {error}"
        return ContextAnswer(_with_message(answer, message))


def with_context(answer: dict[str, Any], channel_event: Given) -> ContextAnswer:
    """Return *answer*, the hook's, with context on the links that the event holds."""
    if not may_have_context(channel_event):
        return ContextAnswer(answer)
    # What an event with a link, and something to ask of it, needs.
    from phaser_lint.hook.projects_of_files import open_project
    from phaser_lint.report.context.maenifold_program import find_maenifold_program
    from phaser_lint.report.context.plain_text import Bounds
    from phaser_lint.report.context.providers import Sources, render_context
    from phaser_lint.report.context.tool_arguments import augment_arguments

    request, channel = channel_event.request, channel_event.channel
    checker = open_project(request, _find_levels(request))
    sources = Sources(
        checker.root,
        checker.contracts.contracts,
        program=find_maenifold_program(os.environ, home=request.home, project=request.start),
        path_prefix=checker.path_prefix,
    )
    speech = find_speech(request.value, channel)
    failures: list[str] = []
    own_context = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
    room = _LONGEST_TEXT - (len(own_context) + 2 if own_context else 0)
    bounds = Bounds()
    bounds = bounds._replace(characters=min(bounds.characters, room))
    names = find_link_names(speech.value)
    context = render_context(names, sources, bounds, failed=failures.append)
    lines = [f"phaser-lint: {failure}" for failure in failures]
    log = "".join(f"{line}\n" for line in lines)
    if lines and channel.is_text:  # an agent that keeps no log: its user reads them
        answer, log = _with_message(answer, "\n".join(lines)), ""
    if not context:
        return ContextAnswer(answer, log)
    arguments, changed = speech.value, None
    fields = channel_event.fields or (_READ_FIELDS if is_for_a_model(speech) else ())
    if isinstance(arguments, dict) and (fields or channel_event.otherwise):
        changed = augment_arguments(
            arguments, context, fields=fields, otherwise=channel_event.otherwise
        )
    if changed == arguments:
        changed = None
    return ContextAnswer(
        add_context(answer, context, channel=channel, event=speech.event, changed=changed), log
    )


def _with_message(answer: dict[str, Any], message: str) -> dict[str, Any]:
    """Return *answer* with a *message* to the user, below the one that it has."""
    before = answer.get("systemMessage")
    return {**answer, "systemMessage": f"{before}\n{message}" if before else message}


def _find_levels(request: HookRequest) -> Levels:
    """Return the levels of the touched file where there are some, else those of the agent's."""
    agent_levels = find_folder_levels(request, find_event_folder(request))
    touched = find_text_field(request.event.tool_input, "file_path")
    if not os.path.isabs(touched) or "\0" in touched:
        return agent_levels
    levels = find_folder_levels(request, os.path.realpath(os.path.dirname(touched)))
    return agent_levels if levels.lack_contracts(home="") else levels
