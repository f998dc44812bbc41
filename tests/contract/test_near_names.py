"""What was meant by a key, an id or a value that is written otherwise."""

from __future__ import annotations

import pytest

from phaser_lint.contract.keys import CONTRACT_KEYS, list_key_names
from phaser_lint.contract.near_names import render_boolean_hint, render_id_hint, render_name_hint
from phaser_lint.text.regions import LANGUAGE_NAMES


@pytest.mark.parametrize(
    ("misspelled_key", "expected"),
    [
        ("x", ""),
        ("owner", ""),
        ("mesage", "message"),
        ("ruleId", "rule_id"),
        ("file_globs", "file_glob"),
        # As other tools call them.
        ("id", "rule_id"),
        ("paths", "file_glob"),
        ("Exclude", "exclude_glob"),
        ("regex", "pattern"),
        ("description", "message"),
    ],
)
def test_a_wrong_key_has_the_nearest_one_named(misspelled_key: str, expected: str) -> None:
    """By its letters, or by what other tools call it."""
    keys = list_key_names(CONTRACT_KEYS)
    assert render_name_hint(misspelled_key, keys) == (
        f"; did you mean {expected}?" if expected else ""
    )


def test_names_of_other_tools_where_they_are_none() -> None:
    """A configuration has no ``file_glob``."""
    assert render_name_hint("paths", ("include", "exclude")) == ""


@pytest.mark.parametrize(
    ("name", "expected"), [("c#", "csharp"), ("C#", "csharp"), ("ts", "typescript"), ("c++", "c")]
)
def test_a_language_by_its_common_name_has_the_known_one_named(name: str, expected: str) -> None:
    """By its letters alone `c#` is nearest to `c`."""
    assert render_name_hint(name, LANGUAGE_NAMES) == f"; did you mean {expected}?"


@pytest.mark.parametrize("word", ["person", "persons", "human", "People"])
def test_a_word_for_people_means_people(word: str) -> None:
    """By its letters alone `person` is nearest to `reason`."""
    assert render_name_hint(word, ("true", "reason", "people")) == "; did you mean people?"


@pytest.mark.parametrize(
    ("wrong_id", "expected"),
    [("no-print", ""), ("", ""), ("_", ""), ("nö", ""), ("a" * 65, ""),
     ("no_print", "no-print"), ("No print!", ""), ("team/no.print", "team-no-print")],
)  # fmt: skip
def test_a_wrong_id_has_one_that_may_be_written(wrong_id: str, expected: str) -> None:
    assert render_id_hint(wrong_id) == (f"; did you mean {expected}?" if expected else "")


@pytest.mark.parametrize(
    ("yaml_value", "expected"),
    [("x", ""), (3, ""), (None, ""), ("yes", "yes; did you mean true?"),
     ("Off", "Off; did you mean false?"), ("true", '"true"; did you mean true, without quotes?')],
)  # fmt: skip
def test_other_words_for_a_boolean_are_understood(yaml_value: object, expected: str) -> None:
    """YAML's other words for it, and a text."""
    assert render_boolean_hint(yaml_value) == expected
