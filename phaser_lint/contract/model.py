"""The records that flow through the program, from contracts and files to the report.

All are immutable and complete at birth. Paths are relative to the project root, with ``/``; lines
and columns count from 1; columns count characters (code points), ends are exclusive.
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.project.levels import name_level_folder
from phaser_lint.text.globs import CompiledGlobs, Tests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    from phaser_lint.contract.fix import Fix
    from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
    from phaser_lint.contract.rules.modules import Modules
    from phaser_lint.contract.shard import Shard
    from phaser_lint.contract.undecided import Undecided
    from phaser_lint.core.file_records import Skip
    from phaser_lint.text.search.searcher import Pattern

Severity: TypeAlias = "Literal['error', 'warning']"
Safety: TypeAlias = "Literal['safe', 'unsafe']"
Scope: TypeAlias = "Literal['file', 'tree']"
Source: TypeAlias = "Literal['project', 'included', 'pack', 'user', 'given', 'built-in']"
Where: TypeAlias = "Literal['line', 'file', 'glob']"
Ignorable: TypeAlias = "Literal['reason', 'people'] | bool"
"""Whose directives count: everybody's, those with a reason, those of people, nobody's."""
ToldLanguages = tuple[tuple[Tests, str], ...]
"""Tests of globs, each with the language of what they select; the last one wins."""

ContractKey = tuple[str, str]
"""What a contract is known by among all levels: the folder of its level, and its id.

The user's own are known as if they stood at the root: of two of one id the root's alone counts, and
what is written down of them (a baseline, a fingerprint) names no level.
"""
LinePlace = tuple[ContractKey, str, int | None, int | None]
"""The contract of a violation, its path, line and column."""
LONGEST_ID = 64
ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")


def is_contract_id(text: str) -> bool:
    """Tell whether *text* may be a ``Contract``'s id: ``--fix``, for one, could not be named."""
    fits = 0 < len(text) <= LONGEST_ID and ID_CHARACTERS.issuperset(text)
    return fits and not text.startswith("-")


class Contract(Record):
    """One valid contract, as the engine uses it."""

    rule_id: str
    type: str
    file_glob: tuple[str, ...]
    message: str
    severity: Severity
    globs: CompiledGlobs
    searched: Pattern
    """What finds its matches; nothing is searched where its type takes no pattern."""
    exclude_glob: tuple[str, ...] = ()
    enabled: bool = True
    rationale: str = ""
    scope: Scope = "file"
    ignorable: Ignorable = True
    valid_examples: tuple[tuple[Any, ...], ...] = ()
    invalid_examples: tuple[tuple[Any, ...], ...] = ()
    tags: tuple[str, ...] = ()
    url: str = ""
    source: Source = "project"
    path: str = ""
    line: int = 1
    overridden_by: tuple[str, ...] = ()
    """The levels below that replace it, or change it, for their files."""
    raw: bool = False
    """Of a notebook the JSON is searched, in place of its cells."""
    own: tuple[tuple[str, Any], ...] = ()
    """The keys that only contracts of some types have, with their values: plain data."""
    own_globs: CompiledGlobs = ((), ())
    """The test of the globs among them."""
    level: str = ""
    """The folder whose contract it is, from the root: empty for the root, ``~`` for the user's."""
    path_pattern: str = ""
    """What is searched in a path from the level's folder, besides the globs; ``globs`` hold it."""
    conditions: tuple[tuple[str, Pattern], ...] = ()
    """By their keys the patterns that tell what it checks at all (see ``rules.conditions``)."""
    block_patterns: tuple[tuple[str, Pattern], ...] = ()
    """By their keys the patterns of headers, and of what ends their blocks."""
    languages: ToldLanguages = ()
    """What the configuration says that files are written in (see ``told_languages``)."""
    is_silent_on_directives: bool = False
    """Its file does not say what is ``ignorable``: the configuration may."""
    modules: Modules | None = None
    """Of a contract that checks: what tells where imports lead (see ``rules.modules``)."""

    @property
    def pattern(self) -> str:
        """What the contract searches, as it is written."""
        return self.searched.written

    @property
    def literal(self) -> bool:
        """Tell whether the contract's pattern is plain text."""
        return self.searched.literal

    @property
    def key(self) -> ContractKey:
        """What the contract is known by, see ``ContractKey``."""
        return name_level_folder(self.level), self.rule_id

    @property
    def is_included(self) -> bool:
        """Tell whether the configuration names the contract's folder, or its pack."""
        return self.source in ("included", "pack")

    @property
    def written_ignorable(self) -> str:
        """What stands at ``ignorable`` in the contract's file: ``people``, ``false``."""
        return str(self.ignorable).lower()

    @property
    def is_guarded(self) -> bool:
        """Tell whether no nearer contract replaces it, nor an override makes it less strict."""
        return self.takes_no_agents() and not self.is_silent_on_directives

    @property
    def asks_for_reason(self) -> bool:
        """Tell whether the contract counts only directives with a reason."""
        return self.ignorable in ("reason", "people")

    def takes_no_agents(self) -> bool:
        """Tell whether no directive of an agent counts."""
        return self.ignorable in ("people", False)

    def as_written(self) -> Contract:
        """Return the contract as its file has it: without derived patterns and modules."""
        searched = self.searched.as_written()
        return self._replace(searched=searched, conditions=(), block_patterns=(), modules=None)

    @property
    def counted_in(self) -> tuple[str, ...]:
        """Where in a text a match counts, by the words of the key ``in``; empty: everywhere."""
        return (self.own and self.value_of("in")) or ()

    @property
    def counts_in_parts(self) -> bool:
        """Tell whether a match of the contract has to stand somewhere in particular to count."""
        return bool(self.block_patterns or (self.own and self.counted_in))

    @property
    def is_about_blocks(self) -> bool:
        """Tell whether the contract has each block need a match: a header without one breaks it."""
        return bool(self.block_patterns and self.block_patterns_of("each_block"))

    def block_patterns_of(self, key: str) -> tuple[Pattern, ...]:
        """Return the patterns of one of the keys about blocks."""
        return tuple([pattern for other_key, pattern in self.block_patterns if other_key == key])

    def value_of(self, key: str) -> Any:
        """Return the value of a key of the contract that some types have, or ``None``."""
        return dict(self.own).get(key)


IGNORES_NOTHING = "directive ignores nothing"
"""How the notice on what only looks like a directive begins."""
NOT_IN_TIME = "not read in the time that there was"
"""What is wrong with a contract file that has to wait for the next event."""


class ContractSet(Record):
    """The contracts of a project and what was wrong with those that are missing."""

    contracts: tuple[Contract, ...] = ()
    problems: tuple[ContractProblem, ...] = ()
    folders: tuple[str, ...] = ()
    """The folders inside the root that hold contract files, relative to it."""
    idle: tuple[ContractKey, ...] = ()
    """The keys of valid contracts that do not count: disabled, or of another severity."""
    notices: tuple[Notice, ...] = ()
    """On places that say the same id twice."""
    excluded: Tests = ()
    directives_as_text: Tests = ()
    """The tests of what no contract checks, and of where directives are plain text."""
    selected: tuple[str, ...] = ()
    """Paths of which it is known already that each of the contracts selects them."""

    def for_people(self) -> list[Contract]:
        """Return the contracts whose violations only people may suppress."""
        return [contract for contract in self.contracts if contract.ignorable == "people"]

    def written_contracts(self) -> tuple[Contract, ...]:
        """Return each contract once: of one that levels below have copies of, the first."""
        first_by_key: dict[ContractKey, Contract] = {}
        for contract in self.contracts:
            first_by_key.setdefault(contract.key, contract)
        return tuple(first_by_key.values())

    def group_variants(self) -> dict[ContractKey, list[Contract]]:
        """Return by its key each contract, with what overrides make of it for some files."""
        variants_by_key: dict[ContractKey, list[Contract]] = {}
        for contract in self.contracts:
            variants_by_key.setdefault(contract.key, []).append(contract)
        return variants_by_key


IN_LIST = " in "
"""What stands before the list in the ``matched_lines`` of an item that it lacks."""


class Violation(Record):
    """A contract broken at one place; ``path`` is the glob where ``where`` is ``glob``."""

    rule_id: str
    severity: Severity
    message: str
    path: str
    where: Where
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    line_text: str = ""
    """The line where the match stands; a long line shortened (see ``text.shorten_line``)."""
    matched_lines: str | None = None
    """The lines that the match touches, white space folded, where they are not just that one.

    Empty for a match that is only counted: blanks with a line end, or nothing at the start.
    """
    near: str = ""
    """What stands around the match, where its line is shortened (see ``text.cut_line_around``)."""
    cell: int | None = None
    """The cell of a notebook, counted from 1. Line and column are those of the file, its JSON."""
    cell_line: int | None = None
    cell_text: str = ""
    """The line as it stands in the cell; a long one shortened."""
    cell_language: str = ""
    """The ending of files in the cell's language; empty for what the cell printed."""
    level: str = ""
    fix: Fix | None = None
    """What its contract, and those of others on these lines, make of them; where that was asked."""
    times: int = 1
    """How often it occurs, where comparisons count it more than once."""
    comment: str | None = None
    """A comment about its line, with ``{}`` for its text, where that was asked.

    With a line end it goes above the line, else to its end. Empty where none can stand; nothing
    where the type of the file tells what one is.
    """
    suppressed_by: str = ""
    """What the directive says that suppresses it (``Directive.words``); in a report no ids."""

    @property
    def suppressing_form(self) -> str:
        """The form of the directive that suppresses the violation: ``ignore-file``; empty: none."""
        return self.suppressed_by.partition(" ")[0]

    @property
    def suppressing_reason(self) -> str:
        """The reason that the violation's directive gives; empty where it gives none."""
        return self.suppressed_by.partition(" -- ")[2]

    @property
    def wording(self) -> str:
        """The violation's message by itself, without the cell that stands before it."""
        return self.message if self.cell is None else self.message.partition(": ")[2]

    @property
    def contract_key(self) -> ContractKey:
        """What the violated contract is known by, see ``ContractKey``."""
        return name_level_folder(self.level), self.rule_id

    @property
    def line_place(self) -> LinePlace:
        """Where it stands; equal for one with a fix and without."""
        return self.contract_key, self.path, self.line, self.column


NO_CONTRACTS, NONE_ENABLED = "no contracts in ", "no enabled contract"
ALL_IGNORED, OF_GIT = "git ignores all of it", "git's own files are never checked"
NO_FILE = "no file in it"
LOOKS_LIKE_CONTRACT = "looks like the contract "
_ON_LESS = (NO_CONTRACTS, NONE_ENABLED, ALL_IGNORED, OF_GIT, NO_FILE, LOOKS_LIKE_CONTRACT)
"""What a notice begins with that says: nothing, or nothing of what was named, was checked."""


class Notice(Record):
    """Something about the run that is no violation: a directive or a glob without effect.

    ``change``: it reports what the checked change does to the contracts it is checked by.
    ``reading``: its file may hold another text than what was searched, which the hook says, too.
    ``of_project``: its path is from the root, and none that a flag names.
    ``unchecked``: the contracts that this run did not check, as it says.
    ``weakens``: by it something may pass that elsewhere, or before the change, does not.
    """

    path: str
    line: int | None
    text: str
    change: bool = False
    reading: bool = False
    of_project: bool = False
    unchecked: tuple[ContractKey, ...] = ()
    weakens: bool = False

    def is_on_less(self) -> bool:
        """Tell whether the run checked nothing, nothing of a folder that was named, or nothing by a
        contract whose file was renamed to what is not read.
        """
        return self.text.startswith(_ON_LESS)


class Report(Record):
    """What a run found. Every output shows each part that is not empty."""

    checked: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()
    suppressed: tuple[Violation, ...] = ()
    skipped: tuple[Skip, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    problems: tuple[ContractProblem, ...] = ()
    notices: tuple[Notice, ...] = ()
    existing: int = 0
    """How many violations are in the base, where only new ones count."""
    contracts: tuple[ContractSummary, ...] = ()
    """What the check went by, by id; a scan fills it in for outputs that describe their rules."""
    shard: Shard | None = None
    """What part of a project this is, and what the merge needs; ``None`` for a whole."""
    in_baseline: int | None = None
    """How many of the existing violations a baseline covers; ``None`` where no baseline counts."""
    at_head: tuple[Violation, ...] | None = None
    """Of a commit: which violations HEAD has, too; ``None`` where nobody asked."""
    deaf: tuple[ContractKey, ...] = ()
    """The contracts that take no directive; a scan fills it in."""

    def errors(self) -> list[Violation]:
        """Return the violations that deny an edit and stop a commit."""
        return [violation for violation in self.violations if violation.severity == "error"]

    def is_decided(self) -> bool:
        """Tell whether every contract that was found counts, and was checked on every file."""
        return not self.undecided and not self.problems


PACK = "pack:"
"""How the paths of the contracts begin that come with the program."""
