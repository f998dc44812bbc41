"""``phaser-lint pre-commit``: ``scan`` as the hooks of ``.pre-commit-hooks.yaml`` need it.

    phaser-lint pre-commit [OPTIONS OF scan] [--] FILE...    the content of these files
    phaser-lint pre-commit --tree [OPTIONS OF scan]          which files the next commit holds

What differs from ``scan``, so that a verdict depends on nothing but the commit:

- Contracts of the home folder do not count.
- Which files there are is known from git's index. The disk also has what ``git rm --cached`` left
  there, and what was never added.
- Names follow the options without a ``--`` where a user gives the hook arguments. What starts with
  ``-`` and is a file's name is a file, and where it could be a flag too, that is an error: a file
  called ``--help`` would end every check.
- A file outside of the root is skipped (``--root sub``, and a commit in another folder), and so
  is a folder: a submodule, or a link to a folder.
- HEAD means the commit that the checked commits start from, where they are made already. Where
  nothing is staged there is no change: a note names the contracts that this leaves unchecked.
- Commits that end elsewhere than HEAD are an error: the files of HEAD would be checked for theirs.
- A project without a contract is an error, and so is ``--help`` in a hook: nothing would ever be
  checked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping, Sequence

from phaser_lint.command import exit_codes, scan
from phaser_lint.command.git_flags import make_git_limits
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import Parser
from phaser_lint.project import Root, find_path_inside
from phaser_lint.project.files import STATES_IN_GIT
from phaser_lint.project.git.process_output import is_object_id
from phaser_lint.project.project_of_command import require_project_root, require_working_directory

# In these pre-commit names the commits that it checks. Of a branch that is new where it is pushed
# to, git passes zeros.
FROM_REF, TO_REF = "PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF"
REMOTE = "PRE_COMMIT_REMOTE_NAME"
# What a push calls what it pushes. Of a first push it is all that says which commit that is.
LOCAL_BRANCH = "PRE_COMMIT_LOCAL_BRANCH"
_OF_SCAN: Mapping[str, str] = {
    **{state.flag: "a hook checks what is staged by itself" for state in STATES_IN_GIT},
    "--shard": "the hooks make no reports to merge",
    "--stdin-filename": "a commit has its own files",
    "--unsafe-fixes": "a commit takes only safe fixes",
}
"""What no hook takes, and why."""
WAYS_TO_CHANGE = "something staged, or --from-ref and --to-ref"
"""By what a run has a change to check: with ``--all-files`` there is none to speak of."""


def parser() -> Parser:
    """Return the parser of ``phaser-lint pre-commit``."""
    return Parser(
        "phaser-lint pre-commit",
        "Check the files of a commit, or with --tree which files it has.",
        tuple(
            [
                argument
                for argument in scan.parser().declared
                if _OF_SCAN.keys().isdisjoint(argument[1])
            ]
        ),
        example="phaser-lint pre-commit --fail-on warning -- src/app.py",
        page="pre-commit.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint pre-commit`` on the files named, or with ``--tree`` the index; return the
    exit code.
    """
    hook_parser = parser()
    words, names = separate_flags(arguments, flags=hook_parser.flags())
    # Both programs say so in the environment; others give more than the one argument.
    is_by_hand = len(arguments) == 1 and "PRE_COMMIT" not in os.environ
    if not is_by_hand and not {"-h", "--help"}.isdisjoint(words):
        raise UsageError("--help: nothing would be checked; take it out of the hook's args")
    for word in words:
        flag = word.partition("=")[0]
        if flag in _OF_SCAN:
            raise UsageError(f"{flag}: expected with scan; {_OF_SCAN[flag]}")
    # The hook of the tree is given no names, so that its "--" is never a file's.
    flags = hook_parser.parse_args([*words, "--", *(() if "--tree" in words else names)])
    flags.arguments = ("pre-commit", *arguments)
    flags.shard, flags.stdin_filename = None, None
    flags.unsafe_fixes = False
    # What was written has to be reviewed and staged by whoever commits.
    flags.fails_when_fixed = True
    root = Root(require_project_root(flags.root), make_git_limits(flags))
    if not {TO_REF, LOCAL_BRANCH}.isdisjoint(os.environ):
        from phaser_lint.command.pre_commit_base import require_checked_out

        require_checked_out(root, os.environ)
    paths = select_project_files(root, flags.paths)
    if flags.paths and not paths:
        sys.stderr.write("no file of the project to check\n")
        return exit_codes.CLEAN
    options = scan.make_project_options(flags)._replace(
        paths=paths,
        user_contracts=False,
        requires_contracts=True,
        tracked=True,
        ways_to_base=WAYS_TO_CHANGE,
    )
    from_ref, remote = os.environ.get(FROM_REF, ""), os.environ.get(REMOTE)
    if options.since is not None or from_ref.strip("0") or remote:
        from phaser_lint.command.pre_commit_base import with_base  # before a commit few compare

        options = with_base(root, options, os.environ)
    else:
        options = options._replace(changed_since=("HEAD",), reports_existing=True)
    # What a person reads below a violation names the base as they did.
    is_named = from_ref.strip("0") and not remote
    base = from_ref if is_named else next(iter(options.changed_since), "HEAD")
    flags.base = options.since or (base[:12] if is_object_id(base) else base)
    return scan.answer_scan(flags, options)


def separate_flags(
    arguments: Sequence[str], *, flags: Collection[str]
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the options of pre-commit's call, and the names of files in it that surely are no
    options.

    Raises ``UsageError`` for what may be either.
    """
    if "--" in arguments:
        end = arguments.index("--")
        # A file called "--" may be meant, too; it is checked for nothing where it is not.
        return arguments[:end], arguments[end + (not os.path.lexists("--")) :]
    for index, argument in enumerate(arguments):
        if argument.startswith("-") and os.path.lexists(argument):
            if argument.split("=")[0] in flags:
                raise UsageError(
                    f"{argument}: a flag, or the file of that name? End the hook's args with --"
                )
            return arguments[:index], arguments[index:]
    return arguments, ()


def select_project_files(root: str, paths: Sequence[str]) -> tuple[str, ...]:
    """Return the *paths* from pre-commit that are files of the project at *root*, as given."""
    here, files = require_working_directory(), []
    for path in paths:
        full = os.path.join(here, path)
        # The folder is resolved and the name is not: a link is a file of its own folder.
        folder, name = os.path.split(os.path.normpath(full))
        is_inside = find_path_inside(root, os.path.join(os.path.realpath(folder), name)) is not None
        if is_inside and not os.path.isdir(full):
            files.append(path)
    return tuple(files)
