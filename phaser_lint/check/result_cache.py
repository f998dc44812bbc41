"""Results of files, kept between scans: of the bytes that were read, wherever they lay.

A result counts for a path and the hash of its bytes while contracts, options and program are the
same: in all checkouts, on all branches. Which bytes a file holds each checkout remembers by its
identity (size, times, inode, device, mode), but for a file that changed within the last tick of the
file system's clock: a second change in that tick would not show. What ran out of time is not kept.
Which files exist is asked afresh; a folder that did not change is not listed again.
"""

from __future__ import annotations

import marshal
import os
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, filterfalse, islice
from operator import add, itemgetter

from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.packed_verdicts import find_outside_decider
from phaser_lint.check.project_caches import (
    CHECKOUTS,
    RESULTS,
    name_project_cache,
    read_cached_items,
    read_cached_mapping,
    write_cached_items,
)
from phaser_lint.contract.model import Contract
from phaser_lint.core import is_identity_settled, make_file_identity
from phaser_lint.core.cache_file import discard_file, discard_unused_files, make_checksum
from phaser_lint.core.file_state import group_paths_by_folder
from phaser_lint.core.hashes import load_hash_function
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.text.globs import without_path_patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from phaser_lint.check.packed_verdicts import PlainVerdict
    from phaser_lint.check.project_inputs import ProjectInputs
    from phaser_lint.core import Identity

    ReadMark: TypeAlias = bytes
    """The hash of a file's bytes, and its packed identity from before it was read."""
    CacheEntries: TypeAlias = dict[tuple[str, bytes], PlainVerdict]
    """What is kept of the files of a folder: by their names and marks, or hashes."""
    FolderColumns: TypeAlias = tuple[str, list[bytes], dict[int, PlainVerdict]]
    """The same: joined names, columns of pieces of marks (a shared one once), by place the rest."""

_DERIVED = ("globs", "searched", "conditions", "block_patterns", "modules")
_WRITTEN_FIELDS = itemgetter(
    *[place for place, field in enumerate(Contract._fields) if field not in _DERIVED]
)
_UNDECIDED = 3
"""The place of what is undecided in a packed verdict."""
_MOST_UNPACKED = 8192
"""Entries that are held as they are used: a hundred thousand would take thirty megabytes."""
_IDENTITY = struct.Struct("<QqqQQQ")
"""Of an ``Identity``: forty-eight bytes, where a tuple of numbers takes four hundred."""
HASH = load_hash_function("sha1")
_HASH_BYTES, _INDEX_BYTES = 20, 8
_NO_INDEX = bytes(_INDEX_BYTES)
"""Stands behind the mark of a file whose status was not compared with git's index."""
_PIECE_BYTES = _HASH_BYTES, 32, 16, _INDEX_BYTES
_PIECES = struct.Struct("".join([f"{size}s" for size in _PIECE_BYTES]))
"""The parts of such a mark, which are written each in a column; device and mode by themselves."""
_TWO_SECONDS = 2_000_000_000
_MOST_OF_A_NAME = 4
"""Results that are kept of a path: each branch may have other bytes there."""
_MOST_BYTES, _MOST_BYTES_OF_A_FILE = 1_000_000, 256
"""What results may take before those of files that a scan does not see go."""


def make_read_mark(identity: Identity, content: bytes, hash_bytes: Any = HASH) -> ReadMark | None:
    """Return the result cache's mark of a file that was read; ``None``: it cannot be packed.

    *hash_bytes* makes git's own hash of it. Of a larger file than is read the size decides, too.
    """
    size = identity[0] if len(content) > MAXIMUM_BYTES else len(content)
    packed = _pack_identity(identity)
    return hash_bytes(b"blob %d\0%b" % (size, content)).digest() + packed if packed else None


class ResultCache:
    """The kept results of one project; ``save`` writes them back if any is new.

    *checkout* is the file of what its files hold, which all scans of the checkout share, whatever
    part of it they look at; *results* is that of the results, which all checkouts share.
    *started_at* is the time (ns) before anything is looked at. All files but the *changed* are as
    git's index notes them, of whose part about their folder one of the *index_marks* tells.
    *by_folder* are all paths that are looked up, where somebody grouped them: it is used up.
    *decided_by* tells of a path what of other files decides.
    """

    def __init__(
        self,
        checkout: str,
        results: str,
        *,
        started_at: int,
        changed: Set[str] = frozenset(),
        index_marks: Mapping[str, bytes] = {},
        by_folder: dict[str, list[str]] | None = None,
        decided_by: Callable[[str], str] | None = None,
    ) -> None:
        self._checkout = _FolderEntries(checkout, CHECKOUTS)
        self._results = _FolderEntries(results, RESULTS)
        self._decided_by = decided_by
        self._digests: dict[str, bytes] = {}
        self._started_at = started_at
        self._changed, self._index_marks = changed, index_marks
        self._changed_folders = group_paths_by_folder(changed).keys()
        self._by_folder = by_folder
        self._paths: Sequence[str] = ()
        self._folders: dict[str, None] = {}
        self._unpacked: dict[str, list[tuple[str, ReadMark, PlainVerdict]]] = {}
        self._unpacked_count = 0

    def look_up(
        self,
        root: str,
        paths: Sequence[str],
        *,
        read: Callable[[Sequence[str]], Iterator[ReadMark | None]],
    ) -> tuple[dict[str, PlainVerdict], Sequence[str]]:
        """Return the cached results of *paths*, but of clean files, and those whose bytes are
        unknown.

        Files that this checkout does not remember are *read*, where results have their names.
        """
        self._paths = paths
        # Read again to be written: held meanwhile, they would be most of the memory of a scan.
        kept = read_cached_mapping(self._results.path, RESULTS)
        if not kept:  # as in a first scan
            return {}, paths
        by_folder = self._by_folder or group_paths_by_folder(paths)
        self._folders = folders = dict.fromkeys(by_folder)
        noted: dict[str, PlainVerdict] = {}
        unknown: list[str] = []
        unread: dict[str, tuple[list[str], bytes]] = {}
        for folder, remembered in chain(self._checkout.read_items(), folders.items()):
            folder_paths = by_folder.pop(folder, ())
            packed = kept.pop(folder, None)
            if packed is None or not folder_paths:
                unknown += folder_paths
                continue
            same, hashes = self._find_same(folder, folder_paths, remembered, root=root)
            if same:
                unknown += self._recall(folder, same, hashes, packed=packed, noted=noted)
            if len(same) < len(folder_paths):
                others = [*filterfalse({*same}.__contains__, folder_paths)]
                is_kept = {*_join_paths(folder, marshal.loads(packed)[0], others)}.__contains__
                unread[folder] = sorted(filter(is_kept, others)), packed
                unknown += filterfalse(is_kept, others)
        read_marks = read([path for paths, _ in unread.values() for path in paths])
        for folder, (unread_paths, packed) in unread.items():
            own_marks = islice(read_marks, len(unread_paths))
            marks = {path: mark for path, mark in zip(unread_paths, own_marks, strict=True) if mark}
            hashes = b"".join([mark[:_HASH_BYTES] for mark in marks.values()])
            for path in self._recall(folder, [*marks], hashes, packed=packed, noted=noted):
                del marks[path]
            unknown += filterfalse(marks.__contains__, unread_paths)
            self._remember(folder, [(path[len(folder) :], mark, 0) for path, mark in marks.items()])
        return noted, unknown

    def _find_same(
        self, folder: str, paths: Sequence[str], remembered: bytes | None, *, root: str
    ) -> tuple[Sequence[str], bytes]:
        """Return those of the *paths* in a folder that hold what is *remembered*, and their hashes.

        Where its status was that of the mark, and git calls the file unchanged by the same entry of
        its index as then, it has the same status still.
        """
        if remembered is None:
            return (), b""
        names, columns, _ = marshal.loads(remembered)
        hash_column, *status_columns, index_column = columns
        known_paths = _join_paths(folder, names, paths)
        index_mark = self._index_marks.get(folder, b"")
        is_unchanged = index_column == index_mark and folder not in self._changed_folders
        if is_unchanged and known_paths is paths:
            return paths, hash_column
        requested, changed = {*paths}.intersection(known_paths), self._changed
        digests, statuses, devices, old_marks = _cut_columns(columns, len(known_paths))
        identities = [*map(add, statuses, devices)]
        asked = [
            place
            for place, path in enumerate(known_paths)
            if path in requested and (old_marks[place] != index_mark or path in changed)
        ]
        other_places = {
            place
            for place in asked
            if not _has_identity(f"{root}/{known_paths[place]}", identities[place])
        }
        # Git compares whole seconds: a later change has to be of a later one.
        earlier_ns = self._started_at - _TWO_SECONDS
        compared = [
            place
            for place in asked
            if index_mark
            and place not in other_places
            and known_paths[place] not in changed
            and _IDENTITY.unpack(identities[place])[2] < earlier_ns
        ]
        if len(compared) == len(digests):  # as in a second scan
            self._checkout.add(folder, (names, [hash_column, *status_columns, index_mark], {}))
        elif compared:
            names = "\0".join([known_paths[place][len(folder) :] for place in compared])
            marks = [digests[place] + identities[place] + index_mark for place in compared]
            self._checkout.add(folder, (names, _join_marks(marks), {}))
        same = [
            place
            for place, path in enumerate(known_paths)
            if path in requested and place not in other_places
        ]
        return [known_paths[place] for place in same], b"".join([digests[place] for place in same])

    def _recall(
        self,
        folder: str,
        paths: Sequence[str],
        hashes: bytes,
        *,
        packed: bytes,
        noted: dict[str, PlainVerdict],
    ) -> list[str]:
        """Take the results of files in a folder, in order, by their *hashes* from what is *packed*.

        Return the paths of those that have none; *noted* are those that are not clean.
        """
        packed_names, (packed_hashes, *_), plain_verdicts = marshal.loads(packed)
        is_all = hashes == packed_hashes and _join_paths(folder, packed_names, paths) is paths
        if is_all and not self._decided_by:
            for place, plain_verdict in plain_verdicts.items():
                noted[paths[place]] = plain_verdict
            return []
        entries, missing = _unpack_entries(marshal.loads(packed)), []
        for path, digest in zip(paths, *_cut_columns([hashes], len(paths)), strict=True):
            key = path[len(folder) :], self._hash_of(path, digest)
            if key not in entries:
                missing.append(path)
            elif entries[key] is not None:
                noted[path] = entries[key]
        return missing

    def keep(self, path: str, mark: ReadMark | None, plain_verdict: PlainVerdict) -> None:
        """Keep the *plain_verdict* of a file that was read, and by its *mark* what it holds."""
        if mark is None or (isinstance(plain_verdict, tuple) and plain_verdict[_UNDECIDED]):
            return
        start = path.rfind("/") + 1
        self._unpacked.setdefault(path[:start], []).append((path[start:], mark, plain_verdict))
        self._unpacked_count += 1
        if self._unpacked_count >= _MOST_UNPACKED:
            self._pack()

    def _pack(self) -> None:
        for folder, files in self._unpacked.items():
            files.sort(key=itemgetter(0))
            names = "\0".join([name for name, _, _ in files])
            hashes = b"".join([self._hash_of(folder + name, mark) for name, mark, _ in files])
            noted: dict[int, PlainVerdict] = {
                place: verdict for place, (*_, verdict) in enumerate(files) if verdict is not None
            }
            self._results.add(folder, (names, [hashes], noted))
            self._remember(folder, files)
        self._unpacked, self._unpacked_count = {}, 0

    def _remember(self, folder: str, files: Iterable[tuple[str, ReadMark, object]]) -> None:
        """Remember what *files* of a *folder* hold, their names in order, if a later change is
        bound to show: the identity in a mark is from before the file was read.
        """
        now_ns = self._started_at
        settled_marks = {
            name: mark + _NO_INDEX
            for name, mark, _ in files
            if is_identity_settled(_IDENTITY.unpack_from(mark, _HASH_BYTES), now_ns=now_ns)
        }
        if settled_marks:
            columns = _join_marks([*settled_marks.values()])
            self._checkout.add(folder, ("\0".join(settled_marks), columns, {}))

    def _hash_of(self, path: str, mark: ReadMark) -> bytes:
        """Return the hash of a file's bytes mixed with what decides besides them, as long."""
        digest = mark[:_HASH_BYTES]
        decided_by = self._decided_by(path) if self._decided_by else ""
        if not decided_by:
            return digest
        if decided_by not in self._digests:
            self._digests[decided_by] = HASH(decided_by.encode("utf-8", "surrogatepass")).digest()
        pairs = zip(digest, self._digests[decided_by], strict=True)
        return bytes([left ^ right for left, right in pairs])

    def save(self, looked_at: Callable[[str], bool]) -> None:
        """Write the cache of results if any of it is new.

        *looked_at* tells of a file or folder (ending in a slash) whether this scan has seen it if
        it is there: otherwise this checkout forgets it. Other ones may have it.
        """
        self._pack()
        seen_paths = set[str]()

        def is_there(path: str) -> bool:
            self._folders = self._folders or dict.fromkeys(group_paths_by_folder(self._paths))
            if path in self._folders or not looked_at(path):
                return True
            if not (seen_paths or path.endswith("/")):  # nothing is written, mostly
                seen_paths.update(self._paths)
            return path in seen_paths

        now_ns = self._started_at
        self._checkout.save(is_there, of_a_name=1, most_bytes=0, now_ns=now_ns)
        most_bytes = _MOST_BYTES + len(self._paths) * _MOST_BYTES_OF_A_FILE
        self._results.save(
            is_there, of_a_name=_MOST_OF_A_NAME, most_bytes=most_bytes, now_ns=now_ns
        )


def open_result_cache(
    checker: Checker, inputs: ProjectInputs, *, paths: Sequence[str]
) -> ResultCache | None:
    """Return the cache of the *checker*'s results for files at *paths*; ``None`` without one.

    The name of their file tells what has to be the same for a result to count, a file's path and
    bytes apart; that of the other one which checkout it is.
    """
    contracts, options, program = checker.contracts, inputs.options, inputs.program
    folder = options.cache_folder() if options.keeps_results else ""
    if options.state.kept_by != "disk" or not folder or not contracts.contracts or program is None:
        return None
    heeded = checker.ignores, contracts.directives_as_text
    asked = (checker.pattern_seconds, *heeded, contracts.folders)
    # What is derived from a pattern follows from it, and may be written in another order each time.
    written_contracts = [
        (
            _WRITTEN_FIELDS(contract),
            tuple(contract.searched.as_written()),
            without_path_patterns(contract.globs),
        )
        for contract in contracts.contracts
    ]
    # Version 2 writes equal values alike, whoever else holds them: of 1,000 in a tenth of the time.
    content = marshal.dumps((written_contracts, asked), 2)
    key = repr((program, make_checksum(content).hex(), len(content)))
    listing, listings = inputs.listing, inputs.listing.listings
    is_listed = bool(listings.by_folder) and paths is listing.files()
    # Of what somebody named, and git does not list, it says nothing.
    unlisted = () if is_listed or not listings.index_marks else {*paths} - {*listing.files()}
    checkout = name_project_cache(folder, CHECKOUTS, (inputs.root, program))
    if not listing.is_known(by_default=True):  # it is of what lay there before
        discard_file(checkout)
    return ResultCache(
        checkout,
        name_project_cache(folder, RESULTS, (key,)),
        started_at=inputs.started_at,
        changed=listings.changed_files.union(unlisted),
        index_marks=listings.index_marks,
        by_folder=listings.by_folder if is_listed else None,
        decided_by=find_outside_decider(checker),
    )


class _FolderEntries:
    """What a cache file keeps of the files in each folder; as it is written what is ``new``."""

    def __init__(self, path: str, kind: str) -> None:
        self.path, self._kind = path, kind
        self.new: dict[str, bytes] = {}

    def read_items(self) -> Iterator[tuple[str, bytes]]:
        """Yield the packed entries of each folder, as they were written."""
        return read_cached_items(self.path, self._kind)

    def add(self, folder: str, columns: FolderColumns) -> None:
        """Add what is new of files in a *folder*."""
        if folder in self.new:
            earlier_entries = _unpack_entries(marshal.loads(self.new[folder]))
            columns = _pack_columns({**earlier_entries, **_unpack_entries(columns)})
        self.new[folder] = marshal.dumps(columns, 2)

    def save(
        self, is_there: Callable[[str], bool], *, of_a_name: int, most_bytes: int, now_ns: int
    ) -> None:
        """Write the entries if any is new, so many *of a name*.

        Those of files and folders that are not there go once all are more than *most_bytes*.
        """
        if not self.new:
            return
        keeps_all = 0 < most_bytes >= sum(len(packed) for _, packed in self.read_items())

        def folders_to_write() -> Iterator[tuple[str, bytes]]:
            for folder, packed in self.read_items():
                new = self.new.pop(folder, None)
                if new is None:
                    if keeps_all or is_there(folder):
                        yield folder, packed
                    continue
                old_columns, new_columns = marshal.loads(packed), marshal.loads(new)
                if of_a_name > 1 or old_columns[0] != new_columns[0]:  # not all replaced
                    old_entries = _unpack_entries(old_columns).items()
                    entries = {
                        (name, value): plain_verdict
                        for (name, value), plain_verdict in old_entries
                        if keeps_all or is_there(folder + name)
                    } | _unpack_entries(new_columns)
                    columns = _pack_columns(_select_newest(entries, of_a_name=of_a_name))
                    new = marshal.dumps(columns, 2)
                yield folder, new
            yield from self.new.items()

        if write_cached_items(self.path, self._kind, folders_to_write()):
            discard_unused_files(self.path, now_ns=now_ns)


def _select_newest(entries: CacheEntries, *, of_a_name: int) -> CacheEntries:
    """Return the last *entries*, so many of each name."""
    numbers: dict[str, int] = {}
    newest = []
    for name, value in reversed(entries):
        numbers[name] = numbers.get(name, 0) + 1
        if numbers[name] <= of_a_name:
            newest.append((name, value))
    return {key: entries[key] for key in reversed(newest)}


def _pack_columns(entries: CacheEntries) -> FolderColumns:
    """Return the *entries* of a cached folder as they are written, by their names."""
    in_order = sorted(entries, key=itemgetter(0))  # the last of a name stays the last
    plain_verdicts = {
        place: entries[key] for place, key in enumerate(in_order) if entries[key] is not None
    }
    names, marks = zip(*in_order, strict=True)
    return "\0".join(names), _join_marks(marks), plain_verdicts


def _join_marks(marks: Sequence[bytes]) -> list[bytes]:
    """Return the pieces of cached *marks*, or of hashes, each in a column."""
    joined_marks = b"".join(marks)
    if len(joined_marks) == len(marks) * _HASH_BYTES:
        return [joined_marks]
    if len(marks) == 1:  # the same in a tenth of the time: many a folder has one file
        return [*_PIECES.unpack(joined_marks)]
    columns = [*map(b"".join, zip(*_PIECES.iter_unpack(joined_marks), strict=True))]
    for number, size in enumerate(_PIECE_BYTES[2:], 2):
        if columns[number] == columns[number][:size] * len(marks):
            columns[number] = columns[number][:size]
    return columns


def _unpack_entries(folder_columns: FolderColumns) -> CacheEntries:
    """Return the cached entries of which ``_pack_columns`` made columns."""
    names, columns, plain_verdicts = folder_columns
    split_names = names.split("\0")
    values = map(b"".join, zip(*_cut_columns(columns, len(split_names)), strict=True))
    entries = dict.fromkeys(zip(split_names, values, strict=True))
    if plain_verdicts:
        keys = [*entries]
        entries.update((keys[place], verdict) for place, verdict in plain_verdicts.items())
    return entries


def _join_paths(folder: str, names: str, paths: Sequence[str]) -> Sequence[str]:
    """Return the paths of *names* in a *folder*: *paths* themselves where these are all of them."""
    joined_paths = folder + names.replace("\0", f"\0{folder}")
    return paths if joined_paths == "\0".join(paths) else joined_paths.split("\0")


def _cut_columns(columns: Sequence[bytes], count: int) -> list[tuple[bytes, ...]]:
    """Return so many pieces of each of the *columns*."""
    # A slice for each piece takes four times as long.
    return [
        struct.unpack(f"{size}s" * count, column if len(column) > size else column * count)
        for column, size in zip(columns, _PIECE_BYTES, strict=False)
    ]


def _has_identity(path: str, identity: bytes) -> bool:
    """Tell whether the file at *path* has this packed *identity*."""
    try:
        return _pack_identity(make_file_identity(os.lstat(path))) == identity
    except OSError:
        return False


def _pack_identity(identity: Identity) -> bytes:
    """Return an identity as bytes, none for one that holds a number of more than eight."""
    try:
        return _IDENTITY.pack(*identity)
    except struct.error:
        return b""
