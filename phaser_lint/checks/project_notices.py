"""What a scan of a whole project says of it, beside its violations: nothing to check, idle globs.

A shard can tell the first of these alone; the others are told of everything, by the merge.
"""

from __future__ import annotations

import os

from phaser_lint.contracts.discover import Place, contract_files, places
from phaser_lint.contracts.lookalikes import lookalikes
from phaser_lint.errors import UsageError
from phaser_lint.inputs.project import relative_path
from phaser_lint.model import Notice
from phaser_lint.root import PROJECT_FOLDERS
from phaser_lint.rules import is_about_names
from phaser_lint.text import contract_shown, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from phaser_lint.model import Contract, ContractSet

_MOST_SHOWN = 3


def about_nothing(
    contracts: ContractSet,
    root: str,
    *,
    severity: str,
    looked_in: Sequence[str],
) -> list[Notice]:
    """Return a notice if there was no contract to check anything by, and no broken one either.

    *looked_in*: the folders where contracts were looked for.
    """
    if contracts.contracts or contracts.problems:
        return []
    if contracts.idle:
        of = "" if severity == "all" else f" of severity {severity}"
        return [Notice(root, None, f"no enabled contract{of}; nothing was checked")]
    return [Notice(root, None, f"no contracts in {', '.join(looked_in)}; nothing was checked")]


def require_contracts(
    root: str,
    *,
    contracts_dir: str | None,
    list_files: Callable[[str], list[str]],
    root_as: str,
) -> None:
    """Raise ``UsageError`` if the project at *root* has no contract file: nothing can be checked.

    Where all contracts of the repository lie further down it says so; *root_as* tells how another
    root is given, with ``{}`` in its place. *list_files* gives the files under a root.
    """
    found: tuple[Place, ...]
    if contracts_dir:
        looked, found = contracts_dir, (Place(contracts_dir, contracts_dir, "given"),)
    else:
        looked, found = (
            f"{' or '.join(PROJECT_FOLDERS)} of {root}",
            places(root, home="", user=False),
        )
    if any(map(contract_files, found)) or (contracts_dir and not os.path.isdir(contracts_dir)):
        return  # what is no folder is said where it is read
    listed = [] if contracts_dir else list_files(root)
    inside = projects_inside(listed)
    if inside:
        expected = root_as.format(inside[0])
        raise UsageError(f"no contracts in {root}, but in {', '.join(inside)}: expected {expected}")
    near = "".join(f"; {each.path} {each.text}" for each in lookalikes(root, listed)[:_MOST_SHOWN])
    raise UsageError(f"no contracts in {looked}: nothing can be checked{near}")


def about_named(
    root: str, paths: Iterable[str], judged: Sequence[str], *, working_directory: str
) -> list[Notice]:
    """Return a notice for each folder of *paths* in which no file was *judged*, though it has some.

    Whoever names ``build`` wants it checked; a folder that git ignores would pass unseen.
    """
    notices = []
    for path in paths:
        folder = os.path.join(working_directory, path)
        relative = relative_path(root, path, working_directory=working_directory)
        prefix = "" if relative == "." else f"{relative}/"
        if os.path.isdir(folder) and not any(name.startswith(prefix) for name in judged):
            notices.append(Notice(f"{relative}/", None, _why_nothing(folder, path.rstrip("/"))))
    return notices


def _why_nothing(folder: str, path: str) -> str:
    if ".git" in folder.split(os.sep):
        return "git's own files are never judged"
    if os.path.lexists(os.path.join(folder, ".git")):
        return f"another repository; scan --root {path} judges it"
    if not any(names for _, _, names in os.walk(folder)):
        return "no file in it"
    return f"git ignores all of it; files that are named are judged: scan {path}/*"


def about_everything(idle: Iterable[Contract], inside: Iterable[str]) -> list[Notice]:
    """Return the notices on the *idle* contracts, and on the projects *inside* this one.

    The hook goes by the nearest contracts of a file; a scan from here judges by those of the root.
    """
    unmatched = [
        Notice(entry.path, None, f"the glob of {contract_shown(entry.key)} matches no file")
        for entry in idle
        if not is_about_names(entry)
    ]
    others = [
        Notice(path, None, f"has contracts of its own; scan --root {path} judges by them")
        for path in inside
    ]
    return [*unmatched, *others]


def about_known(known: int, number: int, *, revision: str, writing: str) -> list[Notice]:
    """Return a notice if *known* of a *number* of violations are in *revision*, too: a way out.

    *writing* is the command that writes the baseline; empty where no baseline is to count.
    """
    if not known:
        return []
    verb = "is" if known == 1 else "are"
    said = f"{known} of {count(number, 'violation')} {verb} in {revision} too"
    ways = f"{writing}, or " if writing else ""
    ways += f"args: [--since, {revision}, --]"
    return [Notice("phaser-lint", None, f"{said}; to count only what is new: {ways}")]


def projects_inside(listed: Iterable[str]) -> list[str]:
    """Return the folders, further down than the root, that have contracts of their own."""
    inside = {
        path[: path.index(f"/{folder}/")]
        for path in listed
        if "/contracts/" in path
        for folder in PROJECT_FOLDERS
        if f"/{folder}/" in path and path.endswith((".yaml", ".yml"))
    }
    return sorted(inside)
