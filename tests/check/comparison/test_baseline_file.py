"""Baseline files: what is written, what is read, and what is no baseline."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.comparison import baseline_file as module
from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    BaselineComparison,
    BaselineError,
    digest_lines,
    has_earlier_version,
    is_usual_baseline,
    list_baseline_paths,
    make_baseline_entries,
    name_usual_baseline,
    parse_baseline,
    read_baseline,
    render_baseline,
    require_baseline,
)
from phaser_lint.check.engine.new_violations import without_existing
from phaser_lint.contract.model import Report, Violation

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.check.comparison.baseline_file import EntryKey

HEADER = '{"phaser-lint baseline": 2}\n'
EARLIER = '{"phaser-lint baseline": 1}\n'
HASH = "0123456789abcdef"
ENTRY_LINE = f'{{"path": "a.py", "rule_id": "a", "line": "{HASH}", "count": 2}}\n'


def violation_at(line: int | None, text: str, path: str = "a.py", rule_id: str = "a") -> Violation:
    where = "file" if line is None else "line"
    return Violation(rule_id, "error", "Fix it.", path, where, line, line_text=text)


def parse(text: str | bytes) -> dict[EntryKey, int]:
    content = text.encode() if isinstance(text, str) else text
    return dict(parse_baseline(content, display_path="b.jsonl"))


def test_a_baseline_is_sorted_and_counts_equal_lines() -> None:
    """Sorted by path, contract and line; equal lines are counted, and no line can be read."""
    secret = 'password = "hunter2"'
    violations = (
        violation_at(9, secret, rule_id="b"), violation_at(1, f"  {secret}"),
        violation_at(2, secret), violation_at(3, "x"),
        violation_at(None, "", "z.py"), violation_at(4, "x", "a\n\udcff é.py"),
    )  # fmt: skip
    text = render_baseline(make_baseline_entries(Report(violations=violations)))
    assert text == (
        HEADER
        + f'{{"path": "a\\n\\udcff \\u00e9.py", "rule_id": "a", "line": "{digest_lines("x")}",'
        ' "count": 1}\n'
        f'{{"path": "a.py", "rule_id": "a", "line": "{digest_lines("x")}", "count": 1}}\n'
        f'{{"path": "a.py", "rule_id": "a", "line": "{digest_lines(secret)}", "count": 2}}\n'
        f'{{"path": "a.py", "rule_id": "b", "line": "{digest_lines(secret)}", "count": 1}}\n'
        '{"path": "z.py", "rule_id": "a", "line": "", "count": 1}\n'
    )
    assert digest_lines("x") < digest_lines(secret) == "3c3708f470fc95b0"
    assert parse(text) == make_baseline_entries(Report(violations=violations))


def test_a_clean_project_has_a_baseline_too() -> None:
    """A project without violations has a baseline too."""
    assert render_baseline({}) == HEADER
    assert parse(HEADER) == {}


def test_a_violation_exists_as_often_as_the_baseline_says() -> None:
    """As often as the baseline says it exists; another line, file or contract is new."""
    baseline = make_baseline_entries(
        Report(violations=(violation_at(1, "x"), violation_at(2, "x"), violation_at(None, "")))
    )
    after = (
        violation_at(5, "\tx"),
        violation_at(6, "x"),
        violation_at(7, "x"),
        violation_at(8, "y"),
        violation_at(9, "x", "b.py"),
        violation_at(None, ""),
    )
    report = Report(violations=after)
    compared = without_existing(report, BaselineComparison(baseline).count(report))
    assert [violation.line for violation in compared.violations] == [7, 8, 9]
    assert compared.existing == 3


ENTRY_LINE_OF_LEVEL = (
    f'{{"path": "p/a.py", "level": "p", "rule_id": "a", "line": "{HASH}", "count": 2}}\n'
)


def test_a_level_below_the_top() -> None:
    """It is named; the root is not, nor is the user's, so that earlier files stay as they are."""
    violations = tuple(
        violation_at(1, "x", path, rule_id)._replace(level=level)
        for level, path, rule_id in (
            ("p", "p/a.py", "a"), ("", "p/a.py", "b"), ("~", "b.py", "c"), ("", "p/b.py", "a"),
        )
    )  # fmt: skip
    entries = make_baseline_entries(Report(violations=violations))
    of_x = digest_lines("x")
    text = render_baseline(entries)
    assert text == (
        f'{HEADER}{{"path": "b.py", "rule_id": "c", "line": "{of_x}", "count": 1}}\n'
        f'{{"path": "p/a.py", "rule_id": "b", "line": "{of_x}", "count": 1}}\n'
        f'{{"path": "p/a.py", "level": "p", "rule_id": "a", "line": "{of_x}", "count": 1}}\n'
        f'{{"path": "p/b.py", "rule_id": "a", "line": "{of_x}", "count": 1}}\n'
    )
    assert parse(text) == entries
    assert parse(
        HEADER + ENTRY_LINE_OF_LEVEL + ENTRY_LINE_OF_LEVEL.replace('"level": "p", ', "")
    ) == {
        ("p/a.py", ("p", "a"), HASH): 2,
        ("p/a.py", ("", "a"), HASH): 2,
    }


@pytest.mark.parametrize(
    "text",
    [
        HEADER + ENTRY_LINE,
        HEADER + ENTRY_LINE.rstrip("\n"),
        HEADER + ENTRY_LINE + ENTRY_LINE,
        HEADER + ENTRY_LINE.replace(": 2", ": 1") + ENTRY_LINE,
        HEADER + ENTRY_LINE + ENTRY_LINE.replace(": 2", ": 1"),
        HEADER + HEADER + "\n" + ENTRY_LINE,
        "\ufeff" + (HEADER + ENTRY_LINE).replace("\n", "\r\n"),
        HEADER + ENTRY_LINE.replace(" ", ""),
        EARLIER + ENTRY_LINE,
        EARLIER + HEADER + ENTRY_LINE,
    ],
)
def test_merged_and_converted_baselines_are_read(text: str) -> None:
    """Whatever a merge, an editor or a checkout on Windows made of it; the larger count wins."""
    assert parse(text) == {("a.py", ("", "a"), HASH): 2}


FOREIGN = 'b.jsonl:1: expected {"phaser-lint baseline": 2}: it is no baseline of phaser-lint'
LINE = "b.jsonl:2: line: expected 16 hexadecimal digits, or none"
COUNT = "b.jsonl:2: count: expected a number, at least 1"
CONFLICT = ": a merge conflict; keep the lines of both sides and delete the markers"


@pytest.mark.parametrize(
    ("text", "expected_error"),
    [
        ("", FOREIGN),
        ("[]\n", FOREIGN),
        ("print(1)\n", FOREIGN),
        (ENTRY_LINE, FOREIGN),
        ('{"version": "1.5.0", "results": {}}', FOREIGN),
        ("[" * 100_000, FOREIGN),
        (b"\x1f\x8b\xff", "b.jsonl:1: expected UTF-8 text"),
        (HEADER.encode() + b"\n\xff", "b.jsonl:3: expected UTF-8 text"),
        (b"\n" + HEADER.encode() + b"\xff\n\n", "b.jsonl:3: expected UTF-8 text"),
        ("<<<<<<< HEAD\n", FOREIGN),
        (
            HEADER.replace("2", "3"),
            "b.jsonl:1: phaser-lint baseline: expected version 2, not 3; a newer phaser-lint may "
            "have written it",
        ),
        (
            HEADER + HEADER.replace("2", '"\\u001b"'),
            'b.jsonl:2: phaser-lint baseline: expected version 2, not "\\u001b"',
        ),
        (HEADER + "<<<<<<< HEAD\n" + ENTRY_LINE, f"b.jsonl:2{CONFLICT}"),
        ("<<<<<<< HEAD\n" + HEADER + ENTRY_LINE, f"b.jsonl:1{CONFLICT}"),
        (HEADER + "=======\n", f"b.jsonl:2{CONFLICT}"),
        (HEADER + ENTRY_LINE + "[]\n", "b.jsonl:3: expected an entry, a mapping"),
        (HEADER + "{}\n", "b.jsonl:2: path: expected a text"),
        (HEADER + ENTRY_LINE_OF_LEVEL.replace('"p"', '""'), "b.jsonl:2: level: expected a text"),
        (HEADER + ENTRY_LINE_OF_LEVEL.replace('"p"', "1"), "b.jsonl:2: level: expected a text"),
        (
            HEADER + '{"a": 1, "a": 2}',
            "b.jsonl:2: expected an entry in JSON: a key stands there twice",
        ),
        (HEADER + ENTRY_LINE[:-3], "b.jsonl:2: expected an entry in JSON: …"),
        (HEADER + ENTRY_LINE.replace("path", "file"), "b.jsonl:2: file: unknown key"),
        (HEADER + ENTRY_LINE.replace("path", "\\u001b"), "b.jsonl:2: \\x1b: unknown key"),
        (HEADER + ENTRY_LINE.replace('"a.py"', "7"), "b.jsonl:2: path: expected a text"),
        (HEADER + ENTRY_LINE.replace('"a"', '""'), "b.jsonl:2: rule_id: expected a text"),
        (HEADER + ENTRY_LINE.replace(HASH, HASH[1:]), LINE),
        (HEADER + ENTRY_LINE.replace(HASH, HASH.upper()), LINE),
        (HEADER + ENTRY_LINE.replace(": 2", ": 0"), COUNT),
        (HEADER + ENTRY_LINE.replace(": 2", ": true"), COUNT),
        (HEADER + ENTRY_LINE.replace(": 2", ": 2.0"), COUNT),
        (HEADER + ENTRY_LINE.replace(', "count": 2', ""), COUNT),
    ],
)
def test_what_is_no_baseline_is_refused_with_line_and_key(
    text: str | bytes, expected_error: str
) -> None:
    """The file, the line, the key, and what was expected there."""
    with pytest.raises(BaselineError) as caught:
        parse(text)
    # What is wrong with the JSON, Python says.
    assert re.sub("(?<=JSON: )(?!a key).*", "…", str(caught.value)) == expected_error


def test_a_missing_file_and_a_folder_cannot_be_read(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "none", "No such file or directory"),
                       (tmp_path, "not a regular file")):  # fmt: skip
        with pytest.raises(BaselineError) as caught:
            read_baseline(str(path), display_path="b")
        assert str(caught.value) == f"b: the baseline cannot be read: {reason}"


def test_any_selection_of_lines_is_a_baseline() -> None:
    """Any selection of the lines after the first is a baseline: merges by line are safe."""
    lines = render_baseline(
        {(f"{file_number}.py", ("", "a"), HASH): 1 for file_number in range(9)}
    ).split("\n")
    assert [json.loads(line) for line in lines[1:-1]] != []
    for index in range(1, 10):
        remaining_text = "\n".join([*lines[:index], *lines[index + 1 :]])
        assert len(parse(remaining_text)) == 8


@pytest.mark.parametrize("text", [HEADER, HEADER + ENTRY_LINE * 2, "=======\n" + HEADER + "broken"])
def test_a_broken_baseline_may_be_written_anew(text: str, tmp_path: Path) -> None:
    """A baseline, and one that a merge or an editor broke."""
    (tmp_path / "b.jsonl").write_text(text)
    require_baseline(str(tmp_path / "b.jsonl"), display_path="b")


@pytest.mark.parametrize(
    ("content", "expected_error"),
    [
        (b"{}\n", FOREIGN.replace(".jsonl", "")),
        (b"", FOREIGN.replace(".jsonl", "")),
        (b"\n\xff", "b:2: expected UTF-8 text"),
    ],
)
def test_a_foreign_file_must_not_be_overwritten(
    content: bytes, expected_error: str, tmp_path: Path
) -> None:
    """It is somebody's file of another kind, and is named as it was given."""
    (tmp_path / "b.jsonl").write_bytes(content)
    for reader in (require_baseline, read_baseline):
        with pytest.raises(BaselineError) as caught:
            reader(str(tmp_path / "b.jsonl"), display_path="b")
        assert str(caught.value) == expected_error


def test_a_file_larger_than_any_baseline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused, not read in part; one of just that size is read."""
    monkeypatch.setattr(module, "_MAXIMUM_BYTES", len(HEADER + ENTRY_LINE))
    path = tmp_path / "b.jsonl"
    path.write_text(HEADER + ENTRY_LINE)
    assert read_baseline(str(path), display_path="b") == {("a.py", ("", "a"), HASH): 2}
    path.write_text(HEADER + ENTRY_LINE + "\n")
    with pytest.raises(BaselineError) as caught:
        read_baseline(str(path), display_path="b")
    assert str(caught.value) == "b: the baseline cannot be read: larger than 256 MB"


@pytest.mark.parametrize(
    ("text", "earlier"),
    [
        (HEADER, False),
        (HEADER + ENTRY_LINE.replace("a.py", "phaser-lint baseline"), False),
        (EARLIER, True),
        (HEADER + EARLIER, True),
        (EARLIER + HEADER + ENTRY_LINE, True),
    ],
)
def test_which_is_in_an_earlier_form(text: str, earlier: bool) -> None:
    """One with any part that was written in it."""
    assert has_earlier_version(text.encode(), display_path="b") == earlier


def test_an_earlier_form_is_text() -> None:
    """What is none is named as it was given."""
    with pytest.raises(BaselineError) as caught:
        has_earlier_version(b"\xff", display_path="b")
    assert str(caught.value) == "b:1: expected UTF-8 text"


def test_the_paths_that_hold_a_baseline(tmp_path: Path) -> None:
    """Of the project: the usual one, and the one that is given if it lies there."""
    root = tmp_path.resolve()
    for chosen_path, paths in (
        (None, (DEFAULT_PATH,)),
        (f"{root}/old/b.jsonl", (DEFAULT_PATH, "old/b.jsonl")),
        (f"{root}/../b.jsonl", (DEFAULT_PATH,)),
    ):
        assert list_baseline_paths(str(root), chosen_path) == paths


def test_the_usual_one_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path that can be opened there."""
    root = tmp_path.resolve()
    (root / "sub").mkdir()
    for folder, path in (
        (root, ".phaser/baseline.jsonl"),
        (root / "sub", "../.phaser/baseline.jsonl"),
        (root.parent, f"{root.name}/.phaser/baseline.jsonl"),
    ):
        monkeypatch.chdir(folder)
        assert name_usual_baseline(str(root)) == path


def test_the_usual_baseline_is_known_by_any_spelling_of_its_path(tmp_path: Path) -> None:
    """However its path is written; a copy, or one of another project, is another one."""
    root = tmp_path.resolve()
    (root / ".phaser").mkdir()
    (root / "link").symlink_to(".phaser")
    usual_paths = ("{}/.phaser/baseline.jsonl", "{}/.phaser/../.phaser/baseline.jsonl",
             "{}/link/baseline.jsonl")  # fmt: skip
    other_paths = ("{}/.phaser/other.jsonl", "{}/baseline.jsonl", "{}/sub/.phaser/baseline.jsonl",
              "{}/../.phaser/baseline.jsonl")  # fmt: skip
    assert [is_usual_baseline(str(root), path.format(root)) for path in usual_paths] == [True] * 3
    assert [is_usual_baseline(str(root), path.format(root)) for path in other_paths] == [False] * 4
