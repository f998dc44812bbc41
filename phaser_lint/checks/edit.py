"""One edit checked: from reconstructed files to a Report. Shared by ``hook`` and ``enforce``.

Existence contracts are judged on the touched paths alone: writing a forbidden file is a violation,
and so is deleting the last one that a contract requires; what may be missing elsewhere belongs to
Stop and to scan.
"""

from __future__ import annotations

from phaser_lint.engine import check as engine
from phaser_lint.engine.comparison import contracts_in, either, occurrences
from phaser_lint.model import ProposedFile, Skip, Tree
from phaser_lint.selection import Selection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from phaser_lint.agents.event import Reconstruction
    from phaser_lint.checks.files import Proposals
    from phaser_lint.checks.moved import Proposed
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
    elsewhere: Before | None = None,
) -> Report:
    """Return what *contracts* say of one file with this *text*.

    *before* is its text until now, where it *existed*. With *only_new* what was broken before is
    counted as old, and so is what is by *elsewhere*, asked where something is new. Without a *text*
    only its path is judged.
    """
    selection = Selection(contracts)
    file = Skip(path, skip_reason) if text is None else ProposedFile(path, text)

    def broken_before(after: Report) -> Occurrences:
        if not existed:
            return {}
        broken = contracts_in(after, contracts)
        return occurrences(
            engine.examine(
                [ProposedFile(path, before)] if before is not None else [],
                broken,
                selection=Selection(broken),
                limits=limits,
                tree=Tree((path,), whole=False),
                clock=clock,
            )
        )

    old = either(broken_before, elsewhere) if elsewhere else broken_before
    return engine.check(
        [file],
        contracts,
        selection=selection,
        limits=limits,
        tree=Tree((path,), whole=False),
        clock=clock,
        before=old if only_new else None,
    )


def check_reconstruction(
    path: str,
    proposed: Reconstruction,
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
    only_new: bool,
    elsewhere: Before | None = None,
) -> Report:
    """Return what *contracts* say of the file that an event proposes, at *path* in the project.

    *elsewhere*: see ``check_text``.
    """
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
        elsewhere=elsewhere,
    )


def check_proposals(
    root: str,
    proposals: Proposals,
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
    only_new: bool,
    since: str = "",
) -> Report:
    """Return what *contracts* say of all files that an event proposes, taken together.

    What HEAD, or *since*, has and the disk no longer is old, in whatever file it comes back.
    """
    elsewhere = before_change(
        root, contracts, proposed=_as_proposed(proposals), limits=limits, clock=clock, since=since
    )
    if len(proposals) == 1 and not proposals[0][1].deleted and not proposals[0][1].moved_from:
        path, alone = proposals[0]
        return check_reconstruction(
            path,
            alone,
            contracts,
            limits=limits,
            clock=clock,
            only_new=only_new,
            elsewhere=elsewhere,
        )
    from phaser_lint.checks.files import check_files

    return check_files(
        root,
        proposals,
        contracts,
        limits=limits,
        clock=clock,
        only_new=only_new,
        elsewhere=elsewhere,
    )


def _as_proposed(proposals: Proposals) -> Proposed:
    files: dict[str, ProposedFile | Skip | None] = {}
    for path, each in proposals:
        file = Skip(path, each.skip_reason) if each.text is None else ProposedFile(path, each.text)
        files[path] = None if each.deleted else file
    return files


def before_change(
    root: str,
    contracts: ContractSet,
    *,
    proposed: Proposed,
    limits: Limits,
    clock: Callable[[], float],
    since: str = "",
) -> Before:
    """Return the before of an edit as far as it is not the disk: HEAD, or *since*.

    *proposed*: the files as the edit leaves them, by path. Where no file on disk differs from HEAD,
    and that is what one run of git tells, nothing was removed yet.
    """

    def broken_before(report: Report) -> Occurrences:
        from phaser_lint.inputs.git_status import changed_since_commit

        if not since and not changed_since_commit(root):
            return {}
        from phaser_lint.checks.revisions import before_last_commit

        before = before_last_commit(
            root,
            contracts,
            limits=limits,
            clock=clock,
            since=since or "HEAD",
            proposed=proposed,
            last=frozenset(proposed),
        )
        return before(report)

    return broken_before
