"""Which changes of its files a contract asks for others by: the key ``changes``, and renames.

    delete old.py, create new.py     a rename where new.py holds half of the lines of old.py

It is one where the contract lists ``rename``; else it is a file that is gone, and another one that
is new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping

from phaser_lint.contract.model import Contract
from phaser_lint.core.file_records import ChangeKind

NewPaths = Mapping[str, str]
"""The new path of each file that moved, by its old one."""


def find_asking_paths(
    contract: Contract,
    kinds: Mapping[str, ChangeKind],
    paths: Collection[str],
    *,
    find_renames: Callable[[], NewPaths],
) -> set[str]:
    """Return those of *paths* whose change, or rename, asks for the change of another file, by the
    key ``changes`` and the *kinds* of all changes.

    A file that was renamed asks once among *paths*: under its new name.
    """
    counting_kinds = contract.value_of("changes")
    if counting_kinds is None:
        return {*paths}
    renames: NewPaths = {}
    if "rename" in counting_kinds and any(kinds[path] != "modify" for path in paths):
        renames = find_renames()
    new_paths = {*renames.values()}
    return {
        path
        for path in paths
        if path in new_paths
        or (renames[path] not in paths if path in renames else kinds[path] in counting_kinds)
    }


def find_moved_files(
    gone: Mapping[str, str], new: Mapping[str, str], *, only_equal: bool = False
) -> dict[str, str]:
    """Return the renames that a contract sees in a change, by old path: for each text that is
    *gone* the path of one that is *new*.

    Equal texts first, those of namesakes before others, in the order of their paths; then, but for
    *only_equal*, those that are most alike, of which the longer one has half of its lines in common
    with the other.
    """
    renames = dict[str, str]()
    for is_namesake in (True, False):
        new_paths: dict[tuple[str, str], list[str]] = {}
        for path in sorted(new.keys() - {*renames.values()}, reverse=True):
            name = path.rpartition("/")[2] if is_namesake else ""
            new_paths.setdefault((new[path], name), []).append(path)
        for path in sorted(gone.keys() - renames.keys()):
            name = path.rpartition("/")[2] if is_namesake else ""
            if equal_paths := new_paths.get((gone[path], name)):
                renames[path] = equal_paths.pop()
    if only_equal:
        return renames
    taken = {*renames.values()}
    gone_lines = {path: _count_lines(gone[path]) for path in sorted(gone) if path not in renames}
    new_lines = {path: _count_lines(new[path]) for path in sorted(new) if path not in taken}
    pairs_alike = sorted(
        (-number / longest, old_path, new_path)
        for number, longest, old_path, new_path in count_common_lines(gone_lines, new_lines)
        if 2 * number >= longest
    )
    for _, old_path, new_path in pairs_alike:
        if old_path not in renames and new_path not in taken:
            renames[old_path] = new_path
            taken.add(new_path)
    return renames


def count_common_lines(
    gone_lines: Mapping[str, Counter[str]], new_lines: Mapping[str, Counter[str]]
) -> Iterator[tuple[int, int, str, str]]:
    """Yield, for the renames that a contract asks about, how many lines each two files have in
    common, how many the longer one has, and their paths.

    That of the *gone_lines* is the first. By line, so that what has none in common costs nothing: a
    thousand files may move at once.
    """
    new_totals = {path: lines.total() for path, lines in new_lines.items()}
    paths_by_line: dict[str, list[tuple[str, int]]] = {}
    for new_path, lines in new_lines.items():
        for line, times in lines.items():
            paths_by_line.setdefault(line, []).append((new_path, times))
    for old_path, old_lines in gone_lines.items():
        total, common = old_lines.total(), dict[str, int]()
        for line, times in old_lines.items():
            for new_path, new_times in paths_by_line.get(line, ()):
                common[new_path] = common.get(new_path, 0) + min(times, new_times)
        for new_path, number in common.items():
            yield number, max(total, new_totals[new_path]), old_path, new_path


def _count_lines(text: str) -> Counter[str]:
    return Counter(text.splitlines())
