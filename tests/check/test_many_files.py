"""Every shortcut of a scan gives the report of the plain engine: literals, processes, caches."""

from __future__ import annotations

import os
import random
import socket
import sys
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.many_files import ManyFiles
from phaser_lint.check.result_cache import ResultCache
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.model import ContractSet, Report
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.report import json

if TYPE_CHECKING:
    from pathlib import Path

PATTERN_SECONDS = 5.0

PATTERNS = (
    r"\bprint\(",
    r"(?<!un)locked\b",
    r"yaml\.load\((?!.*SafeLoader)",
    r"(?P<quote>['\"])secret(?P=quote)",
    r"(\w)\1\1",
    r"(?i)kelvin|straße|ſize",
    r"(?i)\bİstanbul\b",
    r"(?i:todo)|FIXME",
    r"(?a)\w+é",
    r"\p{Lu}\p{Ll}+ßen",
    r"[^\x00-\x7f]",
    r"\r",
    r"end\r\n",
    r"^import os$",
    r"\Aimport",
    r"last\Z",
    r"^x*",
    r"(?s)start.*stop",
    r"(?x) a \s b  # spaces",
    r"(?<=\t)tab",
    r"(?:foo|bar|baz)\d{2,}",
    r"(?r)back\w",
    r"\bkey\b\s*=\s*\S",
    r"[b-df-hj-n]{9}",
    r"phaser",
    r" \ufeff",
    "\ud83d\ude00",
    r"[\ud800-\udfff]",
)
PIECES = (
    b"print(1)\n",
    b"unlocked locked\n",
    b"yaml.load(f)\r\n",
    b"yaml.load(f, SafeLoader)\n",
    b"'secret' \"secret'\n",
    b"aaa bbb\n",
    "KELVIN \u212aELVIN STRASSE straße Size ſize\n".encode(),
    "İSTANBUL istanbul ıstanbul\n".encode(),
    b"ToDo fixme FIXME\n",
    "cafeé Größen\n".encode(),
    b"end\r\n",
    b"import os\n",
    b"import os\r\n",
    b"last",
    b"start\n",
    b"stop\n",
    b"a b\n",
    b"\ttab\n",
    b"foo12 bar3 baz345\n",
    b"backx xback\n",
    b"key = 1 KEY = 2\n",
    b"bcdfghjklm\n",
    b"print(2)  # phaser:ignore rule-0 -- why\n",
    b"# phaser:ignore-next-line rule-1, rule-9\n",
    b"x = 1  # PHASER:ignore rule-0\n",
    b"# phaser:ignore-all\n",
    b"# phaser:ignore-file rule-30\n",
    b"\xff\xfe odd\n",
    "\U0001f600 \ufeff\n".encode(),
    b"\x0c\n",
    b"\n",
)
WHOLE_FILES = (
    b"",
    b"\xef\xbb\xbfimport os\nprint(1)\n",
    b"\0print(1)\n",
    b"\x01" * 10 + b"print(1)" * 5,
    b"x" * 200 + b"\xff" * 30,
    "print('пароль')\n".encode("cp1251") * 20,
    "print(1)\r\nкириллица import os\n# phaser:ignore-all\n".encode("utf-16"),
    b"\xfe\xff" + "last print(1)  # phaser:ignore rule-0".encode("utf-16-be") + b"\n",
    b"\xff\xfe" + b"print(1) import os\n",
    b"\xff\xfeprint(1)\0\0\0\n",
    "print(1)\n".encode("utf-32"),
    "日本 print(1)\n".encode("iso2022_jp") * 9,
    b"print(1)",
    b"start\n\nstop",
    b"a;" * 2_500_000,
    b"y" * (10 * 1024 * 1024 + 1),
)


NOTEBOOKS = (
    b"",
    b"print(1)",
    b'{"cells": [{"source": "pr\\u0069nt(1)\\nimport os\\n  last"}]}',
    b'{"cells": [{"source": ["print(2)  # phaser:ignore rule-0\\n", "\\u005cr"]}]}',
    b'{"cells": [{"source": "x", "outputs": [{"output_type": "stream", "text": "FIXME"}]}]}',
    b'{"cells": [{"source": "start"}, {"source": "stop"}], "metadata": "foo12"}',
)


def contract(number: int, **fields: object) -> object:
    """A contract with an id of its number."""
    mapping = {
        "rule_id": f"rule-{number}",
        "type": "forbid_pattern",
        "file_glob": ["*.py", "*.ipynb"],
        "message": "No.",
        "severity": "error",
        **fields,
    }
    checked_mapping = check_mapping(mapping, source="project", path="c.yaml")
    assert checked_mapping.contract is not None, checked_mapping.problems
    return checked_mapping.contract


def contracts() -> ContractSet:
    """One contract for each pattern, and some of the other types."""
    forbidden = [contract(number, pattern=pattern) for number, pattern in enumerate(PATTERNS)]
    other_fields = [
        {"type": "require_pattern", "pattern": "import"},
        {"type": "require_pattern", "pattern": r"(?i)size", "scope": "tree"},
        {"type": "file_contains", "pattern": "last", "literal": True, "file_glob": "a*.py"},
        {"type": "file_not_contains", "pattern": r"foo\d"},
        {"type": "file_not_contains", "pattern": "(?i)KEY", "ignorable": False},
        {"type": "forbid_pattern", "pattern": "print(", "literal": True, "file_glob": "b/**"},
    ]
    other_contracts = [
        contract(number, **fields) for number, fields in enumerate(other_fields, start=30)
    ]
    return ContractSet(tuple(forbidden + other_contracts))  # type: ignore[arg-type]


@pytest.fixture(scope="module", name="root")
def _root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree of odd files and of generated ones."""
    root = tmp_path_factory.mktemp("tree")
    for folder in ("a", "b"):
        (root / folder).mkdir()
    for number, content in enumerate(WHOLE_FILES):
        (root / f"whole{number}.py").write_bytes(content)
    chance = random.Random(20)
    for number in range(220):
        content = b"".join(chance.choices(PIECES, k=chance.randint(0, 12)))
        (root / chance.choice(("a", "b")) / f"{chance.choice('ab')}{number}.py").write_bytes(
            content
        )
    for number, content in enumerate(NOTEBOOKS):
        (root / f"{number}.ipynb").write_bytes(content)
    (root / "link.py").symlink_to("whole1.py")
    time.sleep(0.15)  # the result cache keeps nothing that changed a tick ago
    return root


def paths_of(root: Path) -> list[str]:
    """All files of the tree."""
    return sorted(
        str(path.relative_to(root))
        for path in root.rglob("*")
        if path.is_symlink() or path.is_file()
    )


def check_plainly(root: Path, *, ignores: bool = True) -> Report:
    """The report of the plain engine."""
    checker = make_checker(contracts(), PATTERN_SECONDS, ignores=ignores)
    files = DiskFiles(str(root)).read(paths_of(root))
    verdicts, skipped = engine.check_each_file(checker, files)
    return engine.assemble_report(checker, verdicts, skipped=skipped, tree=None)


def check_by_shortcuts(
    root: Path,
    *,
    workers: int = 1,
    cache: ResultCache | None = None,
    ignores: bool = True,
    special: frozenset[str] | None = None,
) -> Report:
    """The report by way of every shortcut."""
    checker = make_checker(contracts(), PATTERN_SECONDS, ignores=ignores)
    files = ManyFiles(checker, str(root), special=special, cache=cache)
    recalled, unknown = files.recall(paths_of(root), workers=workers)
    verdicts, skipped, clean = files.check(paths_of(root), recalled, unknown, workers=workers)
    return engine.assemble_report(checker, verdicts, skipped=skipped, clean=clean, tree=None)


@pytest.fixture(scope="module", name="expected")
def _expected(root: Path) -> Report:
    """The plain report, which has something of everything."""
    report = check_plainly(root)
    assert len(report.violations) > 500
    assert report.suppressed
    assert report.notices
    assert {skip.reason for skip in report.skipped} == {
        "binary",
        "binary by its control characters",
        "larger than 10 MB",
        "symbolic link",
    }
    broken_ids = {violation.rule_id for violation in report.violations}
    silent_ids = {
        forbidding.rule_id
        for forbidding in contracts().contracts
        if forbidding.type == "forbid_pattern"
    } - broken_ids
    # Halves of a pair stand for no character: the file holds the whole one.
    assert silent_ids == {"rule-26"}
    return report


def assert_equal(actual: Report, expected: Report) -> None:
    """Equal as values, and byte for byte as JSON."""
    assert actual == expected
    assert json.render(actual) == json.render(expected)


def test_one_pass_of_literals_hides_nothing(root: Path, expected: Report) -> None:
    """With the automaton."""
    pytest.importorskip("hyperscan")
    assert_equal(check_by_shortcuts(root), expected)


@pytest.mark.slow
def test_without_the_automaton_it_is_the_same(
    root: Path, expected: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where hyperscan has no wheel, the literals are searched one by one."""
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert_equal(check_by_shortcuts(root), expected)


def test_a_few_files_are_the_same(root: Path) -> None:
    """So few that the search engine is not worth it."""
    paths = paths_of(root)[::8]
    checker = make_checker(contracts(), PATTERN_SECONDS)
    few, many = ManyFiles(checker, str(root)), ManyFiles(checker, str(root))
    many.prepare(paths_of(root))
    assert len(paths) < 48
    assert few.results(paths) == many.results(paths)


@pytest.mark.slow
def test_a_file_that_is_listed_as_regular_is_opened_at_once(root: Path, expected: Report) -> None:
    """With it a regular file is opened at once; ``link.py`` was one then, or was not."""
    assert_equal(check_by_shortcuts(root, special=frozenset({"link.py"})), expected)
    assert_equal(check_by_shortcuts(root, special=frozenset()), expected)


def test_a_listed_file_that_became_something_else_is_skipped(tmp_path: Path) -> None:
    """The same as without the listing, and nothing hangs."""
    os.mkfifo(tmp_path / "fifo.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "link.py").symlink_to("file.py")
    (tmp_path / "file.py").write_text("print(1)\n")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket.py"))
    names = ["fifo.py", "folder.py", "link.py", "file.py", "socket.py", "gone.py"]
    checker = make_checker(contracts(), PATTERN_SECONDS)
    results_by_listing = [
        ManyFiles(checker, str(tmp_path), special=special).results(names)
        for special in (None, frozenset[str]())
    ]
    assert results_by_listing[0] == results_by_listing[1]
    reasons = [reason for _, reason in results_by_listing[0] if isinstance(reason, str)]
    assert reasons == [
        "not a regular file",
        "not a regular file",
        "symbolic link",
        "not a regular file",
        "cannot be read: No such file or directory",
    ]


@pytest.mark.slow
def test_processes_keep_the_order(root: Path, expected: Report) -> None:
    """Two and three processes give the report of one."""
    assert_equal(check_by_shortcuts(root, workers=2), expected)
    assert_equal(check_by_shortcuts(root, workers=3), expected)


@pytest.mark.slow
def test_without_directives_it_is_the_same(root: Path) -> None:
    """A file that only mentions a directive is clean then."""
    assert_equal(check_by_shortcuts(root, ignores=False), check_plainly(root, ignores=False))


@pytest.mark.slow
def test_known_results_are_the_same(root: Path, expected: Report, tmp_path: Path) -> None:
    """From an empty cache, and then from what it kept: no file is checked again."""
    files = [str(tmp_path / name) for name in ("checkout", "results")]
    empty_cache = ResultCache(*files, started_at=time.time_ns())
    assert_equal(check_by_shortcuts(root, cache=empty_cache), expected)
    empty_cache.save(lambda path: True)

    filled_cache = ResultCache(*files, started_at=time.time_ns())
    read = ManyFiles(make_checker(contracts(), PATTERN_SECONDS), str(root)).marks
    _, unknown = filled_cache.look_up(
        str(root), paths_of(root), read=lambda paths: iter(read(paths))
    )
    # Nothing of a link shows what becomes of the file that it leads to.
    assert {*unknown} == {undecided.path for undecided in expected.undecided} | {"link.py"}
    assert_equal(check_by_shortcuts(root, cache=filled_cache), expected)
