"""``phaser-lint import``: contracts of other tools' rules, with what is not converted.

    phaser-lint import .relint.yml              writes a contract a rule, and shows a table
    phaser-lint import --dry-run .relint.yml    shows the files, too, and writes none
    phaser-lint import --check .relint.yml      compares what both find today, and writes none

Exit code 0, 1 where a rule is not fully converted, 2 for a wrong flag or a broken file: then
nothing is written. With ``--check`` 1 on a difference, 2 where nothing was compared.
"""

from __future__ import annotations

import os
import sys

from phaser_lint.author.destination import destination, write_new
from phaser_lint.author.importers.drafts import drafts
from phaser_lint.author.importers.import_check import compare_rules
from phaser_lint.author.importers.import_report import (
    Imported,
    ImportOutcome,
    as_json,
    shortened,
    table,
)
from phaser_lint.author.importers.known_tools import (
    TOOLS,
    rule_files,
    shown_names,
    tool_named,
    tool_of,
)
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.command.screen import in_lines
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core.command_line import Parser
from phaser_lint.core.errors import RuleFileError
from phaser_lint.core.text import harmless, path_shown, sorted_json
from phaser_lint.project.project import root_for
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.root import Root, working_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phaser_lint.author.destination import Destination
    from phaser_lint.author.importers.drafts import ImportDraft
    from phaser_lint.author.importers.import_check import ComparedRules
    from phaser_lint.author.importers.imported import FoundPlace, ImportedFile, Tool


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint import",
        "Turn rules of other tools into contracts, and report what is left out.",
        example="phaser-lint import --dry-run .relint.yml",
        page="import.md",
    )
    made.add_argument(
        "files", metavar="FILE", nargs="+", help=f"a file, or a folder with files: {shown_names()}"
    )
    made.add_argument(
        "--from",
        metavar="TOOL",
        choices=tuple(tool.name for tool in TOOLS),
        help="whose rules they are, where the file name does not show it: "
        + ", ".join(tool.name for tool in TOOLS),
    )
    made.add_argument("--to", metavar="DIR", help="the folder for the contracts")
    made.add_switch("--dry-run", help="show what would be written, and write nothing")
    made.add_switch(
        "--check", help="compare with what the old tool finds, if it is installed; write nothing"
    )
    made.add_switch("-q", "--quiet", help="print what is left out or differs, and nothing else")
    made.add_switch("--json", help="print JSON")
    add_root_and_git(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Import, and print what became of each rule."""
    given = parser().parse_args(arguments)
    root = Root(root_for(given.root), git_of(given))
    files = files_imported(given.files, tool=getattr(given, "from"))
    if given.check:
        return _check(files, root, given)
    place = destination(root, here=working_directory(), chosen_folder=given.to)
    done = rules_imported(files, place, write=not given.dry_run)
    in_text = shortened if given.quiet else table
    sys.stdout.write(as_json(done) if given.json else in_lines(in_text(done).splitlines()))
    sys.stderr.write(f"{harmless(place.note)}\n" if place.note else "")
    return exit_codes.CLEAN if done.is_whole else exit_codes.VIOLATIONS


def _check(files: tuple[ImportedFile, ...], root: str, given: Namespace) -> int:
    comparisons = compare_rules(files, drafts(files), root=root)
    shown = [each for each in comparisons if not (given.quiet and each.is_same)]
    text = in_lines(differences(shown).splitlines())
    sys.stdout.write(differences_as_json(comparisons) if given.json else text)
    if any(each.problem for each in comparisons):
        return exit_codes.INCOMPLETE
    same = all(each.is_same for each in comparisons)
    return exit_codes.CLEAN if same else exit_codes.VIOLATIONS


# A comparison with the old tool, as lines for people and as JSON.
#
# .relint.yml: 12 findings of both, 1 of relint 3.3.1 alone, none of the contracts alone
#   relint 3.3.1 alone: src/a.py:3: No prints

_VERSION = 1


def differences(comparisons: Iterable[ComparedRules]) -> str:
    """Return what was found by one of the two alone, a file of rules after the other."""
    lines = [line for each in comparisons for line in _lines(each)]
    return "".join(f"{harmless(line)}\n" for line in lines)


def differences_as_json(comparisons: Iterable[ComparedRules]) -> str:
    """Return the same for programs."""
    value = {"version": _VERSION, "compared": [_value(each) for each in comparisons]}
    return sorted_json(value)


def _lines(compared: ComparedRules) -> Iterator[str]:
    path = path_shown(compared.path)
    if compared.problem:
        yield f"{path}: nothing compared: {compared.problem}"
        return
    program = compared.program
    yield (
        f"{path}: {compared.both} found by both, {len(compared.there)} by {program} alone, "
        f"{len(compared.here)} by the contracts alone"
    )
    for each in compared.there:
        reason = compared.skipped.get(each.path)
        yield f"  {program} alone: {_shown(each)}{f' (not checked: {reason})' if reason else ''}"
    yield from (f"  contracts alone: {_shown(each)}" for each in compared.here)


def _shown(place: FoundPlace) -> str:
    line = "" if place.line is None else f":{place.line}"
    name = f": {place.name}" if place.name else ""
    return f"{path_shown(place.path)}{line}{name}"


def _value(compared: ComparedRules) -> dict[str, Any]:
    return {
        "path": compared.path,
        "program": compared.program or None,
        "problem": compared.problem or None,
        "both": compared.both,
        "old_alone": _places(compared.there),
        "new_alone": _places(compared.here),
    }


def _places(places: Sequence[FoundPlace]) -> list[dict[str, Any]]:
    return [{"rule": each.name or None, "path": each.path, "line": each.line} for each in places]


# An import as a whole: the files read, contracts made of their rules, and written where new.


def files_imported(named: Iterable[str], *, tool: str | None = None) -> tuple[ImportedFile, ...]:
    """Return what the files, or those of the folders, that are *named* hold, each once.

    *tool* is the name of the tool whose rules they are, where the names of the files do not show
    it. Raises ``PhaserError``.
    """
    row = tool_named(tool) if tool else None
    known = {os.path.realpath(path): path for each in named for path in rule_files(each, tool=row)}
    return tuple(_file_imported(path, row or tool_of(path)) for path in known.values())


def rules_imported(files: tuple[ImportedFile, ...], place: Destination, *, write: bool) -> Imported:
    """Return what becomes of the rules of *files*; with *write* their contracts are written.

    All new ones, or none: raises ``UsageError``.
    """
    made = drafts(files)
    if write:
        write_new(place, {each.rule_id: each.text for each in made if each.text})
    return Imported(files, tuple(_outcome(each, place) for each in made), write)


def _outcome(draft: ImportDraft, place: Destination) -> ImportOutcome:
    if not draft.text:
        return ImportOutcome(draft, "")
    taken = place.taken.get(draft.rule_id, "")
    return ImportOutcome(draft, "" if taken else place.file_of(draft.rule_id), taken)


def _file_imported(path: str, tool: Tool) -> ImportedFile:
    try:
        data = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except OSError as error:
        raise RuleFileError(f"{path}: cannot be read: {error.strerror or error}") from None
    return tool.read(data, path)
