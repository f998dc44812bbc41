"""Local hooks of pygrep, and what became of them."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.author.importers.imported import ImportedFile, ImportedRule
from phaser_lint.author.importers.pygrep import import_pygrep
from phaser_lint.author.importers.rule_file import RuleFileError

BY_LINE = "pygrep checks line by line: blanks and sets take no line end here"
BYTES = r"pygrep searches bytes: with (?a), \w and the like are those of ASCII"
ONCE = "pygrep reports the first match of a file alone, and so does file_not_contains"
KEYS = {
    "type": "forbid_pattern",
    "pattern": r"print\(",
    "file_glob": "*",
    "message": "No prints",
    "severity": "error",
}
HEAD = r"""repos:
- repo: local
  hooks:
  - id: no-print
    name: No prints
    language: pygrep
    entry: print\(
"""


def imported(text: str) -> ImportedFile:
    """What becomes of a file."""
    return import_pygrep(text.encode(), ".pre-commit-config.yaml")


def rule(keys: str = "", common: str = "") -> ImportedRule:
    """What becomes of the hook ``no-print`` with these lines as well."""
    lines = "".join(f"    {line}\n" for line in keys.splitlines())
    (imported_rule,) = imported(f"{HEAD}{lines}{common}\n").rules
    return imported_rule


def made(changed: dict[str, Any], **fields: Any) -> ImportedRule:
    """The rule with some keys changed."""
    return ImportedRule("no-print", 4, {**KEYS, **changed}, **fields)


@pytest.mark.parametrize(
    ("keys", "changed"),
    [
        ("", {}),
        ("stages: [pre-commit]", {}),
        ("types: [file, text]", {}),
        ("description: Use the logger.", {"rationale": "Use the logger."}),
        ("description: No prints", {}),
        (r"files: \.py$", {"file_glob": "*.py"}),
        (r"files: ^src/|\.py", {"path_pattern": r"^src/|\.py"}),
        (r"exclude: ^docs/", {"exclude_glob": "/docs/"}),
        (r"exclude: ^(a|b)\.py$", {"exclude_glob": ["/a.py", "/b.py"]}),
        (r"exclude: docs", {"path_pattern": r"\A(?!.*?(?:docs))"}),
        (
            "files: ^src/\nexclude: docs",
            {"path_pattern": r"\A(?=.*?(?:^src/))(?!.*?(?:docs))"},
        ),
        ("files: ^src/\nexclude: ^src/a/", {"file_glob": "/src/", "exclude_glob": "/src/a/"}),
        ("types: [rst]", {"file_glob": "*.rst"}),
        ("types: [css]\nfiles: ^src/", {"file_glob": "*.css", "path_pattern": "^src/"}),
        ("types_or: [css, rst]", {"file_glob": ["*.css", "*.rst"]}),
        ("types: [text]\nexclude_types: [css, rst]", {"exclude_glob": ["*.css", "*.rst"]}),
        ("args: [--negate]", {"type": "require_pattern"}),
        ("args: [--multiline, --negate]", {"type": "require_pattern"}),
    ],
)  # fmt: skip
def test_keys_tell_where_the_contract_looks(keys: str, changed: dict[str, Any]) -> None:
    """Where the contract is looked for, and what it asks for."""
    assert rule(keys) == made(changed)


@pytest.mark.parametrize(
    ("pattern", "arguments", "changed", "remarks"),
    [
        (r"a\.b|c", "", {}, ()),
        ("^[a-z]$", "", {}, ()),
        (r"\bfoo", "", {"pattern": r"(?a)\bfoo"}, (BYTES,)),
        (r"(?i)foo", "", {"pattern": r"(?ia)foo"}, (BYTES,)),
        (r"foo", "-i", {"pattern": r"(?ia)foo"}, (BYTES,)),
        (r"a\s+b", "", {"pattern": r"(?a)a[^\S\n]+b"}, (BY_LINE, BYTES)),
        (r"a[^b]+c", "", {"pattern": r"a[^b\n]+c"}, (BY_LINE,)),
        (r"\n\n", "--negate", {"type": "require_pattern", "pattern": r"(?!)\n"}, (BY_LINE,)),
        ("^$", "", {"pattern": r"(?!\Z(?<![^\n]))(?:^$)"}, (BY_LINE,)),
        ("a{e}", "", {"pattern": r"a\{e}"}, ()),
        (r"a\nb", "--multiline", {"type": "file_not_contains"}, (ONCE,)),
        (r"a.*b", "--multiline", {"type": "file_not_contains", "pattern": "(?s)a.*b"}, (ONCE,)),
        (
            r"a.*b", "-i, --multiline, --negate",
            {"type": "require_pattern", "pattern": "(?isa)a.*b"}, (BYTES,),
        ),
    ],
)  # fmt: skip
def test_a_pattern_looks_by_line_or_in_all_lines(
    pattern: str, arguments: str, changed: dict[str, Any], remarks: tuple[str, ...]
) -> None:
    """By line, in bytes, or by all lines at once."""
    text = HEAD.replace(r"print\(", f"'{pattern}'") + f"    args: [{arguments}]\n"
    assert imported(text).rules == (made({"pattern": pattern, **changed}, kept=remarks),)


@pytest.mark.parametrize(
    ("keys", "common", "changed"),
    [
        ("", r"files: \.py$", {"file_glob": "*.py"}),
        ("exclude: ^a/", "exclude: ^b/", {"exclude_glob": ["/b/", "/a/"]}),
        (
            r"files: \.py$",
            "files: ^src/\nexclude: x",
            {"path_pattern": r"\A(?=.*?(?:^src/))(?=.*?(?:\.py$))(?!.*?(?:x))"},
        ),
    ],
)
def test_keys_of_the_file(keys: str, common: str, changed: dict[str, Any]) -> None:
    """What stands at the root counts for each hook."""
    assert rule(keys, common) == made(changed)


SCRIPTS = (
    "types: css, python: executable files without an ending, which pre-commit knows by their first "
    "line; name them in file_glob"
)


@pytest.mark.parametrize(
    ("keys", "unsupported", "is_on"),
    [
        ("types: [css]\nexclude_types: [python]", SCRIPTS, True),
        (
            "exclude_types: [executable]",
            "types: executable: neither a name nor the text shows it",
            True,
        ),
        (
            "types: [executable, css]",
            "types: executable: neither a name nor the text shows it; the contract is off, as it "
            "would check other files, too",
            False,
        ),
        (
            "stages: [manual]",
            "stages: it ran in manual only; a contract counts wherever code changes, so it is off",
            False,
        ),
    ],
)
def test_what_a_contract_does_not_say_is_told(keys: str, unsupported: str, *, is_on: bool) -> None:
    """There is a contract, switched off where it would break what the hook did not."""
    imported_rule = rule(keys)
    assert imported_rule.keys is not None
    assert imported_rule.keys.get("enabled", True) is is_on
    assert imported_rule.unsupported == (unsupported,)


@pytest.mark.parametrize(
    ("pattern", "unsupported"),
    [
        (r"^\xef\xbb\xbf", (r"entry: \xef is a byte there and a character here",)),
        (r"x[\200-\377]", (r"entry: \200 is a byte there and a character here",)),
        (r"a\\xef[^\x00-\x7f]", ()),
        ("^.{81,}$", ("entry: .{81,} counts bytes there and characters here",)),
        (r"a.{1}b.{,1}\.{3}.*", ()),
    ],
)
def test_bytes_by_their_numbers(pattern: str, unsupported: tuple[str, ...]) -> None:
    """No text holds them as characters."""
    (imported_rule,) = imported(HEAD.replace(r"print\(", pattern)).rules
    assert imported_rule.unsupported == unsupported


@pytest.mark.parametrize(
    ("pattern", "keys", "unsupported"),
    [
        ("'('", "", "entry: no pattern of Python's re, which pygrep refuses, too: "
         "missing ), unterminated subpattern at position 0"),
        (r"'\u0041'", "", "entry: no pattern of Python's re, which pygrep refuses, too: "
         r"bad escape \u at position 0"),
        ("--x", "", "entry: pygrep takes --x for a flag"),
        ("x", "args: [-v, --negate]", "args: pygrep does not take -v"),
        ("x", "types: [pyhton]", "types: pre-commit knows no type pyhton"),
        ("x", "files: '('", "files: no pattern of Python's re, which pre-commit refuses, too: "
         "missing ), unterminated subpattern at position 0"),
    ],
)  # fmt: skip
def test_what_pre_commit_refuses(pattern: str, keys: str, unsupported: str) -> None:
    """No contract, as there was no rule."""
    imported_rules = imported(HEAD.replace(r"print\(", pattern) + f"    {keys}\n").rules
    assert imported_rules == (ImportedRule("no-print", 4, unsupported=(unsupported,)),)


@pytest.mark.parametrize(
    ("pattern", "keys", "dead"),
    [
        (r"a\nb", "", "pygrep checks line by line, and no line holds a line end and more"),
        (r"a", "pass_filenames: false", "pass_filenames: false gives pygrep no file to search"),
        (r"a", "types: [css, rst]", "no file has all of its types"),
    ],
)
def test_a_hook_that_never_matched_is_written_as_it_was_meant(
    pattern: str, keys: str, dead: str
) -> None:
    imported_rules = imported(HEAD.replace(r"print\(", pattern) + f"    {keys}\n").rules
    assert imported_rules == (made({"pattern": pattern}, dead=dead),)


def test_each_other_hook_is_named() -> None:
    """Each is named; keys that are shared by an anchor count."""
    text = r"""
x: &shared {language: pygrep, files: \.py$}
repos:
- repo: https://github.com/pre-commit/pygrep-hooks
  rev: v1.10.0
  hooks: [{id: python-no-eval}, {id: rst-backticks}]
- repo: https://github.com/astral-sh/ruff-pre-commit
  hooks: [{id: ruff}]
- repo: local
  hooks:
  - {id: cog, name: cog, language: python, entry: cog}
  - {<<: *shared, id: no-print, name: No prints, entry: 'print\('}
"""
    assert imported(text) == ImportedFile(
        ".pre-commit-config.yaml",
        "pygrep",
        (ImportedRule("no-print", 12, {**KEYS, "file_glob": "*.py"}),),
        (
            "left to pre-commit, as they are no pygrep: cog",
            "not local, so not here: python-no-eval, rst-backticks of "
            "https://github.com/pre-commit/pygrep-hooks; import its .pre-commit-hooks.yaml",
        ),
        is_of_raw_text=True,
    )


def test_a_manifest_of_hooks_is_read() -> None:
    """What a repository of hooks offers, as a list."""
    text = "- {id: no-print, name: No prints, language: pygrep, entry: 'print\\('}\n"
    content = import_pygrep(text.encode(), ".pre-commit-hooks.yaml")
    assert content.rules == (ImportedRule("no-print", 1, KEYS),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1: expected a mapping with the list repos, or a list of hooks"),
        ("repos: a", "1: expected a mapping with the list repos, or a list of hooks"),
        ("repos:\n- a", "2: repos[0]: expected a repository with the keys repo and hooks"),
        ("repos:\n- repo: local", "1: repos[0].hooks: expected a list of hooks"),
        (
            "repos:\n- repo: local\n  hooks: [{language: pygrep, entry: a}]",
            "3: repos[0].hooks[0]: expected a text at its key id",
        ),
        (f"{HEAD}    types: python", "8: repos[0].hooks[0].types: expected a list of texts"),
        (f"{HEAD}files: [a]", "8: files: expected a text"),
    ],
)
def test_a_broken_file_is_named_with_line_and_key(text: str, expected: str) -> None:
    """File, line, key, and what was expected."""
    with pytest.raises(RuleFileError) as caught:
        imported(text)
    assert str(caught.value) == f".pre-commit-config.yaml:{expected}"


def test_an_import_says_once_that_capitals_of_endings_are_no_glob() -> None:
    """`types: [c++]` takes `A.CPP`, of which `*.cpp` is no glob."""
    words = "types: pre-commit takes A.PY for A.py; of globs only *.[pP][yY] does"
    assert imported(HEAD + "    types: [text]\n").notices == ()
    assert imported(HEAD + "    types: [python]\n").notices == (words,)
