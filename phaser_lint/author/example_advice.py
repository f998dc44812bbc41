"""Why a valid example breaks its contract: mistakes that authors make, each said in a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from phaser_lint.author.searched_texts import list_searched_texts
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.file_sets import split_into_sets
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import make_printable, shorten_line
from phaser_lint.text.globs import selects_path
from phaser_lint.text.languages import find_file_types
from phaser_lint.text.search.given_groups import write_out_groups
from phaser_lint.text.search.item_list import ITEM, make_item_pattern
from phaser_lint.text.search.patterns import compile_pattern
from phaser_lint.text.search.searcher import Searcher

SECONDS = 2.0
"""How long a pattern may take on an example."""
_WORD = re.compile(r"\w+")
# In these all but comments is code, what stands in quotes as well.
_OF_DATA = frozenset(("json", "toml", "yaml", "properties", "ini"))
_KEYS_OF_OTHERS = ("listed_in", "with_glob")


def advise_on_match(contract: Contract, file: TextFile) -> Iterator[str]:
    r"""Yield advice on an example that breaks its contract: what is to say of the first match in
    *file* that was not meant.

    ``(?P<base>\w+)(?!…)`` gives back: such a match begins or ends inside of a word.
    """
    for searched_text in list_searched_texts(contract, file):
        spans, _ = searched_text.matches(Searcher(), seconds=SECONDS)
        if not spans:
            continue
        text, (start, end) = searched_text.text, spans[0]
        line = text.rfind("\n", 0, start) + 1
        for word in _WORD.finditer(text, line, max(end, start) + 200):
            if word.start() < start < word.end():
                yield rf"the match begins inside of the word {word[0]}: `\b` begins one"
            if word.start() < end < word.end():
                advice = r"`\b` ends one, `\w++` takes all"
                yield f"the match ends inside of the word {word[0]}: {advice}"
        before, types = text[line:start], find_file_types(searched_text.name)
        is_quoted = before.count('"') % 2 or before.count("'") % 2
        counts_code = "code" in searched_text.contract.counted_in
        if is_quoted and counts_code and types and types[0].lexer in _OF_DATA:
            yield r"in: of data all but comments is code, quoted values too: begin with `^\s*`"


def explain_what_meets(
    contract: Contract, files: Sequence[tuple[str, str]], *, is_named: bool
) -> Iterator[str]:
    """Yield advice on an example that does not break its contract: the line of *files* that has the
    match which is needed, or that lists an item; raises ``TimeoutError``.

    `@Preview` is met by `@PreviewParameter`, and a list by what stands in a comment. Without
    *is_named* the one file has no name.
    """
    evidence = RULES[contract.type].evidence
    matches = [
        (path, searched_text.text, span)
        for path, text in files
        if not is_named or selects_path(contract.globs, path)
        for searched_text in list_searched_texts(contract, TextFile(path, text))
        for span in searched_text.matches(Searcher(), seconds=SECONDS)[0]
    ]
    if evidence == "no match" and not contract.is_about_blocks:
        for path, text, (start, _) in matches[:1]:
            place, line = describe_line(text, start)
            yield f"{place}{f' of {path}' if is_named else ''} meets it: {line}"
    for path, text, (start, end) in matches if evidence == "item" else ():
        form = write_out_groups(contract.value_of("listed_as") or "") or rf"(?<!\w){ITEM}(?!\w)"
        pattern = compile_pattern(make_item_pattern(form, text[start:end]), literal=False)
        sets, _ = split_into_sets(contract, (path,))
        globs = sets[0].others.compiled if sets else ()
        for list_path, list_text in files:
            match = pattern.search(list_text, timeout=SECONDS)
            if match and selects_path(globs, list_path):
                place, line = describe_line(list_text, match.end() - 1)
                yield f"{place} of {list_path} lists {text[start:end]}: {line}"
                return


def describe_line(text: str, offset: int) -> tuple[str, str]:
    """Return the name of the line around *offset* of an example's *text*, and what it holds."""
    lines_above = text.count("\n", 0, offset)
    return f"line {lines_above + 1}", shorten_line(text.split("\n")[lines_above].strip())


def advise_on_other_files(
    contract: Contract, paths: Sequence[str], others: Sequence[str]
) -> list[str]:
    """Return which file an example needs beside *paths*, where none of the *others* is one."""
    key = next((key for key in _KEYS_OF_OTHERS if contract.value_of(key)), "")
    if not key or RULES[contract.type].of_folders(contract):
        return []
    selected_paths = [path for path in paths if selects_path(contract.globs, path)]
    sets, _ = split_into_sets(contract, selected_paths)
    globs = [
        glob
        for file_set in sets
        if not any(selects_path(file_set.others.compiled, path) for path in others)
        for glob in file_set.others.globs or contract.value_of(key) or ()
    ]
    return [f"{key}: no file is {make_printable(', '.join(dict.fromkeys(globs)))}"] if globs else []
