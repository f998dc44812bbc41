"""What editors show of keys and types.

Of a type it is what its module's docstring says: that is its manual.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_CHECKS = "What it checks: "

KEY_DESCRIPTIONS: Mapping[str, str] = {
    "rule_id": "The contract's name: 1 to 64 letters, digits and hyphens, no hyphen first.",
    "type": "What a violation is.",
    "file_glob": "Which files: a glob as in .gitignore, or a list of them.",
    "message": "What to do instead; an agent acts on it. Most types fill in `{stem}` and the like.",
    "severity": "An `error` denies an agent's edit and fails a scan; a `warning` is reported.",
    "pattern": "A regular expression, in single quotes; `^` and `$` work on each line.",
    "enabled": "`false` switches the contract off.",
    "rationale": "Why the rule exists.",
    "exclude_glob": "Files that are left out: a glob, or a list of them.",
    "path_pattern": "A regular expression: only paths that it is found in are checked.",
    "literal": "`true`: the pattern is plain text.",
    "scope": "`tree`: any one of the files meets the contract.",
    "ignorable": "`false`: no ignore directive counts.",
    "raw": "`true`: of a notebook the JSON is searched, in place of its cells.",
    "examples": "Valid and invalid code: `phaser-lint test` tries them.",
    "tags": "Names that people find the contract by.",
    "url": "Where more is said.",
    "source": "What another tool wrote; nothing here reads it.",
    "override": "The id of a contract from a level above, or of an included one, to be changed.",
    "in": "Where a match counts: in `code`, `comments`, `strings` or `docs`, or in several.",
    "when_match": "A regular expression: a match counts only where it is found in its lines.",
    "unless_match": "A regular expression: no violation where it is found in a match's lines.",
    "when_file": "A regular expression: only files whose text it is found in are checked.",
    "unless_file": "A regular expression: only files whose text it is not found in are checked.",
    "fix": "How a violation is fixed, by `phaser-lint scan --fix`.",
    "fix_safety": "`safe`: `scan --fix` makes the fix; `unsafe`: `--unsafe-fixes` alone does.",
    "fix_needs": "A regular expression: the fix is safe only in files that it is found in.",
    "prepend": "Lines for the start of the file.",
    "append": "Lines for the end of the file.",
    "content": "What the file that is missing will hold.",
    "max_lines": "How many lines a file may have.",
    "max_bytes": "How many bytes a file may have.",
    "changes": "Which changes count.",
    "with_glob": "Of these one has to change, too: a glob such as `{dir}/NEWS.md`, or a list.",
    "partner": "What goes with a file: a path such as `tests/{dir}/test_{name}`, or a list.",
    "listed_in": "The files that hold the list: a glob, or a list of them; `{stem}` of the path.",
    "item": "What of its path makes the file itself an item: a text such as `{stem}`.",
    "listed_as": "How an item stands in the list: a regular expression with `{item}`.",
    "forbid": "What must not be imported: globs, the last that matches wins; `!` takes out.",
    "aliases": "What the beginning of an import stands for: `{'@/': 'src/'}`.",
    "valid": "What has to pass: an example, or a list of them.",
    "invalid": "What has to be found: an example, or a list of them.",
    "text": "The text of a file.",
    "path": "Where the text stands, from the level's folder; the globs count.",
    "files": "All files of a small project: texts by path.",
    "before": "The files as they were before the change: texts by path.",
    "fixed": "What the contract's fix makes of the text.",
    "rule": "A contract of Phaser v1.2.",
    "id": "The contract's name: 1 to 64 letters, digits and hyphens, no hyphen first.",
    "include": "Folders of contract files, from the root of the project, and packs.",
    "pack": "The name of a pack: contracts that come with phaser-lint.",
    "exclude": "Files that no contract checks: a glob as in .gitignore, or a list of them.",
    "directives_as_text": "Files in which an ignore directive is plain text: globs as well.",
}


def title_of(kind: str) -> str:
    """Return what a type is, in a few words: ``text that must not stand in a file``."""
    return manual_of(kind).partition("\n")[0].partition(": ")[2].rstrip(".")


def description_of(kind: str) -> str:
    """Return what contracts of the type *kind* check, in a paragraph."""
    paragraphs = manual_of(kind).split("\n\n")
    checked = next((each for each in paragraphs if each.startswith(_CHECKS)), "")
    return " ".join(checked.removeprefix(_CHECKS).split()).replace("``", "`")


def manual_of(kind: str) -> str:
    """Return the manual of the type *kind*, or nothing."""
    # A type's module has its name; without docstrings (python -OO) there is nothing to show.
    module = __import__(f"phaser_lint.contract.rules.{kind}", fromlist=("RULE",))
    return module.__doc__ or ""
