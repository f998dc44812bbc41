"""What a statement of a page is sure to say, before a project tells which files it is about."""

from __future__ import annotations

from typing import Any

from phaser_lint.author.importers.pages.code.span_patterns import SpanPattern
from phaser_lint.core import Record

TESTS = "tests"
"""Stands for the files of tests, whose names tell the language."""


class SureRule(Record):
    """What a statement is sure to say: ``keys`` without globs, id and message.

    ``scope_path`` is a path that it names, ``language`` a language; ``span_pattern`` tells the
    language where nothing names one. ``invalid`` and ``valid`` are texts for examples.
    """

    name: str
    keys: dict[str, Any]
    scope_path: str = ""
    language: str = ""
    language_of_several: str = ""
    """The language, where most files are in none of several."""
    span_pattern: SpanPattern | None = None
    invalid: tuple[str, ...] = ()
    valid: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    """What the globs are made of, where the rule is about paths."""
    excluded: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    """What must not be imported, or hold a file, where these are folders of the project."""
    package: str = ""
    """What the pattern takes for a package: an own path might be imported relatively, too."""
    other_packages: tuple[str, ...] = ()
    """What must not be imported, where no folder of the project may have that name."""
    ending: str = ""
    """The one ending of its files, where it names that."""
    file_stem: str = ""
    """What its files are called before their endings, where that is one name."""
    is_of_all: bool = False
    """Whether it is about code of every language, if it names none."""
    only_languages: tuple[str, ...] = ()
    """Whose code it is about, whichever most files are in; empty: any."""
    exempt: tuple[str, ...] = ()
    """Paths that the statement exempts; ``TESTS`` stands for all tests."""
    is_of_components: bool = False
    is_of_modules: bool = False
    """Whether it is about modules only, and not about files that are programs."""
    is_of_tests: bool = False
    is_of_headers: bool = False
    """Whether it is about the headers of C and C++."""
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
    """Its form in ``names_and_sizes``, where it is about names or sizes."""
    code_names: tuple[tuple[str, str], ...] = ()
    """Kinds of names in code and their styles, which its language tells the pattern of."""
    topics: tuple[str, ...] = ()
    """Words of the headings above it, which may be the name of a folder that is meant."""
    side: str = ""
    """The side of the project that a heading names: a folder has to have that name."""
    is_of_types: bool = False
    """Whether it is about types as code writes them, which JavaScript does not."""
    subject: str = ""
    """A pattern for what it demands something of, whether that keeps it or not."""
    needs_all: bool = False
    """Whether it is sure only where each file that is there keeps it."""
    beside: str = ""
    """A glob of files that have to be there, where it says that others are not."""
    tests_folder: str = ""
    """The one folder that files of tests may lie in."""

    @property
    def topic_words(self) -> frozenset[str]:
        """The words for the only topics that have its code."""
        return self.span_pattern.topic_words if self.span_pattern else frozenset()

    @property
    def is_silencer(self) -> bool:
        """Whether its code only silences a tool."""
        return self.span_pattern is not None and self.span_pattern.is_silencer
