"""What belongs to the project and cannot be checked: left out of a checkout, or in closed folders.

What a sparse checkout leaves out is a skip: nothing checks its text. Where another file asks for
it, as a list or a tree does, it is read from the index. A contract of it is a problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.project_options import ProjectOptions, RequestedPaths, Subjects
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.rules import RULES, is_about_name
from phaser_lint.contract.selection import Selection
from phaser_lint.core.file_records import Skip
from phaser_lint.core.file_state import find_parent_folders
from phaser_lint.project.git.changed_entries import list_index_changes
from phaser_lint.project.git.git_settings import explain_left_out_file
from phaser_lint.project.levels import PROJECT_FOLDERS, decides_what_counts
from phaser_lint.text.globs import Tests, selects_path
from phaser_lint.text.globs.compile_globs import is_folder_taken_out

_ENDINGS = tuple(f"/{name}" for name in PROJECT_FOLDERS)
LEFT_OUT = "left out by the sparse checkout"


def list_unread_files(
    checker: Checker,
    closed: Mapping[str, str],
    subjects: Subjects,
    *,
    requested_paths: RequestedPaths,
    options: ProjectOptions,
    bases: Sequence[str],
) -> list[Skip]:
    """Return, as unreachable, the *closed* folders, and files that a sparse checkout leaves out."""
    excluded = checker.contracts.excluded
    return [
        *list_closed_folder_skips(closed, requested_paths, options, excluded=excluded),
        *list_sparse_checkout_skips(
            subjects, requested_paths, options, selection=checker.selection, bases=bases
        ),
    ]


def list_sparse_checkout_skips(
    subjects: Subjects,
    requested_paths: RequestedPaths,
    options: ProjectOptions,
    *,
    selection: Selection,
    bases: Sequence[str],
) -> list[Skip]:
    """Return a skip for each unreachable file: *subjects* has it, and the sparse checkout left it
    out.

    With *bases*, commits, the content of a file counts only where the index has another one.
    """
    content = requested_paths.select_requested(subjects.left_out)
    if options.tree and not options.paths:
        content = []
    for base in bases if content else ():
        changed = {change.path for change in list_index_changes(subjects.files.root, base)}
        content = [path for path in content if path in changed]
    unread = select_paths_with_text(selection, content)
    return make_left_out_skips(
        unread, present_paths=set(subjects.listed).difference(subjects.left_out)
    )


def make_left_out_skips(unread: Iterable[str], *, present_paths: Iterable[str]) -> list[Skip]:
    """Return a skip for each of the unreachable files, *unread*, that a sparse checkout leaves out.

    Of a folder in which none of *present_paths* lies one skip tells, which ends in a slash: a
    clone of a large repository may lack a hundred thousand files.
    """
    paths = sorted(unread)
    if not paths:
        return []
    folders = find_parent_folders(present_paths)
    skipped_paths: dict[str, None] = {}
    for path in paths:
        ends = [place + 1 for place, character in enumerate(path) if character == "/"]
        # The highest folder above it in which nothing is, or else the path.
        absent = (path[:end] for end in ends if path[:end] not in folders)
        skipped_paths[next(absent, path)] = None
    return [Skip(path, LEFT_OUT) for path in skipped_paths]


def select_paths_with_text(selection: Selection, paths: Sequence[str]) -> list[str]:
    """Return those of the unreachable *paths* whose text some contract asks for, not only their
    names.

    What the tree as a whole has to hold is no such contract: it has been read for the tree.
    """
    return [
        path
        for path in selection.select_paths(paths)
        if any(
            contract.scope != "tree"
            and not (RULES[contract.type].is_about_paths() or is_about_name(contract))
            for contract in selection.contracts_for(path)
        )
    ]


def find_left_out_contracts(
    root: str, left_out_paths: Iterable[str], requested_paths: RequestedPaths, *, excluded: Tests
) -> tuple[ContractProblem, ...]:
    """Return a problem for each unreachable contract file, of *left_out_paths*, which a sparse
    checkout lacks.

    Of *requested_paths*. The configuration is one of them. Not of levels that are *excluded*:
    theirs do not count where they are there.
    """
    problems = []
    for path in filter(decides_what_counts, left_out_paths):
        folder = path.rpartition("/")[0]
        ends = (end for end in _ENDINGS if f"/{folder}".endswith(end))
        level = f"/{folder}".removesuffix(next(ends, f"/{folder}"))[1:]
        if requested_paths.concerns(level) and not (level and is_folder_taken_out(level, excluded)):
            problems.append(ContractProblem(path, "", explain_left_out_file(root, path)))
    return tuple(problems)


# Folders that cannot be listed: skipped, each by its path with a slash at the end.

# What lies anywhere below a folder, and is called like no file.
_FAR_BELOW = "\0/\0"
_CLOSED = "folder cannot be listed"


def list_closed_folder_skips(
    closed: Mapping[str, str],
    requested_paths: RequestedPaths,
    options: ProjectOptions,
    *,
    excluded: Tests,
) -> list[Skip]:
    """Return a skip for each unreachable folder, one that is *closed* and cannot be listed, with
    the reason.

    Nothing of those of which all is *excluded*: a database's own folder, that no contract checks.
    """
    share, left_out = options.shard, ((excluded,), (options.exclude,))
    return [
        Skip(folder, f"{_CLOSED}: {reason}")
        for folder, reason in closed.items()
        if (share is None or share.holds(folder))
        and (options.tree or requested_paths.covers(folder))
        and not any(selects_path(globs, f"{folder}{_FAR_BELOW}") for globs in left_out)
    ]


def is_closed_folder(skip: Skip) -> bool:
    """Tell whether *skip* is of a closed folder, all of whose files are unreachable."""
    return skip.reason.startswith(_CLOSED)
