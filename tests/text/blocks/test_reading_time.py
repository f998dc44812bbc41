"""Blocks are read in a time that is linear in the text, whatever the text is."""

from __future__ import annotations

import pytest
import regex

from phaser_lint.text.blocks import BlockHeaders, find_header_blocks
from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.regions import open_regions
from tests.counted_work import CountedText, calls_of

NUMBER = 60
OVER = 0.0


def work_on(path: str, text: str) -> tuple[int, int]:
    """Return how many functions reading the blocks calls, and how much it takes from the text."""
    headers = BlockHeaders(inside=(regex.compile(r"H\(?"),))
    regions = open_regions(path, text)
    counted = CountedText(text)
    counted.taken = []

    def read() -> None:
        find_header_blocks(path, counted, headers, regions=regions).block_around(len(text) // 2)

    return calls_of(read), sum(counted.taken)


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize(
    ("path", "unit"),
    [
        ("a.js", "H "), ("a.js", "H("), ("a.js", "H{"), ("a.js", "H{}"), ("a.js", "H{}>"),
        ("a.js", "H(() => a, "), ("a.js", "H(f(() => a, {b() {"), ("a.ts", "H(a<"),
        ("a.js", "H(() => {"),
        ("a.py", "H(lambda: "), ("a.rs", "H(|a, "), ("a.js", "H(a => b), "),
        ("a.js", "H\n"), ("a.js", "H\n@a\n"), ("a.js", "({[)}H"), ("a.js", "`${H{}}`"),
        ("a.ts", "H(): {a}"), ("a.ts", "H: {a} |\n"), ("a.go", "func H() interface{} "),
        ("a.go", "H //\n"), ("a.c", "#if\n#else H{\n#endif\n"), ("a.c", "#if H{\n"),
        ("a.c", "#else\n#if H{\n"), ("a.c", "#if\n#else\n#if H{\n"), ("a.c", "#define H{\n"),
        ("a.cpp", "H() : a{1}, "),
        ("a.cs", "H => "), ("a.cs", "H => a, "), ("a.cs", "H() => f(a, b) "), ("a.cs", "H\n"),
        ("a.js", "H = a => "), ("a.js", "H = a => b\n"), ("a.kt", "fun H() = "),
        ("a.cs", "H => a<b "),
        ("a.kt", "fun H() = a, "), ("a.cpp", "H() : a{1}\n"), ("a.cpp", "H(), "),
        ("a.cpp", "H() : "), ("a.kt", "@H(\n{\n})\n"),
        ("a.cpp", "H() try {} catch () {} "), ("a.cpp", "H() try : a{} "), ("a.cpp", "H(a b "),
        ("a.cpp", "H(a<b "), ("a.cpp", "H() requires "), ("a.dart", "H() : a = {}, "),
        ("a.php", "<?php H{ ?>"), ("a.php", "<?php H '?>' "), ("a.vue", "<script>H{</script>"),
        ("a.py", "H(a[b:c]) "), ("a.py", "H \\\n"), ("a.py", "@H\n"), ("a.py", "@H(\n)\n"),
        ("a.py", "H: "), ("a.py", "H:=1 "), ("a.py", "H("), ("a.yaml", "H: "), ("a.yaml", "- H:\n"),
        ("a.rb", "H <<A\n#{H}\nA\n"), ("a.lua", "H({\n"), ("a.sh", "H() {\n"), ("a.hs", "H\n"),
    ],
)  # fmt: skip
def test_ten_times_the_text_is_ten_times_the_work(path: str, unit: str) -> None:
    calls, taken = work_on(path, unit * NUMBER)
    calls_of_more, taken_of_more = work_on(path, unit * NUMBER * 10)
    assert calls_of_more <= 13 * calls
    assert taken_of_more <= 13 * taken + 100


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("a.js", ("H(", "{}", ")")), ("a.ts", ("H({}, ", "=> ", ")")),
        ("a.js", ("H(f(", "() => a, ", "))")), ("a.js", ("H(f(", "() => {", "}))")),
        ("a.js", ("H(() => a ", "(", "\n")),
        ("a.js", ("H( ", "=> ", ")")), ("a.js", ("H(", "=> a", " )")),
        ("a.ts", ("H({})", ": a ", "{}")), ("a.rs", ("H({} ", "| -> a", ")")),
        ("a.js", ("H", "{", "}")), ("a.js", (" ", "H{} ", "\n")),
        ("a.py", (" ", "H: ", "\n")), ("a.py", ("H: ", "\n", "x")), ("a.py", ("H: ", "\n# a", "x")),
        ("a.yaml", (" ", "H: ", "\n")), ("a.lua", ("H({", "\n", "})\n")),
        ("a.rb", ("  ", "H ", "\n# a")),
    ],
)  # fmt: skip
def test_ten_times_each_part_is_ten_times_the_work(path: str, parts: tuple[str, ...]) -> None:
    calls, taken = work_on(path, "".join(part * NUMBER for part in parts))
    calls_of_more, taken_of_more = work_on(path, "".join(part * NUMBER * 10 for part in parts))
    assert calls_of_more <= 13 * calls
    assert taken_of_more <= 13 * taken + 100


@pytest.mark.parametrize("path", ["a.py", "a.js", "a.yaml"])
def test_what_is_late_says_so(path: str) -> None:
    text = "H: {}\n" * 1_000
    headers = BlockHeaders(inside=(regex.compile("H"),))
    with pytest.raises((LateReaderError, TimeoutError)):
        find_header_blocks(path, text, headers, regions=open_regions(path, text), until=OVER)
