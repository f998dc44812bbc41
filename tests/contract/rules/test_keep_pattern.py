"""``keep_pattern``: text that a change has to leave."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.examples import check, contract

if TYPE_CHECKING:
    from phaser_lint.contract.model import Report
    from phaser_lint.core.file_records import ChangeKind

A, B, C = "def test_a(): x\n", "def test_b(): y\n", "def test_c(): z\n"
Files = dict[str, str]


def kept(**keys: Any) -> Any:
    defaults = {"pattern": r"^\s*def (test_\w+)", "file_glob": "t/", "message": "Mend it."}
    return contract(kind="keep_pattern", **{**defaults, **keys})


def changed(before: Files, after: Files, *, ignores: bool = True, **keys: Any) -> Report:
    kinds: dict[str, ChangeKind] = dict.fromkeys(before.keys() - after.keys(), "delete")
    for path, text in after.items():
        if before.get(path) != text:
            kinds[path] = "modify" if path in before else "create"
    return check([kept(**keys)], after, changes=kinds, then=before, ignores=ignores)


def lost(report: Report) -> list[str]:
    """Each loss: its path, and what the message says after the contract's own."""
    return [
        f"{violation.path} {violation.message.removeprefix('Mend it. ')}"
        for violation in report.violations
    ]


@pytest.mark.parametrize(
    ("keys", "before", "after"),
    [
        pytest.param({}, {"t/a": A}, {"t/a": A + B}, id="added"),
        pytest.param({}, {"t/a": A + B}, {"t/a": B + "\n\n    " + A}, id="moved and indented"),
        pytest.param({}, {"t/a": A}, {"t/a": "  def test_a(z, q):\n"}, id="what the group leaves"),
        pytest.param({"pattern": r"def\s+test_a"}, {"t/a": A}, {"t/a": "def \n test_a"},
                     id="white space"),
        pytest.param({}, {"t/a": A + B}, {"t/a": A, "t/b": B}, id="split"),
        pytest.param({}, {"t/a": A, "t/b": B}, {"t/c": A + B}, id="merged"),
        pytest.param({}, {"t/a": A}, {"t/n/a": A}, id="renamed"),
        pytest.param({}, {"t/a": A + A}, {"t/a": A, "t/b": A}, id="one of two moved"),
        pytest.param({}, {"o": A}, {"o": ""}, id="another file"),
        pytest.param({"keep": "number"}, {"t/a": A + B}, {"t/a": A + C}, id="as many"),
        pytest.param({"keep": "number"}, {"t/a": A + B}, {"t/a": A, "t/b": C}, id="elsewhere"),
        pytest.param({"in": "code"}, {"t/a.py": f"# {A}"}, {"t/a.py": ""}, id="never counted"),
        pytest.param({"unless_match": "slow"}, {"t/a": f"{A[:-1]} # slow\n"}, {"t/a": ""},
                     id="exempt by its line"),
        pytest.param({"when_file": "^x$"}, {"t/a": A}, {"t/a": ""}, id="not checked before"),
        pytest.param({"when_file": "^x$"}, {"t/a": f"x\n{A}"}, {"t/a": A},
                     id="left in a file that is not checked now"),
    ],
)  # fmt: skip
def test_silent(keys: dict[str, Any], before: Files, after: Files) -> None:
    """Nothing is gone."""
    report = changed(before, after, **keys)
    assert (report.violations, report.undecided) == ((), ())


def test_silent_without_a_before() -> None:
    """Of what there is nothing can be said."""
    assert check([kept()], {"t/a": ""}, tree=["t/a"]).violations == ()


@pytest.mark.parametrize(
    ("keys", "before", "after", "expected"),
    [
        pytest.param({}, {"t/a": A + B}, {"t/a": B}, ["t/a (line 1 before: def test_a)"],
                     id="gone"),
        pytest.param({}, {"t/a": A + B}, {}, ["t/a (line 1 before: def test_a)",
                     "t/a (line 2 before: def test_b)"], id="deleted"),
        pytest.param({}, {"t/a": A}, {"o": A}, ["t/a (line 1 before: def test_a)"],
                     id="renamed out of the glob"),
        pytest.param({}, {"t/a": A, "t/b": A}, {"t/c": A}, ["t/b (line 1 before: def test_a)"],
                     id="one came for two"),
        pytest.param({}, {"t/a": f"\n{A}\n{A}"}, {"t/a": A}, ["t/a (line 4 before: def test_a)"],
                     id="one of two, the last"),
        pytest.param({}, {"t/a": A}, {"t/a": A.upper()}, ["t/a (line 1 before: def test_a)"],
                     id="changed"),
        pytest.param({"pattern": "(?s)def.*?:(?= x)"}, {"t/a": f"def\n{'a' * 90}: x"},
                     {"t/a": ""}, [f"t/a (line 1 before: def {'a' * 75}…)"],
                     id="one line of 80"),
        pytest.param({"keep": "number"}, {"t/a": A + B + C}, {"t/a": B},
                     ["t/a (1 of 3 left; line 1 before: def test_a)"], id="fewer"),
        pytest.param({"keep": "number"}, {"t/a": A + B}, {"t/a": C, "t/b": ""},
                     ["t/a (1 of 2 left; line 1 before: def test_a)"], id="one less"),
        pytest.param({"in": "code"}, {"t/a.py": A}, {"t/a.py": f"# {A}'''\n{A}'''"},
                     ["t/a.py (line 1 before: def test_a)"], id="in a comment and a string"),
        pytest.param({"unless_match": "slow"}, {"t/a": A}, {"t/a": f"{A[:-1]} # slow\n"},
                     ["t/a (line 1 before: def test_a)"], id="exempted"),
        pytest.param({"unless_file": "gone"}, {"t/a": A}, {"t/a": "gone"},
                     ["t/a (line 1 before: def test_a)"], id="the file exempted"),
        pytest.param({"unless_file": "gone"}, {"t/a": A}, {"t/a": "", "t/b": f"gone\n{A}"},
                     ["t/a (line 1 before: def test_a)"], id="to a file that is not checked"),
        pytest.param({"literal": True, "pattern": "assert"}, {"t/a": "assert x"}, {"t/a": "x"},
                     ["t/a (line 1 before: assert)"], id="plain text"),
        pytest.param({}, {"t/a": A + B}, {"t/n": A}, ["t/n (line 2 of t/a before: def test_b)"],
                     id="renamed"),
        pytest.param({}, {"t/a": A + B, "t/b": A}, {"t/n/b": A},
                     ["t/a (line 1 before: def test_a)", "t/a (line 2 before: def test_b)"],
                     id="deleted beside a renamed one"),
    ],
)  # fmt: skip
def test_fires(keys: dict[str, Any], before: Files, after: Files, expected: list[str]) -> None:
    """At the file, with the line where it was."""
    report = changed(before, after, **keys)
    assert lost(report) == expected
    assert {violation.where for violation in report.violations} == {"file"}


def losing_paths(report: Report) -> list[str]:
    """The files that lost something, by what they were called before."""
    earlier_names = (re.search(r" of (\S+) before: ", line) for line in lost(report))
    return [
        name[1] if name else violation.path
        for name, violation in zip(earlier_names, report.violations, strict=True)
    ]


def body(letter: str, lines: int = 3) -> str:
    """A test ``test_a`` that is like no other but one of the same letter."""
    return "def test_a():\n" + "".join(f"    assert {letter}{line}()\n" for line in range(lines))


HEADER = "".join(f"import library_{number}\n" for number in range(9))


@pytest.mark.parametrize("keep", ["text", "number"])
@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param({"t/1": body("x"), "t/2": body("y")}, {"t/3": body("y")}, "t/1",
                     id="renamed"),
        pytest.param({"t/1": body("x"), "t/2": body("y")}, {"t/3": HEADER + body("y")}, "t/1",
                     id="renamed and changed"),
        pytest.param({"t/1": body("x"), "t/2": HEADER + body("y")},
                     {"t/1": "", "t/2": HEADER, "t/3": body("y")}, "t/1", id="moved"),
        pytest.param({"t/1": body("x"), "t/2": body("y")}, {"t/1": HEADER, "t/0": body("y")},
                     "t/1", id="moved to a name before both"),
        pytest.param({"t/1": HEADER + body("x"), "t/2": HEADER + body("y") + B},
                     {"t/3": HEADER + body("y"), "t/4": HEADER + B}, "t/1", id="split"),
        pytest.param({"t/1": body("x"), "t/2": body("y"), "t/3": B},
                     {"t/1": "", "t/2": "", "t/3": B + body("y")}, "t/1", id="into an old file"),
        pytest.param({"t/1": body("x"), "t/2": body("y"), "t/3": body("z")},
                     {"t/1": body("y"), "t/2": body("x")}, "t/3", id="swapped"),
        pytest.param({"t/1": HEADER + body("y"), "t/2": body("y")}, {"t/3": body("y")}, "t/1",
                     id="all of it"),
        pytest.param({"t/1/a": body("y"), "t/2/b": body("y")}, {"t/3/b": body("y")}, "t/1/a",
                     id="a namesake of equal ones"),
    ],
)  # fmt: skip
def test_of_equal_matches_that_is_lost_which_moved_nowhere(
    before: Files, after: Files, expected: str, keep: str
) -> None:
    """Whatever the files are called: the one moved whose lines came along."""
    assert losing_paths(changed(before, after, keep=keep)) == [expected]
    # The same where the names stand in the opposite order.
    names = sorted({*before, *after})
    mirrored = {path: f"t/{9 - place}/{path}" for place, path in enumerate(names)}
    report = changed(
        {mirrored[path]: text for path, text in before.items()},
        {mirrored[path]: text for path, text in after.items()},
        keep=keep,
    )
    assert losing_paths(report) == [mirrored[expected]]


LICENSE, LICENSED = "# MIT\n", {"pattern": "^# (MIT)$", "movable": False}


@pytest.mark.parametrize("keep", ["text", "number"])
@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param({"t/a": LICENSE + A}, {"t/a": A, "t/c": LICENSE + C}, ["t/a"],
                     id="a new file"),
        pytest.param({"t/a": LICENSE + A, "t/b": B}, {"t/a": A, "t/b": LICENSE + B}, ["t/a"],
                     id="an old file"),
        pytest.param({"t/a": LICENSE + HEADER}, {"t/c": LICENSE + C}, [], id="a file deleted"),
        pytest.param({"t/a": LICENSE + A, "t/b": B}, {"t/b": B}, [], id="and none made"),
        pytest.param({"t/a": LICENSE}, {"t/a": ""}, ["t/a"], id="a file emptied"),
        pytest.param({"t/a": LICENSE + HEADER}, {"t/b": HEADER, "t/c": LICENSE + C}, ["t/b"],
                     id="lost by a renamed file"),
        pytest.param({"t/a": LICENSE + HEADER}, {"t/b": LICENSE + HEADER + A}, [], id="renamed"),
        pytest.param({"t/a": LICENSE + A}, {"t/a": A + LICENSE}, [], id="within the file"),
    ],
)  # fmt: skip
def test_a_text_that_is_not_movable_stays_in_its_file(
    before: Files, after: Files, expected: list[str], keep: str
) -> None:
    """The license of each new file was taken for that of the file that had lost it."""
    report = changed(before, after, keep=keep, **LICENSED)
    assert [violation.path for violation in report.violations] == expected


def test_what_is_compared_is_the_key() -> None:
    """Not the line, which others may have changed."""
    (violation,) = changed({"t/a": A}, {"t/a": ""}).violations
    assert violation.matched_lines == "test_a"


def test_the_variables_of_the_message() -> None:
    """Of the path and of the match, as it was."""
    before = {"t/a.py": A}
    (violation,) = changed(
        before, {"t/a.py": ""}, message="Keep {1} ({match}) in {stem}."
    ).violations
    assert violation.message == "Keep test_a (def test_a) in a. (line 1 before: def test_a)"


def test_only_directives_of_before_let_pass() -> None:
    """One that the change adds lets nothing pass."""
    passes = "# phaser:ignore-file a -- flaky\n"
    added = changed({"t/a.py": A}, {"t/a.py": passes})
    assert (len(added.violations), added.suppressed) == (1, ())
    earlier = changed({"t/a.py": passes + A}, {"t/a.py": ""})
    assert (earlier.violations, len(earlier.suppressed)) == ((), 1)
    assert len(changed({"t/a.py": passes + A}, {}, ignores=False).violations) == 1
    assert len(changed({"t/a.py": passes + A}, {}, ignorable=False).violations) == 1
    renamed = changed({"t/a.py": passes + A + B}, {"t/b.py": passes + B})
    assert (renamed.violations, [lost.path for lost in renamed.suppressed]) == ((), ["t/b.py"])
    assert len(changed({"t/a.py": A + B}, {"t/b.py": passes + B}).violations) == 1


def test_a_notebook_loses_what_a_cell_held() -> None:
    """The cell and its line tell where it was."""
    cells = '{"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "source": ["%s"]}]'
    rest = ', "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    before = {"t/a.ipynb": cells % r"x = 1\n\ndef test_a(): x" + rest}
    assert lost(changed(before, {"t/a.ipynb": cells % "x = 1" + rest})) == [
        "t/a.ipynb (cell 1, line 3 before: def test_a)"
    ]


def test_a_search_out_of_time_decides_nothing() -> None:
    """Neither that all is there, nor that something is gone."""
    report = check(
        [kept(pattern="(a|aa)+$")],
        {"t/a": "a" * 40 + "b"},
        changes={"t/a": "modify"},
        then={"t/a": "aaa"},
        seconds=0.01,
    )
    assert report.violations == ()
    assert [open_case.path for open_case in report.undecided] == ["t/a"]
