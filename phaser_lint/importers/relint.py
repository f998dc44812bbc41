r"""``.relint.yml``: the rules of reLint, a list of a name, a pattern and a pattern for paths.

    - name: No prints
      pattern: 'print\('
      hint: Use the logger.
      filePattern: '.*\.py'
      error: false

reLint searches with Python's ``re`` and without MULTILINE, so ``^`` is the start of the file, and
matches ``filePattern`` from the start of the path: ``\.py$`` selects no file but one of that name.
It takes no notice of a key that it does not know.
"""

from __future__ import annotations

from phaser_lint.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.importers.python_patterns import python_problem, respelled, without_multiline
from phaser_lint.importers.relint_paths import selected_paths
from phaser_lint.importers.rule_file import rule_file
from phaser_lint.search.patterns import compile_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaser_lint.importers.rule_file import RuleFile

_KEYS = ("name", "pattern", "hint", "filePattern", "error")
_EVERY_FILE = ".*"


def read(data: bytes, path: str) -> ImportedFile:
    """Return what the rules of a file become; raises ``RuleFileError``."""
    file = rule_file(data, path)
    if file.value is None:
        return ImportedFile(path, TOOL.name, (), ("the file is empty: reLint checks nothing",))
    if not isinstance(file.value, list):
        raise file.wrong("", "a list of rules, each with name and pattern")
    rules = [_rule(file, rule, at=f"[{place}]") for place, rule in enumerate(file.value)]
    return ImportedFile(path, TOOL.name, tuple(rules))


def _rule(file: RuleFile, rule: Any, *, at: str) -> ImportedRule:
    if not isinstance(rule, dict):
        raise file.wrong(at, "a rule with the keys name and pattern")
    name = file.required(rule, "name", at=at)
    pattern = file.required(rule, "pattern", at=at)
    paths = file.text(rule, "filePattern", at=at)
    paths = _EVERY_FILE if paths is None else paths
    made = ImportedRule(name, file.line_of(at))
    for key, each in (("pattern", pattern), ("filePattern", paths)):
        problem = python_problem(each)
        if problem and not _is_of_regex(each):
            said = f"{key}: no pattern of Python's re, which reLint cannot read either: {problem}"
            return made._replace(unsaid=(said,))
    selected = selected_paths(_spelled(paths))
    return made._replace(
        keys={
            "type": "forbid_pattern",
            "pattern": without_multiline(_spelled(pattern)),
            **selected.keys,
            "message": file.text(rule, "hint", at=at) or name,
            "severity": "error" if file.boolean(rule, "error", at=at, default=True) else "warning",
        },
        kept=(*_kept(pattern, paths), *_ignored_keys(rule)),
        dead=selected.dead,
    )


def _is_of_regex(pattern: str) -> bool:
    """Tell whether the module regex takes *pattern*: reLint searches with it where it is there."""
    try:
        compile_pattern(pattern, literal=False)
    except Exception:  # as of any pattern that is none
        return False
    return True


def _spelled(pattern: str) -> str:
    return pattern if python_problem(pattern) else respelled(pattern)


def _kept(pattern: str, paths: str) -> Iterator[str]:
    if without_multiline(pattern) != pattern:
        yield (
            "^ and $ are the start and the end of the file, as reLint has no MULTILINE; without "
            "(?-m:…) they are those of each line"
        )
    if _spelled(pattern) != pattern:
        yield "what would say something else here is escaped"
    if python_problem(pattern) or python_problem(paths):
        yield "in the words of the module regex, with which alone reLint reads it"


def _ignored_keys(rule: Mapping[str, Any]) -> Iterator[str]:
    for key in rule:
        if key not in _KEYS:
            every = ", so it checks every file" if "filePattern" not in rule else ""
            yield f"{key}: a key that reLint takes no notice of{every}"


TOOL = Tool("relint", (".relint.yml", ".relint.yaml"), read)
