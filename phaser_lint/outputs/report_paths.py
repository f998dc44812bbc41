"""The paths of a report as they are called from further up: from the top of the repository.

GitHub attaches an annotation or an alert to a file by its path in the repository, while a report
counts from the project's root, which may be a folder of it.
"""

from __future__ import annotations

from phaser_lint.root import PROJECT_FOLDERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import ContractProblem, Report, Violation


def below(report: Report, folder: str) -> Report:
    """Return *report* with the paths as seen from where its root is called *folder*.

    *folder* has ``/`` between its parts and none at its ends; an empty one changes nothing. A glob
    stays what its contract says, and a notice, which is for the log alone, what it is.
    """
    if not folder:
        return report
    return report._replace(
        checked=tuple(f"{folder}/{path}" for path in report.checked),
        violations=tuple(_moved(entry, folder) for entry in report.violations),
        suppressed=tuple(_moved(entry, folder) for entry in report.suppressed),
        skipped=tuple(entry._replace(path=f"{folder}/{entry.path}") for entry in report.skipped),
        undecided=tuple(
            entry._replace(path=f"{folder}/{entry.path}") for entry in report.undecided
        ),
        problems=tuple(_with_its_place(problem, folder) for problem in report.problems),
    )


def _moved(violation: Violation, folder: str) -> Violation:
    if violation.where == "glob":
        return violation
    return violation._replace(path=f"{folder}/{violation.path}")


def _with_its_place(problem: ContractProblem, folder: str) -> ContractProblem:
    # Contracts of a folder that was given are named as the user named it.
    if not problem.path.startswith(tuple(f"{name}/" for name in PROJECT_FOLDERS)):
        return problem
    return problem._replace(path=f"{folder}/{problem.path}")
