"""Which statements of a page are sure to say one thing that a contract can say: too few, not wrong.

    Never use `print()`; it blocks.              a pattern that code must not match
    Use `pathlib.Path` instead of `os.path`.     the same, of what stands after "instead of"
    Do not commit `.env`.                        a file that must not be there
    Do not edit `vendor/lib/`.                   files that stay as they are
    Never import from `src/internal`.            an import
    `"use client"` at the top of every module.   a pattern that each file has
    Line length: 100, Classes: `PascalCase`      how long, how called (see ``code_styles``)

The form has to be a whole clause, which begins a sentence and ends there, or goes on with a reason.
Whatever else the statement, its headings or its details say may be a condition (see
``statement_scope``).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from phaser_lint.author.importers.code_spans import (
    COMMANDS,
    is_command,
    is_file_name,
    named_import_pattern,
    package_language,
    parse_span,
    with_spans,
)
from phaser_lint.author.importers.code_styles import (
    STYLE_MAKERS,
    doubt_of_limit,
    is_named_form,
    names_typescript,
    with_styles,
    without_cases,
)
from phaser_lint.author.importers.page_statements import Statement
from phaser_lint.author.importers.page_words import OPEN, SIGN, StatementWords, read_words
from phaser_lint.author.importers.rule_clauses import (
    BANS,
    FILE_FORM,
    RuleClause,
    find_clauses,
    is_for,
)
from phaser_lint.author.importers.statement_scope import (
    KIND_OF_PLACE,
    doubt_of_context,
    doubt_of_place,
    doubt_of_rest,
    doubt_of_words,
    language_named,
    language_named_before,
)
from phaser_lint.author.importers.sure_rule import SureRule
from phaser_lint.core import Record

# Logging: use `a.b()`, and Logging - use `a.b()`
_LABEL = re.compile(
    rf"(?!(?i:use|prefer)\b)([^:{OPEN}]{{1,60}}?)\s*:\s+(?=\S)"
    r"|(?P<words>\w+(?: \w+){0,2})\s+[-\u2013\u2014]\s+"
    rf"(?={OPEN}|(?:(?i:always )?(?i:use|prefer|avoid|don['’]?t|do not))\b)"
)
# NEVER: use `eval()`
_NEVER_LABEL = re.compile(
    r"^(never|do\s+not|don['’]?t|avoid)\s*:\s+(?=(?:use|call|add|write|import|commit|edit|touch"
    r"|modify|change)\b)",
    re.IGNORECASE,
)
# No credentials: never commit `.env`. Both say the same.
_NO_LABEL = re.compile(
    r"^no\s+(?!.*\b(?:in|from|for|on|during|tests?|frontend|backend|client|server|components?)\b)"
    r"[\w -]+$",
    re.IGNORECASE,
)
_PLAIN_BAN = re.compile(
    r"^(?:please\s+)?(?:you\s+|we\s+)?(?:(?:must|should)\s+)?(?:never|do\s+not|don['’]?t|not|must"
    r"\s+not)\s+"
    r"(?!\w+ing\b)",
    re.IGNORECASE,
)
# Below one of these, code by itself is what it says: Never use: `eval()`
_BAN_LEAD = re.compile(
    r"(?:(?:critical|important|strictly|absolutely)\W+)?"
    r"(?P<ban>never|do\s+not|don['’]?t|avoid|forbidden"
    r"|banned"
    r"|prohibited)(?:\s+(?P<verb>use|call|commit))?(?:\s+(?:these|the\s+following|any\s+of"
    r"\s+these))?\W*",
    re.IGNORECASE,
)
_BARE_SPANS = re.compile(
    rf"(?:using\s+|any\s+)?{SIGN}(?:\s*(?:,|/|or|and)\s*(?:or\s+|and\s+)?{SIGN})*"
    r"(?:\s+(?:or|and)\s+(?:any\s+)?(?:other\s+)?(?:secrets?|credentials?|keys?))?"
    r"(?:\s+(?!\w+ing\b)\w+)?(?:\W*$|\s*(?:[\u2013\u2014;(-]|,)\s*\(?(?:use|prefer|always use"
    r"|instead)\b.*)",
    re.IGNORECASE,
)
# ❌ `var`
_MARKED_SPAN = re.compile("^[\u274c\u2717\u2718\u2716\U0001f6ab\u26d4]\ufe0f?\\s*(?=`)")
# Without a verb a pair is an advice.
_WEAK = ("avoid", "avoided", "prefer", "favor", "favour", "over", "")
_ANOTHER_RULE = re.compile(
    rf"\b(?:instead of|rather than|over|not|never|don['’]?t|do not|avoid|no)\s+(?:use\s+)?{SIGN}",
    re.IGNORECASE,
)
_PAGES_OF_PROJECT = (
    "CLAUDE.md", "AGENTS.md", "GEMINI.md", "CONTRIBUTING.md", ".github/copilot-instructions.md",
    ".github/CONTRIBUTING.md",
)  # fmt: skip
_FEELING = re.compile(
    r"\bif you (?:ever )?(?:feel (?:tempted|like)|are tempted|find yourself|catch yourself)\b"
    r"[^.;,]*,?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3}")
# What an import leaves out of the path of a file
_CODE_ENDING = re.compile(r"\.(?:pyi?|tsx?|jsx|vue|svelte)$")
_WRITTEN_AGAIN = "a condition: what a program writes changes when it runs again"
_GENERATED = re.compile(
    r"\b(?:auto-?)?generat\w+|\b(?:by )?hand\b|\bhand-?edit\w*|\bmanual\w*|\bdirectly\b",
    re.IGNORECASE,
)


class NotSure(Record):
    """Why a statement is none of the sure forms: empty where it has the form of none."""

    reason: str = ""


def find_sure_rule(statement: Statement, *, page_path: str) -> SureRule | NotSure:
    """Return what a *statement* of the page at *page_path* is sure to say, or why it is not."""
    if statement.is_cut:
        return NotSure("longer than a line that is read")
    words = read_words(with_spans(with_styles(statement.text)))
    words = words._replace(text=_NEVER_LABEL.sub(r"\1 ", _FEELING.sub("", words.text)))
    if _MARKED_SPAN.match(statement.text) and all(map(_is_known_code, words.spans)):
        words = words._replace(text=f"no {words.text}")
        statement = statement._replace(text=_MARKED_SPAN.sub("", statement.text))
    nearest = statement.leads[0] if statement.leads else "".join(statement.headings[-1:])
    lead = _BAN_LEAD.fullmatch(read_words(nearest).text)
    if lead and _BARE_SPANS.match(words.text):
        ban = "avoid" if lead["ban"].lower() == "avoid" else f"never {lead['verb'] or 'use'}"
        banned_code = re.sub(r"^using\s+", "", words.text, flags=re.IGNORECASE)
        words = words._replace(text=f"{ban} {banned_code}")
        if statement.leads:
            statement = statement._replace(leads=statement.leads[1:])
        else:
            statement = statement._replace(headings=statement.headings[:-1])
    label_match = _LABEL.match(words.text)
    label = (label_match[1] or label_match["words"]) if label_match else ""
    clauses = find_clauses(words.text[label_match.end() :] if label_match else words.text)
    if len(clauses) > 1:  # Keep `strict` on; never use `any`
        clauses = [clause for clause in clauses if clause.form != "strict"]
    if len(clauses) != 1:
        return NotSure("two rules in a line" if clauses else "")
    [clause] = clauses
    if clause.form in STYLE_MAKERS:
        is_typescript = names_typescript(words.text, statement)
        rule = STYLE_MAKERS[clause.form](clause.form_match)
        rule = rule if clause.form != "strict" or is_typescript else None
    else:
        rule = _MAKERS[clause.form](clause.form_match, words)
    if rule is None and clause.form == "pattern":  # no `package-lock.json`
        file_match = FILE_FORM.fullmatch(clause.text)
        clause = clause._replace(form_match=file_match or clause.form_match)
        rule = _make_file_rule(file_match, words) if file_match else None
    doubt = _doubt_of(
        clause, rule, statement=statement, words=words, label=label, page_path=page_path
    )
    if doubt or rule is None:
        return NotSure(doubt)
    return _complete(rule, clause, statement=statement, words=words)


def _doubt_of(
    clause: RuleClause,
    rule: SureRule | None,
    *,
    statement: Statement,
    words: StatementWords,
    label: str,
    page_path: str,
) -> str:
    """Return why it is not sure that *clause* says *rule* of all that the page is about."""
    groups = clause.form_match.groupdict()
    names_path = rule is not None and bool(rule.paths or rule.scope_path)
    # What stands in tests only may be said below a heading about tests.
    topic_words = rule.span_pattern.topic_words if rule and rule.span_pattern else frozenset()
    # `.cursor/rules/testing` is no folder of code.
    page_folder = "" if "/." in f"/{page_path}" else posixpath.dirname(page_path)
    page_folders = re.findall(r"[a-z]+", page_folder.lower())
    folder_names = topic_words.union(page_folders)
    # All new files: the others, too, once they change.
    text = clause.text.replace(" new ", " ") if clause.form == "top" else clause.text
    is_frozen = clause.form == "frozen"
    is_generated = is_frozen and _GENERATED.search(f"{words.text} {statement.details}")
    is_in_tests = groups.get("in_tests") and "tests" not in topic_words
    is_ban = bool(_PLAIN_BAN.match(clause.text)) and clause.form in BANS
    is_file = rule is not None and rule.keys["type"] == "file_not_exists"
    form, is_style = "file" if is_file else clause.form, clause.form in STYLE_MAKERS
    text, reason = "" if is_style else text, without_cases(form, clause.reason)
    rest = without_cases(form, _FEELING.sub("", f"{clause.after} {statement.details}"))
    return (
        doubt_of_place(
            _without_table(statement) if is_named_form(form) else statement,
            "" if is_ban and _NO_LABEL.match(label) else label,
            is_of_root=page_path in _PAGES_OF_PROJECT,
            is_ban=is_ban,
            folder_names=folder_names | {posixpath.basename(page_path).lower()},
            names_path=names_path,
            own_spans=words.spans,
            banned_spans=words.spans_of(groups.get("spans")),
            is_of_folder=bool(page_folders) and not page_path.startswith("docs/"),
        )
        or doubt_of_words(f"{text}; {reason}", reason=f"{groups.get('why') or ''} {reason}")
        or doubt_of_limit(form, clause.text, f"{clause.before} {reason} {rest}")
        or doubt_of_context(f"{statement.context} {clause.before}")
        or doubt_of_rest(rest)
        or ("two rules in a line" if _ANOTHER_RULE.search(clause.rest) else "")
        or ("two rules in a line" if form == "strict" and _WORD.search(clause.rest) else "")
        or (_WRITTEN_AGAIN if is_generated else "")
        or (_why_no_code(words.spans, form) if rule is None else "")
        or (KIND_OF_PLACE if is_in_tests else "")
    )


def _without_table(statement: Statement) -> Statement:
    """Return *statement* as an item, if it is the row of a table whose header tells nothing."""
    if statement.kind != "table":
        return statement
    return statement._replace(kind="item", leads=())


def _is_known_code(span: str) -> bool:
    """Tell whether *span* is code of a known language; a name may be an example of names."""
    pattern = parse_span(span)
    return pattern is not None and bool(pattern.languages)


def _why_no_code(spans: Sequence[str], form: str) -> str:
    # Use `uv` instead of `pip`
    if any(span.split()[:1] and span.split()[0] in COMMANDS for span in spans):
        return "command"
    # `models.py` must not import from `db.py`; `three.js` may be a package.
    are_files = any("/" not in span and _CODE_ENDING.search(span) for span in spans)
    if form in ("boundary", "import") and are_files:
        return "a condition: a file of that name may lie in any folder"
    return "not sure to be code"


def _complete(
    rule: SureRule, clause: RuleClause, statement: Statement, words: StatementWords
) -> SureRule | NotSure:
    """Return *rule* with its severity, language and valid examples."""
    groups = clause.form_match.groupdict()
    other_spans = (*words.spans_of(groups.get("better")), *words.spans_of(clause.rest))
    recommended = [parse_span(span) for span in other_spans]
    samples = [span_pattern.sample for span_pattern in recommended if span_pattern]
    pattern = rule.keys.get("pattern", "")
    # `datetime.now(timezone.utc)`, never `datetime.now()`: its sample has other arguments.
    searched_texts = (*other_spans, *samples)
    is_forbidden = rule.keys["type"] == "forbid_pattern"
    if is_forbidden and any(re.search(pattern, text, re.MULTILINE) for text in searched_texts):
        return NotSure("what it forbids stands in what it recommends")
    is_weak = (
        any(groups.get(group, "error").lower() in _WEAK for group in ("never", "than"))
        or "should" in (groups.get("modal") or "").lower()
        or any("preference" in heading.lower() for heading in statement.headings)
    )
    keys = {**rule.keys, "severity": "warning" if is_weak else "error"}
    # Never use `console.log` — use `lib/logger.ts`, where it stands.
    own_files = tuple(
        f"**/{span}" for span in other_spans if "/" in span and is_file_name(span) and is_forbidden
    )
    language = rule.language or language_named_before(statement, words.text)
    return rule._replace(
        keys=keys,
        language=language,
        valid=rule.valid or tuple(samples),
        excluded=(*rule.excluded, *own_files),
    )


def _make_pattern_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    spans = words.spans_of(form_match["spans"])
    groups = form_match.groupdict()
    purposes = [groups[name] for name in ("purpose", "purpose_before") if groups.get(name)]
    if not all(is_for(span, purpose) for span in spans for purpose in purposes):
        return None
    package_languages = {package_language(span) for span in spans}
    if len(package_languages) == 1 and "" not in package_languages and not groups.get("set"):
        return SureRule(
            name=f"no import {' '.join(spans)}",
            keys={"type": "forbid_import", "forbid": spans},
            language=package_languages.pop(),
        )
    patterns = [parse_span(span) for span in spans]
    parsed = [pattern for pattern in patterns if pattern is not None]
    if len(parsed) != len(spans) or len({pattern.counted_in for pattern in parsed}) != 1:
        return None
    if groups.get("set") and not all(pattern.is_setting for pattern in parsed):
        return None
    topic_words = frozenset.intersection(*(pattern.topic_words for pattern in parsed))
    better = groups.get("better")
    is_deprecated = "deprecated" in form_match[0].lower()
    if better and not is_deprecated and _is_naming(words.spans_of(better), spans):
        return None
    [scope_path] = words.spans_of(groups.get("place")) or [""]
    if scope_path and "/" not in scope_path:
        return None
    joined = parsed[0].pattern
    if len(parsed) > 1:
        joined = "|".join(pattern.pattern for pattern in parsed)
    languages = {pattern.languages for pattern in parsed if pattern.languages}
    span_pattern = parsed[0]._replace(
        languages=languages.pop() if len(languages) == 1 else (),
        topic_words=topic_words,
        is_silencer=all(pattern.is_silencer for pattern in parsed),
    )
    counted_in = parsed[0].counted_in
    return SureRule(
        name=f"no {' '.join(spans)}",
        keys={
            "type": "forbid_pattern",
            "pattern": joined,
            "in": counted_in if isinstance(counted_in, str) else list(counted_in),
        },
        scope_path=scope_path,
        language=language_named(groups.get("language") or ""),
        span_pattern=span_pattern,
        invalid=tuple(pattern.sample for pattern in parsed[:2]),
        is_of_all=all(span in ("TODO", "FIXME") for span in spans),
    )


def _make_directive_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    rule = _make_pattern_rule(form_match, words)
    return rule if rule and rule.span_pattern and rule.span_pattern.is_silencer else None


def _is_naming(better: Sequence[str], worse: Sequence[str]) -> bool:
    """Tell whether two names may be an example of how to name: `getUser` over `fetchUser`."""
    humps = [
        {hump.lower() for span in spans for hump in re.findall(r"[A-Z]?[a-z0-9]+", span)}
        for spans in (better, worse)
    ]
    are_names = all(re.fullmatch(r"\w+", span) for span in (*better, *worse))
    return are_names and bool(humps[0] & humps[1])


def _make_file_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    spans = words.spans_of(form_match["spans"])
    is_commit = bool(form_match["verb"])
    for span in spans:
        is_path = is_commit and "/" in span and re.fullmatch(r"[\w./*-]+", span)
        is_name = is_file_name(span) and not (span.endswith(".js") and not is_commit)
        is_ending = is_commit and bool(re.fullmatch(r"\*\.\w+", span))  # `*.pem`
        # `.env*`: an example of it, `.env.example`, is committed.
        is_wide = bool(re.match(r"\.env.*\*", span))
        is_elsewhere = is_wide or (span.startswith(("..", "/", "~", "*")) and not is_ending)
        if not (is_path or is_name or is_ending) or is_command(span) or is_elsewhere:
            return None
    if form_match["never"].lower() == "avoid":
        return None
    return SureRule(
        name=f"no {' '.join(spans)}",
        keys={"type": "file_not_exists"},
        paths=tuple(spans),
    )


def _make_frozen_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    spans = words.spans_of(form_match["spans"])
    for span in spans:
        if "/" not in span or not re.fullmatch(r"[\w.][\w./*@-]*", span) or ".." in span:
            return None
    return SureRule(
        name=f"keep {' '.join(spans)}",
        keys={"type": "file_frozen", "changes": ["modify", "delete"]},
        paths=tuple(spans),
    )


def _make_import_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    names, module = words.spans_of(form_match["names"]), words.spans_of(form_match["module"])
    modules = words.spans_of(form_match["spans"]) or words.spans_of(form_match["modules"]) or module
    # The `typing` module: a word that is said to be one.
    is_said = bool(form_match["noun"]) and not names
    for name in modules:
        is_path = bool(re.search(r"[/.@-]", name))
        is_file = "/" not in name and bool(_CODE_ENDING.search(name) or name.endswith(".js"))
        is_known = not is_file and (is_path or is_said or bool(package_language(name)))
        if not is_known or not re.fullmatch(r"@?[A-Za-z][\w.-]*(?:/[\w.@*-]+)*/?", name):
            return None
    if names and not all(re.fullmatch(r"[A-Za-z_]\w*", name) for name in names):
        return None
    if names:
        if re.search(r"[/@-]", modules[0]):
            import_pattern = named_import_pattern(names, modules[0])
            return SureRule(
                name=f"no import {' '.join([*names, *modules])}",
                keys={
                    "type": "forbid_pattern",
                    "pattern": import_pattern.pattern,
                    "in": import_pattern.counted_in,
                },
                span_pattern=import_pattern,
                invalid=(import_pattern.sample,),
                package=modules[0],
            )
        targets = [f"{modules[0].replace('.', '/')}/{name}" for name in names]
        sample = f"from {modules[0]} import {names[0]}"
    else:
        targets = [
            _CODE_ENDING.sub("", name.rstrip("/")) if "/" in name else name.replace(".", "/")
            for name in modules
        ]
        sample = ""
    is_folder = [target for target in targets if "/" in target and not target.startswith("@")]
    plain_names = [name for name in modules if re.fullmatch(r"\w+", name)]
    return SureRule(
        name=f"no import {' '.join([*names, *modules])}",
        keys={"type": "forbid_import", "forbid": targets},
        language=_language_of_modules(modules) if not names else "Python",
        invalid=(sample,) if sample else (),
        excluded=tuple(f"{folder}/" for folder in is_folder),
        package=plain_names[0] if plain_names else "",
    )


def _make_boundary_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    [scope_path] = words.spans_of(form_match["place"])
    targets = words.spans_of(form_match["spans"])
    path = re.compile(r"(?:[a-zA-Z][\w-]*/)+[\w-]*")
    names = [_CODE_ENDING.sub("", name) for name in (scope_path, *targets)]
    if not all(map(path.fullmatch, names)):
        return None
    modules = [name.rstrip("/") for name in names[1:]]
    # Go writes the name of the module before it.
    return SureRule(
        name=f"{scope_path} without {' '.join(modules)}",
        keys={"type": "forbid_import", "forbid": [*modules, *(f"**/{name}" for name in modules)]},
        scope_path=scope_path,
        folders=tuple(name.rstrip("/") for name in targets),
    )


def _language_of_modules(modules: Sequence[str]) -> str:
    """Return the language that writes these names of modules; nothing where several do."""
    if all(re.match(r"[\w-]+(?:\.[\w-]+)+/", name) for name in modules):
        return "Go"  # `github.com/pkg/errors`
    if {*map(package_language, modules)} in ({"JavaScript"}, {"Python"}):
        return package_language(modules[0])
    return "Python" if all(re.fullmatch(r"\w+(?:\.\w+)+", name) for name in modules) else ""


def _make_top_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    [span] = words.spans_of(form_match["spans"])
    language = (form_match["language"] or "").lower()
    if language and not language_named(language):
        return None
    if not re.match(r"from\s|import\s|[\"']use |#!|<\?php|declare\(|//|#", span) or "..." in span:
        return None
    is_python = span.startswith("from __future__")
    quoted = re.fullmatch(r"[\"'](use \w+)[\"'];?", span)
    pattern = rf"[\"']{quoted[1]}[\"']" if quoted else re.escape(span)
    return SureRule(
        name=f"{span} at the top",
        keys={
            "type": "require_pattern",
            "pattern": f"^{pattern}".replace(r"\ ", " ").replace(" ", r"[^\S\n]+"),
            # A template of PHP has none of its tags.
            "when_file": r"<\?php" if span.startswith("declare(") else r"\S",
        },
        language="Python" if is_python else language_named(language),
        invalid=("<?php\na = 1\n" if span.startswith("declare(") else "a = 1\n",),
        valid=(f"{span}\n",),
    )


_MAKERS = {
    "pattern": _make_pattern_rule,
    "pair": _make_pattern_rule,
    "directive": _make_directive_rule,
    "file": _make_file_rule,
    "frozen": _make_frozen_rule,
    "import": _make_import_rule,
    "boundary": _make_boundary_rule,
    "top": _make_top_rule,
}
