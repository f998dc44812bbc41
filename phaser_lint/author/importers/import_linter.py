"""import-linter: its contracts of the types ``forbidden`` and ``independence``.

    [importlinter]                          .importlinter, setup.cfg
    root_package = app

    [importlinter:contract:web-and-db]
    name = Pages do not open the database.
    type = forbidden
    source_modules = app.web
    forbidden_modules = app.db

In ``pyproject.toml`` they are ``[[tool.importlinter.contracts]]``. It follows imports through other
modules, unless a contract says ``allow_indirect_imports``; a contract here sees the direct ones.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from configparser import ConfigParser
from configparser import Error as IniError
from operator import methodcaller
from typing import Any

from phaser_lint.author.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.author.importers.rule_file import RuleFileError, decode_utf_8, parse_toml_document
from phaser_lint.core import Record
from phaser_lint.core.text import shorten_line

_NAME = "import-linter"
_SECTION = "importlinter"
_CONTRACT = f"{_SECTION}:contract:"
_TOML = ".toml"
_INDIRECT = "indirect imports are forbidden there; a contract sees only direct ones"
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
# What stands for names in a module, as it does in a glob.
_WILDCARDS = ("*", "**")
_NAME_PATTERNS = {"*": r"(?!__init__\.py$)[^/]+?", "**": r"(?!__init__\.py$).+?"}
_MODULE = re.compile(r"(?:\w+|\*\*?)(?:\.(?:\w+|\*\*?))*")
_MEMBERS = re.compile(r"((?:\w+\.)+)\*")
_SOURCE_LAYOUT = "src"


def import_import_linter(content: bytes, path: str) -> ImportedFile:
    """Return what import-linter's contracts become; raises ``RuleFileError``."""
    is_toml = path.endswith(_TOML)
    settings = (
        _parse_toml(content, path) if is_toml else _parse_ini(decode_utf_8(content, path), path)
    )
    if settings is None or not settings.contracts:
        where = "[[tool.importlinter.contracts]]" if path.endswith(_TOML) else f"[{_CONTRACT}ID]"
        notice = f"it has no contract of {_NAME}, in {where}"
        return ImportedFile(path, _NAME, rules=(), notices=(notice,))
    rules = [
        rule
        for old_contract in settings.contracts
        for rule in _convert_contract(old_contract, settings, path)
    ]
    return ImportedFile(path, _NAME, tuple(rules))


class OldContract(Record):
    """A contract as it is written: its keys, and the line on which it begins."""

    keys: Mapping[str, Any]
    line: int

    def wrong(self, path: str, key: str, expected: str) -> RuleFileError:
        """Return the error that import-linter's *key* holds something else than *expected*."""
        return RuleFileError(f"{path}:{self.line}: {key}: expected {expected}")

    def text(self, key: str, path: str) -> str:
        """Return the text that import-linter's *key* has to hold; raises ``RuleFileError``."""
        text = self.keys.get(key)
        if not isinstance(text, str) or not text.strip():
            raise self.wrong(path, key, "a text")
        return text.strip()

    def texts(self, key: str, path: str) -> tuple[str, ...]:
        """Return import-linter's texts at *key*, a list or one a line; raises ``RuleFileError``."""
        texts = self.keys.get(key, ())
        texts = texts.split("\n") if isinstance(texts, str) else texts
        if not isinstance(texts, (list, tuple)) or not all(isinstance(text, str) for text in texts):
            raise self.wrong(path, key, "a list of texts")
        # A comment has a line of its own.
        lines = [text.strip() for text in texts]
        return tuple([line for line in lines if line and not line.startswith(("#", ";"))])

    def modules(self, key: str, path: str) -> tuple[str, ...]:
        """Return import-linter's modules at *key*; raises ``RuleFileError``."""
        modules = self.texts(key, path)
        strange = next((module for module in modules if not _MODULE.fullmatch(module)), None)
        if strange is not None:
            raise self.wrong(path, key, f"modules such as app.web, not {shorten_line(strange)}")
        return modules

    def is_true(self, key: str, path: str, *, default: bool) -> bool:
        """Return import-linter's boolean at *key*; raises ``RuleFileError``."""
        written = str(self.keys.get(key, default)).strip().lower()
        if written not in (*_TRUE, *_FALSE):
            raise self.wrong(path, key, "true or false")
        return written in _TRUE


class _Settings(Record):
    """What holds for all contracts of a file, and these."""

    top: OldContract
    contracts: tuple[OldContract, ...]


def _parse_ini(text: str, path: str) -> _Settings | None:
    parser = ConfigParser(interpolation=None)
    try:
        parser.read_string(text, path)
    except IniError as error:
        raise RuleFileError(
            f"{path}: expected sections of keys; {' '.join(str(error).split())}"
        ) from None
    if not parser.has_section(_SECTION):
        return None
    lines = {
        line.strip()[1:].partition("]")[0]: number
        for number, line in enumerate(text.split("\n"), start=1)
        if line.startswith("[")
    }
    return _Settings(
        OldContract(dict(parser[_SECTION]), lines.get(_SECTION, 1)),
        tuple(
            OldContract(dict(parser[section]), lines.get(section, 1))
            for section in parser.sections()
            if section.startswith(_CONTRACT)
        ),
    )


def _parse_toml(content: bytes, path: str) -> _Settings | None:
    text, document = parse_toml_document(content, path, instead="write the same in .importlinter")
    tables = document.get("tool", {})
    top = tables.get(_SECTION) if isinstance(tables, dict) else None
    if top is None:
        return None
    contracts = top.get("contracts", []) if isinstance(top, dict) else None
    if not isinstance(contracts, list) or not all(isinstance(keys, dict) for keys in contracts):
        raise RuleFileError(f"{path}: tool.{_SECTION}.contracts: expected tables")
    headers = [
        number
        for number, line in enumerate(text.split("\n"), start=1)
        if re.match(r"\[\[\s*tool\.importlinter\.contracts\s*\]\]", line)
    ]
    lines = headers if len(headers) == len(contracts) else [1] * len(contracts)
    return _Settings(
        OldContract(top, 1),
        tuple(OldContract(keys, line) for keys, line in zip(contracts, lines, strict=True)),
    )


def _convert_contract(
    old_contract: OldContract, settings: _Settings, path: str
) -> list[ImportedRule]:
    """Return what becomes of a contract: several, where one cannot say it."""
    name, kind = old_contract.text("name", path), old_contract.text("type", path)
    imported_rule = ImportedRule(name, old_contract.line)
    if kind not in ("forbidden", "independence"):
        return [imported_rule._replace(unsupported=(f"type: {kind} is of no contract here",))]
    top, folder = settings.top, os.path.dirname(path)
    names = (*top.texts("root_package", path), *top.texts("root_packages", path))
    roots = tuple([root_name.partition(".")[0] for root_name in names])
    in_source_layout = [
        root
        for root in dict.fromkeys(roots)
        if not os.path.exists(os.path.join(folder, root))
        and os.path.isdir(os.path.join(folder, _SOURCE_LAYOUT, root))
    ]
    packages = _Packages(folder, roots, tuple(in_source_layout))
    lost = (
        [] if old_contract.is_true("allow_indirect_imports", path, default=False) else [_INDIRECT]
    )
    shared_keys = {
        "message": name,
        "severity": "error",
        **packages.aliases(),
        **(
            {"type_only": "allow"}
            if top.is_true("exclude_type_checking_imports", path, default=False)
            else {}
        ),
    }
    parts = _split_into_parts(old_contract, kind, path)
    # What modules import all the same, by who imports it.
    ignored: dict[str, list[str]] = {}
    for line in old_contract.texts("ignore_imports", path):
        importer, arrow, imported = (word.strip() for word in line.partition("->"))
        if not (arrow and _MODULE.fullmatch(importer) and _MODULE.fullmatch(imported)):
            raise old_contract.wrong(
                path, "ignore_imports", f"app.a -> app.b, not {shorten_line(line)}"
            )
        ignored.setdefault(importer, []).append(imported)
    lost += [
        f"{module}: what its package itself defines counts as one of these"
        for module in dict.fromkeys(module for part in parts for module in part.forbidden)
        if module.rpartition(".")[2] in _WILDCARDS
    ]
    lost += [
        f"ignore_imports: {importer} may import what lies below {module}, too"
        for importer, modules in ignored.items()
        for module in modules
        if packages.may_be_package(module)
        and any(
            _lies_in_any(importer, part.sources) and _lies_in_any(module, part.forbidden)
            for part in parts
        )
    ]
    return [
        imported_rule._replace(
            keys={"type": "forbid_import", **keys, **shared_keys}, unsupported=tuple(lost)
        )
        for part in parts
        for keys in _make_keys(part, ignored, packages=packages)
    ]


class _Packages(Record):
    """Where the *roots*, packages, lie in a *folder*: below ``src`` those *in_source_layout*."""

    folder: str
    roots: tuple[str, ...]
    in_source_layout: tuple[str, ...]

    def path_of(self, module: str) -> str:
        """Return the path of a *module* of a Python package, without an ending."""
        start = f"{_SOURCE_LAYOUT}/" if module.partition(".")[0] in self.in_source_layout else ""
        return f"{start}{module.replace('.', '/')}"

    def aliases(self) -> dict[str, Any]:
        """Return the key that tells where an import of them leads."""
        paths = {package: f"{_SOURCE_LAYOUT}/{package}" for package in self.in_source_layout}
        return {"aliases": paths} if paths else {}

    def globs_of(self, modules: Iterable[str], *, is_package: bool) -> list[str]:
        """Return globs of the files of *modules*, and of those below them if each *is_package*."""
        inner = "**/*.py" if is_package else "__init__.py"
        globs = []
        # The last glob counts: what a wildcard takes out another module may have.
        for module in sorted(modules, key=_has_no_wildcard):
            path = self.path_of(module)
            own_globs = [f"/{path}.py", f"/{path}/{inner}"]
            globs += [f"/{path}/*.py"] if path.endswith("**") else own_globs
            folder, _, name = path.rpartition("/")
            # A folder's own module is none of those in it.
            globs += [f"!/{folder}/__init__.py"] if name in _WILDCARDS else []
        return globs

    def may_be_package(self, module: str) -> bool:
        """Tell whether *module* is one of the project's, and no file of its name is there."""
        if module.partition(".")[0] not in self.roots:
            return False
        return not os.path.isfile(os.path.join(self.folder, f"{self.path_of(module)}.py"))

    def forbidding(self, module: str, *, is_package: bool) -> list[str]:
        """Return what forbids an import of *module*, and of those below if it *is_package*.

        A folder's own module is none of those in it. What is none of the project's is a package.
        """
        path = self.path_of(module)
        folder, _, name = path.rpartition("/")
        globs = [path, *([f"!{folder}/__init__"] if name in _WILDCARDS else [])]
        is_external = module.partition(".")[0] not in self.roots
        return globs if is_package or is_external else [*globs, f"!{path}/*", f"{path}/__init__"]

    def allowing(self, module: str) -> list[str]:
        """Return what allows an import of *module*: ``from a import b`` is one of a as well."""
        path = self.path_of(module)
        folder = path.rpartition("/")[0]
        return [*([f"!{folder}/__init__"] if folder else []), f"!{path}"]

    def path_pattern(self, part: _Part) -> str:
        """Return a pattern that is found in the paths of a package's files of *part*."""
        inner = r"(?:\.py|/.*)" if part.is_package else r"(?:\.py|/__init__\.py)"
        patterns = []
        for module in part.sources:
            names = [
                _NAME_PATTERNS.get(name, re.escape(name))
                for name in self.path_of(module).split("/")
            ]
            patterns.append("/".join(names))
        return f"^(?:{'|'.join(patterns)}){inner}$"


def _has_no_wildcard(module: str) -> bool:
    return "*" not in module


class _Part(Record):
    """Modules that must not import others; of *members* each has a name of its own."""

    sources: tuple[str, ...]
    forbidden: tuple[str, ...]
    allowed: tuple[str, ...] = ()
    is_package: bool = True
    members: str = ""


def _split_into_parts(old_contract: OldContract, kind: str, path: str) -> list[_Part]:
    """Return which modules must not import which by a contract of that *kind*."""
    if kind == "independence":
        modules = old_contract.modules("modules", path)
        if not modules:
            raise old_contract.wrong(path, "modules", "modules")
        parts = []
        for module in modules:
            members = _MEMBERS.fullmatch(module)
            other_modules = tuple([other for other in modules if other != module])
            if members:
                parts.append(_Part((module,), modules, members=members[1].rstrip(".")))
            elif other_modules:
                parts.append(_Part((module,), other_modules))
        return parts
    sources = old_contract.modules("source_modules", path)
    forbidden = old_contract.modules("forbidden_modules", path)
    if not sources or not forbidden:
        key = "forbidden_modules" if sources else "source_modules"
        raise old_contract.wrong(path, key, "modules")
    is_package = old_contract.is_true("as_packages", path, default=True)
    # A module that is both, or lies below one, imports what is below itself.
    apart = [source for source in sources if _lies_in_any(source, forbidden)]
    others = tuple([source for source in sources if source not in apart])
    part = _Part(others, forbidden, is_package=is_package)
    return [
        *([part] if others else []),
        *(
            part._replace(sources=(source,), allowed=(source,))
            for source in apart
            if not all(_lies_in_any(module, (source,)) for module in forbidden)
        ),
    ]


def _make_keys(
    part: _Part, ignored: Mapping[str, Sequence[str]], *, packages: _Packages
) -> Iterable[dict[str, Any]]:
    """Yield the keys of a contract for *part*, and of one for each module that may import more."""
    forbid = [
        glob
        # What takes out the modules in a folder comes before what forbids one of them.
        for module in sorted(part.forbidden, key=methodcaller("count", "."))
        for glob in packages.forbidding(module, is_package=part.is_package)
    ]
    forbid += [f"!{packages.path_of(module)}" for module in part.allowed]
    own_path = {}
    if part.members:
        folder = packages.path_of(part.members)
        own_path = {"path_pattern": rf"^{re.escape(folder)}/(?!__init__\.py$)(\w+)"}
        forbid.append(f"!{folder}/{{1}}")
    # Only what is imported directly: others stand for a way that leads there.
    allowed_by_importer = {
        importer: [module for module in modules if _lies_in_any(module, part.forbidden)]
        for importer, modules in ignored.items()
        if _lies_in_any(importer, part.sources)
    }
    importers = [importer for importer, modules in allowed_by_importer.items() if modules]
    importers.sort(key=_has_no_wildcard)
    taken_out = packages.globs_of(importers, is_package=False)
    yield {
        "file_glob": packages.globs_of(part.sources, is_package=part.is_package),
        **({"exclude_glob": taken_out} if taken_out else {}),
        **own_path,
        "forbid": forbid,
    }
    for index, importer in enumerate(importers):
        # Of several for a file the last one's contract allows what each of them may import.
        narrower = [other for other in importers[index + 1 :] if _overlaps(other, importer)]
        wider = [other for other in importers[: index + 1] if _overlaps(other, importer)]
        modules = dict.fromkeys(module for other in wider for module in allowed_by_importer[other])
        left_out = packages.globs_of(narrower, is_package=False)
        yield {
            "file_glob": packages.globs_of([importer], is_package=False),
            **({"exclude_glob": left_out} if left_out else {}),
            # It may be called by more than the modules of this contract.
            **(own_path or {"path_pattern": packages.path_pattern(part)}),
            "forbid": [
                *forbid,
                *(glob for module in modules for glob in packages.allowing(module)),
            ],
        }


def _lies_in_any(module: str, outer_modules: Iterable[str]) -> bool:
    """Tell whether *module* may be one of *outer_modules*, or lie below one."""
    return any(_may_lie_in(module.split("."), outer.split(".")) for outer in outer_modules)


def _overlaps(importer: str, other: str) -> bool:
    """Tell whether import-linter may mean the same module by both."""
    names, other_names = importer.split("."), other.split(".")
    is_as_long = len(names) == len(other_names) or "**" in (*names, *other_names)
    return is_as_long and _may_lie_in(names, other_names)


def _may_lie_in(names: Sequence[str], outer_names: Sequence[str]) -> bool:
    if not outer_names:
        return True
    if not names:
        return False
    if "**" in (names[0], outer_names[0]):
        return True
    is_same = names[0] == outer_names[0] or "*" in (names[0], outer_names[0])
    return is_same and _may_lie_in(names[1:], outer_names[1:])


TOOL = Tool(
    _NAME,
    (".importlinter", "setup.cfg", "pyproject.toml"),
    import_import_linter,
    marker=_SECTION,
    is_of_folder=True,
)
