r"""What a page says of names, of sizes and of the compiler: rules without code of their own.

    Maximum line length: 100            a line that is longer
    Keep files under 400 lines          a file that is longer
    Classes: `PascalCase`               a class with another name
    Use kebab-case for file names       a file with another name
    Enable TypeScript strict mode       a `tsconfig.json` without it

A limit that somebody only aims at (about 100, ideally) is none.
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.formatting import with_format_words
from phaser_lint.author.importers.pages.drafts.kinds_of_files import KIND_FORMS, KIND_MAKERS
from phaser_lint.author.importers.pages.drafts.named_languages import find_language_by_word
from phaser_lint.author.importers.pages.drafts.names_in_code import (
    NAME_FORMS,
    make_name_rule,
    with_name_words,
)
from phaser_lint.author.importers.pages.drafts.signatures import (
    PUBLIC_DOCS,
    SIGNATURE_FORMS,
    SIGNATURE_MAKERS,
    with_doc_words,
)
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.drafts.type_names import TYPE_KINDS, TYPE_WORDS
from phaser_lint.author.importers.pages.text.markdown import Statement
from phaser_lint.author.importers.pages.text.marks_and_spans import SIGN

_NUMBER = r"(?P<number>\d{2,4})"
_CHARACTERS = r"(?:\s*-?\s*(?:char(?:acter)?s?|col(?:umn)?s?))"
_LINES = r"\s*(?:lines|LOC)(?:\s+of\s+code)?"
_MOST = r"(?:a\s+)?(?:max(?:imum)?(?:\s+of)?|at\s+most|no\s+more\s+than|up\s+to|<=|≤)"
_LESS = r"(?P<less>under|below|less\s+than|shorter\s+than|fewer\s+than|<)"
_TO = rf"(?:{_MOST}|{_LESS}|to|within)"
_FILES = r"(?:(?:all|every|each|any|source|code|individual|the|a)\s+)*(?:files?|modules?)"
_LONGER = r"(?:longer\s+than|larger\s+than|over|above|exceeding|beyond|with\s+more\s+than|>)"
_STYLE_NAME = r"(?:upper[- ]?camel|pascal|lower[- ]?camel|camel|snake|kebab)[-_ ]?case"
_STYLE = rf"(?P<style>{_STYLE_NAME})"
_KIND = rf"(?:{TYPE_WORDS})(?:\s+(?:names?|definitions?|declarations?|aliases))?"
_KINDS = rf"(?P<kinds>{_KIND}(?:(?:\s*[,/&]\s*(?:and\s+)?|\s+(?:and|or)\s+){_KIND}){{0,5}})"
_FILE_NAMES = (
    r"(?:(?:all|source|code)\s+)?(?:file\s*names?|files?|file\s+naming|modules?(?:\s+names?)?)"
)
# A framework names some of the files.
_LANGUAGE_NAME = (
    r"python|typescript|javascript|golang|go|rust|java|kotlin|swift|ruby|php|c#|c\+\+|elixir|dart"
    r"|scala"
)
_LANGUAGE = rf"(?:(?:all\s+)?(?P<language>{_LANGUAGE_NAME})\s+)?(?:source\s+)?"
_COMPONENTS = r"(?:react\s+|vue\s+|ui\s+)?components?\s+(?:files?(?:\s+names?)?|file\s*names?)"
_KEBAB = (
    r"(?P<kebab>kebab[- ]?case|lower[- ]?case\s+with\s+(?:dashes|hyphens)"
    r"|lower[- ]?case[- ](?:hyphenated|dashed))"
)
_FOLDERS = r"(?:director(?:y|ies)|folders?)(?:\s+(?:names?|naming))?"
_ARE = (
    r"(?:\s+(?:are(?:\s+named)?|named|in|use|follow|(?P<modal>must|should)"
    r"(?:\s+(?:be|use|follow))?)(?:\s+in)?)?"
)
_STRICT = r"strict\s+(?:mode|(?:typescript\s+)?(?:type[- ])?checking|typescript)"
_IS_ON = (
    r"(?:\s+(?:configuration|everywhere|enabled|on|(?:is|must\s+be)\s+(?:enabled|on|required)"
    rf"|in\s+(?:the\s+|your\s+)?(?:typescript|tsconfig(?:\.json)?|{SIGN})|for\s+typescript))*"
)
_MODAL = r"(?:(?P<modal>must|should|shall|may|can|need\s+to|have\s+to)\s+)?"
_BE = rf"{_MODAL}(?:be|stay|remain|are|is|have|has|contain|keep)"
_NOT_BE = r"(?:(?P<modal>must|should|shall|may|can|do|does|are|is)\s*)?(?:not|n['’]t|never)"
_AT_MOST = (
    rf"(?:{_MOST}|{_LESS}|(?:no|not)\s+(?:longer|larger)\s+than|limited\s+to"
    r"|(?:kept|capped)\s+(?:at|to)|within)"
)
_OF_CODE = r"(?:(?:all|code|source|each|every|a)\s+)*"
_LONG = r"(?:\s+(?:long|each|in\s+length|wide))?"
_HAS_MORE = rf"(?:exceeds?|{_LONGER}|(?:has|have|contains?)\s+more\s+than)"
_NAMED_FILES = r"(?:any\s+)?(?:file\s*names?|names\s+of\s+files|files(?=\s+with\b))"
_SIGNS_IN_NAMES = (
    r"(?:any\s+)?(?P<sign>colons?|spaces?|white\s*space)(?:\s+in\s+(?:their|its)\s+names?)?"
)
STYLE_FORMS = (
    *NAME_FORMS,
    *SIGNATURE_FORMS,
    *KIND_FORMS,
    ("length", rf"{_OF_CODE}lines?\s+{_BE}\s+{_AT_MOST}\s*{_NUMBER}{_CHARACTERS}{_LONG}"),
    ("length", rf"{_OF_CODE}lines?\s+{_NOT_BE}\s+(?:be\s+)?{_HAS_MORE}"
               rf"\s*{_NUMBER}{_CHARACTERS}{_LONG}"),
    ("length", rf"no\s+{_OF_CODE}lines?\s+{_MODAL}(?:be\s+|is\s+|are\s+)?{_HAS_MORE}"
               rf"\s*{_NUMBER}{_CHARACTERS}{_LONG}"),
    ("length", rf"(?:limit|keep|restrict|cap)\s+(?:the\s+)?line[-\s]+(?:length|width)s?\s+{_TO}"
               rf"\s*{_NUMBER}{_CHARACTERS}"),
    ("size", rf"{_FILES}\s+{_BE}\s+{_AT_MOST}\s*{_NUMBER}{_LINES}{_LONG}"),
    ("size", rf"{_FILES}\s+{_NOT_BE}\s+(?:be\s+|grow\s+|get\s+)?{_HAS_MORE}"
             rf"\s*{_NUMBER}{_LINES}{_LONG}"),
    ("size", rf"no\s+(?:(?:single|source|code)\s+)*(?:files?|modules?)\s+{_MODAL}"
             rf"(?:(?:be|is|are|grows?|gets?)\s+)?{_HAS_MORE}\s*{_NUMBER}{_LINES}{_LONG}"),
    ("length", rf"(?:(?:the\s+)?max(?:imum)?\s+)?line[-\s]+(?:length|width)(?:\s+limit)?"
               rf"(?:\s+(?:is\s+limited\s+to|limited\s+to|is|of|(?P<modal>must|should)\s+(?:be|not"
               rf"\s+exceed)))?"
               rf"\s*(?:{_MOST}|{_LESS})?\s*{_NUMBER}{_CHARACTERS}?(?:\s+max(?:imum)?)?(?:"
               rf"\s+limit)?"),
    ("length", rf"(?:keep|limit)\s+(?:all\s+)?(?:code\s+)?lines?(?:\s+(?:length|width))?\s+{_TO}"
               rf"\s*{_NUMBER}{_CHARACTERS}"),
    ("length", rf"(?:ensure\s+)?(?:that\s+)?(?:(?:all|code)\s+)*lines\s+(?:(?P<modal>must|should"
               rf"|do|may)\s*"
               rf"(?:not|n['’]t)\s+exceed|(?:must|should)\s+(?:be|stay)"
               rf"\s+{_TO})\s*{_NUMBER}{_CHARACTERS}"),
    ("length", rf"(?:keep\s+)?(?:(?:all|code)\s+)*lines\s+(?:(?P<modal>must|should)\s+be"
               rf"\s+|are\s+)?(?:no|not)\s+longer\s+than\s*{_NUMBER}{_CHARACTERS}"),
    ("length", rf"(?:(?P<followed>follow\s+PEP\s*-?8)\s+with\s+(?:a\s+)?)?(?:{_MOST}\s+)?"
               rf"{_NUMBER}{_CHARACTERS}\s+(?:max(?:imum)?\s+)?(?:line\s+(?:length"
               rf"|width|limit)"
               rf"|per\s+line)(?:\s+limit)?"),
    ("size", rf"(?:keep|limit)\s+{_FILES}(?:\s+(?:size|length))?\s+{_TO}\s*{_NUMBER}{_LINES}(?:"
             rf"\s+each)?"),
    ("size", rf"{_FILES}\s+(?P<modal>must|should|may)\s+(?:(?:be|stay|remain)\s+{_TO}|not\s+(?:be"
             rf"\s+{_LONGER}"
             rf"|exceed|grow\s+beyond)|never\s+exceed|have\s+{_MOST})\s*{_NUMBER}{_LINES}"),
    ("size", rf"(?:(?:{_MOST}\s+)?(?:file|module)\s+(?:size|length)(?:\s+limit)?|{_FILES})"
             rf"(?:\s+(?:is|of))?\s*(?:{_MOST}|{_LESS})\s*{_NUMBER}{_LINES}"),
    ("size", rf"(?:max(?:imum)?\s+)(?:file|module)\s+(?:size|length)(?:\s+(?:is"
             rf"|of))?\s*{_NUMBER}{_LINES}"),
    ("size", rf"(?:file|module)\s+(?:size|length)\s+limit(?:\s+(?:is|of))?\s*{_NUMBER}{_LINES}"),
    ("size", rf"{_MOST}\s+{_NUMBER}{_LINES}\s+per\s+(?:source\s+|code\s+)?(?:file|module)"),
    ("size", rf"{_NUMBER}{_LINES}\s+(?:max(?:imum)?\s+per\s+file|per\s+file\s+max(?:imum)?)"),
    ("size", rf"(?:no|(?:never|do\s+not|don['’]?t)\s+(?:create|write|have|let))\s+{_FILES}"
             rf"(?:\s+(?:that\s+(?:is|are)|grow|get))?\s+{_LONGER}\s*{_NUMBER}{_LINES}"),
    ("class names", rf"(?:(?:always\s+)?use\s+)?{_STYLE}\s+(?:for|in)\s+(?:all\s+)?{_KINDS}"),
    ("class names", rf"{_KINDS}{_ARE}\s+{_STYLE}"),
    ("file names", rf"(?:(?:always\s+)?use\s+)?{_STYLE}\s+(?:for|in)\s+(?:all\s+)?"
                   rf"{_LANGUAGE}{_FILE_NAMES}"),
    ("file names", rf"(?:always\s+)?name\s+(?:all\s+)?{_LANGUAGE}{_FILE_NAMES}"
                   rf"\s+(?:in|using|with)\s+{_STYLE}"),
    ("file names", rf"{_LANGUAGE}{_FILE_NAMES}{_ARE}\s+{_STYLE}(?:\.(?P<ending>\w+))?"),
    ("component names", rf"{_STYLE}\s+(?:for|in)\s+(?:all\s+)?{_COMPONENTS}"),
    ("component names", rf"(?:react\s+|vue\s+)?components?{_ARE}\s+{_STYLE}\.(?P<ending>tsx|jsx|vue"
                        rf"|svelte)"),
    ("component names", rf"{_COMPONENTS}{_ARE}\s+{_STYLE}(?:\.(?P<ending>tsx|jsx|vue|svelte))?"),
    ("component names", r"code components in (?P<style>pascal[- ]?case)"),
    ("folder names", rf"(?:(?:always\s+)?use\s+)?{_KEBAB}\s+(?:for|in)\s+(?:all\s+)?{_FOLDERS}"),
    ("folder names", rf"{_FOLDERS}{_ARE}\s+{_KEBAB}"),
    ("signs in names", rf"(?:no|avoid|(?:never|do\s+not|don['’]?t)\s+(?:use|create|have))\s+"
                       rf"{_NAMED_FILES}\s+(?:containing|with|that\s+contain)\s+{_SIGNS_IN_NAMES}"),
    ("signs in names", rf"(?:no|(?:never|do\s+not|don['’]?t)\s+use|avoid)\s+{_SIGNS_IN_NAMES}"
                       rf"\s+in\s+{_NAMED_FILES}"),
    ("signs in names", rf"{_NAMED_FILES}\s+(?:(?P<modal>must|should|may|can)\s*)?(?:not|never"
                       rf"|n['’]t)\s+(?:contain|have|use|include)\s+{_SIGNS_IN_NAMES}"),
    ("strict", rf"(?:always\s+)?(?:(?:use|enable|keep|require|set|with)\s+)?(?:the\s+)?"
               rf"(?:typescript(?:['’]s)?\s+)?"
               rf"{_STRICT}{_IS_ON}"),
    ("strict", rf"{_STRICT}\s+must\s+(?:never|not)\s+be\s+(?:disabled|turned\s+off|relaxed)"),
    ("strict", rf"(?:never|do\s+not|don['’]?t)\s+(?:disable|turn\s+off|relax|skip"
               rf"|remove|weaken|loosen)\s+{_STRICT}"),
    ("strict", rf"(?:use\s+)?typescript\s+(?:with\s+|in\s+)?strict(?:\s+mode)?{_IS_ON}"),
)  # fmt: skip
"""The forms of such rules."""
_LONG_WORD = r"(?:longer|larger|exceed\w*|size|char\w*|col(?:umn)?s?|length|width|limits?)"
STYLE_SUBJECTS = {
    form: re.compile(rf"(?=.*\b(?:{noun})\b)(?=.*\b(?:{measure})\b)", re.IGNORECASE)
    for form, noun, measure in (
        ("length", r"lines?", _LONG_WORD),
        ("size", r"(?:files?|modules?)", rf"(?:lines|{_LONG_WORD})"),
        ("file names", _FILE_NAMES, _STYLE_NAME),
        ("component names", r"components?", _STYLE_NAME),
        ("hook names", "hooks?", "(?:prefix|camel[- ]?case)"),
        ("only typescript", "(?:code|files?)", "(?:typescript|javascript)"),
        ("folder names", r"(?:director(?:y|ies)|folders?)", _STYLE_NAME),
        ("strict", "strict", "strict"),
        ("hints", r"functions?|methods?", r"type[- ](?:hints?|annotations?)"),
        ("docstrings", r"functions?|methods?", "docstrings?"),
        ("returns", r"functions?|methods?", "return types?"),
        (PUBLIC_DOCS, "public|exported", "comments?|docs?|documented"),
    )
}
"""What a line says that is about the same names or sizes as a rule of such a form, but of names in
code, whose kinds tell it.
"""
_NAMED_FORMS = (
    "code names", "class names", "file names", "folder names", "component names", "hook names",
)  # fmt: skip
_LIMITS = ("length", "size")
# `kebab-case`, `snake_case.dart`
_STYLE_SPAN = re.compile(rf"`({_STYLE_NAME}(?:\.\w+)?)`", re.IGNORECASE)
_THAN = re.compile(r"\b(?:instead of|rather than|over|not)\b", re.IGNORECASE)
_IN_TSCONFIG = re.compile(
    r"\s*\(`\"?strict\"?\s*:\s*true`(?:\s+in\s+`?tsconfig(?:\.json)?`?)?\)", re.IGNORECASE
)
_STRICT_SPAN = re.compile(r"`\"?strict\"?(?:\s*:\s*true,?)?`(?:\s+mode)?(?!\s*:)", re.IGNORECASE)
# Line length: 100, **Files**: kebab-case, | Classes | PascalCase | `Invoice` |
_STYLE_LABEL = re.compile(
    rf"^[\W_]*(?P<what>{_COMPONENTS}"
    r"|(?:react\s+|vue\s+)?components?(?=[^.]{1,30}\.(?:tsx|jsx|vue|svelte)\b)"
    rf"|{_FOLDERS}|{_FILE_NAMES}|{_KINDS}|(?:max(?:imum)?\s+)?(?:line[-\s]+(?:length|width)"
    rf"|(?:file|module)\s+(?:size|length))(?:\s+limit)?)[*_]*\s*(?::|\||="
    rf"|\s[-\u2013\u2014]\s)[*_]*\s*"
    rf"(?P<rest>(?:{_STYLE_NAME}|lower[- ]?case[- ](?:with|hyph|dash)|max|at most|\d|<|≤"
    r"|under|below).*)",
    re.IGNORECASE,
)
# Components: PascalCase (`UserCard.tsx`), Files: PascalCase for components
_COMPONENT_FILES = re.compile(
    r"^[\W_]*(?:react\s+|vue\s+)?components?[*_]*\s*:[*_]*\s*`?(?P<style>pascal[- ]?case)`?\s*"
    r"\((?:e\.g\.,?\s*)?`\w+\.(?:tsx|jsx|vue|svelte)`(?:,\s*`\w+\.(?:tsx|jsx|vue|svelte)`)*\)$",
    re.IGNORECASE,
)
# Components: PascalCase (`UserCard`, `Page`): their files have the same name where all are so
_COMPONENT_NAMES = re.compile(
    r"^[\W_]*(?:react\s+|vue\s+)?components?(?:\s+names?)?[*_]*\s*[:|][*_]*\s*"
    r"`?(?P<style>pascal[- ]?case)`?"
    r"(?:\s*\((?:e\.g\.,?\s*)?`\w+`(?:,\s*`\w+`)*\)|\s*\|\s*`\w+`\s*\|?)?[.]?$",
    re.IGNORECASE,
)
# Test file naming: `*Test.kt`
_TEST_LABEL = re.compile(r"^[\W_]*(test files?)(?: names?| naming)?\s*:\s+(?=`)", re.IGNORECASE)
_HOOK_LABEL = re.compile(r"^[\W_]*hooks?[*_]*\s*:[*_]*\s*(?=`?camel)", re.IGNORECASE)
_NO_JAVASCRIPT = re.compile(
    r"(?P<before>typescript(?:\s+for\s+all(?:\s+(?:new|source))*\s+(?:code|files))?)"
    r"(?:\s*\((?:no|not)\s+(?:(?:plain|vanilla|untyped)\s+)?javascript\)"
    r"|,\s+(?:no|not|never)\s+(?:(?:plain|vanilla|untyped)\s+)?javascript(?=\W*$))",
    re.IGNORECASE,
)
_CELLS = re.compile(r"\s*\|\s*(.*?)\s*\|?\s*$")
_SOFT = re.compile(
    r"~|≈|\b(?:soft|ideal\w*|aim\w*|roughly|about|around|approx\w*|best effort|recommended"
    r"|guidelines?"
    r"|target\w*|suggest\w*|prefer\w*|try|practical|rule of thumb|should consider)\b",
    re.IGNORECASE,
)
_LIMIT_WORD = re.compile(
    r"\b(?:max(?:imum)?|limit(?:ed)?|must|exceed|keep|most|under|below|less|within|no more"
    r"|longer)\b|[<≤]",
    re.IGNORECASE,
)
# What to do then is no exception.
_WHEN_LONGER = re.compile(
    r"\b(?:if|when|once)\s+(?:(?:a|any|the|one|your)\s+)?(?:files?|modules?|it|they|one)\s+(?:is"
    r"\s+|are\s+)?"
    r"(?:approach\w*|exceed\w*|reach\w*|grow\w*|gets?|longer|larger|too|over)\b[^.;]*"
    r"|\b(?:split|refactor|extract|break)\b[^.;]*\bif\s+(?:needed|necessary|required)\b",
    re.IGNORECASE,
)
_FOR_EXAMPLE = re.compile(
    rf"\b(?:e\.g\.?|for example|for instance|such as|like|i\.e\.?)[,:]?\s*"
    rf"(?={SIGN}|[\w./-]+(?:,\s*[\w./-]+)*\W*$)",
    re.IGNORECASE,
)
_LETTERS = r"[A-Za-z0-9]*"
# The name of a file up to its first dot; a name of a class.
_STYLES = {
    "kebab": (r"[a-z0-9]+(?:-[a-z0-9]+)*", "UserName"),
    # `type_.rs`: of a keyword
    "snake": (r"[a-z0-9]+(?:_+[a-z0-9]+)*_*", "UserName"),
    "camel": (rf"[a-z]{_LETTERS}", "user-name"),
    "pascal": (rf"[A-Z]{_LETTERS}", "user-name"),
}
_FORMATTERS = {
    "Python": r"\b(?:black|ruff|flake8|pep ?-?8|isort|pylint)\b",
    "Rust": r"\b(?:rustfmt|clippy)\b",
    "JavaScript": r"\b(?:prettier|eslint|biome)\b",
    "C++": r"\bclang-format\b",
    "Go": r"\b(?:gofmt|golines|lll)\b",
    "Kotlin": r"\bktlint\b",
    "PHP": r"\b(?:psr-?12|php-cs-fixer|pint)\b",
    "Ruby": r"\brubocop\b",
    "Swift": r"\bswiftlint\b",
    "Dart": r"\bdart format\b",
}
_STRICT_ON = r'"strict"\s*:\s*true'
_NO_COMMENT_BEFORE = r"^(?:(?!(?<!:)//|/\*)[^\n])*"


def with_style_words(text: str) -> str:
    """Return *text* of a page with the names of code styles as words, and no label before what it
    limits.
    """
    text = _COMPONENT_FILES.sub(r"\g<style> for component files", with_doc_words(text))
    text = _COMPONENT_NAMES.sub(r"code components in \g<style>", text)
    text = _TEST_LABEL.sub(r"\1 are named ", _IN_TSCONFIG.sub("", text))
    text = _HOOK_LABEL.sub("Hooks ", _NO_JAVASCRIPT.sub(r"\g<before>", text))
    named = with_format_words(with_name_words(text))
    if named != text:
        return named
    # Strict mode. Do not weaken it: what comes after says nothing of it.
    if not _THAN.search(text.partition(". ")[0]):
        text = _STRICT_SPAN.sub("strict mode", text)
    if not _THAN.search(text):
        text = _STYLE_SPAN.sub(r"\1", text)
    label = _STYLE_LABEL.match(text)
    return " ".join((label["what"], _CELLS.sub(r" (\1)", label["rest"]))) if label else text


def is_naming_style(form: str) -> bool:
    """Tell whether *form* is a code style of names, which the row of a table says as well."""
    return form in _NAMED_FORMS


def find_limit_doubt(form: str, clause: str, others: str) -> str:
    """Return what makes a limit of code style, in a *clause* of that *form*, an aim, or nothing.

    *others*: what stands beside it.
    """
    soft_word = _SOFT.search(others) if form in _LIMITS else None
    # "Line length: 100 (ruff)" is what a formatter is set to: a draft of it found 841 lines.
    is_setting = not re.search(r"\d\s*(?:char(?:acter)?|col(?:umn)?)s\b", clause, re.I) or any(
        re.search(tools, others, re.IGNORECASE) for tools in _FORMATTERS.values()
    )
    is_limit = not is_setting or _LIMIT_WORD.search(f"{clause} {others}")
    if not soft_word and form == "length" and not is_limit:
        return "not understood"
    return f"condition: `{soft_word[0]}`" if soft_word else ""


def without_cases(form: str, text: str) -> str:
    """Return *text*, which stands behind a code style or another rule of that *form*, without what
    is no condition.
    """
    if form in _LIMITS:
        return _WHEN_LONGER.sub("", text)
    if form == "file":  # `.env`, or raw data: more that is banned
        return re.sub(r"\braw\b", "", text)
    return _FOR_EXAMPLE.sub("", text) if form in _NAMED_FORMS else text


def names_typescript(text: str, statement: Statement) -> bool:
    """Tell, for the style of a strict compiler, whether *text*, its *statement* as written, or what
    that stands under is about TypeScript.
    """
    own_texts = (text, statement.text, statement.title, *statement.headings, *statement.leads)
    return any(
        re.search(r"typescript|tsconfig|\bstrict\"?: true", own_text, re.IGNORECASE)
        for own_text in own_texts
    )


def _make_length_rule(form_match: re.Match[str]) -> SureRule | None:
    """Return the rule that no line is longer."""
    most = _find_limit(form_match)
    if not 60 <= most <= 300:
        return None
    return SureRule(
        name=f"lines of {most}",
        keys={"type": "forbid_pattern", "pattern": rf"^.{{{most + 1},}}"},
        # 100, without characters, is a formatter's setting.
        is_of_all=bool(re.search(_CHARACTERS, form_match[0], re.IGNORECASE)),
        # What PEP 8 and Black have
        language_of_several="Python" if most in (79, 88) else "",
        invalid=("a" * (most + 1),),
    )


def _make_size_rule(form_match: re.Match[str]) -> SureRule | None:
    """Return the style rule that no file has more lines."""
    most = _find_limit(form_match)
    if not 40 <= most <= 5000:
        return None
    keys = {"type": "file_limits", "max_lines": most}
    return SureRule(name=f"files of {most} lines", keys=keys, is_of_all=True)


def find_formatter_language(statement: Statement) -> str:
    """Return the language of the formatter whose code style *statement*, or what it stands under,
    names; or nothing.
    """
    text = " ".join((statement.text, *statement.leads, *statement.headings))
    languages = {name for name, tools in _FORMATTERS.items() if re.search(tools, text, re.I)}
    return languages.pop() if len(languages) == 1 else ""


def _find_limit(form_match: re.Match[str]) -> int:
    return int(form_match["number"]) - bool(form_match.groupdict().get("less"))


def _make_class_rule(form_match: re.Match[str]) -> SureRule | None:
    """Return the rule that classes, or what else it names, are in PascalCase."""
    if not form_match["style"].lower().startswith(("pascal", "upper")):
        return None
    kinds = form_match["kinds"].lower()
    keywords = [word for word in TYPE_KINDS[1:] if re.search(rf"\b{word}", kinds)]
    # A type of Go is public by its case; in other languages types are structs and classes, too.
    is_typescript = bool(re.search(r"\btype", kinds))
    is_of_aliases = bool(re.search(r"\btypes?\s+alias", kinds))
    names = [*keywords, *["alias" if is_of_aliases else "type"] * is_typescript]
    return SureRule(
        name=f"{' '.join(names)} in PascalCase",
        keys={"type": "forbid_pattern", "pattern": "", "in": "code"},
        only_languages=("JavaScript", "TypeScript") if is_typescript else (),
        code_names=((f"{'/'.join(names)}/", "pascal"),),
    )


def _make_file_name_rule(form_match: re.Match[str]) -> SureRule:
    """Return the rule that files are called so; a name that begins with a sign is a framework's."""
    style = re.sub(r"^(?:upper|lower)[- ]?", "", form_match["style"].lower())
    is_upper = form_match["style"].lower().startswith("upper")
    style = "pascal" if is_upper else re.split(r"[-_ ]?case", style)[0]
    pattern, wrong_name = _STYLES[style]
    ending = form_match.groupdict().get("ending") or ""
    is_of_modules = bool(re.search(r"\bmodules?\b", form_match[0], re.IGNORECASE))
    return SureRule(
        name=f"files in {form_match['style']}",
        keys={
            "type": "file_name",
            # `users.$id.tsx`, `hello+api.ts`, `String+Lines.swift`: what follows is no word of it.
            "pattern": rf"(?:{pattern}|[^A-Za-z0-9].*)(?:[.+@].*)?",
        },
        # A module of Go or of Elixir is no file.
        only_languages=("Rust", "Python", "JavaScript", "TypeScript") if is_of_modules else (),
        is_of_modules=is_of_modules,
        invalid=(wrong_name,),
        language=find_language_by_word(form_match.groupdict().get("language") or ""),
        ending=ending.lower(),
    )


def _make_component_name_rule(form_match: re.Match[str]) -> SureRule:
    """Return the rule that the files of components are called so; an index names its folder, and a
    hook is none.
    """
    rule = _make_file_name_rule(form_match)
    pattern = rule.keys["pattern"].replace("(?:", r"(?:index|use[A-Z]\w*|", 1)
    return rule._replace(
        needs_all=form_match[0].lower().startswith("code "),
        name=f"components in {form_match['style']}",
        keys={**rule.keys, "pattern": pattern},
        is_of_components=True,
        unseen=("components outside of folders called `components`",),
    )


def _make_path_rule(form_match: re.Match[str]) -> SureRule:
    """Return the rule that no file's name has a sign in it, or that folders are in kebab-case; one
    that begins with a sign is a framework's.

    A package of Python can have no dash in its name.
    """
    sign = (form_match.groupdict().get("sign") or "").lower()
    if sign:
        pattern, wrong_name = (":", "a:b.txt") if sign.startswith("colon") else (r"\s", "a b.txt")
        return SureRule(
            name=f"no {sign} in names of files",
            keys={"type": "file_not_exists", "path_pattern": rf"{pattern}[^/]*$"},
            paths=("**",),
            invalid=(wrong_name,),
        )
    return SureRule(
        name="folders in kebab-case",
        keys={
            "type": "file_not_exists",
            "path_pattern": r"(?:^|/)(?=[A-Za-z0-9])[^/]*[A-Z_][^/]*/",
        },
        only_languages=("JavaScript", "TypeScript"),
        invalid=("UserCard/a",),
    )


def _make_strict_rule(_form_match: re.Match[str]) -> SureRule:
    """Return the rule that the compiler of TypeScript is strict."""
    return SureRule(
        name="strict TypeScript",
        keys={
            "type": "require_pattern",
            "pattern": _STRICT_ON,
            "in": "code",
            # What it extends, or refers to, says it, if it does not say the opposite.
            "unless_file": rf'\A(?![\s\S]*{_NO_COMMENT_BEFORE}"strict"\s*:\s*false)[\s\S]*?'
            rf'{_NO_COMMENT_BEFORE}"(?:extends|references)"\s*:',
        },
        paths=("tsconfig.json",),
        invalid=("{}",),
        valid=('{"strict": true}',),
    )


STYLE_MAKERS = {
    **SIGNATURE_MAKERS,
    **KIND_MAKERS,
    "code names": make_name_rule,
    "length": _make_length_rule,
    "size": _make_size_rule,
    "class names": _make_class_rule,
    "file names": _make_file_name_rule,
    "folder names": _make_path_rule,
    "component names": _make_component_name_rule,
    "strict": _make_strict_rule,
    "signs in names": _make_path_rule,
}
"""Their forms, each with what makes its rule."""
