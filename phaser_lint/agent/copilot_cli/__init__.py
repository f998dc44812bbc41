"""GitHub Copilot CLI: its own events, and Claude Code's names for hooks that were made for that.

``.github/hooks/*.json`` with names like ``preToolUse`` get ``toolName`` and ``toolArgs`` and are
answered at the top level. Names like ``PreToolUse``, and all hooks of ``.claude/settings.json``,
get ``tool_name`` and ``tool_input``: Claude Code's tool names with Copilot's field names. Every
exit code but 0 blocks the tool. There are no messages to the user: they are added to the context.
"""

from __future__ import annotations

from phaser_lint.agent import (
    ChannelFields,
    Event,
    claude_code,
    file_tools,
    find_text_field,
    find_tool_arguments,
    keep_possible_path,
)
from phaser_lint.agent.answers import Answer, Decision, make_json_answer, shorten_answer
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonObject, JsonValue, parse_json_value, render_json_line

PROJECT_VARIABLE = "COPILOT_PROJECT_DIR"
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {
    "prompt_event": "userPromptSubmitted",
    "tool_events": ("preToolUse", "PreToolUse"),
    "nested": False,
    "reads_before": True,
}
PATHS = ("path", "filePath", "file_path")
TEXTS = ("file_text", "content")
OLD, NEW = ("old_str", "old_string", "oldString"), ("new_str", "new_string", "newString")
_CREATE = FileTool("create", path=PATHS, text=TEXTS)
_EDIT = FileTool("replace", path=PATHS, old=OLD, new=NEW)
TOOLS = {
    "create": _CREATE,
    "edit": _EDIT,
    "apply_patch": FileTool("patch", text=("patch", "input", "command")),
    "Write": _CREATE,
    "Edit": _EDIT,
}


def parse_event(payload: JsonValue) -> Event:
    """Return Copilot CLI's event that the JSON *payload* describes."""
    if not isinstance(payload, dict) or "hook_event_name" in payload:
        event = claude_code.parse_event(payload)
        tool_input = _parse_arguments(payload.get("tool_input"))
        return event._replace(tool_input=tool_input, own_name=event.name)
    # The event's own name is not in it. Others with a tool, such as permissionRequest, have theirs.
    if "toolArgs" in payload or ("toolName" in payload and "hookName" not in payload):
        name = "PostToolUse" if "toolResult" in payload else "PreToolUse"
    else:
        name = "Stop" if "stopReason" in payload else "Other"
    return Event(
        name=name,
        tool=find_text_field(payload, "toolName"),
        tool_input=_parse_arguments(payload.get("toolArgs")),
        session=find_text_field(payload, "sessionId"),
        working_directory=keep_possible_path(find_text_field(payload, "cwd")),
        stop_hook_active=payload.get("stop_hook_active") is True,
    )


def _parse_arguments(arguments: object) -> JsonObject:
    """Return the arguments of Copilot's tool: an object, its JSON in old versions, or a patch."""
    if isinstance(arguments, str) and arguments.lstrip().startswith("{"):
        try:
            parsed = parse_json_value(arguments.encode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            return {}
        return parsed if isinstance(parsed, dict) else {}
    return find_tool_arguments(arguments)


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer in Copilot's form, or in Claude Code's where its names were used."""
    texts = [decision.context]
    if decision.to_user not in decision.context:
        texts.append(decision.to_user)
    context = shorten_answer("\n".join(text for text in texts if text))
    if event.own_name:
        decision = decision._replace(context=context, to_user="")
        answer = make_json_answer(event.name, decision)
    elif decision.verdict == "deny":
        reason = shorten_answer(decision.reason)
        answer = {"permissionDecision": "deny", "permissionDecisionReason": reason}
    elif decision.verdict == "block":
        answer = {"decision": "block", "reason": shorten_answer(decision.reason)}
    else:
        answer = {}
    if context and event.name != "Stop":
        answer["additionalContext"] = context
    return Answer(render_json_line(answer) + "\n")
