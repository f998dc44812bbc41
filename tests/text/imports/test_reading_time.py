"""Imports are read in one pass, on any text, and no longer than somebody may wait."""

from __future__ import annotations

import time
from functools import partial

import pytest

from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.imports import find_imports
from tests.counted_work import calls_of

# The file, what stands in front, what over and over, and what behind.
HOSTILE = [
    ("a.js", "//", "import/**//*", ""),
    ("a.js", "", "import//", ""),
    ("a.js", "", "import/*", "*/ /*a*/ 'b'"),
    ("a.js", "require(", "'a'/**//*", "*/)"),
    ("a.js", "", "import/*a*/", "'b'"),
    ("a.ts", "from ", "/*'from */", ""),
    ("a.vue", "<script>\n", "import(/**//*", ""),
    ("a.svelte", "", "`require(`//\n", ""),
    ("a.go", "", "/*\nimport (//*/\n", ""),
    ("a.go", "import (", ";import /**//*", ""),
    ("a.go", "", "/*\nimport (\"a\"//*/\n", ""),
    ("a.go", "", "import /*\n", "*/ \"a\""),
    ("a.py", "", "#;from a import (\n", ""),
    ("a.py", "from a import (", "b,#;from a import (\n", ")"),
    ("a.py", "from ", ".\\\nfrom", "\nimport a"),
    ("a.py", "", "import a,\\\n", ""),
    ("a.py", "", "from a import b as\\\n", ""),
    ("A.java", "", ";import a.", ""),
    ("a.kt", "import a", " . a", ""),
]  # fmt: skip
# Where types are told from values, too.
HOSTILE_TYPES = [
    ("a.ts", "", "import{import,", ""),
    ("a.ts", "", "import{type a,", "} from 'b'"),
    ("a.ts", "", "import type ", ""),
    ("a.ts", "", "export{//\n", ""),
    ("a.ts", "", "let a: typeof import(", "'b')"),
    ("a.py", "", "if TYPE_CHECKING:\n ", "import a"),
    ("a.py", "", "if TYPE_CHECKING: import a\n", ""),
]
FEW, TIMES, LENGTH = 200, 10, 6_000
# Below this a clock tells nothing.
FEWEST_SECONDS = 0.004


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize(("name", "before", "piece", "after"), HOSTILE)
def test_ten_times_the_text_takes_ten_times_the_calls(
    name: str, before: str, piece: str, after: str
) -> None:
    """Of Python's functions, and of those in C that it calls; a clock would tell more, and less."""
    few, many = (
        calls_of(partial(find_imports, name, f"{before}{piece * number}{after}"))
        for number in (FEW, FEW * TIMES)
    )
    assert many <= few * TIMES * 1.5


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize(("name", "before", "piece", "after"), HOSTILE_TYPES)
def test_types_are_told_in_ten_times_the_calls(
    name: str, before: str, piece: str, after: str
) -> None:
    few, many = (
        calls_of(partial(find_imports, name, f"{before}{piece * number}{after}", tells_types=True))
        for number in (FEW, FEW * TIMES)
    )
    assert many <= few * TIMES * 1.5


@pytest.mark.slow
@pytest.mark.parametrize(("name", "before", "piece", "after"), HOSTILE)
def test_ten_times_the_text_takes_ten_times_as_long(
    name: str, before: str, piece: str, after: str
) -> None:
    """At most twenty times, where a pass over the rest for each piece takes a hundred."""
    few, many = (
        f"{before}{piece * (length // len(piece))}{after}" for length in (LENGTH, LENGTH * TIMES)
    )
    ratios = []
    for _ in range(3):
        ratios.append(seconds_of(name, many) / max(seconds_of(name, few), FEWEST_SECONDS))
        if ratios[-1] <= TIMES * 2:
            break
    assert min(ratios) <= TIMES * 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.js", "import 'a'\n"),
        ("a.go", 'import "a"\n'),
        ("a.py", "import a\n"),
        ("A.java", "import a;\n"),
    ],
)
def test_once_time_is_over(name: str, text: str) -> None:
    with pytest.raises(LateReaderError, match="reading imports"):
        find_imports(name, text, seconds=0.0)
    assert len(find_imports(name, text, seconds=60.0)) == 1


def seconds_of(name: str, text: str) -> float:
    """How long the processor takes for the imports of *text*."""
    start = time.process_time()
    find_imports(name, text)
    return time.process_time() - start
