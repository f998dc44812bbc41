"""Statements of a page that only name what is there, is planned, or is done once: no rules.

Responsibilities: > Login          what something is for
`POST /api/users` - creates one    a route
Roadmap > Dark theme               what may be done some day
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.text.markdown import Statement

_STRONG = re.compile(
    r"\b(?:must|never|always|do not|don['’]?t|should(?! be able)|shall|avoid|ensure|prefer"
    r"|forbidden|prohibited|banned)\b",
    re.IGNORECASE,
)
# `POST /api/a` — creates one; a/: what lies there; Export — DONE; a link and nothing else
_THING = re.compile(
    r"\W*`?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b[\s`|]+/[^\s`|]*`?(?=\W|$)"
    r"|\W*(?:[\w.-]+/)+\W*:\s"
    r"|\W*[^.;]{3,80}\s[\u2013\u2014-]+\s(?:DONE|SHIPPED|IMPLEMENTED|COMPLETED)\b"
    r"|\W*\[[^\]]*\]\(https?://[^()\s]*\)\W*$|\W*(?:[Pp]urpose|[Gg]oal)\W{1,3}:?\W{0,3}\s[A-Z]"
)
# Upload \u2192 Parse \u2192 Run \u2192 Show: what a program does; for more, see `a.md`
_FLOW = re.compile(
    r"[^.;§]*(?:\u2192[^.;§\u2192]+){3,}\W*|\W*for [^.;]{3,80}, see [^.;]*\.?\w*\W*", re.IGNORECASE
)
# | Symptom | Cause | Fix |, | Task | Tool |: what is done about it, and with what
_TOLD_COLUMN = re.compile(
    r"[^|]*\|?\W*(?:symptoms?|problems?|issues?|errors?|error messages?|warnings?)\s*\|.*"
    r"\b(?:fix|solution|action|cause|resolution|remedy)|\W*(?:tasks?|actions?|operations?|need|goal|intent"
    r"|want to|i want to|purpose)\s*\|\W*(?:tools?|commands?|mcp tools?|functions?|skills?)\b",
    re.IGNORECASE,
)
_THANKS = re.compile(r"\bcredit will (?:always )?be given\b", re.IGNORECASE)
# Responsibilities: > Login. What something is for, in a few words
_THINGS_LEAD = re.compile(
    r"\W*(?:[\w-]+ ){0,2}responsibilit(?:y|ies)\W*(?:\([^()]*\)\W*)?", re.IGNORECASE
)
_MOST_WORDS_OF_THING = 4
# Below one of these stands what may be done some day, or was done.
_PLAN_HEADING = re.compile(
    r"\W*(?:[\d.]+\W*)?(?:road ?map|future (?:work|enhancements?|improvements|ideas|features)"
    r"|planned(?: \w+)?|(?:feature )?(?:ideas|backlog)|(?:release|version) history"
    r"|what['’]s new|completed(?: \w+)?)\W*",
    re.IGNORECASE,
)
# Areas that need help: > Wallets - fetch them by a call
_PLAN_LEAD = re.compile(
    r".*\b(?:areas|ideas|features|things)\b.*\b(?:need(?:s|ed)?|want(?:ed)?|welcome|looking for)\b",
    re.IGNORECASE,
)
# Use it for: > Scraping: Extract data; use cases: what a thing is good for
_USES_HEADING = re.compile(r"\W*(?:[\w-]+ ){0,2}use[- ]cases?\b.*", re.IGNORECASE)
_USES_LEAD = re.compile(r".*\buse [^.;:]{1,60} (?:for|to):\W*", re.IGNORECASE)
_SETUP_HEADING = re.compile(
    r"\W*(?:[\d.]+\W*)?(?:getting started|install(?:ation|ing)?|(?:development |local )?set-?up"
    r"|quick ?start|prerequisites)\W*",
    re.IGNORECASE,
)
# Clone the repository: what is done once, below a heading of that
_SETUP_STEP = re.compile(
    r"\W*(?:\d+\W+)?(?:fork|clone|download|cd|navigate"
    r"|install (?:the |all )?(?:dependencies|packages|requirements)|activate"
    r"|create (?:and activate )?an? virtual)\b",
    re.IGNORECASE,
)
# `fix:` bug fixes; Note: it may change; `a/` is the one for people: they only tell something.
_TELLING = re.compile(
    r"\W*`(?:feat|fix|docs|style|refactor|perf|test|chore|ci|build|revert)(?:\([^()`]*\))?!?:?`"
    r"\W+(?:[\w/'’-]+[\s,]*){1,6}(?:\([^()]*\))?\W*$"
    r"|\W*(?:note:|example\b|to (?:find|check|see|view|list) (?:the|which|what)\b)"
    r"|\W*`[^`]+`(?:,? (?:and )?`[^`]+`)* (?:is|are|owns?|shows?)\b"
    r"(?!.*\b(?:read-only|frozen|immutable|generated|deprecated|private|ignored|forbidden|enabled"
    r"|disabled|set|off)\b)",
    re.IGNORECASE,
)


def tells_something(statement: Statement, words: str) -> bool:
    """Tell whether *statement* is no rule, where none of its *words* demands anything."""
    return _TELLING.match(statement.text) is not None and not _stands_in_a_rule(statement, words)


def is_thing(statement: Statement, words: str) -> bool:
    """Tell whether *statement* names a thing that is there, planned, or done once: no rule."""
    if _THANKS.search(words) or _stands_in_a_rule(statement, words):
        return _THANKS.search(words) is not None
    if statement.kind == "item" and statement.headings[-1:]:
        heading = statement.headings[-1]
        is_step = _SETUP_HEADING.fullmatch(heading) and _SETUP_STEP.match(words)
        is_use = _USES_HEADING.fullmatch(heading) or any(
            map(_USES_LEAD.fullmatch, statement.leads[:1])
        )
        is_plan = _PLAN_HEADING.fullmatch(heading) or any(
            map(_PLAN_LEAD.match, statement.leads[:1])
        )
        if is_step or is_use or is_plan:
            return True
    if statement.kind == "table" and any(map(_TOLD_COLUMN.match, statement.leads[:1])):
        return True
    if _FLOW.fullmatch(words):
        return True
    is_short = len(words.split()) <= _MOST_WORDS_OF_THING
    is_duty = is_short and any(map(_THINGS_LEAD.fullmatch, statement.leads[:1]))
    return is_duty or _THING.match(statement.text) is not None


def _stands_in_a_rule(statement: Statement, words: str) -> bool:
    # Never commit: > `out/`: what is built
    above = (*statement.leads[:1], *statement.headings[-1:])
    return any(map(_STRONG.search, (words, *above)))
