r"""Names: which identifiers the code of a text uses, and where, by the language of its file.

    names = names_in("src/app.py", text)     # (start, end, "log") …

Comments and texts hold none, nor do data and prose. What the language itself knows is left out. So
is what something else tells the meaning of: an attribute (``x.name``), a keyword argument
(``name=``), the key of a literal (``{name: x}``).
"""

from __future__ import annotations

import re
from bisect import bisect_left

from phaser_lint.core import Record
from phaser_lint.text.names.built_in import BUILT_IN
from phaser_lint.text.regions import CODE, regions_of, types_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    Span = tuple[int, int]


class Name(Record):
    """An identifier, and where it stands."""

    start: int
    end: int
    text: str


class NameForm(Record):
    """How names are written in a language, and what in front of one or behind it makes it none.

    ``before`` makes it an attribute, ``key_before`` and ``key_after`` together a key. ``held``: the
    statements all of whose words name something for the rest of the file, ``unheld`` the parts of
    statements that name nothing there, such as the module of ``from a import b``. ``ignores_case``:
    ``SELECT`` is ``select``. ``inside``: the parts of a text that may hold code, if not all do.
    """

    word: str = r"(?<![\w$'])\$?[^\W\d]\w*"
    before: str = r"(?:(?<!\.)\.|->|::)[ \t\r\n]*\Z"
    key_before: str = r"[(,\[{<][ \t\r\n]*\Z"
    key_after: str = r"(?!)"
    held: str = r"(?!)"
    unheld: str = r"(?!)"
    ignores_case: bool = False
    inside: str = ""


_EQUALS = r"[ \t]*=(?![=>~])"
_COLON = r"[ \t]*\??:(?!:)"
_BOTH = rf"{_COLON}|{_EQUALS}"
# What a Java file imports by its full name it uses without it.
_BY_LAST_NAME = r"^[ \t]*(?:pub[ \t]+)?(?:import|using|use|alias)\b[^\n;]*"
_NO_SYMBOL = r"(?<![\w$@'])(?<!(?<!:):)"
_COMMAND = (
    r"(?=(?:\$\{?|(?:^|[;|&`!]|(?<!\$)[({]|\$\(|\b(?:then|do|else|elif|if|while|until|exec|sudo|xargs"
    r"|RUN|CMD|ENTRYPOINT)\b)[ \t@-]*(?:[A-Za-z_]\w*=\S*[ \t]+)*)"
    r"(?P<name>[A-Za-z_][\w.+-]*)(?![\w.+-]|[+?:]?=))"
)
_ASSIGNED = (
    r"\b[A-Za-z_]\w*(?=[+?:]?=)|^[ \t]*[\w.-]+[ \t]*\(\)"
    r"|^[ \t]*(?:export|local|readonly|declare|read|for|function|ARG|ENV)\b[^\n=]*"
)
_SCRIPT = (
    r"<style\b[^>]*>.*?</style|<script\b[^>]*>(?P<script>.*?)</script|\A---\n(?P<front>.*?)\n---\n"
    r"|\{(?P<hole>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"
)
_TAGS = r"\{\{(?P<filled>.*?)\}\}|\{%(?P<tag>.*?)%\}|<%(?P<scriptlet>.*?)%>"

# A full stop at the end of a line may end a sentence, as in Erlang.
_ANY = NameForm(before=r"(?:(?<!\.)\.|->|::)\Z", key_after=_BOTH)
_ECMASCRIPT = NameForm(
    # Of `<div className={x}>` none is a name: the one is of HTML, the other an argument.
    word=r"(?<![\w$#'])(?!(?:(?<=[^\w)\]]<)|(?<=</))[a-z])(?:[^\W\d]|\$(?!\{))[\w$]*",
    before=r"(?<!\.)\.[ \t\r\n]*\Z",
    key_before=r"(?:[(,\[{;]|<[\w.]+[^<>]*)[ \t\r\n]*\Z",
    key_after=_BOTH,
)
_JVM = NameForm(key_after=_EQUALS, held=_BY_LAST_NAME)
_SHELL = NameForm(word=_COMMAND, before="(?!)", held=_ASSIGNED)
_NAME_FORMS = {
    "python": NameForm(
        key_before=r"[(,][ \t\r\n]*\Z",
        key_after=_EQUALS,
        unheld=r"^[ \t]*from[ \t]+[\w.]+|^[ \t]*import[ \t]+[\w.]+(?=[ \t]+as\b)",
        held=r"\bdef[ \t]+\w+[ \t]*\((?:[^()]|\([^()]*\)){0,2000}\)|\blambda\b[^:\n]*",
    ),
    "javascript": _ECMASCRIPT,
    "jsx": _ECMASCRIPT,
    "typescript": _ECMASCRIPT,
    "java": _JVM,
    "kotlin": _JVM,
    "scala": _JVM,
    "groovy": _JVM._replace(key_after=_BOTH),
    "c": NameForm(word=r"(?<![\w$@'])[^\W\d]\w*", held=r"^[ \t]*using\b[^\n;]*"),
    "csharp": _JVM._replace(key_after=_BOTH),
    "go": NameForm(key_after=_COLON, held=r"^import[ \t]*(?:\([^)]*\)|[^\n]*)"),
    "rust": NameForm(key_after=_COLON, held=_BY_LAST_NAME),
    "swift": NameForm(key_after=_COLON, before=r"(?<!\.)\.[ \t\r\n]*\Z|[@#]\Z"),
    "dart": NameForm(key_after=_COLON, before=r"\.[ \t\r\n]*\Z"),
    "php": NameForm(
        before=r"(?:->|::)[ \t\r\n]*\Z|\\\Z", key_after=_COLON, held=r"^[ \t]*use\b[^\n;]*"
    ),
    "lua": NameForm(before=r"(?:(?<!\.)\.|(?<!:):)[ \t\r\n]*\Z", key_after=_EQUALS),
    "r": NameForm(word=r"(?<![\w.$@])[^\W\d][\w.]*", before=r":::?\Z", key_after=_EQUALS),
    "julia": NameForm(word=r"(?<![\w$:])[^\W\d]\w*!?", key_after=_EQUALS, held=_BY_LAST_NAME),
    "haskell": NameForm(word=r"(?<![\w'])[^\W\d][\w']*", before=r"\w\.\Z", held=_BY_LAST_NAME),
    "sql": NameForm(ignores_case=True),
    "ruby": NameForm(
        word=rf"{_NO_SYMBOL}\$?[^\W\d]\w*",
        before=r"(?:(?<!\.)\.|::)[ \t\r\n]*\Z",
        key_before="",
        key_after=r"\??:(?!:)",
    ),
    "perl": NameForm(
        word=r"(?<![\w'])[$@%]?(?P<name>[^\W\d]\w*)",
        before=r"(?:->|::)\{?[ \t\r\n]*\Z",
        key_before="",
        key_after=r"[ \t]*=>|::",
    ),
    "elixir": NameForm(
        word=rf"{_NO_SYMBOL}[^\W\d]\w*[?!]?",
        key_before="",
        key_after=r":(?!:)",
        held=_BY_LAST_NAME,
    ),
    "shell": _SHELL,
    "make": _SHELL,
    "dockerfile": _SHELL,
    "powershell": NameForm(
        word=r"(?<![\w$-])\$?[^\W\d][\w-]*", key_before="", key_after=_EQUALS, ignores_case=True
    ),
    "hcl": NameForm(
        before=r"(?<!\bvar)(?<!\blocal)(?<!\bmodule)\.[ \t]*\Z",
        key_before="",
        key_after=rf"{_EQUALS}|[ \t]*(?:\"[^\"\n]*\"[ \t]*)*\{{",
        held=r"^[ \t]*(?:resource|data|variable|module)\b[^\n{]*",
    ),
    "scss": NameForm(word=r"[$@][\w-]+", before="(?!)"),
    "html": _ECMASCRIPT._replace(inside=_SCRIPT),
    "vue": _ECMASCRIPT._replace(inside=_SCRIPT),
    "svelte": _ECMASCRIPT._replace(inside=_SCRIPT),
    "astro": _ECMASCRIPT._replace(inside=_SCRIPT),
    "template": _ANY._replace(inside=_TAGS),
}
# Their scripts know what JavaScript does.
_PAGES = ("html", "vue", "svelte", "astro")
# Whatever stands in them, no program looks it up by its name.
_DATA = ("json", "toml", "yaml", "properties", "graphql", "css", "xml", "markdown")
_DATA_ENDINGS = """
    adoc asciidoc bib cfg conf csv desktop dockerignore editorconfig env feature gitattributes
    gitignore gitmodules http inf ini ldif lock log mdx npmrc org po pot qmd reg rmd rst service
    socket spec text timer tsv txt
"""
_DATA_NAMES = ".env .gitconfig codeowners go.mod go.sum go.work procfile requirements.txt"


def names_in(path: str, text: str, *, at: Sequence[Span] = ()) -> list[Name]:
    """Return the names that the code of *text* uses, in order, by the type of the file at *path*.

    None of them is in what may hold no code. Of a long text all take seconds: those that touch one
    of the ascending places *at*, if there are some, take none.
    """
    lexer = _lexer_of(path, text)
    if lexer in _DATA:
        return []
    form = _NAME_FORMS.get(lexer, _ANY)
    found = _words(form, lexer, path, text, _touching(at) if at else _any_word)
    return [each for each in found if not _is_key(form, text, each)]


def held_names(path: str, text: str, *, among: Collection[str] = ()) -> set[str]:
    """Return the names that the code of *text* uses, and those that it imports or takes.

    Those *among* some names, if there are any, are found sooner than all.
    """
    lexer = _lexer_of(path, text)
    form = _NAME_FORMS.get(lexer, _ANY)
    unheld = [each.span() for each in re.compile(form.unheld, re.MULTILINE).finditer(text)]
    places = iter([*unheld, (len(text) + 1, 0)])
    start, end = next(places)
    found = set[str]()
    words = [*_words(form, lexer, path, text, _one_of(among) if among else _any_word)]
    for name in words if lexer not in _DATA else ():
        if _is_key(form, text, name):
            continue
        while end and end <= name.start:
            start, end = next(places)
        found |= set() if start <= name.start < end else {name.text}
    if form.key_before and lexer != "python":  # `(log: Logger)` may be a parameter
        found |= {each.text for each in words if _is_second(text, each)}
    for statement in re.compile(form.held, re.MULTILINE).finditer(text):
        found.update(re.findall(r"[^\W\d]\w*", statement[0]))
    return found


def _lexer_of(path: str, text: str) -> str:
    """Return what reads the file at *path*; of data, be it that nothing does, ``json``."""
    types = types_of(path, text)
    lexer = types[0].lexer if types else ""
    name = path.rpartition("/")[2].lower()
    stem, dot, ending = name.rpartition(".")
    # Without an ending it is a LICENSE, a README; a script says what runs it.
    is_plain = not types and not (dot and stem)
    if lexer or not (is_plain or name in _DATA_NAMES.split() or ending in _DATA_ENDINGS.split()):
        return lexer
    return "json"


def _any_word(name: Name) -> bool:
    return True


def _one_of(names: Collection[str]) -> Callable[[Name], bool]:
    return lambda name: name.text in names


def _touching(places: Sequence[Span]) -> Callable[[Name], bool]:
    ends = [end for _, end in places]

    def touches(name: Name) -> bool:
        place = bisect_left(ends, name.start)
        return place < len(places) and places[place][0] <= name.end

    return touches


def _words(
    form: NameForm, lexer: str, path: str, text: str, is_wanted: Callable[[Name], bool]
) -> Iterator[Name]:
    """Yield the words of the code that the language does not know, but for attributes."""
    known = _known_to(lexer, ignores_case=form.ignores_case)
    pattern = re.compile(form.word, re.MULTILINE)
    group = "name" if "name" in pattern.groupindex else 0
    regions = regions_of(path, text, documented=False)
    for start, end in _parts(form, text):
        for found in pattern.finditer(text, start, end):
            place, written = found.start(group), found[group]
            written = written.lower() if form.ignores_case else written
            name = Name(place, found.end(group), written)
            if written not in known and is_wanted(name) and regions.around(place)[2] == CODE:
                yield from () if _is_attribute(form, text, name) else (name,)


def _known_to(lexer: str, *, ignores_case: bool) -> frozenset[str]:
    words = BUILT_IN.get("jsx" if lexer in _PAGES else lexer, "")
    return frozenset((words.lower() if ignores_case else words).split())


def _parts(form: NameForm, text: str) -> Iterator[tuple[int, int]]:
    if not form.inside:
        yield 0, len(text)
        return
    for found in re.compile(form.inside, re.DOTALL | re.IGNORECASE).finditer(text):
        if found.lastgroup:
            yield found.span(found.lastgroup)


_NEAR = 200


def _before(text: str, name: Name) -> str:
    """Return what stands in front of *name*."""
    return text[max(0, name.start - _NEAR) : name.start]


def _is_attribute(form: NameForm, text: str, name: Name) -> bool:
    return re.search(form.before, _before(text, name)) is not None


def _is_key(form: NameForm, text: str, name: Name) -> bool:
    """Tell whether *name* is a keyword argument, or the key of a literal."""
    behind = re.compile(form.key_after).match(text, name.end)
    return behind is not None and re.search(form.key_before, _before(text, name)) is not None


def _is_second(text: str, name: Name) -> bool:
    return _before(text, name).rstrip().endswith(("(", ","))
