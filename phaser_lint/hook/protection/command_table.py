"""The commands that go round the checks: the one table, which ``denied_commands`` reads, and how a
row of it reads the letters of options.

What git does with its options was tried in git 2.39, and read of later ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from phaser_lint.core import Record
from phaser_lint.text.shell.words import HIDDEN

_NOTHING_DONE = ("--help", "-h")
_DRY = (*_NOTHING_DONE, "--dry-run")


class GuardedCommand(Record):
    """The options of a command of git that runs hooks: with ``--no-verify`` it runs fewer."""

    skips: str = ""
    """The letters that mean ``--no-verify``."""
    values: str = ""
    """The letters that take the rest of the word, or the next one."""
    attached: str = ""
    """The letters that take only the rest of the word."""
    options: tuple[str, ...] = ()
    """The options that take the next word."""
    spares: tuple[str, ...] = _DRY
    """With one of these it does nothing."""


_STRATEGY = ("--strategy", "--strategy-option")
GIT_COMMANDS: Mapping[str, GuardedCommand] = {
    "commit": GuardedCommand(
        skips="n", values="mFcCt", attached="uS",
        options=(
            "--author", "--cleanup", "--date", "--file", "--fixup", "--message",
            "--pathspec-from-file", "--reedit-message", "--reuse-message", "--squash", "--template",
            "--trailer",
        ),
    ),
    "push": GuardedCommand(
        values="o", spares=(*_DRY, "-n"),
        options=("--exec", "--push-option", "--receive-pack", "--recurse-submodules", "--repo"),
    ),
    "merge": GuardedCommand(
        values="mFsX", attached="S",
        options=("--cleanup", "--file", "--into-name", "--message", *_STRATEGY),
    ),
    "rebase": GuardedCommand(
        values="CsXx", attached="rS",
        options=("--empty", "--exec", "--onto", "--whitespace", *_STRATEGY),
    ),
    # Before 2.40 it knows no way to skip its hooks.
    "am": GuardedCommand(
        skips="n", values="Cp", attached="S",
        options=(
            "--directory", "--empty", "--exclude", "--include", "--patch-format", "--quoted-cr",
            "--resolvemsg", "--whitespace",
        ),
    ),
    "pull": GuardedCommand(
        values="sXo", attached="jrS",
        options=(
            "--cleanup", "--deepen", "--depth", "--negotiation-tip", "--refmap", "--server-option",
            "--shallow-exclude", "--shallow-since", "--upload-pack", *_STRATEGY,
        ),
    ),
}  # fmt: skip
# What git is asked before its command.
GIT_OPTIONS = (
    "-C", "--attr-source", "--config-env", "--exec-path", "--git-dir", "--namespace",
    "--super-prefix", "--work-tree", "-c",
)  # fmt: skip
HOOKS_PATH_KEY = "hookspath"
HOOKS_PATH = f"core.{HOOKS_PATH_KEY}"
# They run no hook that checks: ``git -c core.hooksPath=/dev/null clone`` is careful.
WITHOUT_CHECKS = frozenset(
    ("add", "archive", "blame", "branch", "cat-file", "check-ignore", "checkout", "clean", "clone",
     "config", "describe", "diff", "fetch", "for-each-ref", "gc", "grep", "help", "init", "log",
     "ls-files", "ls-remote", "ls-tree", "reflog", "remote", "reset", "restore", "rev-list",
     "rev-parse", "show", "sparse-checkout", "stash", "status", "submodule", "switch", "tag",
     "version", "worktree")
)  # fmt: skip

# What switches the hooks of git off, before these commands; empty: any text does.
BEFORE = ("commit", "push")
VARIABLES: Mapping[str, tuple[str, ...]] = {
    "HUSKY": ("0",),
    "LEFTHOOK": ("0", "false"),
    "PRE_COMMIT_ALLOW_NO_CONFIG": (),
}
# What leaves out the hooks of pre-commit that it names.
SKIP = "SKIP"

# Each program with what it may not be asked; with one of the options behind, it may.
_OWN: Mapping[str, tuple[str, ...]] = {
    "uninstall": _DRY,
    "baseline": (*_NOTHING_DONE, "--prune", "--check"),
}
PROGRAMS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "pre-commit": {"uninstall": _NOTHING_DONE},
    "prek": {"uninstall": _NOTHING_DONE},
    "husky": {"uninstall": _NOTHING_DONE},
    "lefthook": {"uninstall": _NOTHING_DONE},
    "phaser-lint": _OWN,
    "phaser": _OWN,
}
# What stands in front of that with a word of its own.
PROGRAM_OPTIONS = ("-C", "-c", "--cd", "--color", "--config", "--log-file")
# What a program may be asked, but for one option.
UNDOING = {("phaser-lint", "init"): "--undo", ("phaser", "init"): "--undo"}


class FileCommand(Record):
    """What a program does to the files that it is given, and which of its options take a word."""

    effect: Literal["removes", "moves", "copies", "writes"]
    values: str = ""
    attached: str = ""
    options: tuple[str, ...] = ()
    in_place: str = ""
    """The letter, and the option, without which it writes no file."""
    scripts: str = ""
    """The letters of a script; without any of them, the first operand is one."""
    spares: tuple[str, ...] = ()
    """With one of these it does nothing."""
    takes_pathspecs: bool = False
    """Whether it reads wildcards itself, as git does."""


_TO_FOLDER = ("--suffix", "--target-directory")
FILE_COMMANDS: Mapping[str, FileCommand] = {
    "rm": FileCommand("removes", spares=("--help", "--version")),
    "unlink": FileCommand("removes", spares=("--help", "--version")),
    "git rm": FileCommand(
        "removes", options=("--pathspec-from-file",), spares=("-n", "--dry-run"),
        takes_pathspecs=True,
    ),
    "git mv": FileCommand("moves", spares=("-n", "--dry-run")),
    "mv": FileCommand("moves", values="St", options=_TO_FOLDER),
    "cp": FileCommand("copies", values="St", options=_TO_FOLDER),
    "truncate": FileCommand("writes", values="sr", options=("--size", "--reference")),
    "tee": FileCommand("writes"),
    "sed": FileCommand(
        "writes", values="efl", attached="i", options=("--expression", "--file", "--line-length"),
        in_place="i", scripts="ef",
    ),
    "perl": FileCommand(
        "writes", values="eEI", attached="0CDFMilmx", in_place="i", scripts="eE"
    ),
}  # fmt: skip
WRITING = (">", ">>", ">|", ">&", "&>", "&>>")


def split_option_letters(
    argument: str, letters_with_value: str, letters_with_attached_value: str
) -> tuple[str, bool]:
    """Return, by the letters of a command's row in the table, those of options in *argument*, and
    whether the next word belongs to them.
    """
    for index, letter in enumerate(argument[1:], start=1):
        if letter in letters_with_value:
            return argument[1 : index + 1], index + 1 == len(argument)
        if letter in letters_with_attached_value or letter == HIDDEN:
            return argument[1 : index + 1], False
    return argument[1:], False
