"""A pattern whose matches do not count in comments sees blanks in place of them.

What is right is said by the slow way: the comments of a drawn text are made blank letter by letter,
and ``regex`` searches that. Every shortcut has to agree: literals, supersets, the stored prefilter.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.model import ContractSet
from phaser_lint.text.regions import open_regions
from tests.check.test_scan_differential import Case, compare, write_decided_case
from tests.command.made import contract
from tests.examples import check
from tests.examples import contract as contract_of
from tests.made_code import entry_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

# Of each language what begins and ends comments, and a string.
LANGUAGES = {
    "py": ("# {}\n", "'{}'", '"""{}"""', "f'{{{}}}'"),
    "js": ("// {}\n", "/* {} */", "/** {} */", "'{}'", "`${{{}}}`", "/{}/"),
    "go": ("// {}\n", "/* {} */", '"{}"', "`{}`"),
    "rs": ("// {}\n", "/* {} /* {} */ */", "/// {}\n", '"{}"', "'a'"),
    "rb": ("# {}\n", "\n=begin\n{}\n=end\n", "'{}'", '"#{{{}}}"'),
    "sql": ("-- {}\n", "/* {} */", "'{}'"),
    "lua": ("-- {}\n", "--[[ {} ]]", "--[==[{}]==]", "'{}'"),
    "html": ("<!-- {} -->", "<script>{} // {}\n</script>", "<b a='{}'>"),
}  # fmt: skip
CODE = (
    "foo", "foo(", "bar", ")", "(", " ", "  ", "\t", "\n", "\n\n", ";", "foo bar", "1", "é", "FOO",
    "\n    ", "x = 1", "\\", "ok", ", ",
)  # fmt: skip
PATTERNS = (
    "foo bar", "foo +bar", r"foo\s*\(", "foo(?&parens)", r"[ \t]+$", r"\s+$", r"\n{2,}", r"^\s*foo",
    r"\bbar\b", r"foo\B", "(?<!x )foo", "(?<=;)foo", r"(?!.*ok)foo\(", "foo[^)]*bar", "(?i)foo x",
    "(?i)FOO  ", r"^.{9,}$", "(?s)foo.*bar", r"\A\s*foo", "[ _]foo|bar;", r"foo(?=\s|$)",
    "(?:foo|ok)(?: bar| 1)", "1 ", r";\s*\Z", "  +", r"foo\r?$", "(foo) bar", "(?>foo *)bar",
    "x = 1 ", r"\(\s*\)", r"(?:\s|;)bar", "(?r)foo bar", "[^;]foo", r"foo\K +bar", "foo|  ",
    r"\S+ \S+", "é bar",
)  # fmt: skip
IN_MATCH = ("ok", r"\A\s", r"^bar", r"(?<=o) ", "  ", r"\)\Z", "(?i)FOO B")


def draw_text(random: Random, ending: str, depth: int = 0) -> str:
    pieces = []
    for _ in range(random.randrange(1, 9)):
        if depth < 2 and random.random() < 0.4:
            form = random.choice(LANGUAGES[ending])
            inner = (draw_text(random, ending, depth + 1).replace("\n", " ") for _ in range(2))
            pieces.append(form.format(*inner))
        else:
            pieces.append(random.choice(CODE))
    return "".join(pieces)


def draw_contracts(random: Random) -> ContractSet:
    contracts = []
    for number in range(12):
        pattern = random.choice(PATTERNS)
        where: Any = random.choice(("code", "code", "strings", ["code", "strings"], "comments"))
        keys: dict[str, Any] = {"pattern": pattern, "in": where, "file_glob": "*"}
        keys["type"] = random.choice(
            ("forbid_pattern", "forbid_pattern", "file_not_contains", "require_pattern")
        )
        if keys["type"] != "require_pattern" and random.random() < 0.3:
            key = random.choice(("when_in_match", "unless_in_match"))
            keys[key] = random.choice(IN_MATCH)
        if "\\" not in pattern and "(" not in pattern and random.random() < 0.3:
            keys["literal"] = True
        if pattern.startswith("(?r)"):
            del keys["in"]
        contracts.append(entry_of(f"{number}-a", **keys))
    return ContractSet(tuple(contracts))


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 200))]
)
def test_every_shortcut_agrees_with_the_slow_way(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    files = {}
    for number in range(64):
        ending = random.choice([*LANGUAGES])
        content = draw_text(random, ending).encode()
        content = content.replace(b"\n", b"\r\n") if random.random() < 0.1 else content
        files[f"{number:02}.{ending}"] = content
    case = write_decided_case(Case(draw_contracts(random), files), tmp_path / "files")
    counts = compare(case, tmp_path / "files", monkeypatch)
    assert counts.matched > 3


@pytest.mark.parametrize(
    ("name", "text", "seen"),
    [
        ("a.py", "x = 1", "x = 1"),
        ("a.py", "x = '#'  # a\tb\ny # é", "x = '#'       \ny    "),
        ("a.py", '"""doc"""  # why', '"""doc"""       '),
        ("a.js", "a /* b\r\n\tc */ d // e\r", "a     \r\n      d     \r"),
        ("a.js", "/** d */ `${a /* b */}`", "         `${a        }`"),
        ("a.xyz", "# all is code", "# all is code"),
    ],
)
def test_a_blank_takes_the_place_of_each_character_of_a_comment(
    name: str, text: str, seen: str
) -> None:
    """Line ends stay, so do strings; a text without a comment is itself."""
    regions = open_regions(name, text)
    assert regions.without_comments() == seen
    assert (regions.without_comments() is text) == (seen == text)


def places_and_messages(pattern: str, text: str, **keys: Any) -> list[str]:
    any_contract = contract_of(
        pattern=pattern, file_glob="*", **{"in": "code", "message": "no", **keys}
    )
    return [
        f"{violation.line}:{violation.column}-{violation.end_line}:{violation.end_column} "
        f"{violation.message}"
        for violation in check([any_contract], {"a.js": text}).violations
    ]


@pytest.mark.parametrize(
    ("pattern", "text", "places"),
    [
        # What is blank only because a comment is belongs to no end of a match.
        (r"\s*print\(", "x // why\nprint(", ["2:1-2:7 no"]),
        (r"print\(\s*", "print( // why\n", ["1:1-1:7 no"]),
        (r"foo\s*\(", "foo /* ( */ (", ["1:1-1:14 no"]),
        # Blanks alone count where the text is blank.
        (r"[ \t]+$", "a // why  \nb  \nc /* d */  \n", ["2:2-2:4 no", "3:10-3:12 no"]),
        (r"\s+$", "a // b\n\n\nc", ["1:7-3:1 no"]),
        (r"\n{2,}", "a\n// b\n\nc", ["2:5-4:1 no"]),
        # No pattern sees a comment.
        (r"eval\((?!.*// ok)", "eval(x) // ok", ["1:1-1:6 no"]),
        (r"(?<=// x\n)use", "// x\nuse", []),
        (r"/\*", "/* a */ '/*'", []),
    ],
)
def test_where_a_match_stands(pattern: str, text: str, places: list[str]) -> None:
    assert places_and_messages(pattern, text) == places


def test_a_message_has_the_text_as_it_is_written() -> None:
    text = "// a\n foo(/* why */ 1)\n"
    pattern = r"\s*(foo)\(([^)]*)\)"
    assert places_and_messages(pattern, text, message="{match}: {2}") == [
        "2:2-2:18 foo(/* why */ 1): /* why */ 1"
    ]


def test_a_fix_that_loses_a_comment_is_unsafe(project: MakeProject, run: Run) -> None:
    """One that writes it again is safe, and one whose contract says so."""
    text = "bar(); foo(1); foo /* why */ (2);\n"
    rules = {
        "drops": {"fix": "bar(", "fix_safety": None},
        "keeps": {"fix": r"bar\1(", "fix_safety": None},
        "says": {"fix": "bar(", "fix_safety": "safe"},
    }
    fixed_texts = {}
    for rule_id, keys in rules.items():
        pattern = r"\bfoo(\s*)\("
        rule = contract(rule_id, **{"pattern": pattern, "in": "code", "file_glob": "*.js", **keys})
        root = project({"a.js": text}, contracts={"a.yaml": rule})
        answer = run("scan", "--diff", cwd=root)
        run("scan", "--fix", cwd=root)
        fixed_texts[rule_id] = ((root / "a.js").read_text(), "unsafe fixes left" in answer.err)
    assert fixed_texts == {
        "drops": (text, True),
        "keeps": ("bar(); bar(1); bar /* why */ (2);\n", False),
        "says": ("bar(); bar(1); bar(2);\n", False),
    }
