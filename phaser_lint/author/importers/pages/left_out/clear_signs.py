"""Signs of a line's kind that stand before all code in it: what it is about, and what is run.

Every function needs a `<# .SYNOPSIS #>` block    parts of code
Use Prettier for formatting                       a command
Line length: 100 characters                       what a formatter is set to
TypeScript strict mode                            what a compiler is set to
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
    r"\b(?i:use|prefer|run|enforce|format(?:ted|ting)?|lint(?:ed|ing)?)\b[^.;:§]{0,60}?\W"
    r"(Prettier|ESLint|Biome|Black|black|isort|Ruff|ruff|go ?fmt|goimports|golangci-lint"
    r"|clang-format|rustfmt|SwiftLint|swift-format|RuboCop|Stylelint)(?![\w./-])"
)
# Maximum 0 warnings in ESLint, detected by `errcheck`: what a linter is set to
_LINTER = (
    r"`?(ESLint|Biome|isort|Ruff|ruff|golangci(?:-lint)?|SwiftLint|RuboCop|Stylelint|errcheck"
    r"|[Cc]lippy|mypy|pylint|flake8|detekt|ktlint|PHPStan|Checkstyle|staticcheck|govet)`?"
)
LINTER = re.compile(
    rf"\b(?i:detected|caught|enforced|reported|flagged|found) by (?:the )?{_LINTER}"
    rf"|\b(?i:warnings?|errors?|violations?)\b[^.;:]{{0,20}} (?i:in|from|of|by) {_LINTER}"
    rf"|\b(?i:follow|respect|match|obey|comply with) (?i:the )?{_LINTER}"
)

# Line length: 100; 4 spaces; single quotes: where most of a language's tools have a setting
FORMAT = re.compile(
    r"\b((?:line|code)[- ](?:length|width)s?|(?:max-len|line_length|print-?width)"
    r"|lines? (?:(?:must|should|may|is|are|that|of code) )*(?:(?:not )?(?:be )?(?:at most|up to"
    r"|under|below|over|within|exceed\w*|(?:no )?longer than|limited to)) \d+(?! lines)"
    r"|\d+[- ]?(?:char(?:acter)?s?|col(?:umn)?s?)(?:[- ](?:max(?:imum)?|limit|line|per line)| wide)"
    r"|(?:2|4|8|two|four|eight|hard|soft)[- ]?spaces?\b(?! (?:below|above|between|around|after))"
    r"|(?:spaces|tabs)(?:,? (?:not|over|instead of|rather than|and (?:no|never)) (?:tabs|spaces)"
    r"| for indent\w*)|indentation|indent (?:with|by|size|using)"
    r"|(?:single|double)[- ]quote(?:s|d strings)|semicolons"
    r"|trailing (?:white ?spaces?|commas?|spaces|newlines?)|(?:white ?space|spaces) at the end of"
    r"|newline at (?:the )?end|(?:end|ends) with (?:an? |exactly one |one )?(?:single )?newline"
    r"|(?:consecutive|multiple|two|one|single) (?:blank|empty) lines?)\b",
    re.IGNORECASE,
)
# TypeScript strict mode, `strict: true`: its settings hold for all files
STRICT = re.compile(
    r"^(?!.*\bno\b[^.;]*`)(?=.*(?:typescript|tsconfig|\bTS\b|strict\"?\s*:\s*true)).*?"
    r"((?<!react )\bstrict (?:mode|typescript|type[- ]check\w*)|\bstrict\"?\s*:\s*true"
    r"|typescript(?: in| with)? strict)\b",
    re.IGNORECASE,
)
# All public functions have docstrings, and types, also where the line shows how
DOCS = re.compile(
    r"(?<!\w)(docstrings?|[JTK]S?Doc|javadoc|rustdoc|godoc|doc(?:umentation)?[- ]comments?)\b(?!\.)"
    r"(?=(?:\W+(?:comments?|for|on|to|of|in|all|every|each|new|the|your|any|and)\b){0,6}"
    r"\W+(?:functions?|class(?:es)?|methods?|modules?|public|exported|APIs?)\b)"
    r"|\b(?:functions|classes|methods|modules|public|exported)\b.*?\b"
    r"(docstrings?|JSDoc|TSDoc|KDoc|javadoc|doc(?:umentation)?[- ]comments?)\b",
    re.IGNORECASE,
)
TYPES_OF_PARTS = re.compile(
    r"\b((?:return|parameter|argument) types?|type (?:hints?|annotations?|declarations?))\b"
    r"(?=.*\b(?:functions?|methods?|parameters?|arguments?|variables?|signatures?)\b)",
    re.IGNORECASE,
)
# Functional components only, field injection: what a parser tells from what looks like it
STRUCTURE = re.compile(
    r"\b((?:function(?:al)?|class(?:-based)?) components?|(?:field|constructor) injection"
    r"|file[- ]scoped namespaces?|(?:default|named) exports?|relative imports?"
    r"|barrel (?:files?|exports?)|function declarations?|promise chains?|non-null assertions?"
    r"|force[- ]unwrap\w*|header guards?|include guards?)\b",
    re.IGNORECASE,
)
