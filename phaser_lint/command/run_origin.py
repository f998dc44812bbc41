"""What a page shows of the run that made it: the project, its commit, the date, the command."""

from __future__ import annotations

import os
from datetime import datetime, timezone

from phaser_lint.core.errors import PhaserError
from phaser_lint.core.processes import shell_line
from phaser_lint.project.git.repository import resolve
from phaser_lint.project.root import git_root, path_inside
from phaser_lint.report.html_page.page_origin import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LONGEST_COMMAND = 500


def origin_of(
    root: str | None, arguments: Sequence[str], environment: Mapping[str, str], *, now: float
) -> Origin:
    """Return where the report on the project at *root* comes from; *now* is a Unix time.

    ``SOURCE_DATE_EPOCH`` takes its place, for pages that have to be the same byte for byte.
    """
    commit = "" if root is None else _commit(root)
    written = shell_line(["phaser-lint", *arguments])
    cut = "…" if len(written) > _LONGEST_COMMAND else ""
    return Origin(
        project=environment.get("GITHUB_REPOSITORY") or os.path.basename(root or ""),
        commit=commit,
        date=_date(environment.get("SOURCE_DATE_EPOCH", ""), now),
        command=f"{written[:_LONGEST_COMMAND]}{cut}",
        files_url=_files_url(root, commit, environment) if root and commit else "",
    )


def _commit(root: str) -> str:
    try:
        return resolve(root, "HEAD") or ""
    except PhaserError:  # no git, or nothing committed yet
        return ""


def _date(given: str, now: float) -> str:
    seconds = int(given) if given.isascii() and given.isdigit() and len(given) < 12 else now
    return datetime.fromtimestamp(seconds, tz=timezone.utc).strftime("%Y-%m-%d %H:%M UTC")


def _files_url(root: str, commit: str, environment: Mapping[str, str]) -> str:
    """Return the address of the project's files at *commit*, where a build server has it."""
    server, repository = environment.get("GITHUB_SERVER_URL"), environment.get("GITHUB_REPOSITORY")
    if server and repository:
        base = f"{server}/{repository}/blob/{commit}/"
    elif environment.get("CI_PROJECT_URL"):
        base = f"{environment['CI_PROJECT_URL']}/-/blob/{commit}/"
    else:
        return ""
    folder = path_inside(git_root(root) or root, root)
    return f"{base}{folder}/" if folder else base
