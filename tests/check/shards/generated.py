"""Projects made by chance: contracts of all types, directives, odd names, existing violations.

Everything is drawn from a ``random.Random``, so that a seed names a project for good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.command.made import contract

if TYPE_CHECKING:
    from random import Random

FOLDERS = ("", "src/", "src/deep/", "docs/", "::error::x/", "sub/project/", "a b/")
NAMES = (
    "a.py",
    "b.py",
    "c.js",
    "d.md",
    "README.md",
    "LICENSE",
    ".env",
    "x.lock",
    "日本.py",
    "e\n.py",
    "-f.py",
    "g##[h.py",
    "\udcff.py",
    "İ.py",
)
LINES = (
    "print(1)",
    f"{60 * 'a'}!",
    "print(1)  # phaser:ignore no-print -- on purpose",
    "# phaser:ignore-next-line no-print, no-file",
    "# phaser:ignore-file no-file",
    "# phaser:ignore-file no-file, once, head",
    "# phaser:ignore-file anywhere, has-file",
    "# phaser:ignore-all",
    "# phaser:ignore nobody",
    "# phaser:ignore no-file",
    "# phaser:ignore",
    "# phaser:ignore-file off -- it is disabled",
    "token = 1",
    "TODO",
    "TODO TODO",
    "SPDX",
    "x = 1",
    "",
    f"{60 * 'a'}!",
)
GLOBS: tuple[str | list[str], ...] = (
    "*.py",
    "*",
    "*.md",
    "/LICENSE",
    ".env",
    "src/**",
    ["*.js", "*.lock"],
    "nothing/here/*",
    "README.md",
    "**/deep/*.py",
)
SLOW = r"(a|aa|a.)+[^a\n]*\d$"
SEVERITIES = ("error", "warning")


class DrawnProject(NamedTuple):
    """A project's files as they were, as they are, and its contracts."""

    before: dict[str, bytes]
    after: dict[str, bytes]
    contracts: dict[str, str]


def draw_project(random: Random) -> DrawnProject:
    """A project; ``after`` has some of the files of ``before``, some changed and some new."""
    before = _draw_files(random, random.randrange(0, 14))
    after = {path: content for path, content in before.items() if random.random() < 0.85}
    after |= {path: _draw_text(random) for path in list(after) if random.random() < 0.4}
    after |= _draw_files(random, random.randrange(0, 6))
    return DrawnProject(before, after, draw_contracts(random))


def _draw_files(random: Random, number: int) -> dict[str, bytes]:
    paths = {random.choice(FOLDERS) + random.choice(NAMES) for _ in range(number)}
    contents_by_path = {path: _draw_text(random) for path in sorted(paths, key=ascii)}
    if random.random() < 0.2:
        contents_by_path["sub/project/.phaser/contracts/own.yaml"] = contract("own").encode()
    return contents_by_path


def _draw_text(random: Random) -> bytes:
    if random.random() < 0.06:
        return b"\0binary"
    lines = [random.choice(LINES) for _ in range(random.randrange(0, 7))]
    end = random.choice(("\n", "\n", "\r\n"))
    return end.join([*lines, ""]).encode()


def draw_contracts(random: Random) -> dict[str, str]:
    """Contract files: a choice of all types and scopes, disabled, broken and slow ones too."""
    all_contracts = {
        "no-print": {"pattern": r"\bprint\("},
        "once": {"type": "file_not_contains", "pattern": "TODO"},
        "head": {"type": "require_pattern", "pattern": "SPDX"},
        "anywhere": {"type": "require_pattern", "pattern": "SPDX", "scope": "tree"},
        "holds": {"type": "file_contains", "pattern": "x = 1"},
        "holds-anywhere": {"type": "file_contains", "pattern": "token", "scope": "tree"},
        "has-file": {"type": "file_exists", "pattern": None},
        "has-other": {"type": "file_exists", "pattern": None},
        "no-file": {"type": "file_not_exists", "pattern": None},
        "not-ignorable": {"type": "file_not_exists", "pattern": None, "ignorable": False},
        "off": {"enabled": False},
        "slow": {"pattern": r"(a|aa|a.)+[^a\n]*\d$"},
        "slow-tree": {
            "type": "require_pattern",
            "pattern": r"(a|aa|a.)+[^a\n]*\d$",
            "scope": "tree",
        },
        "broken": {"message": ""},
        "typo": {"mesage": "x"},
    }
    odds = {"slow": 0.3, "slow-tree": 0.3, "broken": 0.15, "typo": 0.1}
    return {
        f"{rule_id}.yaml": contract(
            rule_id,
            **{
                "file_glob": random.choice(GLOBS),
                "severity": random.choice(SEVERITIES),
                **keys,
            },
        )
        for rule_id, keys in all_contracts.items()
        if random.random() < odds.get(rule_id, 0.6)
    }
