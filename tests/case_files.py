"""The whole cases: what a folder of ``tests/cases/`` holds, and how the outputs are read.

    contracts/      the contract files, as they stand in .claude/contracts/
    files/          the project after the change
    before/         the project before it; none: the touched file is new
    event.json      the hook event, with {root} for the project; none: a Write of the touched file
    fixed/          the files that "scan --fix" writes, as they are then
    expected.json   what follows

``violations`` (rows of id, with its level before it where that is not the root, path, line, column,
severity) are what a scan of the whole project
finds. Where a front-end sees less by design, a key of its own says so:

    new, old        what the change introduces, and how many there were before: Action and hook
    hook, hook_old  the hook's part of these: the touched file alone
    after           what the hook says after the edit, where that is more or less
    enforce         all violations of the touched file, old ones too; ``enforce_unjudged`` says why
                    it alone checks nothing
    precommit       those of the files in the commit

``called`` says what a file is called, where not every system and every unpacker takes the name.
``against_head`` says of a case about changes that the commit before it counts in the hook, too,
and ``changed`` of a contract how many files changed. ``ready`` are the lines that the hook shows
beside those of a contract, to be written instead. ``sizes`` says of files that are too large how
large they are, ``missing`` of others what they go with, ``imports`` what they import,
``lost`` what a change took of them, ``urls`` where annotations send who reads more of a contract.
``cells`` says of the lines of a
notebook's file which line of which cell they hold, and how it reads there. ``verdict`` is the
hook's: clean, warn, deny, undecided, or unchecked with the reason. ``ignored``, of which
``enforce_ignored`` before an edit, ``skipped``, ``undecided``, ``problems`` and ``notices`` are
those of the scan's report.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from phaser_lint.contract.pack_table import FOLDER as PACKS_FOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent / "cases"
_INCLUDES = "pack: "


class Found(NamedTuple):
    """One violation as a front-end told it; ``None`` is what this front-end does not tell."""

    rule_id: str
    path: str
    line: int | None
    column: int | None = None
    severity: str | None = None


class Case(NamedTuple):
    """One folder, read."""

    name: str
    touched: str
    verdict: str
    contracts: Mapping[str, bytes]
    before: Mapping[str, bytes]
    files: Mapping[str, bytes]
    fixed: Mapping[str, bytes]
    event: Mapping[str, Any]
    violations: list[Found]
    new: list[Found]
    hook: list[Found]
    after: list[Found]
    enforce: list[Found]
    precommit: list[Found]
    expected: Mapping[str, Any]
    messages: Mapping[str, str]


def read_case(name: str) -> Case:
    """Return the case in the folder *name*."""
    folder = FOLDER / name
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    contracts = read_files(folder / "contracts", ".claude/contracts/")
    called = expected.get("called", {})
    before, files = (
        {
            called.get(path, path): content
            for path, content in read_files(folder / folder_name).items()
        }
        for folder_name in ("before", "files")
    )
    violations = _rows(expected["violations"])
    new = _rows(expected["new"]) if "new" in expected else violations
    rows_by_front_end = {
        front_end: _rows(expected[front_end]) if front_end in expected else otherwise
        for front_end, otherwise in (
            ("hook", new),
            ("enforce", violations),
            ("precommit", violations),
        )
    }
    rows_by_front_end["after"] = (
        _rows(expected["after"]) if "after" in expected else rows_by_front_end["hook"]
    )
    return Case(
        name,
        expected["touched"],
        expected["verdict"],
        contracts,
        {**contracts, **before},
        {**contracts, **files},
        read_files(folder / "fixed"),
        _event(folder, expected["touched"], files),
        violations,
        new,
        expected=expected,
        messages=_messages({**contracts, **files}),
        **rows_by_front_end,
    )


def read_files(folder: Path, prefix: str = "") -> dict[str, bytes]:
    """Return the files under *folder*, none if it is missing, by their relative paths."""
    return {
        prefix + path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _rows(rows: list[list[Any]]) -> list[Found]:
    return [Found(*row) for row in rows]


def _event(folder: Path, touched: str, files: Mapping[str, bytes]) -> Mapping[str, Any]:
    path = folder / "event.json"
    if path.exists():
        event: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return event
    content = files[touched].decode()
    return {
        "tool_name": "Write",
        "tool_input": {"file_path": f"{{root}}/{touched}", "content": content},
    }


def _messages(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the message of each contract; of the same id in two places, the first place's."""
    messages: dict[str, str] = {}
    in_project = [files[path] for path in sorted(files) if "/contracts/" in path]
    packs = sorted(Path(PACKS_FOLDER).rglob("*.yaml")) if _INCLUDES in str(files) else []
    for content in (*in_project, *(path.read_bytes() for path in packs)):
        for document in yaml.safe_load_all(content):
            rule = document.get("rule", document)
            if "message" in rule:  # what is no contract has none
                messages.setdefault(rule.get("rule_id", rule.get("id")), rule["message"].strip())
    return messages


_PLACE = r"(?P<path>\S.*?):(?P<line>\d+):(?P<column>\d+)"
_TEXT = re.compile(rf"{_PLACE}: (?P<severity>error|warning): (?P<message>.*) \[(?P<id>\S+)\]")
_LOG = re.compile(rf"{_PLACE}: (?P<id>[\w/-]+): (?P<message>.*)", re.DOTALL)
_GLOB = re.compile(r"files matching (?P<glob>.*?): (?P<message>.*)", re.DOTALL)
_ANNOTATION = re.compile(r"::(?P<severity>error|warning) (?P<properties>.*?)::(?P<message>.*)")
_REST_LINE = re.compile(r"::(?P<severity>error|warning) title=phaser-lint::\d+ more .*")


def read_text(output: str) -> list[tuple[Found, str]]:
    """Return the violations in the output of ``scan`` on a pipe, each with its message."""
    matches = [_TEXT.fullmatch(line) for line in output.split("\n")]
    return [_row_of_match(match, match["severity"]) for match in matches if match]


def read_log(output: str) -> list[Found]:
    """Return the violations that the Action's log tells of, because annotations are full.

    They stand after the annotation that says how many there are.
    """
    severity, rows = None, []
    for line in output.split("\n"):
        more_match, match = _REST_LINE.fullmatch(line), _LOG.fullmatch(line)
        severity = more_match["severity"] if more_match else severity
        if match and severity and not line.startswith("::"):
            rows.append(_row_of_match(match, severity)[0])
    return rows


def _row_of_match(match: re.Match[str], severity: str) -> tuple[Found, str]:
    """Return what a line tells; one of a glob is at the contract's file, and names the glob."""
    at_glob = _GLOB.fullmatch(match["message"])
    if at_glob:
        return Found(match["id"], at_glob["glob"], None, None, severity), at_glob["message"]
    path = as_named(match["path"])
    place = (int(match["line"]), int(match["column"]))
    return Found(match["id"], path, *place, severity), match["message"]


def as_named(path: str) -> str:
    """Return the name of a file that is shown so that nothing in a build obeys it."""
    return path.removeprefix("./").replace("\u200b", "")


def read_annotations(output: str) -> list[tuple[Found, str]]:
    """Return the annotations that GitHub makes of a log, each with its message.

    A runner obeys a command only at the start of a line. The annotation that says how many more
    there are is left out.
    """
    matches = [_ANNOTATION.fullmatch(line) for line in output.split("\n")]
    annotations = [_annotation(match) for match in matches if match]
    return [annotation for annotation in annotations if annotation[0].rule_id != "phaser-lint"]


def _annotation(match: re.Match[str]) -> tuple[Found, str]:
    pairs = dict(pair.split("=", 1) for pair in match["properties"].split(","))
    properties = {key: _unescape(escaped) for key, escaped in pairs.items()}
    message_text = _unescape(match["message"])
    log_match = _LOG.fullmatch(message_text)
    if log_match is None or properties["title"] == "phaser-lint":
        return Found("phaser-lint", "", None, None, match["severity"]), message_text
    row, message = _row_of_match(log_match, match["severity"])
    at = (
        properties["file"],
        int(properties["line"]),
        int(properties.get("col", log_match["column"])),
    )
    path, line, column = log_match["path"], log_match["line"], log_match["column"]
    assert (as_named(at[0]), *at[1:]) == (as_named(path), int(line), int(column))
    assert row.rule_id == properties["title"].partition(" (")[0]
    return row, message


def _unescape(text: str) -> str:
    for escape, character in (
        ("%0A", "\n"),
        ("%0D", "\r"),
        ("%3A", ":"),
        ("%2C", ","),
        ("%25", "%"),
    ):
        text = text.replace(escape, character)
    return text
