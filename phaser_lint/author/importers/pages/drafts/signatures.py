r"""What a page says of the signature of each function: its types, and the docstring below it.

    All functions must have type hints            def add(a, b):
    Docstrings for all public functions           def add(a):       without one below it
    Explicit return types on all functions        function add(a: number) {     TypeScript, PHP
    Doc comments on all public items              pub fn add() {}               without one above it

A function that says its return type may still lack that of a parameter: that is named beside the
draft.
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule

_FUNCTIONS = (
    r"(?:(?P<public>public)\s+)?(?:python\s+|typescript\s+)?(?:(?:modules?|class(?:es)?)\s*"
    r"(?:,|/|and|or|,\s*and)\s*)*(?:functions?|methods?)"
    r"(?:\s*(?:,|/|and|or|,\s*and)\s*(?:functions?|methods?|class(?:es)?|modules?))*"
)
_ALL = rf"(?:(?:all|every|each)\s+(?:of\s+the\s+)?|(?=public\s)){_FUNCTIONS}"
_PARTS = (
    r"(?:\s*(?:,|and|/|&)?\s*(?:signatures?|definitions?|param(?:eter)?s?|arguments?|args"
    r"|return\s+(?:types?|values?)|returns))*"
)
_HINTS = (
    r"(?:(?:full|complete|proper|explicit|strict|python|comprehensive)\s+)*"
    r"(?:type[- ](?:hints?|annotations?|hinting)|typing)"
)
_DOCSTRINGS = (
    r"(?:(?:proper|clear|concise)\s+)*"
    r"(?P<style>(?:google|numpy|sphinx|rest)(?:[- ]style|[- ]format)?\s+|[\w-]+[- ]style\s+)?"
    r"docstrings?"
)
_RETURNS = (
    r"(?:explicit\s+)?return\s+types?(?:\s+(?:annotations?|declarations?))?"
    r"(?:\s+and\s+type\s+hints)?"
)
_HAVE = (
    r"(?:(?P<modal>must|should|shall|need\s+to|have\s+to)\s+)?(?:always\s+)?(?:have|has|includes?"
    r"|uses?|carry|contain|declare|gets?|(?:be|are|is)\s+(?:annotated|documented|described)\s+with"
    r"|requires?|needs?)"
)
_WRITE = r"(?:always\s+)?(?:use|add|include|write|provide|require)"
_ON = r"(?:on|for|in|to)"
_DOCS = (
    r"(?:(?:an?|proper|clear|complete|full)\s+)*(?:(?:go|rust|java|js|ts|xml)[- ]?docs?"
    r"(?:(?:[- ]style)?\s+(?:documentation\s+)?comments?)?|doc(?:umentation|s)?\s+comments?)"
)
_THING = (
    r"(?:items?|apis?|symbols?|identifiers?|elements?|members?|functions?|methods?|types?"
    r"|class(?:es)?|structs?|traits?|enums?|interfaces?|protocols?)"
)
_PUBLIC = (
    r"(?:(?:all|every|each|any|the|your)\s+)?(?:public|exported)\s+"
    rf"(?P<things>{_THING}(?:(?:\s*[,/&]\s*(?:and\s+)?|\s+and\s+){_THING})*)"
)
_TOLD = r"(?P<others>,?\s+(?:explaining|describing|with|that\s+(?:explain|describe)s?)\s.+)?"
PUBLIC_DOCS = "public docs"
SIGNATURE_FORMS = (
    tuple(
        (form, text)
        for form, what in (("hints", _HINTS), ("docstrings", _DOCSTRINGS), ("returns", _RETURNS))
        for text in (
            rf"{_ALL}{_PARTS}\s+{_HAVE}\s+(?:an?\s+)?{what}{_PARTS}",
            rf"(?:{_WRITE}\s+)?{what}{_PARTS}\s+{_ON}\s+{_ALL}{_PARTS}",
            rf"{_WRITE}\s+{what}{_PARTS}\s+{_ON}\s+(?:methods\s+and\s+functions"
            r"|functions\s+and\s+(?:methods|classes)|classes\s+and\s+functions)",
            rf"{what}\s+(?:(?:is|are)\s+)?(?:required|mandatory)\s+{_ON}\s+{_ALL}{_PARTS}",
        )
    )
    + tuple(
        ("hints", text)
        for text in (
            rf"all\s+(?:new\s+|python\s+)*code\s+{_HAVE}\s+{_HINTS}{_PARTS}",
            rf"(?:{_WRITE}\s+)?{_HINTS}\s+(?:(?:is|are)\s+)?(?:(?:required|mandatory)\s+)?(?:everywhere"
            r"|throughout)",
        )
    )
    + tuple(
        (PUBLIC_DOCS, text)
        for text in (
            rf"{_PUBLIC}\s+{_HAVE}\s+{_DOCS}{_TOLD}",
            rf"(?:{_WRITE}\s+)?{_DOCS}\s+(?:(?:is|are)\s+)?(?:(?:required|mandatory)\s+)?{_ON}\s+"
            rf"{_PUBLIC}{_TOLD}",
            rf"document\s+{_PUBLIC}\s+(?:with|using)\s+{_DOCS}{_TOLD}",
        )
    )
)
"""The forms of such rules."""
# What is public is no fixture.
_TESTS_OF_PYTHON = ("**/test_*.py", "**/*_test.py", "**/conftest.py", "**/test{,s}/")
# def first[T](a: Callable[[T], T] = lambda b: (b, (1, 2))):
_PARAMETERS = (
    r"(?:\[(?:[^\[\]]|\[[^\[\]]*\])*\]\s*)?\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)"
)


def make_hints_rule(form_match: re.Match[str]) -> SureRule:
    """Return the rule that each function of Python says its types."""
    is_public = bool(form_match.groupdict().get("public"))
    is_of_all = "function" not in form_match[0].lower() and "method" not in form_match[0].lower()
    name = r"(?!_|test_)\w+" if is_public else r"(?!__init__\b)\w+"
    head = rf"^[^\S\n]*(?:async\s+)?def\s+{name}\s*{_PARAMETERS}\s*:"
    if is_public:  # one in another function is not, and has neither
        head = (
            rf"^(?:async\s+)?def\s+{name}\s*{_PARAMETERS}\s*:|^[^\S\n]+(?:async\s+)?def\s+{name}"
            rf"\s*(?=\(\s*(?:self|cls)\b){_PARAMETERS}\s*:"
        )
    return SureRule(
        name="functions with types",
        keys={
            "type": "forbid_pattern",
            "pattern": head,
            "in": "code",
        },
        only_languages=("Python",),
        invalid=("def add(a, b):\n    return a",),
        valid=("def add(a: int, b: int) -> int:\n    return a",),
        unseen=(
            "a parameter without a type",
            "a method without `self` or `cls`" if is_public else "`__init__`",
            *(["variables"] if is_of_all else []),
            *(["fields of classes"] if "class" in form_match[0].lower() else []),
        ),
        excluded=_TESTS_OF_PYTHON if is_public else (),
        subject=r"^[^\S\n]*(?:async\s+)?def\s",
    )


def make_docstrings_rule(form_match: re.Match[str]) -> SureRule | None:
    """Return the rule that each public function of Python has a docstring, and each class where
    it says so; a function in another one is not public.
    """
    if "function" not in form_match[0].lower():
        return None
    pattern = rf"^(?:async\s+)?def\s+(?!_|test_)\w+\s*{_PARAMETERS}[^:\n]*:"
    if re.search(r"\bclass(?:es)?\b", form_match[0], re.IGNORECASE):
        pattern = rf"(?:{pattern}|^class\s+(?!_|Test)\w+[^:\n]*:)"
    style = (form_match["style"] or "").strip()
    return SureRule(
        name="functions with docstrings",
        keys={
            "type": "forbid_pattern",
            # The stub of an overload has none, and a comment may stand before one.
            "pattern": rf"(?<!overload\n){pattern}[^\S\n]*(?:#[^\n]*)?\n"
            r"(?!\s*(?:#[^\n]*\n\s*)*(?:[rRuU]?[\"']|\.\.\.))",
            "in": "code",
        },
        only_languages=("Python",),
        invalid=("def add(a):\n    return a\n",),
        valid=('def add(a):\n    """Add."""\n    return a\n',),
        unseen=(
            "a method without a docstring",
            "a body on the line of its head",
            *([f"what a docstring holds ({style})"] if style else []),
        ),
        excluded=_TESTS_OF_PYTHON,
        subject=r"^(?:(?:async\s+)?def|class)\s+(?!_)",
    )


def make_returns_rule(form_match: re.Match[str]) -> SureRule:
    """Return the rule that each function that TypeScript or PHP declares says its return type.

    Which functions of TypeScript are public, no word of it tells.
    """
    is_public = bool(form_match.groupdict().get("public"))
    return SureRule(
        name="functions with return types",
        keys={"type": "forbid_pattern", "pattern": "", "in": "code"},
        only_languages=("PHP",) if is_public else ("TypeScript", "JavaScript", "PHP"),
        code_names=(("return type", "written"),),
        is_of_types=True,
        subject=r"\bfunction\b",
        unseen=("a function without a name, the type of a parameter",),
    )


def make_public_docs_rule(form_match: re.Match[str]) -> SureRule:
    """Return the rule that a comment stands above what is public, of the kinds that it names."""
    things = form_match["things"].lower()
    kinds = [
        kind
        for kind, names in (
            ("public function", "function|method"),
            ("public type", "type|class|struct|trait|enum|interface|protocol"),
        )
        if re.search(rf"{names}|item|api|symbol|identifier|element|member", things)
    ]
    return SureRule(
        name=f"comments of {' and '.join(kinds)}",
        keys={"type": "forbid_pattern", "pattern": "", "in": "code"},
        # An app exports what is no API: of these languages only "exported" says which is meant.
        only_languages=(
            *("Rust", "Go", "Swift", "Java", "C#"),
            *(
                ("TypeScript", "JavaScript")
                if re.search(r"\bexported\b", form_match[0], re.I)
                else ()
            ),
        ),
        subject=r"^[^\S\n]*(?:export|pub|public|open|func|type)\s",
        code_names=tuple((kind, "documented") for kind in kinds),
        excluded=("**/*[._]test.*", "**/*.spec.*", "**/*Test.*", "**/*Tests.*", "**/test{,s}/"),
    )


# A docstring (`///`), doc comments: `// Foo …`, `///` comments
_DOC_SIGN = r"`(?://|/\*\*)[^`]*`"
_WITH_DOC_SIGN = (
    (re.compile(rf"docstrings?(?=\s*\({_DOC_SIGN}\))", re.IGNORECASE), "doc comment"),
    (re.compile(rf"\s*\({_DOC_SIGN}\)|(?<=comments):\s+{_DOC_SIGN}", re.IGNORECASE), ""),
    (re.compile(rf"{_DOC_SIGN}\s+(?:[a-z]+\s+)?(?=comments?\b)", re.IGNORECASE), "doc "),
)


def with_doc_words(text: str) -> str:
    """Return *text* of a page with the word for a docstring or doc comment, not its sign: `///`."""
    for sign, word in _WITH_DOC_SIGN if "`/" in text else ():
        text = sign.sub(word, text)
    return text


SIGNATURE_MAKERS = {
    "hints": make_hints_rule,
    "docstrings": make_docstrings_rule,
    "returns": make_returns_rule,
    PUBLIC_DOCS: make_public_docs_rule,
}
"""Their forms, each with what makes its rule."""
