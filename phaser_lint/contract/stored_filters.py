"""The contracts of a project as they were stored, as far as the hook's clean path needs them.

What is stored has two parts. The first is here: the globs, and of each contract the literals that
its pattern requires, and the compiled pattern. The second is the whole ``ContractSet``, needed only
when something may be wrong with an edit, and what each file held (``contracts.read``).
"""

from __future__ import annotations

import os
import sys
import time

from phaser_lint import __file__ as own_file
from phaser_lint.contract.store import file_identity, identity_of, read_stored, store_path
from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeAlias

    from phaser_lint.contract.store import Identity, Sealed, Stored
    from phaser_lint.project.root import Levels
    from phaser_lint.text.globs import CompiledGlobs
    from phaser_lint.text.search import Requirement

    When: TypeAlias = tuple[bool, bool, Requirement, bytes]
    """A condition on a file: whether it has to match, whether it sees the raw text, what it
    requires, and its packed byte code."""
    Filter: TypeAlias = tuple[bool | None, bool, str, Requirement, bytes, tuple[When, ...], int]
    """Of a contract that a file can break: whether a match does, or none (``None``: something else,
    for the engine to check), and whether it sees the raw text; the pattern if it is plain text,
    what the pattern requires, and its packed byte code (empty where there is none). Then, where a
    match is required, the conditions without which none is; where it is forbidden, the shorter
    pattern without which there is none. Last, the place of the contract in the set."""
    NameTexts: TypeAlias = tuple[str, str, str]
    """What the first character of a base name may be, what those after it, and how it ends: who is
    so matches. Empty where that is not all of the pattern."""
    Fact: TypeAlias = tuple[NameTexts, bytes, int | None, int | None]
    """What a base name has to match as a whole, as texts and as packed byte code, or (empty) how
    many lines and bytes there may be."""
    Group: TypeAlias = tuple[CompiledGlobs, bool, tuple[Filter, ...], tuple[Fact, ...]]
    """Globs, whether they name a folder of contract files, and the contracts that have them: on
    what a file holds, and on its name or its size."""
    Matter: TypeAlias = Literal["create", "modify", "delete", "others"]
    ChangeGroup: TypeAlias = tuple[CompiledGlobs, bool, tuple[Matter, ...]]
    """Globs, as above, and what breaks contracts of what becomes of such a file: ``others`` if it
    depends on other files."""
    Search: TypeAlias = tuple[bool, bytes, bool, tuple[When, ...]]
    """Whether a match is forbidden, the packed byte code (empty: none is there), whether the raw
    text is searched, and the conditions."""

_SECONDS = 0.1
# So many characters, counted for each of twenty contracts, take as long to be searched as an
# automaton takes to load. With more of them it is larger, too.
_LARGE, _MOST_COUNTED = 500_000, 20


class StoredFilters(Record):
    """A stored set whose second part has not been opened yet; its file, and the seal of the first.

    Without a ``seal`` nothing can be kept that counts for this set alone.
    """

    has_problems: bool
    folders: tuple[str, ...]
    groups: tuple[Group, ...]
    changes: tuple[ChangeGroup, ...]
    sealed: Sealed
    path: str = ""
    seal: bytes = b""


class Places(Record):
    """Which contracts count: those of the *levels* and the user's, or of ``contracts_dir`` alone.

    Without a ``home`` there are none of the user's. Their set is stored at ``path``, if anywhere;
    ``identity`` was taken at ``moment`` (nanoseconds) or after it.
    """

    levels: Levels
    home: str = ""
    contracts_dir: str | None = None
    path: str = ""
    moment: int = 0
    identity: Identity | None = None

    def are_empty(self) -> bool:
        """Tell whether no folder holds a file at all, and no configuration names others."""
        if self.identity is None or self.identity[1] is not None:
            return False
        return not any(listed[1] for listed in self.identity[-1] if listed is not None)


def places_of(
    levels: Levels,
    *,
    home: str,
    cache: str = "",
    contracts_dir: str | None = None,
    of_scan: bool = False,
) -> Places:
    """Return the places with their identity of this moment; nothing is stored without a *cache*.

    Of scans one set is stored for a project, whatever its levels: that of the last one.
    """
    if contracts_dir is not None:
        # Messages name a contract file as the user wrote it.
        names: Sequence[str] = (levels.root, f"given {contracts_dir}", home, sys.version)
    elif of_scan:
        names = levels.root, "scan", home, sys.version
    else:
        # Two installations would write over each other's sets, at each switch, under one name.
        folders = [level.folder for level in levels.levels]
        names = (levels.root, *folders, home, sys.version, sys.executable, own_file)
    path = store_path(cache, names) if cache else ""
    return identified(Places(levels, home, contracts_dir, path))


def identified(places: Places, *, included: Sequence[str] | None = None) -> Places:
    """Return *places* with their identity of this moment, that of the folders *included* too.

    These are whole paths. What the configuration includes is known from the stored set, as long as
    it stays the same.
    """
    levels, moment = places.levels, time.time_ns()
    if places.contracts_dir is not None:
        identity = identity_of((), included=(os.path.abspath(places.contracts_dir),))
    else:
        identity = identity_of(
            levels.folders(home=places.home),
            configuration=levels.configuration,
            included=_included_then(places) if included is None else included,
        )
    return places._replace(moment=moment, identity=identity)


def _included_then(places: Places) -> Sequence[str]:
    try:
        now = file_identity(places.levels.configuration)
    except OSError:
        return ()
    stored = stored_at(places.path) if now and places.path else None
    if stored is None or stored.identity[1] != now:
        return ()
    folders: Sequence[str] = stored.identity[2]
    return folders


def open_filters(places: Places) -> StoredFilters | None:
    """Return the stored set of *places*, or ``None`` if there is none that is sound."""
    stored = stored_for(places)
    if stored is None or stored.identity != places.identity:
        return None
    return open_kept(stored, places.path)


def stored_for(places: Places) -> Stored | None:
    """Return what is stored for *places*, sound or not; ``None`` if there is nothing."""
    return stored_at(places.path) if places.path and places.identity else None


def stored_at(path: str) -> Stored | None:
    """Return the set stored at *path*, whose ever it is; ``None`` if there is none to be read."""
    try:
        return read_stored(path)
    except (ValueError, EOFError, TypeError):  # not what a checksum lets through, but no trust
        return None


def open_kept(stored: Stored, path: str) -> StoredFilters | None:
    """Return what is *stored* in the file at *path*; ``None`` if it is garbled."""
    try:
        has_problems, folders, groups, changes = stored.first
        return StoredFilters(
            has_problems, folders, groups, changes, stored.sealed, path, stored.seal
        )
    except (ValueError, TypeError):
        return None


def meets_all(kept: StoredFilters, path: str, text: str, *, end: float) -> bool:
    """Tell whether every contract that selects *path* is met for certain.

    No search begins after *end*, a reading of the monotonic clock. Raises ``TimeoutError``, which
    is for the engine to say.
    """
    # What follows is imported where it is needed: most events end before, and read no contract.
    from phaser_lint.text.globs import match_subject, may_match_subject, subject_of

    subject = subject_of(path)
    if subject is None:
        return False
    is_contract = path.startswith(tuple(f"{folder}/" for folder in kept.folders))
    groups = [
        group
        for group in kept.groups
        if may_match_subject(group[0], subject) and (group[1] or not is_contract)
    ]
    if _are_all_met(kept, groups, path, text, end):
        return True
    # Few globs are more than texts: an engine says what they select where that is in question.
    selecting = [group for group in groups if match_subject(group[0], subject)]
    return len(selecting) < len(groups) and _are_all_met(kept, selecting, path, text, end)


def _are_all_met(
    kept: StoredFilters, groups: Sequence[Group], path: str, text: str, end: float
) -> bool:
    from phaser_lint.core.text import is_notebook

    selected: Sequence[Filter] = []
    for _, _, filters, facts in groups:
        if not all(_is_within(fact, path, text) for fact in facts):
            return False
        selected = [*selected, *filters]
    if not selected:
        return True
    if is_notebook(path):  # its JSON tells little of what its cells hold
        return False
    texts = _Texts(text)
    if len(text) * min(len(selected), _MOST_COUNTED) > _LARGE:
        from phaser_lint.contract.stored_automata import left_by_one_pass

        selected = left_by_one_pass(selected, texts.searched(False), kept)
    left = _not_ruled_out(selected, texts)
    return left is not None and (not left or _are_met(left, texts, end))


def _is_within(fact: Fact, path: str, text: str) -> bool:
    from phaser_lint.core.text import BOM, encode

    (first, others, ending), code, most_lines, most_bytes = fact
    if code:
        name = path[path.rfind("/") + 1 :]
        stem = name[: len(name) - len(ending)] if name.endswith(ending) else ""
        if stem[:1] in first and stem and not stem[1:].strip(others):
            return True
        import marshal

        from phaser_lint.text.search.searcher import rebuilt

        return bool(rebuilt(marshal.loads(code)).fullmatch(name, timeout=_SECONDS))
    lines = text.count("\n") + (text[-1:] not in ("", "\n"))
    # A text with the mark may be UTF-16 on disk.
    return not (
        text.startswith(BOM)
        or (most_lines is not None and lines > most_lines)
        or (most_bytes is not None and len(encode(text)) > most_bytes)
    )


class _Texts:
    """A file's text, with its own line ends too, each in the form for any case."""

    def __init__(self, text: str) -> None:
        from phaser_lint.core.text import BOM, normalise
        from phaser_lint.text.search import fold_case, once

        normal, raw = normalise(text), text.removeprefix(BOM)
        self._all = {False: (normal, once(fold_case, normal)), True: (raw, once(fold_case, raw))}

    def searched(self, raw: bool) -> str:
        return self._all[raw][0]

    def may_match(self, requirement: Requirement, raw: bool) -> bool:
        from phaser_lint.text.search import may_match

        return may_match(requirement, *self._all[raw])


def _not_ruled_out(filters: Sequence[Filter], texts: _Texts) -> list[Search] | None:
    """Return the searches that have to decide, equal ones once.

    ``None`` if a contract is broken, or may be, as far as is known here.
    """
    left: dict[Search, None] = {}
    for forbids, raw, plain, requirement, code, conditions, _ in filters:
        if forbids is None:
            return None
        if any(when[0] and not texts.may_match(when[2], when[1]) for when in conditions):
            continue
        matches = (
            plain in texts.searched(raw)
            if plain
            else None
            if texts.may_match(requirement, raw)
            else False
        )
        if matches is None and code:
            left[forbids, code, raw, conditions] = None
        elif matches is None or (matches == forbids and not conditions):
            return None
        elif matches == forbids:
            left[forbids, b"", raw, conditions] = None
    return list(left)


def _are_met(left: Sequence[Search], texts: _Texts, end: float) -> bool:
    """Run the patterns that literals could not rule out; a timeout is for the engine to say."""
    return all(_is_met(search, texts, end) for search in left)


def _is_met(search: Search, texts: _Texts, end: float) -> bool:
    import marshal

    from phaser_lint.text.search.searcher import is_found

    forbids, code, raw, conditions = search
    for wanted, sees_raw, _, when in conditions:
        if not when or time.monotonic() > end:
            return False
        if is_found(marshal.loads(when), texts.searched(sees_raw), seconds=_SECONDS) != wanted:
            return True
    if not code or time.monotonic() > end:
        return False
    return is_found(marshal.loads(code), texts.searched(raw), seconds=_SECONDS) != forbids


def may_be_changed(kept: StoredFilters, path: str, kinds: tuple[Matter, ...]) -> bool:
    """Tell whether contracts that ask what becomes of *path*, one of these *kinds*, may be broken.

    Before an edit those are its kinds; what ``others`` have to be is known after it.
    """
    if not kept.changes or not kinds:
        return False
    from phaser_lint.text.globs import match

    is_contract = path.startswith(tuple(f"{folder}/" for folder in kept.folders))
    return any(
        match(globs, path) and (checks_contract_files or not is_contract)
        for globs, checks_contract_files, matters in kept.changes
        if not {*kinds}.isdisjoint(matters)
    )
