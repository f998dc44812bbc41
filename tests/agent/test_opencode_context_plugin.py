"""OpenCode's plugin for context: what it logs, and the flags that it hands on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.opencode.context_plugin import parse_plugin_flags, render_context_plugin
from tests.command.made import contract
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

CONTRACTS = {"a.yaml": contract()}


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("", None),
        ("export const PhaserLint = async () => {}", None),
        ("export const PhaserLintContext = async () => {}", ()),
        ("export const PhaserLintContext = 1\nconst ARGUMENTS = [x]", ()),
        (render_context_plugin(), ()),
        (render_context_plugin(("--fields", 'a"b')), ("--fields", 'a"b')),
        (render_context_plugin(("--property", "\\1")), ("--property", "\\1")),
    ],
)
def test_flags_are_read_from_a_plugin_of_ours(text: str, flags: tuple[str, ...] | None) -> None:
    """Those of a plugin that is ours, to the letter; another has none."""
    assert parse_plugin_flags(text) == flags


DRIVER = """
import { PhaserLintContext } from "./plugin.mjs"
const logged = []
const client = { app: { log: async ({ body }) => { logged.push([body.level, body.message]) } } }
const { "chat.message": chat, "tool.execute.before": before } =
  await PhaserLintContext({ client, directory: process.argv[2] })
const part = { type: "text", id: "p", text: process.argv[3] }
const prompt = { parts: [part] }
await chat({ sessionID: "s" }, prompt)
const call = { args: JSON.parse(process.argv[4]) }
await before({ tool: "task", sessionID: "s" }, call)
console.log(JSON.stringify({ logged, parts: prompt.parts.length, args: call.args }))
"""
ENOENT = "phaser-lint could not run: spawn phaser-lint ENOENT"
# The prompt, the arguments, what is logged (the time left out), whether both got context.
LOGGED: list[tuple[str, dict[str, Any], bool, list[list[str]], bool]] = [
    ("go", {}, True, [
        ["debug", "Skipping augmentation for the prompt"],
        ["debug", "Skipping augmentation for task"],
    ], False),
    ("[single]", {"n": 1, "list": [None, True]}, True, [
        ["debug", "Skipping augmentation for the prompt"],
        ["debug", "Skipping augmentation for task"],
    ], False),
    ("mind [[ no-print ]]", {"deep": [{"prompt": "x"}], "prompt": "[[no-print]]"}, True, [
        ["info", "Detected concepts in the prompt: no-print"],
        ["info", "Augmented the prompt with 1 concept(s) in #ms"],
        ["info", "Detected concepts in task: no-print"],
        ["info", "Augmented task with 1 concept(s) in #ms"],
    ], True),
    ("[[nobody]]", {"command": "[[no-print]]"}, True, [
        ["info", "Detected concepts in the prompt: nobody"],
        ["debug", "Nothing to add to the prompt (#ms)"],
        ["info", "Detected concepts in task: no-print"],
        ["debug", "Nothing to add to task (#ms)"],
    ], False),
    ("[[no-print]]", {"prompt": "[[no-print]]"}, False, [
        ["info", "Detected concepts in the prompt: no-print"],
        ["warn", f"Augmentation failed for the prompt: {ENOENT}"],
        ["info", "Detected concepts in task: no-print"],
        ["warn", f"Augmentation failed for task: {ENOENT}"],
    ], False),
]  # fmt: skip


@pytest.mark.one_row_in(2)
@pytest.mark.skipif(shutil.which("node") is None, reason="no node on the path")
@pytest.mark.parametrize("row", LOGGED, ids=lambda row: f"{row[0]}, {row[2]}")
def test_the_plugin_logs_what_it_does(
    project: MakeProject, tmp_path: Path, row: tuple[str, dict[str, Any], bool, Any, bool]
) -> None:
    """What it skips, finds and adds; that the program is missing; a prompt goes on in any case."""
    prompt, arguments, is_there, logged, gets_context = row
    root = project({}, contracts=CONTRACTS)
    (tmp_path / "plugin.mjs").write_text(render_context_plugin())
    (tmp_path / "driver.mjs").write_text(DRIVER)
    node = shutil.which("node") or ""
    words = [node, "driver.mjs", str(root), prompt, json.dumps(arguments)]
    folders = [str(PROGRAM.parent)] if is_there else []
    path = os.pathsep.join([*folders, "/usr/bin", "/bin"])
    process = subprocess.run(
        words, cwd=tmp_path, env={"PATH": path, "HOME": str(tmp_path)}, capture_output=True
    )
    assert (process.returncode, process.stderr) == (0, b"")
    document = json.loads(re.sub(rb"\d+ms", b"#ms", process.stdout))
    assert document["logged"] == logged
    assert (document["parts"], document["args"] != arguments) == (1 + gets_context, gets_context)
