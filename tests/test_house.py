"""Who may name what: a new case of a noun is a file of its own and a row, and touches no other."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import phaser_lint
from phaser_lint.rules import RULES

PACKAGE = Path(phaser_lint.__file__).parent
# What a type of Phaser v1.2 meant, the dialect alone knows.
NAMES_TYPES = ("rules/", "contracts/version_1.py")
# Where a run happens is asked once: by a command, for an event by its occasion, for a check of a
# project by its inputs, and by the library for a team's own hooks.
ASKS_THE_PROCESS = [
    "checks/project_inputs.py", "commands/action.py", "commands/agents.py", "command_line.py",
    "commands/doctor.py", "commands/explain.py", "commands/install.py",
    "hook/occasion.py", "commands/precommit.py", "commands/replay.py", "commands/scan.py",
    "hooks/event_place.py", "hooks/session_start.py", "files/project.py",
    # What git may know of it, what an agent's own variables moved, and where a witness of the
    # session lies that is in no cache.
    "checks/edit_check.py", "git/git_command.py", "protection/inventory.py",
    "protection/protected_places.py", "hook/memory/protected_before.py",
]  # fmt: skip
# Which project a folder belongs to has one answer for an event.
FINDS_PROJECTS = ["hook/occasion.py", "files/levels.py", "files/project.py"]


def texts(source: str) -> set[str]:
    """Every text that stands in *source*, those that f-strings are made of as well."""
    return {
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def named(source: str) -> list[str]:
    """The contract types that *source* names."""
    return sorted(texts(source) & set(RULES))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from phaser_lint.rules import file_exists", []),
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
    assert naming["rules/file_exists.py"] == ["file_exists"]


def names_used(source: str) -> set[str]:
    """Every name that *source* uses or imports, alone or as an attribute."""
    found = set()
    for node in ast.walk(ast.parse(source)):
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
        ("from phaser_lint.files.root import home_folder", ["home_folder"]),
        ("def f(): return root.home_folder()", ["home_folder"]),
        ("'os.environ'", []),
        ("# home_folder()", []),
    ],
)
def test_what_asks_the_process(source: str, found: list[str]) -> None:
    """In any form; a text and a comment do not."""
    assert sorted(names_used(source) & {"environ", "home_folder"}) == found


def test_who_asks_the_process() -> None:
    """No module of the hook but the occasion reads the environment or asks for the home folder."""
    asking = using("environ", "environb", "getenv", "home_folder")
    assert asking == sorted(ASKS_THE_PROCESS)


def test_who_finds_a_project() -> None:
    """Six recipes for it gave an agent and a replay of its session different answers."""
    assert using("chain_of") == FINDS_PROJECTS
    assert [path for path in using("PROJECT_VARIABLE") if not path.startswith("agents/")] == [
        "hook/occasion.py"
    ]
