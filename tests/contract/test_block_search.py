"""Blocks in which a match counts, or which need one: against a plain reading of drawn texts."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.own_examples import agrees_with_author, list_keyed_examples
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.sample_text import breaking_text
from phaser_lint.core.file_records import TextFile
from tests.counted_work import calls_of
from tests.examples import contract, contract_set, mapping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phaser_lint.contract.model import Report

FN, MOD, USE = r"\bfn \w+", r"\bmod \w+", r"\buse\b"
RUST = (
    "fn a() {\n", "fn b() {", "mod c {\n", "mod d fn e {\n", "if x {", "}", "} \n", "use f;\n",
    "use g; ", "fn h();\n", "// fn i {\n", '"fn j {" ', '"}" ', "// }\n", "mod l\n",
    "k(|| { use f; })\n",
)  # fmt: skip
MARKS = ("BEGIN ", "END ", "use\n", "BEGIN\n", "END\n", "PART ", "\n", "use ")


class PlainBlock(NamedTuple):
    key: str
    header: int
    start: int
    end: int
    brace: int


def code_of(text: str) -> str:
    """The text with blanks for its comments and strings; a string that is open is code."""
    return re.sub(r'//[^\n]*|"[^"]*"', lambda match: " " * len(match[0]), text)


def blocks_of_braces(text: str, headers: Sequence[tuple[str, str]]) -> Iterator[PlainBlock]:
    """Each header with the partner of its first brace, found by counting."""
    code = code_of(text)
    for key, header in headers:
        for match in re.finditer(header, code):
            depth, place = 0, match.end()
            while place < len(code) and (depth or code[place] not in "{;}"):
                depth += (code[place] == "(") - (depth > 0 and code[place] == ")")
                place += 1
            if place == len(code) or code[place] != "{":
                continue
            brace, depth = place, 0
            while place < len(code):
                depth += (code[place] == "{") - (code[place] == "}")
                place += 1
                if depth == 0:
                    break
            yield PlainBlock(key, match.start(), match.end(), place, brace)


def blocks_until_end(text: str, headers: Sequence[tuple[str, str]]) -> Iterator[PlainBlock]:
    """Each header with the mark that closes it, by a stack."""
    starts = [
        (match.start(), match.end(), key)
        for key, header in headers
        for match in re.finditer(header, text)
    ]
    ends = [(match.start(), 0, "") for match in re.finditer("END", text)]
    stack: list[tuple[int, int, str]] = []
    for start, end, key in sorted([*starts, *ends]):
        if key:
            stack.append((start, end, key))
        elif stack:
            open_start, open_end, open_key = stack.pop()
            yield PlainBlock(open_key, open_start, open_end, start, open_end)
    for start, end, key in stack:
        yield PlainBlock(key, start, end, len(text), end)


def innermost_key(blocks: Sequence[PlainBlock], place: int) -> str:
    around = [block for block in blocks if block.start <= place < block.end]
    if not around:
        return ""
    last = max(around, key=lambda block: block.start)
    of_brace = {block.key for block in around if block.brace == last.brace}
    return "not_inside" if "not_inside" in of_brace else last.key


def expected_places(blocks: Sequence[PlainBlock], text: str, keys: dict[str, str]) -> list[int]:
    uses = [match.start() for match in re.finditer(USE, text)]
    if "each_block" not in keys:
        wanted = "inside" if "inside" in keys else ""
        return [place for place in uses if innermost_key(blocks, place) == wanted]
    unmet = {
        block.brace: block.header
        for block in sorted(blocks, key=lambda block: -block.header)
        if not any(block.start <= place < block.end for place in uses)
    }
    return sorted(unmet.values())


def checked(path: str, text: str, **keys: object) -> Report:
    kind = "require_pattern" if "each_block" in keys else "forbid_pattern"
    any_contract = contract("a", kind, file_glob=["*"], pattern=USE, **keys)
    checker = make_checker(contract_set(any_contract), 20.0)
    return engine.check_files(checker, [TextFile(path, text)])


def places_found(path: str, text: str, **keys: object) -> list[int]:
    report = checked(path, text, **keys)
    assert report.undecided == ()
    lines = text.split("\n")
    return [
        sum(len(line) + 1 for line in lines[: (violation.line or 0) - 1])
        + (violation.column or 0)
        - 1
        for violation in report.violations
    ]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "keys",
    [{"inside": FN}, {"not_inside": MOD}, {"inside": FN, "not_inside": MOD}, {"each_block": FN}],
)
@pytest.mark.parametrize(
    ("path", "pieces", "blocks_of", "until"),
    [
        ("a.rs", RUST, blocks_of_braces, {}),
        ("a.txt", MARKS, blocks_until_end, {"until": "END"}),
    ],
)
def test_a_block_is_found_as_counting_braces_finds_it(
    path: str,
    pieces: Sequence[str],
    blocks_of: Callable[[str, Sequence[tuple[str, str]]], Iterator[PlainBlock]],
    until: dict[str, str],
    keys: dict[str, str],
) -> None:
    """What is found is what counting braces, or marks, says."""
    if until:
        keys = {key: {FN: "BEGIN", MOD: "PART"}[header] for key, header in keys.items()}
    random, found = Random(repr(keys)), 0
    for _ in range(300):
        text = "".join(random.choices(pieces, k=random.randrange(20)))
        blocks = [*blocks_of(text, [*keys.items()])]
        places = places_found(path, text, **keys, **until)
        assert places == expected_places(blocks, text, keys), text
        found += len(places)
    assert found > 40


def test_a_match_that_does_not_count_is_searched_behind_its_block() -> None:
    """Of a match that begins in a block where it does not count the rest is looked at again."""
    text = "fn a { use; }\nuse;\n"
    report = checked("a.rs", text, not_inside=FN)
    assert [(violation.line, violation.column) for violation in report.violations] == [(2, 1)]
    long_match = contract("a", file_glob=["*"], pattern=r"use[\s\S]*use", not_inside=FN)
    checker = make_checker(contract_set(long_match), 20.0)
    text = "fn a { use; }\nuse; use;\n"
    [violation] = engine.check_files(checker, [TextFile("a.rs", text)]).violations
    assert (violation.line, violation.column, violation.end_column) == (2, 1, 9)


def test_more_matches_than_are_reported_meet_their_blocks() -> None:
    """Ten thousand matches are the most of a report; what meets a block is none of them."""
    text = f"fn a() {{\n{'use x;' * 10_001}\n}}\nfn b() {{ use x; }}\n"
    assert checked("a.rs", text, each_block=FN).violations == ()


ONE = "a: inside: a header opens no block: what follows it is in none"
UNOPENED = [
    ("a.js", "h(f, use);\n", [(1, ONE)]),
    ("a.js", "a;\nh(f)\n  .then(use);\n", [(2, ONE)]),
    ("a.js", "x = [\n  h(f),\n  use,\n];\n", [(2, ONE)]),
    ("a.js", "h(f, use);\nh(g);\nh(use);\n", [
        (1, "a: inside: 2 headers open no block, this is the first: what follows is in none"),
    ]),
    ("a.kt", "val a = h(b) +\n  use\nfun b() = use\n", [(1, ONE)]),
    ("a.py", "x = h(a,\n  use)\n", [(1, ONE)]),
    ("a.py", "x = h(a); use\n", [(1, ONE)]),
    # What follows belongs to another statement, or to no header, or nothing follows.
    ("a.js", "h(f); use;\n", []),
    ("a.js", "h(f)\nuse;\n", []),
    ("a.js", "x = { a: h(f), b() { use } };\n", []),
    ("a.js", "use;\nh(f);\n", []),
    ("a.js", "h(f);\n", []),
    ("a.js", "// h(f, use)\n", []),
    ("a.js", "class A {\n  h(f): void\n  b() {\n    use\n  }\n}\n", []),
    ("a.py", "x = h(a)\nuse\n", []),
    # A body may be an expression.
    ("a.js", "const h = h({ a }) => use;\n", []),
    ("a.kt", "fun h(a: Int) =\n  use\nfun b() = use\n", []),
    # A match in a block counts, whatever opens none.
    ("a.js", "h(f, g);\nh(() => use);\n", []),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "notices"), UNOPENED)
def test_a_header_that_opens_no_block_is_noted_where_a_match_follows(
    path: str, text: str, notices: list[tuple[int, str]]
) -> None:
    """It would be silent: whoever wrote ``inside`` means what follows."""
    report = checked(path, text, inside=r"\bh\(")
    assert [(notice.line, notice.text) for notice in report.notices] == notices
    report = checked(path, text, not_inside=r"\bh\(", until="END")
    assert report.notices == ()


def test_a_header_of_another_key_that_opens_no_block_is_not_noted() -> None:
    """What it would take out counts, which everybody sees."""
    report = checked("a.js", "h(f, use);\n", not_inside=r"\bh\(")
    assert (len(report.violations), report.notices) == (1, ())
    report = checked("a.js", "h(f, use);\n", inside=r"\bg\(", not_inside=r"\bh\(")
    assert (report.violations, report.notices) == ((), ())


def test_what_takes_too_long_is_undecided() -> None:
    text = "fn a() {\n use x;\n}\n" * 20_000
    for kind, key in (("forbid_pattern", "inside"), ("require_pattern", "each_block")):
        late = contract("a", kind, file_glob=["*"], pattern=USE, **{key: FN})
        report = engine.check_files(
            make_checker(contract_set(late), 0.002), [TextFile("a.rs", text)]
        )
        assert ([entry.rule_id for entry in report.undecided], report.violations) == (["a"], ())


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("keys", [{"inside": FN, "not_inside": MOD}, {"each_block": FN}])
def test_ten_times_the_text_is_ten_times_the_work(keys: dict[str, str]) -> None:
    counts = []
    for times in (200, 2_000):
        text = "fn a() {\n mod b {\n  use x;\n }\n}\nfn c(use x);\n" * times
        counts.append(calls_of(lambda text=text: checked("a.rs", text, **keys)))
    assert counts[1] < 13 * counts[0]


def test_what_a_message_may_say_of_a_header() -> None:
    """A group of any of the headers; one that the header does not have is empty."""
    report = checked(
        "a.rs",
        "fn a() {}\nmod b {}\n",
        each_block=[r"\bfn (\w+)", r"\bmod (\w)(\w?)"],
        message="{match}, {1}, {2}: {stem}",
    )
    assert [violation.message for violation in report.violations] == [
        "fn a, a, : a",
        "mod b, b, : a",
    ]


@pytest.mark.parametrize(
    ("keys", "problems"),
    [
        ({"until": "x"}, ["until: expected inside, not_inside or each_block as well, whose blocks"
         " it ends"]),
        ({"inside": "(?r)x"}, ["inside: expected a pattern without `(?r)`, since a block begins"
         " behind its header"]),
        ({"inside": "y", "pattern": "(?r)x"}, ["pattern: expected a pattern without `(?r)`, since"
         " `inside` asks where a match begins"]),
        ({"inside": "y", "literal": True}, ["inside: expected none with literal: true; write the"
         " pattern as a regular expression"]),
        ({"not_inside": "(", "literal": True}, ["not_inside: expected a regular expression; missing"
         " ) at position 1"]),
        ({"inside": ["y", "("]}, ["inside[1]: expected a regular expression; missing ) at"
         " position 1"]),
        ({"inside": "y\\r"}, ["inside: expected no carriage return, which the pattern does not"
         " name either"]),
        ({"type": "require_pattern", "each_block": "x", "inside": "y"}, ["inside: expected none"
         " beside each_block, whose blocks need a match each"]),
        ({"type": "require_pattern", "each_block": "x", "fix": {"append": "y"}}, ["fix: expected"
         " no fix with each_block: what a block lacks stands inside of it"]),
        ({"type": "require_pattern", "each_block": "x", "scope": "tree"}, ["each_block: expected"
         " none with scope: tree, which any one of the files meets"]),
        ({"type": "file_contains", "inside": "x", "scope": "tree"}, ["inside: expected none with"
         " scope: tree, which any one of the files meets"]),
        ({"inside": "x", "file_glob": "*.xyz", "examples": {"valid": ["x"]}}, ["examples.valid[0]:"
         " expected {path: …, text: …}: no glob of the contract tells the language"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_keys_about_blocks(keys: dict[str, object], problems: list[str]) -> None:
    checked_mapping = check_mapping(mapping(**keys), source="project", path="a.yaml")
    assert [
        f"{problem.key}: {problem.expected}" for problem in checked_mapping.problems
    ] == problems


@pytest.mark.parametrize("key", ["inside", "not_inside", "each_block", "until"])
def test_keys_about_blocks_are_for_patterns_that_are_searched_in_text(key: str) -> None:
    """Neither for lists, nor for what only looks at names, nor in an override."""
    types = [kind for kind, rule in RULES.items() if key in rule.key_names()]
    searching = [
        "forbid_pattern", "require_pattern", "file_contains", "file_not_contains", "keep_pattern",
    ]  # fmt: skip
    assert types == (["require_pattern"] if key == "each_block" else searching)
    override = {"override": "a", "enabled": False, key: "x"}
    [problem] = check_mapping(override, source="project", path="a.yaml").problems
    assert (problem.key, problem.expected.partition(":")[0]) == (key, "expected no such key")


@pytest.mark.parametrize(
    ("keys", "sample"),
    [
        ({"inside": r"\bdef \w+", "file_glob": "*.py"}, "def a:\n    use\n"),
        ({"inside": FN, "file_glob": "*.rs"}, "fn a {\n    use\n}\n"),
        ({"type": "require_pattern", "each_block": "BEGIN", "until": "END", "file_glob": "*.txt"},
         "BEGIN:\n    0\n"),
    ],
)  # fmt: skip
def test_a_text_that_breaks_a_contract_about_blocks_is_known(
    keys: dict[str, object], sample: str
) -> None:
    any_contract = check_mapping(
        mapping(**{"pattern": USE, **keys}), source="project", path="a.yaml"
    ).contract
    assert any_contract is not None
    assert breaking_text(any_contract) == sample


def test_what_a_change_must_leave_may_lie_in_a_block() -> None:
    """A match outside of the block is none that has to stay."""
    keys = {"pattern": USE, "inside": FN, "file_glob": "*.rs"}
    examples = {
        "valid": [{"before": {"a.rs": "use a;"}, "files": {"a.rs": "x"}}],
        "invalid": [{"before": {"a.rs": "fn b() { use a; }"}, "files": {"a.rs": "x"}}],
    }
    keeping = contract("a", "keep_pattern", **keys, examples=examples)
    assert [
        agrees_with_author(keeping, keyed, seconds=2.0) for keyed in list_keyed_examples(keeping)
    ] == [True, True]
