"""What git knows, and the one door to it: what every call of git starts with.

A checkout brings settings, hooks, filters, remotes and folders of its own, and git would run what
they name. Here none of it counts:

==================================  ================================================================
what a checkout may name            what keeps it from running
==================================  ================================================================
``core.fsmonitor``                  set to nothing, which every git takes for "none"
``filter.*.clean``, ``.process``    set to nothing, each by its name; ``--config-env`` takes a name
                                    with a ``=``, and a git that lacks it refuses to start
a folder that looks like a bare     git starts at the root that was found by its ``.git``; what is
repository                          asked of a folder is a pathspec
the root itself looking like one     ``safe.bareRepository``
``core.worktree``, ``core.bare``    the environment says where the working tree is
remotes, their helpers, partial     ``GIT_ALLOW_PROTOCOL``: no transport at all; objects that a
clones, submodules elsewhere        partial clone lacks are missing, and said to be
hooks                               ``core.hooksPath``; nothing is written, which runs most of them
submodules' own settings            ``--ignore-submodules=all``, where the working tree is looked at
a program called ``git``            folders of the checkout on the PATH do not count
``diff.*``, ``textconv``            plumbing alone is asked, for names, and for objects as they are
replaced objects, grafts            ``GIT_NO_REPLACE_OBJECTS``, ``GIT_GRAFT_FILE``
==================================  ================================================================

Pagers, editors, signatures, merge drivers and credentials play no part in what is asked here, and
git takes ``trace2.*`` from the user alone. The transport of ``make_fetch_command`` is the one
exception.
"""

from __future__ import annotations

import os
import time

from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.project import (
    GitLimits,
    Root,
    find_common_git_folder,
    find_git_folder,
    find_git_limits,
    find_git_root,
    find_path_inside,
    find_repository_root,
    lies_in,
    may_have_setting,
)
from phaser_lint.project.git.process_output import (
    decode_git_path,
    require_final_zero,
    run_git_command,
    run_git_to_end,
)
from phaser_lint.project.programs import find_checkout, find_user_program, leave_out_checkout
from phaser_lint.project.regular_file import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NO_ANSWER_IN_TIME = "gave no answer in the time that there is"
"""What is said of git where the time of an event was over."""
_NO_HOOKS = "core.hooksPath=/dev/null"
_SETTINGS = ("core.quotePath=off", "core.fsmonitor=", _NO_HOOKS, "safe.bareRepository=explicit")
# git hands these to the hooks that it starts, for one working tree and from one folder.
_OF_ONE_TREE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR")
# These as well (``git rev-parse --local-env-vars``): for another repository they are wrong.
_OF_ONE_REPOSITORY = (
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_SHALLOW_FILE",
    "GIT_REPLACE_REF_BASE",
    "GIT_PREFIX",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_CONFIG",
)
# What "git --literal-pathspecs commit" and the like hand on; here the pathspecs are the program's.
_PATHSPECS = (
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
)
_PROTOCOLS = "file:http:https:ssh"  # git:// would ask core.gitProxy
_NOTHING = "PHASER_LINT_NOTHING"
_NONE_FOUND = 1


class WorkingTree(Record):
    """A folder of a working tree: its *root*, where git starts, and the way there (``a/b/``).

    The root has git's limits of the folder. ``own_folder`` is where git keeps what it knows of the
    working tree, ``shared_folder`` where what all of the repository share; it ``is_named`` where
    ``GIT_DIR`` is set together with the working tree.
    """

    root: Root
    prefix: str
    own_folder: str
    shared_folder: str
    is_named: bool = False

    def pathspec(self) -> tuple[str, ...]:
        """Return the end of a command line that asks for what is in the folder alone."""
        return ("--", f":(literal){self.prefix}") if self.prefix else ("--",)

    def relative(self) -> str:
        """Return the option of ``git diff`` that does the same and cuts the way off."""
        return f"--relative={self.prefix}" if self.prefix else "--relative"

    def paths_inside(self, paths: Iterable[str]) -> list[str]:
        """Return those of *paths* that lie in the working tree's folder, relative to it."""
        if not self.prefix:
            return [*paths]
        start = len(self.prefix)
        return [path[start:] for path in paths if path.startswith(self.prefix)]


class GitCommand(Record):
    """How git is started."""

    name: str
    """What it is asked, as ``diff``."""
    words: tuple[str, ...]
    environment: Mapping[str, str]
    limits: GitLimits

    def seconds_left(self) -> float:
        """Return how long the command may take from now on."""
        seconds, until = self.limits.seconds, self.limits.until
        return seconds if until is None else min(seconds, until - time.monotonic())

    def late(self) -> GitError:
        """Return the error of a command that took longer."""
        message = f"git {self.name} {NO_ANSWER_IN_TIME}"
        if self.limits.until is None:
            message = f"git {self.name} took over {self.limits.seconds:g} seconds"
        return GitError(message, is_late=True)


def find_working_tree(root: str, variables: Mapping[str, str] | None = None) -> WorkingTree | None:
    """Return the working tree that git commands for the folder *root* start in, and the way there;
    ``None`` in no working tree.

    *variables* are those of this process: ``git --work-tree=… commit`` tells its hooks by them
    where everything is.
    """
    variables = os.environ if variables is None else variables
    limits = find_git_limits(root)
    if not limits.allowed:
        return None
    top: str | None = None
    # A hook in a linked working tree gets GIT_DIR alone, which any folder would be the root of.
    if variables.get("GIT_DIR") and variables.get("GIT_WORK_TREE"):
        named_tree = os.path.realpath(variables["GIT_WORK_TREE"])
        top = named_tree if lies_in(root, named_tree) else None
    is_named = top is not None
    top = top or find_repository_root(root)
    if top is None:
        return None
    prefix = find_path_inside(top, os.path.join(root, "")) or ""
    if prefix.startswith(".git/") and not is_named:
        return None
    own_folder = os.path.abspath(variables["GIT_DIR"]) if is_named else find_git_folder(top)
    shared_folder = find_common_git_folder(own_folder)
    top = Root(top, limits, root.answers if isinstance(root, Root) else None)
    return WorkingTree(top, prefix, own_folder, shared_folder=shared_folder, is_named=is_named)


def make_git_command(
    tree: WorkingTree,
    *arguments: str,
    settings: tuple[str, ...] = (),
    variables: Mapping[str, str] | None = None,
) -> GitCommand:
    """Return the words and environment of a git command at the root of *tree*, in which nothing of
    the checkout runs.

    *settings* count besides; *variables* are those of this process. Raises ``GitError`` where there
    is no git, or where the filters cannot be known.
    """
    environment = make_git_variables(tree, variables)
    # A Mac's core.ignoreCase hides a new readme.md beside README.md on a disk that has both.
    lower, upper = (os.path.join(tree.root, name) for name in (".git", ".GIT"))
    tells_cases_apart = os.path.lexists(lower) and not os.path.lexists(upper)
    settings = (*_SETTINGS, *settings, *(["core.ignoreCase=false"] if tells_cases_apart else []))
    command = _make_command(tree.root, arguments, settings, environment=environment, tree=tree)
    # What the user's own git-lfs would run has a name of its own: lfs.extension.NAME.clean.
    if not may_have_setting((tree.own_folder, tree.shared_folder), b"filter", b"lfs"):
        return command
    words = command.words[: -len(arguments)]
    options = _make_no_filter_options(tree, words, command.environment)
    return command._replace(words=(*words, *options, *arguments))


def ask_git(tree: WorkingTree, *arguments: str, stdin: bytes = b"") -> bytes:
    """Return what git prints for the hook, within its limits; raises ``GitError``, also where that
    takes too long or is too much.

    With ``-z`` among the *arguments* it ends with a zero, if anything comes at all.
    """
    git = make_git_command(tree, *arguments)
    end = run_git_to_end(git, stdin=stdin)
    if end.code:
        raise GitError(f"git {git.name}: {end.reason()}")
    return require_final_zero(git, end.output)


def run_git(root: str, *arguments: str, stdin: bytes = b"", once: bool = False) -> bytes:
    """Find the repository around the folder *root*, run git in it, and return what it prints.

    *once*: the answer is that of the whole run, for all that ask. Raises ``GitError`` with git's
    own words.
    """
    tree = require_tree(root, arguments[0])
    question = (tree.root, *arguments)
    if once and question in tree.root.answers:
        return tree.root.answers[question]
    answer = run_git_command(make_git_command(tree, *arguments), stdin)
    if once:
        tree.root.answers[question] = answer
    return answer


def require_tree(root: str, command_name: str = "rev-parse") -> WorkingTree:
    """Return the working tree of the repository around the folder *root*; raises ``GitError`` where
    it has none.

    In git's own words for it, after the *command_name* that would have been run.
    """
    tree = find_working_tree(root)
    if tree is None:
        raise GitError(f"git {command_name}: fatal: not a git repository: {root}")
    return tree


def is_in_repository(root: str) -> bool:
    """Tell whether *root* lies in the working tree of a repository, be it one that git refuses."""
    return find_working_tree(root) is not None


def require_repository(root: str) -> None:
    """Raise ``GitError`` unless *root* is in a repository: git is not asked, it answers what comes
    next, or says why not.
    """
    if not find_git_limits(root).allowed:
        raise GitError("leave out --no-git: only git knows commits and what is staged")
    if find_working_tree(root) is None:
        where = "working tree of git" if find_git_root(root) else "git repository"
        raise GitError(f"{root} is in no {where}")


def make_git_variables(
    tree: WorkingTree | None, variables: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the environment variables of a git command, but for its ``PATH``: at the root of
    *tree*, or of one that makes a repository.

    *variables* are those of this process. What they say of another repository does not count.
    """
    variables = os.environ if variables is None else variables
    left_out = (*_OF_ONE_TREE, *_PATHSPECS)
    environment = {
        **{name: variable for name, variable in variables.items() if name not in left_out},
        "LC_ALL": "C",
        # A look at the files would write what it learned into the index, and run a hook for that.
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ALLOW_PROTOCOL": "none",
        # For each object that is missing git would start itself, only to be refused.
        "GIT_NO_LAZY_FETCH": "1",
        # What a replacement or a graft says of HEAD is not what a push sends.
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_GRAFT_FILE": "",
        _NOTHING: "",
    }
    if tree is None:
        return environment
    environment["GIT_WORK_TREE"] = tree.root
    if tree.is_named:
        environment["GIT_DIR"] = tree.own_folder
    of_another = [name for name in _OF_ONE_REPOSITORY if name in environment]
    if of_another and not _concern_tree(tree, variables):
        for name in of_another:
            del environment[name]
    return environment


def make_fetch_command(tree: WorkingTree, *arguments: str) -> GitCommand:
    """Return the git command ``git fetch`` with *arguments*, which only the Action needs.

    The server, and how to log in there, is what the workflow's own checkout step wrote into the
    settings; so ``core.sshCommand`` and ``credential.helper`` count, and nothing else that runs.
    """
    environment = make_git_variables(tree)
    # What the workflow itself says stays; an empty GIT_ASKPASS takes the place of core.askPass.
    environment |= {
        "GIT_ALLOW_PROTOCOL": os.environ.get("GIT_ALLOW_PROTOCOL", _PROTOCOLS),
        "GIT_ASKPASS": os.environ.get("GIT_ASKPASS", ""),
    }
    # The command of a remote's upload-pack may be anything, that of other clones' references too.
    settings = (*_SETTINGS, "core.alternateRefsCommand=true")
    arguments = ("fetch", "--upload-pack=git-upload-pack", *arguments)
    return _make_command(tree.root, arguments, settings, environment=environment, tree=tree)


def make_hooks_folder_command(
    tree: WorkingTree, variables: Mapping[str, str] | None = None
) -> GitCommand:
    """Return the call of git without the setting against hooks: it asks where git looks for them,
    runs none, and reads no file.
    """
    settings = [setting for setting in _SETTINGS if setting != _NO_HOOKS]
    asking = ("rev-parse", "--git-path", "hooks")
    environment = make_git_variables(tree, variables)
    return _make_command(tree.root, asking, settings, environment=environment, tree=tree)


def make_own_repository_command(
    folder: str, *arguments: str, variables: Mapping[str, str]
) -> GitCommand:
    """Return the git command for a *folder* that becomes a repository of this program's own."""
    settings = (
        "core.autocrlf=false",
        "commit.gpgSign=false",
        "user.name=phaser-lint",
        "user.email=phaser-lint@localhost",
    )
    return _make_command(
        folder,
        arguments,
        (*_SETTINGS, *settings),
        environment=make_git_variables(None, variables),
    )


def _make_command(
    root: str,
    arguments: tuple[str, ...],
    settings: Iterable[str],
    *,
    environment: dict[str, str],
    tree: WorkingTree | None = None,
) -> GitCommand:
    """Return the command of a git in *root* that neither is, nor starts, a program of the checkout:
    that of the *tree* that begins there, if one does already.

    Raises ``GitError`` where there is none.
    """
    shared_folder = "" if tree is None or tree.is_named else tree.shared_folder
    checkout = find_checkout(root, shared_folder=shared_folder)
    path = leave_out_checkout(environment.get("PATH", os.defpath), checkout)
    program = find_user_program("git", path, checkout)
    if program is None:
        raise GitError("git is not installed, or not on the PATH")
    options = (word for setting in settings for word in ("-c", setting))
    words = (program, "-C", root, *options, *arguments)
    return GitCommand(
        arguments[0], words, {**environment, "PATH": path}, limits=find_git_limits(root)
    )


def _concern_tree(tree: WorkingTree, variables: Mapping[str, str]) -> bool:
    """Tell whether the *variables* of one repository are about that of *tree*.

    A hook may go on to a submodule, or check the working tree of another clone.
    """
    own_folder = os.path.realpath(tree.own_folder)
    try:
        folder_here = os.path.realpath(os.getcwd())
    except FileNotFoundError:
        return False
    current_root = find_repository_root(folder_here) or folder_here
    if folder := variables.get("GIT_DIR"):
        return os.path.realpath(os.path.join(current_root, folder)) == own_folder
    index = os.path.join(current_root, variables.get("GIT_INDEX_FILE", ""))
    holder = os.path.dirname(os.path.realpath(index))
    # ``git commit -a`` makes its index beside the usual one; a person's own may lie anywhere.
    if os.path.lexists(os.path.join(holder, "HEAD")):
        return holder == own_folder
    return current_root == tree.root


def _make_no_filter_options(
    tree: WorkingTree, words: tuple[str, ...], environment: Mapping[str, str]
) -> list[str]:
    """Return the options that empty each setting of a filter, the user's own among them."""
    asking = ("config", "--null", "--name-only", "--get-regexp", r"^filter\.")
    command = GitCommand(
        "config", (*words, *asking), environment, limits=find_git_limits(tree.root)
    )
    end = run_git_to_end(command)
    if end.code not in (0, _NONE_FOUND):
        cannot = f"git config: the filters that {tree.root} names cannot be known"
        raise GitError(f"{cannot}: {end.reason()}")
    names = dict.fromkeys(decode_git_path(name) for name in end.output.split(b"\0") if name)
    return [f"--config-env={name}={_NOTHING}" for name in names]


# The worktrees of a repository, as git's own folder lists them: no run of git.

_LISTED = "worktrees"
_LONGEST_LINE = 4_096


def list_worktrees(root: str) -> list[str]:
    """Return the resolved roots of all worktrees that git knows of the repository at *root*,
    without a call of it.

    The main one comes first; those that were removed are not among them.
    """
    shared = find_common_git_folder(find_git_folder(root))
    try:
        names = sorted(os.listdir(os.path.join(shared, _LISTED)))
    except OSError:  # most repositories have one worktree
        return []
    main = [os.path.dirname(shared)] if os.path.basename(shared) == ".git" else []
    worktrees = main
    for name in names:
        own_folder = os.path.join(shared, _LISTED, name)
        try:
            line = read_bytes(os.path.join(own_folder, "gitdir"), limit=_LONGEST_LINE)
        except OSError:
            continue
        # The worktree's own ``.git`` file; since git 2.48 it may be relative.
        link = os.path.join(own_folder, line.partition(b"\n")[0].decode("utf-8", "surrogateescape"))
        if os.path.isfile(link):
            worktrees.append(os.path.dirname(link))
    return list(dict.fromkeys(map(os.path.realpath, worktrees)))
