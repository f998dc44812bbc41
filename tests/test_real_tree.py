"""A scan of Django, compared with a plain computation of every match.

The wheel comes from the package index; without one the test is skipped. The computation here
shares nothing with the engine but the meaning of a pattern: files are found by walking, globs are
plain predicates, and places are counted from the start of the text each time.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pytest
import regex

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Run

pytestmark = pytest.mark.slow
REQUIREMENT = "django==5.2.*"
UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\udc80-\udcff]")
# Far more than any pattern here takes: a busy machine must not change the result.
MILLISECONDS = "60000"

Place: TypeAlias = tuple[str, str, int, int]
"""A violation's contract, path, line and column."""


class Files(NamedTuple):
    """A glob, and what it means."""

    glob: str
    have: Callable[[str], bool]


class Rule(NamedTuple):
    """A contract of the scan: what it forbids, and where."""

    rule_id: str
    pattern: str
    files: Files


ALL = Files("*", lambda path: True)
PYTHON = Files("*.py", lambda path: path.endswith(".py"))
TEMPLATES = Files("*.html", lambda path: path.endswith(".html"))
MODELS = Files(
    "/django/db/models/*.py", lambda path: bool(re.fullmatch(r"django/db/models/[^/]+\.py", path))
)
SCRIPTS = Files(
    "django/contrib/**/*.js", lambda path: bool(re.fullmatch(r"django/contrib/.+\.js", path))
)
TRANSLATIONS = Files(
    "**/LC_MESSAGES/*.po", lambda path: bool(re.search(r"(^|/)LC_MESSAGES/[^/]+\.po$", path))
)
RUSSIAN = Files(
    "django/**/locale/ru/", lambda path: bool(re.match(r"django/(.+/)?locale/ru/", path))
)

RULES = (
    Rule("look-behind", r"(?<![\w.])print\((?!\s*\))", PYTHON),
    Rule("look-ahead", r"\bmark_safe\((?![\"'])", PYTHON),
    Rule("empty-match", r"^(?=from \.)", PYTHON),
    Rule("two-lines", r"except (?:\w+Error|Exception)[^\n]*:\n\s+pass\b", PYTHON),
    Rule("many-lines", r"^def \w+\([^)]*=\s*None[^)]*\):\n(?:    .*\n){8,}?    return\b", PYTHON),
    Rule("nested", r"^( *)if [^\n]+:\n\1    if [^\n]+:\n\1        for ", PYTHON),
    Rule("repeated-word", r"\b(\w{3,})\s+\1\b", PYTHON),
    Rule("verbose", r"(?x) isinstance \( \s* \w+ , \s* \( [^()]+ \) \s* \)  # a tuple", PYTHON),
    Rule("possessive", r"\braise\s++(?>\w+)(?<=Error)\((?!\s*[f\"'(])", PYTHON),
    Rule("reversed", r"(?r)\bdeprecat\w+", PYTHON),
    Rule("long-line", r"^.{100,}$", PYTHON),
    Rule("any-case", r"(?i)\b(?:todo|fixme|xxx|hack)\b", ALL),
    Rule("trailing-blanks", r"(?<=\S)[^\S\n]+$", ALL),
    Rule("any-case-span", r"(?is)\bqueryset\b.{0,80}?\bnone\b", MODELS),
    Rule("dot-all", r"(?is)<script\b(?![^>]*\bsrc=)[^>]*>.*?</script>", TEMPLATES),
    Rule("loose-equality", r"(?<![=!<>])==(?!=)|!=(?!=)", SCRIPTS),
    Rule("cyrillic-any-case", r"(?i)\bпарол\p{L}*", RUSSIAN),
    Rule("upper-case", r"\b\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+", RUSSIAN),
    Rule("full-case", r"(?if)\bgross", TRANSLATIONS),
    Rule("quotes", r"[“”„]\p{L}+[“”]", TRANSLATIONS),
    Rule("untranslated", r'^msgid "(?!")[^\n]*"\nmsgstr ""\n(?=\n|\Z)', TRANSLATIONS),
)
CONTRACTS = {
    f"{rule.rule_id}.yaml": contract(
        rule.rule_id, pattern=rule.pattern, file_glob=rule.files.glob, message="Found."
    )
    for rule in RULES
}


@pytest.fixture
def django(tmp_path: Path) -> Path:
    """The unpacked wheel."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:"]
    process = subprocess.run(
        [*command, "--dest", str(tmp_path), REQUIREMENT],
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        pytest.skip(f"pip cannot download {REQUIREMENT}: {process.stderr.strip()[-200:]}")
    [wheel] = tmp_path.glob("*.whl")
    root = tmp_path / "tree"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(root)
    return root


def test_every_match_in_django(django: Path, run: Run) -> None:
    """Contract, path, line and column of each match, and nothing else, in both directions."""
    expected = Counter(matches(django))
    assert sorted({place[0] for place in expected}) == sorted(rule.rule_id for rule in RULES)
    write_files(django / ".claude" / "contracts", CONTRACTS)
    outcome = run(
        "scan", "--project-contracts", "--format", "json", "--timeout", MILLISECONDS, cwd=django
    )
    report = json.loads(outcome.out)
    places = Counter(
        (violation["rule_id"], violation["path"], violation["line"], violation["column"])
        for violation in report["violations"]
    )
    assert (expected - places, places - expected) == (Counter(), Counter())
    assert [report[key] for key in ("undecided", "contract_problems", "notices")] == [[], [], []]
    assert outcome.code == 1


def test_no_shortcut_shows_in_the_report(
    django: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte: one process or three, with and without the automaton, known or not."""
    write_files(django / ".claude" / "contracts", CONTRACTS)
    flags = ("--project-contracts", "--format", "json", "--timeout", MILLISECONDS)
    cached = ("--cache-dir", str(tmp_path / "cache"))
    monkeypatch.setattr("phaser_lint.check.many_files.choose_process_count", lambda items: 1)
    plain = run("scan", *flags, "--no-cache", cwd=django).out
    assert [run("scan", *flags, *cached, cwd=django).out for _ in range(2)] == [plain, plain]

    monkeypatch.setattr("phaser_lint.check.many_files.choose_process_count", lambda items: 3)
    assert run("scan", *flags, "--no-cache", cwd=django).out == plain
    assert run("scan", *flags, *cached, cwd=django).out == plain

    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert run("scan", *flags, "--no-cache", cwd=django).out == plain


def matches(root: Path) -> Iterator[Place]:
    """Every match of every rule in every text file under *root*."""
    compiled = [(rule, regex.compile(rule.pattern, regex.MULTILINE)) for rule in RULES]
    for path, text in texts(root):
        for rule, pattern in compiled:
            if rule.files.have(path):
                for match in pattern.finditer(text):
                    yield rule.rule_id, path, *line_and_column(text, first_visible(match))


def first_visible(match: regex.Match[str]) -> int:
    """Where the first character of a match is that is not blank; its start where there is none."""
    blank = len(match[0]) - len(match[0].lstrip())
    return match.start() + (blank if blank < len(match[0]) else 0)


def texts(root: Path) -> Iterator[tuple[str, str]]:
    for file in root.rglob("*"):
        if not file.is_file():
            continue
        text = file.read_bytes().decode("utf-8", "surrogateescape").removeprefix("\ufeff")
        if "\0" not in text and len(UNPRINTABLE.findall(text)) <= len(text) * 0.1:
            assert "phaser:" not in text, file
            yield file.relative_to(root).as_posix(), text.replace("\r\n", "\n")


def line_and_column(text: str, start: int) -> tuple[int, int]:
    before = text[:start].split("\n")
    return len(before), len(before[-1]) + 1
