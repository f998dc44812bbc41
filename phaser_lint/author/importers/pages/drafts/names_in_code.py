r"""What a page says of the names of functions, variables, constants and types, by language.

    Functions: `snake_case`                          Python: def fooBar   Rust: fn fooBar
    camelCase for functions, PascalCase for types    TypeScript: function foo_bar, class foo_bar
    | Constants | UPPER_SNAKE_CASE | `MAX_SIZE` |    Rust: const max_size: u8

A name counts where it is declared by a word of the language. What no word declares, such as a
constant of Python, is named beside the draft, or leaves the line out where nothing else is in it.
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.declared_names import (
    DECLARATIONS,
    NAME_SAMPLES,
    UNSEEN_NAMES,
    WRONG_NAMES,
)
from phaser_lint.author.importers.pages.drafts.formatting import (
    FORMAT_SAMPLES,
    FORMAT_WORDS,
    UNSEEN_FORMATS,
    list_indent_formats,
)
from phaser_lint.author.importers.pages.drafts.project_files import TESTS_IN_RUST, UNSURE_FILES
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.drafts.type_names import (
    TYPE_DECLARATIONS,
    TYPE_KINDS,
)
from phaser_lint.core import Record

_LONGEST = 300
_STYLE_NAMES = {
    "upper": (
        r"(?:upper|screaming|constant|all[_ ]caps)(?:[_ ]snake)?[_ -]?case|UPPER_SNAKE"
        r"|(?-i:ALL_CAPS)"
    ),
    "camel": r"(?:lower[- ]?)?(?-i:c)amel[- ]?case|lowerCamelCase",
    "pascal": r"pascal[- ]?case|upper[- ]?camel[- ]?case",
    "any": r"(?-i:C)amel[- ]?case|MixedCaps",
    "snake": r"(?:lower[_ -])?snake[_ -]?case",
    "kebab": r"kebab[- ]?case",
}
_STYLE = re.compile(
    "`?(?<![A-Za-z])(?:"
    + "|".join(f"(?P<{name}>{text})" for name, text in _STYLE_NAMES.items())
    + ")(?![A-Za-z])`?",
    re.IGNORECASE,
)
_KINDS = {
    "function": r"func(?:tion)?s?|defs|helper functions",
    "method": "methods?",
    "variable": r"var(?:iable)?s?",
    "local": "local variables|locals",
    "field": "instance variables",
    "parameter": "param(?:eter)?s?|arguments",
    "constant": "const(?:ant)?s?",
    "static": "statics|static variables",
    "alias": "type alias(?:es)?",
    **{kind: rf"{kind}(?:e?s|erations)?" for kind in TYPE_KINDS},
    "macro": r"macros?|defines",
    "module": r"modules?",
    "file": r"files?|file ?names?",
}
_KIND = {
    kind: re.compile(rf"(?:all |the |your )?(?:{words})(?: names?| naming)?", re.IGNORECASE)
    for kind, words in _KINDS.items()
}
_OF_ALL_TYPES = re.compile(r"\btypes?\b|,.*case\b|\btraits?\b", re.IGNORECASE)
_BETWEEN_KINDS = re.compile(r"\s*(?:,|/|&|\+)\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+")
_LABEL = re.compile(
    r"\s*(?P<label>(?:naming(?: conventions?)?|names|style|case|casing|[A-Za-z+#/.]{1,20}))\s*:\s+",
    re.IGNORECASE,
)
_BEFORE_STYLE = re.compile(
    r"\s*(?:please\s+)?(?:always\s+)?(?:use|follow|adopt|prefer|stick to)?\s*", re.IGNORECASE
)
_EXAMPLES = re.compile(
    r"\s*(?:\((?![^()]*\b(?:only|when|except|unless|if|but|may|can|not|no|never|mostly|prefix\w*"
    r"|suffix\w*)\b)[^()]*\)|\|[^|]*\|?|(?:e\.g\.,?|like|such as|,?\s+for example,?)\s+(?:`[^`]+`"
    r"(?:,\s*)?)+|:\s*(?:`[^`]+`(?:,\s*)?)+)?",
)
_SEPARATOR = re.compile(r"\s*(?:[,;]\s*(?:and\s+)?|\band\s+|\|\s*)?\s*")
_CASE_WORDS = re.compile(
    r"\b(?:only|when|where|except|unless|if|but|may|can|not|no|never|mostly|usually|prefix\w*"
    r"|suffix\w*|private|public|protected|exported|unexported|internal|boolean|test\w*|new"
    r"|prefer|otherwise|else|elsewhere|rest|others?)\b",
    re.IGNORECASE,
)
_PLACE_OF_STYLE = re.compile(r"\s*(?:for|in|at|on|inside|within|with|as)\b", re.IGNORECASE)
_CANONICAL = re.compile(r"code names (?P<names>(?:(?:\w+ is \w+) ?)+)")
NAME_FORMS = (("code names", _CANONICAL.pattern),)
"""The form of such a rule, as ``with_name_words`` writes it."""
_TYPES = (*TYPE_KINDS, "alias")
# A line about types is about classes, too, and one about functions about methods.
_KINDS_TOGETHER = {
    **{kind: (kind,) for kind in _KINDS},
    **{
        kind: kinds
        for kinds in (
            ("function", "method"),
            ("variable", "local", "field", "parameter"),
            ("constant", "static"),
        )
        for kind in kinds
    },
    **{kind: ("type", kind) for kind in _TYPES},
    "type": _TYPES,
}
NAME_WORDS = {
    **FORMAT_WORDS,
    **{
        kind: rf"\b(?:{words})\b(?=.*(?:case\b|\bprefix))|case\b.*\b(?:{words})\b"
        for kind, kinds in _KINDS_TOGETHER.items()
        for words in ["|".join(_KINDS[own] for own in kinds)]
    },
}
"""Patterns for what a line says that is about the same names or formats; few pages need one."""

# Interfaces: name by behavior, not by prefixing with `I`
_I = r"(?:an?\s+|the\s+)?[`'\"]?(?-i:I)[`'\"]?"
_INTERFACES = r"(?:names?\s+of\s+)?interfaces?(?:\s+names?)?"
_UNPREFIXED = re.compile(
    rf"\W*(?:{_INTERFACES}\W*[:\u2013\u2014-]\W*(?:name\s+(?:them\s+|it\s+)?(?:by|after|for)"
    r"\s+\w+(?:\s+\w+)?,\s*)?(?:not|never|no|without|do\s+not|don['\u2019]?t)\s+(?:by\s+|use\s+)?"
    rf"(?:prefix(?:ing|ed)?\s+(?:them\s+)?(?:with|by)\s+{_I}|{_I}[- ]prefix)"
    rf"|(?:do\s+not|don['\u2019]?t|never|avoid)\s+prefix(?:ing)?\s+{_INTERFACES}\s+(?:with|by)\s+{_I}"
    rf"|(?:no|(?:do\s+not|don['\u2019]?t|never)\s+use|avoid)\s+{_I}[- ]prefix\s+(?:for|on|in)\s+"
    rf"{_INTERFACES})(?:\s+prefix)?(?:\s*\((?:e\.g\.,?|like|such as)[^()]*\))?\W*",
    re.IGNORECASE,
)
# What another program calls so: unsafe extern "C" { fn readPage(); }
_FOREIGN_BLOCK = r"\bextern\b[^{};()]*(?=\{)"
_COVERED_BY = {"function": "method", "variable": "local"}
_CAPITAL = "a name that begins with a capital"
_MISS_CAPITALS = ("Python", "JavaScript", "Rust", "Java", "Kotlin", "PHP")
# What sentences are made of: `savesPage_whenNew_returnsIt`
_CALLED_AS_IN_TESTS = ("Java", "Kotlin")
_OF_TESTS = ("**/src/*[tT]est/**",)
_WRITTEN_IN = dict.fromkeys(("TypeScript", "Vue", "Svelte"), "JavaScript")


def with_name_words(text: str) -> str:
    """Return *text* of a page, where all that it says is which names of code have which style, in
    the words of ``NAME_FORMS``; any other text as it is.
    """
    named = _write_names(text)
    # Types: PascalCase. Acronyms get sentence case: what comes after it is read by itself.
    sentence, end, others = text.partition(". ")
    if named == text and others and not _STYLE.search(others):
        return f"{_write_names(sentence)}{end}{others}"
    return named


def _write_names(text: str) -> str:
    """Return *text* as ``with_name_words`` does, where no other sentence stands in it."""
    if len(text) <= _LONGEST and _UNPREFIXED.fullmatch(text):
        return "code names interface is unprefixed"
    if len(text) > _LONGEST or not _STYLE.search(text):
        return text
    label_match = _LABEL.match(text)
    label = ""
    if label_match and not _kinds_of(label_match["label"]):
        label, text_after = label_match[0], text[label_match.end() :]
    else:
        text_after = text
    pairs = _split_pairs(text_after.strip().removesuffix("."))
    if any(re.search(r"\bor\b", kinds) and not _kinds_of(kinds) for kinds, _ in pairs):
        return text  # camelCase or snake_case
    names = [
        f"{kind} is {style}" for kinds, style in pairs for kind in _kinds_of(kinds) or ("other",)
    ]
    kinds = {name.split()[0] for name in names} - {"other", "file", "module"}
    # Of classes and interfaces their own words tell more.
    if not kinds or (kinds <= {*TYPE_KINDS} and not _OF_ALL_TYPES.search(text)):
        return text
    return f"{label}code names {' '.join(dict.fromkeys(names))}"


def _split_pairs(text: str) -> list[tuple[str, str]]:
    """Return the kinds and the style of each pair in *text*; none where it says anything else."""
    text = text.strip().removeprefix("|").strip()
    styles = list(_STYLE.finditer(text))
    parts = [
        text[start:end]
        for start, end in zip(
            [0, *(style.end() for style in styles)],
            [*(style.start() for style in styles), len(text)],
            strict=True,
        )
    ]
    names = [str(style.lastgroup) for style in styles]
    pairs = []
    if _BEFORE_STYLE.fullmatch(parts[0]):  # camelCase for functions
        for name, part in zip(names, parts[1:], strict=True):
            part = re.sub(r"^\s*(?:for|in|on)\s+", "", part.strip())
            kinds = part
            while kinds and not _kinds_of(kinds):
                shorter = re.sub(r"(?:\s*\([^()]*\)|\s*[,;.]|\s+and)$", "", kinds)
                if shorter == kinds:
                    break
                kinds = shorter
            bracket = part[len(kinds) :]
            pairs.append((kinds.strip(), name))
            if _CASE_WORDS.search(f"{kinds} {bracket}"):
                return []
    else:  # Functions: camelCase
        rest = parts[0]
        for number, (name, part) in enumerate(zip(names, parts[1:], strict=True)):
            kinds = re.sub(
                r"(?:\s*[:|=→]|\s+[-–—]|\s+(?:are|is|must|should|be|always|use|uses|in|follow))+\s*$",
                "",
                rest,
            )
            pairs.append((kinds.strip(), name))
            # Constants: UPPER_CASE at the top, camelCase in functions
            if _CASE_WORDS.search(kinds) or (number and _PLACE_OF_STYLE.match(kinds)):
                return []
            after = part[_EXAMPLES.match(part).end() :]  # type: ignore[union-attr]
            if number == len(names) - 1 and after.strip(" |.;"):
                return []
            rest = after[_SEPARATOR.match(after).end() :]  # type: ignore[union-attr]
    # What is neither a kind nor a few words is a case.
    are_short = all(kinds and re.fullmatch(r"[\w /,&`*.-]{2,60}", kinds) for kinds, _ in pairs)
    return pairs if are_short else []


def _kinds_of(words: str) -> tuple[str, ...]:
    """Return the kinds that *words* name; none where one of them is no kind."""
    kinds = []
    for word in _BETWEEN_KINDS.split(words.strip().strip("*`")):
        kind = next((kind for kind, look in _KIND.items() if look.fullmatch(word.strip())), "")
        if not kind:
            return ()
        kinds.append(kind)
    return tuple(dict.fromkeys(kinds))


def make_name_rule(form_match: re.Match[str]) -> SureRule:
    """Return the rule that names of code have these styles; the language tells the patterns."""
    words = form_match["names"].split()
    names = tuple(zip(words[::3], words[2::3], strict=True))
    # Types of one style are one kind, and what another kind covers is none.
    kinds_by_style: dict[str, list[str]] = {}
    for kind, style in names:
        if kind in _TYPES:
            kinds_by_style.setdefault(style, []).append(kind)
    apart = {*_TYPES, *(_COVERED_BY.get(kind, "") for kind, _ in names)}
    kinds = " ".join(dict.fromkeys(kind for kind, _ in names if kind != "other"))
    is_format = any(kind in UNSEEN_FORMATS for kind, _ in names)
    return SureRule(
        name=f"format of {kinds}" if is_format else f"names of {kinds}",
        keys={"type": "forbid_pattern", "pattern": "", "in": "code"},
        # Spaces are the same in each language, but where its tools indent with tabs.
        is_of_all=len(names) == 1 and form_match["names"].startswith("indent is spaces"),
        code_names=(
            *((f"{'/'.join(types)}/", style) for style, types in kinds_by_style.items()),
            *((kind, style) for kind, style in names if kind not in apart),
        ),
    )


class _Declaration(Record):
    """The ``pattern`` of a declaration with a wrong name, code that it finds and code that is
    right, and how else such a name is declared. Empty where no word of the language declares one.
    """

    pattern: str = ""
    invalid: tuple[str, ...] = ()
    valid: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


# A template of Blade holds JavaScript: `function findModal (key) {` has no types.
_TEMPLATES = {"PHP": ("**/*.blade.php",)}


def with_declarations_of(rule: SureRule, language: str) -> SureRule | str:
    """Return a page's *rule* about names of code as *language* declares them, or why that is not
    sure; any other rule as it is.
    """
    if not rule.code_names:
        return rule
    declarations = []
    for kind, style in rule.code_names:
        declaration = _find_declaration(kind, style, _WRITTEN_IN.get(language, language))
        if declaration is None:
            # camelCase for functions, in Python: it is about another language.
            return UNSURE_FILES
        declarations.append(declaration)
    patterns = [declaration.pattern for declaration in declarations if declaration.pattern]
    if not patterns:
        formats = [kind for kind, _ in rule.code_names if kind in UNSEEN_FORMATS]
        # `gofmt` sets the indentation of all of Go: no name is meant.
        names = f"names that no word of {language} declares"
        return f"syntax: {' and '.join(formats) or names}"
    unseen = [name for declaration in declarations for name in declaration.unseen]
    is_documented = any(style == "documented" for _, style in rule.code_names)
    blocks = TESTS_IN_RUST if is_documented else _FOREIGN_BLOCK
    own_blocks = {"not_inside": blocks} if language == "Rust" else {}
    return rule._replace(
        keys={**rule.keys, **own_blocks, "pattern": "|".join(dict.fromkeys(patterns))},
        invalid=tuple(code for declaration in declarations for code in declaration.invalid),
        valid=tuple(code for declaration in declarations for code in declaration.valid),
        excluded=(
            *rule.excluded,
            *_TEMPLATES.get(language, ()),
            *(glob for declaration in declarations for glob in declaration.excluded),
        ),
        unseen=(*rule.unseen, *dict.fromkeys(unseen)),
    )


def _find_declaration(kind: str, style: str, language: str) -> _Declaration | None:
    """Return how *language* declares names of a *kind* that are not in *style*; ``None`` where it
    writes them in another style.
    """
    types = TYPE_DECLARATIONS.get(language)
    is_type = "/" in kind
    # There all functions are methods.
    if kind == "method" and language in ("Java", "C#", "Ruby"):
        kind = "function"
    elif types is None:
        kind = kind.removesuffix("/")
    # CamelCase of a function may begin with either.
    fitting = style if style != "any" else "pascal" if is_type else "camel"
    wrong, right = {**NAME_SAMPLES, **FORMAT_SAMPLES}.get(fitting, ("", ""))
    if is_type and types is not None:
        if fitting not in ("pascal", "unprefixed"):
            return None
        return _Declaration(
            types.make_pattern(kind, WRONG_NAMES[fitting]),
            invalid=types.make_samples(kind, types.wrong if fitting == "pascal" else wrong),
            valid=types.make_samples(kind, right),
            unseen=types.list_unseen(kind),
        )
    own = {**list_indent_formats(language), **DECLARATIONS.get(language, {})}
    formats = (UNSEEN_FORMATS[kind],) if kind in UNSEEN_FORMATS else ()
    if (kind, fitting) in own:
        pattern, sample = own[kind, fitting]
        is_of_method = kind == "function" and language in _CALLED_AS_IN_TESTS
        return _Declaration(
            pattern.format(name=WRONG_NAMES.get(f"{kind} {fitting}", WRONG_NAMES.get(fitting, ""))),
            invalid=(sample.format(name=wrong),),
            valid=(sample.format(name=right),),
            unseen=(
                *formats,
                *UNSEEN_NAMES.get((language, kind), UNSEEN_NAMES.get(("", kind), ())),
                *([_CAPITAL] if style in ("camel", "snake") and language in _MISS_CAPITALS else []),
            ),
            excluded=_OF_TESTS if is_of_method else (),
        )
    # What is covered is written in the style of what covers it.
    covering = next((wide for wide, narrow in _COVERED_BY.items() if narrow == kind), kind)
    if (covering, fitting) not in own and any(name in (kind, covering) for name, _ in own):
        return None
    if style == "format" or kind == "other":  # those are named as the rest of the line
        return _Declaration(unseen=formats)
    return _Declaration(unseen=(f"names of {kind}s",))
