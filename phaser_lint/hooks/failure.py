"""The answer of a hook that failed: visible to the user, and open unless it was asked to be closed.

Open, the call goes on as if the hook were not there. Closed, what the event can stop is stopped: a
tool call is denied, a prompt or a stop is blocked (a stop once), a finished call is told of as an
error. SessionStart and PostToolUseFailure stop nothing. The exit code is 0 either way: what other
codes do differs from client to client.
"""

from __future__ import annotations

import os

from phaser_lint.core import answer_json
from phaser_lint.core.errors import PhaserError
from phaser_lint.core.text import printable_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType
    from typing import Any

_OWN_FOLDER = os.path.dirname(__file__)
_BLOCKED = ("PostToolUse", "UserPromptSubmit")
_STOPS = ("Stop", "SubagentStop")


def failed(
    error: BaseException, *, raw: Mapping[str, Any], script: str, fail_closed: bool
) -> dict[str, Any]:
    """Return the answer to the event *raw*, empty if it could not be read, after *error*."""
    said = f"{script} failed, so it checked nothing: {described(error)}"
    decided = _closed(said, raw) if fail_closed else {}
    return {**decided, **answer_json.common(system_message=said)}


def described(error: BaseException) -> str:
    """Return *error* in a sentence, with the place in the hook's own code where there is one."""
    if isinstance(error, SystemExit):
        said = f"the handler ended the process (exit code {error.code})"
    elif isinstance(error, KeyboardInterrupt):
        said = "interrupted"
    elif isinstance(error, PhaserError):
        said = str(error)
    else:
        said = f"{type(error).__name__}: {error}".removesuffix(": ")
    return "\n".join(printable_lines(said + _place(error.__traceback__)))


def _place(traceback: TracebackType | None) -> str:
    """Return the last line that ran of the handler's folder: not one of this package or Python."""
    place, folder = "", ""
    while traceback is not None:
        path = traceback.tb_frame.f_code.co_filename
        if os.path.dirname(path) != _OWN_FOLDER:
            folder = folder or os.path.dirname(path)
        if folder and os.path.dirname(path) == folder:
            place = f" ({os.path.basename(path)}, line {traceback.tb_lineno})"
        traceback = traceback.tb_next
    return place


def _closed(reason: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    name = raw.get("hook_event_name")
    if name == "PreToolUse":
        return answer_json.permission("deny", reason=reason)
    if name in _BLOCKED or (name in _STOPS and raw.get("stop_hook_active") is not True):
        return answer_json.block(reason)
    # An event that could not be read: before a tool call, a block is the older form of a denial.
    return {} if isinstance(name, str) else answer_json.block(reason)
