"""Qwen Code, simulated: Claude Code's names with more fields, and Gemini's decisions."""

from __future__ import annotations

from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.folder_trust import asks_for_trust, is_folder_trusted
from phaser_lint.agent.gemini_cli import host as gemini_cli
from phaser_lint.agent.host import TIME, Common, Host, SentEvent
from phaser_lint.agent.host_answer import HookAnswer, Reaction, react_to_decision
from phaser_lint.agent.settings_locations import Machine


class QwenHost(Host):
    """Qwen Code: where it differs from what most agents do."""

    project_variables = ("QWEN_PROJECT_DIR", "CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR")
    untrusted = (
        "Qwen Code runs no hooks of a folder it does not trust: start qwen in this folder and "
        "trust it (/trust), or remove security.folderTrust.enabled from your settings"
    )

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        return {
            **super().write_event(common, path, text),
            "timestamp": TIME,
            "tool_name": "write_file",
            "tool_call_id": "call_1",
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        return gemini_cli.HOST.written_event(event, own_event, path=path, text=text)

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        typed = {"permission_mode": "default", "submitted_prompt": text}
        return {**common, "prompt": text, "timestamp": TIME, **typed}

    def react(self, answer: HookAnswer) -> Reaction:
        reaction = react_to_decision(answer, {"decision": "", **(answer.json or {})})
        if reaction is not None:
            return reaction
        if answer.code == BLOCKED and not answer.err and answer.json is None:
            return answer.failure()
        return super().react(answer)

    def reads_project(self, agent: Agent, machine: Machine) -> bool:
        """Tell whether Qwen Code trusts the project; if not it skips all of its settings."""
        return not asks_for_trust(agent, machine, by_default=False) or is_folder_trusted(
            agent, machine
        )


HOST = QwenHost()
