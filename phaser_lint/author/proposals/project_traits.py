"""What a project is like, as its files tell: languages, agents, hooks, workflows, other rules.

Files are looked at by their names, and none of them is run.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from contextlib import suppress

from phaser_lint.agent.install.agent_hooks import paths_of
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.known_agents import AGENTS
from phaser_lint.agent.locations import present
from phaser_lint.author.importers.known_tools import rule_files
from phaser_lint.author.proposals import commit_hooks
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.project.root import CONFIGURATION, is_contract_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.agent.agent import Agent
    from phaser_lint.agent.locations import Machine
    from phaser_lint.project.root import Levels

LANGUAGES = {
    ".c": "C", ".cc": "C++", ".cpp": "C++", ".cs": "C#", ".ex": "Elixir", ".exs": "Elixir",
    ".go": "Go", ".java": "Java", ".js": "JavaScript", ".jsx": "JavaScript", ".kt": "Kotlin",
    ".mjs": "JavaScript", ".php": "PHP", ".py": "Python", ".rb": "Ruby", ".rs": "Rust",
    ".sh": "shell", ".svelte": "Svelte", ".swift": "Swift", ".ts": "TypeScript",
    ".tsx": "TypeScript", ".vue": "Vue",
}  # fmt: skip
_WORKFLOWS = (".github/workflows/", "action.yml", "action.yaml")
_COMMIT_PROGRAMS = ("pre-commit", "prek")
# A folder that others than one agent use, and what is ours in that of another.
_SHARED = (".github",)
_OURS = ("contracts",)


class ProjectTraits(Record):
    """What was found at *root*; paths are from there."""

    root: str
    languages: tuple[tuple[str, int], ...]
    """Each with how many files it has, the most first."""
    agents: tuple[Agent, ...]
    has_contracts: bool
    is_configured: bool
    has_workflows: bool
    commits: str | None
    """The text of pre-commit's configuration; empty where only the program is there."""
    rules: tuple[str, ...]
    """The files of other tools whose rules can be imported."""


def traits_of(levels: Levels, files: Iterable[str], machine: Machine) -> ProjectTraits:
    """Return what the project with these *levels* and *files* is like."""
    root, names = levels.top, sorted(files)
    counted = Counter(
        LANGUAGES[ending]
        for ending in (os.path.splitext(name)[1] for name in names)
        if ending in LANGUAGES
    )
    return ProjectTraits(
        root,
        tuple(counted.most_common()),
        tuple(agent for agent in AGENTS if _is_used(agent, machine)),
        bool(levels.levels) or any(map(is_contract_file, names)),
        os.path.lexists(os.path.join(root, CONFIGURATION)),
        any(name.startswith(_WORKFLOWS[0]) or name in _WORKFLOWS for name in names),
        _commits(machine),
        tuple(_rules(root)),
    )


def _is_used(agent: Agent, machine: Machine) -> bool:
    """Tell whether the project has something of the *agent*, or the machine its program."""
    path = machine.environment.get("PATH")
    # An editor, which has no files of its own for it, is not used as an agent by everybody.
    if agent.files and shutil.which(agent.program, path=path):
        return True
    own = [each for each in agent.files if not each.startswith(("~", "/", "$"))]
    if any(present(agent, own, machine)):
        return True
    paths = (*own, *paths_of(agent.name).get("project", ()))
    folders = {each.partition("/")[0] for each in paths} - {*_SHARED}
    return any(_holds_more(os.path.join(machine.root, folder)) for folder in folders)


def _holds_more(folder: str) -> bool:
    try:
        return not {*os.listdir(folder)} <= {*_OURS}
    except OSError:
        return False


def _commits(machine: Machine) -> str | None:
    held = read_settings(os.path.join(machine.root, commit_hooks.PATH))
    path = machine.environment.get("PATH")
    is_git = os.path.lexists(os.path.join(machine.root, ".git"))
    runs = is_git and any(shutil.which(each, path=path) for each in _COMMIT_PROGRAMS)
    return "" if held is None and runs else held


def _rules(root: str) -> list[str]:
    found: list[str] = []
    with suppress(UsageError):  # none
        found = [os.path.relpath(each, root) for each in rule_files(root)]
    # Of many hooks hardly one holds a pattern.
    return [each for each in found if each != commit_hooks.PATH or _has_patterns(root)]


def _has_patterns(root: str) -> bool:
    return "pygrep" in (read_settings(os.path.join(root, commit_hooks.PATH)) or "")
