"""Context on the links of an event: the part of the hook that ``--augment`` switches on.

``may_have_context`` is asked at the start of a hook run, so what it needs is all that is imported
at first. Only an event that names something, in a project with contracts or on a machine with
maenifold, is worth the rest.
"""

from __future__ import annotations

import os

from phaser_lint.agents.context_channels import (
    CHANNELS,
    CLAUDE_CODE,
    Channel,
    Speech,
    add_context,
    has_reader,
    speech_of,
)
from phaser_lint.concepts.links import names_in
from phaser_lint.concepts.maenifold import find_program
from phaser_lint.record import Record
from phaser_lint.root import (
    cache_folder,
    contract_folders,
    home_folder,
    may_hold_contracts,
    project_root,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaser_lint.agents.event import Decision
    from phaser_lint.concepts.resolve import Sources

# What an answer may hold of all kinds of text together (see agents.claude_code.LONGEST_TEXT).
_LONGEST_TEXT = 9_000
_PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"
_READ_FIELDS = ("prompt",)


class Given(Record):
    """How context is given: to which agent, and into which arguments beside the channel."""

    channel: Channel = CHANNELS[CLAUDE_CODE]
    fields: tuple[str, ...] = ()
    """None: only the prompt of a tool that hands it to another model."""
    otherwise: str = ""


def may_have_context(value: Any, channel: Channel = CHANNELS[CLAUDE_CODE]) -> bool:
    """Tell whether the event *value* names something, and there is somebody to ask about it."""
    if not names_in(speech_of(value, channel).said):
        return False
    home = home_folder()
    if find_program(os.environ, home=home):
        return True
    root = _root(value, home)
    if not may_hold_contracts(contract_folders(root, home=home)):
        return False
    from phaser_lint.contracts.kept import places_of

    return not places_of(root, home=home, cache="").are_empty()


def guarded_context(answer: dict[str, Any], value: Any, given: Given) -> dict[str, Any]:
    """Return what ``with_context`` returns; where it fails, *answer* with a word to the user.

    A denial must not be lost because a page cannot be read.
    """
    try:
        return with_context(answer, value, given)
    except Exception as error:
        said = f"phaser-lint could not add context: {type(error).__name__}: {error}"
        before = answer.get("systemMessage")
        return {**answer, "systemMessage": f"{before}\n{said}" if before else said}


def in_words(decision: Decision, value: Any, given: Given) -> Decision:
    """Return *decision* with the context in its own, for an agent whose answers are no JSON."""
    before = {"hookSpecificOutput": {"additionalContext": decision.context}}
    said = guarded_context(before if decision.context else {}, value, given)
    context = said.get("hookSpecificOutput", {}).get("additionalContext", "")
    to_user = "\n".join(part for part in (decision.to_user, said.get("systemMessage")) if part)
    return decision._replace(context=context, to_user=to_user)


def with_context(answer: dict[str, Any], value: Any, given: Given) -> dict[str, Any]:
    """Return *answer*, the hook's to the event *value*, with context on what that names."""
    if not may_have_context(value, given.channel):
        return answer
    speech = speech_of(value, given.channel)
    context = _context(names_in(speech.said), value, _length(answer))
    if not context:
        return answer
    changed = _changed(speech, context, given)
    return add_context(answer, context, channel=given.channel, event=speech.event, changed=changed)


def _length(answer: Mapping[str, Any]) -> int:
    said = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
    return len(said) + 2 if said else 0


def _context(names: Sequence[str], value: Any, used: int) -> str:
    from phaser_lint.concepts.bounds import Bounds
    from phaser_lint.concepts.resolve import context_for

    bounds = Bounds()
    room = min(bounds.characters, _LONGEST_TEXT - used)
    return context_for(names, sources_of(value), bounds._replace(characters=room))


def sources_of(value: Any) -> Sources:
    """Return whom to ask about the event *value*: the project's contracts, and maenifold."""
    from phaser_lint.concepts.resolve import Sources
    from phaser_lint.contracts.read import load_kept

    home = home_folder()
    root = _root(value, home)
    contracts = load_kept(root, home=home, cache=cache_folder(os.environ, home=home))
    return Sources(root, contracts.contracts, find_program(os.environ, home=home))


def _changed(speech: Speech, context: str, given: Given) -> dict[str, Any] | None:
    from phaser_lint.concepts.arguments import augment

    fields = given.fields or (_READ_FIELDS if has_reader(speech) else ())
    if not isinstance(speech.said, dict) or not (fields or given.otherwise):
        return None
    changed = augment(speech.said, context, fields=fields, otherwise=given.otherwise)
    return None if changed == speech.said else changed


def _root(value: Any, home: str) -> str:
    """Return the root of the touched file's project where it has one, else of the agent's."""
    agents = os.environ.get(_PROJECT_VARIABLE, "")
    start = agents or _text(value, "cwd") or _text(value, "directory") or os.getcwd()
    arguments = value.get("tool_input")
    touched = _text(arguments, "file_path") if isinstance(arguments, dict) else ""
    fallback = project_root(os.path.realpath(start), home=home)
    if not os.path.isabs(touched):
        return fallback
    return project_root(os.path.realpath(os.path.dirname(touched)), home=home, fallback=fallback)


def _text(value: Mapping[str, Any], key: str) -> str:
    found = value.get(key)
    return found if isinstance(found, str) and "\0" not in found else ""
