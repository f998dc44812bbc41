"""The helpers of a tool's event: its parameters, and the globs on its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.hooks import PreToolUseInput, UsageError
from tests.hook_library.made import before, event

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

FILE = "/absolute/path/to/file"
# The tools of the specification, each with its parameters and what the helpers make of them:
# file_path, content, command, old_string, new_string.
TOOLS: dict[str, tuple[dict[str, Any], tuple[str | None, ...]]] = {
    "Write": (
        {"file_path": FILE, "content": "file contents here"},
        (FILE, "file contents here", None, None, None),
    ),
    "Edit": (
        {"file_path": FILE, "old_string": "text to find", "new_string": "replacement text"},
        (FILE, None, None, "text to find", "replacement text"),
    ),
    "Bash": (
        {"command": "npm run build", "description": "Build the project", "timeout": 60000},
        (None, None, "npm run build", None, None),
    ),
    "Read": (
        {"file_path": FILE, "offset": 0, "limit": 1000},
        (FILE, None, None, None, None),
    ),
    "Glob": ({"pattern": "**/*.php", "path": "/home/user/project"}, (None,) * 5),
    "Grep": ({"pattern": "class.*Controller", "include": "*.php"}, (None,) * 5),
    "WebFetch": ({"url": "https://example.com", "prompt": "Extract"}, (None,) * 5),
    "WebSearch": ({"query": "rules", "allowed_domains": ["laravel.com"]}, (None,) * 5),
    "Task": ({"description": "d", "prompt": "p", "subagent_type": "general"}, (None,) * 5),
    "NotebookEdit": (
        {"notebook_path": FILE, "new_source": "x"},
        (FILE, None, None, None, None),
    ),
    "empty Edit": (
        {"file_path": FILE, "old_string": "", "new_string": ""},
        (FILE, None, None, "", ""),
    ),
    "drafts": ({"old_str": "a", "new_str": "b"}, (None, None, None, "a", "b")),
    "null": ({"file_path": None, "content": None}, (None,) * 5),
    "mcp__pages__write": ({"content": [{"type": "text"}]}, (None,) * 5),
}


@pytest.mark.parametrize("tool", TOOLS)
def test_the_parameters_of_a_tool(tool: str) -> None:
    """Each helper gives its parameter, or `None`; the rest is in `tool_input`."""
    tool_input, expected = TOOLS[tool]
    hook_event = before(tool, **tool_input)
    properties = (
        hook_event.file_path,
        hook_event.content,
        hook_event.command,
        hook_event.old_string,
        hook_event.new_string,
    )
    assert properties == expected
    assert hook_event.tool_name == tool
    assert hook_event.tool_input == tool_input
    assert hook_event.tool_use_id == "toolu_01ABC123"


@pytest.mark.parametrize("fields", [{}, {"tool_input": None}])
def test_a_tool_without_parameters(fields: dict[str, None]) -> None:
    """There is nothing to find, and nothing to fail."""
    hook_event = PreToolUseInput(event("PreToolUse", **fields))
    assert (hook_event.tool_name, hook_event.tool_input, hook_event.file_path) == ("", {}, None)


@pytest.fixture
def root(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project; its folder is the agent's too."""
    made_root = project({"app/Data/UserData.php": "<?php\n"})
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(made_root))
    return made_root


PHP = "app/Data/UserData.php"
GLOBS: list[tuple[str, tuple[str, ...], bool]] = [
    # The specification's own.
    (PHP, ("**/*.php",), True),
    (PHP, ("**/app/Data/**/*.php", "**/app/Models/**/*.php"), True),
    ("app/Models/deep/User.php", ("**/app/Data/**/*.php", "**/app/Models/**/*.php"), True),
    (PHP, ("**/app/**",), True),
    ("a/b.tsx", ("**/*.vue", "**/*.ts", "**/*.tsx"), True),
    ("a/b.jsx", ("**/*.vue", "**/*.ts", "**/*.tsx"), False),
    ("vendor/a/b.php", ("**/vendor/**", "**/node_modules/**"), True),
    ("src/vendors/b.php", ("**/vendor/**", "**/node_modules/**"), False),
    # Each wildcard.
    ("src/a.py", ("src/*.py",), True),
    ("src/deep/a.py", ("src/*.py",), False),
    ("src/deep/a.py", ("src/**/*.py",), True),
    ("src/a.py", ("src/**/*.py",), True),
    ("src/a.py", ("src/?.py",), True),
    ("src/ab.py", ("src/?.py",), False),
    ("src/b.py", ("src/[abc].py",), True),
    ("src/d.py", ("src/[abc].py",), False),
    ("src/d.py", ("src/[!abc].py",), True),
    ("src/b.py", ("src/[!abc].py",), False),
    # As in a contract.
    ("deep/er/setup.py", ("setup.py",), True),
    ("deep/er/setup.py", ("/setup.py",), False),
    ("myapp/a.php", ("**/app/**",), False),
    ("migrations/1.sql", ("migrations/",), True),
    ("a.py", ("*.py", "!a.py"), False),
    ("a.py", (), False),
]


@pytest.mark.parametrize(("path", "globs", "matches"), GLOBS)
def test_globs_of_a_hook_are_those_of_contracts(
    root: Path, path: str, globs: tuple[str, ...], matches: bool
) -> None:
    """They are the contracts' own, relative to the project; `excludes` is the contrary."""
    hook_event = before("Write", file_path=str(root / path))
    properties = (
        hook_event.project_path,
        hook_event.file_path_matches(*globs),
        hook_event.file_path_excludes(*globs),
    )
    assert properties == (path, matches, not matches)


@pytest.mark.parametrize("path", [None, "", "/nul\0.py", "/half\ud800"])
def test_an_input_without_a_file_matches_nothing(root: Path, path: str | None) -> None:
    """No path, or one that no file can have: nothing matches, all is excluded."""
    hook_event = before("Write", file_path=path)
    properties = (
        hook_event.project_path,
        hook_event.file_path_matches("**"),
        hook_event.file_path_excludes("**"),
    )
    assert properties == (None, False, True)


@pytest.mark.parametrize(
    ("glob", "message"),
    [
        ("*.{js,ts", "a `{` is not closed"),
        ("src\\app.py", "a backslash only escapes"),
        ("./src/*.py", "it holds `.` or `..`"),
        ("", "a blank pattern"),
        ("!*.py", "only negated patterns"),
        ("[z-a]", "is no range"),
    ],
)
def test_a_glob_that_could_never_match(root: Path, glob: str, message: str) -> None:
    """It is an error: a guard that matches nothing stands open."""
    hook_event = before("Write", file_path=str(root / "a.py"))
    with pytest.raises(UsageError, match=f"file glob: .*{message}"):
        hook_event.file_path_matches(glob)


def test_a_glob_with_the_path_of_the_project(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the project is named. Of another folder it selects what lies there."""
    (root.parent / "link").symlink_to(root)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", f"{root.parent}/link/")
    outside = before("Write", file_path="/elsewhere/src/a.py")
    assert outside.file_path_matches("/elsewhere/src/*.py")
    for top in (str(root), f"{root.parent}/link"):
        with pytest.raises(UsageError, match=f"globs are relative to {top}; write `/src/\\*.py`"):
            before("Write", file_path=str(root / "a.py")).file_path_matches(f"{top}/src/*.py")


def test_a_glob_with_the_path_of_a_folder_without_git(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)
    tool_input = {"file_path": str(tmp_path / "src/a.py")}
    hook_event = PreToolUseInput({"cwd": str(tmp_path), "tool_input": tool_input})
    assert hook_event.file_path_matches("src/*.py")
    with pytest.raises(UsageError, match=f"globs are relative to {tmp_path}; write `/src/a.py`"):
        hook_event.file_path_matches(f"{tmp_path}/src/a.py")


def test_ways_to_write_a_path(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative to the agent's folder, through `..`, through a link, under the home folder."""
    (root / "link").symlink_to(root / "app")
    monkeypatch.setenv("HOME", str(root.parent))
    path_spellings = ["Data/a.php", "../app/Data/a.php", f"{root}/link/Data/a.php"]
    path_spellings += [f"~/{root.name}/app/Data/a.php", f"{root}/x/../app/Data/a.php"]
    outcomes = {
        PreToolUseInput({"cwd": f"{root}/app", "tool_input": {"file_path": path}}).project_path
        for path in path_spellings
    }
    assert outcomes == {"app/Data/a.php"}
