"""What lies on the disk. Here: the user's home and cache, the root of a repository, paths in it."""

from __future__ import annotations

import os

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaser_lint.project.symlinks import Links
    from phaser_lint.text.globs import Tests

_LONGEST_LINK = 4_096
_LARGEST_SETTINGS = 1024 * 1024
GIT_SECONDS = 60.0
"""What a call of git may take where nobody says otherwise."""
NULL_COMMITS = ("0" * 40, "0" * 64)
"""How git, and CI by it, names the commit before a push where there is none."""


class GitLimits(Record):
    """How git may be asked: so many *seconds* a call, and *until* when, by the monotonic clock.

    Where it is not ``allowed`` a folder is as one without git. *find_long_lived* finds the tests of
    the branches of remotes that count as the default one does; few runs ask for them.
    """

    seconds: float = GIT_SECONDS
    until: float | None = None
    allowed: bool = True
    find_long_lived: Callable[[], Tests] = tuple


class Root(str):
    """The folder of a project that an event, or a command, gives git limits in.

    Git is asked by a hundred functions, each of which takes the folder. So the limits go where the
    folder goes, and none of them has to hand them on. A path that is made of it is a plain text.
    So do the ``answers`` of git that one run asks for more than once: who changes a file that git
    is asked about makes a root anew.
    """

    limits: GitLimits
    answers: dict[tuple[str, ...], bytes]

    def __new__(
        cls, path: str, limits: GitLimits, answers: dict[tuple[str, ...], bytes] | None = None
    ) -> Root:
        root = str.__new__(cls, path)
        root.limits, root.answers = limits, {} if answers is None else answers
        return root


def find_git_limits(root: str) -> GitLimits:
    """Return git's limits that a project's *root* carries (``Root``); of a path the usual ones."""
    return root.limits if isinstance(root, Root) else GitLimits()


def find_home_folder() -> str:
    """Return the home folder of the user who runs the program, resolved; empty if there is none."""
    home = os.path.expanduser("~")
    return os.path.realpath(home) if os.path.isabs(home) else ""


def find_user_cache_folder(environment: Mapping[str, str], *, home: str) -> str:
    """Return the folder at home, or by ``XDG_CACHE_HOME``, for caches; empty without a home."""
    base = environment.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(home, ".cache") if home else ""
    return os.path.join(base, "phaser-lint") if base else ""


def is_missing(path: str) -> bool:
    """Tell whether there is nothing at all on the disk at *path*, not even a broken link."""
    try:
        os.lstat(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def lies_below_link(root: str, path: str) -> bool:
    """Tell whether the *path* in a project at *root* has a folder that is a link."""
    start, end = os.path.join(root, ""), path.rfind("/")
    while end > 0:
        if os.path.islink(start + path[:end]):
            return True
        end = path.rfind("/", 0, end)
    return False


def find_git_root(start: str) -> str | None:
    """Return the nearest folder at or above *start* that holds ``.git``, with the limits for git
    that *start* has; ``None`` if there is none.
    """
    folder = start
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return Root(folder, start.limits, start.answers) if isinstance(start, Root) else folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def find_repository_root(start: str) -> str | None:
    """Return the root of the nearest repository, which the hook asks for at its start, without git.

    ``mkdir .git`` makes none, for git neither.
    """
    folder = start
    while not begins_repository(folder):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return Root(folder, start.limits, start.answers) if isinstance(start, Root) else folder


def begins_repository(folder: str) -> bool:
    """Tell whether *folder* is the root of a repository or a working tree."""
    git_path = os.path.join(folder, ".git")
    return os.path.lexists(os.path.join(git_path, "HEAD") if os.path.isdir(git_path) else git_path)


def find_git_folder(root: str) -> str:
    """Return git's own folder of the working tree at *root*: ``.git``, or what that names."""
    folder = os.path.join(root, ".git")
    # In a linked working tree and in a submodule a file says where.
    line = _read_first_line(folder)
    return os.path.join(root, line.removeprefix("gitdir: ")) if line else folder


def find_common_git_folder(folder: str) -> str:
    """Return git's folder that all working trees share, by the own *folder* of one of them."""
    return os.path.normpath(
        os.path.join(folder, _read_first_line(os.path.join(folder, "commondir")))
    )


def is_text_link(root: str, path: str) -> bool:
    """Tell whether the file at *path* below a project's *root* is a link that git checked out as a
    text.
    """
    links = find_text_links(root)
    return links is not None and links.target(path) is not None


def find_text_links(root: str) -> Links | None:
    """Return the links below a project's *root* that git may have checked out as texts: where each
    leads. ``None``: there are none.

    So checks out git for Windows. What an agent writes into one is no content of a file.
    """
    repository = find_repository_root(root)
    if repository is None:
        return None
    own_folder = find_git_folder(repository)
    # A denied edit does not wait for git to say so.
    if not may_have_setting((own_folder, find_common_git_folder(own_folder)), b"symlinks"):
        return None
    from phaser_lint.project.symlinks import make_text_links

    return make_text_links(root)


def may_have_setting(git_folders: tuple[str, str], *marks: bytes) -> bool:
    """Tell whether the git settings of a repository, in a working tree's own of the *git_folders*
    and in the one that all share, hold one of *marks*, so that a git command has to heed them.

    Without the cost of starting git; true in doubt.
    """
    for settings_folder, name in zip(git_folders, ("config.worktree", "config"), strict=True):
        path = os.path.join(settings_folder, name)
        if not os.path.isfile(path):
            if os.path.lexists(path):
                return True
            continue
        try:
            with open(path, "rb") as file:
                text = file.read(_LARGEST_SETTINGS).lower()
        except OSError:
            return True
        if len(text) == _LARGEST_SETTINGS or any(mark in text for mark in (*marks, b"include")):
            return True
    return False


def find_main_worktree(root: str) -> str:
    """Return the main worktree, resolved, where *root* is a linked one of it; else nothing."""
    folder = find_git_folder(root)
    shared = os.path.realpath(find_common_git_folder(folder))
    # That of a submodule lies elsewhere, too, and is its own.
    is_linked = os.path.basename(shared) == ".git" and shared != os.path.realpath(folder)
    return os.path.dirname(shared) if is_linked else ""


def _read_first_line(path: str) -> str:
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read(_LONGEST_LINK).partition("\n")[0]
    except OSError:
        return ""


def find_path_inside(root: str, path: str) -> str | None:
    """Return the absolute *path* from *root*, with ``/``; ``None`` if it lies outside."""
    prefix = root.rstrip(os.sep) + os.sep
    return path[len(prefix) :].replace(os.sep, "/") if path.startswith(prefix) else None


def shorten_path(root: str, path: str) -> str:
    """Return the absolute *path* from the project's *root*; one outside stays as it is."""
    return find_path_inside(root, path) or path


def find_folder_in_repository(root: str) -> str:
    """Return the project's *root* from its repository's root; empty where both are one."""
    return find_path_inside(find_git_root(root) or root, root) or ""


def lies_in(path: str, folder: str) -> bool:
    """Tell whether the absolute *path* is *folder*, or lies in it."""
    return f"{path}{os.sep}".startswith(f"{folder.rstrip(os.sep)}{os.sep}")


def explain_link_out(
    path: str, root: str, *, resolve: Callable[[str], str] = os.path.realpath
) -> str:
    """Return why the *path* is not inside of the project at *root*: a link leads out, or into git's
    own folder.

    Nothing is wrong: an empty text. What *resolve* returns of a path has no links.
    """
    real = resolve(path)
    relative = find_path_inside(resolve(root), real)
    is_inside = relative is not None and ".git" not in relative.lower().split("/")
    return "" if is_inside else f"a link leads out of the project, to {real}"


def make_relative_path(path: str, start: str) -> str:
    """Return *path* relative to *start*, with ``/``; the whole path on another drive."""
    try:
        relative = os.path.relpath(path, start)
    except ValueError:
        relative = path
    return relative.replace(os.sep, "/")
