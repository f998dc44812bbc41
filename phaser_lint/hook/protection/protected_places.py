"""Where the hook itself lies: what decides a verdict, and the files that hold phaser-lint's hooks.

``hook --protect`` asks here first, on its clean path: so this is light, and rather finds a path too
many than one too few. ``built_in_contracts`` decides what is protected for certain.

A file has many names. Case is folded, links were followed before, and where a place is itself a
link, or the file a hard link of another, the two are compared by what they are on disk.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.agent import AGENTS
from phaser_lint.contract.deciding_places import (
    BY_NAME,
    PRE_COMMIT_FILES,
    list_named_folders,
)
from phaser_lint.hook import HookRequest, find_folder_levels
from phaser_lint.project import find_common_git_folder, find_git_folder, find_git_root
from phaser_lint.project.levels import PROJECT_FOLDERS, is_contract_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeAlias

    DeviceAndNumber: TypeAlias = tuple[int, int]
    """The device and the number of a file on it."""

# Each folder, under a project or the home folder, with what is protected in it.
PLACES = (
    *[(folder, tuple([name[len(folder) + 1 :] for name in BY_NAME if name.startswith(folder)]))
      for folder in dict.fromkeys([name.partition("/")[0] for name in BY_NAME])],
    *[place for *_, places in AGENTS for place in places],
    ("", PRE_COMMIT_FILES),
)  # fmt: skip
GIT_HOOKS = ("pre-commit", "pre-merge-commit", "pre-push")
"""The hooks of git that check: files of these names, wherever git looks for them."""
LEGACY = ".legacy"
"""What pre-commit puts behind the name of a hook that was there, and runs all the same."""
EXECUTABLE = "\0executable"
"""What stands behind the text of a hook that git may execute, where the mode counts, too."""
GIT_CONFIGS = ("config", "config.worktree", ".gitconfig")
LEFTHOOK_NAMES = tuple(
    [f"{dot}lefthook{local}{ending}" for dot in ("", ".") for local in ("", "-local")
     for ending in (".yml", ".yaml")]
)  # fmt: skip
# What checks a commit. No link to one of these folders is followed on the clean path.
HUSKY_FOLDERS = (".husky", ".husky/_")
COMMIT_PLACES = (
    *[(folder, GIT_HOOKS) for folder in HUSKY_FOLDERS],
    ("", (*LEFTHOOK_NAMES, ".gitconfig")), (".config", LEFTHOOK_NAMES),
    (".config/git", ("config",)),
)  # fmt: skip
# The variable by which an agent moves a folder of the home, the folder in it, and what that is.
MOVES = (
    ("CLAUDE_CONFIG_DIR", "", ".claude"),
    ("CODEX_HOME", "", ".codex"),
    ("GEMINI_CLI_HOME", ".gemini", ".gemini"),
    ("QWEN_HOME", "", ".qwen"),
    ("COPILOT_HOME", "", ".copilot"),
    ("XDG_CONFIG_HOME", ".copilot", ".copilot"),
    ("XDG_CONFIG_HOME", "opencode", ".config/opencode"),
    ("OPENCODE_CONFIG_DIR", "", ".config/opencode"),
    ("XDG_CONFIG_HOME", "kilo", ".config/kilo"),
    ("KILO_CONFIG_DIR", "", ".config/kilo"),
    ("CLINE_DIR", "", ".cline"),
    ("FACTORY_HOME_OVERRIDE", ".factory", ".factory"),
    ("KIMI_CODE_HOME", "", ".kimi-code"),
    ("PI_CODING_AGENT_DIR", "", ".pi/agent"),
    ("VIBE_HOME", "", ".vibe"),
    ("KIRO_HOME", "", ".kiro"),
)
# The variable that names one file alone.
MOVED_FILES = (
    ("GEMINI_CLI_TRUSTED_FOLDERS_PATH", ".gemini/trustedFolders.json"),
    ("QWEN_CODE_TRUSTED_FOLDERS_PATH", ".qwen/trustedFolders.json"),
)
# A protected path holds one of them, in small letters.
_MARKS = (
    ".claude", ".phaser", "opencode/plugin", "pre-commit", "prek.toml", "hooks.json",
    "/.git/", "/.env", ".husky", "lefthook", "/pre-", "git/config", ".gitconfig",
    *[folder.lower() for *_, places in AGENTS for folder, _ in places],
)  # fmt: skip
# Claude Code keeps whole checkouts here, whose files are ordinary ones.
_WORKTREES = ".claude/worktrees/"


def may_be_protected(
    path: str, text: str, tool_input: Mapping[str, Any], place_folders: Iterable[str]
) -> bool:
    """Tell whether ``--protect`` may refuse an edit that makes *text* of the file at *path*: a
    protected place, or a directive in the text.

    *path* is resolved; *tool_input* may name it otherwise. *place_folders* are the folders that the
    places lie in, resolved: the project, and the user's home.
    """
    if may_name_protected_place(path) or may_hold_directive(text):
        return True
    for argument in tool_input.values():
        argument_text = argument if isinstance(argument, str) else repr(argument)
        # A text of many lines is what a file is to hold, but for a patch, which names files.
        if ("\n" not in argument_text or "*** " in argument_text) and may_name_protected_place(
            argument_text
        ):
            return True
    return bool(find_other_names(path, place_folders))


def may_name_protected_place(path_or_text: str) -> bool:
    """Tell whether *path_or_text* may name a protected place; rather too often than too rarely."""
    folded = path_or_text.lower().replace("\\", "/").replace(_WORKTREES, "")
    if folded.endswith("/.git"):
        return True
    # A loop: a generator costs twice as much.
    for mark in _MARKS:  # noqa: SIM110
        if mark in folded:
            return True
    return False


def may_hold_directive(text: str) -> bool:
    """Tell whether *text* may hold an ignore directive, which is protected as places are."""
    return ("phaser" in text or "Phaser" in text or "PHASER" in text) and "ignor" in text.lower()


def find_other_names(
    path: str, place_folders: Iterable[str], contract_folders: Iterable[str] = ()
) -> list[str]:
    """Return the other names of the file at *path* by which it is a protected place under
    *place_folders*.

    *contract_folders* are folders of contracts besides these
    (``deciding_places.list_named_folders``).
    """
    parents = _list_identities(path)
    all_places: list[str] = []
    for base in dict.fromkeys(place_folders):
        for folder, inner in PLACES if base else ():
            # Most of forty are not there: joining paths takes as long as asking for them.
            protected_folder = f"{base}{os.sep}{folder}" if folder else base
            try:
                is_link = stat.S_ISLNK(os.lstat(protected_folder).st_mode)
            except OSError:
                continue
            places = [f"{protected_folder}{os.sep}{name}" for name in inner]
            all_places += [protected_folder, *places] if is_link else places
    names = []
    for place in (*all_places, *contract_folders):
        path_below = _find_path_below(place, path, parents)
        if path_below is not None:
            names.append(os.path.join(place, path_below) if path_below else place)
    # And what a file that an agent's own variable moved is called where nothing is moved.
    for place, usual in list_moved_places(os.environ):
        folder, name = os.path.split(place)
        path_below = _find_path_below(folder, path, parents)
        if path_below is not None and f"{path_below}/".startswith(f"{name}/"):
            path_below = path_below[len(name) + 1 :]
        else:  # a link leads elsewhere, and a folder that is yet to be made is no link
            path_below = "" if path == place else _find_path_below(place, path, parents)
        if path_below is not None:
            names.append(os.path.join(os.path.expanduser("~"), usual, path_below).rstrip("/"))
    return names


def list_moved_places(environment: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return each protected place that a variable moved: where it is, and its usual name."""
    files = [
        (environment[variable], usual)
        for variable, usual in MOVED_FILES
        if environment.get(variable)
    ]
    return files + [
        (os.path.join(environment[variable], subfolder, folder[len(usual) + 1 :], name),
         f"{folder}/{name}")
        for variable, subfolder, usual in MOVES
        if environment.get(variable)
        for folder, inner in PLACES
        if folder == usual or folder.startswith(f"{usual}/")
        for name in inner
    ]  # fmt: skip


def _list_identities(path: str) -> dict[DeviceAndNumber, str]:
    """Return what *path* and each folder above it are on disk, with the rest of the path."""
    paths_by_identity: dict[DeviceAndNumber, str] = {}
    folder, path_below = path, ""
    while True:
        try:
            status = os.stat(folder)
            paths_by_identity[status.st_dev, status.st_ino] = path_below
        except OSError:  # a file or a folder that is yet to be made
            pass
        parent, name = os.path.split(folder)
        if parent == folder:
            return paths_by_identity
        folder, path_below = parent, os.path.join(name, path_below) if path_below else name


def _find_path_below(place: str, path: str, parents: Mapping[DeviceAndNumber, str]) -> str | None:
    """Return what leads from *place* to *path*; ``None`` if *path* is not in it."""
    try:
        status = os.stat(place)
    except OSError:
        if not os.path.islink(place):
            return None
        # A link to what is not there yet: whoever makes that fills the place.
        target = os.path.realpath(place)
        if path == target:
            return ""
        return path[len(target) + 1 :] if path.startswith(target + os.sep) else None
    return parents.get((status.st_dev, status.st_ino))


def list_git_files(root: str) -> list[str]:
    """Return the protected places in git's folder of *root*: hooks and configuration."""
    own_folder = find_git_folder(root) if root else ""
    if not own_folder:
        return []
    shared = find_common_git_folder(own_folder)
    return [
        os.path.join(shared, "config"),
        os.path.join(own_folder, "config.worktree"),
        *[
            os.path.join(shared, "hooks", f"{name}{end}")
            for name in GIT_HOOKS
            for end in ("", LEGACY)
        ],
    ]


def name_contract_folders(place_folders: Iterable[str]) -> list[str]:
    """Return the folders under *place_folders* for contracts, to be protected, there or not."""
    return [os.path.join(base, name) for base in place_folders if base for name in PROJECT_FOLDERS]


def find_linked_contracts(path: str, folders: Iterable[str]) -> list[str]:
    """Return the contract files in *folders* that are the file at *path* by any kind of link."""
    identity = _read_identity(path)
    contract_files = []
    for folder in dict.fromkeys(folders):
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for contract_file in [
            os.path.join(folder, name) for name in filter(is_contract_name, names)
        ]:
            identity_there = _read_identity(contract_file)
            # A link to what is not there yet: whoever makes that, makes the contract.
            if (
                identity_there == identity
                if identity_there
                else os.path.realpath(contract_file) == path
            ):
                contract_files.append(contract_file)
    return contract_files


def _read_identity(path: str) -> DeviceAndNumber | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def list_place_folders(request: HookRequest, folders: Iterable[str] = ()) -> list[str]:
    """Return the folders under which ``--protect`` looks for protected places: where the event
    begins comes first.

    A project nested in it has places of its own, and some events do not name the project: so those
    of the *folders* of files count, too.
    """
    start, home = request.start, request.home
    level_folders = (
        (*_list_level_folders(request, start), find_git_root(start) or "") if start else ()
    )
    nested = [
        level_folder for folder in folders for level_folder in _list_level_folders(request, folder)
    ]
    return list(dict.fromkeys((start, *level_folders, home, *nested)))


def find_named_contract_folders(request: HookRequest, folders: Iterable[str]) -> tuple[str, ...]:
    """Return, for protection, the folders of contracts that a flag names, or what is configured for
    *folders*.

    And the files that aliases of contracts stand in.
    """
    # Here, as below: not on the clean path.
    from phaser_lint.contract.rules import reads_tsconfig
    from phaser_lint.hook.projects_of_files import open_event_contracts

    starts = dict.fromkeys((*([request.start] if request.start else ()), *folders))
    chains = [find_folder_levels(request, folder) for folder in starts]
    named = list_named_folders(chains, contracts_dir=request.options.contracts_dir)
    for levels in dict.fromkeys(chains):
        contracts = open_event_contracts(request, levels).contracts
        if any(map(reads_tsconfig, contracts)):
            from phaser_lint.contract.alias_files import list_alias_files  # few ask

            named = (*named, *list_alias_files(levels.root, starts))
    return tuple(dict.fromkeys(named))


def _list_level_folders(request: HookRequest, folder: str) -> list[str]:
    """Return the folders of the levels that check what lies in *folder*, and their root, if any."""
    levels = find_folder_levels(request, folder)
    # Without a level or git a folder is a root for itself alone, and no project.
    root = levels.root if levels.levels else find_git_root(folder) or ""
    return [*(level.folder for level in levels.levels), root]
