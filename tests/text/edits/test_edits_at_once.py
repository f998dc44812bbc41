"""Replacements that are all looked for in the text before them, as pi's ``edit`` makes them.

PHASER_PI_EDITS=FOLDER/dist/core/tools/edit-diff.js compares generated edits with pi's own code.
"""

from __future__ import annotations

import json
import os
import random
import subprocess

import pytest

from phaser_lint.text.edits.edits_at_once import apply_edits_at_once

# The text, the edits, and what it becomes: the same text where pi refuses them.
ROWS: list[tuple[str, list[tuple[str, str]], str | None]] = [
    ("a\nb\n", [("", "x")], "a\nb\n"),
    ("a\na\n", [("a", "b")], "a\na\n"),
    ("abc\n", [("ab", "x"), ("bc", "y")], "abc\n"),
    ("s = “x”\ns = \"x\"\n", [('"x"', "y")], "s = “x”\ns = \"x\"\n"),
    ("“x”\n  ", [('"x"\n', "y")], "“x”\n  "),
    ("a\nb\n", [("c", "x")], None),
    ("a\nb\n", [("a", "x"), ("c", "y")], None),
    ("a\nb\n", [("a", "b"), ("b", "c")], "b\nc\n"),
    ("a\nb\n", [("b", "c"), ("a", "b")], "b\nc\n"),
    ("a\r\nb\nc\n", [("b\nc", "x")], "a\r\nx\r\n"),
    ("a\nb\r\n", [("b", "x\r\ny")], "a\nx\ny\n"),
    ("\ufeffa\n", [("a", "b")], "\ufeffb\n"),
    ("s = “x”\nt = “y”  \n", [('s = "x"', "z")], "z\nt = “y”  \n"),
    ("a = 1   \nb\nc  \n", [("a = 1\nb", "d")], "d\nc  \n"),
    ("ﬁn — 1\n", [("fin - 1", "end")], "end\n"),
    ("“a”\nb\n", [('"a"\n', "")], "b\n"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "edits", "expected"), ROWS)
def test_edits(text: str, edits: list[tuple[str, str]], expected: str | None) -> None:
    assert apply_edits_at_once(text, edits) == expected


PIECES = [
    "a", "b", "x = 1", "“", "”", '"', "'", "’", " ", "  ", "\n", "\n", "\r\n", "—", "-", "\u00a0",
    "ﬁ", "fi", "\t", "foo", "Å", "\u3000",
]  # fmt: skip
PLAIN = {"“": '"', "”": '"', "’": "'", "—": "-", "\u00a0": " ", "ﬁ": "fi"}
PROGRAM = """
import * as fs from "node:fs"
const edits = await import(process.argv[1])
const answers = JSON.parse(fs.readFileSync(0, "utf8")).map(([text, pairs]) => {
  const mark = text.startsWith("\\ufeff") ? "\\ufeff" : ""
  const content = text.slice(mark.length)
  const listed = pairs.map(([oldText, newText]) => ({ oldText, newText }))
  try {
    const plain = edits.normalizeToLF(content)
    const { newContent } = edits.applyEditsToNormalizedContent(plain, listed, "f")
    return mark + edits.restoreLineEndings(newContent, edits.detectLineEnding(content))
  } catch {
    return null
  }
})
console.log(JSON.stringify(answers))
"""


def generated(seed: int) -> list[tuple[str, list[tuple[str, str]]]]:
    made = random.Random(seed)

    def text(most: int) -> str:
        return "".join(made.choice(PIECES) for _ in range(made.randint(0, most)))

    def edit(whole: str) -> tuple[str, str]:
        if not whole or made.random() < 0.15:
            return text(3), text(4)
        start = made.randrange(len(whole))
        old = whole[start : start + made.randint(1, 8)]
        if made.random() < 0.5:
            old = "".join(PLAIN.get(each, each) for each in old)
        return old.replace(" \n", "\n") if made.random() < 0.3 else old, text(4)

    wholes = [("\ufeff" if made.random() < 0.05 else "") + text(25) for _ in range(4000)]
    return [(whole, [edit(whole) for _ in range(made.randint(1, 3))]) for whole in wholes]


@pytest.mark.parametrize("seed", range(3))
def test_as_pi_makes_them(seed: int) -> None:
    """What it writes is foreseen; what it refuses leaves the text, or is said to be unknown."""
    program = os.environ.get("PHASER_PI_EDITS")
    if program is None:
        pytest.skip("PHASER_PI_EDITS names no edit-diff.js")
    cases = generated(seed)
    done = subprocess.run(
        ["node", "--input-type=module", "-e", PROGRAM, program],
        input=json.dumps(cases), capture_output=True, text=True, check=True,
    )  # fmt: skip
    answers = json.loads(done.stdout)
    assert sum(answer is not None for answer in answers) > 1000
    wrong = [
        (text, edits, answer, found)
        for (text, edits), answer in zip(cases, answers, strict=True)
        for found in [apply_edits_at_once(text, edits)]
        if found != answer and not (answer is None and found in (None, text))
    ]
    assert [case for case in wrong if case[2] is not None or case[0] != case[3]] == wrong[:0]
