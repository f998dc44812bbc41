"""What agents leave out without a word: a hook that starts well and is not written as they want it.

Each was tried in the running clients, and let every edit through: an entry without a type, one that
stands beside its matcher, a matcher that is no text, a timeout of ``"30"``.
"""

from __future__ import annotations

from phaser_lint.settings.strict_json import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.host.handlers import Handler

_GROUPED = ("claude-code", "codex", "gemini-cli", "qwen-code")
_WITH_MATCHERS = (*_GROUPED, "copilot-cli")
# Qwen Code takes any.
_WITH_TIMEOUTS = ("claude-code", "codex", "gemini-cli", "copilot-cli")
_TIMEOUTS = ("timeout", "timeoutSec")
_NOT_WAITING = ("claude-code", "codex", "qwen-code", "wave")


def misshapen(handler: Handler) -> list[str]:
    """Return why the agent leaves the hook out as it is written, each as a sentence to act on."""
    name, entry = handler.file.agent.name, handler.entry
    found = invalid(handler)
    if name in _NOT_WAITING and entry.get("async") is True:
        shown = handler.file.agent.shown
        found.append(f"{shown} does not wait for it, so nothing is stopped: remove async")
    if name == "claude-code" and handler.stage == "PreToolUse" and "if" in entry:
        found.append("its if leaves edits out: remove it, the hook looks at every edit itself")
    return found


def invalid(handler: Handler) -> list[str]:
    """Return what is not as the agent's settings have to be."""
    name, shown, entry = handler.file.agent.name, handler.file.agent.shown, handler.entry
    found = []
    if name in _GROUPED and not isinstance(handler.around.get("hooks"), list):
        found.append(f'{shown} looks for hooks in a list beside the matcher: "hooks": [{{…}}]')
    # Copilot CLI takes one without a type.
    kind = entry.get("type", "command" if name == "copilot-cli" else None)
    if name in _WITH_MATCHERS and kind != "command":
        found.append(f'{shown} runs it only with "type": "command"')
    if name in _WITH_MATCHERS and not isinstance(handler.around.get("matcher", ""), str):
        found.append("its matcher is no text, so it is left out")
    if name in _WITH_TIMEOUTS:
        found += [
            f"its {key} is no number over 0, so it is left out"
            for key in _TIMEOUTS
            if key in entry and not _is_timeout(entry[key], name)
        ]
    if name == "claude-code" and "args" in entry and handler.arguments is None:
        found.append("its args are no list of texts, so it is left out")
    return found


def _is_timeout(given: object, agent: str) -> bool:
    number = float(given.written) if isinstance(given, Number) else -1.0
    return number > 0 or (number == 0 and agent == "codex")  # there 0 is none at all
