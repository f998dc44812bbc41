"""A shard: the part of a scan that one of several machines does, and what its report adds.

    phaser-lint scan --shard 2/4 --format json=2.json

A file belongs to the shard that its path names: the first 16 hexadecimal digits of the SHA-256 of
the path (relative to the project root, with ``/``, as its bytes are), taken as a number, modulo the
number of shards, plus 1. So every machine splits the same files in the same way, whatever else is
in the project, and about evenly.

None of them knows which files exist. A shard's report carries what the merge needs to
check that (``Shard``), as plain values; what it says beside that, it says of its own files.
"""

from __future__ import annotations

import hashlib
from typing import Any

from phaser_lint.contract.model import (
    ContractKey,
    Ignorable,
    Notice,
    Report,
    Scope,
    Severity,
)
from phaser_lint.core import Record
from phaser_lint.core.changes import ContractChanges
from phaser_lint.core.text import encode_text
from phaser_lint.project.levels import name_level_folder

MOST = 10_000
"""So many shards at most."""


class Share(Record):
    """Shard ``number`` (from 1) of so many."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number} of {self.of}"

    def holds(self, path: str) -> bool:
        """Tell whether *path*, relative to the project root, belongs to this shard."""
        return find_shard(path, self.of) == self.number


def find_shard(path: str, number: int) -> int:
    """Return which of a *number* of shards, counted from 1, *path* belongs to."""
    return int(hashlib.sha256(encode_text(path)).hexdigest()[:16], 16) % number + 1


class TreeContract(Record):
    """A contract as checking the tree needs it.

    Unlike the contracts of a report, there are two of a key where a level gives it another severity
    or message.
    """

    level: str
    rule_id: str
    severity: Severity
    message: str
    file_glob: tuple[str, ...]
    scope: Scope
    ignorable: Ignorable
    own: tuple[tuple[str, Any], ...]
    path_pattern: str

    @property
    def key(self) -> ContractKey:
        """What the contract is known by, see ``ContractKey``."""
        return name_level_folder(self.level), self.rule_id


class ShardSelection(Record):
    """Paths of the shard that a contract selects; all, or one of them where one tells as much.

    ``contract``: its place in ``tree_contracts``, counted from 0.
    """

    contract: int
    paths: tuple[str, ...]


class WrittenDirective(Record):
    """A directive of a file, as ``directives.Directive``."""

    line: int
    form: str
    ids: tuple[str, ...]
    reason: str


class UsedDirective(Record):
    """Which directive of a file, counted from 0, suppressed something of which contract."""

    directive: int
    rule_id: str


class DirectedFile(Record):
    """A file whose directives may suppress what breaks a contract on the tree.

    ``ran`` holds the keys of the contracts that select it.
    """

    path: str
    notices: tuple[Notice, ...]
    directives: tuple[WrittenDirective, ...]
    used: tuple[UsedDirective, ...]
    ran: tuple[ContractKey, ...]


class Occurred(Record):
    """How often something that may break a contract on the tree occurred before."""

    level: str
    rule_id: str
    path: str
    line: str
    times: int


class Renamed(Record):
    """A file that had another name before, at the revision compared with."""

    path: str
    earlier: str


class Hidden(Record):
    """What a change hides: a notice for each file that is skipped since, and each new directive."""

    skipped: tuple[Notice, ...] = ()
    directives: tuple[Notice, ...] = ()


class BaselineEntry(Record):
    """An entry of the baseline whose path is in the shard, and that only the merge can check.

    ``now``: how often it occurs in what the shard checked. ``judged``: the content of its file was
    checked.
    """

    path: str
    level: str
    rule_id: str
    line: str
    times: int
    now: int
    judged: bool

    def entry(self) -> tuple[str, ContractKey, str]:
        """Return the shard's entry as a baseline has it."""
        return self.path, (self.level, self.rule_id), self.line


class BaselinePart(Record):
    """What of a baseline is the merge's to check; ``shown`` is its path as the user wrote it.

    ``usual``: it is the file that ``phaser-lint baseline`` writes by default. ``earlier``: it is in
    an earlier form. ``added``: see ``find_baseline``. ``all_content``: the content of every
    file was checked, in one shard or another.
    """

    shown: str
    usual: bool
    earlier: bool
    added: int | None
    all_content: bool
    entries: tuple[BaselineEntry, ...]


class Setting(Record):
    """Something that has to be the same in all shards of a run, and how it is called."""

    name: str
    value: str


class Shard(Record):
    """What the report of a shard carries for the merge.

    ``everything``: the run looks at all of the project, so that idle globs are known.
    ``idle_contracts`` are the keys of those that do not count; ``selecting`` of those that select a
    file of this shard; ``met`` of those with ``scope: tree`` that a file of it meets. ``changed``:
    what became of its files, by contract. ``weaker``: what only the contracts of the base report as
    new in the files of all shards, where this one has asked them. ``notices`` are those of the
    report that speak of the run as a whole.
    """

    share: Share
    same: tuple[Setting, ...]
    everything: bool
    tree_contracts: tuple[TreeContract, ...]
    idle_contracts: tuple[ContractKey, ...]
    selecting: tuple[ContractKey, ...]
    selected: tuple[ShardSelection, ...]
    met: tuple[ContractKey, ...]
    directed: tuple[DirectedFile, ...]
    changed: tuple[ContractChanges, ...]
    before: tuple[Occurred, ...]
    renamed: tuple[Renamed, ...]
    hidden: Hidden
    baseline: BaselinePart | None
    weaker: Report | None
    notices: tuple[Notice, ...]
