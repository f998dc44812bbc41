"""What makes a contract valid: each key both ways, and whole lists of problems as shown."""

from __future__ import annotations

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.keys import CONTRACT_KEYS, list_key_names
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.text.search.searcher import Pattern
from tests.examples import mapping

PATTERN_TYPES = ("forbid_pattern", "require_pattern", "file_contains", "file_not_contains")
EXISTENCE_TYPES = ("file_exists", "file_not_exists")
TYPES = ", ".join(RULES)
ID = "rule_id: expected 1 to 64 letters, digits and hyphens, not"
HYPHEN = ID.replace(", not", ", a letter or a digit first, not")
OF_SEMGREP = "phaser-lint import --from semgrep FILE makes contracts of a file of Semgrep's"
VALID = """\
rule_id: a
type: forbid_pattern
pattern: bad
file_glob: '*.py'
message: Fix it.
severity: error
"""


def checked(text: str) -> tuple[Contract | None, list[str]]:
    """The contract of a YAML text, and its problems as ``key: expected``."""
    (document,) = read_documents(text.encode())
    assert document.faults == ()
    checked_mapping = check_mapping(document.value, source="project", path="a.yaml")
    return checked_mapping.contract, [
        f"{problem.key}: {problem.expected}" for problem in checked_mapping.problems
    ]


def with_key(key: str, yaml_value: str | None) -> str:
    """The valid contract with the line of one key replaced, added, or (``None``) left out."""
    lines = [line for line in VALID.splitlines() if not line.startswith(f"{key}:")]
    return "\n".join([*lines, *([] if yaml_value is None else [f"{key}: {yaml_value}"])])


@pytest.mark.parametrize(
    ("key", "yaml_value", "plain_value"),
    [
        ("rule_id", "a", "a"),
        ("rule_id", "No-Print-2", "No-Print-2"),
        ("rule_id", "a-", "a-"),
        ("rule_id", "'012'", "012"),
        ("rule_id", "x" * 64, "x" * 64),
        ("severity", "error", "error"),
        ("severity", "warning", "warning"),
        ("message", "'yes'", "yes"),
        ("message", "|\n  Two\n  lines.", "Two\nlines."),
        ("pattern", "'[a-z]+'", "[a-z]+"),
        ("pattern", '"\\t"', "\t"),
        ("pattern", "'  '", "  "),
        ("pattern", "=", "="),
        ("file_glob", "'*.py'", ("*.py",)),
        ("file_glob", "['*.py', '!x.py']", ("*.py", "!x.py")),
        ("enabled", "true", True),
        ("enabled", "false", False),
        ("rationale", "Because.", "Because."),
        ("rationale", "''", ""),
        ("rationale", "null", ""),
        ("exclude_glob", "tests/", ("tests/",)),
        ("literal", "true", True),
        ("scope", "file", "file"),
        ("scope", "null", "file"),
        ("ignorable", "false", False),
        ("ignorable", "true", True),
        ("ignorable", "reason", "reason"),
        ("ignorable", "people", "people"),
        ("tags", "[security, style]", ("security", "style")),
        ("tags", "security", ("security",)),
        ("url", "https://example.org/a", "https://example.org/a"),
    ],
)
def test_a_valid_value_is_kept(key: str, yaml_value: str, plain_value: object) -> None:
    """No problem, and the contract holds the value."""
    contract, problems = checked(with_key(key, yaml_value))
    assert problems == []
    assert contract is not None
    assert getattr(contract, key) == plain_value


@pytest.mark.parametrize("kind", PATTERN_TYPES)
def test_pattern_types_need_a_pattern(kind: str) -> None:
    """With one they are valid, without one they are not."""
    assert check_mapping(mapping(kind=kind), source="project", path="").contract is not None
    without_pattern = {
        key: key_value for key, key_value in mapping(kind=kind).items() if key != "pattern"
    }
    checked_mapping = check_mapping(without_pattern, source="project", path="")
    assert [(problem.key, problem.expected) for problem in checked_mapping.problems] == [
        ("pattern", "missing; expected a text")
    ]


@pytest.mark.parametrize("kind", EXISTENCE_TYPES)
def test_existence_types_take_no_pattern(kind: str) -> None:
    """A pattern there is a misunderstanding: it would never be looked at."""
    assert check_mapping(mapping(kind=kind), source="project", path="").contract is not None
    checked_mapping = check_mapping(mapping(kind=kind, pattern="x"), source="project", path="")
    assert [(problem.key, problem.expected) for problem in checked_mapping.problems] == [
        ("pattern", f"expected no pattern: {kind} looks at names only")
    ]


def test_what_is_left_out_has_its_default() -> None:
    """The optional keys say nothing unless they are written."""
    contract, _ = checked(VALID)
    assert contract is not None
    assert contract.as_written()._replace(globs=((), (), (), ())) == Contract(
        rule_id="a",
        type="forbid_pattern",
        searched=Pattern("bad"),
        file_glob=("*.py",),
        message="Fix it.",
        severity="error",
        is_silent_on_directives=True,
        globs=((), (), (), ()),
        path="a.yaml",
    )


@pytest.mark.parametrize(
    ("key", "yaml_value", "problem"),
    [
        ("rule_id", None, "rule_id: missing; expected 1 to 64 letters, digits and hyphens"),
        ("rule_id", "''", f'{ID} ""'),
        ("rule_id", "no_print", f'{ID} "no_print"; did you mean no-print?'),
        ("rule_id", "no print", f'{ID} "no print"; did you mean no-print?'),
        ("rule_id", "nö", f'{ID} "nö"'),
        ("rule_id", "'--fix'", f'{HYPHEN} "--fix"; did you mean fix?'),
        ("rule_id", "'-'", f'{HYPHEN} "-"'),
        ("rule_id", "x" * 65, f'{ID} "{"x" * 65}"'),
        ("rule_id", "012", f"{ID} the number 012 (put it in quotes)"),
        ("rule_id", "yes", f"{ID} the boolean yes (put it in quotes)"),
        ("rule_id", "true", f"{ID} a boolean"),
        ("rule_id", "[a]", f"{ID} a list"),
        ("type", None, f"type: missing; expected one of {TYPES}"),
        ("type", "", f"type: empty; expected one of {TYPES}"),
        ("type", "forbid", f'type: expected one of {TYPES}, not "forbid"; did you mean '
         "forbid_import?"),
        ("type", "Forbid_Pattern", f'type: expected one of {TYPES}, not "Forbid_Pattern"; did you'
         " mean forbid_pattern?"),
        ("type", "7", f"type: expected one of {TYPES}, not the number 7 (put it in quotes)"),
        ("type", "zzz", f'type: expected one of {TYPES}, not "zzz"'),
        ("severity", None, "severity: missing; expected one of error, warning"),
        ("severity", "Error", 'severity: expected one of error, warning, not "Error"; did you mean'
         " error?"),
        ("severity", "info", 'severity: expected one of error, warning, not "info"'),
        *(
            ("severity", off, f"severity: expected one of error, warning, not {off}; "
             "`enabled: false` turns a contract off")
            for off in ("off", "Off", "no", "none", "ignore")
        ),
        ("message", None, "message: missing; expected a text"),
        ("message", "", "message: empty; expected a text"),
        ("message", "''", "message: expected a text that is not empty"),
        ("message", "' '", "message: expected a text that is not empty"),
        ("message", "2025-12-05", "message: expected a text, not the date 2025-12-05 (put it in"
         " quotes)"),
        ("message", "[a]", "message: expected a text, not a list"),
        ("pattern", "''", "pattern: expected a text that is not empty"),
        ("pattern", "012", "pattern: expected a text, not the number 012 (put it in quotes)"),
        ("pattern", "'('", "pattern: expected a regular expression; missing ) at position 1"),
        ("pattern", "#include", "pattern: empty; expected a text in quotes"),
        ("file_glob", None, "file_glob: missing; expected a glob or a list of globs"),
        ("file_glob", "[]", "file_glob: expected a glob or a list of globs"),
        ("file_glob", "null", "file_glob: empty; expected a glob or a list of globs in quotes"),
        ("file_glob", "''", "file_glob: a blank pattern selects nothing"),
        ("file_glob", "'!*.py'", "file_glob: only negated patterns (`!`), which select"
         " nothing; exclude_glob leaves files out"),
        ("file_glob", "'{dir}/a.md'", "file_glob: '{dir}/a.md': `{dir}` stands for nothing"
         " in this glob; write `\\{dir\\}` for the braces"),
        ("file_glob", "'*.{js,ts'", "file_glob: '*.{js,ts': a `{` is not closed; write `\\{` for a"
         " brace"),
        ("file_glob", "{a: b}", "file_glob: expected a text or a list of texts, not a mapping"),
        ("file_glob", "[a, 012]", "file_glob[1]: expected a text, not the number 012 (put it in"
         " quotes)"),
        ("enabled", "yes", "enabled: expected true or false, not yes; did you mean true?"),
        ("enabled", "'true'",
         'enabled: expected true or false, not "true"; did you mean true, without quotes?'),
        ("enabled", "null", "enabled: empty; expected true or false"),
        ("enabled", "1", "enabled: expected true or false, not 1"),
        ("rationale", "012", "rationale: expected a text, not the number 012 (put it in quotes)"),
        ("exclude_glob", "[]", "exclude_glob: expected a glob or a list of globs"),
        ("exclude_glob", "'[z-a]'", "exclude_glob: '[z-a]': `z-a` is no range of"
         " characters"),
        ("literal", "on", "literal: expected true or false, not on; did you mean true?"),
        ("scope", "tree", "scope: expected file: tree is for require_pattern and file_contains"),
        ("scope", "all", 'scope: expected one of file, tree, not "all"'),
        ("ignorable", "no",
         "ignorable: expected true, reason, people or false, not no; did you mean false?"),
        ("ignorable", "nobody", "ignorable: expected true, reason, people or false,"
         ' not "nobody"'),
        ("ignorable", "reasons", "ignorable: expected true, reason, people or false,"
         ' not "reasons"; did you mean reason?'),
        ("enabled", "reason", "enabled: expected true or false, not a text"),
        ("tags", "[1]", "tags[0]: expected a text, not the number 1 (put it in quotes)"),
        ("tags", "{a: b}", "tags: expected a text or a list of texts, not a mapping"),
        ("url", "[a]", "url: expected a text, not a list"),
        ("examples", "[a]", "examples: expected a mapping with valid and invalid, not a list"),
        ("examples", "{good: a}", "examples.good: expected valid or invalid; did you mean valid?"),
    ],
)  # fmt: skip
def test_an_invalid_value_is_one_problem(key: str, yaml_value: str | None, problem: str) -> None:
    """Exactly that problem, and no contract."""
    assert checked(with_key(key, yaml_value)) == (None, [problem])


def test_keys_of_another_mapping_are_not_merged() -> None:
    """``<<`` is no key of one's own either, which x-<< would be."""
    expected = "<<: expected the keys themselves: none are merged in here"
    assert checked(f"x-base: &base {{url: a}}\n{VALID}<<: *base\n") == (None, [expected])


def test_a_literal_pattern_is_no_regular_expression() -> None:
    """What would be none is searched as it stands."""
    contract, problems = checked(with_key("pattern", "'foo('") + "\nliteral: true\n")
    assert problems == []
    assert contract is not None
    assert contract.pattern == "foo("


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("fileglob", "; did you mean file_glob?"),
        ("File_Glob", "; did you mean file_glob?"),
        ("messages", "; did you mean message?"),
        ("ruleid", "; did you mean rule_id?"),
        ("exclude_globs", "; did you mean exclude_glob?"),
        ("unless", "; did you mean unless_match?"),
        ("when", "; did you mean when_match?"),
        ("owner", ""),
    ],
)
def test_an_unknown_key_is_a_problem(key: str, hint: str) -> None:
    """It may narrow the contract in a newer program; the nearest known key is named."""
    key_of_ones_own = f"a key of your own is written x-{key}"
    advice = f"{hint} ({key_of_ones_own})" if hint else f"; {key_of_ones_own}"
    assert checked(f"{VALID}{key}: x\n") == (None, [f"{key}: unknown key{advice}"])


@pytest.mark.parametrize(
    ("text", "written", "meant"),
    [
        (VALID.replace("message:", "mesage:"), "mesage", "message"),
        (VALID.replace("rule_id:", "id:"), "id", "rule_id"),
        (VALID.replace("type:", "tpye:"), "tpye", "type"),
        (VALID.replace("pattern:", "patern:"), "patern", "pattern"),
        (f"{VALID.replace('forbid_pattern', 'require_pattern')}fix: {{apend: x}}\n", "fix.apend",
         "append"),
        (f"{VALID}examples: {{valid: {{txt: x}}}}\n", "examples.valid.txt", "text"),
        ("overide: a\nenabled: false\n", "overide", "override"),
        ("overide: a\n", "overide", "override"),
        ("rule_id: a\ntype: file_limits\nfile_glob: a\nmessage: b\nseverity: error\nmax_line: 3\n",
         "max_line", "max_lines"),
        ("rule: {id: a, type: forbid_pattern, patern: a, file_glob: b, message: c,\n"
         "  severity: error}\n", "rule.patern", "pattern"),
    ],
)  # fmt: skip
def test_one_typo_is_one_problem(text: str, written: str, meant: str) -> None:
    """The key that is missing since it is misspelled is not named beside it."""
    advice = f"a key of your own is written x-{written.rpartition('.')[2]}"
    problem = f"{written}: unknown key; did you mean {meant}? ({advice})"
    assert checked(text) == (None, [problem])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("each_bloc", "each_block, a key of require_pattern"),
        ("partne", "partner, a key of file_pair"),
        ("max_line", "max_lines, a key of file_limits"),
        ("patern", "pattern"),
    ],
)
def test_what_is_meant_may_be_a_key_of_another_type(written: str, meant: str) -> None:
    advice = f"a key of your own is written x-{written}"
    problem = f"{written}: unknown key; did you mean {meant}? ({advice})"
    assert checked(f"{VALID}{written}: x\n") == (None, [problem])


def test_a_key_of_another_type_does_not_stand_for_one_that_is_missing() -> None:
    _, problems = checked(f"{VALID.replace('pattern:', 'partne:')}")
    missing, unknown = problems
    assert missing.startswith("pattern: missing; expected ")
    assert unknown.startswith("partne: unknown key; did you mean partner, a key of file_pair?")


@pytest.mark.parametrize("yaml_line", ["x-owner: me", "x-: [1, yes]", "source: {id: 7}"])
def test_a_key_that_is_no_concern_of_ours(yaml_line: str) -> None:
    """Keys of one's own, and what other tools wrote beside."""
    contract, problems = checked(f"{VALID}{yaml_line}\n")
    assert contract is not None
    assert problems == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rules: [{id: a}]", "rules: expected no list; a contract each, with a line `---` between"),
        ("rules: [{id: a, languages: [java]}]", f"rules: expected no list; {OF_SEMGREP}"),
        ("id: a\npatterns: []\nlanguages: [java]\nmessage: m\n",
         f"languages: expected a contract; {OF_SEMGREP}"),
        ("contracts: []",
         "contracts: expected no list; a contract each, with a line `---` between"),
        ("name: CI\non: push\n", ": expected a contract, with the keys rule_id, type, file_glob,"
         " message, severity"),
    ],
)  # fmt: skip
def test_a_mapping_that_is_no_contract(text: str, problem: str) -> None:
    """One problem, not one for each key."""
    assert checked(text) == (None, [problem])


def test_no_known_key_is_unknown() -> None:
    """All keys together are one valid contract."""
    all_keys = mapping(
        kind="require_pattern", enabled=True, rationale="", exclude_glob="x", literal=True,
        scope="tree", ignorable=True, raw=True, examples={}, tags=[], url="",
        path_pattern="x",
    )  # fmt: skip
    assert set(all_keys) == set(list_key_names(CONTRACT_KEYS))
    assert check_mapping(all_keys, source="project", path="").problems == ()


def test_all_problems_of_a_contract_are_found_at_once() -> None:
    """An author fixes it once; a pattern is checked even where the type is not known."""
    text = "rule_id: a b\ntype: forbid\npattern: '('\nfile_glob: []\nmesage: x\nenabled: yes\n"
    assert checked(text) == (
        None,
        [
            f'{ID} "a b"; did you mean a-b?',
            f'type: expected one of {TYPES}, not "forbid"; did you mean forbid_import?',
            "file_glob: expected a glob or a list of globs",
            "severity: missing; expected one of error, warning",
            "enabled: expected true or false, not yes; did you mean true?",
            "pattern: expected a regular expression; missing ) at position 1",
            "mesage: unknown key; did you mean message? (a key of your own is written x-mesage)",
        ],
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [("- a", "a list; a contract each, with a line `---` between"), ("hi", "a text"),
     ("7", "the number 7 (put it in quotes)"),
     ("true", "a boolean"), ("~", "nothing")],
)  # fmt: skip
def test_a_document_has_to_be_a_mapping(text: str, kind: str) -> None:
    """Anything else is one problem, of no key."""
    assert checked(text) == (None, [f": expected a mapping, not {kind}"])


@pytest.mark.parametrize(
    ("pattern", "more_lines", "problems"),
    [
        ("(?r)a.*b", "", []),
        ("(?:r)a.*b", "in: code", []),
        ("(?r)a.*b", "in: code\nliteral: true", []),
        (
            "(?r)a.*b",
            "in: code",
            ["pattern: expected a pattern without `(?r)`, since `in` asks where a match begins"],
        ),
        (
            "a.*(?ir)b",
            "in: [code, comments]",
            ["pattern: expected a pattern without `(?r)`, since `in` asks where a match begins"],
        ),
    ],
)
def test_a_search_from_the_end(pattern: str, more_lines: str, problems: list[str]) -> None:
    """Of ``/* a */ a b`` the match in code would be lost."""
    assert checked(f"{with_key('pattern', repr(pattern))}\n{more_lines}\n")[1] == problems


def test_given_groups_are_written_out() -> None:
    """Plain text calls none, and a group that nobody has is said."""
    called, problems = checked(with_key("pattern", "'get(?&parens)'"))
    assert problems == []
    assert called is not None
    assert (called.pattern[:6], "(?&" in called.pattern) == ("get(?:", False)
    plain, _ = checked(with_key("pattern", "'get(?&parens)'") + "\nliteral: true\n")
    assert plain is not None
    assert plain.pattern == "get(?&parens)"
    assert checked(with_key("pattern", "'get(?&prens)'")) == (
        None,
        ["pattern: expected a regular expression; invalid group reference at position 5"],
    )
