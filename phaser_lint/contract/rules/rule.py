"""What a contract type is: the record that a module of this folder makes, and its parts.

Whatever takes a shortcut past the engine asks these traits, and no type by its name.
"""

from __future__ import annotations

from phaser_lint.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any, Literal, Protocol, TypeAlias

    from phaser_lint.contract.model import Contract, Scope, Violation
    from phaser_lint.core.change import ChangeKind
    from phaser_lint.core.file_size import FileSize

    Spans = Sequence[tuple[int, int]]

    Cause: TypeAlias = Literal[
        "match",
        "no match",
        "unlisted item",
        "text",
        "file",
        "no file",
        "no partner",
        "change",
        "name",
        "size",
    ]
    """A match in a file, the lack of any, one that no list has, or what only ``check_file`` can
    tell of a file's text; a file that is there, the lack of any, or of the one that goes with it;
    that a file is not what it was before; a name that the pattern does not match; more than the
    numbers ``max_lines`` and ``max_bytes`` allow."""
    Kind: TypeAlias = Literal[
        "number", "text", "boolean", "pattern", "texts", "globs", "choice", "choices", "mapping"
    ]
    """Of ``texts``, ``globs`` and ``choices`` one may stand alone; a mapping has its own keys."""
    KeyValue: TypeAlias = Any
    """A number, text or boolean; a tuple of texts; of a mapping pairs of key and value."""
    Lacking: TypeAlias = tuple[Sequence[str], Mapping[str, str]]
    """The paths, and of others why it cannot be told."""
    ExpectedAt: TypeAlias = tuple[str, str]
    """A key, and what was expected there."""
    Reads: TypeAlias = Literal[
        "every match", "first match", "every item", "text", "nothing", "name", "size"
    ]
    """Which matches of its contracts' pattern, or the items in them; the text alone; or names
    only. Of a file by itself, whatever it holds: its base name, or how large it is."""

    class CheckFile(Protocol):
        """Returns the violations of one file, from the matches of the contract's pattern.

        Without a match it is asked only where more than a match can break a contract. Of a notebook
        each cell is a *text*, but for those who read the first match, or no match at all.
        """

        def __call__(
            self, contract: Contract, *, path: str, text: str, spans: Spans
        ) -> list[Violation]: ...

    class CheckSize(Protocol):
        """Returns the violations of one file, from its size."""

        def __call__(self, contract: Contract, *, path: str, size: FileSize) -> list[Violation]: ...

    class CheckTree(Protocol):
        """Returns the violations of the tree; *paths* are those the contract selects.

        ``whole``: nothing else in the project matches. ``met``: some file meets a contract whose
        scope is the tree.
        """

        def __call__(
            self, contract: Contract, *, paths: Sequence[str], whole: bool, met: bool
        ) -> list[Violation]: ...

    class CheckChanges(Protocol):
        """Returns the violations of a change; *kinds* holds the files that the contract selects.

        ``met``: a file of the contract's other globs changed as well. ``whole``: all that changed
        is known.
        """

        def __call__(
            self, contract: Contract, *, kinds: Mapping[str, ChangeKind], met: bool, whole: bool
        ) -> list[Violation]: ...


def _nothing_in_file(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    return []


def _nothing_on_tree(
    contract: Contract, *, paths: Sequence[str], whole: bool, met: bool
) -> list[Violation]:
    return []


def _all_of(contract: Contract, paths: Sequence[str], there: Callable[..., bool]) -> Lacking:
    return paths, {}


def _nothing_of_changes(
    contract: Contract, *, kinds: Mapping[str, ChangeKind], met: bool, whole: bool
) -> list[Violation]:
    return []


def text_with_match(contract: Contract) -> str | None:
    """Return a text in which the pattern is found, where one is known."""
    from phaser_lint.contract.rules.matching_text import (
        matching_text,  # here: most runs ask for none
    )

    return matching_text(contract)


def text_without_match(contract: Contract) -> str | None:
    """Return a text in which the pattern is not found, where one is known."""
    from phaser_lint.contract.rules import matching_text  # here: most runs ask for none

    return matching_text.text_without_match(contract)


def _any_size(contract: Contract, *, path: str, size: FileSize) -> list[Violation]:
    return []


# A pattern is searched for in what a file holds.
SEARCHING: tuple[Reads, ...] = ("every match", "first match", "every item")


class Key(Record):
    """A key that only contracts of some types have.

    Without a ``default`` it has to be there, unless it is ``optional``: then it has no value.
    ``choices`` are those of a choice, ``keys`` those of a mapping; a text may be ``empty`` where it
    says so. ``problem`` returns what was expected instead of a value of the right kind, or nothing.
    """

    name: str
    kind: Kind
    default: KeyValue | None = None
    optional: bool = False
    choices: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    empty: bool = False
    problem: Callable[[KeyValue], str] = lambda value: ""

    def takes_one(self) -> bool:
        """Tell whether its value is a mapping with one of its keys, whichever."""
        return bool(self.keys) and all(each.optional for each in self.keys)


class Rule(Record):
    """A contract type.

    ``broken_by``: everything that can break a contract. ``once``: a file has one violation at most,
    however many matches broke it. ``sample`` returns a text that breaks a contract, for trials, or
    ``None`` where it knows none. ``problems`` returns what is wrong with a contract whose keys are
    right one by one; ``any_of``: of these keys one has to be there. ``lacking`` returns those of
    the paths that a contract selects, or of their folders, that ``check_tree`` is asked about, by
    what else is there, and those of which that cannot be told; ``of_folders`` tells whether it
    selects folders, ``may_go_with`` whether the lack of a path may matter. ``alone`` returns the
    kinds of change that break a contract whatever else changed. ``lets_pass``: which directives let
    a change of their file pass, those that it has now or those that it had before. ``doubt``
    returns what to say of a contract that hardly means what it says, or nothing.
    """

    type: str
    reads: Reads
    broken_by: tuple[Cause, ...]
    check_file: CheckFile = _nothing_in_file
    check_tree: CheckTree = _nothing_on_tree
    lacking: Callable[[Contract, Sequence[str], Callable[..., bool]], Lacking] = _all_of
    check_changes: CheckChanges = _nothing_of_changes
    alone: Callable[[Contract], tuple[ChangeKind, ...]] = lambda contract: ()
    lets_pass: Literal["now", "before"] = "now"
    doubt: Callable[[Contract], str] = lambda contract: ""
    check_size: CheckSize = _any_size
    sample: Callable[[Contract], str | None] = lambda contract: None
    once: bool = True
    scopes: tuple[Scope, ...] = ("file",)
    of_folders: Callable[[Contract], bool] = lambda contract: False
    may_go_with: Callable[[Contract, str], bool] = lambda contract, path: False
    keys: tuple[Key, ...] = ()
    any_of: tuple[str, ...] = ()
    problems: Callable[[Contract], Sequence[ExpectedAt]] = lambda contract: ()

    def has_pattern(self) -> bool:
        """Tell whether its contracts have a pattern; those of other types have none."""
        return self.reads in (*SEARCHING, "name")

    def is_about_paths(self) -> bool:
        """Tell whether a path is all that its contracts judge."""
        return self.reads in ("nothing", "name")

    def key_names(self) -> tuple[str, ...]:
        """Return the keys of its contracts that not every contract has."""
        return (*self._pattern_keys(), *(key.name for key in self.keys))

    def lacks(self) -> tuple[str, ...]:
        """Return the keys about patterns that its contracts do not take.

        Of what asks which files there are they were always let pass.
        """
        if not {"file", "no file"}.isdisjoint(self.broken_by):
            return ()
        return tuple([key for key in ("literal", "raw") if key not in self._pattern_keys()])

    def _pattern_keys(self) -> tuple[str, ...]:
        if self.reads in SEARCHING:
            return ("pattern", "literal", "raw")
        return ("pattern", "literal") if self.has_pattern() else ()

    def globs_of(self, own: Iterable[tuple[str, KeyValue]]) -> tuple[str, ...]:
        """Return the globs among the values of its *own* keys."""
        names = {key.name for key in self.keys if key.kind == "globs"}
        return tuple([glob for name, value in own if name in names for glob in value])

    def has_before(self) -> bool:
        """Tell whether a change can break its contracts: what a file is, against what it was."""
        return "change" in self.broken_by
