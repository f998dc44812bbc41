"""All levels of what is asked for, as a scan sees them: for commands that judge no file."""

from __future__ import annotations

from phaser_lint.checks.project_inputs import ProjectInputs
from phaser_lint.checks.subjects import Subjects, asked_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.checks.project_options import ProjectOptions
    from phaser_lint.files.levels import Levels
    from phaser_lint.model import ContractSet


def every_level(options: ProjectOptions) -> tuple[Levels, ContractSet]:
    """Return the levels at, above and below what *options* name, and their contracts.

    Raises ``UsageError``.
    """
    with ProjectInputs(options) as inputs:
        files = inputs.listing.files(None)
        asked = asked_of(inputs.root, options)
        levels = inputs.levels(
            asked, Subjects(inputs.root, files, files, asked.folders, lambda: files)
        )
        return levels, inputs.contracts(levels)
