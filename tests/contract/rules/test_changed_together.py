"""``changed_together``: files that do not change without others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.model import Violation
from tests.examples import at_level, check, contract

if TYPE_CHECKING:
    from phaser_lint.core.file_records import ChangeKind

KEYS = {"kind": "changed_together", "file_glob": "src/", "with_glob": ["docs/*.md", "NEWS"]}
ENTRY = contract(**KEYS)  # type: ignore[arg-type]
PASSES = "# phaser:ignore-file a -- once\n"


def alone(path: str, number: int = 1) -> Violation:
    message = "Fix a." if number == 1 else f"Fix a. ({number} files changed)"
    return Violation("a", "error", message, path, "file")


def changed(*paths: str) -> dict[str, ChangeKind]:
    return dict.fromkeys(paths, "modify")


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, id="nothing changed"),
        pytest.param(changed("a.py", "lib/src.py"), id="other files"),
        pytest.param(changed("docs/a.md"), id="the others alone"),
        pytest.param(changed("src/a.py", "docs/a.md"), id="together"),
        pytest.param({"src/a.py": "delete", "lib/NEWS": "create"}, id="deleted, and created"),
        pytest.param({"src/a.py": "delete", "docs/a.md": "delete"}, id="both deleted"),
    ],
)
def test_silent(changes: dict[str, ChangeKind]) -> None:
    """No violation."""
    assert check([ENTRY], {}, tree=[], changes=changes).violations == ()


def test_silent_where_not_all_is_known() -> None:
    """What else has to change may still come."""
    assert check([ENTRY], {}, tree=[], changes=changed("src/a.py"), whole=False).violations == ()
    assert check([ENTRY], {"src/a.py": ""}, tree=["src/a.py"]).violations == ()


def test_silent_where_the_other_is_not_checked() -> None:
    """It changed all the same: of a scan of some paths, and in another shard."""
    report = check([ENTRY], {}, tree=[], changes=changed("src/a.py"), others=["NEWS"])
    assert report.violations == ()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (changed("src/a.py"), alone("src/a.py")),
        ({"src/a.py": "create", "docs/a.md": "delete"}, alone("src/a.py")),
        ({"src/a.py": "modify", "docs/a.md": "delete"}, alone("src/a.py")),
        ({"src/a.py": "modify", "docs/a.md": "delete", "a.py": "delete"}, alone("src/a.py")),
        ({"src/a.py": "delete"}, alone("src/a.py")),
        ({"src/a.py": "create", "docs/a/b.md": "create"}, alone("src/a.py")),
        (changed("src/b.py", "src/a.py", "x"), alone("src/a.py", 2)),
    ],
)
def test_many_files_are_one_violation(changes: dict[str, ChangeKind], expected: Violation) -> None:
    """At the first file, with how many."""
    assert check([ENTRY], {}, tree=[], changes=changes).violations == (expected,)


def test_a_file_that_says_so_does_not_count() -> None:
    """Of what is left the first counts; of a deleted file what it said before."""
    changes: dict[str, ChangeKind] = {**changed("src/a.py", "src/b.py"), "src/c.py": "delete"}
    texts, texts_before = {"src/a.py": PASSES, "src/b.py": "x"}, {"src/c.py": PASSES}
    report = check([ENTRY], texts, tree=list(texts), changes=changes, then=texts_before)
    assert report.violations == (alone("src/b.py"),)
    assert report.suppressed == (alone("src/a.py", 2),)
    del changes["src/b.py"]
    assert check([ENTRY], texts, tree=[], changes=changes, then=texts_before).violations == ()


def test_globs_are_those_of_the_level() -> None:
    """Both globs are relative to its folder."""
    entry: Any = at_level("pay", **KEYS)  # type: ignore[arg-type]
    silent = [changed("src/a.py"), changed("pay/src/a.py", "pay/docs/a.md")]
    assert [check([entry], {}, tree=[], changes=changes).violations for changes in silent] == [
        (),
        (),
    ]
    report = check([entry], {}, tree=[], changes=changed("pay/src/a.py", "docs/a.md"))
    assert [violation.path for violation in report.violations] == ["pay/src/a.py"]
