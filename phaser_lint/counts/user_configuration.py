"""The user's own ``~/.phaser/config.yaml``: whether it is counted how often contracts fire.

    count: true

No project has a say in it: neither its configuration, nor a home folder that its settings move into
it.
"""

from __future__ import annotations

import os

from phaser_lint.counts.counting import USER_CONFIGURATION
from phaser_lint.files.regular_file import NotRegularError, read_bytes
from phaser_lint.files.root import path_inside
from phaser_lint.model import ContractProblem
from phaser_lint.record import Record
from phaser_lint.system import is_own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contracts.yaml_documents import Document

KEYS = ("count",)
SHOWN = "/".join(("~", *USER_CONFIGURATION))
_LARGEST = 64 * 1024


class UserConfiguration(Record):
    """What the file says, and what is wrong with it; then nothing is counted."""

    counts: bool = False
    problems: tuple[ContractProblem, ...] = ()


NOTHING_SAID = UserConfiguration()


def user_configuration(home: str, *, top: str) -> UserConfiguration:
    """Return what the user says, of whom *home* is the home folder, as far as *top* is concerned.

    *top* is that of the project at hand: a file that lies in it is the project's.
    """
    path = os.path.join(home, *USER_CONFIGURATION)
    try:
        if not home or not is_own(os.stat(path)):
            return NOTHING_SAID
        data = read_bytes(path, limit=_LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        return NOTHING_SAID
    except NotRegularError:
        return _wrong("", "expected a regular file")
    except OSError as error:
        return _wrong("", f"cannot be read: {error.strerror or error}")
    if path_inside(top, os.path.realpath(path)) is not None:
        return _wrong("", f"lies in the project at {top}, which has no say in what is counted")
    return _of_data(data)


def _of_data(data: bytes) -> UserConfiguration:
    # Here, not above: a denial waits for what is imported, and few users have the file.
    from phaser_lint.contracts.yaml_documents import read_documents

    if len(data) > _LARGEST:
        return _wrong("", f"expected no more than {_LARGEST // 1024} KB")
    documents = read_documents(data)
    if len(documents) > 1:
        return _wrong("", "expected one document", line=documents[1].line)
    return _of_document(documents[0]) if documents else NOTHING_SAID


def _of_document(document: Document) -> UserConfiguration:
    from phaser_lint.contracts.key_reader import KeyProblem, KeyReader, kind_of, unknown_keys

    value, faults = document.value, document.faults
    if value is None and not faults:
        return NOTHING_SAID
    if not faults and not isinstance(value, dict):
        return _wrong("", f"expected a mapping, not {kind_of(value)}", line=document.line)
    if faults:
        found = [(each.line, KeyProblem(each.key, each.expected)) for each in faults]
        return UserConfiguration(problems=tuple(_problem(*each, line) for line, each in found))
    reader = KeyReader(value)
    counts = reader.boolean("count", default=False)
    wrong = (*reader.problems, *unknown_keys(value, KEYS))
    problems = tuple(_problem(*each, document.line_of(each.key)) for each in wrong)
    return UserConfiguration(counts and not wrong, problems)


def _problem(key: str, expected: str, line: int | None) -> ContractProblem:
    return ContractProblem(SHOWN, key, expected, line=line)


def _wrong(key: str, expected: str, line: int | None = None) -> UserConfiguration:
    return UserConfiguration(problems=(_problem(key, expected, line),))
