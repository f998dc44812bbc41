"""The endings of the files of each language, of which a rule of a page is about all.

a.ts       what a project has today
b.tsx      what it may have tomorrow: `*.{ts,tsx,mts,cts}` finds it
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from phaser_lint.author.importers.pages.code.known_code import IN_TESTS_OF_FILE
from phaser_lint.author.importers.pages.code.known_packages import JVM
from phaser_lint.author.importers.pages.code.span_patterns import STYLES, TEMPLATES
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.text.languages.source_languages import LANGUAGE_BY_ENDING

_C_AND_CPP = "C and C++"
# Rules about a language are about these, too. TypeScript's files are a part of JavaScript's.
_OTHERS_OF_LANGUAGE = {
    "JavaScript": ("TypeScript", "Vue", "Svelte", "Astro"),
    "TypeScript": ("Vue", "Svelte"),
    _C_AND_CPP: ("C", "C++"),
}
_ENDINGS = {
    language: [
        ending.removeprefix(".")
        for ending, name in LANGUAGE_BY_ENDING.items()
        if name in (language, *_OTHERS_OF_LANGUAGE.get(language, ()))
    ]
    for language in (*LANGUAGE_BY_ENDING.values(), _C_AND_CPP)
    if language not in ("Vue", "Svelte", "Astro", "C++", "shell")
} | {
    "C++": ["cc", "cpp", "cxx", "hpp", "h"],
    "Elixir": ["ex", "exs", "heex"],
    STYLES: ["css", "scss", "sass", "less", "vue", "svelte"],
    TEMPLATES: ["ts", "html"],
    JVM: ["java", "kt", "kts"],
}
# What is of one language, or takes its place in the same project, beside each other language
_FAMILIES = (
    ("JavaScript", "TypeScript"), ("C", "C++"), *((name,) for name in _ENDINGS),
)  # fmt: skip
_FAMILY_BY_ENDING = {
    ending.removeprefix("."): next(family for family in _FAMILIES if language in family)
    for ending, language in LANGUAGE_BY_ENDING.items()
    if language in _ENDINGS
} | dict.fromkeys(("css", "scss", "sass", "less"), (STYLES,))
_OF_HEADERS = {"C": "C++", "C++": "C"}
CODE_ENDINGS = frozenset(ending for endings in _ENDINGS.values() for ending in endings)
# Of all code: what holds texts, or what a page shows
_NO_CODE = ("erb", "heex", "html", "css", "scss", "sass", "less")
# What is written in these languages stands below headings about JavaScript.
_KINDS_OF_JAVASCRIPT = ("TypeScript",)
_KINDS_FOLDED = ("TypeScript", *_OTHERS_OF_LANGUAGE["JavaScript"], TEMPLATES, STYLES)
# What only an element of JSX has
_JSX = re.compile(r"style=\\\{|dangerouslySetInnerHTML")
# Of all source files: the rest may be anything, and the rule is about the language.
MOST_OF_ALL = 0.8


def list_endings(rule: SureRule, language: str, endings: Counter[str]) -> list[str]:
    """Return the endings of the files that *rule* about code of *language* is about: all that the
    languages have of which a project has files.

    *endings* are those that are there, with their numbers.
    """
    if language in _OF_HEADERS:
        own, others = ({*_ENDINGS[name]} - {"h"} for name in (language, _OF_HEADERS[language]))
        if not any(map(endings.get, own)):
            return []
        # A header is of either, where files of both are there.
        are_both = any(map(endings.get, others))
        return [ending for ending in _ENDINGS[language] if ending != "h" or not are_both]
    if language == TEMPLATES:
        return _ENDINGS[TEMPLATES]
    is_of_all = rule.is_of_all and not rule.language
    of_language = _ENDINGS.get(language, [])
    all_endings = sorted(CODE_ENDINGS.difference(_NO_CODE)) if is_of_all else of_language
    return _complete_endings(all_endings, endings)


def _complete_endings(all_endings: Sequence[str], endings: Counter[str]) -> list[str]:
    """Return those of *all_endings* whose languages a project has, which has files with *endings*:
    the first `.tsx` of tomorrow is looked at, too.

    The languages are in the order of the endings that are there.
    """
    present = [ending for ending in all_endings if endings[ending]]
    families = {_FAMILY_BY_ENDING.get(ending, (ending,)) for ending in present}
    complete = [
        ending for ending in all_endings if _FAMILY_BY_ENDING.get(ending, (ending,)) in families
    ]
    languages = [LANGUAGE_BY_ENDING.get(f".{ending}", ending) for ending in (*present, *complete)]
    in_order = [*_FAMILY_BY_ENDING, *sorted({*complete}.difference(_FAMILY_BY_ENDING))]
    return [
        ending
        for language in dict.fromkeys(languages)
        for ending in in_order
        if ending in complete and LANGUAGE_BY_ENDING.get(f".{ending}", ending) == language
    ]


def find_language(rule: SureRule, endings: Counter[str]) -> str:
    """Return the language that *rule* is about, of the files with these *endings*; or nothing."""
    span_languages = rule.span_pattern.languages if rule.span_pattern else ()
    # "No inline styles" of a site in Twig: a pattern of JSX would find none of its templates.
    is_of_jsx = rule.span_pattern is not None and bool(_JSX.search(rule.span_pattern.pattern))
    if is_of_jsx and not (endings["jsx"] or endings["tsx"]):
        return ""
    numbers = {
        language: sum(
            endings[ending] for ending in names if language not in _OF_HEADERS or ending != "h"
        )
        for language, names in _ENDINGS.items()
    }
    # "No relative imports": of which of the two languages?
    is_of_imports = "relative imports" in rule.subjects and rule.language != "Python"
    if is_of_imports and numbers["JavaScript"]:
        return ""
    if rule.language:
        all_kinds = (*_KINDS_OF_JAVASCRIPT, STYLES, TEMPLATES)
        kinds = [name for name in all_kinds if name in span_languages]
        is_of_family = rule.language == "JavaScript" or TEMPLATES in kinds
        language = kinds[0] if kinds and is_of_family else rule.language
        return language if not span_languages or language in span_languages else ""
    present = [name for name in span_languages if numbers[name]]
    if len(present) < 2 and span_languages:
        return present[0] if present else ""
    for kind in (*_KINDS_OF_JAVASCRIPT, STYLES, TEMPLATES, JVM, *_OF_HEADERS):
        del numbers[kind]
    most = max(numbers, key=numbers.__getitem__)
    if not numbers[most] or numbers[most] < MOST_OF_ALL * sum(numbers.values()):
        return ""
    # `var` of several languages of which files are there
    return most if not span_languages or most in span_languages else ""


def without_tests(rule: SureRule, language: str) -> SureRule:
    """Return a page's *rule* about code of *language* without the tests that may have that."""
    look, places, seen_there = IN_TESTS_OF_FILE.get(language, (None, {}, ""))
    is_of_tests = "test" in rule.message.lower() or rule.keys["type"] != "forbid_pattern"
    if not look or is_of_tests or not all(map(look.fullmatch, rule.subjects)):
        return rule
    return rule._replace(
        keys={**rule.keys, "not_inside": places["not_inside"]},
        excluded=(*rule.excluded, *places["exclude_glob"]),
        unseen=(*rule.unseen, seen_there),
    )


def fold_language(name: str) -> str:
    """Return the language whose rules of a page are about that called *name*, too."""
    return "JavaScript" if name in _KINDS_FOLDED else name
