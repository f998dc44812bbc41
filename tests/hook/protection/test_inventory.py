"""What ``--protect`` notes of a checkout, whatever that has in the places; and where it ends."""

from __future__ import annotations

import json
import os
import time
from math import inf
from typing import TYPE_CHECKING

import pytest

from phaser_lint.hook.protection import inventory, snapshot
from phaser_lint.hook.protection.inventory import (
    abbreviate_text,
    list_protected_files,
    read_texts_to_keep,
    shorten_text,
)
from phaser_lint.hook.protection.snapshot import find_protected_folders
from tests.command.made import contract
from tests.conftest import write_files
from tests.hook.protection.test_unannounced_changes import (
    A,
    change_sentence,
    change_sentences,
    session,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.hook.protection.test_unannounced_changes import Session

__all__ = ["session"]
LEFT_OUT = (
    "The places of contracts, settings and plugins hold more than phaser-lint can check: it does "
    "not report all that a command changes there. It checked as far as "
)
DEEP = {f"big/{folder}/{name}.yaml": "x" for folder in ("", "a", "a/b") for name in "cd"}
# The link in its place, where it leads to, and what is noted.
LINKS = (
    (".claude/contracts/usr", "big", [".claude/contracts/usr"]),
    (".claude/contracts/up", "p", [".claude/contracts/up"]),
    (".claude/contracts/up", "p/.claude/contracts", [".claude/contracts/up"]),
    (".claude/contracts/in/usr", "big", [".claude/contracts/in/usr"]),
    (".claude/settings.json", "big", [".claude/settings.json"]),
    (".pre-commit-config.yaml", "big", [".pre-commit-config.yaml"]),
    (".phaser/config.yaml", "/dev/zero", [".phaser/config.yaml"]),
    (".phaser/baseline.jsonl", "nowhere", []),
    (".claude/contracts/x.yaml", "big/c.yaml", [".claude/contracts/x.yaml"]),
    (".codex", "big", []),
    # Of a folder elsewhere what a run reads: no subfolder.
    (".phaser/contracts", "big", [f".phaser/contracts{c}" for c in ("", "/c.yaml", "/d.yaml")]),
)  # fmt: skip


@pytest.mark.parametrize(("link", "target", "noted"), LINKS)
def test_a_link_is_followed_as_far_as_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: str, target: str, noted: list[str]
) -> None:
    """``ln -s /usr .claude/contracts/usr`` notes a link, and reads nothing of what is behind it."""
    monkeypatch.setattr(inventory, "list_moved_places", lambda environment: [])
    root = tmp_path / "p"
    write_files(tmp_path, {f"{path}": text for path, text in DEEP.items()})
    write_files(root, {".claude/contracts/in/a.yaml": "x"})
    (root / link).parent.mkdir(parents=True, exist_ok=True)
    (root / link).symlink_to(target if target.startswith("/") else tmp_path / target)
    protected = list_protected_files([str(root)], until=inf)
    contract_path = os.path.join(root, ".claude/contracts/in/a.yaml")
    assert [path for path in protected.files if path != contract_path] == [
        str(root / path) for path in noted
    ]
    assert contract_path in protected.files
    assert protected.left_out == ""
    texts = read_texts_to_keep(protected.files, until=time.monotonic() + 60)
    assert all(len(text or "") <= 1 for text in texts.values())


def test_the_memory_has_room_for_files_bytes_and_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For files, bytes and seconds; what was known is looked at all the same."""
    monkeypatch.setattr(inventory, "list_moved_places", lambda environment: [])
    names = [f"{tmp_path}/.claude/contracts/{name}.yaml" for name in "abcd"]
    write_files(tmp_path, {f".claude/contracts/{name}.yaml": "x" * 100 for name in "abcd"})
    assert [*list_protected_files([str(tmp_path)], until=inf).files] == names
    monkeypatch.setattr(inventory, "_MOST_FILES", 2)
    protected = list_protected_files([str(tmp_path)], until=inf)
    assert ([*protected.files], protected.left_out) == (names[:2], names[2])
    protected = list_protected_files([str(tmp_path)], remembered_paths=names, until=inf)
    assert ([*protected.files], protected.left_out) == (names, "")
    protected = list_protected_files([str(tmp_path)], remembered_paths=names[2:], until=0.0)
    assert [*protected.files] == names[2:]
    assert protected.left_out
    assert find_protected_folders(str(tmp_path), until=0.0) == ([], [], str(tmp_path))
    assert read_texts_to_keep(names, until=0.0) == {}
    monkeypatch.setattr(inventory, "_MOST_BYTES", 150)
    assert [*read_texts_to_keep(names, until=time.monotonic() + 60)] == names[:2]
    monkeypatch.setattr(inventory, "_MOST_TEXT", 50)
    texts = read_texts_to_keep(names[:2], until=time.monotonic() + 60)
    assert [len(text or "") for text in texts.values()] == [100, 81]


def test_a_text_in_brief() -> None:
    """Is the same as of the text in brief, and another than that of another one."""
    texts = ["", "x", "x" * 81, "x" * 82, "x" * 300_000, "x" * 299_999 + "y", "\ud800" * 300_000]
    for text in texts:
        assert (
            abbreviate_text(shorten_text(text))
            == abbreviate_text(abbreviate_text(text))
            == abbreviate_text(text)
        )
    assert len({abbreviate_text(text) for text in texts}) == len(texts)


def test_a_file_that_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its size tells, too."""
    monkeypatch.setattr(inventory, "_LARGEST", 10)
    texts = set()
    for size in (9, 10, 11, 12):
        (tmp_path / "a").write_text("x" * size)
        texts |= {*read_texts_to_keep([str(tmp_path / "a")], until=time.monotonic() + 60).values()}
    assert len(texts) == 4


def test_what_a_session_had_no_room_for(
    session: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is reported once; changes of what was noted are reported, and so is what is new."""
    agent_session = session(has_begun=False)
    many_files = {f".claude/contracts/more/{number}.txt": "x" for number in range(20)}
    write_files(agent_session.root, many_files)
    monkeypatch.setattr(inventory, "_MOST_FILES", 4)
    time.sleep(0.1)
    assert agent_session.hook("SessionStart") == {}
    answer = agent_session.shell("touch b.py")
    context = answer["hookSpecificOutput"]["additionalContext"]
    assert answer["systemMessage"] == f"phaser-lint: {context}"
    assert context.startswith(LEFT_OUT)
    assert context.endswith("txt.")
    assert agent_session.shell("touch b.py") == {}
    monkeypatch.setattr(inventory, "_MOST_FILES", 5000)
    # Older than the session: it was only not noted before.
    assert agent_session.shell("touch b.py") == {}
    assert change_sentences(agent_session.shell("echo >> .claude/contracts/more/7.txt")) == [
        change_sentence(".claude/contracts/more/7.txt")
    ]
    monkeypatch.setattr(inventory, "_MOST_FILES", 4)
    assert change_sentences(agent_session.shell(f"echo >> {A}")) == [change_sentence(A)]
    assert change_sentences(agent_session.stop()) == [
        change_sentence(f"{A}, .claude/contracts/more/7.txt")
    ]


def test_no_time_at_all(session: Callable[..., Session], monkeypatch: pytest.MonkeyPatch) -> None:
    """Is said, after a command or at Stop; nothing else is."""
    monkeypatch.setattr(snapshot, "SECONDS", -1.0)
    agent_session = session()
    answer = agent_session.shell("touch b.py")
    assert LEFT_OUT in answer["systemMessage"]
    assert agent_session.stop() == {}
    later = session()
    assert LEFT_OUT in later.stop()["systemMessage"]


def test_a_new_file_where_there_was_no_time(
    session: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no older one."""
    agent_session = session(has_begun=False)
    time.sleep(0.1)
    monkeypatch.setattr(snapshot, "SECONDS", -1.0)
    agent_session.hook("SessionStart")
    monkeypatch.setattr(snapshot, "SECONDS", 60.0)
    answer = agent_session.shell(f"echo > .claude/contracts/new.yaml; rm {A}; true")
    assert change_sentences(answer) == [change_sentence(".claude/contracts/new.yaml")]
    assert LEFT_OUT in json.dumps(answer)


@pytest.mark.slow
def test_a_contract_is_denied_beside_a_link_to_all(session: Callable[..., Session]) -> None:
    """In the time that an event has, whatever the checkout links to."""
    agent_session = session(has_begun=False)
    (agent_session.root / ".claude/contracts/usr").symlink_to("/usr")
    (agent_session.root / ".claude/plugins/cache/x").mkdir(parents=True)
    (agent_session.root / ".claude/plugins/cache/x/phaser-lint").symlink_to("/usr")
    write_files(agent_session.root, {".claude/contracts/b.yaml": contract("b")})
    began = time.monotonic()
    assert agent_session.hook("SessionStart") == {}
    assert time.monotonic() - began < 10
    memory_sizes = [path.stat().st_size for path in (agent_session.home / "cache").rglob("*.guard")]
    assert sum(memory_sizes) < 40 * 1024 * 1024
