"""What a page shows of the run that made it: the project, its commit, the date, the command."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone

from phaser_lint.core.errors import PhaserError
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.text import truncate_text
from phaser_lint.project import find_folder_in_repository
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.report.html_page.page_origin import Origin

_LONGEST_COMMAND = 500


def make_run_origin(
    root: str | None, arguments: Sequence[str], environment: Mapping[str, str], *, time: float
) -> Origin:
    """Return the origin of a run for its page: project, commit, date and command of a report on
    *root*; *time* is a Unix time.

    ``SOURCE_DATE_EPOCH`` takes its place, for pages that have to be the same byte for byte.
    """
    try:
        commit = (resolve_revision(root, "HEAD") or "") if root is not None else ""
    except PhaserError:  # no git, or nothing committed yet
        commit = ""
    # The address of the project's files at the commit, where a build server has it.
    files_url = ""
    server, repository = environment.get("GITHUB_SERVER_URL"), environment.get("GITHUB_REPOSITORY")
    if server and repository:
        files_url = f"{server}/{repository}/blob/{commit}/"
    elif environment.get("CI_PROJECT_URL"):
        files_url = f"{environment['CI_PROJECT_URL']}/-/blob/{commit}/"
    folder = find_folder_in_repository(root) if root and files_url else ""
    files_url += f"{folder}/" if folder else ""
    epoch = environment.get("SOURCE_DATE_EPOCH", "")
    seconds = int(epoch) if epoch.isascii() and epoch.isdigit() and len(epoch) < 12 else time
    date = datetime.fromtimestamp(seconds, tz=timezone.utc)
    return Origin(
        project=repository or os.path.basename(root or ""),
        commit=commit,
        date=date.strftime("%Y-%m-%d %H:%M UTC"),
        command=truncate_text(join_shell_words(["phaser-lint", *arguments]), _LONGEST_COMMAND + 1),
        files_url=files_url if root and commit else "",
    )
