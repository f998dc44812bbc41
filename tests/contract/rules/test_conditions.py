"""Conditions: which files a contract checks, which matches it exempts, and what stays unknown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.engine.check_files import assemble_report, keep_one_per_file
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.many_files import ManyFiles
from tests.conftest import write_files
from tests.examples import at_level, check, contract, contract_set, places_of
from tests.text.test_notebook import code, notebook

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.contract.model import Contract, Report

ANY_CALL = {"pattern": r"requests\.(?:get|post)(?&parens)"}
CALL = {**ANY_CALL, "unless_match": r"timeout\s*="}

OPEN = {"pattern": r"open(?&parens)", "when_match": "'w'"}


def judged_on_disk(tmp_path: Path, contract: Contract, files: dict[str, str]) -> Report:
    """What the shortcuts of a scan make of it."""
    write_files(tmp_path, dict(files))
    checker = make_checker(contract_set(contract), 2.0)
    verdicts, skipped, clean = ManyFiles(checker, str(tmp_path)).check(
        sorted(files), {}, sorted(files)
    )
    report = assemble_report(checker, verdicts, skipped=skipped, clean=clean, tree=None)
    return keep_one_per_file(report, checker.contracts)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("kind", "keys", "text", "places"),
    [
        # unless_match: found in the lines that the match touches.
        ("forbid_pattern", CALL, "requests.get(url, timeout=3)\n", []),
        ("forbid_pattern", CALL, "requests.get(\n    url,\n    timeout = 3,\n)\n", []),
        ("forbid_pattern", CALL, "requests.get(url)  # timeout=3 is the default\n", []),
        ("forbid_pattern", CALL, "timeout=3\nrequests.get(f(url))\n", ["a a.py:2:1"]),
        ("forbid_pattern", CALL, "requests.get(url)\ntimeout=3\n", ["a a.py:1:1"]),
        ("forbid_pattern", CALL, "requests.get(a)\nrequests.get(b, timeout=3)\nrequests.post(c)\n",
         ["a a.py:1:1", "a a.py:3:1"]),
        ("forbid_pattern", {"pattern": r"\s*print\(", "unless_match": "ok"}, "ok\n\nprint(1)\n",
         ["a a.py:3:1"]),
        ("forbid_pattern", {"pattern": r"x\s*", "unless_match": "ok"}, "x\n\nok\n", ["a a.py:1:1"]),
        ("forbid_pattern", {"pattern": r"[ \t]+$", "unless_match": "^> "}, "> a \nb \n",
         ["a a.py:2:2"]),
        ("forbid_pattern", {"pattern": "a", "unless_match": "^b", "literal": True}, "ab\nba\n",
         ["a a.py:1:1"]),
        ("file_not_contains", {"pattern": "a", "unless_match": "ok"}, "a ok\n", []),
        ("file_not_contains", {"pattern": "a", "unless_match": "ok"}, "a ok\na\na\n",
         ["a a.py:2:1"]),
        # unless_in_match, when_in_match: the match as a text of its own.
        ("forbid_pattern", {**ANY_CALL, "unless_in_match": "timeout"},
         "requests.get(url)  # timeout\nrequests.get(\n  timeout=3)\n", ["a a.py:1:1"]),
        ("forbid_pattern", {**ANY_CALL, "unless_in_match": "timeout"},
         "requests.get(url,  # timeout\n)\n", []),
        ("forbid_pattern", {**ANY_CALL, "unless_in_match": "timeout", "in": "code"},
         "requests.get(url,  # timeout )\n)\n", ["a a.py:1:1"]),
        ("forbid_pattern", {"pattern": r"\w+", "when_in_match": r"^a|\Ab|(?<= )c"}, "xa c\n", []),
        ("forbid_pattern", {"pattern": r"\w+", "when_in_match": r"^a|\Ab|(?<=x)c"}, "a b xc c\n",
         ["a a.py:1:1", "a a.py:1:3", "a a.py:1:5"]),
        ("forbid_pattern", {"pattern": "a.*", "when_in_match": "x", "unless_in_match": "y"},
         "a\na x\na x y\n", ["a a.py:2:1"]),
        ("forbid_pattern", {"pattern": r"a\r?\nb", "unless_in_match": r"a$"}, "a\r\nb\n", []),
        ("file_not_contains", {"pattern": "a+", "unless_in_match": "aa"}, "aa a\n", ["a a.py:1:4"]),
        # It sees no carriage return either, whatever its pattern sees, and of a line its own.
        ("forbid_pattern", {"pattern": r"print\(.*\r?\n", "unless_match": "# ok$"},
         "print(1)  # ok\r\nprint(2)\r\n", ["a a.py:2:1"]),
        ("forbid_pattern", {"pattern": "a", "unless_match": "ok"}, "a a ok\na\n a a\na ok a",
         ["a a.py:2:1", "a a.py:3:2", "a a.py:3:4"]),
        ("forbid_pattern", {"pattern": r"a\sa|b", "unless_match": "ok"}, "b a\na ok b\nb a\na b",
         ["a a.py:1:1", "a a.py:3:1", "a a.py:3:3", "a a.py:4:3"]),
        # when_match: a match counts only where it is found in those lines.
        ("forbid_pattern", OPEN, "open(path)\nopen(path, 'r')\n", []),
        ("forbid_pattern", OPEN, "open(path)\n# mode='w'\n", []),
        ("forbid_pattern", OPEN, "open(\n    path,\n    mode='w',\n)\nopen(a)\n", ["a a.py:1:1"]),
        ("forbid_pattern", OPEN, "open(a)\nopen(b, 'w')\n\nopen(c, 'w')\n",
         ["a a.py:2:1", "a a.py:4:1"]),
        ("forbid_pattern", {**OPEN, "unless_match": "ok"}, "open(a, 'w')  # ok\nopen(b, 'w')\nok\n",
         ["a a.py:2:1"]),
        ("forbid_pattern", {**OPEN, "unless_match": "ok"}, "open(a)  # ok\nopen(b)\n", []),
        ("forbid_pattern", {**OPEN, "in": "code"}, "# open(a, 'w')\nopen(a)  # 'w'\n",
         ["a a.py:2:1"]),
        ("forbid_pattern", {"pattern": r"\s*print\(", "when_match": "ok"}, "ok\n\nprint(1)\n", []),
        ("forbid_pattern", {"pattern": "a", "when_match": "^b", "literal": True}, "ab\nba\n",
         ["a a.py:2:2"]),
        ("file_not_contains", {"pattern": "a", "when_match": "ok"}, "a\nok\na\n", []),
        ("file_not_contains", {"pattern": "a", "when_match": "ok"}, "a\na ok\na ok\n",
         ["a a.py:2:1"]),
        ("forbid_pattern", {"pattern": r"print\(.*\r?\n", "when_match": "# ok$"},
         "print(1)  # ok\r\nprint(2)\r\n", ["a a.py:1:1"]),
        # when_file, unless_file: of the whole text.
        ("forbid_pattern", {"pattern": "eval", "when_file": "^import web"}, "eval\n", []),
        ("forbid_pattern", {"pattern": "eval", "when_file": "^import web"}, "eval\nimport web\n",
         ["a a.py:1:1"]),
        ("forbid_pattern", {"pattern": "eval", "unless_file": "@made"}, "eval @made", []),
        ("forbid_pattern", {"pattern": "eval", "unless_file": "@made"}, "eval", ["a a.py:1:1"]),
        ("forbid_pattern", {"pattern": "a", "when_file": "b", "unless_file": "c"}, "a b c", []),
        ("forbid_pattern", {"pattern": "a", "when_file": "b", "unless_file": "c"}, "a b",
         ["a a.py:1:1"]),
        ("require_pattern", {"pattern": "check", "when_file": "flask"}, "no\n", []),
        ("require_pattern", {"pattern": "check", "when_file": "flask"}, "flask check\n", []),
        ("require_pattern", {"pattern": "check", "when_file": "flask"}, "flask\n", ["a a.py"]),
        ("require_pattern", {"pattern": "check", "unless_file": "skip"}, "skip\n", []),
        ("require_pattern", {"pattern": "check", "unless_file": "skip"}, "x\n", ["a a.py"]),
        ("file_contains", {"pattern": "check", "when_file": "(?i)FLASK"}, "Flask\n", ["a a.py"]),
        ("file_contains", {"pattern": "check", "when_file": "flask"}, "x\n", []),
        # Each sees a text in which a carriage return is a line end, unless it names one.
        ("forbid_pattern", {"pattern": "a", "when_file": r"b$"}, "a\r\nb\r\n", ["a a.py:1:1"]),
        ("forbid_pattern", {"pattern": "a", "unless_file": r"\r"}, "a\r\n", []),
        ("forbid_pattern", {"pattern": "ä", "when_file": "ö"}, "ä ö", ["a a.py:1:1"]),
        # The path, from the level's folder.
        ("forbid_pattern", {"pattern": "a", "path_pattern": "^b"}, "a", []),
        ("forbid_pattern", {"pattern": "a", "path_pattern": r"^a\.py$"}, "a", ["a a.py:1:1"]),
        ("forbid_pattern", {"pattern": "a", "path_pattern": r"^(?!a)"}, "a", []),
        ("require_pattern", {"pattern": "b", "path_pattern": "(?i)A\\.PY"}, "a", ["a a.py"]),
    ],
)  # fmt: skip
def test_conditions_tell_what_is_checked(
    tmp_path: Path, kind: str, keys: dict[str, Any], text: str, places: list[str]
) -> None:
    """By the engine, and the same by a scan that takes shortcuts."""
    contract_a = contract(kind=kind, **keys)
    assert places_of(check([contract_a], {"a.py": text})) == places
    assert places_of(judged_on_disk(tmp_path, contract_a, {"a.py": text})) == places


@pytest.mark.parametrize(
    ("keys", "files", "places"),
    [
        ({"when_file": "x"}, {"a": "x check", "b": "no"}, []),
        ({"when_file": "x"}, {"a": "check", "b": "x"}, ["a **/*"]),
        ({"path_pattern": "^b"}, {"a": "check", "b": "x"}, ["a **/*"]),
    ],
)
def test_only_a_checked_file_meets_a_contract_on_the_tree(
    keys: dict[str, Any], files: dict[str, str], places: list[str]
) -> None:
    contract_a = contract(kind="require_pattern", pattern="check", scope="tree", **keys)
    assert places_of(check([contract_a], files, tree=files)) == places


def test_a_path_meets_a_condition_for_every_type() -> None:
    """A path counts for every type."""
    missing = contract(kind="file_exists", file_glob="README.md", path_pattern="^docs/")
    report = check([missing], {}, tree=["README.md"])
    assert places_of(report) == ["a README.md"]
    assert places_of(check([missing], {}, tree=["docs/README.md"])) == []
    unwanted = contract(kind="file_not_exists", file_glob="*.sql", path_pattern="^db/[^0-9]")
    paths = ["db/1.sql", "db/x.sql", "x.sql"]
    assert places_of(check([unwanted], {}, tree=paths)) == ["a db/x.sql"]


def test_paths_start_at_the_level() -> None:
    """As globs do."""
    contract_a = at_level("services/pay", pattern="bad", path_pattern="^src/")
    files = {"services/pay/src/a": "bad", "services/pay/lib/src/a": "bad", "src/a": "bad"}
    assert places_of(check([contract_a], files)) == ["a services/pay/src/a:1:1"]


def test_cells_are_one_file() -> None:
    """A condition on the file is met by any cell; one on a match knows its own lines alone."""
    text = notebook(code("import web"), code("eval\nok"), code("eval ok"))
    when = contract(pattern="eval", when_file="^import web")
    assert len(check([when], {"a.ipynb": text}).violations) == 2
    unless = contract(pattern="eval", unless_match="ok")
    assert [violation.cell for violation in check([unless], {"a.ipynb": text}).violations] == [2]
    lines = contract(pattern="eval", when_match="ok")
    assert [violation.cell for violation in check([lines], {"a.ipynb": text}).violations] == [3]
    json_alone = contract(pattern="eval", when_file="^import web", raw=True)
    assert check([json_alone], {"a.ipynb": text}).violations == ()
    assert json.loads(text)


SLOW = r"(?:a|aa)+$"
LONG = "a" * 60 + "b"


@pytest.mark.parametrize(
    ("kind", "keys", "text", "reasons", "places"),
    [
        ("forbid_pattern", {"pattern": "bad", "when_file": SLOW}, LONG, [], []),
        ("forbid_pattern", {"pattern": "bad", "when_file": SLOW}, f"bad\n{LONG}",
         ["when_file"], []),
        ("forbid_pattern", {"pattern": "bad", "unless_file": SLOW}, f"bad\n{LONG}",
         ["unless_file"], []),
        ("forbid_pattern", {"pattern": "bad", "unless_match": SLOW}, f"bad\nbad {LONG}\nbad",
         ["unless_match"], ["a a.py:1:1"]),
        ("forbid_pattern", {"pattern": "bad", "when_match": SLOW}, f"bad a\nbad {LONG}\nbad a",
         ["when_match"], ["a a.py:1:1"]),
        ("require_pattern", {"pattern": "bad", "when_file": SLOW}, LONG, ["when_file"], []),
        ("require_pattern", {"pattern": "bad", "when_file": SLOW, "scope": "tree"}, LONG,
         ["when_file"], []),
    ],
)  # fmt: skip
def test_a_condition_out_of_time_is_undecided(
    kind: str, keys: dict[str, Any], text: str, reasons: list[str], places: list[str]
) -> None:
    """Undecided by name, with what was found until then; nothing is clean by chance."""
    contract_a = contract(kind=kind, **keys)
    report = check([contract_a], {"a.py": text}, tree=["a.py"], seconds=0.05)
    expected_reasons = [f"{name}: the pattern took longer than 50 ms" for name in reasons]
    assert [undecided_check.reason for undecided_check in report.undecided] == expected_reasons
    assert places_of(report) == places
