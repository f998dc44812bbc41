r"""A pattern that is found in the project, for a first ``phaser-lint try``.

pattern_found(root, files)    r"(?<![\w.])print\("
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from phaser_lint.core.file_records import Skip
from phaser_lint.core.text import is_notebook
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.levels import BASELINE, decides_what_counts
from phaser_lint.text.languages.source_languages import LANGUAGE_BY_ENDING

# What teams have rules about, in the languages that have it: of these what most files have. A
# project in C# may print in a script; ``public void print()`` of Java is no call of Python's.
_COMMON_RULES = {
    r"\bconsole\.log\(": "JavaScript TypeScript Vue Svelte",
    r"(?<![\w.])print\(": "Python Lua Swift",  # console.print() of rich is no call of it
    r"\bprintln!\(": "Rust", r"\bfmt\.Print": "Go", r"\bSystem\.out\.print": "Java Kotlin Scala",
    r"\bConsole\.Write": "C# F#", r"\bvar_dump\(": "PHP", r"\bputs\b": "Ruby",
}  # fmt: skip
# In nearly every program, the most specific first.
_COMMON_WORDS = (
    r"\bTODO\b", r"\bFIXME\b", r"\bimport\b",
    r"\brequire\b", r"#include\b", r"\bfunction\b", r"\bclass\b",
)  # fmt: skip
_MOST = 500
_WORD = re.compile(r"\b[A-Za-z]{4,20}\b")


def find_first_pattern(root: str, files: Iterable[str]) -> str:
    """Return a pattern for a first trial: one that is found in one of the first *files*, source
    first, or nothing.

    ``try`` selects no contract file, nobody means a baseline, and of a notebook the cells count.
    """
    ranked = sorted(
        (os.path.splitext(name)[1] not in LANGUAGE_BY_ENDING, name)
        for name in files
        if not (decides_what_counts(name) or name == BASELINE or is_notebook(name))
    )
    files_read = DiskFiles(root).read([name for _, name in ranked[:_MOST]])
    text_by_name = {file.path: file.text for file in files_read if not isinstance(file, Skip)}
    texts = [*text_by_name.values()]
    words = [rf"\b{word_match[0]}\b" for word_match in map(_WORD.search, texts) if word_match]
    file_counts = dict.fromkeys(_COMMON_RULES, 0)
    for name, text in text_by_name.items():
        language = LANGUAGE_BY_ENDING.get(os.path.splitext(name)[1], "")
        for pattern, languages in _COMMON_RULES.items():
            if language in languages.split() and re.search(pattern, text):
                file_counts[pattern] += 1
    most_common = max(file_counts, key=file_counts.__getitem__)
    if file_counts[most_common]:
        return most_common
    patterns = map(re.compile, (*_COMMON_WORDS, *words))
    return next((pattern.pattern for pattern in patterns if any(map(pattern.search, texts))), "")
