"""One contract file after the other, or many at once: YAML, validated, tried on its examples."""

from __future__ import annotations

from phaser_lint.contract.held_files import is_late
from phaser_lint.contract.key_reader import MOST_TEXTS
from phaser_lint.contract.model import Contract, ContractProblem
from phaser_lint.contract.read import packed, unpacked
from phaser_lint.contract.schema import GLOB_KEYS, check_mapping
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES, read_documents
from phaser_lint.core.workers import (
    processes,  # here, as below: most often few files changed
    spread,
)
from phaser_lint.project.folders import DISK
from phaser_lint.text.globs.glob_problems import number_of_globs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.contract.discover import ContractPlace, FoundContracts
    from phaser_lint.contract.own_examples import ExampleTrials, KeyedExample
    from phaser_lint.contract.read import Loaded
    from phaser_lint.contract.resolve import Entry
    from phaser_lint.contract.yaml_documents import Document
    from phaser_lint.project.folders import Folders

# A contract takes a millisecond, nearly all of it to derive what a match needs from its pattern.
_WORTH_A_PROCESS = 48
# Six hundred contracts with a thousand each took half a minute to read, and ten seconds an edit.
_MOST_GLOBS, _FEW_GLOBS = 10_000, 10


class FileReader:
    """Reads contract files, and tries each contract on its own examples.

    Those that take too long may take so many seconds together, or as many as usual. After *end*, a
    reading of the monotonic clock, it reads no more than one file.
    """

    def __init__(
        self,
        folders: Folders = DISK,
        *,
        seconds_lost: float | None = None,
        end: float | None = None,
    ) -> None:
        self._trials: ExampleTrials | None = None
        self._folders = folders
        self._seconds_lost = seconds_lost
        self._end, self._has_read = end, False

    def read(self, files: Sequence[FoundContracts], place: ContractPlace) -> list[Loaded]:
        """Return what each of some contract files holds, without an end of time."""
        return [loaded or [] for loaded in self.read_in_time(files, place)]

    def read_in_time(
        self, files: Sequence[FoundContracts], place: ContractPlace
    ) -> list[Loaded | None]:
        """Return what each of some contract files holds; with many of them all cores read.

        ``None`` for those that there was no time for.
        """
        count = self._processes(len(files))
        try:
            if count > 1:
                return self._spread(files, place, count=count)
        except (
            ValueError
        ):  # a newer regex may keep something in its byte code that is no plain data
            pass
        return [self._held_in_time(file, place) for file in files]

    def _held_in_time(self, file: FoundContracts, place: ContractPlace) -> Loaded | None:
        # The first one whatever the time is: else a slow machine would never have read them all.
        if self._end is not None and self._has_read and is_late(self._end):
            return None
        self._has_read = True
        return self._held(file, place)

    def _processes(self, files: int) -> int:
        if files < _WORTH_A_PROCESS or self._folders is not DISK:
            return 1

        return processes(files, worth=_WORTH_A_PROCESS)

    def _spread(
        self, files: Sequence[FoundContracts], place: ContractPlace, *, count: int
    ) -> list[Loaded | None]:
        by_path = {file.path: file for file in files}

        def read_packed(paths: Sequence[str]) -> list[Any]:
            found = [self._held_in_time(by_path[path], place) for path in paths]
            return [None if each is None else packed(each) for each in found]

        each_file = spread(read_packed, list(by_path), count=count)
        return [None if each is None else unpacked(each) for each in each_file]

    def _held(self, file: FoundContracts, place: ContractPlace) -> Loaded:
        if file.problem:
            return _unread(file, file.problem)
        try:
            data = self._folders.read(file.path, limit=MAXIMUM_BYTES + 1)
        except OSError as error:
            return _unread(file, f"cannot be read: {error.strerror or error}")
        documents = read_documents(data)
        if not documents:
            return _unread(file, "expected a contract, found nothing")
        loaded: list[tuple[Entry | None, Sequence[ContractProblem]]] = []
        left = _MOST_GLOBS
        for document in documents:
            number = _number_of_globs(document.value)
            left -= number
            # Those with a few count in any case: one that is too large silences no other.
            if left < 0 and number > _FEW_GLOBS:
                message = f"expected at most {_MOST_GLOBS:,} globs in all contracts of a file"
                line = document.line_of("file_glob")
                loaded.append(
                    (None, [ContractProblem(file.shown, "file_glob", message, line=line)])
                )
            else:
                loaded.append(self._tried(document, file, place))
        return loaded

    def _tried(
        self, document: Document, file: FoundContracts, place: ContractPlace
    ) -> tuple[Entry | None, list[ContractProblem]]:
        entry, problems = _load_document(document, file, place)
        if not isinstance(entry, Contract) or not entry.enabled:
            return entry, problems
        return entry, [
            ContractProblem(
                file.shown, each.key, each.contradicted(), False, document.line_of(each.key)
            )
            for each in self._contradicting(entry)
        ]

    def _contradicting(self, contract: Contract) -> Sequence[KeyedExample]:
        if not (contract.valid_examples or contract.invalid_examples):
            return ()
        if self._trials is None:
            from phaser_lint.contract.own_examples import ExampleTrials  # here: most have none

            self._trials = ExampleTrials(self._seconds_lost)
        return self._trials.contradicting(contract)


def _number_of_globs(value: Any) -> int:
    """Return for how many globs the lists of globs of a document stand."""
    written = [value.get(key) for key in GLOB_KEYS] if isinstance(value, dict) else []
    lists = [[each] if isinstance(each, str) else each for each in written]
    return sum(
        number_of_globs([glob for glob in each if isinstance(glob, str)])
        for each in lists
        if isinstance(each, list) and len(each) <= MOST_TEXTS
    )


def _too_many_globs(file: FoundContracts, document: Document) -> ContractProblem:
    message = f"expected at most {_MOST_GLOBS:,} globs in all contracts of a file"
    return ContractProblem(file.shown, "file_glob", message, line=document.line_of("file_glob"))


def _unread(file: FoundContracts, expected: str) -> Loaded:
    return [(None, [ContractProblem(file.shown, "", expected)])]


def _load_document(
    document: Document, file: FoundContracts, place: ContractPlace
) -> tuple[Entry | None, list[ContractProblem]]:
    faults = [
        ContractProblem(file.shown, fault.key, fault.expected, line=fault.line)
        for fault in document.faults
    ]
    if document.value is None and faults:
        return None, faults
    checked = check_mapping(
        document.value, source=place.source, path=file.shown, root=place.root, level=place.level
    )
    # A tag leaves no value behind: "empty; expected a text" would be said of it too.
    faulty = {fault.key for fault in document.faults}
    problems = [
        ContractProblem(file.shown, key, expected, line=document.line_of(key))
        for key, expected in checked.problems
        if key not in faulty
    ]
    problems = sorted(faults + problems, key=lambda problem: problem.line or 0)
    if problems or checked.entry is None:
        return None, problems
    return checked.entry._replace(line=document.line), []
