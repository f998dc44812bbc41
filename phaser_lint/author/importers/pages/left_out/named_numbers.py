"""Numbers of a line that limit nothing: names of something, years, versions and examples."""

from __future__ import annotations

import re

# 1920×1080 is a screen; as §4.2 has it, (#190), Pattern 2:, since 2026-01-02, PEP 8, N+1: names
_REFERENCE = re.compile(
    r"\b\d+\s?[x×]\s?\d+\b|§\d[\d.]*|#\d+|\b(?:phases?|milestones?|patterns?|tiers?|steps?"
    r"|sections?|options?|chapters?"
    r"|priority|PEP|ADR"
    r"|RFC|ISO|WCAG|OAuth) \d[\d.]*|\b\d{4}-\d\d(?:-\d\d)?\b|\b[a-z]\+1\b|^\W*\d[.)]\s"
    r"|\b\d+['’]s\b|\b(?:19|20)\d\d\b|\b[a-z]=\d+\b"
    # 1 EGP = 100 piasters explains; (14-16 tools target) tells what there is.
    r"|\b\d+ [A-Za-z]+ = \d+ \w+|\(\d+[–-]\d+ \w+ target\)"
    # Next.js 15+, followed 100% faithfully
    r"|\b\w+\.js v?\d+(?:\.\d+)*\+? [a-z]|\b100\s?% \w+ly\b",
    re.IGNORECASE,
)
# Of Swift 6 it is a part of the name.
_VERSION = re.compile(
    r"(?<=\S )(?!(?:Port|Max|Min|Level|Line)\b)[A-Z]\w*[a-z]\w* v?\d+(?:\.\d+)*\b"
)

# Consistent indentation (2 spaces): the number says what is meant.
SIZE = re.compile(
    r"\b\d+[ -]?(?:spaces?|tabs?|lines?|char(?:acter)?s?|columns?|levels?|param(?:eter)?s|px|ms)\b",
    re.IGNORECASE,
)
"""A number with what it counts in code."""
# (PR #12, audit of #9) says when, and is no process.
NUMBERED_CHANGE = re.compile(
    r"\s*\((?:[^()]*\W)?(?:PR|issue|pull request|MR)s?\s+#\d+[^()]*\)"
    r"|\b(?:(?:in|by|since|see|from)\s+)?(?:PR|pull request|MR)s?\s+\[?#\d+\]?(?:\([^()\s]*\))?",
    re.I,
)
"""What names a pull request or an issue."""


def without_named_numbers(words: str) -> str:
    """Return *words* of a page's line without numbers that are names or only explain something."""
    return _VERSION.sub("", _REFERENCE.sub("", words))
