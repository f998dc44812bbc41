"""The files as they will be after an edit: what the hook itself checks, for hooks of your own.

written = {"file_path": "/a.py", "content": ""}
result = reconstruct({"tool_name": "Write", "tool_input": written})
result.files == (ProposedFile("/a.py", "", is_new=True),)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.claude_code import parse_event
from phaser_lint.agent.claude_code import propose_edit as reconstruction_of
from phaser_lint.core import Record


class ProposedFile(Record):
    """A file as it will be; ``path`` is absolute, ``is_new`` tells that there is none yet."""

    path: str
    content: str
    is_new: bool


class ReconstructionResult(Record):
    """The files that an edit proposes; where it is ``skipped`` there are none, and a reason."""

    files: tuple[ProposedFile, ...]
    skipped: bool
    skip_reason: str | None


def reconstruct(hook_input: Mapping[str, Any]) -> ReconstructionResult:
    """Return the reconstruction, for a team's own hook: the file as a Write, Edit, MultiEdit or
    NotebookEdit of Claude Code proposes it.

    *hook_input* is the event. Nothing is written. What cannot be foreseen is skipped: an unknown
    tool, a missing text, a binary file. Raises ``InputError`` for what is no object.
    """
    proposal = reconstruction_of(parse_event(hook_input))
    if proposal.text is None:
        return ReconstructionResult((), True, proposal.skip_reason)
    file = ProposedFile(proposal.path, proposal.text, proposal.is_new)
    return ReconstructionResult((file,), False, None)
