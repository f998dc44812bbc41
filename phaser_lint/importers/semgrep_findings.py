"""What Semgrep itself finds in a project, read from its JSON."""

from __future__ import annotations

import json
import os

from phaser_lint.importers.imported import Findings, FoundPlace
from phaser_lint.importers.old_program import installed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaser_lint.importers.imported import ImportedFile

_OPTIONS = (
    "scan",
    "--json",
    "--quiet",
    "--metrics=off",
    "--disable-version-check",
    "--disable-nosem",
)
_BY_FILE = "require_pattern"
# Semgrep asks git for the files: nothing that the checkout's configuration names is to run then.
_VARIABLES = {
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "core.fsmonitor",
    "GIT_CONFIG_VALUE_0": "false",
}


def findings(top: str, file: ImportedFile, path: str) -> Findings | str:
    """Return what Semgrep finds in the project at *top* by the rules of *file*."""
    program = installed("semgrep", top=top)
    if program is None:
        return "semgrep is not installed"
    out, err = program.output(*_OPTIONS, "--config", path, ".", variables=_VARIABLES)
    try:
        report = json.loads(out)
    except ValueError:
        return f"semgrep fails: {' '.join(err.split()) or 'it prints no report'}"
    errors = [each for each in report["errors"] if each.get("level") == "error"]
    if errors:
        return f"semgrep fails: {' '.join(str(errors[0].get('message', '')).split())}"
    return Findings(f"semgrep {report['version']}", frozenset(_places(file, report["results"])))


def _places(file: ImportedFile, results: list[dict[str, Any]]) -> Iterator[FoundPlace]:
    types = {rule.name: rule.keys["type"] for rule in file.rules if rule.keys}
    for result in results:
        name = _name(result["check_id"], types)
        if name:
            path = os.path.normpath(result["path"]).replace(os.sep, "/")
            line = None if types[name] == _BY_FILE else result["start"]["line"]
            yield FoundPlace(name, path, line)


def _name(written: str, types: dict[str, str]) -> str:
    """Return the name of a rule that Semgrep calls *written*: with the file's folders before it."""
    fitting = [each for each in types if f".{written}".endswith(f".{each}")]
    return max(fitting, key=len, default="")
