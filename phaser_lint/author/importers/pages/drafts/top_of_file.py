r"""What a page says of the line that each file has: first of all, at its top, or anywhere.

Every file must start with `// SPDX-License-Identifier: MIT`     first, and all of the line
`"use client"` at the top of every file                          before all code
`src/main.ts` must keep `const a = b(c)`                         anywhere in that one
Add `# Copyright Acme` to every file                             in a comment, anywhere
"""

from __future__ import annotations

import re
from typing import Any

from phaser_lint.author.importers.pages.code.span_patterns import is_file_name
from phaser_lint.author.importers.pages.drafts.named_languages import find_language_by_word
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.marks_and_spans import StatementWords

# What nothing else is called: `x-release-version`, `metadata.other['site-id']`
_MARKER = re.compile(r"[A-Za-z]\w*(?:-\w+)+|[\w.]+\[[\"'](?P<key>[\w-]+)[\"']\]")
_AT_TOP = r"from\s|import\s|[\"']use |#!|<\?php|declare\(|//|#|--|/\*|SPDX-"
# `#pragma once` is of headers, whatever the line says.
_OF_HEADERS = re.compile(r"#(?:pragma|include|import|define|ifn?def|if)\b")
# What may stand before the first line: `#!/bin/sh`, `# -*- coding: utf-8 -*-`
_BEFORE_FIRST = r"\A(?:#!.*\n)?(?:#.*coding[:=].*\n)?\s*"
# The comments that a file begins with: at their top is not always on the first line.
_SIGNS = r"(?:#|//|/\*|\*|--|;|%|<!--)"
_AMONG_COMMENTS = rf"\A(?:[^\S\n]*(?:{_SIGNS}.*)?\n)*[^\S\n]*"
# `<?php declare(strict_types = 1);`
_STRICT_TYPES = r"(?:^|<\?php\s)\s*declare\s*\(\s*strict_types\s*=\s*1\s*\)"
# White space and comments: what may stand before the first code of a file
_BEFORE_CODE = r"\A(?:\s|//.*|/\*(?:[^*]|\*(?!/))*\*/)*"


def make_top_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    [span] = words.spans_of(form_match["spans"])
    language = (form_match["language"] or "").lower()
    if language and not find_language_by_word(language):
        return None
    if not re.match(_AT_TOP, span) or "..." in span or _OF_HEADERS.match(span):
        return None
    groups = form_match.groupdict()
    # `MIT` is neither `MIT-0` nor `MIT OR Apache-2.0`.
    is_license = re.match(r"\W*SPDX-License-Identifier:\s*\w", span)
    sign = re.match(r"#(?!!|nullable)|//|--|/\*", span)
    line = re.escape(span).replace(r"\ ", " ").replace(" ", r"[^\S\n]+")
    line += r"[^\S\n]*$" if is_license else r"(?![\w-])" if span[-1].isalnum() else ""
    keys = {
        "type": "require_pattern",
        **_make_top_keys(
            span,
            line,
            sign=sign[0] if sign else "",
            place="first" if groups.get("first") else "top" if groups.get("top") else "",
        ),
    }
    valid = f"# {span} a\n" if span.startswith("SPDX-") else f"{span}\n"
    invalid = ["<?php\na = 1\n" if span.startswith("declare(") else "a = 1\n"]
    if is_license:
        invalid.append(f"{span}-0\n")
    if keys["pattern"].startswith(r"\A"):
        invalid.append(f"a = 1\n{valid}")
    return SureRule(
        name=f"{span} at the top",
        keys=keys,
        language="Python"
        if span.startswith("from __future__")
        else find_language_by_word(language),
        comment_sign=sign[0] if sign else "",
        invalid=tuple(invalid),
        valid=(valid,),
    )


def make_line_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that the one file which is named has a line of code, as it is written."""
    [path], [span] = (words.spans_of(form_match[group]) for group in ("place", "spans"))
    marker = _MARKER.fullmatch(span)
    if marker:
        span = marker["key"] or span
    is_path = re.fullmatch(r"[\w.][\w.@/-]*\.\w+", path) and is_file_name(path)
    # `"type": "module"`; of a word, or a call with arguments of any kind, it may be an example.
    is_exact = re.search(r"\w\S*(?:\s*(?:=|:)\s*|\s+)\S*\w", span) and re.search(r"[=:(;\"']", span)
    # JSON has quotes around each name.
    is_path = is_path and (not path.endswith(".json") or span.startswith('"'))
    if (
        not is_path
        or not (is_exact or marker)
        or re.search(r"\.\.\.|\u2026|<[\w -]+>|\[[\w -]+\]$|\*", span)
    ):
        return None
    # A formatter writes other spaces and quotes.
    pattern = re.sub(r"(?<=\w) (?=\w)", r"\\s+", re.escape(span).replace("\\ ", " "))
    return SureRule(
        name=f"{path} with {span}",
        keys={
            "type": "require_pattern",
            "pattern": re.sub("[\"']", "[\"']", pattern.replace(" ", r"\s*")),
        },
        paths=(path,),
        invalid=("a = 1\n",),
        valid=(f"{span}\n",),
        unseen=("a comment that has it",),
        # `a['b-c']` may be written in other words there.
        finds_none=marker is not None,
    )


def _make_top_keys(span: str, line: str, *, sign: str, place: str) -> dict[str, Any]:
    """Return the keys that say where *line*, the pattern of *span*, has to stand: ``first`` in its
    file, at its ``top``, or anywhere. A line with the *sign* of a comment counts only as one.
    """
    before_code = _BEFORE_CODE if place else "^"
    when_file = r"\S"
    if span.startswith("declare("):  # a template of PHP has none of its tags
        return {"pattern": _STRICT_TYPES, "when_file": r"<\?php"}
    if span.startswith("SPDX-"):  # in a comment, whichever sign begins that
        if not place:
            return {"pattern": line, "when_file": when_file, "in": ["comments", "docs"]}
        pattern = f"{_AMONG_COMMENTS}{_SIGNS}.*{line}"
    elif span.startswith(("#!", "<?php")):
        pattern = rf"\A{line}"
    elif span.startswith(("'use ", '"use ')):
        pattern = f"{before_code}[\"']{span.strip(';').strip(span[0])}[\"']"
    elif span.startswith("#nullable"):
        pattern = f"{before_code}{line}"
    elif sign and place:
        pattern = f"{_BEFORE_FIRST if place == 'first' else _AMONG_COMMENTS}{line}"
    elif sign:
        return {"pattern": f"^{line}", "when_file": when_file, "in": ["comments", "docs"]}
    else:
        # With other names, in any order
        imports = line.replace(r"import[^\S\n]+", r"import\b[^\n]*\b", 1)
        pattern = f"^{imports if span.startswith('from ') else line}"
        return {"pattern": pattern, "when_file": when_file, "in": "code"}
    return {"pattern": pattern, "when_file": when_file}
