"""What ``scan`` and ``pre-commit`` say of a commit that they refuse: the ways on."""

from __future__ import annotations

import os

from phaser_lint.contract.model import Report
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.own_program import name_program_for_shell
from phaser_lint.core.shared_flags import Flags
from phaser_lint.project import find_repository_root
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git.in_progress import list_commits_in_progress
from phaser_lint.project.git.merge_bases import find_shared_with_default
from phaser_lint.report.refused_commit import describe_ways_on


def render_ways_on(
    flags: Flags,
    report: Report,
    folder: str,
    *,
    root: str,
    is_in_index: bool,
    is_commit: bool,
) -> str:
    """Return the lines on the ways on from a commit of the project at *root*, which *report* has
    refused; its paths are from the *folder* that the command runs in.

    *is_in_index*: git's index has what was checked, and keeps it; *is_commit*: that is to be a
    commit.
    """

    def is_there(path: str) -> bool:
        return os.path.lexists(os.path.join(folder, path))

    def read_text(path: str) -> str:
        files = DiskFiles(folder).read([path])
        return "".join(file.text for file in files if isinstance(file, TextFile))

    git_root = find_repository_root(root)
    follows_head = False
    if git_root is not None and is_commit:
        try:  # on a default branch HEAD itself is shared with it
            follows_head = not find_shared_with_default(git_root, "HEAD")
        except GitError:
            follows_head = True
    start = os.environ.get("GIT_PREFIX", "")
    folder_of_contracts = os.path.relpath(flags.contracts_dir or os.curdir, start or os.curdir)
    choice = ["--contracts-dir", folder_of_contracts] if flags.contracts_dir else []
    lines = describe_ways_on(
        report,
        program=name_program_for_shell(os.environ),
        is_there=is_there,
        read_text=read_text,
        is_staged=is_in_index,
        base=flags.base,
        fails_on_warnings=flags.fail_on == "warning",
        started_in=start,
        follows_head=follows_head,
        choice=None if flags.contracts_from is not None else choice,
        is_compared=flags.since is not None,
        is_merging=git_root is not None and bool(list_commits_in_progress(git_root)),
    )
    return "".join(f"{line}\n" for line in lines)
