"""What ls-lint itself finds in a project; of a folder, the files in it."""

from __future__ import annotations

import json

from phaser_lint.checks.project_files import project_files
from phaser_lint.globs.compile import compile_globs
from phaser_lint.globs.match import match
from phaser_lint.importers.imported import Findings, FoundPlace
from phaser_lint.importers.old_program import installed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.importers.imported import ImportedFile

_FOLDERS = ".dir"


def _ignored(file: ImportedFile) -> tuple[str, ...]:
    """Return the globs for what is ignored, which those of folders alone leave out."""
    keys = [rule.keys or {} for rule in file.rules]
    globs = [each.get("exclude_glob", ()) for each in keys if "pattern" not in each]
    return tuple(glob for each in globs for glob in ([each] if isinstance(each, str) else each))


def findings(top: str, file: ImportedFile, path: str) -> Findings | str:
    """Return what ls-lint finds in the project at *top*, by the rules at *path*.

    It does not say by which rule, so that no place has a name.
    """
    program = installed("ls-lint", top=top)
    if program is None:
        return "ls-lint is not installed"
    out, err = program.output("-config", path, "-warn", "-error-output-format", "json")
    try:
        printed = json.loads(out or "{}")
    except ValueError:
        return f"ls-lint fails: {(err or out).strip()}"
    if err.strip():
        return f"ls-lint fails: {err.strip()}"
    judged = compile_globs(("*",), _ignored(file), folder="")
    names = [each for each in project_files(top) if match(judged, each)]
    found: set[FoundPlace] = set()
    for place, endings in printed.items():
        if _FOLDERS in endings:
            found |= {FoundPlace("", each, None) for each in names if each.startswith(f"{place}/")}
        elif place in names:
            found.add(FoundPlace("", place, None))
    return Findings(program.version(), frozenset(found), is_named=False)
