"""``.phaser/config.yaml`` at the root: what to include, and which files are exempt.

    include: [shared/contracts, {pack: secrets}]
    exclude: ['vendor/', '*_pb2.py']
    directives_as_text: ['docs/']
    branches: ['release/*']
    languages: {'models/**/*.sql': dbt}
    ignorable: people

An included folder lies in the project, or in a submodule of it; each, and each pack, is a level at
the root that the project's own contracts win over. What ``exclude`` selects no contract checks.
Where ``directives_as_text`` selects a file, directives are shown and mean nothing. What
``branches`` selects of the branches of remotes counts as their default branch does. ``languages``
say what files are written in, whatever their endings are. ``ignorable`` counts for each contract of
the project that does not say it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from phaser_lint.contract.discover import (
    NOTHING,
    Configuration,
    ContractPlace,
    DiscoveredFiles,
    discover_contract_files,
)
from phaser_lint.contract.key_reader import (
    KeyReader,
    describe_kind,
    find_misspelled_keys,
    find_unknown_keys,
)
from phaser_lint.contract.keys import CONFIGURATION_KEYS, PACK_KEY, list_key_names
from phaser_lint.contract.model import PACK
from phaser_lint.contract.near_names import render_name_hint
from phaser_lint.contract.pack_table import PACKS, name_pack_folder
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES, Document, KeyProblem, read_documents
from phaser_lint.core import JsonValue
from phaser_lint.project import explain_link_out, lies_in
from phaser_lint.project.folders import DISK, Folders
from phaser_lint.project.levels import CONFIGURATION, Levels, is_contract_name
from phaser_lint.project.regular_file import NotRegularError
from phaser_lint.text.globs.compile_globs import compile_glob_list
from phaser_lint.text.globs.glob_problems import find_globs_problem
from phaser_lint.text.regions import LANGUAGE_NAMES

_INCLUDE, *_GLOBS, _LANGUAGES, _IGNORABLE = CONFIGURATION_KEYS
_INCLUDABLE = "a folder of contract files or {pack: NAME}"


def make_pack_place(name: str, root: str) -> ContractPlace:
    """Return the place of a pack that ``include`` names, for the project at *root*."""
    return ContractPlace(
        folder=name_pack_folder(name), shown=f"{PACK}{name}", source="pack", level="", root=root
    )


def discover_configured_files(
    levels: Levels, *, home: str = "", folders: Folders = DISK
) -> DiscoveredFiles:
    """Discover the contract files of *levels*, and of what their configuration includes, as
    ``discover_contract_files`` does.
    """
    configuration = read_configuration(levels, folders=folders)
    return discover_contract_files(levels, home=home, configuration=configuration, folders=folders)


def read_configuration(levels: Levels, *, folders: Folders = DISK) -> Configuration:
    """Return what the configuration of *levels* says, ``.phaser/config.yaml``, if there is one."""
    try:
        content = folders.read(levels.configuration, limit=MAXIMUM_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        if not folders.is_there(levels.configuration):
            return NOTHING
        return _make_invalid_configuration("expected a regular file, found a link to nothing")
    except NotRegularError:
        return _make_invalid_configuration("expected a regular file")
    except OSError as error:
        return _make_invalid_configuration(f"cannot be read: {error.strerror or error}")
    link_problem = (
        explain_link_out(levels.configuration, levels.base or levels.root)
        if folders is DISK
        else ""
    )
    if link_problem:
        return _make_invalid_configuration(link_problem)
    documents = read_documents(content)
    if len(documents) > 1:
        return _make_invalid_configuration("expected one document", line=documents[1].line)
    return _parse_configuration(documents[0], levels, folders) if documents else NOTHING


def _parse_configuration(document: Document, levels: Levels, folders: Folders) -> Configuration:
    if document.faults:
        faults = [
            ContractProblem(CONFIGURATION, fault.key, fault.expected, line=fault.line)
            for fault in document.faults
        ]
        return Configuration(problems=tuple(faults))
    if document.value is None:
        return NOTHING
    if not isinstance(document.value, dict):
        return _make_invalid_configuration(
            f"expected a mapping, not {describe_kind(document.value)}", line=document.line
        )
    reader = KeyReader(document.value, levels.root)
    includables = _list_includables(reader, _INCLUDE.name)
    packs = [includable.get("pack") for includable in includables if isinstance(includable, dict)]
    base = levels.base or levels.root
    named_folders = (
        *[
            os.path.join(base, os.path.normpath(includable))
            for includable in includables
            if isinstance(includable, str) and not _explain_outside_folder(includable)
        ],
        *[name_pack_folder(name) for name in PACKS if name in packs],
    )
    globs = tuple(reader.read(_GLOBS).items())
    language_names, ignorable = reader.value_of(_LANGUAGES), reader.value_of(_IGNORABLE)
    _check_languages(reader, _LANGUAGES.name, language_names)
    key_problems = [
        *reader.problems,
        *find_unknown_keys(document.value, list_key_names(CONFIGURATION_KEYS)),
    ]
    places, inclusion_problems = list[ContractPlace](), list[KeyProblem]()
    for index, includable in enumerate(includables):
        if isinstance(includable, (str, dict)):
            place, problems = _read_inclusion(includable, levels, folders)
            places += [place] if place else []
            inclusion_problems += [
                KeyProblem(f"include[{index}]{key}", expected) for key, expected, _ in problems
            ]
    all_problems = tuple(
        ContractProblem(CONFIGURATION, key, expected, line=document.line_of(key))
        for key, expected, _ in (*key_problems, *inclusion_problems)
    )
    if key_problems:  # what it would leave out, or take in, cannot be known
        return Configuration(problems=all_problems, named=named_folders)
    exclude, as_text, branches = (compile_glob_list(patterns) for _, patterns in globs)
    return Configuration(
        include=tuple(dict.fromkeys(places)),
        exclude=exclude,
        directives_as_text=as_text,
        branches=branches,
        problems=all_problems,
        globs=globs,
        named=named_folders,
        languages=tuple([(compile_glob_list((glob,)), name) for glob, name in language_names]),
        language_names=language_names,
        ignorable=ignorable,
    )


def _list_includables(reader: KeyReader, key: str) -> list[JsonValue]:
    """Return the folders, as texts, and the packs, as mappings, of a list or of a single one."""
    setting = reader.mapping.get(key)
    includables = [setting] if isinstance(setting, (str, dict)) else setting or []
    if not isinstance(includables, list):
        reader.expect(key, f"{_INCLUDABLE}, or a list of them, not {describe_kind(setting)}")
        return []
    for index, includable in enumerate(includables):
        if not isinstance(includable, (str, dict)):
            reader.expect(f"{key}[{index}]", f"{_INCLUDABLE}, not {describe_kind(includable)}")
    return includables


def _check_languages(
    reader: KeyReader, key: str, language_names: Sequence[tuple[str, str]]
) -> None:
    """Add what is wrong with each glob, and with the name of the language that it has."""
    if not language_names:
        return
    for glob, name in language_names:
        problem = find_globs_problem((glob,))
        if problem:
            reader.problems.append(KeyProblem(f"{key}.{glob}", problem))
        if name not in LANGUAGE_NAMES:
            hint = (
                render_name_hint(name, LANGUAGE_NAMES)
                or f": one of {', '.join(sorted(LANGUAGE_NAMES))}"
            )
            reader.expect(f"{key}.{glob}", f'the name of a language, not "{name}"{hint}')


def _read_inclusion(
    includable: JsonValue, levels: Levels, folders: Folders
) -> tuple[ContractPlace | None, Sequence[KeyProblem]]:
    """Return what one item includes, or what is wrong with it, by the keys below it."""
    if isinstance(includable, dict):
        reader = KeyReader(includable)
        name = reader.value_of(PACK_KEY._replace(choices=tuple(PACKS)))
        misspelled = find_misspelled_keys(includable, [PACK_KEY.name])
        problems = [problem for problem in reader.problems if problem.key not in misspelled]
        problems += find_unknown_keys(includable, [PACK_KEY.name])
        problems = [problem._replace(key=f".{problem.key}") for problem in problems]
        return None if problems else make_pack_place(name, levels.root), problems
    plain_path = os.path.normpath(includable)
    folder = os.path.join(levels.base, plain_path)
    problem = _explain_outside_folder(includable)
    try:
        if not problem and not lies_in(
            folders.resolve_links(folder), folders.resolve_links(levels.base)
        ):
            problem = f"{includable} leads out of it through a link"
        if not problem and not any(map(is_contract_name, folders.names(folder))):
            problem = f"{includable} holds no contract file"
            if not folders.names(folder):
                problem += "; if it is a submodule: git submodule update --init"
    except OSError as error:
        problem = f"{includable}: {error.strerror}"
    if problem:
        expected = "expected a folder of contract files, from the root of the project"
        hint = f"; the pack of that name is {{pack: {includable}}}" if includable in PACKS else ""
        return None, [KeyProblem("", f"{expected}: {problem}{hint}")]
    place = ContractPlace(
        folder=folder,
        shown=plain_path,
        source="included",
        level="",
        root=levels.root,
        bound=levels.base or levels.root,
    )
    return place, []


def _explain_outside_folder(name: str) -> str:
    """Return why *name* can be no folder in the project, whatever is there; nothing if it can."""
    plain_path = os.path.normpath(name)
    if plain_path == ".":
        return f"{name!r} is the root itself"
    if "\0" in name:
        return "no name of a file holds a null character"
    if os.path.isabs(name) or plain_path.split(os.sep)[0] == "..":
        return f"{name!r} lies outside of it"
    return ""


def _make_invalid_configuration(expected: str, line: int | None = None) -> Configuration:
    return Configuration(problems=(ContractProblem(CONFIGURATION, "", expected, line=line),))
