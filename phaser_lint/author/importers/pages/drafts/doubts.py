"""Why it is not sure that a clause says its rule of all that the page is about.

- Never use `eval()`; tests may.      a condition: what else the statement says, or stands under
- Never edit `gen/`, it is generated  what a program writes changes when that runs again
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

from phaser_lint.author.importers.pages.code.known_code import UNIVERSAL
from phaser_lint.author.importers.pages.code.known_packages import PACKAGE_TOPICS
from phaser_lint.author.importers.pages.code.span_patterns import COMMANDS, parse_span
from phaser_lint.author.importers.pages.drafts.conditions import (
    find_context_doubt,
    find_place_doubt,
    find_rest_doubt,
    find_word_doubt,
)
from phaser_lint.author.importers.pages.drafts.keys_by_form import CODE_ENDING
from phaser_lint.author.importers.pages.drafts.project_files import WRITTEN_AGAIN
from phaser_lint.author.importers.pages.drafts.sentence_forms import BANS, RuleClause
from phaser_lint.author.importers.pages.drafts.sizes_and_file_names import (
    FILE_MAKERS,
    find_limit_doubt,
    without_cases,
)
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.markdown import Statement
from phaser_lint.author.importers.pages.text.marks_and_spans import StatementWords

# No credentials: never commit `.env`. Both say the same.
_NO_LABEL = re.compile(
    r"^no\s+(?!.*\b(?:in|from|for|on|during|tests?|frontend|backend|client|server|components?)\b)"
    r"[\w -]+$",
    re.IGNORECASE,
)
_PLAIN_BAN = re.compile(
    r"^(?:please\s+)?(?:you\s+|we\s+)?(?:(?:must|should)\s+)?(?:never|do\s+not|don['’]?t|not|(?:must"
    r"|may|can)\s+not|can(?:not|['’]t))\s+"
    r"(?!\w+ing\b)",
    re.IGNORECASE,
)
TYPES_OF_CODE = ("forbid_pattern", "forbid_import")
_PAGES_OF_PROJECT = (
    "CLAUDE.md", "AGENTS.md", "GEMINI.md", "CONTRIBUTING.md", ".github/copilot-instructions.md",
    ".github/CONTRIBUTING.md",
)  # fmt: skip
# Never use `eval()` if you feel tempted: no case of the rule
NO_CASE = re.compile(
    r"\bif you (?:ever )?(?:feel (?:tempted|like)|are tempted|find yourself|catch yourself)\b"
    r"[^.;,]*,?",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_]+")
_ONLY_IN = re.compile(
    r"\bonly (?=(?:goe?s?|lives?|belongs?|lies?|stays?) (?:in|to|into|under) )"
    r"|(?<=\bgo )only |(?<=\bgoes )only |(?<=\blive )only |(?<=\blives )only "
    r"|(?<=\bbelong )only |(?<=\bbelongs )only ",
    re.IGNORECASE,
)
# Imports of `a` only go in `b`; they only go there
_OF_IMPORTS = re.compile(
    r"\b(?:imports?|imported|it|its|they|them|this|that|these|those|such|both|types? from"
    r"|exceptions?)\b",
    re.IGNORECASE,
)
_GENERATED = re.compile(
    r"\b(?:auto-?)?generat\w+|\b(?:by )?hand\b|\bhand-?edit\w*|\bmanual\w*|\bdirectly\b",
    re.IGNORECASE,
)


def find_glob_places(globs: Sequence[str]) -> frozenset[str]:
    """Return the scope that a page's *globs* give its statements, the words that each has:
    `**/*.test.ts` is about tests.
    """
    words_of_globs = [
        {word.removesuffix("s") for word in re.findall(r"[a-z]+", glob.lower())} for glob in globs
    ]
    words = set.intersection(*words_of_globs) if words_of_globs else set()
    places = words | {f"{word}s" for word in words}
    return frozenset(places | {"testing"} if words & {"test", "spec"} else places)


def find_doubt(
    clause: RuleClause,
    rule: SureRule | None,
    *,
    statement: Statement,
    words: StatementWords,
    label: str,
    page_path: str,
    places: frozenset[str],
) -> str:
    """Return why it is not sure that *clause* says *rule* of all that the page is about.

    *places* are the words for the one kind of place that the page's globs name.
    """
    groups = clause.form_match.groupdict()
    is_universal = holds_anywhere(clause, words)
    names_path = rule is not None and bool(rule.paths or rule.scope_path)
    page_folders = _list_page_folders(page_path)
    folder_names = list_topic_words(clause, rule, page_path=page_path, places=places)
    # All new files: the others, too, once they change.
    is_of_new = clause.form == "top"
    text = re.sub(r"\bnew ", "", clause.text, flags=re.I) if is_of_new else clause.text
    text = text.replace(f"{groups.get('better')}, etc.", "")  # of what is recommended
    is_frozen = clause.form == "frozen"
    is_generated = is_frozen and _GENERATED.search(f"{words.text} {statement.details}")
    exempts_none = rule is None or not rule.exempt or rule.keys["type"] in TYPES_OF_CODE
    is_ban = bool(_PLAIN_BAN.match(clause.text)) and clause.form in BANS
    # Common pitfalls > Use `a()`, not `b()`: nobody gives that as a mistake.
    is_not = (groups.get("than") or "").lower() == "not" and statement.kind != "heading"
    is_ban = is_ban or clause.form == "boundary" or is_not
    is_file = rule is not None and rule.keys["type"] == "file_not_exists" and bool(rule.paths)
    form, is_style = "file" if is_file else clause.form, clause.form in FILE_MAKERS
    # What is required says so, and is no case.
    is_required = form == "required"
    why = groups.get("why") or ""
    text = text.removesuffix(groups.get("own_place") or "")  # it stands nowhere else
    text = "" if is_style or is_required else text.removesuffix(why)
    reason = without_cases(form, f"{why} {clause.reason}".strip())
    after, details = (
        without_cases(form, NO_CASE.sub("", part)) for part in (clause.after, statement.details)
    )
    if clause.form == "boundary":
        after = _without_other_folders(after, words.spans_of(clause.form_match[0]))
    is_silencer = rule is not None and rule.is_silencer
    banned_spans = words.spans_of(groups.get("spans"))
    rest_doubt = find_rest_doubt(words.with_spans(after), banned_spans)
    if not rest_doubt and (details_doubt := find_rest_doubt(details, banned_spans)):
        # Of an item these are other lines, where somebody would look for the word in vain.
        is_elsewhere = statement.kind not in ("paragraph", "quote")
        rest_doubt = f"{details_doubt}, in a line below it" if is_elsewhere else details_doubt
    if is_generated:
        return WRITTEN_AGAIN
    return (
        find_place_doubt(
            statement,
            "" if (is_ban and _NO_LABEL.match(label)) or words.cover(label) else label,
            is_of_root=page_path in _PAGES_OF_PROJECT,
            is_ban=is_ban,
            is_universal=is_universal,
            folder_names=folder_names,
            names_path=names_path,
            own_spans=words.spans,
            banned_spans=banned_spans,
            is_of_folder=bool(page_folders) and not page_path.startswith("docs/"),
        )
        or find_word_doubt(text, others=clause.others, reason=reason)
        or find_limit_doubt(form, f"{clause.before} {reason} {after} {details}")
        or find_context_doubt(f"{statement.context} {clause.before}", is_silencer=is_silencer)
        or rest_doubt
        or (f"form: under `{label}` it may say less" if is_required and label else "")
        or (_explain_missing_code(words.spans, form, groups) if rule is None else "")
        or ("" if exempts_none else "condition: it holds outside of a path")
    )


def _without_other_folders(after: str, folders: Sequence[str]) -> str:
    """Return the text *after* a ban of imports between *folders* without what is only said of
    other ones.

    `api/` must not import from `web/`. Shared types only go in `shared/`.
    """
    # It stays standard-library only: that forbids more.
    after = re.sub(r"\b((?:stays?|remains?)\b[^.;]{0,60}?)\bonly(?=\s*(?:[.;]|$))", r"\1", after)
    sentences = re.split(r"(?<=[.!?])\s+|\.\s+", after)
    names = {word for folder in folders for word in _WORDS.findall(folder.lower())}
    return ". ".join(
        _ONLY_IN.sub("", sentence)
        if not names & {*_WORDS.findall(sentence.lower())} and not _OF_IMPORTS.search(sentence)
        else sentence
        for sentence in sentences
    )


def list_topic_words(
    clause: RuleClause, rule: SureRule | None, *, page_path: str, places: frozenset[str]
) -> frozenset[str]:
    """Return the words that a heading above *clause* may have without a doubt: those of the page's
    path, of its globs' *places*, and of the topic of the *rule*.
    """
    # What stands in tests only may be said below a heading about tests.
    topic_words = rule.topic_words if rule else frozenset()
    if clause.form == "names":  # Component naming: camelCase for functions
        topic_words = frozenset(("component", "components"))
    if rule and rule.keys["type"] == "forbid_import" and clause.form in ("pattern", "pair"):
        topic_words |= PACKAGE_TOPICS
    return topic_words.union(
        places, _list_page_folders(page_path), (posixpath.basename(page_path).lower(),)
    )


def _list_page_folders(page_path: str) -> list[str]:
    # `.cursor/rules/testing` is no folder of code.
    page_folder = "" if "/." in f"/{page_path}" else posixpath.dirname(page_path)
    return re.findall(r"[a-z]+", page_folder.lower())


def holds_anywhere(clause: RuleClause, words: StatementWords) -> bool:
    """Tell whether a topic above *clause* raises no doubt: what it bans is as bad in each part of
    the code.

    Below "Hydration" `Math.random()` is banned there.
    """
    if clause.form not in ("pattern", "pair", "directive"):
        return False
    spans = words.spans_of(clause.form_match["spans"])
    patterns = map(parse_span, spans)
    are_silencers = all(pattern is not None and pattern.is_silencer for pattern in patterns)
    return bool(spans) and (are_silencers or all(map(UNIVERSAL.fullmatch, spans)))


def _explain_missing_code(spans: Sequence[str], form: str, groups: Mapping[str, str]) -> str:
    # Use `log()` for progress instead of `print()`
    if purpose := groups.get("purpose") or groups.get("purpose_before"):
        return f"condition: `{purpose.strip()}`"
    # Use `uv` instead of `pip`
    commands = [word for span in spans for word in span.split()[:1] if word in COMMANDS]
    if commands:
        return f"process: `{commands[0]}`"
    # `models.py` must not import from `db.py`; `three.js` may be a package.
    are_files = any("/" not in span and CODE_ENDING.search(span) for span in spans)
    if form in ("boundary", "import") and are_files:
        return "condition: a file of that name may lie in any folder"
    return "not sure to be code"
