"""The extension of VS Code, built from npm alone, holds what it is meant to and nothing else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from phaser_lint import __version__

pytestmark = pytest.mark.e2e

TOP = Path(__file__).parents[2]
SOURCE = TOP / "editors" / "vscode"
# What a clone has no part of.
MADE = ("node_modules", "dist", "build", "LICENSE")


def run_npm(folder: Path, *arguments: str) -> None:
    """Run npm there, with nothing of the user's but the way to the registry."""
    kept = {"PATH", "NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "npm_config_registry", "npm_config_cache"}
    environment = {name: value for name, value in os.environ.items() if name in kept}
    done = subprocess.run(
        ("npm", *arguments), cwd=folder, capture_output=True, text=True, timeout=600,
        env={**environment, "HOME": str(folder), "SOURCE_DATE_EPOCH": "1700000000"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension's folder in a copy of the project, with what it is built by."""
    if not shutil.which("npm"):
        pytest.skip("no npm on the path")
    top = tmp_path_factory.mktemp("project")
    shutil.copy(TOP / "LICENSE", top)
    folder = top / "editors" / "vscode"
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns(*MADE))
    run_npm(folder, "ci", "--ignore-scripts")
    return folder


@pytest.fixture(scope="module")
def package(project: Path) -> zipfile.ZipFile:
    """The package, built and open."""
    run_npm(project, "run", "package")
    return zipfile.ZipFile(project / "build" / "phaser-lint.vsix")


def test_what_its_functions_do(project: Path) -> None:
    """Its own tests hold, of which program is started and when it is started again."""
    run_npm(project, "test")


def test_what_is_in_it(package: zipfile.ZipFile) -> None:
    """The one file of code, its description, readme, changelog and licences."""
    expected = (SOURCE / "contents.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(package.namelist()) == expected


def test_what_it_says_of_itself(package: zipfile.ZipFile) -> None:
    """No workspace names the program, and the code is the version's and needs nothing installed."""
    told = json.loads(package.read("extension/package.json"))
    settings = told["contributes"]["configuration"]["properties"]
    assert told["version"] == __version__
    assert f"extension/{Path(told['main'])}" in package.namelist()
    assert "dependencies" not in told
    assert told["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] == [
        key for key, setting in settings.items() if setting["scope"] == "machine"
    ]
    assert [key for key, setting in settings.items() if setting["scope"] != "machine"] == [
        "phaserLint.showHints"
    ]


def test_what_the_code_asks_for(package: zipfile.ZipFile) -> None:
    """The editor and Node itself; the licence of every package that is in it stands beside it."""
    code = package.read("extension/dist/extension.js").decode()
    asked = {*re.findall(r'\brequire\("([^"]+)"\)', code)}
    assert asked <= {
        "vscode", "child_process", "crypto", "fs", "net", "os", "path", "readline", "url", "util",
        "node:child_process", "node:fs", "node:os", "node:path", "node:url",
    }  # fmt: skip
    licenses = package.read("extension/dist/licenses.txt").decode()
    assert re.search(r"^vscode-languageclient \d", licenses, re.M)
    assert "sourceMappingURL" not in code


def test_it_is_built_twice_the_same(project: Path, package: zipfile.ZipFile) -> None:
    """As the wheel is."""
    first = (project / "build" / "phaser-lint.vsix").read_bytes()
    run_npm(project, "run", "package")
    assert (project / "build" / "phaser-lint.vsix").read_bytes() == first
