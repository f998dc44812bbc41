"""Where the hooks of pre-commit's configuration come from: the very commit that is installed.

What pip, pipx and uv were given stands in ``direct_url.json`` beside the installed package:

==============================  ==================================================================
no such file: from an index     the tag of the release
``vcs_info``                    that commit, of the repository that it came from
a wheel of the release's page   the tag of the release
a folder, a wheel, an archive   nothing that others could fetch is known to hold the same
==============================  ==================================================================
"""

from __future__ import annotations

import json
import re

from phaser_lint import REPOSITORY, __version__
from phaser_lint.record import Record

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_REMOTE = re.compile(r"(?:https|ssh)://[A-Za-z0-9._~:/@+-]+\Z")
_PASSWORD = re.compile(r"^(https://)[^/@]*@")
_RELEASE = f"{REPOSITORY}/releases/download/v{__version__}/"


class HookSource(Record):
    """A repository, and the tag or commit of it that has the hooks of the installed version."""

    repository: str
    revision: str


def installed_source() -> HookSource | None:
    """Return where the installed version can be fetched from; ``None`` for what was built here."""
    # Here alone: it takes longer to import than most of what a command does.
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        written = distribution("phaser-lint").read_text("direct_url.json")
    except PackageNotFoundError:  # a checkout on the path
        return None
    release = HookSource(REPOSITORY, f"v{__version__}")
    return release if written is None else _source_of(written, release)


def _source_of(written: str, release: HookSource) -> HookSource | None:
    try:
        read = json.loads(written)
    except (ValueError, RecursionError):
        return None
    url = read.get("url") if isinstance(read, dict) else None
    if not isinstance(url, str):
        return None
    if url.startswith(_RELEASE):
        return release
    of_git = read.get("vcs_info")
    of_git = of_git if isinstance(of_git, dict) and of_git.get("vcs") == "git" else {}
    commit = of_git.get("commit_id")
    if not (isinstance(commit, str) and _COMMIT.match(commit)):
        return None
    public = _PASSWORD.sub(r"\1", url)
    # A clone on this machine is none that others could fetch from.
    return HookSource(public if _REMOTE.match(url) and not _is_ours(url) else REPOSITORY, commit)


def _is_ours(url: str) -> bool:
    return url.removesuffix("/").removesuffix(".git").lower() == REPOSITORY.lower()
