"""The library under pyright: every public type is known, and its strict mode finds nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hook_library.typed_code import REFUSED, refused_lines, write_typed_files

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def program() -> str:
    """PHASER_PYRIGHT, else ``pyright`` on the path."""
    pyright_program = os.environ.get("PHASER_PYRIGHT") or shutil.which("pyright")
    if pyright_program is None:
        pytest.skip("no pyright on the path, and PHASER_PYRIGHT names none")
    return pyright_program


def pyright(program: str, folder: Path, *arguments: str) -> Any:
    """What it says, as JSON. It finds the package by the ``python`` on its path, this one."""
    bins = str(Path(sys.executable).parent)
    variables = {**os.environ, "PATH": bins + os.pathsep + os.environ["PATH"]}
    process_result = subprocess.run(
        [program, "--outputjson", *arguments],
        cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    return json.loads(process_result.stdout)


@pytest.mark.parametrize(
    ("module", "least"), [("phaser_lint.hooks", 20), ("phaser_lint.hook_library", 100)]
)
def test_every_public_type_is_known(program: str, tmp_path: Path, module: str, least: int) -> None:
    """As ``pyright --verifytypes`` counts them: the names, and the classes that they stand for."""
    completeness = pyright(program, tmp_path, "--verifytypes", module)["typeCompleteness"]
    unknown_types = [
        symbol["name"] for symbol in completeness["symbols"] if not symbol["isTypeKnown"]
    ]
    assert (completeness["completenessScore"], unknown_types) == (1, [])
    assert completeness["exportedSymbolCounts"]["withKnownType"] > least


def test_what_is_right_is_accepted(program: str, tmp_path: Path) -> None:
    """Documented examples, and many uses more."""
    names = write_typed_files(tmp_path)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    pyright_report = pyright(program, tmp_path)
    assert pyright_report["generalDiagnostics"] == []
    assert pyright_report["summary"]["filesAnalyzed"] == len(names)


def test_what_is_wrong_is_said(program: str, tmp_path: Path) -> None:
    """On each of these lines and on no other."""
    diagnostics = pyright(program, tmp_path, str(REFUSED))["generalDiagnostics"]
    lines = {
        diagnostic["range"]["start"]["line"] + 1
        for diagnostic in diagnostics
        if diagnostic["severity"] == "error"
    }
    assert sorted(lines) == refused_lines()
