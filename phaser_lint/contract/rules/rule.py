"""What a contract type is: the record that a module of this folder makes, and its parts.

Whatever takes a shortcut past the engine asks these traits, and no type by its name.
"""

from __future__ import annotations

from phaser_lint.contract.keys import (
    FIX_NEEDS,
    FIX_SAFETY,
    IN,
    REPLACEMENT,
    UNLESS_FILE,
    UNLESS_MATCH,
    WHEN_FILE,
    WHEN_MATCH,
)
from phaser_lint.contract.rules.violations import touched_lines
from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Literal, Protocol, TypeAlias

    from phaser_lint.contract.keys import Key, KeyValue
    from phaser_lint.contract.model import Contract, Scope, Violation
    from phaser_lint.core.checked_files import ChangeKind, FileSize
    from phaser_lint.text.search import Requirement
    from phaser_lint.text.search.searcher import Pattern

    Spans = Sequence[tuple[int, int]]

    Subject: TypeAlias = Literal["text", "name", "size", "files", "change"]
    """What its contracts are about. Of a file by itself: the text that it holds, its base name, or
    how large it is; else which files there are, or what becomes of a file."""
    Evidence: TypeAlias = Literal[
        "match", "no match", "matches", "item", "import", "name", "number", "text",
        "file", "no file", "no partner", "change",
    ]  # fmt: skip
    """What shows that one is broken: in a text a match of the pattern, the lack of any, what
    ``check_file`` makes of all matches, an item in one, an import, or what only ``check_file`` can
    tell, without a pattern; a name that the pattern does not match; a
    number over its limit; a file that is there, the lack of any, or of the one that goes with
    another; or a change."""
    Need: TypeAlias = Literal["some file", "partner", "lists", "base", "other changes"]
    """What beside that decides: that it selects some file at all; the file that goes with another;
    the files that list items; what the file was before; or what else the same change changes."""
    Cause: TypeAlias = Literal["match", "no match", "file", "name", "size", "text"]
    """What a file may be ruled out by, without its rule; ``text`` is for ``check_file`` to tell."""
    Lacking: TypeAlias = tuple[Sequence[str], Mapping[str, str]]
    """The paths, and of others why it cannot be known."""
    ExpectedAt: TypeAlias = tuple[str, str]
    """A key, and what was expected there."""

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
            self, contract: Contract, *, paths: Sequence[str], is_complete: bool, is_met: bool
        ) -> list[Violation]: ...

    class CheckChanges(Protocol):
        """Returns the violations of a change; *kinds* holds the files that the contract selects.

        ``met``: a file of the contract's other globs changed as well. ``whole``: all that changed
        is known. ``globs``: what the other globs are for these files, where they have fields.
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

    Found: TypeAlias = tuple[Spans, str]
    """Matches, and why they are not all of them, or nothing."""

    class Find(Protocol):
        """Searches a text for a contract's pattern.

        The *name* of a file tells the language of the text, where it matters in which part of it a
        match stands.
        """

        def __call__(self, contract: Contract, text: str, name: str = "", /) -> Found: ...

    FindWithout: TypeAlias = Callable[..., Found]
    """Finds what breaks a contract without a pattern; ``OutOfTimeError`` after its *seconds*."""
    BothTexts: TypeAlias = tuple[str, str]
    """A text as it stands in the file, and as a pattern sees it."""

    FixKind: TypeAlias = Literal["replace", "prepend", "append", "content"]


def _nothing_in_file(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    return []


def _nothing_on_tree(
    contract: Contract, *, paths: Sequence[str], is_complete: bool, is_met: bool
) -> list[Violation]:
    return []


def _all_of(contract: Contract, paths: Sequence[str], exists: Callable[..., bool]) -> Lacking:
    return paths, {}


def _nothing_of_changes(
    contract: Contract,
    *,
    kinds: Mapping[str, ChangeKind],
    is_met: bool,
    is_complete: bool,
    globs: Sequence[str] = (),
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


def _nothing_found(contract: Contract, text: str, name: str = "", /, *, seconds: float) -> Found:
    return (), ""


def _any_size(contract: Contract, *, path: str, size: FileSize) -> list[Violation]:
    return []


class Rule(Record):
    """A contract type.

    ``subject``, ``evidence`` and ``needs`` are what a shortcut past the engine asks. ``once``: a
    file has one violation at most, however many matches broke it. ``sample`` returns a text that
    breaks a contract, for trials, or ``None`` where it knows none. ``find`` finds in a text what
    breaks a contract without a pattern, which a text may only hold where it holds what
    ``requirement`` says. ``problems`` returns what is wrong with a contract whose keys are right
    one by one; ``any_of``: of these keys one has to be there; ``instead``: one that may stand in
    place of ``pattern``. ``lacking`` returns those of the paths that a contract selects, or of
    their folders, that ``check_tree`` is asked about, by what else is there, and those of which
    that cannot be known; ``of_folders`` tells whether it selects folders, ``may_go_with`` whether
    the lack of a path may matter. ``breaking_kinds`` returns the kinds of change that break a
    contract whatever else changed. ``directives_in``: directives suppress a change of their file in
    the file as it is now, or as it was before. ``doubt`` returns what to say of a contract that
    hardly means what it says, or nothing.
    """

    type: str
    subject: Subject
    evidence: Evidence
    needs: tuple[Need, ...] = ()
    check_file: CheckFile = _nothing_in_file
    check_tree: CheckTree = _nothing_on_tree
    lacking: Callable[[Contract, Sequence[str], Callable[..., bool]], Lacking] = _all_of
    check_changes: CheckChanges = _nothing_of_changes
    breaking_kinds: Callable[[Contract], tuple[ChangeKind, ...]] = lambda contract: ()
    directives_in: Literal["now", "before"] = "now"
    doubt: Callable[[Contract], str] = lambda contract: ""
    check_size: CheckSize = _any_size
    sample: Callable[[Contract], str | None] = lambda contract: None
    find: FindWithout = _nothing_found
    requirement: Callable[[Contract], Requirement] = lambda contract: None
    once: bool = True
    scopes: tuple[Scope, ...] = ("file",)
    of_folders: Callable[[Contract], bool] = lambda contract: False
    may_go_with: Callable[[Contract, str], bool] = lambda contract, path: False
    keys: tuple[Key, ...] = ()
    any_of: tuple[str, ...] = ()
    instead: str = ""
    problems: Callable[[Contract], Sequence[ExpectedAt]] = lambda contract: ()

    def has_pattern(self) -> bool:
        """Tell whether its contracts have a pattern; those of other types have none."""
        return self.subject in ("text", "name") and self.evidence not in ("import", "text")

    def searches_text(self) -> bool:
        """Tell whether the pattern is searched in what a file holds."""
        return self.subject == "text" and self.has_pattern()

    def is_about_paths(self) -> bool:
        """Tell whether a path is all that its contracts check."""
        return self.subject not in ("text", "size")

    def checks_each_file(self) -> bool:
        """Tell whether a file by itself can break a contract: by its text, its name, its size."""
        return self.subject in ("text", "name", "size")

    def asks_which_files(self) -> bool:
        """Tell whether the absence or the presence of a file can break a contract."""
        return self.evidence in ("file", "no file") or "some file" in self.needs

    def key_names(self) -> tuple[str, ...]:
        """Return the keys of its contracts that not every contract has."""
        return (*self._pattern_keys(), *(key.name for key in self.keys))

    def lacks(self) -> tuple[str, ...]:
        """Return the keys about patterns that its contracts do not take.

        Of what asks which files there are they were always accepted.
        """
        if self.asks_which_files():
            return ()
        return tuple([key for key in ("literal", "raw") if key not in self._pattern_keys()])

    def _pattern_keys(self) -> tuple[str, ...]:
        if self.searches_text():
            return ("pattern", "literal", "raw")
        return ("pattern", "literal") if self.has_pattern() else ()

    def globs_of(self, own_values: Iterable[tuple[str, KeyValue]]) -> tuple[str, ...]:
        """Return the globs among the *own_values* of a contract, those of its own keys."""
        names = {key.name for key in self.keys if key.kind == "globs"}
        return tuple([glob for name, globs in own_values if name in names for glob in globs])


# Conditions of a contract: patterns that tell whether it checks a file, or a match, at all.
#
#     when_match     only where it is found in the lines that the match touches a match counts
#     unless_match   only where it is not
#     when_file      only files whose text matches
#     unless_file    only files whose text does not match
#
# Where only matches break a contract they are asked after a match: no file without one is read
# twice, and whatever rules a match out needs to know nothing of them. Where a match is required
# they come first. A condition that cannot be known leaves the contract undecided.

OF_FILE = (IN, WHEN_FILE, UNLESS_FILE)
OF_MATCHES = (WHEN_MATCH, UNLESS_MATCH, *OF_FILE)
_NAMES = tuple([key.name for key in OF_MATCHES if key is not IN])
_OF_LINES = (WHEN_MATCH.name, UNLESS_MATCH.name)
_WANTED = (WHEN_MATCH.name, WHEN_FILE.name)


class Condition(Record):
    """A condition by its key, and the pattern that it searches."""

    key: str
    searched: Pattern

    def is_wanted(self) -> bool:
        """Tell whether the contract checks what it is found in; else that is exempt."""
        return self.key in _WANTED

    def of(self, contract: Contract) -> Contract:
        """Return a contract that is searched for: as one that requires it, for one match is enough.

        Its id is none that a contract may have.
        """
        return contract._replace(
            rule_id=f"{contract.rule_id}\0{self.key}",
            type="require_pattern",
            searched=self.searched,
            own=(),
        )


def is_condition(key: str) -> bool:
    """Tell whether the value of that *key* is a condition."""
    return key in _NAMES


def conditions_of_file(contract: Contract) -> list[Condition]:
    """Return the conditions that a file's text has to meet."""
    return [condition for condition in _conditions(contract) if condition.key not in _OF_LINES]


def conditions_of_lines(contract: Contract) -> list[Condition]:
    """Return the conditions that the lines of a match have to meet."""
    return [condition for condition in _conditions(contract) if condition.key in _OF_LINES]


def _conditions(contract: Contract) -> Iterable[Condition]:
    return [Condition(*fields) for fields in contract.conditions]


def checks(contract: Contract, texts: Sequence[BothTexts], find: Find) -> tuple[bool, str]:
    """Tell whether *contract* checks a file of these *texts*, and why that is not known."""
    for condition in conditions_of_file(contract):
        is_found, reason = _is_in(condition, contract, texts=texts, find=find)
        if reason:
            return False, f"{condition.key}: {reason}"
        if is_found != condition.is_wanted():
            return False, ""
    return True, ""


def _is_in(
    condition: Condition, contract: Contract, texts: Sequence[BothTexts], find: Find
) -> tuple[bool, str]:
    reasons = ""
    for raw, text in texts:
        spans, reason = find(condition.of(contract), raw if condition.searched.raw_text else text)
        if spans:
            return True, ""
        reasons = reasons or reason
    return False, reasons


def counting_matches(contract: Contract, text: str, matches: Found, find: Find) -> Found:
    """Return the matches in *text* whose lines meet ``when_match`` and ``unless_match``.

    Those after one that cannot be known are left out: each might take as long.
    """
    for condition in conditions_of_lines(contract):
        matches = (
            _matches_with_lines(condition, contract, text=text, matches=matches, find=find)
            if matches[0]
            else matches
        )
    return matches


def _matches_with_lines(
    condition: Condition, contract: Contract, text: str, matches: Found, find: Find
) -> Found:
    (spans, reason), condition_contract = matches, condition.of(contract)
    counting_spans: list[tuple[int, int]] = []
    # By the lines themselves, for many are alike, and by their place: a bundle has one of 5 MB.
    by_lines: dict[str, bool] = {}
    by_place: dict[tuple[int, int], bool] = {}
    for span, place in zip(spans, touched_lines(text, spans), strict=True):
        if place not in by_place:
            lines = text[slice(*place)]
            if contract.searched.raw_text and not condition.searched.raw_text:
                # It sees no carriage return, and the one at the end is of the line end.
                lines = f"{lines}\n".replace("\r\n", "\n").removesuffix("\n")
            if lines not in by_lines:
                condition_spans, unknown_reason = find(condition_contract, lines)
                if unknown_reason and not condition_spans:
                    return counting_spans, f"{condition.key}: {unknown_reason}"
                by_lines[lines] = bool(condition_spans) == condition.is_wanted()
            by_place[place] = by_lines[lines]
        if by_place[place]:
            counting_spans.append(span)
    return counting_spans, reason


# The key ``fix``: what fixes a contract's violations, in the form that its type takes.
#
# fix: 'logger.info(\1)'                  in place of the whole match; plain text with `literal`
# fix: {prepend: '# SPDX: MIT'}           what a file lacks, at its start; append: at its end
# fix: {content: 'All rights reserved.'}  a file that is missing, under one rooted path
# Whether it may break a file (``check/fixes/fix_safety``) two more keys say:
# fix_safety: unsafe                      `scan --fix` leaves it to `--unsafe-fixes`
# fix_needs: '^import logging$'           safe in a file where that is found, in others unsafe

KEY = REPLACEMENT.name
# What of a glob stands for more than itself.
_WILD = frozenset("*?[\\!")


class ContractFix(Record):
    """What a contract's fix does, and with which text."""

    kind: FixKind
    text: str


def fix_of(contract: Contract) -> ContractFix | None:
    """Return what fixes the violations of *contract*; ``None`` where it has no fix."""
    fix = dict(contract.own).get(KEY)
    if fix is None:
        return None
    return ContractFix("replace", fix) if isinstance(fix, str) else ContractFix(*fix[0])


def safety_of_fix(contract: Contract) -> str:
    """Return ``safe`` or ``unsafe``, or that it goes by the file; empty without a fix."""
    fix, chosen = fix_of(contract), contract.value_of("fix_safety")
    if fix is None:
        return ""
    goes_by_file = contract.value_of("fix_needs") is not None or (
        fix.kind == "replace" and bool(fix.text)
    )
    return chosen or ("by file" if goes_by_file else "safe")


def path_of_fix(contract: Contract) -> str:
    """Return the file that a fix with ``content`` writes, relative to the contract's level."""
    return contract.file_glob[0].removeprefix("/")


def fix_problems(contract: Contract) -> Sequence[ExpectedAt]:
    """Return what is wrong with a fix that is right by itself, in a contract like this."""
    fix = fix_of(contract)
    if fix is None:
        names = [key.name for key in OF_SAFETY if contract.value_of(key.name) is not None]
        return [(name, "none: the contract has no fix") for name in names]
    if all(contract.value_of(key.name) is not None for key in OF_SAFETY):
        return [(FIX_NEEDS.name, f"either {FIX_NEEDS.name} or {FIX_SAFETY.name}")]
    problem = ""
    if fix.kind == "content":
        problem = _place_problem(contract)
    elif fix.kind != "replace" and contract.scope == "tree":
        problem = "no fix with scope: tree, which any one of the files meets"
    elif fix.kind == "replace" and not contract.literal:
        from phaser_lint.contract.rules.fix_templates import template_problem  # needs regex

        problem = template_problem(fix.text, contract)
    return [(KEY, problem)] if problem else ()


def _place_problem(contract: Contract) -> str:
    from phaser_lint.text.globs.glob_syntax import spelled_out  # the hook reads no glob

    glob, *other_globs = contract.file_glob
    # A slash at the start or inside ties a glob to its folder, as it does for git.
    is_one = _WILD.isdisjoint(glob) and len(spelled_out(glob)) == 1
    is_path = is_one and "/" in glob and not glob.endswith("/")
    names = {name.lower() for name in glob.split("/")}
    if is_path and not other_globs and names.isdisjoint((".git", "..")):
        return ""
    return "one rooted path as the file_glob, such as /LICENSE, for a file to write"


OF_SAFETY = (FIX_SAFETY, FIX_NEEDS)
