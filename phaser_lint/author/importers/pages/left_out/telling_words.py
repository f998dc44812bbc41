"""Words of a page's line that only tell something: what there is, was done, or what a thing does.

ThinkTags: extract tags      what something does
`-n, --names-only`           what a program is told
(planned) the suite          what somebody did
"""

from __future__ import annotations

import re

# Thanks, what was done, and an example
NO_RULE = re.compile(
    r"^\W*examples?:\s|\b(?:(?:is|are) (?:\w+[, ]+)*(?:welcome|valued|appreciated)|thank(?:s"
    r"| you))\b"
    r"|^\W*(?!required)[a-z]+ed (?:the|that|an?|from|by|with|on|in)\b"
    r"|^\W*we (?:value|love|believe|hope|appreciate|welcome)\b|^\W*open issues \w+ \w"
    r"|^\W*(?:these|this|they|it)(?: \w+)? (?:appl(?:y|ies)|explains?|describes?|serves?)\b"
    r"|^\W*no (?:(?:\w+ ){1,4}(?:required|needed|necessary)|recent|known|current)\b"
    r"|^\W*(?:read|run|set|built|sent|made|kept) by\b|^\W*location:\s"
    r"|\u2192 (?:suggests|returns|shows|explains|provides|defaults)\b"
    r"|^\W*[\w -]{3,40}: § (?:\w+ly )?(?:checks|returns|reads|writes|loads|creates|stores|holds)\b"
    r"|^\W*the (?:first|second|third|last|above|former|latter) (?:commands?|scripts?|ones?)\b",
    re.IGNORECASE,
)
# Key management: Add and remove keys
FEATURE = re.compile(
    r"\W*[A-Z][\w/ -]*\b(?:management|configuration|settings|dashboard|tracking|monitoring"
    r"|analytics|integration|search|generation|analysis|processing|editor|viewer)\W*:\s",
    re.IGNORECASE,
)
# Test framework: `pytest`; no verb stands first.
NOUN_LABEL = re.compile(
    r"^\W*(?:(?:name|deploy|formats|options|modes|order|actions|states|roles)\s*:|(?:test|state"
    r"|support"
    r"|request|search|type|design|process|target|format|log|query|name"
    r"|cache|sync|build|import|export|error|order|group|record|report|document|link|load|access"
    r"|release|watch|coordinate|render|store|mock|display|output|update|commit)\s\w+\s*:)",
    re.IGNORECASE,
)
# `-n, --names-only`: what a program is told with it
FLAG_LINE = re.compile(r"\W*`-{1,2}[a-zA-Z][^`]*`(?:,? `-[^`]*`)*\**\s*[:|\u2013\u2014-]")
# What there is: it has a verb, and no duty.
TELLS = re.compile(
    r"\b(?<!-)(?:is|are|was|were|has|(?<!\bI )have|does|do|can(?!not)|holds?|uses?|contains?"
    r"|provides?"
    r"|supports?|shows?|lives?|exists?|inherits?|runs?|works?|maps?|retains?|keeps?|defines?"
    r"|handles?|returns?"
    r"|already)\b|^\W*(?-i:[A-Z]\w*[a-z][A-Z]\w*) (?:validates|checks|injects)\b|^\W*(?:(?:it"
    r"|this|these|they|that)\s+\w+s?"
    r"|(?:for [^,]{1,40} )?see)\b",
    re.IGNORECASE,
)
# Parallel calls when steps are independent; no wrapper that is used once: the verb is another's.
OTHER_CLAUSE = re.compile(
    r"\b(?:when(?:ever)?|if|unless|because|since|while)\b[^,.;:\u2013\u2014]*"
    r"|^\W*no\b[^,.;:]*?\b(?:that|which"
    r"|who|what)\b[^,.;:]*",
    re.IGNORECASE,
)
# ThinkTags: Extract tags; what something does
NAME_LABEL = re.compile(
    r"^\W*(?:§(?:\s*[/,]\s*§)*|[A-Z]\w+ \(§\)|[A-Z]\w*[a-z][A-Z]\w*"
    r"|[A-Z]\w+ \([^()\s]+[/.][^()\s]+\))\W*[:\u2013\u2014-]\s"
)
# Prevents errors; tests and imports are things, and a question asks for nothing.
DOES = re.compile(
    r"(?:it |this |automatically )?(?!(?:does|tests|imports|exports|types|names|formats|logs|mocks"
    r"|changes|calls|commits|reviews|releases|hooks|records|links|builds|documents|limits"
    r"|references|prefixes|suffixes|groups|marks|sets|guards|states|structures"
    r"|designs)\b)([a-z]{2,}?)(?:e?s)\b(?!:|\s+(?:are|were|must|should|may|can|have)\b)",
    re.IGNORECASE,
)
# `plans/first.md` — one store; state is memory only: what a file is about
AMOUNT = re.compile(
    r"\b(?:max|min)(?:imum)?\b(?!\W*\d)|\b(?:rather than|instead of)\b|\bonly\W*$"
    r"|\([^()]*\brequired\)",
    re.IGNORECASE,
)
# What somebody did: First applied to the file, (planned) the suite is green
REPORT = re.compile(
    r"\W*(?:\((?:planned|done|adopted|completed?)\b|(?:first|now|already|recently|previously)\s+"
    r"[a-z]+ed\b)|[^.;]*\b(?:was|were|has been|have been)\s+(?:\w+ly\s+)?\w+(?:ed|en|wn|lt|ne)\b",
    re.IGNORECASE,
)
