"""Gemini CLI, simulated: names of its own, and a decision at the answer's top level."""

from __future__ import annotations

from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.folder_trust import asks_for_trust, is_folder_trusted
from phaser_lint.agent.host import TIME, Common, Host, SentEvent, make_event_after_tool
from phaser_lint.agent.host_answer import (
    HookAnswer,
    Reaction,
    keep_text,
    parse_object,
    react_to_decision,
)
from phaser_lint.agent.install.hooks_in_settings import Handler, find_setting, read_place_files
from phaser_lint.agent.settings_locations import Machine


class GeminiHost(Host):
    """Gemini CLI: where it differs from what most agents do."""

    project_variables = ("GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR")
    untrusted = (
        "Gemini CLI runs no hooks of a folder it does not trust: start gemini in this "
        "folder and trust it (/permissions), or set GEMINI_CLI_TRUST_WORKSPACE=true"
    )

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        return {
            **common,
            "hook_event_name": "BeforeTool",
            "timestamp": TIME,
            "tool_name": "write_file",
            "tool_input": {"file_path": path, "content": text},
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        """Return Gemini's event after a write, as Qwen Code has it too."""
        display = {"fileName": path, "filePath": path, "originalContent": "", "newContent": text}
        response = {"llmContent": "", "returnDisplay": {**display, "isNewFile": True}}
        return make_event_after_tool(event, own_event, key="tool_response", response=response)

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        return {**common, "prompt": text, "timestamp": TIME}

    def stop_event(self, common: Common) -> SentEvent:
        ended = {"stop_hook_active": False, "timestamp": TIME, "prompt": "", "prompt_response": ""}
        return {**common, **ended}

    def react(self, answer: HookAnswer) -> Reaction:
        # Its answer may be on standard error where standard output is empty.
        fields = answer.json if answer.out else parse_object(answer.err)
        if fields is not None:
            reaction = react_to_decision(answer, fields)
            if reaction is not None:
                return reaction
            user = keep_text(fields.get("systemMessage"))
            specific = fields.get("hookSpecificOutput")
            context = (
                keep_text(specific.get("additionalContext")) if isinstance(specific, dict) else ""
            )
            # Nobody reads context before a tool.
            is_read = context and answer.event != "PreToolUse"
            return Reaction(
                "context" if is_read else "nothing", context if is_read else "", user=user
            )
        if answer.code == 0:
            return answer.no_json() if answer.is_object else Reaction("nothing", user=answer.out)
        if answer.code == BLOCKED and answer.err:
            blocks = answer.event != "PostToolUse"
            return Reaction("deny" if blocks else "context", answer.err, blocks)
        return answer.failure(blocks=answer.code not in (1, BLOCKED))

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        agent = handler.file.agent
        # A hook goes by its name, or by its command where it has none.
        name = handler.entry.get("name") or handler.command
        refusals = []
        for row in agent.holding("switches"):
            for file_name, settings in read_place_files(agent, row, machine):
                disabled = find_setting(settings, "hooksConfig.disabled")
                if isinstance(disabled, list) and name in disabled:
                    refusals.append(
                        f"this hook is switched off in hooksConfig.disabled of {file_name}"
                    )
        return [*refusals, *super().refusals(handler, machine)]

    def reads_project(self, agent: Agent, machine: Machine) -> bool:
        """Tell whether Gemini trusts the project; if not it skips all of its settings."""
        return (
            machine.environment.get("GEMINI_CLI_TRUST_WORKSPACE") == "true"
            or not asks_for_trust(agent, machine, by_default=True)
            or is_folder_trusted(agent, machine)
        )


HOST = GeminiHost()
