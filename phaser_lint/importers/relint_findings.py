"""What reLint itself finds in a project, read from what it prints for GitHub."""

from __future__ import annotations

import re

from phaser_lint.importers.imported import Findings, FoundPlace
from phaser_lint.importers.old_program import installed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.importers.imported import ImportedFile

_PRINTED = re.compile(r"^::(?:error|warning) file=(.*?),line=(\d+),endLine=.*?,title=(.*)")


def findings(top: str, file: ImportedFile, path: str) -> Findings | str:
    """Return what reLint finds in the project at *top* by the rules of *file*."""
    program = installed("relint", top=top)
    if program is None:
        return "relint is not installed"
    names = sorted({rule.name for rule in file.rules}, key=len, reverse=True)
    found: set[FoundPlace] = set()
    for batch in program.batches():
        variables = {"GITHUB_ACTIONS": "true", "COLUMNS": "100000"}
        out, err = program.output("-c", path, "--", *batch, variables=variables)
        if "Traceback" in err:
            return f"relint fails: {err.strip().splitlines()[-1]}"
        for line in out.splitlines():
            printed = _PRINTED.match(line)
            name = printed and next(
                (each for each in names if printed[3].startswith(f"{each}::")), ""
            )
            if printed and name:
                found.add(FoundPlace(name, printed[1], int(printed[2])))
    return Findings(program.version(), frozenset(found))
