"""What the tests of the front-ends are made of: contract files and hook events."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from phaser_lint.core.shell_words import join_shell_words

FORBID_PRINT = {
    "rule_id": "no-print",
    "type": "forbid_pattern",
    "pattern": r"\bprint\(",
    "file_glob": "*.py",
    "message": "Use the logger.",
    "severity": "error",
}


def contract(rule_id: str = "no-print", **keys: Any) -> str:
    """A contract file: ``no-print`` with *keys* changed; a key that is ``None`` is left out.

    A fix is safe: what most tests ask is how it is written.
    """
    safety = {"fix_safety": "safe"} if "fix" in keys else {}
    mapping = {**FORBID_PRINT, "rule_id": rule_id, **safety, **keys}
    present_keys = {key: field for key, field in mapping.items() if field is not None}
    return "".join(f"{key}: {json.dumps(field)}\n" for key, field in present_keys.items())


RECORDS = "records what the project's contracts find"
# HEAD is known to lack it.
NEW: Mapping[str, str] = {}
RECORDING = {"phaser-lint baseline --project-contracts": f"{RECORDS}, if this is old"}


def ways_on(
    path: str,
    line: int = 1,
    *,
    name: str = "no-print",
    recording: Mapping[str, str] = NEW,
    is_staged: bool = False,
) -> str:
    """What a person reads below the first error of a refused commit, in a Python file.

    *is_staged*: what was checked is in git's index, and stays there.
    """
    staged = ["--staged"] * is_staged
    why = join_shell_words(["phaser-lint", "why", name, f"{path}:{line}", *staged])
    steps = {why: "explains the first violation", **recording}
    width = max(map(len, steps))
    lines = "".join(f"  {step:<{width}}  # {purpose}\n" for step, purpose in steps.items())
    return (
        f"next:\n{lines}"
        f"Only if this is meant, end line {line} with: "
        "# phaser:ignore no-print -- reason\n"
    )


def no_file(glob: str, *, severity: str = "error") -> str:
    """The contract ``no-file``: nothing may match *glob*."""
    return contract(
        "no-file",
        type="file_not_exists",
        pattern=None,
        file_glob=glob,
        message="Keep it out.",
        severity=severity,
    )


def denial_sentence(
    rule_id: str = "no-print",
    line: int = 1,
    code: str = "print(1)",
    message: str = "Use the logger.",
    *,
    path: str = "",
    lead: str = "Contract violation",
    ignored: str = "",
) -> str:
    """What the model reads of one violation, in a file where ``#`` opens a comment."""
    place = f"in {path} at line {line}" if path else f"at line {line}"
    directive = f"# phaser:ignore {ignored or rule_id} -- reason"
    return (
        f"{lead}: {rule_id} {place}. {message}\n"
        f"  {line}: {code}\n"
        f"  Only if this is meant, end line {line} with: {directive}"
    )


def forbidden(path: str) -> str:
    """What the model reads of a file that ``no_file`` forbids."""
    return (
        f"Contract violation: no-file in {path}. Keep it out.\n"
        f"  Only if this is meant, add to {path}: # phaser:ignore-file no-file -- reason"
    )


def event(tool: str = "Write", *, name: str = "PreToolUse", **fields: Any) -> bytes:
    """A hook event; *fields* that are no common ones become the ``tool_input``."""
    common = (
        "cwd", "session_id", "tool_response", "stop_hook_active", "tool_input", "prompt_id",
        "tool_use_id", "duration_ms",
    )  # fmt: skip
    tool_input = {key: field for key, field in fields.items() if key not in common}
    plain_fields = {key: str(field) if key == "cwd" else field for key, field in fields.items()}
    payload = {
        "session_id": "abc123",
        "cwd": "/",
        "hook_event_name": name,
        "tool_name": tool,
        "tool_input": {key: plain(field) for key, field in tool_input.items()},
        **{key: field for key, field in plain_fields.items() if key in common},
    }
    return json.dumps(payload).encode()


def plain(field: Any) -> Any:
    """Paths as texts; all else as it is."""
    return str(field) if hasattr(field, "__fspath__") else field
