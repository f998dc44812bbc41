"""What an agent trusts, in the files where it keeps that: without it, it leaves hooks out.

Whose a file is tells its name, in small letters.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

_DISTRUSTED = "DO_NOT_TRUST"


def trusted_in(value: Mapping[str, Any], name: str) -> Iterator[tuple[Any, ...]]:
    """Yield each folder, and each hook in the form that was reviewed, that the file trusts."""
    if name.endswith("/trustedfolders.json"):
        yield from (pair for pair in value.items() if pair[1] != _DISTRUSTED)
    if name.endswith("/.copilot/config.json"):
        for key in ("trustedFolders", "trusted_folders"):
            listed = value.get(key)
            # It renames the older key when it writes the file.
            yield from (("trustedFolders", each) for each in _each(listed))
    if name.endswith(".toml"):
        yield from _of_codex(value)


def distrusted_in(value: Mapping[str, Any], name: str) -> list[str]:
    """Return the folders whose hooks the file leaves out."""
    listed = value.items() if name.endswith("/trustedfolders.json") else ()
    return [folder for folder, level in listed if level == _DISTRUSTED]


def _of_codex(value: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    projects, hooks = value.get("projects"), value.get("hooks")
    for folder, entry in projects.items() if isinstance(projects, dict) else ():
        if isinstance(entry, dict) and entry.get("trust_level") == "trusted":
            yield "projects", folder, "trusted"
    states = hooks.get("state") if isinstance(hooks, dict) else None
    for hook, state in states.items() if isinstance(states, dict) else ():
        if isinstance(state, dict) and state.get("trusted_hash"):
            yield "hooks.state", hook, state["trusted_hash"]


def _each(listed: object) -> list[Any]:
    return listed if isinstance(listed, list) else []
