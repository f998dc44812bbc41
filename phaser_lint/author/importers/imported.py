"""What an importer makes of a file of another tool's rules: contracts, and what is lost.

    a file   what each of its rules became, and notices on the file as a whole
    a rule   the keys of a contract that means the same, or why there is none

Whatever a rule of the old tool did is in one of them: nothing is dropped without a message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from phaser_lint.author.importers.pages.text.markdown import Page
from phaser_lint.core import Record

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
    """What the old tool missed or found wrongly, and the contract does not: sentences."""
    unsupported: tuple[str, ...] = ()
    """What of the rule is not in the contract, or why there is no contract: sentences."""
    unseen: tuple[str, ...] = ()
    """What it means, and the contract does not find."""
    dead: str = ""
    """Why the old tool never found anything by it. Its contract is written, and switched off."""
    permissions: tuple[Permission, ...] = ()
    """The permission rules, where the rule is about the agent's commands."""


class ImportedFile(Record):
    """All rules of a file; the ``path`` is as the user named it."""

    path: str
    tool: str
    rules: tuple[ImportedRule, ...]
    notices: tuple[str, ...] = ()
    """Notices on the file: what of it is no rule of this tool."""
    is_of_raw_text: bool = False
    """Whether the tool searches files as they are: of a notebook its JSON, not its cells."""
    own_files: str = ""
    """The glob of the tool's files of rules, where it searches none of them: each holds the text
    that its rule is about."""
    page: Page | None = None
    """What it says, where it is a page for people: its rules are not a tool's."""


class FoundPlace(Record):
    """Where the old tool found something by the rule of that name."""

    name: str
    path: str
    """From the root of the project."""
    line: int | None
    """``None`` for a rule that is broken by a file as a whole."""


class Findings(Record):
    """All that the old tool finds in a project today, and which *program* found it."""

    program: str
    places: frozenset[FoundPlace]
    is_named: bool = True
    """Whether the program names the rule of each place; else no place has a name."""


class Tool(Record):
    """One row of the table: how the rules of a tool are known, read, and tried."""

    name: str
    """What ``--from`` takes."""
    files: tuple[str, ...]
    """How its files are called, and no other tool's: patterns of ``fnmatch`` for base names."""
    read: Callable[[bytes, str], ImportedFile]
    """Makes contracts of a file's bytes and its path; raises ``RuleFileError``."""
    run: Callable[[str, ImportedFile, str], Findings | str] | None = None
    """Runs the old tool on the project at a root, by the rules of a file whose absolute path comes
    last; a text is the reason why it does not run here. ``None``: it cannot be run by itself."""
    others: tuple[str, ...] = ()
    """How else they may be called: a file that is named, or any of a folder with ``--from``."""
    with_from: tuple[str, ...] = ()
    """How they may be called only where ``--from`` says whose they are."""
    marker: str = ""
    """What every file with such rules holds: of a folder one without it is none."""
    suppression: str = ""
    """A pattern of the comments by which the tool suppresses what it finds, in files whose names
    have the ``source_ending``."""
    source_ending: str = ""
    is_of_folder: bool = False
    """Whether its paths are from the folder of its file, as a contract's are from its level."""
