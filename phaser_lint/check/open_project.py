"""All levels of what is asked for, as a scan sees them: for commands that do not scan."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_options import ProjectOptions, Subjects
from phaser_lint.check.scanned_files import resolve_requested_paths
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.open_contracts import open_contracts, read_declarations
from phaser_lint.contract.overrides import Declarations
from phaser_lint.core import Record
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.levels import Levels
from phaser_lint.project.project_of_command import (
    require_path_in_project,
    require_working_directory,
)


class WholeProject(Record):
    """The levels of a project, their contracts, and all its files, in no certain order.

    ``read_declarations`` returns what all contract files say, what does not count included.
    """

    levels: Levels
    contracts: ContractSet
    files: Sequence[str]
    read_declarations: Callable[[], Declarations]


def open_every_level(options: ProjectOptions) -> tuple[Levels, ContractSet]:
    """Open the project for a command that does not scan: return every level at, above and below
    what *options* name, and their contracts.

    Raises ``UsageError``.
    """
    project = open_whole_project(options)
    return project.levels, project.contracts


def open_whole_project(options: ProjectOptions, *, named_path: str = "") -> WholeProject:
    """Open the project for a command that does not scan: return every level of what *options* name,
    its contracts and all files.

    Those of the file *named_path* are among them, be it in a folder that git ignores.
    """
    with ProjectInputs(options) as inputs:
        files = inputs.listing.files()
        requested_paths = resolve_requested_paths(inputs.root, options)
        if named_path:
            path = require_path_in_project(
                inputs.root, named_path, working_directory=require_working_directory()
            )
            requested_paths = requested_paths._replace(files=(path,))
        levels = inputs.levels(
            requested_paths,
            Subjects(
                files,
                files,
                requested_paths.folders,
                files=DiskFiles(inputs.root, listing=inputs.listing.files),
            ),
        )
        contracts, *_ = open_contracts(inputs.contract_places(levels), end=None)

        def read_all() -> Declarations:
            """Return what the contract files say, of which the store knows now."""
            return read_declarations(inputs.contract_places(levels))

        timed = levels._replace(root=inputs.root)
        return WholeProject(timed, contracts, files, read_declarations=read_all)
