"""What fixes make of the lines of each violation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.fixes.fixed_file import fix_file
from phaser_lint.check.fixes.suggestions import with_fixes
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.file_records import TextFile
from tests.examples import check, contract

if TYPE_CHECKING:
    from phaser_lint.contract.model import Contract


A = contract("a", pattern="a", fix="A")
B = contract("b", pattern="b", fix="B")
LINE = contract("line", pattern=r"^x\n", fix="")
JOIN = contract("join", pattern=r"\\\n", fix=" ")
HEADER = contract("header", "require_pattern", pattern="SPDX", fix={"prepend": "# SPDX"})
FOOTER = contract("footer", "require_pattern", pattern="END", fix={"append": "END"})


@pytest.mark.parametrize(
    ("contracts", "text", "fixes"),
    [
        ([A], "1\na\n2\n", [(2, 2, "a\n", "A\n")]),
        ([A], "1\r\na\r\n2", [(2, 2, "a\n", "A\n")]),
        ([A], "1\ra\r2", [(2, 2, "a\n", "A\n")]),
        ([A], "1\r\r\na\rb\n", [(3, 3, "a\n", "A\n")]),
        ([A], "\ufeffa", [(1, 1, "a", "A")]),
        # Each of one line has all of it, those of other contracts too.
        ([A, B], "a a b\na\n", [(1, 1, "a a b\n", "A A B\n")] * 2
         + [(1, 1, "a a b\n", "A A B\n"), (2, 2, "a\n", "A\n")]),
        ([LINE], "1\nx\n2\n", [(2, 2, "x\n", "")]),
        ([LINE], "x\nx\n2\n", [(1, 2, "x\nx\n", "")] * 2),
        ([JOIN], "1\na \\\nb\n2\n", [(2, 3, "a \\\nb\n", "a  b\n")]),
        ([LINE], "1\rx\rx\r\n2\r", [(2, 3, "x\nx\n", "")] * 2),
        ([HEADER], "#!/bin/sh\rx\r", [(2, 1, "", "# SPDX\n")]),
        ([HEADER], "", [(1, 0, "", "# SPDX\n")]),
        ([HEADER], "x\n", [(1, 0, "", "# SPDX\n")]),
        ([HEADER], "#!/bin/sh\nx\n", [(2, 1, "", "# SPDX\n")]),
        ([HEADER, A], "x\na\n", [(1, 0, "", "# SPDX\n"), (2, 2, "a\n", "A\n")]),
        ([FOOTER], "x\n", [(2, 1, "", "END\n")]),
        ([FOOTER], "1\nx", [(2, 2, "x", "x\nEND")]),
        # Of a minified file each line is all there is.
        ([A], "a" + "." * 10_000, [None]),
    ],
)  # fmt: skip
def test_lines_of_a_fix(
    contracts: list[Contract], text: str, fixes: list[tuple[int, int, str, str] | None]
) -> None:
    """Whole lines, from the first to the last, what is there and what becomes of it."""
    file = TextFile("f", text)
    report = check(contracts, {"f": text})
    checker = make_checker(ContractSet(tuple(contracts)), 2.0)
    fixed_file = fix_file(checker, file, report.violations)
    violations_with_fixes = with_fixes(report.violations, [fixed_file], contracts)
    assert [violation.fix and tuple(violation.fix)[:5] for violation in violations_with_fixes] == [
        fix and ("f", *fix) for fix in fixes
    ]
