"""A project whose contracts are stored, for the tests of the store."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from phaser_lint.contract import StoredContracts, find_stored_contracts
from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.load_contracts import load_contracts
from phaser_lint.contract.open_contracts import (
    Places,
    make_identified_places,
    open_contracts,
    read_declarations,
)
from phaser_lint.contract.packed_contracts import unpack_contract_set
from phaser_lint.contract.prefilter_criteria import Criterion, PrefilterPattern
from tests.command.made import contract
from tests.conftest import write_files
from tests.examples import levels_at

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.contract import PlainCriterion
    from phaser_lint.contract.model import ContractSet
    from phaser_lint.contract.overrides import Declarations

NO_PRINT = contract("no-print")
NO_PRANK = contract("no-print", pattern=r"\bprank\(")
FIRST = ".claude/contracts/a.yaml"


def unpack_criterion(plain_criterion: PlainCriterion) -> Criterion:
    """The record that was stored as a plain tuple."""
    place, broken_by, pattern, needed, exempting, *most = plain_criterion
    needed_patterns, exempting_patterns = (
        tuple([PrefilterPattern(*condition) for condition in conditions])
        for conditions in (needed, exempting)
    )
    own_pattern = PrefilterPattern(*pattern)
    return Criterion(place, broken_by, own_pattern, needed_patterns, exempting_patterns, *most)


class Later:
    """A clock that is a minute ahead: what was written just now was written long ago."""

    @staticmethod
    def time_ns() -> int:
        return time.time_ns() + 60_000_000_000

    monotonic = staticmethod(time.monotonic)


class Earlier(Later):
    """A clock that is a minute behind: whatever was written, nobody knows that it is done."""

    @staticmethod
    def time_ns() -> int:
        return time.time_ns() - 60_000_000_000


class Project(NamedTuple):
    """A project, the user's home, and the cache folder."""

    root: Path
    home: Path
    cache: Path

    def load(self, *, of_scan: bool = False, home: str | None = None) -> ContractSet:
        """The contracts, by way of the store, as the hook or a scan opens them."""
        places = make_identified_places(
            levels_at(self.root),
            home=str(self.home) if home is None else home,
            cache=str(self.cache),
            of_scan=of_scan,
        )
        contracts, *_ = open_contracts(places, end=None)
        return contracts

    def read_declarations(self) -> Declarations:
        """What all contract files say, by way of the store."""
        return read_declarations(self._places())

    def load_from_files(self) -> ContractSet:
        """The contracts, read from their files."""
        return load_contracts(discover_configured_files(levels_at(self.root), home=str(self.home)))

    def read_filters(self) -> StoredContracts | None:
        """What the hook's clean path finds in the store."""
        return find_stored_contracts(
            levels_at(self.root), home=str(self.home), cache=str(self.cache)
        )

    def _places(self) -> Places:
        return make_identified_places(
            levels_at(self.root), home=str(self.home), cache=str(self.cache)
        )

    def read_contracts(self) -> ContractSet | None:
        """The set in the store, if there is a sound one."""
        stored_filters = self.read_filters()
        return None if stored_filters is None else unpack_contract_set(stored_filters)

    def store_files(self) -> list[Path]:
        """The files of the store, temporary ones included."""
        return sorted((self.cache / "contracts").iterdir())

    def store_file(self) -> Path:
        """The one file of the store."""
        (store_file,) = self.store_files()
        return store_file

    def write(self, text: str, path: str = FIRST) -> Path:
        """Write a contract file of the project."""
        write_files(self.root, {path: text})
        return self.root / path


def make_project(folder: Path) -> Project:
    """A project with one contract, which is not stored yet."""
    project = Project(folder / "root", folder / "home", folder / "cache")
    project.home.mkdir(parents=True)
    project.write(NO_PRINT)
    return project
