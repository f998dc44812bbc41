"""Which statements of a page are sure to say one thing that a contract can say: too few, not wrong.

    Never use `print()`; it blocks.              a pattern that code must not match
    Use `pathlib.Path` instead of `os.path`.     the same, of what stands after "instead of"
    Do not commit `.env`.                        a file that must not be there
    Do not edit `vendor/lib/`.                   files that stay as they are
    Never import from `src/internal`.            an import
    `"use client"` at the top of every module.   a pattern that each file has
    Files under 300 lines                        how long files are, how called

The form has to be a whole clause, which begins a sentence and ends there, or goes on with a reason.
Whatever else the statement, its headings or its details say may be a condition (see
``conditions``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.author.importers.pages.code.lock_files import with_lock_files
from phaser_lint.author.importers.pages.code.span_patterns import (
    WRITTEN_IN,
    is_file_name,
    is_known_code,
    parse_span,
)
from phaser_lint.author.importers.pages.code.without_backquotes import (
    with_code_spans,
    with_package_spans,
)
from phaser_lint.author.importers.pages.drafts.bans_in_other_languages import with_english_ban
from phaser_lint.author.importers.pages.drafts.conditions import (
    find_topics,
    split_exemption,
)
from phaser_lint.author.importers.pages.drafts.doubts import (
    NO_CASE,
    TYPES_OF_CODE,
    find_doubt,
    find_glob_places,
    holds_anywhere,
    list_topic_words,
)
from phaser_lint.author.importers.pages.drafts.heading_places import split_place
from phaser_lint.author.importers.pages.drafts.keys_by_form import (
    CODE_ENDING,
    MAKERS,
)
from phaser_lint.author.importers.pages.drafts.left_parts import with_left_parts
from phaser_lint.author.importers.pages.drafts.named_languages import find_language_above
from phaser_lint.author.importers.pages.drafts.project_files import NO_FILES, ProjectFiles
from phaser_lint.author.importers.pages.drafts.rows_and_leads import (
    with_lead_as_sentence,
    with_row_as_sentence,
)
from phaser_lint.author.importers.pages.drafts.sentence_forms import (
    OTHER_BANS,
    RuleClause,
    find_rule_clauses,
)
from phaser_lint.author.importers.pages.drafts.sizes_and_file_names import (
    FILE_MAKERS,
    with_file_words,
)
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.markdown import Statement
from phaser_lint.author.importers.pages.text.marks_and_spans import (
    BAN_MARK,
    OPEN,
    SIGN,
    StatementWords,
    parse_statement_words,
    without_marks,
)
from phaser_lint.core import Record
from phaser_lint.core.text import make_printable

# Logging: use `a.b()`, and Logging - use `a.b()`
_LABEL = re.compile(
    rf"(?!(?i:use|prefer)\b)([^:{OPEN}]{{1,60}}?)\s*:\s+(?=\S)"
    r"|(?P<words>\w+(?: [\w.]+\+?){0,4})\s+[-\u2013\u2014]\s+"
    rf"(?={OPEN}|(?:(?i:always )?(?i:use|prefer|avoid|don['’]?t|do not))\b)"
)
# NEVER: use `eval()`
_NEVER_LABEL = re.compile(
    r"^(never|do\s+not|don['’]?t|avoid)\s*:\s+(?=(?:use|call|add|write|import|commit|edit|touch"
    r"|modify|change)\b)",
    re.IGNORECASE,
)
# Do not edit vendor trees: `a/`, `b/`
_COLON_IN_BAN = re.compile(
    r"^((?:please\s+)?(?:never|do\s+not|don['’]?t|avoid)\s+(?:edit|modify|touch|change|use|import"
    r"|call|commit)(?:ing)?)(?:(?<=commit)|\s+(?:the\s+|any\s+|these\s+)?(?:[a-z-]+\s+){0,2}(?:files"
    r"|folders|directories|trees|paths|apis|functions|methods|packages|libraries|modules|macros"
    r"|types|globals)):\s+"
    rf"(?={SIGN})",
    re.IGNORECASE,
)
# NEVER: `@ts-ignore`, `as any`
_NEVER_SPANS = re.compile(rf"^(never|do\s+not|don['’]?t|avoid)\s*:\s+(?={SIGN})", re.IGNORECASE)
# Below one of these, code by itself is what it says: Never use: `eval()`
_BAN_LEAD = re.compile(
    r"(?:(?:critical|important|strictly|absolutely|(?:things|patterns|practices)\s+to)\W+)?"
    r"(?P<ban>never|do\s+not|don['’]?ts?|avoid|forbidden"
    r"|banned"
    r"|prohibited)(?:\s+(?P<verb>use|call|commit))?(?:\s+(?:these|the\s+following|any\s+of"
    r"\s+these))?\W*",
    re.IGNORECASE,
)
# Do not: "Modify migrations that have been applied"
_NEVER_ADVICE = re.compile(
    rf"(?:modify|edit|touch|change|alter)\s+(?:(?:any\s+)?files?\s+(?:in|inside|under)\s+)?"
    rf"(?:the\s+)?{SIGN}|commit\s+{SIGN}",
    re.IGNORECASE,
)
# Do not: "❌ Use `eval()`". Without the mark it may be the advice.
_MARKED_ADVICE = re.compile(rf"(?:use|call|write)\s+{SIGN}", re.IGNORECASE)
_MARK_OF_BAN = re.compile(f"^\\W*?{BAN_MARK}\ufe0f?\\s*")
# Never commit: `data/a.json` — keys of users
_COMMITTED_SPANS = re.compile(rf"{SIGN}(?:,\s*(?:or\s+)?{SIGN})*\s*[-\u2013\u2014:(]\s*\w.*")
_BARE_SPANS = re.compile(
    rf"(?:using\s+|any\s+)?{SIGN}(?:\s*(?:,|/|or|and)\s*(?:or\s+|and\s+)?{SIGN})*"
    r"(?:\s+(?:or|and)\s+(?:any\s+)?(?:other\s+)?(?:secrets?|credentials?|keys?))?"
    r"(?:\s+(?!\w+ing\b|outside\b)\w+)?(?:\s+outside(?:\s+of)?\s+(?:the\s+)?(?:unit\s+)?tests?"
    r"(?:\s+(?:code|files))?)?(?:\W*$|\s*(?:[\u2013\u2014;(-]|,)\s*\(?(?:use|prefer|always use"
    r"|instead)\b.*)",
    re.IGNORECASE,
)
_DIRECTLY = re.compile(r"\bdirectly\b", re.IGNORECASE)
# Function components only - no class components: it says the same again.
_BANNED_AGAIN = re.compile(
    rf"\b(?:no|not|never|avoid|don['’]?t|over|(?:instead|in place)\s+of|rather\s+than)\s+"
    rf"(?:use\s+)?{SIGN}",
    re.IGNORECASE,
)
# No inline styles (`style={{`); no console logs: `console.log`. The code that the words mean
_CODE_OF_WORDS = re.compile(
    rf"(?:(?:e\.g\.|i\.e\.|like|such as|for example)[,:]?\s+)?{SIGN}"
    rf"(?:(?:\s*[,/]\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+){SIGN})*(?:,?\s*etc\.?)?\s*"
    r"(?:[).;]|$)",
    re.IGNORECASE,
)
# Use `Set.empty` instead of `Set()`, literals over `dict()`: what has arguments is not empty.
_EMPTY = re.compile(
    r"[\w.:]*\bempty\w*(?:\(\)|!?\[\])?|(?:\w+\.)?EMPTY\w*|\w+\.Empty\w*(?:\(\))?"
    r"|(?:List|Map|Set)\.of\(\)|\w*!?(?:\[\]|\{\})|\"\"|''"
)
_LITERALS = re.compile(r"\bliterals?\b", re.IGNORECASE)
_FORMS_OF_SOME = ("setting", "kept setting", "kept line", "names")
# Without a verb a pair is an advice.
_WEAK = ("avoid", "avoided", "prefer", "favor", "favour", "over", "")
_BOLD = re.compile(r"(?<![`*\w])\*\*([^*`]+)\*\*(?![`*\w])")
_IMPORTS = re.compile(r"\bimport(?:s|ed|ing)?\b", re.IGNORECASE)


class NotSure(Record):
    """Why a statement is none of the sure forms: empty where it has the form of none."""

    reason: str = ""


def find_sure_rule(
    statement: Statement,
    *,
    page_path: str,
    globs: Sequence[str] = (),
    files: ProjectFiles = NO_FILES,
) -> SureRule | NotSure:
    """Return the rule that a *statement* of the page at *page_path* is sure to say by its form, or
    why it is not.

    *globs* are those of the page's front matter, *files* those of the project.
    """
    if statement.is_cut:
        return NotSure("form: longer than a line that is read")
    statement = with_row_as_sentence(statement)
    written = statement
    statement = with_lead_as_sentence(statement)
    statement, place = split_place(with_english_ban(statement), page_path, files)
    text = with_lock_files(_BOLD.sub(r"\1", statement.text))
    text = with_package_spans(with_code_spans(with_file_words(text)), files.packages)
    words = parse_statement_words(text)
    text = _NEVER_LABEL.sub(r"\1 ", NO_CASE.sub("", _COLON_IN_BAN.sub(r"\1 ", words.text)))
    if all(map(is_known_code, words.spans)):  # of a file nobody says what is never done
        text = _NEVER_SPANS.sub(r"\1 use ", text)
    words = words._replace(text=text, packages=files.packages)
    unread = statement
    statement, words = _with_words_above(statement, words)
    text, exempt = split_exemption(words)
    words = words._replace(text=text)
    label_match = _LABEL.match(words.text)
    label = (label_match[1] or label_match["words"]) if label_match else ""
    clauses = find_rule_clauses(words.text[label_match.end() :] if label_match else words.text)
    clauses = [
        clause
        for clause in clauses
        if clause.form != "required"  # `a-b` is required: no file
        or all(map(is_file_name, words.spans_of(clause.form_match["spans"])))
    ]
    # Use `a.b`: whatever it is, if no setting
    clauses = [
        clause
        for clause in clauses
        if clause.form not in _FORMS_OF_SOME or _make_rule(clause, words)[1]
    ]
    places = find_glob_places(globs)
    all_not_sure = []
    for clause in clauses:
        reading = _read_clause(
            clause,
            written=written._replace(headings=unread.headings),
            statement=statement,
            words=words,
            label=label,
            exempt=exempt,
            page_path=page_path,
            places=places,
        )
        if isinstance(reading, SureRule):
            return reading._replace(scope_path=reading.scope_path or place)
        all_not_sure.append(reading)
    return all_not_sure[0] if all_not_sure else NotSure()


def _read_clause(
    clause: RuleClause,
    *,
    written: Statement,
    statement: Statement,
    words: StatementWords,
    label: str,
    exempt: tuple[str, ...],
    page_path: str,
    places: frozenset[str],
) -> SureRule | NotSure:
    """Return the rule that a *clause* of the *statement* is sure to say, or why it is not."""
    clause, rule = _make_rule(clause, words)
    if rule is not None:
        rule = rule._replace(exempt=exempt)
        if holds_anywhere(clause, words):
            folder_names = list_topic_words(clause, rule, page_path=page_path, places=places)
            rule = rule._replace(topics=find_topics(statement, folder_names))
    doubt = find_doubt(
        clause,
        rule,
        statement=statement,
        words=words,
        label=label,
        page_path=page_path,
        places=places,
    )
    if doubt or rule is None:
        return NotSure(doubt)
    rule = rule._replace(message=_render_message(written, statement))
    return _complete_rule(rule, clause, written=written, statement=statement, words=words)


def _render_message(written: Statement, read: Statement) -> str:
    """Return what the page says with the statement *written*, of which *read* has no lead or
    heading that is a part of the rule.

    Below "DO NOT:" its own words say the opposite: Commit `.env`.
    """
    above = written.leads[:1] if written.leads != read.leads else ()
    if written.headings != read.headings:
        above = above or written.headings[-1:]
    own_words = without_marks(written.text).removesuffix(":" * written.is_before_code)
    if above:
        own_words = f"{without_marks(above[0]).rstrip(' :')}: {own_words}"
    return make_printable(own_words)


def _with_words_above(
    statement: Statement, words: StatementWords
) -> tuple[Statement, StatementWords]:
    """Return *words* with the ban or the demand that stands above them, *statement* without it.

    A sentence there may say the opposite, unless nobody recommends what it says.
    """
    nearest = statement.leads[0] if statement.leads else "".join(statement.headings[-1:])
    nearest_text = parse_statement_words(nearest).text
    lead = _BAN_LEAD.fullmatch(nearest_text)
    is_commit = lead is not None and (lead["verb"] or "").lower() == "commit"
    if lead and (
        _BARE_SPANS.match(words.text) or (is_commit and _COMMITTED_SPANS.match(words.text))
    ):
        ban = "avoid" if lead["ban"].lower() == "avoid" else f"never {lead['verb'] or 'use'}"
        banned_code = re.sub(r"^using\s+", "", words.text, flags=re.IGNORECASE)
        words = words._replace(text=f"{ban} {banned_code}")
    elif (lead and not lead["verb"]) and (
        _NEVER_ADVICE.match(words.text)
        or (_MARK_OF_BAN.match(statement.text) and _MARKED_ADVICE.match(words.text))
    ):
        words = words._replace(text=f"never {words.text}")
    else:
        return statement, words
    statement = statement._replace(text=_MARK_OF_BAN.sub("", statement.text))  # it says the same
    if statement.leads:
        return statement._replace(leads=statement.leads[1:]), words
    return statement._replace(headings=statement.headings[:-1]), words


def _make_rule(clause: RuleClause, words: StatementWords) -> tuple[RuleClause, SureRule | None]:
    """Return the rule of *clause*, or nothing where that is not sure, and the clause as it is read.

    What is banned may be a file: no `package-lock.json`.
    """
    if clause.form in FILE_MAKERS:
        return clause, FILE_MAKERS[clause.form](clause.form_match, words)
    rule = MAKERS[clause.form](clause.form_match, words)
    # `app.start()`, not `app.run()`: without a verb it may only tell what is there.
    is_told = clause.form == "pair" and clause.form_match["never"] == ""
    if is_told and not all(map(is_known_code, words.spans_of(clause.form_match["spans"]))):
        return clause, None
    for form, pattern in OTHER_BANS if rule is None and clause.form == "pattern" else ():
        other_match = pattern.fullmatch(clause.text)
        other_rule = MAKERS[form](other_match, words) if other_match else None
        if other_match and other_rule:
            return clause._replace(form_match=other_match), other_rule
    return clause, rule


def _list_other_spans(
    rule: SureRule, clause: RuleClause, *, written: Statement, words: StatementWords
) -> tuple[str, ...]:
    """Return the spans of *words* besides those that the *clause* is about: what it recommends."""
    groups = clause.form_match.groupdict()
    pattern = rule.keys.get("pattern", "")
    rest = clause.rest
    own_code = _CODE_OF_WORDS.match(rest)
    banned = words.spans_of(groups.get("spans"))
    # Of code that the page itself marks, what comes behind it may be the one case that is meant.
    is_in_words = all(written.text.count(f"`{span}`") < words.spans.count(span) for span in banned)
    if own_code and pattern and is_in_words:
        own_spans = words.spans_of(own_code[0])
        if all(span in banned or re.match(pattern, span, re.MULTILINE) for span in own_spans):
            rest = rest[own_code.end() :]
    recommended = words.spans_of(_BANNED_AGAIN.sub("", rest))
    return (*words.spans_of(groups.get("better")), *recommended)


def _complete_rule(
    rule: SureRule,
    clause: RuleClause,
    *,
    written: Statement,
    statement: Statement,
    words: StatementWords,
) -> SureRule | NotSure:
    """Return *rule* with its severity, language and valid examples, and what is left of the
    statement as it is *written*.
    """
    groups = clause.form_match.groupdict()
    other_spans = _list_other_spans(rule, clause, written=written, words=words)
    recommended = [parse_span(span) for span in other_spans]
    # Use `errors.Is` instead of `==`: Go's, which JavaScript has as well; `any` is a word of both.
    better_code = [span for span in words.spans_of(groups.get("better")) if re.search(r"\W", span)]
    # Of PHP `[]` is an array with items, too.
    of_arrays = "array()" in words.spans_of(groups.get("spans"))
    is_of_empty = any(map(_EMPTY.fullmatch, other_spans)) or _LITERALS.search(clause.text)
    if is_of_empty and not of_arrays:
        rule = rule.with_empty_calls()
    own_pattern = rule.span_pattern
    languages = [
        {WRITTEN_IN.get(name, name) for name in span_pattern.languages}
        for span_pattern in (own_pattern, *map(parse_span, better_code))
        if span_pattern and span_pattern.languages
    ]
    if own_pattern and own_pattern.languages and not set.intersection(*languages):
        return NotSure("not sure to be code")
    samples = [span_pattern.sample for span_pattern in recommended if span_pattern]
    pattern = rule.keys.get("pattern", "")
    # `datetime.now(timezone.utc)`, never `datetime.now()`: its sample has other arguments.
    searched_texts = (*other_spans, *samples)
    is_forbidden = rule.keys["type"] == "forbid_pattern"
    # Never use `console.log` — use `lib/logger.ts`, where it stands.
    own_files = tuple(
        f"**/{span}"
        for span in other_spans
        if is_file_name(span) and ("/" in span or CODE_ENDING.search(span)) and is_forbidden
    )
    # Never call `a.get()` directly: somebody does, and no word says who.
    is_of_code = rule.keys["type"] in TYPES_OF_CODE and clause.form != "import"
    if is_of_code and _DIRECTLY.search(clause.text) and not (rule.exempt or own_files):
        return NotSure("condition: `directly`")
    # Never import `a`; import `a/b`, which is of the same package.
    roots = tuple(f"{name}{sign}" for name in rule.keys.get("forbid", ()) for sign in "/.:\\")
    if any(span.startswith(roots) for span in other_spans):
        return NotSure("form: what it forbids stands in what it recommends")
    is_searched = is_forbidden and pattern != ""
    if is_searched and any(re.search(pattern, text, re.MULTILINE) for text in searched_texts):
        return NotSure("form: what it forbids stands in what it recommends")
    is_weak = (
        any(groups.get(group, "error").lower() in _WEAK for group in ("never", "than"))
        or "should" in (groups.get("modal") or "").lower()
        or any("preference" in heading.lower() for heading in statement.headings)
    )
    keys = {**rule.keys, "severity": "warning" if is_weak else "error"}
    # Use `useState` instead of `React.useState`; import it directly: the owner is banned, no use.
    short_names = {span.removesuffix("()") for span in other_spans}
    is_about_owner = _IMPORTS.search(f"{clause.text} {clause.rest} {statement.details}")
    if own_pattern and (
        is_about_owner
        or any(re.split(r"\.|::", name)[-1] in short_names for name in own_pattern.qualified_names)
    ):
        own_pattern = own_pattern._replace(qualified_names=())
    subject_groups = ("names", "spans", "modules", "module")
    subjects = (words.spans_of(groups.get(group)) for group in subject_groups)
    language = rule.language or find_language_above(statement, words.text)
    complete_rule = rule._replace(
        keys=keys,
        language=language,
        span_pattern=own_pattern,
        valid=rule.valid or tuple(samples),
        excluded=(*rule.excluded, *own_files),
        subjects=tuple(next(filter(None, subjects), ())),
        style=clause.form if clause.form in FILE_MAKERS else "",
    )
    return with_left_parts(complete_rule, written, clause=clause, words=words)
