"""Contract files to a ``ContractSet``: read, validated, and the levels put together.

Each contract is tried on its examples.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence

from phaser_lint.contract import name_store, read_stored_contracts
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.discover import NOTHING, ContractFile, DiscoveredFiles
from phaser_lint.contract.key_reader import MOST_TEXTS
from phaser_lint.contract.keys import COMMON_KEYS
from phaser_lint.contract.model import Contract, ContractSet, Notice
from phaser_lint.contract.open_contracts import Places
from phaser_lint.contract.overrides import (
    Declarations,
    ParsedDocument,
    join_declarations,
    unpack_documents,
    unpack_files,
)
from phaser_lint.contract.packed_contracts import (
    FileKey,
    ParsedFiles,
    pack_documents,
)
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES, Document, read_documents
from phaser_lint.project import find_home_folder, find_main_worktree
from phaser_lint.project.folders import DISK
from phaser_lint.project.levels import CONFIGURATION, Levels, list_levels_above
from phaser_lint.text.globs.glob_problems import count_globs, find_globs_doubt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.contract.model import ToldLanguages
    from phaser_lint.contract.own_examples import ExampleTrials, KeyedExample
    from phaser_lint.project.folders import Folders

ParsedFile = Sequence[ParsedDocument]

# A contract takes a millisecond, nearly all of it to derive what a match needs from its pattern.
_WORTH_A_PROCESS = 48
# Six hundred contracts with a thousand each took half a minute to read, and ten seconds an edit.
_MOST_GLOBS, _FEW_GLOBS = 10_000, 10
# Without braces a file of so many bytes has fewer, be each of its lists there again by an alias.
_BYTES_OF_FEW_GLOBS = 4_000
# On a machine that other processes keep busy a few files have hardly used their time.
_LEAST_SECONDS, _WAITING_SECONDS = 1.0, 6.0


def load_contracts(
    discovered: DiscoveredFiles, parser: ContractParser | None = None
) -> ContractSet:
    """Load the contract files that were *discovered*: return the enabled contracts, their levels
    put together, and every problem of the files.

    *parser*: one that knows what some of them hold.
    """
    configuration = discovered.configuration
    declarations, problems = load_declarations(discovered, parser)
    contracts = resolve_contracts(
        declarations,
        (*configuration.problems, *problems),
        exclude=configuration.exclude,
        ignorable=configuration.ignorable,
    )
    doubts = []
    if configuration != NOTHING:
        doubts = [
            Notice(CONFIGURATION, None, f"{key}: {doubt}")
            for key, globs in (*configuration.globs, configuration.globs_of_languages())
            if (doubt := find_globs_doubt(globs))
        ]
    return contracts._replace(
        notices=(*contracts.notices, *doubts),
        folders=discovered.folders_inside,
        excluded=configuration.exclude,
        directives_as_text=configuration.directives_as_text,
    )


def load_declarations(
    discovered: DiscoveredFiles, parser: ContractParser | None = None
) -> Declarations:
    """Load all that the *discovered* contract files say: see ``load_contracts``."""
    languages = discovered.configuration.languages
    parser = parser or ContractParser(discovered.folders, languages=languages)
    keys = [file.key for file in discovered.files]
    return join_declarations(zip(keys, parser.parse_files(discovered.files), strict=True))


class ContractParser:
    """Parses contract files of *folders*, but for those whose content was *parsed_before*.

    *languages* are what the configuration tells, the same as then.
    Examples that take too long may take so many seconds together, or as many as usual. After *end*,
    a reading of the monotonic clock (``None``: never), it parses no more than one file.

    ``parsed`` has what the files hold, and ``late``, by their paths, those that there was no time
    for.
    """

    def __init__(
        self,
        folders: Folders = DISK,
        *,
        parsed_before: ParsedFiles | None = None,
        end: float | None = None,
        seconds_lost: float | None = None,
        languages: ToldLanguages = (),
    ) -> None:
        self.parsed: dict[FileKey, ParsedFile] = {}
        self.late: dict[str, ContractFile] = {}
        self._folders = folders
        self._parsed_before: Mapping[FileKey, ParsedFile] = parsed_before or {}
        self._end, self._has_parsed = end, False
        self._seconds_lost = seconds_lost
        self._languages = languages
        self._trials: ExampleTrials | None = None

    def parse_files(self, files: Sequence[ContractFile]) -> list[ParsedFile]:
        """Return the documents of each file, many of them parsed by all cores.

        What there was no time for has none.
        """
        unread_files = [
            file for file in files if file.problem or file.key not in self._parsed_before
        ]
        parsed_files: list[ParsedFile | None] | None = None
        if len(unread_files) >= _WORTH_A_PROCESS and self._folders is DISK:
            parsed_files = self._parse_on_all_cores(unread_files)
        if parsed_files is None:
            parsed_files = [self._parse_in_time(file) for file in unread_files]
        new = dict(zip([file.key for file in unread_files], parsed_files, strict=True))
        for file in files:
            documents = new[file.key] if file.key in new else self._parsed_before[file.key]
            if documents is None:
                self.late[file.path] = file
            else:
                self.parsed[file.key] = documents
        return [self.parsed.get(file.key, ()) for file in files]

    def _parse_on_all_cores(self, files: Sequence[ContractFile]) -> list[ParsedFile | None] | None:
        """Return the documents of each of *files*; ``None`` where one core is as good."""
        from phaser_lint.core.worker_processes import (  # few have so many
            choose_process_count,
            map_in_processes,
        )

        count = choose_process_count(len(files), worth=_WORTH_A_PROCESS)
        if count == 1:
            return None

        def parse_packed(numbers: Sequence[str]) -> list[Any]:
            documents_of_files = [self._parse_in_time(files[int(number)]) for number in numbers]
            return [documents and pack_documents(documents) for documents in documents_of_files]

        numbers = [*map(str, range(len(files)))]
        try:
            packed_files = [*map_in_processes(parse_packed, numbers, count=count)]
        except ValueError:  # no plain data: a newer regex may have it in its byte code
            return None
        return [plain and unpack_documents(plain) for plain in packed_files]

    def _parse_in_time(self, file: ContractFile) -> ParsedFile | None:
        # The first one whatever the time is: else a slow machine would never have read them all.
        if self._end is not None and self._has_parsed:
            seconds_over = time.monotonic() - self._end
            is_busy = seconds_over > 0 and time.process_time() > _LEAST_SECONDS
            if is_busy or seconds_over > _WAITING_SECONDS:
                return None
        self._has_parsed = True
        return self.parse_file(file)

    def parse_file(self, file: ContractFile) -> ParsedFile:
        """Return the documents of one file, be it known or not."""
        problem, content = file.problem, b""
        if not problem:
            try:
                content = self._folders.read(file.path, limit=MAXIMUM_BYTES + 1)
            except OSError as error:
                problem = f"cannot be read: {error.strerror or error}"
        documents = read_documents(content)
        if problem or not documents:
            problem = problem or "expected a contract, found nothing"
            return [ParsedDocument(None, (ContractProblem(file.shown, "", problem),))]
        parsed_documents, globs_left = [], _MOST_GLOBS
        may_be_many = b"{" in content or len(content) > _BYTES_OF_FEW_GLOBS
        for document in documents:
            number = _count_globs(document.value) if may_be_many else 0
            globs_left -= number
            # Those with a few count in any case: one that is too large silences no other.
            if globs_left < 0 and number > _FEW_GLOBS:
                expected = f"expected at most {_MOST_GLOBS:,} globs in all contracts of a file"
                line = document.line_of("file_glob")
                problems = (ContractProblem(file.shown, "file_glob", expected, line=line),)
                parsed_documents.append(ParsedDocument(None, problems))
            else:
                parsed_documents.append(self._parse_document(document, file))
        return parsed_documents

    def _parse_document(self, document: Document, file: ContractFile) -> ParsedDocument:
        problems = [
            ContractProblem(file.shown, fault.key, fault.expected, line=fault.line)
            for fault in document.faults
        ]
        if document.value is None and problems:
            return ParsedDocument(None, tuple(problems))
        place = file.place
        checked = check_mapping(
            document.value,
            source=place.source,
            path=file.shown,
            root=place.root,
            level=place.level,
            languages=self._languages,
            line_of=document.line_of,
        )
        # A tag leaves no value behind: "empty; expected a text" would be said of it too.
        faulty = {fault.key for fault in document.faults}
        problems += [problem for problem in checked.problems if problem.key not in faulty]
        if problems or checked.declaration is None:
            problems.sort(key=lambda problem: problem.line or 0)
            return ParsedDocument(None, tuple(problems))
        declaration = checked.declaration._replace(line=document.line)
        if not isinstance(declaration, Contract) or not declaration.enabled:
            return ParsedDocument(declaration)
        examples: Sequence[KeyedExample] = ()
        if declaration.valid_examples or declaration.invalid_examples:
            if self._trials is None:
                from phaser_lint.contract.own_examples import ExampleTrials  # most have none

                self._trials = ExampleTrials(self._seconds_lost)
            examples = self._trials.contradicting(declaration)
        contradictions = [
            ContractProblem(
                path=file.shown,
                key=example.key,
                expected=example.contradiction(),
                skipped=False,
                line=document.line_of(example.key),
            )
            for example in examples
        ]
        return ParsedDocument(declaration, tuple(contradictions))


def _count_globs(mapping: Any) -> int:
    """Return for how many globs the lists of globs of a document stand."""
    if not isinstance(mapping, dict):
        return 0
    kind = mapping.get("type")
    rule = RULES.get(kind) if isinstance(kind, str) else None
    keys = (*COMMON_KEYS, *(rule.all_keys() if rule else ()))
    lists = [mapping.get(key.name) for key in keys if key.holds_globs()]
    lists = [[globs] if isinstance(globs, str) else globs for globs in lists]
    return sum(
        count_globs([glob for glob in globs if isinstance(glob, str)])
        for globs in lists
        if isinstance(globs, list) and len(globs) <= MOST_TEXTS
    )


def find_stored_files(places: Places, languages: ToldLanguages) -> ParsedFiles:
    """Return, to open contracts, what this program stored of their files that did not change since.

    A scan takes what the hook has read, the hook what a scan has, and a worktree what the main one
    has of packs. What the configuration tells of *languages* is part of it.
    """

    identity = places.identity
    if identity is None:
        return {}
    files_now = identity.files()
    unknown_paths = {*files_now}
    parsed_files: dict[FileKey, Sequence[ParsedDocument]] = {}
    homes = dict.fromkeys((places.home, find_home_folder()))
    for path in dict.fromkeys((places.path, *list_other_store_paths(places, homes=homes))):
        stored = read_stored_contracts(path) if unknown_paths else None
        if stored is None or stored.identity.program != identity.program:
            continue
        stored_files = stored.identity.files()
        unchanged_paths = {
            path for path in unknown_paths if stored_files.get(path) == files_now[path]
        }
        files = unpack_files(stored.sealed, paths=unchanged_paths) if unchanged_paths else None
        told = [
            document.declaration.languages
            for documents in (files or {}).values()
            for document in documents
            if isinstance(document.declaration, Contract)
        ]
        # All of a set were read by one configuration: each contract says what that tells.
        is_same = stored.identity.configuration == identity.configuration
        if files is not None and (is_same or 0 < len(told) == told.count(languages)):
            parsed_files.update(files)
            unknown_paths -= unchanged_paths
    return parsed_files


def list_other_store_paths(places: Places, *, homes: Iterable[str]) -> Iterator[str]:
    """Yield, to open contracts, the paths beside that of *places* where their files may be stored,
    too: by scans, and by the hook for a level.

    *homes* are the home folders of those whose contracts count there. What a worktree includes of
    packs is stored for the main one, too.
    """
    if not places.path or places.contracts_dir is not None:
        return
    cache = os.path.dirname(os.path.dirname(places.path))
    levels_of_roots = [places.levels]
    main = find_main_worktree(places.levels.root)
    if main:
        moved = [
            level._replace(folder=os.path.join(main, level.name).rstrip(os.sep))
            for level in places.levels.levels
        ]
        levels_of_roots.append(Levels(main, tuple(moved), main))
    for levels in levels_of_roots:
        by_name = {level.name: level for level in levels.levels}
        for home in homes:
            yield name_store(cache, levels, home=home, of_scan=True)
            for name in by_name or ("",):
                chain = filter(None, map(by_name.get, (name, *list_levels_above(name))))
                chain_levels = levels._replace(levels=tuple(chain))
                yield name_store(cache, chain_levels, home=home)
