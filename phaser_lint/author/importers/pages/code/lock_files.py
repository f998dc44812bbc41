"""The package managers that pages choose, and the lock files of those that they do not.

Use `pnpm`, never npm or yarn       no `package-lock.json`, no `yarn.lock`
"""

from __future__ import annotations

import re

_LOCK_FILES = {
    "JavaScript": {
        "npm": ("package-lock.json", "npm-shrinkwrap.json"),
        "yarn": ("yarn.lock",),
        "pnpm": ("pnpm-lock.yaml",),
        "bun": ("bun.lock", "bun.lockb"),
    },
    "Python": {
        "uv": ("uv.lock",),
        "poetry": ("poetry.lock",),
        "pipenv": ("Pipfile.lock",),
        "pdm": ("pdm.lock",),
        "pip": (),
    },
}
_MANAGER = rf"`?(?:{'|'.join(name for names in _LOCK_FILES.values() for name in names)})`?(?![\w-])"
_MANAGERS = rf"{_MANAGER}(?:(?:\s*[,/]\s*(?:(?:or|and|nor)\s+)?|\s+(?:or|and|nor)\s+){_MANAGER})*"
_NEVER = r"(?:never|not|do\s+not|don['\u2019]?t|no|instead\s+of|rather\s+than|over)"
# Use `pnpm` (never npm or yarn). Do not use npm or yarn; use pnpm.
_CHOICES = tuple(
    re.compile(text, re.IGNORECASE)
    for text in (
        rf"(?<!not )(?<!never )(?<!n['\u2019]t )\buses?\s+(?P<own>{_MANAGER})"
        r"(?:\s+(?:only|exclusively))?"
        r"(?:\s+(?:as|for)\s+(?:the\s+|our\s+|all\s+)?(?:package|dependenc|install)[\w ]{2,20}?)?"
        rf"\s*(?:[,;(\u2013\u2014-]+\s*)?\b{_NEVER}\s+(?:use\s+)?(?P<others>{_MANAGERS})"
        r"(?=\W*$|\s*[).;,:]|\s+[\u2013\u2014-])",
        rf"\b(?:never|do\s+not|don['\u2019]?t)\s+use\s+(?P<others>{_MANAGERS})\s*[,;(.\u2013\u2014-]+\s*"
        rf"(?:always\s+)?use\s+(?P<own>{_MANAGER})(?=\W*$|\s*[).;,:])",
    )
)


# In some place, or case
_CASE = re.compile(
    r"\b(?:if|unless|except|but|legacy|recommend\w*|prefer\w*|may|can)\b|\b(?:in|inside|under|for)\s+(?:the\s+)?(?:`|docker|ci\b|tests?\b)",
    re.IGNORECASE,
)


def with_lock_files(text: str) -> str:
    """Return *text* of a page, or where it chooses one of several package managers, the ban of the
    lock files of the others.
    """
    choices = [] if _CASE.search(text) else [look.search(text) for look in _CHOICES]
    for choice in filter(None, choices):
        own = choice["own"].strip("`").lower()
        others = {*re.findall(r"[a-z]+", choice["others"].lower())} - {"or", "and", "nor"}
        files_by_name = next(names for names in _LOCK_FILES.values() if own in names)
        lock_files = [
            file for name in files_by_name if name in others for file in files_by_name[name]
        ]
        if lock_files and own not in others and others <= {*files_by_name}:
            return f"Do not add `{'`, `'.join(lock_files)}` lock files"
    return text
