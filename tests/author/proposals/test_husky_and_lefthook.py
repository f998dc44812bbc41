"""Our line in what husky and lefthook run: at its end, and nothing else changes."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from phaser_lint.author.proposals.husky_and_lefthook import (
    HUSKY,
    LEFTHOOK,
    LINE,
    with_husky_line,
    with_lefthook_line,
)
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

AFTER = f'phaser_lint_before=$?; {LINE}; (exit "$phaser_lint_before")'
OF_HUSKY_8 = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\n'
COMMAND = f"phaser-lint:\n  run: {LINE}\n"


def indented(text: str, width: int) -> str:
    return "".join(f"{' ' * width}{line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", f"#!/usr/bin/env sh\n{LINE}\n"),
        ("npm test\n", f"npm test\n{AFTER}\n"),
        ("npm test", f"npm test\n{AFTER}\n"),
        ("npm test\r\n", f"npm test\r\n{AFTER}\r\n"),
        (f"{OF_HUSKY_8}npm test\n", f"{OF_HUSKY_8}npm test\n{AFTER}\n"),
        (". ./lib.sh\nnpm test\n", None),
        ("npm test\n\nexit 0\n", None),
        ("exec npm test", None),
        ('[ "$CI" ] && exit 0\nnpm test\n', None),
    ],
)
def test_husky_runs_the_scan_at_the_end_of_its_script(text: str, expected: str | None) -> None:
    assert with_husky_line(text) == expected


@pytest.mark.parametrize(
    ("script", "ends_with"),
    [("true", 0), ("false", 1), ("false && true", 1), ("true && true", 0), ("! true", 1)],
)
def test_a_script_of_husky_goes_on_refusing_what_it_refused(
    tmp_path: Path, script: str, ends_with: int
) -> None:
    """`npm test && npm run lint` that failed let a commit pass, once our line stood behind it."""
    text = with_husky_line(f"{script}\n")
    assert text is not None
    program = tmp_path / "phaser-lint"
    for check_ends_with in (0, 1):
        program.write_text(f"#!/bin/sh\nexit {check_ends_with}\n")
        program.chmod(0o755)
        process = subprocess.run(
            ("sh", "-e", "-c", text), env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
            stderr=subprocess.DEVNULL, check=False, timeout=60,
        )  # fmt: skip
        assert process.returncode == (ends_with or check_ends_with)


STAGE = f"pre-commit:\n  commands:\n{indented(COMMAND, 4)}"
JOB = f"- name: phaser-lint\n  run: {LINE}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", STAGE),
        ("# later", f"# later\n{STAGE}"),
        (
            "pre-push:\n  commands:\n    a:\n      run: b\n",
            f"pre-push:\n  commands:\n    a:\n      run: b\n{STAGE}",
        ),
        (
            "pre-commit:\n  commands:\n    a:\n      run: b  # c\n\n# d\npre-push:\n  e: 1\n",
            f"pre-commit:\n  commands:\n    a:\n      run: b  # c\n{indented(COMMAND, 4)}"
            "\n# d\npre-push:\n  e: 1\n",
        ),
        (
            "pre-commit:\n  parallel: true\n  jobs:\n    - run: a\n",
            f"pre-commit:\n  parallel: true\n  jobs:\n    - run: a\n{indented(JOB, 4)}",
        ),
        (
            "pre-commit:\n  jobs:\n  - run: |\n      a\n\n      b\n",
            f"pre-commit:\n  jobs:\n  - run: |\n      a\n\n      b\n{indented(JOB, 2)}",
        ),
        (
            "pre-commit:\n  parallel: true\n",
            f"pre-commit:\n  parallel: true\n  commands:\n{indented(COMMAND, 4)}",
        ),
    ],
)
def test_lefthook_runs_the_scan_as_one_of_its_commands(text: str, expected: str) -> None:
    assert with_lefthook_line(text) == expected
    assert "phaser-lint scan --staged" in str(yaml.safe_load(expected)["pre-commit"])


@pytest.mark.parametrize(
    "text",
    [
        "{}", "{pre-push: {}}", "- a\n", "a", "pre-commit: {parallel: true}\n", "pre-commit:\n",
        "pre-commit:\n  jobs: [{run: a}]\n", "pre-commit:\n  commands: {a: {run: b}}\n", "a: [\n",
    ],
)  # fmt: skip
def test_where_there_is_no_place(text: str) -> None:
    """What is not written as a block is left to a person."""
    assert with_lefthook_line(text) is None


@pytest.mark.parametrize(
    ("files", "husky", "lefthook"),
    [
        (["package.json"], "", ""),
        ([".husky/commit-msg"], ".husky/pre-commit", ""),
        (["lefthook.yml"], "", "lefthook.yml"),
        ([".config/lefthook.yaml"], "", ".config/lefthook.yaml"),
    ],
)
def test_a_line_is_written_where_it_belongs(
    tmp_path: Path, files: list[str], husky: str, lefthook: str
) -> None:
    write_files(tmp_path, dict.fromkeys(files, ""))
    root = str(tmp_path)
    assert (HUSKY.file_in(root), LEFTHOOK.file_in(root)) == (husky, lefthook)


@pytest.mark.parametrize("code", [None, 0, 1, 2])
@pytest.mark.parametrize("folder", ["programs", "home/.local/bin", "home/.phaser-lint/bin"])
def test_the_line_ends_a_commit_as_the_scan_does(
    tmp_path: Path, folder: str, code: int | None
) -> None:
    """It lets one be made where the program is missing: a client with windows has a short PATH."""
    programs = tmp_path / folder
    programs.mkdir(parents=True)
    if code is not None:
        program = programs / "phaser-lint"
        program.write_text(f'#!/bin/sh\necho "$@"\nexit {code}\n')
        program.chmod(0o755)
    ran = subprocess.run(
        ("/bin/sh", "-e", "-c", LINE),
        env={"PATH": str(tmp_path / "programs"), "HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    warning = (
        "phaser-lint is not on the PATH here, so this commit is not checked "
        "(install it, or if it is, put its folder on the PATH, as pipx ensurepath does); see "
        "https://github.com/phaser-lint/phaser-lint\n"
    )
    refusal = "phaser-lint refuses this commit.\n" if code else ""
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        (0, "", warning)
        if code is None
        else (code, "scan --staged --project-contracts --quiet\n", refusal)
    )


def test_no_variable_of_python_leads_the_line_into_the_checkout(tmp_path: Path) -> None:
    """With PYTHONPATH=. a sitecustomize.py of the checkout decided; lines below have it still."""
    programs = tmp_path / "programs"
    programs.mkdir()
    program = programs / "phaser-lint"
    show = 'echo "$PYTHONPATH,$PYTHONHOME,$PYTHONSTARTUP"'
    program.write_text(f"#!/bin/sh\n{show}\n")
    program.chmod(0o755)
    names = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP")
    ran = subprocess.run(
        ("/bin/sh", "-e", "-c", f"{LINE}\n{show}"),
        env={"PATH": str(programs), **dict.fromkeys(names, ".")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout == ",,\n.,.,.\n"
