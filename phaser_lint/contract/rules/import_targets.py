"""Where the imports of a file lead, and which of them the globs of ``forbid`` forbid.

../db/client        in src/web/a.ts  src/db/client, also with an ending or /index
from . import x     in src/web/a.py  src/web/x
from a import b     a and a/b
@/db                with aliases {'@/': 'src/'}  src/db
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import reads_tsconfig
from phaser_lint.contract.rules.example_language import name_example
from phaser_lint.contract.rules.filled_path_fields import (
    find_field_values,
    make_path_search,
    name_path_from_level,
)
from phaser_lint.contract.rules.modules import leads_out
from phaser_lint.contract.rules.rule import Spans
from phaser_lint.core import Record
from phaser_lint.project.levels import lies_within_level, name_level_folder
from phaser_lint.text.deadlines import keep_to_deadline, make_deadline
from phaser_lint.text.globs import Tests, selects_path
from phaser_lint.text.globs.compile_globs import compile_file_globs, compile_spelled_globs
from phaser_lint.text.globs.glob_fields import fill_glob, has_glob_fields
from phaser_lint.text.globs.glob_syntax import list_selecting_globs, spell_out_globs
from phaser_lint.text.imports import (
    READING,
    UNWRITTEN,
    WORDS,
    Import,
    Language,
    find_import_language,
    find_imports,
    holds_all_words,
)
from phaser_lint.text.languages import split_text_name
from phaser_lint.text.search import Requirement

# What stands in a glob for something else.
_SPECIAL = re.compile(r"[\\*?\[\]]")
_FIELD = re.compile(r"\{(\w+)\}")
# A package by itself is no file: `lodash/**` is what is below it, and `lodash` is not.
_PACKAGE = re.compile(r"(?:@[^/]+/)?[^/]+")
_SCHEME = re.compile(r"\A(?:node|npm|jsr):/?")
_VERSION = re.compile(r"((?:(?:npm|jsr):/?)?(?:@[^/@]+/)?[^/@:]+)@[^/]*")
# Dots and double colons stand for slashes in some languages.
_NAMES = re.compile(r"[^.:]+")
# A relative import begins with one of these, however it is written.
_RELATIVE = (
    "./",
    "..",
    "'.'",
    '"."',
    "`.`",
    "from .",
    "from.",
    "from\t",
    "from\f",
    "from  ",
    "from\\",
)


class ImportTarget(Record):
    """What an import leads to; ``is_path``: it is one from the level's folder, for certain."""

    path: str
    is_path: bool


class Forbidden(Record):
    """An import that is forbidden: where its module stands, and what it leads to."""

    span: tuple[int, int]
    targets: tuple[str, ...]


class _Glob(Record):
    """A glob of ``forbid``; what it is of: paths, packages, or both."""

    tests: Tests
    takes_out: bool
    of_paths: bool
    of_packages: bool


def list_forbidden_imports(
    contract: Contract,
    path: str,
    text: str,
    *,
    spans: Spans | None = None,
    seconds: float | None = None,
    note_unclosed: Callable[[int], None] | None = None,
) -> list[Forbidden]:
    """Return the forbidden imports in *text*, the file at *path*, by the globs of ``forbid`` of
    *contract*.

    *spans*: where the modules stand, if that is known already; *note_unclosed*: see
    ``find_imports``. Raises ``LateReaderError`` after so many *seconds*, and another
    ``TimeoutError`` where ``path_pattern`` takes too long on the path.
    """
    words = [
        [word for word in module_words if word not in path]
        for module_words in _list_required_words(contract)
    ]
    language = find_import_language(path, text) if holds_all_words(text, words) else None
    if language is None:
        return []
    checker = ImportChecker(contract, path, language, until=make_deadline(seconds))

    def is_wanted(candidate: Import) -> bool:
        return not candidate.is_of_types and bool(checker.forbidden(candidate))

    imports = find_imports(
        path,
        text,
        words=words,
        wanted=is_wanted,
        spans=spans,
        seconds=seconds,
        tells_types=allows_type_imports(contract),
        note_unclosed=note_unclosed,
    )
    return [
        Forbidden(
            (found_import.start, found_import.end),
            tuple([target.path for target in checker.forbidden(found_import)]),
        )
        for found_import in imports
    ]


def allows_type_imports(contract: Contract) -> bool:
    """Tell whether an import of types alone is not forbidden by *contract*."""
    return bool(contract.value_of("type_only") == "allow")


def find_import_targets(
    contract: Contract, path: str, found_import: Import, language: Language
) -> list[ImportTarget]:
    """Return what an import in the file at *path* leads to, which tells whether it is forbidden."""
    return ImportChecker(contract, path, language).targets(found_import)


class ImportChecker:
    """Checks the imports of one file; raises ``LateReaderError`` once it is later than *until*."""

    def __init__(
        self, contract: Contract, path: str, language: Language, *, until: float | None = None
    ) -> None:
        self._contract, self._language, self._until = contract, language, until
        self._path, _ = split_text_name(path)
        self._folder = posixpath.dirname(name_path_from_level(contract, path))
        self._modules = contract.modules
        self._aliases = sorted(list_written_aliases(contract), key=lambda alias: -len(alias[0]))
        self._targets_by_import: dict[tuple[str, tuple[str, ...]], tuple[ImportTarget, ...]] = {}
        self._globs: Sequence[_Glob] | None = None

    def forbidden(self, found_import: Import) -> tuple[ImportTarget, ...]:
        key = found_import.module, found_import.names
        if key not in self._targets_by_import:
            self._targets_by_import[key] = tuple(
                [target for target in self.targets(found_import) if self._is_forbidden(target)]
            )
        return self._targets_by_import[key]

    def targets(self, found_import: Import) -> list[ImportTarget]:
        bases = self._bases(found_import)
        names = [
            # What stands at the level itself has no folder before it.
            ImportTarget(name, base.is_path)
            if base.path == "."
            else ImportTarget(posixpath.join(base.path, name), base.is_path)
            for base in bases
            for name in found_import.names
        ]
        # `from . import x` takes a module beside the file, and not the package that both are in.
        is_dots = (
            self._language.separator == "."
            and found_import.is_relative
            and not found_import.module.strip(".")
        )
        module_targets = [] if is_dots and names else bases
        return [*module_targets, *names]

    def _bases(self, found_import: Import) -> list[ImportTarget]:
        """Return what the module of an import may be: by several aliases there are several."""
        separator, module = self._language.separator, found_import.module
        if self._language.packages and "://" not in module:
            # `#lib` is a name of the package's own.
            module = module[0] + re.split(r"[?#]", module[1:], maxsplit=1)[0]
        if not found_import.is_relative:
            module = module.replace(separator, "/")
            for name, target in self._aliases:
                begins = name.replace(separator, "/")
                start = begins if begins[-1] == "/" else f"{begins}/"
                if module == begins or module.startswith(start):
                    remaining = module[len(begins) :].lstrip("/")
                    return [self._path_target(posixpath.join(target, remaining))]
            as_written = ImportTarget(module, False)
            if not (self._language.packages and reads_tsconfig(self._contract) and self._modules):
                return [as_written]
            paths, is_package = self._modules.paths_of(module, self._path)
            level = name_level_folder(self._contract.level)
            to_root = [".."] * len(level.split("/"))
            paths_from_level = [
                name_path_from_level(self._contract, path)
                if not level or lies_within_level(path, level)
                else posixpath.join(*to_root, path)
                for path in paths
            ]
            package = [as_written] if is_package else []
            return [*map(self._path_target, paths_from_level), *package]
        if separator == ".":
            name = module.lstrip(".")
            up = len(module) - len(name) - 1
            module = "/".join([".", *[".."] * up, *name.split(".")])
        return [self._path_target(posixpath.join(self._folder, module))]

    def _path_target(self, path: str) -> ImportTarget:
        """Return the target at a *path* from the level's folder."""
        path = posixpath.normpath(path or ".")
        if leads_out(path) and self._modules is not None:
            level = name_level_folder(self._contract.level)
            from_root = posixpath.normpath(posixpath.join(level, path))
            back_inside = self._modules.back_inside(from_root)
            if not leads_out(back_inside) and lies_within_level(back_inside, level):
                path = name_path_from_level(self._contract, back_inside) or "."
        return ImportTarget(path, True)

    def _is_forbidden(self, target: ImportTarget) -> bool:
        keep_to_deadline(self._until, READING)
        if self._globs is None:
            self._globs = _make_globs(
                self._contract, self._path, language=self._language, until=self._until
            )
        if target.is_path and leads_out(target.path):
            return False
        language, is_package = self._language, self._language.packages and not target.is_path
        names = [target.path]
        if is_package:  # with its scheme and version, and without
            names.append(_SCHEME.sub("", target.path))
            versions = [_VERSION.match(name) for name in names]
            names += [match[1] + match.string[match.end() :] for match in versions if match]
        paths = []
        for name in dict.fromkeys(names):
            paths.append(name)
            if is_package and _PACKAGE.fullmatch(name):
                continue
            # With an ending or without, as a file or its folder.
            ending = next((ending for ending in language.endings if name.endswith(ending)), "")
            stem = name[: len(name) - len(ending)]
            folder = stem.removesuffix(f"/{language.whole}") if language.whole else stem
            paths += [stem, folder]
            if language.whole and stem == folder:
                paths.append(f"{stem}/{language.whole}")
        for glob in self._globs:
            fits = glob.of_paths if target.is_path else glob.of_packages
            if fits and any(selects_path((glob.tests,), path) for path in paths):
                return not glob.takes_out
        return False


def _make_globs(
    contract: Contract, path: str, language: Language, until: float | None
) -> list[_Glob]:
    """Return the globs for imports of the file at *path*, the last one first."""
    forbidden_globs = contract.value_of("forbid")
    field_values = (
        find_field_values(contract, path, make_path_search(contract))
        if has_glob_fields(forbidden_globs)
        else {}
    )
    fields = tuple(field_values.items())
    globs = []
    for glob in reversed(spell_out_globs(forbidden_globs)):
        keep_to_deadline(until, READING)
        globs.append(_make_glob(glob, fields, language))
    return globs


# Most globs have no fields: they are the same in each file of a scan.
@lru_cache(maxsize=10_000)
def _make_glob(spelled_glob: str, fields: tuple[tuple[str, str], ...], language: Language) -> _Glob:
    takes_out = spelled_glob.startswith("!")
    plain_glob = spelled_glob.removeprefix("!")
    of_paths = not language.packages or "/" in plain_glob
    of_packages = not language.packages or not plain_glob.startswith("/")
    if language.separator == ".":  # how modules are written, the ending of a file aside
        ending = _find_ending(plain_glob, language) if "/" in plain_glob else ""
        stem = plain_glob[: len(plain_glob) - len(ending)]
        plain_glob = f"{stem.replace('.', '/')}{ending}"
    glob = fill_glob(f"/{plain_glob.lstrip('/')}", dict(fields))
    ending = _find_ending(glob, language) if "/" in plain_glob else ""
    if ending:
        # A file, which has nothing below it.
        tests = compile_file_globs((glob[: -len(ending)], glob))
    else:
        tests = compile_spelled_globs((glob, f"{glob}/**") if glob.endswith("/*") else (glob,))
    return _Glob(tests=tests, takes_out=takes_out, of_paths=of_paths, of_packages=of_packages)


def _find_ending(glob: str, language: Language) -> str:
    """Return the ending of files of the *language* that *glob* has behind a name."""
    endings = (ending for ending in language.endings if glob.endswith(ending))
    return next((ending for ending in endings if glob[: -len(ending)].rpartition("/")[2]), "")


def make_text_with_import(contract: Contract) -> str | None:
    """Return a text with an import that *contract* forbids; ``None`` where none is known."""
    path = name_example(contract)
    language = find_import_language(path)
    if language is None:
        return None
    for glob in list_selecting_globs(contract.value_of("forbid")):
        module = _FIELD.sub("x", glob).replace("**", "x").replace("*", "x").strip("/")
        statements = [f'import "{module}"\n']
        if language.separator == ".":
            dotted = module.replace("/", ".")
            statements = [f"import {dotted}\n", f"import {dotted};\n", *statements]
        for statement in statements:
            if list_forbidden_imports(contract, path, statement):
                return statement
    return None


def make_import_requirement(contract: Contract) -> Requirement:
    """Return what a text must hold to have a forbidden import, one that *contract* forbids.

    A word that imports; and a name that all those modules have, or what makes an import relative.
    """
    names = [words[-1] if words else "" for words in _list_required_words(contract)]
    return ((WORDS, ()), ((*names, *_RELATIVE), ())) if all(names) else ((WORDS, ()),)


def _list_required_words(contract: Contract) -> list[list[str]]:
    """Return of each glob that forbids which names every module has that it matches.

    Each stands in the import itself, or for a relative one in the path of its file.
    """
    if reads_tsconfig(contract):
        return [[]]  # nobody knows which words stand for them
    aliased = "/".join(target for _, target in list_written_aliases(contract))
    words_of_globs = []
    for glob in list_selecting_globs(contract.value_of("forbid")):
        names, all_words = [name for name in glob.split("/") if name], list[str]()
        for index, name in enumerate(names):
            words = [] if _SPECIAL.search(name) or "{" in name else _NAMES.findall(name)
            # An import may be without the ending, or without the name that stands for a folder.
            while index == len(names) - 1 and words and words[-1] in UNWRITTEN:
                words.pop()
            all_words += words
        words_of_globs.append([word for word in all_words if word not in aliased])
    return words_of_globs


def list_written_aliases(contract: Contract) -> Sequence[tuple[str, str]]:
    """Return the aliases for where imports lead that *contract* has, not a ``tsconfig.json``."""
    return () if reads_tsconfig(contract) else contract.value_of("aliases") or ()
