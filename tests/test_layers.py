"""Who may import whom, read from the code: a layer is a folder, and data flows one way.

Only the commands print.
"""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import phaser_lint
from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.contract.rules import RULES
from tests.package_code import nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(phaser_lint.__file__).parent
MODULES = {
    ".".join(("phaser_lint", *path.relative_to(PACKAGE).with_suffix("").parts)): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
# The rooms from the ground up, each with those that it imports from: they all lie below it.
ROOMS = {
    "core": (),
    "text": ("core",),
    "project": ("core", "text"),
    "agent": ("core", "text", "project"),
    "contract": ("core", "text", "project"),
    "check": ("core", "text", "project", "agent", "contract"),
    "report": ("core", "text", "project", "agent", "contract", "check"),
    "hook": ("core", "text", "project", "agent", "contract", "check", "report"),
    "editor": ("core", "text", "project", "contract", "check", "report"),
    "author": ("core", "text", "project", "agent", "contract", "check", "report"),
    "command": (
        "core", "text", "project", "agent", "contract", "check", "report", "hook",
        "editor", "author",
    ),
    # The library for hooks of one's own: nothing here imports it but its door.
    "hook_library": ("core", "text", "project", "agent"),
}  # fmt: skip
# What stands in no room: the version, which everybody may ask for, and what the outside starts.
GROUND = "__init__"
DOORS = ("__main__", "cli", "hooks")


def room(module: str) -> str:
    """The folder right below the package in which *module* stands, or the module's own name."""
    return module.split(".")[1] if "." in module else GROUND


def part(module: str) -> str:
    """The folder of a room in which *module* stands, empty where it stands in the room itself."""
    _, _, *inner = module.split(".")
    return inner[0] if len(inner) > 1 else ""


def imported(source: str) -> Iterator[str]:
    """The modules of this package that *source* imports, anywhere and in any form."""
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if is_module(name) else str(node.module) for name in inner]
        else:
            names = []
        yield from (name for name in names if name.split(".")[0] == "phaser_lint")


def is_module(name: str) -> bool:
    """Tell whether *name* is one of ours, or a folder of them."""
    return name in MODULES or f"{name}.__init__" in MODULES


def wrong_imports(module: str, source: str) -> list[str]:
    """What *source* imports from a room that does not lie below that of *module*."""
    own_room = room(module)
    if own_room in DOORS:
        return []
    allowed = {GROUND, own_room, *ROOMS.get(own_room, ())}
    return [name for name in imported(source) if room(name) not in allowed]


def test_a_room_is_a_folder() -> None:
    """What stands in none is a door, which nobody imports."""
    assert {room(module) for module in MODULES} == {GROUND, *ROOMS, *DOORS}


def test_the_arrows_go_down() -> None:
    """Each room names those alone that stand above it in the table."""
    names = [*ROOMS]
    for name, rooms_below in ROOMS.items():
        assert [*rooms_below] == [
            room_name for room_name in names[: names.index(name)] if room_name in rooms_below
        ], name


def test_imports_go_one_way() -> None:
    """From the commands down to the records, never up."""
    wrong_imports_by_module = {
        module: wrong_imports(module, path.read_text(encoding="utf-8"))
        for module, path in MODULES.items()
    }
    assert wrong_imports_by_module == {module: [] for module in MODULES}


@pytest.mark.parametrize("name", ROOMS)
def test_the_folders_of_a_room_import_one_way(name: str) -> None:
    """Of two of them not each the other, nor in a circle: ``CycleError`` names it."""
    arrows: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        if room(module) == name and part(module):
            arrows.setdefault(part(module), set()).update(
                part(
                    f"{module_imported}.__init__"
                    if f"{module_imported}.__init__" in MODULES
                    else module_imported
                )
                for module_imported in imported(path.read_text(encoding="utf-8"))
                if room(module_imported) == name
            )
    folders_below = {
        folder: imported_folders - {folder, ""} for folder, imported_folders in arrows.items()
    }
    assert {*TopologicalSorter(folders_below).static_order()} == {*arrows}


SPEAKING = ("sys.stdin", "sys.stdout", "sys.stderr", "sys.exit", "sys.argv", "os._exit")


def loud(source: str) -> list[str]:
    """What in *source* speaks with the outside: ``print``, the standard streams, an exit."""
    speaking_names = []
    for node in nodes_of(source):
        if isinstance(node, ast.Name) and node.id in ("print", "input", "SystemExit", "exit"):
            speaking_names.append(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            if name in SPEAKING:
                speaking_names.append(name)
        elif isinstance(node, ast.ImportFrom) and node.module == "sys":
            speaking_names += [f"sys.{alias.name}" for alias in node.names]
    return speaking_names


# A worker process ends without the interpreter's good-byes, which are its parent's. A hook that was
# ended by its handler is told from one that failed.
ENDS_WITHOUT_A_WORD = {
    "phaser_lint.core.worker_processes": ["os._exit"],
    "phaser_lint.hook_library.process": ["SystemExit"],
}
SPEAKING_MODULES = (
    "phaser_lint.core.argument_parser",
    # What the clean path says, it says before anything of the rest is imported.
    "phaser_lint.hook.clean",
    "phaser_lint.hook.answer",
    # A team's own hook is a process.
    "phaser_lint.hook_library.process",
)


def test_only_commands_speak() -> None:
    """Everything else returns values."""
    quiet = [name for name in MODULES if room(name) != "command" and name not in SPEAKING_MODULES]
    spoken = {
        (module, name)
        for module in quiet
        for name in loud(MODULES[module].read_text(encoding="utf-8"))
        if name not in ENDS_WITHOUT_A_WORD.get(module, [])
    }
    assert spoken == set()


def test_relative_imports_are_not_used() -> None:
    """This test could not follow them."""
    for path in MODULES.values():
        for node in nodes_of(path.read_text(encoding="utf-8")):
            assert not (isinstance(node, ast.ImportFrom) and node.level)


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("contract.model", "from phaser_lint.core import record, text", []),
        ("contract.model", "from phaser_lint import __version__, core", []),
        ("check.engine.check_files", "from phaser_lint import cli", ["phaser_lint.cli"]),
        (
            "check.engine.check_files",
            "def f():\n    import phaser_lint.report.json",
            ["phaser_lint.report.json"],
        ),
        (
            "core.text",
            "from phaser_lint.contract.rules import RULES",
            ["phaser_lint.contract.rules"],
        ),
        (
            "contract.rules.file_exists",
            "from phaser_lint.check.engine.check_files import check_files",
            ["phaser_lint.check.engine.check_files"],
        ),
        (
            "agent.codex",
            "if TYPE_CHECKING:\n    from phaser_lint.contract import model, check_mapping",
            ["phaser_lint.contract.model", "phaser_lint.contract.check_mapping"],
        ),
        (
            "hook.answer",
            "import phaser_lint.hook_library.process",
            ["phaser_lint.hook_library.process"],
        ),
        ("command.scan", "from phaser_lint import cli", ["phaser_lint.cli"]),
        ("command.scan", "from phaser_lint.report import json\nimport os", []),
        ("cli", "from phaser_lint.command.cli import console", []),
    ],
)
def test_the_rooms_are_told_apart(module: str, source: str, wrong: list[str]) -> None:
    """An import that goes up is found, whatever its form."""
    assert wrong_imports(f"phaser_lint.{module}", source) == wrong


@pytest.mark.parametrize(
    ("source", "speaking_names"),
    [
        ("print(1)", ["print"]),
        ("import sys\nsys.stdout.write('')", ["sys.stdout"]),
        ("import sys\ndef f(out=sys.stderr): sys.exit(1)", ["sys.stderr", "sys.exit"]),
        ("from sys import stdin", ["sys.stdin"]),
        ("raise SystemExit(2)", ["SystemExit"]),
        ("# print(1)\n'print(1)'", []),
    ],
)
def test_what_speaks_is_noticed(source: str, speaking_names: list[str]) -> None:
    """A comment or a text does not."""
    assert sorted(loud(source)) == sorted(speaking_names)


# A contract type is one file, and so is an agent one folder: nothing else names them.

# What a type of Phaser v1.2 meant, the dialect alone knows, and what says the same as a rule of
# another tool, its importer.
NAMES_TYPES = ("contract/rules/", "contract/version_1.py", "author/importers/")
# An event that OpenCode's plugin, or pi's extension, sends has that key; the names of OpenCode and
# Kilo Code stand in folders that they move.
NAMES_AGENTS = {
    "hook/doctor/replayed_events.py": {"opencode", "pi"},
    "hook/recording.py": {"opencode"},
    "hook/protection/protected_places.py": {"opencode", "kilo"},
}


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


def test_no_type_is_named_outside_its_rule() -> None:
    """What a type is like is asked of its traits."""
    types_by_path = {
        path.relative_to(PACKAGE).as_posix(): named(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    naming = {path: types for path, types in types_by_path.items() if types}
    assert {path: types for path, types in naming.items() if not path.startswith(NAMES_TYPES)} == {}
    # The test looks where it should.
    assert naming["contract/rules/file_exists.py"] == ["file_exists"]


def test_no_agent_is_named_outside_its_folder() -> None:
    """What an agent is like is asked of its settings, its events and its host."""
    names = {agent.name for agent in AGENT_SETTINGS}
    named_in = {
        path.relative_to(PACKAGE).as_posix(): texts(path.read_text(encoding="utf-8")) & names
        for path in sorted(PACKAGE.rglob("*.py"))
    }
    found = {path: found for path, found in named_in.items() if found}
    assert {path: each for path, each in found.items() if not path.startswith("agent/")} == (
        NAMES_AGENTS
    )
    assert found["agent/__init__.py"] == names
