"""Answer whether a path is selected by compiled globs, with builtins only.

A contract's ``file_glob`` and ``exclude_glob`` are compiled once
(``phaser_lint.text.globs.compile_globs``) to plain tuples that ``marshal`` can store. This module
evaluates them at the start of every hook run, so it imports nothing: ``re`` alone costs more than
all the globs of a project.

    selects_path(compiled, "src/app.py")           True or False
    make_glob_subject("src/app.py")                "/src/app.py/", or None for an odd path
    selects_subject(compiled, subject)             the same, for one path and many contracts
    selects_subject(compiled, subject, by_texts=True)   false only where it is; loads no engine

Every test looks at the path between two slashes, ``/src/app.py/``. There a name at any depth is the
substring ``/README.md/``, an ending is ``.py/``, and a folder at the root is ``/src/`` at the
start; a glob that names a folder also selects all below it, since the closing slash may stand
anywhere.

A test is ``(needle, include, kind, shape)``. ``needle`` is text that every matching path contains,
so most tests end with one substring search. What ``shape`` holds depends on ``kind``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

# What names one after the other have to be: the text up to a star, that behind it with the
# names that follow (empty: there is no star), and how much the star stands for at least.
PathSection = tuple[str, str, int]
Test: TypeAlias = "tuple[str, bool, int, Any]"
Tests: TypeAlias = "tuple[Test, ...]"
# The tests of both globs, the last pattern first; then further ones that exclude, each list by
# itself: what a level nearer to the file takes out.
CompiledGlobs: TypeAlias = "tuple[Tests, ...]"

TEXT = 0  # *.py, README.md, **/a/b: the needle is all there is to ask, and the shape is None
SECTIONS = 1  # src/**/*.py: how the path starts, the sections, the last one, what may follow it
AMONG = 2  # below one of many folders, which no glob is written for: a frozen set of them
REGEX = (
    3  # [!a]?.py: how it begins, all texts that it needs, pathspec's expression, its packed code
)
UNFOUND = 4  # a path after the needle in which a `path_pattern` is not found; see path_patterns

LEADING = 0  # the path, or a folder above it, is what the sections say
BELOW = 1  # so is a folder above it, never the path itself
WHOLE = 2  # only the path itself


def selects_path(compiled: CompiledGlobs, path: str) -> bool:
    """Tell, without what compiles globs, whether the *compiled* ones select the *path*, which is
    relative to the root and has ``/``.

    Raises ``TimeoutError`` where a ``path_pattern`` among the tests takes too long.
    """
    subject = make_glob_subject(path)
    if subject is None:
        names = [name for name in path.split("/") if name not in ("", ".")]
        subject = make_glob_subject("/".join(names))
    return subject is not None and selects_subject(compiled, subject)


def make_glob_subject(path: str) -> str | None:
    """Return the *path* between slashes, as compiled globs are tried on it many times; ``None`` if
    it is no plain path.

    Odd are an empty one, ``.``, ``/x`` and ``./x``, a slash at the end, and two in a row.
    """
    subject = f"/{path}/"
    return None if "//" in subject or "/./" in subject else subject


def selects_subject(compiled: CompiledGlobs, subject: str, *, by_texts: bool = False) -> bool:
    """Tell whether the *compiled* globs select the path of a *subject* (``make_glob_subject``);
    raises ``TimeoutError`` as well.

    With *by_texts* whether it may be, as far as texts tell, whatever an engine would answer.
    """
    if not _may_decide(compiled[0], subject, by_texts, include=True):
        return False
    # A loop, since most have one list that is empty: a generator costs more than all of it.
    for tests in compiled[1:]:
        if tests and not _may_decide(tests, subject, by_texts, include=False):
            return False
    return True


def without_path_patterns(globs: CompiledGlobs) -> CompiledGlobs:
    """Return *globs* for ``selects_path`` that are tried as far as a path's folders decide: without
    the tests of path patterns.
    """
    return tuple([tests for tests in globs if UNFOUND not in [test[2] for test in tests]])


def _may_decide(tests: Tests, subject: str, by_texts: bool, *, include: bool) -> bool:
    """Whether the globs' verdict is *include*, or may be."""
    for test in tests:
        needle, selects, kind, shape = test
        if needle not in subject:
            continue
        if kind == TEXT:
            return selects == include
        if by_texts and kind in (REGEX, UNFOUND):
            # Where it does not match, those before it decide.
            if selects == include and (kind == UNFOUND or _has_texts(subject, shape)):
                return True
        elif _EVALUATORS[kind](subject, test):
            return selects == include
    return not include


def _has_sections(subject: str, test: Test) -> bool:
    shape: tuple[str, tuple[PathSection, ...], PathSection, int] = test[3]
    start, sections, last, ending = shape
    if not subject.startswith(start):
        return False
    offset = 0
    for section in sections:
        # The first place of a section leaves the most room for those after it.
        end = _find_section_end(
            subject, offset, section, ending=LEADING, is_anchored=bool(start) and not offset
        )
        if end < 0:
            return False
        offset = end - 1
    is_anchored = bool(start) and not offset
    return _find_section_end(subject, offset, last, ending=ending, is_anchored=is_anchored) >= 0


def _find_section_end(
    subject: str, offset: int, section: PathSection, *, ending: int, is_anchored: bool
) -> int:
    """Where the first place ends, from ``offset`` on, that is what the section says; or -1."""
    head, tail, least = section
    start = 0 if is_anchored else subject.find(head, offset)
    while start >= 0:
        end = start + len(head)
        if tail:
            # The star ends with its name; names follow in the tail.
            tail_start = subject.find("/", end) - tail.find("/")
            is_there = tail_start >= end + least and subject.startswith(tail, tail_start)
            end = tail_start + len(tail) if is_there else -1
        # One name or more is below it, or none is.
        if end >= 0 and (ending == LEADING or (ending == BELOW) == (end < len(subject))):
            return end
        # One on, not past the head: `**/a/*.py` finds `/a/` twice in `/a/a/x.py/`.
        start = -1 if is_anchored else subject.find(head, start + 1)
    return -1


def _has_folder_before(subject: str, test: Test) -> bool:
    folders: frozenset[str] = test[3]
    slash = subject.find("/", 1)
    while slash >= 0:
        if subject[:slash] in folders:
            return slash < len(subject) - 1
        slash = subject.find("/", slash + 1)
    return False


def _has_texts(subject: str, shape: tuple[str, tuple[str, ...], str, bytes]) -> bool:
    prefix, texts, _, _ = shape
    return subject.startswith(prefix) and all(text in subject for text in texts)


def _is_met_by_engine(subject: str, test: Test) -> bool:
    """Whether a glob matches that is more than texts, or a ``path_pattern`` does not."""
    needle, _, kind, shape = test
    if kind == REGEX and not _has_texts(subject, shape):
        return False
    # Here, not above: few globs are more than texts, and few contracts have a `path_pattern`.
    from phaser_lint.text.globs.path_patterns import has_path_pattern, matches_glob_regex

    if kind == REGEX:
        return matches_glob_regex(shape[2], shape[3], subject[1:-1])
    return not has_path_pattern(shape, subject[len(needle) : -1])


_EVALUATORS: dict[int, Callable[[str, Test], bool]] = {
    SECTIONS: _has_sections,
    AMONG: _has_folder_before,
    REGEX: _is_met_by_engine,
    UNFOUND: _is_met_by_engine,
}
