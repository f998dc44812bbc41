"""What a change took away of the text that a contract keeps: the files read, before and after.

Nothing more is read where nothing is lost: not what else changed, nor the other sides of a merge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import reduce
from operator import or_

from phaser_lint.check.engine.checker import NO_TIME, Checker, limit_line_searches
from phaser_lint.check.engine.file_verdict import make_patient_search, read_parts_in_time
from phaser_lint.contract.keep_pattern_matches import (
    FileMatches,
    KeptMatches,
    find_kept_matches,
    find_lost_matches,
    with_new_paths,
)
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.conditions import without_file_conditions
from phaser_lint.contract.undecided import Undecided, make_undecided
from phaser_lint.core import Record
from phaser_lint.core.changes import Changes, LostMatch, OtherSide
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import FilesReader, Skip, TextFile
from phaser_lint.text.search.searcher import Searcher


class Losses(Record):
    """The matches that files lost by a change, and where it is not known whether they lost any.

    ``read_before`` reads those files as they were, by the paths where the losses are reported.
    """

    matches: tuple[LostMatch, ...]
    undecided: list[Undecided]
    read_before: FilesReader


def find_lost_in_changes(
    checker: Checker,
    place: int,
    changes: Changes,
    *,
    paths: Sequence[str],
    counting_paths: Sequence[str],
) -> Losses:
    """Return the lost matches: text to keep that files at *paths* have lost by *changes*, and where
    that is not known. What a file that was renamed lost is reported at its new path.

    *counting_paths*: all changed files that the contract at that *place* in the set selects; what
    one of them lost may have moved to another.
    """
    contract = checker.contracts.contracts[place]
    comparison = _Comparison(checker, contract)
    before = {
        path: kept
        for path, kept in comparison.read_before(changes, paths).items()
        if kept.matches or kept.reason
    }
    losing_paths = [path for path in paths if path in before]
    files = comparison.compare(changes, losing_paths, before=before)
    undecided = [
        make_undecided(contract, file.path, file.reason()) for file in files if file.reason()
    ]
    files = [file for file in files if not file.reason()]
    asked_paths = {file.path for file in files}
    # Whether one is deleted or renamed, only all files tell.
    there_or_renamed = [file._replace(is_deleted=False) for file in files]
    new_files = comparison.read_new_files(changes, paths)
    kinds = {**dict(changes.others), **changes.kinds}
    if not (
        find_lost_matches(contract, there_or_renamed, paths=asked_paths)
        or any(
            file.removed_counts()
            for file in comparison.compare(changes, [*new_files], before=new_files)
        )
        # Of a renamed file only the new path may be asked for.
        or {kinds[path] for path in counting_paths} >= {"create", "delete"}
    ):
        return Losses((), undecided, changes.then)
    other_paths = [
        path for path in counting_paths if path not in before and path not in changes.links
    ]
    files += comparison.compare(
        changes, other_paths, before=comparison.read_before(changes, other_paths)
    )
    files += comparison.compare_elsewhere(changes, place, besides=counting_paths)
    texts = {path: kept.file_text for path, kept in new_files.items()}
    files = with_new_paths(
        [file for file in files if not file.reason()], {*counting_paths}, texts=texts
    )
    for file in files:  # a renamed one is asked for by its new path: that of another shard, maybe
        if file.new_path:
            (asked_paths.add if file.new_path in paths else asked_paths.discard)(file.path)
    sides = (*changes.sides(), (changes.before_edit, ()))
    files = comparison.with_sides(files, sides, paths=asked_paths)
    own_paths = {*counting_paths, *asked_paths}

    def elsewhere_first(file: FileMatches) -> tuple[bool, str]:
        return file.path in own_paths, file.path

    lost = find_lost_matches(contract, sorted(files, key=elsewhere_first), paths=asked_paths)
    texts_before = {file.new_path: file.before.file_text for file in files if file.new_path}

    def read_before(paths: Sequence[str]) -> Iterator[TextFile | Skip]:
        yield from (TextFile(path, texts_before[path]) for path in paths if path in texts_before)
        yield from changes.then([path for path in paths if path not in texts_before])

    return Losses(tuple(lost), undecided, read_before)


def count_kept_texts(checker: Checker, contract: Contract, file: TextFile) -> Counter[str]:
    """Return how often *file* holds each text that *contract* keeps, as losses are compared."""
    return _Comparison(checker, contract).match_file(file, contract).texts()


class _Comparison:
    """The files that one contract compares; each search has the time that a pattern has."""

    def __init__(self, checker: Checker, contract: Contract) -> None:
        self._checker, self._contract = checker, contract
        self._unconditional = without_file_conditions(contract)
        self._searcher = Searcher()
        self._find = make_patient_search(self._searcher, checker)

    def read_before(self, changes: Changes, paths: Sequence[str]) -> dict[str, KeptMatches]:
        """Return what those of *paths* held before *changes* that were there.

        What was skipped then held nothing that the contract checked.
        """
        kinds = {**dict(changes.others), **changes.kinds}
        paths = [path for path in paths if kinds[path] != "create"]
        return self._read(changes.then, paths, self._contract, is_earlier=True)

    def compare(
        self, changes: Changes, paths: Sequence[str], *, before: Mapping[str, KeptMatches]
    ) -> list[FileMatches]:
        """Return the matches *before* *changes* in the files at *paths*, and those after them."""
        kinds = {**dict(changes.others), **changes.kinds}
        there = [path for path in paths if kinds[path] != "delete"]
        counting = self._read(changes.now, there, self._contract)
        after = counting
        if self._unconditional.conditions != self._contract.conditions:
            after = self._read(changes.now, there, self._unconditional)
        nothing = KeptMatches()
        return [
            FileMatches(
                path,
                before.get(path, nothing),
                after=after.get(path, nothing),
                counting=counting.get(path, nothing),
                is_deleted=kinds[path] == "delete",
            )
            for path in paths
        ]

    def compare_elsewhere(
        self, changes: Changes, place: int, *, besides: Sequence[str]
    ) -> list[FileMatches]:
        """Return the matches in files that *changes* do not name, and the contract selects."""
        selection, named = self._checker.selection, {*besides, *changes.links}
        try:
            elsewhere = changes.elsewhere() if changes.elsewhere else None
        except GitError:  # what cannot be told did not move
            elsewhere = None
        if elsewhere is None:
            return []
        touched = {**dict(elsewhere.others), **elsewhere.kinds}
        paths = [
            path
            for path in sorted(touched)
            if path not in named
            and path not in elsewhere.links
            and place in selection.places_for(path)
        ]
        before = self.read_before(elsewhere, paths)
        return self.compare(elsewhere, paths, before=before)

    def read_new_files(self, changes: Changes, paths: Sequence[str]) -> dict[str, KeptMatches]:
        """Return what those of *paths* that are new by *changes* held on the disk before an edit.

        One that was renamed stands there already, by another name than in HEAD.
        """
        new_paths = [path for path in paths if changes.kinds[path] == "create"]
        return self._read(changes.before_edit, new_paths, self._contract, is_earlier=True)

    def with_sides(
        self, files: Sequence[FileMatches], sides: Sequence[OtherSide], *, paths: Set[str]
    ) -> list[FileMatches]:
        """Return *files* at *paths* with what *sides* have of them; the unreadable took none."""
        names_by_path = {
            file.path: [name for name in (file.path, file.new_path) if name]
            for file in files
            if file.path in paths and file.removed_counts()
        }
        all_names = [name for names in names_by_path.values() for name in names]
        counts_by_path: dict[str, list[tuple[Counter[str], Counter[str]]]] = {}
        before = {file.path: file.before.texts() for file in files}
        for read_now, readers_then in sides:
            on_side, *began = [
                self._read(reader, all_names, self._unconditional, is_earlier=True)
                for reader in (read_now, *readers_then)
            ]
            for path, names in names_by_path.items():
                # It may have renamed the file as well, or not.
                theirs = _sum_texts(on_side, names)
                earlier = [_sum_texts(then, names) or Counter() for then in began]
                if theirs is not None:
                    texts = reduce(or_, earlier) if earlier else before[path]
                    counts_by_path.setdefault(path, []).append((texts, theirs))
        return [file._replace(sides=tuple(counts_by_path.get(file.path, ()))) for file in files]

    def _read(
        self,
        read_files: FilesReader,
        paths: Sequence[str],
        contract: Contract,
        *,
        is_earlier: bool = False,
    ) -> dict[str, KeptMatches]:
        """Return the matches in the files at *paths*, as far as they are there.

        Of one that is skipped why, but where it *is_earlier*: that held what nobody checked.
        """
        kept: dict[str, KeptMatches] = {}
        deadline = self._checker.deadline
        for file in read_files(paths) if paths else ():
            if isinstance(file, Skip) and not file.path:  # git did not answer
                return dict.fromkeys(paths, KeptMatches((), file.reason))
            if isinstance(file, Skip):
                if file.is_unread or not is_earlier:
                    kept[file.path] = KeptMatches((), file.reason if file.is_there else "")
                continue
            if deadline is not None and self._checker.clock() > deadline:
                kept[file.path] = KeptMatches((), NO_TIME)
                continue
            kept[file.path] = self.match_file(file, contract)
        return kept

    def match_file(self, file: TextFile, contract: Contract) -> KeptMatches:
        """Return the matches of *contract* in *file*."""
        seconds = self._checker.pattern_seconds
        return find_kept_matches(
            contract,
            read_parts_in_time(self._checker, file, seconds=seconds),
            find=self._find,
            find_in_line=limit_line_searches(self._checker, self._find),
            searcher=self._searcher,
            seconds=seconds,
        )


def _sum_texts(files: Mapping[str, KeptMatches], names: Sequence[str]) -> Counter[str] | None:
    """Return how often each text stands in *files* at *names*; ``None`` where that is unknown."""
    matches = [files[name] for name in names if name in files]
    if not matches or any(file.reason for file in matches):
        return None
    return sum((file.texts() for file in matches), Counter[str]())
