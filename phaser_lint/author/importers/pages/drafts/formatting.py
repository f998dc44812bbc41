r"""What a page says of indentation, quotes and semicolons, where that is all that it says.

    4 spaces for indentation (not tabs)      a line that begins with a tab
    2-space indent, single quotes            import a from "b"
    Semicolons: always                       an import without one

A width is not seen, nor the quotes of other strings: these are named beside the draft.
"""

from __future__ import annotations

import re

_LONGEST = 160
_INDENT = r"indent(?:ation)?(?:s|ing)?"
_COUNT = r"(?:\d|two|three|four|eight)"
_WIDTHS = (2, 4, 8)
_USUAL_WIDTH = 4
_WIDTH_BY_WORD = {"two": 2, "four": 4, "eight": 8, **{str(width): width for width in _WIDTHS}}
_TOKENS = tuple(
    (name, re.compile(rf"(?:(?:always|please)\s+)?(?:use\s+|with\s+)?(?:{look})", re.IGNORECASE))
    for name, look in (
        (
            "indent is spaces",
            rf"{_COUNT}[- ]?spaces?(?:[- ]{_INDENT}|\s+(?:for|per|as|of)\s+{_INDENT}(?:\s+level)?)?"
            rf"|{_INDENT}\s*(?::|of|with|is|=)?\s*{_COUNT}[- ]?spaces?|spaces\s+for\s+{_INDENT}",
        ),
        (
            "indent is tabs",
            rf"(?:hard\s+)?tabs?\s+(?:for\s+)?{_INDENT}|{_INDENT}\s*(?::|with|is)?\s*tabs",
        ),
        ("quotes is single", r"single[- ]quote(?:s|d strings)(?:\s+for\s+(?:all\s+)?strings)?"),
        ("quotes is double", r"double[- ]quote(?:s|d strings)(?:\s+for\s+(?:all\s+)?strings)?"),
        ("semicolons is none", r"(?:no|without|never|omit)\s+semicolons"),
        (
            "semicolons is always",
            r"semicolons?(?:\s*:?\s*(?:always|required|mandatory))?(?:\s+at\s+(?:the\s+)?end\s+of"
            r"\s+(?:all\s+)?statements?)?",
        ),
    )
)
_TABS_OUT = re.compile(r",?\s*\(?\b(?:no|not|never|instead of|over)\s+tabs\)?", re.IGNORECASE)
_NAMES_TABS = re.compile(r"for indentation,|^\W*indentation\W", re.IGNORECASE)
_LABEL = re.compile(r"[\W_]*(?P<label>[A-Za-z+#/. ]{2,25})[*_]*:[*_]*\s+")
_SEPARATOR = re.compile(r"\s*(?:,\s*(?:and\s+)?|;\s*|\s+and\s+|\s+\+\s+)")
_ASIDE = re.compile(
    r"\s*\((?:prettier|biome|eslint|ruff|black|enforced|via)[^()]*\)", re.IGNORECASE
)
_CASE = re.compile(
    r"\b(?:only|when|where|except|unless|if|but|may|can|not|jsx|html|json|yaml|css|markdown|sql"
    r"|in|to|prefer|align\w*|(?:single|double)[- ]quote\w*)\b",
    re.IGNORECASE,
)


# For indentation, use 2 spaces: a topic
_TOPIC_FIRST = re.compile(
    r"^(\W*)for\s+indentation,\s+((?:always\s+)?(?:use\s+)?\w+[- ]spaces?)(?!\w)", re.IGNORECASE
)


def with_format_words(text: str) -> str:
    """Return *text* of a page, where all that it says is how code is formatted, in the words of
    ``NAME_FORMS``; any other text as it is.
    """
    if len(text) > _LONGEST or not re.search(r"spaces?\b|tabs?\b|quote|semicolon", text, re.I):
        return text
    text_of_topic = _TOPIC_FIRST.sub(r"\1\2 for indentation", text)
    if text_of_topic == text and _TABS_OUT.search(text) and _NAMES_TABS.search(text):
        return text  # that bans tabs in words of its own
    plain = _TABS_OUT.sub("", _ASIDE.sub("", text_of_topic.strip().rstrip("."))).replace("`", "")
    names = _list_formats(plain)
    label_match = _LABEL.match(plain)
    label = ""
    if not names and label_match:
        label = label_match[0]
        names = _list_formats(plain[label_match.end() :])
    return f"{label}code names {' '.join(names)}" if names else text


def _list_formats(text: str) -> list[str]:
    """Return what each part of *text* says; nothing where one of them is a case, or none is known.

    What else is formatted, in a few words, is named.
    """
    names = []
    for part in _SEPARATOR.split(re.sub(r"^[\W_]+", "", text)):
        name = next((name for name, look in _TOKENS if look.fullmatch(part.strip())), "")
        is_other = re.fullmatch(r"[\w&-]+(?: [\w&-]+){0,3}", part.strip()) and not _CASE.search(
            part
        )
        if not name and not is_other:
            return []
        if name == "indent is spaces":
            name = f"{name}_{_find_width(part)}"
        names.append(name or "other is format")
    known = [name for name in names if name != "other is format"]
    return list(dict.fromkeys(names)) if known else []


def _find_width(text: str) -> int:
    """Return the width of indentation that *text* names, or the usual one."""
    words = re.findall(r"\d|[a-z]+", text.lower())
    return next((_WIDTH_BY_WORD[word] for word in words if word in _WIDTH_BY_WORD), _USUAL_WIDTH)


_IMPORT = r"^[^\S\n]*(?:import|export)\b[^'\"\n;]*"
_INDENTED_CALL = "read(\n{name}a\n)"
_INDENTED = {
    **dict.fromkeys(
        ("C", "C#", "C++", "Dart", "Java", "Objective-C", "PHP", "Perl", "Rust", "Zig"),
        f"{_INDENTED_CALL};",
    ),
    "Clojure": "(read\n{name}a)",
    "Erlang": "a() ->\n{name}b().",
    "F#": "let a =\n{name}b",
    "Haskell": "a =\n{name}b",
}


def list_indent_formats(language: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return how *language* is indented by spaces, by each width; nothing where its tools do it."""
    if language == "Go":  # `gofmt` does
        return {}
    sample = _INDENTED.get(language, _INDENTED_CALL)
    return {("indent", f"spaces_{width}"): (r"^[^\S\n]*\t", sample) for width in _WIDTHS}


FORMATS_OF_JAVASCRIPT = {
    # In C a line that goes on is aligned by spaces.
    ("indent", "tabs"): (r"^ {{2,}}(?=\S)", _INDENTED_CALL),
    ("quotes", "single"): (rf"{_IMPORT}(?=\")", "export * from {name}"),
    ("quotes", "double"): (rf"{_IMPORT}(?=')", "export * from {name}"),
    ("semicolons", "none"): (
        r"^[^\S\n]*(?:import|export|const|let|var|return|throw)\b[^\n]*;[^\S\n]*$",
        "const a = 1{name}",
    ),
    ("semicolons", "always"): (
        r"^[^\S\n]*import\b(?=[^\n;]*['\"][^\S\n]*$)",
        "import a from 'b'{name}",
    ),
}
"""Where quotes and semicolons are sure to be seen."""
_NO_QUOTE = r"^[^'\"#\n{{}}]*(?<![\w'\"])[rbuRBU]*"
FORMATS_OF_PYTHON = {
    # The first string of a line, where it holds no quotes: an inner one of `f"{a['b']}"` differs.
    ("quotes", "single"): (rf"{_NO_QUOTE}(?=\"(?!\"\")[^'\"\\\n]*\")", "a = {name}"),
    ("quotes", "double"): (rf"{_NO_QUOTE}(?='(?!'')[^'\"\\\n]*')", "a = {name}"),
}
"""Where quotes of Python are sure to be seen."""
FORMAT_SAMPLES = {
    **{f"spaces_{width}": ("\t", " " * width) for width in _WIDTHS},
    "tabs": ("    ", "\t"),
    "single": ('"b"', "'b'"),
    "double": ("'b'", '"b"'),
    "none": (";", ""),
    "always": ("", ";"),
}
# Properly indented: not with what
FORMAT_WORDS = {
    "indent": r"\bindent(?:ation|ing|s)?\b|\bindented (?:with|by)\b|\b(?:spaces|tabs)\b",
    "quotes": r"\bquote",
    "semicolons": r"\bsemicolon",
}
"""Patterns for the words of each format."""
UNSEEN_FORMATS = {
    "indent": "another width",
    "quotes": "quotes of other strings",
    "semicolons": "other statements",
}
"""What the patterns do not find."""
