"""The extension of VS Code, built only from npm, holds what it is meant to and nothing else."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from phaser_lint import __version__
from tests.e2e.vscode_package import SOURCE, build, check_npm

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def package(extension_package: Path) -> zipfile.ZipFile:
    """The package, open."""
    return zipfile.ZipFile(extension_package)


def test_the_extensions_own_tests_hold(extension_source: Path) -> None:
    """Its own tests hold, of which program is started and when it is started again."""
    check_npm(extension_source, "test")


def test_the_package_holds_only_what_it_needs(package: zipfile.ZipFile) -> None:
    """The one file of code, its description, readme, changelog and licences."""
    expected = (SOURCE / "contents.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(package.namelist()) == expected


def test_the_manifest_trusts_no_workspace(package: zipfile.ZipFile) -> None:
    """No workspace names the program, and the code is the version's and needs nothing installed."""
    manifest = json.loads(package.read("extension/package.json"))
    settings = manifest["contributes"]["configuration"]["properties"]
    assert manifest["version"] == __version__
    assert f"extension/{Path(manifest['main'])}" in package.namelist()
    assert "dependencies" not in manifest
    assert manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] == [
        key for key, setting in settings.items() if setting["scope"] == "machine"
    ]
    assert [key for key, setting in settings.items() if setting["scope"] != "machine"] == [
        "phaserLint.showHints"
    ]


def test_the_code_requires_only_the_editor_and_node(package: zipfile.ZipFile) -> None:
    """The editor and Node itself; the licence of every package that is in it stands beside it."""
    code = package.read("extension/dist/extension.js").decode()
    required_modules = {*re.findall(r'\brequire\("(?:node:)?([^"]+)"\)', code)}
    assert required_modules <= {
        "vscode", "child_process", "crypto", "fs", "net", "os", "path", "readline",
        "timers/promises", "url", "util",
    }  # fmt: skip
    licenses = package.read("extension/dist/licenses.txt").decode()
    assert re.search(r"^vscode-languageclient \d", licenses, re.M)
    assert "sourceMappingURL" not in code


def test_it_is_built_twice_the_same(extension_source: Path, extension_package: Path) -> None:
    """As the wheel is."""
    first_content = extension_package.read_bytes()
    assert build(extension_source).read_bytes() == first_content
