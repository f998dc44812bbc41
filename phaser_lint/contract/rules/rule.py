"""What a contract type is: the record that a module of this folder makes, and its parts.

Whatever takes a shortcut past the engine asks these traits, and no type by its name.
"""

from __future__ import annotations

from phaser_lint.core import Record


class PatternMatches(Record):
    """Matches in a text, and why they are not all of them, or nothing.

    ``unclosed_at``: where a mark stands that nothing closes, if that decided where a match counts.
    ``blockless_headers``: headers that open no block, where each block needs a match, or a match
    behind one would count in its block.
    Those in a file have the ``text`` and the ``part`` of the file that was searched.
    """

    spans: Spans = ()
    reason: str = ""
    unclosed_at: int | None = None
    blockless_headers: Spans = ()
    text: str = ""
    part: Any = None


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal, Protocol, TypeAlias

    from phaser_lint.contract.keys import Key, KeyValue
    from phaser_lint.contract.model import Contract, ContractSet, Scope, Violation
    from phaser_lint.core.file_records import ChangeKind
    from phaser_lint.core.file_size import FileSize
    from phaser_lint.core.file_state import Files
    from phaser_lint.text.search import Requirement

    Subject: TypeAlias = Literal["text", "name", "size", "files", "change"]
    """What its contracts are about. Of a file by itself: the text that it holds, its base name, or
    how large it is; else which files there are, or what becomes of a file."""

    Evidence: TypeAlias = Literal[
        "match", "no match", "item", "import", "name", "number", "text",
        "file", "no file", "no partner", "change", "lost match",
    ]  # fmt: skip
    """What shows that one is broken: in a text a match of the pattern (``check_file`` has them all,
    and tells how many are too many), the lack of any, an item in one, an import, or what only
    ``check_file`` can tell, without a pattern; a name that the pattern does not match; a
    number over its limit; a file that is there, the lack of any, or of the one that goes with
    another; a change; or a match that a change took away."""

    Need: TypeAlias = Literal["some file", "partner", "lists", "base", "other changes"]
    """What beside that decides: that it selects some file at all; the file that goes with another;
    the files that list items; what the file was before; or what else the same change changes."""

    Cause: TypeAlias = Literal["match", "no match", "file", "name", "size", "text"]
    """What a file may be ruled out by, without its rule; ``text`` is for ``check_file`` to tell."""

    class CheckFile(Protocol):
        """Returns the violations of one file, from the matches of the contract's pattern.

        Without a match it is asked only where more than a match can break a contract. Of a notebook
        each cell is a *text*; where the lack of a match breaks a contract, it is the whole file.
        """

        def __call__(
            self, contract: Contract, *, path: str, text: str, spans: Spans
        ) -> list[Violation]: ...

    class CheckSize(Protocol):
        """Returns the violations of one file, from its size."""

        def __call__(self, contract: Contract, *, path: str, size: FileSize) -> list[Violation]: ...

    class CheckTree(Protocol):
        """Returns the violations of the tree; *paths* are those the contract selects.

        *is_complete*: nothing else in the project matches. *is_met*: some file meets a contract
        whose scope is the tree.
        """

        def __call__(
            self, contract: Contract, *, paths: Sequence[str], is_complete: bool, is_met: bool
        ) -> list[Violation]: ...

    class CheckChanges(Protocol):
        """Returns the violations of a change; *kinds* holds the files that the contract selects.

        *is_met*: a file of the contract's other globs changed as well. *is_complete*: all that
        changed is known. *globs*: what the other globs are for these files, where they have fields.
        """

        def __call__(
            self,
            contract: Contract,
            *,
            kinds: Mapping[str, ChangeKind],
            is_met: bool,
            is_complete: bool,
            globs: Sequence[str] = (),
        ) -> list[Violation]: ...

    class Find(Protocol):
        """Searches a text for a contract's pattern.

        The *name* of a file tells the language of the text, where it matters in which part of it a
        match stands.
        """

        def __call__(self, contract: Contract, text: str, name: str = "", /) -> PatternMatches: ...

    Bind: TypeAlias = Callable[[ContractSet, str, Callable[[], Files] | None], ContractSet]
    """Returns the contracts, of which those of the type know the project at the root, on disk or in
    another state of its files."""

    FindWithout: TypeAlias = Callable[..., PatternMatches]
    """Finds what breaks a contract without a pattern; ``OutOfTimeError`` after its *seconds*."""


Spans: TypeAlias = "Sequence[tuple[int, int]]"
Lacking: TypeAlias = "tuple[Sequence[str], Mapping[str, str]]"
"""The paths, and of others why it cannot be known."""
ExpectedAt = tuple[str, str]
"""A key, and what was expected there."""
BothTexts = tuple[str, str]
"""A text as it stands in the file, and as a pattern sees it."""


def _report_nothing(contract: Contract, **of_file_or_files: Any) -> list[Violation]:
    return []


def _return_all_paths(
    contract: Contract, paths: Sequence[str], exists: Callable[..., bool]
) -> Lacking:
    return paths, {}


def _find_nothing(contract: Contract) -> tuple[()]:
    return ()


def _is_never(contract: Contract, path: str = "") -> bool:
    return False


def _match_nothing(
    contract: Contract, text: str, name: str = "", /, *, seconds: float
) -> PatternMatches:
    return PatternMatches()


class Rule(Record):
    """A contract type.

    ``subject``, ``evidence`` and ``needs`` are what a shortcut past the engine asks. ``once``: a
    file has one violation at most, however many matches broke it. ``sample`` returns a text that
    breaks a contract, for trials, where its pattern tells none. ``find`` finds in a text what
    breaks a contract without a pattern, which a text may only hold where it holds what
    ``requirement`` says. ``problems`` returns what is wrong with a contract whose keys are right
    one by one. ``keys`` names rows of ``keys.KEYS_OF_SOME_TYPES``, ``own_keys`` are those that
    only this type has; ``any_of``: of these keys one has to be there; ``instead``: one that may
    stand in place of ``pattern``. ``sibling``: the type that takes keys which this one lacks, and
    what to say of it. ``lacking`` returns those of the paths that a contract selects,
    or of their folders, that ``check_tree`` is asked about, by what else is there, and those of
    which that cannot be known; ``of_folders`` tells whether it selects folders, ``may_go_with``
    whether the lack of a path may matter. ``breaking_kinds`` returns the kinds of change that break
    a contract whatever else changed. ``directives_in``: directives suppress a change of their file
    in the file as it is now, or as it was before. ``doubt`` returns what to say of a contract that
    hardly means what it says, or nothing. ``bind`` lets contracts of the type know what else of
    the project they ask for, at its root, and in which state of its files.
    """

    type: str
    subject: Subject
    evidence: Evidence
    needs: tuple[Need, ...] = ()
    check_file: CheckFile = _report_nothing
    check_tree: CheckTree = _report_nothing
    lacking: Callable[[Contract, Sequence[str], Callable[..., bool]], Lacking] = _return_all_paths
    check_changes: CheckChanges = _report_nothing
    breaking_kinds: Callable[[Contract], tuple[ChangeKind, ...]] = _find_nothing
    directives_in: Literal["now", "before"] = "now"
    doubt: Callable[[Contract], str] | None = None
    check_size: CheckSize = _report_nothing
    sample: Callable[[Contract], str | None] | None = None
    find: FindWithout = _match_nothing
    requirement: Callable[[Contract], Requirement] | None = None
    once: bool = True
    scopes: tuple[Scope, ...] = ("file",)
    of_folders: Callable[[Contract], bool] = _is_never
    may_go_with: Callable[[Contract, str], bool] = _is_never
    keys: tuple[str, ...] = ()
    own_keys: tuple[Key, ...] = ()
    any_of: tuple[str, ...] = ()
    instead: str = ""
    sibling: tuple[str, str] = ("", "")
    problems: Callable[[Contract], Sequence[ExpectedAt]] | None = None
    bind: Bind | None = None

    def has_pattern(self) -> bool:
        """Tell whether contracts of the rule have a pattern; those of other types have none."""
        return self.subject == "name" or self.searches_text()

    def searches_text(self) -> bool:
        """Tell whether the rule searches the pattern in what a file holds."""
        return self.evidence == "lost match" or (
            self.subject == "text" and self.evidence not in ("import", "text")
        )

    def is_about_paths(self) -> bool:
        """Tell whether a path is all that contracts of the rule check."""
        return self.subject not in ("text", "size")

    def checks_each_file(self) -> bool:
        """Tell whether a file by itself can break a contract: by its text, its name, its size."""
        return self.subject in ("text", "name", "size")

    def asks_which_files(self) -> bool:
        """Tell whether the absence or the presence of a file can break a contract."""
        return self.evidence in ("file", "no file") or "some file" in self.needs

    def all_keys(self) -> tuple[Key, ...]:
        """Return the keys that contracts of the rule have beside those of every contract."""
        from phaser_lint.contract.keys import KEYS_OF_SOME_TYPES

        return (*[KEYS_OF_SOME_TYPES[name] for name in self.keys], *self.own_keys)

    def key_names(self) -> tuple[str, ...]:
        """Return the keys of the rule's contracts that not every contract has."""
        return (*self._pattern_keys(), *(key.name for key in self.all_keys()))

    def lacks(self) -> tuple[str, ...]:
        """Return the keys about patterns that the rule's contracts do not take.

        Of what asks which files there are they were always accepted.
        """
        if self.asks_which_files():
            return ()
        return tuple([key for key in KEYS_ABOUT_PATTERNS if key not in self._pattern_keys()])

    def _pattern_keys(self) -> tuple[str, ...]:
        if self.searches_text():
            return ("pattern", "literal", "raw")
        return ("pattern", "literal") if self.has_pattern() else ()

    def globs_of(self, own_values: Sequence[tuple[str, KeyValue]]) -> tuple[str, ...]:
        """Return the globs among the *own_values* of a contract, those of the rule's own keys."""
        if not own_values:
            return ()
        names = {key.name for key in self.all_keys() if key.kind == "globs"}
        return tuple([glob for name, globs in own_values if name in names for glob in globs])


KEYS_ABOUT_PATTERNS = ("literal", "raw")
"""The keys that say how a pattern is searched, of which some types lack some."""
OF_FILE = ("in", "when_file", "unless_file")
"""The keys about the parts of a file that are checked."""
OF_MATCHES = ("when_match", "unless_match", "when_in_match", "unless_in_match", *OF_FILE)
"""With those about the lines of a match, and about the match itself."""
CONDITIONS = frozenset(OF_MATCHES) - {"in"}
"""The keys whose patterns tell whether a file, or a match, is checked at all."""
BLOCKS = ("inside", "not_inside", "until")
"""The keys about the blocks in which a match counts."""
HEADERS = ("inside", "not_inside", "each_block")
"""The keys whose patterns begin blocks; ``until`` ends those of all."""
