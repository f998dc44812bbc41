"""What ls-lint itself finds in a project; of a folder, the files in it."""

from __future__ import annotations

import json

from phaser_lint.author.importers.imported import Findings, FoundPlace, ImportedFile
from phaser_lint.author.importers.old_program import explain_missing_program, find_old_program
from phaser_lint.project.files.disk import list_project_files
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_globs

_DIRECTORIES = ".dir"


def run_ls_lint(root: str, file: ImportedFile, path: str) -> Findings | str:
    """Return what ls-lint finds in the project at *root*, by the rules at *path*.

    It does not name the rule, so no place has a name.
    """
    program = find_old_program("ls-lint", root=root)
    if program is None:
        return explain_missing_program("ls-lint", root=root)
    output, errors = program.output("-config", path, "-warn", "-error-output-format", "json")
    try:
        endings_by_path = json.loads(output or "{}")
    except ValueError:
        return f"ls-lint fails: {(errors or output).strip()}"
    if errors.strip():
        return f"ls-lint fails: {errors.strip()}"
    # The globs for what is ignored, which those of folders alone leave out.
    ignored_globs: list[str] = []
    for keys in [rule.keys or {} for rule in file.rules]:
        globs = () if "pattern" in keys else keys.get("exclude_glob", ())
        ignored_globs += [globs] if isinstance(globs, str) else globs
    checked_globs = compile_globs(("*",), tuple(ignored_globs), folder="")
    project_paths = [
        project_path
        for project_path in list_project_files(root)
        if selects_path(checked_globs, project_path)
    ]
    places: set[FoundPlace] = set()
    for invalid_path, endings in endings_by_path.items():
        if _DIRECTORIES in endings:
            places |= {
                FoundPlace("", project_path, None)
                for project_path in project_paths
                if project_path.startswith(f"{invalid_path}/")
            }
        elif invalid_path in project_paths:
            places.add(FoundPlace("", invalid_path, None))
    return Findings(program.version(), frozenset(places), is_named=False)
