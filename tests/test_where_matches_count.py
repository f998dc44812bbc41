"""Where in a text a match counts: directives, fixes, and texts that are still being typed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.text import file_text, is_unicode
from phaser_lint.editor.uris import uri_of
from phaser_lint.project.disk import file_of
from tests.check.test_scan_differential import plain_search
from tests.command.made import contract
from tests.conftest import write_files
from tests.editor.conftest import editor as _editor
from tests.editor.test_code_actions import CAPABILITIES, after
from tests.made_code import (
    LINE_PATTERNS,
    LINES,
    MATCHING,
    PARTS,
    PATTERNS,
    WHERE,
    draw_project,
    draw_text,
    entry_of,
    places_in,
    reference,
)

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.check.engine.file_verdict import FileVerdict
    from tests.conftest import Git, MakeProject, Run
    from tests.editor.editor import Editor

editor = _editor


def seeds(normal: int, slow: int) -> list[Any]:
    """The first few of them, and in the slow set the others."""
    others = range(normal, slow)
    return [*range(normal), *(pytest.param(each, marks=pytest.mark.slow) for each in others)]


@pytest.mark.parametrize("seed", seeds(20, 200))
def test_all_parts_of_a_text_are_all_of_it(seed: int) -> None:
    """No directive, condition or line end counts otherwise because a contract has ``in``."""
    random = Random(seed)
    files = [file_of(*each) for each in draw_project(random).after.items()]
    said = 0
    for kind in (*MATCHING, "items_listed"):
        keys = {"type": kind, "pattern": random.choice(PATTERNS), "file_glob": "*"}
        keys |= {"listed_in": "nothing"} if kind == "items_listed" else {}
        if kind == "forbid_pattern":
            keys |= {"when_match": random.choice(LINE_PATTERNS)}
        verdicts = []
        for where in ({}, {"in": [*PARTS]}):
            checker = checker_by(ContractSet((entry_of("0-a", **keys, **where),)), Limits(5.0))
            verdicts.append(
                [told(each) for each in engine.check_each_file(checker, files).verdicts]
            )
        assert verdicts[0] == verdicts[1], keys
        said += sum(map(any, verdicts[0]))
    assert said


def told(verdict: FileVerdict) -> tuple[Any, ...]:
    return (
        verdict.violations,
        verdict.suppressed,
        verdict.notices,
        verdict.used,
        verdict.items,
    )


@pytest.mark.parametrize("seed", seeds(2, 30))
def test_texts_that_are_open(seed: int, project: MakeProject, editor: Editor) -> None:
    """An editor shows at a file what is found there on disk."""
    given = draw_project(Random(seed))
    root = project({}, contracts=given.written)
    write_files(root, given.after)
    editor.start(root)
    texts = {path: file_text(data) for path, data in given.after.items()}
    shown = Counter(
        each
        for path, text in texts.items()
        if is_unicode(text)
        for each in found_in(path, editor.open(root / path, text))
    )
    report = places_in(reference(given.contracts, given.after), given.contracts)
    assert shown == Counter(
        (each.rule_id, each.path, each.line)
        for each in report.elements()
        if each.where != "glob" and is_unicode(texts[each.path])
    )


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_a_text_that_is_typed(seed: int, project: MakeProject, editor: Editor) -> None:
    """Each beginning of a text is as a file that ends there."""
    random = Random(seed)
    given = draw_project(random, [*MATCHING, "forbid_import"])
    root = project({}, contracts=given.written)
    editor.start(root)
    compared = 0
    for ending in random.sample([*LINES], 3):
        # A line of thousands of characters would take its time.
        path, text = f"src/a.{ending}", draw_text(random, ending).replace("x" * 3000, "")
        text = f"print(0)\n{text}"
        editor.open(root / path, "")
        for end in range(1, len(text) + 1):
            shown = editor.change(root / path, end + 1, {"text": text[:end]})
            report = reference(given.contracts, {path: text[:end].encode()})
            expected = places_in(report, given.contracts).elements()
            assert Counter(found_in(path, shown)) == Counter(
                (each.rule_id, path, each.line) for each in expected if each.where != "glob"
            ), text[:end]
            compared += 1
    assert compared > 26


def found_in(path: str, diagnostics: list[Any]) -> list[tuple[str, str, int | None]]:
    return [
        (each["code"], path, each["data"]["place"][0]) for each in diagnostics if "data" in each
    ]


EACH_PART = '"""print("""\nprint()\n# print(\nx = \'print(\'\n'


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_a_fix_changes_what_counts(
    seed: int, project: MakeProject, run: Run, git: Git, editor: Editor
) -> None:
    """And nothing else: in a scan, as a patch, and in the editor."""
    random = Random(seed)
    where = {"in": random.choice(WHERE)}
    entry = entry_of("0-a", pattern=r"print\(", file_glob="*", **where)
    # Without directives, so that each match is one to fix.
    files = {f"a.{each}": draw_text(random, each).replace("phaser:", "") for each in LINES}
    files["a.pyi"] = EACH_PART
    fixed = {
        path: replaced(text, plain_search(entry, text, path)[0]) for path, text in files.items()
    }
    assert fixed != files
    rule = contract("0-a", pattern=r"print\(", fix="show(", file_glob="a.*", **where)
    root, other = (project(files, contracts={"a.yaml": rule}) for _ in range(2))
    editor.start(other, capabilities=CAPABILITIES)
    for path, text in files.items():
        assert fixed_in_editor(editor, other / path, text) == fixed[path]
    run("scan", "--fix", cwd=root)
    (other.parent / "patch").write_bytes(run("scan", "--diff", cwd=other).out.encode())
    git(other, "apply", "../patch")
    for tree in (root, other):
        assert {path: (tree / path).read_text("utf-8") for path in files} == fixed


def replaced(text: str, spans: Any) -> str:
    for start, end in reversed(spans):
        text = f"{text[:start]}show({text[end:]}"
    return text


def fixed_in_editor(editor: Editor, path: Path, text: str) -> str:
    """What all fixes that an editor offers make of a text."""
    editor.open(path, text)
    params = {
        "textDocument": {"uri": uri_of(str(path))},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
        "context": {"diagnostics": [], "only": ["source.fixAll"]},
    }
    found = editor.ask("textDocument/codeAction", params)["result"]
    return after(text, found[0]) if found else text
