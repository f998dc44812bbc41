"""Every key that people write, each with the form of its value and what it means.

What is valid (``key_reader``), the JSON Schemas, and with them what editors show and complete, go
by these rows. Those that only contracts of some types have are in the ``Rule`` of each such type; a
key of one type may have its row in the module of that type, too.
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.core.text import is_unicode
from phaser_lint.text.search.pattern_problems import find_control_problem, find_pattern_problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Literal, TypeAlias

    KeyKind: TypeAlias = Literal[
        "id", "type", "pattern", "patterns", "searched", "glob", "globs", "choice", "choices",
        "scope", "boolean", "number", "text", "note", "path", "texts", "notes", "mapping", "names",
        "files", "examples", "example", "places", "anything",
    ]  # fmt: skip
    """Of ``patterns``, ``globs``, ``choices``, ``texts``, ``notes``, ``example`` and ``places`` one
    may stand alone. A note, and notes, may be nothing. What is ``searched`` depends on the type. A
    mapping has its own keys, ``names`` are one of texts to texts, or one of the ``choices``,
    ``files`` one of paths to texts."""

KeyValue: TypeAlias = "Any"
"""A number, text or boolean; a tuple of texts; of a mapping pairs of key and value."""


class Key(Record):
    """A key: its name, the kind of its value, and what it means.

    Without a ``default`` it has to be there, unless it is ``optional``: then it has no value.
    ``choices`` are those of a choice, or of a boolean what it may be besides, ``keys`` those of a
    mapping; a text may be ``empty`` where it says so; globs ``has_fields`` where they may hold
    ``{dir}`` and the like (see ``path_fields``).
    ``problem`` returns what was expected instead of a value of the right kind, or nothing.
    """

    name: str
    kind: KeyKind
    meaning: str
    default: KeyValue | None = None
    optional: bool = False
    choices: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    empty: bool = False
    has_fields: bool = False
    problem: Callable[[KeyValue], str] | None = None

    def is_required(self) -> bool:
        """Tell whether the key has to be there."""
        return not self.optional and self.default is None

    def holds_globs(self) -> bool:
        """Tell whether the key's value is globs, or texts that are once fields are filled."""
        return self.kind == "globs" or (self.kind == "texts" and self.has_fields)

    def takes_one(self) -> bool:
        """Tell whether its value is a mapping with one of its keys, whichever."""
        return bool(self.keys) and all(key.optional for key in self.keys)


def list_key_names(keys: Iterable[Key]) -> tuple[str, ...]:
    """Return the names of *keys*, which are rows of the table of all keys that people write."""
    return tuple([key.name for key in keys])


def _check_text(text: KeyValue) -> str:
    if not is_unicode(text):
        return "a text that UTF-8 can hold"

    return find_control_problem(text, "text") or ""


def _check_message(message: KeyValue) -> str:
    """Return what was expected of the key ``message``, shown with each violation."""
    is_long = len(message) > _LONGEST_MESSAGE
    return f"at most {_LONGEST_MESSAGE:,} characters, not {len(message):,}" if is_long else ""


def _check_listing(listed_as: KeyValue) -> str:
    """Return what was expected of the key ``listed_as``, or nothing."""
    if "{item}" not in listed_as:
        return 'a pattern with {item} for the item, such as "- {item}$"'
    from phaser_lint.text.search.given_groups import write_out_groups
    from phaser_lint.text.search.item_list import make_item_pattern

    problem = find_pattern_problem(make_item_pattern(write_out_groups(listed_as), "x"))
    return f"{problem}, where {{item}} is an item" if problem else ""


# Contracts.

_LONGEST_MESSAGE = 10_000
_NAME = "The contract's name: 1 to 64 letters, digits and hyphens, no hyphen first."
ENABLED = Key("enabled", "boolean", "`false` switches the contract off.", default=True)
SEVERITY = Key(
    "severity",
    "choice",
    "An `error` denies an agent's edit and fails a scan; a `warning` is reported.",
    choices=("error", "warning"),
)
MESSAGE = Key(
    "message",
    "text",
    "What to do instead; an agent acts on it. Most types fill in `{stem}` and the like.",
    problem=_check_message,
)
EXCLUDE_GLOB = Key(
    "exclude_glob", "globs", "Files that are left out: a glob, or a list of them.", default=()
)
RULE_ID = Key("rule_id", "id", _NAME)
TYPE = Key("type", "type", "What a violation is.")
COMMON_KEYS = (
    RULE_ID,
    TYPE,
    Key("file_glob", "globs", "Which files: a glob as in .gitignore, or a list of them."),
    MESSAGE,
    SEVERITY,
    ENABLED,
    Key("rationale", "note", "Why the rule exists.", default=""),
    EXCLUDE_GLOB,
    Key(
        "path_pattern",
        "pattern",
        "A regular expression: only paths that it is found in are checked.",
        default="",
    ),
    Key(
        "ignorable",
        "boolean",
        "`reason`: only ignore directives with one count; `people`: no agent's; `false`: none.",
        default=True,
        choices=("reason", "people"),
    ),
    Key("tags", "notes", "Names that people find the contract by.", default=()),
    Key("url", "note", "Where more is said.", default=""),
)
"""Those that every contract has."""
KEYS_BY_TYPE = (
    Key(
        "pattern",
        "searched",
        "A regular expression, in single quotes; `^` and `$` work on each line.",
    ),
    Key("literal", "boolean", "`true`: the pattern is plain text.", default=False),
    Key(
        "raw",
        "boolean",
        "`true`: of a notebook the JSON is searched, in place of its cells.",
        default=False,
    ),
    Key(
        "scope",
        "scope",
        "`tree`: any one of the files meets the contract.",
        default="file",
        choices=("file", "tree"),
    ),
    Key(
        "examples",
        "examples",
        "Valid and invalid code: `phaser-lint test` tries them.",
        optional=True,
    ),
)
"""Those whose value depends on the type of the contract."""
FOREIGN_KEYS = (
    Key("source", "anything", "What another tool wrote; nothing here reads it.", optional=True),
)
CONTRACT_KEYS = (*COMMON_KEYS, *KEYS_BY_TYPE)

# Those that only contracts of some types have.
#
# Where in a text a match counts: see ``text/regions``.
IN = Key(
    "in",
    "choices",
    "Where a match counts: in `code`, `comments`, `strings` or `docs`, or in several.",
    optional=True,
    choices=("code", "comments", "strings", "docs"),
)
# How far a block goes that a header begins: see ``text/blocks``.
INSIDE = Key(
    "inside",
    "patterns",
    "What begins a block in which a match counts, however deep: a regular expression, or a list.",
    optional=True,
)
NOT_INSIDE = Key(
    "not_inside",
    "patterns",
    "What begins a block in which no match counts, unless one of `inside` is nearer: a regular "
    "expression, or a list.",
    optional=True,
)
EACH_BLOCK = Key(
    "each_block",
    "patterns",
    "What begins the blocks that need a match each: a regular expression, or a list.",
    optional=True,
)
UNTIL = Key(
    "until",
    "patterns",
    "What ends the blocks, in place of layout or braces: a regular expression, or a list.",
    optional=True,
)
BLOCK_KEYS = (INSIDE, NOT_INSIDE, EACH_BLOCK, UNTIL)


WHEN_MATCH = Key(
    "when_match",
    "pattern",
    "A regular expression: a match counts only where it is found in its lines.",
    optional=True,
)
UNLESS_MATCH = Key(
    "unless_match",
    "pattern",
    "A regular expression: no violation where it is found in a match's lines.",
    optional=True,
)
WHEN_IN_MATCH = Key(
    "when_in_match",
    "pattern",
    "A regular expression: a match counts only where it is found in the match itself.",
    optional=True,
)
UNLESS_IN_MATCH = Key(
    "unless_in_match",
    "pattern",
    "A regular expression: no violation where it is found in the match itself.",
    optional=True,
)
WHEN_FILE = Key(
    "when_file",
    "pattern",
    "A regular expression: only files whose text it is found in are checked.",
    optional=True,
)
UNLESS_FILE = Key(
    "unless_file",
    "pattern",
    "A regular expression: only files whose text it is not found in are checked.",
    optional=True,
)
_FIX = "How a violation is fixed, by `phaser-lint scan --fix`."
REPLACEMENT = Key("fix", "text", _FIX, optional=True, empty=True, problem=_check_text)
INSERTION = Key(
    "fix",
    "mapping",
    _FIX,
    optional=True,
    keys=(
        Key(
            "prepend",
            "text",
            "Lines for the start of the file.",
            optional=True,
            problem=_check_text,
        ),
        Key("append", "text", "Lines for the end of the file.", optional=True, problem=_check_text),
    ),
)
CONTENT = Key(
    "fix",
    "mapping",
    _FIX,
    optional=True,
    keys=(
        Key(
            "content",
            "text",
            "What the file that is missing will hold.",
            empty=True,
            problem=_check_text,
        ),
    ),
)
FIX_SAFETY = Key(
    "fix_safety",
    "choice",
    "`safe`: `scan --fix` makes the fix; `unsafe`: only `--unsafe-fixes` does.",
    optional=True,
    choices=("safe", "unsafe"),
)
FIX_NEEDS = Key(
    "fix_needs",
    "pattern",
    "A regular expression: the fix is safe only in files that it is found in.",
    optional=True,
)
MAX_LINES = Key("max_lines", "number", "How many lines a file may have.", optional=True)
MAX_BYTES = Key("max_bytes", "number", "How many bytes a file may have.", optional=True)
_CHANGES = ("create", "modify", "delete")
CHANGES = Key("changes", "choices", "Which changes count.", default=_CHANGES, choices=_CHANGES)
ASKING_CHANGES = Key(
    "changes",
    "choices",
    "Which changes of a file ask for another one; without it all do.",
    optional=True,
    choices=(*_CHANGES, "rename"),
)
KEEP = Key(
    "keep",
    "choice",
    "What a change must leave: the `text` of each match, or their `number`.",
    default="text",
    choices=("text", "number"),
)
MOVABLE = Key(
    "movable",
    "boolean",
    "`false`: a text stays in its file; without it, it may move to another file.",
    default=True,
)
WITH_GLOB = Key(
    "with_glob",
    "globs",
    "Of these one has to change, too: a glob such as `{dir}/NEWS.md`, or a list.",
    has_fields=True,
)
PARTNER = Key(
    "partner",
    "texts",
    "What goes with a file: a path such as `tests/{dir}/test_{name}`, or a list.",
)
ITEM = Key(
    "item",
    "text",
    "What of its path makes the file itself an item: a text such as `{stem}`.",
    optional=True,
    has_fields=True,
)
LISTED_IN = Key(
    "listed_in",
    "globs",
    "The files that hold the list: a glob, or a list of them; `{stem}` of the path.",
    has_fields=True,
)
LISTED_AS = Key(
    "listed_as",
    "text",
    "How an item stands in the list: a regular expression with `{item}`.",
    optional=True,
    problem=_check_listing,
)
LISTS = Key(
    "lists",
    "choice",
    "Of several lists, whether `any` has to hold an item, or `all`.",
    default="any",
    choices=("any", "all"),
)
FORBID = Key(
    "forbid",
    "texts",
    "What must not be imported: globs, the last that matches wins; `!` takes out.",
    has_fields=True,
)
ALIASES = Key(
    "aliases",
    "names",
    "What the beginning of an import stands for: `{'@/': 'src/'}`; or `tsconfig`.",
    optional=True,
    choices=("tsconfig",),
)
TYPE_ONLY = Key(
    "type_only",
    "choice",
    "`allow`: what imports nothing but types does not count; without the key it does.",
    optional=True,
    choices=("allow", "forbid"),
)
KEYS_OF_SOME_TYPES = {
    **{
        key.name: key
        for key in (
            IN,
            *BLOCK_KEYS,
            WHEN_MATCH,
            UNLESS_MATCH,
            WHEN_IN_MATCH,
            UNLESS_IN_MATCH,
            WHEN_FILE,
            UNLESS_FILE,
            FIX_SAFETY,
            FIX_NEEDS,
            MAX_LINES,
            MAX_BYTES,
            CHANGES,
            KEEP,
            MOVABLE,
            WITH_GLOB,
            PARTNER,
            ITEM,
            LISTED_IN,
            LISTED_AS,
            LISTS,
            FORBID,
            ALIASES,
            TYPE_ONLY,
        )
    },
    # What of a change asks for another one, apart from what breaks a contract by itself.
    "asking_changes": ASKING_CHANGES,
    # Three forms of the key ``fix``.
    "replacement": REPLACEMENT,
    "insertion": INSERTION,
    "content": CONTENT,
}
"""The rows that a ``Rule`` names: a denied edit needs the names, not what they mean."""

# Examples.

EXAMPLES_KEYS = (
    Key("valid", "example", "What has to pass: an example, or a list of them.", optional=True),
    Key(
        "invalid", "example", "What has to be found: an example, or a list of them.", optional=True
    ),
)
EXAMPLE_KEYS = (
    Key("text", "text", "The text of a file.", optional=True, empty=True),
    Key(
        "path",
        "path",
        "Where the text stands, from the level's folder; the globs count.",
        optional=True,
    ),
    Key("files", "files", "All files of a small project: texts by path.", optional=True),
    Key(
        "before", "files", "The files as they were before the change: texts by path.", optional=True
    ),
    Key("fixed", "text", "What the contract's fix makes of the text.", optional=True, empty=True),
)

# Overrides. The first says which contract is changed, the others what is.

OVERRIDE_KEYS = (
    Key(
        "override",
        "id",
        "The id of a contract from a level above, or of an included one, to be changed.",
    ),
    ENABLED,
    SEVERITY,
    MESSAGE,
    EXCLUDE_GLOB,
)

# A contract of Phaser v1.2 has its keys below one.

VERSION_1_KEYS = (Key("rule", "mapping", "A contract of Phaser v1.2."), ENABLED)
VERSION_1_ID = Key("id", "id", _NAME)

# The configuration.

CONFIGURATION_KEYS = (
    Key(
        "include",
        "places",
        "Folders of contract files, from the root of the project, and packs.",
        default=(),
    ),
    Key(
        "exclude",
        "globs",
        "Files that no contract checks: a glob as in .gitignore, or a list of them.",
        default=(),
    ),
    Key("directives_as_text", "globs", "Files whose ignore directives are plain text.", default=()),
    Key(
        "branches",
        "globs",
        "Long-lived branches of remotes, `release/*`: they count as the default branch does.",
        default=(),
    ),
    Key(
        "languages",
        "names",
        "What files are read as, by globs: `{'models/**/*.sql': dbt}`; the last that fits wins.",
        default=(),
    ),
    Key(
        "ignorable",
        "boolean",
        "Whose ignore directives count where a contract does not say it: its values are the same.",
        default=True,
        choices=("reason", "people"),
    ),
)
PACK_KEY = Key("pack", "choice", "The name of a pack: contracts that come with phaser-lint.")
