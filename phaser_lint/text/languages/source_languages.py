"""The languages that programs are written in, by the endings of their files."""

from __future__ import annotations

LANGUAGE_BY_ENDING = {
    ".c": "C", ".cc": "C++", ".cpp": "C++", ".cs": "C#", ".ex": "Elixir", ".exs": "Elixir",
    ".go": "Go", ".java": "Java", ".js": "JavaScript", ".jsx": "JavaScript", ".kt": "Kotlin",
    ".mjs": "JavaScript", ".php": "PHP", ".py": "Python", ".rb": "Ruby", ".rs": "Rust",
    ".sh": "shell", ".svelte": "Svelte", ".swift": "Swift", ".ts": "TypeScript",
    ".tsx": "TypeScript", ".vue": "Vue",
}  # fmt: skip
