"""The hook as a process: whatever happens in it, one answer and exit code 0."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.hook_library.made import COMMON, event, run_hook

if TYPE_CHECKING:
    from pathlib import Path

WRITE = event("PreToolUse", tool_name="Write", tool_input={"file_path": "/p/a.py", "content": "x"})
HEAD = "import os, subprocess, sys\nfrom phaser_lint.hooks import *\n"
HANDLER = """
def guard(given: PreToolUseInput) -> PreToolUseResponse | None:
    {}
"""
RUN = "\nrun(guard)\n"
CLOSED = "\nrun(guard, fail_closed=True)\n"
ANY = "\ndef guard(given):\n    raise ValueError('bad')\n"
DENIED = {
    "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "No.",
    }
}


def code(body: str, *, end: str = RUN) -> str:
    return HEAD + HANDLER.format(body) + end


DENIES = "return PreToolUseResponse.deny('No.')"


def denied(reason: str) -> dict[str, Any]:
    """The closed answer before a tool call."""
    specific = {**DENIED["hookSpecificOutput"], "permissionDecisionReason": reason}
    return {"hookSpecificOutput": specific, "systemMessage": reason}


# What must not disturb.


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ("return None", {}),
        ("pass", {}),
        (DENIES, DENIED),
        ("return PreToolUseResponse.acknowledge()", {}),
    ],
)
def test_a_hook_prints_its_answer_and_no_error(
    tmp_path: Path, environment: dict[str, str], body: str, answer: dict[str, Any]
) -> None:
    """And nothing on standard error."""
    ran = run_hook(tmp_path, code(body), WRITE, environment)
    assert (ran.answer, ran.err) == (answer, "")


PRINTS = {
    "print": "print('seen')",
    "flushed": "print('seen', flush=True)",
    "descriptor": "os.write(1, b'seen\\n')",
    "program": "subprocess.run(['/bin/sh', '-c', 'echo seen'])",
    "original stream": "sys.__stdout__.write('seen\\n')",
    "before run": "pass",
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("how", PRINTS)
def test_printing_goes_to_standard_error(
    tmp_path: Path, environment: dict[str, str], how: str
) -> None:
    """The client drops an answer that has anything beside it."""
    early = "print('seen')\n" if how == "before run" else ""
    script = code(f"{PRINTS[how]}; {DENIES}", end=early + RUN)
    ran = run_hook(tmp_path, script, WRITE, environment)
    assert (ran.answer, ran.err) == (DENIED, "seen\n")


def test_what_comes_after_is_not_the_answer(tmp_path: Path, environment: dict[str, str]) -> None:
    """`run` returns, and the script may go on."""
    ran = run_hook(tmp_path, code(DENIES) + "print('after')\n", WRITE, environment)
    assert (ran.answer, ran.err) == (DENIED, "after\n")


def test_an_answer_is_ascii(tmp_path: Path, environment: dict[str, str]) -> None:
    """Whatever the locale, and half a character cannot break it."""
    script = code("return PreToolUseResponse.deny('ü漢\\ud800\\x1b')")
    ran = run_hook(tmp_path, script, WRITE, {**environment, "LC_ALL": "C"})
    assert ran.out.isascii()
    assert ran.answer["hookSpecificOutput"]["permissionDecisionReason"] == "ü漢\ud800\x1b"


def test_a_long_answer_is_whole(tmp_path: Path, environment: dict[str, str]) -> None:
    """A pipe takes it in pieces."""
    script = code("return PreToolUseResponse.deny('x' * 1_000_000)")
    reason = run_hook(tmp_path, script, WRITE, environment).answer["hookSpecificOutput"]
    assert reason["permissionDecisionReason"] == "x" * 1_000_000


# What fails: visible and open, or closed.

FAILS = {
    "raise ValueError('bad')": "ValueError: bad (guard.py, line 5)",
    "raise ValueError": "ValueError (guard.py, line 5)",
    "1 / 0": "ZeroDivisionError: division by zero (guard.py, line 5)",
    "int('a')": "ValueError: invalid literal for int() with base 10: 'a' (guard.py, line 5)",
    "import json; json.loads('')":
        "JSONDecodeError: Expecting value: line 1 column 1 (char 0) (guard.py, line 5)",
    "sys.exit(2)": "the handler ended the process (exit code 2) (guard.py, line 5)",
    "sys.exit()": "the handler ended the process (exit code None) (guard.py, line 5)",
    "raise KeyboardInterrupt": "interrupted (guard.py, line 5)",
    "raise BrokenPipeError(32, 'Broken pipe')":
        "BrokenPipeError: [Errno 32] Broken pipe (guard.py, line 5)",
    "raise GeneratorExit": "GeneratorExit (guard.py, line 5)",
    "raise ValueError('\\x1b[2J')": "ValueError: \\x1b[2J (guard.py, line 5)",
    "return True": "PreToolUse: expected PreToolUseResponse or None from guard, found bool",
    "return PreToolUseResponse.deny('No.').with_updated_input(a=1)":
        "with_updated_input: a denied call has no input; expected an allow() (guard.py, line 5)",
    "return PreToolUseResponse.allow().with_updated_input(a=sys)":
        "with_updated_input: a: expected text, a number, a list or a dictionary, found module "
        "(guard.py, line 5)",
    "return UserPromptSubmitResponse.with_modified_prompt('p')":
        "with_modified_prompt: a client cannot replace a prompt; expected with_context(text) or "
        "deny(reason) (guard.py, line 5)",
    "return given.file_path_matches('*.{a,b')": None,
}  # fmt: skip


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize("body", FAILS)
def test_a_handler_that_fails(tmp_path: Path, environment: dict[str, str], body: str) -> None:
    """The user reads it; the call goes on, or is denied where that was asked for."""
    script = body.replace("return given", f"given.raw['tool_input']['file_path'] = '{tmp_path}/a'; "
                          "return given")  # fmt: skip
    reason = FAILS[body] or (
        "file glob: '*.{a,b': a `{` is not closed; write `\\{` for a brace (guard.py, line 5)"
    )
    message = f"guard.py failed, so it checked nothing: {reason}"
    outcome = run_hook(tmp_path, code(script), WRITE, environment)
    assert outcome.answer == {"systemMessage": message}
    assert outcome.err, "standard error tells more"
    closed = run_hook(tmp_path, code(script, end=CLOSED), WRITE, environment)
    assert closed.answer == denied(message)


BLOCKED = {"decision": "block"}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("name", "fields", "closed"),
    [
        ("PostToolUse", {}, BLOCKED),
        ("UserPromptSubmit", {}, BLOCKED),
        ("Stop", {"stop_hook_active": False}, BLOCKED),
        ("Stop", {"stop_hook_active": True}, {}),
        ("SubagentStop", {}, BLOCKED),
        ("SessionStart", {}, {}),
        ("PostToolUseFailure", {}, {}),
        ("Notification", {}, {}),
    ],
)
def test_each_event_fails_closed_as_far_as_it_can(
    tmp_path: Path,
    environment: dict[str, str],
    name: str,
    fields: dict[str, Any],
    closed: dict[str, Any],
) -> None:
    """What the event can stop is stopped, a stop only once; the user reads it in any case."""
    message = "guard.py failed, so it checked nothing: ValueError: bad (guard.py, line 5)"
    reason = {"reason": message} if closed else {}
    ran = run_hook(tmp_path, HEAD + ANY + CLOSED, event(name, **fields), environment)
    assert ran.answer == {**closed, **reason, "systemMessage": message}
    ran = run_hook(tmp_path, HEAD + ANY + RUN, event(name, **fields), environment)
    assert ran.answer == {"systemMessage": message}


STDIN = {
    b"": "standard input: expected a hook event as JSON, found nothing",
    b" \n\t": "standard input: expected a hook event as JSON, found nothing",
    b"{": "standard input: expected a hook event as JSON; Expecting property name",
    b"{'a': 1}": "standard input: expected a hook event as JSON; Expecting property name",
    b'{"a": 1} {}': "standard input: expected a hook event as JSON; Extra data",
    b"\xff\xfe\x00": "standard input: expected a hook event as JSON; ",
    b"[" * 200_000: "standard input: expected a hook event as JSON; ",
    b"[]": "standard input: expected a JSON object with a hook event",
    b"null": "standard input: expected a JSON object with a hook event",
    b"{}": "hook event: hook_event_name: expected an event's name",
    b'{"hook_event_name": 1}': "hook event: hook_event_name: expected an event's name",
    b'"' + b"x" * 64 * 1024 * 1024: "standard input: expected a hook event of at most 64 MB",
}


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("stdin", STDIN, ids=[f"{key[:12]!r}" for key in STDIN])
def test_standard_input_that_is_no_event(
    tmp_path: Path, environment: dict[str, str], stdin: bytes
) -> None:
    """The user reads it, without a traceback; a closed hook blocks, whichever event it was."""
    message = f"guard.py failed, so it checked nothing: {STDIN[stdin]}"
    outcome = run_hook(tmp_path, code(DENIES), stdin, environment)
    assert set(outcome.answer) == {"systemMessage"}
    assert outcome.answer["systemMessage"].startswith(message)
    assert outcome.err.startswith(f"guard.py: {STDIN[stdin]}")
    assert "Traceback" not in outcome.err
    closed = run_hook(tmp_path, code(DENIES, end=CLOSED), stdin, environment).answer
    assert (closed["decision"], closed["reason"]) == ("block", closed["systemMessage"])
    assert closed["reason"].startswith(message)


def test_a_malformed_event_fails_closed_as_itself(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    """Its name could be read."""
    malformed_payload = {**COMMON, "hook_event_name": "PreToolUse", "tool_input": "text"}
    message = (
        "guard.py failed, so it checked nothing: "
        "hook event: tool_input: expected an object, found str"
    )
    ran = run_hook(tmp_path, code(DENIES, end=CLOSED), malformed_payload, environment)
    assert ran.answer == denied(message)


def test_an_event_for_which_there_is_no_handler(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    """A guard that was put under the wrong event does not stay silent."""
    ran = run_hook(tmp_path, code(DENIES), event("PostToolUse"), environment)
    assert ran.answer == {
        "systemMessage": "guard.py failed, so it checked nothing: PostToolUse: no handler takes "
        "this event; there are some for: PreToolUseInput"
    }


# The process itself.


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
@pytest.mark.parametrize("body", [f"print('seen'); {DENIES}", "print('seen'); sys.exit(2)"])
def test_a_hook_with_closed_streams_exits_with_0(
    tmp_path: Path, environment: dict[str, str], closed: str, body: str
) -> None:
    """Exit code 0, and the answer where there is somewhere to put it."""
    (tmp_path / "guard.py").write_text(code(body))
    shell = ["/bin/sh", "-c", f'"$@" {closed}', "sh", sys.executable, str(tmp_path / "guard.py")]
    content = json.dumps(WRITE).encode()
    process = subprocess.run(
        shell, input=content, env=environment, capture_output=True, check=False
    )
    assert process.returncode == 0
    if "1>&-" not in closed:
        json.loads(process.stdout)


@pytest.mark.parametrize("closed_stream", ["stdout", "stderr"])
@pytest.mark.parametrize("body", [DENIES, "raise ValueError('bad')"])
def test_a_stream_that_nobody_reads(
    tmp_path: Path, environment: dict[str, str], closed_stream: str, body: str
) -> None:
    """Python would end with 120, which some clients take for a block."""
    (tmp_path / "guard.py").write_text(code(f"print('x' * 100_000); {body}"))
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "guard.py")],
        stdin=subprocess.PIPE,
        env=environment,
        **pipes,  # type: ignore[call-overload]
    )
    stream = process.stdout if closed_stream == "stdout" else process.stderr
    stream.close()
    open_stream = process.stderr if closed_stream == "stdout" else process.stdout
    process.stdin.write(json.dumps(WRITE).encode())
    process.stdin.close()
    output = open_stream.read()
    open_stream.close()
    assert process.wait(timeout=60) == 0
    if closed_stream == "stderr":
        json.loads(output)


LIGHT = """
from phaser_lint.hooks import PreToolUseInput, PreToolUseResponse, run

def guard(given: PreToolUseInput) -> PreToolUseResponse | None:
    if "rm -rf" in (given.command or ""):
        return PreToolUseResponse.deny("No.")
    return None

run(guard)
"""
HEAVY = {
    "re", "json", "dataclasses", "typing", "pathlib", "enum", "collections", "functools", "inspect",
    "argparse", "importlib", "logging", "subprocess", "yaml", "pathspec", "regex",
}  # fmt: skip
OWN_CODE = {
    f"phaser_lint{name}"
    for name in (
        "", ".core", ".core.answer_json", ".core.errors", ".core.text", ".hooks",
        ".hook_library", ".hook_library.base_input", ".hook_library.base_response",
        ".hook_library.base_tool_input", ".hook_library.pre_tool_use", ".hook_library.process",
    )
}  # fmt: skip


def imported(code: str, folder: Path, environment: dict[str, str]) -> set[str]:
    """The modules of a run of *code* without `site`, which itself imports more than `os`."""
    (folder / "light.py").write_text(f"import os, sys\nsys.path[:0] = {sys.path!r}\n{code}\n")
    command = [sys.executable, "-S", "-E", "-X", "importtime", str(folder / "light.py")]
    stdin = json.dumps({**WRITE, "tool_input": {"command": "rm -rf /"}}).encode()
    process = subprocess.run(command, input=stdin, env=environment, capture_output=True, check=True)
    lines = process.stderr.decode().splitlines()
    return {line.rpartition("|")[2].strip() for line in lines if line.startswith("import time:")}


def test_imports_are_light(tmp_path: Path, environment: dict[str, str]) -> None:
    """A hook that denies pays for its own event and nothing else."""
    bare = imported("pass", tmp_path, environment)
    modules = imported(LIGHT, tmp_path, environment)
    assert {name for name in modules if name.startswith("phaser_lint")} == OWN_CODE
    assert modules - bare - OWN_CODE <= {"__future__", "_json", "_collections"}
    assert not HEAVY & (modules - bare)


def test_every_name_is_there() -> None:
    """What the package says it has, it has."""
    from phaser_lint import hooks

    assert sorted(hooks._MODULES) == hooks.__all__
    assert all(getattr(hooks, name).__name__ == name for name in hooks.__all__)
    assert set(hooks.__all__) <= set(dir(hooks))
    with pytest.raises(AttributeError, match="has no attribute 'PreToolInput'"):
        hooks.PreToolInput  # type: ignore[attr-defined]  # noqa: B018
