"""Every whole case as texts that an editor has open: the verdict of the other front-ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.file_records import Skip
from phaser_lint.core.text import is_unicode
from phaser_lint.project.file_or_skip import make_file_or_skip
from tests.case_files import Found
from tests.test_cases import NAMES, flags, name_of, writable_case

if TYPE_CHECKING:
    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

SEVERITIES = {1: "error", 2: "warning"}


@pytest.mark.one_row_in(23)
@pytest.mark.parametrize("name", NAMES)
def test_an_editor_shows_what_a_scan_finds(name: str, editor: Editor, project: MakeProject) -> None:
    """What a scan finds in a file is shown at that file, with its place and severity."""
    case = writable_case(name)
    if flags(case):
        pytest.skip("a scan is asked for something else than an editor")
    root = project(case.files)
    editor.start(root)
    files = [make_file_or_skip(path, content) for path, content in case.files.items()]
    texts = {
        file.path: file.text
        for file in files
        if not isinstance(file, Skip) and is_unicode(file.text)
    }
    violations_shown = []
    for path, text in texts.items():
        for diagnostic in editor.open(root / path, text):
            if "data" in diagnostic:
                level, rule_id = diagnostic["data"]["level"], diagnostic["code"]
                line, column, *_ = diagnostic["data"]["place"]
                key = name_of({"level": level, "rule_id": rule_id})
                violations_shown.append(
                    Found(key, path, line, column, SEVERITIES[diagnostic["severity"]])
                )
    expected = [violation for violation in case.violations if violation.path in texts]
    assert sorted(violations_shown, key=str) == sorted(expected, key=str)
    failing = [
        notification
        for notification in editor.notifications("window/showMessage")
        if "failed" in notification["message"]
    ]
    assert failing == []
