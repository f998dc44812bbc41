"""The contracts of a project as a revision has them: levels, configuration and included folders.

None of it is looked for on the disk, and the user's own contracts are no revision's.
"""

from __future__ import annotations

from collections.abc import Callable

from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.contract_changes import WrittenContracts
from phaser_lint.contract.discover import DiscoveredFiles, discover_contract_files
from phaser_lint.contract.load_contracts import load_contracts, load_declarations
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.pack_table import FOLDER
from phaser_lint.core import Record
from phaser_lint.project import find_path_inside, lies_in
from phaser_lint.project.folders import DISK, Folders
from phaser_lint.project.git.revision_folders import Revision
from phaser_lint.project.levels import LEVEL_MARKS, Level, Levels, count_level_depth


def read_written_contracts(discovered: DiscoveredFiles) -> WrittenContracts:
    """Return what the *discovered* contract files say, of whatever revision, or of the disk."""
    return WrittenContracts(*load_declarations(discovered), discovered.configuration)


class _WithPacks(Folders):
    """Some *folders*, such as those of a revision, and beside them those of the packs."""

    def __init__(self, folders: Folders) -> None:
        self._folders = folders

    def names(self, folder: str) -> list[str]:
        return self._folders_for(folder).names(folder)

    def mode(self, path: str) -> int:
        return self._folders_for(path).mode(path)

    def is_there(self, path: str) -> bool:
        return self._folders_for(path).is_there(path)

    def resolve_links(self, path: str) -> str:
        return self._folders_for(path).resolve_links(path)

    def read(self, path: str, *, limit: int) -> bytes:
        return self._folders_for(path).read(path, limit=limit)

    def _folders_for(self, path: str) -> Folders:
        return DISK if path.startswith(f"{FOLDER}/") else self._folders


class AtRevision(Record):
    """What the contract files of a revision say; ``levels`` lie under the root of today."""

    revision: Revision
    levels: Levels
    discovered: DiscoveredFiles

    def written_contracts(self) -> WrittenContracts:
        """Return what the revision's contracts say; raises ``GitError``."""
        self._fetch()
        return read_written_contracts(self.discovered)

    def contracts(self) -> ContractSet:
        """Return the set that the revision's contracts come to; raises ``GitError``."""
        self._fetch()
        return load_contracts(self.discovered)

    def _fetch(self) -> None:
        self.revision.fetch(file.path for file in self.discovered.files)


def read_contracts_at(root: str, commit: str) -> ContractSet:
    """Return the contracts that all levels of the project at *root* have in *commit*; raises
    ``GitError``.
    """

    def concerns(level_name: str) -> bool:
        return True

    return open_revision_contracts(Revision(root, commit), root, concerns=concerns).contracts()


def open_revision_contracts(
    revision: Revision, root: str, *, concerns: Callable[[str], bool]
) -> AtRevision:
    """Return the contracts that the *revision* has, of the levels that a name *concerns*."""
    holding = {folder for mark in LEVEL_MARKS for folder in revision.holders_of(mark)}
    folders_by_name = {
        find_path_inside(root, folder) or "": folder for folder in holding if lies_in(folder, root)
    }
    holding_levels = []
    for name in sorted(sorted(folders_by_name), key=count_level_depth, reverse=True):
        level = Level(name, folders_by_name[name])
        single = Levels(root, (level,), root)
        if concerns(name) and discover_contract_files(single, folders=revision).files:
            holding_levels.append(level)
    levels = Levels(root, tuple(holding_levels), root)
    # The packs are not of the revision, but of the program.
    return AtRevision(
        revision, levels, discover_configured_files(levels, folders=_WithPacks(revision))
    )
