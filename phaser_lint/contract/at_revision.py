"""The contracts of a project as a revision has them: levels, configuration and included folders.

None of it is looked for on the disk, and the user's own contracts are no revision's.
"""

from __future__ import annotations

from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.discover import contract_files, places
from phaser_lint.contract.load import WrittenContracts, load_contracts, written_contracts
from phaser_lint.contract.packs import WithPacks
from phaser_lint.core.record import Record
from phaser_lint.project.level_names import depth_of
from phaser_lint.project.levels import Level, Levels, name_of
from phaser_lint.project.root import PROJECT_FOLDERS, lies_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from phaser_lint.contract.discover import ContractPlace, FoundContracts
    from phaser_lint.contract.model import ContractSet
    from phaser_lint.project.folders import Folders
    from phaser_lint.project.git.revision import Revision


class AtRevision(Record):
    """What the contract files of a revision say; ``levels`` lie under the root of today."""

    revision: Revision
    levels: Levels
    places: tuple[ContractPlace, ...]

    @property
    def folders(self) -> Folders:
        """Those of the revision, and the packs of the program."""
        return WithPacks(self.revision)

    def written(self) -> WrittenContracts:
        """Return what they say; raises ``GitError``."""
        self._fetch()
        return written_contracts(self.levels, home="", folders=self.folders)

    def contracts(self) -> ContractSet:
        """Return the set that they come to; raises ``GitError``."""
        self._fetch()
        return load_contracts(self.levels, home="", folders=self.folders)

    def _fetch(self) -> None:
        self.revision.fetch(file.path for file in files_of(self.places, self.folders))


def at_revision(revision: Revision, root: str, *, concerns: Callable[[str], bool]) -> AtRevision:
    """Return the contracts of the project at *root*, of the levels that a name *concerns*."""
    levels = Levels(root, tuple(_levels(revision, root, concerns)), root)
    included = read_configuration(levels, folders=revision).include
    return AtRevision(revision, levels, places(levels, home="", included=included))


def files_of(found: Iterable[ContractPlace], folders: Folders) -> Iterator[FoundContracts]:
    """Yield the contract files of all places."""
    for place in found:
        yield from contract_files(place, folders=folders)


def _levels(revision: Revision, root: str, concerns: Callable[[str], bool]) -> Iterator[Level]:
    owners = {folder.partition("/")[0] for folder in PROJECT_FOLDERS}
    holding = {folder for owner in owners for folder in revision.holders_of(owner)}
    inside = (folder for folder in holding if lies_in(folder, root))
    named = {name_of(folder, root): folder for folder in inside}
    for name in sorted(named, key=lambda name: (-depth_of(name), name)):
        level = Level(name, named[name])
        found = places(Levels(root, (level,), root), home="")
        if concerns(name) and any(files_of(found, revision)):
            yield level
