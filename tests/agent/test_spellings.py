"""One call that names one file in several spellings: its edits are checked together.

Each half is clean, and the halves together break a contract.
"""

from __future__ import annotations

import json
import os
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from phaser_lint.project.link_names import list_link_names
from tests.command.made import contract

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from tests.conftest import MakeProject, Run

SECRET = {"no-secret.yaml": contract("no-secret", pattern="sec ret", file_glob="*.py")}
FILES = {"a.py": "one two\n", "data.txt": "one two\n", "src/b.py": "one two\n"}
LINKS = {"same.py": "a.py", "by.py": "data.txt", "lib": "src", "src/up.py": "../by.py"}


class Edit(NamedTuple):
    """A word that becomes another one, in the file of that name."""

    path: str
    old: str
    new: str


class Shape(NamedTuple):
    """An agent's tool that edits several files, or one several times, in one call."""

    agent: str
    tool: str
    has_outer_path: bool = False
    is_patch: bool = False


SHAPES = (
    Shape("vscode", "multi_replace_string_in_file"),
    Shape("cursor", "MultiEdit"),
    Shape("cursor", "MultiEdit", has_outer_path=True),
    Shape("droid", "MultiEdit", has_outer_path=True),
    Shape("windsurf", "write_code", has_outer_path=True),
    Shape("claude-code", "MultiEdit", has_outer_path=True),
    Shape("codex", "apply_patch", is_patch=True),
    Shape("codex", "Bash", is_patch=True),
    Shape("vscode", "apply_patch", is_patch=True),
    Shape("opencode", "patch", is_patch=True),
    Shape("copilot-cli", "apply_patch", is_patch=True),
    Shape("droid", "ApplyPatch", is_patch=True),
)
PATCH_KEYS = {"codex": "command", "opencode": "patchText"}


def patch_of(edits: Sequence[Edit]) -> str:
    sections = [f"*** Update File: {edit.path}\n@@\n-{edit.old}\n+{edit.new}\n" for edit in edits]
    return f"*** Begin Patch\n{''.join(sections)}*** End Patch"


def input_of(shape: Shape, edits: Sequence[Edit], outer: str) -> dict[str, Any]:
    """Return what the tool gets; *outer* is the path of the call, if the shape has one."""
    if shape.is_patch:
        text = patch_of(edits)
        text = f"apply_patch <<'EOF'\n{text}\nEOF\n" if shape.tool == "Bash" else text
        return {PATCH_KEYS.get(shape.agent, "input"): text}
    is_vscode = shape.agent == "vscode"
    path, old, new = (
        ("filePath", "oldString", "newString")
        if is_vscode
        else ("file_path", "old_string", "new_string")
    )
    inner = [
        {
            **({path: edit.path} if edit.path != outer or not shape.has_outer_path else {}),
            old: edit.old,
            new: edit.new,
        }
        for edit in edits
    ]
    edits_of_input = {"replacements" if is_vscode else "edits": inner}
    return {path: outer, **edits_of_input} if shape.has_outer_path else edits_of_input


def event_of(shape: Shape, arguments: Mapping[str, Any], root: Path) -> bytes:
    """Return the event before the tool runs, as the agent sends it."""
    if shape.agent == "opencode":
        event: dict[str, Any] = {
            "opencode": "before", "tool": shape.tool, "args": arguments, "directory": str(root),
        }  # fmt: skip
    elif shape.agent == "windsurf":
        event = {
            "agent_action_name": "pre_write_code",
            "tool_info": {**arguments, "cwd": str(root)},
        }
    else:
        event = {
            "hook_event_name": "PreToolUse", "cwd": str(root), "session_id": "s",
            "tool_name": shape.tool, "tool_input": arguments,
        }  # fmt: skip
    return json.dumps(event).encode()


@pytest.fixture
def root(project: MakeProject) -> Path:
    """A project in which files have several names."""
    root = project(FILES, contracts=SECRET)
    for link, target in LINKS.items():
        (root / link).symlink_to(target)
    return root


def answer_text(run: Run, root: Path, shape: Shape, arguments: Mapping[str, Any]) -> str:
    """Return all that the hook says before the call."""
    event = event_of(shape, arguments, root)
    outcome = run("hook", "--agent", shape.agent, stdin=event, cwd=root)
    return f"{outcome.out}{outcome.err}"


SPELLINGS = (
    "a.py", "./a.py", "{root}/a.py", "src/../a.py", "same.py", "src//../a.py", "{root}/./same.py",
    "lib/../a.py",
)  # fmt: skip


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape_fields: "-".join(map(str, shape_fields)))
@pytest.mark.parametrize("spelling", SPELLINGS[1:])
def test_two_spellings_of_one_file(run: Run, root: Path, shape: Shape, spelling: str) -> None:
    """Whichever comes first."""
    second = spelling.format(root=root)
    for paths in (("a.py", second), (second, "a.py")):
        halves = [Edit(paths[0], "one", "sec"), Edit(paths[1], "two", "ret")]
        if shape.is_patch:
            halves = [Edit(paths[0], "one two", "sec two"), Edit(paths[1], "sec two", "sec ret")]
        assert "no-secret" in answer_text(run, root, shape, input_of(shape, halves, paths[0]))


@pytest.mark.parametrize(
    "uri",
    ["file://{root}/a.py", "file://localhost{root}/%61.py", "file://{root}/a.py#L1", "./a.py"],
)
def test_vs_code_takes_uris(run: Run, root: Path, uri: str) -> None:
    """Beside paths; a per cent sign hides no letter."""
    halves = [Edit("a.py", "one", "sec"), Edit(uri.format(root=root), "two", "ret")]
    assert "no-secret" in answer_text(run, root, SHAPES[0], input_of(SHAPES[0], halves, ""))


def test_two_names_of_one_file_on_a_disk_that_folds_them(run: Run, root: Path) -> None:
    """``A.py`` is ``a.py`` where the disk takes both for one; here a hard link stands for that."""
    os.link(root / "a.py", root / "A.py")
    halves = [Edit("a.py", "one", "sec"), Edit("A.py", "two", "ret")]
    assert "no-secret" in answer_text(run, root, SHAPES[0], input_of(SHAPES[0], halves, ""))


@pytest.mark.parametrize(
    "shape", [shape_fields for shape_fields in SHAPES if shape_fields.has_outer_path]
)
def test_an_edit_with_a_path_of_its_own(run: Run, root: Path, shape: Shape) -> None:
    """A client reads either: what it makes of the one file, and of the other, is checked."""
    for inner, outer in (("a.py", "data.txt"), ("data.txt", "a.py")):
        edits = [Edit(inner, "one two", "sec ret")]
        assert "no-secret" in answer_text(run, root, shape, input_of(shape, edits, outer))
    edits = [Edit("data.txt", "one two", "sec ret")]
    unselected = "src/none.txt"
    assert "no-secret" not in answer_text(run, root, shape, input_of(shape, edits, unselected))


def test_a_deleted_link_is_no_link(run: Run, root: Path) -> None:
    """A file that is made in its place is one of its own."""
    patch = "*** Begin Patch\n*** Delete File: by.py\n*** Add File: by.py\n+sec ret\n*** End Patch"
    assert "no-secret" in answer_text(run, root, SHAPES[6], {"command": patch})
    patch = patch.replace("by.py\n+", "by.txt\n+")
    assert "no-secret" not in answer_text(run, root, SHAPES[6], {"command": patch})


# Drawn edits, made for real by a plain implementation.

NAMES = (
    *SPELLINGS, "by.py", "./by.py", "data.txt", "src/up.py", "lib/up.py", "lib/b.py", "src/b.py",
    "{root}/lib/../src/b.py", "lib//b.py",
)  # fmt: skip
NEW = (("sec", "sec", "one"), ("ret", "ret", "three"))


def draw_edits(random: random.Random, shape: Shape, root: Path) -> tuple[list[Edit], str]:
    """Return some edits of a file or two by several names, and the path of the call."""
    names = [name.format(root=root) for name in random.sample(NAMES, random.randint(1, 3))]
    names += [name.replace("/", "//") for name in names]
    outer = names[0] if shape.has_outer_path else ""
    reads_inner = random.random() < 0.3
    texts: dict[str, str] = {}
    edits = []
    for place in random.choices((0, 1), k=random.randint(2, 4)):
        path = random.choice(names) if reads_inner or not outer else outer
        text = texts.setdefault(os.path.realpath(root / path), FILES["a.py"].strip())
        words = text.split()
        new = random.choice(NEW[place])
        after = " ".join([new, words[1]] if place == 0 else [words[0], new])
        old, new = (text, after) if shape.is_patch else (words[place], new)
        if text != after and text.count(old) == 1:
            edits.append(Edit(path, old, new))
            texts[os.path.realpath(root / path)] = after
    return edits, outer


def break_by(edits: Sequence[Edit], root: Path) -> bool:
    """Make *edits* on the disk, one after the other; tell whether one of their files is broken.

    By each name on its way. A client that does not find a text makes none of them.
    """
    texts = {os.path.realpath(root / path_of_file): text for path_of_file, text in FILES.items()}
    for edit in edits:
        path = os.path.realpath(root / edit.path)
        if edit.old not in texts[path]:
            return False
        texts[path] = texts[path].replace(edit.old, edit.new)
    broken_paths = {path for path, text in texts.items() if "sec ret" in text}
    edited_paths = {os.path.realpath(root / edit.path) for edit in edits}
    by_links = {
        name.path for edit in edits for name in list_link_names(str(root / edit.path))
    }  # fmt: skip
    names = edited_paths | {name for name in by_links if name.startswith(f"{root}/")}
    return any(os.path.realpath(name) in broken_paths for name in names if name.endswith(".py"))


@pytest.mark.parametrize("seeds", [range(60), pytest.param(range(60, 360), marks=pytest.mark.slow)])
def test_drawn_edits_are_denied_only_for_a_forbidden_text(
    run: Run, root: Path, seeds: range
) -> None:
    """No forbidden text passes, and nothing is denied that leaves none."""
    judged = {True: 0, False: 0}
    for seed in seeds:
        seeded = random.Random(seed)
        shape = seeded.choice(SHAPES)
        edits, outer = draw_edits(seeded, shape, root)
        if not edits:
            continue
        answer = answer_text(run, root, shape, input_of(shape, edits, outer))
        by_own_names = break_by(edits, root)
        # A client may read only the path of the call.
        by_outer = bool(outer) and break_by([edit._replace(path=outer) for edit in edits], root)
        if "Not checked" not in answer or not outer:
            assert ("no-secret" in answer) == (by_own_names or by_outer), (seed, shape, edits)
        judged[by_own_names or by_outer] += 1
    assert min(judged.values()) > len(seeds) / 5, judged
