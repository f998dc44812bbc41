"""The contracts of a project as they were stored, as far as the hook's clean path needs them.

What is stored has two parts. The first is here: the globs, and of each contract the literals that
its pattern requires, and the compiled pattern. The second is the whole ``ContractSet``, needed only
when something may be wrong with an edit (``contracts_of``), and what each file held.
"""

from __future__ import annotations

import os
import sys
import time

from phaser_lint import __file__ as own_file
from phaser_lint.contract.store import (
    ContractIdentity,
    StoredContracts,
    contract_files_identity,
    file_identity,
    read_stored,
)
from phaser_lint.core import Record
from phaser_lint.core.cache_file import cache_path, open_part
from phaser_lint.core.text import is_notebook, may_end_lines_otherwise, may_name_coding
from phaser_lint.project import main_worktree
from phaser_lint.project.levels import Levels, levels_above
from phaser_lint.text.globs import match, match_subject, subject_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Any

    from phaser_lint.contract.model import Contract, ContractSet
    from phaser_lint.contract.store import CriteriaGroup, Matter
    from phaser_lint.project.walk import SeenFolder

# So many characters, counted for each of twenty contracts, take as long to be searched as an
# automaton takes to load. With more of them it is larger, too.
_LARGE, _MOST_COUNTED = 500_000, 20


class Places(Record):
    """Which contracts count: those of the *levels* and the user's, or of ``contracts_dir`` only.

    Without a ``home`` there are none of the user's. Their set is stored at ``path``, if anywhere;
    ``identity`` was taken at ``moment`` (nanoseconds) or after it. What is stored ``of_scan`` only
    scans open. *seen_at*: see ``contract_files_identity``.
    """

    levels: Levels
    home: str = ""
    contracts_dir: str | None = None
    path: str = ""
    moment: int = 0
    identity: ContractIdentity | None = None
    of_scan: bool = False
    seen_at: Callable[[str], SeenFolder | None] | None = None

    def are_empty(self) -> bool:
        """Tell whether no folder holds a file at all, and no configuration names others."""
        if self.identity is None or self.identity.configuration is not None:
            return False
        return not any(folder[1] for folder in self.identity.folders if folder is not None)


def places_of(
    levels: Levels,
    *,
    home: str,
    cache: str = "",
    contracts_dir: str | None = None,
    of_scan: bool = False,
    seen_at: Callable[[str], SeenFolder | None] | None = None,
) -> Places:
    """Return the places with their identity of this moment; nothing is stored without a *cache*.

    Of scans one set is stored for a project, whatever its levels: that of the last one. A folder
    that is named has one for scans and the hook.
    """
    if contracts_dir is not None:
        # Messages name a contract file as the user wrote it.
        names: Sequence[str] = (levels.root, f"given {contracts_dir}", home, sys.version)
    else:
        names = (_names_of_scan if of_scan else _names_of_chain)(levels, home)
    path = cache_path(os.path.join(cache, "contracts"), names) if cache else ""
    places = Places(
        levels=levels,
        home=home,
        contracts_dir=contracts_dir,
        path=path,
        of_scan=of_scan and contracts_dir is None,
        seen_at=seen_at,
    )
    return identify_places(places)


def paths_beside(places: Places, *, homes: Iterable[str]) -> Iterator[str]:
    """Yield where else files of *places* may be stored: by scans, and by the hook for a level.

    *homes* are the home folders of those whose contracts count there. What a worktree includes of
    packs is stored for the main one, too.
    """
    if not places.path or places.contracts_dir is not None:
        return
    folder, levels_of_roots = os.path.dirname(places.path), [places.levels]
    main = main_worktree(places.levels.root)
    if main:
        moved = [
            level._replace(folder=os.path.join(main, level.name).rstrip(os.sep))
            for level in places.levels.levels
        ]
        levels_of_roots.append(Levels(main, tuple(moved), main))
    for levels in levels_of_roots:
        by_name = {level.name: level for level in levels.levels}
        for home in homes:
            yield cache_path(folder, _names_of_scan(levels, home))
            for name in by_name or ("",):
                chain = filter(None, map(by_name.get, (name, *levels_above(name))))
                chain_levels = levels._replace(levels=tuple(chain))
                yield cache_path(folder, _names_of_chain(chain_levels, home))


def _names_of_scan(levels: Levels, home: str) -> Sequence[str]:
    return levels.root, "scan", home, sys.version


def _names_of_chain(levels: Levels, home: str) -> Sequence[str]:
    # Two installations would write over each other's sets, at each switch, under one name.
    folders = [level.folder for level in levels.levels]
    return (levels.root, *folders, home, sys.version, sys.executable, own_file)


def identify_places(places: Places, *, included: Sequence[str] | None = None) -> Places:
    """Return *places* with their identity of this moment, that of the folders *included* too.

    These are whole paths. What the configuration includes is known from the stored set, as long as
    it stays the same.
    """
    levels, moment = places.levels, time.time_ns()
    if places.contracts_dir is not None:
        identity = contract_files_identity((), included=(os.path.abspath(places.contracts_dir),))
        return places._replace(moment=moment, identity=identity)
    if included is None:
        stored = read_stored(places.path) if os.path.lexists(levels.configuration) else None
        try:
            is_same = stored is not None and (
                stored.identity.configuration == file_identity(levels.configuration)
            )
        except OSError:
            is_same = False
        included = stored.identity.included if stored is not None and is_same else ()
    identity = contract_files_identity(
        levels.folders(home=places.home),
        configuration=levels.configuration,
        included=included,
        seen_at=places.seen_at,
    )
    return places._replace(moment=moment, identity=identity)


def open_filters(places: Places) -> StoredContracts | None:
    """Return the stored set of *places*, or ``None`` if there is none that is sound."""
    stored = read_stored(places.path)
    return stored if stored is not None and stored.identity == places.identity else None


def contracts_of(
    stored: StoredContracts, places: frozenset[int] | None = None
) -> ContractSet | None:
    """Return the whole set that is *stored*; ``None`` if that part is garbled.

    With *places*, those of the contracts that an edit may break, only these, where none of the set
    has keys of its own: such a one has a say in what a fix makes of a file, and in notices on it.
    """
    # Here, as below, not above: a clean edit needs none of it.
    from phaser_lint.contract.model import Contract, ContractProblem, ContractSet, Notice

    unsealed: Any = open_part(stored.sealed)
    try:
        contracts, problems, idle, notices, excluded, directives_as_text, _ = unsealed
        place_of_own = Contract._fields.index("own")
        if places is not None and not any(fields[place_of_own] for fields in contracts):
            contracts = [contracts[place] for place in sorted(places)]
        return ContractSet(
            contracts=unpack_contracts(contracts),
            problems=tuple([ContractProblem(*fields) for fields in problems]),
            folders=stored.folders,
            idle=idle,
            notices=tuple([Notice(*fields) for fields in notices]),
            excluded=excluded,
            directives_as_text=directives_as_text,
        )
    except (ValueError, TypeError, LookupError):
        return None


def unpack_contracts(plain_contracts: Iterable[Sequence[Any]]) -> tuple[Contract, ...]:
    """Return the contracts that ``pack_contracts`` made plain."""
    from phaser_lint.contract.model import Contract
    from phaser_lint.text.search.searcher import Pattern

    contracts, place = [], Contract._fields.index("searched")
    for fields in plain_contracts:
        contract = Contract(*[*fields[:place], Pattern(*fields[place]), *fields[place + 1 :]])
        if contract.conditions or contract.block_patterns:  # few have some
            conditions, block_patterns = (
                tuple([(key, Pattern(*pattern)) for key, pattern in patterns])
                for patterns in (contract.conditions, contract.block_patterns)
            )
            contract = contract._replace(conditions=conditions, block_patterns=block_patterns)
        contracts.append(contract)
    return tuple(contracts)


def places_in_doubt(
    filters: StoredContracts, path: str, text: str, *, end: float
) -> frozenset[int] | None:
    """Return the places, in the set, of the contracts that the file may break, with this *text*.

    All others are met for certain, by what it holds. ``None``: nothing is certain. No search begins
    after *end*, a reading of the monotonic clock. Raises ``TimeoutError``, which is for the engine
    to say.
    """
    subject = subject_of(path)
    if subject is None:
        return None
    is_contract = path.startswith(tuple(f"{folder}/" for folder in filters.folders))
    groups = [
        group
        for group in filters.groups
        if match_subject(group[0], subject, by_texts=True) and (group[1] or not is_contract)
    ]
    places = _places_in_groups(filters, groups, path=path, text=text, end=end)
    if places == frozenset():
        return places
    # Few globs are more than texts: an engine says what they select where that is in question.
    selecting_groups = [group for group in groups if match_subject(group[0], subject)]
    if len(selecting_groups) == len(groups):
        return places
    return _places_in_groups(filters, selecting_groups, path=path, text=text, end=end)


def _places_in_groups(
    filters: StoredContracts, groups: Sequence[CriteriaGroup], *, path: str, text: str, end: float
) -> frozenset[int] | None:
    plain_criteria = [plain for group in groups for plain in group[2]]
    if not plain_criteria:
        return frozenset()
    from phaser_lint.contract.prefilter import PrefilteredText, criterion_of_plain, unmet_criteria

    criteria = [criterion_of_plain(plain) for plain in plain_criteria]
    if is_notebook(path) and any(criterion.is_on_text() for criterion in criteria):
        return None  # its JSON tells little of what its cells hold
    if may_name_coding(path, text):
        from phaser_lint.text.coding import foreign_coding  # few files do

        if foreign_coding(path, text)[0]:
            return None
    if may_end_lines_otherwise(path, text):
        return None  # the engine finds out whether there is something to say of it
    absent: Collection[int] = ()
    if len(text) * min(len(criteria), _MOST_COUNTED) > _LARGE:
        from phaser_lint.contract.stored_automata import absent_by_one_pass

        absent = absent_by_one_pass(criteria, text, filters)
    prefiltered = PrefilteredText(text, absent)
    unmet = unmet_criteria(criteria, path, prefiltered, is_over=lambda: time.monotonic() > end)
    return frozenset([criterion.place for criterion in unmet])


def may_forbid_change(filters: StoredContracts, path: str, kinds: tuple[Matter, ...]) -> bool:
    """Tell whether contracts that ask what becomes of *path*, one of these *kinds*, may be broken.

    Before an edit those are its kinds; what ``others`` have to be is known after it.
    """
    if not filters.changes or not kinds:
        return False
    is_contract = path.startswith(tuple(f"{folder}/" for folder in filters.folders))
    return any(
        match(globs, path) and (checks_contract_files or not is_contract)
        for globs, checks_contract_files, matters in filters.changes
        if not {*kinds}.isdisjoint(matters)
    )
