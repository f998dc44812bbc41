"""One edit checked: from reconstructed files to a Report. Shared by ``hook`` and ``enforce``.

Existence contracts are judged on the touched paths alone: writing a forbidden file is a violation,
and so is deleting the last one that a contract requires; what may be missing elsewhere belongs to
Stop and to scan.
"""

from __future__ import annotations

from phaser_lint.engine import check as engine
from phaser_lint.engine.comparison import contracts_in, occurrences
from phaser_lint.model import ProposedFile, Skip, Tree
from phaser_lint.selection import Selection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaser_lint.agents.event import Reconstruction
    from phaser_lint.checks.files import Proposals
    from phaser_lint.engine.comparison import Before, Occurrences
    from phaser_lint.model import ContractSet, Limits, Report


def check_text(
    path: str,
    text: str | None,
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
    skip_reason: str = "",
    before: str | None = None,
    existed: bool = False,
    only_new: bool = True,
) -> Report:
    """Return what *contracts* say of one file with this *text*.

    *before* is its text until now, where it *existed*. With *only_new* what was broken before is
    counted as old. Without a *text* only its path is judged.
    """
    selection = Selection(contracts)
    file = Skip(path, skip_reason) if text is None else ProposedFile(path, text)

    def broken_before(after: Report) -> Occurrences:
        broken = contracts_in(after, contracts)
        return occurrences(
            engine.examine(
                [ProposedFile(path, before)] if before is not None else [],
                broken,
                selection=Selection(broken),
                limits=limits,
                tree=Tree((path,) if existed else (), whole=False),
                clock=clock,
            )
        )

    compare: Before | None = broken_before if only_new and existed else None
    return engine.check(
        [file],
        contracts,
        selection=selection,
        limits=limits,
        tree=Tree((path,), whole=False),
        clock=clock,
        before=compare,
    )


def check_reconstruction(
    path: str,
    proposed: Reconstruction,
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
    only_new: bool,
) -> Report:
    """Return what *contracts* say of the file that an event proposes, at *path* in the project."""
    return check_text(
        path,
        proposed.text,
        contracts,
        limits=limits,
        clock=clock,
        skip_reason=proposed.skip_reason,
        before=proposed.before,
        existed=not proposed.is_new,
        only_new=only_new,
    )


def check_proposals(
    root: str,
    proposals: Proposals,
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
    only_new: bool,
) -> Report:
    """Return what *contracts* say of all files that an event proposes, taken together."""
    if len(proposals) == 1 and not proposals[0][1].deleted and not proposals[0][1].moved_from:
        path, alone = proposals[0]
        return check_reconstruction(
            path, alone, contracts, limits=limits, clock=clock, only_new=only_new
        )
    from phaser_lint.checks.files import check_files

    return check_files(root, proposals, contracts, limits=limits, clock=clock, only_new=only_new)
