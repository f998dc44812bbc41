"""``phaser-lint doctor``: how the gates stand, as a table for people or as JSON."""

from __future__ import annotations

from textwrap import wrap

from phaser_lint.core.text import count, harmless, sorted_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaser_lint.hook.doctor.diagnosis import Diagnosis
    from phaser_lint.hook.doctor.gates import Finding, Gate

_NARROWEST = 40
_HEAD = ("gate", "settings", "stands", "starts", "blocks", "silent", "time")


def render_text(found: Diagnosis, *, width: int = 0) -> str:
    """Return the table, the problems, the notes and the verdict.

    Sentences are broken to *width* columns, a terminal's; 0 for one line each.
    """
    rows = [_HEAD, *(_row(gate, found.bare_seconds) for gate in found.gates)]
    lines = _aligned(rows) if found.gates else []
    for title, level in (("problems", "problem"), ("notes", "note")):
        listed = _listed(finding for finding in found.all_findings() if finding.level == level)
        listed = [part for line in listed for part in _broken(line, width)]
        if listed:
            lines += ["", f"{title}:", *listed] if lines else [f"{title}:", *listed]
    return "".join(f"{line}\n" for line in [*lines, "", _verdict(found)])


def render_json(found: Diagnosis) -> str:
    """Return the same as one JSON object."""
    value = {
        "version": 1,
        "stands": found.stands,
        "root": found.root,
        "contracts": found.contracts,
        "bare_python_seconds": round(found.bare_seconds, 4),
        "engine": found.engine or None,
        "gates": [_gate(gate) for gate in found.gates],
        "findings": [_finding(finding) for finding in found.findings],
    }
    return sorted_json(value)


def _row(gate: Gate, bare: float) -> tuple[str, ...]:
    tried = len(gate.blocked) + len(gate.missed)
    time = "" if gate.seconds is None else f"{gate.seconds * 1000:.0f} ms"
    if time and bare:
        time += f" ({gate.seconds / bare:.1f}x)" if gate.seconds else ""
    return (
        gate.name,
        gate.source,
        _yes(gate.stands),
        _yes(gate.starts),
        f"{len(gate.blocked)} of {tried}" if gate.starts else "",
        _yes(gate.silent) if gate.starts else "",
        time,
    )


def _yes(answer: bool) -> str:
    return "yes" if answer else "NO"


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    shown = [tuple(harmless(cell) for cell in row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in shown
    ]


def _listed(findings: Iterable[Finding]) -> list[str]:
    said = [harmless(f"{finding.where}: {finding.text}") for finding in findings]
    return [f"  {line}" for line in dict.fromkeys(said)]


def _broken(line: str, width: int) -> list[str]:
    """Return *line* in lines of a terminal; a path or a command is never cut."""
    if not width:
        return [line]
    return wrap(
        line,
        max(width, _NARROWEST),
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _verdict(found: Diagnosis) -> str:
    problems = {
        (finding.where, finding.text)
        for finding in found.all_findings()
        if finding.level == "problem"
    }
    standing = sum(gate.stands for gate in found.gates)
    verb = "stands" if len(found.gates) == 1 else "stand"
    gates = f"{standing} of {count(len(found.gates), 'gate')} {verb}" if found.gates else "no gate"
    bare = f"bare Python {found.bare_seconds * 1000:.0f} ms"
    about = (count(found.contracts, "contract"), bare, found.engine or "without hyperscan")
    return f"{gates}, {count(len(problems), 'problem')} ({', '.join(about)})"


def _gate(gate: Gate) -> dict[str, Any]:
    return {
        "name": gate.name,
        "settings": gate.source,
        "command": gate.command,
        "version": gate.version,
        "stands": gate.stands,
        "starts": gate.starts,
        "silent": gate.silent,
        "blocked": list(gate.blocked),
        "missed": list(gate.missed),
        "seconds": None if gate.seconds is None else round(gate.seconds, 4),
        "findings": [_finding(finding) for finding in gate.findings],
    }


def _finding(finding: Finding) -> dict[str, str]:
    return {"level": finding.level, "where": finding.where, "text": finding.text}
