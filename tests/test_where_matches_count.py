"""Where in a text a match counts: directives, fixes, and texts that are still being typed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.model import ContractSet
from phaser_lint.core.text import decode_file, is_unicode
from phaser_lint.editor.uris import make_file_uri
from phaser_lint.project.file_or_skip import make_file_or_skip
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
    slow_seeds = range(normal, slow)
    return [*range(normal), *(pytest.param(seed, marks=pytest.mark.slow) for seed in slow_seeds)]


@pytest.mark.parametrize("seed", seeds(8, 200))
def test_all_parts_of_a_text_are_all_of_it(seed: int) -> None:
    """No directive, condition or line end counts otherwise because a contract has ``in``."""
    random = Random(seed)
    files = [
        make_file_or_skip(*path_and_content)
        for path_and_content in draw_project(random).after.items()
    ]
    number_of_violations = 0
    for kind in (*MATCHING, "items_listed"):
        keys = {"type": kind, "pattern": random.choice(PATTERNS), "file_glob": "*"}
        keys |= {"listed_in": "nothing"} if kind == "items_listed" else {}
        if kind == "forbid_pattern":
            keys |= {"when_match": random.choice(LINE_PATTERNS)}
        verdicts = []
        for where in ({}, {"in": [*PARTS]}):
            checker = make_checker(ContractSet((entry_of("0-a", **keys, **where),)), 5.0)
            verdicts.append(
                [told(file_verdict) for file_verdict in engine.check_each_file(checker, files)[0]]
            )
        assert verdicts[0] == verdicts[1], keys
        number_of_violations += sum(map(any, verdicts[0]))
    assert number_of_violations


def told(verdict: FileVerdict) -> tuple[Any, ...]:
    """What is said of a file, but where it is read as code: nobody asks that without ``in``."""
    return (
        verdict.violations,
        verdict.suppressed,
        [notice for notice in verdict.notices if not notice.reading],
        verdict.used,
        verdict.items,
    )


@pytest.mark.parametrize("seed", seeds(2, 30))
def test_texts_that_are_open(seed: int, project: MakeProject, editor: Editor) -> None:
    """An editor shows at a file what is found there on disk."""
    drawn_project = draw_project(Random(seed))
    root = project({}, contracts=drawn_project.written)
    write_files(root, drawn_project.after)
    editor.start(root)
    texts = {path: decode_file(content) for path, content in drawn_project.after.items()}
    places_shown = Counter(
        diagnostic
        for path, text in texts.items()
        if is_unicode(text)
        for diagnostic in found_in(path, editor.open(root / path, text))
    )
    report = places_in(
        reference(drawn_project.contracts, drawn_project.after), drawn_project.contracts
    )
    assert places_shown == Counter(
        (diagnostic.rule_id, diagnostic.path, diagnostic.line)
        for diagnostic in report.elements()
        if diagnostic.where != "glob" and is_unicode(texts[diagnostic.path])
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_a_text_that_is_typed(seed: int, project: MakeProject, editor: Editor) -> None:
    """Each beginning of a text is as a file that ends there."""
    random = Random(seed)
    drawn_project = draw_project(random, [*MATCHING, "forbid_import"])
    root = project({}, contracts=drawn_project.written)
    editor.start(root)
    compared = 0
    for ending in random.sample([*LINES], 3):
        # A line of thousands of characters would take its time.
        path, text = f"src/a.{ending}", draw_text(random, ending).replace("x" * 3000, "")
        text = f"print(0)\n{text}"
        editor.open(root / path, "")
        for end in range(1, len(text) + 1):
            diagnostics = editor.change(root / path, end + 1, {"text": text[:end]})
            report = reference(drawn_project.contracts, {path: text[:end].encode()})
            expected = places_in(report, drawn_project.contracts).elements()
            assert Counter(found_in(path, diagnostics)) == Counter(
                (place.rule_id, path, place.line) for place in expected if place.where != "glob"
            ), text[:end]
            compared += 1
    assert compared > 26


def found_in(path: str, diagnostics: list[Any]) -> list[tuple[str, str, int | None]]:
    return [
        (diagnostic["code"], path, diagnostic["data"]["place"][0])
        for diagnostic in diagnostics
        if "data" in diagnostic
    ]


EACH_PART = '"""print("""\nprint()\n# print(\nx = \'print(\'\n'


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_a_fix_changes_what_counts(
    seed: int, project: MakeProject, run: Run, git: Git, editor: Editor
) -> None:
    """And nothing else: in a scan, as a patch, and in the editor."""
    random = Random(seed)
    where = {"in": random.choice(WHERE)}
    contract_with_fix = entry_of("0-a", pattern=r"print\(", file_glob="*", **where)
    # Without directives, so that each match is one to fix.
    files = {f"a.{ending}": draw_text(random, ending).replace("phaser:", "") for ending in LINES}
    files["a.pyi"] = EACH_PART
    fixed = {
        path: replaced(text, plain_search(contract_with_fix, text, path)[0])
        for path, text in files.items()
    }
    assert fixed != files
    rule = contract("0-a", pattern=r"print\(", fix="show(", file_glob="a.*", **where)
    root, patched_root = (project(files, contracts={"a.yaml": rule}) for _ in range(2))
    editor.start(patched_root, capabilities=CAPABILITIES)
    for path, text in files.items():
        assert fixed_in_editor(editor, patched_root / path, text) == fixed[path]
    run("scan", "--fix", cwd=root)
    (patched_root.parent / "patch").write_bytes(
        run("scan", "--diff", cwd=patched_root).out.encode()
    )
    git(patched_root, "apply", "../patch")
    for tree in (root, patched_root):
        assert {path: (tree / path).read_text("utf-8") for path in files} == fixed


def replaced(text: str, spans: Any) -> str:
    for start, end in reversed(spans):
        text = f"{text[:start]}show({text[end:]}"
    return text


def fixed_in_editor(editor: Editor, path: Path, text: str) -> str:
    """What all fixes that an editor offers make of a text."""
    editor.open(path, text)
    params = {
        "textDocument": {"uri": make_file_uri(str(path))},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
        "context": {"diagnostics": [], "only": ["source.fixAll"]},
    }
    fixes = editor.ask("textDocument/codeAction", params)["result"]
    return after(text, fixes[0]) if fixes else text
