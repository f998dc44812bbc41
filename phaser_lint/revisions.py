"""A git revision as the before of a comparison: what changed since, and what was broken then."""

from __future__ import annotations

from phaser_lint import engine
from phaser_lint.comparison import occurrences
from phaser_lint.errors import UsageError
from phaser_lint.inputs import git
from phaser_lint.inputs.disk import file_of
from phaser_lint.model import Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.comparison import Before, Occurrences
    from phaser_lint.model import ContractSet, Limits, ProposedFile, Skip
    from phaser_lint.selection import Selection


def commit_of(root: str, revision: str) -> str:
    """Return the commit that *revision* names; raises ``UsageError``."""
    commit = git.resolve(root, revision)
    if commit is None:
        raise UsageError(f"--since: expected a git revision of {root}, not {revision}")
    return commit


def before_commit(
    root: str, commit: str, contracts: ContractSet, *, selection: Selection, limits: Limits
) -> Before:
    """Return the before of a comparison with *commit*: today's contracts on its files."""

    def broken_before(paths: Sequence[str]) -> Occurrences:
        blobs = git.tree_at(root, commit)
        named = [path for path in paths if path in blobs]
        rest = selection.read_for_tree(path for path in blobs if path not in set(named))
        report = engine.examine(
            _files(root, blobs, named),
            contracts,
            selection=selection,
            limits=limits,
            tree_files=_files(root, blobs, rest),
            tree=Tree(tuple(blobs), whole=True),
        )
        return occurrences(report)

    return broken_before


def _files(root: str, blobs: git.Blobs, paths: Sequence[str]) -> Iterator[ProposedFile | Skip]:
    return (file_of(path, data) for path, data in git.contents(root, blobs, paths))
