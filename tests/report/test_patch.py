"""The patch of ``--diff``: names and line ends; ``tests/command/test_scan_fixes.py`` applies it."""

from __future__ import annotations

import pytest

from phaser_lint.check.fixes.fix_edits import Replacement
from phaser_lint.check.fixes.fixed_file import FixedFile
from phaser_lint.report.patch import make_patch_printable, render


def fixed(path: str, text: str, *edit: object) -> FixedFile:
    return FixedFile(path, text, (Replacement(*edit),) if edit else ())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "expected_name"),
    [
        ("a.py", "a/a.py"),
        ("a b.py", "a/a b.py\t"),
        ('"', '"a/\\""'),
        ("ä b", '"a/\\303\\244 b"\t'),
        ("a\n\x1b", '"a/a\\n\\033"'),
    ],
)
def test_a_patch_quotes_names_as_git_does(path: str, expected_name: str) -> None:
    """As git names them."""
    lines = render([fixed(path, "x\n", 0, 1, "y")]).split("\n")
    assert lines[1] == f"--- {expected_name}"


def test_a_patch_marks_a_missing_line_end() -> None:
    """Without a line end, before or after."""
    assert render([fixed("a", "1\n2", 3, 3, "\n")]).split("\n")[3:] == [
        "@@ -1,2 +1,2 @@", " 1", "-2", "\\ No newline at end of file", "+2", "",
    ]  # fmt: skip


def test_a_patch_makes_a_new_file() -> None:
    """Below a folder, with nothing in it."""
    file = FixedFile("a", "", is_new=True)
    assert render([file], folder="f") == "diff --git a/f/a b/f/a\nnew file mode 100644\n"


def test_a_terminal_obeys_nothing() -> None:
    """Tabs and line ends stay."""
    assert make_patch_printable("-\tx\x1b[2J\r\n+y\n") == "-\tx\\x1b[2J\\r\n+y\n"
