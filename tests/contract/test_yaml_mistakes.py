"""What is no YAML: the line, the key, and what to write instead, each as its author reads it."""

from __future__ import annotations

import pytest

from phaser_lint.contract.yaml_documents import read_documents

# (the file, the line, the key, what was expected)
MISTAKES = [
    ("a: 1\nb:\n\tc: d\n", 3, "c", "blanks in front of a key, not a tab"),
    ("a: b\n\tc: d\n", 2, "c", "blanks in front of a key, not a tab"),
    ("a: b\nmessage: Use this: not that.\n", 2, "message", 'quotes around a text that holds ": "'),
    ("message: a, b: c\n", 1, "message", 'quotes around a text that holds ": "'),
    (r'pattern: "foo\("', 1, "pattern",
     r"single quotes around a text with `\(`: in double quotes a backslash is YAML's own"),
    (r'pattern: "\d+"', 1, "pattern",
     r"single quotes around a text with `\d`: in double quotes a backslash is YAML's own"),
    (r'pattern: "\xZZ"', 1, "pattern",
     "single quotes around a text with `\\x`: in double quotes a backslash is YAML's own"),
    ("file_glob: *.py\n", 1, "file_glob", "quotes around a text that starts with `*`"),
    ("file_glob: **/*.py\nx: y\n", 1, "file_glob", "quotes around a text that starts with `*`"),
    ("file_glob:\n  - *.py\n", 2, "", "quotes around a text that starts with `*`"),
    ("file_glob: [*.py, *.ts]\n", 1, "file_glob", "quotes around a text that starts with `*`"),
    ("file_glob: ['a', *.ts]\n", 1, "file_glob", "quotes around a text that starts with `*`"),
    ("file_glob: [*foo]\n", 1, "file_glob", "quotes around a text that starts with `*`"),
    ("forbid: [a, !a/**]\n", 1, "forbid", "quotes around a text that starts with `!`"),
    ("file_glob: [{a,b}.py]\n", 1, "file_glob", "quotes around a text that starts with `{`"),
    ("file_glob: [[a-z].py]\n", 1, "file_glob", "quotes around a text that starts with `[`"),
    ("file_glob: [a.{py,ts}]\n", 1, "file_glob", "quotes around a text that holds a `{`"),
    ("valid: [import {a} from b]\n", 1, "valid", "quotes around a text that holds a `{`"),
    ("valid: ['a'b]\n", 1, "valid",
     "a comma after the closing quote, or quotes around all of the text"),
    ("file_glob: [a, b\nc: d\n", 2, "c", "YAML; did not find expected ',' or ']'"),
    ("pattern: *foo\n", 1, "pattern", "quotes around a text that starts with `*`"),
    ("pattern: %foo\n", 1, "pattern", "quotes around a text that starts with `%`"),
    ("pattern: @foo\n", 1, "pattern", "quotes around a text that starts with `@`"),
    ("pattern: `foo`\n", 1, "pattern", "quotes around a text that starts with ```"),
    ("pattern: [a-z]+x\n", 1, "pattern", "quotes around a text that starts with `[`"),
    ("pattern: {a}b\n", 1, "pattern", "quotes around a text that starts with `{`"),
    ("pattern: |print\n", 1, "pattern", "quotes around a text that starts with `|`"),
    ("pattern: >x\n", 1, "pattern", "quotes around a text that starts with `>`"),
    ("pattern: - foo\n", 1, "pattern", "quotes around a text that starts with `-`"),
    ("message: 'it's'\n", 1, "message",
     "nothing after the closing quote; a `'` inside of single quotes is written twice"),
    ('message: "say "x""\n', 1, "message",
     'nothing after the closing quote; single quotes around a text that holds a `"`'),
    ("a: b\nmessage: 'open\nx: 1\n", 2, "message",
     "a closing quote for the one that opens here"),
    ("rule_id: a\n  type: b\n", 2, "type",
     "each key below the one before it, neither further in nor further out"),
    ("a:\n  b: ['x']\n c: ['y']\n", 3, "c",
     "each key below the one before it, neither further in nor further out"),
    ("a:\n  b: 1\n c: d\n", 3, "c",
     "each key below the one before it, neither further in nor further out"),
    ("a:\n  b:\n    c: 'x'\n   d: 'y'\n", 4, "d",
     "each key below the one before it, neither further in nor further out"),
    ("rule_id:a\ntype: b\n", 2, "type",
     "`key: value` on the line before, with a blank after the colon"),
    ("a: b\nseverity:error\n", 2, "", "a blank after the colon, as in `severity: error`"),
    ("a: b\nseverity\n", 2, "", "`key: value`, not `severity`"),
    ("<<<<<<< HEAD\na: b\n=======\na: c\n>>>>>>> x\nd: e\n", 1, "",
     "no merge conflict; keep the lines of one side and delete the markers"),
    ("a: b\n<<<<<<< HEAD\nc: d\n=======\nc: e\n>>>>>>> x\n", 2, "",
     "no merge conflict; keep the lines of one side and delete the markers"),
    (" rule_id: a\ntype: b\n", 2, "type",
     "a line `---` before another contract, and each key at the start of its line"),
    ("a: b\nc: \x07\n", 2, "", "plain text, not the character U+0007"),
    ("rule_id: a\ntype: b\nrule_id: c\ntype: d\n", 3, "", "a line `---` before a second contract"),
    ("type: b\nrule_id: a\ntype: d\nrule_id: c\n", 3, "", "a line `---` before a second contract"),
    ("rule: {}\nenabled: true\nrule: {}\nenabled: true\n", 3, "",
     "a line `---` before a second contract"),
    ("a: [\n", 2, "", "YAML; did not find expected node content"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "key", "expected"), MISTAKES)
def test_a_mistake_is_one_fault(text: str, line: int, key: str, expected: str) -> None:
    """At its own line, and nothing else is said of the file."""
    (document,) = read_documents(text.encode())
    assert [tuple(fault) for fault in document.faults] == [(key, f"expected {expected}", line)]


def test_a_key_that_is_there_twice_is_no_second_contract() -> None:
    """Only what starts anew is one."""
    (document,) = read_documents(b"rule_id: a\ntype: b\nrule_id: c\n")
    assert [tuple(fault) for fault in document.faults] == [
        ("rule_id", "expected each key once, found it again", 3)
    ]


def test_a_mistake_takes_no_other_document_along() -> None:
    """The others are read as ever, each thing at its line of the file."""
    documents = read_documents(
        b"# ours\nrule_id: a\n--- # the second\nbad: 'open\n---\r\nrule_id: b\nvalid:\n"
        b"  - |\n    ---\n---\nbyte: \xff\n---\n" + b"[" * 50 + b"\n--- {rule_id: c}\n"
    )
    assert [
        (document.value, document.line, [str(fault.line) for fault in document.faults])
        for document in documents
    ] == [
        ({"rule_id": "a"}, 2, []),
        (None, 4, ["4"]),
        ({"rule_id": "b", "valid": ["---\n"]}, 6, []),
        (None, 11, ["11"]),
        (None, 12, ["12"]),
        ({"rule_id": "c"}, 14, []),
    ]
    assert documents[2].lines == {"rule_id": 6, "valid": 7, "valid[0]": 8}
