"""Which contracts select which paths: the globs, and the one exception for contract files.

A contract file quotes what it forbids, so it is checked only by globs that name its folder.
"""

from __future__ import annotations

from phaser_lint.contract.rules import (
    RULES,
    has_file_sets,
    is_on_tree,
    reads_files_for_tree,
    requires_file,
)
from phaser_lint.project.levels import PROJECT_FOLDERS, lies_within_level, name_level_folder
from phaser_lint.text.globs import (
    UNFOUND,
    make_glob_subject,
    selects_path,
    selects_subject,
    without_path_patterns,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from phaser_lint.contract.model import Contract, ContractKey, ContractSet
    from phaser_lint.contract.rules.file_sets import OtherGlobs
    from phaser_lint.text.globs import CompiledGlobs


_MOST_REMEMBERED = 2**18
"""Paths, whose contracts are looked for again then: a million take forty megabytes."""
_FEW_NEEDLES = 8
"""To look for more of them takes longer than to ask the groups of a path."""

_ANYWHERE = tuple(f"{folder}/" for folder in PROJECT_FOLDERS)


class Selection:
    """The contracts of a set, asked by path. Equal globs are matched once for a path.

    ``on_tree``: the places, in the set, of those that are checked on the tree. ``needs`` and
    ``evidence``: those of the rules of any, so that what no contract asks is asked of no file;
    ``is_for_people``: only people may suppress what breaks some; ``asks_for_tree``: some ask which
    files there are, or what stands in others.
    """

    def __init__(self, contracts: ContractSet) -> None:
        self._contracts = contracts.contracts
        rules = [RULES[kind] for kind in {contract.type for contract in contracts.contracts}]
        self.needs = frozenset([need for rule in rules for need in rule.needs])
        self.evidence = frozenset([rule.evidence for rule in rules])
        numbered = tuple(enumerate(contracts.contracts))
        self.on_tree = frozenset([place for place, contract in numbered if is_on_tree(contract)])
        self.asks_for_tree = bool(self.on_tree or "lists" in self.needs)
        self.about_changes = frozenset(
            [place for place, contract in numbered if "base" in RULES[contract.type].needs]
            if "base" in self.needs
            else ()
        )
        self.is_for_people = "people" in [contract.ignorable for contract in contracts.contracts]
        self._folders = frozenset(f"{folder}/" for folder in contracts.folders if folder)
        self._folder_names = {folder.rpartition("/")[2] for folder in contracts.folders if folder}
        grouped: dict[tuple[str, CompiledGlobs], list[int]] = {}
        for place, contract in enumerate(contracts.contracts):
            grouped.setdefault((name_level_folder(contract.level), contract.globs), []).append(
                place
            )
        self._groups: list[tuple[CompiledGlobs, list[int]]] = []
        for (_, globs), places in grouped.items():
            if any(test[2] == UNFOUND for tests in globs for test in tests):
                # Few contracts have some.
                from phaser_lint.text.globs.path_patterns import open_globs

                globs = open_globs(globs)
            self._groups.append((globs, places))
        self._of_level: dict[str, list[int]] = {"": []}
        for number, (level, _) in enumerate(grouped):
            self._of_level.setdefault(level, []).append(number)
        self._of_folder: dict[str, list[int]] = {"": self._of_level[""]}
        self._chosen: dict[tuple[int, ...], list[Contract]] = {}
        self._keys: dict[tuple[int, ...], frozenset[ContractKey]] = {}
        self._places = {path: tuple(range(len(numbered))) for path in contracts.selected}
        self._unknown: dict[str, dict[ContractKey, str]] = {}
        self._of: dict[tuple[int, ...], tuple[int, ...]] = {}

    def places_for(self, path: str) -> tuple[int, ...]:
        """Return the places, in the set, of the contracts that select *path*, or may.

        Whether they do, ``unknown`` says.
        """
        if path in self._places:
            return self._places[path]
        groups = tuple(self._matching_groups(path, self._numbers_for(path)))
        places = self._of.get(groups)  # the same object each time
        if places is None:
            unordered = [place for number in groups for place in self._groups[number][1]]
            places = self._of[groups] = tuple(sorted(unordered))
        if places and self._is_contract(path):
            contracts, folders = self._contracts, self._folders
            places = tuple([place for place in places if names_folder(contracts[place], folders)])
        if len(self._places) >= _MOST_REMEMBERED:
            self._places = {}
        self._places[path] = places
        return places

    def _matching_groups(self, path: str, numbers: Iterable[int]) -> list[int]:
        """Return those of the groups at these *numbers* whose globs match *path*, or may."""
        subject = make_glob_subject(path)
        matched = []
        for number in numbers:
            globs = self._groups[number][0]
            try:
                is_selected = (
                    selects_path(globs, path)
                    if subject is None
                    else selects_subject(globs, subject)
                )
            except TimeoutError as error:
                is_selected = selects_path(without_path_patterns(globs), path)
                for place in self._groups[number][1] if is_selected else ():
                    key = self._contracts[place].key
                    self._unknown.setdefault(path, {})[key] = str(error)
            if is_selected:
                matched.append(number)
        return matched

    def unknown(self, path: str) -> Mapping[ContractKey, str]:
        """Return why it cannot be known whether some contracts select *path*, by their keys."""
        self.places_for(path)
        return self._unknown.get(path, {})

    def selected_among(
        self, place: int, paths: Sequence[str]
    ) -> tuple[Sequence[str], dict[str, str]]:
        """Return those of *paths*, which the contract at *place* may select, that it does select.

        And why that cannot be known of the others.
        """
        if not self._unknown:
            return paths, {}
        key = self._contracts[place].key
        reasons = {path: self.unknown(path)[key] for path in paths if key in self.unknown(path)}
        return [path for path in paths if path not in reasons], reasons

    def _is_contract(self, path: str) -> bool:
        # One name, mostly, which hardly a path holds.
        if not any(map(path.__contains__, self._folder_names)):
            return False
        return not self._folders.isdisjoint(_list_folders_above(path[: path.rfind("/") + 1]))

    def _numbers_for(self, path: str) -> Sequence[int]:
        """Return the groups of the levels at and above *path*: five hundred others cost nothing."""
        if len(self._of_level) == 1:
            return self._of_level[""]
        folder, new_folders = path.rpartition("/")[0], []
        while folder not in self._of_folder:
            new_folders.append(folder)
            folder = folder.rpartition("/")[0]
        numbers = self._of_folder[folder]
        for folder in reversed(new_folders):  # step by step: deeper than Python may call
            of_level = self._of_level.get(folder)
            numbers = self._of_folder[folder] = [*numbers, *of_level] if of_level else numbers
        return numbers

    def contracts_for(self, path: str) -> Sequence[Contract]:
        """Return the contracts that select *path*, in the order of the set.

        The same list for all paths that the same contracts select.
        """
        places = self.places_for(path)
        chosen = self._chosen.get(places)
        if chosen is None:
            chosen = self._chosen[places] = [self._contracts[place] for place in places]
        return chosen

    def keys_for(self, path: str) -> frozenset[ContractKey]:
        """Return the keys of the contracts that select *path*, the same object as long as they are
        the same contracts.
        """
        places = self.places_for(path)
        if places not in self._keys:
            self._keys[places] = frozenset([self._contracts[place].key for place in places])
        return self._keys[places]

    def select_paths(self, paths: Sequence[str]) -> Sequence[str]:
        """Return those of *paths*, as a listing of files gives them, that any contract selects."""
        # Of pictures and translations a text or two tell it, in a tenth of the time.
        needles = {
            needle for globs, _ in self._groups for needle, selects, *_ in globs[0] if selects
        }
        if len(needles) <= _FEW_NEEDLES:
            with_needle = {path for needle in needles for path in paths if needle in f"/{path}/"}
            if len(with_needle) < len(paths):
                paths = [path for path in paths if path in with_needle]
        selected_paths = [path for path in paths if self.places_for(path)]
        return selected_paths if len(selected_paths) < len(paths) else paths

    def paths_at(self, places: frozenset[int], paths: Iterable[str]) -> dict[int, list[str]]:
        """Return the paths that the contracts at these *places* select, in the order given.

        By its place in the set: a level below may have a copy of a contract, with another severity.
        """
        selected: dict[int, list[str]] = {}
        for path in paths if places else ():
            for place in places.intersection(self.places_for(path)):
                selected.setdefault(place, []).append(path)
        return selected

    def idle(self, paths: Sequence[str]) -> list[Contract]:
        """Return the contracts that select none of *paths*, as a listing gives them.

        Of one that a level below has a copy of, neither does.
        """
        contracts, used_places = self._contracts, set[int]()
        unused_groups, used_numbers = {*range(len(self._groups))}, None
        # From the end: of a level git lists its contracts first, which few globs select.
        for path in reversed(paths):
            all_numbers = self._numbers_for(path)
            if all_numbers is used_numbers:  # of a folder before it, whose groups are all used
                continue
            numbers = unused_groups.intersection(all_numbers)
            used_numbers = used_numbers if numbers else all_numbers
            if numbers and self._is_contract(path):
                used_places.update(self.places_for(path))
            elif numbers:
                for number in self._matching_groups(path, numbers):
                    unused_groups.remove(number)
                    used_places.update(self._groups[number][1])
            if len(used_places) == len(contracts):  # as mostly, after a few of many paths
                return []
        used_keys = {contracts[place].key for place in used_places}
        unused = [contract for contract in contracts if contract.key not in used_keys]
        return list({contract.key: contract for contract in unused}.values())

    def has_other(
        self, contract: Contract, paths: Iterable[str], other_globs: OtherGlobs | None = None
    ) -> bool:
        """Tell whether the globs among the contract's own keys select any of *paths*.

        For some files they are *other_globs*; without these all that they may become counts.
        """
        own_globs = RULES[contract.type].globs_of(contract.own)
        globs = contract.own_globs if other_globs is None else other_globs.compiled
        return any(
            selects_path(globs, path)
            for path in (paths if own_globs else ())
            if not self._is_contract(path)
            or names_folder_in_own_globs(contract, self._folders, other_globs)
        )

    def asking_for_lists(self) -> list[Contract]:
        """Return the contracts that ask what stands in other files."""
        return [contract for contract in self._contracts if "lists" in RULES[contract.type].needs]

    def asking_for_partners(self) -> list[Contract]:
        """Return the contracts whose files change with others."""
        return [
            contract
            for contract in self._contracts
            if "other changes" in RULES[contract.type].needs
        ]

    def asked_elsewhere(self, paths: Iterable[str], deleted_paths: Iterable[str]) -> list[Contract]:
        """Return the contracts that other files may break by what became of *paths*.

        *deleted_paths*: those of them that are not there any more.
        """
        all_paths, lost_paths = tuple(paths), tuple(deleted_paths)
        return [
            contract
            for place, contract in enumerate(self._contracts)
            if self.has_other(contract, all_paths)
            or any(RULES[contract.type].may_go_with(contract, path) for path in lost_paths)
            or (contract.scope == "tree" and self._selects(place, all_paths))
            or (requires_file(contract) and self._selects(place, lost_paths))
        ]

    def _selects(self, place: int, paths: Iterable[str]) -> bool:
        return any(place in self.places_for(path) for path in paths)

    def contracts_read_for_tree(self) -> Mapping[int, Contract]:
        """Return the contracts on the tree for which files are read, by their places in the set."""
        return {
            place: contract
            for place, contract in enumerate(self._contracts)
            if reads_files_for_tree(contract)
        }

    def read_for_tree(self, paths: Iterable[str]) -> list[str]:
        """Return those of *paths* that are read for some contract on the tree."""
        places = self.contracts_read_for_tree().keys()
        return [
            path
            for path in (paths if places else ())
            if not places.isdisjoint(self.places_for(path))
        ]


def names_folder(contract: Contract, folders: Collection[str]) -> bool:
    """Tell whether *contract* may select contract files: a selecting glob starts with one of their
    *folders*, from the root, as ``a/.phaser/contracts/``.
    """
    return _names_any_folder(_spell_out_globs(contract.file_glob), contract, folders)


def names_folder_in_own_globs(
    contract: Contract, folders: Collection[str], other_globs: OtherGlobs | None = None
) -> bool:
    """Tell whether a glob among the own keys of *contract*, by which it selects other files, starts
    with one of *folders*.

    For some file they are *other_globs*; without these all that they may become counts.
    """
    if other_globs is not None and other_globs.globs:
        return _names_any_folder(other_globs.globs, contract, folders)
    own_globs = RULES[contract.type].globs_of(contract.own)
    return has_file_sets(contract) or _names_any_folder(
        _spell_out_globs(own_globs), contract, folders
    )


def _spell_out_globs(globs: Iterable[str]) -> list[str]:
    from phaser_lint.text.globs.glob_syntax import spell_out_globs  # here: a denial reads no glob

    return spell_out_globs(globs)


def _names_any_folder(globs: Iterable[str], contract: Contract, folders: Collection[str]) -> bool:
    level = name_level_folder(contract.level)
    start = f"{level}/" if level else ""
    for glob in globs:
        name = f"{glob.removeprefix('/').removeprefix('**/')}/"
        # Not each of the folders: 5,000 levels have as many, and each of them is asked.
        if any(f"{start}{folder}" in folders for folder in _list_folders_above(name)):
            return True
        if glob.startswith("**/") and name.startswith(_ANYWHERE):
            return True
    return False


def _list_folders_above(path: str) -> Iterator[str]:
    """Yield the folders of a *path*, the path itself if it ends in a slash; first an empty one."""
    end = 0
    while True:
        yield path[:end]
        end = path.find("/", end) + 1
        if not end:
            return


def stays_in_folders(contract: Contract, folders: Iterable[str]) -> bool:
    """Tell whether *contract* can select paths in *folders* only; the root is an empty one."""
    level = name_level_folder(contract.level)
    return any(lies_within_level(level, folder) for folder in folders)
