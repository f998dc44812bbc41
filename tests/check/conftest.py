"""Projects of few files, checked here as those of many: with what is kept between scans."""

from __future__ import annotations

import pytest

from phaser_lint.check import project_inputs, project_scan


@pytest.fixture(autouse=True)
def _many_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_scan, "FEW_FILES", -1)
    monkeypatch.setattr(project_inputs, "_WORTH_STORING", 0)
