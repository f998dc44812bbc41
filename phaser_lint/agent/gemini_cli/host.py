"""Gemini CLI, simulated: names of its own, and a decision at the answer's top level."""

from __future__ import annotations

from phaser_lint.agent.folder_trust import asks, is_listed
from phaser_lint.agent.host_answer import Reaction, object_of, own_decision, text_of
from phaser_lint.agent.host_side import TIME, Host, after
from phaser_lint.agent.install.handlers import value_at, values_of_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agent.agent import Agent
    from phaser_lint.agent.host_answer import HookAnswer
    from phaser_lint.agent.host_side import Common, Event
    from phaser_lint.agent.install.handlers import Handler
    from phaser_lint.agent.locations import Machine

_BLOCKED = 2


def _write(common: Common, path: str, text: str) -> Event:
    return {
        **common,
        "hook_event_name": "BeforeTool",
        "timestamp": TIME,
        "tool_name": "write_file",
        "tool_input": {"file_path": path, "content": text},
    }


def written(event: Event, own_event: str, path: str, text: str) -> Event:
    """Return the event after a write, as Qwen Code has it too."""
    shown = {"fileName": path, "filePath": path, "originalContent": "", "newContent": text}
    response = {"llmContent": "", "returnDisplay": {**shown, "isNewFile": True}}
    return after(event, own_event, "tool_response", response)


def _stop(common: Common) -> Event:
    ended = {"stop_hook_active": False, "timestamp": TIME, "prompt": "", "prompt_response": ""}
    return {**common, **ended}


def _decision(answer: HookAnswer) -> Reaction:
    # Its answer may be on standard error where standard output is empty.
    given = answer.json if answer.out else object_of(answer.err)
    if given is not None:
        own = own_decision(answer, given)
        if own is not None:
            return own
        user = text_of(given.get("systemMessage"))
        specific = given.get("hookSpecificOutput")
        context = text_of(specific.get("additionalContext")) if isinstance(specific, dict) else ""
        # Nobody reads context before a tool.
        is_read = context and answer.event != "PreToolUse"
        return Reaction("context" if is_read else "nothing", context if is_read else "", user=user)
    if answer.code == 0:
        return answer.no_json() if answer.is_object else Reaction("nothing", user=answer.out)
    if answer.code == _BLOCKED and answer.err:
        blocks = answer.event != "PostToolUse"
        return Reaction("deny" if blocks else "context", answer.err, blocks)
    return answer.failure(blocks=answer.code not in (1, _BLOCKED))


def _refusals(handler: Handler, machine: Machine) -> list[str]:
    agent = handler.file.agent
    named = [
        f"this hook is switched off in hooksConfig.disabled of {shown}"
        for row in agent.holding("switches")
        for shown, values in values_of_files(agent, row, machine)
        if _names(value_at(values, "hooksConfig.disabled"), handler)
    ]
    return [*named, *_distrusts(handler, machine)]


def _names(listed: object, handler: Handler) -> bool:
    # It goes by its name, or by its command where it has none.
    name = handler.entry.get("name") or handler.command
    return isinstance(listed, list) and name in listed


def _trusts(agent: Agent, machine: Machine) -> bool:
    """Tell whether it trusts the project; if not it skips all of the project's settings."""
    return (
        machine.environment.get("GEMINI_CLI_TRUST_WORKSPACE") == "true"
        or not asks(agent, machine, by_default=True)
        or is_listed(agent, machine)
    )


def _distrusts(handler: Handler, machine: Machine) -> list[str]:
    """Return that the project is not trusted, where it is not."""
    if not handler.file.of_project or _trusts(handler.file.agent, machine):
        return []
    return [
        "Gemini CLI runs no hooks of a folder it does not trust: start gemini in this folder and "
        "trust it (/permissions), or set GEMINI_CLI_TRUST_WORKSPACE=true"
    ]


HOST = Host(
    write=_write,
    written=written,
    prompt=lambda common, text: {**common, "prompt": text, "timestamp": TIME},
    stop=_stop,
    decision=_decision,
    project_variables=("GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"),
    refusals=_refusals,
    reads_project=_trusts,
)
