"""What becomes of the lines of pages: drafts, contracts that are there, and lines that are left."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from operator import attrgetter

from phaser_lint.author.destination import Destination, find_files_by_id
from phaser_lint.author.importers.drafts import ImportDraft, make_import_drafts, make_rule_id
from phaser_lint.author.importers.import_check import (
    check_drafts,
    find_covering_contracts,
    group_places_by_id,
)
from phaser_lint.author.importers.imported import ImportedFile
from phaser_lint.author.importers.pages.drafts.draft_contract import (
    bans_what_is_usual,
    list_banned_commit_paths,
    with_draft,
)
from phaser_lint.author.importers.pages.drafts.files_of_programs import (
    find_written_paths,
    list_written_globs,
)
from phaser_lint.author.importers.pages.drafts.project_files import make_project_files
from phaser_lint.author.importers.pages.drafts.project_packages import (
    read_own_packages,
    read_packages,
)
from phaser_lint.author.importers.pages.drafts.silenced_files import find_silenced_paths
from phaser_lint.author.importers.pages.earlier_contracts import (
    ContractLine,
    PageContract,
    find_contract_lines,
    with_lines_of_contracts,
)
from phaser_lint.author.importers.pages.page_file import import_page
from phaser_lint.author.importers.pages.rule_lines import (
    PageLine,
    find_rule_lines,
    make_page_line,
)
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.check.open_project import WholeProject
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core import Record
from phaser_lint.project import find_path_inside
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.tracked_files import find_ignored_paths
from phaser_lint.project.levels import choose_new_contract_folder
from phaser_lint.project.regular_file import read_bytes

MOST_PLACES = 3

_BAN_OF_CODE = re.compile(
    r"\b(?:never|no|not|don['\u2019]?t|avoid|instead of|rather than|forbidden)\b.*`", re.IGNORECASE
)


class LineOutcome(Record):
    """What became of a line that states a rule.

    ``contracts`` are those that were made of it earlier. ``draft`` is a new one, to be written at
    ``path`` or, where its id is taken, left alone for the file ``taken``; it finds ``places``, of
    which there are ``number``, and the contract ``finder`` finds them all. ``others`` are the urls
    of lines that say the same.
    """

    line: PageLine
    contracts: tuple[ContractLine, ...] = ()
    draft: ImportDraft | None = None
    path: str = ""
    taken: str = ""
    places: tuple[str, ...] = ()
    number: int = 0
    finder: str = ""
    others: tuple[str, ...] = ()

    @property
    def is_left(self) -> bool:
        """Whether somebody has to read the page's line: no contract says it, and no draft would."""
        return not self.path and not any(contract.says_it for contract in self.contracts)

    @property
    def is_about_people(self) -> bool:
        """Whether hardly a contract can say the page's line: what somebody does, and taste."""
        is_changed = any(state.state == "changed" for state in self.contracts)
        # Do not use `next lint`: somebody may write it into a file.
        bans_code = _BAN_OF_CODE.search(self.line.text) is not None
        reason = self.why_left.partition(":")[0]
        return not is_changed and (reason == "taste" or (reason == "process" and not bans_code))

    @property
    def only_may_state_rule(self) -> bool:
        """Whether no word of the page's line demands anything, or none is read."""
        return self.why_left.partition(":")[0] in ("description", "not in English")

    @property
    def lacks_valid_example(self) -> bool:
        """Whether the draft of the page's line has no example that must not break it."""
        keys = self.draft.rule.keys if self.draft else None
        return keys is not None and "valid" not in keys.get("examples", {})

    @property
    def why_left(self) -> str:
        """Why there is no draft of the page's line, or none that is written."""
        if not (self.draft and self.taken):
            return self.line.reason
        return f"left alone: {self.draft.rule_id} is in {self.taken}"


class ImportedPage(Record):
    """The outcomes of the page at ``path``, which the user calls ``name``.

    ``gone`` are contracts whose line is, or states no rule any more. ``unlisted`` are the numbers
    of other lines that may state one, and have no word of a rule.
    """

    path: str
    name: str
    outcomes: tuple[LineOutcome, ...]
    gone: tuple[PageContract, ...]
    notices: tuple[str, ...] = ()
    moved: tuple[ContractLine, ...] = ()
    unlisted: tuple[int, ...] = ()


def import_pages(
    pages: Sequence[tuple[str, ImportedFile]],
    project: WholeProject,
    contracts: Sequence[PageContract],
    destination: Destination,
) -> tuple[ImportedPage, ...]:
    """Return what becomes of *pages*, each with its path from the root.

    *contracts* are those that name lines of pages, *destination* is where new ones go.
    """
    states = {
        path: find_contract_lines(contracts, file.page, path) for path, file in pages if file.page
    }
    lines = _make_lines_with_drafts(pages, states, root=project.levels.root, files=project.files)
    for path, file in pages:
        if file.page:
            listed = [line.statement for line in lines if line.path == path]
            states[path], others = with_lines_of_contracts(states[path], file.page, listed)
            lines += [make_page_line(statement, path) for statement in others]
    files = [
        ImportedFile(
            path=path,
            tool=file.tool,
            rules=tuple(line.rule for line in lines if line.path == path and line.rule),
        )
        for path, file in pages
    ]
    import_drafts, numbers = _try_drafts(files, root=project.levels.root)
    finders = find_covering_contracts(
        import_drafts, numbers, root=project.levels.root, contracts=project.contracts
    )
    draft_by_line_and_name = {
        (draft.path, draft.rule.line, draft.rule.name): draft for draft in import_drafts
    }
    outcomes: dict[tuple[str, str], LineOutcome] = {}
    # What says more stands for what says less, wherever it stands.
    for line in sorted(lines, key=attrgetter("is_without_draft")):
        line_contracts = tuple(state for state in states[line.path] if state.is_of(line.statement))
        if line.key in outcomes:
            earlier = outcomes[line.key]
            outcomes[line.key] = earlier._replace(
                others=(*earlier.others, line.url),
                contracts=(*earlier.contracts, *line_contracts),
            )
            continue
        outcome = LineOutcome(line, line_contracts)
        key = (line.path, line.statement.line, line.rule.name) if line.rule else ("", 0, "")
        draft = draft_by_line_and_name.get(key)
        places = numbers.get(draft.rule_id, []) if draft else []
        if line.sure_rule and line.sure_rule.finds_none and places:
            reason = f"condition: {len(places)} are there today, which a framework may need"
            if draft and draft.rule.keys and draft.rule.keys["type"] == "require_pattern":
                reason = "condition: it does not stand there today"
            outcome = outcome._replace(line=line._replace(rule=None, reason=reason))
        elif draft and places and bans_what_is_usual(line, places, project.files):
            reason = f"condition: the code does otherwise in {len(places)} places today"
            outcome = outcome._replace(line=line._replace(rule=None, reason=reason))
        elif draft is not None and draft.text:
            owner = destination.taken.get(draft.rule_id, "")
            outcome = outcome._replace(
                draft=draft,
                path="" if owner else destination.file_of(draft.rule_id),
                taken=owner,
                places=tuple(places[:MOST_PLACES]),
                number=len(places),
                finder=finders.get(draft.rule_id, ""),
            )
        outcomes[line.key] = outcome
    return tuple(
        ImportedPage(
            path=path,
            name=file.path,
            outcomes=tuple(
                outcome
                for outcome in sorted(outcomes.values(), key=attrgetter("line.statement.line"))
                if outcome.line.path == path
            ),
            # A line is gone, too, where what is left of it states no rule.
            gone=tuple(
                state.contract
                for state in states[path]
                if state.state == "gone"
                or (
                    state.state == "changed"
                    and not any(state.is_of(line.statement) for line in lines if line.path == path)
                )
            ),
            notices=file.notices,
            moved=tuple(state for state in states[path] if state.state == "moved"),
            unlisted=file.page.lines_besides(
                {line.statement.line for line in lines if line.path == path}
            )
            if file.page
            else (),
        )
        for path, file in pages
    )


def count_lines_left(
    root: str, names: Iterable[str], *, files: Sequence[str], contracts: Sequence[PageContract]
) -> tuple[tuple[str, ...], int, int]:
    """Return what an import of pages leaves: the pages that state a rule, and how many lines that
    do no contract says.

    And of how many of these a draft may be made.

    *names* are those of all pages, and *files* of all files, from *root*. What several lines say
    counts once. A page that cannot be read states none.
    """
    name_by_path, pages = {}, []
    for name in names:
        with suppress(OSError, RuleFileError):
            full = os.path.join(root, name)
            path = find_path_inside(root, os.path.realpath(full)) or name
            pages.append((path, import_page(read_bytes(full, limit=MAXIMUM_BYTES + 1), name)))
            name_by_path[path] = name
    states = {
        path: find_contract_lines(contracts, file.page, path) for path, file in pages if file.page
    }
    lines = _make_lines_with_drafts(pages, states, root=root, files=files)
    stating_paths = {line.path for line in lines}
    said_keys = _list_said_keys(lines, states)
    # Where a contract has the id already, `import` leaves it alone: `no-any` of an own one.
    taken = find_files_by_id(os.path.join(root, choose_new_contract_folder(root)), "")
    drafted_keys = {
        line.key for line in lines if line.rule and make_rule_id(line.rule.name) not in taken
    }
    return (
        tuple(name for path, name in name_by_path.items() if path in stating_paths),
        len({line.key for line in lines} - said_keys),
        len(drafted_keys - said_keys),
    )


def _list_said_keys(
    lines: Iterable[PageLine], states: dict[str, list[ContractLine]]
) -> set[tuple[str, str]]:
    """Return the keys of the page's *lines* that a contract says."""
    return {
        line.key
        for line in lines
        for state in states[line.path]
        if state.is_of(line.statement) and state.says_it
    }


def _make_lines_with_drafts(
    pages: Iterable[tuple[str, ImportedFile]],
    states: dict[str, list[ContractLine]],
    *,
    root: str,
    files: Sequence[str],
) -> list[PageLine]:
    project_files = make_project_files(files)._replace(
        packages=read_packages(files, root), own_packages=read_own_packages(files, root)
    )
    lines_and_pages = [
        (line, file.page)
        for path, file in pages
        if file.page
        for line in find_rule_lines(file.page, path, project_files)
    ]
    commits = tuple(path for line, _ in lines_and_pages for path in list_banned_commit_paths(line))
    tree = find_working_tree(root)
    ignored = find_ignored_paths(tree, commits) if tree and commits else None
    project_files = project_files._replace(ignored=frozenset(ignored or ()))
    # The same line of another page, and one that a contract says, needs no draft.
    keys = _list_said_keys([line for line, _ in lines_and_pages], states)
    drafted_lines = [with_draft(line, page, project_files) for line, page in lines_and_pages]
    # `No any` and `Never use any` are one: a violation of both would be reported twice.
    key_by_check = {
        line.check: line.key for line in drafted_lines if line.rule and line.key in keys
    }
    lines_and_checks = [(line, line.checks) for line in drafted_lines if line.rule]
    lines = []
    for line in drafted_lines:
        # Never use `todo!()`. Never use `todo!` or `unimplemented!`. The second says both.
        widest = line.find_widest(lines_and_checks)
        key = key_by_check.setdefault(widest.check, widest.key) if line.rule else line.key
        is_new = key not in keys and widest.check == line.check
        lines.append(line._replace(earlier_key=key, rule=line.rule if is_new else None))
        if widest.check == line.check:
            keys.add(key)
    return lines


def _try_drafts(
    files: Sequence[ImportedFile], *, root: str
) -> tuple[tuple[ImportDraft, ...], dict[str, list[str]]]:
    """Return the drafts of all rules, and the places that each finds by its id.

    One that finds something is a warning: it denies nothing that is there. What it finds in files
    that programs write is no finding, nor in those that silence a linter's rule of it, and these
    are left out.
    """
    import_drafts = make_import_drafts(files)
    all_violations = check_drafts(import_drafts, root=root).violations if import_drafts else ()
    # Never commit `dist/`: that is about what a program wrote.
    ids_of_files = {
        draft.rule_id
        for draft in import_drafts
        if draft.rule.keys and draft.rule.keys["type"] in ("file_not_exists", "file_frozen")
    }
    paths_by_id: dict[str, set[str]] = {}
    for violation in all_violations:
        if violation.where != "glob" and violation.rule_id not in ids_of_files:
            paths_by_id.setdefault(violation.rule_id, set()).add(violation.path)
    written_paths = find_written_paths(chain(*paths_by_id.values()), root=root)
    other_paths_by_id = {
        draft.rule_id: written_paths
        | find_silenced_paths(draft.rule, paths_by_id.get(draft.rule_id, ()), root=root)
        for draft in import_drafts
    }
    places = group_places_by_id(
        violation
        for violation in all_violations
        if violation.rule_id in ids_of_files
        or violation.path not in other_paths_by_id[violation.rule_id]
    )
    ids = iter(import_drafts)
    fitted_files = []
    for file in files:
        rules = []
        for rule in file.rules:
            rule_id = next(ids).rule_id
            keys = {**(rule.keys or {})}
            own_paths, other_paths = paths_by_id.get(rule_id, ()), other_paths_by_id[rule_id]
            if globs := list_written_globs(own_paths, other_paths):
                globs = [*dict.fromkeys((*keys.pop("exclude_glob", ()), *globs))]
                end = [*keys].index("file_glob") + 1
                items = [*keys.items()]
                keys = dict([*items[:end], ("exclude_glob", globs), *items[end:]])
            if rule_id in places and keys:
                keys["severity"] = "warning"
            rules.append(rule._replace(keys=keys or None))
        fitted_files.append(file._replace(rules=tuple(rules)))
    return make_import_drafts(fitted_files), places
