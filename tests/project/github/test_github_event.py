"""The event of a workflow run, from its variables and its file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.github.github_event import GithubEvent, read_github_event

if TYPE_CHECKING:
    from pathlib import Path

SHA = "0123456789abcdef0123456789abcdef01234567"
LONG_SHA = "01" * 32


def read_event(folder: Path, event_text: str, **variables: str) -> GithubEvent:
    path = folder / "event.json"
    path.write_text(event_text, encoding="utf-8")
    return read_github_event({"GITHUB_EVENT_PATH": str(path), **variables})


def test_variables_win_over_the_event_file(tmp_path: Path) -> None:
    """The variables win; the file has what they do not."""
    payload = json.dumps({"pull_request": {"base": {"ref": "main", "sha": SHA}}})
    event = read_event(tmp_path, payload, GITHUB_EVENT_NAME="pull_request_review", GITHUB_SHA=SHA)
    expected = GithubEvent(name="pull_request_review", sha=SHA, base_branch="main", base_sha=SHA)
    assert event == expected
    event = read_event(tmp_path, payload, GITHUB_BASE_REF="next")
    assert event == GithubEvent(base_branch="next", base_sha=SHA)


def test_a_new_branch_has_no_before(tmp_path: Path) -> None:
    """A new branch has no before; neither has an event that does not tell it."""
    repository = {"default_branch": "main"}
    payload = {"before": LONG_SHA, "forced": True, "repository": repository}
    event = read_event(tmp_path, json.dumps(payload), GITHUB_REF="refs/heads/x")
    expected = GithubEvent(ref="refs/heads/x", before=LONG_SHA, forced=True, default_branch="main")
    assert event == expected
    payload = {"before": "0" * 40, "forced": False}
    assert read_event(tmp_path, json.dumps(payload)) == GithubEvent(is_new=True)
    assert read_event(tmp_path, '{"deleted": true}') == GithubEvent(is_deleted=True)
    assert read_event(tmp_path, "{}") == GithubEvent()


@pytest.mark.parametrize("event_text", ["", "{", "[]", "null", '"before"', "[" * 200_000])
def test_file_that_is_no_object(tmp_path: Path, event_text: str) -> None:
    """As if there were none."""
    assert read_event(tmp_path, event_text, GITHUB_SHA="HEAD") == GithubEvent(is_unread=True)


@pytest.mark.parametrize(
    "event_text",
    ['{"before": 1, "merge_group": [1]}',
     '{"before": "--upload-pack=x", "forced": "yes", "merge_group": {"base_sha": "main"}}',
     '{"pull_request": {"base": null}, "repository": {"default_branch": ["main"]}}'],
)  # fmt: skip
def test_file_of_another_form(tmp_path: Path, event_text: str) -> None:
    """What is not of git's form is missing, and never an option of git's."""
    assert read_event(tmp_path, event_text, GITHUB_SHA="HEAD") == GithubEvent()


def test_without_an_event_file_it_is_outside_of_github(tmp_path: Path) -> None:
    assert read_github_event({}) == GithubEvent(is_unread=True)
    assert read_github_event({"GITHUB_EVENT_PATH": str(tmp_path)}) == GithubEvent(is_unread=True)
