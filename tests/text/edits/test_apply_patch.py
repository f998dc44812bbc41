"""``apply_patch``: the format, and the text of an updated file."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.codex import parse_event, proposals
from phaser_lint.text.edits.apply_patch import (
    Chunk,
    PatchedFile,
    PatchError,
    apply_chunks,
    parse_patch,
)
from tests.conftest import write_files
from tests.text.edits.patch_cases import APPLIED, REFUSED, patch_of

if TYPE_CHECKING:
    from collections.abc import Mapping

Files = dict[str, str]


def carried_out(files: Mapping[str, str], patch: str, root: Path) -> tuple[Files, list[str]]:
    """The files after the proposed changes, and why some could not be foreseen."""
    root.mkdir(exist_ok=True)
    write_files(root, dict(files))
    event = {"hook_event_name": "PreToolUse", "turn_id": "1", "cwd": str(root)}
    tool = {"tool_name": "apply_patch", "tool_input": {"command": patch}}
    after, reasons = dict(files), []
    for proposed in proposals(parse_event({**event, **tool})):
        path = os.path.relpath(proposed.path, root) if proposed.path else ""
        if proposed.deleted:
            del after[path]
        elif proposed.text is None:
            reasons.append(proposed.skip_reason.replace(f"{root}/", ""))
        else:
            after[path] = proposed.text
    return after, reasons


@pytest.mark.parametrize(
    ("files", "lines", "after"),
    [pytest.param(*row[1:], id=row[0]) for row in APPLIED],
)
def test_a_patch_leaves_what_codex_leaves(
    files: Files, lines: str, after: Files, tmp_path: Path
) -> None:
    """Every file as the program of Codex left it."""
    assert carried_out(files, patch_of(lines), tmp_path.resolve()) == (after, [])


@pytest.mark.parametrize(("files", "lines"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_a_refused_patch_proposes_nothing(files: Files, lines: str, tmp_path: Path) -> None:
    """Nothing is proposed, and it is said that something could not be foreseen."""
    after, reasons = carried_out(files, patch_of(lines), tmp_path.resolve())
    assert after == files
    assert len(reasons) == 1


@pytest.mark.parametrize(
    ("files", "patch", "after", "reasons"),
    [
        pytest.param(
            {"a": "x\n"},
            patch_of("*** Add File: b|+w|*** Update File: a|@@|-nope|+w"),
            {"a": "x\n", "b": "w\n"},
            ["the patch does not match the file"],
            id="what came before still counts",
        ),
        pytest.param(
            {"a": "x\n"},
            patch_of("*** Delete File: a|*** Update File: a|@@|-x|+y"),
            {},
            ["File not found: a"],
            id="deleted, then updated",
        ),
        pytest.param(
            {},
            patch_of("*** Add File: a|+x|*** Delete File: a"),
            {},
            [],
            id="added, then deleted",
        ),
        pytest.param(
            {},
            patch_of("*** Delete File: a"),
            {},
            ["File not found: a"],
            id="nothing to delete",
        ),
        pytest.param(
            {},
            patch_of("*** Add File: a|+x\0"),
            {},
            ["Binary content detected"],
            id="binary",
        ),
        pytest.param(
            {},
            patch_of("*** Add File: a\0b|+x"),
            {},
            ["Invalid file_path"],
            id="a path that cannot be",
        ),
        pytest.param({}, patch_of("*** Add File: a|+y").replace("\n", "\r\n"), {"a": "y\n"}, [],
                     id="carriage returns"),
        pytest.param({}, f"<<'EOF'\n{patch_of('*** Add File: a|+y')}EOF\n", {"a": "y\n"}, [],
                     id="a heredoc"),
        pytest.param(
            {"a": "x\n"},
            patch_of("*** Environment ID: 1|*** Update File: a|@@|-x|+y").replace(
                "*** Update File: a\n*** Env", "*** Env"
            ),
            {"a": "y\n"},
            [],
            id="an environment",
        ),
    ],
)  # fmt: skip
def test_operations_of_a_patch_work_on_one_another(
    files: Files, patch: str, after: Files, reasons: list[str], tmp_path: Path
) -> None:
    """They work on one another's results; what cannot be foreseen is said."""
    assert carried_out(files, patch, tmp_path.resolve()) == (after, reasons)


@pytest.mark.parametrize(
    ("patch", "problem"),
    [
        ("", "expected '*** Begin Patch' in its first line"),
        ("hello\n*** Begin Patch\n*** End Patch", "expected '*** Begin Patch' in its first line"),
        ("*** begin patch\n*** end patch", "expected '*** Begin Patch' in its first line"),
        ("*** Begin Patch\n*** Delete File: a", "expected '*** End Patch' in its last line"),
        ("*** Begin Patch\n*** End Patch\nmore", "expected '*** End Patch' in its last line"),
        ("*** Begin Patch", "expected '*** End Patch' in its last line"),
        ("*** Begin Patch\n*** End Patch", "expected at least one file in the patch"),
        ("\x1c*** Begin Patch\n*** End Patch", "expected '*** Begin Patch' in its first line"),
        ("*** Begin Patch\n*** End Patch\x1c", "expected '*** End Patch' in its last line"),
        ("x\n*** Begin Patch\n*** End Patch EOF", "expected '*** Begin Patch' in its first line"),
        (
            "*** Begin Patch\n*** Delete File: a\n+x\n*** End Patch",
            "expected the header of a file, found '+x'",
        ),
        (
            "*** Begin Patch\n\x1c*** Delete File: a\n*** End Patch",
            "expected the header of a file, found '\\x1c*** Delete File: a'",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n*** End Patch",
            "expected lines to change in a",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n@@\x1c\n-x\n*** End Patch",
            "expected lines after @@ that start with a blank, + or -",
        ),
        (
            "*** Begin Patch\n*** Update File: a\n@@\n-x\n*** End of File\noops\n*** End Patch",
            "expected @@ before the next change, found 'oops'",
        ),
        (
            "<<'X'\n*** Begin Patch\n*** End Patch\nX",
            "expected '*** Begin Patch' in its first line",
        ),
    ],
)
def test_what_is_no_patch_is_told_with_what_was_expected(patch: str, problem: str) -> None:
    """What was expected, and where."""
    with pytest.raises(PatchError) as caught:
        parse_patch(patch)
    assert str(caught.value) == problem


def test_the_operations_of_a_patch() -> None:
    """Each with all that it says, in their order."""
    lines = (
        "*** Add File: a|+x|++y|+|*** Delete File: b |*** Update File: c|*** Move to: d|"
        "*** End of File |@@ f|-x|+y||*** End of File\t||@@|+z|*** Add File: e|*** Delete File: f|"
        "*** Update File: g|*** Move to: h|@@|-x|*** Update File: i|-x"
    )
    assert parse_patch(patch_of(lines)) == (
        PatchedFile("add", "a", text="x\n+y\n\n"),
        PatchedFile("delete", "b"),
        PatchedFile("update", "c", move_to="d", chunks=(
            Chunk("f", (("-", "x"), ("+", "y"), (" ", "")), at_end=True),
            Chunk(None, (("+", "z"),)),
        )),
        PatchedFile("add", "e"),
        PatchedFile("delete", "f"),
        PatchedFile("update", "g", move_to="h", chunks=(Chunk(None, (("-", "x"),)),)),
        PatchedFile("update", "i", chunks=(Chunk(None, (("-", "x"),)),)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "lines", "after"),
    [
        pytest.param("x\x1c\n", "@@|-x|+y", None, id="a separator is no blank"),
        pytest.param("a\nx\n", "@@ b|-x|+y", None, id="no such context"),
        pytest.param("a\nb\nc\nd\n", "@@|-a| b|-c|+C| d", "b\nC\nd\n", id="two changes in a chunk"),
        pytest.param("x\n", "@@|+2|@@|+1", "x\n2\n1\n", id="added at the end in their order"),
        pytest.param("x\nz\r", "@@|-x|+y", "y\nz\r", id="a carriage return at the end stays"),
    ],
)
def test_the_text_after_chunks(text: str, lines: str, after: str | None) -> None:
    """Where each chunk finds its place, and None where one finds none."""
    (operation,) = parse_patch(patch_of(lines))
    assert apply_chunks(text, operation.chunks) == after


# Scenarios: folders with input/, patch.txt and expected/, as the repository of Codex has them.

OWN_SCENARIOS = Path(__file__).parent / "patch_scenarios"
FOLDERS = [OWN_SCENARIOS]
if os.environ.get("PHASER_CODEX_SCENARIOS"):
    FOLDERS.append(Path(os.environ["PHASER_CODEX_SCENARIOS"]))
SCENARIOS = [path for folder in FOLDERS for path in sorted(folder.iterdir()) if path.is_dir()]


def read_files(folder: Path) -> Files:
    return {
        str(path.relative_to(folder)): path.read_bytes().decode()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[path.name for path in SCENARIOS])
def test_a_scenario_of_codex_proposes_its_files(scenario: Path, tmp_path: Path) -> None:
    """The proposed files are the expected ones; of a refused patch none may be proposed."""
    patch = (scenario / "patch.txt").read_bytes().decode()
    after, _ = carried_out(read_files(scenario / "input"), patch, tmp_path.resolve())
    assert after == read_files(scenario / "expected")


# The program itself, where it is installed: PHASER_APPLY_PATCH names it.

PROGRAM = os.environ.get("PHASER_APPLY_PATCH", "")
LINES = ("a", "b", " a", "a ", "", "b  ", "“a”", '"a"', "  ", "c", "\u3000a")
ENDS = ("\n", "\n", "\n", "\r\n", "\r")
MARKS = (" ", "-", "+", "-", "+", " ", "")
STARTS = ("@@|", "@@|", "@@ a|", "@@ b|", "@@|", "|", "")


def generated(chance: random.Random) -> tuple[Files, str]:
    """A small file and a patch that often fits it."""
    text = "".join(chance.choice(LINES) + chance.choice(ENDS) for _ in range(chance.randint(0, 6)))
    lines = chance.choice(("", "", "*** Move to: b|"))
    for _ in range(chance.randint(1, 3)):
        lines += chance.choice(STARTS)
        for _ in range(chance.randint(0, 4)):
            lines += chance.choice(MARKS) + chance.choice(LINES) + "|"
        lines += chance.choice(("", "", "", "*** End of File|"))
    return {"a": text + chance.choice(("", "", "x", "a"))}, patch_of(lines[:-1])


@pytest.mark.skipif(not PROGRAM, reason="PHASER_APPLY_PATCH names no program")
def test_the_program_of_codex_writes_what_was_foreseen(tmp_path: Path) -> None:
    """Whatever it writes was foreseen, and what it refuses was not."""
    chance = random.Random(20261121)
    applied_patches = 0
    for number in range(2_000):
        files, patch = generated(chance)
        root = tmp_path.resolve() / str(number)
        foreseen, reasons = carried_out(files, patch, root)
        environment = {"HOME": str(tmp_path)}
        process = subprocess.run([PROGRAM, patch], cwd=root, env=environment, capture_output=True)
        assert (read_files(root), process.returncode) == (foreseen, int(bool(reasons))), patch
        applied_patches += process.returncode == 0
    assert applied_patches > 100
