"""``phaser-lint test``: contracts against their own examples."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.author import own_example_trials
from tests.command.made import contract

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run


def examples(valid: list[str], invalid: list[str], **keys: Any) -> dict[str, str]:
    return {"a.yaml": contract(examples={"valid": valid, "invalid": invalid}, **keys)}


PATH = ".claude/contracts/a.yaml"
NOISY = "expected no violation in `print(1)`, found one"
SHOWN_LINES = ["  1 │ print(1)", "    │ ^^^^^^"]


UNPROVED = "without an invalid example: no-print"


def lines_of_wrong(line: str) -> list[str]:
    """What is printed for ``7: valid[0]: said``; of a match in it, its line as well."""
    number, _, reason = line.partition(": ")
    if not number.isdigit():
        return [line]
    shown_lines = SHOWN_LINES if reason.endswith(NOISY) else []
    return [f"{PATH}:{number}: no-print: examples.{reason}", *shown_lines]


@pytest.mark.parametrize(
    ("contracts", "out"),
    [
        ({"a.yaml": contract()}, "without examples: no-print\n1 contract, 0 examples, 0 wrong\n"),
        (examples(["log(1)"], ["print(1)", "x\nprint(1)"]), "1 contract, 3 examples, 0 wrong\n"),
        (
            examples(["x", "y"], ["z"], type="require_pattern", pattern="[xy]"),
            "1 contract, 3 examples, 0 wrong\n",
        ),
        (
            examples(["x"], ["y"], type="require_pattern", pattern="x", scope="tree"),
            "1 contract, 2 examples, 0 wrong\n",
        ),
        (
            examples(["a+b"], ["aab"], type="file_contains", pattern="a+b", literal=True),
            "1 contract, 2 examples, 0 wrong\n",
        ),
        (
            examples(["a.py"], [".env", "lib/.env"], type="file_not_exists", pattern=None,
                     file_glob=".env"),
            "1 contract, 3 examples, 0 wrong\n",
        ),
        (
            examples(["LICENSE"], ["lib/LICENSE"], type="file_exists", pattern=None,
                     file_glob="/LICENSE"),
            "1 contract, 2 examples, 0 wrong\n",
        ),
        (
            examples(["log(1)"], []),
            "without an invalid example: no-print\n1 contract, 1 example, 0 wrong\n",
        ),
        (
            examples([], ["print(1) # phaser:ignore no-print"]),
            "1 contract, 1 example, 0 wrong\n",
        ),
    ],
)  # fmt: skip
def test_right_examples_pass(
    project: MakeProject, run: Run, contracts: dict[str, str], out: str
) -> None:
    """Valid examples keep the contract, invalid ones break it."""
    assert run("test", cwd=project({}, contracts=contracts)) == (0, out, "")


def test_contracts_of_packs_are_tried_by_name_only(project: MakeProject, run: Run) -> None:
    """They come with the program; who has one contract does not count six."""
    files = {".phaser/config.yaml": "include: [{pack: merge-markers}]\n"}
    root = project(files, contracts=examples(["log(1)"], ["print(1)"]))
    packs = json.loads(run("test", "--json", cwd=root).out)["of_packs"]
    tried = "1 contract, 2 examples, 0 wrong"
    told = f"{packs} contract{'s' * (packs != 1)} of packs not tried"
    assert run("test", cwd=root) == (0, f"{tried}, {told}\n", "")
    assert run("test", "no-print", cwd=root) == (0, f"{tried}\n", "")
    of_pack = json.loads(run("test", "merge-leftover", "--json", cwd=root).out)
    assert [row["path"] for row in of_pack["contracts"]] == [
        "pack:merge-markers/merge-leftover.yaml"
    ]


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_without_contracts_it_is_said_where_they_were_looked_for(
    project: MakeProject, run: Run, flags: tuple[str, ...]
) -> None:
    root = project({})
    code, out, output = run("test", *flags, cwd=root)
    looked_in = ".claude/contracts, .phaser/contracts, ~/.phaser/contracts"
    assert (code, output) == (
        0,
        f"{root}: note: no contracts in {looked_in}; nothing was checked\n",
    )
    assert flags or out == "0 contracts, 0 examples, 0 wrong\n"


@pytest.mark.parametrize(
    ("contracts", "lines"),
    [
        (examples(["print(1)"], []), [f"7: valid[0]: {NOISY}", UNPROVED]),
        (
            examples([], ["log(1)\nx"]),
            ["7: invalid[0]: expected a violation in `log(1) …`, found none"],
        ),
        # Where a pattern was to match, what of it does.
        (
            examples([], ["print (1)"]),
            [
                "7: invalid[0]: expected a violation in `print (1)`, found none",
                "  the longest part of the pattern that matches: \\bprint",
            ],
        ),
        # The whole of it, where only line ends are in between.
        (
            examples([], ["print(\n  a\n)"], pattern=r"print\(.*a"),
            [
                "7: invalid[0]: expected a violation in `print( …`, found none",
                r"  the longest part of the pattern that matches: (?s)print\(.*a",
            ],
        ),
        (
            examples([], ["char\nprint("], pattern=r"\w+[ \t]+print\("),
            [
                "7: invalid[0]: expected a violation in `char …`, found none",
                r"  the longest part of the pattern that matches: \w+\s+print\(",
            ],
        ),
        (
            examples(["print(1)"], ["log(\x1b[2J)"]),
            [
                f"7: valid[0]: {NOISY}",
                "7: invalid[0]: expected a violation in `log(\\x1b[2J)`, found none",
            ],
        ),
        # Where what is needed is there, which line has it.
        (
            examples(
                ["@Preview x"], ["@PreviewParameter(x)"], type="require_pattern", pattern="@Preview"
            ),
            [
                "7: invalid[0]: expected a violation in `@PreviewParameter(x)`, found none",
                "  line 1 meets it: @PreviewParameter(x)",
            ],
        ),
        (
            examples(
                [],
                [{"files": {"a.py": "y", "b.py": "x\n@PreviewParameter(x)"}}],
                type="require_pattern",
                pattern="@Preview",
                scope="tree",
            ),
            [
                "7: invalid[0]: expected a violation in `a.py, b.py`, found none",
                "  line 2 of b.py meets it: @PreviewParameter(x)",
            ],
        ),
        (
            examples(
                [],
                [{"files": {"a.py": "f(a)", "l.md": "\n<!-- a -->"}}],
                type="items_listed",
                pattern=r"f\((\w)\)",
                listed_in="/l.md",
            ),
            [
                "7: invalid[0]: expected a violation in `a.py, l.md`, found none",
                "  line 2 of l.md lists a: <!-- a -->",
            ],
        ),
        # A glob with a slash inside is the root's.
        (
            examples(
                [{"path": "app/src/debug/a.swift", "text": "print(1)"}],
                ["print(1)"],
                file_glob="*.swift",
                exclude_glob="src/debug/",
            ),
            [
                f"7: valid[0]: {NOISY}",
                "  exclude_glob leaves out none of its files; "
                "**/src/debug/ selects it, in any folder",
            ],
        ),
        (
            examples(["a", "lib/.env"], [], type="file_not_exists", pattern=None, file_glob=".env"),
            [
                "6: valid[1]: expected no violation in `lib/.env`, found one",
                "  lib/.env: Use the logger.",
                UNPROVED,
            ],
        ),
    ],
)
def test_each_wrong_example_is_named(
    project: MakeProject, run: Run, contracts: dict[str, str], lines: list[str]
) -> None:
    """Each is named with its contract, and what breaks it is shown; exit code 1."""
    outcome = run("test", cwd=project({}, contracts=contracts))
    *reported_lines, totals = outcome.out.splitlines()
    assert (outcome.code, outcome.err) == (1, "")
    assert reported_lines == [phrase for line in lines for phrase in lines_of_wrong(line)]
    assert totals.endswith(f", {sum(': expected' in line for line in lines)} wrong")


TEXT = {"type": "require_pattern", "pattern": "SPDX", "in": "comments"}
PAGES = {
    "type": "forbid_import", "pattern": None, "file_glob": "src/*.ts", "forbid": "src/db",
}  # fmt: skip

NAMED = {"type": "file_name", "pattern": r"[a-z]+\.py"}
SHORT = {"type": "file_limits", "pattern": None, "max_lines": 2}
LISTED = {"type": "items_listed", "pattern": r"def (\w+)", "file_glob": "*.py"}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("keys", "kind", "example", "reasons"),
    [
        (
            {}, "invalid", {"path": "a.md", "text": "print(1)"},
            ["file_glob does not select a.md: nothing of the example is checked"],
        ),
        (
            {"file_glob": "{a,api}/*.py"}, "invalid", {"path": "src/api/x.py", "text": "print(1)"},
            ["file_glob does not select src/api/x.py: nothing of the example is checked; "
             "**/{a,api}/*.py selects it, in any folder"],
        ),
        (
            {"exclude_glob": "b/"}, "invalid", {"files": {"b/a.py": "print(1)", "c.md": ""}},
            ["exclude_glob leaves out b/a.py, c.md: nothing of the example is checked"],
        ),
        (
            {"path_pattern": "^src/"}, "invalid", {"path": "a.py", "text": "print(1)"},
            ["path_pattern does not select a.py: nothing of the example is checked"],
        ),
        (
            {"type": "file_frozen", "pattern": None, "file_glob": "/a"}, "invalid",
            {"before": {"b/a": "x"}, "files": {"b/a": "y"}},
            ["file_glob does not select b/a: nothing of the example is checked"],
        ),
        (
            {"in": "code"}, "invalid", "x # print(1)",
            ["in: found in a comment (line 1, column 5); the contract has in: code"],
        ),
        (
            {"in": "docs", "pattern": r"\A[^\n]+"}, "invalid", "def f():\n    'Doc.'",
            ["in: found in code (line 1, column 1); the contract has in: docs; \\A is where the "
             "file starts"],
        ),
        (
            {"in": "code"}, "invalid", {"path": "b.py", "text": "x = 'print(1)'"},
            ["in: found in a string (line 1, column 6); the contract has in: code"],
        ),
        (
            {"unless_match": "log"}, "invalid", "print(log)",
            ["unless_match: log exempts line 1, column 1"],
        ),
        (
            {"when_match": "log"}, "invalid", "print(1)",
            ["when_match: log is not found at line 1, column 1"],
        ),
        # A condition that is met is no reason.
        (
            {"type": "require_pattern", "when_file": "log", "in": "code"}, "valid",
            "log # print(1)",
            ["in: found in a comment (line 1, column 7); the contract has in: code"],
        ),
        (
            {"when_file": "^import log"}, "invalid", "print(1)",
            ["when_file: ^import log is not found in the file"],
        ),
        (
            {"in": "code", "file_glob": "*.{ts,tsx}"}, "valid", "<p>print(1)</p>",
            ["it is read as *.ts; as *.tsx it is right: write {path: …, text: …}"],
        ),
        (
            {"pattern": r"a\s+b"}, "invalid", r"a\n b",
            [r"`\n` in it is a backslash and an n, as in a text in single quotes; with a line end "
             "in its place it is right"],
        ),
        (TEXT, "valid", "a = 'SPDX'",
         ["in: found in a string (line 1, column 6); the contract has in: comments"]),
        (PAGES, "invalid", {"path": "src/a.ts", "text": "import '../db'"},
         ["imports: line 1: ../db is db"]),
        (PAGES, "invalid", "import '../../src/db'",
         ["imports: line 1: ../../src/db is ../src/db",
          "a text stands in no folder: write {path: src/a.ts, text: …}, the file that imports"]),
        (NAMED, "invalid", "ab.py", ["name: ab.py matches as a whole"]),
        (SHORT, "invalid", "a", ["size: 1 line, 1 byte; max_lines: 2"]),
        (SHORT, "valid", "1\n2\n3\n", ["size: 3 lines, 6 bytes; max_lines: 2"]),
        # Comments are no part of what the pattern sees.
        (
            {"pattern": "^import bpy(?!.*noqa)", "in": "code"}, "valid", "import bpy  # noqa: F4",
            ["in: a comment hides a match at line 1, column 1; with in: code it is blank to the "
             "pattern; unless_match sees it"],
        ),
        (
            {"pattern": "^import bpy.*# bad", "in": "code"}, "invalid", "import bpy  # bad",
            ["in: a comment makes a match at line 1, column 1; with in: code it is blank to the "
             "pattern; when_match sees it"],
        ),
        # What was not meant to match.
        (
            {"pattern": r"extends \w+(?<!Base)"}, "valid", "class A extends XBase",
            [r"the match ends inside of the word XBase: `\b` ends one, `\w++` takes all"],
        ),
        (
            {"pattern": "name:"}, "valid", "host_name: a",
            [r"the match begins inside of the word host_name: `\b` begins one"],
        ),
        (
            {"pattern": r"\bname:", "in": "code", "file_glob": "*.yml"}, "valid", "a: 'no name: b'",
            [r"in: of data all but comments is code, quoted values too: begin with `^\s*`"],
        ),
        (
            {**LISTED, "listed_in": "{dir}/{dir}.def"}, "valid",
            {"files": {"a/b.py": "def c", "a/b.def": "c"}},
            ["listed_in: no file is a/a.def"],
        ),
    ],
)  # fmt: skip
def test_why_an_example_is_wrong(
    project: MakeProject, run: Run, keys: dict[str, Any], kind: str, example: Any, reasons: Any
) -> None:
    """What keeps a match from counting, or a file from being selected, in place of a part of it."""
    contract_texts = {"a.yaml": contract(examples={kind: [example]}, **keys)}
    root = project({}, contracts=contract_texts)
    out = run("test", cwd=root).out
    assert [line for line in out.splitlines() if line.startswith("  ") and "│" not in line] == [
        f"  {reason}" for reason in reasons
    ]
    [tried_contract] = json.loads(run("test", "--json", cwd=root).out)["contracts"]
    [tried_example] = tried_contract["examples"]
    assert (tried_example["result"], tried_example["reasons"], tried_example["longest_part"]) == (
        "wrong",
        reasons,
        None,
    )


def test_an_invalid_contract_cannot_be_tried(project: MakeProject, run: Run) -> None:
    """Exit code 2, and the reason is where the total counts it."""
    contracts = {**examples(["print(1)"], []), "b.yaml": contract("broken", pattern="(")}
    outcome = run("test", cwd=project({}, contracts=contracts))
    totals = "1 contract, 1 example, 1 wrong"
    message = (
        ".claude/contracts/b.yaml:3: pattern: expected a regular expression; "
        "missing ) at position 1 (contract skipped)"
    )
    wrong_lines = lines_of_wrong(f"7: valid[0]: {NOISY}")
    lines = [*wrong_lines, message, UNPROVED, f"{totals}, 1 contract problem\n"]
    assert outcome == (2, "\n".join(lines), "")


def test_invalid_contract_from_a_subfolder(project: MakeProject, run: Run) -> None:
    """Its file is called as the working directory calls it."""
    root = project({"src/a.py": ""}, contracts={"b.yaml": contract("broken", pattern="(")})
    code, out, output = run("test", cwd=root / "src")
    assert (code, output) == (2, "")
    assert out.startswith("../.claude/contracts/b.yaml:3: pattern: expected")
    assert out.endswith("\n0 contracts, 0 examples, 0 wrong, 1 contract problem\n")


def test_example_that_never_ends(
    project: MakeProject, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pattern that runs out of time checks nothing: an invalid example is not met by it."""
    monkeypatch.setattr(own_example_trials, "SECONDS", 0.2)
    endless = "a" * 60 + "b"
    contracts = examples([], [endless], pattern="(a|aa)+$")
    outcome = run("test", cwd=project({}, contracts=contracts))
    line = f"{PATH}:1: no-print: examples.invalid[0]: the pattern took longer than 0.2 s\n"
    assert outcome == (2, f"{line}1 contract, 1 example, 0 wrong, 1 undecided\n", "")


@pytest.mark.parametrize("flags", [("--root", "none"), ("--frobnicate",), ("--contracts-dir", "x")])
def test_a_wrong_flag_exits_with_2(project: MakeProject, run: Run, flags: tuple[str, ...]) -> None:
    """Exit code 2 and one clear line."""
    outcome = run("test", *flags, cwd=project({}))
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)


def test_every_level_at_above_and_below(project: MakeProject, run: Run) -> None:
    """What ``scan`` would check by: a typo below the working directory is found from above."""
    typo = contract("broken", pattern="(")
    levels = {
        "services/pay/.claude/contracts/a.yaml": examples(["print(1)"], [])["a.yaml"],
        "services/mail/.phaser/contracts/b.yaml": typo,
    }
    root = project(levels, contracts=examples([], ["print(1)"]))
    code, out, _ = run("test", cwd=root)
    pay = f"services/pay/{PATH}:7: services/pay/no-print: examples.valid[0]: {NOISY}\n"
    shown_lines = "".join(f"{line}\n" for line in SHOWN_LINES)
    unproved_line = UNPROVED.replace("no-print", "services/pay/no-print")
    totals = "2 contracts, 2 examples, 1 wrong, 1 contract problem"
    lines = out.splitlines(keepends=True)
    assert lines.pop(-3).startswith("services/mail/.phaser/contracts/b.yaml:3: pattern: expected")
    assert (code, "".join(lines)) == (2, f"{pay}{shown_lines}{unproved_line}\n{totals}\n")
    (root / "services/pay/src").mkdir()
    assert run("test", cwd=root / "services/pay/src")[::2] == (1, "")


def test_an_overridden_contract_is_tried_once(project: MakeProject, run: Run) -> None:
    """Its copy for the files below has the same pattern."""
    override = "override: no-print\nseverity: warning\n"
    files = {"services/pay/.claude/contracts/a.yaml": override}
    root = project(files, contracts=examples([], ["print(1)"]))
    assert run("test", cwd=root) == (0, "1 contract, 1 example, 0 wrong\n", "")


def with_fix(fix: Any, *invalid: Any, **keys: Any) -> dict[str, str]:
    keys = {"pattern": r"print\((.*?)\)", **keys}
    return {"a.yaml": contract(fix=fix, examples={"invalid": [*invalid]}, **keys)}


FIXED = {"text": "print(1)", "fixed": "log(1)"}


@pytest.mark.parametrize(
    ("contracts", "expected"),
    [
        (with_fix(r"log(\1)", FIXED, "print(2)"), []),
        # Wherever a text stands, and where it stands if that is said.
        (with_fix(r"log(\1)", FIXED, {**FIXED, "path": "src/a.py"}, file_glob="/src/*.py"), []),
        (with_fix(r"log(\1)", {"text": "print(1) # phaser:ignore no-print", "fixed":
                 "log(1) # phaser:ignore no-print"}), []),
        (with_fix({"prepend": "# SPDX"}, {"text": "#!/bin/sh\nx", "fixed": "#!/bin/sh\n# SPDX\nx"},
                 type="require_pattern", pattern="SPDX"), []),
        (with_fix({"content": "MIT"}, "LICENSE.md", type="file_exists", pattern=None,
                 file_glob="/LICENSE"), []),
        (with_fix(r"logger(\1)", FIXED),
         ["expected the fix to make `log(1)` of it, found `logger(1)`"]),
        (with_fix(r"debug.print(\1)", "print(1)"),
         ["not fixed: the result would still break the contract"]),
        # What a fix leaves to match may be more of the same.
        (with_fix("-", "a----b", pattern="--"),
         ["not fixed: the result would still break the contract"]),
    ],
)  # fmt: skip
def test_the_fix_of_an_invalid_example_is_tried(
    project: MakeProject, run: Run, contracts: dict[str, str], expected: list[str]
) -> None:
    """What a fix makes of an invalid example, and of what it made."""
    outcome = run("test", cwd=project({}, contracts=contracts))
    reported_lines = [line for line in outcome.out.split("\n")[:-2] if not line.startswith("  ")]
    assert [re.sub(":[0-9]+: ", ":N: ", line) for line in reported_lines] == [
        f"{PATH}:N: no-print: examples.invalid[0]: {reason}" for reason in expected
    ]
    assert outcome.code == int(bool(expected))


MENDED = contract(
    fix="log",
    pattern="print",
    examples={"valid": ["log"], "invalid": [{"text": "print", "fixed": "log"}, "a\nprint"]},
)


def test_all_examples_are_shown_with_their_fixes(project: MakeProject, run: Run) -> None:
    """With what matched, and what the fix made of it."""
    out = run("test", "--verbose", cwd=project({}, contracts={"a.yaml": MENDED})).out
    assert out == (
        f"{PATH}:1: no-print: examples.valid[0]: right: no violation in `log`\n"
        f"{PATH}:1: no-print: examples.invalid[0]: right: a violation in `print`\n"
        "  1 │ print\n    │ ^^^^^\n  fixed: log\n"
        f"{PATH}:1: no-print: examples.invalid[1]: right: a violation in `a …`\n"
        "  2 │ print\n    │ ^^^^^\n  fixed: a\\nlog\n"
        "1 contract, 3 examples, 2 fixes, 0 wrong\n"
    )


def test_a_right_example_that_no_glob_selects_says_so(project: MakeProject, run: Run) -> None:
    """A valid one may be right only because nothing of it is checked; JSON has no reason for it."""
    examples = {
        "valid": [{"path": "src/a.py", "text": "log"}, {"path": "a.md", "text": "print"}],
        "invalid": ["print"],
    }
    contracts = {"a.yaml": contract(examples=examples, file_glob="src/**/*.py", pattern="print")}
    root = project({}, contracts=contracts)
    assert run("test", "--verbose", cwd=root).out == (
        f"{PATH}:1: no-print: examples.valid[0]: right: no violation in `log`\n"
        f"{PATH}:1: no-print: examples.valid[1]: right: no violation in `print`\n"
        "  file_glob does not select a.md: nothing of the example is checked\n"
        f"{PATH}:1: no-print: examples.invalid[0]: right: a violation in `print`\n"
        "  1 │ print\n    │ ^^^^^\n"
        "1 contract, 3 examples, 0 wrong\n"
    )
    assert run("test", cwd=root).out == "1 contract, 3 examples, 0 wrong\n"
    [tried_contract] = json.loads(run("test", "--json", cwd=root).out)["contracts"]
    assert [example["reasons"] for example in tried_contract["examples"]] == [[], [], []]


def test_what_leaves_an_example_out_of_the_contract_is_named(
    project: MakeProject, run: Run
) -> None:
    """Keys of the contract are not all that does: the configuration and levels below do, too."""
    paths = ["src/gen/a.py", "quiet/a.py", "new/a.py", "off/gen/a.py", "mild/a.py", "mild/gen/a.py"]
    invalid = [{"path": path, "text": "print(1)"} for path in paths]
    text = contract(path_pattern="/", examples={"invalid": invalid})
    levels = {
        "quiet": "override: no-print\nexclude_glob: '*.py'\n",
        "new": contract(pattern="log"),
        "off": "override: no-print\nenabled: false\n",
        "mild": "override: no-print\nseverity: warning\n",
    }
    files = {f"{level}/{PATH}": text for level, text in levels.items()}
    root = project(
        {**files, ".phaser/config.yaml": "exclude: ['gen/']\n"}, contracts={"a.yaml": text}
    )
    configured = "exclude in .phaser/config.yaml"
    reasons = {
        0: f"{configured} leaves out src/gen/a.py",
        1: f"a contract or override in quiet/, or {configured}, leaves out quiet/a.py",
        2: f"a contract or override in new/, or {configured}, leaves out new/a.py",
        3: f"a contract or override in off/, or {configured}, leaves out off/gen/a.py",
        5: f"a contract or override in mild/, or {configured}, leaves out mild/gen/a.py",
    }
    lines = [
        f"{PATH}:1: no-print: examples.invalid[{index}]: expected a violation in `print(1)`, "
        f"found none\n  {reason}: nothing of the example is checked\n"
        for index, reason in reasons.items()
    ]
    totals = "without examples: new/no-print\n2 contracts, 6 examples, 5 wrong\n"
    assert run("test", cwd=root) == (1, "".join(lines) + totals, "")


def test_a_path_as_the_working_directory_calls_it(project: MakeProject, run: Run) -> None:
    """So that a terminal opens the contract."""
    root = project({"src/a.py": ""}, contracts=examples(["print(1)"], []))
    assert run("test", cwd=root / "src").out.startswith(f"../{PATH}:7: no-print: ")


def test_two_contracts_of_a_file(project: MakeProject, run: Run) -> None:
    """Each example has its own line."""
    first_text, second_text = (
        contract(name, examples={"valid": ["print(1)"]}) for name in ("a", "b")
    )
    out = run("test", cwd=project({}, contracts={"a.yaml": f"{first_text}---\n{second_text}"})).out
    places = [line.split(": ")[:2] for line in out.splitlines() if NOISY in line]
    assert places == [[f"{PATH}:7", "a"], [f"{PATH}:15", "b"]]


def test_json_has_all_examples_with_their_result(project: MakeProject, run: Run) -> None:
    """All examples with what was expected and found, and what is wrong with invalid contracts."""
    contracts = {
        "a.yaml": contract(examples={"valid": ["print(1)"], "invalid": ["print (1)"]}),
        "b.yaml": contract("broken", pattern="("),
    }
    outcome = run("test", "--json", cwd=project({}, contracts=contracts))
    document = json.loads(outcome.out)
    assert outcome.code == 2
    assert sorted(document) == [*document] == ["contracts", "of_packs", "problems", "version"]
    assert [
        (problem["path"], problem["line"], problem["key"]) for problem in document["problems"]
    ] == [(".claude/contracts/b.yaml", 3, "pattern")]
    (tried_contract,) = document["contracts"]
    valid, invalid = tried_contract.pop("examples")
    assert tried_contract == {
        "level": "", "line": 1, "path": PATH, "rule_id": "no-print", "type": "forbid_pattern",
    }  # fmt: skip
    (violation,) = valid.pop("violations")
    assert (violation["line"], violation["column"], violation["line_text"]) == (1, 1, "print(1)")
    common = {"fixed": None, "fixed_expected": None, "reasons": [], "result": "wrong"}
    assert valid == {
        "expected": "no violation", "key": "examples.valid[0]", "longest_part": None,
        "said": NOISY, "shown": "print(1)", **common,
    }  # fmt: skip
    assert invalid == {
        "expected": "violation", "key": "examples.invalid[0]", "longest_part": "\\bprint",
        "said": "expected a violation in `print (1)`, found none", "shown": "print (1)",
        "violations": [], **common,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("ids", "code", "message"),
    [
        (("good",), 0, "1 contract, 1 example, 0 wrong\n"),
        (("good", "bad"), 1, "2 contracts, 2 examples, 1 wrong\n"),
        ((), 1, "2 contracts, 2 examples, 1 wrong\n"),
        (
            ("god",),
            2,
            "phaser-lint: god: no contract of that id is in force; did you mean good?\n",
        ),
    ],
)
def test_contracts_that_are_named(
    project: MakeProject, run: Run, ids: tuple[str, ...], code: int, message: str
) -> None:
    """By their ids, as for ``history`` and ``scan --rule``."""
    texts_by_id = {rule_id: contract(rule_id, examples={"invalid": [text]})
             for rule_id, text in (("good", "print(1)"), ("bad", "log(1)"))}  # fmt: skip
    outcome = run(
        "test",
        *ids,
        cwd=project(
            {}, contracts={f"{rule_id}.yaml": texts_by_id[rule_id] for rule_id in texts_by_id}
        ),
    )
    assert outcome.code == code
    assert (outcome.out + outcome.err).endswith(message)


def test_a_message_that_try_left_to_be_filled_in_is_noted(project: MakeProject, run: Run) -> None:
    """`try … --save no-todo` without `--message` puts an error in force that tells nothing."""
    root = project({"a.py": "TODO\n"}, contracts={})
    saving = run("try", "TODO", "--glob", "*.py", "--save", "no-todo", cwd=root)
    assert saving.code == 0
    outcome = run("test", cwd=root)
    assert (outcome.code, outcome.err) == (
        0,
        ".claude/contracts/no-todo.yaml:1: note: message: expected what to do, not 'Say here what "
        "to do instead.'\n",
    )
