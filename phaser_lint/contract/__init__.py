"""Contracts: where those of a project lie, and whether what was stored of them still counts.

Loaded contracts are kept in the user's cache folder, so that the hook need not read YAML. A stored
set counts only if every contract file and folder has the identity (name, size, times, inode) it had
when the set was loaded, and this program, Python and the packages that contracts are read with are
the same. Any doubt is a miss, and a miss is only slower, never different.

A set is stored in two parts. The first is what the hook's clean path asks (``prefilter``): the
globs, and of each contract the literals that its pattern requires, and the compiled pattern. The
second (``packed_contracts``) is opened only where something may be wrong with an edit: the whole
``ContractSet``, and what each file held.
"""

from __future__ import annotations

import os
import sys
from stat import S_ISLNK

from phaser_lint import __file__ as own_file
from phaser_lint import __version__
from phaser_lint.core import Record, find_extension_path, is_identity_settled
from phaser_lint.core import make_file_identity as identity_of_status
from phaser_lint.core.cache_file import (
    discard_unused_files,
    name_cache_path,
    open_sealed_part,
    read_stored_parts,
    write_stored_values,
)
from phaser_lint.project.levels import Levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping, Sequence
    from typing import Any, Literal, TypeAlias

    from phaser_lint.core.cache_file import SealedPart
    from phaser_lint.project.walk import SeenFolder
    from phaser_lint.text.globs import CompiledGlobs

FileIdentity: TypeAlias = "tuple[Any, ...]"
FolderIdentity: TypeAlias = "tuple[FileIdentity, tuple[FileIdentity, ...]]"
"""Of the folder itself, and of each contract file in it, whose name comes first."""
PlainCriterion: TypeAlias = "tuple[Any, ...]"
"""A ``Criterion`` as ``marshal`` takes it."""
CriteriaGroup: TypeAlias = "tuple[CompiledGlobs, bool, tuple[PlainCriterion, ...]]"
"""Globs, whether they name a folder of contract files, and the contracts that have them."""
Matter: TypeAlias = "Literal['create', 'modify', 'delete', 'others']"
ChangeGroup: TypeAlias = "tuple[CompiledGlobs, bool, tuple[Matter, ...]]"
"""Globs, as above, and what breaks contracts of what becomes of such a file: ``others`` if it
depends on other files."""

# The number goes up with every change of what is stored.
_FORM = "contracts 35"
# In a checkout that is installed in place nothing else tells that contracts are read otherwise.
_SOURCES = tuple(
    os.path.join(os.path.dirname(own_file), *names)
    for names in (
        ("contract", "rules", "__init__.py"),
        ("contract", "check_mapping.py"),
        ("contract", "keys.py"),
    )
)


class ContractIdentity(Record):
    """What tells whether the contracts of some folders would be read, and checked, in the same way.

    ``configuration`` is that of the file that names the folders ``included``; ``places`` are all
    folders, each with where it lies, ``folders`` their identities. ``None``: it is missing.
    """

    program: tuple[Any, ...]
    configuration: FileIdentity | None
    included: tuple[str, ...]
    places: tuple[tuple[str, str], ...]
    folders: tuple[FolderIdentity | None, ...]

    def files(self) -> Mapping[str, FileIdentity]:
        """Return the identity of each contract file by its path."""
        return {
            os.path.join(path, file[0]): file
            for (path, _), folder in zip(self.places, self.folders, strict=True)
            if folder is not None
            for file in folder[1]
        }

    def without_files(self, paths: Container[str]) -> ContractIdentity:
        """Return it as if the files at *paths* were not there: what was stored lacks them."""
        folders = [
            folder
            and (folder[0], tuple([file for file in folder[1] if f"{path}/{file[0]}" not in paths]))
            for (path, _), folder in zip(self.places, self.folders, strict=True)
        ]
        return self._replace(folders=tuple(folders))

    def is_empty(self) -> bool:
        """Tell whether no folder holds a file at all, and no configuration names others."""
        if self.configuration is not None:
            return False
        return not any(folder[1] for folder in self.folders if folder is not None)

    def is_settled(self, *, moment: int) -> bool:
        """Tell whether a change after *moment* (nanoseconds), when it was taken, must show in it.

        Right after a change it need not: the next one may fall into the same tick of the clock.
        """
        identities = [] if self.configuration is None else [self.configuration]
        for folder in self.folders:
            if folder is not None:
                identities += [folder[0], *[file[1:] for file in folder[1]]]
        return all(is_identity_settled(identity, now_ns=moment) for identity in identities)


class StoredContracts(Record):
    """A stored set: whose it is, what the clean path asks, and the rest, which ``open_sealed_part``
    opens.

    ``path`` is its file.
    """

    identity: ContractIdentity
    has_problems: bool
    folders: tuple[str, ...]
    groups: tuple[CriteriaGroup, ...]
    changes: tuple[ChangeGroup, ...]
    sealed: SealedPart
    path: str = ""

    @property
    def seal(self) -> bytes:
        """What tells the stored set from every other one; without it nothing can be kept for it."""
        return bytes(self.sealed[:8])


def name_store(
    cache: str,
    levels: Levels,
    *,
    home: str,
    contracts_dir: str | None = None,
    of_scan: bool = False,
) -> str:
    """Return the path in the *cache* folder that stores the contracts of *levels*, or of a
    *contracts_dir*.

    Of scans one set is stored for a project, whatever its levels: that of the last one. A folder
    that is named has one for scans and the hook.
    """
    if contracts_dir is not None:
        # Messages name a contract file as the user wrote it.
        names: Sequence[str] = (f"given {contracts_dir}", home, sys.version)
    elif of_scan:
        names = ("scan", home, sys.version)
    else:
        # Two installations would write over each other's sets, at each switch, under one name.
        folders = [level.folder for level in levels.levels]
        names = (*folders, home, sys.version, sys.executable, own_file)
    return name_cache_path(os.path.join(cache, "contracts"), (levels.root, *names))


def find_stored_contracts(
    levels: Levels, *, home: str, cache: str, contracts_dir: str | None = None
) -> StoredContracts | None:
    """Return what the hook stored of the contracts of *levels*, a set not unpacked yet, where that
    counts now; ``None``: none is sound.
    """
    if not cache:
        return None
    path = name_store(cache, levels, home=home, contracts_dir=contracts_dir)
    stored = read_stored_contracts(path)
    if stored is None:
        return None
    identity = identify_contracts(levels, home=home, contracts_dir=contracts_dir, stored=stored)
    return stored if stored.identity == identity else None


def identify_contracts(
    levels: Levels,
    *,
    home: str,
    contracts_dir: str | None = None,
    stored: StoredContracts | None = None,
    included: Sequence[str] = (),
    seen_at: Callable[[str], SeenFolder | None] | None = None,
) -> ContractIdentity | None:
    """Return the identity, of this moment, of the contracts of *levels*, or of *contracts_dir*, and
    of the folders *included*, whole paths; see ``identify_contract_files``.

    What the configuration includes is known from what is *stored*, as long as it stays the same.
    """
    if contracts_dir is not None:
        return identify_contract_files((), included=(os.path.abspath(contracts_dir),))
    try:
        configuration = identify_file(levels.configuration)
    except OSError:
        return None
    if stored is not None and configuration == stored.identity.configuration:
        included = stored.identity.included
    return identify_contract_files(
        levels.folders(home=home),
        configuration=configuration,
        included=included,
        seen_at=seen_at,
    )


def identify_contract_files(
    folders: Sequence[str],
    *,
    configuration: FileIdentity | None = None,
    included: Sequence[str] = (),
    seen_at: Callable[[str], SeenFolder | None] | None = None,
) -> ContractIdentity | None:
    """Return the identity of a project's contract files, in *folders*: while it is the same, what
    was stored of its contracts counts.

    The folders that hold them are resolved, but for the last two names. *configuration* is that of
    the file that names the folders *included*. *seen_at* gives what was just seen of a folder
    behind no link, by its path. ``None`` where that cannot be known: a folder that cannot be
    listed, a dangling link.
    """
    try:
        looks = [
            _look_at_folder(folder, seen_at and seen_at(folder)) for folder in (*folders, *included)
        ]
        # What is missing is nowhere else either. Moved away and linked to, a folder holds the same
        # files: but it lies elsewhere in the project. To resolve all names above it, for each of
        # eight levels, costs what the rest of it costs.
        places = [
            (folder, os.path.realpath(folder) if is_linked else folder)
            for folder, (_, is_linked) in zip(folders, looks, strict=False)
        ]
        places += [(folder, os.path.realpath(folder)) for folder in included]
        return ContractIdentity(
            program=identify_program(),
            configuration=configuration,
            included=tuple(included),
            places=tuple(places),
            folders=tuple([folder_identity for folder_identity, _ in looks]),
        )
    except OSError:
        return None


def identify_file(path: str) -> tuple[Any, ...] | None:
    """Return a contract file's identity for the store; ``None``: no file. Raises ``OSError``."""
    try:
        return identity_of_status(os.stat(path))
    except FileNotFoundError:
        if os.path.islink(path):
            raise
        return None


def identify_program() -> tuple[Any, ...]:
    """Return what stored contracts are only good for: this program, its Python and packages.

    Raises ``OSError``.
    """
    engine_file = find_extension_path("regex._regex")  # stored patterns were compiled for it
    yaml_files = (os.path.join(folder, "yaml", "__init__.py") for folder in sys.path)
    yaml_file = next((path for path in yaml_files if os.access(path, os.F_OK)), "")
    # The version does not tell a reinstalled package from the one before.
    statuses = map(os.stat, (own_file, *_SOURCES, engine_file, yaml_file))
    builds = tuple((status.st_size, status.st_mtime_ns, status.st_ino) for status in statuses)
    return (__version__, sys.version, builds)


def _look_at_folder(folder: str, seen: SeenFolder | None) -> tuple[FolderIdentity | None, bool]:
    """Return the identity of *folder*, and whether it, or the one around it, is a link."""
    if seen is not None:
        (identity, names), is_linked = seen, False
        if not identity:
            return None, False
    else:
        try:
            is_linked = S_ISLNK(os.lstat(os.path.dirname(folder)).st_mode)
        except OSError:  # a level has one of its two places, mostly
            return None, False
        try:
            # A file that comes and goes while the others are read leaves its trace in the folder.
            status = os.lstat(folder)
        except FileNotFoundError:
            return None, False
        if S_ISLNK(status.st_mode):
            is_linked, status = True, os.stat(folder)
        identity, names = identity_of_status(status), os.listdir(folder)
    statuses = [(name, os.stat(f"{folder}/{name}")) for name in sorted(names)]
    files = tuple([(name, *identity_of_status(status)) for name, status in statuses])
    return (identity, files), is_linked


def read_stored_contracts(path: str) -> StoredContracts | None:
    """Return the contracts in the store at *path*, whose ever it is; ``None``: none is sound."""
    sealed_parts = read_stored_parts(path, _FORM)
    if len(sealed_parts) != 3:
        return None
    sealed_identity, sealed_filters, sealed_contracts = sealed_parts
    identity_fields: Any = open_sealed_part(sealed_identity)
    filter_fields: Any = open_sealed_part(sealed_filters)
    try:
        identity = ContractIdentity(*identity_fields)
        has_problems, folders, groups, changes = filter_fields
    except (TypeError, ValueError):  # a checksum proves no origin
        return None
    return StoredContracts(
        identity=identity,
        has_problems=has_problems,
        folders=folders,
        groups=groups,
        changes=changes,
        sealed=sealed_contracts,
        path=path,
    )


def write_stored_contracts(
    path: str, identity: ContractIdentity, *, moment: int, filters_part: Any, contracts_part: Any
) -> bool:
    """Write a project's stored contracts, both parts, to *path*, for their *identity*, which was
    taken at *moment* (nanoseconds) or later.

    False where that is not possible, or not sound yet.
    """
    if not identity.is_settled(moment=moment):
        return False
    parts = (tuple(identity), filters_part, contracts_part)
    if not write_stored_values(path, _FORM, *parts):
        return False
    discard_unused_files(path, now_ns=moment)
    return True
