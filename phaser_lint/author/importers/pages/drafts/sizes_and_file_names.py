r"""What a page says of how many lines files have, and how they are called: rules without code.

    Keep files under 400 lines          a file that is longer
    Keep `a.md` under 500 lines         the same of one, or of those of a glob or a folder
    Use kebab-case for file names       a file with another name

A limit that somebody only aims at (about 400, ideally) is none.
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.code.span_patterns import is_file_name
from phaser_lint.author.importers.pages.drafts.named_languages import find_language_by_word
from phaser_lint.author.importers.pages.drafts.names_in_code import (
    NAME_FORMS,
    NAME_SUBJECT,
    make_name_rule,
    with_name_words,
)
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.marks_and_spans import SIGN, StatementWords

_NUMBER = r"(?P<number>\d{2,4})"
_LINES = r"\s*(?:lines|LOC)(?:\s+of\s+code)?"
_MOST = r"(?:a\s+)?(?:max(?:imum)?(?:\s+of)?|at\s+most|no\s+more\s+than|up\s+to|<=|≤)"
_LESS = r"(?P<less>under|below|less\s+than|shorter\s+than|fewer\s+than|<)"
# `SKILL.md`, all `*.vue` files, files in `src/`
_FILES = (
    r"(?:(?:all|every|each|any|source|code|individual|the|a)\s+)*"
    rf"(?:(?P<named>{SIGN}|[\w./-]*\w\.[a-z]{{1,5}})(?:\s+files?)?(?:\s+itself)?"
    rf"|(?:files?|modules?)(?:\s+(?:in|inside|under|within)\s+(?:the\s+)?(?P<place>{SIGN})"
    r"(?:\s+(?:folder|directory))?)?)"
)
_LONGER = (
    r"(?:longer\s+than|larger\s+than|over|above|exceed(?:s|ing)?|beyond|with\s+more\s+than"
    r"|(?:has|have|contains?)\s+more\s+than|>)"
)
_MODAL = r"(?:(?P<modal>must|should|shall|may|can|need\s+to|have\s+to)\s+)?"
_BE = rf"{_MODAL}(?:be|stay|remain|are|is|have|has|contain|keep)"
_NOT_BE = r"(?:(?P<modal>must|should|shall|may|can|do|does|are|is)\s*)?(?:not|n['’]t|never)"
_AT_MOST = (
    rf"(?:{_MOST}|{_LESS}|(?:no|not)\s+(?:longer|larger)\s+than|limited\s+to"
    r"|(?:kept|capped)\s+(?:at|to)|to|within)"
)
_LONG = r"(?:\s+(?:long|each|in\s+length))?"
_SIZE = r"(?:file|module)\s+(?:size|length)(?:\s+limit)?"
_STYLE_NAME = r"(?:pascal|camel|snake|kebab)[-_ ]?case"
# `kebab-case.ts` / `kebab-case.tsx`
_WITH_ENDINGS = rf"{_STYLE_NAME}\.\w+(?:(?:\s*[/,]\s*|\s+(?:or|and)\s+){_STYLE_NAME}\.\w+)*"
_STYLE = rf"(?P<style>{_WITH_ENDINGS}|{_STYLE_NAME})"
_LANGUAGE = (
    r"(?:(?:all\s+)?(?P<language>python|typescript|javascript|golang|go|rust|java|kotlin|swift"
    r"|ruby|php|c#|elixir|dart)\s+)?(?:source\s+)?"
)
_FILE_NAMES = r"(?:(?:all|source|code)\s+)?(?:file\s*names?|files?|file\s+naming|module\s+names?)"
_ARE = (
    r"(?:\s+(?:are(?:\s+named)?|named|in|use|follow|(?P<modal>must|should)"
    r"(?:\s+(?:be|use|follow))?)(?:\s+in)?)?"
)
FILE_FORMS = (
    ("size", rf"{_FILES}\s+{_BE}\s+{_AT_MOST}\s*{_NUMBER}{_LINES}{_LONG}"),
    ("size", rf"{_FILES}\s+{_NOT_BE}\s+(?:be\s+|grow\s+|get\s+)?{_LONGER}"
             rf"\s*{_NUMBER}{_LINES}{_LONG}"),
    ("size", rf"(?:no|(?:never|do\s+not|don['’]?t)\s+(?:create|write|have|let))\s+(?:single\s+)?"
             rf"{_FILES}(?:\s+that\s+(?:is|are))?\s+{_MODAL}(?:(?:be|is|are|grow|get)s?\s+)?"
             rf"{_LONGER}\s*{_NUMBER}{_LINES}{_LONG}"),
    ("size", rf"(?:keep|limit)\s+{_FILES}(?:\s+(?:size|length))?\s+{_AT_MOST}\s*{_NUMBER}{_LINES}"
             rf"{_LONG}"),
    ("size", rf"(?:(?:{_MOST}\s+)?{_SIZE}|{_FILES})(?:\s+(?:is|of))?"
             rf"\s*(?:{_MOST}|{_LESS})\s*{_NUMBER}{_LINES}"),
    ("size", rf"(?:max(?:imum)?\s+{_SIZE}|(?:file|module)\s+(?:size|length)\s+limit)"
             rf"(?:\s+(?:is|of))?\s*{_NUMBER}{_LINES}"),
    ("size", rf"{_MOST}\s+{_NUMBER}{_LINES}\s+per\s+(?:source\s+|code\s+)?(?:file|module)"),
    ("size", rf"{_NUMBER}{_LINES}\s+(?:max(?:imum)?\s+per\s+file|per\s+file\s+max(?:imum)?)"),
    ("file names", rf"(?:(?:always\s+)?use\s+)?{_STYLE}\s+(?:for|in)\s+(?:all\s+)?"
                   rf"{_LANGUAGE}{_FILE_NAMES}"),
    ("file names", rf"(?:always\s+)?name\s+(?:all\s+)?{_LANGUAGE}{_FILE_NAMES}"
                   rf"\s+(?:in|using|with)\s+{_STYLE}"),
    ("file names", rf"{_LANGUAGE}{_FILE_NAMES}{_ARE}\s+{_STYLE}"),
    ("file names", rf"(?:(?:always\s+)?use\s+)?{_STYLE}\s+{_LANGUAGE}(?:file\s*names?|files)"),
    ("file names", rf"(?:{_FILE_NAMES}|components?|modules?){_ARE}"
                   rf"\s+(?P<style>{_WITH_ENDINGS})(?P<language>)"),
    ("names in a folder",
     rf"(?:all\s+)?(?:[\w-]+\s+){{1,3}}(?:in|inside|under)\s+(?:the\s+)?(?P<place>{SIGN})"
     rf"(?:\s+(?:folder|directory))?(?:,|\s+and)?\s+(?:(?P<modal>must|should)\s+|(?:are|be|all"
     rf"|always)\s+)*(?P<side>prefix|suffix|start|begin|end)(?:e[ds]|s)?"
     rf"(?:\s+(?:all|them|each|it|file\s*names?|names?))*\s+with\s+(?:the\s+|an?\s+)?"
     rf"(?P<affix>{SIGN})(?:\s+(?:prefix|suffix))?"),
    *NAME_FORMS,
)  # fmt: skip
"""The forms of such rules."""
_STYLE_SPAN = re.compile(rf"`({_STYLE_NAME}(?:\.\w+)?)`", re.IGNORECASE)
# kebab-case files, PascalCase classes
_OTHER_NAMES = re.compile(
    rf"(?<=\bfiles)(?:(?:,|,?\s+and)\s+{_STYLE_NAME}\s+(?:for\s+)?(?:class(?:es)?|types?|interfaces"
    r"|functions|methods|variables|constants|enums)(?:/\w+)*)+(?=\W*$)",
    re.IGNORECASE,
)
_THAN = re.compile(r"\b(?:instead of|rather than|over|not)\b", re.IGNORECASE)
# File size: max 300, **Files**: kebab-case
_LABEL = re.compile(
    rf"^[\W_]*?(?P<what>{_FILE_NAMES}|components?(?=\W+{_STYLE_NAME}\.\w)|modules?|(?:max(?:imum)?\s+)?{_SIZE}"
    rf"|`[^`\s]+\.\w+`)[*_]*\s*(?::|=|\s[-\u2013\u2014]\s)"
    rf"[*_]*\s*(?P<rest>(?:{_STYLE_NAME}|max|at most|\d|<|≤|under|below).*)",
    re.IGNORECASE,
)
# Hooks in `src/hooks/` - prefix all with `use`
_DASH_BEHIND_PLACE = re.compile(
    r"(?<=`)\s+[-\u2013\u2014]+\s+(?=(?:(?:all|must|should|are|be)\s+)*(?:prefix|suffix|start|end))"
)
_SOFT = re.compile(
    r"~|≈|\b(?:soft|ideal\w*|aim\w*|roughly|about|around|approx\w*|best effort|recommended"
    r"|guidelines?"
    r"|target\w*|suggest\w*|prefer\w*|try|practical|rule of thumb|should consider)\b",
    re.IGNORECASE,
)
_FOR_EXAMPLE = re.compile(
    rf"\b(?:e\.g\.?|for example|for instance|such as|like|i\.e\.?)[,:]?\s*"
    rf"(?={SIGN}|[\w./-]+(?:,\s*[\w./-]+)*\W*$)",
    re.IGNORECASE,
)
_LETTERS = r"[A-Za-z0-9]*"
# The name of a file up to its first dot, and one that is in another style
_STYLES = {
    "kebab": (r"[a-z0-9]+(?:-[a-z0-9]+)*", "UserName"),
    "snake": (r"[a-z0-9]+(?:_+[a-z0-9]+)*_*", "UserName"),
    "camel": (rf"[a-z]{_LETTERS}", "user-name"),
    "pascal": (rf"[A-Z]{_LETTERS}", "user-name"),
}
_SUBJECTS = {
    "size": re.compile(
        r"(?=.*\b(?:files?|modules?)\b)(?=.*\b(?:lines|longer|larger|exceed\w*|size|length|limits?)\b)",
        re.IGNORECASE,
    ),
    "file names": re.compile(
        rf"(?=.*\b(?:files?(?:\s*names?)?|components?|hooks?|modules?|pages?|tests?|util\w*)\b)"
        rf"(?=.*\b{_STYLE_NAME}\b)",
        re.IGNORECASE,
    ),
    "names in a folder": re.compile(
        r"(?=.*\bfiles?\b)(?=.*\b(?:names?|named|prefix\w*|suffix\w*)\b)", re.IGNORECASE
    ),
    "names": NAME_SUBJECT,
}


def with_file_words(text: str) -> str:
    """Return *text* of a page without a label before what it limits, and with the names of styles
    as words.
    """
    # Use `camelCase` instead of `PascalCase`
    text = text if _THAN.search(text) else _STYLE_SPAN.sub(r"\1", text)
    label = _LABEL.match(text)
    text = f"{label['what']} {label['rest']}" if label else text
    text = _OTHER_NAMES.sub("", text)
    return _DASH_BEHIND_PLACE.sub(", ", with_name_words(text))


def find_limit_doubt(form: str, others: str) -> str:
    """Return what makes a limit of that *form* an aim, in *others*, what stands beside it; or
    nothing.
    """
    soft_word = _SOFT.search(others) if form == "size" else None
    return f"condition: `{soft_word[0]}`" if soft_word else ""


def without_cases(form: str, text: str) -> str:
    """Return *text*, which stands behind a rule of that *form*, without what is no condition."""
    if form == "file":  # `.env`, or raw data: more that is banned
        return re.sub(r"\braw\b", "", text)
    return text if form == "size" else _FOR_EXAMPLE.sub("", text)


def is_about_files(form: str, text: str) -> bool:
    """Tell whether *text* of a page is about sizes or names of files, as a rule of *form* is."""
    return _SUBJECTS[form].match(text) is not None


def names_other_style(rule: SureRule, text: str) -> bool:
    """Tell whether *text* of a page names files in another style than *rule*: those of components
    may be called otherwise.
    """
    text = _OTHER_NAMES.sub("", text)
    endings = re.findall(rf"{_STYLE_NAME}\.(\w+)", text, re.IGNORECASE)
    if rule.endings and endings and not {*rule.endings} & {*endings}:
        return False
    styles = {name.lower() for name in re.findall(_STYLE_NAME, text, re.IGNORECASE)}
    return is_about_files("file names", text) and not all(
        name.startswith(rule.name.removeprefix("files in ")) for name in styles
    )


def _make_size_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that no file has more lines: none of all, of those named, or of a folder."""
    groups = form_match.groupdict()
    most = int(form_match["number"]) - bool(groups.get("less"))
    named = groups.get("named") or ""
    paths = words.spans_of(named) or [named] * bool(named)
    # Of `src/` all files together may be meant; `Button` is no file.
    if not 40 <= most <= 5000 or not all(map(is_file_name, paths)):
        return None
    return SureRule(
        name=f"{' '.join(paths) or 'files'} of {most} lines",
        keys={"type": "file_limits", "max_lines": most},
        scope_path="".join(f"{path.rstrip('/')}/" for path in words.spans_of(groups.get("place"))),
        is_of_all=True,
        paths=tuple(paths),
        # Max 800 lines per file: a script counts those of each `.go` file
        endings=tuple(span[1:] for span in words.spans if re.fullmatch(r"\.[a-z]{1,5}", span)),
    )


def _make_file_name_rule(form_match: re.Match[str], _: StatementWords) -> SureRule:
    """Return the rule that files are called so; a name that begins with a sign is a framework's."""
    style = re.split(r"[-_ ]?case", form_match["style"].lower())[0]
    pattern, wrong_name = _STYLES[style]
    endings = re.findall(r"\.(\w+)", form_match["style"])
    return SureRule(
        name=f"files in {style}",
        keys={
            "type": "file_name",
            # `users.$id.tsx`, `hello+api.ts`, `String+Lines.swift`: what follows is no word of it.
            "pattern": rf"(?:{pattern}|[^A-Za-z0-9].*)(?:[.+@].*)?",
        },
        invalid=(wrong_name,),
        endings=tuple(endings),
        language=find_language_by_word(form_match["language"] or ""),
    )


def _make_affix_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that the names of files in a folder begin or end so; `user` has no `use`."""
    [place], [affix] = (words.spans_of(form_match[group]) for group in ("place", "affix"))
    if not place.endswith("/") or not re.fullmatch(r"[\w.-]*[A-Za-z][\w.-]*", affix):
        return None
    is_first = form_match["side"].lower() in ("prefix", "start", "begin")
    before = rf"{re.escape(affix)}(?![a-z])" if affix[-1].islower() else re.escape(affix)
    pattern = rf"{before}.*" if is_first else rf".*{re.escape(affix)}(?:\..*)?"
    return SureRule(
        name=f"names with {affix}",
        keys={"type": "file_name", "pattern": pattern},
        scope_path=place,
        invalid=("0",),
    )


FILE_MAKERS = {
    "size": _make_size_rule,
    "file names": _make_file_name_rule,
    "names in a folder": _make_affix_rule,
    "names": make_name_rule,
}
"""Their forms, each with what makes its rule."""
