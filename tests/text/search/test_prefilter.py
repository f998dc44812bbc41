"""What the required-literal test says of a text: maybe, or certainly not."""

from __future__ import annotations

import marshal
import subprocess
import sys
from string import ascii_lowercase

import pytest
import regex

from phaser_lint.text.search import compute_once, fold_case, folds_into_ascii, may_match
from phaser_lint.text.search.literals.automaton import (
    fold_case_bytes,
    make_bytes_requirement,
)

ALL_TEXT = "".join(map(chr, range(0x110000)))
TODO_IN_ANY_CASE = (((), ("todo",)),)
EVAL_OR_EXEC = ((("eval(", "exec("), ()),)
IMPORT_OF_OS = ((("import",), ()), (("os", "sys"), ()))
EXACT_OR_FOLDED = ((("Größe",), ("size",)),)


def _answer(requirement, text):
    return may_match(requirement, text, compute_once(fold_case, text))


def _answer_for_bytes(requirement, content):
    return may_match(
        make_bytes_requirement(requirement), content, compute_once(fold_case_bytes, content)
    )


MAYBE = [
    (None, ""),
    (None, "anything"),
    (EVAL_OR_EXEC, "x = eval(y)"),
    (EVAL_OR_EXEC, "exec("),
    (IMPORT_OF_OS, "import sys"),
    (TODO_IN_ANY_CASE, "# ToDo"),
    (TODO_IN_ANY_CASE, "é ToDo"),
    (EXACT_OR_FOLDED, "die Größe"),
    (EXACT_OR_FOLDED, "the SIZE"),
    (EXACT_OR_FOLDED, "the ſİze"),
    ((((), ("skip",)),), "ſ\u212aıp"),
    ((((), ("skip",)),), "S\u212aİP"),
]
CERTAINLY_NOT = [
    (EVAL_OR_EXEC, ""),
    (EVAL_OR_EXEC, "EVAL("),
    (EVAL_OR_EXEC, "eval ("),
    (IMPORT_OF_OS, "import re"),
    (IMPORT_OF_OS, "os, sys"),
    (TODO_IN_ANY_CASE, "to do"),
    (EXACT_OR_FOLDED, "GRÖSSE"),
    ((((), ("skip",)),), "ßkip"),
]


@pytest.mark.parametrize(("requirement", "text"), MAYBE)
def test_a_text_that_holds_the_literals_may_match(requirement, text):
    """Every clause is met, so the pattern has to be tried; the bytes of the text say the same."""
    assert _answer(requirement, text) is True
    assert _answer_for_bytes(requirement, text.encode()) is True


@pytest.mark.parametrize(("requirement", "text"), CERTAINLY_NOT)
def test_a_text_without_the_literals_cannot_match(requirement, text):
    """Some clause is not met, so the pattern is not tried; the bytes of the text say the same."""
    assert _answer(requirement, text) is False
    assert _answer_for_bytes(requirement, text.encode()) is False


@pytest.mark.parametrize("text", ["", "ki", "é", "K\u0308", "ß"])
def test_no_other_character_is_a_letter_of_ascii(text):
    assert not folds_into_ascii(text)


def test_characters_that_are_a_letter_of_ascii_in_another_case():
    """Those that the engine takes for one."""
    letters = regex.compile("(?i)[a-z]", regex.VERSION0)
    characters = [text for text in map(chr, range(128, 0x110000)) if letters.match(text)]
    assert all(map(folds_into_ascii, characters))
    assert {*characters} >= {"\u0130", "\u017f", "\u212a"}


@pytest.mark.parametrize(
    ("requirement", "text", "folded"),
    [
        (None, "x", []),
        (EVAL_OR_EXEC, "eval(", []),
        (EVAL_OR_EXEC, "x", []),
        (EXACT_OR_FOLDED, "Größe", []),
        (TODO_IN_ANY_CASE * 3, "TODO", ["TODO"]),
    ],
)
def test_a_text_is_folded_at_most_once_and_only_when_asked(requirement, text, folded):
    """The fold of a large text costs more than the searches in it."""
    calls = []

    def fold(text):
        calls.append(text)
        return fold_case(text)

    shared = compute_once(fold, text)
    may_match(requirement, text, shared)
    may_match(requirement, text, shared)
    assert calls == folded


@pytest.mark.one_row_in(17)
@pytest.mark.parametrize(
    ("flags", "character"),
    [("(?i)", chr(code)) for code in range(33, 127)]
    + [(flags, character) for flags in ("(?ai)", "(?wi)") for character in "iIkKsSaZ_"],
)
def test_folding_follows_the_engine_over_all_of_unicode(flags, character):
    """Whatever the engine takes for an ASCII character, case ignored, folds to it.

    A character, a set and a range are matched by different code of the engine.
    """
    escaped = regex.escape(character)
    for pattern in (escaped, f"[{escaped}\0]", f"[{escaped}-{escaped}]", f"(?r){escaped}"):
        matches = regex.findall(flags + pattern, ALL_TEXT)
        variants = [variant for variant in matches if variant != "\0"]
        assert character in variants
        assert {fold_case(variant) for variant in variants} == {fold_case(character)}
        encoded = {fold_case_bytes(variant.encode()) for variant in variants}
        assert encoded == {fold_case(character).encode()}


# What other letters of Unicode fold to, and one that stands for the rest.
FOLDED = "iksz"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    "letter",
    [
        *FOLDED,
        *(
            pytest.param(letter, marks=pytest.mark.slow)
            for letter in sorted({*ascii_lowercase} - {*FOLDED})
        ),
    ],
)
def test_folding_follows_the_engine_inside_strings(letter):
    """The string search of the engine has its own comparison of characters."""
    text = "".join(f"_{character}_\n" for character in ALL_TEXT if character != "\n")
    matches = regex.findall(f"(?i)_{letter}_", text)
    assert f"_{letter.upper()}_" in matches
    assert {fold_case(variant) for variant in matches} == {f"_{letter}_"}


@pytest.mark.slow
def test_folding_keeps_every_ascii_character_in_place():
    """No fold of another character swallows or moves an ASCII neighbour."""
    for character in ALL_TEXT[128:]:
        folded = fold_case(f"A{character}B")
        assert folded[0] + folded[-1] == "ab"
        assert len(folded) >= 3


def test_bytes_fold_like_their_text():
    """The ASCII of a folded text and of its folded bytes is the same, over all of Unicode."""
    text = ALL_TEXT[:0xD800] + ALL_TEXT[0xE000:]
    folded_ascii = "".join(character for character in fold_case(text) if character.isascii())
    content = fold_case_bytes(text.encode())
    assert bytes(byte for byte in content if byte < 128) == folded_ascii.encode()


@pytest.mark.parametrize(
    ("requirement", "expected"),
    [
        (None, None),
        (EVAL_OR_EXEC, (((b"eval(", b"exec("), ()),)),
        (((("Größe",), ("size",)),), ((("Größe".encode(),), (b"size",)),)),
        (((("\udcff",), ()),), (((b"\xff",), ()),)),
        (((("a\nb",), ()),), None),
        (((("a\rb", "c"), ()),), None),
        (((("\ud800",), ()),), None),
        (((("a\nb",), ()), (("c",), ())), (((b"c",), ()),)),
    ],
)
def test_a_requirement_for_bytes_says_only_what_is_true_of_bytes(requirement, expected):
    """Line ends differ between a file and its text, and a lone surrogate has no bytes."""
    assert make_bytes_requirement(requirement) == expected


@pytest.mark.parametrize("content", [b"\xff\xfeeval(", b"\xe2\xc5\xbfeval(", b"\xef\xbb\xbfeval("])
def test_undecodable_bytes_hide_nothing(content):
    """A literal is found between bytes that are not UTF-8, as text and as bytes."""
    assert _answer(EVAL_OR_EXEC, content.decode("utf-8", "surrogateescape"))
    assert _answer_for_bytes(EVAL_OR_EXEC, content)


def test_requirements_can_be_stored():
    """The cache of contracts is written with marshal."""
    stored = marshal.dumps([None, *(requirement for requirement, _ in MAYBE)])
    assert marshal.loads(stored) == [None, *(requirement for requirement, _ in MAYBE)]


def test_the_module_imports_only_what_each_event_loads():
    """The hook imports it on every edit: builtins and ``core`` are all it may use."""
    program = (
        "import sys, __future__, phaser_lint.core; before = set(sys.modules);"
        "import phaser_lint.text.search;"
        "print(sorted(set(sys.modules) - before))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.stdout.strip(), ran.stderr) == (
        "['phaser_lint.text', 'phaser_lint.text.search']",
        "",
    )
