"""What is wrong with contract files as they are typed, at the keys where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.editor.contract_text_diagnostics import find_key_place

if TYPE_CHECKING:
    from tests.conftest import MakeProject
    from tests.editor.editor import Editor

VALID = (
    "rule_id: a\ntype: forbid_pattern\npattern: bad\nfile_glob: '*.py'\nmessage: No.\n"
    "severity: error\n"
)
TOP = VALID.replace("rule_id: a", "rule_id: top")


@pytest.mark.parametrize(
    ("text", "line", "key", "place"),
    [
        ("", 1, "", (1, 0, 0)),
        ("\t", 1, "", (1, 0, 1)),
        (" \x0c\u2003\r", 1, "", (1, 0, 3)),
        ("a: 1\r", 1, "", (1, 0, 4)),
        ("a: 1\n  b: 2 ", 2, "", (2, 2, 6)),
        ("a: 1\nb: 2", 9, "", (2, 0, 4)),
        ("a: 1\nb: 2", 1, "b", (2, 0, 1)),
        ("a: 1\nb: 2", 1, "c", (1, 0, 4)),
        ("a: 1\n---\nb: 2", 1, "b", (1, 0, 4)),
        ("\"a\": 1", 1, "a", (1, 0, 3)),
        ("x: {a: 1, b: 2}", 1, "x.b", (1, 10, 11)),
        ("x:\n  - b: 2", 2, "x[0].b", (2, 4, 5)),
        ("x:\n  - 'b: 2' # c", 2, "x[0]", (2, 2, 14)),
        ("ab: 1\nb: 2", 1, "b", (2, 0, 1)),
    ],
)  # fmt: skip
def test_the_place_of_a_key(text: str, line: int, key: str, place: tuple[int, int, int]) -> None:
    """Where it stands, or where it is missed; of an item its line."""
    assert find_key_place(text.split("\n"), line, key) == place


def said(diagnostics: list[Any]) -> list[tuple[int, int, int, int, str]]:
    """Line, start, end, severity and message of each."""
    return [
        (
            diagnostic["range"]["start"]["line"],
            diagnostic["range"]["start"]["character"],
            diagnostic["range"]["end"]["character"],
            diagnostic["severity"],
            diagnostic["message"],
        )
        for diagnostic in diagnostics
    ]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("b.yaml", VALID, []),
        ("b.yaml", f"{VALID}examples: {{valid: [good], invalid: [bad]}}\n", []),
        ("b.yaml", "override: top\nseverity: warning\nexclude_glob: x/\n",
         [(0, 0, 8, 1, "override: expected the id of a contract from a level above; "
           "this one has top itself, in .claude/contracts/top.yaml:1 (override skipped)")]),
        ("b.yaml", VALID.replace("error", "eror"),
         [(5, 0, 8, 1, 'severity: expected one of error, warning, not "eror"; did you mean '
           "error? (contract skipped)")]),
        ("b.yaml", VALID.replace("pattern: bad", "pattern: '('"),
         [(2, 0, 7, 1, "pattern: expected a regular expression; missing ) at position 1 "
           "(contract skipped)")]),
        ("b.yaml", f"{VALID}---\n{VALID}",
         [(7, 0, 7, 1, "rule_id: expected an id of its own; a is in .claude/contracts/b.yaml:1 "
           "(contract skipped)")]),
        ("b.yaml", VALID.replace("message: No.\n", ""),
         [(0, 0, 10, 1, "message: missing; expected a text (contract skipped)")]),
        ("b.yaml", VALID.replace("No.", "'No."),
         [(4, 0, 7, 1, "message: expected a closing quote for the one that opens here "
           "(contract skipped)")]),
        ("b.yaml", f"{VALID}examples:\n  valid: [good]\n  invalid:\n    - bad\n    - good\n",
         [(10, 4, 10, 2, "examples.invalid[1]: expected a violation in `good`, found none "
           "(contract in force)")]),
        ("b.yaml", f"{VALID}examples:\n  valid: bad\n",
         [(7, 2, 12, 2, "examples.valid[0]: expected no violation in `bad`, found one "
           "(contract in force)")]),
        ("b.yaml", VALID.replace("rule_id: a", "rule_id: top"),
         [(0, 0, 7, 2, ".claude/contracts/top.yaml:1: rule_id: expected an id of its own; "
           "top is in .claude/contracts/b.yaml:1")]),
        ("b.yaml", f"{VALID}fix: good\nexamples:\n  invalid:\n    - {{text: bad, fixed: good}}\n"
         "    - {text: bad, fixed: better}\n",
         [(10, 4, 32, 2, "examples.invalid[1]: expected the fix to make `better` of it, found "
           "`good` (contract in force)")]),
        ("b.yaml", VALID.replace("message", "each_bloc: x\nmessage"),
         [(4, 0, 9, 1, "each_bloc: unknown key; did you mean each_block, a key of require_pattern? "
           "(a key of your own is written x-each_bloc) (contract skipped)")]),
        ("b.yaml", "\t\n", [(0, 0, 1, 1, "expected blanks in front of a key, not a tab (contract "
                             "skipped)")]),
        ("b.yaml", f"{VALID}---\n  \t \n",
         [(7, 0, 4, 1, "expected blanks in front of a key, not a tab (contract skipped)")]),
        ("b.yml", "", [(0, 0, 0, 1, "expected a contract, found nothing (contract skipped)")]),
    ],
)  # fmt: skip
def test_an_open_contract_shows_the_problems_of_a_scan(
    editor: Editor, project: MakeProject, name: str, text: str, expected: list[Any]
) -> None:
    """As a scan would tell them, were the file saved."""
    root = project({}, contracts={"top.yaml": TOP})
    editor.start(root)
    diagnostics = editor.open(root / ".claude/contracts" / name, text)
    assert said(diagnostics) == expected


def test_other_files_are_none(editor: Editor, project: MakeProject) -> None:
    """YAML elsewhere may hold what it likes."""
    root = project({}, contracts={"top.yaml": TOP})
    editor.start(root)
    assert editor.open(root / "b.yaml", "rule_id: [") == []


def test_what_the_configuration_includes_is_looked_for(
    editor: Editor, project: MakeProject
) -> None:
    root = project({}, contracts={"top.yaml": TOP})
    editor.start(root)
    text = "include:\n  - missing\nexlude: [x]\n"
    key = (
        "exlude: unknown key; did you mean exclude? (a key of your own is written x-exlude) "
        "(configuration skipped)"
    )
    folder = (
        "include[0]: expected a folder of contract files, from the root of the project: missing: "
        "No such file or directory (configuration skipped)"
    )
    expected = [(1, 2, 11, 1, folder), (2, 0, 6, 1, key)]
    assert sorted(said(editor.open(root / ".phaser/config.yaml", text))) == expected


def test_the_first_contract_of_a_project_is_checked_unsaved(
    editor: Editor, project: MakeProject
) -> None:
    """Of a project that has no level yet, not on disk either."""
    root = project({})
    editor.start(root)
    path = root / "sub/.phaser/contracts/a.yaml"
    [(*place, message)] = said(editor.open(path, VALID.replace("type: f", "type: b")))
    assert place == [1, 0, 4, 1]
    assert message.endswith("did you mean forbid_pattern? (contract skipped)")


def test_what_is_typed_takes_the_place_of_what_is_saved(
    editor: Editor, project: MakeProject
) -> None:
    """Other texts are checked by what is on disk until then."""
    root = project({}, contracts={"top.yaml": TOP.replace("error", "eror")})
    path = root / ".claude/contracts/top.yaml"
    editor.start(root)
    assert [line for line, *_ in said(editor.open(path, path.read_text()))] == [5]
    assert said(editor.change(path, 2, {"text": TOP})) == []
    assert editor.open(root / "a.py", "bad\n") == []
    path.write_text(TOP)
    editor.save(path)
    assert editor.eventually(lambda: len(editor.shown[(root / "a.py").as_uri()]) == 1)


def test_in_a_folder_that_is_included(editor: Editor, project: MakeProject) -> None:
    """A file that is not there yet, and one that is broken on disk."""
    files = {"shared/a.yaml": VALID, ".phaser/config.yaml": "include: shared\n"}
    root = project({**files, "shared/b.yaml": "rule_id: b\n"})
    editor.start(root)
    text = VALID.replace("rule_id: a", "rule_id: c").replace("error", "eror")
    for name in ("b.yaml", "c.yaml"):
        diagnostics = said(editor.open(root / "shared" / name, text))
        assert [(line, start, end) for line, start, end, *_ in diagnostics] == [(5, 0, 8)]
    assert editor.open(root / ".phaser/other.yaml", "rule_id: [") == []


def test_a_linked_contract_counts_in_the_folder_of_its_name(
    editor: Editor, project: MakeProject
) -> None:
    """A contract counts in the folder of its name, and its mistakes are shown there."""
    text = f"override: top\nseverity: warning\n---\n{VALID.replace('error', 'eror')}"
    root = project({"shared/own.yaml": text}, contracts={"top.yaml": TOP})
    place = root / "sub/.claude/contracts"
    place.mkdir(parents=True)
    (place / "own.yaml").symlink_to("../../../shared/own.yaml")
    editor.start(root)
    diagnostics = said(editor.open(place / "own.yaml", text))
    assert [(line, message[:9]) for line, *_, message in diagnostics] == [(8, "severity:")]
