"""Which contracts count for a file: those of every level at or above it, up to its root.

A *level* is a folder with contract files in ``.claude/contracts`` or ``.phaser/contracts``. The
*root* is that of the file's own repository or worktree; one inside another repository, or a
worktree, without a level of its own counts as that one's. Without git the root is the agent's
project where it holds the file, else the farthest folder with a level or a configuration, below
the home folder.

Folders are looked at on disk, whatever git thinks of them. On the hook's path, before all else.
"""

from __future__ import annotations

import os
from errno import ENAMETOOLONG

from phaser_lint.core import Record
from phaser_lint.project import find_main_worktree, find_path_inside, is_missing, lies_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PROJECT_FOLDERS = (".claude/contracts", ".phaser/contracts")
USER_FOLDER = ".phaser/contracts"
LEVEL_MARKS = tuple([name.partition("/")[0] for name in PROJECT_FOLDERS])
"""What a folder has to hold to be a level."""
USER_LEVEL = "~"
"""The name of the level of the user's contracts, the farthest of all."""
CONFIGURATION = ".phaser/config.yaml"
BASELINE = ".phaser/baseline.jsonl"
_ENDINGS = (".yaml", ".yml")
_FOLDER_ENDINGS = tuple(f"/{name}" for name in PROJECT_FOLDERS)


def choose_new_contract_folder(folder: str) -> str:
    """Return the folder, from the level *folder*, into which new contracts go: one of
    ``.claude/contracts`` and ``.phaser/contracts``.

    To the place that is there, else beside whatever is in ``.claude`` or ``.phaser``: whoever has
    no agent, and only a configuration yet, looks for contracts beside that.
    """
    paths = [(name, os.path.join(folder, name)) for name in PROJECT_FOLDERS]
    present = [name for name, path in paths if os.path.lexists(path)]
    present += [name for name, path in paths if os.path.lexists(os.path.dirname(path))]
    return (*present, PROJECT_FOLDERS[0])[0]


class Level(Record):
    """A folder with contracts: its path from the root, with ``/``, and where it is on disk."""

    name: str
    folder: str
    contract_folders: tuple[str, ...] = PROJECT_FOLDERS


class Levels(Record):
    """The levels that count, the nearest first, and their root.

    ``base`` is the folder that the levels and the configuration are read from: the root itself, but
    for a worktree without any, which takes those of its repository's main worktree.
    """

    root: str
    levels: tuple[Level, ...] = ()
    base: str = ""

    @property
    def configuration(self) -> str:
        """The path of the level's file that includes and excludes, there or not."""
        return os.path.join(self.base or self.root, CONFIGURATION)

    def folders(self, *, home: str = "") -> tuple[str, ...]:
        """Return the folders whose files count, there or not; with *home* the user's, too."""
        contract_folders = [
            start + name
            for level in self.levels
            for start in [os.path.join(level.folder, "")]
            for name in level.contract_folders
        ]
        of_the_user = [os.path.join(home, USER_FOLDER)] if home else []
        return (*contract_folders, *of_the_user)

    def lack_contracts(self, *, home: str) -> bool:
        """Tell whether there is nothing to check by: no level, no configuration, no user's folder.

        A broken link is something.
        """
        if self.levels or not is_missing(self.configuration):
            return False
        return not home or is_missing(os.path.join(home, USER_FOLDER))

    def is_worktrees(self) -> bool:
        """Tell whether the levels are those of another worktree."""
        return self.base not in ("", self.root)


def find_levels(start: str, *, home: str, project: str = "", root: str = "") -> Levels:
    """Return the levels whose contracts count in *start*: the folders with contracts at and above
    it, up to its root.

    *project* is the agent's own, resolved, and *root* a folder that was named the root.
    """
    level_folders: list[str] = []
    own_root, folder = "", start
    while True:
        is_home, is_named_root = folder == home, folder == root
        begins_here = not root and os.access(f"{folder}/.git", os.F_OK)
        may_be_level = is_named_root or begins_here or not is_home
        # Most folders have neither, and an exception for each costs more than all the rest.
        if (
            may_be_level
            and (os.access(f"{folder}/.claude", os.F_OK) or os.access(f"{folder}/.phaser", os.F_OK))
            and has_contracts(folder, choose_contract_folders(folder, home=home))
        ):
            level_folders.append(folder)
        if is_named_root:
            return make_levels(root, level_folders, home=home)
        if (
            begins_here
            and (level_folders or _has_configuration(folder))
            and not (is_home and own_root)
        ):
            return make_levels(folder, level_folders, home=home)
        if begins_here and not own_root:
            own_root, main = folder, find_main_worktree(folder)
            if main:
                # Those of the main worktree stand for the levels that this one lacks.
                chain = find_levels(main + start[len(folder) :], home=home, root=main)
                return chain._replace(root=folder)
        parent = os.path.dirname(folder)
        if parent == folder or (is_home and not root):
            break
        folder = parent
    if own_root or root:  # above a repository, what is in no other one does not count
        return make_levels(own_root or root, [], home=home)
    if project and lies_in(start, project):
        project_levels = [folder for folder in level_folders if lies_in(folder, project)]
        return make_levels(project, project_levels, home=home)
    # A project that only includes packs has no level: Codex and Windsurf name no project either.
    root_candidates = [*level_folders, *_find_configured_folders(start, home=home)]
    return make_levels(min(root_candidates, key=len, default=start), level_folders, home=home)


def join_levels(chains: Iterable[Levels]) -> Levels:
    """Return the levels of many files' chains: each once, the nearest to some file first."""
    all_chains = tuple(chains)
    levels = dict.fromkeys(level for chain in all_chains for level in chain.levels)
    ordered_levels = sorted(levels, key=lambda level: rank_deepest_first(level.name))
    return all_chains[0]._replace(levels=tuple(ordered_levels))


def _find_configured_folders(start: str, *, home: str) -> Iterator[str]:
    """Yield the folders with a configuration at and above *start*, below the *home* folder."""
    folder, previous = start, ""
    while folder not in (previous, home):
        if _has_configuration(folder):
            yield folder
        folder, previous = os.path.dirname(folder), folder


def make_levels(root: str, folders: Iterable[str], *, home: str) -> Levels:
    levels = [
        Level(
            find_path_inside(root, folder) or "", folder, choose_contract_folders(folder, home=home)
        )
        for folder in folders
    ]
    return Levels(root, tuple(levels), root)


def choose_contract_folders(folder: str, *, home: str) -> tuple[str, ...]:
    # In the home folder itself, what the user has is no project's.
    return PROJECT_FOLDERS[:1] if folder == home else PROJECT_FOLDERS


def has_contracts(folder: str, contract_folders: Iterable[str] = PROJECT_FOLDERS) -> bool:
    """Tell whether *folder* is a level: it has a contract file, or what is in its place."""
    for name in contract_folders:
        contract_folder = f"{folder}/{name}"
        try:
            names = os.listdir(contract_folder)
        except (FileNotFoundError, NotADirectoryError):
            if os.path.lexists(contract_folder):  # a file, or a link that leads nowhere
                return True
            continue
        except OSError as error:
            if error.errno != ENAMETOOLONG:
                return True
            continue  # what no system call can name holds nothing that could be read
        if any(map(is_contract_name, names)):
            return True
        if any(_is_lost_folder(contract_folder, name) for name in names):
            return True
    return False


def is_contract_name(name: str) -> bool:
    """Tell whether a file of that *name*, in a level's folder of contracts, is a contract file."""
    return name.lower().endswith(_ENDINGS) and not name.startswith(".")


def is_contract_file(path: str) -> bool:
    """Tell whether *path*, with ``/``, is that of a contract file of some level."""
    folder, _, name = path.rpartition("/")
    return is_contract_name(name) and f"/{folder}".endswith(_FOLDER_ENDINGS)


def decides_what_counts(path: str) -> bool:
    """Tell whether *path* is a contract file of some level, or the project's configuration."""
    return path == CONFIGURATION or is_contract_file(path)


def _is_lost_folder(contract_folder: str, name: str) -> bool:
    """Tell whether *name* is a folder of contract files, which are not read: a problem."""
    try:
        return any(map(is_contract_name, os.listdir(os.path.join(contract_folder, name))))
    except OSError:
        return False


def _has_configuration(folder: str) -> bool:
    return os.path.lexists(os.path.join(folder, CONFIGURATION))


def list_levels_above(level: str) -> Iterator[str]:
    """Yield what may be a level above *level*, the nearest first, the user's at last."""
    while level and level != USER_LEVEL:
        level = level.rpartition("/")[0]
        yield level
    if level != USER_LEVEL:
        yield USER_LEVEL


def name_level_folder(level: str) -> str:
    """Return the folder, from the root, of a contract's *level*: its globs start there."""
    return "" if level == USER_LEVEL else level


def count_level_depth(level: str) -> int:
    """Return how many folders *level* lies below the root of the levels."""
    return level.count("/") + bool(level)


def rank_deepest_first(level: str) -> tuple[int, str]:
    """Return what sorts levels: those that lie deepest come first."""
    return -count_level_depth(level), level


def lies_within_level(level: str, upper_level: str) -> bool:
    """Tell whether *level* is *upper_level*, or lies below it: all does below the user's."""
    if upper_level in ("", USER_LEVEL):
        return bool(upper_level) or level != USER_LEVEL
    return f"{level}/".startswith(f"{upper_level}/")
