"""Files that look like contracts and are none: in a folder, or with a name, that nothing reads.

    contracts/no-print.yaml   .claude/contract/no-print.yaml   .phaser/no-print.yaml
    .claude/contracts/no-print.json   no-print.yaml.txt   no-print.yam   .no-print.yaml
    .phaser/config.yml   .phaser.yaml   .claude/config.yaml   services/pay/.phaser/config.yaml

Whoever wrote one believes that it is in force, so a run names it. What tells it from the many
other files of such folders is its content: a YAML mapping with a ``rule_id``, or, where the
configuration might be, with a key of that.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import islice

from phaser_lint.contract.model import LOOKS_LIKE_CONTRACT, ContractSet, Notice
from phaser_lint.project import explain_link_out
from phaser_lint.project.levels import (
    BASELINE,
    CONFIGURATION,
    LEVEL_MARKS,
    PROJECT_FOLDERS,
    Levels,
    choose_new_contract_folder,
    is_contract_name,
)
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.walk import list_folder_names
from phaser_lint.text.globs import Tests, selects_path

_ENDINGS = (".yaml", ".yml")
_NEAR_ENDINGS = (*_ENDINGS, ".yam", ".ymal", ".json", ".jsonc", ".json5", ".toml")
# Put aside on purpose, or prose that quotes a contract.
_OTHER_ENDINGS = (
    ".bak",
    ".disabled",
    ".example",
    ".md",
    ".off",
    ".orig",
    ".rst",
    ".sample",
    ".swp",
)
# What lies in these, or in a folder directly below one, is for agents and for this program.
_HOMES = (".claude", ".phaser", ".phaser-lint")
_NEAR_FOLDERS = ("contract", "contracts", ".contract", ".contracts")
_PLACE_ENDINGS = tuple(f"/{place}" for place in PROJECT_FOLDERS)
_NEAR = ("ontract", "CONTRACT", *_HOMES[:2])
_WRONG_FOLDERS = frozenset((*_HOMES, *_NEAR_FOLDERS))
_CONFIGURATIONS = frozenset(
    f"{stem}{ending}"
    for stem in (*(f"{home}/config" for home in _HOMES), *_HOMES[1:], "phaser", "phaser-lint")
    for ending in (*_ENDINGS, ".json", ".jsonc", ".json5", ".toml")
)
_CONFIGURATION_FOLDER = CONFIGURATION.partition("/")[0]
_AT_THE_ROOT = {
    CONFIGURATION: "only the one at the root does",
    BASELINE: "phaser-lint baseline --update {}, run at the root, writes the same there",
}
# So many paths are searched as one text: all of a million were the largest of a scan.
_BLOCK = 50_000
# A project of Solidity has thousands of files in "contracts".
_MOST = 200
_MOST_BYTES = 64 * 1024


def note_project_lookalikes(
    levels: Levels,
    contracts: ContractSet,
    files: Iterable[str],
    *,
    list_names: Callable[[str], Sequence[str]] | None = None,
) -> list[Notice]:
    """Return a notice for each lookalike of a contract file in the project of *levels*: among
    *files*, and in the usual wrong folders.

    The latter at the root and at each of *levels*, also where git ignores them, as many a project
    does with ``.claude``. What the configuration of the *contracts* leaves out says nothing: a
    fixture's contracts are for a project that is put together elsewhere. *list_names* gives what
    lies in a folder, by its path from the root, where somebody has asked.
    """
    root, places = levels.root, frozenset(contracts.folders)

    def list_names_on_disk(folder: str) -> Sequence[str]:
        return list_folder_names(os.path.join(root, folder))

    names_in = list_names or list_names_on_disk

    def paths_in(folder: str) -> list[str]:
        names = names_in(folder)
        if folder in places:  # where there are contracts, and mostly nothing else
            names = [name for name in names if not is_contract_name(name)]
        return [f"{folder}/{name}" for name in names]

    near_paths = _find_near_paths(files)
    near_paths.update(_CONFIGURATIONS.intersection(names_in("")))
    # Of five hundred levels hardly one has any but the folder that its contracts lie in.
    for level in {"", *[level.name for level in levels.levels]}:
        for name in _WRONG_FOLDERS.intersection(names_in(level)):
            paths = paths_in(f"{level}/{name}" if level else name)
            near_paths.update([path for path in paths if path not in places])
            for path in paths if name in _HOMES else ():
                near_paths.update(paths_in(path))
    candidates = sorted(
        path
        for path in near_paths
        if _is_near_path(path, places) and not selects_path((contracts.excluded,), path)
    )
    return list(_note_by_content(root, candidates[:_MOST], places))


def note_misplaced_files(
    root: str,
    folders: Iterable[str],
    *,
    list_names: Callable[[str], Sequence[str]],
    excluded: Tests,
) -> list[Notice]:
    """Return a notice for each lookalike of the project's configuration and baseline: in *folders*
    below *root* none counts.

    Not of what is *excluded*: a fixture is a project of its own. *list_names* as above.
    """
    return [
        Notice(f"{folder}/{name}", None, f"does not count; {message.format(folder)}")
        for folder in sorted(folders)
        if _CONFIGURATION_FOLDER in list_names(folder)
        for name, message in _AT_THE_ROOT.items()
        if os.path.lexists(os.path.join(root, folder, name))
        and not selects_path((excluded,), f"{folder}/{name}")
    ]


def _find_near_paths(files: Iterable[str]) -> set[str]:
    """Return those of *files* that have a near name in them, of a hundred thousand, too."""
    all_files, near_paths = iter(files), set()
    while block := [*islice(all_files, _BLOCK)]:
        all_paths = "\0".join((*block, ""))
        for near_name in _NEAR:
            offset = all_paths.find(near_name)
            while offset >= 0:
                end = all_paths.index("\0", offset)
                near_paths.add(all_paths[all_paths.rfind("\0", 0, offset) + 1 : end])
                offset = all_paths.find(near_name, end)
    return near_paths


def note_misnamed_configurations(root: str) -> list[Notice]:
    """Return a notice for each file at *root* that is like the configuration and is not read."""
    names = list_folder_names(root)
    paths = [
        f"{home}/{name}"
        for home in _HOMES
        if home in names
        for name in list_folder_names(os.path.join(root, home))
    ]
    misnamed = _CONFIGURATIONS.intersection((*names, *paths)) - {CONFIGURATION}
    return list(_note_by_content(root, sorted(misnamed), frozenset()))


def _note_by_content(root: str, paths: Iterable[str], places: Set[str]) -> Iterator[Notice]:
    """Yield a notice on each of *paths*, but for those whose content is another."""
    is_begun = any(os.path.lexists(os.path.join(root, mark)) for mark in LEVEL_MARKS)
    place = choose_new_contract_folder(root) if is_begun else " or ".join(PROJECT_FOLDERS)
    for path in paths:
        absolute_path, content, looks_like = os.path.join(root, path), b"", ""
        try:
            if not explain_link_out(absolute_path, root):
                content = read_bytes(absolute_path, limit=_MOST_BYTES)
        except OSError:
            continue
        folder, _, name = path.rpartition("/")
        expected = f"it in {place}"
        if path in _CONFIGURATIONS:
            import re  # here, as what follows: hardly a project has one

            from phaser_lint.contract.keys import CONFIGURATION_KEYS, list_key_names

            # One of the keys begins a line of it, in whatever form.
            keys = "|".join((*list_key_names(CONFIGURATION_KEYS), "packs?"))
            if re.search(rf"""(?m)^[\s{{\["']*(?:{keys})\b""".encode(), content):
                looks_like, expected = "looks like the configuration", CONFIGURATION
        elif b"rule_id" in content:
            from phaser_lint.contract.yaml_documents import read_documents

            values = [document.value for document in read_documents(content)]
            # A list of contracts, by itself or below a key, is what other tools have in one file.
            below = [value for top in values if isinstance(top, dict) for value in top.values()]
            is_ours = not set(path.lower().split("/")).isdisjoint(_HOMES)
            for entries in [*values, *below] if is_ours else ():
                values += entries if isinstance(entries, list) else []
            mappings = [
                mapping for mapping in values if isinstance(mapping, dict) and "rule_id" in mapping
            ]
            rule_id = str(mappings[0]["rule_id"]) if mappings else ""
            looks_like = f"{LOOKS_LIKE_CONTRACT}{rule_id}" if rule_id else ""
            if _is_contract_place(folder, places):
                endings = f"an ending {' or '.join(_ENDINGS)}"
                expected = "no dot before its name" if name.startswith(".") else endings
        if looks_like:
            message = f"{looks_like} and is not read: expected {expected}"
            yield Notice(path, None, message, of_project=True)


def _is_near_path(path: str, places: Set[str]) -> bool:
    if path in _CONFIGURATIONS:
        return path != CONFIGURATION
    folder, _, name = path.rpartition("/")
    if folder in places and is_contract_name(name):
        return False  # as nearly all are
    is_read, is_hidden = name.lower().endswith(_ENDINGS), name.startswith(".")
    if name.lower().endswith(_OTHER_ENDINGS) or (is_hidden and not is_read):
        return False
    if _is_contract_place(folder, places):
        return is_hidden or not is_read
    last_names = folder.lower().split("/")[-2:]
    is_in_near_folder = last_names[-1] in _NEAR_FOLDERS or not set(last_names).isdisjoint(_HOMES)
    return is_in_near_folder and any(ending in name.lower() for ending in _NEAR_ENDINGS)


def _is_contract_place(folder: str, places: Set[str]) -> bool:
    return folder in places or f"/{folder}".endswith(_PLACE_ENDINGS)
