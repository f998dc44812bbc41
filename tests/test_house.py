"""Who may name what: a new case of a noun is a file of its own and a row, and touches no other."""

from __future__ import annotations

import ast
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import phaser_lint
from phaser_lint.agent.known_agents import AGENTS
from phaser_lint.contract.rules import RULES
from phaser_lint.hook.protected_places import MOVED_FILES, MOVES, PLACES, is_marked
from tests.package_code import nodes_of, parsed

PACKAGE = Path(phaser_lint.__file__).parent
# What a type of Phaser v1.2 meant, the dialect alone knows, and what says the same as a rule of
# another tool, its importer.
NAMES_TYPES = ("contract/rules/", "contract/version_1.py", "author/importers/")
# Where a run happens is asked once: by a command, for an event by its request, for a check of a
# project by its inputs, and by the library for a team's own hooks.
ASKS_THE_PROCESS = [
    "check/project_inputs.py", "command/action.py", "core/command_line.py",
    "command/completion.py", "command/doctor.py", "command/explain.py", "command/history.py",
    "command/init.py", "command/install.py", "command/lsp.py", "command/cli.py",
    "hook/request.py", "command/precommit.py", "command/replay.py",
    "command/report_answer.py", "command/scan.py",
    # The old tool that an import is compared with runs as its user would start it.
    "author/importers/old_program.py",
    "hooks/event_place.py", "hooks/session_start.py", "project/project.py",
    # What git may know of it, what an agent's own variables moved, and where a witness of the
    # session lies that is in no cache.
    "check/comparison/edits.py", "project/git/git_command.py",
    "hook/protection/inventory.py", "hook/protected_places.py", "hook/memory/protected_snapshot.py",
]  # fmt: skip
# Which project a folder belongs to has one answer for an event.
FINDS_PROJECTS = ["hook/request.py", "project/root.py", "project/project.py"]


def texts(source: str) -> set[str]:
    """Every text that stands in *source*, those that f-strings are made of as well."""
    return {
        node.value
        for node in nodes_of(source)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def named(source: str) -> list[str]:
    """The contract types that *source* names."""
    return sorted(texts(source) & set(RULES))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from phaser_lint.contract.rules import file_exists", []),
        ('"""``file_exists``: a file."""', []),
        ("kind == 'file_exists'", ["file_exists"]),
        ("TYPES = ('file_exists', *MORE, 'forbid_pattern')", ["file_exists", "forbid_pattern"]),
    ],
)
def test_what_names_a_type(source: str, found: list[str]) -> None:
    """A text that is one does; a docstring and a module do not."""
    assert named(source) == found


def test_no_type_is_named_outside_its_rule() -> None:
    """What a type is like is asked of its traits."""
    found = {
        path.relative_to(PACKAGE).as_posix(): named(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    naming = {path: types for path, types in found.items() if types}
    assert {path: types for path, types in naming.items() if not path.startswith(NAMES_TYPES)} == {}
    # The test looks where it should.
    assert naming["contract/rules/file_exists.py"] == ["file_exists"]


def names_used(source: str) -> set[str]:
    """Every name that *source* uses or imports, alone or as an attribute."""
    found = set()
    for node in nodes_of(source):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.add(node.name)
    return found


def using(*names: str) -> list[str]:
    """The modules that use one of *names*."""
    return [
        path.relative_to(PACKAGE).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        if not names_used(path.read_text(encoding="utf-8")).isdisjoint(names)
    ]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os\nx = os.environ", ["environ"]),
        ("from os import environ as e", ["environ"]),
        ("from phaser_lint.project.root import home_folder", ["home_folder"]),
        ("def f(): return root.home_folder()", ["home_folder"]),
        ("'os.environ'", []),
        ("# home_folder()", []),
    ],
)
def test_what_asks_the_process(source: str, found: list[str]) -> None:
    """In any form; a text and a comment do not."""
    assert sorted(names_used(source) & {"environ", "home_folder"}) == found


def test_who_asks_the_process() -> None:
    """No module of the hook but the request reads the environment or asks for the home folder."""
    asking = using("environ", "environb", "getenv", "home_folder")
    assert asking == sorted(ASKS_THE_PROCESS)


def test_who_finds_a_project() -> None:
    """Six recipes for it gave an agent and a replay of its session different answers."""
    assert using("chain_of") == sorted(FINDS_PROJECTS)
    assert [path for path in using("PROJECT_VARIABLE") if not path.startswith("agent/")] == [
        "hook/request.py"
    ]


# An event that OpenCode's plugin, or pi's extension, sends has that key; the name of the first
# stands in a folder that it moves.
NAMES_AGENTS = {
    "hook/doctor/replaying.py": {"opencode", "pi"},
    "hook/recording.py": {"opencode"},
    "hook/protected_places.py": {"opencode"},
}


def test_no_agent_is_named_outside_its_folder() -> None:
    """What an agent is like is asked of its settings, its events and its host."""
    names = {agent.name for agent in AGENTS}
    named_in = {
        path.relative_to(PACKAGE).as_posix(): texts(path.read_text(encoding="utf-8")) & names
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    found = {path: found for path, found in named_in.items() if found}
    assert {path: each for path, each in found.items() if not path.startswith("agent/")} == (
        NAMES_AGENTS
    )
    assert found["agent/__init__.py"] == names


OPENCODE = ".config/opencode"
OF_AGENTS = {
    name.removeprefix("~/").removeprefix(".../")
    for agent in AGENTS
    for place in agent.places
    for name in place.names
    if not name.startswith(("/", "$")) and "*" not in name
}
# It holds secrets, which no memory of a session may: an edit of it is checked, and no more.
SECRETS = {name for name in OF_AGENTS if name.endswith(".env")}


def test_protection_knows_the_same_places() -> None:
    """The light list of the hook's clean path, written out, is that of the table."""
    light = {f"{folder}/{name}" for folder, inner in PLACES for name in inner if folder}
    own = {
        ".claude/contracts", ".claude/plugins", ".phaser/contracts", ".phaser/baseline.jsonl",
        ".phaser/config.yaml",
    }  # fmt: skip
    # What install writes below a folder in which any name counts.
    written = {
        ".github/hooks/phaser-lint.json", ".copilot/hooks/phaser-lint.json",
        ".opencode/plugins/phaser-lint.js", ".config/opencode/plugins/phaser-lint.js",
        ".pi/extensions/phaser-lint.ts", ".pi/agent/extensions/phaser-lint.ts",
        *(f"{folder}/{event}" for folder in (".clinerules/hooks", ".cline/hooks",
          "Documents/Cline/Hooks") for event in ("PreToolUse", "PostToolUse")),
    }  # fmt: skip
    assert light == (OF_AGENTS - SECRETS) | own | written
    assert [path for path in light | SECRETS if not is_marked(f"/p/{path}")] == []


def test_protection_knows_the_same_variables() -> None:
    """Each that moves a folder of the home, and each that names one more."""
    moved = {
        (variable, below, folder[2:])
        for agent in AGENTS
        for folder, written in agent.moves.items()
        for variable, _, below in [written[1:].partition("/")]
    }
    more = {("XDG_CONFIG_HOME", ".copilot", ".copilot"), ("OPENCODE_CONFIG_DIR", "", OPENCODE)}
    assert set(MOVES) == moved | more
    alone = {
        (path[1:], other[2:])
        for agent in AGENTS
        for row in agent.holding("trust")
        for path, other in pairwise(row.names)
        if path.startswith("$")
    }
    assert set(MOVED_FILES) == alone


def test_every_system_can_hold_every_file() -> None:
    """A checkout on Windows, and an archive that uv unpacks, ends at the first that they cannot."""
    top = Path(__file__).parent.parent
    folders = ("benchmarks", "docs", "examples", "phaser_lint", "plugins", "scripts", "tests")
    names = [path.name for folder in folders for path in top.glob(f"{folder}/**/*")]
    assert len(names) > 1_000
    assert [name for name in names if re.search(r'[<>:"|?*\\\x00-\x1f]|[. ]$', name)] == []


# The library for a team's own hooks names a file as its specification does.
OF_THE_LIBRARY = {"ProposedFile"}


def test_class_names_are_unique() -> None:
    """Those that other modules import, at least."""
    counted = Counter(
        node.name
        for path in PACKAGE.rglob("*.py")
        for node in parsed(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in counted.items() if count > 1} == OF_THE_LIBRARY
