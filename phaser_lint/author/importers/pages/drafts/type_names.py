r"""How each language declares a type, and what may stand between the word for it and the name.

    class alignas(16) Page {        C++: an attribute, a macro
    @MainActor final class Page {   Swift: attributes and modifiers before it
    "a" to Page::class to b         Kotlin: no declaration

What a name is followed by tells a declaration from all else that has the word.
"""

from __future__ import annotations

from phaser_lint.core import Record

_START = r"^[^\S\n]*"
_NESTED = r"\s*\((?:[^()]|\([^()]*\))*\)"
# An attribute in brackets may have no space behind it; a macro is one of these by its name.
_OF_CPP = (
    rf"(?:(?:alignas|__attribute__|__declspec){_NESTED}\s*|\[\[[^\]]*\]\]\s*"
    r"|[A-Z0-9_]*(?:API|EXPORT|PUBLIC|DLL)[A-Z0-9_]*\s+)*"
)


class TypeDeclaration(Record):
    """The ``keywords`` that declare types, each by the page's word for its kind, and patterns for
    what stands ``before`` a keyword, ``between`` it and the name, and ``after`` that.

    ``wrong`` and ``end`` are for examples. ``unseen``: how else a name may be written.
    """

    keywords: dict[str, str]
    before: str = _START
    between: str = ""
    after: str = r"\b"
    start: str = ""
    end: str = " {}"
    wrong: str = "foo_bar"
    unseen: str = ""
    other_types: str = ""
    """What declares a type with no keyword of these."""
    called_types: tuple[str, ...] = ()
    """What a page calls a type, where that is not all: in TypeScript a class is another word."""

    def make_pattern(self, kinds: str, name: str) -> str:
        """Return the pattern of a declaration with a *name*, a pattern; *kinds* are the words of
        a page, `class/enum/`, where ``type`` is all. Empty where no keyword declares one of them.
        """
        keywords = [self.keywords[kind] for kind in self._list_kinds(kinds)]
        if not keywords:
            return ""
        return rf"{self.before}(?:{'|'.join(keywords)})\s+{self.between}{name}{self.after}"

    def make_samples(self, kinds: str, name: str) -> tuple[str, ...]:
        """Return code that declares a type of the first of *kinds* with a *name*."""
        own_kinds = self._list_kinds(kinds)
        first_kinds = [kind for kind in kinds.split("/") if kind in own_kinds] or own_kinds
        return tuple(
            f"{self.start}type {name} = a"
            if kind == "alias"
            else f"{self.start}{kind} {name}{self.end}"
            for kind in first_kinds[:1]
        )

    def list_unseen(self, kinds: str) -> tuple[str, ...]:
        """Return what the pattern for *kinds* does not find."""
        names = kinds.split("/")
        others = [kind for kind in names if kind not in ("", "type", *self.keywords)]
        own_kinds = self._list_kinds(kinds)
        unseen = [self.unseen] if self.unseen and "class" in own_kinds else []
        if self.called_types and "type" in names:
            unseen += [f"names of `{kind}`" for kind in self.keywords if kind not in own_kinds]
        unseen += [self.other_types] if self.other_types and {"alias", "type"} & {*names} else []
        return (*unseen, *(f"names of `{kind}`" for kind in others if kind != "alias"))

    def _list_kinds(self, kinds: str) -> list[str]:
        names = kinds.split("/")
        types = (self.called_types or self.keywords) if "type" in names else ()
        return [kind for kind in self.keywords if kind in names or kind in types]


def _words(text: str) -> dict[str, str]:
    return {word: word for word in text.split()}


TYPE_DECLARATIONS = {
    "Python": TypeDeclaration(_words("class"), end=":\n    pass"),
    "JavaScript": TypeDeclaration(
        {**_words("class interface enum"), "alias": "type"},
        before=_START + r"(?:@\w+(?:\([^()]*\))?\s+)*(?:(?:export|default|abstract|const"
        r"|declare(?=\s+(?:interface|type)\b))\s+)*",
        after=r"\b(?=\s*(?:[<{=]|extends\b|implements\b))",
        unseen="a class in an expression",
        called_types=("interface", "alias"),
    ),
    "Rust": TypeDeclaration(
        {**_words("struct enum trait"), "alias": "type"},
        before=_START + r"(?:#\[[^\]\n]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?(?:(?:unsafe|auto)\s+)*",
    ),
    "Java": TypeDeclaration(
        _words("class interface enum record"),
        before=r"(?<![\w.])",
        after=r"\b(?=\s*[<({]|\s+(?:extends|implements|permits)\b)",
    ),
    "Kotlin": TypeDeclaration(
        _words("class interface object"),
        before=r"(?<![\w.:])",
        after=r"\b(?=\s*[<({:@]|[^\S\n]*$"
        r"|\s+(?:private|internal|protected|public|constructor|where)\b)",
        end="",
        unseen="a name in backquotes",
        other_types="`typealias`",
    ),
    "Scala": TypeDeclaration(
        _words("class trait enum object"),
        before=r"(?<![\w.])(?<!package )",
        after=r"\b(?=\s*[\[({:]|[^\S\n]*$|\s+(?:extends|derives|with|private|protected)\b)",
        end="",
    ),
    "Swift": TypeDeclaration(
        _words("class struct enum protocol actor"),
        before=_START + r"(?:(?:@\w+(?:\([^()\n]*\))?|public|private|internal|open|final|indirect"
        r"|fileprivate|package|nonisolated)\s+)*",
        between=r"(?!(?:subscript|init)\b)",
        other_types="`typealias`",
        after=r"\b(?=\s*[<{:])",
    ),
    "C#": TypeDeclaration(
        {**_words("class interface enum struct"), "record": r"record(?:\s+(?:class|struct))?"},
        before=_START + r"(?:\[[^\]\n]*\]\s*)*(?:(?:public|private|protected|internal|static"
        r"|sealed|abstract|partial|readonly|ref|unsafe|new|file)\s+)*",
        after=r"\b(?=\s*[<({:]|\s+where\b|[^\S\n]*$)",
    ),
    "PHP": TypeDeclaration(
        _words("class interface trait enum"),
        before=_START + r"(?:#\[[^\]\n]*\]\s*)*(?:(?:final|abstract|readonly)\s+)*",
        after=r"\b(?=\s*[{:]|\s+(?:extends|implements)\b)",
        start="<?php\n",
    ),
    "Ruby": TypeDeclaration(
        _words("class module"),
        between=r"(?:[A-Z]\w*::)*",
        end="\nend",
        wrong="Foo_bar",
    ),
    "Dart": TypeDeclaration(
        _words("class enum mixin"),
        before=_START + r"(?:(?:abstract|base|final|interface|sealed|mixin)\s+)*",
        after=r"\b(?=\s*[<({]|\s+(?:extends|implements|with|on)\b)",
    ),
    "C++": TypeDeclaration(
        {**_words("class struct"), "enum": r"enum(?:\s+(?:class|struct))?"},
        before=_START + r"(?:template\s*<[^;{}]*>\s*)?",
        between=_OF_CPP,
        after=r"\b(?=\s*(?:\{|:(?!:))|\s+final\b)",
        end=" {};",
        unseen="a name behind another macro",
        other_types="`using`, `typedef`",
    ),
}
"""A row for each language that has words for it, but one where the case of a name says who sees
it."""
TYPE_WORDS = r"class(?:es)?|types?|interfaces?|enums?|structs?|traits?|protocols?|records?"
"""A pattern for the words of a page for kinds of types, one or several."""
TYPE_KINDS = (
    "type", "class", "interface", "enum", "struct", "trait", "protocol", "record",
)  # fmt: skip
"""The words of a page for kinds of types: ``type`` stands for all, and ``alias`` is one, too."""
