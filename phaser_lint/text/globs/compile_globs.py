"""Compile a contract's globs, and answer exactly whether they select a path.

    compile_globs(("*.py",), ("tests/",))       plain tuples for ``phaser_lint.text.globs``

A glob matches what pathspec's ``GitIgnoreBasicPattern`` says; the last one of a list that matches
wins. ``{a,b}`` stands for two globs. Where texts say all of a glob they are its test. A bracket
expression of a few letters or digits (``*.[jt]s``) is spelled out, so that texts do. For any other
glob pathspec is asked, and the packed code of its regular expression is the test.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import chain, groupby, product
from math import prod
from operator import is_

import regex

from phaser_lint.text.globs import (
    AMONG,
    BELOW,
    LEADING,
    REGEX,
    SECTIONS,
    TEXT,
    UNFOUND,
    WHOLE,
    CompiledGlobs,
    PathSection,
    Test,
    Tests,
    selects_path,
)
from phaser_lint.text.globs.glob_syntax import (
    ANY_NAME,
    GlobPiece,
    Name,
    ParsedGlob,
    escape_last_blanks,
    make_glob_from_root,
    parse_glob,
    parse_set_ranges,
    spell_out,
    strip_blanks,
)
from phaser_lint.text.search import Code, Requirement, find_byte_code

# `*.[a-z]` is 26 alternatives, each a test of its own.
_MOST_ALTERNATIVES = 36
_FEW_GLOBS = 100
# The contracts of a project have few globs between them.
_MOST_CACHED = 256


def compile_globs(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], *, folder: str = ""
) -> CompiledGlobs:
    """Compile the globs of a contract, those that select and those that exclude, to plain tuples.

    They are relative to *folder*, a path from the root, and select only what is below it. Blank
    ones and comments count for nothing. Raises ValueError for one that is none;
    ``find_globs_problem`` is None for none of those.
    """
    return (
        compile_glob_list(file_glob, folder=folder),
        compile_glob_list(exclude_glob, folder=folder),
    )


def compile_glob_list(globs: tuple[str, ...], *, folder: str = "") -> Tests:
    """Compile a list of *globs* to its tests, the last glob first: the first that matches
    decides.
    """
    return compile_spelled_globs(
        tuple([plain for glob in globs for plain in reversed(spell_out(glob))]),
        folder=folder,
    )


@lru_cache(maxsize=_MOST_CACHED)
def compile_spelled_globs(globs: tuple[str, ...], *, folder: str = "") -> Tests:
    """Compile a list of *globs*, in which no braces stand for alternatives any more, to its
    tests.
    """
    # Of a thousand `*.[a-z]` there would be 26,000 tests.
    most = _MOST_ALTERNATIVES if len(globs) <= _FEW_GLOBS else 1
    return tuple(
        [
            test
            for glob in reversed(globs)
            for test in _make_tests(make_glob_from_root(glob, folder), most=most)
        ]
    )


def compile_folder_globs(globs: tuple[str, ...], *, folder: str = "") -> CompiledGlobs:
    """Compile *globs* with a slash at the end to tests for the folders themselves that they name.

    ``packages/*/`` selects all files below ``packages/a``, and names that folder alone.
    """
    plain_globs = [strip_blanks(plain) for glob in globs for plain in spell_out(glob)]
    of_folders = [escape_last_blanks(glob.removesuffix("/")) for glob in plain_globs]
    return (compile_file_globs(tuple([make_glob_from_root(glob, folder) for glob in of_folders])),)


def compile_file_globs(globs: tuple[str, ...]) -> Tests:
    """Compile *globs* without braces to tests for the files themselves that they name.

    ``src/a`` selects nothing of a folder that is called so.
    """
    return tuple([test for glob in reversed(globs) for test in _make_tests(glob, is_itself=True)])


def make_tests_below(folders: Iterable[str]) -> Tests:
    """Return the test that a compiled glob would have for what lies below one of *folders*, however
    many they are.
    """
    names = frozenset(f"/{folder}" for folder in folders)
    return (("/", True, AMONG, names),) if names else ()


def make_tests_outside(folder: str) -> Tests:
    """Return the tests that a compiled glob would have for what does not lie below *folder*."""
    start = f"/{folder}/"
    below_it: Test = (start, False, SECTIONS, (start, (), (start, "", 0), BELOW))
    return (below_it, ("/", True, TEXT, None))


def make_tests_without(
    pattern: str, *, requirement: Requirement, code: Code | None, folder: str
) -> Tests:
    """Compile a path *pattern*, a regular expression, to a test among those of compiled globs: for
    paths from *folder* in which it is not found.

    *requirement* and *code* are what is derived of it.
    """
    prefix = f"/{folder}/" if folder else "/"
    return ((prefix, True, UNFOUND, (pattern, requirement, pack_code(code))),)


def _make_tests(
    text: str, *, is_itself: bool = False, most: int = _MOST_ALTERNATIVES
) -> Iterable[Test]:
    """Return the tests of a glob, any one of which matches; with *is_itself* nothing below it."""
    text = strip_blanks(text)
    glob = parse_glob(text)
    if glob is None:
        return ()
    if not glob.names:
        return (("/", glob.include, TEXT, None),)
    glob = glob._replace(ending=WHOLE if is_itself and glob.ending == LEADING else glob.ending)
    is_anchored = glob.names[0] is not None
    tests: list[Test] = []
    # Hardly a glob has a set of characters.
    for names in _spell_out_sets(glob.names, most) if "[" in text else (glob.names,):
        sections = _make_sections(names)
        if sections is None:
            return (_make_regex_test(text, glob, is_whole=is_itself and glob.ending == WHOLE),)
        head, tail, least = sections[-1]
        if glob.ending == LEADING and tail == "/" and not least:
            # Any name that begins so does: `.env*`.
            sections = (*sections[:-1], (head, "", 0))
        needle = max([text for section in sections for text in section[:2]], key=len)
        if not is_anchored and glob.ending == LEADING and sections == ((needle, "", 0),):
            tests.append((needle, glob.include, TEXT, None))
            continue
        # A glob at any depth may start with anything.
        start = sections[0][0] if is_anchored else ""
        shape = start, sections[:-1], sections[-1], glob.ending
        tests.append((needle, glob.include, SECTIONS, shape))
    return tests


def _spell_out_sets(names: tuple[Name, ...], most: int) -> Iterable[tuple[Name, ...]]:
    """Return names for each way to choose a character of the sets in them, where that is few."""
    pieces_by_name: list[list[list[GlobPiece]]] = []
    for name in names:
        pieces_by_name.append([])
        for piece in name or ():
            characters: list[str] = []
            # One of many characters stays what it is, and so does one of all others.
            if piece.kind == "set" and piece.text[1] not in "!^":
                ranges = [
                    range(ord(low), ord(high) + 1) for low, high in parse_set_ranges(piece.text)
                ]
                if sum(map(len, ranges)) <= _MOST_ALTERNATIVES:
                    characters = [chr(code) for code in dict.fromkeys(chain(*ranges))]
            members = [GlobPiece("text", character) for character in characters if character != "/"]
            pieces_by_name[-1].append(members or [piece])
    number = prod(len(members) for pieces in pieces_by_name for members in pieces)
    if not 1 < number <= most:
        return (names,)
    return product(
        *[
            [None] if name is None else [*product(*pieces)]
            for name, pieces in zip(names, pieces_by_name, strict=True)
        ]
    )


def _make_sections(names: tuple[Name, ...]) -> tuple[PathSection, ...] | None:
    """Return the sections between the ``**`` of a glob; None where texts cannot say them."""
    sections: list[PathSection] = []
    for is_any_depth, group in groupby(names, partial(is_, None)):
        if is_any_depth:
            continue
        head, tail, least = "/", "", 0
        for name in group:
            pieces = name or ()
            kinds = [piece.kind for piece in pieces]
            # Texts say one star in one of the names, and no other wildcard.
            if not {"text", "run"}.issuperset(kinds) or kinds.count("run") + bool(tail) > 1:
                return None
            star = kinds.index("run") if "run" in kinds else len(pieces)
            before = "".join([piece.text for piece in pieces[:star]])
            if "run" in kinds:
                after = "".join([piece.text for piece in pieces[star + 1 :]])
                head, tail, least = f"{head}{before}", f"{after}/", int(name == ANY_NAME)
            elif tail:
                tail += f"{before}/"
            else:
                head += f"{before}/"
        is_anchored = not sections and names[0] is not None
        if head == "/" and tail not in ("", "/") and not is_anchored and tail[0] != "/":
            # A name at any depth that ends so: `*.py`.
            head, tail, least = tail, "", 0
        sections.append((head, tail, least))
    return tuple(sections)


def _make_regex_test(text: str, glob: ParsedGlob, *, is_whole: bool) -> Test:
    """Return the test by pathspec's expression of the glob that is written as *text*."""
    # Few globs are more than texts.
    from phaser_lint.text.globs.path_patterns import LINE_END
    from phaser_lint.text.globs.pathspec_regex import make_glob_regex

    expression = make_glob_regex(text.replace("\n", LINE_END))
    if is_whole:
        expression = f"{expression}\\Z"
    try:
        code = find_byte_code(regex.compile(expression))
    except regex.error as error:
        raise ValueError(f"{error.msg} in {text!r}") from None
    # The texts that every matching path contains; slashes stand around each name.
    texts: dict[str, None] = {}
    for is_any_depth, group in groupby(glob.names, partial(is_, None)):
        row = ""
        for name in () if is_any_depth else group:
            row += "/"
            for piece in name or ():
                if piece.kind == "text":
                    row += piece.text
                else:
                    texts[row or "/"] = None
                    row = ""
        texts[f"{row}/"] = None
    start = "/" if glob.names[0] is None else next(iter(texts))
    shape = start, tuple(texts), expression, pack_code(code)
    return max(texts, key=len), glob.include, REGEX, shape


def pack_code(code: Code | None) -> bytes:
    """Return the *code* that a glob, or a pattern, was compiled to as bytes; none without one."""
    return b"" if code is None else marshal.dumps(code)


# What no glob names that is about some files of a folder.
_ANY_NAME = "any file of this folder"


def is_folder_taken_out(folder: str, *excluding: Tests) -> bool:
    """Tell whether compiled globs, the tests *excluding*, leave nothing to select in *folder*."""
    everything = compile_globs(("*",), ())
    return not selects_path((*everything, *excluding), f"{folder}/{_ANY_NAME}".lstrip("/"))
