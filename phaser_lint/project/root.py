"""Where things are: contracts in a folder, the user's home and cache, the top of a repository."""

from __future__ import annotations

import os
import stat

from phaser_lint.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

PROJECT_FOLDERS = (".claude/contracts", ".phaser/contracts")
USER_FOLDER = ".phaser/contracts"
_LONGEST_LINK = 4_096


class GitLimits(Record):
    """How git may be asked: so many *seconds* a call, and *until* when, by the monotonic clock.

    Where it is not ``allowed`` a folder is as one without git.
    """

    seconds: float = 60.0
    until: float | None = None
    allowed: bool = True


USUAL = GitLimits()


class Root(str):
    """The folder of a project that an event, or a command, gives git limits in.

    Git is asked by a hundred functions, each of which takes the folder. So the limits go where the
    folder goes, and none of them has to hand them on. A path that is made of it is a plain text.
    """

    limits: GitLimits

    def __new__(cls, path: str, limits: GitLimits = USUAL) -> Root:
        made = str.__new__(cls, path)
        made.limits = limits
        return made


def git_limits(root: str) -> GitLimits:
    """Return the limits that git has in the folder *root*."""
    return root.limits if isinstance(root, Root) else USUAL


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


def is_file_or_link(root: str, path: str) -> bool:
    """Tell whether something is at *path* under *root* that is no folder; see ``modes_of``."""
    return bool(files_or_links(root, (path,)))


def files_or_links(root: str, paths: Iterable[str]) -> list[str]:
    """Return those of *paths* under *root* where something is that is no folder."""
    return [path for path, _ in modes_of(root, paths)]


def modes_of(root: str, paths: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield those of *paths* under *root* where something is that is no folder, with its mode.

    A submodule is one. What a link to a folder leads to is elsewhere: for git ``lib/a.py`` is
    deleted once ``lib`` is a link.
    """
    linked: dict[str, bool] = {}
    top, look = os.path.join(root, ""), os.lstat
    for path in paths:
        try:
            mode = look(top + path).st_mode
        except OSError:
            continue
        folder = path[: path.rfind("/") + 1]
        if folder not in linked:
            linked[folder] = _leads_elsewhere(top, folder)
        if not (stat.S_ISDIR(mode) or linked[folder]):
            yield path, mode


def _leads_elsewhere(top: str, folder: str) -> bool:
    end = folder.rfind("/")
    while end > 0:
        if os.path.islink(top + folder[:end]):
            return True
        end = folder.rfind("/", 0, end)
    return False


def git_top(start: str) -> str | None:
    """Return the nearest folder at or above *start* that holds ``.git``, with git's limits."""
    folder = start
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return Root(folder, start.limits) if isinstance(start, Root) else folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def repository_top(start: str) -> str | None:
    """Return the top of the nearest repository; ``mkdir .git`` makes none, for git neither."""
    top = git_top(start)
    while top is not None and not begins_repository(top):
        above = os.path.dirname(top)
        top = git_top(Root(above, git_limits(start))) if above != top else None
    return top


def begins_repository(folder: str) -> bool:
    """Tell whether *folder* is the top of a repository or a working tree."""
    own = os.path.join(folder, ".git")
    return os.path.lexists(os.path.join(own, "HEAD") if os.path.isdir(own) else own)


def agent_project(environment: Mapping[str, str], variable: str, *, named: str = "") -> str:
    """Return the agent's own project, resolved: what its *variable* tells, else what is *named*.

    Empty where nothing tells; an empty *variable* is for an agent that has none.
    """
    found = (environment.get(variable, "") if variable else "") or named
    return os.path.realpath(found) if found else ""


def git_folder(top: str) -> str:
    """Return where git keeps what it knows of the working tree at *top*."""
    folder = os.path.join(top, ".git")
    # In a linked working tree and in a submodule a file says where.
    said = _first_line(folder)
    return os.path.join(top, said.removeprefix("gitdir: ")) if said else folder


def common_folder(folder: str) -> str:
    """Return where the repository of a working tree's own git *folder* keeps what all share."""
    return os.path.normpath(os.path.join(folder, _first_line(os.path.join(folder, "commondir"))))


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
    inside = path_inside(os.path.realpath(root), real)
    is_inside = inside is not None and ".git" not in inside.lower().split("/")
    return "" if is_inside else f"a link leads out of the project, to {real}"


def way_to(path: str, start: str) -> str:
    """Return the way from *start* to *path*, with ``/``; the whole path on another drive."""
    try:
        way = os.path.relpath(path, start)
    except ValueError:
        way = path
    return way.replace(os.sep, "/")


def working_directory() -> str:
    """Return the working directory, resolved; raises ``UsageError`` if it was deleted."""
    try:
        return os.path.realpath(os.getcwd())
    except FileNotFoundError:
        from phaser_lint.core.errors import UsageError

        raise UsageError("the working directory is not there any more") from None
