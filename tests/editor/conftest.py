"""An editor for a test, which ends its session afterwards."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.editor.editor import Editor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def editor(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Editor]:
    """A client with an empty home folder."""
    for name in os.environ.keys() - environment.keys():
        monkeypatch.delenv(name)
    for name, variable in environment.items():
        monkeypatch.setenv(name, variable)
    home = tmp_path.resolve() / "home"
    home.mkdir()
    client = Editor(home)
    yield client
    client.end()
