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
def test_edits_at_once_are_all_of_the_original_text(
    text: str, edits: list[tuple[str, str]], expected: str | None
) -> None:
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
    draw = random.Random(seed)

    def text(most: int) -> str:
        return "".join(draw.choice(PIECES) for _ in range(draw.randint(0, most)))

    def edit(text_before: str) -> tuple[str, str]:
        if not text_before or draw.random() < 0.15:
            return text(3), text(4)
        start = draw.randrange(len(text_before))
        old = text_before[start : start + draw.randint(1, 8)]
        if draw.random() < 0.5:
            old = "".join(PLAIN.get(character, character) for character in old)
        return old.replace(" \n", "\n") if draw.random() < 0.3 else old, text(4)

    wholes = [("\ufeff" if draw.random() < 0.05 else "") + text(25) for _ in range(4000)]
    return [
        (text_before, [edit(text_before) for _ in range(draw.randint(1, 3))])
        for text_before in wholes
    ]


@pytest.mark.parametrize("seed", range(3))
def test_as_pi_makes_them(seed: int) -> None:
    """What it writes is foreseen; what it refuses leaves the text, or is said to be unknown."""
    program = os.environ.get("PHASER_PI_EDITS")
    if program is None:
        pytest.skip("PHASER_PI_EDITS names no edit-diff.js")
    cases = generated(seed)
    process = subprocess.run(
        ["node", "--input-type=module", "-e", PROGRAM, program],
        input=json.dumps(cases), capture_output=True, text=True, check=True,
    )  # fmt: skip
    answers = json.loads(process.stdout)
    assert sum(answer is not None for answer in answers) > 1000
    wrong = [
        (text, edits, answer, foreseen)
        for (text, edits), answer in zip(cases, answers, strict=True)
        for foreseen in [apply_edits_at_once(text, edits)]
        if foreseen != answer and not (answer is None and foreseen in (None, text))
    ]
    assert [case for case in wrong if case[2] is not None or case[0] != case[3]] == wrong[:0]
