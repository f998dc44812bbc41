"""What a model reads of violations: whole texts, their bounds, and directives that do suppress."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.fix import Fix
from phaser_lint.contract.load_contracts import load_contracts
from phaser_lint.contract.model import ContractSet, Violation
from phaser_lint.core.file_records import TextFile, Tree
from phaser_lint.hook.feedback import render_feedback, render_sentences
from tests.command.made import contract, event, no_file
from tests.conftest import write_files
from tests.examples import levels_at
from tests.report.reports import ESCAPE, HOSTILE, RICH

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

LEAD = "Contract violation"
NONE = ContractSet()


def contracts_of(root: Path, *texts: str) -> ContractSet:
    folder = ".claude/contracts"
    write_files(root, {f"{folder}/{number}.yaml": text for number, text in enumerate(texts)})
    return load_contracts(discover_configured_files(levels_at(root), home=""))


def find_violations(contracts: ContractSet, path: str, text: str) -> tuple[Violation, ...]:
    report = engine.check_files(
        make_checker(contracts, 1.0),
        [TextFile(path, text)],
        tree=Tree((path,), whole=()),
    )
    return report.violations


def feedback_on(contracts: ContractSet, path: str, text: str, *, is_again: bool = False) -> str:
    violations = find_violations(contracts, path, text)
    return render_feedback(violations, contracts, lead=LEAD, again=is_again)


def test_without_violations_there_is_no_feedback() -> None:
    """Nothing to say."""
    assert render_feedback([], NONE, lead=LEAD) == ""


MEANT = "  Only if this is meant, "
AT = f"{MEANT}end line {{}} with: # phaser:ignore no-print -- reason"
TEXTS = {
    "one": (
        {},
        "x\n    print(1)\n",
        f"{LEAD}: no-print at line 2. Use the logger.\n  2: print(1)\n{AT.format(2)}",
    ),
    "why": (
        {"rationale": "Logs are\nread by machines.\n"},
        "print(1)\n",
        f"{LEAD}: no-print at line 1. Use the logger.\n  1: print(1)\n"
        f"  Why: Logs are read by machines.\n{AT.format(1)}",
    ),
    "several": (
        {},
        "print(1)\nprint(2)\n",
        f"{LEAD}: no-print at line 1. Use the logger.\n  1: print(1)\n  2: print(2)\n"
        f"{MEANT}end each such line with: # phaser:ignore no-print -- reason",
    ),
    "twice on a line": (
        {},
        "print(1); print(2)\n",
        f"{LEAD}: no-print at line 1. Use the logger.\n  1: print(1); print(2)\n"
        f"{MEANT}end line 1 with: # phaser:ignore no-print -- reason",
    ),
    "many": (
        {"ignorable": False},
        "".join(f"print({number})\n" for number in range(20)),
        f"{LEAD}: no-print at line 1. Use the logger.\n"
        + "".join(f"  {number + 1}: print({number})\n" for number in range(5))
        + "  and 15 more",
    ),
    "not ignorable": (
        {"ignorable": False},
        "print(1)\n",
        f"{LEAD}: no-print at line 1. Use the logger.\n  1: print(1)",
    ),
    "a line that goes on": (
        {},
        "print(1) \\\n",
        f"{LEAD}: no-print at line 1. Use the logger.\n  1: print(1) \\",
    ),
    "a long line": (
        {"ignorable": False},
        f"print({'1' * 900})\n",
        f"{LEAD}: no-print at line 1. Use the logger.\n  1: print({'1' * 154}…",
    ),
    "a whole file": (
        {"type": "require_pattern", "pattern": "SPDX"},
        "x\n",
        f"{LEAD}: no-print in a.py. Use the logger.\n"
        f"{MEANT}add to the file: # phaser:ignore-file no-print -- reason",
    ),
    "a control character": (
        {"ignorable": False},
        "print(\x1b[2J)\n",
        f"{LEAD}: no-print at line 1. Use the logger.\n  1: print(\\x1b[2J)",
    ),
}


@pytest.mark.parametrize("row", TEXTS.values(), ids=TEXTS)
def test_feedback_names_contract_line_message_and_directive(
    tmp_path: Path, row: tuple[dict[str, object], str, str]
) -> None:
    """Contract, line, the line itself, message, rationale, how many more, the directive."""
    keys, text, expected = row
    assert feedback_on(contracts_of(tmp_path, contract(**keys)), "a.py", text) == expected


OFFERS = {
    "reason": {
        "a.py": f"{MEANT}end line 1 with: # phaser:ignore no-print -- reason",
        "a.md": f"{MEANT}end line 1 with: <!-- phaser:ignore no-print -- reason -->",
        # No two dashes stand in its comments.
        "a.xml": f"{MEANT}end line 1 with: <!-- phaser:ignore no-print: reason -->",
    },
    "people": dict.fromkeys(("a.py", "a.md", "a.xml"), "  Only the user may suppress this."),
}


@pytest.mark.parametrize("ignorable", OFFERS)
def test_what_is_offered_where_not_every_directive_counts(tmp_path: Path, ignorable: str) -> None:
    """A directive with a reason; none where only people may suppress."""
    contracts = contracts_of(tmp_path, contract(ignorable=ignorable, file_glob="*"))
    head = f"{LEAD}: no-print at line 1. Use the logger.\n  1: print(1)"
    for path, offer in OFFERS[ignorable].items():
        assert feedback_on(contracts, path, "print(1)\n") == "\n".join(filter(None, [head, offer]))


def test_a_directive_that_would_be_text(tmp_path: Path) -> None:
    """None is offered where it would let nothing pass."""
    write_files(tmp_path, {".phaser/config.yaml": "directives_as_text: docs/\n"})
    contracts = contracts_of(tmp_path, contract())
    line = f"{LEAD}: no-print at line 1. Use the logger.\n  1: print(1)"
    assert feedback_on(contracts, "docs/a.py", "print(1)\n") == line
    assert feedback_on(contracts, "a.py", "print(1)\n").startswith(f"{line}\n{MEANT}")


READY = [
    (Fix("a.py", 3, 3, "print(1)\n", "\tlog(1) \n"), ["Ready in place of line 3:", "| \tlog(1) "]),
    (
        Fix("a.py", 3, 4, "print(\n1)\n", "log(1)\n\n"),
        ["Ready in place of lines 3 to 4:", "| log(1)", "| "],
    ),
    (Fix("a.py", 3, 3, "x", "y"), ["Ready in place of line 3:", "| y"]),
    (Fix("a.py", 3, 5, "x\n", ""), ["Ready: take out lines 3 to 5."]),
    (Fix("a.py", 1, 0, "", "# SPDX\n"), ["Ready to add to a.py, as line 1:", "| # SPDX"]),
    (Fix("a.py", 4, 3, "", "a\nb\n"), ["Ready to add to a.py, as lines 4 to 5:", "| a", "| b"]),
    (
        Fix("a.py", 3, 3, "x\n", "y\n", "unsafe", "the file has no `y`"),
        ["Suggestion in place of line 3 (unsafe: the file has no `y`):", "| y"],
    ),
    (
        Fix("a.py", 3, 5, "x\n", "", "unsafe", "`fix_safety` says so"),
        ["Suggestion: take out lines 3 to 5 (unsafe: `fix_safety` says so)."],
    ),
    (
        Fix("a.py", 1, 0, "", "x\n", "unsafe", "`fix_safety` says so"),
        ["Suggestion to add to a.py, as line 1 (unsafe: `fix_safety` says so):", "| x"],
    ),
    # What cannot be shown as it is would not be written as it is.
    (Fix("a.py", 3, 3, "x\n", f"{ESCAPE}\n"), []),
    (Fix("a.py", 3, 3, "x\n", "y" * 3_000), []),
    (Fix("a.py", 3, 3, "x\n", "y\n" * 30), []),
]


@pytest.mark.parametrize(("fix", "lines"), READY)
def test_ready_lines_stand_behind_a_bar(fix: Fix, lines: list[str]) -> None:
    """To the letter, behind a bar; once, however many violations they fix."""
    violation = Violation("a", "error", "m", "a.py", "line", 3, 1, 3, 2, "x", fix=fix)
    text = render_feedback([violation, violation], NONE, lead=LEAD).split("\n")
    assert text == [f"{LEAD}: a at line 3. m", "  3: x", *(f"  {line}" for line in lines)]


def test_a_file_that_is_ready() -> None:
    """Of one that is missing, what it holds."""
    fix = Fix("LICENSE", 1, 0, "", "MIT\n")
    violation = Violation("a", "error", "m", "/LICENSE", "glob", fix=fix)
    text = render_feedback([violation], NONE, lead=LEAD)
    assert text == f"{LEAD}: a in /LICENSE. m\n  Ready to write to LICENSE:\n  | MIT"
    unsafe = fix._replace(safety="unsafe", reason="`fix_safety` says so")
    text = render_feedback([violation._replace(fix=unsafe)], NONE, lead=LEAD)
    suggested = "Suggestion to write to LICENSE (unsafe: `fix_safety` says so):"
    assert text == f"{LEAD}: a in /LICENSE. m\n  {suggested}\n  | MIT"


def test_repeated_feedback_is_one_sentence(tmp_path: Path) -> None:
    """Only the sentence, and how many there are."""
    contracts = contracts_of(tmp_path, contract(rationale="Why not."))
    sentence = f"{LEAD}: no-print at line 1. Use the logger."
    assert feedback_on(contracts, "a.py", "print(1)\n", is_again=True) == sentence
    feedback_on_two = feedback_on(contracts, "a.py", "print(1)\nprint(2)\n", is_again=True)
    assert feedback_on_two == f"{sentence}\n  and 1 more"


@pytest.mark.parametrize("count", [1, 10, 40, 400])
def test_feedback_stays_within_the_limit_of_clients(tmp_path: Path, count: int) -> None:
    """Within the limit of the clients, and every violation is shown or counted."""
    texts = [contract(f"c-{number}", rationale="Why. " * 300) for number in range(count)]
    contracts = contracts_of(tmp_path, *texts)
    text = feedback_on(contracts, "a.py", "print(1)\n" * 3)
    assert len(text) < 9_000
    sentences = text.count(f"{LEAD}: ")
    unshown_count = 3 * (count - sentences)
    assert text.endswith(f"\nAnd {unshown_count} more violations.") == (unshown_count > 0)
    assert (sentences == count) == (count <= 10)


# Directives: what is offered suppresses, in the language of the file.

OFFERED = {
    "a.py": "# phaser:ignore no-print -- reason",
    "a.ts": "// phaser:ignore no-print -- reason",
    "a.css": "/* phaser:ignore no-print -- reason */",
    "a.sql": "-- phaser:ignore no-print -- reason",
    "a.lua": "-- phaser:ignore no-print -- reason",
    "a.html.j2": "{# phaser:ignore no-print -- reason #}",
    # A comment of XML may hold no "--".
    "a.xml": "<!-- phaser:ignore no-print -->",
    "a.md": "<!-- phaser:ignore no-print -->",
    "a.hbs": "{{!-- phaser:ignore no-print --}}",
    "a.tex": "% phaser:ignore no-print -- reason",
    "a.ml": "(* phaser:ignore no-print -- reason *)",
    "requirements.txt": "# phaser:ignore no-print -- reason",
    "go.mod": "// phaser:ignore no-print -- reason",
}


@pytest.mark.parametrize("path", OFFERED)
def test_an_offered_directive_suppresses(tmp_path: Path, path: str) -> None:
    """The very text, at the very place."""
    contracts = contracts_of(tmp_path, contract(file_glob="*"))
    text = feedback_on(contracts, path, "x\nprint(1)\n")
    assert text.endswith(f"\n{MEANT}end line 2 with: {OFFERED[path]}")
    assert find_violations(contracts, path, f"x\nprint(1) {OFFERED[path]}\n") == ()


OFFERED_ABOVE = {
    "a.bat": ":: phaser:ignore-next-line no-print -- reason",
    "a.rst": ".. phaser:ignore-next-line no-print -- reason",
    "a.haml": "-# phaser:ignore-next-line no-print -- reason",
    "a.slim": "/ phaser:ignore-next-line no-print -- reason",
    "a.pug": "//- phaser:ignore-next-line no-print -- reason",
    **dict.fromkeys(
        ("Dockerfile", "Dockerfile.dev", "a.dockerfile", ".env", ".env.local", "prod.env",
         ".gitignore", ".dockerignore", ".gitattributes", ".github/CODEOWNERS", ".editorconfig",
         "setup.cfg", "a.ini", "a.properties", "Makefile", "a.mk"),
        "# phaser:ignore-next-line no-print -- reason",
    ),
}  # fmt: skip


@pytest.mark.parametrize("path", OFFERED_ABOVE)
def test_a_directive_that_is_offered_above_a_line_suppresses(tmp_path: Path, path: str) -> None:
    """Where the end of a line is no place for a comment: '*.log # x' is a pattern of .gitignore."""
    contracts = contracts_of(tmp_path, contract(file_glob="**/*"))
    text = feedback_on(contracts, path, "x\nprint(1)\n")
    # Of a recipe the shell would get an indented one, and make would show it.
    margin = ", not indented" if path in ("Makefile", "a.mk") else ""
    # What is indented more than a comment above it would be a part of that, and run no more.
    margin = ", indented as that is" if path in ("a.rst", "a.haml", "a.slim", "a.pug") else margin
    assert text.endswith(f"\n{MEANT}put above line 2{margin}: {OFFERED_ABOVE[path]}")
    assert find_violations(contracts, path, f"x\n{OFFERED_ABOVE[path]}\nprint(1)\n") == ()
    text = feedback_on(contracts, path, "print(1)\nprint(1)\n")
    assert text.endswith(f"\n{MEANT}put above each such line{margin}: {OFFERED_ABOVE[path]}")


@pytest.mark.parametrize("path", ["a.py", "a.ts", "a.xml", "a.sql"])
@pytest.mark.parametrize("rule", ["require_pattern", "file_not_exists"])
def test_a_directive_that_is_offered_for_a_file_suppresses(
    tmp_path: Path, path: str, rule: str
) -> None:
    """Anywhere in the file."""
    text = (
        no_file(path).replace("no-file", "no-print")
        if rule == "file_not_exists"
        else contract(type=rule, file_glob="*", pattern="SPDX")
    )
    contracts = contracts_of(tmp_path, text)
    offered = (
        feedback_on(contracts, path, "x\n")
        .rpartition("Only if this is meant, add to ")[2]
        .partition(": ")[2]
    )
    assert offered.split()[1] == "phaser:ignore-file"
    assert find_violations(contracts, path, f"x\n{offered}\n") == ()


@pytest.mark.parametrize("path", ["a.vue", "a.html", "a.svelte", "a.php", "a.tsx", "a.jsx"])
def test_files_of_several_languages(tmp_path: Path, path: str) -> None:
    """The directive without a comment: which one it takes, the place in the file tells."""
    contracts = contracts_of(tmp_path, contract(file_glob="*"))
    place = "end line 1 with a comment: phaser:ignore no-print -- reason"
    assert feedback_on(contracts, path, "print(1)\n").endswith(f"\n{MEANT}{place}")


@pytest.mark.parametrize(
    ("text", "offer"),
    [
        ("#!/bin/sh\nprint(1)\n", "end line 2 with: # phaser:ignore no-print -- reason"),
        ("#!/usr/bin/env node\nprint(1)\n", "end line 2 with: // phaser:ignore no-print -- reason"),
        (
            "#!/bin/sh\nprint(1) \\\n x\n",
            "put above line 2: # phaser:ignore-next-line no-print -- reason",
        ),
        (
            "#!/bin/sh\ncat <<E\nprint(1)\nE\n",
            "add to the file: # phaser:ignore-file no-print -- reason",
        ),
        ("#!/bin/sh\nx\n", "add to the file: # phaser:ignore-file no-spdx -- reason"),
    ],
)
def test_the_first_line_of_a_script_says_what_a_comment_is(
    project: MakeProject, run: Run, text: str, offer: str
) -> None:
    """Its name does not tell."""
    spdx = contract("no-spdx", type="require_pattern", pattern="print|SPDX", file_glob="*")
    root = project({}, contracts={"a.yaml": contract(file_glob="*"), "b.yaml": spdx}, commit=True)
    stdin = event(file_path=root / "bin/deploy", content=text)
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)["hookSpecificOutput"]
    assert answer["permissionDecisionReason"].endswith(f"\n{MEANT}{offer}")


@pytest.mark.parametrize(
    ("path", "program", "opener"),
    [
        ("user_data.tpl", "sh", "# "),
        ("backup.j2", "sh", "{# "),
        ("run.tpl", "node", "{{/* "),  # where "//" opens no comment
    ],
)
def test_the_first_line_of_a_template_says_what_a_comment_is(
    project: MakeProject, run: Run, path: str, program: str, opener: str
) -> None:
    """Where its name tells of several."""
    root = project({}, contracts={"a.yaml": contract(file_glob="*")}, commit=True)
    stdin = event(file_path=root / path, content=f"#!/usr/bin/env {program}\nprint(1)\n")
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)["hookSpecificOutput"]
    offer = f"end line 2 with: {opener}phaser:ignore no-print -- reason"
    assert f"\n{MEANT}{offer}" in answer["permissionDecisionReason"]


@pytest.mark.parametrize("path", ["a.json", "a.ipynb", "a.csv", "LICENSE", "a.unknown"])
def test_no_directive_is_offered_where_comments_are_unknown(tmp_path: Path, path: str) -> None:
    """Nothing is offered that would break the file."""
    contracts = contracts_of(tmp_path, contract(file_glob="*"))
    assert feedback_on(contracts, path, "print(1)\n").endswith("\n  1: print(1)")


def test_hostile_names_and_messages() -> None:
    """Shown to a user too, in a terminal."""
    text = render_feedback(HOSTILE.violations, NONE, lead=LEAD, with_path=True)
    assert all(line.isprintable() for line in text.split("\n"))
    assert ESCAPE[0] not in text


@pytest.mark.parametrize("line", ["x" * 5008 + "bad" + "z" * 2000, "x" * 308 + "bad" + "z" * 400])
def test_the_line_of_a_match_far_into_a_long_one(tmp_path: Path, line: str) -> None:
    """The model is shown what is around the match, not a start of the line without it."""
    contracts = contracts_of(tmp_path, contract(pattern="bad", file_glob="*"))
    lines = render_feedback(find_violations(contracts, "a.js", line), NONE, lead=LEAD).split("\n")
    assert lines[1] == "  1: …" + "x" * 40 + "bad" + "z" * 115 + "…"


def test_sentences_about_one_file() -> None:
    """The edit knows its path; what has no line names its file or glob."""
    assert render_sentences(RICH.violations, lead="Contract violation") == (
        "Contract violation: has-readme in /README.md, /README.rst. Write one.\n"
        "Contract violation: license in src/a.py. Start with\nan SPDX line.\n"
        "Contract violation: no-print at line 3. Use the logger.\n"
        "Contract violation: no-print at line 12. Use the logger.\n"
        "Contract violation: no-print at line 1. Use the logger."
    )


def test_sentences_about_several_files() -> None:
    """Each names its path."""
    assert render_sentences(RICH.violations[2:], lead="New", with_path=True) == (
        "New: no-print in src/b.py at line 3. Use the logger.\n"
        "New: no-print in src/b.py at line 12. Use the logger.\n"
        "New: no-print in src/日本.py at line 1. Use the logger."
    )


def test_sentences_about_hostile_names_and_messages() -> None:
    """Shown to a user too, in a terminal; nothing is said of none."""
    text = render_sentences(HOSTILE.violations, lead="Contract violation", with_path=True)
    assert all(line.isprintable() for line in text.split("\n"))
    assert ESCAPE[0] not in text
    assert render_sentences([], lead="Contract violation") == ""
