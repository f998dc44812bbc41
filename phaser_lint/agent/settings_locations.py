"""Where the paths of the table lie on a machine, once an agent's own variables are followed.

    locate(agent, "~/.codex/hooks.json", machine)
    Location("/srv/codex/hooks.json", "$CODEX_HOME/hooks.json", "/srv/codex")

A relative value is taken from the project, where the agent is started.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Mapping

from phaser_lint.agent import DEFAULT
from phaser_lint.agent.agent_table import Agent, SettingsPlace
from phaser_lint.core import Record
from phaser_lint.project import lies_in

_EACH_ABOVE = ".../"


class Machine(Record):
    """What paths are relative to: absolute folders, empty for one that is not there."""

    root: str
    home: str
    environment: Mapping[str, str] = {}
    system: str = ""
    """What absolute paths of the table lie below."""
    start: str = ""
    """Where an agent is started, if that is not the root."""

    def folders_to_start(self) -> list[str]:
        """Return the root, and the folders between it and the one where an agent is started.

        Of packages/web/CLAUDE.md the root of a monorepo knows nothing.
        """
        folders = []
        folder = self.start if lies_in(self.start, self.root) else self.root
        while folder != self.root:
            folders.append(folder)
            folder = os.path.dirname(folder)
        return [folder, *reversed(folders)]


def with_agent_root(agent: Agent, machine: Machine) -> Machine:
    """Return *machine* with the folder that *agent* takes for the project of its settings."""
    return machine._replace(root=machine.start) if agent.start_only and machine.start else machine


def explain_start_folder(agent: Agent, machine: Machine) -> str:
    """Return that the location of an *agent*'s settings is the folder that it is started in, not
    the project's root; or nothing.
    """
    if with_agent_root(agent, machine).root == machine.root:
        return ""
    return (
        f"{agent.shown} reads the settings of the folder that it is started in, not of those above "
        f"it: start it in {machine.root}, or install the hook for all your projects (phaser-lint "
        f"install --agent {agent.name} --scope user)"
    )


def explain_needed_start(agent: Agent, machine: Machine) -> str:
    """Return where an *agent* has to be started to run a hook of the project's settings; nothing
    where any folder of the project does.
    """
    if not agent.start_only:
        return ""
    explanation = explain_start_folder(agent, machine)
    if explanation:
        return explanation
    name = "" if agent.name == DEFAULT else f" --agent {agent.name}"
    return (
        f"{agent.shown} runs this hook only where it is started in {machine.root}; phaser-lint "
        f"install{name} --scope user is for all folders."
    )


class Location(Record):
    """A path of the table on this machine."""

    path: str
    shown: str
    base: str
    """The folder that is not only the agent's: the project, the home, what a variable names."""


def locate(agent: Agent, pattern: str, machine: Machine) -> Location | None:
    """Return the location on this *machine* of an agent's settings path *pattern*; ``None`` where
    its home or its variable is not there.
    """
    if pattern.startswith("$"):
        return _locate_in_variable(pattern, machine)
    if pattern.startswith("/"):
        return Location(f"{machine.system}{pattern}", pattern, f"{machine.system}/")
    pattern = pattern.removeprefix(_EACH_ABOVE)
    if not pattern.startswith("~/"):
        return Location(os.path.join(machine.root, pattern), pattern, machine.root)
    for folder, variable_path in agent.moves.items():
        if pattern.startswith(f"{folder}/"):
            moved = _locate_in_variable(variable_path + pattern[len(folder) :], machine)
            if moved:
                return moved
    at_home = os.path.join(machine.home, pattern[2:])
    return Location(at_home, pattern, machine.home) if machine.home else None


def _locate_in_variable(pattern: str, machine: Machine) -> Location | None:
    variable, _, subpath = pattern[1:].partition("/")
    folder = machine.environment.get(variable)
    if not folder:
        return None
    base = os.path.normpath(os.path.join(machine.root, os.path.expanduser(folder)))
    return Location(
        os.path.normpath(os.path.join(base, subpath)) if subpath else base, pattern, base
    )


def locate_place_files(agent: Agent, place: SettingsPlace, machine: Machine) -> list[Location]:
    """Return where the files of *place*, a row of settings places, are, strongest first."""
    for name, root in _list_searched_names(place, machine.root):
        location = locate(agent, name, machine._replace(root=root))
        is_variable = name.startswith("$")
        files = list(locate_present_files(agent, [name], machine._replace(root=root)))[::-1]
        if location is None or not (is_variable or files):
            continue
        if root != machine.root:
            files = [file._replace(shown=file.path) for file in files]
        return (
            files if not (is_variable and place.of_root) or _is_owned_by_root(location.path) else []
        )
    return []


def _list_searched_names(place: SettingsPlace, root: str) -> Iterator[tuple[str, str]]:
    """Yield each name of a row, with the folder that a relative one starts from."""
    climbing = [name for name in place.names if name.startswith(_EACH_ABOVE)]
    folder = root
    while climbing:
        yield from ((name, folder) for name in climbing)
        if folder == os.path.dirname(folder):
            break
        folder = os.path.dirname(folder)
    yield from ((name, root) for name in place.names if name not in climbing)


def _is_owned_by_root(path: str) -> bool:
    """Tell whether nobody but root may write the file, or put another into its place."""
    while path != os.path.dirname(path):
        try:
            status = os.stat(path)
        except OSError:
            return False
        if status.st_uid or status.st_mode & 0o022:
            return False
        path = os.path.dirname(path)
    return True


def locate_present_files(
    agent: Agent, patterns: Iterable[str], machine: Machine
) -> Iterator[Location]:
    """Yield the locations of an agent's settings paths *patterns* that are there."""
    for pattern in patterns:
        place = locate(agent, pattern, machine)
        if place and "*" in pattern:
            folder, name = os.path.split(place.path)
            for path in sorted(glob.glob(os.path.join(glob.escape(folder), name))):
                shown_path = f"{os.path.dirname(place.shown)}/{os.path.basename(path)}"
                yield Location(path, shown_path, place.base)
        elif place and os.path.lexists(place.path):
            yield place


# Variables that decide which program a hook is, or what it sees, where settings set them.
#
# A shell, the loader, Python and git obey them before phaser-lint runs, or it finds its memory by
# them.

_NAMES = frozenset(
    (
        # Found and remembered by.
        "PATH", "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "TMPDIR",
        "CLAUDE_PROJECT_DIR", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "GEMINI_CLI_HOME",
        "QWEN_HOME",
        # What a shell runs first, and which one a client takes.
        "ENV", "BASH_ENV", "SHELL", "SHELLOPTS", "BASHOPTS", "IFS", "PS4", "CDPATH", "ZDOTDIR",
        "CLAUDE_CODE_SHELL", "CLAUDE_CODE_SHELL_PREFIX", "CLAUDE_CODE_SIMPLE", "NODE_OPTIONS",
        # The loader and the library of C.
        "GCONV_PATH", "LOCPATH", "NLSPATH", "GLIBC_TUNABLES", "OPENSSL_CONF",
    )
)  # fmt: skip
_BEGINNINGS = ("PYTHON", "__PYVENV_", "LD_", "DYLD_", "GIT_", "BASH_FUNC_")


def leads_astray(name: str) -> bool:
    """Tell whether variable *name* may move locations of settings, or keep a hook from starting."""
    return name in _NAMES or name.startswith(_BEGINNINGS)
