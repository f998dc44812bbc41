"""Who may import whom, read from the code: data flows one way, and only the front-ends print."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import phaser_lint

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(phaser_lint.__file__).parent
MODULES = {
    ".".join(("phaser_lint", *path.relative_to(PACKAGE).with_suffix("").parts)): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
HELPERS = frozenset(
    ("agent_settings", "comments", "edits", "errors", "fingerprints", "globs", "identity",
     "json_text", "level_names", "levels", "literals", "model", "pattern_problems", "patterns",
     "prefilter", "private_file", "project", "record",
     "regex_engine", "root", "search", "selection", "starts", "text", "whole_files", "workers",
     "__init__")
)  # fmt: skip
# They bring files, contracts and the engine together, and neither print nor render.
CHECKS = ("baselines", "checks", "concepts", "protection", "sessions", "shards")
# The record of a shard is a part of the report, which inputs read and outputs write.
RECORD = "phaser_lint.shards.shard"
# The JSON of Claude Code's answers, which a hook of one's own gives as well.
ANSWER_JSON = "phaser_lint.agents.answer_json"
# A team's own hook starts here: the package's names, and its process.
HOOK_PROCESS = ("phaser_lint.hooks.__init__", "phaser_lint.hooks.process")
MAY_IMPORT = {
    "helpers": {"helpers"},
    "rules": {"helpers", "rules"},
    "inputs": {"helpers", "inputs"},
    "settings": {"helpers", "settings"},
    "hooks": {"helpers", "hooks"},
    "hook process": {"helpers", "hooks", "hook process"},
    "agents": {"helpers", "inputs", "agents"},
    "contracts": {"helpers", "rules", "inputs", "contracts"},
    "engine": {"helpers", "rules", "engine"},
    "checks": {"helpers", "rules", "inputs", "agents", "contracts", "engine", "checks"},
    "host": {"helpers", "rules", "inputs", "settings", "agents", "contracts", "engine", "checks",
             "host"},
    "outputs": {"helpers", "agents", "host", "outputs"},
    "frontends": {"helpers", "rules", "inputs", "settings", "agents", "contracts", "engine",
                  "checks", "host", "outputs", "frontends"},
    "cli": {"helpers", "frontends"},
    "__main__": {"cli"},
}  # fmt: skip


def layer(module: str) -> str:
    """The name in ``MAY_IMPORT``; a folder that is in no list has its own, or none."""
    name = module.split(".")[1] if "." in module else "__init__"
    if module in HOOK_PROCESS:
        return "hook process"
    if name in HELPERS or module in (RECORD, ANSWER_JSON):
        return "helpers"
    return "checks" if name in CHECKS else name


def imported(source: str) -> Iterator[str]:
    """The modules of this package that *source* imports, anywhere and in any form."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in MODULES else str(node.module) for name in inner]
        else:
            names = []
        yield from (name for name in names if name.split(".")[0] == "phaser_lint")


def wrong_imports(module: str, source: str) -> list[str]:
    allowed = MAY_IMPORT[layer(module)]
    return [name for name in imported(source) if layer(name) not in allowed]


SPEAKING = ("sys.stdin", "sys.stdout", "sys.stderr", "sys.exit", "sys.argv", "os._exit")


def loud(source: str) -> list[str]:
    """What in *source* speaks with the outside: ``print``, the standard streams, an exit."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and node.id in ("print", "input", "SystemExit", "exit"):
            found.append(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            if name in SPEAKING:
                found.append(name)
        elif isinstance(node, ast.ImportFrom) and node.module == "sys":
            found += [f"sys.{alias.name}" for alias in node.names]
    return found


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_one_way(module: str) -> None:
    """From the front-ends down to the records, never up."""
    assert wrong_imports(module, MODULES[module].read_text(encoding="utf-8")) == []


# A worker process ends without the interpreter's good-byes, which are its parent's. A hook that was
# ended by its handler is told from one that failed.
ENDS_WITHOUT_A_WORD = {
    "phaser_lint.workers": ["os._exit"],
    "phaser_lint.hooks.failure": ["SystemExit"],
}


@pytest.mark.parametrize(
    "module",
    [
        name
        for name in MODULES
        if layer(name) not in ("frontends", "hook process", "cli", "__main__")
    ],
)
def test_only_front_ends_speak(module: str) -> None:
    """Everything else returns values."""
    spoken = loud(MODULES[module].read_text(encoding="utf-8"))
    assert [name for name in spoken if name not in ENDS_WITHOUT_A_WORD.get(module, [])] == []


def test_relative_imports_are_not_used() -> None:
    """This test could not follow them."""
    for path in MODULES.values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.ImportFrom) and node.level)


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("engine", "from phaser_lint.inputs import disk", ["phaser_lint.files.disk"]),
        ("engine", "from phaser_lint import cli, text", ["phaser_lint.cli"]),
        ("engine", "def f():\n    import phaser_lint.outputs.json", ["phaser_lint.outputs.json"]),
        ("text", "from phaser_lint.rules import RULES", ["phaser_lint.rules"]),
        (
            "rules.file_exists",
            "from phaser_lint.engine.check import check",
            ["phaser_lint.engine.check"],
        ),
        (
            "outputs.json",
            "from phaser_lint.git.repository import run_git",
            ["phaser_lint.git.repository"],
        ),
        ("checks.stop", "import phaser_lint.commands.hook", ["phaser_lint.commands.hook"]),
        ("frontends.scan", "from phaser_lint import cli", ["phaser_lint.cli"]),
        ("frontends.scan", "from phaser_lint.outputs import json\nimport os", []),
    ],
)
def test_the_layers_are_told_apart(module: str, source: str, wrong: list[str]) -> None:
    """An import that goes up is found, whatever its form."""
    assert wrong_imports(f"phaser_lint.{module}", source) == wrong


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("print(1)", ["print"]),
        ("import sys\nsys.stdout.write('')", ["sys.stdout"]),
        ("import sys\ndef f(out=sys.stderr): sys.exit(1)", ["sys.stderr", "sys.exit"]),
        ("from sys import stdin", ["sys.stdin"]),
        ("raise SystemExit(2)", ["SystemExit"]),
        ("# print(1)\n'print(1)'", []),
    ],
)
def test_what_speaks_is_noticed(source: str, said: list[str]) -> None:
    """A comment or a text does not."""
    assert sorted(loud(source)) == sorted(said)
