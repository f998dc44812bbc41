"""What a check of a project starts from: its contracts, and the files there are."""

from __future__ import annotations

import os

from phaser_lint.contracts.read import read_contracts, scan_places, stored_contracts
from phaser_lint.inputs.listing import Listing
from phaser_lint.root import cache_folder, home_folder, root_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.checks.options import ProjectOptions
    from phaser_lint.inputs.listing import Ahead
    from phaser_lint.model import ContractSet


class ProjectInputs:
    """Those of the project that *options* name; to be closed.

    Reading twenty contracts takes as long as judging a thousand files: most of it is importing what
    they are read with. Where it has to be done, another process lists the files meanwhile. Raises
    ``UsageError`` for a root that is no folder.
    """

    def __init__(self, options: ProjectOptions) -> None:
        self.root = root_for(options.root)
        self._options = options
        self._home = home_folder()
        self._places = scan_places(
            self.root,
            home=self._home,
            cache=cache_folder_of(options),
            user=options.user_contracts,
            contracts_dir=options.contracts_dir,
        )
        self._stored = stored_contracts(self._places)
        self.listing = Listing(self.root, tracked=options.tracked, ahead=self._ahead())

    def _ahead(self) -> Ahead:
        # With paths to judge, or a commit, it is not certain that all files have to be known.
        if self._options.paths or self._options.staged:
            return "nothing"
        return "all" if self._stored is None else "names"

    def contracts(self) -> ContractSet:
        """Return the contracts; raises ``UsageError``."""
        if self._stored is not None:
            return self._stored
        return read_contracts(
            self.root,
            home=self._home,
            places=self._places,
            user=self._options.user_contracts,
            contracts_dir=self._options.contracts_dir,
        )

    def close(self) -> None:
        """End what was begun and is not needed any more."""
        self.listing.close()


def cache_folder_of(options: ProjectOptions) -> str:
    """Return the folder of what is kept between scans, or nothing where nothing is to be."""
    if not options.cache:
        return ""
    return options.cache_dir or cache_folder(os.environ, home=home_folder())


def contract_folders_of(options: ProjectOptions, root: str) -> list[str]:
    """Return the folders where contracts were looked for, as they are shown."""
    if options.contracts_dir:
        return [options.contracts_dir]
    from phaser_lint.contracts.discover import places

    found = places(root, home=home_folder(), user=options.user_contracts)
    return [place.shown for place in found]
