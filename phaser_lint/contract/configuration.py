"""``.phaser/config.yaml`` at the root: what to include, and which files are exempt.

    include: [shared/contracts, {pack: secrets}]
    exclude: ['vendor/', '*_pb2.py']
    directives_as_text: ['docs/']

An included folder lies in the project, or in a submodule of it; each, and each pack, is a level at
the root that the project's own contracts win over. What ``exclude`` selects no contract checks.
Where ``directives_as_text`` selects a file, directives are shown and mean nothing.
"""

from __future__ import annotations

import os

from phaser_lint.contract.key_reader import KeyProblem, KeyReader, kind_of, unknown_keys
from phaser_lint.contract.keys import CONFIGURATION_KEYS, PACK_KEY, names_of
from phaser_lint.contract.model import ContractPlace, ContractProblem
from phaser_lint.contract.packs import PACKS, pack_place
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES, read_documents
from phaser_lint.core import Record
from phaser_lint.project.folders import DISK
from phaser_lint.project.regular_file import NotRegularError
from phaser_lint.project.root import CONFIGURATION, is_contract_name, led_out, lies_in
from phaser_lint.text.globs.compile import compile_patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaser_lint.contract.yaml_documents import Document
    from phaser_lint.project.folders import Folders
    from phaser_lint.project.root import Levels
    from phaser_lint.text.globs import Tests

_INCLUDABLE = "a folder of contract files or {pack: NAME}"


class Configuration(Record):
    """What the file says, and what is wrong with it.

    ``include`` are places of contracts, beside those of the levels; ``exclude`` are tests, and so
    are ``directives_as_text``, which ``globs`` has as they are written, by their keys. ``named``
    are the folders in the project and the packs that it is to include, whether they count or not.
    """

    include: tuple[ContractPlace, ...] = ()
    exclude: Tests = ()
    directives_as_text: Tests = ()
    problems: tuple[ContractProblem, ...] = ()
    globs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    named: tuple[str, ...] = ()

    def written(self, key: str) -> tuple[str, ...]:
        """Return the globs of *key* as they are written."""
        return dict(self.globs).get(key, ())


NOTHING = Configuration()


def read_configuration(levels: Levels, *, folders: Folders = DISK) -> Configuration:
    """Return what the configuration of *levels* says; nothing where there is none."""
    try:
        data = folders.read(levels.configuration, limit=MAXIMUM_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        if not folders.is_there(levels.configuration):
            return NOTHING
        return _wrong("", "expected a regular file, found a link to nothing")
    except NotRegularError:
        return _wrong("", "expected a regular file")
    except OSError as error:
        return _wrong("", f"cannot be read: {error.strerror or error}")
    out = led_out(levels.configuration, levels.base or levels.root) if folders is DISK else ""
    if out:
        return _wrong("", out)
    documents = read_documents(data)
    if len(documents) > 1:
        return _wrong("", "expected one document", line=documents[1].line)
    return _of_document(documents[0], levels, folders) if documents else NOTHING


def _of_document(document: Document, levels: Levels, folders: Folders) -> Configuration:
    if document.faults:
        problems = [
            ContractProblem(CONFIGURATION, each.key, each.expected, line=each.line)
            for each in document.faults
        ]
        return Configuration(problems=tuple(problems))
    if document.value is None:
        return NOTHING
    if not isinstance(document.value, dict):
        return _wrong("", f"expected a mapping, not {kind_of(document.value)}", line=document.line)
    reader = KeyReader(document.value, levels.root)
    including, *of_globs = CONFIGURATION_KEYS
    include = _items(reader, including.name)
    named = _named(include, levels)
    globs = tuple(reader.read(of_globs).items())
    wrong = [*reader.problems, *unknown_keys(document.value, names_of(CONFIGURATION_KEYS))]
    if wrong:  # what it would leave out, or take in, cannot be known
        return Configuration(problems=_problems(wrong, document), named=named)
    found = [_included(item, levels, folders) for item in include]
    wrong = [
        KeyProblem(f"include[{index}]{key}", expected)
        for index, one in enumerate(found)
        for key, expected in one.problems
    ]
    places = tuple(one.place for one in found if one.place)
    exclude, as_text = (compile_patterns(written) for _, written in globs)
    return Configuration(places, exclude, as_text, _problems(wrong, document), globs, named)


def _named(include: Iterable[Any], levels: Levels) -> tuple[str, ...]:
    packs = [item.get("pack") for item in include if isinstance(item, dict)]
    folders = [item for item in include if isinstance(item, str) and not _outside(item)]
    return (
        *(os.path.join(levels.base or levels.root, os.path.normpath(name)) for name in folders),
        *(pack_place(name, levels.root).folder for name in PACKS if name in packs),
    )


def _problems(wrong: Iterable[KeyProblem], document: Document) -> tuple[ContractProblem, ...]:
    return tuple(
        ContractProblem(CONFIGURATION, key, expected, line=document.line_of(key))
        for key, expected in wrong
    )


def _items(reader: KeyReader, key: str) -> list[Any]:
    """Return the folders, as texts, and the packs, as mappings, of a list or of one alone."""
    found = reader.value.get(key)
    items = [found] if isinstance(found, (str, dict)) else found or []
    if not isinstance(items, list):
        reader.expect(key, f"{_INCLUDABLE}, or a list of them, not {kind_of(found)}")
        return []
    for index, item in enumerate(items):
        if not isinstance(item, (str, dict)):
            reader.expect(f"{key}[{index}]", f"{_INCLUDABLE}, not {kind_of(item)}")
    return items


class _Included(Record):
    """What one item includes, or what is wrong with it, by the keys below it."""

    place: ContractPlace | None
    problems: tuple[KeyProblem, ...] = ()


def _included(item: Any, levels: Levels, folders: Folders) -> _Included:
    if isinstance(item, dict):
        reader = KeyReader(item)
        name = reader.value_of(PACK_KEY._replace(choices=tuple(PACKS)))
        wrong = (*reader.problems, *unknown_keys(item, names_of([PACK_KEY])))
        below = tuple(problem._replace(key=f".{problem.key}") for problem in wrong)
        return _Included(None if wrong else pack_place(name, levels.root), below)
    problem = _folder_problem(item, levels, folders)
    if problem:
        meant = f"; the pack of that name is {{pack: {item}}}" if item in PACKS else ""
        return _Included(None, (KeyProblem("", f"{problem}{meant}"),))
    plain = os.path.normpath(item)
    folder = os.path.join(levels.base, plain)
    return _Included(
        ContractPlace(folder, plain, "included", "", levels.root, levels.base or levels.root)
    )


def _folder_problem(name: str, levels: Levels, folders: Folders) -> str | None:
    expected = "expected a folder of contract files, from the root of the project"
    plain = os.path.normpath(name)
    outside = _outside(name)
    if outside:
        return f"{expected}: {outside}"
    folder = os.path.join(levels.base, plain)
    try:
        if not lies_in(folders.resolved(folder), folders.resolved(levels.base)):
            return f"{expected}: {name} leads out of it through a link"
        names = folders.names(folder)
    except OSError as error:
        return f"{expected}: {name}: {error.strerror}"
    if not any(map(is_contract_name, names)):
        return f"{expected}: {name} holds no contract file"
    return None


def _outside(name: str) -> str:
    """Return why *name* can be no folder in the project, whatever is there; nothing if it can."""
    plain = os.path.normpath(name)
    if plain == ".":
        return f"{name!r} is the root itself"
    if "\0" in name:
        return "no name of a file holds a null character"
    if os.path.isabs(name) or plain.split(os.sep)[0] == "..":
        return f"{name!r} lies outside of it"
    return ""


def _wrong(key: str, expected: str, line: int | None = None) -> Configuration:
    return Configuration(problems=(ContractProblem(CONFIGURATION, key, expected, line=line),))
