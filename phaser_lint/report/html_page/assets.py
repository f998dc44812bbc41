"""The page's own files, which the wheel holds as package data: all ASCII, with ``\\n`` line ends.

The page's policy allows a script or stylesheet by the digest of what stands between its tags.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files

_SCRIPTS = ("records.js", "filters.js", "charts.js", "rows.js", "page.js")


def template() -> str:
    """Return the page with a ``$name`` for each part."""
    return _read("page.html")


def stylesheet() -> str:
    """Return the whole stylesheet."""
    return _read("page.css")


def theme_script() -> str:
    """Return the script that applies a chosen theme before anything is painted."""
    return _read("theme.js")


def page_script() -> str:
    """Return the script that makes the page interactive, in a scope of its own."""
    parts = "\n".join(_read(name) for name in _SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


def policy(*, scripts: tuple[str, ...], style: str) -> str:
    """Return the Content-Security-Policy under which just these texts run, and nothing loads."""
    allowed = " ".join(_digest(script) for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_digest(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    )


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode("ascii")).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def _read(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="ascii")
