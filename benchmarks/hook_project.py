"""The project that ``hook.py`` measures: ordinary contracts, a Python file of 10 kB, its events.

Twenty contracts are what a team writes first. Ten of them are done with when a literal is not in
the file; the others want more: a required pattern, a word that is there though the pattern does
not match, a look-around. Two hundred are the same ten times, each time with other words.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

FILE = "src/shop/basket.py"
# The rule that is rewritten before each "first run after a contract changed".
CHANGED = "no-print"
NOT_SELECTED = "docs/notes.txt"
_SIZE = 10_000
_ABOVE = ("shops", "eu", "de", "web", "apps", "cart", "lib")
_PYTHON = "src/**/*.py"
_HEAD = '''"""The basket of a shop: what is in it, what it costs, what is asserted about both."""

from __future__ import annotations

import logging

import requests

__all__ = ["Basket", "fetch"]

logger = logging.getLogger(__name__)
'''
_BODY = '''

def fetch_{number}(address: str, token: str) -> dict[str, object]:
    """Return the prices at *address*; blueprint {number} of the assertion service."""
    response = requests.get(address, headers={{"Authorization": token}}, timeout={number})
    logger.info("prices: %s, TODAY only", response.status_code)
    password_hint = response.headers.get("X-Hint", "")
    try:
        return {{"hint": password_hint, "prices": response.json(), "evaluated": {number}}}
    except ValueError as error:
        raise RuntimeError("no prices") from error
'''
# Each with the words that the later sets replace: (id, type, pattern, file_glob, word).
_CONTRACTS = (
    (CHANGED, "forbid_pattern", r"\bprint\(", _PYTHON, "print"),
    ("no-eval", "forbid_pattern", r"\beval\(", _PYTHON, "eval"),
    ("no-password", "forbid_pattern", r"""(?i)password\s*=\s*["'][^"']+["']""", "*.py", "password"),
    ("no-notes", "forbid_pattern", r"\b(?:TODO|FIXME|XXX)\b", _PYTHON, "TODO"),
    ("no-bare-except", "forbid_pattern", r"^\s*except\s*:", _PYTHON, "except"),
    ("no-star-import", "forbid_pattern", r"^from\s+\S+\s+import\s+\*", _PYTHON, "import"),
    ("no-debugger", "forbid_pattern", r"^\s*import pdb|\bbreakpoint\(\)", "*.py", "pdb"),
    ("no-assert", "forbid_pattern", r"^\s*assert\b(?!\s+isinstance)", _PYTHON, "assert"),
    ("no-naive-now", "forbid_pattern", r"datetime\.(?:utcnow|now)\(\)", _PYTHON, "utcnow"),
    ("timeouts", "forbid_pattern", r"requests\.get\((?![^\n]*timeout)", _PYTHON, "requests"),
    ("no-own-debug", "forbid_pattern", r"(?<!self\.)logger\.debug\(", _PYTHON, "logger"),
    ("no-console", "forbid_pattern", r"console\.log\(", "*.ts", "console"),
    ("no-marker", "file_not_contains", "DO NOT COMMIT", "*.py", "COMMIT"),
    ("no-old-owner", "file_not_contains", r"(?i)copyright \(c\) acme", _PYTHON, "acme"),
    ("no-key", "file_not_contains", r"AKIA[0-9A-Z]{16}", "*.py", "AKIA"),
    ("annotations", "require_pattern", "^from __future__ import annotations", _PYTHON, ""),
    ("docstring", "require_pattern", r'\A"""', _PYTHON, ""),
    ("exports", "file_contains", r"^__all__ = \[", "src/**/*.py", ""),
    ("has-readme", "file_exists", "", "/README.md", ""),
    ("no-leftovers", "file_not_exists", "", "**/*.orig", ""),
)


class Case(NamedTuple):
    """One row of the table: a project, an event in it, and what the hook has to answer."""

    name: str
    event: bytes
    denies: bool
    changes_contract: bool = False


def contracts(count: int) -> dict[str, str]:
    """Return *count* contract files by their names; *count* is a multiple of twenty."""
    return {
        f"{rule[0]}-{number}.yaml": _contract(number, *rule)
        for number in range(count // len(_CONTRACTS))
        for rule in _CONTRACTS
    }


def changed_contract(round_: int) -> str:
    """Return another text of the contract that changes."""
    rule_id, kind, pattern, glob, _word = _CONTRACTS[0]
    return _contract(0, rule_id, kind, f"{pattern}(?!{round_})", glob, "")


def _contract(number: int, rule_id: str, kind: str, pattern: str, glob: str, word: str) -> str:
    # The words of the file stay in some of the patterns, so that the literal test cannot help.
    other = pattern if number % 2 == 0 else pattern.replace(word or "\0", f"{word}_{number}")
    if word and other == pattern and number:
        other = f"(?:{pattern})(?!.{{{number}}}$)"
    lines = [
        f"rule_id: {rule_id}-{number}",
        f"type: {kind}",
        f"file_glob: {json.dumps(glob)}",
        f"message: Fix {rule_id}.",
        f"severity: {'warning' if number % 3 == 2 else 'error'}",
    ]
    return "\n".join([*lines, *([f"pattern: {json.dumps(other)}"] if pattern else []), ""])


def file_text() -> str:
    """Return a clean Python file of 10 kB."""
    text, number = _HEAD, 1
    while len(text) < _SIZE:
        text += _BODY.format(number=number)
        number += 1
    return text


def write_project(root: Path, count: int) -> None:
    """Write a project with *count* contracts under *root*."""
    files = {f".claude/contracts/{name}": text for name, text in contracts(count).items()}
    files |= {"README.md": "A shop.\n", FILE: file_text(), NOT_SELECTED: "Notes.\n"}
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (root / ".git").mkdir()


def write_levels(root: Path, levels: int) -> Case:
    """Write a project with twenty contracts spread over so many *levels* above a file.

    Returns the clean Write of that file, which lies equally deep however many there are.
    """
    folders = [root.joinpath(*_ABOVE[:depth]) for depth in range(len(_ABOVE) + 1)]
    for index, (name, text) in enumerate(contracts(20).items()):
        path = folders[index % levels] / ".claude/contracts" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace(_PYTHON, "*.py"), encoding="utf-8")
    path = folders[-1] / FILE
    path.parent.mkdir(parents=True)
    path.write_text(file_text(), encoding="utf-8")
    (folders[-1] / "README.md").write_text("A shop.\n", encoding="utf-8")
    (root / ".git").mkdir()
    written = event(root, "PreToolUse", "Write", file_path=str(path), content=file_text())
    return Case(f"clean Write, {levels} of 8 levels above", written, denies=False)


def event(root: Path, name: str, tool: str, **tool_input: Any) -> bytes:
    """Return a hook event as Claude Code sends it."""
    value = {
        "session_id": "7f6f1a52-3c3e-4d0b-9a77-0d7c1f2f6a10",
        "transcript_path": "/tmp/transcript.jsonl",
        "cwd": str(root),
        "permission_mode": "default",
        "hook_event_name": name,
        "tool_name": tool,
        "tool_input": tool_input,
    }
    return json.dumps(value).encode()


def written(root: Path, path: str, text: str) -> bytes:
    """Return the event of a Write of *text* before it is made."""
    return event(root, "PreToolUse", "Write", file_path=str(root / path), content=text)


def cases(root: Path) -> list[Case]:
    """Return the rows that are measured in the project at *root*."""
    clean, path = file_text(), str(root / FILE)
    broken = f"{clean}\n\ndef main() -> None:\n    print(fetch_1)\n"
    edit = {"file_path": path, "old_string": '"no prices"', "new_string": '"no price"'}
    after = event(root, "PostToolUse", "Write", file_path=path, content=clean)
    return [
        Case("clean Write", written(root, FILE, clean), denies=False),
        Case("clean Edit", event(root, "PreToolUse", "Edit", **edit), denies=False),
        Case("clean, after the edit", after, denies=False),
        Case("denied Write", written(root, FILE, broken), denies=True),
        Case("first run after a contract changed", written(root, FILE, clean), False, True),
        Case("unknown tool", event(root, "PreToolUse", "Bash", command="ls"), denies=False),
        Case("a file no glob matches", written(root, NOT_SELECTED, "Notes.\n"), denies=False),
    ]
