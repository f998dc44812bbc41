r"""How a page says that classes and functions are called: rules without code.

    Classes: PascalCase                     class user_name
    Use snake_case for functions            def getName(), in Python
    camelCase for variables and functions   const user_name, function get_name()

What has no keyword before its name, such as a method of Java, is not seen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.marks_and_spans import SIGN, StatementWords
from phaser_lint.core import Record

_CASE = (
    r"(?:pascal|(?:upper|lower)[ _-]?camel|camel|(?:upper_|screaming_)?snake|kebab|upper|constant)"
    r"[-_ ]?case"
)
_KINDS = {
    "class": r"class(?:es)?(?:\s+names?)?",
    "interface": r"interfaces?",
    "enum": r"enums?",
    "type": r"types?(?:\s+aliases)?",
    "struct": r"structs?",
    "trait": r"traits?",
    "protocol": r"protocols?",
    "record": r"records?",
    "function": r"functions?(?:\s+names?)?",
    "method": r"methods?(?:\s+names?)?",
    "variable": r"(?:local\s+)?variables?(?:\s+names?)?",
    "component": r"(?:react\s+)?components?",
    "exception": r"exceptions?",
    "argument": r"(?:arguments?|parameters?|properties|attributes|fields)",
    "module": r"(?:modules?|constants?|hooks|models?|schemas?)",
}
_PLURALS = {
    "class": "classes",
    "argument": "arguments or properties",
    "module": "constants or others",
}
_KIND = rf"(?:{'|'.join(_KINDS.values())})"
_JOINED = rf"{_KIND}(?:(?:\s*[,/&]\s*(?:and\s+)?|\s+(?:and|or)\s+){_KIND})*"
_STYLE = r"(?P<style>(?:Pascal|camel|snake)[-_ ]?case)"
# PascalCase for classes, camelCase naming for functions, PascalCase classes
_OF = r"\s+(?:(?:naming\s+|names\s+)?(?:convention\s+)?(?:for|in)\s+(?:all\s+|the\s+)?)?"
NAME_FORMS = (
    ("names", rf"(?:(?:always\s+)?(?:use|follow)\s+)?{_STYLE}{_OF}(?P<kinds>{_JOINED})"),
    ("names", rf"(?:(?:always\s+)?name\s+)?(?P<kinds>{_JOINED})(?:\s+(?:are(?:\s+named)?|named|in"
              rf"|use|using|(?P<modal>must|should)(?:\s+(?:be|use))?)(?:\s+in)?)?\s+{_STYLE}"),
)  # fmt: skip
"""The forms of such rules."""
NAME_SUBJECT = re.compile(
    rf"(?=.*\b{_KIND}\b)(?=.*\b{_CASE}\b)",
    re.IGNORECASE,
)
"""What tells that a text of a page is about names of code."""
# Classes: PascalCase (e.g. `UserName`), **Functions** - snake_case → `get_name`
_LABEL = re.compile(
    rf"^[\W_]*?(?P<kinds>{_JOINED})[*_]*\s*(?::|=|\u2192|\s[-\u2013\u2014]\s)[*_\s]*"
    rf"(?:use\s+)?(?P<style>{_CASE})(?![\w.])",
    re.IGNORECASE,
)
_EXAMPLES_BEHIND = re.compile(
    rf"\s*(?:\u2192|->|:)\s*(?:`[^`]+`|{SIGN})(?:,\s*(?:`[^`]+`|{SIGN}))*(?=\W*$)"
)
# Naming: camelCase for variables, PascalCase for classes
_LEAD = (
    r"(?:(?:(?:code\s+)?naming(?:\s+conventions?)?|conventions?|names?)\s*[:\u2013\u2014-]+\s*)?"
)
_PART = rf"(?:(?:always\s+)?(?:use|follow)\s+)?{_CASE}{_OF}{_JOINED}"
_LIST = re.compile(
    rf"^[\W_]*{_LEAD}({_PART}(?:(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+){_PART})+)(?=\W*$)",
    re.IGNORECASE,
)
_ONE_PART = re.compile(_PART, re.IGNORECASE)
_ONE_LEAD = re.compile(rf"^[\W_]*{_LEAD}(?={_PART})", re.IGNORECASE)
_KIND_WORDS = tuple((kind, re.compile(words, re.IGNORECASE)) for kind, words in _KINDS.items())
_BEFORE = r"(?<![\w$.@-])"
# `_Base` is private, and `class func a()` of Swift names none.
_NOT_PASCAL = r"\s+(?!_*[A-Z][A-Za-z0-9]*(?!\w))[^\W\d]\w*(?=\s*(?:[({:<]|extends\b|implements\b))"
_TYPE_NOT_PASCAL = r"\s+(?![A-Z][A-Za-z0-9]*(?!\w))[^\W\d]\w*(?=\s*(?:<[^=;{}]*>\s*)?=)"
# What unittest, http.server and visitors call
_PYTHON_HOOKS = (
    r"(?:(?:async)?(?:setUp|tearDown)\w*|(?:add|do)[A-Z]\w*Cleanups?|do_[A-Z]+"
    r"|(?:visit|leave|depart)_\w+)"
)
_KEYWORDS = {
    "Python": ("class",),
    "JavaScript": ("class", "interface", "enum", "type"),
    "Java": ("class", "interface", "enum", "record"),
    "Kotlin": ("class", "interface"),
    "C#": ("class", "interface", "enum", "struct", "record"),
    "PHP": ("class", "interface", "trait", "enum"),
    "Swift": ("class", "struct", "enum", "protocol"),
    "Dart": ("class", "enum"),
}
_OF_JAVASCRIPT = ("TypeScript", "Vue", "Svelte", "Astro")


class _NamePattern(Record):
    """A ``pattern`` of wrong names of some ``kinds``, a ``sample`` that it finds, and the same with
    a ``right_name``.
    """

    pattern: str
    sample: str
    right_name: str
    kinds: tuple[str, ...]


def with_name_words(text: str) -> str:
    """Return *text* of a page, which names styles as words, with one rule of names of several, as
    a sentence: of classes, if it has one.
    """
    if not NAME_SUBJECT.match(text):
        return text
    text = _EXAMPLES_BEHIND.sub("", text)
    label = _LABEL.match(text)
    if label:
        style, kinds = label.group("style", "kinds")
        return f"{style} for {kinds}{text[label.end() :]}"
    if _LIST.match(text):
        parts = _ONE_PART.findall(text)
        return str(next((part for part in parts if "class" in _list_kinds(part)), parts[0]))
    return _ONE_LEAD.sub("", text)


def list_other_names(rule: SureRule, text: str) -> list[str]:
    """Return what *text* of a page says of names besides *rule*."""
    parts = _ONE_PART.findall(text.replace("`", "")) if rule.style == "names" else []
    return [part for part in parts if _list_kinds(part) != _list_kinds(rule.name)]


def make_name_rule(form_match: re.Match[str], _: StatementWords) -> SureRule | None:
    """Return the rule that names in code are in a style; ``fit_name_rule`` has its pattern."""
    style = re.split(r"[-_ ]?case", form_match["style"].lower())[0]
    kinds = _list_kinds(form_match["kinds"])
    may_be = {"pascal": _KEYWORDS["JavaScript"], "snake": ("function",)}
    if not {*kinds} & {*may_be.get(style, ("function", "variable"))}:
        return None
    return SureRule(
        name=f"{' '.join(_PLURALS.get(kind, f'{kind}s') for kind in kinds)} in {style}",
        keys={"type": "forbid_pattern", "in": "code"},
        # Qt and others call methods by names of their own.
        finds_none=style == "snake",
    )


def fit_name_rule(rule: SureRule, language: str) -> SureRule | str:
    """Return a page's *rule* of names with the pattern that finds others in code of *language*, or
    why that is not sure.
    """
    kinds, style = _list_kinds(rule.name), rule.name.rpartition(" in ")[2]
    language = "JavaScript" if language in _OF_JAVASCRIPT else language
    patterns = _list_patterns(style, language, kinds)
    if not patterns:
        return f"syntax: names of {language or 'code'}"
    covered_kinds = {kind for own in patterns for kind in own.kinds}
    missed_kinds = [_PLURALS.get(kind, f"{kind}s") for kind in kinds if kind not in covered_kinds]
    if "function" in covered_kinds and "method" not in covered_kinds:
        missed_kinds.append("methods")
    missed = f"names of {', '.join(dict.fromkeys(missed_kinds))}"
    return rule._replace(
        keys={**rule.keys, "pattern": "|".join(own.pattern for own in patterns)},
        invalid=tuple(own.sample for own in patterns[:2]),
        valid=tuple(own.right_name for own in patterns[:2]),
        unseen=(*rule.unseen, *[missed] * bool(missed_kinds)),
    )


def _list_patterns(style: str, language: str, kinds: Sequence[str]) -> list[_NamePattern]:
    """Return the patterns of names of these *kinds* of *language* that are not in *style*."""
    if style == "pascal":
        keywords = [kind for kind in _KEYWORDS.get(language, ()) if kind in kinds]
        declared = [keyword for keyword in keywords if keyword != "type"]
        body = ":" if language == "Python" else " {}"
        patterns = (
            [
                _NamePattern(
                    rf"{_BEFORE}(?:{'|'.join(declared)}){_NOT_PASCAL}",
                    sample=f"{declared[0]} user_name{body}",
                    right_name=f"{declared[0]} UserName{body}",
                    kinds=tuple(declared),
                )
            ]
            if declared
            else []
        )
        if "type" in keywords:
            patterns.append(
                _NamePattern(
                    rf"{_BEFORE}type{_TYPE_NOT_PASCAL}",
                    sample="type user_name = a",
                    right_name="type UserName = a",
                    kinds=("type",),
                )
            )
        return patterns
    if style == "snake" and language == "Python":
        pattern = rf"^[^\S\n]*(?:async\s+)?def\s+(?!{_PYTHON_HOOKS}\b)\w*[A-Z]\w*\s*[(\[]"
        names = _NamePattern(
            pattern,
            sample="def getName(a):",
            right_name="def get_name(a):",
            kinds=("function", "method"),
        )
        return [names] if {*names.kinds} & {*kinds} else []
    if style == "camel" and language == "JavaScript":
        patterns = [
            _NamePattern(
                rf"{_BEFORE}function\s*\*?\s*[a-z][a-z0-9]*_\w*\s*[(<]",
                sample="function get_name(a) {}",
                right_name="function getName(a) {}",
                kinds=("function",),
            ),
            # Expo's router reads `unstable_settings`.
            _NamePattern(
                rf"{_BEFORE}(?:const|let|var)\s+(?!unstable_)[a-z][a-z0-9]*_\w+",
                sample="let user_name = a",
                right_name="let userName = a",
                kinds=("variable",),
            ),
        ]
        return [own for own in patterns if {*own.kinds} & {*kinds}]
    return []


def _list_kinds(text: str) -> Sequence[str]:
    """Return the kinds of code that *text* names, each once."""
    return [kind for kind, words in _KIND_WORDS if re.search(rf"\b{words.pattern}\b", text, re.I)]
