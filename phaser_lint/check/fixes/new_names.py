r"""The names that a fix adds to the code of a file that does not hold them yet.

print(1)    print\( → log.info(     log, unless the code says log elsewhere
x.warn(1)   \.warn\( → .warning(    none: what is behind a dot, its object knows
f(a, b=1)   b=1 → timeout=5         none: nor is the argument that it is given to
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from phaser_lint.check.fixes.fix_edits import WrittenFix, apply_edits
from phaser_lint.core.text import replace_lone_returns
from phaser_lint.text.languages.keywords import CASELESS, list_keywords
from phaser_lint.text.regions import CODE, Regions, find_text_types, open_regions

_LONGEST_WORD = 200
_MOST_NAMES = 3
_WORD = re.compile(rf"(?<![\w'])[^\W\d]\w{{0,{_LONGEST_WORD}}}")
_WORD_END = re.compile(r"\w+\Z")
_BEHIND_DOT = re.compile(r"(?:(?<!\.)\.|->|::)\s*\Z")
_BEHIND_COMMA = re.compile(r"[(,]\s*\Z")
_EQUALS = re.compile(r"\s*=(?![=>~])")
# How far in front of a word a dot, a bracket or a comma is looked for.
_NEAR = 200
# A Java file uses what it imports by its last name; Python's `from a import b` makes no `a`.
_IMPORT = re.compile(
    r"^[ \t]*(?:pub[ \t]+)?(?:import|using|use|alias)\b(?:[ \t]*\([^)]*\)|[^\n;]*)", re.M
)
# What says `from a import b`, `import a as b`, and does not make `a`.
MODULE = re.compile(r"^[ \t]*from[ \t]+[\w.]+|^[ \t]*import[ \t]+[\w.]+(?=[ \t]+as\b)", re.M)

# What stands in such a file no program looks up by its name.
_DATA = ("json", "toml", "yaml", "properties", "graphql", "css", "xml", "markdown", "mdx")
_DATA_ENDINGS = """
    adoc asciidoc bib cfg conf coveragerc csv desktop dockerignore editorconfig env eslintignore
    fdignore feature flake8 gcloudignore gitattributes gitignore gitmodules helmignore htaccess http
    inf ini ldif lock log mdx npmignore npmrc org po pot prettierignore pylintrc pypirc qmd reg
    rgignore rmd rst service socket spec stylelintignore text timer tsv txt vscodeignore
"""
_DATA_NAMES = ".env .gitconfig codeowners go.mod go.sum go.work procfile pylintrc requirements.txt"


def find_new_names(fixes: Sequence[WrittenFix], path: str, text: str) -> list[str]:
    """Return the new names that *fixes* write into the code of *text* and that it does not hold."""
    lexer = find_code_lexer(path, text)
    if lexer is None:
        return []
    names = dict.fromkeys(_find_written_names(fixes, path, text=text, lexer=lexer))
    text = replace_lone_returns(text)
    old_names = _find_names_in_code(path, text, names=names, lexer=lexer) if names else ()
    return [name for name in names if name not in old_names]


def render_names(names: Sequence[str]) -> str:
    """Return the first few of the new *names* that a fix adds as a text, each as code."""
    first_names = ", ".join(f"`{name}`" for name in names[:_MOST_NAMES])
    return f"{first_names}{' …' if len(names) > _MOST_NAMES else ''}"


def find_code_lexer(path: str, text: str) -> str | None:
    """Return the lexer of code at *path*; ``None``: data or prose, to which no name is added."""
    types = find_text_types(path, text)
    lexer = types[0].lexer if types else ""
    name = path.rpartition("/")[2].lower()
    if name in _DATA_NAMES.split():  # go.mod is read as Go is
        return None
    if lexer and lexer != "ini":
        return None if lexer in _DATA else lexer
    stem, dot, ending = name.rpartition(".")
    # Without an ending it is a LICENSE, a README; a script says what runs it.
    is_plain = not types and not (dot and stem)
    return None if is_plain or ending in _DATA_ENDINGS.split() else ""


def _find_written_names(
    fixes: Sequence[WrittenFix], path: str, text: str, lexer: str
) -> Iterator[str]:
    """Yield the names in what *fixes* write, or touch, but for those that a group stood for."""
    fixed_text = replace_lone_returns(apply_edits(text, [fix.replacement() for fix in fixes]))
    regions = open_regions(path, fixed_text, documented=False)
    reserved = list_keywords(lexer)
    shift = 0
    for fix in fixes:
        start, size = fix.start + shift, fix.size()
        shift += size - (fix.end - fix.start)
        groups = fix.group_spans(start)
        end = start + size
        # The words that touch what it writes.
        word_before = _WORD_END.search(fixed_text[max(0, start - _LONGEST_WORD) : start])
        search_start = start - len(word_before[0]) if word_before else start
        search_end = min(len(fixed_text), end + _LONGEST_WORD)
        for word in _WORD.finditer(fixed_text, search_start, search_end):
            if word.start() > end:
                break
            while groups and groups[0][1] < word.end():
                del groups[0]
            is_of_group = bool(groups) and groups[0][0] <= word.start()
            name = _fold_word(word[0], lexer)
            if not is_of_group and name not in reserved and _is_name(word, regions):
                yield name


def _find_names_in_code(path: str, text: str, names: Iterable[str], lexer: str) -> set[str]:
    """Return which of the *names* the code of *text* uses or imports."""
    flags = re.IGNORECASE if lexer in CASELESS else 0
    pattern = re.compile(rf"(?<![\w'])(?:{'|'.join(names)})(?!\w)", flags)
    in_code = set()
    if lexer == "python":
        text = MODULE.sub("", text)
    else:
        for statement in _IMPORT.finditer(text):
            in_code.update(pattern.findall(statement[0]))
    regions = open_regions(path, text, documented=False)
    for word in pattern.finditer(text):
        if _is_name(word, regions):
            in_code.add(_fold_word(word[0], lexer))
    return in_code


def _is_name(word: re.Match[str], regions: Regions) -> bool:
    """Tell whether *word* is code, and neither behind a dot nor the name of an argument."""
    if regions.region_around(word.start())[2] != CODE:
        return False
    before = word.string[max(0, word.start() - _NEAR) : word.start()]
    is_argument = _BEHIND_COMMA.search(before) and _EQUALS.match(word.string, word.end())
    return not is_argument and not _BEHIND_DOT.search(before)


def _fold_word(word: str, lexer: str) -> str:
    """Return *word* as it is compared: `SELECT` is `select`."""
    return word.lower() if lexer in CASELESS else word
