"""``hook --record`` and ``replay``: what is kept, what is left out, and the same answer again."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent import AGENTS
from phaser_lint.command.replay import make_own_hook_command
from phaser_lint.hook import recording
from phaser_lint.hook.doctor.made_events import encode_event, make_write_event
from tests.command.made import contract, denial_sentence, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

DENIED = {
    "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": denial_sentence(),
    }
}
CONTRACTS = {"no-print.yaml": contract()}


@pytest.fixture
def root(project: MakeProject) -> Path:
    return project({"src/app.py": "x = 1\n"}, contracts=CONTRACTS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "recording.jsonl"


def answer(run: Run, root: Path, content: bytes, *flags: str) -> Any:
    outcome = run("hook", *flags, stdin=content, cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


def write(root: Path, text: str, name: str = "src/app.py", **fields: Any) -> bytes:
    return event("Write", file_path=root / name, content=text, cwd=root, **fields)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize(
    ("text", "expected"), [("x = 2\n", {}), ("print(1)\n", DENIED), ("y\n" * 9_000, {})]
)
def test_the_answer_is_the_same(run: Run, root: Path, file: Path, text: str, expected: Any) -> None:
    """With the recording and without."""
    stdin = write(root, text)
    stdin_of_other_session = write(
        root, text, session_id="other"
    )  # a second denial of one session is shorter
    assert (
        answer(run, root, stdin_of_other_session)
        == answer(run, root, stdin, "--record", str(file))
        == expected
    )
    assert lines(file) == [
        {"event": json.loads(stdin), "disk": {"src/app.py": "x = 1\n"}, "project": str(root)}
    ]


def test_it_is_private_and_grows(run: Run, root: Path, file: Path) -> None:
    """Mode 0600 under any umask; each event is a line; what is no JSON is kept as it came."""
    before = os.umask(0)
    try:
        answer(run, root, write(root, "x\n", "new.py"), f"--record={file}")
    finally:
        os.umask(before)
    answer(run, root, b"{cut", "--record", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [line.get("disk", line.get("raw")) for line in lines(file)] == [{"new.py": None}, "{cut"]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("is_named", [True, False])
def test_the_project_that_is_recorded(run: Run, root: Path, file: Path, is_named: bool) -> None:
    """The one that the hook checks by, wherever a ``cd`` has led; so replay denies, too."""
    (root / "sub").mkdir()
    write_payload = json.loads(write(root, "print(1)\n", "sub/a.py")) | {"cwd": str(root / "sub")}
    stop = {"hook_event_name": "Stop", "session_id": "s", "cwd": str(root / "sub")}
    rules = root.parent / "rules"
    (root / ".claude/contracts").rename(rules)
    env = {"CLAUDE_PROJECT_DIR": str(root)} if is_named else {}
    flags = ("--contracts-dir", str(rules), "--record", str(file))
    for payload in (write_payload, stop):
        run("hook", *flags, stdin=json.dumps(payload).encode(), cwd=root / "sub", env=env)
    assert [line["project"] for line in lines(file)] == [str(root)] * 2
    replayed = run("replay", str(file), "--contracts-dir", str(rules), cwd=root)
    assert "PreToolUse Write sub/a.py: deny" in replayed.out


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("git", [True, False])
@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_a_working_directory_below(
    run: Run, tmp_path: Path, file: Path, agent: str, git: bool
) -> None:
    """With nothing but a contract of the user's, it is the file that tells where it lies."""
    root, home = tmp_path / "p", tmp_path / "home"
    write_files(root, {"src/app.py": "x = 1\n", "src/sub/b.py": ""})
    write_files(home, {".phaser/contracts/a.yaml": contract()})
    if git:
        subprocess.run(("git", "init", "-q", str(root)), check=True)
    payload = json.loads(write(root, "print(1)\n")) | {"cwd": str(root / "src/sub")}
    flags = ("--agent", agent, "--record", str(file))
    env = {"HOME": str(home)}
    denied = run("hook", *flags, stdin=json.dumps(payload).encode(), cwd=root / "src/sub", env=env)
    assert "Contract violation: no-print at line 1" in denied.out
    project_root = root if git else root / "src"
    name = "src/app.py" if git else "app.py"
    recorded = {"disk": {name: "x = 1\n"}, "project": str(project_root)}
    assert lines(file) == [{"event": payload, **recorded}]
    replayed = run("replay", "--agent", agent, str(file), cwd=root, env=env)
    assert f"PreToolUse Write {name}: deny" in replayed.out


def test_nothing_is_recorded_unasked(run: Run, root: Path, file: Path) -> None:
    """Off by default."""
    answer(run, root, write(root, "print(1)\n"))
    assert not file.exists()


def test_a_recording_leaves_out_words_and_secrets(run: Run, root: Path, file: Path) -> None:
    """What people type, what the agent says, and files that keep secrets."""
    prompt = {"hook_event_name": "UserPromptSubmit", "prompt": "token", "cwd": str(root)}
    answer(run, root, json.dumps(prompt).encode(), "--record", str(file))
    by_wave = {"hook_event_name": "UserPromptSubmit", "user_prompt": "token", "cwd": str(root)}
    run("hook", "--record", str(file), stdin=json.dumps(by_wave).encode(), cwd=root)
    assert lines(file).pop()["event"]["user_prompt"] == ""
    for name in (".env", "config/.env.local", "server.PEM", "id_rsa", "credentials.json"):
        answer(run, root, write(root, "token\n", name), "--record", str(file))
    assert "token" not in file.read_text()
    assert lines(file)[2:4] == [{"left_out": [".env"]}, {"left_out": [".env.local"]}]


def unwritable(file: Path) -> str:
    file.mkdir()
    return "Is a directory"


def missing_folder(file: Path) -> str:
    file.symlink_to(file.parent / "no/such")
    return "expected a regular file"


def readable(file: Path) -> str:
    file.touch(0o644)
    file.chmod(0o644)
    return f"others may read it; chmod 600 {file}"


def full(file: Path) -> str:
    file.touch(0o600)
    os.truncate(file, recording.LARGEST)
    return "it is full (20 MB)"


def pipe(file: Path) -> str:
    os.mkfifo(file, 0o600)
    return "expected a regular file"


@pytest.mark.parametrize("breaks", [unwritable, missing_folder, readable, full, pipe])
@pytest.mark.parametrize(("text", "expected"), [("x = 2\n", {}), ("print(1)\n", DENIED)])
def test_a_file_that_cannot_be_written(
    run: Run, root: Path, file: Path, breaks: Any, text: str, expected: Any
) -> None:
    """Said to the user; the verdict is unchanged."""
    reason = breaks(file)
    given_answer = answer(run, root, write(root, text), "--record", str(file))
    message = f"phaser-lint could not record this: --record {file}: {reason}"
    assert given_answer == {**expected, "systemMessage": message}


def test_a_recording_without_a_file_is_a_wrong_flag(run: Run, root: Path) -> None:
    """A wrong flag, said as every other one."""
    given_answer = answer(run, root, write(root, "x\n"), "--record")
    assert "argument --record: expected one argument" in given_answer["systemMessage"]


@pytest.mark.parametrize("flags", [("--record", ""), ("--record=",)])
def test_an_empty_file_name(run: Run, root: Path, flags: tuple[str, ...]) -> None:
    """``--record "$FILE"`` without the variable: said, and the verdict is unchanged."""
    message = "phaser-lint could not record this: --record: expected a file, found an empty text"
    given_answer = answer(run, root, write(root, "print(1)\n"), *flags)
    assert given_answer == {**DENIED, "systemMessage": message}


def test_a_file_outside_of_the_project(run: Run, root: Path, file: Path, tmp_path: Path) -> None:
    """Its text is not kept, and the recording can be replayed."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "notes.py").write_text("private\n")
    stdin = event("Edit", file_path=str(elsewhere / "notes.py"), old_string="x", new_string="y",
                 cwd=str(root))  # fmt: skip
    answer(run, root, stdin, "--record", str(file))
    answer(run, root, write(root, "print(1)\n"), "--record", str(file))
    assert "private" not in file.read_text()
    outcome = run("replay", str(file), cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert "src/app.py: deny (T)" in without_times(outcome.out)


def test_a_folder_where_a_file_was(run: Run, root: Path, file: Path) -> None:
    """From line to line, and in one line; a recording of anybody is no bug of ours."""
    payload = json.loads(event("Write", file_path="/p/x.txt", content="x", cwd="/p"))
    disks: list[dict[str, str]] = [{"a": "1"}, {"a/b": "2"}, {"a": "3"}, {"a": "1", "a/b": "2"}]
    file.write_text("".join(
        json.dumps({"event": payload, "disk": disk, "project": "/p"}) + "\n" for disk in disks
    ))  # fmt: skip
    outcome = run("replay", str(file), cwd=root)
    assert (outcome.code, outcome.err, outcome.out.count("\n")) == (0, "", 4)


def test_a_name_that_is_too_long(run: Run, root: Path, file: Path) -> None:
    """A clear message with the line."""
    file.write_text(json.dumps({"event": {}, "disk": {"a" * 300: "x"}, "project": "/p"}))
    outcome = run("replay", str(file), cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("phaser-lint: line 1: disk: aaaa")
    assert outcome.err.endswith("cannot be put: File name too long\n")


@pytest.mark.parametrize("text", ["", "\n\n", '{"final_disk": {}}\n', '{"left_out": [".env"]}\n'])
def test_an_empty_recording_is_said(run: Run, root: Path, file: Path, text: str) -> None:
    """Said, so that an empty output is no riddle."""
    file.write_text(text)
    message = f"phaser-lint: {file}: there is no event in it\n"
    assert run("replay", str(file), cwd=root) == (0, "", message)


def without_times(out: str) -> str:
    return re.sub(r"\d+ ms", "T", out)


def test_a_replay_gives_the_same_decisions(
    run: Run, root: Path, file: Path, tmp_path: Path
) -> None:
    """The same decisions, although the project has moved on since."""
    (root / "src/old.py").write_text("print(0)\n")
    for text, name in (("print(1)\n", "src/app.py"), ("print(0)\n", "src/old.py"), ("x", "b.py")):
        answer(run, root, write(root, text, name), "--record", str(file))
    (root / "src/app.py").write_text("print(1)\n")
    outcome = run("replay", str(file), cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert without_times(outcome.out) == (
        f"{file}:1: PreToolUse Write src/app.py: deny (T)\n"
        f"{indent(denial_sentence(), '  ')}\n"
        f"{file}:2: PreToolUse Write src/old.py: context (T)\n"
        "  1 existing violation in src/old.py is not counted.\n"
        f"{file}:3: PreToolUse Write b.py: nothing (T)\n"
    )


def test_a_new_contract_on_old_events(run: Run, root: Path, file: Path, tmp_path: Path) -> None:
    """``--contracts-dir`` takes the place of the project's."""
    answer(run, root, write(root, "y = 2\n"), "--record", str(file))
    folder = tmp_path / "contracts"
    folder.mkdir()
    (folder / "a.yaml").write_text(contract("no-y", pattern="^y"))
    outcome = run("replay", "--json", "--contracts-dir", str(folder), str(file), cwd=root)
    document = json.loads(outcome.out)
    assert document.pop("seconds") > 0
    assert document == {
        "version": 1,
        "file": str(file),
        "line": 1,
        "event": "PreToolUse",
        "tool": "Write",
        "path": "src/app.py",
        "decision": "deny",
        "blocks": True,
        "text": denial_sentence("no-y", code="y = 2"),
        "user": "",
        "exit_code": 0,
    }


def test_all_that_decides_counts_in_a_replay(
    project: MakeProject, run: Run, file: Path, tmp_path: Path
) -> None:
    """Included contracts count in a replay, too; what a link leads to outside does not."""
    files = {".phaser/config.yaml": "include: [rules]\n", "rules/a.yaml": contract()}
    root = project(files)
    (root / ".claude").symlink_to(tmp_path / "elsewhere")
    write_files(tmp_path, {"elsewhere/contracts/o.yaml": contract("outside")})
    answer(run, root, write(root, "print(1)\n"), "--record", str(file))
    output = run("replay", str(file), cwd=root).out
    assert "Contract violation: no-print at line 1." in output
    assert "outside at line 1" not in output


@pytest.mark.slow
def test_a_recording_made_elsewhere_has_no_word_of_the_project(
    run: Run, root: Path, file: Path
) -> None:
    """All files on each line, and no word of the project: Stop compares with the beginning."""
    payload = json.loads(write(Path("/project"), "print(1)\n", "a.py"))
    stop = {"hook_event_name": "Stop", "cwd": "/project", "session_id": "s"}
    rows = [
        {"event": payload, "disk": {"a.py": "x\n", "b.py": "y\n"}},
        {"event": stop, "disk": {"a.py": "print(1)\n"}},
        {"final_disk": {}},
    ]
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    outcome = run("replay", str(file), cwd=root)
    assert without_times(outcome.out) == (
        f"{file}:1: PreToolUse Write a.py: deny (T)\n"
        f"{indent(denial_sentence(), '  ')}\n"
        f"{file}:2: Stop: deny (T)\n"
        f"{indent(denial_sentence(path='a.py'), '  ')}\n"
    )


def test_a_hook_that_does_not_read(run: Run, root: Path, file: Path) -> None:
    """Said of an event that is larger than a pipe; of a small one it cannot be known."""
    rows = [json.loads(write(root, text, "a.py")) for text in ("x\n", "y\n" * 200_000)]
    file.write_text("".join(f"{json.dumps({'event': row})}\n" for row in rows))
    outcome = run("replay", "--command", "sleep 0.1", str(file), cwd=root)
    assert without_times(outcome.out) == (
        f"{file}:1: PreToolUse Write a.py: nothing (T)\n"
        f"{file}:2: PreToolUse Write a.py: nothing (T)\n"
        "  warning: the hook did not read the whole event\n"
    )
    json_lines = run(
        "replay", "--json", "--command", "sleep 0.1", str(file), cwd=root
    ).out.splitlines()
    message = "the hook did not read the whole event"
    assert [json.loads(line).get("warning") for line in json_lines] == [None, message]


PAYLOADS = Path(__file__).parents[1] / "payloads"


@pytest.mark.slow
@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(
    ("agent", "recorded", "decisions"),
    [
        ("claude-code", "claude-code-2.1.330/two",
         ["nothing"] * 3 + ["deny", "context", "context", "nothing", "deny", "context", "deny"]),
        ("codex", "codex-0.169.0/two",
         ["nothing", "nothing", "deny", "context", "deny", "context", "deny"]),
        ("gemini-cli", "gemini-cli-0.61.0/two",
         ["nothing", "nothing", "deny", "context", "nothing", "nothing", "deny", "nothing"]),
        ("copilot-cli", "copilot-1.0.102/two", ["deny", "nothing", "context", "context", "deny"]),
        ("cline", "cline-3.0.65/two", ["context", "nothing", "context", "context", "nothing"]),
        ("wave", "wave-1.1.3/first",
         ["nothing"] * 9),
    ],
)  # fmt: skip
def test_recordings_of_real_clients_are_replayed(
    run: Run, root: Path, agent: str, recorded: str, decisions: list[str]
) -> None:
    """Two edits, of which a new contract refuses the first: each in the agent's own form."""
    (root / ".claude/contracts/new.yaml").write_text(contract("no-100", pattern="100|= 10"))
    arguments = ("replay", "--json", "--agent", agent, str(PAYLOADS / f"{recorded}.jsonl"))
    outcome = run(*arguments, cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert [json.loads(line)["decision"] for line in outcome.out.splitlines()] == decisions


@pytest.mark.one_row_in(10)
@pytest.mark.parametrize("agent", [name for name, *_ in AGENTS])
def test_recorded_and_replayed_for_every_agent(
    run: Run, root: Path, file: Path, agent: str
) -> None:
    """What each agent was answered, it is answered again."""
    stdin = encode_event(agent, make_write_event(agent, str(root), "src/new.py", "print(1)\n"))
    hook_outcome = run("hook", "--agent", agent, "--record", str(file), stdin=stdin, cwd=root)
    replay_outcome = run("replay", "--json", "--agent", agent, str(file), cwd=root)
    document = json.loads(replay_outcome.out)
    assert lines(file)[0]["disk"] == {"src/new.py": None}
    assert document["exit_code"] == hook_outcome.code
    assert document["decision"] == ("context" if agent == "cline" else "deny")
    assert "no-print" in document["text"]


def test_a_replayed_hook_that_fails_exits_with_1(run: Run, root: Path, file: Path) -> None:
    """A hook that fails is shown as the agent takes it, and makes the exit code 1."""
    answer(run, root, write(root, "x\n"), "--record", str(file))
    outcome = run("replay", "--command", "echo no >&2; exit 1", str(file), cwd=root)
    assert (outcome.code, without_times(outcome.out)) == (
        1,
        f"{file}:1: PreToolUse Write src/app.py: broken (T)\n  exit code 1: no\n",
    )
    outcome = run("replay", "--command", "echo no >&2; exit 2", str(file), cwd=root)
    assert (outcome.code, without_times(outcome.out).split(": ")[2]) == (0, "deny (T)\n  no\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", ":1: expected a JSON object; Expecting property name"),
        ("[]", ":1: expected a JSON object"),
        ('{"event": {}, "disk": 1}', ":1: disk: expected an object from paths to texts"),
        ('\n{"event": {}, "disk": {"../x": ""}}', ":2: disk: expected paths inside the project"),
        ('{"event": {}, "disk": {"/x": ""}}', ":1: disk: expected paths inside the project: /x"),
        ('{"event": {}, "disk": {".git/config": ""}}', ":1: disk: expected paths inside"),
        (
            '{"event": {}, "disk": {"\\ud800.py": "x"}}',
            ":1: disk: expected paths inside the project: \\ud800.py\n",
        ),
        ('{"event": {}, "disk": {"a\\u0000": null}}', ":1: disk: expected paths inside"),
        ('{"event": {}, "project": 5}', ":1: project: expected a text\n"),
        ('{"a": 1}', ':1: expected "event" with an object, or "raw" with a text\n'),
        ('{"raw": 5}', ':1: expected "event" with an object, or "raw" with a text\n'),
        ('{"event": {}}\n{"event": 5}', ':2: expected "event" with an object'),
        ('{"hook": "before", "i": 5, "o": {}}', ':1: expected "event" with an object'),
    ],
)
def test_a_file_that_is_no_recording_exits_with_2(
    run: Run, root: Path, file: Path, text: str, message: str
) -> None:
    """File and line, exit code 2, nothing run."""
    file.write_text(text)
    outcome = run("replay", str(file), cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {file}{message}")


def test_a_missing_recording_is_a_clear_message(run: Run, root: Path) -> None:
    outcome = run("replay", "/no/such", cwd=root)
    assert outcome == (2, "", "phaser-lint: /no/such: cannot be read: No such file or directory\n")


def test_what_an_event_says_is_harmless(run: Run, root: Path, file: Path) -> None:
    """Names come from a recording of anybody: no terminal obeys them."""
    stdin = event("Write\x1b[2J", file_path="/p/\n::error::x", content="x", cwd="/p")
    file.write_text(json.dumps({"event": json.loads(stdin), "disk": {"a.py": ""}}))
    out = run("replay", str(file), cwd=root).out
    assert "\x1b" not in out
    assert not any(line.lstrip().startswith("::") for line in out.splitlines())


def test_replay_uses_this_python() -> None:
    """The hook that is replayed is the one of this installation."""
    assert make_own_hook_command("claude-code")[0] == sys.executable
