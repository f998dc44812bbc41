"""The agent of VS Code, simulated: Copilot's hooks under Claude Code's names."""

from __future__ import annotations

import os

from phaser_lint.agent.host import TIME, Common, Host, SentEvent
from phaser_lint.agent.install.hooks_in_settings import Handler, find_settings_at
from phaser_lint.agent.settings_locations import Machine, locate_place_files
from phaser_lint.agent.vscode.settings import LOCATIONS, find_unread_places

_NAMES = {"agentStop": "Stop", "userPromptSubmitted": "UserPromptSubmit"}


def _name_sent_event(event: str) -> str:
    """Return what VS Code calls an event of Copilot's settings when it sends it."""
    return _NAMES.get(event, event[:1].upper() + event[1:])


class VSCodeHost(Host):
    """The agent of VS Code: where it differs from what most agents do."""

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        return {
            **common,
            "hook_event_name": _name_sent_event(common["hook_event_name"]),
            "timestamp": TIME,
            "tool_name": "create_file",
            "tool_input": {"filePath": path, "content": text},
            "tool_use_id": "call_1",
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        return super().written_event(event, _name_sent_event(own_event), path=path, text=text)

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        event_name = _name_sent_event(common["hook_event_name"])
        return {**common, "prompt": text, "hook_event_name": event_name, "timestamp": TIME}

    def stop_event(self, common: Common) -> SentEvent:
        return super().stop_event(
            {**common, "hook_event_name": _name_sent_event(common["hook_event_name"])}
        )

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return that VS Code does not read a file, or the folder that it lies in."""
        file = handler.file
        names = (file.shown, os.path.dirname(file.shown))
        return [
            f"VS Code does not read it: remove {name} from {LOCATIONS} in {place.shown}"
            for row in file.agent.holding("switches")
            for place in locate_place_files(file.agent, row, machine)
            for name in find_unread_places(find_settings_at(file.agent, place.path, comments=True))
            if name.rstrip("/") in names
        ]


HOST = VSCodeHost()
