"""Projects made by chance: contracts of every type at several levels, and files that break them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from phaser_lint.author.contract_text import render_contract_text
from phaser_lint.contract.rules import RULES

if TYPE_CHECKING:
    from random import Random

LEVELS = ("", "pay", "pay/api")
PATHS = (
    "a.py", "b.md", "src/a.py", "src/b.py", "src/deep/a.py", "pay/a.py", "pay/b.md",
    "pay/api/a.py", "pay/api/b.py", "docs/list.md", "docs/B.md", "gen/a.py",
)  # fmt: skip
GLOBS = (
    "*",
    "*.py",
    "/src/",
    "src/**/*.py",
    "*.md",
    "a.py",
    "/a.py",
    "missing.py",
    "gen/",
    "!b.py",
)
LINES = (
    "print(1)", "print(2)  # phaser:ignore first", "x = 1", "", "import os",
    "# phaser:ignore-next-line first, second", "print(x, y)", "def f():", "    print(3)",
    "# phaser:ignore-file third", "TODO: name",
)  # fmt: skip
PATTERNS = (r"print\(", r"^import \w+", r"\bprint\(\d\)", "TODO", r"x\s*=", r"\d\)\n")
IDS = ("first", "second", "third")
CONDITIONS = ("when_match", "unless_match", "when_file", "unless_file")
# What a contract of the type needs beside a pattern.
NEEDED: dict[str, dict[str, Any]] = {
    "changed_together": {"with_glob": "docs/"},
    "file_limits": {"max_lines": 3},
    "file_name": {"pattern": r"[a-z]+\.\w+"},
    "file_pair": {"partner": "{dir}/b.py"},
    "items_listed": {"listed_in": "docs/list.md"},
}
# What of it may depend on the file.
FIELDS: dict[str, list[dict[str, Any]]] = {
    "changed_together": [{"with_glob": "{dir}/*.md"}, {"with_glob": ["docs/", "!docs/{stem}*"]}],
    "items_listed": [{"listed_in": "{dir}/list.md"}, {"item": "{stem}"}],
}


class MadeProject(NamedTuple):
    """Files by path, before and after the only commit, and the ids of its contracts."""

    before: dict[str, str]
    after: dict[str, str]
    ids: tuple[str, ...]


def made_project(chance: Random) -> MadeProject:
    """A project with contracts at up to three levels, overrides, directives and excludes."""
    files = {path: _text(chance) for path in PATHS if chance.random() < 0.7}
    files["src/binary.py"] = "print(1)\0"
    files["n.ipynb"] = _notebook(chance)
    texts_by_level: dict[str, list[str]] = {}
    ids = set()
    for rule_id in IDS:
        for level in chance.sample(LEVELS, k=chance.choice((1, 1, 2))):
            ids.add(rule_id)
            texts_by_level.setdefault(level, []).append(
                render_contract_text(_contract(chance, rule_id))
            )
    if chance.random() < 0.4:
        texts_by_level.setdefault("pay", []).append(_override(chance))
    for level, texts in texts_by_level.items():
        name = f"{level}/.claude/contracts/c.yaml".lstrip("/")
        files[name] = "---\n".join(texts)
    if chance.random() < 0.4:
        files[".phaser/config.yaml"] = "exclude: gen/\ninclude: shared\n"
        files["shared/c.yaml"] = render_contract_text(_contract(chance, chance.choice(IDS)))
    if chance.random() < 0.3:
        files[".gitignore"] = "*.md\n"
    changed = {path: _text(chance) for path in PATHS if chance.random() < 0.3}
    return MadeProject(files, {**files, **changed}, tuple(sorted(ids)))


def _text(chance: Random) -> str:
    return "".join(f"{line}\n" for line in chance.choices(LINES, k=chance.randint(0, 5)))


def _notebook(chance: Random) -> str:
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": _text(chance)}
        for _ in range(2)
    ]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return f"{json.dumps(notebook, indent=1)}\n"


def _contract(chance: Random, rule_id: str) -> dict[str, Any]:
    kind = chance.choice([*RULES])
    rule = RULES[kind]
    keys_of_type = {key.name for key in rule.all_keys()}
    keys: dict[str, Any] = {
        "rule_id": rule_id,
        "type": kind,
        "file_glob": chance.choices(GLOBS[:-1], k=1)
        + chance.choices(GLOBS, k=chance.randint(0, 1)),
        "message": "m",
        "severity": chance.choice(("error", "warning")),
    }
    if rule.has_pattern():
        keys["pattern"] = chance.choice(PATTERNS)
    keys.update(NEEDED.get(kind, {}))
    if kind in FIELDS and chance.random() < 0.5:
        keys.update(chance.choice(FIELDS[kind]))
        if "item" in keys:
            del keys["pattern"]
    optional: dict[str, Any] = {
        "exclude_glob": chance.choice(GLOBS),
        "path_pattern": chance.choice(("src", "a", r"\.py$")),
        "enabled": False,
        **({"raw": True} if keys.get("pattern") and "raw" not in rule.lacks() else {}),
        "ignorable": False,
        **({"scope": "tree"} if "tree" in rule.scopes else {}),
        **{name: "x" for name in CONDITIONS if name in keys_of_type},
    }
    for key, key_value in optional.items():
        if chance.random() < 0.15:
            keys[key] = key_value
    return keys


def _override(chance: Random) -> str:
    override_line = chance.choice(("enabled: false", "severity: warning", "exclude_glob: a.py"))
    return f"override: {chance.choice(IDS)}\n{override_line}\n"
