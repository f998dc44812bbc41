"""``phaser-lint try``: what a contract would say, before it is written."""

from __future__ import annotations

import itertools
import json
import textwrap
from typing import TYPE_CHECKING, Any

import pytest
from yaml import safe_load as load

from phaser_lint.contract.rules import RULES
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CLIENT = """\
import requests

requests.get(url)
requests.get(url, timeout=3)
requests.get (url)
"""
FILES = {"src/client.py": CLIENT, "src/empty.py": "x = 1\n", "README.md": "requests.get(url)\n"}
TIMEOUT = (r"requests\.get(?&parens)", "--glob", "*.py", "unless_match=timeout")

SHOWN_LINES = r"""2 files selected of 3, 1 violation

src/client.py:3:1
  3 │ requests.get(url)
    │ ^^^^^^^^^^^^^^^^^

matches that are no violation:

src/client.py:4:1
  4 │ requests.get(url, timeout=3)
    │ ^^^^^^^^^^^^^^^^^^^^^^^^^^^^

near misses, with the longest part of the pattern that matches:

src/client.py:5:1: requests\.get
  5 │ requests.get (url)
    │ ^^^^^^^^^^^^
"""
SAVED = r"""rule_id: has-timeout
type: forbid_pattern
pattern: 'requests\.get(?&parens)'
file_glob: '*.py'
message: 'Give a timeout.'
severity: error
unless_match: 'timeout'
examples:
  valid:
    - 'requests.get(url, timeout=3)'
  invalid:
    - 'requests.get(url)'
"""


def tree(root: Path) -> set[str]:
    return {
        path.relative_to(root).as_posix() for path in root.rglob("*") if ".git/" not in f"{path}"
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--glob", "lib/"), "no file of the project is selected by lib/"),
        (("enabled=false",), "enabled: false: the contract counts nowhere"),
    ],
)
def test_a_pattern_that_selects_nothing_is_explained(
    project: MakeProject, run: Run, words: tuple[str, ...], message: str
) -> None:
    outcome = run("try", "requests", *words, cwd=project(FILES))
    assert outcome == (0, f"0 files selected of 3, 0 violations\n{message}\n", "")


def test_matches_and_near_misses_are_shown(project: MakeProject, run: Run) -> None:
    """Files, matches and near misses; in a project without any contract, which stays so."""
    root = project(FILES)
    before = tree(root)
    outcome = run("try", *TIMEOUT, cwd=root)
    assert outcome == (0, SHOWN_LINES, "")
    assert tree(root) == before
    assert (
        "../src/client.py:3:1\n"
        in run("try", *TIMEOUT, cwd=project({**FILES, "d/x": ""}) / "d").out
    )


def test_a_saved_pattern_has_real_lines_for_examples(project: MakeProject, run: Run) -> None:
    """Real lines are its examples, and the scan then says what ``try`` showed."""
    root = project(FILES)
    outcome = run("try", *TIMEOUT, "message=Give a timeout.", "--save", "has-timeout", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"{SHOWN_LINES}\nwritten: .claude/contracts/has-timeout.yaml\n"
    assert (root / ".claude/contracts/has-timeout.yaml").read_text() == SAVED
    assert run("test", cwd=root) == (0, "1 contract, 2 examples, 0 wrong\n", "")
    scanned = run("scan", cwd=root)
    assert scanned.out.splitlines()[0] == "src/client.py:3:1: error: Give a timeout. [has-timeout]"


UNPROVED = (
    ".claude/contracts/no-print.yaml: note: no invalid example: phaser-lint test proves nothing of "
    "it; examples: {invalid: [TEXT]} in the file adds one\n"
)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("line", "flags", "examples"),
    [
        ("x = 1", (), {}),
        ("# print( a near miss", (), {}),
        ("print(1)  # phaser:ignore no-print", (), {}),
        ("print(1, file=sys.stderr)", ("unless_match=stderr",), {"valid": [0]}),
        ("print(1)", (), {"invalid": [0]}),
        ("print(1)", ("--valid", "log(1)"), {"valid": ["log(1)"], "invalid": [0]}),
        ("x = 1", ("--invalid", "print(2)"), {"invalid": ["print(2)"]}),
        ("print(1)", ("--invalid", "print(2)"), {"invalid": ["print(2)", 0]}),
        ("print(1)", ("--invalid", "print(1)"), {"invalid": [0]}),
        ("  print(1)", (), {"invalid": ["print(1)"]}),
    ],
)
def test_which_lines_become_examples(
    project: MakeProject,
    run: Run,
    line: str,
    flags: tuple[str, ...],
    examples: dict[str, list[str | int]],
) -> None:
    """What its author names, what breaks it, and what a condition exempts; 0 is the line."""
    root = project({"a.py": f"{line}\n"}, contracts={})
    words = (r"print\([^)]*\)", *flags, "--message", "Log it.", "--save", "no-print")
    outcome = run("try", *words, cwd=root)
    assert (outcome.code, outcome.err) == (0, "" if "invalid" in examples else UNPROVED)
    saved = load((root / ".claude/contracts/no-print.yaml").read_text())
    examples_by_kind = {
        kind: [line if text_or_line == 0 else text_or_line for text_or_line in texts]
        for kind, texts in examples.items()
    }
    assert saved.get("examples", {}) == examples_by_kind
    tested = run("test", cwd=root)
    message = "without an invalid example: no-print\n" if [*examples] == ["valid"] else ""
    message = message if examples else "without examples: no-print\n"
    number = sum(map(len, examples_by_kind.values()))
    assert tested == (
        0,
        f"{message}1 contract, {number} example{'s' * (number != 1)}, 0 wrong\n",
        "",
    )


@pytest.mark.parametrize(
    ("pattern", "flags", "valid"),
    [
        # Without its indentation no line of these would be one that a condition exempts.
        (r"^ +return load\(", ("unless_match=safe",), ["    return load(1)  # safe"]),
        (r"^    \w+ load\(\d", ("unless_in_match=1",), ["    return load(1)  # safe"]),
        (r"^ +return", ("in=comments",), ["    return load(1)  # safe", "    return load(2)"]),
        # Nothing of a line says what it is in.
        (r"^ +return load\(", ("not_inside=def",), []),
    ],
)
def test_a_valid_example_would_break_the_contract_without_its_condition(
    project: MakeProject, run: Run, pattern: str, flags: tuple[str, ...], valid: list[str]
) -> None:
    """Else it is valid whatever the condition says, and proves nothing."""
    root = project({"a.py": "def f():\n    return load(1)  # safe\n    return load(2)\n"})
    assert run("try", pattern, *flags, "--glob", "*.py", "--save", "no-load", cwd=root).code == 0
    saved = load((root / ".claude/contracts/no-load.yaml").read_text())
    assert saved.get("examples", {}).get("valid", []) == valid


READ_AS_TYPESCRIPT = (
    "phaser-lint: --valid x = <p>foo</p>: expected no violation, found one at 1:8, read as *.ts"
)


@pytest.mark.parametrize(
    ("glob", "advice"),
    [("*.{ts,tsx}", "; as *.tsx it is right: name that first"), ("*.ts", "")],
)
def test_a_contradicted_example_says_as_which_file_it_was_read(
    project: MakeProject, run: Run, glob: str, advice: str
) -> None:
    """What stands between tags of JSX is a string, and no code."""
    root = project({"a.ts": "foo\n"}, contracts={})
    words = ("try", "foo", "--in", "code", "--valid", "x = <p>foo</p>")
    outcome = run(*words, "--glob", glob, cwd=root)
    assert outcome == (2, "", f"{READ_AS_TYPESCRIPT}{advice}\n")
    assert run(*words, "--glob", "*.{tsx,ts}", cwd=root).code == 0


LANGUAGE = "expected a --glob that tells its language, such as 'src/**/*.py'"


@pytest.mark.parametrize(
    ("words", "examples"),
    [
        (
            (r"\bfetch\(", "--in", "code", "--glob", "web/**"),
            {"valid": [("web/b.ts", "// fetch(url)")], "invalid": [("web/b.ts", "fetch(1)")]},
        ),
        (
            (r"\bfetch\(", "--in", "code", "--glob", "web/**", "--invalid", "fetch(2)"),
            {
                "valid": [("web/b.ts", "// fetch(url)")],
                "invalid": [("web/b.ts", "fetch(2)"), ("web/b.ts", "fetch(1)")],
            },
        ),
        (
            (r"\bfetch\(", "--in", "comments", "--invalid", "# fetch(", "--glob", "w*/*"),
            {
                "valid": [("web/b.ts", "fetch(1)")],
                "invalid": [("web/a.py", "# fetch("), ("web/b.ts", "// fetch(url)")],
            },
        ),
        (
            ("--type", "forbid_import", "forbid=db", "--glob", "web/"),
            {"invalid": [("web/a.py", "from db import rows")]},
        ),
    ],
)
def test_an_example_in_a_language(
    project: MakeProject,
    run: Run,
    words: tuple[str, ...],
    examples: dict[str, list[tuple[str, str]]],
) -> None:
    """A glob without an ending tells none: an example stands at a file that is there."""
    files = {"web/a.py": "  from db import rows\n", "web/b.ts": "// fetch(url)\n  fetch(1)\n"}
    root = project({**files, "web/c.txt": "x\n"}, contracts={})
    outcome = run("try", *words, "--message", "No.", "--save", "new", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    saved = load((root / ".claude/contracts/new.yaml").read_text())["examples"]
    saved_examples = {
        kind: [(example["path"], example["text"]) for example in saved[kind]] for kind in saved
    }
    assert saved_examples == examples
    number = sum(map(len, examples.values()))
    message = f"1 contract, {number} example{'s' * (number != 1)}, 0 wrong\n"
    assert run("test", cwd=root) == (0, message, "")


def test_an_example_in_no_language(project: MakeProject, run: Run) -> None:
    """No file is there that would tell one."""
    root = project({"web/c.txt": "fetch(1)\n"}, contracts={})
    words = (r"\bfetch\(", "--in", "code", "--glob", "web/**", "--invalid", "fetch(2)")
    unknown = run("try", *words, "--save", "new", cwd=root)
    assert unknown == (2, "", f"phaser-lint: --invalid fetch(2): {LANGUAGE}\n")


def test_an_example_that_is_a_path(project: MakeProject, run: Run) -> None:
    """Of a type about paths; nothing has changed that would be one."""
    root = project({"api/a.yaml": "a\n", "api.md": "a\n"}, contracts={}, commit=True)
    words = ("--type", "changed_together", "--glob", "api/", "with_glob=api.md", "--message", "No.")
    outcome = run("try", *words, "--save", "no-print", cwd=root)
    assert (outcome.code, outcome.err) == (0, UNPROVED.replace("TEXT", "PATH"))
    outcome = run("try", *words, "--save", "new", "--invalid", "api/a.yaml", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--valid", "print(1)"), "--valid print(1): expected no violation, found one at 1:1"),
        (("--invalid", "log(1)"), "--invalid log(1): expected a violation, found none"),
        (
            ("--valid", "x", "--invalid", "a" * 60 + "!"),
            f"--invalid {'a' * 60}!: expected a violation, found that the pattern takes too long",
        ),
    ],
)
def test_an_example_that_the_contract_contradicts(
    project: MakeProject, run: Run, flags: tuple[str, ...], message: str
) -> None:
    """Nothing is written."""
    root = project({"a.py": "x\n"}, contracts={})
    words = (r"print\(|(a|aa)+$", *flags, "--save", "no-print")
    assert run("try", *words, cwd=root) == (2, "", f"phaser-lint: {message}\n")
    assert not (root / ".claude").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--type", "file_not_exists", "--glob", "target/a/**", "--invalid", "b/target/a/x"),
         "file_glob does not select b/target/a/x: nothing of the example is checked; "
         "**/target/a/** selects it, in any folder"),
        (("pr?int\\(", "--invalid", "print ("),
         "the longest part of the pattern that matches: pr?int"),
    ],
)  # fmt: skip
def test_a_contradicted_example_has_the_reason_that_test_gives(
    project: MakeProject, run: Run, words: tuple[str, ...], reason: str
) -> None:
    """An author who tries it need not save it first to learn why."""
    outcome = run("try", *words, cwd=project({"a.py": "x\n"}, contracts={}))
    message = f"--invalid {words[-1]}: expected a violation, found none; {reason}"
    assert outcome == (2, "", f"phaser-lint: {message}\n")


IMPORTS = ("--type", "forbid_import", "forbid=libs/c", "--glob", "*.ts")
FORM = """{path: src/a/y.ts, text: 'import "../../libs/c/b"'}"""
PAIR = ("--type", "file_pair", "partner={dir}/README.md", "--glob", "src/**/*.py")


@pytest.mark.parametrize(
    ("words", "invalid", "valid"),
    [
        (IMPORTS, FORM, """{"path": "a.ts", "text": "import '../../libs/c'"}"""),
        (PAIR, "{files: {src/q.py: ''}}", "{files: {src/q.py: '', src/README.md: ''}}"),
        (("p", "--type", "keep_pattern"), "{before: {a: p}, files: {a: q}}",
         "{before: {a: p}, files: {a: p q}}"),
        # As it stands in a ``package.json``.
        (("dist", "--glob", "package.json"), '{"files": ["dist"]}', '{"files": ["out"]}'),
    ],
)  # fmt: skip
def test_an_example_by_flag_has_the_forms_of_a_contract_file(
    words: tuple[str, ...], invalid: str, valid: str, project: MakeProject, run: Run
) -> None:
    """A file, a project and a change stand in the contract as they were given."""
    root = project({"a.py": "x\n"}, contracts={}, commit=True)
    flags = ("--message", "No.", "--save", "new", "--invalid", invalid, "--valid", valid)
    assert run("try", *words, *flags, cwd=root).code == 0
    saved = load((root / ".claude/contracts/new.yaml").read_text())["examples"]
    plain = [text if '["' in text else load(text) for text in (invalid, valid)]
    assert saved == {"invalid": plain[:1], "valid": plain[1:]}
    assert run("test", cwd=root)[:2] == (0, "1 contract, 2 examples, 0 wrong\n")


@pytest.mark.parametrize(
    ("words", "text", "expected"),
    [
        (IMPORTS, '{path: a.ts, text: import {b} from "b"}', "expected YAML; "),
        (IMPORTS, "{files: [a]}", "files: expected a mapping of paths to texts, not a list\n"),
        (("p", "--type", "keep_pattern"), "p", "expected a mapping with files and before, not a t"),
        (("--type", "items_listed", "item={stem}", "listed_in=a.md"), "src/x.py",
         "expected the path beside the text, as {path: src/a.py, text: …}, for it is the item\n"),
    ],
)  # fmt: skip
def test_an_example_by_flag_that_has_no_such_form(
    words: tuple[str, ...], text: str, expected: str, project: MakeProject, run: Run
) -> None:
    """It is not taken for a text, which would prove something else."""
    outcome = run("try", *words, "--valid", text, cwd=project({"a.py": "x\n"}, contracts={}))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: --valid {text}: {expected}")


def test_flags_are_written_as_their_keys(project: MakeProject, run: Run) -> None:
    """A message, a severity and globs are written as their keys."""
    root = project({"a.py": "print(1)\n", "tests/b.py": "print(2)\n"}, contracts={})
    flags = ("--message", "Log it.", "--severity", "warning", "--exclude", "tests/")
    history = json.loads(run("try", "print", *flags, "--exclude", "x/", "--json", cwd=root).out)
    keys = {"message": "Log it.", "severity": "warning", "exclude_glob": ["tests/", "x/"]}
    assert {name: history["contract"][name] for name in keys} == keys
    assert [violation["path"] for violation in history["violations"]] == ["a.py"]
    outcome_of_both = run("try", "print", "message=a", "--message", "b", cwd=root)
    assert outcome_of_both == (2, "", "phaser-lint: message: expected once, found it again\n")
    missing = run("try", "--message", "b", cwd=root)
    message = "expected PATTERN, the regular expression that forbid_pattern searches for"
    assert missing.err == f"phaser-lint: {message}\n"


def test_an_example_of_several_lines(project: MakeProject, run: Run) -> None:
    """Only the lines of the match, as deep as they need to be."""
    text = "def f():\n    get(\n        url,\n    )\n    more()\n"
    root = project({"a.py": text})
    run("try", r"get(?&parens)", "message=No.", "--save", "no-get", cwd=root)
    saved = (root / ".claude/contracts/no-get.yaml").read_text()
    assert saved.partition("  invalid:\n")[2] == "    - |-\n      get(\n          url,\n      )\n"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("text", "pattern", "example"),
    [
        (f'a = "{"a" * 190}"', '"a+"', f'a = "{"a" * 190}"'),
        (f'a = "{"a" * 990}"', '"a+"', f'a = "{"a" * 990}"'),
        (f"if x:\n  a(\n{'    bbb,' * 9}\n{'    ccc,' * 20})\n", r"a(?&parens)", None),
        ("a(\n" + "  b,\n" * 27 + ")", r"a(?&parens)", "a(\n" + "  b,\n" * 27 + ")"),
    ],
)  # fmt: skip
def test_an_example_is_the_whole_match(
    project: MakeProject, run: Run, text: str, pattern: str, example: str | None
) -> None:
    """Lines of up to 1,000 characters, and 30 of them."""
    root = project({"a.py": text})
    outcome = run("try", pattern, "message=No.", "--save", "no-a", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    [saved] = load((root / ".claude/contracts/no-a.yaml").read_text())["examples"]["invalid"][:1]
    whole = textwrap.dedent(text.partition("\n")[2]).strip("\n") if example is None else example
    assert saved == whole
    assert run("test", cwd=root).code == 0


def test_an_example_of_several_lines_in_a_notebook(project: MakeProject, run: Run) -> None:
    """All of its cell."""
    text = json.dumps({"cells": [{"cell_type": "code", "source": "x = 1\nget(\n  url,\n)"}]})
    root = project({"a.ipynb": text})
    outcome = run("try", r"get(?&parens)", "message=No.", "--save", "no-get", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    saved = load((root / ".claude/contracts/no-get.yaml").read_text())
    assert saved["examples"] == {"invalid": ["x = 1\nget(\n  url,\n)"]}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("text", [f'a = "{"a" * 1000}"', "a(\n" + "  b,\n" * 30 + ")"])
def test_what_is_too_long_for_an_example_is_said(project: MakeProject, run: Run, text: str) -> None:
    """A contract is read by people: a line of a minified file is no example."""
    root = project({"a.py": text})
    outcome = run("try", '"a+"|a(?&parens)', "message=No.", "--save", "no-a", cwd=root)
    assert outcome.err == (
        ".claude/contracts/no-a.yaml: note: no invalid example, as what breaks it is more than 30 "
        "lines, or a line of more than 1,000 characters: phaser-lint test proves nothing of it; "
        "examples: {invalid: [TEXT]} in the file adds one\n"
    )


def test_equal_lines_are_listed_once(project: MakeProject, run: Run) -> None:
    """The heading says so where there are more of them than it lists."""
    root = project({"a.py": "# print(1)\n" * 3 + "# print(2)\n"})
    out = run("try", r"print\(", "--in", "code", cwd=root).out
    assert "4 in comments: not counted, with in: code\n" in out
    assert "\nmatches that are no violation, each line once:\n" in out
    (root / "a.py").write_text("# print(1)\n# print(2)\n")
    assert "no violation:\n" in run("try", r"print\(", "--in", "code", cwd=root).out


# What else a contract of the type needs; the rest of ``RULES`` needs only a pattern.
NEEDED = {
    "file_exists": ["--glob", "/LICENSE"],
    "file_not_exists": ["--glob", "*.md"],
    "file_frozen": ["--glob", "*.md"],
    "changed_together": ["--glob", "*.py", "with_glob=README.md"],
    "file_limits": ["max_lines=3"],
    "file_pair": ["--glob", "src/*.py", "partner={dir}/empty.py"],
    "file_name": ["[a-z]+\\.py"],
    "items_listed": ["--glob", "*.py", "^(\\w+)\\b", "listed_in=README.md"],
    "forbid_import": ["--glob", "*.py", "forbid=requests"],
}


def place(violation: dict[str, Any]) -> tuple[Any, ...]:
    return violation["path"], violation["line"], violation["column"]


# Forms that a type has beside that.
FORMS = {
    "item": ("items_listed", ["--glob", "src/*.py", "item={stem}", "listed_in=/*.md"]),
    "fields": ("items_listed", ["--glob", "*.py", "^(\\w+)\\b", "listed_in={dir}/README.md"]),
    "sets": ("changed_together", ["--glob", "*.py", "with_glob={dir}/README.md"]),
}


NO_INVALID = (
    ".claude/contracts/new.yaml: note: no invalid example: phaser-lint test proves nothing of it; "
    "examples: {invalid: [PATH]} in the file adds one\n"
)


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize("kind", [*RULES, *FORMS])
def test_every_type_is_tried_as_a_scan_checks_it(kind: str, project: MakeProject, run: Run) -> None:
    """What it says is what the scan says of it once it is saved, and its examples agree."""
    root = project(FILES, commit=True)
    (root / "README.md").write_text("changed\n")
    kind, words = FORMS.get(kind, (kind, NEEDED.get(kind, ["requests"])))
    words = [*words, "--type", kind, "--save", "new", "message=Do it so."]
    try_outcome = run("try", *words, "--json", cwd=root)
    document = json.loads(try_outcome.out)
    has_invalid = "invalid:" in (root / ".claude/contracts/new.yaml").read_text()
    # An example of what a change takes away has two texts.
    two_texts = "{invalid: [{before: …, files: …}]}"
    is_of_change = kind == "keep_pattern"
    note = NO_INVALID.replace("{invalid: [PATH]}", two_texts) if is_of_change else NO_INVALID
    assert (try_outcome.code, try_outcome.err) == (0, "" if has_invalid else note)
    scanned = json.loads(
        run("scan", "--format", "json", "--since", "HEAD", "--root", ".", cwd=root).out
    )
    everything = json.loads(run("scan", "--format", "json", "--root", ".", cwd=root).out)
    violations = [*everything["violations"], *scanned["violations"]]
    places = {
        (violation["path"], violation["line"], violation["column"]) for violation in violations
    }
    assert {
        (violation["path"], violation["line"], violation["column"])
        for violation in document["violations"]
    } == places
    tested = run("test", cwd=root)
    assert (tested.code, tested.out.split(", ")[2]) == (0, "0 wrong\n")
    assert (tested.out.split(", ")[1] != "0 examples") == has_invalid


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected PATTERN, the regular expression that forbid_pattern searches for"),
        (["x("], "pattern: expected a regular expression; missing ) at position 2"),
        (["x*"], "pattern: expected a pattern that does not match everywhere"),
        (["x", "severty=error"], "severty: forbid_pattern has no such key; did you mean severity?"),
        (["x", "max_lines=3"], "max_lines: forbid_pattern has no such key; it is one of file_lim"),
        (["--type", "file_pair", "pair=b"], "pair: file_pair has no such key; its own: partner"),
        (["pattern=x"], "pattern=x: expected the pattern by itself, without pattern=; for that "),
        (["--type", "file_name", "pattern=x", "severity=error"], "pattern=x: expected the pattern"),
        (["x", "error"], "error: expected KEY=VALUE"),
        (["x", "=error"], "=error: expected KEY=VALUE"),
        (["x", "severity=fatal", "literal=yes"], "severity: expected one of error, warning, not "
         '"fatal"; literal: expected true or false, not yes; did you mean true?'),
        (["x", "severity=error", "severity=warning"], "severity: expected once, found it again"),
        (["x", "rule_id=y"], "rule_id: expected no such key here: it is what --save is given"),
        (["x", "--type", "forbid_patern"], "--type forbid_patern: expected one of "),
        (["x", "--glob", "a", "file_glob=b"], "--glob and file_glob: expected one of them"),
        (["x", "--glob", "/"], "file_glob: "),
        (["x", "--save", "a b"], 'rule_id: expected 1 to 64 letters, digits and hyphens, not "a'),
        (["x", "--save", "taken"], "taken: that id is taken by .claude/contracts/taken.yaml: "
         "edit that file, or choose another id"),
        (["x", "--to", "d"], "--to: expected --save ID as well"),
        (["x", "--save", "y", "--to", "src/a.py"], "src/a.py: expected a folder for contracts, "),
        (["--type", "file_limits", "x"], "x: expected KEY=VALUE; file_limits has no pattern"),
        (["--type", "forbid_import", "x"], "x: expected KEY=VALUE; forbid_import has no pattern, "
         "but forbid=VALUE"),
        (["--type", "forbid_import"], "forbid: missing; expected a text or a list of texts, "
         "written forbid=VALUE"),
        (["--type", "file_limits"], "max_lines: expected a "),
        (["--type", "file_limits", "max_lines=few"], "max_lines: expected a whole number"),
        (["-x"], "unrecognized arguments: -x; if it is no flag, put it behind all flags and --: "
         "-- -x (see "),
        (["--", "-x", "--glob", "*.py"], "--glob: expected KEY=VALUE; a flag stands before --"),
        (["x", "--gob", "y"], "unrecognized arguments: --gob; did you mean --glob?"),
    ],
)  # fmt: skip
def test_bad_input_is_said_with_what_was_expected(
    words: list[str], message: str, project: MakeProject, run: Run
) -> None:
    """It is said, with what was expected, and nothing is written."""
    root = project({"src/a.py": "x\n"}, contracts={"taken.yaml": "{"})
    before = tree(root)
    outcome = run("try", *words, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message}")
    assert tree(root) == before


@pytest.mark.parametrize("pattern", ["- x", "-1"])
def test_a_pattern_that_begins_with_a_minus(pattern: str, project: MakeProject, run: Run) -> None:
    """What can be no flag is a pattern, wherever it stands among flags and keys."""
    root = project({"a.md": "- x -1\n"})
    outcome = run("try", "--json", pattern, "url=b", "--glob", "*.md", cwd=root)
    contract = json.loads(outcome.out)["contract"]
    assert [contract[key] for key in ("pattern", "url", "file_glob")] == [pattern, "b", "*.md"]


@pytest.mark.parametrize("pattern", ["--fast", "a = b", "url: b=c", "x-y-z"])
def test_a_pattern_may_stand_behind_all_keys(pattern: str, project: MakeProject, run: Run) -> None:
    """Behind `--` a pattern that begins like a flag stands last."""
    root = project({"a.md": "--fast\n"})
    outcome = run("try", "--json", "url=b", "x-line=c=d", "--", pattern, cwd=root)
    contract = json.loads(outcome.out)["contract"]
    assert [contract[key] for key in ("pattern", "url", "x-line")] == [pattern, "b", "c=d"]


@pytest.mark.parametrize("words", [["url=b"], ["url=b", "severity=error"]])
def test_a_pattern_that_looks_like_a_key_stands_first(
    words: list[str], project: MakeProject, run: Run
) -> None:
    root = project({"a.md": "url=b\n"})
    outcome = run("try", "--json", *words, cwd=root)
    assert json.loads(outcome.out)["contract"]["pattern"] == "url=b"


def test_a_pattern_that_never_ends(project: MakeProject, run: Run) -> None:
    """Files that it runs away on are undecided; it is said before there is one, too."""
    root = project({"a.txt": f"{'a' * 60}!\n", "b.txt": "b\n"})
    outcome = run("try", "(a|aa)+$", "--timeout", "50", cwd=root)
    assert outcome.code == 0
    assert outcome.out == (
        "2 files selected of 2, 0 violations, 1 undecided\n"
        "\n"
        "a.txt: undecided: the pattern took longer than 50 ms\n"
        "slow: 2,000 characters of 'a' in a row take the pattern longer than 100 ms\n"
    )


def test_more_than_a_screen(project: MakeProject, run: Run) -> None:
    """A long list is cut, and said; JSON holds all of it."""
    root = project({"a.txt": "x\n" * 50})
    assert run("try", "x", cwd=root).out.endswith("\nand 30 more violations: --json lists all\n")
    assert len(json.loads(run("try", "x", "--json", cwd=root).out)["violations"]) == 50


def test_what_the_configuration_leaves_out(project: MakeProject, run: Run) -> None:
    """As a scan does, and contract files where no glob names their folder."""
    root = project(
        {"a.txt": "x\n", "v/a.txt": "x\n", ".phaser/config.yaml": "exclude: v/\n"},
        contracts={"broken.yaml": "x: {"},
    )
    assert run("try", "x", cwd=root).out.splitlines()[0] == "2 files selected of 4, 2 violations"


def test_globs_of_a_saved_pattern_begin_at_its_level(project: MakeProject, run: Run) -> None:
    """Where the folder that is written to is a level's, globs are relative to it."""
    root = project({"pay/src/a.py": "x\n", "src/a.py": "x\n"})
    words = ("x", "--glob", "/src/", "--save", "no-x", "--to", "pay/.claude/contracts")
    assert run("try", *words, cwd=root).out.startswith(
        "1 file selected of 2, 1 violation\n\npay/src/"
    )
    assert run("scan", cwd=root).out.startswith("pay/src/a.py:1:1: error: ")


def test_the_last_commits_that_break_a_pattern_are_shown(
    project: MakeProject, git: Git, run: Run
) -> None:
    """Which of them would not have passed, the newest first; those that are let pass are none."""
    root = project({"a.py": "x\n"}, commit=True)
    for text in ("x\nbad\n", "y\nbad\n", "y\nbad\nbad\nbad\nbad\nbad\n"):
        write_files(root, {"a.py": text})
        git(root, "commit", "-q", "-a", "-m", f"Write {len(text)}")
    ids = git(root, "log", "--format=%h %cs", "--abbrev=12").splitlines()
    outcome = run("try", "bad", "--history", "9", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.partition("\n2 of")[2].splitlines() == [
        " the last 4 commits would not have passed",
        f"  {ids[0]} Write 22: a.py:3, a.py:4, a.py:5 and 1 more",
        f"  {ids[2]} Write 6: a.py:2",
    ]
    history = json.loads(run("try", "bad", "--history", "1", "--json", cwd=root).out)["history"]
    assert history["summary"] == {"judged": 1, "stopped": 1, "warned": 0}
    assert run("try", "xyz", "--history", "2", cwd=root).out.endswith(
        "\n\n0 of the last 2 commits would not have passed\n"
    )


@pytest.mark.slow
def test_a_history_with_a_pattern_that_never_ends(project: MakeProject, git: Git, run: Run) -> None:
    """It has an end, and says what it left."""
    root = project({}, commit=True)
    for number in range(30):
        write_files(root, {"a.txt": f"{'a' * 60}{number}!\n"})
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "More")
    outcome = run("try", r"(a|aa|a.)+[^a]*\d$", "--history", "30", "--timeout", "5", cwd=root)
    assert outcome.code == 0
    assert outcome.out.endswith(
        "\n0 of the last 30 commits would not have passed\n"
        "30 commits undecided: the pattern took too long\n"
    )


def test_a_history_without_git(tmp_path: Path, run: Run) -> None:
    """Nothing is written either."""
    write_files(tmp_path, {"a.py": "bad\n"})
    outcome = run("try", "bad", "--history", "9", "--save", "no-bad", cwd=tmp_path)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"phaser-lint: {tmp_path.resolve()} is in no git repository\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py"]


@pytest.mark.slow  # on a busy machine the time for near misses ends before the last line
def test_of_a_long_file_the_first_near_misses_are_shown(project: MakeProject, run: Run) -> None:
    """Of fifty thousand near misses the first few are shown, and none is looked at twice."""
    text = "".join(f"value = compute({number})\n" for number in range(50_000))
    outcome = run("try", r"compute\((?=4999\d)", "--json", cwd=project({"a.py": text})).out
    document = json.loads(outcome)
    assert [violation["line"] for violation in document["violations"]] == [*range(49_991, 50_001)]
    assert [near_miss["line"] for near_miss in document["near_misses"]] == [1, 2, 3, 4, 5]


def test_without_git_files_below_the_folder_are_tried(tmp_path: Path, run: Run) -> None:
    """The files below the working directory are the project's."""
    (tmp_path / "a.py").write_text("x\n")
    saved = run("try", "x", "--save", "no-x", cwd=tmp_path)
    assert saved.out.endswith("\nwritten: .claude/contracts/no-x.yaml\n")
    assert saved.err == (
        ".claude/contracts/no-x.yaml: note: message: expected what to do instead; "
        "an agent acts on it\n"
    )
    assert run("scan", cwd=tmp_path).code == 1


def test_a_look_ahead_that_exempts_nothing(project: MakeProject, run: Run) -> None:
    """What is given back, and what keeps it; a literal has none."""
    top = project({"a.py": 'f( "a")\n'})
    output = run("try", r"f\(\s*(?!\")", cwd=top).out.split("\n")[1]
    assert output == r"`\s*` gives back what it took until `(?!\")` holds: `\s*+(?!\")` keeps it"
    assert "gives back" not in run("try", r"f\(\s*(?!\")", "literal=true", cwd=top).out
    document = json.loads(run("try", r"f\(\s*(?!\")", "--json", cwd=top).out)
    assert document["faults"] == document["remarks"] == [output]
    other = json.loads(run("try", "x", "--glob", "*.rs", "--json", cwd=top).out)
    assert (other["faults"], len(other["remarks"])) == ([], 1)
    # It is said again where it was to be saved, and what is said to keep it is saved.
    not_saved = run("try", r"f\(\s*(?!\")", "--save", "no-f", cwd=top)
    assert (not_saved.code, not_saved.err) == (2, f"--save no-f: not written: {output}\n")
    assert "written" not in not_saved.out
    assert not (top / ".claude").exists()
    assert run("try", r"f\(\s*+(?!\")", "--save", "no-f", cwd=top).code == 0


@pytest.mark.parametrize(
    ("arguments", "is_said"),
    [((r"f\|g",), True), ((r"f\|g", "literal=true"), False), ((r"a\|b",), False)],
)
def test_a_sign_of_grep_that_finds_nothing(
    project: MakeProject, run: Run, arguments: tuple[str, ...], is_said: bool
) -> None:
    """What finds something, or is a text, means it."""
    output = run("try", *arguments, cwd=project({"a.py": "f(a|b)\n"})).out
    assert (r"unlike in grep, `\|` is a plain `|`" in output.splitlines()) is is_said


CALLS = 'print(a)\n# print(b)\nx = \'print(c)\'\n"""print(d)"""\n'
BEGINS = (
    "a match counts where its first character is; "
    "a quote belongs to its string, and what opens a comment to its comment"
)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["print.a"], []),
        (["absent"], []),
        (["print.a", "--in", "code"], []),
        (
            ["print"],
            ["of 4 matches, 1 in a comment and 2 in strings: --in code counts only those in code"],
        ),
        (
            ["print.b"],
            ["the match stands in a comment: --in comments counts only these, "
             "--in code none of them"],
        ),
        (
            ["print.[cd]"],
            ["all 2 matches stand in strings: --in strings counts only these, "
             "--in code none of them"],
        ),
        (["print.[bc]"], ["all 2 matches stand in a comment and a string, and none in code"]),
        (["print", "--in", "comments"],
         ["1 in code and 2 in strings: not counted, with in: comments"]),
        (["'print", "--in", "code"], ["1 in a string: not counted, with in: code", BEGINS]),
        (["# print", "--in", "code"], ["1 in a comment: not counted, with in: code", BEGINS]),
        (["x = .print", "--in", "strings"], ["1 in code: not counted, with in: strings", BEGINS]),
        (["print.a", "--glob", "*.md"], []),
        (["= '(\\w+)", "--type", "items_listed", "listed_in=b.md"], []),
        # What changes nothing is no advice.
        (["'(\\w+)", "--type", "items_listed", "listed_in=b.md"],
         ["the match stands in a string, and none in code"]),
        (["print", "unless_match=."], ["of 4 matches, 1 in a comment and 2 in strings"]),
        (["print.[cd]", "unless_match=."], ["all 2 matches stand in strings, and none in code"]),
        # A file that has to have a match has all of its matches counted.
        (["print", "--type", "require_pattern"], ["of 4 matches, 1 in a comment and 2 in strings"]),
        (
            ["print.[cd]", "--type", "require_pattern"],
            ["all 2 matches stand in strings: --in strings counts only these, "
             "--in code none of them"],
        ),
        (
            ["'(\\w+)", "--type", "items_listed", "listed_in=c.md"],
            ["the match stands in a string: --in strings counts only these, "
             "--in code none of them"],
        ),
        (["= '(\\w+)", "--type", "items_listed", "listed_in=b.md", "--in", "strings"],
         ["1 in code: not counted, with in: strings", BEGINS]),
    ],
)  # fmt: skip
def test_matches_where_nobody_means_them_are_counted(
    project: MakeProject, run: Run, words: list[str], message: list[str]
) -> None:
    """Where they hardly are what is meant, or none counts: how many, and what to write."""
    top = project({"a.py": CALLS, "b.md": "print(a)\n"})
    glob = [] if "--glob" in words else ["--glob", "*.py"]
    lines = run("try", *words, *glob, cwd=top).out.split("\n\n")[0].splitlines()
    assert lines[1:] == message


@pytest.mark.parametrize("items", ["", "total"])
def test_an_item_below_the_first_line_of_its_match_is_no_near_miss(
    project: MakeProject, run: Run, items: str
) -> None:
    """The whole pattern matches, and `(?i)` before it had its author look for a wrong case."""
    top = project({"a.py": "@route\ndef total(): ...\n", "list.md": items})
    words = ["@route\\s+def\\s+(\\w+)", "--type", "items_listed", "listed_in=/list.md"]
    out = run("try", *words, "--glob", "*.py", cwd=top).out
    assert "a.py:2:5" in out
    assert "near misses" not in out


def test_what_a_file_has_twice_is_no_near_miss(project: MakeProject, run: Run) -> None:
    """A scan looks for the first match of what is required, ``try`` shows each."""
    top = project({"a.py": "print(1)\nprint(2)\nPRINT(3)\n"})
    outcome = run(
        "try", r"print\(", "--type", "require_pattern", "--glob", "*.py", "--json", cwd=top
    )
    document = json.loads(outcome.out)
    assert [place["line"] for place in document["matches_without_violation"]] == [1, 2]
    assert [(miss["line"], miss["part"]) for miss in document["near_misses"]] == [
        (3, r"(?i)print\(")
    ]


def test_a_contract_that_hardly_means_what_it_says(project: MakeProject, run: Run) -> None:
    """As a scan would say it of the contract that is saved."""
    top = project({"a.xyz": "# bad\n"})
    assert run("try", "bad", "--in", "code", "--glob", "*.{xyz,py}", cwd=top).out.splitlines()[
        1
    ] == ("in: no reader for .xyz: all of it counts as code")


def test_where_an_alias_of_an_import_leads(project: MakeProject, run: Run) -> None:
    """A scan told it, the trial did not; an example sees no file of the project."""
    options = '{"compilerOptions": {"paths": {"@app/*": ["./src/app/*"]}}}'
    text = "import { s } from '@app/store'"
    files = {"tsconfig.json": options, "src/shared/a.ts": f"{text}\n", "src/app/store.ts": ""}
    top = project(files)
    trial = ("try", "--type", "forbid_import", "forbid=src/app/**", "aliases=tsconfig")
    trial = (*trial, "--glob", "src/shared/**/*.ts", "--message", "No.")
    assert run(*trial, cwd=top).out.splitlines()[2] == (
        "src/shared/a.ts:1:20 (imports: src/app/store)"
    )
    (violation,) = json.loads(run(*trial, "--json", cwd=top).out)["violations"]
    assert violation["message"] == "No. (imports: src/app/store)"
    refused = run(*trial, "--invalid", text, "--save", "no-app", cwd=top)
    assert (refused.code, refused.err) == (
        2,
        f"phaser-lint: --invalid {text}: expected a violation, found none, read as "
        "src/shared/**/*.ts; imports: line 1: @app/store is @app/store; an example has its own "
        "tsconfig.json: {files: {tsconfig.json: …, src/a.ts: …}}\n",
    )
    example = json.dumps({"files": {"tsconfig.json": options, "src/shared/b.ts": text}})
    assert run(*trial, "--invalid", example, "--save", "no-app", cwd=top).code == 0


def test_imports_that_are_nearly_those(project: MakeProject, run: Run) -> None:
    """What each leads to is shown: so an author sees how a module is called here."""
    texts = {
        "src/web/a.ts": 'import "../db/client"\nimport "react-redux"\nimport "./x"\n',
        "src/b.py": "# import db\nimport os\n",
    }
    top = project(texts)
    out = run("try", "--type", "forbid_import", "forbid=db/**/client", "forbid=redux", cwd=top).out
    assert out.splitlines()[:5] == [
        "2 files selected of 2, 0 violations",
        "",
        "near misses, with what is imported:",
        "",
        "src/web/a.ts:1:9: src/db/client",
    ]
    assert "src/web/a.ts:2:9: react-redux" in out.splitlines()
    assert "./x" not in out
    # Of a word that the forbidden one ends in only the letters are near.
    write_files(top, {"t.py": "import django.test\nimport pytest_x\nimport pytests\n"})
    out = run("try", "--type", "forbid_import", "forbid=pytest", cwd=top).out
    assert [line for line in out.splitlines() if line.startswith("t.py")] == [
        "t.py:3:8: pytests",
        "t.py:2:8: pytest_x",
    ]
    outcome = run("try", "--type", "forbid_import", "forbid=src/db", cwd=top).out
    assert "1 violation" in outcome
    assert "near" not in outcome


@pytest.mark.parametrize(
    ("glob", "hint"),
    [
        ("*.md", ""),
        ("/api/*.py", ""),
        ("**/x/*.py", ""),
        ("web/", ""),
        ("api/*.md", ""),
        ("api/*.py", "; **/api/*.py selects 2 files, in any folder"),
        ("{web,api}/**", "; **/{web,api}/** selects 2 files, in any folder"),
    ],
)
def test_a_glob_that_selects_nothing(project: MakeProject, run: Run, glob: str, hint: str) -> None:
    """A slash inside ties it to its folder: what it would select in any is said."""
    top = project({"src/api/a.py": "x\n", "lib/api/b.py": "x\n", "c.txt": ""})
    output = run("try", "x", "--glob", glob, cwd=top).out.splitlines()
    assert output == [
        "0 files selected of 3, 0 violations",
        f"no file of the project is selected by {glob}{hint}",
    ]


@pytest.mark.parametrize(
    ("flags", "advice"),
    [
        (("--glob", "src/api/*", "--glob", "!src/api/"),
         "; a negated glob leaves out the one file"),
        (("--glob", "api/*", "--exclude", "*.py"), ""),
        (("--glob", "*.py", "--exclude", "*.py"), "; exclude_glob leaves out all 2 files"),
        (("--glob", "*.py", "path_pattern=web"),
         "; path_pattern leaves out all 2 files: it is searched in the path"),
        (("--glob", "old/*.md"), ""),
        (("--glob", "*.md"), "; exclude in .phaser/config.yaml leaves out the one file"),
    ],
)  # fmt: skip
def test_a_glob_that_would_change_nothing_is_not_advised(
    project: MakeProject, run: Run, flags: tuple[str, ...], advice: str
) -> None:
    """What takes the files out is said in its place."""
    files = {"src/api/a.py": "x\n", "lib/api/b.py": "x\n", "lib/old/c.md": "x\n"}
    top = project({**files, ".phaser/config.yaml": "exclude: ['*.md']\n"})
    told = run("try", "x", *flags, cwd=top).out.splitlines()[1]
    globs = ", ".join(value for flag, value in itertools.pairwise(flags) if flag == "--glob")
    assert told == f"no file of the project is selected by {globs}{advice}"


def test_a_ban_of_a_file_that_is_not_there(project: MakeProject, run: Run) -> None:
    """To find none is what it asks for, and no wrong glob; one that is tied to its folder is."""
    top = project({"src/api/a.py": "x\n"})
    words = ("try", "--type", "file_not_exists", "--glob")
    met = ", and the contract asks for none"
    for glob, told in (
        ("yarn.lock", met),
        ("api/*.py", f"{met}; **/api/*.py selects it, in any folder"),
    ):
        lines = run(*words, glob, cwd=top).out.splitlines()
        assert lines[1:] == [f"no file of the project is selected by {glob}{told}"]


def test_many_pictures_are_counted(project: MakeProject, run: Run) -> None:
    """An agent reads the answer of each trial: of files without text it has the number."""
    top = project({"a.py": "x\n"})
    for number in range(9):
        (top / f"{number}.png").write_bytes(b"\0")
    answer = json.loads(run("try", "x", "--json", cwd=top).out)
    assert answer["skipped_by_reason"] == {"binary": 9}
    assert [skip["path"] for skip in answer["skipped"]] == [f"{number}.png" for number in range(5)]


def test_plain_words_that_stand_otherwise(project: MakeProject, run: Run) -> None:
    """In another case, with other blanks, without one of them: shown is a pattern that matches."""
    top = project({"a.md": "Please use The logger.\nplease use  the logger\nplease use logger\n"})
    lines = run("try", "please use the logger", cwd=top).out.splitlines()
    assert [line for line in lines if line.startswith("a.md:")] == [
        "a.md:1:1: (?i)please use the logger",
        r"a.md:2:1: please\s+use\s+the\s+logger",
        r"a.md:3:1: please\s+use\s+logger",
    ]


def test_a_tried_fix_counts_its_safety(project: MakeProject, run: Run) -> None:
    """Of how many violations it is safe, and why not of others."""
    root = project({"a.py": "print(1)\n", "b.py": "log = 1\nprint(1)\n"})
    lines = run("try", r"\bprint\(", "fix=log.info(", cwd=root).out.split("\n")
    assert lines[1] == "fix: safe for 1, unsafe for 1 (the file has no `log`)"
    lines = run("try", r"\bprint\(", "fix=", "fix_safety=unsafe", cwd=root).out.split("\n")
    assert lines[1] == "fix: safe for 0, unsafe for 2 (`fix_safety` says so)"
    assert "fix" not in run("try", r"\bprint\(", cwd=root).out


def test_what_the_last_change_took_away(project: MakeProject, run: Run) -> None:
    """The line where it was; an example is no path."""
    root = project({"t/a": "def test_a\n"}, commit=True)
    write_files(root, {"t/a": "x\n"})
    flags = ("def test_a", "--type", "keep_pattern", "--message", "Mend it.", "--save", "keep")
    outcome = run("try", *flags, cwd=root)
    assert "\nt/a: Mend it. (line 1 before: def test_a)\n" in outcome.out
    assert "proves nothing of it; examples: {invalid: [{before: …, files: …}]} in" in outcome.err


@pytest.mark.parametrize(
    ("changes", "remarks"),
    [
        (["changes=modify", "changes=delete"], []),
        (["changes=create"], []),
        ([], ["a new file breaks it, too: changes=modify changes=delete allows one"]),
    ],
)
def test_a_frozen_folder_takes_no_new_file_and_says_so(
    project: MakeProject, run: Run, changes: list[str], remarks: list[str]
) -> None:
    """Who writes that a merged migration never changes means those that are there."""
    root = project({"migrations/1.sql": "a\n"}, commit=True)
    trial = ("try", "--type", "file_frozen", "--glob", "/migrations/", *changes)
    remarks = [*remarks, "changes are those since the last commit; a scan checks them with --since"]
    lines = ["1 file selected of 1, 0 violations", *remarks]
    assert run(*trial, cwd=root).out == "".join(f"{line}\n" for line in lines)
    assert json.loads(run(*trial, "--json", cwd=root).out)["remarks"] == remarks


def test_folders_that_a_glob_names_are_counted(project: MakeProject, run: Run) -> None:
    """A glob that ends in a slash names folders, and files in them only for the rest."""
    root = project({f"src/{folder}/{name}.py": "" for folder in "abcde" for name in "xyz"})
    words = ("try", "--type", "file_pair", "partner={dir}/README.md", "--glob")
    for glob, shown in (
        ("/src/*/", "5 folders with 15 files selected of 15, 5 violations"),
        ("/src/a/", "1 folder with 3 files selected of 15, 1 violation"),
        ("/gone/*/", "0 folders with 0 files selected of 15, 0 violations"),
        ("/src/*/x.py", "5 files selected of 15, 5 violations"),
    ):
        assert run(*words, glob, cwd=root).out.splitlines()[0] == shown
