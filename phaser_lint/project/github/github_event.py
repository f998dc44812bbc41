"""The event that started a GitHub workflow: its name, its commits, its branches.

What GitHub says in the environment and in the file that ``GITHUB_EVENT_PATH`` names. A value of
another form than git's is as good as missing: it is never handed to git.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from phaser_lint.core import Record
from phaser_lint.project.git.process_output import is_object_id

_LARGEST = 25 * 1024 * 1024


class GithubEvent(Record):
    """One event; a text is empty where the event has no such thing."""

    name: str = ""
    sha: str = ""
    """The commit that the workflow runs for: of a pull request, GitHub's merge commit."""
    ref: str = ""
    base_branch: str = ""
    """The branch that a pull request, or a merge group, is to be merged into."""
    base_sha: str = ""
    """The commit that a merge group is built upon, or that a pull request was opened against."""
    before: str = ""
    """Where a pushed branch was; empty for a new one, and where the event does not say."""
    is_new: bool = False
    """The pushed branch was not there before."""
    is_deleted: bool = False
    """It is no more; what is checked out is the default branch."""
    forced: bool = False
    default_branch: str = ""
    repository: str = ""
    """``owner/name``"""
    server: str = ""
    is_unread: bool = False
    """Its file is missing or broken, so that what stands only there is not known."""


def read_github_event(environment: Mapping[str, str]) -> GithubEvent:
    """Return GitHub's event of a workflow run, by its *environment* and the file that names."""
    # Without the file only less is known, which the search for a base says by itself.
    try:
        with open(environment.get("GITHUB_EVENT_PATH", ""), "rb") as file:
            event_json = json.loads(file.read(_LARGEST))
    except (OSError, ValueError, RecursionError):
        event_json = None
    is_unread = not isinstance(event_json, dict)
    payload: dict[str, Any] = {} if is_unread else event_json
    pull_request = payload.get("pull_request")
    base_ref = (
        environment.get("GITHUB_BASE_REF")
        or _find_text(pull_request, "base", "ref")
        or _find_text(payload, "merge_group", "base_ref")
    )
    before = _parse_commit_id(_find_text(payload, "before"))
    return GithubEvent(
        name=environment.get("GITHUB_EVENT_NAME", ""),
        sha=_parse_commit_id(environment.get("GITHUB_SHA", "")),
        ref=environment.get("GITHUB_REF", ""),
        base_branch=base_ref,
        base_sha=_parse_commit_id(
            _find_text(payload, "merge_group", "base_sha")
            or _find_text(pull_request, "base", "sha")
        ),
        before=before if before.strip("0") else "",
        is_new=bool(before) and not before.strip("0"),
        is_deleted=payload.get("deleted") is True,
        forced=payload.get("forced") is True,
        default_branch=_find_text(payload, "repository", "default_branch"),
        repository=environment.get("GITHUB_REPOSITORY", ""),
        server=environment.get("GITHUB_SERVER_URL", ""),
        is_unread=is_unread,
    )


def _find_text(payload: Any, *keys: str) -> str:
    for key in keys:
        payload = payload.get(key) if isinstance(payload, dict) else None
    return payload if isinstance(payload, str) else ""


def _parse_commit_id(text: str) -> str:
    return text if is_object_id(text) else ""
