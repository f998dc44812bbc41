"""Signs of a line before a list: that it is a rule itself, or makes rules of the items below it.

Use one of:                    a rule, of which the list says the rest
A report should include:       each item below it is one
Before you commit:             a command below it is run each time
"""

from __future__ import annotations

import re

# Don't add these without a discussion; changes of the following require a test
OWN_DUTY = re.compile(
    r"\b(?:do not|don['’]?t|never|must not)\s+\w+\s+(?:any\s+of\s+)?(?:these|the\s+following)\s+(?:"
    r"without|unless|until|before|when|if|in|outside)\b"
    # Before any work, read these files: which ones, the list says.
    r"|^\W*(?:before\s[^,]{1,60},\s+)?(?:always\s+)?read\s+(?:these|the\s+following)\s+\w+\s+"
    r"(?:before|first|in\s+order)\b",
    re.IGNORECASE,
)
# A report should include: what stands below it, it should have.
DEMANDED_LIST = re.compile(
    r"\b(?:must|should|shall|needs?\s+to|ha(?:s|ve)\s+to)\s+(?:(?:also|always"
    r"|at\s+least|normally)\s+)?(?:include"
    r"|contain|have|provide|cover|describe|state|list|meet|satisfy|require)\b[^.;]*:\W*$"
    # Use these branch prefixes: which ones, the list says.
    r"|^\W*(?:always\s+)?(?:use|follow|choose|pick)\s+(?:one\s+of\s+|only\s+)?(?:these|the\s+following)"
    r"\b[^.;]*:\W*$"
    r"|(?:^|[.!;]\s)\W*(?:please\s+)?(?:include|provide)\b[^.;]{0,40}:\W*$"
    # Definition of done: what each change has to be
    r"|^\W*(?:required|mandatory|(?:global\s+)?definition\s+of\s+done|acceptance\s+criteria"
    r"|when\s+(?:you(?:['\u2019]re|\s+are)\s+)?(?:finished|done))\W*$"
    # Required planning elements: what a plan has to have
    r"|^\W*(?:required|mandatory)\s+(?:[\w-]+\s+){0,2}(?:elements|sections|parts|fields|contents?"
    r"|information|items)\W*$"
    # Good proposals include: the same of what is good
    r"|\b(?:good|great|helpful|useful|complete|ideal)\s+(?:[\w-]+\s+){1,4}(?:includes?"
    r"|contains?|have|has|covers?|describes?|states?|answers?)\b[^.;]{0,60}:\W*$",
    re.IGNORECASE,
)
# Use one of: what is demanded stands below it, and nothing else would do.
DEMANDING_LEAD = re.compile(
    r"\W*(?:always |please )?(?:(?:use|choose|pick) (?:one of|only|these|the following)\b"
    r"|(?:start|begin|end) with\W*$|follow (?!these|this|the )\w[^:]*\bwith these\b"
    r"|(?:required|mandatory) (?:[\w-]+ ){1,3}(?:\([^()]*\))?\W*$)",
    re.IGNORECASE,
)
# Before you commit: a command below it is to be run each time.
MOMENT = re.compile(
    r"^\W*(?:always\s+)?before\s+(?:you\s+|each\s+|every\s+|any\s+|your\s+)?(?:commit|submi"
    r"|push|merg"
    r"|open|creat|rais|finish|mark|complet|PR|pull)[^.;]{0,60}$",
    re.IGNORECASE,
)
# A change of any of the following requires two tests: that is a rule of each.
DUTY_OF_LISTED = re.compile(
    r"\b(?:following|these|below)\b[^.;:]{0,40}?\b(?:requires?|needs?|must)"
    r"(?! (?:to )?(?:be|follow|hold)\b)(?:\W+\w+){2}",
    re.IGNORECASE,
)
