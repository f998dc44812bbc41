"""Patches through the hook: moves, deletions, patches in shell commands, existing violations."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.agent.events import SHAPES, codex
from tests.command.made import contract, denial_sentence, forbidden, no_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

NO_PRINT = {"no-print.yaml": contract("no-print")}
LICENSE = {
    "has-license.yaml": contract(
        "has-license",
        type="file_exists",
        pattern=None,
        file_glob="/LICENSE*",
        message="Keep it.",
    )
}
PRINTS = "print(0)\n"


def answer_to_patch(run: Run, root: Path, patch: str, *, shell: str = "") -> Any:
    """The reason of the denial, or the whole answer."""
    whole_patch = f"*** Begin Patch\n{patch}\n*** End Patch\n"
    tool = ("Bash", {"command": shell.format(whole_patch)}) if shell else (
        "apply_patch", {"command": whole_patch}
    )  # fmt: skip
    outcome = run("hook", stdin=json.dumps(codex("before", tool, str(root))).encode(), cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    answer = json.loads(outcome.out)
    specific = answer.get("hookSpecificOutput", {})
    return specific.get("permissionDecisionReason", answer)


def context(text: str, **keys: str) -> dict[str, Any]:
    specific = {"hookEventName": "PreToolUse", "additionalContext": text}
    return {"hookSpecificOutput": specific, **keys}


OLDER = "1 existing violation in the changed files is not counted."


@pytest.mark.parametrize(
    ("files", "patch", "expected"),
    [
        pytest.param(
            {"a.py": f"{PRINTS}x\n"},
            "*** Update File: a.py\n@@\n-x\n+y",
            context("1 existing violation in a.py is not counted."),
            id="beside existing violations",
        ),
        pytest.param(
            {"a.py": f"{PRINTS}x\n"},
            "*** Update File: a.py\n*** Move to: b.py\n@@\n-x\n+y",
            context(OLDER),
            id="existing violations moves along",
        ),
        pytest.param(
            {"a.txt": f"{PRINTS}x\n"},
            "*** Update File: a.txt\n*** Move to: b.py\n@@\n-x\n+y",
            denial_sentence(path="b.py", code=PRINTS.strip()),
            id="moved to where it is forbidden",
        ),
        pytest.param(
            {"a.py": "x\n"},
            "*** Update File: a.py\n*** Move to: b.txt\n@@\n-x\n+print(1)",
            {},
            id="moved to where nothing is forbidden",
        ),
        pytest.param({"a.py": PRINTS}, "*** Delete File: a.py", {}, id="deleted"),
        pytest.param(
            {"a.py": "x\n"},
            "*** Add File: b.py\n+print(1)\n*** Update File: a.py\n@@\n-nope\n+y",
            denial_sentence(path="b.py"),
            id="broken before the part that is not foreseen",
        ),
        pytest.param(
            {"a.py": "x\n"},
            "*** Add File: b.py\n+x\n*** Update File: a.py\n@@\n-nope\n+y",
            context(
                "Not checked: a.py: the patch does not match the file.",
                systemMessage="Not checked: a.py: the patch does not match the file.",
            ),
            id="not foreseen",
        ),
        pytest.param(
            {},
            "hello",
            context(
                "Not checked: the patch cannot be read: expected the header of a file, "
                "found 'hello'.",
                systemMessage="phaser-lint: Not checked: the patch cannot be read: expected the "
                "header of a file, found 'hello'.",
            ),
            id="no patch",
        ),
    ],
)
def test_a_patch_is_checked_as_a_whole(
    project: MakeProject, run: Run, files: dict[str, str], patch: str, expected: Any
) -> None:
    """Taken together, against what was there before."""
    root = project(files, contracts=NO_PRINT)
    assert answer_to_patch(run, root, patch) == expected


@pytest.mark.parametrize(
    ("files", "patch", "expected"),
    [
        (["LICENSE"], "*** Delete File: LICENSE", "has-license"),
        (["LICENSE", "LICENSE.md"], "*** Delete File: LICENSE", ""),
        (["LICENSE"], "*** Delete File: LICENSE\n*** Add File: LICENSE.md\n+MIT", ""),
        (["LICENSE"], "*** Update File: LICENSE\n*** Move to: COPYING\n@@\n x", "has-license"),
        (["LICENSE"], "*** Update File: LICENSE\n*** Move to: LICENSE.md\n@@\n x", ""),
        (["a.py"], "*** Delete File: a.py", ""),
        (["LICENSE", "b.py"], "*** Delete File: b.py", ""),
    ],
)
def test_deleting_what_is_required(
    project: MakeProject, run: Run, files: list[str], patch: str, expected: str
) -> None:
    """Only the last file that a contract requires may not go."""
    root = project(dict.fromkeys(files, "x\n"), contracts=LICENSE)
    message = "Contract violation: has-license in /LICENSE*. Keep it." if expected else {}
    assert answer_to_patch(run, root, patch) == message


@pytest.mark.parametrize(
    ("link", "target", "expected"),
    [("other", "LICENSE", ""), ("LICENSE", "COPYING", "has-license")],
)
@pytest.mark.parametrize(
    "patch", ["*** Delete File: {}", "*** Update File: {}\n*** Move to: b\n@@\n x"]
)
def test_deleting_a_link_leaves_what_it_leads_to(
    project: MakeProject, run: Run, link: str, target: str, expected: str, patch: str
) -> None:
    """The link goes, and what it leads to stays."""
    root = project({target: "x\n"}, contracts=LICENSE)
    (root / link).symlink_to(target)
    message = "Contract violation: has-license in /LICENSE*. Keep it." if expected else {}
    assert answer_to_patch(run, root, patch.format(link)) == message


def test_moving_to_a_forbidden_name(project: MakeProject, run: Run) -> None:
    """The name is new, whatever the file held."""
    root = project({"a": "x\n"}, contracts={"no-env.yaml": no_file(".env")})
    patch = "*** Update File: a\n*** Move to: .env\n@@\n x"
    assert answer_to_patch(run, root, patch) == forbidden(".env")


@pytest.mark.parametrize(
    ("shell", "path"),
    [
        ("apply_patch <<'EOF'\n{}EOF\n", "a.py"),
        ('applypatch <<"EOF"\n{}EOF\n', "a.py"),
        ("cd sub && apply_patch <<'EOF'\n{}EOF\n", "sub/a.py"),
        ("cd 'sub' && cd deep; apply_patch <<'EOF'\n{}EOF\n", "sub/deep/a.py"),
        ("echo hi\napply_patch <<'EOF'\n{}EOF\necho done", "a.py"),
        ("apply_patch '{}'", "a.py"),
    ],
)
def test_patch_in_a_command(project: MakeProject, run: Run, shell: str, path: str) -> None:
    """It writes the file without any event of its own."""
    root = project({"sub/deep/x": ""}, contracts={"a.yaml": contract(file_glob=f"/{path}")})
    assert (
        answer_to_patch(run, root, "*** Add File: a.py\n+print(1)", shell=shell)
        == denial_sentence()
    )
    assert answer_to_patch(run, root, "*** Add File: a.py\n+x", shell=shell) == {}


@pytest.mark.parametrize("shell", ["cat <<'EOF'\n{}EOF\n", "echo apply_patch"])
def test_command_without_a_patch(project: MakeProject, run: Run, shell: str) -> None:
    """A text that only looks like one is none of ours."""
    root = project({}, contracts=NO_PRINT)
    assert answer_to_patch(run, root, "*** Add File: a.py\n+print(1)", shell=shell) == {}


MISSING = "Not checked: Missing patch."
UNFORESEEN = "Not checked: what editFiles does cannot be foreseen."
NOWHERE: dict[str, tuple[str, str, Any, str]] = {
    "no text": ("codex", "apply_patch", {"command": 5}, MISSING),
    "no key": ("codex", "apply_patch", {}, MISSING),
    "no object": ("codex", "apply_patch", 5, MISSING),
    "words without a patch": ("codex", "apply_patch", {"command": ["apply_patch"]}, MISSING),
    "OpenCode": ("opencode", "apply_patch", {"patch_text": "x"}, MISSING),
    "Copilot CLI": ("copilot-cli", "apply_patch", {"diff": "x"}, MISSING),
    "VS Code": ("vscode", "apply_patch", {"text": "x"}, MISSING),
    "Cline": ("cline", "apply_patch", {"diff": "x"}, MISSING),
    "Cursor": ("cursor", "ApplyPatch", {"text": "x"}, MISSING),
    "files that are no list": ("vscode", "editFiles", {"files": 5}, UNFORESEEN),
    "no files": ("vscode", "editFiles", {}, UNFORESEEN),
}


@pytest.mark.parametrize("row", NOWHERE.values(), ids=NOWHERE)
def test_no_patch_where_it_is_searched(
    project: MakeProject, run: Run, row: tuple[str, str, Any, str]
) -> None:
    """It goes through, and it is said; ``--fail-closed`` denies a patch that is missing."""
    agent, tool, tool_input, message = row
    denies = message != UNFORESEEN and agent != "cline"
    root = project({}, contracts=NO_PRINT)
    event = SHAPES[agent]("before", (tool, tool_input), str(root))
    for flags in ((), ("--protect", "--fail-closed")):
        outcome = run("hook", *flags, stdin=json.dumps(event).encode(), cwd=root)
        assert (outcome.code, outcome.err) == (0, "")
        assert (message in outcome.out) if message or flags else outcome.out == "{}\n"
        assert ("deny" in outcome.out) == (bool(flags) and denies)


WHOLE_PATCH = "*** Begin Patch\n*** Add File: a.py\n+print(1)\n*** End Patch"


@pytest.mark.parametrize(
    ("tool", "tool_input", "path"),
    [
        ("apply_patch", {"command": ["apply_patch", WHOLE_PATCH]}, "a.py"),
        ("apply_patch", {"command": [WHOLE_PATCH]}, "a.py"),
        (
            "apply_patch",
            {"command": ["bash", "-lc", f"cd s && apply_patch '{WHOLE_PATCH}'"]},
            "s/a.py",
        ),
        ("apply_patch", WHOLE_PATCH, "a.py"),
        ("apply_patch", ["apply_patch", WHOLE_PATCH], "a.py"),
        ("Bash", {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{WHOLE_PATCH}\nEOF"]}, "a.py"),
    ],
)
def test_a_patch_in_words(
    project: MakeProject, run: Run, tool: str, tool_input: Any, path: str
) -> None:
    """A command as the list of its words, or a patch in the place of the whole input."""
    root = project({}, contracts={**NO_PRINT, "no-a.yaml": no_file(path)})
    stdin = json.dumps(codex("before", (tool, tool_input), str(root))).encode()
    output = json.loads(run("hook", stdin=stdin, cwd=root).out)["hookSpecificOutput"]
    assert output["permissionDecisionReason"] == f"{forbidden(path)}\n{denial_sentence()}"


def test_words_without_a_patch(project: MakeProject, run: Run) -> None:
    """Nothing is said of a command that holds none."""
    root = project({}, contracts=NO_PRINT)
    stdin = json.dumps(codex("before", ("Bash", {"command": ["ls", "-l"]}), str(root))).encode()
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")


def test_patches_of_one_command(project: MakeProject, run: Run) -> None:
    """The second one is applied to what the first one has made."""
    root = project({}, contracts=NO_PRINT)
    fixed, broken_last = (
        f"apply_patch '*** Begin Patch\n*** Add File: a.py\n+{first_line}\n*** End Patch'\n"
        "apply_patch <<'EOF'\n{}EOF\n"
        for first_line in (PRINTS.strip(), "x = 1")
    )
    repairs = f"*** Update File: a.py\n@@\n-{PRINTS.strip()}\n+log(0)"
    assert answer_to_patch(run, root, repairs, shell=fixed) == {}
    breaks = f"*** Update File: a.py\n@@\n x = 1\n+{PRINTS.strip()}"
    assert answer_to_patch(run, root, breaks, shell=broken_last) == denial_sentence(
        line=2, code=PRINTS.strip()
    )


@pytest.mark.parametrize(
    "patch",
    [
        "*** Add File: a.py\n+x",
        "*** Update File: a.py\n@@\n-x\n+y",
        "*** Update File: b.py\n*** Move to: a.py\n@@\n-x\n+y",
    ],
)
def test_a_link_out_of_the_project(project: MakeProject, run: Run, patch: str) -> None:
    """What a patch writes there is nobody's to check, and that is said, as of a file tool."""
    root = project({"b.py": "x\n"}, contracts=NO_PRINT)
    target = root.parent / "elsewhere.py"
    target.write_text("x\n")
    (root / "a.py").symlink_to(target)
    message = f"Not checked: a.py: a link leads out of the project, to {target}."
    assert answer_to_patch(run, root, patch) == context(
        message, systemMessage=f"phaser-lint: {message}"
    )
    in_shell = answer_to_patch(run, root, patch, shell="apply_patch <<'EOF'\n{}EOF")
    assert in_shell == context(message, systemMessage=f"phaser-lint: {message}")
