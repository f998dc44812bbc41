"""``phaser-lint import``: contracts of other tools' rules, with what is not converted.

    phaser-lint import .relint.yml              writes a contract a rule, and shows a table
    phaser-lint import --dry-run .relint.yml    shows the files, too, and writes none
    phaser-lint import --check .relint.yml      compares what both find today, and writes none
    phaser-lint import CLAUDE.md                lists its lines that state a rule, with drafts

Exit code 0, 1 where a rule is not fully converted, 2 for a wrong flag or a broken file: then
nothing is written. With ``--check`` 1 on a difference, 2 where nothing was compared. Of a page,
whose drafts ``--save`` writes, no line has to be converted.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence

from phaser_lint.author.destination import Destination, choose_destination, write_new_contracts
from phaser_lint.author.importers.drafts import make_import_drafts
from phaser_lint.author.importers.import_check import compare_rules
from phaser_lint.author.importers.import_report import (
    Imported,
    ImportOutcome,
    render_difference_lines,
    render_differences_json,
    render_import_json,
    render_import_table,
    summarise_import,
)
from phaser_lint.author.importers.imported import ImportedFile
from phaser_lint.author.importers.known_tools import (
    TOOLS,
    find_import_tool,
    list_rule_files,
    render_file_names,
    require_import_tools,
)
from phaser_lint.author.importers.pages.outcomes import ImportedPage
from phaser_lint.author.importers.pages.report.printed_lines import (
    make_page_values,
    render_page_report,
)
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import ROOT_AND_GIT_FLAGS, make_git_limits
from phaser_lint.command.import_pages import read_pages, render_agent_task, save_page_drafts
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core.errors import UsageError
from phaser_lint.core.file_records import Skip
from phaser_lint.core.shared_flags import Flags, Parser, make_argument, make_switch
from phaser_lint.core.text import make_harmless, make_printable, render_quantity
from phaser_lint.project import Root, make_relative_path
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.levels import choose_new_contract_folder
from phaser_lint.project.project_of_command import (
    explain_missing_path,
    require_project_root,
    require_working_directory,
)
from phaser_lint.project.regular_file import read_bytes


def parser() -> Parser:
    """Return the parser of ``phaser-lint import``."""
    return Parser(
        "phaser-lint import",
        "Turn rules of other tools and of pages into contracts, and report what is left out.",
        (
            make_argument(
                "files",
                metavar="FILE",
                nargs="+",
                help=f"a file, or a folder with files: {render_file_names()}",
            ),
            make_argument(
                "--from",
                metavar="TOOL",
                choices=tuple(tool.name for tool in TOOLS),
                help="whose rules they are, where the file name does not show it: "
                + ", ".join(tool.name for tool in TOOLS),
            ),
            make_argument("--to", metavar="DIR", help="the folder for the contracts"),
            make_switch("--dry-run", help="show what would be written, and write nothing"),
            make_switch("--save", help="write the drafts of pages, such as CLAUDE.md"),
            make_switch(
                "--for-agent",
                help="print the task for the lines of pages that are left; write nothing",
            ),
            make_switch(
                "--check",
                help="compare with what the old tool finds, if it is installed; write nothing",
            ),
            make_switch(
                "-q", "--quiet", help="print what is left out or differs, and nothing else"
            ),
            make_switch("--json", help="print JSON"),
            *ROOT_AND_GIT_FLAGS,
        ),
        example="phaser-lint import --dry-run .relint.yml",
        page="import.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint import``: import another tool's rules, and print what became of each."""
    flags = parser().parse_args(arguments)
    root = Root(require_project_root(flags.root), make_git_limits(flags))
    files = read_rule_files(flags.files, tool=getattr(flags, "from"))
    page_files = [file for file in files if file.page]
    files = tuple(file for file in files if not file.page)
    _require_fitting_flags(flags, has_pages=bool(page_files))
    if flags.check:
        notes = [
            f"{make_printable(file.path)} is a page, of no tool that runs" for file in page_files
        ]
        if not files:
            raise UsageError(f"--check: {notes[0]}")
        sys.stderr.write("".join(f"{note}: not compared\n" for note in notes))
        return _check_import(files, root, flags)
    place = choose_destination(root, here=require_working_directory(), chosen_folder=flags.to)
    pages: tuple[ImportedPage, ...] = ()
    if page_files:
        # What is written of the other files takes its ids first.
        new_drafts = () if flags.for_agent else make_import_drafts(files)
        new_ids = [draft.rule_id for draft in new_drafts if draft.text]
        taken = {**{rule_id: place.file_of(rule_id) for rule_id in new_ids}, **place.taken}
        project, pages = read_pages(
            page_files,
            root=flags.root,
            git=make_git_limits(flags),
            place=place._replace(taken=taken),
        )
        if flags.for_agent:
            notes = [
                f"{make_printable(file.path)} is no page: not read for the task" for file in files
            ]
            sys.stderr.write("".join(f"{note}\n" for note in notes))
            task = render_agent_task(project, pages, place=place)
            sys.stdout.write(task)
            return exit_codes.CLEAN
    files = tuple(_with_notices(file, root, level=place.level_in(root)) for file in files)
    imported = import_rules(files, place, write=not flags.dry_run)
    if flags.save:
        pages = save_page_drafts(pages, place, root=root)
    if flags.json:
        page_objects = [make_page_values(page, is_written=flags.save) for page in pages]
        sys.stdout.write(render_import_json(imported, pages=page_objects))
    else:
        in_text = summarise_import if flags.quiet else render_import_table
        lines = in_text(imported).splitlines() if files else []
        lines += (
            render_page_report(
                pages, is_written=flags.save, is_short=flags.quiet, lists_all=flags.dry_run
            )
            if pages
            else []
        )
        sys.stdout.write(render_lines(lines))
    sys.stderr.write(f"{make_harmless(place.note)}\n" if place.note else "")
    return exit_codes.CLEAN if imported.is_whole else exit_codes.VIOLATIONS


def _require_fitting_flags(flags: Flags, *, has_pages: bool) -> None:
    """Raise ``UsageError`` for flags that do not go together, or need pages."""
    if flags.for_agent and flags.json:
        raise UsageError("--for-agent: expected without --json: the task is a text")
    if flags.for_agent and flags.check:
        raise UsageError("--for-agent: expected without --check")
    if flags.save and (flags.dry_run or flags.check or flags.for_agent):
        raise UsageError("--save: expected without --dry-run, --check and --for-agent")
    if (flags.save or flags.for_agent) and not has_pages:
        raise UsageError("--save and --for-agent: expected a page, such as CLAUDE.md")


def _with_notices(file: ImportedFile, root: str, *, level: str) -> ImportedFile:
    """Return *file* with notices on what of the old tool does not hold for contracts at *level*.

    Comments in sources suppress nothing of a contract, and its paths may be from another folder.
    """
    tool = find_import_tool(file.tool)
    if not file.rules:
        return file
    notices = [*file.notices]
    if tool.suppression:
        disk = DiskFiles(root)
        sources = [path for path in disk.paths() if path.endswith(tool.source_ending)]
        comments = [
            comment
            for source in disk.read(sources)
            if not isinstance(source, Skip)
            for comment in re.findall(tool.suppression, source.text)
        ]
        if comments:
            number = render_quantity(len(comments), "comment")
            example = f"{number} such as {comments[0]}"
            notices.append(f"{example} in sources: none suppresses a contract")
    folder = make_relative_path(os.path.dirname(os.path.realpath(file.path)), root)
    own_level = "" if folder == "." else folder
    if tool.is_of_folder and own_level != level:
        usual = choose_new_contract_folder(os.path.join(root, own_level))
        target = "/".join(filter(None, (own_level, usual)))
        notices.append(
            f"its paths are from its own folder: write the contracts there, with --to {target}"
        )
    return file._replace(notices=tuple(notices))


def _check_import(files: tuple[ImportedFile, ...], root: str, flags: Flags) -> int:
    comparisons = compare_rules(files, make_import_drafts(files), root=root)
    if flags.json:
        sys.stdout.write(render_differences_json(comparisons))
    else:
        different = [comparison for comparison in comparisons if not comparison.is_same]
        text = render_difference_lines(different if flags.quiet else comparisons)
        sys.stdout.write(render_lines(text.splitlines()))
    if any(comparison.problem for comparison in comparisons):
        return exit_codes.INCOMPLETE
    is_same = all(comparison.is_same for comparison in comparisons)
    return exit_codes.CLEAN if is_same else exit_codes.VIOLATIONS


# An import as a whole: the files read, contracts made of their rules, and written where new.


def read_rule_files(names: Iterable[str], *, tool: str | None) -> tuple[ImportedFile, ...]:
    """Return for ``phaser-lint import`` the rules that files of other tools hold: *names* are
    files, or folders of them, each once.

    *tool* is the name of the tool whose rules they are, where the names of the files do not show
    it. Raises ``PhaserError``.
    """
    row = find_import_tool(tool) if tool else None
    path_by_real_path = {
        os.path.realpath(path): path for name in names for path in list_rule_files(name, tool=row)
    }
    files = []
    for path in path_by_real_path.values():
        tools = [row] if row else require_import_tools(path)
        try:
            content = read_bytes(path, limit=MAXIMUM_BYTES + 1)
        except FileNotFoundError:
            raise UsageError(explain_missing_path(path)) from None
        except OSError as error:
            raise RuleFileError(f"{path}: cannot be read: {error.strerror or error}") from None
        # Of those that share a file the ones that it has rules of, or all.
        marked = [tool for tool in tools if tool.marker.encode() in content]
        for tool_of_file in marked or tools:
            file = tool_of_file.read(content, path)
            if not (file.rules or file.notices or file.page):
                file = file._replace(notices=(f"it holds no rules of {tool_of_file.name}",))
            files.append(file)
    return tuple(files)


def import_rules(files: tuple[ImportedFile, ...], place: Destination, *, write: bool) -> Imported:
    """Return what ``phaser-lint import`` makes of the rules of *files*; with *write* their
    contracts are written.

    All new ones, or none: raises ``UsageError``.
    """
    new_drafts = make_import_drafts(files)
    if write:
        write_new_contracts(
            place, {draft.rule_id: draft.text for draft in new_drafts if draft.text}
        )
    outcomes = []
    for draft in new_drafts:
        owner = place.taken.get(draft.rule_id, "") if draft.text else ""
        path = place.file_of(draft.rule_id) if draft.text and not owner else ""
        outcomes.append(ImportOutcome(draft, path, owner))
    return Imported(files, tuple(outcomes), write)
