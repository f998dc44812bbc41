"""YAML that cannot surprise: what is refused, with its line, and what still counts."""

from __future__ import annotations

import pytest

from phaser_lint.contract.yaml_documents import (
    MAXIMUM_BYTES,
    Document,
    KeyProblem,
    Surprise,
    read_documents,
)
from tests.counted_work import calls_of

TOO_DEEP = "YAML; nested deeper than 30 levels"
UNFOLDS = "a document whose aliases do not unfold to thousands of values"


def flat(anchors: int) -> str:
    """Lines that each nest 28 levels around the line before: none deep, together very deep."""
    lines = ["a0: &a0 x"]
    for number in range(1, anchors):
        lines.append(f"a{number}: &a{number} {'[' * 28}*a{number - 1}{']' * 28}")
    return "\n".join(lines)


def laughs(letters: str) -> str:
    """Each line holds nine times the line before."""
    lines = [f"a: &a [{', '.join('x' * 9)}]"]
    for before, letter in zip("a" + letters, letters, strict=False):
        lines.append(f"{letter}: &{letter} [{', '.join([f'*{before}'] * 9)}]")
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("content", "plain_values"),
    [
        pytest.param(b"", [], id="empty"),
        pytest.param(b"\n \n", [], id="blank"),
        pytest.param(b"# only\n# comments\n", [], id="only comments"),
        pytest.param(b"---\n---\n# x\n---\n", [], id="only separators"),
        pytest.param(b"\xef\xbb\xbfa: b\n", [{"a": "b"}], id="BOM"),
        pytest.param(b"a: b\r\nc: d\r\n", [{"a": "b", "c": "d"}], id="CRLF"),
        pytest.param(b"---\na: 'x'\n---\n---\na: 'y'\n", [{"a": "x"}, {"a": "y"}], id="several"),
        pytest.param(b"a: &x hi\nb: *x\n", [{"a": "hi", "b": "hi"}], id="anchor of a text"),
        pytest.param(
            b"a: &x [p, q]\nb: *x\n", [{"a": ["p", "q"], "b": ["p", "q"]}], id="of a list"
        ),
        pytest.param(b"a: '012'\nb: \"yes\"\n", [{"a": "012", "b": "yes"}], id="quoted"),
        pytest.param(b"a: !!str 012\n", [{"a": "012"}], id="!!str says text"),
        pytest.param(b"a: =\nb: <<\n", [{"a": "=", "b": "<<"}], id="signs that YAML 1.1 reserves"),
        pytest.param(b"a: True\nb: false\n", [{"a": True, "b": False}], id="booleans"),
        pytest.param(b"a: ~\nb:\nc: null\n", [{"a": None, "b": None, "c": None}], id="null"),
        pytest.param(b"a: |\n  x\n  y\n", [{"a": "x\ny\n"}], id="block text"),
        pytest.param(b"a:\tb\n", [{"a": "b"}], id="tab before a value"),
        pytest.param(b"1: a\nyes: b\n~: c\n", [{"1": "a", "yes": "b", "~": "c"}], id="plain keys"),
        pytest.param(("[" * 30 + "]" * 30).encode(), [[]], id="30 levels"),
        pytest.param(b"a: '%s'" % (b"x" * (MAXIMUM_BYTES - 5)), None, id="exactly 1 MB"),
    ],
)
def test_what_is_read_without_a_fault(content: bytes, plain_values: list[object] | None) -> None:
    """Ordinary YAML gives plain values and no fault."""
    documents = read_documents(content)
    assert [document.faults for document in documents] == [()] * len(documents)
    if plain_values is None:
        assert len(documents) == 1
    elif plain_values == [[]]:
        assert str(documents[0].value) == "[" * 30 + "]" * 30
    else:
        assert [document.value for document in documents] == plain_values


@pytest.mark.parametrize(
    ("yaml_value", "kind"),
    [
        ("yes", "boolean"),
        ("NO", "boolean"),
        ("on", "boolean"),
        ("off", "boolean"),
        ("012", "number"),
        ("0x1F", "number"),
        ("1_000", "number"),
        ("1:30", "number"),
        ("-3", "number"),
        ("1.5", "number"),
        (".inf", "number"),
        ("2025-12-05", "date"),
        ("2025-12-05T10:00:00+00:00", "date"),
    ],
)
def test_surprise_types_keep_what_was_written(yaml_value: str, kind: str) -> None:
    """YAML reads these in another way than they look; the schema gets to say so."""
    (document,) = read_documents(f"a: {yaml_value}\n".encode())
    assert document == Document({"a": Surprise(kind, yaml_value)}, 1, (), {"a": 1})


@pytest.mark.parametrize(
    ("content", "line", "expected"),
    [
        pytest.param(b"x" * (5 * 1024 * 1024), 1, "a file of at most 1 MB; this one is larger",
                     id="5 MB"),
        pytest.param(b"x" * (MAXIMUM_BYTES + 1), 1, "a file of at most 1 MB; this one is larger",
                     id="a byte too many"),
        pytest.param(b"a: b\nc: \xff\n", 2, "UTF-8 text, not the byte 0xff", id="not UTF-8"),
        pytest.param("a: b".encode("utf-16"), 1, "UTF-8 text, not the byte 0xff", id="UTF-16"),
        pytest.param(b"a: b\x07\n", 1, "plain text, not the character U+0007",
                     id="control character"),
        pytest.param(b"[" * 100_000, 1, TOO_DEEP, id="100,000 brackets"),
        pytest.param(b"{" * 100_000, 1, TOO_DEEP, id="100,000 braces"),
        pytest.param(b"- " * 100_000, 1, TOO_DEEP, id="100,000 dashes"),
        pytest.param(b"[" * 31 + b"]" * 31, 1, TOO_DEEP, id="31 levels"),
        pytest.param(laughs("bcdefghi").encode(), 1, UNFOLDS, id="billion laughs"),
        pytest.param(b"a: b\n---\n" + laughs("bcdef").encode(), 3, UNFOLDS, id="in document 2"),
        pytest.param(b"&a [*a]\n", 1, UNFOLDS, id="alias inside its own anchor"),
        pytest.param(b"a: &a {b: {c: *a}}\n", 1, UNFOLDS, id="alias far inside its own anchor"),
        pytest.param(flat(30).encode(), 1, "YAML; aliases nested deeper than 30 levels",
                     id="anchors around anchors"),
    ],
)  # fmt: skip
def test_what_is_refused_as_a_whole(content: bytes, line: int, expected: str) -> None:
    """There is no value, and one fault with its line."""
    fault = KeyProblem("", f"expected {expected}", line)
    assert Document(None, line, (fault,)) in read_documents(content)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        pytest.param("a: b\nc: d\na: e\n",
                     [(3, "a", "expected each key once, found it again")], id="duplicate key"),
        pytest.param("x:\n  a: b\n  a: b\n",
                     [(3, "x.a", "expected each key once, found it again")], id="nested"),
        pytest.param("a: 1\n'a': 2\na: 3\n",
                     [(2, "a", "expected each key once, found it again"),
                      (3, "a", "expected each key once, found it again")], id="three times"),
        pytest.param("a: !!python/object/apply:os.system ['true']\n",
                     [(1, "a", "expected a plain value, "
                       "not the tag !!python/object/apply:os.system")], id="!!python"),
        pytest.param("x: [a, !!binary aGk=]\n",
                     [(1, "x[1]", "expected a plain value, not the tag !!binary")],
                     id="!!binary"),
        pytest.param("a: !mine b\n",
                     [(1, "a", "expected a plain value, not the tag !mine; "
                       "a text that starts with `!` is put in quotes")], id="own tag"),
        pytest.param("a: !!set {x}\n",
                     [(1, "a", "expected a plain value, not the tag !!set")], id="!!set"),
        pytest.param("!!python/name:os.system a: b\n",
                     [(1, "", "expected a text as key")], id="tag of a key"),
        pytest.param("[x]: d\n? {a: b}\n: e\n",
                     [(1, "", "expected a text as key"),
                      (2, "", "expected a text as key")], id="keys that are no text"),
    ],
)  # fmt: skip
def test_faults_name_the_key_and_the_line(text: str, faults: list[tuple[int, str, str]]) -> None:
    """The rest of the document is still read, so that all its problems are found at once."""
    (document,) = read_documents(text.encode())
    assert [(fault.line, fault.key, fault.expected) for fault in document.faults] == faults


def test_documents_know_the_line_they_start_at() -> None:
    """Lines count from the top of the file."""
    documents = read_documents(b"# head\na: b\n---\n\nc: d\n")
    assert [document.line for document in documents] == [2, 5]


def test_ten_times_the_keys_take_ten_times_the_calls() -> None:
    """To look for a second contract took each key through all before it."""

    def read(number: int) -> None:
        read_documents("".join(f"key{place}: 1\n" for place in range(number)).encode())

    few, many = (calls_of(lambda number=number: read(number)) for number in (100, 1_000))
    assert many <= 15 * few


def test_a_long_key_is_not_held_by_each_value_below_it() -> None:
    text = f"? {'k' * 100_000}\n: [{'a, ' * 1_000}a]\n"
    (document,) = read_documents(text.encode())
    assert sum(map(len, document.lines)) < 2_000_000


SMILE = r"\ud83d\ude00"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (f'{{"a": "x {SMILE}"}}', {"a": "x 😀"}),
        (f'{{"a": "{SMILE}{SMILE.upper().replace("U", "u")}"}}', {"a": "😀😀"}),
        (rf'{{"a": "\\ud83d {SMILE}"}}', {"a": r"\ud83d 😀"}),
        (rf'{{"a": "\\\\ud83d\\\\ude00 {SMILE}", "b": "\u00e4\n"}}',
         {"a": r"\\ud83d\\ude00 😀", "b": "ä\n"}),
    ],
)  # fmt: skip
def test_two_escapes_of_json_are_one_character(written: str, expected: object) -> None:
    """JSON is YAML, but for these; a writer of JSON makes them of each emoji."""
    (document,) = read_documents(written.encode())
    assert (document.value, document.faults) == (expected, ())


@pytest.mark.parametrize(
    "written",
    [r'{"a": "\ud83d"}', r'{"a": "\ude00\ud83d"}', rf'a: "{SMILE}"', rf'{{"a": "{SMILE}"}} b'],
)
def test_half_a_character_is_none(written: str) -> None:
    """Nor is it one outside of JSON, where an escape may stand in a text without quotes."""
    (document,) = read_documents(written.encode())
    assert document.value is None
    assert [fault.line for fault in document.faults] == [1]
