"""Where things are: contracts in a folder, the user's home and cache, the root of a repository."""

from __future__ import annotations

import os

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


PROJECT_FOLDERS = (".claude/contracts", ".phaser/contracts")
USER_FOLDER = ".phaser/contracts"
LEVEL_MARKS = tuple([name.partition("/")[0] for name in PROJECT_FOLDERS])
"""What a folder has to hold to be a level."""
_LONGEST_LINK = 4_096
_LARGEST_SETTINGS = 1024 * 1024
GIT_SECONDS = 60.0
"""What a call of git may take where nobody says otherwise."""


class GitLimits(Record):
    """How git may be asked: so many *seconds* a call, and *until* when, by the monotonic clock.

    Where it is not ``allowed`` a folder is as one without git.
    """

    seconds: float = GIT_SECONDS
    until: float | None = None
    allowed: bool = True


class Root(str):
    """The folder of a project that an event, or a command, gives git limits in.

    Git is asked by a hundred functions, each of which takes the folder. So the limits go where the
    folder goes, and none of them has to hand them on. A path that is made of it is a plain text.
    """

    limits: GitLimits

    def __new__(cls, path: str, limits: GitLimits) -> Root:
        root = str.__new__(cls, path)
        root.limits = limits
        return root


def git_limits(root: str) -> GitLimits:
    """Return the limits that git has in the folder *root*."""
    return root.limits if isinstance(root, Root) else GitLimits()


def home_folder() -> str:
    """Return the user's home folder, resolved; empty if there is none."""
    home = os.path.expanduser("~")
    return os.path.realpath(home) if os.path.isabs(home) else ""


def cache_folder(environment: Mapping[str, str], *, home: str) -> str:
    """Return the user's cache folder of phaser-lint; empty without a home."""
    base = environment.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(home, ".cache") if home else ""
    return os.path.join(base, "phaser-lint") if base else ""


def is_missing(path: str) -> bool:
    """Tell whether there is nothing at all at *path*, not even a broken link."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def lies_below_link(root: str, path: str) -> bool:
    """Tell whether a folder of the *path* below *root* is a link."""
    start, end = os.path.join(root, ""), path.rfind("/")
    while end > 0:
        if os.path.islink(start + path[:end]):
            return True
        end = path.rfind("/", 0, end)
    return False


def git_root(start: str) -> str | None:
    """Return the nearest folder at or above *start* that holds ``.git``, with git's limits."""
    folder = start
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return Root(folder, start.limits) if isinstance(start, Root) else folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def repository_root(start: str) -> str | None:
    """Return the root of the nearest repository; ``mkdir .git`` makes none, for git neither."""
    root = git_root(start)
    while root is not None and not begins_repository(root):
        parent = os.path.dirname(root)
        root = git_root(Root(parent, git_limits(start))) if parent != root else None
    return root


def begins_repository(folder: str) -> bool:
    """Tell whether *folder* is the root of a repository or a working tree."""
    git_path = os.path.join(folder, ".git")
    return os.path.lexists(os.path.join(git_path, "HEAD") if os.path.isdir(git_path) else git_path)


def agent_project(environment: Mapping[str, str], variable: str, *, fallback: str = "") -> str:
    """Return the agent's own project, resolved: what its *variable* tells, else the *fallback*.

    Empty where nothing tells; an empty *variable* is for an agent that has none.
    """
    folder = (environment.get(variable, "") if variable else "") or fallback
    return os.path.realpath(folder) if folder else ""


def git_folder(root: str) -> str:
    """Return where git keeps what it knows of the working tree at *root*."""
    folder = os.path.join(root, ".git")
    # In a linked working tree and in a submodule a file says where.
    line = _first_line(folder)
    return os.path.join(root, line.removeprefix("gitdir: ")) if line else folder


def common_folder(folder: str) -> str:
    """Return where the repository of a working tree's own git *folder* keeps what all share."""
    return os.path.normpath(os.path.join(folder, _first_line(os.path.join(folder, "commondir"))))


def is_text_link(root: str, path: str) -> bool:
    """Tell whether the text of the file at *path* below *root* is where a link leads.

    So checks out git for Windows. What an agent writes into it is no content of a file.
    """
    repository = git_root(root)
    if repository is None:
        return False
    settings = os.path.join(common_folder(git_folder(repository)), "config")
    if not os.path.isfile(settings):
        return False
    try:
        with open(settings, "rb") as file:
            has_links_setting = b"symlinks" in file.read(_LARGEST_SETTINGS).lower()
    except OSError:
        return False
    if not has_links_setting:  # a denied edit does not wait for git to say so
        return False
    from phaser_lint.project.links import links_in_texts

    return links_in_texts(root).target(path) is not None


def main_worktree(root: str) -> str:
    """Return the main worktree, resolved, where *root* is a linked one of it; else nothing."""
    folder = git_folder(root)
    shared = os.path.realpath(common_folder(folder))
    # That of a submodule lies elsewhere, too, and is its own.
    is_linked = os.path.basename(shared) == ".git" and shared != os.path.realpath(folder)
    return os.path.dirname(shared) if is_linked else ""


def _first_line(path: str) -> str:
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read(_LONGEST_LINK).partition("\n")[0]
    except OSError:
        return ""


def path_inside(root: str, path: str) -> str | None:
    """Return the absolute *path* relative to *root*, or ``None`` if it lies outside."""
    prefix = root.rstrip(os.sep) + os.sep
    return path[len(prefix) :].replace(os.sep, "/") if path.startswith(prefix) else None


def lies_in(path: str, folder: str) -> bool:
    """Tell whether the absolute *path* is *folder*, or lies in it."""
    return f"{path}{os.sep}".startswith(f"{folder.rstrip(os.sep)}{os.sep}")


def led_out(path: str, root: str) -> str:
    """Return what is wrong with *path* below *root*, if a link leads out of that, or to git's own.

    Nothing is wrong: an empty text.
    """
    real = os.path.realpath(path)
    relative = path_inside(os.path.realpath(root), real)
    is_inside = relative is not None and ".git" not in relative.lower().split("/")
    return "" if is_inside else f"a link leads out of the project, to {real}"


def way_to(path: str, start: str) -> str:
    """Return *path* relative to *start*, with ``/``; the whole path on another drive."""
    try:
        relative = os.path.relpath(path, start)
    except ValueError:
        relative = path
    return relative.replace(os.sep, "/")


def working_directory() -> str:
    """Return the working directory, resolved; raises ``UsageError`` if it was deleted."""
    try:
        return os.path.realpath(os.getcwd())
    except FileNotFoundError:
        from phaser_lint.core.errors import UsageError

        raise UsageError("the working directory is not there any more") from None


# Which contracts count for a file: those of every level at or above it, up to its root.
#
# A *level* is a folder with contract files in ``.claude/contracts`` or ``.phaser/contracts``. The
# *root* is that of the file's own repository or worktree; one inside another repository, or a
# worktree, without a level of its own counts as that one's. Without git the root is the agent's
# project where it holds the file, else the farthest folder with a level or a configuration, below
# the home folder.
#
# Folders are looked at on disk, whatever git thinks of them. On the hook's path, before all else.

CONFIGURATION = ".phaser/config.yaml"
_ENDINGS = (".yaml", ".yml")
_FOLDER_ENDINGS = tuple(f"/{name}" for name in PROJECT_FOLDERS)


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
        """The path of the file that includes and excludes, there or not."""
        return os.path.join(self.base or self.root, CONFIGURATION)

    def folders(self, *, home: str = "") -> tuple[str, ...]:
        """Return the folders whose files count, there or not; with *home* the user's, too."""
        contract_folders = [
            os.path.join(level.folder, name)
            for level in self.levels
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


def chain_of(start: str, *, home: str, project: str = "", root: str = "") -> Levels:
    """Return the levels at and above *start*, a resolved folder that need not be there.

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
            and has_contracts(folder, contract_folders_in(folder, home=home))
        ):
            level_folders.append(folder)
        if is_named_root:
            return levels_at(root, level_folders, home=home)
        if begins_here and (level_folders or _is_configured(folder)) and not (is_home and own_root):
            return levels_at(folder, level_folders, home=home)
        if begins_here and not own_root:
            own_root, main = folder, main_worktree(folder)
            if main:
                # Those of the main worktree stand for the levels that this one lacks.
                chain = chain_of(main + start[len(folder) :], home=home, root=main)
                return chain._replace(root=folder)
        parent = os.path.dirname(folder)
        if parent == folder or (is_home and not root):
            break
        folder = parent
    if own_root or root:  # above a repository, what is in no other one does not count
        return levels_at(own_root or root, [], home=home)
    if project and lies_in(start, project):
        project_levels = [folder for folder in level_folders if lies_in(folder, project)]
        return levels_at(project, project_levels, home=home)
    # A project that only includes packs has no level: Codex and Windsurf name no project either.
    root_candidates = [*level_folders, *_configured_above(start, home=home)]
    return levels_at(min(root_candidates, key=len, default=start), level_folders, home=home)


def _configured_above(start: str, *, home: str) -> Iterator[str]:
    """Yield the folders with a configuration at and above *start*, below the *home* folder."""
    folder, previous = start, ""
    while folder not in (previous, home):
        if _is_configured(folder):
            yield folder
        folder, previous = os.path.dirname(folder), folder


def levels_at(root: str, folders: Iterable[str], *, home: str) -> Levels:
    levels = [
        Level(path_inside(root, folder) or "", folder, contract_folders_in(folder, home=home))
        for folder in folders
    ]
    return Levels(root, tuple(levels), root)


def contract_folders_in(folder: str, *, home: str) -> tuple[str, ...]:
    # In the home folder itself, what the user has is no project's.
    return PROJECT_FOLDERS[:1] if folder == home else PROJECT_FOLDERS


def has_contracts(folder: str, contract_folders: Iterable[str] = PROJECT_FOLDERS) -> bool:
    """Tell whether *folder* has a contract file, or something in the place of its contracts."""
    for name in contract_folders:
        contract_folder = f"{folder}/{name}"
        try:
            names = os.listdir(contract_folder)
        except (FileNotFoundError, NotADirectoryError):
            if os.path.lexists(contract_folder):  # a file, or a link that leads nowhere
                return True
            continue
        except OSError as error:
            from errno import ENAMETOOLONG  # here: most folders can be listed

            if error.errno != ENAMETOOLONG:
                return True
            continue  # what no system call can name holds nothing that could be read
        if any(map(is_contract_name, names)):
            return True
        if any(_is_lost(contract_folder, name) for name in names):
            return True
    return False


def may_be_level(folder: str) -> bool:
    """Tell whether *folder* has one that contracts lie in, at the cost of two looks."""
    return any(not is_missing(f"{folder}/{mark}") for mark in LEVEL_MARKS)


def is_contract_name(name: str) -> bool:
    """Tell whether a file of that name, in a folder of contracts, is one."""
    return name.lower().endswith(_ENDINGS) and not name.startswith(".")


def is_contract_file(path: str) -> bool:
    """Tell whether *path*, with ``/``, is in the place of a contract."""
    folder, _, name = path.rpartition("/")
    return is_contract_name(name) and f"/{folder}".endswith(_FOLDER_ENDINGS)


def decides_what_counts(path: str) -> bool:
    """Tell whether *path*, with ``/``, is in the place of a contract or of the configuration."""
    return path == CONFIGURATION or is_contract_file(path)


def _is_lost(contract_folder: str, name: str) -> bool:
    """Tell whether *name* is a folder of contract files, which are not read: a problem."""
    try:
        return any(map(is_contract_name, os.listdir(os.path.join(contract_folder, name))))
    except OSError:
        return False


def _is_configured(folder: str) -> bool:
    return os.path.lexists(os.path.join(folder, CONFIGURATION))


# Levels by their names: which lies below which, what is above one, those of many files.

USER_LEVEL = "~"
"""The level of the user's contracts, the farthest of all."""
PACK = "pack:"
"""How the paths of the contracts begin that come with the program."""


def contract_key(level: str, rule_id: str) -> tuple[str, str]:
    """Return what a contract is known by, wherever several files are spoken of.

    The user's own are known as if they stood at the root: of two of one id the root's alone counts,
    and what is written down of them (a baseline, a fingerprint) names no level.
    """
    return ("" if level == USER_LEVEL else level), rule_id


def levels_above(level: str) -> Iterator[str]:
    """Yield what may be a level above *level*, the nearest first, the user's at last."""
    while level and level != USER_LEVEL:
        level = level.rpartition("/")[0]
        yield level
    if level != USER_LEVEL:
        yield USER_LEVEL


def depth_of(level: str) -> int:
    """Return how many folders *level* lies below the root."""
    return level.count("/") + bool(level)


def _deepest_first(level: str) -> tuple[int, str]:
    return -depth_of(level), level


def folder_of(level: str) -> str:
    """Return the folder, from the root, that the globs of *level* are relative to."""
    return "" if level == USER_LEVEL else level


def leads_out(path: str) -> bool:
    """Tell whether a normal relative *path* leads out of the folder that it starts in."""
    return path == ".." or path.startswith(("../", "/"))


def is_below(level: str, upper_level: str) -> bool:
    """Tell whether *level* is *upper_level*, or lies below it: all does below the user's."""
    if upper_level in ("", USER_LEVEL):
        return bool(upper_level) or level != USER_LEVEL
    return f"{level}/".startswith(f"{upper_level}/")


def join_levels(chains: Iterable[Levels]) -> Levels:
    """Return all levels of *chains* with one root, the nearest to some file first."""
    all_chains = tuple(chains)
    levels = dict.fromkeys(level for chain in all_chains for level in chain.levels)
    ordered_levels = sorted(levels, key=lambda level: _deepest_first(level.name))
    return all_chains[0]._replace(levels=tuple(ordered_levels))


def levels_with(levels: Levels, paths: Iterable[str], *, home: str) -> Levels:
    """Return *levels*, and those that the files at *paths* (relative to the root) lie in."""
    folders: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    base = levels.base or levels.root
    names = [name for name in folders if may_be_level(os.path.join(base, name))]
    names += [level.name for level in levels.levels]
    return levels_among(base, names, home=home)._replace(root=levels.root)


def levels_among(root: str, names: Iterable[str], *, home: str) -> Levels:
    """Return the levels among the folders of these *names* (paths from *root*, empty for it).

    Each may be one: most folders are none, and to look for both places costs twice as much.
    """
    levels = []
    start, below_links = os.path.join(root, ""), {"": False}
    for name in sorted(set(names), key=_deepest_first):
        folder = start + name if name else root
        contract_folders = contract_folders_in(folder, home=home)
        if not has_contracts(folder, contract_folders):
            continue
        # A level is where its folder stands, and not where a link gives that a name.
        above = name[: name.rfind("/") + 1]
        if above not in below_links:
            below_links[above] = lies_below_link(root, above)
        if not (below_links[above] or (name and os.path.islink(folder))):
            levels.append(Level(name, folder, contract_folders))
    return Levels(root, tuple(levels), root)
