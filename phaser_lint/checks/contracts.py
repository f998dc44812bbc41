"""The contracts that count for a check, read by another process while this one goes on."""

from __future__ import annotations

import os

from phaser_lint.contracts.read import (
    plain_set,
    read_contracts,
    scan_places,
    set_of,
    stored_contracts,
)
from phaser_lint.root import cache_folder, home_folder, root_for
from phaser_lint.workers import Beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from phaser_lint.checks.options import ProjectOptions
    from phaser_lint.model import ContractSet


class ProjectContracts:
    """Those that *options* ask for; to be used in a ``with`` statement.

    Reading twenty of them takes as long as judging a thousand files: most of it is importing what
    they are read with. Raises ``UsageError`` for a root that is no folder.
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
        # With paths to judge or a commit there is little else to do meanwhile.
        alone = self._stored is not None or options.paths or options.staged
        self._beside = None if alone else Beside(lambda: plain_set(self._read()))

    @property
    def is_under_way(self) -> bool:
        """Whether there is time for something else before ``result`` has an answer."""
        return self._beside is not None and self._beside.is_under_way

    def result(self) -> ContractSet:
        """Return the contracts; raises ``UsageError``."""
        if self._stored is not None:
            return self._stored
        return self._read() if self._beside is None else set_of(self._beside.result())

    def _read(self) -> ContractSet:
        return read_contracts(
            self.root,
            home=self._home,
            places=self._places,
            user=self._options.user_contracts,
            contracts_dir=self._options.contracts_dir,
        )

    def __enter__(self) -> ProjectContracts:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._beside is not None:
            self._beside.close()


def cache_folder_of(options: ProjectOptions) -> str:
    """Return the folder of what is kept between scans, or nothing where nothing is to be."""
    if not options.cache:
        return ""
    return options.cache_dir or cache_folder(os.environ, home=home_folder())
