"""Writes the golden files."""

from __future__ import annotations

from tests.report.golden import FOLDER, outputs

for name, text in outputs().items():
    (FOLDER / name).write_bytes(text.encode("utf-8"))
