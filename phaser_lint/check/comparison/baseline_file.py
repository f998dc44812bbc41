"""A baseline: the violations that a project has agreed to live with for now, as a file.

    {"phaser-lint baseline": 2}
    {"path": "src/a.py", "rule_id": "no-print", "line": "53f3b1a5c8f6ad3e", "count": 2}

One entry a line, sorted by path, contract and line, each complete by itself: two branches change
different lines, and git merges them. If it cannot, keeping the lines of both sides is right: of
entries that differ in the count alone the larger one counts. ``level`` stands before ``rule_id``
where the contract is of a level below the root.

``line`` is the start of the SHA-256 of the matched lines with their white space folded, and empty
for what is wrong with a file or a glob as a whole, or only counted. A line may hold a secret, or
just what a contract forbids; here neither can be seen. No line number and no date is kept, so that
edits elsewhere in a file change nothing.

Version 1 held the line where a match begins, be it the blank one above. Of a match within a line
both say the same, so it is read as it is; what it says of others is found no more.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from phaser_lint.check.engine.new_violations import (
    Occurrences,
    ViolationKey,
    count_occurrences,
    make_violation_key,
)
from phaser_lint.contract.model import ContractKey, ContractSet, Report
from phaser_lint.contract.rules import is_reported_once
from phaser_lint.core import JsonObject, JsonValue, render_compact_json
from phaser_lint.core.errors import PhaserError
from phaser_lint.core.file_size import FileSize
from phaser_lint.core.hashes import load_hash_function
from phaser_lint.core.text import encode_text, make_printable
from phaser_lint.project import find_path_inside, make_relative_path
from phaser_lint.project.levels import BASELINE
from phaser_lint.project.regular_file import read_bytes

EntryKey = tuple[str, ContractKey, str]
"""Path, contract and digest of a violation: the order of the file."""
Entries = Mapping[EntryKey, int]
"""How many violations each entry of a baseline stands for."""

DEFAULT_PATH = BASELINE
VERSION = 2
_READ = (1, VERSION)
_HEADER = "phaser-lint baseline"
_DIGITS = 16
_MAXIMUM_BYTES = 256 * 1024 * 1024
_MARKERS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")


class BaselineError(PhaserError):
    """A baseline file that cannot be read or understood."""


def digest_lines(line: str) -> str:
    """Return the digest for a folded *line*, or several, in the baseline; empty for no text."""
    return load_hash_function("sha256")(encode_text(line)).hexdigest()[:_DIGITS] if line else ""


def make_entry_key(key: ViolationKey) -> EntryKey:
    """Return the entry's key (path, contract, digest) for the *key* of a violation."""
    contract, path, line = key
    return path, contract, digest_lines(line)


def make_baseline_entries(report: Report) -> Entries:
    """Return a baseline's entries for all violations in a report of every single match."""
    return {
        make_entry_key(key): number for key, number in count_occurrences(report.violations).items()
    }


def rename_entries(entries: Entries, old_key: ContractKey, new_key: ContractKey) -> Entries:
    """Return a baseline file's *entries*, with those of *old_key* as *new_key*'s (``--rename``)."""
    renamed: dict[EntryKey, int] = {}
    for (path, key, line), number in entries.items():
        entry_key = path, new_key if key == old_key else key, line
        renamed[entry_key] = max(number, renamed.get(entry_key, 0))
    return renamed


class BaselineComparison:
    """What the *entries* of a baseline list."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries

    def count(self, report: Report) -> Occurrences:
        """Return how many of each violation of *report* the baseline's file lists."""
        keys = {make_violation_key(violation) for violation in report.violations}
        return {key: self._entries.get(make_entry_key(key), 0) for key in keys}


def name_usual_baseline(root: str) -> str:
    """Return the path of the usual baseline of *root*, from the working directory."""
    return make_relative_path(os.path.join(root, DEFAULT_PATH), os.curdir)


def list_baseline_paths(root: str, chosen_path: str | None) -> tuple[str, ...]:
    """Return the paths under *root* that hold a baseline: the usual one, and *chosen_path*.

    They are not checked: they name files and contracts, and what is wrong with a baseline would
    have to stand in it.
    """
    path = find_path_inside(root, resolve_folder_links(chosen_path)) if chosen_path else None
    return (DEFAULT_PATH,) if path is None else (DEFAULT_PATH, path)


def is_usual_baseline(root: str, chosen_path: str) -> bool:
    """Tell whether the baseline's file at *chosen_path* is the usual one under *root*."""
    return DEFAULT_PATH in list_baseline_paths(root, chosen_path)[1:]


def resolve_folder_links(path: str) -> str:
    """Return the *path* of a baseline with its folder resolved: a link lies where it stands."""
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


def read_baseline(path: str, *, display_path: str) -> Entries:
    """Return the entries of the baseline in the file at *path*; raises ``BaselineError``."""
    return parse_baseline(
        read_baseline_bytes(path, display_path=display_path), display_path=display_path
    )


def has_earlier_version(content: bytes, *, display_path: str) -> bool:
    """Tell whether a baseline, *content*, is of version 1, in part or as a whole."""
    lines = _decode_lines(content, display_path)
    headers = (_parse_json(line) for line in lines if line.startswith("{") and _HEADER in line)
    return any(header.get(_HEADER, VERSION) != VERSION for header in headers)


def require_baseline(path: str, *, display_path: str) -> None:
    """Raise ``BaselineError`` unless the file at *path* is a baseline, if one with broken entries.

    It may be rewritten as a whole then: a merge conflict in it is no reason to start over by hand.
    """
    _require_header(
        _decode_lines(read_baseline_bytes(path, display_path=display_path), display_path),
        display_path,
    )


def parse_baseline(content: bytes, *, display_path: str) -> Entries:
    """Return the entries of the baseline *content*; raises ``BaselineError`` with the line."""
    lines = _decode_lines(content, display_path)
    _require_header(lines, display_path)
    counts: dict[EntryKey, int] = {}
    for number, line in enumerate(lines, start=1):
        place = f"{display_path}:{number}"
        if not line.strip():  # a merge may leave an empty one
            continue
        if line.startswith(_MARKERS):
            raise BaselineError(
                f"{place}: a merge conflict; keep the lines of both sides and delete the markers"
            )
        try:
            mapping = _parse_json(line, pairs=_refuse_repeats)
        except (ValueError, RecursionError) as error:
            raise BaselineError(f"{place}: expected an entry in JSON: {error}") from None
        if not isinstance(mapping, dict):
            raise BaselineError(f"{place}: expected an entry, a mapping")
        if _HEADER in mapping:
            _require_version(mapping, place)
            continue
        entry_key, count = _parse_entry(mapping, place)
        counts[entry_key] = max(count, counts.get(entry_key, 0))
    return counts


def render_baseline(entries: Entries) -> str:
    """Return a baseline with *entries* as text: ASCII, so that no name depends on an editor."""
    lines: list[dict[str, object]] = [{_HEADER: VERSION}]
    for (path, (level, rule_id), line), count in sorted(entries.items()):
        contract_fields = {"level": level, "rule_id": rule_id} if level else {"rule_id": rule_id}
        lines.append({"path": path, **contract_fields, "line": line, "count": count})
    return "".join(f"{render_compact_json(line)}\n" for line in lines)


def read_baseline_bytes(path: str, *, display_path: str) -> bytes:
    """Return the bytes at *path*, be they a baseline or not; raises ``BaselineError``."""
    if not path:
        raise BaselineError("--baseline: expected a file, found an empty text")
    try:
        content = read_bytes(path, limit=_MAXIMUM_BYTES + 1)
    except OSError as error:
        raise BaselineError(
            f"{display_path}: the baseline cannot be read: {error.strerror or error}"
        ) from None
    if len(content) > _MAXIMUM_BYTES:
        raise BaselineError(f"{display_path}: the baseline cannot be read: larger than 256 MB")
    return content


def _decode_lines(content: bytes, display_path: str) -> list[str]:
    try:
        # Not splitlines: a name of a file may hold one of the rarer line ends. JSON reads "\r".
        return content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BaselineError(f"{display_path}:{line}: expected UTF-8 text") from None


def _parse_json(
    line: str, *, pairs: Callable[[list[tuple[str, JsonValue]]], JsonValue] | None = None
) -> JsonValue:
    import json  # an editor whose project has no baseline needs none

    return json.loads(line, object_pairs_hook=pairs)


def _require_header(lines: list[str], display_path: str) -> None:
    """A conflict may hold the header; the first line that is no marker has to be one."""
    header_line = next((line for line in lines if not line.startswith(_MARKERS)), "")
    try:
        header = _parse_json(header_line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or _HEADER not in header:
        raise BaselineError(
            f'{display_path}:1: expected {{"{_HEADER}": {VERSION}}}: '
            "it is no baseline of phaser-lint"
        )
    _require_version(header, f"{display_path}:1")


def _require_version(header: JsonObject, place: str) -> None:
    version = header[_HEADER]
    if isinstance(version, bool) or version not in _READ:
        newer = isinstance(version, int) and version > VERSION
        raise BaselineError(
            f"{place}: {_HEADER}: expected version {VERSION}, "
            f"not {make_printable(render_compact_json(version))}"
            + ("; a newer phaser-lint may have written it" if newer else "")
        )


def _refuse_repeats(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise ValueError("a key stands there twice")
    return mapping


def _parse_entry(mapping: JsonObject, place: str) -> tuple[EntryKey, int]:
    for key in mapping:
        if key not in ("path", "level", "rule_id", "line", "count"):
            raise BaselineError(f"{place}: {make_printable(key)}: unknown key")
    path, rule_id = (_require_text(mapping, key, place) for key in ("path", "rule_id"))
    level = _require_text(mapping, "level", place) if "level" in mapping else ""
    line, count = mapping.get("line"), mapping.get("count")
    is_digest = isinstance(line, str) and len(line) in (0, _DIGITS)
    if not isinstance(line, str) or not is_digest or line.strip("0123456789abcdef"):
        raise BaselineError(f"{place}: line: expected {_DIGITS} hexadecimal digits, or none")
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise BaselineError(f"{place}: count: expected a number, at least 1")
    return (path, (level, rule_id), line), count


def _require_text(mapping: JsonObject, key: str, place: str) -> str:
    text = mapping.get(key)
    if not isinstance(text, str) or not text:
        raise BaselineError(f"{place}: {key}: expected a text")
    return text


def count_covered_violations(entries: Entries, contracts: ContractSet) -> int:
    """Return how many violations a baseline's *entries* cover, as reports count them."""
    once = {contract.key for contract in contracts.contracts if is_reported_once(contract)}
    files = {(path, key) for path, key, _ in entries if key in once}
    # Of a contract that is no more: an entry on a file too large counts its lines.
    sizes = {digest_lines(unit) for unit in FileSize._fields}
    return len(files) + sum(
        1 if line in sizes else number
        for (_, key, line), number in entries.items()
        if key not in once
    )
