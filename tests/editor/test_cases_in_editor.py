"""Every whole case as texts that an editor has open: the verdict of the other front-ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.checked_files import Skip
from phaser_lint.core.text import is_unicode
from phaser_lint.project.disk import file_of
from tests.case_files import Found
from tests.test_cases import NAMES, flags, name_of, writable_case

if TYPE_CHECKING:
    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

SEVERITIES = {1: "error", 2: "warning"}


@pytest.mark.one_row_in(10)
@pytest.mark.parametrize("name", NAMES)
def test_editor(name: str, editor: Editor, project: MakeProject) -> None:
    """What a scan finds in a file is shown at that file, with its place and severity."""
    case = writable_case(name)
    if flags(case):
        pytest.skip("a scan is asked for something else than an editor")
    root = project(case.files)
    editor.start(root)
    files = [file_of(path, data) for path, data in case.files.items()]
    texts = {
        each.path: each.text
        for each in files
        if not isinstance(each, Skip) and is_unicode(each.text)
    }
    shown = []
    for path, text in texts.items():
        for each in editor.open(root / path, text):
            if "data" in each:
                level, rule_id = each["data"]["level"], each["code"]
                line, column, *_ = each["data"]["place"]
                key = name_of({"level": level, "rule_id": rule_id})
                shown.append(Found(key, path, line, column, SEVERITIES[each["severity"]]))
    expected = [each for each in case.violations if each.path in texts]
    assert sorted(shown, key=str) == sorted(expected, key=str)
    failing = [
        each for each in editor.notifications("window/showMessage") if "failed" in each["message"]
    ]
    assert failing == []
