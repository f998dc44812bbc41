"""Front matter: what a page begins with for the program that makes it, in a language of its own.

---                      +++
name: x                  title = "x"
---                      +++
"""

from __future__ import annotations

import re
from os.path import splitext

# Not of YAML, in which `---` begins a document, of languages with `--` comments, nor of
# reStructuredText, in which it stands above a title.
_PAGES = (
    ".md .mdx .mdc .markdown .mkd .mkdn .mkdown .mdown .mdwn .rmd .qmd .adoc .asciidoc .textile "
    ".html .htm .xhtml .astro .njk .liquid .hbs .mustache .ejs .erb .haml .slim .pug .webc "
    ".css .scss .sass .less .js .coffee .json .xml .svg"
)
_FENCED = re.compile(
    r"\ufeff?(?:---[ \t]*\w*[ \t]*\r?\n(?s:.*?)^(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n(?s:.*?)^\+\+\+)"
    r"[ \t]*(?:\r?\n|\Z)",
    re.MULTILINE,
)


def front_matter_end(path: str, text: str) -> int:
    """Return where the front matter of the *text* at *path* ends, its fences with it; 0: none."""
    is_page = splitext(path)[1].lower() in _PAGES.split()
    found = _FENCED.match(text) if is_page else None
    return found.end() if found else 0
