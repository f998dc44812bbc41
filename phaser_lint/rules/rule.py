"""What a contract type is: the record that a module of this folder makes, and its parts.

Whatever takes a shortcut past the engine asks these traits, and no type by its name.
"""

from __future__ import annotations

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal, Protocol, TypeAlias

    from phaser_lint.model import Contract, Scope, Violation

    Spans = Sequence[tuple[int, int]]

    Cause: TypeAlias = Literal["match", "no match", "text", "file", "no file"]
    """A match in a file, the lack of any, or what only ``check_file`` can tell of a file's text; a
    file that is there, or the lack of any."""
    Reads: TypeAlias = Literal["every match", "first match", "text", "nothing"]
    """Which matches of its contracts' pattern; the text alone; or names only."""

    class CheckFile(Protocol):
        """Returns the violations of one file, from the matches of the contract's pattern.

        Without a match it is asked only where more than a match can break a contract. Of a notebook
        each cell is a *text*, but for those who read the first match, or no match at all.
        """

        def __call__(
            self, contract: Contract, *, path: str, text: str, spans: Spans
        ) -> list[Violation]: ...

    class CheckTree(Protocol):
        """Returns the violations of the tree; *paths* are those the contract selects.

        ``whole``: nothing else in the project matches. ``met``: some file meets a contract whose
        scope is the tree.
        """

        def __call__(
            self, contract: Contract, *, paths: Sequence[str], whole: bool, met: bool
        ) -> list[Violation]: ...


def _nothing_in_file(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    return []


def _nothing_on_tree(
    contract: Contract, *, paths: Sequence[str], whole: bool, met: bool
) -> list[Violation]:
    return []


class Key(Record):
    """A key that only contracts of one type have; without a default it has to be there."""

    name: str
    kind: Literal["number", "text"]
    default: int | str | None = None


class Rule(Record):
    """A contract type.

    ``broken_by``: everything that can break a contract. ``once``: a file has one violation at most,
    however many matches broke it. ``sample`` returns a text that breaks a contract, for trials, or
    ``None`` where it knows none.
    """

    type: str
    reads: Reads
    broken_by: tuple[Cause, ...]
    check_file: CheckFile = _nothing_in_file
    check_tree: CheckTree = _nothing_on_tree
    sample: Callable[[Contract], str | None] = lambda contract: None
    once: bool = True
    scopes: tuple[Scope, ...] = ("file",)
    keys: tuple[Key, ...] = ()

    def has_pattern(self) -> bool:
        """Tell whether its contracts have a pattern; those of other types have none."""
        return self.reads in ("every match", "first match")
