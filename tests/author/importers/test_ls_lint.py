"""Rules of ls-lint, and what became of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.author.importers.imported import ImportedFile, ImportedRule
from phaser_lint.author.importers.ls_lint import import_ls_lint
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.text.globs import selects_path
from phaser_lint.text.search.patterns import compile_pattern

if TYPE_CHECKING:
    from phaser_lint.contract.model import Contract

KEBAB = r"[\p{Ll}\p{Nd}-]*"
AT_FILES = "a violation is at each file in a folder that is called otherwise, not at the folder"


def imported(text: str) -> ImportedFile:
    """What becomes of a file."""
    return import_ls_lint(text.encode(), ".ls-lint.yml")


def broken(text: str, path: str) -> bool:
    """Whether one of the contracts of a file is broken by the path of a file."""
    name = path.rpartition("/")[2]
    return any(
        selects_path(contract.globs, path)
        and (pattern is None or not compile_pattern(pattern, literal=False).fullmatch(name))
        for contract, pattern in contracts_of(text)
    )


@cache
def contracts_of(text: str) -> list[tuple[Contract, str | None]]:
    """The contracts that become of a file, each with its pattern."""
    contracts_and_patterns = []
    for keys in [rule.keys for rule in imported(text).rules if rule.keys]:
        contract = check_mapping({"rule_id": "a", **keys}, source="project", path="").contract
        assert contract is not None
        contracts_and_patterns.append((contract, keys.get("pattern")))
    return contracts_and_patterns


def test_endings_with_the_same_rules_are_one_contract() -> None:
    imported_file = imported("ls:\n  .js: kebab-case\n  .d.ts: kebab-case\n")
    assert imported_file == ImportedFile(
        ".ls-lint.yml",
        "ls-lint",
        (
            ImportedRule(
                "names: kebab-case",
                2,
                {
                    "type": "file_name",
                    "pattern": rf"(?:{KEBAB})(?:\.js|\.d\.ts)",
                    "file_glob": "*",
                    "path_pattern": r"(?:^|/)[^./]*(?:\.js|\.d\.ts)$",
                    "message": "Names: kebab-case (.js, .d.ts)",
                    "severity": "error",
                },
            ),
        ),
    )


def test_folders_are_told_by_their_files() -> None:
    """Their files stand for them, and what is ignored has none."""
    imported_file = imported("ls:\n  src:\n    .dir: kebab-case\nignore: [node_modules, a/]\n")
    assert imported_file == ImportedFile(
        ".ls-lint.yml",
        "ls-lint",
        (
            ImportedRule(
                "folders in src: kebab-case",
                3,
                {
                    "type": "file_not_exists",
                    "file_glob": "/src/",
                    "exclude_glob": "/node_modules",
                    "path_pattern": rf"(?:^|/)(?!(?:{KEBAB})/)[^/]+/(?<=^(?:src)/.*)",
                    "message": "Folders in src: kebab-case",
                    "severity": "error",
                },
                kept=(AT_FILES,),
            ),
        ),
        ("ignore: a/ is no path from the root, so ls-lint ignores nothing",),
    )


@pytest.mark.parametrize(
    ("case", "right", "wrong"),
    [
        ("lowercase", "a-b_1 größe", "A aB"),
        ("kebab-case", "a-b a1 größe -", "A a_b"),
        ("snake_case", "a_b a1", "a-b aB"),
        ("SCREAMING_SNAKE_CASE", "A_B A1", "a A-B"),
        ("camelCase", "a aB a1B ssrVFor aBCd", "A aBCD a_b a-b"),
        ("PascalCase", "A Ab AbC A1B SsrVFor 1A", "a AB aB A_b"),
        ("regex:v[0-9]+", "v1 v22", "v av1 v1a"),
        ("regex:a|b", "a ax b xb", "xax xbx"),
        ("regex:!v[0-9]+", "a v v1a", "v1"),
        (r"regex:\w+", "a", "ä a-b"),
        ("kebab-case | PascalCase", "a-b Ab", "a_b aB"),
    ],
)
def test_cases_are_those_of_ls_lint(case: str, right: str, wrong: str) -> None:
    """As ls-lint tells them, of files and of folders."""
    text = f"ls:\n  .js: '{case}'\n  .dir: '{case}'\n"
    forms = ("{}.js", "{}/.hidden")
    names = [(name, False) for name in right.split()] + [(name, True) for name in wrong.split()]
    broken_names = [(name, broken(text, form.format(name))) for form in forms for name, _ in names]
    assert broken_names == names * 2


SECTIONS = """ls:
  .js: kebab-case
  .*.js: kebab-case
  .test.js: snake_case
  .dir: kebab-case
  src:
    .js: snake_case
  packages/*:
    .dir: PascalCase
    src: {.js: PascalCase}
  gen/**: {.*: 'exists:0', .json: kebab-case}
ignore: [dist, '**/*.gen.js']
"""


@pytest.mark.parametrize(
    ("path", "is_broken"),
    [
        ("a-b.js", False),
        ("A.ts", False),
        ("a.b.c.js", False),
        ("A.b.c.js", False),
        ("a_b.test.js", False),
        ("a-b.spec.js", False),
        ("dist/A.js", False),
        ("lib/A.gen.js", False),
        ("src/a_b.js", False),
        ("src/A.test.js", False),
        ("packages/A/a_b.js", False),
        ("packages/A/src/A.js", False),
        ("A.js", True),
        ("lib/a_b.js", True),
        ("a-b.test.js", True),
        ("A.spec.js", True),
        ("src/a-b.js", True),
        ("Lib/a.js", True),
        ("Lib/packages/A/src/A.js", True),
        ("packages/a/b.js", True),
        ("packages/A/src/a.js", True),
        ("gen/a-b.json", False),
        ("gen/a/b-c.json", False),
        ("gen/A.json", True),
        ("gen/a/b.js", True),
    ],
)
def test_only_the_nearest_section_counts(path: str, is_broken: bool) -> None:
    """The nearest one counts, and it alone; the ending with the fewest stars."""
    assert broken(SECTIONS, path) is is_broken


@pytest.mark.parametrize(
    ("yaml_text", "rule"),
    [
        (
            "{src: {.js: 'exists:0'}}",
            ("names in src: none exist", {"type": "file_not_exists", "file_glob": "/src/",
             "path_pattern": r"^(?:src)/[^./]*(?:\.js)$"}, ()),
        ),
        (
            "{src: {.dir: exists}}",
            ("folders in src: at least 1 exist", {"type": "file_exists", "file_glob": "/src/"}, ()),
        ),
        (
            "{src: {.js: 'exists:1'}}",
            ("names in src: 1 exist", {"type": "file_exists", "file_glob": "/src/",
             "path_pattern": r"^(?:src)/[^./]*(?:\.js)$"},
             ("1 of them: the contract only requires one",)),
        ),
        (
            "{'packages/*': {.js: 'exists:1-2'}}",
            ("names in packages/*: 1 to 2 exist", None,
             ("each folder of several has to hold its own",)),
        ),
    ],
)  # fmt: skip
def test_a_rule_can_ask_for_one_file_or_none(
    yaml_text: str, rule: tuple[str, dict[str, Any] | None, tuple[str, ...]]
) -> None:
    """That there is one, or none, can be said."""
    (imported_rule,) = imported(f"ls: {yaml_text}").rules
    keys = imported_rule.keys and {
        key: key_value
        for key, key_value in imported_rule.keys.items()
        if key not in ("message", "severity")
    }
    assert (imported_rule.name, keys, imported_rule.unsupported) == rule


@pytest.mark.parametrize(
    ("yaml_line", "unsupported"),
    [
        (
            ".js: pointcase",
            "pointcase: a rule that ls-lint does not know, so that it refuses the whole file",
        ),
        (".js: 'regex:'", "regex:: expected a pattern; ls-lint refuses it, too"),
        (
            ".js: 'exists:a'",
            "exists:a: expected a number, or two with - between; ls-lint refuses it, too",
        ),
        (
            ".js: 'regex:${0}'",
            "regex:${0}: ${0} stands for a folder of the path, which no pattern names",
        ),
        (
            ".js: a\n  src/**: {.js: kebab-case}\n  src/a: {.js: kebab-case}",
            "a: a rule that ls-lint does not know, so that it refuses the whole file",
        ),
        ("js: kebab-case", "js: no ending, which starts with a dot"),
    ],
)
def test_what_cannot_be_converted(yaml_line: str, unsupported: str) -> None:
    """No contract, and the reason."""
    imported_rule, *other_rules = imported(f"ls:\n  {yaml_line}\n").rules
    assert (imported_rule.keys, imported_rule.unsupported) == (None, (unsupported,))
    nearest = "which section is the nearest, where others lie in one that ends in **"
    assert [other_rule.unsupported for other_rule in other_rules] == [(nearest,)] * len(other_rules)


@pytest.mark.parametrize(
    ("folder", "glob"),
    [
        ("/src", "/src/"),
        ("src/", "/src/"),
        ("./src", "/src/"),
        ("/{src,lib}/*", ["/src/*/", "/lib/*/"]),
    ],
)
def test_a_rule_that_never_matched_is_told(folder: str, glob: str | list[str]) -> None:
    """No path is called so; the contract says what was meant."""
    (imported_rule,) = imported(f"ls:\n  '{folder}':\n    .js: kebab-case\n").rules
    assert imported_rule.dead == f"{folder} is no path from the root"
    assert imported_rule.keys is not None
    assert imported_rule.keys["file_glob"] == glob


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1: expected a mapping with the key ls, and in it endings and folders"),
        ("ls: [a]", "1: expected a mapping with the key ls, and in it endings and folders"),
        ("ls:\n  .js: [a]", "2: ls..js: expected a text"),
        ("ls: {}\nignore: a", "2: ignore: expected a list of texts"),
    ],
)
def test_a_broken_file_is_named_with_line_and_key(text: str, expected: str) -> None:
    """File, line, key, and what was expected."""
    with pytest.raises(RuleFileError) as caught:
        imported(text)
    assert str(caught.value) == f".ls-lint.yml:{expected}"
