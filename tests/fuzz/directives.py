"""Ignore directives: what is suppressed was meant to be, on its line, by name and in a comment."""

from __future__ import annotations

from hypothesis import strategies as st

from phaser_lint.check.engine.check_files import check_each_file
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.directive_parser import parse_directives
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.file_records import TextFile
from tests.fuzz.made import contract_of

_PIECES = (
    "#", "//", "/*", "*/", "<!--", "-->", "--", ";", "phaser:ignore", "phaser:ignore-next-line",
    "phaser:ignore-all", "phaser:ignore-file", "phaser:", "PHASER:IGNORE", "ignore", " a", " b",
    ",", " -- ", " ", "\t", "x", "print(", '"', "\u0130", "\u200b", "phaser",
)  # fmt: skip
_LINES = st.lists(st.sampled_from(_PIECES), max_size=9).map("".join)
_NAMES = ("a.py", "a.js", "a.html", "a.vue", "a.css", "a.sql", "a.txt", "Dockerfile", "a.json")
INPUTS = st.tuples(st.sampled_from(_NAMES), st.lists(_LINES, max_size=6).map("\n".join))
_CONTRACTS = tuple(
    contract_of(rule_id=rule_id, pattern="x", file_glob="*", ignorable=rule_id != "c")
    for rule_id in ("a", "b", "c")
)


def check(path_and_text: tuple[str, str]) -> None:
    """Every match is said once; what is suppressed has a directive, and ``c`` never is."""
    path, text = path_and_text
    contracts = ContractSet(_CONTRACTS)
    checker = make_checker(contracts, 1.0)
    (verdict,), _ = check_each_file(checker, [TextFile(path, text)])
    parsed = parse_directives(path, text)
    assert verdict.directives == parsed.directives
    assert len(verdict.violations) + len(verdict.suppressed) == 3 * text.count("x")
    for violation in verdict.suppressed:
        line_number = violation.line or 0
        lines_near = text.split("\n")[max(0, line_number - 2) : line_number]
        is_for_the_file = any(
            directive_found.form == "ignore-file" for directive_found in parsed.directives
        )
        assert violation.rule_id != "c"
        assert is_for_the_file or any("phaser:ignore" in text_line for text_line in lines_near)
    for directive in parsed.directives:
        assert f"phaser:{directive.form}" in text.split("\n")[directive.line - 1]
        assert bool(directive.ids) == (directive.form != "ignore-all")
