"""What pre-commit's own pygrep finds in a project: each local hook alone, with its own keys."""

from __future__ import annotations

import json
import re

from phaser_lint.author.importers.imported import Findings, FoundPlace, ImportedFile
from phaser_lint.author.importers.old_program import (
    explain_missing_program,
    find_old_program,
    make_temporary_file,
)
from phaser_lint.author.importers.pygrep import list_hook_configurations
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.temporary_folder import make_temporary_folder

_LINE = re.compile(r"(.*?):(\d+):")


def run_pygrep(root: str, file: ImportedFile, path: str) -> Findings | str:
    """Return what pygrep finds in the project at *root* by the hooks of *file*, at *path*."""
    program = find_old_program("pre-commit", root=root)
    if program is None:
        return explain_missing_program("pre-commit", root=root)
    places: set[FoundPlace] = set()
    for name, configuration in list_hook_configurations(
        read_bytes(path, limit=MAXIMUM_BYTES), file.path
    ):
        # JSON is YAML, and holds a text as it is.
        for batch in program.batches():
            text = json.dumps(configuration)
            with (
                make_temporary_file(text, "hooks.yaml") as hooks_path,
                make_temporary_folder() as home,
            ):
                arguments = ("run", name, "--color", "never", "-c", hooks_path, "--files", *batch)
                outputs = program.output(*arguments, variables={"PRE_COMMIT_HOME": home})
            output, names = "".join(outputs), frozenset(batch)
            if not any(sign in output for sign in (f"hook id: {name}", "Passed", "Skipped")):
                return f"pre-commit fails: {output.strip()}"
            for line in output.splitlines():
                output_line = _LINE.match(line)
                if output_line and output_line[1] in names:
                    places.add(FoundPlace(name, output_line[1], int(output_line[2])))
                elif line in names:
                    places.add(FoundPlace(name, line, None))
    return Findings(program.version(), frozenset(places))
