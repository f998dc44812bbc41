"""Who may import whom, read from the code: data flows one way, and only the commands print."""

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
# The words that every other module is written in.
WORDS = (
    "__init__", "change", "command_line", "edits", "errors", "files", "globs",
    "hashes", "json_outline", "text", "judged_files", "languages", "model", "processes",
    "record", "search", "system", "text", "workers",
)  # fmt: skip
# Modules that stand in one folder and are a part of another layer.
PLACED = {
    # It tells of every command, as the program's own help does.
    "phaser_lint.commands.completion": "cli",
    # The record of a shard is a part of the report, which is read back and written.
    "phaser_lint.shards.shard": "words",
    # The JSON of Claude Code's answers, which a hook of one's own gives as well.
    "phaser_lint.agents.answer_json": "words",
    # A team's own hook starts here: the package's names, and its process.
    "phaser_lint.hooks.__init__": "hook process",
    "phaser_lint.hooks.process": "hook process",
    # An event and what is remembered of its session: what protection starts from, too.
    "phaser_lint.hook.__init__": "occasion",
    "phaser_lint.hook.changed_files": "occasion",
    "phaser_lint.hook.covered_repositories": "occasion",
    "phaser_lint.hook.projects_of_files": "occasion",
    "phaser_lint.hook.decisions": "occasion",
    "phaser_lint.hook.protected_places": "occasion",
    "phaser_lint.hook.occasion": "occasion",
    # How an agent keeps its hooks is read where nothing is judged, how it is played by ``doctor``.
    **dict.fromkeys(
        (
            "phaser_lint.agents.agent",
            "phaser_lint.agents.hook_variables",
            "phaser_lint.agents.known_agents",
            "phaser_lint.agents.locations",
            "phaser_lint.agents.opencode.context_plugin",
            "phaser_lint.agents.opencode.gate_plugin",
        ),
        "settings",
    ),
    **dict.fromkeys(
        (
            "phaser_lint.agents.claude_code.host",
            "phaser_lint.agents.claude_code.host",
            "phaser_lint.agents.codex.host",
            "phaser_lint.agents.folder_trust",
            "phaser_lint.agents.hook_process",
            "phaser_lint.agents.host_answer",
            "phaser_lint.agents.host_side",
            "phaser_lint.agents.known_hosts",
            "phaser_lint.agents.wave.refused_settings",
        ),
        "hosts",
    ),
}
# Each imports of those above it alone.
MAY_IMPORT = {
    "words": {"words"},
    "hooks": {"words", "hooks"},
    "hook process": {"words", "hooks", "hook process"},
    "git": {"words", "git"},
    "github": {"words", "git", "github"},
    "rules": {"words", "rules"},
    "schemas": {"words", "rules", "contracts", "schemas"},
    "contracts": {"words", "git", "rules", "contracts"},
    "engine": {"words", "rules", "contracts", "engine"},
    "fixes": {"words", "rules", "contracts", "engine", "fixes"},
    "agents": {"words", "agents"},
    "settings": {"words", "agents", "settings"},
    "install": {"words", "agents", "settings", "install"},
    "hosts": {"words", "agents", "settings", "install", "hosts"},
    "checks": {"words", "git", "rules", "contracts", "engine", "fixes", "agents", "checks"},
    "authoring": {"words", "git", "rules", "contracts", "engine", "fixes", "checks", "outputs",
                  "schemas", "authoring"},
    "past": {"words", "git", "rules", "contracts", "engine", "checks", "past"},
    "shards": {"words", "git", "rules", "contracts", "engine", "fixes", "checks", "shards"},
    "context": {"words", "git", "rules", "context"},
    "importers": {"words", "git", "rules", "contracts", "engine", "checks", "authoring",
                  "importers"},
    "outputs": {"words", "contracts", "engine", "fixes", "past", "outputs"},
    "exports": {"words", "contracts", "install", "exports"},
    "proposals": {"words", "contracts", "agents", "settings", "install", "importers", "exports",
                  "proposals"},
    "occasion": {"words", "git", "contracts", "engine", "agents", "checks", "context", "occasion"},
    "protection": {"words", "git", "rules", "contracts", "engine", "agents", "settings", "install",
                   "hosts", "occasion", "protection"},
    "hook": {"words", "git", "contracts", "engine", "fixes", "agents", "checks",
             "context", "outputs", "occasion", "protection", "hook"},
    "doctor": {"words", "git", "rules", "contracts", "engine", "agents", "settings", "install",
               "hosts", "checks", "hook", "doctor"},
    "commands": {"words", "git", "github", "contracts", "engine", "fixes", "agents",
                 "settings", "install", "hosts", "checks", "past", "shards", "context", "outputs",
                 "occasion", "hook", "doctor", "authoring", "importers", "exports", "proposals",
                 "schemas", "server", "commands"},
    "server": {"words", "git", "rules", "contracts", "engine", "fixes", "checks", "schemas",
               "authoring", "context", "outputs", "server"},
    "completions": {"words", "rules", "contracts", "outputs", "completions"},
    "cli": {"words", "commands", "completions", "cli"},
    "__main__": {"cli"},
}  # fmt: skip


def layer(module: str) -> str:
    """The name in ``MAY_IMPORT``; a folder that is in no list has its own, or none."""
    _, *names = module.split(".")
    name = names[0] if names else "__init__"
    if module in PLACED:
        return PLACED[module]
    if name == "hook" and names[1] == "memory":
        return "occasion"
    if name == "agents" and len(names) == 3:  # phaser_lint.agents.codex.settings
        return {"settings": "settings", "host": "hosts"}.get(names[2], name)
    return "words" if name in WORDS else name


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
    """From the commands down to the records, never up."""
    assert wrong_imports(module, MODULES[module].read_text(encoding="utf-8")) == []


# A worker process ends without the interpreter's good-byes, which are its parent's. A hook that was
# ended by its handler is told from one that failed.
ENDS_WITHOUT_A_WORD = {
    "phaser_lint.workers": ["os._exit"],
    "phaser_lint.hooks.failure": ["SystemExit"],
}


SPEAKING_LAYERS = ("commands", "hook process", "cli", "__main__")
SPEAKING_MODULES = (
    # Help, where it was asked for.
    "phaser_lint.command_line",
    # What the clean path says, it says before anything of the rest is imported.
    "phaser_lint.hook.clean",
    "phaser_lint.hook.streams",
)


@pytest.mark.parametrize(
    "module",
    [
        name
        for name in MODULES
        if layer(name) not in SPEAKING_LAYERS and name not in SPEAKING_MODULES
    ],
)
def test_only_commands_speak(module: str) -> None:
    """Everything else returns values."""
    spoken = loud(MODULES[module].read_text(encoding="utf-8"))
    assert [name for name in spoken if name not in ENDS_WITHOUT_A_WORD.get(module, [])] == []


# What several commands share, and the one table of what they return.
HELPERS = (
    "colours", "exit_codes", "git_flags", "report_files", "run_origin", "written_reports",
)  # fmt: skip


def test_commands_only_speak() -> None:
    """A module there speaks, hands on to one that does, or is named as a helper of those."""
    quiet = [
        name
        for name, path in MODULES.items()
        if layer(name) == "commands"
        and not loud(path.read_text(encoding="utf-8"))
        and "\ndef run(" not in path.read_text(encoding="utf-8")
    ]
    assert quiet == [f"phaser_lint.commands.{name}" for name in ("__init__", *HELPERS)]


def test_relative_imports_are_not_used() -> None:
    """This test could not follow them."""
    for path in MODULES.values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.ImportFrom) and node.level)


@pytest.mark.parametrize(
    ("module", "source", "wrong"),
    [
        ("engine", "from phaser_lint.git import renames", ["phaser_lint.git.renames"]),
        ("engine", "from phaser_lint import cli, text", ["phaser_lint.cli"]),
        ("engine", "def f():\n    import phaser_lint.outputs.json", ["phaser_lint.outputs.json"]),
        ("text", "from phaser_lint.rules import RULES", ["phaser_lint.rules"]),
        (
            "rules.file_exists",
            "from phaser_lint.engine.check import check",
            ["phaser_lint.engine.check"],
        ),
        ("outputs.json", "from phaser_lint.git import renames", ["phaser_lint.git.renames"]),
        ("checks.revisions", "import phaser_lint.hook.answer", ["phaser_lint.hook.answer"]),
        (
            "agents.codex.events",
            "from phaser_lint.agents.codex import host, settings",
            ["phaser_lint.agents.codex.host", "phaser_lint.agents.codex.settings"],
        ),
        (
            "protection.snapshot",
            "from phaser_lint.hook.memory import head_files\n"
            "from phaser_lint.hook.answer import decide",
            ["phaser_lint.hook.answer"],
        ),
        ("commands.scan", "from phaser_lint import cli", ["phaser_lint.cli"]),
        ("commands.scan", "from phaser_lint.outputs import json\nimport os", []),
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
