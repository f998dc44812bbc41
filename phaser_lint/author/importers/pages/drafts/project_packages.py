"""The packages that a project depends on, by its manifests: what a page calls `click` is one there.

package.json                          {"dependencies": {"react": "^19"}}
pyproject.toml, requirements.txt      click>=8
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Any

from phaser_lint.project.regular_file import read_bytes

_LARGEST = 1_000_000
_REQUIREMENTS = re.compile(r"(?:requirements|constraints)[\w.-]*\.(?:txt|in)|pyproject\.toml")
# In a list of strings, or with a line of its own: fastapi>=0.100; and in Poetry's table
_REQUIREMENT = re.compile(
    r"^(?:\s*[\w-]+\s*=\s*\[)?\s*[\"']?([A-Za-z][\w.-]*)(?:\[[\w,\s-]*\])?[\"']?\s*"
    r"(?:[<>=~!^]=|[<>]\s*\d|=\s*(?:[\"'][\^~<>=*\d]|\{)|@\s|;|[\"'],|$|#)",
    re.MULTILINE,
)
# A page names a word of it; a module has no other name.
_NAME = re.compile(r"[a-z][a-z\d_.-]*")
_NO_PACKAGES = frozenset(("python", "version", "name", "description", "license", "readme"))


def read_packages(paths: Iterable[str], root: str) -> dict[str, str]:
    """Return the language of each package that the manifests among *paths* of the project at *root*
    name, by the package's name.
    """
    packages: dict[str, str] = {}
    for path in paths:
        name = posixpath.basename(path)
        is_script = name == "package.json"
        if not (is_script or _REQUIREMENTS.fullmatch(name)):
            continue
        text = _read_text(path, root)
        names = _list_dependencies(text) if is_script else _REQUIREMENT.findall(text)
        for own_name in map(str.lower, names):
            # A module of Python has no hyphen.
            module = own_name if is_script else own_name.replace("-", "_")
            if _NAME.fullmatch(module) and module not in _NO_PACKAGES:
                packages[module] = "JavaScript" if is_script else "Python"
    return packages


def read_own_packages(paths: Iterable[str], root: str) -> dict[str, str]:
    """Return the name that each `package.json` among *paths* of the project at *root* gives its own
    package, by the package's folder: how the other packages of a workspace import it.
    """
    manifests = {
        posixpath.dirname(path): _parse_manifest(_read_text(path, root))
        for path in paths
        if posixpath.basename(path) == "package.json"
    }
    names = {folder: manifest.get("name") for folder, manifest in manifests.items()}
    return {folder: name for folder, name in names.items() if isinstance(name, str) and name}


def _read_text(path: str, root: str) -> str:
    """Return the text of the manifest at *path*; nothing where it cannot be read."""
    try:
        return read_bytes(os.path.join(root, path), limit=_LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def _parse_manifest(text: str) -> dict[str, Any]:
    try:
        manifest = json.loads(text)
    except ValueError:
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _list_dependencies(text: str) -> Iterator[str]:
    """Yield the names of the packages that the `package.json` with this *text* depends on."""
    manifest = _parse_manifest(text)
    for key in ("dependencies", "devDependencies", "peerDependencies"):
        names = manifest.get(key)
        yield from names if isinstance(names, dict) else ()
