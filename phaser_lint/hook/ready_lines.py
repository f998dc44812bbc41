"""Lines that an agent may write in place of those that break a contract; it alone writes them."""

from __future__ import annotations

from phaser_lint.core.judged_files import ProposedFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Report
    from phaser_lint.core.judged_files import Skip

    Read = Callable[[Iterable[str]], Iterable[ProposedFile | Skip]]


def ready_in_proposals(
    judge: Judge, report: Report, files: Sequence[tuple[str, Reconstruction]]
) -> Report:
    """Return *report* on what an event proposes, with what fixes make of it.

    A file that would be missing is there still: nobody has to write it.
    """
    proposed = [ProposedFile(path, each.text) for path, each in files if each.text is not None]
    mended = _with_fixes(judge, report, lambda paths: proposed)
    return mended._replace(
        violations=tuple(
            [
                each._replace(fix=None) if each.where == "glob" else each
                for each in mended.violations
            ]
        )
    )


def ready_on_disk(judge: Judge, report: Report, root: str) -> Report:
    """Return *report* on files of the project at *root*, with what fixes make of them."""

    def read(paths: Iterable[str]) -> Iterable[ProposedFile | Skip]:
        from phaser_lint.check.project_files import read_files  # a denial reads none

        return read_files(root, paths)

    return _with_fixes(judge, report, read)


def _with_fixes(judge: Judge, report: Report, read: Read) -> Report:
    if not any(contract.own for contract in judge.contracts.contracts):
        return report
    from phaser_lint.check.fixes.fixable import fixable  # here: a denial waits for what is imported

    if not fixable(report.violations, judge.contracts.contracts):
        return report
    from phaser_lint.check.fixes.suggestions import report_with_fixes  # few contracts have a fix

    return report_with_fixes(judge, report, read)
