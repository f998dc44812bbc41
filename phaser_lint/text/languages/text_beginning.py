"""What a text begins with that has to stand first: front matter, ``#!``, a coding, an opening tag.

Front matter is for the program that makes the page, in a language of its own:

---                      +++
name: x                  title = "x"
---                      +++
"""

from __future__ import annotations

import re
from os.path import splitext

from phaser_lint.core.text import BOM, replace_lone_returns

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
_SHEBANG = re.compile(r"#!.*\n?")
# As PEP 263 has it: in the first two lines, the other a comment too.
_CODING = re.compile(r"(?:[ \t\f]*(?:#.*)?\r?\n)?[ \t\f]*#.*?coding[:=][ \t]*[-\w.]+.*\n?")
_PHP = re.compile(r"<\?php(?:[ \t]*\r?\n|(?![^ \t\r\n]))")
_XML = re.compile(r"<\?xml\b.*?\?>(?:[ \t]*\r?\n)?", re.DOTALL)
# A comment in front of either takes from it what it is.
_CHARSET = re.compile(r'@charset "[^"\n]*";[ \t]*\r?\n?')
_SYNTAX = re.compile(r"(?:#[ \t]*(?:syntax|escape|check)[ \t]*=.*\n?)+", re.IGNORECASE)
# Below another line cloud-init, zsh, Ansible, tflint, Swift and Emacs see none of it.
_FIRST_LINE = re.compile(
    r"(?:##[ \t]*template:.*\n)?"
    r"#(?:cloud-(?:config(?:-archive)?|boothook)|part-handler|compdef|autoload|jinja2(?=:))"
    r"(?![\w-]).*\n?"
    r"|(?:#|//)[ \t]*tflint-ignore-file:.*\n?|//[ \t]*(?i:swift-tools-version)\b.*\n?"
    r"|[ \t]*(?:[#;%]|//|--).*?-\*-.*-\*-.*\n?"
)
_OPENINGS = (_PHP, _XML, _CHARSET, _SYNTAX, _FIRST_LINE)
_DOCTYPE = re.compile(r"\s*<!doctype\b[^>\[]*(?:\[[^\]]*\]\s*)?>(?:[ \t]*\r?\n)?", re.IGNORECASE)
# Jest, Flow and prettier read what a file begins with, and no second one: "/** @jest-environment".
_DOCBLOCK = re.compile(r"\s*/\*(?:[^*@]|\*(?!/))*@\w(?:[^*]|\*(?!/))*\*/(?:[ \t]*\r?\n)?")
_FORMAT = re.compile(r"\s*(?:#|<!--)[ \t]*@(?:no)?(?:format|prettier)\b.*\n?")
_WITH_DOCBLOCK = (
    ".js .mjs .cjs .jsx .ts .mts .cts .tsx .css .scss .less .pcss .json5 .jsonc .graphql"
)
# %YAML 1.2, which `---` ends.
_DIRECTIVES = re.compile(r"(?:#.*\n|[ \t]*\n)*%.*\n(?s:.*?)^---(?=\s)[ \t]*\n?", re.MULTILINE)


def find_front_matter_end(path: str, text: str) -> int:
    """Return where the front matter ends that the *text* at *path* may begin with, its fences with
    it; 0: it has none.
    """
    is_page = splitext(path)[1].lower() in _PAGES.split()
    front_matter = _FENCED.match(replace_lone_returns(text)) if is_page else None
    return front_matter.end() if front_matter else 0


def find_beginning_end(path: str, text: str) -> int:
    """Return where the beginning of the *text* at *path* ends: behind front matter, ``#!``, a
    coding and an opening tag.
    """
    text = replace_lone_returns(text)
    offset = text_start = find_front_matter_end(path, text) or int(text.startswith(BOM))
    shebang = _SHEBANG.match(text, text_start)
    offset = shebang.end() if shebang else text_start
    coding = _CODING.match(text, text_start)
    offset = max(offset, coding.end()) if coding else offset
    openings = (pattern.match(text, offset) for pattern in _OPENINGS)
    opening = next(filter(None, openings), None)
    offset = opening.end() if opening else offset
    ending = splitext(path)[1].lower()
    further_patterns = [_DOCTYPE, _FORMAT]
    further_patterns += [_DOCBLOCK] * (ending in _WITH_DOCBLOCK.split())
    further_patterns += [_DIRECTIVES] * (ending in (".yaml", ".yml"))
    further_openings = (pattern.match(text, offset) for pattern in further_patterns)
    opening = next(filter(None, further_openings), None)
    return opening.end() if opening else offset
