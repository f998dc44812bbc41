"""The one way to the contracts that count: from the store where it is sound, else from the files.

After a change only the changed files are parsed again.
"""

from __future__ import annotations

import os
import time

from phaser_lint.contract import (
    identify_contracts,
    name_store,
    read_stored_contracts,
    write_stored_contracts,
)
from phaser_lint.contract.model import NOT_IN_TIME, ContractSet
from phaser_lint.contract.packed_contracts import pack_contracts, unpack_contract_set
from phaser_lint.core import Record
from phaser_lint.project.levels import Levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaser_lint.contract import ContractIdentity, StoredContracts
    from phaser_lint.contract.overrides import Declarations
    from phaser_lint.project.walk import SeenFolder


class Places(Record):
    """Which contracts count: those of the *levels* and the user's, or of ``contracts_dir`` only.

    Without a ``home`` there are none of the user's. Their set is stored at ``path``, if anywhere;
    ``identity`` was taken at ``moment`` (nanoseconds) or after it. What is stored ``of_scan`` only
    scans open. *seen_at*: see ``identify_contract_files``.
    """

    levels: Levels
    home: str
    contracts_dir: str | None
    path: str
    moment: int
    identity: ContractIdentity | None
    of_scan: bool
    seen_at: Callable[[str], SeenFolder | None] | None


def make_identified_places(
    levels: Levels,
    *,
    home: str,
    cache: str = "",
    contracts_dir: str | None = None,
    of_scan: bool = False,
    seen_at: Callable[[str], SeenFolder | None] | None = None,
) -> Places:
    """Return where the contracts of *levels* lie, and what is stored of them, with the identity by
    which that counts now; nothing is stored without a *cache*.
    """
    path, moment, stored = "", time.time_ns(), None
    if cache:
        path = name_store(cache, levels, home=home, contracts_dir=contracts_dir, of_scan=of_scan)
    if contracts_dir is None and os.path.lexists(levels.configuration):
        stored = read_stored_contracts(path)
    identity = identify_contracts(
        levels, home=home, contracts_dir=contracts_dir, stored=stored, seen_at=seen_at
    )
    return Places(
        levels=levels,
        home=home,
        contracts_dir=contracts_dir,
        path=path,
        moment=moment,
        identity=identity,
        of_scan=of_scan and contracts_dir is None,
        seen_at=seen_at,
    )


def open_filters(places: Places) -> StoredContracts | None:
    """Return the stored filters of *places*, a set not unpacked yet; ``None``: none is sound."""
    stored = read_stored_contracts(places.path)
    return stored if stored is not None and stored.identity == places.identity else None


def open_contracts(
    places: Places, *, end: float | None
) -> tuple[ContractSet, ContractIdentity | None, bool]:
    """Return the contracts that count in *places*, from the store or their files, with every
    problem of the files; the identity that these had, and whether another change must show in it.

    What is stored for *places* counts where it is sound. Else the files that changed since it was
    stored are parsed, and all is stored anew. After *end*, a reading of the monotonic clock
    (``None``: never), no more than one file is: what is left is a problem of the set. Raises
    ``UsageError`` for a given folder that is none.
    """
    if not os.path.isdir(os.path.dirname(places.path)):  # nobody stored anything yet
        return _parse_and_store(places, end, is_first=True)
    stored = open_filters(places)
    contracts = None if stored is None else unpack_contract_set(stored)
    if contracts is None and end is not None and time.monotonic() > end:
        # What was read in the time that there was: one more file costs as much as all of that.
        stored = read_stored_contracts(places.path)
        if stored is not None and places.identity is not None:
            late_paths = places.identity.files().keys() - stored.identity.files().keys()
            is_same = stored.identity == places.identity.without_files(late_paths)
            contracts = unpack_contract_set(stored) if is_same else None
    if contracts is not None:
        return contracts, places.identity, True
    return _parse_and_store(places, end)


def _parse_and_store(
    places: Places, end: float | None, *, is_first: bool = False
) -> tuple[ContractSet, ContractIdentity | None, bool]:
    from phaser_lint.contract.discover import NOTHING, discover_contract_files
    from phaser_lint.contract.load_contracts import (
        ContractParser,
        find_stored_files,
        load_contracts,
    )
    from phaser_lint.contract.report_parts import ContractProblem

    configuration = NOTHING
    is_given, identity = places.contracts_dir is not None, places.identity
    if not is_given and (identity is None or identity.configuration is not None):
        from phaser_lint.contract.configuration import read_configuration  # few projects have one

        configuration = read_configuration(places.levels)
    if configuration.include:
        included = [place.folder for place in configuration.include]
        moment = time.time_ns()
        identity = identify_contracts(
            places.levels, home=places.home, included=included, seen_at=places.seen_at
        )
        places = places._replace(moment=moment, identity=identity)
    # The identity is the one from before the files were read: they may have changed since.
    discovered_files = discover_contract_files(
        places.levels,
        home=places.home,
        contracts_dir=places.contracts_dir,
        configuration=configuration,
    )
    languages = configuration.languages
    parsed_before = None if is_first else find_stored_files(places, languages)
    parser = ContractParser(parsed_before=parsed_before, end=end, languages=languages)
    contracts = load_contracts(discovered_files, parser)
    identity = places.identity
    if parser.late:
        identity = identity and identity.without_files(parser.late)
        late_files = [*parser.late.values()]
        files = "file" if len(late_files) == 1 else f"{len(late_files)} files, this one first,"
        message = f"{files} {NOT_IN_TIME}; the next event goes on here"
        late_problem = ContractProblem(late_files[0].shown, "", message)
        # What an override changes may be in one of them.
        other_problems = [problem for problem in contracts.problems if problem.key != "override"]
        contracts = contracts._replace(problems=(*other_problems, late_problem))
    if identity is None:
        return contracts, None, False
    # With too many files open a file cannot be read, and the next moment it can: no change shows.
    unread_problems = [
        problem for problem in contracts.problems if problem.expected.startswith("cannot be read")
    ]
    is_lasting = not unread_problems and identity.is_settled(moment=places.moment)
    if places.path and is_lasting:
        try:
            # The hook's clean path opens no set of a scan: that has nothing of it, and a problem,
            # with which no edit is clean.
            filters_part: tuple[Any, ...] = (True, contracts.folders, (), ())
            if not places.of_scan:
                from phaser_lint.contract.filters_to_store import make_filters_part

                filters_part = make_filters_part(contracts)
            write_stored_contracts(
                places.path,
                identity,
                moment=places.moment,
                filters_part=filters_part,
                contracts_part=pack_contracts(contracts, parser.parsed),
            )
        except ValueError:  # no plain data: a newer regex may have it in its byte code
            pass
    return contracts, identity, is_lasting


def read_declarations(places: Places) -> Declarations:
    """Return what all contract files of *places* say, opened as ``open_contracts`` does, what does
    not count included.

    It is stored with their contracts, as ``open_contracts`` does. Raises ``UsageError``.
    """
    from phaser_lint.contract.overrides import join_declarations, unpack_files

    stored = open_filters(places)
    files = None if stored is None else unpack_files(stored.sealed)
    if files is not None:
        return join_declarations(files.items())
    from phaser_lint.contract.configuration import discover_configured_files
    from phaser_lint.contract.discover import discover_contract_files
    from phaser_lint.contract.load_contracts import (
        ContractParser,
        find_stored_files,
        load_declarations,
    )

    if places.contracts_dir is None:
        discovered = discover_configured_files(places.levels, home=places.home)
    else:
        discovered = discover_contract_files(places.levels, contracts_dir=places.contracts_dir)
    languages = discovered.configuration.languages
    parser = ContractParser(parsed_before=find_stored_files(places, languages), languages=languages)
    return load_declarations(discovered, parser)


def read_filters(places: Places, *, end: float | None) -> StoredContracts | None:
    """Return what ``open_filters`` does, once ``open_contracts`` has read the files of *places*,
    and stored them anew.

    *end*: see ``open_contracts``. ``None`` if there is something to say of them, or they cannot be
    stored yet: whoever answers then would have to read them a second time.
    """
    if not places.path or places.identity is None:
        return None
    if not places.identity.is_settled(moment=places.moment):
        return None
    contracts, *_ = _parse_and_store(places, end)
    if contracts.problems:
        return None
    return open_filters(places)
