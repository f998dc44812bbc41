"""``phaser enforce``: the command as it was specified, flag by flag and row by row."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis.strategies import lists, sampled_from

from phaser_lint.command.enforce import EnforceFlags, parse_quick_flags
from phaser_lint.command.enforce_flags import parser
from phaser_lint.core.errors import UsageError
from tests.command.made import contract, event, no_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

MESSAGE = "Avoid force unwrapping optionals. Use guard let or if let instead."
NO_FORCE_UNWRAP = r"""
rule_id: no-force-unwrap
type: forbid_pattern
pattern: '\w+!\s*(?://|$)' # Matches identifier! at end or before comment
file_glob: '**/*.swift'
message: 'Avoid force unwrapping optionals. Use guard let or if let instead.'
severity: error
rationale: 'Force unwrapping causes runtime crashes when the value is nil.'
enabled: true
"""
PREFER_GUARD_LET = """
rule_id: prefer-guard-let
type: forbid_pattern
pattern: 'if let'
file_glob: '**/*.swift'
message: 'Consider using guard let for cleaner early exit patterns.'
severity: warning
"""
BOTH_KINDS = {"no-force-unwrap.yaml": NO_FORCE_UNWRAP, "prefer-guard-let.yaml": PREFER_GUARD_LET}
CLEAN = "import Foundation\n\nlet value = 1\n"
BROKEN_TEXT = "import Foundation\n\nlet value = optional!\n"
ADVISED = "import Foundation\nif let value = optional {}\n"
BROKEN_AND_ADVISED = BROKEN_TEXT + "if let other = value {}\n"
IGNORED = "let value = optional! // phaser:ignore no-force-unwrap\n"

SPECIFIED_HELP = """\
Usage: phaser enforce [OPTIONS]

Check contracts against proposed file changes.

Options:
  --stdin               Read hook input JSON from stdin (required for hooks)
  --file PATH           Check contracts for file on disk (for CI/manual use)
  --all                 Check all files against all contracts (for CI)
  --severity [error|warning|all]
                        Filter violations by severity [default: all]
  --format [hook|json|text]
                        Output format [default: hook when --stdin, text otherwise]
  --contracts-dir PATH  Override contracts directory
  --timeout MS          Regex timeout in milliseconds [default: 100]
  --quiet               Suppress informational output
  --help                Show this message and exit.

Exit Codes:
  0  Success (output JSON controls decision)
  3  Internal error (stdin parse failure, contract load error)

Notes:
  - All decision logic is communicated via JSON output, not exit codes
  - Exit code 0 is used for both allow and deny decisions
  - Exit code 3 indicates the hook could not run properly

Examples:
  # Hook usage (stdin mode) - PreToolUse
  phaser enforce --stdin --severity error

  # Hook usage (stdin mode) - PostToolUse
  phaser enforce --stdin --severity warning

  # Manual check against file on disk
  phaser enforce --file src/app.swift --format text

  # CI check (all files)
  phaser enforce --all --format text
"""
# The one addition: ``phaser enforce install`` is specified too, and its help is found here.
COMMANDS_PARAGRAPH = """\
Commands:
  install               Install hook configuration for Claude Code (see phaser
                        enforce install --help)

"""
# Where the specification contradicts itself: an invalid contract ends with 0 (its section 9.3).
CORRECTED = {
    "(stdin parse failure, contract load error)": (
        "(stdin parse failure, wrong flag, no --contracts-dir)"
    ),
    "hook could not run properly\n": (
        "hook could not run properly\n"
        "  - An invalid contract is skipped and named; the exit code stays 0\n"
    ),
}


def decision(kind: str, reason: str) -> str:
    specific = {
        "hookEventName": "PreToolUse",
        "permissionDecision": kind,
        "permissionDecisionReason": reason,
    }
    return json.dumps({"hookSpecificOutput": specific}) + "\n"


def answer_after(reason: str, context: str) -> str:
    specific = {"hookEventName": "PostToolUse", "additionalContext": context}
    answer = {"decision": "block", "reason": reason, "hookSpecificOutput": specific}
    return json.dumps(answer) + "\n"


DENY = decision("deny", f"Contract violation: no-force-unwrap at line 3. {MESSAGE}")
ALLOW = decision("allow", "All contracts passed")


@pytest.fixture
def swift(project: MakeProject) -> Path:
    """A project with both contracts and a file that is clean."""
    return project({"src/app.swift": CLEAN}, contracts=BOTH_KINDS)


def test_help_is_the_specified_text(run: Run) -> None:
    """Word for word, but for the paragraph that leads to ``install`` and what is not true."""
    expected = SPECIFIED_HELP
    for specified, corrected in CORRECTED.items():
        expected = expected.replace(specified, corrected)
    outcome = run("enforce", "--help")
    assert outcome == (0, outcome.out, "")
    assert outcome.out.replace(COMMANDS_PARAGRAPH, "") == expected


@pytest.mark.parametrize(
    ("content", "flags", "answer"),
    [
        pytest.param(CLEAN, ("--severity", "error"), ALLOW, id="clean"),
        pytest.param(BROKEN_TEXT, ("--severity", "error"), DENY, id="violation"),
        pytest.param(BROKEN_TEXT, (), DENY, id="every severity is the default"),
        pytest.param(BROKEN_TEXT, ("--severity", "all"), DENY, id="every severity, named"),
        pytest.param(BROKEN_TEXT, ("--severity", "warning"), ALLOW, id="errors filtered out"),
        pytest.param(ADVISED, ("--severity", "error"), ALLOW, id="warnings filtered out"),
        pytest.param(ADVISED, (), decision("allow", "1 warning"), id="a warning does not block"),
        pytest.param(
            ADVISED * 2, (), decision("allow", "2 warnings"), id="two warnings do not block"
        ),
        pytest.param(BROKEN_AND_ADVISED, (), DENY, id="only errors are a reason"),
        pytest.param(
            IGNORED, (), decision("allow", "1 violation suppressed by ignore"), id="ignored"
        ),
        pytest.param(
            IGNORED * 2,
            (),
            decision("allow", "2 violations suppressed by ignore"),
            id="ignored twice",
        ),
        pytest.param(
            BROKEN_TEXT, ("--format", "hook", "--quiet"), DENY, id="the format named, quiet"
        ),
    ],
)
def test_write_before_it_happens(
    swift: Path, run: Run, content: str, flags: tuple[str, ...], answer: str
) -> None:
    """PreToolUse of a Write: the content is what is checked, on one line, exit code 0."""
    stdin = event("Write", cwd=swift, file_path=swift / "src/new.swift", content=content)
    assert run("enforce", "--stdin", *flags, stdin=stdin, cwd=swift) == (0, answer, "")


def test_every_violation_is_in_the_reason(swift: Path, run: Run) -> None:
    """One line each, in the order of the file."""
    stdin = event(
        "Write", cwd=swift, file_path=swift / "a.swift", content="let a = b!\nlet c = d!\n"
    )
    outcome = run("enforce", "--stdin", stdin=stdin, cwd=swift)
    assert json.loads(outcome.out)["hookSpecificOutput"]["permissionDecisionReason"] == (
        f"Contract violation: no-force-unwrap at line 1. {MESSAGE}\n"
        f"Contract violation: no-force-unwrap at line 2. {MESSAGE}"
    )


@pytest.mark.parametrize(
    ("tool_input", "answer"),
    [
        ({"old_str": "let value = 1", "new_str": "let value = 2"}, ALLOW),
        ({"old_str": "let value = 1", "new_str": "let value = optional!"}, DENY),
        ({"old_string": "let value = 1", "new_string": "let value = optional!"}, DENY),
        ({"old_string": "1", "new_string": "optional!", "replace_all": True}, DENY),
    ],
)
def test_edit_before_it_happens(
    swift: Path, run: Run, tool_input: dict[str, Any], answer: str
) -> None:
    """The file on disk with the edit applied; the specified field names and the client's."""
    stdin = event("Edit", cwd=swift, file_path=swift / "src/app.swift", **tool_input)
    assert run("enforce", "--stdin", stdin=stdin, cwd=swift) == (0, answer, "")
    assert (swift / "src/app.swift").read_text() == CLEAN


def test_edit_of_a_file_that_is_broken_elsewhere(project: MakeProject, run: Run) -> None:
    """The whole proposed file is checked, existing violations included."""
    root = project({"src/app.swift": BROKEN_TEXT}, contracts=BOTH_KINDS)
    stdin = event("Edit", file_path=root / "src/app.swift", old_str="Foundation", new_str="UIKit")
    assert run("enforce", "--stdin", stdin=stdin, cwd=root) == (0, DENY, "")


@pytest.mark.parametrize(
    ("on_disk", "flags", "answer"),
    [
        (CLEAN, ("--severity", "warning"), "{}\n"),
        (BROKEN_TEXT, ("--severity", "warning"), "{}\n"),
        (IGNORED, (), "{}\n"),
        (
            ADVISED,
            ("--severity", "warning"),
            answer_after(
                "Contract warning detected after file write",
                "Warning: prefer-guard-let at line 2. "
                "Consider using guard let for cleaner early exit patterns.",
            ),
        ),
        (
            BROKEN_AND_ADVISED,
            (),
            answer_after(
                "Contract violation detected after file write",
                f"Error: no-force-unwrap at line 3. {MESSAGE}\n"
                "Warning: prefer-guard-let at line 4. "
                "Consider using guard let for cleaner early exit patterns.",
            ),
        ),
    ],
)
def test_enforce_after_a_write_reads_the_disk(
    project: MakeProject, run: Run, on_disk: str, flags: tuple[str, ...], answer: str
) -> None:
    """PostToolUse reads the disk: the Edit is not applied a second time."""
    root = project({"src/app.swift": on_disk}, contracts=BOTH_KINDS)
    stdin = event(
        "Edit",
        name="PostToolUse",
        file_path=root / "src/app.swift",
        old_string="is not there any more",
        new_string="let other = another!",
    )
    assert run("enforce", "--stdin", *flags, stdin=stdin, cwd=root) == (0, answer, "")


def test_after_a_write_the_disk_counts(swift: Path, run: Run) -> None:
    """What the event says it wrote is not what is checked: a formatter may have run since."""
    stdin = event("Write", name="PostToolUse", file_path=swift / "src/app.swift", content=ADVISED)
    assert run("enforce", "--stdin", stdin=stdin, cwd=swift) == (0, "{}\n", "")


MISSING = "{root}/src/none.swift"
PRESENT = "{root}/src/app.swift"


@pytest.mark.parametrize(
    ("tool", "tool_input", "message"),
    [
        ("Write", {"content": "x"}, "Missing file_path"),
        ("Write", {"file_path": "", "content": "x"}, "Missing file_path"),
        ("Edit", {"old_str": "a", "new_str": "b"}, "Missing file_path"),
        (
            "Write",
            {"file_path": "{root}/logo.png", "content": "a\0b"},
            "logo.png: Binary content detected",
        ),
        (
            "Write",
            {"file_path": "{root}/logo.png", "content": "\x01" + "a" * 8},
            "logo.png: Binary content detected",
        ),
        (
            "Edit",
            {"file_path": "{root}/binary.swift", "old_str": "a", "new_str": "b"},
            "binary.swift: Binary file detected",
        ),
        (
            "Edit",
            {"file_path": "{root}/utf-16.swift", "old_str": "a", "new_str": "b"},
            "utf-16.swift: Binary file detected",
        ),
        (
            "Edit",
            {"file_path": MISSING, "old_str": "a", "new_str": "b"},
            f"src/none.swift: File not found: {MISSING}",
        ),
        (
            "Edit",
            {"file_path": "{root}/src", "old_str": "a", "new_str": "b"},
            "src: Cannot read file: not a regular file",
        ),
        (
            "Edit",
            {"file_path": "{root}/loop.swift", "old_str": "a", "new_str": "b"},
            "loop.swift: Cannot read file: Too many levels of symbolic links",
        ),
        (
            "Edit",
            {"file_path": PRESENT, "old_str": "nowhere", "new_str": "b"},
            "src/app.swift: old_str not found in file",
        ),
        ("Read", {"file_path": PRESENT}, "Unknown tool: Read"),
        ("", {"file_path": PRESENT}, "Unknown tool: (none)"),
        ("Write", {"file_path": PRESENT, "content": None}, "src/app.swift: Missing content"),
        ("Edit", {"file_path": PRESENT, "old_str": 1}, "src/app.swift: Missing old_string"),
        (
            "Write",
            {"file_path": "/elsewhere/a.swift", "content": BROKEN_TEXT},
            None,
        ),
    ],
)
def test_a_skipped_edit_is_not_decided(
    project: MakeProject, run: Run, tool: str, tool_input: dict[str, Any], message: str | None
) -> None:
    """Nothing is decided, and the reason stands on standard error in the specified words."""
    files = {
        "src/app.swift": CLEAN,
        "binary.swift": b"\0\1\2",
        "utf-16.swift": "a".encode("utf-16"),
    }
    root = project(files, contracts=BOTH_KINDS)
    (root / "loop.swift").symlink_to("loop.swift")
    filled = {
        key: field.replace("{root}", str(root)) if isinstance(field, str) else field
        for key, field in tool_input.items()
    }
    outcome = run("enforce", "--stdin", stdin=event(tool, cwd=root, **filled), cwd=root)
    words = "no contracts; nothing was checked" if message is None else f"skipped: {message}"
    expected = f"phaser enforce: {words.replace('{root}', str(root))}\n"
    assert outcome == (0, "{}\n", expected)
    quiet = run("enforce", "--stdin", "--quiet", stdin=event(tool, cwd=root, **filled), cwd=root)
    assert quiet == (0, "{}\n", "")


@pytest.mark.parametrize(
    "name", ["Stop", "SubagentStop", "UserPromptSubmit", "SessionStart", "Notification"]
)
def test_an_event_of_no_tool_is_named(swift: Path, run: Run, name: str) -> None:
    """Settings may start the command at any event: nothing is decided, and it says of which."""
    stdin = json.dumps({"hook_event_name": name, "cwd": str(swift), "prompt": "x"}).encode()
    message = (
        f"phaser enforce: skipped: {name}: expected PreToolUse or PostToolUse of a file tool\n"
    )
    assert run("enforce", "--stdin", stdin=stdin, cwd=swift) == (0, "{}\n", message)


@pytest.mark.parametrize(
    "flags", [("--stdin",), ("--file", "a.py"), ("--all",)], ids=["event", "file", "all"]
)
def test_contracts_that_do_not_count_are_told_from_none(
    project: MakeProject, run: Run, flags: tuple[str, ...]
) -> None:
    """There is a contract file, so that "no contracts" would send its author looking for it."""
    root = project({"a.py": "print(1)\n"}, contracts={"a.yaml": contract(enabled=False)})
    stdin = event("Write", file_path=root / "a.py", content="print(1)\n")
    sentence = "no enabled contract; nothing was checked\n"
    text = f"0 errors, 0 warnings\n{sentence.capitalize()}"
    out, expected_error = "{}\n" if "--stdin" in flags else text, f"phaser enforce: {sentence}"
    assert run("enforce", *flags, stdin=stdin, cwd=root) == (0, out, expected_error)
    (root / ".claude/contracts/a.yaml").write_text(contract())
    if "--all" in flags:
        sentence = "no enabled contract of severity warning; nothing was checked\n"
        out, expected_error = (
            f"0 errors, 0 warnings\n{sentence.capitalize()}",
            f"phaser enforce: {sentence}",
        )
        assert run("enforce", *flags, "--severity", "warning", cwd=root) == (0, out, expected_error)


@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse"])
def test_without_contracts_an_edit_is_allowed(project: MakeProject, run: Run, name: str) -> None:
    """Neither place has one: an implicit allow, and a message to the person."""
    root = project({"a.swift": BROKEN_TEXT})
    stdin = event("Write", name=name, file_path=root / "a.swift", content=BROKEN_TEXT)
    message = "phaser enforce: no contracts; nothing was checked\n"
    assert run("enforce", "--stdin", stdin=stdin, cwd=root) == (0, "{}\n", message)


def test_no_contracts_without_stdin(project: MakeProject, run: Run) -> None:
    """An empty report says why it is empty."""
    root = project({"a.swift": BROKEN_TEXT})
    message = "phaser enforce: no contracts; nothing was checked\n"
    empty = "0 errors, 0 warnings\nNo contracts; nothing was checked\n"
    assert run("enforce", "--file", "a.swift", cwd=root) == (0, empty, message)
    assert run("enforce", "--all", cwd=root) == (0, empty, message)


@pytest.mark.parametrize("content", [b"\0\1", BROKEN_TEXT.encode("utf-16")], ids=["NUL", "UTF-16"])
def test_a_file_that_is_no_text(project: MakeProject, run: Run, content: bytes) -> None:
    """On disk too, whatever a scan makes of it."""
    root = project({"a.swift": content}, contracts=BOTH_KINDS)
    message = "phaser enforce: skipped: a.swift: binary\n"
    empty = "0 errors, 0 warnings\nNot checked: a.swift (binary)\n"
    assert run("enforce", "--file", "a.swift", cwd=root) == (0, empty, message)
    event_text = event("Write", name="PostToolUse", file_path=root / "a.swift", content="x")
    assert run("enforce", "--stdin", stdin=event_text, cwd=root) == (0, "{}\n", message)


def test_outside_of_the_project(swift: Path, run: Run, tmp_path: Path) -> None:
    """A file is checked by the levels above it, before the edit and after it: here by none."""
    outside = tmp_path.resolve() / "notes.swift"
    outside.write_text(BROKEN_TEXT)
    for name in ("PreToolUse", "PostToolUse"):
        stdin = event("Write", name=name, cwd=swift, file_path=outside, content=BROKEN_TEXT)
        outcome = run(
            "enforce", "--stdin", stdin=stdin, cwd=swift, env={"CLAUDE_PROJECT_DIR": str(swift)}
        )
        message = "phaser enforce: no contracts; nothing was checked\n"
        assert outcome == (0, "{}\n", message)


INVALID = contract("broken", pattern="(")


@pytest.mark.parametrize(
    ("contracts", "content", "answer"),
    [
        ({"broken.yaml": INVALID}, BROKEN_TEXT, "{}\n"),
        ({"broken.yaml": INVALID, **BOTH_KINDS}, BROKEN_TEXT, DENY),
        (
            {"broken.yaml": INVALID, **BOTH_KINDS},
            CLEAN,
            decision("allow", "Checked, but for: .claude/contracts/broken.yaml (contract skipped)"),
        ),
    ],
)
def test_an_invalid_contract_is_said_and_the_others_count(
    project: MakeProject, run: Run, contracts: dict[str, str], content: str, answer: str
) -> None:
    """Skipped and said, also with ``--quiet``; the others count and the exit code stays 0."""
    root = project({}, contracts=contracts)
    stdin = event("Write", file_path=root / "a.swift", content=content)
    message = (
        "phaser enforce: .claude/contracts/broken.yaml:3: pattern: expected a regular expression; "
        "missing ) at position 1 (contract skipped)\n"
    )
    for flags in ((), ("--quiet",)):
        assert run("enforce", "--stdin", *flags, stdin=stdin, cwd=root) == (0, answer, message)


SLOW = contract("slow", pattern="(a|aa)+$", file_glob="*.txt")
ENDLESS = "a" * 60 + "b\n"


def test_timeout_is_not_clean(project: MakeProject, run: Run) -> None:
    """Allowed, and the reason says which contract had no time; exit code 0."""
    root = project({"a.txt": ENDLESS}, contracts={"slow.yaml": SLOW})
    stdin = event("Write", file_path=root / "a.txt", content=ENDLESS)
    message = "phaser enforce: a.txt: undecided: slow: the pattern took longer than 20 ms\n"
    flags = ("--timeout", "20")
    answer = decision("allow", "Checked, but for: slow (out of time)")
    assert run("enforce", "--stdin", *flags, stdin=stdin, cwd=root) == (0, answer, message)
    event_text = event("Write", name="PostToolUse", file_path=root / "a.txt", content=ENDLESS)
    specific = {
        "hookEventName": "PostToolUse",
        "additionalContext": "Checked, but for: slow (out of time)",
    }
    answer = json.dumps({"hookSpecificOutput": specific}) + "\n"
    assert run("enforce", "--stdin", *flags, stdin=event_text, cwd=root) == (0, answer, message)
    text = run("enforce", "--file", "a.txt", *flags, "--quiet", cwd=root)
    assert text == (0, "Checked, but for: slow (out of time)\n", message)


def test_timeout_beside_a_violation(project: MakeProject, run: Run) -> None:
    """What is known to be broken blocks."""
    contracts = {"slow.yaml": SLOW, "no-b.yaml": contract("no-b", pattern="b", file_glob="*.txt")}
    root = project({}, contracts=contracts)
    stdin = event("Write", file_path=root / "a.txt", content=ENDLESS)
    outcome = run("enforce", "--stdin", "--timeout", "20", stdin=stdin, cwd=root)
    assert outcome.out == decision("deny", "Contract violation: no-b at line 1. Use the logger.")


def test_a_write_of_a_forbidden_file_is_denied(project: MakeProject, run: Run) -> None:
    """Writing a file that must not exist is a violation, whatever is in it."""
    root = project({}, contracts={"no-file.yaml": no_file(".env")})
    answer = decision("deny", "Contract violation: no-file in .env. Keep it out.")
    for content in ("KEY=1\n", ""):
        stdin = event("Write", file_path=root / ".env", content=content)
        assert run("enforce", "--stdin", stdin=stdin, cwd=root) == (0, answer, "")


def test_required_file_is_not_demanded_of_an_edit(project: MakeProject, run: Run) -> None:
    """What is missing elsewhere is for ``--all``."""
    license_ = contract("has-license", type="file_exists", pattern=None, file_glob="/LICENSE")
    root = project({}, contracts={"has-license.yaml": license_})
    stdin = event("Write", file_path=root / "a.py", content="x = 1\n")
    assert run("enforce", "--stdin", stdin=stdin, cwd=root) == (0, ALLOW, "")
    text = "/LICENSE: error: has-license\n  Use the logger.\n\n1 error, 0 warnings\n"
    assert run("enforce", "--all", cwd=root) == (0, text, "")


TEXT = f"src/app.swift:3: error: no-force-unwrap\n  {MESSAGE}\n\n1 error, 0 warnings\n"
JSON = {
    "files_checked": ["src/app.swift"],
    "violations": [
        {
            "rule_id": "no-force-unwrap",
            "file_path": "src/app.swift",
            "line_number": 3,
            "message": MESSAGE,
        }
    ],
    "summary": {"errors": 1, "warnings": 0, "ignored": 0},
    "undecided": [],
    "problems": [],
    "skipped": [],
}


@pytest.mark.parametrize(
    ("flags", "out"),
    [
        (("--file", "src/app.swift"), TEXT),
        (("--file", "src/app.swift", "--format", "text"), TEXT),
        (("--file", "src/app.swift", "--format", "text", "--severity", "error"), TEXT),
        (
            ("--file", "src/app.swift", "--severity", "warning"),
            "0 errors, 0 warnings\n",
        ),
        (("--file", "src/app.swift", "--format", "json"), json.dumps(JSON, indent=2) + "\n"),
        (("--file", "src/app.swift", "--format", "hook"), DENY),
        (("--all", "--format", "text"), TEXT),
        (("--all",), TEXT),
        (("--all", "--format", "json"), json.dumps(JSON, indent=2) + "\n"),
        (("--all", "--format", "hook"), DENY),
        (
            ("--all", "--quiet"),
            f"src/app.swift:3: error: no-force-unwrap\n  {MESSAGE}\n",
        ),
    ],
)
def test_each_format_of_enforce_is_whole(
    project: MakeProject, run: Run, flags: tuple[str, ...], out: str
) -> None:
    """Whole outputs; violations do not change the exit code."""
    root = project({"src/app.swift": BROKEN_TEXT}, contracts=BOTH_KINDS)
    assert run("enforce", *flags, cwd=root) == (0, out, "")


def test_formats_of_an_event(swift: Path, run: Run) -> None:
    """``--format`` is independent of where the file comes from."""
    stdin = event("Write", file_path=swift / "src/app.swift", content=BROKEN_TEXT)
    text = run("enforce", "--stdin", "--format", "text", stdin=stdin, cwd=swift)
    assert text == (0, TEXT, "")
    outcome = run("enforce", "--stdin", "--format", "json", stdin=stdin, cwd=swift)
    assert json.loads(outcome.out) == JSON


def test_json_counts_ignored_violations_and_warnings_apart(project: MakeProject, run: Run) -> None:
    """Ignored violations are counted, warnings apart from errors."""
    root = project({"a.swift": IGNORED + ADVISED}, contracts=BOTH_KINDS)
    document = json.loads(run("enforce", "--file", "a.swift", "--format", "json", cwd=root).out)
    assert document["summary"] == {"errors": 0, "warnings": 1, "ignored": 1}


def test_contracts_dir_replaces_all_places(swift: Path, run: Run, tmp_path: Path) -> None:
    """Only the folder named counts."""
    other_folder = tmp_path / "given"
    other_folder.mkdir()
    (other_folder / "no-import.yaml").write_text(
        contract("no-import", pattern="import", file_glob="*")
    )
    outcome = run(
        "enforce", "--file", "src/app.swift", "--contracts-dir", str(other_folder), cwd=swift
    )
    text = "src/app.swift:1: error: no-import\n  Use the logger.\n\n1 error, 0 warnings\n"
    assert outcome == (0, text, "")


def test_user_contracts_count_and_the_project_wins(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """The same id in both places: the project's; another id in the home folder counts too."""
    home = tmp_path / "home"
    (home / ".phaser/contracts").mkdir(parents=True)
    (home / ".phaser/contracts/a.yaml").write_text(contract("no-print", pattern="x"))
    (home / ".phaser/contracts/b.yaml").write_text(contract("no-exec", pattern="exec"))
    root = project({"a.py": "x = 1\nexec(x)\n"}, contracts={"a.yaml": contract("no-print")})
    outcome = run("enforce", "--file", "a.py", cwd=root, env={"HOME": str(home)})
    assert outcome.out == "a.py:2: error: no-exec\n  Use the logger.\n\n1 error, 0 warnings\n"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ((), "expected exactly one of --stdin, --file PATH and --all"),
        (("--stdin", "--all"), "expected exactly one of --stdin, --file PATH and --all"),
        (("--file", "a", "--all"), "expected exactly one of --stdin, --file PATH and --all"),
        (("--frobnicate",), "unrecognized arguments: --frobnicate (see phaser enforce --help)"),
        (
            ("--std",),
            "unrecognized arguments: --std; did you mean --stdin? (see phaser enforce --help)",
        ),
        (("--all", "--severity", "info"), "argument --severity: invalid choice: 'info'"),
        (("--all", "--format", "xml"), "argument --format: invalid choice: 'xml'"),
        (("--all", "--timeout", "0"), "argument --timeout: expected milliseconds from 1 to 600000"),
        (("--all", "--timeout", "-5"), "argument --timeout: expected"),
        (("--all", "--timeout", "soon"), "argument --timeout: expected milliseconds"),
        (("--file",), "argument --file: expected one argument"),
        (("--file", "none.swift"), "--file: no such file: none.swift"),
        (("--file", ""), "--file: no such file: "),
        (("--file", "src"), "--file: expected a file, not a folder: src"),
        (("--file", "../a.swift"), "--file: expected a path without ..: ../a.swift"),
        (("--file", "src/../src/app.swift"), "--file: expected a path without ..: src/../src"),
        (("--all", "--contracts-dir", "none"), "argument --contracts-dir: expected a folder"),
        (
            ("--all", "--contracts-dir", "src/app.swift"),
            "argument --contracts-dir: expected a folder",
        ),
        (("install", "--scope", "world"), "argument --scope: invalid choice: 'world'"),
    ],
)
def test_a_wrong_flag_exits_with_3(
    swift: Path, run: Run, flags: tuple[str, ...], message: str
) -> None:
    """Exit code 3, one clear line, nothing on standard output; never 2, which would block."""
    outcome = run("enforce", *flags, cwd=swift)
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err.startswith(f"phaser enforce: {message}")
    assert outcome.err.count("\n") == 1


WORDS = ("--stdin", "--quiet", "--severity", "--format", "--contracts-dir", "--timeout")
FLAG_VALUES = (
    "error",
    "all",
    "hook",
    "json",
    "20",
    "0",
    "600001",
    "²",
    ".",
    "none",
    "",
    "-",
    "--",
    "-5",
)


@given(words=lists(sampled_from((*WORDS, *FLAG_VALUES, "--file", "--all", "--help")), max_size=7))
@example(words=["--stdin", "--severity", "error", "--quiet", "--timeout", "100"])
@example(words=["--stdin", "--severity", "error", "--severity", "error"])
@example(words=["--stdin", "--contracts-dir", ".", "--format", "hook"])
@example(words=["--stdin", "--stdin", "--timeout"])
def test_flags_of_hook_entries_mean_the_same_without_the_parser(words: list[str]) -> None:
    """What the parser refuses, and what asks for more than an event, is left to it."""
    quick = parse_quick_flags(words)
    if quick is not None:
        assert quick == EnforceFlags(**vars(parser().parse_args(words)))
        assert quick.stdin
    elif "--stdin" in words:
        is_plain = {*words} <= {*WORDS, "error", "all", "hook", "json", "20", "."}
        assert not is_plain or _is_refused(words)


def _is_refused(words: list[str]) -> bool:
    try:
        parser().parse_args(words)
    except UsageError:
        return True
    return False


@pytest.mark.parametrize("tool", ["Write", "Read"])
@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse"])
def test_contracts_dir_is_checked_on_every_event(
    swift: Path, run: Run, name: str, tool: str
) -> None:
    """A misspelt folder must not wait for the first edit that matters."""
    stdin = event(tool, name=name, file_path=swift / "src/app.swift", content=CLEAN)
    outcome = run("enforce", "--stdin", "--contracts-dir", "none", stdin=stdin, cwd=swift)
    message = (
        "phaser enforce: argument --contracts-dir: expected a folder of contract files: none "
        "(see phaser enforce --help)\n"
    )
    assert outcome == (3, "", message)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        (b"", "expected a hook event as JSON, found nothing"),
        (b" \n", "expected a hook event as JSON, found nothing"),
        (b"{", "expected a hook event as JSON; "),
        (b'{"tool_name": "Write"', "expected a hook event as JSON; "),
        (b"\xff\xfe\xfa", "expected a hook event as JSON; "),
        (b"[]", "expected a JSON object with a hook event"),
        (b"null", "expected a JSON object with a hook event"),
        (b'"Write"', "expected a JSON object with a hook event"),
        (b"[" * 200_000, "expected a hook event as JSON; "),
        (b" " * (64 * 1024 * 1024 + 1), "expected a hook event of at most 64 MB"),
    ],
)
def test_a_broken_event_exits_with_3(swift: Path, run: Run, stdin: bytes, message: str) -> None:
    """Exit code 3 and one clear line."""
    outcome = run("enforce", "--stdin", stdin=stdin, cwd=swift)
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err.startswith(f"phaser enforce: standard input: {message}")
    assert outcome.err.count("\n") == 1


def test_event_without_a_name_is_before_the_edit(swift: Path, run: Run) -> None:
    """The parser's own specification shows events without ``hook_event_name``."""
    tool_input = {"file_path": str(swift / "a.swift"), "content": BROKEN_TEXT}
    stdin = json.dumps({"tool_name": "Write", "tool_input": tool_input}).encode()
    assert run("enforce", "--stdin", stdin=stdin, cwd=swift) == (0, DENY, "")


def test_path_with_parents_in_an_event_is_normalised(swift: Path, run: Run) -> None:
    """It is checked where it leads to, so it is no way round."""
    path_in_event = f"{swift}/src/../src/../a.swift"
    stdin = event("Write", cwd=swift, file_path=path_in_event, content=BROKEN_TEXT)
    assert run("enforce", "--stdin", stdin=stdin, cwd=swift) == (0, DENY, "")
    assert os.path.normpath(path_in_event) == str(swift / "a.swift")


def test_install_writes_the_settings(swift: Path, run: Run) -> None:
    """``phaser enforce install`` is ``phaser-lint install`` under its specified name."""
    printed = run("enforce", "install", "--dry-run", cwd=swift)
    assert (printed.code, printed.err) == (0, "")
    assert list(json.loads(printed.out)["hooks"]) == [
        "PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop",
    ]  # fmt: skip
    assert not (swift / ".claude/settings.json").exists()
    help_text = run("enforce", "install", "--help").out
    assert all(flag in help_text for flag in ("--scope", "--dry-run", "--force", "--help"))


def test_the_hooks_of_the_specification_are_printed(swift: Path, run: Run) -> None:
    """Its two entries, to the letter; nothing is written."""
    printed = run("enforce", "install", "--print", cwd=swift)
    assert (printed.code, printed.err) == (0, "")

    def hook_group(severity: str) -> dict[str, object]:
        command = f"phaser enforce --stdin --severity {severity}"
        hook = {"type": "command", "command": command, "timeout": 60}
        return {"matcher": "Edit|Write", "hooks": [hook]}

    assert json.loads(printed.out) == {
        "hooks": {"PreToolUse": [hook_group("error")], "PostToolUse": [hook_group("warning")]}
    }
    assert not (swift / ".claude/settings.json").exists()
