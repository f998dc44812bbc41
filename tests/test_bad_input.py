"""What nobody should feed the program, and somebody will: events, contracts, files and names.

Through the hook, ``enforce`` and ``scan`` alike: a clear line that names the file and the key,
never a trace, never exit code 2 from the hook, never a wait without end, and what is right still
counts.
"""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, denial_sentence, event
from tests.conftest import write_files
from tests.tables import first_of_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import FrameType

    from tests.conftest import MakeProject, Outcome, Run

NO_PRINT = {"no-print.yaml": contract()}
PRINTS = "print(1)\n"
FOUND = "a.py:1:1: error: Use the logger. [no-print]\n"
INCOMPLETE = f"{FOUND}\nincomplete: 1 error, 0 warnings in what was checked; "
ENFORCED = "a.py:1: error: no-print\n  Use the logger.\n"
NONE = "0 errors, 0 warnings\n"
MEGABYTE = 1024 * 1024


@pytest.fixture(autouse=True)
def no_wait_without_end() -> Iterator[None]:
    """Half a minute is far more than any of these takes."""

    def over(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("it did not come to an end")

    previous = signal.signal(signal.SIGALRM, over)
    signal.alarm(30)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)


def sound(outcome: Outcome) -> Outcome:
    """The outcome, after a look for what must never be in one."""
    for text in (outcome.out, outcome.err):
        assert "Traceback" not in text
        assert "bug" not in text
        # What GitHub's runner would obey is parted by a character without width.
        visible_text = text.replace("\u200b", "")
        assert all(line.isprintable() for line in visible_text.split("\n")), repr(text)
    return outcome


def hook(run: Run, root: Path, stdin: bytes, *flags: str, **env: str) -> Any:
    """What the hook answers; its exit code is always 0."""
    outcome = sound(run("hook", *flags, stdin=stdin, cwd=root, env=env))
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


def denial(answer: Any) -> str:
    reason: str = answer["hookSpecificOutput"]["permissionDecisionReason"]
    return reason


# Events.

ODD = (None, True, 10**30, "", "~", "\0", "\ud800", "\udcff", "a" * 70_000, [], {"a": 1})
EVENTS = ("PreToolUse", "PostToolUse", "Stop")
FIELDS = (
    ("session_id",),
    ("cwd",),
    ("hook_event_name",),
    ("tool_name",),
    ("tool_input",),
    ("tool_response",),
    ("tool_response", "originalFile"),
    ("stop_hook_active",),
    ("tool_input", "file_path"),
    ("tool_input", "notebook_path"),
    ("tool_input", "content"),
    ("tool_input", "old_string"),
    ("tool_input", "new_string"),
    ("tool_input", "replace_all"),
    ("tool_input", "edits"),
    ("tool_input", "cell_id"),
    ("tool_input", "cell_type"),
    ("tool_input", "edit_mode"),
    ("tool_input", "new_source"),
)


TOOLS = ("Write", "Edit", "MultiEdit", "NotebookEdit")


def field_of_a_tool(row: tuple[str, tuple[str, ...]]) -> tuple[object, ...]:
    """What stands beside the tool's own input is read alike for all of them."""
    return row if row[1][0] == "tool_input" and len(row[1]) > 1 else row[1]


@pytest.mark.one_row_in(20)
@pytest.mark.parametrize(
    ("tool", "field"),
    first_of_each([(tool, field) for tool in TOOLS for field in FIELDS], field_of_a_tool),
    ids=lambda given: given if isinstance(given, str) else ".".join(given),
)
def test_field_of_the_wrong_type(
    project: MakeProject, run: Run, tool: str, field: tuple[str, ...]
) -> None:
    """Whatever a field holds, the hook answers and ``enforce`` ends with 0 or 3."""
    root = project({"a.py": "x\n", "a.ipynb": '{"cells": []}\n'}, contracts=NO_PRINT)
    path = {"notebook_path": root / "a.ipynb"} if tool == "NotebookEdit" else {}
    # At Stop nothing of the tool is read, and git is asked each time.
    for name in ("PreToolUse", "PostToolUse") if len(field) > 1 else EVENTS:
        payload = json.loads(
            event(
                tool,
                name=name,
                cwd=root,
                **{"file_path": root / "a.py", **path},
                content="x\n",
                old_string="x",
                new_string="y",
                edits=[{"old_string": "x", "new_string": "y"}],
                new_source="x",
                tool_response={"originalFile": "x\n"},
            )
        )
        for odd in ODD:
            place = payload
            for key in field[:-1]:
                place = place[key]
            before, place[field[-1]] = place.get(field[-1]), odd
            stdin = json.dumps(payload).encode()
            place[field[-1]] = before
            hook(run, root, stdin)
            outcome = sound(run("enforce", "--stdin", stdin=stdin, cwd=root))
            assert outcome.code in (0, 3)


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b"\n",
        b"{",
        b'{"tool_name"',
        b'{"tool_name": "Write",}',
        b"{'tool_name': 'Write'}",
        b"Write a.py",
        b"\0",
        b"\x1b[2J",
        b"\xff\xfe\xfd",
        b"{}{}",
        b"[]",
        b"7",
        b"null",
        b'"\\ud800"',
        b"1" * 10_000,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b" " * (11 * MEGABYTE),
        b'{"a": "' + b"x" * (65 * MEGABYTE),
    ],
    ids=lambda stdin: repr(stdin[:12]),
)
def test_a_bad_event_is_answered_by_one_line(project: MakeProject, run: Run, stdin: bytes) -> None:
    """One line that says what was expected; 3 from ``enforce``, a message from the hook."""
    root = project({}, contracts=NO_PRINT)
    message = hook(run, root, stdin)["systemMessage"]
    assert message.startswith("phaser-lint could not check this: standard input: expected a ")
    outcome = sound(run("enforce", "--stdin", stdin=stdin, cwd=root))
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err.startswith("phaser enforce: standard input: expected a ")
    assert outcome.err.count("\n") == 1
    assert len(outcome.err) < 300


def test_event_of_almost_ten_megabytes(project: MakeProject, run: Run) -> None:
    """The largest that is read is checked."""
    root = project({}, contracts=NO_PRINT)
    content = "x\n" * (3 * MEGABYTE) + PRINTS
    stdin = event("Write", cwd=root, file_path=root / "a.py", content=content)
    assert denial(hook(run, root, stdin, "--timeout", "5000")).startswith(
        f"Contract violation: no-print at line {3 * MEGABYTE + 1}."
    )


# Contracts.

AS_IT_IS = contract("other")
BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)
)


def with_key(key: str, yaml_value: str) -> str:
    """A contract whose *key* is *yaml_value* in YAML just so."""
    other_lines = [
        line for line in contract("other").splitlines() if not line.startswith(f"{key}:")
    ]
    return "\n".join([*other_lines, f"{key}: {yaml_value}\n"])


BAD_CONTRACTS = [
    pytest.param("", " expected a contract, found nothing", id="empty"),
    pytest.param("# nothing\n", " expected a contract, found nothing", id="a comment"),
    pytest.param("---\n---\n", " expected a contract, found nothing", id="empty documents"),
    pytest.param("- rule_id: x\n", "1: expected a mapping, not a list", id="a list"),
    pytest.param("rule_id\n", "1: expected a mapping, not a text", id="a text"),
    pytest.param("true\n", "1: expected a mapping, not a boolean", id="a boolean"),
    pytest.param("a: [\n", "2: expected YAML; did not find", id="no end"),
    pytest.param('a: "x\n', "1: a: expected a closing quote", id="no end of a quote"),
    pytest.param("a: b: c\n", "1: a: expected quotes around", id="no YAML"),
    pytest.param("a:\n\tb: c\n", "2: b: expected blanks", id="a tab"),
    pytest.param("a: *none\n", "1: a: expected quotes around", id="no such anchor"),
    pytest.param("a: \0\n", "1: expected plain text", id="NUL"),
    pytest.param("a: \x1b[2J\n", "1: expected plain text", id="an escape code"),
    pytest.param(
        b"rule_id: x\nmessage: \xff\n",
        "2: expected UTF-8 text, not the byte 0xff",
        id="Latin-1",
    ),
    pytest.param("a: &a [*a]\n", "1: expected a document whose aliases do not", id="a loop"),
    pytest.param(BOMB, "1: expected a document whose aliases do not unfold", id="alias bomb"),
    pytest.param("[" * 100_000, "1: expected YAML; nested deeper than 30", id="deep"),
    pytest.param(
        "x" * 5_000_000, "1: expected a file of at most 1 MB; this one is larger", id="5 MB"
    ),
    pytest.param(
        AS_IT_IS + "type: forbid_pattern\n",
        "7: type: expected each key once",
        id="duplicate key",
    ),
    pytest.param(
        "!!python/object/apply:os.system ['exit 7']\n",
        "1: expected a plain value, not the tag !!python/object/apply:os.system",
        id="a tag",
    ),
    pytest.param(
        with_key("message", "!!python/name:os.system x"),
        "6: message: expected a plain value, not the tag !!python",
        id="a tag at a key",
    ),
    pytest.param(
        with_key("pattern", "'('"),
        "6: pattern: expected a regular expression; missing )",
        id="pattern",
    ),
    pytest.param(
        with_key("pattern", f"'{'(' * 50_000}'"),
        "6: pattern: expected a regular expression; nested too deeply",
        id="deep pattern",
    ),
    pytest.param(
        with_key("pattern", "'(?P<a>x)(?P<a'"),
        "6: pattern: expected a regular expression; ",
        id="half a group",
    ),
    pytest.param(
        with_key("pattern", "'a{99999999999}'"),
        "6: pattern: expected a regular expression; ",
        id="a huge number",
    ),
    pytest.param(
        with_key("pattern", '"(\\x1b[2J"'),
        "6: pattern: expected no character U+001B",
        id="escape code in a pattern",
    ),
    pytest.param(
        with_key("pattern", "''"), "6: pattern: expected a text that is not empty", id="no pattern"
    ),
    pytest.param(
        with_key("pattern", "[a]"), "6: pattern: expected a text, not a list", id="pattern a list"
    ),
    pytest.param(with_key("type", "forbid"), "6: type: expected one of ", id="type"),
    pytest.param(with_key("type", "{}"), "6: type: expected one of ", id="type a mapping"),
    pytest.param(
        with_key("file_glob", "[]"),
        "6: file_glob: expected a glob or a list of globs",
        id="no glob",
    ),
    pytest.param(
        with_key("file_glob", "[1]"),
        "6: file_glob[0]: expected a text, not the number 1 (put it in quotes)",
        id="glob a number",
    ),
    pytest.param(
        with_key("enabled", "yes"),
        "7: enabled: expected true or false, not yes; did you mean true?",
        id="yes",
    ),
    pytest.param(
        with_key("severity", "fatal"),
        '6: severity: expected one of error, warning, not "fatal"',
        id="severity",
    ),
    pytest.param(
        with_key("message", "2025-12-05"),
        "6: message: expected a text, not the date 2025-12-05",
        id="a date",
    ),
    pytest.param(
        with_key("message", "012"), "6: message: expected a text, not the number 012", id="a number"
    ),
    pytest.param(
        with_key("rule_id", '"\\x1b[2J"'),
        "6: rule_id: expected 1 to 64 letters, digits and hyphens",
        id="escape code in an id",
    ),
    pytest.param(
        with_key("rule_id", "no_print"),
        '6: rule_id: expected 1 to 64 letters, digits and hyphens, not "no_print"; '
        "did you mean no-print?",
        id="id",
    ),
    pytest.param(
        with_key("examples", "x"),
        "7: examples: expected a mapping with valid and invalid",
        id="examples",
    ),
    pytest.param("rule: x\n", "1: rule: expected a mapping, not a text", id="v1.2"),
]


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize(("text", "problem"), BAD_CONTRACTS)
def test_a_bad_contract_is_named_and_the_others_count(
    project: MakeProject, run: Run, text: str | bytes, problem: str
) -> None:
    """The file and the key are named, and the contract beside it still counts."""
    root = project({"a.py": PRINTS}, contracts={**NO_PRINT, "bad.yaml": text})
    assert_said(run, root, f".claude/contracts/bad.yaml:{problem}")


def assert_said(run: Run, root: Path, problem_start: str) -> None:
    """All three front-ends say it, on one line, and find what ``no-print`` forbids."""
    scanned = sound(run("scan", cwd=root))
    assert (scanned.code, scanned.out) == (2, f"{INCOMPLETE}1 contract problem\n")
    problem, counts = scanned.err.splitlines()
    assert problem.startswith(problem_start)
    assert problem.endswith(" (contract skipped)")
    assert counts == "1 file checked, 1 contract problem"
    assert len(problem) < 400
    enforced = sound(run("enforce", "--file", "a.py", cwd=root))
    unchecked = f"Checked, but for: {problem_start.partition(':')[0]} (contract skipped)\n"
    out = f"{ENFORCED}\n1 error, 0 warnings\n{unchecked}"
    assert enforced == (0, out, f"phaser enforce: {problem}\n")
    stdin = event("Write", cwd=root, file_path=root / "b.py", content=PRINTS)
    answer = hook(run, root, stdin)
    assert denial(answer) == denial_sentence(code=PRINTS.strip())
    assert (
        answer["systemMessage"]
        == f"Contract skipped: {problem.removesuffix(' (contract skipped)')}"
    )
    second_answer = hook(run, root, stdin.replace(b"abc123", b"another"))
    assert second_answer == answer, "from the store the same is said"


def make_loop(path: Path) -> None:
    path.symlink_to(path.name)


def make_dangling(path: Path) -> None:
    path.symlink_to("none.py")


def make_zero(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_folder(path: Path) -> None:
    path.mkdir()


KINDS: list[tuple[Callable[[Path], None], str]] = [
    (os.mkfifo, "expected a regular file"),
    (make_folder, "expected a regular file"),
    (make_zero, "expected a regular file"),
    (make_loop, "cannot be read: Too many levels of symbolic links"),
    (make_dangling, "cannot be read: No such file or directory"),
]


@pytest.mark.parametrize(("make", "problem"), KINDS)
def test_contract_file_of_another_kind(
    project: MakeProject, run: Run, make: Callable[[Path], None], problem: str
) -> None:
    """It is not opened, and not skipped in silence."""
    root = project({"a.py": PRINTS}, contracts=NO_PRINT)
    make(root / ".claude/contracts/bad.yaml")
    assert_said(run, root, f".claude/contracts/bad.yaml: {problem}")


def test_contracts_in_a_folder_below(project: MakeProject, run: Run) -> None:
    """They would be missed in silence."""
    root = project({"a.py": PRINTS}, contracts={**NO_PRINT, "more/x.yaml": contract("x")})
    problem = "contracts in a subfolder are not read: move them up"
    assert_said(run, root, f".claude/contracts/more: {problem}")


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda path: path.write_text("x"), "expected a folder of contract files"),
        (os.mkfifo, "expected a folder of contract files"),
        (make_zero, "expected a folder of contract files"),
        (make_loop, "cannot be read: Too many levels of symbolic links"),
        (make_dangling, "cannot be read: No such file or directory"),
    ],
)
def test_contracts_folder_that_is_none(
    project: MakeProject, run: Run, make: Callable[[Path], None], problem: str
) -> None:
    """The other places still count."""
    root = project({"a.py": PRINTS}, contracts=NO_PRINT)
    make(root / ".phaser")
    (root / ".phaser").unlink()
    (root / ".phaser").mkdir()
    make(root / ".phaser/contracts")
    assert_said(run, root, f".phaser/contracts: {problem}")


def test_a_cache_folder_that_is_none(project: MakeProject, run: Run) -> None:
    """Said at once, where each scan would check every file afresh."""
    root = project({"a.py": ""}, contracts={"a.yaml": contract()})
    for command in ("scan", "baseline", "pre-commit"):
        for folder, why in (("a.py/x", "Not a directory"), ("a.py", "File exists")):
            outcome = run(command, f"--cache-dir={folder}", cwd=root)
            assert (outcome.code, outcome.out) == (2, "")
            assert f"--cache-dir: expected a folder: {folder}: {why}" in outcome.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_contracts_that_cannot_be_read(project: MakeProject, run: Run) -> None:
    """A file, and a folder."""
    root = project({"a.py": PRINTS}, contracts={**NO_PRINT, "bad.yaml": AS_IT_IS})
    (root / ".claude/contracts/bad.yaml").chmod(0)
    assert_said(run, root, ".claude/contracts/bad.yaml: cannot be read: Permission denied")
    (root / ".claude/contracts/bad.yaml").unlink()
    (root / ".phaser/contracts").mkdir(parents=True, mode=0)
    assert_said(run, root, ".phaser/contracts: cannot be read: Permission denied")


NEVER_ENDING = ("(a|aa)+$", "(a+)+$", "(?:a?){60}a{60}$", "^(([a-z])+.)+[A-Z]([a-z])+$")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("pattern", NEVER_ENDING)
def test_pattern_that_never_ends(project: MakeProject, run: Run, pattern: str) -> None:
    """Out of time in each front-end, which is never clean; the contract beside it counts."""
    text = "a" * 5_000 + "!\n" + PRINTS
    root = project(
        {"a.py": text}, contracts={**NO_PRINT, "slow.yaml": contract("slow", pattern=pattern)}
    )
    flags = ("--timeout", "30")
    scanned = sound(run("scan", *flags, cwd=root))
    assert scanned.code == 2
    assert scanned.out == f"{INCOMPLETE.replace('a.py:1:', 'a.py:2:')}1 undecided\n"
    undecided_check = "a.py: undecided: slow: the pattern took longer than 30 ms"
    assert scanned.err == f"{undecided_check}\n1 file checked, 1 undecided\n"
    enforced = sound(run("enforce", "--file", "a.py", *flags, cwd=root))
    assert (enforced.code, enforced.err) == (0, f"phaser enforce: {undecided_check}\n")
    stdin = event("Write", cwd=root, file_path=root / "b.py", content=text)
    answer = hook(run, root, stdin, *flags)
    assert denial(answer) == denial_sentence(line=2, code=PRINTS.strip())
    assert answer["systemMessage"] == (
        "Not checked: slow on b.py: the pattern took longer than 30 ms."
    )


def test_pattern_that_matches_everywhere(project: MakeProject, run: Run) -> None:
    """So many matches that not all are counted: said, not cut off in silence."""
    contracts = {**NO_PRINT, "all.yaml": contract("all", pattern="(?!y)", file_glob="*.txt")}
    root = project({"a.py": PRINTS, "a.txt": "x\n" * 20_000}, contracts=contracts)
    scanned = sound(run("scan", cwd=root))
    assert scanned.code == 2
    assert scanned.out.endswith(
        "\nincomplete: 10001 errors, 0 warnings in what was checked; 1 undecided\n"
    )
    assert "a.txt: undecided: all: more than 10,000 matches\n" in scanned.err


# Files.


def make_large(path: Path) -> None:
    path.write_bytes(b"x = 1\n" * 2 * MEGABYTE)


NAMED = "b.py: note: not checked: a link leads "
FILE_KINDS: list[tuple[Callable[[Path], None], str, str, str]] = [
    (os.mkfifo, "not a regular file", "", "not a regular file"),
    (make_large, "larger than 10 MB", "", "larger than 10 MB"),
    (make_zero, "symbolic link", f"{NAMED}out of the project, to /dev/zero\n", ""),
    (make_loop, "symbolic link", f"{NAMED}to nothing\n", ""),
    (make_dangling, "symbolic link", f"{NAMED}to nothing\n", ""),
]


@pytest.mark.parametrize(("make", "scanned", "skips", "enforced"), FILE_KINDS)
def test_file_of_another_kind(
    project: MakeProject,
    run: Run,
    make: Callable[[Path], None],
    scanned: str,
    skips: str,
    enforced: str,
) -> None:
    """It is skipped and counted, in a scan of everything and by name; nothing waits for it."""
    root = project({"a.py": PRINTS}, contracts=NO_PRINT)
    make(root / "b.py")
    (root / ".git").rename(root.parent / "was.git")
    unread = f"; 1 file not read: {scanned}" if make is make_large else ""
    out = f"{FOUND}\n1 error, 0 warnings{unread}\n"
    names = f"1 file not read: {scanned} (b.py)\n" if unread else ""
    counts = f"{names}1 file checked, 1 skipped ({scanned}: 1)\n"
    assert sound(run("scan", cwd=root)) == (1, out, counts)
    assert sound(run("scan", "a.py", "b.py", cwd=root)) == (1, out, f"{skips}{counts}")
    if enforced:
        skip = f"phaser enforce: skipped: b.py: {enforced}\n"
        out = f"{NONE}Not checked: b.py ({enforced})\n"
        assert sound(run("enforce", "--file", "b.py", cwd=root)) == (0, out, skip)


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("make", [make for make, *_ in FILE_KINDS] + [make_folder])
@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse"])
def test_hook_on_a_file_of_another_kind(
    project: MakeProject, run: Run, make: Callable[[Path], None], name: str
) -> None:
    """A Write is checked by its content; an Edit cannot be, and says so; nothing waits."""
    root = project({}, contracts=NO_PRINT)
    make(root / "b.py")
    write = event("Write", name=name, cwd=root, file_path=root / "b.py", content=PRINTS)
    edit = event(
        "Edit", name=name, cwd=root, file_path=root / "b.py", old_string="a", new_string="b"
    )
    answer_to_write, answer_to_edit = hook(run, root, write), hook(run, root, edit)
    is_inside = make is not make_zero  # what it points to is no file of this project
    if name == "PreToolUse" and is_inside:
        assert denial(answer_to_write).startswith("Contract violation: no-print at line 1.")
        assert answer_to_edit["systemMessage"].startswith("Not checked: ")
    for stdin in (write, edit):
        outcome = sound(run("enforce", "--stdin", stdin=stdin, cwd=root))
        assert outcome.code == 0


def test_home_that_cannot_be_used(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """Neither cache nor user contracts, and that is all."""
    root = project({"a.py": PRINTS}, contracts=NO_PRINT)
    (tmp_path / "file").write_text("")
    stdin = event("Write", cwd=root, file_path=root / "b.py", content=PRINTS)
    clean = event("Write", cwd=root, file_path=root / "b.py", content="x\n")
    for home in ("/proc", "/dev/null", "/proc/none", str(tmp_path / "file"), "relative", ""):
        env = {"HOME": home}
        assert sound(run("scan", cwd=root, env=env)).code == 1
        assert sound(run("enforce", "--file", "a.py", cwd=root, env=env)).err == ""
        assert denial(hook(run, root, stdin, **env)).startswith("Contract violation: no-print")
        assert hook(run, root, clean, **env) == {}


# Names.

NAMES = [
    (b"a\nb.py", "a\\nb.py"),
    (b"a\r\n::error::b.py", "a\\r\\n::error::b.py"),
    (b"::error::x.py", "./::error::x.py"),
    (b"##[error]x.py", "./##\u200b[error]x.py"),
    (b"##vso[a]b.py", "./##\u200bvso[a]b.py"),
    (b"##teamcity[a]b.py", "./##\u200bteamcity[a]b.py"),
    (b"--- b.py", "./--- b.py"),
    (b"section_start:0:a\r\x1b[0K.py", "section_start:0:a\\r\\x1b[0K.py"),
    (b"\x1b[2J\x07.py", "\\x1b[2J\\x07.py"),
    (b"\xff\xfe.py", "\\xff\\xfe.py"),
    (b"-rf.py", "./-rf.py"),
    (b"a b:1: error.py", "a b:1: error.py"),
    ("\u202egnp.py".encode(), "\\u202egnp.py"),
    ("日本 é.py".encode(), "日本 é.py"),
    (b"a\\b.py", "a\\b.py"),
    (b"a*?[x]!.py", "a*?[x]!.py"),
    (b"x" * 250 + b".py", "x" * 250 + ".py"),
]


@pytest.mark.one_row_in(11)
@pytest.mark.parametrize(("name", "printed_name"), NAMES, ids=repr)
@pytest.mark.parametrize("walked", [False, True])
def test_a_file_with_any_name_is_checked_and_shown_safely(
    project: MakeProject, run: Run, name: bytes, printed_name: str, walked: bool
) -> None:
    """Checked like any other, and shown so that no terminal obeys it."""
    root = project({"z.py": PRINTS}, contracts=NO_PRINT, commit=True)
    path = os.fsdecode(name)
    with open(os.path.join(os.fsencode(root), name), "wb") as file:
        file.write(PRINTS.encode())
    if walked:
        (root / ".git").rename(root.parent / "was.git")
    line = f"{printed_name}:1:1: error: Use the logger. [no-print]\n"
    paths_and_lines = sorted([(path, line), ("z.py", FOUND.replace("a.py", "z.py"))])
    scanned = sound(run("scan", cwd=root))
    assert scanned.code == 1
    assert scanned.out == f"{paths_and_lines[0][1]}{paths_and_lines[1][1]}\n2 errors, 0 warnings\n"
    named = sound(run("scan", "--", path, cwd=root))
    assert named.out == f"{line}\n1 error, 0 warnings\n"
    shown_paths = [
        violation["path"]
        for violation in json.loads(run("scan", "--format", "json", cwd=root).out)["violations"]
    ]
    assert shown_paths == [paths_and_lines[0][0], paths_and_lines[1][0]]
    github = sound(run("scan", "--format", "github", cwd=root))
    assert [text[:12] for text in github.out.splitlines()] == ["::error file"] * 2 + [
        "phaser-lint:"
    ]
    enforced = sound(run("enforce", f"--file=./{path}", cwd=root))
    enforced_line = f"{printed_name}:1: error: no-print\n  Use the logger.\n"
    assert enforced.out == f"{enforced_line}\n1 error, 0 warnings\n"
    stop = event("", name="Stop", cwd=root)
    if not walked:
        reason = hook(run, root, stop, XDG_CACHE_HOME=str(root.parent / "cache"))["reason"]
        plain = printed_name.removeprefix("./")
        assert reason == denial_sentence(path=plain, code=PRINTS.strip())


@pytest.mark.parametrize(("name", "printed_name"), NAMES, ids=repr)
def test_name_in_an_event(project: MakeProject, run: Run, name: bytes, printed_name: str) -> None:
    """In the hook's words too."""
    root = project({}, contracts={"a.yaml": contract(type="require_pattern", pattern="x")})
    stdin = event("Write", cwd=root, file_path=f"{root}/{os.fsdecode(name)}", content="y\n")
    plain = printed_name.removeprefix("./")
    assert denial(hook(run, root, stdin)) == (
        f"Contract violation: no-print in {plain}. Use the logger.\n"
        "  Only if this is meant, add to the file: # phaser:ignore-file no-print -- reason"
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("path", ["a\0b.py", "\ud800.py", "x" * 300 + ".py", "/" + "x/" * 3000])
def test_path_that_cannot_be(project: MakeProject, run: Run, path: str) -> None:
    """No file can be called that; it is said, and nothing breaks."""
    root = project({}, contracts=NO_PRINT)
    for name in ("PreToolUse", "PostToolUse"):
        for tool in ("Write", "Edit"):
            stdin = event(
                tool, name=name, cwd=root, file_path=path, content="x", old_string="", new_string=""
            )
            hook(run, root, stdin)
            assert sound(run("enforce", "--stdin", stdin=stdin, cwd=root)).code == 0
    stdin = event("Write", cwd=root, file_path="a\0b.py", content=PRINTS)
    assert hook(run, root, stdin)["systemMessage"] == (
        "phaser-lint: Not checked: Invalid file_path."
    )


@pytest.mark.parametrize(
    "text",
    [b"\xef\xbb\xbfprint(1)\r\n", b"print(1)", b"print(1)\x85\n", b"print(1)\xff\xfe" + b" " * 30],
)
def test_text_that_is_odd(project: MakeProject, run: Run, text: bytes) -> None:
    """One odd byte does not switch the contracts off."""
    root = project({"a.py": text}, contracts=NO_PRINT)
    assert sound(run("scan", cwd=root)).out == f"{FOUND}\n1 error, 0 warnings\n"
    assert sound(run("enforce", "--file", "a.py", cwd=root)).out.startswith(ENFORCED)


def test_message_and_pattern_with_escape_codes(project: MakeProject, run: Run) -> None:
    """Neither a contract nor a file writes to the terminal."""
    odd = contract(message="a\x1b[2J\nb\u202e", pattern="\\x1b|x")
    root = project({"a.py": "x = '\x1b[2J'\n"}, contracts={"a.yaml": odd})
    line = "a.py:1:{}: error: a\\x1b[2J b\\u202e [no-print]\n"
    for arguments in (("scan",), ("enforce", "--all"), ("contracts", "check", "-v")):
        assert "\\x1b[2J" in sound(run(*arguments, cwd=root)).out
    assert sound(run("scan", "--quiet", cwd=root)).out == line.format(1) + line.format(6)


def test_directives_that_are_odd(project: MakeProject, run: Run) -> None:
    """A directive quotes whatever it likes; what is shown of it is harmless."""
    odd = "x # phaser:ignore \x1b[2J\nx # phaser:ignore\nx # phaser:ignore-everything a\n"
    root = project({"a.py": odd + PRINTS}, contracts=NO_PRINT)
    scanned = sound(run("scan", cwd=root))
    assert scanned.out == FOUND.replace("a.py:1:", "a.py:4:") + "\n1 error, 0 warnings\n"
    assert scanned.err.count("a.py:") == 3


def test_names_of_gitignore_and_git(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """What a walk stumbles over hides no file, and what git refuses is said in its words."""
    root = project({"a.py": PRINTS}, contracts=NO_PRINT)
    write_files(root, {".gitignore": b"\xff\n[z-a\n\\\n!\n" + b"x" * 100_000 + b"\n"})
    assert sound(run("scan", cwd=root)).out == f"{FOUND}\n1 error, 0 warnings\n"
    for name in ("index", "HEAD"):
        (root / ".git" / name).write_text("garbage")
        refused = sound(run("scan", cwd=root))
        assert (refused.code, refused.out) == (2, "")
        assert refused.err.startswith("phaser-lint: git ls-files: ")
        walked = sound(run("scan", "--no-git", cwd=root))
        assert walked.out == f"{FOUND}\n1 error, 0 warnings\n"
    stop = event("", name="Stop", cwd=root)
    answer = hook(run, root, stop, XDG_CACHE_HOME=str(tmp_path))
    assert answer["systemMessage"].startswith("phaser-lint cannot tell what is new in ")
