"""What a project uses, by its files: languages, agents, hooks, workflows, other rules.

Files are recognised by their names, and none of them is run.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.install.install_table import list_paths_by_scope
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.settings_locations import Machine, locate_present_files
from phaser_lint.author.importers.known_tools import list_rule_files, require_import_tools
from phaser_lint.author.importers.pages import page_file as page
from phaser_lint.author.importers.pages.earlier_contracts import find_page_contracts
from phaser_lint.author.importers.pages.outcomes import count_lines_left
from phaser_lint.author.proposals import pre_commit_configuration
from phaser_lint.author.proposals.github_workflow import find_github_branch
from phaser_lint.author.proposals.hook_programs import MANAGERS
from phaser_lint.author.proposals.husky_and_lefthook import HookManager
from phaser_lint.author.proposals.traces import CI_BY_FILE, names_us
from phaser_lint.contract.configuration import read_configuration
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.own_program import mentions_program
from phaser_lint.project.levels import CONFIGURATION, PROJECT_FOLDERS, Levels, is_contract_file
from phaser_lint.text.languages.source_languages import LANGUAGE_BY_ENDING

_WORKFLOWS = ".github/workflows/"
_ACTIONS = ("action.yml", "action.yaml")
_COMMIT_PROGRAMS = ("pre-commit", "prek")
# Folders that others than one agent use, and what is ours in that of another.
_NOBODYS = {".github", ".agents"}
_OURS = {"contracts"}
# Those that `import` takes no line of a page to be about.
_LANGUAGE_BY_ENDING = {
    **LANGUAGE_BY_ENDING,
    ".tf": "Terraform", ".tofu": "Terraform", ".sql": "SQL", ".bash": "shell", ".zsh": "shell",
    ".ps1": "PowerShell", ".psm1": "PowerShell", ".R": "R", ".r": "R", ".ml": "OCaml",
    ".groovy": "Groovy",
}  # fmt: skip
# Many agents read it, so it names none.
_SHARED = "AGENTS.md"


class ProjectTraits(Record):
    """What was found at *root*; paths are from there."""

    root: str
    languages: tuple[tuple[str, int], ...]
    """Each with how many files it has, the most first."""
    agents: tuple[Agent, ...]
    wanted: frozenset[str]
    """The names of the agents that somebody named."""
    asks_which_agent: bool
    """A file for agents is there, and no sign of which of them reads it."""
    has_contracts: bool
    is_configured: bool
    has_workflows: bool
    branch: str
    """The default branch of a repository on GitHub; empty for any other."""
    ci_files: tuple[str, ...]
    """The files of other systems of CI."""
    is_in_workflow: bool
    """A workflow runs phaser-lint."""
    commits: str | None
    """The text of pre-commit's configuration; empty where only the program is there."""
    managers: tuple[HookManager, ...]
    rules: tuple[str, ...]
    """The files of other tools whose rules can be imported."""
    pages: tuple[str, ...]
    """The pages that tell people or agents rules, each once."""
    number_of_page_rules: int
    """How many of their lines state a rule that no contract says."""
    number_of_page_drafts: int
    """Of how many of these lines it is sure what the rule is."""

    def with_agents(self, names: Iterable[str]) -> ProjectTraits:
        """Return the traits with the agents of these *names* beside those that were found."""
        wanted_names = self.wanted.union(names)
        all_names = wanted_names.union(agent.name for agent in self.agents)
        agents = tuple(agent for agent in AGENT_SETTINGS if agent.name in all_names)
        asks = self.asks_which_agent and not agents
        return self._replace(agents=agents, wanted=wanted_names, asks_which_agent=asks)


def find_project_traits(levels: Levels, files: Iterable[str], machine: Machine) -> ProjectTraits:
    """Return the traits of the project with these *levels* and *files*."""
    root, names = levels.root, sorted(files)
    number_by_language = Counter(
        _LANGUAGE_BY_ENDING[ending]
        for ending in (os.path.splitext(name)[1] for name in names)
        if ending in _LANGUAGE_BY_ENDING
    )
    start_folders = machine.folders_to_start()
    agents = tuple(
        agent
        for agent in AGENT_SETTINGS
        if any(_is_agent_used(agent, machine._replace(root=folder)) for folder in start_folders)
    )
    workflows = [name for name in names if name.startswith(_WORKFLOWS)]
    managers = tuple(manager for manager in MANAGERS if manager.file_in(root))
    commits = read_settings(os.path.join(machine.root, pre_commit_configuration.PATH))
    is_git = os.path.lexists(os.path.join(machine.root, ".git"))
    # A program is no sign where another is in use.
    runs_commit_program = is_git and not managers and bool(find_commit_program(machine))
    rule_paths = _list_rule_paths(root, start_folders, commits=commits or "")
    page_paths = _list_page_paths(root, start_folders)
    folders = {
        *PROJECT_FOLDERS,
        *(os.path.dirname(name) for name in names if is_contract_file(name)),
    }
    folders |= {
        place.folder for place in read_configuration(levels).include if place.source == "included"
    }
    contracts = find_page_contracts(root, sorted(folders)) if page_paths else []
    pages, number_of_lines_left, number_of_drafts = count_lines_left(
        root, page_paths, files=names, contracts=contracts
    )
    return ProjectTraits(
        root=root,
        languages=tuple(number_by_language.most_common()),
        agents=agents,
        wanted=frozenset(),
        asks_which_agent=not agents
        and any(os.path.lexists(os.path.join(folder, _SHARED)) for folder in start_folders),
        has_contracts=bool(levels.levels) or any(map(is_contract_file, names)),
        is_configured=os.path.lexists(os.path.join(root, CONFIGURATION)),
        has_workflows=bool(workflows) or any(name in _ACTIONS for name in names),
        branch=find_github_branch(root),
        ci_files=tuple(path for path in CI_BY_FILE if os.path.isfile(os.path.join(root, path))),
        is_in_workflow=any(
            mentions_program(os.path.basename(workflow)) or names_us(os.path.join(root, workflow))
            for workflow in workflows
        ),
        commits="" if commits is None and runs_commit_program else commits,
        managers=managers,
        rules=rule_paths,
        pages=pages,
        number_of_page_rules=number_of_lines_left,
        number_of_page_drafts=number_of_drafts,
    )


def _list_rule_paths(root: str, folders: Iterable[str], *, commits: str) -> tuple[str, ...]:
    """Return the files in *folders* with rules of other tools; *commits* is the text of
    pre-commit's configuration.
    """
    paths: list[str] = []
    for folder in folders:
        with suppress(UsageError):  # none
            paths += [
                os.path.relpath(path, root)
                for path in list_rule_files(folder)
                if page.TOOL not in require_import_tools(path)
            ]
    # Of many hooks hardly one holds a pattern, and pre-commit reads them at the root alone.
    has_patterns = "pygrep" in commits
    name = pre_commit_configuration.PATH
    return tuple(
        path for path in paths if os.path.basename(path) != name or (path == name and has_patterns)
    )


def _list_page_paths(root: str, folders: Iterable[str]) -> tuple[str, ...]:
    """Return the pages in *folders*, each once: a link to a page is none."""
    page_by_file: dict[str, str] = {}
    for folder in folders:
        with suppress(UsageError):  # none
            page_files = list_rule_files(folder, tool=page.TOOL._replace(others=()))
            for path in sorted(page_files, key=os.path.islink):
                page_by_file.setdefault(os.path.realpath(path), os.path.relpath(path, root))
    return tuple(page_by_file.values())


def _is_agent_used(agent: Agent, machine: Machine) -> bool:
    """Tell whether the project has something of the *agent*, or the machine its program."""
    path = machine.environment.get("PATH")
    # An editor, which has no files of its own for it, is not used as an agent by everybody.
    if agent.files and shutil.which(agent.program, path=path):
        return True
    project_files = [
        agent_file for agent_file in agent.files if not agent_file.startswith(("~", "/", "$"))
    ]
    if any(locate_present_files(agent, project_files, machine)):
        return True
    paths = (*project_files, *list_paths_by_scope(agent.name).get("project", ()))
    folders = {project_path.partition("/")[0] for project_path in paths} - _NOBODYS
    for sign in (os.path.join(machine.root, name) for name in (*folders, *agent.signs)):
        try:  # one that holds more than contracts; an empty folder is a sign
            is_sign = {*os.listdir(sign)} != _OURS
        except OSError:
            is_sign = os.path.isfile(sign)
        if is_sign:
            return True
    return False


def find_commit_program(machine: Machine) -> str:
    """Return the program that runs pre-commit's hooks on the project's *machine*, or nothing."""
    path = machine.environment.get("PATH")
    return next((program for program in _COMMIT_PROGRAMS if shutil.which(program, path=path)), "")
