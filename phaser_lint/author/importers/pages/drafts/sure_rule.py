"""What a statement of a page is sure to say, before a project tells which files it is about."""

from __future__ import annotations

import re
from typing import Any

from phaser_lint.author.importers.pages.code.span_patterns import SpanPattern
from phaser_lint.core import Record

_CALL_END = r"\s*\("
_ANYWHERE = r"(?<![\w$])"
_ITEMS = r"(?:[^()]|\([^()]*\))*\)"
# `async get() {`, and at the margin of an interface `get(id: number): void`
_NO_METHOD = (
    rf"(?!{_ITEMS}\s*\{{)(?!(?<=^[^\S\n]*(?:(?:async|static|public|private|protected|abstract)"
    rf"[^\S\n]+)*[\w$]+\s*\(){_ITEMS}\s*:)"
)


class SureRule(Record):
    """What a statement is sure to say: ``keys`` without globs, id and message.

    ``scope_path`` is a path that it names, ``language`` a language; ``span_pattern`` tells the
    language where nothing names one. ``invalid`` and ``valid`` are texts for examples.
    """

    name: str
    keys: dict[str, Any]
    scope_path: str = ""
    other_scope_paths: tuple[str, ...] = ()
    """Further paths that it names, and is about as well."""
    language: str = ""
    span_pattern: SpanPattern | None = None
    invalid: tuple[str, ...] = ()
    valid: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    """What the globs are made of, where the rule is about paths."""
    endings: tuple[str, ...] = ()
    """The only endings of the files that it is about, where it names them."""
    excluded: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    """What must not be imported, or hold a file, where these are folders of the project."""
    package: str = ""
    """What the pattern takes for a package: an own path might be imported relatively, too."""
    other_packages: tuple[str, ...] = ()
    """What must not be imported, where no folder of the project may have that name."""
    is_of_all: bool = False
    """Whether it is about code of every language, if it names none."""
    exempt: tuple[str, ...] = ()
    """Paths that the statement exempts."""
    subjects: tuple[str, ...] = ()
    """The code spans that it is about, as the page writes them."""
    message: str = ""
    """What the page says, with the lead, heading or mark that makes a ban of it."""
    alternatives: tuple[str, ...] = ()
    """The patterns of its spans, any of which is a violation."""
    comment_sign: str = ""
    """What begins a comment that each of its files has."""
    unseen: tuple[str, ...] = ()
    """How its code may be written that the pattern does not find."""
    style: str = ""
    """Its form in ``sizes_and_file_names``, where it is about these."""
    topics: tuple[str, ...] = ()
    """Words of the headings above it, which may be the name of a folder that is meant."""
    is_practice: bool = False
    """Whether it is about what a project does everywhere, or nowhere."""
    finds_none: bool = False
    """Whether it is sure only where it finds nothing today: a framework may need such code."""

    @property
    def topic_words(self) -> frozenset[str]:
        """The words for the only topics that have its code."""
        return self.span_pattern.topic_words if self.span_pattern else frozenset()

    @property
    def is_silencer(self) -> bool:
        """Whether its code only silences a tool."""
        return self.span_pattern is not None and self.span_pattern.is_silencer

    def with_empty_calls(self) -> SureRule:
        """Return the rule of calls without arguments only, where what it recommends is empty."""
        if not self._is_of_calls():
            return self
        alternatives = tuple(rf"{own}\s*\)" for own in self.alternatives)
        return self._replace(
            keys={**self.keys, "pattern": "|".join(alternatives)},
            alternatives=alternatives,
            invalid=tuple(re.sub(r"\(\w+\)$", "()", text) for text in self.invalid),
        )

    def with_calls_of(self, language: str) -> SureRule:
        """Return the rule without what only looks like its calls in files of *language*: the
        definition of a method, or a method of PHP that is called as its function.
        """
        if not self._is_of_calls():
            return self
        alternatives = self.alternatives
        if language in ("JavaScript", "TypeScript", "Vue", "Svelte"):
            alternatives = tuple(
                own if own.startswith(r"\.") else f"{own}{_NO_METHOD}" for own in alternatives
            )
        if language == "PHP":
            alternatives = tuple(
                re.sub(rf"^{re.escape(_ANYWHERE)}(?=.*\b[a-z]+_[a-z_]+\\s)", _of_function, own)
                for own in alternatives
            )
        return self._replace(
            keys={**self.keys, "pattern": "|".join(alternatives)}, alternatives=alternatives
        )

    def _is_of_calls(self) -> bool:
        return bool(self.alternatives) and all(own.endswith(_CALL_END) for own in self.alternatives)


def _of_function(_: re.Match[str]) -> str:
    return rf"{_ANYWHERE}(?<!->)(?<!::)"
