"""What pre-commit's own pygrep finds in a project: each local hook alone, with its own keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from phaser_lint.author.importers.imported import Findings, FoundPlace, ImportedFile
from phaser_lint.author.importers.old_program import OldProgram, installed, temporary_file
from phaser_lint.author.importers.pygrep import configurations
from phaser_lint.project.regular_file import MAXIMUM_BYTES, read_bytes
from phaser_lint.project.whole_files import temporary_folder

_LINE = re.compile(r"(.*?):(\d+):")


def run_pygrep(root: str, file: ImportedFile, path: str) -> Findings | str:
    """Return what pygrep finds in the project at *root* by the hooks of *file*, at *path*."""
    program = installed("pre-commit", root=root)
    if program is None:
        return "pre-commit is not installed"
    places: set[FoundPlace] = set()
    for name, configuration in configurations(read_bytes(path, limit=MAXIMUM_BYTES), file.path):
        # JSON is YAML, and holds a text as it is.
        for batch in program.batches():
            output = _printed(program, name, configuration=json.dumps(configuration), names=batch)
            if (
                f"hook id: {name}" not in output
                and "Passed" not in output
                and "Skipped" not in output
            ):
                return f"pre-commit fails: {output.strip()}"
            places |= {place._replace(name=name) for place in _places(output, frozenset(batch))}
    return Findings(program.version(), frozenset(places))


def _printed(program: OldProgram, name: str, configuration: str, names: Sequence[str]) -> str:
    """Return what pre-commit prints of the hook of that *name* on the files of these *names*."""
    with temporary_file(configuration, "hooks.yaml") as path, temporary_folder() as home:
        arguments = ("run", name, "--color", "never", "-c", path, "--files", *names)
        return "".join(program.output(*arguments, variables={"PRE_COMMIT_HOME": home}))


def _places(out: str, names: frozenset[str]) -> Iterator[FoundPlace]:
    for line in out.splitlines():
        printed = _LINE.match(line)
        if printed and printed[1] in names:
            yield FoundPlace("", printed[1], int(printed[2]))
        elif line in names:
            yield FoundPlace("", line, None)
