r"""Semgrep: rules made of regular expressions alone, several in a file.

    rules:
      - id: no-print
        languages: [python]
        severity: ERROR
        message: Use the logger.
        patterns:
          - pattern-regex: print\(.*\)
          - pattern-not-regex: flush=True

What looks at syntax (``pattern``, ``pattern-inside``, metavariables) is no contract.
"""

from __future__ import annotations

import re

from phaser_lint.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.importers.rule_file import rule_file
from phaser_lint.importers.semgrep_formulas import (
    OPERATORS,
    UnsaidFormulaError,
    WrongFormulaError,
    alternatives,
)
from phaser_lint.importers.semgrep_globs import asked_of_files
from phaser_lint.importers.semgrep_languages import SCRIPTS, language
from phaser_lint.importers.semgrep_patterns import asked_by_rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaser_lint.importers.rule_file import RuleFile
    from phaser_lint.importers.semgrep_formulas import Alternative
    from phaser_lint.importers.semgrep_globs import AskedOfFiles
    from phaser_lint.importers.semgrep_patterns import AskedByRule

_ERRORS = ("ERROR", "HIGH", "CRITICAL")
_LOOKING = ("pattern", "match", "join", "extract")
_VARIABLE = re.compile(r"\$(?:\d+|[A-Z_][A-Z0-9_]*)")
_LEFT_OUT = (
    "Semgrep leaves out tests/, vendor/, node_modules/ and more, unless a .semgrepignore says "
    "otherwise; contracts judge every file"
)
_SCRIPTS = "Semgrep knows executable scripts by their first line, too; contracts go by names alone"


def read(data: bytes, path: str) -> ImportedFile:
    """Return what the rules of a file become; raises ``RuleFileError``."""
    file = rule_file(data, path)
    rules = file.value.get("rules") if isinstance(file.value, dict) else None
    if not isinstance(rules, list):
        raise file.wrong("", "Semgrep's list of rules at the key rules")
    made = [
        each for place, rule in enumerate(rules) for each in _rules(file, rule, f"rules[{place}]")
    ]
    return ImportedFile(path, TOOL.name, tuple(made), tuple(_notices(rules, made)))


def _notices(rules: Iterable[Any], made: Iterable[ImportedRule]) -> Iterator[str]:
    if any(each.keys for each in made):
        yield _LEFT_OUT
        named = {language(name) for rule in rules for name in rule["languages"]}
        if named & SCRIPTS:
            yield _SCRIPTS


def _rules(file: RuleFile, rule: Any, at: str) -> list[ImportedRule]:
    """Return what becomes of the rule whose own path is *at*, all of the same name."""
    if not isinstance(rule, dict):
        raise file.wrong(at, "a rule with the keys id, languages, severity and message")
    made = ImportedRule(file.required(rule, "id", at=at), file.line_of(at))
    files = _files(file, rule, at)
    message = file.required(rule, "message", at=at)
    level = file.required(rule, "severity", at=at).upper()
    rest = {"message": message, "severity": "error" if level in _ERRORS else "warning"}
    try:
        asked = asked_by_rule(_alternatives(file, rule, at))
    except UnsaidFormulaError as error:
        return [made._replace(unsaid=(str(error),))]
    if files.unsaid:
        return [made._replace(unsaid=(files.unsaid,))]
    return [
        made._replace(
            keys={**each.keys, **files.keys, **rest, **_fix(rule, each)},
            kept=(*each.kept, *files.kept, *_of_message(message)),
            unsaid=_lost_fix(rule, each),
            dead=files.dead,
        )
        for each in asked
    ]


def _alternatives(file: RuleFile, rule: Mapping[str, Any], at: str) -> tuple[Alternative, ...]:
    mode = rule.get("mode", "search")
    keys = [key for key in rule if key.startswith(_LOOKING)]
    strange = [f"mode {mode}"] * (mode != "search") + [key for key in keys if key not in OPERATORS]
    if strange:
        raise UnsaidFormulaError(f"{strange[0]}: a contract knows nothing of syntax")
    try:
        return alternatives({key: rule[key] for key in keys}, at=at)
    except WrongFormulaError as error:
        raise file.wrong(error.at, str(error)) from None


def _files(file: RuleFile, rule: Mapping[str, Any], at: str) -> AskedOfFiles:
    paths = rule.get("paths") or {}
    if not isinstance(paths, dict):
        raise file.wrong(f"{at}.paths", "a mapping with include or exclude")
    return asked_of_files(
        _texts(file, rule, "languages", at=at),
        include=_texts(file, paths, "include", at=f"{at}.paths"),
        exclude=_texts(file, paths, "exclude", at=f"{at}.paths"),
    )


def _texts(file: RuleFile, mapping: Mapping[str, Any], key: str, *, at: str) -> list[str]:
    value = mapping.get(key, [] if at.endswith("paths") else None)
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise file.wrong(f"{at}.{key}" if key in mapping else at, f"a list of texts at {key}")
    return value


def _of_message(message: str) -> tuple[str, ...]:
    found = _VARIABLE.search(message)
    if found is None:
        return ()
    return (f"message: {found[0]} stood for what was found there, and stands as it is",)


def _fix(rule: Mapping[str, Any], asked: AskedByRule) -> dict[str, str]:
    """Return the key that mends a match, where one says the same."""
    if not ("fix" in rule or "fix-regex" in rule) or _lost_fix(rule, asked):
        return {}
    if "fix-regex" in rule:
        return {"fix": rule["fix-regex"]["replacement"]}
    return {"fix": rule["fix"].rstrip("\n").replace("\\", "\\\\")}


def _lost_fix(rule: Mapping[str, Any], asked: AskedByRule) -> tuple[str, ...]:
    """Return why the rule's fix is not said, if it has one that is not."""
    by_pattern, text = rule.get("fix-regex"), rule.get("fix")
    if by_pattern is not None:
        keys = {"regex": rule.get("pattern-regex"), "replacement": _text_at(by_pattern)}
        if not asked.is_plain or by_pattern != keys:
            return ("fix-regex: it changes a part of the match by a pattern of its own",)
    elif text is not None and not (asked.is_plain and isinstance(text, str)):
        return ("fix: it is for several patterns",)
    elif text is not None and _VARIABLE.search(text):
        return ("fix: it puts in what a metavariable stands for",)
    return ()


def _text_at(by_pattern: Any) -> str:
    return str(by_pattern.get("replacement", "")) if isinstance(by_pattern, dict) else ""


TOOL = Tool(
    "semgrep",
    (".semgrep.yml", ".semgrep.yaml", "semgrep.yml", "semgrep.yaml"),
    read,
    others=("*.yml", "*.yaml"),
)
