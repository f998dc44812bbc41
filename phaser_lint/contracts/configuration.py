"""``.phaser/config.yaml`` at the top: folders of contracts to include, and files to leave out.

    include: [shared/contracts]
    exclude: ['vendor/', '*_pb2.py']

An included folder lies in the project, or in a submodule of it; each is a level at the top that the
project's own contracts win over. What ``exclude`` selects is judged by no contract.
"""

from __future__ import annotations

import os

from phaser_lint.contracts.key_reader import KeyReader, kind_of, unknown_keys
from phaser_lint.contracts.yaml_documents import MAXIMUM_BYTES, read_documents
from phaser_lint.files.folders import DISK
from phaser_lint.files.levels import CONFIGURATION, is_contract_name
from phaser_lint.files.regular_file import NotRegularError
from phaser_lint.globs.compile import compile_patterns
from phaser_lint.model import ContractProblem
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contracts.yaml_documents import Document
    from phaser_lint.files.folders import Folders
    from phaser_lint.files.levels import Levels
    from phaser_lint.globs.match import Tests

KEYS = ("include", "exclude")


class Configuration(Record):
    """What the file says, and what is wrong with it.

    ``include`` are folders from the top, ``exclude`` tests for what no contract judges, which is
    ``excluded`` as it is written.
    """

    include: tuple[str, ...] = ()
    exclude: Tests = ()
    problems: tuple[ContractProblem, ...] = ()
    excluded: tuple[str, ...] = ()


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
    reader = KeyReader(document.value, levels.top)
    include, exclude = reader.texts("include"), reader.globs("exclude")
    wrong = [*reader.problems, *unknown_keys(document.value, KEYS)]
    problems = [
        ContractProblem(CONFIGURATION, each.key, each.expected, line=document.line_of(each.key))
        for each in wrong
    ]
    if wrong:  # what it would leave out, or take in, cannot be told
        return Configuration(problems=tuple(problems))
    found = [
        (index, name, _include_problem(name, levels, folders)) for index, name in enumerate(include)
    ]
    problems += [
        ContractProblem(CONFIGURATION, key, problem, line=document.line_of(key))
        for index, _, problem in found
        if problem
        for key in [f"include[{index}]"]
    ]
    included = tuple(os.path.normpath(name) for _, name, problem in found if not problem)
    return Configuration(included, compile_patterns(exclude), tuple(problems), exclude)


def _include_problem(name: str, levels: Levels, folders: Folders) -> str | None:
    expected = "expected a folder of contract files, from the top of the project"
    plain = os.path.normpath(name)
    if plain == ".":
        return f"{expected}: {name!r} is the top itself"
    if "\0" in name:
        return f"{expected}: no name of a file holds a null character"
    if os.path.isabs(name) or plain.split(os.sep)[0] == "..":
        return f"{expected}: {name!r} lies outside of it"
    folder = os.path.join(levels.base, plain)
    try:
        top = folders.resolved(levels.base)
        if not f"{folders.resolved(folder)}/".startswith(f"{top.rstrip('/')}/"):
            return f"{expected}: {name} leads out of it through a link"
        names = folders.names(folder)
    except OSError as error:
        return f"{expected}: {name}: {error.strerror}"
    if not any(map(is_contract_name, names)):
        return f"{expected}: {name} holds no contract file"
    return None


def _wrong(key: str, expected: str, line: int | None = None) -> Configuration:
    return Configuration(problems=(ContractProblem(CONFIGURATION, key, expected, line=line),))
