"""The language that a statement of a page, or what stands above it, names: Python, Rails, .NET."""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.text.markdown import Statement

LANGUAGES = {
    "python": "Python", "typescript": "JavaScript", "javascript": "JavaScript", "ts": "JavaScript",
    "js": "JavaScript", "go": "Go", "golang": "Go", "rust": "Rust", "java": "Java",
    "kotlin": "Kotlin", "swift": "Swift", "ruby": "Ruby", "php": "PHP", "c#": "C#",
    "csharp": "C#", ".net": "C#", "c++": "C++", "cpp": "C++", "elixir": "Elixir", "dart": "Dart",
    "scala": "Scala", "react": "JavaScript", "angular": "JavaScript", "vue": "JavaScript",
    "svelte": "JavaScript", "next.js": "JavaScript", "django": "Python", "flask": "Python",
    "fastapi": "Python", "rails": "Ruby", "laravel": "PHP", "phoenix": "Elixir",
    "flutter": "Dart", "swiftui": "Swift", "pep": "Python", "pep8": "Python", "zig": "Zig",
    "lua": "Lua", "haskell": "Haskell", "f#": "F#", "fsharp": "F#", "clojure": "Clojure",
}  # fmt: skip
"""The words that name a language or a framework, in lower case."""
LANGUAGE_NAME = "|".join(sorted(map(re.escape, LANGUAGES), key=len, reverse=True))
"""A pattern for the name of a language or a framework."""
SHORT_LANGUAGE = re.compile(
    r"\W*(Go|C)(?:\s+(?:code|style|conventions?|rules?|guidelines?|standards?))*[^\w+#]*"
)
"""A heading about Go or C, whose names are words."""


def find_language_above(statement: Statement, text: str) -> str:
    """Return the one language that is the scope of *statement*: what *text*, a lead or a heading
    names, the nearest first.
    """
    nearest = (*statement.leads, *reversed(statement.headings))
    short_names = [match[1] for match in map(SHORT_LANGUAGE.fullmatch, nearest[:1]) if match]
    if short_names:
        return short_names[0]
    for named_text in (text, *statement.leads, *reversed(statement.headings), statement.title):
        words = re.findall(r"[\w#+.]+", named_text.lower())
        languages = {LANGUAGES[word] for word in words if word in LANGUAGES and word != "go"}
        if languages:
            return languages.pop() if len(languages) == 1 else ""
    return ""


def find_language_by_word(word: str) -> str:
    """Return the language that a statement's *word* names as its scope, or nothing."""
    return LANGUAGES.get(word.lower(), "")
