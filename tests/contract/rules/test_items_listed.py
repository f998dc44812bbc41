"""``items_listed``: every item stands in some list; those that do not are reported at the item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.own_examples import agrees_with_author, list_keyed_examples
from tests.command.made import contract as made_contract
from tests.examples import at_level, check, contract, mapping, places_of

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

KIND = "items_listed"
API: dict[str, Any] = {
    "pattern": r"^def (\w+)", "file_glob": "*.py", "listed_in": ["docs/*.md", "!docs/old.md"],
}  # fmt: skip


def placed(files: dict[str, str], **keys: Any) -> list[str]:
    """Where the contract is broken, with all of these files in the tree."""
    return places_of(check([contract(kind=KIND, **{**API, **keys})], files, tree=files))


@pytest.mark.parametrize(
    ("files", "keys"),
    [
        pytest.param({"a.py": "def f(): 0", "docs/a.md": "- f"}, {}, id="a whole word"),
        pytest.param({"a.py": "def f(): 0", "docs/a.md": "", "docs/b.md": "(f)"}, {}, id="any"),
        pytest.param({"a.py": "x = 1"}, {}, id="no item"),
        pytest.param({"a.py": "def f(): 0", "docs/a.md": "f\r\n"}, {}, id="other line ends"),
        pytest.param({"a.py": "a.b", "docs/a.md": "a.b"}, {"pattern": r"\w\.\w"}, id="the match"),
        pytest.param({"a.py": "x(), x()", "docs/a.md": "x"}, {"pattern": r"(?:(x)|y)\("}, id="two"),
        pytest.param({"a.py": "x y"}, {"pattern": "x(z*)"}, id="a group without a text"),
        pytest.param(
            {"a.py": "def f(): 0", "docs/a.md": "`f`"}, {"listed_as": "`{item}`"}, id="listed_as"
        ),
        pytest.param(
            {"a.py": "def f(): 0", "docs/a.md": "f: no line of its own"}, {"when_file": "^import"},
            id="not under when_file",
        ),
        pytest.param({"a.py": "def f(): 0  # phaser:ignore a"}, {}, id="let pass"),
        pytest.param({"docs/a.md": "def f(): 0"}, {}, id="another file"),
    ],
)  # fmt: skip
def test_silent(files: dict[str, str], keys: dict[str, Any]) -> None:
    """No violation."""
    assert placed(files, **keys) == []


@pytest.mark.parametrize(
    ("files", "keys", "expected"),
    [
        pytest.param({"a.py": "def f(): 0"}, {}, ["a a.py:1:5"], id="no list at all"),
        pytest.param({"a.py": "def f(): 0", "docs/a.md": "ff f_"}, {}, ["a a.py:1:5"], id="part"),
        pytest.param({"a.py": "def f(): 0", "docs/old.md": "f"}, {}, ["a a.py:1:5"], id="no list"),
        pytest.param({"a.py": "def f(): 0", "docs/a.md": "F"}, {}, ["a a.py:1:5"], id="other case"),
        pytest.param(
            {"a.py": "def f(): 0\n" * 2, "docs/a.md": "f"}, {"listed_as": "^# {item}$"},
            ["a a.py:1:5", "a a.py:2:5"], id="not as listed_as says",
        ),
        pytest.param(
            {"a.py": "a.b", "docs/a.md": "`a-b`"}, {"pattern": r"\w\.\w", "listed_as": "`{item}`"},
            ["a a.py:1:1"], id="taken for itself",
        ),
        pytest.param(
            {"a.py": "ä.b", "docs/a.md": "xä.b ä.bx"}, {"pattern": r"\w\.\w"}, ["a a.py:1:1"],
            id="a part of a word",
        ),
        pytest.param(
            {"a.py": "def f(): 0\nclass Bar: 0", "docs/a.md": "f"},
            {"pattern": r"^def (\w+)|^class (\w+)"}, ["a a.py:2:7"], id="the other alternative's",
        ),
        pytest.param(
            {"a.py": "def f(): 0\nasync def g(): 0"}, {"pattern": r"(?:async()|^)\s*def (\w+)"},
            ["a a.py:1:5", "a a.py:2:11"], id="behind one without a text",
        ),
        pytest.param(
            {"a.py": "y()"}, {"pattern": r"(?:(x)|y)\("}, ["a a.py:1:1"], id="no group took part",
        ),
    ],
)  # fmt: skip
def test_fires(files: dict[str, str], keys: dict[str, Any], expected: list[str]) -> None:
    """At each item."""
    assert placed(files, **keys) == expected


@pytest.mark.slow
def test_no_bound_on_their_number() -> None:
    """A hundred thousand items in one file, of which every other one is listed."""
    number = 100_000
    files = {
        "a.py": "".join(f"def f{index}(): 0\n" for index in range(number)),
        "docs/a.md": "".join(f"- f{index}\n" for index in range(0, number, 2)),
    }
    report = check([contract(kind=KIND, **API)], files, tree=files)
    assert (len(report.violations), report.undecided) == (number // 2, ())


def test_lists_are_those_of_the_level() -> None:
    """A list elsewhere lists nothing."""
    contract_a = at_level("pay", kind=KIND, **API)
    files = {"pay/a.py": "def f(): 0", "docs/a.md": "f"}
    assert places_of(check([contract_a], files, tree=files)) == ["a pay/a.py:1:5"]
    files["pay/docs/a.md"] = "f"
    assert places_of(check([contract_a], files, tree=files)) == []


def test_without_a_tree_nothing_is_told() -> None:
    """Before an edit the line may still come."""
    report = check([contract(kind=KIND, **API)], {"a.py": "def f(): 0"})
    assert (report.violations, report.undecided) == ((), ())


def test_a_list_that_takes_too_long() -> None:
    """Is undecided, and not clean."""
    files = {"a.py": "def f(): 0", "docs/a.md": "a" * 40 + "!f"}
    contract_a = contract(kind=KIND, **API, listed_as=r"^(a|aa|a?)+{item}")
    report = check([contract_a], files, tree=files, seconds=0.001)
    assert [undecided_check.reason for undecided_check in report.undecided] == [
        "listed_as: the pattern took longer than 10 ms"
    ]


@pytest.mark.parametrize(
    ("keys", "key", "expected"),
    [
        ({"listed_in": None}, "listed_in", "expected a glob or a list of globs"),
        ({"listed_in": "./docs"}, "listed_in", None),
        ({"listed_as": "item"}, "listed_as",
         'expected a pattern with {item} for the item, such as "- {item}$"'),
        ({"listed_as": "({item}"}, "listed_as",
         "expected a regular expression; missing ) at position 6, where {item} is an item"),
        ({"pattern": None}, "pattern", "empty; expected a text in quotes"),
    ],
)  # fmt: skip
def test_a_wrong_key_is_told_with_what_was_expected(
    keys: dict[str, Any], key: str, expected: str | None
) -> None:
    """Each is said with what was expected there."""
    checked_mapping = check_mapping(
        mapping(kind=KIND, **{**API, **keys}), source="project", path="a.yaml"
    )
    assert [problem.key for problem in checked_mapping.problems] == [key]
    assert expected is None or expected in checked_mapping.problems[0].expected


LANGUAGES: dict[str, Any] = {
    "pattern": r"^(\w+)=", "file_glob": "/text/en", "listed_in": ["/text/*", "!/text/en"],
    "lists": "all",
}  # fmt: skip


def messages(files: dict[str, str], message: str, **keys: Any) -> list[str]:
    of_all = contract(kind=KIND, **{**LANGUAGES, "message": message, **keys})
    return [violation.message for violation in check([of_all], files, tree=files).violations]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"text/de": "a", "text/fr": "a"}, []),
        ({"text/de": "a", "text/fr": ""}, ["text/fr"]),
        ({"text/de": "b", "text/fr": ""}, ["text/de", "text/fr"]),
        # A language that comes later is checked by itself.
        ({"text/de": "a", "text/it": "b"}, ["text/it"]),
    ],
)
def test_each_of_all_lists_has_to_hold_the_item(files: dict[str, str], expected: list[str]) -> None:
    """Of several lists one was enough, whatever the contract said of each language."""
    files = {"text/en": "a=1\n", **files}
    assert messages(files, "Write {item} into {list}.") == [
        f"Write a into {path}." for path in expected
    ]
    assert messages(files, "No.") == [f"No. (not in {path})" for path in expected]
    assert messages(files, "No.", lists="any") == (["No."] if len(expected) > 1 else [])


@pytest.mark.parametrize(
    ("listed_in", "files", "expected"),
    [
        (["text/de", "/text/fr"], {"text/de": "a", "text/fr": "a"}, []),
        (["text/de", "/text/fr"], {"text/de": "a"}, ["text/fr"]),
        ("text/{de,fr}", {}, ["text/de", "text/fr"]),
        ("{dir}/{de,fr}", {"text/fr": "a"}, ["text/de"]),
        # One of that name in any folder, or all that lies in a folder, may be there.
        (["de", "text/fr"], {"a/de": "a", "text/fr/b": "a"}, []),
        (["de", "fr"], {"a/de": "a"}, ["fr"]),
        (["**/text/de", "**/text/fr"], {"a/text/de": "a"}, ["text/fr"]),
        # What a wildcard selects, or nothing does, nobody knows to be missing.
        (["text/de", "text/f?", "it/"], {"text/de": "a"}, []),
        (["text/de", "text/fr", "!text/fr"], {"text/de": "a"}, []),
    ],
)
def test_a_list_that_is_named_and_missing_holds_no_item(
    listed_in: Any, files: dict[str, str], expected: list[str]
) -> None:
    """A language's file that was deleted, or never written, was asked for nothing."""
    files = {"text/en": "a=1\n", **files}
    assert messages(files, "No.", listed_in=listed_in) == [
        f"No. (not in {path})" for path in expected
    ]
    examples = {"invalid" if expected else "valid": [{"files": files}]}
    of_all = contract(kind=KIND, **{**LANGUAGES, "listed_in": listed_in, "examples": examples})
    (example,) = list_keyed_examples(of_all)
    assert agrees_with_author(of_all, example, seconds=2)


def test_a_binary_list_holds_no_item(project: MakeProject, run: Run) -> None:
    """Spared as no text, it passed as a list that has all of them."""
    files = {"text/en": "a=1\n", "text/de": "a", "text/fr": "a\0"}
    root = project(files, contracts={"a.yaml": made_contract(type=KIND, **LANGUAGES)})
    assert "(not in text/fr)" in run("scan", cwd=root).out


def test_without_any_list_an_item_is_in_none() -> None:
    assert messages({"text/en": "a=1"}, "Write {item} into {list}.") == ["Write a into any list."]
    assert messages({"text/en": "a=1"}, "No.") == ["No."]


def test_a_list_in_the_message_takes_a_form_and_is_written_out_with_braces() -> None:
    files = {"text/en": "a=1", "text/FrCa": ""}
    assert messages(files, r"{list:kebab}, \{list}") == ["text/fr-ca, {list} (not in text/FrCa)"]


@pytest.mark.parametrize("keys", [{"lists": "any"}, {"lists": "some"}, {}])
def test_a_message_names_the_list_only_where_all_have_to_hold_the_item(
    keys: dict[str, str],
) -> None:
    listing = {"listed_in": "b", "message": "Write it into {list}."}
    of_one = mapping(kind=KIND, **{**API, **listing, **keys})
    problems = check_mapping(of_one, source="project", path="a.yaml").problems
    assert problems[0].key in ("message", "lists")
    assert problems[0].key == "lists" or "not {list}; {list} needs `lists: all`; write" in str(
        problems[0]
    )
    # In a contract without lists the braces stay, as they always did.
    of_match = mapping(kind="forbid_pattern", message="No {list}.")
    assert check_mapping(of_match, source="project", path="a.yaml").problems == ()


def test_each_list_that_lacks_an_item_is_a_violation_by_itself() -> None:
    """Who takes it out of the second one adds a violation, where the first lacked it before."""
    files = {"text/en": "a=1", "text/de": "", "text/fr": ""}
    of_all = contract(kind=KIND, **LANGUAGES)
    report = check([of_all], files, tree=files)
    assert [violation.matched_lines for violation in report.violations] == [
        "a in text/de",
        "a in text/fr",
    ]
