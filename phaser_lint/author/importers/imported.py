"""What an importer makes of a file of another tool's rules: contracts, and what is lost.

    a file   what each of its rules became, and what is to be said of the file as a whole
    a rule   the keys of a contract that means the same, or why there is none

Whatever a rule of the old tool did is in one of them: nothing is dropped without a word.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Literal

    Permission = tuple[Literal["deny", "ask"], str]
    """A permission rule of Claude Code: ``("deny", "Bash(rm -rf:*)")``."""


class ImportedRule(Record):
    """What became of one rule of another tool, or of a part of one that stands for itself.

    ``name`` is what the old tool calls it, of which the id is made; ``line`` is that of its file.
    """

    name: str
    line: int
    keys: Mapping[str, Any] | None = None
    """Those of the contract, in the order in which they are written, without ``rule_id``."""
    kept: tuple[str, ...] = ()
    """How the contract keeps a meaning that its own words do not have: sentences."""
    blind: tuple[str, ...] = ()
    """What the old tool overlooked of what the rule says, and the contract finds: sentences."""
    unsupported: tuple[str, ...] = ()
    """What of the rule the contract does not say, or why there is none: sentences."""
    dead: str = ""
    """Why the old tool never found anything by it. Its contract is written, and switched off."""
    permissions: tuple[Permission, ...] = ()
    """What says it to the agent, where it is about the agent's commands."""


class ImportedFile(Record):
    """All rules of a file; the ``path`` is as the user named it."""

    path: str
    tool: str
    rules: tuple[ImportedRule, ...]
    notices: tuple[str, ...] = ()
    """What is to be said of the file: what of it is no rule of this tool."""


class FoundPlace(Record):
    """Where the old tool found something by the rule of that name."""

    name: str
    path: str
    """From the root of the project."""
    line: int | None
    """``None`` for a rule that is broken by a file as a whole."""


class Findings(Record):
    """All that the old tool finds in a project today, and which *program* said so."""

    program: str
    places: frozenset[FoundPlace]
    is_named: bool = True
    """Whether the program says which rule found something; else no place has a name."""


class Tool(Record):
    """One row of the table: how the rules of a tool are known, read, and tried."""

    name: str
    """What ``--from`` takes."""
    files: tuple[str, ...]
    """How its files are called, and no other tool's: patterns of ``fnmatch`` for base names."""
    read: Callable[[bytes, str], ImportedFile]
    """Makes contracts of a file's bytes and its path; raises ``RuleFileError``."""
    findings: Callable[[str, ImportedFile, str], Findings | str] | None = None
    """Runs the old tool on the project at a top folder, by the rules of a file whose absolute path
    comes last; a text says why it does not run here. ``None``: nobody can run it."""
    others: tuple[str, ...] = ()
    """How else they may be called: a file that is named, or any of a folder with ``--from``."""
