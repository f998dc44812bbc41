"""Which changes of its files a contract asks for others by: the key ``changes``, and renames.

    delete old.py, create new.py     a rename where new.py holds half of the lines of old.py

It is one where the contract lists ``rename``; else it is a file that is gone, and another one that
is new.
"""

from __future__ import annotations

from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from phaser_lint.contract.model import Contract
    from phaser_lint.core.checked_files import ChangeKind

    Renames = Mapping[str, str]
    """The new path of each file that moved, by its old one."""

# As many pairs of a file that is gone and a new one as git compares.
_MOST_PAIRS = 1_000_000


def asking_paths(
    contract: Contract,
    kinds: Mapping[str, ChangeKind],
    paths: Collection[str],
    *,
    find_renames: Callable[[], Renames],
) -> set[str]:
    """Return those of *paths* whose change asks for another one, by the *kinds* of all changes.

    A file that was renamed asks once among *paths*: under its new name.
    """
    counting_kinds = contract.value_of("changes")
    if counting_kinds is None:
        return {*paths}
    renames: Renames = {}
    if "rename" in counting_kinds and any(kinds[path] != "modify" for path in paths):
        renames = find_renames()
    new_paths = {*renames.values()}
    return {
        path
        for path in paths
        if path in new_paths
        or (renames[path] not in paths if path in renames else kinds[path] in counting_kinds)
    }


def renamed_files(
    gone: Mapping[str, str], new: Mapping[str, str], *, only_equal: bool = False
) -> dict[str, str]:
    """Return the new path of each file that moved: of texts that are *gone* one that is *new*.

    Equal texts first, in the order of their paths; then, but for *only_equal*, those that are most
    alike, of which the longer one has half of its lines in common with the other.
    """
    renames = dict[str, str]()
    paths_by_text: dict[str, list[str]] = {}
    for path in sorted(new, reverse=True):
        paths_by_text.setdefault(new[path], []).append(path)
    for path in sorted(gone):
        if paths_by_text.get(gone[path]):
            renames[path] = paths_by_text[gone[path]].pop()
    taken = {*renames.values()}
    gone_lines = {path: _lines(gone[path]) for path in sorted(gone) if path not in renames}
    new_lines = {path: _lines(new[path]) for path in sorted(new) if path not in taken}
    if only_equal or len(gone_lines) * len(new_lines) > _MOST_PAIRS:
        return renames
    pairs = []
    for old_path, old_lines in gone_lines.items():
        for new_path, lines in new_lines.items():
            longest = max(old_lines.total(), lines.total())
            common = (old_lines & lines).total()
            if common and 2 * common >= longest:
                pairs.append((-common / longest, old_path, new_path))
    for _, old_path, new_path in sorted(pairs):
        if old_path not in renames and new_path not in taken:
            renames[old_path] = new_path
            taken.add(new_path)
    return renames


def _lines(text: str) -> Counter[str]:
    return Counter(text.splitlines())
