"""Which revision the hooks are written with: one that has what is installed, or none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint import REPOSITORY, __version__
from phaser_lint.author.proposals.hook_source import HookSource, find_installed_source

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Installed = Callable[[str | None], None]

COMMIT = "0123456789abcdef0123456789abcdef01234567"
FORK = "https://git.example.org/team/phaser-lint.git"
RELEASE = HookSource(REPOSITORY, f"v{__version__}")
WHEEL = f"phaser_lint-{__version__}-py3-none-any.whl"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """Installs phaser-lint anew, as its metadata tell, with this ``direct_url.json``."""
    folder = tmp_path / f"phaser_lint-{__version__}.dist-info"

    def install(direct_url_text: str | None) -> None:
        folder.mkdir()
        (folder / "METADATA").write_text(f"Name: phaser-lint\nVersion: {__version__}\n")
        if direct_url_text is not None:
            (folder / "direct_url.json").write_text(direct_url_text)
        monkeypatch.syspath_prepend(str(tmp_path))

    return install


def of_git(url: str, commit: Any = COMMIT, vcs: str = "git") -> dict[str, Any]:
    return {"url": url, "vcs_info": {"vcs": vcs, "commit_id": commit, "requested_revision": "main"}}


def test_a_release_from_an_index_is_its_tag(installed: Installed) -> None:
    """A release, whose tag there is."""
    installed(None)
    assert find_installed_source() == RELEASE


@pytest.mark.parametrize(
    ("direct_url", "expected"),
    [
        ({"url": "file:///x", "dir_info": {"editable": True}}, None),
        ({"url": "file:///x", "dir_info": {}}, None),
        ({"url": f"file:///x/{WHEEL}", "archive_info": {}}, None),
        ({"url": f"https://example.org/{WHEEL}", "archive_info": {}}, None),
        (of_git(REPOSITORY, commit="main"), None),
        (of_git(REPOSITORY, commit=None), None),
        (of_git(REPOSITORY, vcs="hg"), None),
        ({"url": REPOSITORY, "vcs_info": []}, None),
        ({"url": 1}, None),
        ([], None),
        ({"url": f"{REPOSITORY}/releases/download/v{__version__}/{WHEEL}"}, RELEASE),
        (of_git(REPOSITORY), HookSource(REPOSITORY, COMMIT)),
        (of_git(f"{REPOSITORY}.git"), HookSource(REPOSITORY, COMMIT)),
        (of_git("file:///home/me/phaser-lint"), None),
        (of_git("/home/me/phaser-lint"), None),
        (of_git(FORK), HookSource(FORK, COMMIT)),
        (of_git(FORK.replace("//", "//me:secret@")), HookSource(FORK, COMMIT)),
        (of_git("ssh://git@host/x"), HookSource("ssh://git@host/x", COMMIT)),
        (of_git("https://x\n  rev: evil"), None),
    ],
)
def test_a_revision_that_others_cannot_fetch_is_none(
    installed: Installed, direct_url: Any, expected: HookSource | None
) -> None:
    """What others cannot fetch is no revision: with one that is nowhere no commit is possible."""
    installed(json.dumps(direct_url))
    assert find_installed_source() == expected


@pytest.mark.parametrize("direct_url_text", ["", "{", "[" * 100_000])
def test_what_cannot_be_read(installed: Installed, direct_url_text: str) -> None:
    installed(direct_url_text)
    assert find_installed_source() is None
