"""Drafts of pages ask what the settings of a project's own tools say already."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conftest import MakeProject, Run

STRICT, LOOSE = '{"compilerOptions": {"strict": true}}', '{"compilerOptions": {}}'
REFERS = '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}'
EXTENDS = '{"extends": "@tsconfig/node20/tsconfig.json"}'
UNSURE = "condition: which files it is about is not sure"


def import_line(
    project: MakeProject, run: Run, line: str, files: Mapping[str, str]
) -> tuple[Any, int | None, str | None]:
    """The globs of the draft of that *line*, what it finds, and why there is none."""
    root = project({"CLAUDE.md": f"# Rules\n\n## Code style\n- {line}\n", **files})
    outcome = run("import", "CLAUDE.md", "--json", cwd=root)
    [said] = json.loads(outcome.out)["pages"][0]["lines"]
    keys = yaml.safe_load(said["contract"]) if said["contract"] else {}
    return keys.get("file_glob"), said["violations"], said["reason"]


@pytest.mark.parametrize(
    ("files", "glob", "finds", "reason"),
    [
        ({"tsconfig.json": STRICT}, "tsconfig.json", 0, None),
        ({"tsconfig.json": LOOSE}, "tsconfig.json", 1, None),
        # It may lose what it has, or say the opposite.
        ({"tsconfig.json": EXTENDS[:-1] + ", " + STRICT[1:]}, "tsconfig.json", 0, None),
        ({"web/tsconfig.json": REFERS, "web/tsconfig.app.json": STRICT}, "tsconfig*.json", 0, None),
        ({"tsconfig.json": REFERS, "tsconfig.app.json": LOOSE}, "tsconfig*.json", 1, None),
        ({"tsconfig.json": EXTENDS}, None, None, UNSURE),
        ({"tsconfig.json": REFERS, "tsconfig.app.json": EXTENDS}, None, None, UNSURE),
        ({"tsconfig.json": EXTENDS, "a/tsconfig.json": STRICT}, "tsconfig.json", 0, None),
    ],
)
def test_strict_mode_is_asked_of_the_files_that_say_it(
    project: MakeProject,
    run: Run,
    files: dict[str, str],
    glob: str | None,
    finds: int | None,
    reason: str | None,
) -> None:
    said = import_line(project, run, "TypeScript strict mode is enabled", files)
    assert said == (glob, finds, reason)


@pytest.mark.parametrize(
    ("code", "path", "setting", "tool"),
    [
        (
            "py",
            "pyproject.toml",
            "[tool.ruff]\ntarget-version = 'py311'\nline-length = 100",
            "ruff",
        ),
        ("py", "pyproject.toml", "[tool.ruff.lint.pycodestyle]\nmax-line-length = 100", "ruff"),
        ("py", "pyproject.toml", "[tool.black]\nline-length = 100", "black"),
        ("py", ".ruff.toml", "line-length = 100", "ruff"),
        ("py", "setup.cfg", "[flake8]\nmax-line-length = 100", "flake8"),
        ("py", ".pylintrc", "max-line-length=100", "pylint"),
        ("ts", ".prettierrc", '{"printWidth": 100}', "prettier"),
        ("ts", "prettier.config.mjs", "export default { printWidth: 100 }", "prettier"),
        ("ts", "package.json", '{"prettier": {"printWidth": 100}}', "prettier"),
        ("ts", "eslint.config.js", "'max-len': ['error', { code: 100 }]", "eslint"),
        ("ts", ".eslintrc.json", '{"rules": {"max-len": [2, 100]}}', "eslint"),
        ("ts", "biome.json", '{"formatter": {"lineWidth": 100}}', "biome"),
        ("rs", "rustfmt.toml", "max_width = 100", "rustfmt"),
        ("dart", "analysis_options.yaml", "formatter:\n  page_width: 100", "dart format"),
        ("cpp", ".clang-format", "BasedOnStyle: Google\nColumnLimit: 100", "clang-format"),
        ("rb", ".rubocop.yml", "Layout/LineLength:\n  Enabled: true\n  Max: 100", "rubocop"),
        ("go", ".golangci.yml", "settings:\n  lll:\n    line-length: 100", "golangci-lint"),
        ("kt", ".editorconfig", "[*.{kt,kts}]\nmax_line_length = 100", ".editorconfig"),
        ("py", ".editorconfig", "[*]\nmax_line_length = 100", ".editorconfig"),
    ],
)
def test_a_width_that_a_tool_is_set_to_is_no_draft(
    project: MakeProject, run: Run, code: str, path: str, setting: str, tool: str
) -> None:
    files = {f"src/b.{code}": "b = 1\n", path: f"{setting}\n"}
    said = import_line(project, run, "Line length: 100 characters maximum", files)
    assert said == (None, None, f"command: `{tool}` checks it, as {path} says")


@pytest.mark.parametrize(
    ("path", "setting"),
    [
        ("pyproject.toml", "[tool.ruff]\nline-length = 120"),
        ("pyproject.toml", "[tool.mine]\nline-length = 100"),
        ("pyproject.toml", "[tool.ruff]\n[tool.mine]\nline-length = 100"),
        (".prettierrc", '{"printWidth": 100}'),  # that checks no Python
        (".editorconfig", "[*.md]\nmax_line_length = 100"),
        ("web/ruff.toml", "line-length = 100"),
        ("vendor/ruff.toml", "line-length = 100"),
    ],
)
def test_a_width_that_no_tool_checks_there_is_a_draft(
    project: MakeProject, run: Run, path: str, setting: str
) -> None:
    files = {"src/b.py": "b = 1\n", path: f"{setting}\n"}
    said = import_line(project, run, "Line length: 100 characters maximum", files)
    assert said == ("*.{py,pyi}", 0, None)


def test_a_width_below_that_of_a_tool_is_what_the_tool_is_set_to(
    project: MakeProject, run: Run
) -> None:
    files = {"src/b.rs": "fn b() {}\n", "rustfmt.toml": "max_width = 100\n"}
    said = import_line(project, run, "Keep lines under 100 characters", files)
    assert said == (None, None, "command: `rustfmt` checks it, as rustfmt.toml says")
