"""Signs of a line's kind that stand before all code in it: what it is about, and what is run.

Every function needs a `<# .SYNOPSIS #>` block    parts of code
Use Prettier for formatting                       a command
"""

from __future__ import annotations

import re

# Every function needs `<# .SYNOPSIS #>`: what it is about is no one word of code.
OF_EACH_PART = re.compile(
    r"^\W*(?:every|each|all) (?:\w+ )?((?:function|method|class|component|parameter|constructor"
    r"|struct|enum|hook)(?:s|es)?) (?:needs?|must|should|ha(?:s|ve)|requires?)\b(?!.*\btests?\b)"
    r"(?=[^.;(]*§)"
    r"|§[^.;]* on (?:all |every |each )?((?:exported|public|private) (?:functions|methods"
    r"|classes))\b",
    re.IGNORECASE,
)
# Import order: what comes first
IMPORT_ORDER = re.compile(r"^\W*((?:import|include|member)s? order(?:ing)?)\b\W*:", re.IGNORECASE)
# Use Prettier for formatting: it is run, whatever that is good for.
FORMATTER = re.compile(
    r"\b(?i:use|run|enforce|format(?:ted|ting)?|lint(?:ed|ing)?)\b[^.;:§]{0,60}?\W"
    r"(Prettier|ESLint|Biome|Black|black|isort|Ruff|ruff|go ?fmt|goimports|golangci-lint"
    r"|clang-format|rustfmt|SwiftLint|swift-format|RuboCop|Stylelint)(?![\w./-])"
)
