"""How git is asked for files and commits: the flags that commands share, and their values."""

from __future__ import annotations

from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import (
    ROOT_FLAG,
    Flags,
    WrongValueError,
    make_argument,
    make_switch,
)
from phaser_lint.project import GIT_SECONDS, GitLimits
from phaser_lint.project.files import DISK, STATES_IN_GIT, FileState

_MOST_COMMITS = 10_000_000


def parse_git_timeout(word: str) -> float:
    """Return the seconds of the flag ``--git-timeout``; raises ``WrongValueError``."""
    if not (word.isascii() and word.isdigit() and 0 < int(word[:9]) <= 3600):
        raise WrongValueError("expected seconds from 1 to 3600")
    return float(word)


def parse_commit_count(argument: str) -> int:
    """Return how many commits a flag asks git for; raises ``WrongValueError``."""
    if not (argument.isascii() and argument.isdigit() and 0 < int(argument[:9]) <= _MOST_COMMITS):
        raise WrongValueError(f"expected a number from 1 to {_MOST_COMMITS}, not {argument!r}")
    return int(argument)


ROOT_AND_GIT_FLAGS = (
    ROOT_FLAG,
    make_switch("--no-git", help="take the files on the disk, as in a folder without git"),
    make_argument(
        "--git-timeout",
        metavar="SECONDS",
        type=parse_git_timeout,
        default=GIT_SECONDS,
        help=f"seconds that a call of git may take [default: {GIT_SECONDS:.0f}]",
    ),
)
"""``--root``, and what ``make_git_limits`` reads."""


def make_git_limits(flags: Flags) -> GitLimits:
    """Return the limits of git that ``--no-git`` and ``--git-timeout`` of *flags* ask for."""
    return GitLimits(flags.git_timeout, allowed=not flags.no_git)


def choose_file_state(flags: Flags) -> FileState:
    """Return which files the *flags* of a command ask for: a state that git keeps, else the disk's.

    Raises ``UsageError`` where they ask for two.
    """
    states = [state for state in STATES_IN_GIT if vars(flags).get(state.destination)]
    if len(states) > 1:
        raise UsageError(f"{states[0].flag} and {states[1].flag}: expected one of them")
    return states[0] if states else DISK
