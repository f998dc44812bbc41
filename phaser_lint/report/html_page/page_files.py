"""The page's own files, which the wheel holds as package data: all ASCII, with ``\\n`` line ends.

The page's policy allows a script or stylesheet by the digest of the text between its tags.
"""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files

_SCRIPTS = ("records.js", "filters.js", "charts.js", "rows.js", "page.js")


def read_page_file(name: str) -> str:
    """Return the text of the page's own file *name*; ``page.html`` has a ``$name`` for each part.

    ``theme.js`` applies a chosen theme before anything is painted.
    """
    return files("phaser_lint.report.html_page").joinpath(name).read_text(encoding="ascii")


def read_page_script() -> str:
    """Return the script of the HTML page, made of its files, in a scope of its own."""
    scripts = "\n".join(read_page_file(name) for name in _SCRIPTS)
    return f'(() => {{\n"use strict";\n{scripts}}})();\n'


def make_page_policy(*, scripts: tuple[str, ...], style: str) -> str:
    """Return the HTML page's Content-Security-Policy: just its files' texts run, nothing loads."""
    allowed = " ".join(_digest_text(script) for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_digest_text(style)}; "
        "img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    )


def _digest_text(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode("ascii")).digest()).decode("ascii")
    return f"'sha256-{digest}'"
