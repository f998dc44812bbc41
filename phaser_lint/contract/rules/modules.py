"""What decides beside a text where its imports lead: the project's folder, and ``tsconfig.json``.

    bind_contract(contract, Modules(root, files))     the contract, which now knows them

They are read of the files in the state that is checked, each once. Only contracts with
``aliases: tsconfig`` read any.
"""

from __future__ import annotations

import os
import posixpath
from functools import partial

from phaser_lint.contract.rules import is_about_imports
from phaser_lint.core import Record
from phaser_lint.core.errors import PhaserError
from phaser_lint.core.file_records import TextFile
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.text.imports.tsconfig import TypeScriptOptions, find_alias_targets, parse_tsconfig

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from phaser_lint.contract.model import Contract, ContractSet
    from phaser_lint.core.file_state import Files

    Paths: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
    """Patterns, each with its targets."""

CONFIG_NAME = "tsconfig.json"
# What a chain of `extends` may have: longer ones go round, or are nobody's.
_MOST_FILES = 50
_PACKAGES = "node_modules"
_CONFIG_FOLDER = "${configDir}"


class ScriptAliases(Record):
    """What the nearest ``tsconfig.json`` says, at ``path``; empty where there is none.

    ``paths``: patterns with what they stand for, from the root of the project; ``base``: the folder
    of modules without a ``./``, if any. ``read``: the files that were read; ``problems``: by path
    what was expected there.
    """

    path: str = ""
    paths: Paths = ()
    base: str | None = None
    read: tuple[str, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()


class Modules:
    """The folder of the project, and what its *files* say of modules, each asked once."""

    def __init__(self, root: str, files: Callable[[], Files]) -> None:
        self.root = root.replace(os.sep, "/")
        self._open_files = files
        self._files: Files | None = None
        self._aliases_by_folder: dict[str, ScriptAliases] = {}
        self._aliases_by_path: dict[str, ScriptAliases] = {}
        self._names: dict[str, frozenset[str]] = {}
        self._decided_by: dict[str, str] = {}

    def __repr__(self) -> str:
        # What is stored of contracts does not depend on it.
        return "modules"

    def back_inside(self, path: str) -> str:
        """Return a *path* from the root that leads out of it; inside, if by the root's own name.

        An absolute one may do so, too.
        """
        if not self.root or not path.startswith(("../", "/")):
            return path
        whole = posixpath.normpath(posixpath.join(self.root, path))
        start = self.root.rstrip("/") + "/"
        return f"{whole}/"[len(start) :].rstrip("/") if f"{whole}/".startswith(start) else path

    def aliases(self, path: str) -> ScriptAliases:
        """Return the aliases of modules for the file at *path*."""
        folder = posixpath.dirname(path)
        if folder not in self._aliases_by_folder:
            config_path = posixpath.join(folder, CONFIG_NAME)
            if self._is_file(config_path):
                if config_path not in self._aliases_by_path:
                    self._aliases_by_path[config_path] = _Chain(self, config_path).aliases()
                aliases = self._aliases_by_path[config_path]
            else:
                aliases = self.aliases(folder) if folder else ScriptAliases()
            self._aliases_by_folder[folder] = aliases
        return self._aliases_by_folder[folder]

    def paths_of(self, module: str, path: str) -> tuple[list[str], bool]:
        """Return what *module* is by the aliases for the file at *path*, from the root.

        And whether it may be a package as well.
        """
        aliases = self.aliases(path)
        match = find_alias_targets(aliases.paths, module)
        if match is None:
            if aliases.base is None or not self._is_in(aliases.base, module):
                return [], True
            return [posixpath.join(aliases.base, module)], True
        pattern, targets = match
        # What stands for every module is a file only where one is there.
        if pattern == "*":
            folders = _list_target_folders(aliases)
            targets = tuple(
                [
                    target
                    for folder, target in zip(folders, targets, strict=True)
                    if self._is_in(folder, target[len(folder) :].lstrip("/"))
                ]
            )
        is_package = pattern == "*" or any(f"{_PACKAGES}/" in target for target in targets)
        return list(targets), is_package

    def decided_by(self, path: str) -> str:
        """Return what of other files decides what the one at *path* imports."""
        aliases = self.aliases(path)
        if aliases.path not in self._decided_by:
            base = () if aliases.base is None else (aliases.base,)
            folders = dict.fromkeys([*base, *_list_target_folders(aliases)])
            names = [sorted(self.names_in(folder)) for folder in folders]
            self._decided_by[aliases.path] = repr((aliases.paths, aliases.base, names))
        return self._decided_by[aliases.path]

    def _is_in(self, folder: str, module: str) -> bool:
        name = module.partition("/")[0]
        return self.has_name(folder, name) or self.has_name(folder, name.partition(".")[0])

    def has_name(self, folder: str, name: str) -> bool:
        """Tell whether a module in *folder* has the *name*, with an ending or without."""
        try:
            return name in self.names_in(folder)
        except PhaserError:  # which files there are nobody knows: it may be
            return True

    def names_in(self, folder: str) -> frozenset[str]:
        """Return the names of modules in *folder*: of files and folders, without endings, too."""
        if folder not in self._names:
            start = f"{folder}/" if folder else ""
            names = {
                path[len(start) :].partition("/")[0]
                for path in self._open().paths()
                if path.startswith(start)
            }
            stems = {name.partition(".")[0] for name in names}
            self._names[folder] = frozenset((names | stems) - {""})
        return self._names[folder]

    def _open(self) -> Files:
        if self._files is None:
            self._files = self._open_files()
        return self._files

    def _is_file(self, path: str) -> bool:
        try:
            return self._open().mode(path) in ("file", "executable", "link")
        except PhaserError:
            return False

    def read_file(self, path: str) -> str | None:
        """Return the text of the module at *path*; ``None`` where none can be read."""
        file = next(iter(self._open().read([path])), None)
        return file.text if isinstance(file, TextFile) else None

    def find(self, path: str) -> str:
        """Return the file that ``extends`` of a ``tsconfig.json`` means by a *path*, or nothing."""
        candidates = (path,) if path.endswith(".json") else (path, f"{path}.json")
        return next(filter(self._is_file, candidates), "")

    def find_package(self, name: str, folder: str) -> str:
        """Return the file of the package *name* in the project, from *folder* on; empty: none."""
        while True:
            path = posixpath.join(folder, _PACKAGES, name)
            config_path = self.find(path) or self.find(posixpath.join(path, CONFIG_NAME))
            try:
                # What is installed is no part of the project, and not there in a commit.
                if config_path and self._open().exists(config_path):
                    return config_path
            except PhaserError:
                pass
            if not folder:
                return ""
            folder = posixpath.dirname(folder)


class _Chain:
    """A ``tsconfig.json`` and all that it extends; what is nearer goes before."""

    def __init__(self, modules: Modules, path: str) -> None:
        self._modules, self._path = modules, path
        self._read: list[str] = []
        self._problems: list[tuple[str, str]] = []

    def aliases(self) -> ScriptAliases:
        base, paths, folder = self._merge(self._path, ())
        if base is not None:
            folder = base
        resolved = [
            (pattern, tuple([self._from_root(target, folder) for target in targets]))
            for pattern, targets in paths or ()
        ]
        return ScriptAliases(
            path=self._path,
            paths=tuple(resolved),
            base=base,
            read=tuple(dict.fromkeys(self._read)),
            problems=tuple(dict.fromkeys(self._problems)),
        )

    def _from_root(self, path: str, folder: str) -> str:
        """Return a *path* that stands in a file of *folder*, from the root; inside if it can be."""
        if path.startswith(_CONFIG_FOLDER):
            folder = posixpath.dirname(self._path)
            path = path[len(_CONFIG_FOLDER) :].lstrip("/")
        joined = posixpath.join(folder, path)
        normal = posixpath.normpath(joined) if joined else ""
        return self._modules.back_inside("" if normal == "." else normal)

    def _merge(self, path: str, above: tuple[str, ...]) -> tuple[str | None, Paths | None, str]:
        """Return ``baseUrl`` from the root, ``paths``, and the folder that these start from."""
        text, folder = self._modules.read_file(path), posixpath.dirname(path)
        self._read.append(path)
        options = TypeScriptOptions(problem="a file that can be read")
        if text is not None:
            options = parse_tsconfig(text)
        if options.problem:
            self._problems.append((path, options.problem))
        base: str | None = None
        paths, paths_folder = None, folder
        for name in options.extends:
            extended = self._extend(name, path)
            if not extended:
                continue
            if extended in (*above, path) or len(self._read) > _MOST_FILES:
                self._problems.append((path, f'extends: another file than "{name}", a circle'))
                continue
            outer_base, outer_paths, outer_folder = self._merge(extended, (*above, path))
            base = base if outer_base is None else outer_base
            if outer_paths is not None:
                paths, paths_folder = outer_paths, outer_folder
        if options.base is not None:
            base = self._from_root(options.base, folder)
        if options.paths is not None:
            paths, paths_folder = options.paths, folder
        return base, paths, paths_folder

    def _extend(self, name: str, path: str) -> str:
        folder = posixpath.dirname(path)
        if not name.startswith(("./", "../", "/", _CONFIG_FOLDER)) and name not in (".", ".."):
            # Most hold no aliases, and an installed one is there on some machines only.
            return self._modules.find_package(name, folder)
        target = self._from_root(name, folder)
        extended = "" if leads_out(target) else self._modules.find(target)
        if not extended:
            self._problems.append((path, f'extends: a file of the project, not "{name}"'))
        return extended


def _list_target_folders(aliases: ScriptAliases) -> list[str]:
    """Return the folder of each target of the pattern that every module matches."""
    targets = dict(aliases.paths).get("*", ())
    return [target.partition("*")[0].rpartition("/")[0] for target in targets]


def bind_modules(
    contracts: ContractSet, root: str, open_files: Callable[[], Files] | None
) -> ContractSet:
    """Return *contracts*, of which those about imports know the modules of the project at *root*:
    those of the files on disk, or that *open_files* opens.
    """
    modules = Modules(root, open_files or partial(DiskFiles, root))
    bound = [
        bind_contract(contract, modules) if is_about_imports(contract) else contract
        for contract in contracts.contracts
    ]
    return contracts._replace(contracts=tuple(bound))


def bind_contract(contract: Contract, modules: Modules) -> Contract:
    """Return the *contract*, which knows the *modules* of its project from then on."""
    return contract._replace(modules=modules)


def leads_out(path: str) -> bool:
    """Tell whether the module that an import leads to, a normal relative *path*, lies outside of
    the level, or folder, that it starts in.
    """
    return path == ".." or path.startswith(("../", "/"))
