"""What a whole case expects of the hook and of ``enforce``: the event they get, their answers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.core.text import decode_file, make_printable, normalise_text

if TYPE_CHECKING:
    from pathlib import Path

    from tests.case_files import Case, Found


def event_of(case: Case, root: Path, *, after: bool = False) -> dict[str, Any]:
    """Return the event as the client sends it, for the project at *root*."""
    event = {
        "session_id": "abc123",
        "transcript_path": "/nowhere/transcript.jsonl",
        "cwd": str(root),
        "permission_mode": "default",
        "hook_event_name": "PostToolUse" if after else "PreToolUse",
        **json.loads(json.dumps(case.event).replace("{root}", json.dumps(str(root))[1:-1])),
        "tool_use_id": "toolu_01ABC123",
    }
    if not after:
        return event
    original = case.before.get(case.touched)
    response = {
        "filePath": str(root / case.touched),
        "originalFile": None if original is None else decode_file(original),
    }
    return {**event, "tool_response": response}


def stdin_of(case: Case, root: Path, *, after: bool = False) -> bytes:
    """Return the event as bytes."""
    return json.dumps(event_of(case, root, after=after)).encode()


def hook_answer(event: str, *, reason: str = "", context: str = "", to_user: str = "") -> Any:
    """Return the agent's answer: ``{}`` where there is nothing to say."""
    decision = {"permissionDecision": "deny", "permissionDecisionReason": reason} if reason else {}
    specific = {**decision, **({"additionalContext": context} if context else {})}
    return {
        **({"hookSpecificOutput": {"hookEventName": event, **specific}} if specific else {}),
        **({"systemMessage": to_user} if to_user else {}),
    }


def sentences(case: Case, rows: list[Found], lead: str) -> list[str]:
    """Return the sentence that a model reads of each violation."""
    return [f"{lead}: {row.rule_id}{_at(case, row)}. {message_of(case, row)}" for row in rows]


def without_commands(sentence: str) -> str:
    """Return what the hook makes of a sentence: no further line begins as a runner's command."""
    first_line, *other_lines = sentence.split("\n")
    return "\n".join([first_line, *(re.sub(r"^(?=\s*::)", "\u200b", line) for line in other_lines)])


def _at(case: Case, row: Found) -> str:
    if cell_of(case, row):
        return ""
    where = f" in {row.path}" if row.line is None or row.path in _other_paths(case) else ""
    return where if row.line is None else f"{where} at line {row.line}"


def _other_paths(case: Case) -> set[str]:
    """The files that the edit did not touch: each is named where it is told of."""
    return {*case.files} - {case.touched}


def cell_of(case: Case, row: Found) -> list[str]:
    """Return the name of the line in its cell and what it holds; nothing outside of notebooks."""
    cells: dict[str, list[str]] = case.expected.get("cells", {})
    return cells.get(str(row.line), [])


def message_of(case: Case, row: Found) -> str:
    """Return the message of a violation: the contract's, behind its cell, before what was found."""
    kinds = ("sizes", "missing", "imports", "lost")
    by_path = {
        path: sentence for kind in kinds for path, sentence in case.expected.get(kind, {}).items()
    }
    detail = by_path.get(row.path) or case.expected.get("changed", {}).get(id_of(row), "")
    filled = case.expected.get("messages", {})
    message = (
        filled.get(f"{row.path}:{row.line}") or filled.get(row.path) or case.messages[id_of(row)]
    )
    return ": ".join([*cell_of(case, row)[:1], f"{message} ({detail})" if detail else message])


def id_of(row: Found) -> str:
    """Return the id of a contract by itself, without its level."""
    return row.rule_id.rpartition("/")[2]


def render_rows(case: Case, rows: list[Found], lead: str) -> list[str]:
    """Return what the hook says of each contract: a sentence, its lines, how many more."""
    paths = {row.path for row in rows}.intersection(_other_paths(case)) or {case.touched}
    lines = normalise_text(decode_file(case.files.get(min(paths), b""))).split("\n")
    groups: dict[tuple[str, str], list[Found]] = {}
    for row in rows:
        filled = message_of(case, row) if "messages" in case.expected else ""
        groups.setdefault((row.rule_id, filled), []).append(row)
    rendered_lines = []
    for group in groups.values():
        match_lines = [
            "  " + ": ".join(cell_of(case, row) or _line(row.line, lines))
            for row in group[:5]
            if row.line is not None
        ]
        rest_line = [f"  and {len(group) - 5} more"] if len(group) > 5 else []
        rendered_lines += [
            *map(without_commands, sentences(case, group[:1], lead)),
            *dict.fromkeys(match_lines),
            *rest_line,
            *(f"  {line}" for line in case.expected.get("ready", {}).get(group[0].rule_id, [])),
        ]
    return rendered_lines


def _line(number: int, lines: list[str]) -> list[str]:
    return [str(number), make_printable(lines[number - 1].strip())[:160]]


def without_advice(text: str) -> str:
    """Return a text of the hook without its rationales and directives."""
    advice = ("  Why: ", "  Only if this is meant, ", "  Only the user ", "Only the user ")
    return "\n".join(line for line in text.split("\n") if not line.startswith(advice))


def existing_sentence(case: Case) -> list[str]:
    """Return the sentence about existing violations, if there is any."""
    number = case.expected.get("hook_old", case.expected.get("old", 0))
    if not number:
        return []
    subject = f"{plural(number, 'existing violation')} in {case.touched}"
    verb = "is" if number == 1 else "are"
    return [f"{subject} {verb} not counted."]


def unchecked(case: Case, root: Path) -> str:
    """Return why the event cannot be checked."""
    reason: str = case.expected["unchecked"]
    return reason.replace("{root}", str(root))


def not_checked(case: Case, root: Path) -> list[str]:
    """Return what the hook says of what it could not check; of binary files, nothing."""
    undecided = [
        f"Not checked: {contracts} on {path}: {reason}."
        for contracts, path, reason in undecided_groups(case)
    ]
    reason = unchecked(case, root) if "unchecked" in case.expected else "Binary"
    silent = reason.startswith(("Binary", "Unknown tool"))
    return undecided if silent else [f"Not checked: {case.touched}: {reason}.", *undecided]


def readings(case: Case) -> list[str]:
    """Return what the hook says of the touched file, where it may hold another text."""
    return [
        f"{path}: {text}."
        for path, _, text, *_ in case.expected.get("notices", [])
        if path == case.touched and text.startswith("read as ")
    ]


def enforce_answer(case: Case) -> dict[str, Any]:
    """Return the specified answer to PreToolUse: an explicit allow for what was checked."""
    errors = [row for row in case.enforce if row.severity == "error"]
    silences = {"unchecked", "enforce_unjudged", "enforce_says_nothing"}
    silent = silences.intersection(case.expected)
    ignored = case.expected.get("enforce_ignored", case.expected.get("ignored"))
    if errors:
        decision, reason = "deny", joined(*sentences(case, errors, "Contract violation"))
    elif silent:
        return {}
    elif "undecided" in case.expected:
        out_of_time = ", ".join(
            f"{contracts} (out of time)" for contracts, *_ in undecided_groups(case)
        )
        decision, reason = "allow", f"Checked, but for: {out_of_time}"
    elif case.enforce:
        decision, reason = "allow", plural(len(case.enforce), "warning")
    elif ignored:
        decision, reason = "allow", f"{plural(ignored, 'violation')} suppressed by ignore"
    else:
        decision, reason = "allow", "All contracts passed"
    specific = {"permissionDecision": decision, "permissionDecisionReason": reason}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **specific}}


def enforce_asides(case: Case, root: Path) -> list[str]:
    """Return what ``enforce`` says on standard error: all that was not, or not fully, checked."""
    skips = [unchecked(case, root)] if "unchecked" in case.expected else []
    skips += [case.expected["enforce_unjudged"]] if "enforce_unjudged" in case.expected else []
    prefix = "" if skips and skips[0].startswith("Unknown tool") else f"{case.touched}: "
    reason_for_nothing = case.expected.get("enforce_says_nothing", "")
    return [
        *incomplete(case),
        *(f"skipped: {prefix}{reason}" for reason in skips),
        *([f"{reason_for_nothing}; nothing was checked"] if reason_for_nothing else []),
    ]


def incomplete(case: Case) -> list[str]:
    """Return what every run says on standard error when it checked less than it was asked to."""
    return [
        *(
            f"{path}: undecided: {contracts}: {why}"
            for contracts, path, why in undecided_groups(case)
        ),
        *(f"{problem} ({problem.outcome()})" for problem in problems_of(case)),
    ]


def undecided_groups(case: Case) -> list[tuple[str, str, str]]:
    """Return the contracts that one reason leaves undecided on a path, with both."""
    groups: dict[tuple[str, str], list[str]] = {}
    for rule_id, path, reason in case.expected.get("undecided", []):
        groups.setdefault((path, reason), []).append(rule_id)
    return [
        (ids[0] if len(ids) == 1 else f"{len(ids)} contracts ({', '.join(ids)})", path, reason)
        for (path, reason), ids in groups.items()
    ]


def problems_of(case: Case) -> list[ContractProblem]:
    """Return the problems of the contract files."""
    return [ContractProblem(*row) for row in case.expected.get("problems", [])]


def verdict(case: Case) -> str:
    """Return what the case's rows come down to, so that its word cannot differ from them."""
    severities = {row.severity for row in case.hook}
    if "error" in severities:
        return "deny"
    unchecked = [word for word in ("unchecked", "undecided") if word in case.expected]
    return [*unchecked, "warn" if severities else "clean"][0]


def gate_code(case: Case, rows: list[Found]) -> int:
    """Return the exit code of a commit or a pull request: 2 without any contract."""
    return 2 if case.expected.get("nothing_to_judge_by") else exit_code(case, rows)


def exit_code(case: Case, rows: list[Found]) -> int:
    """Return a scan's exit code: 2 if incomplete, 1 for errors, else 0."""
    if "problems" in case.expected or "undecided" in case.expected:
        return 2
    return int(any(row.severity == "error" for row in rows))


def plural(number: int, noun: str) -> str:
    """Return ``1 warning``, ``2 warnings``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def joined(*lines: str) -> str:
    """Return the lines as one text."""
    return "\n".join(lines)
