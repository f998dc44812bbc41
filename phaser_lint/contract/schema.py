"""What makes a contract valid: from a plain mapping to a ``Contract``, or to all its problems.

Every problem of a mapping is found in one pass, each as ``key`` and what was expected there, so
that an author fixes a contract once. An unknown key is one of them: in a newer program it may
narrow the contract, which an older one would apply too widely.
"""

from __future__ import annotations

from phaser_lint.contract import version_1
from phaser_lint.contract.example_reader import ExampleReader
from phaser_lint.contract.key_reader import (
    KeyProblem,
    KeyReader,
    kind_of,
    unknown_keys,
    unknown_to,
)
from phaser_lint.contract.model import Contract, Override
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.example import Example, is_in_no_language
from phaser_lint.contract.rules.message_fields import message_problems, with_plain_message
from phaser_lint.contract.rules.path_fields import field_problems, item_problems, widest_globs
from phaser_lint.contract.rules.rule import Key, is_condition
from phaser_lint.core import Record
from phaser_lint.project.root import folder_of
from phaser_lint.text.globs.compile import compile_globs, compile_patterns, paths_without
from phaser_lint.text.search.given_groups import written_out
from phaser_lint.text.search.patterns import prepared, searches_backward

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phaser_lint.text.search.searcher import Pattern

REQUIRED = ("rule_id", "type", "file_glob", "message", "severity")
OPTIONAL = (
    "pattern",
    "enabled",
    "rationale",
    "exclude_glob",
    "path_pattern",
    "literal",
    "scope",
    "ignorable",
    "raw",
    "examples",
    "tags",
    "url",
)
KEYS = (*REQUIRED, *OPTIONAL)
PATH_PATTERN = Key("path_pattern", "pattern", optional=True)
_OVERRIDE = "override"
OVERRIDE_KEYS = (_OVERRIDE, "enabled", "severity", "message", "exclude_glob")
SEVERITIES = ("error", "warning")
GLOB_KEYS = (
    "file_glob",
    "exclude_glob",
    *(key.name for rule in RULES.values() for key in rule.keys if key.kind == "globs"),
    "forbid",
)
# What other tools wrote beside them, and nothing here asks for.
IGNORED = ("source",)
# What other tools call a file's list of rules.
_LISTS = ("rules", "contracts")


class Checked(Record):
    """What a mapping says, or nothing, and everything that was wrong with it."""

    entry: Contract | Override | None
    problems: tuple[KeyProblem, ...]

    @property
    def contract(self) -> Contract | None:
        """What the mapping says, if that is a contract."""
        return self.entry if isinstance(self.entry, Contract) else None


class _Place(Record):
    """Where a mapping stands."""

    source: Any
    path: str
    root: str
    level: str


def check_mapping(
    value: Any, *, source: Any, path: str, root: str = "", level: str = ""
) -> Checked:
    """Return the contract, or the override, that *value* describes, and each problem with it.

    Its globs are relative to the folder of *level*, which is *root* on disk, where that is known.
    """
    place = _Place(source, path, root, level)
    if not isinstance(value, dict):
        apart = "; a contract each, with a line `---` between" if isinstance(value, list) else ""
        return Checked(None, (KeyProblem("", f"expected a mapping, not {kind_of(value)}{apart}"),))
    if version_1.is_version_1(value):
        return _check_version_1(value, place)
    if _OVERRIDE in value:
        return _check_override(value, place)
    stranger = _other_form(value)
    if stranger is not None:
        return Checked(None, (stranger,))
    return _check_today(value, place)


def _other_form(value: dict[str, Any]) -> KeyProblem | None:
    """Return what is wrong with a mapping that holds contracts, or something else altogether."""
    for key in _LISTS:
        if isinstance(value.get(key), list):
            return KeyProblem(key, "expected no list; a contract each, with a line `---` between")
    if not any(key in KEYS for key in value):
        return KeyProblem("", f"expected a contract, with the keys {', '.join(REQUIRED)}")
    return None


def _check_version_1(value: dict[str, Any], place: _Place) -> Checked:
    rule = value["rule"]
    if not isinstance(rule, dict):
        return Checked(None, (KeyProblem("rule", f"expected a mapping, not {kind_of(rule)}"),))
    unknown = [
        problem._replace(key=f"rule.{problem.key}")
        for problem in unknown_keys(rule, version_1.RULE_KEYS)
    ]
    checked = _check_today(version_1.convert(value), place, has_variables=False)
    renamed = [
        problem._replace(key=version_1.written_key(problem.key)) for problem in checked.problems
    ]
    return Checked(None if unknown else checked.entry, (*renamed, *unknown))


def _check_override(value: dict[str, Any], place: _Place) -> Checked:
    reader = KeyReader(value, place.root)
    exclude_glob = reader.globs("exclude_glob")
    given = {name for name in ("enabled", "severity", "message") if name in value}
    fields: dict[str, Any] = {
        "rule_id": reader.rule_id(_OVERRIDE),
        "enabled": reader.boolean("enabled", default=True) if "enabled" in given else None,
        "severity": reader.choice("severity", SEVERITIES) if "severity" in given else None,
        "message": reader.message() if "message" in given else None,
    }
    if "rule_id" in value:
        reader.expect("rule_id", f"either {_OVERRIDE} or rule_id")
    reader.problems += [
        _unfit_override(each) for each in unknown_keys(value, (*OVERRIDE_KEYS, "rule_id"))
    ]
    if not reader.problems and value.keys().isdisjoint(OVERRIDE_KEYS[1:]):
        reader.expect(_OVERRIDE, f"one of {', '.join(OVERRIDE_KEYS[1:])} beside it")
    if reader.problems:
        return Checked(None, tuple(reader.problems))
    excluded = compile_patterns(exclude_glob, folder=folder_of(place.level))
    override = Override(
        **fields, level=place.level, path=place.path, exclude_glob=exclude_glob, excluded=excluded
    )
    return Checked(override, ())


def _unfit_override(problem: KeyProblem) -> KeyProblem:
    """Return *problem*, of a key that contracts have, with what an override may say."""
    own = {key.name for rule in RULES.values() for key in rule.keys}
    if problem.key not in (*KEYS, *own):
        return problem
    *first, last = OVERRIDE_KEYS[1:]
    changes = f"{', '.join(first)} and {last}"
    return problem._replace(expected=f"expected no such key: an override changes {changes} alone")


def _check_today(value: dict[str, Any], place: _Place, *, has_variables: bool = True) -> Checked:
    reader = KeyReader(value, place.root)
    kind = reader.choice("type", tuple(RULES))
    rule = RULES.get(kind)
    own = rule.keys if rule else ()
    example_reader = ExampleReader(rule, has_fix="fix" in value)
    examples = example_reader.read(value.get("examples"))
    file_glob = reader.globs("file_glob", required=True)
    exclude_glob = reader.globs("exclude_glob")
    path_pattern = reader.own([PATH_PATTERN])
    pattern = reader.pattern()
    literal = reader.boolean("literal", default=False)
    fields: dict[str, Any] = {
        "rule_id": reader.rule_id(),
        "message": reader.message(),
        "severity": reader.choice("severity", SEVERITIES),
        "enabled": reader.boolean("enabled", default=True),
        "rationale": reader.text("rationale"),
        "scope": reader.scope(),
        "ignorable": reader.boolean("ignorable", default=True),
        "raw": reader.boolean("raw", default=False),
        "valid_examples": examples["valid"],
        "invalid_examples": examples["invalid"],
        "tags": reader.texts("tags"),
        "url": reader.text("url"),
        "own": reader.own(own),
    }
    if rule and rule.any_of and value.keys().isdisjoint(rule.any_of):
        reader.expect(rule.any_of[0], f"a value here, or at {' or '.join(rule.any_of[1:])}")
    known = (*KEYS, *IGNORED, *(key.name for key in own))
    strange = unknown_to(rule, value, known) if rule else unknown_keys(value, known)
    problems = (*reader.problems, *example_reader.problems, *strange)
    if problems:
        return Checked(None, problems)
    contract = Contract(
        **fields,
        type=kind,
        searched=prepared(pattern, literal=literal, in_text=RULES[kind].searches_text()),
        file_glob=file_glob,
        exclude_glob=exclude_glob,
        source=place.source,
        path=place.path,
        level=place.level,
        globs=compile_globs(file_glob, exclude_glob, folder=folder_of(place.level)),
        own_globs=compile_globs(
            widest_globs(RULES[kind].globs_of(fields["own"])), (), folder=folder_of(place.level)
        ),
        conditions=_conditions(fields["own"]),
    )
    if path_pattern:
        contract = _with_path_pattern(contract, path_pattern[0][1])
    required = RULES[kind].requirement(contract)
    if required is not None:
        contract = contract._replace(searched=contract.searched._replace(requirement=required))
    unfit = (
        *RULES[kind].problems(contract),
        *field_problems(contract),
        *item_problems(contract),
        *_backward_search(contract),
        *_unclear_examples(contract),
        *(message_problems(contract) if has_variables else ()),
    )
    if not has_variables:
        contract = with_plain_message(contract)
    wrong = tuple([KeyProblem(key, f"expected {each}") for key, each in unfit])
    return Checked(None if wrong else contract, wrong)


def _backward_search(contract: Contract) -> Iterator[tuple[str, str]]:
    """Yield that a pattern is searched from the end, where it counts where a match begins.

    Of ``/* a */ a b`` and ``(?r)a.*b`` the match in code would be lost.
    """
    if contract.counted_in and searches_backward(contract.pattern, literal=contract.literal):
        yield "pattern", "a pattern without `(?r)`, since `in` asks where a match begins"


def _unclear_examples(contract: Contract) -> Iterator[tuple[str, str]]:
    """Yield which examples are in no language that is known, where a match counts in a part."""
    for kind in ("valid", "invalid"):
        for place, each in enumerate(getattr(contract, f"{kind}_examples")):
            if is_in_no_language(contract, Example(*each)):
                message = "the path beside the text, for no glob tells the language"
                yield f"examples.{kind}[{place}]", message


def _conditions(own: Iterable[tuple[str, Any]]) -> tuple[tuple[str, Pattern], ...]:
    """Return the conditions among the values of a type's own keys."""
    return tuple([(key, prepared(written_out(value))) for key, value in own if is_condition(key)])


def _with_path_pattern(contract: Contract, pattern: str) -> Contract:
    """Return *contract* with only those files that *pattern* is found in the path of.

    Where it selects folders, its type looks at their paths.
    """
    if RULES[contract.type].of_folders(contract):
        return contract._replace(path_pattern=pattern)
    searched = prepared(written_out(pattern))
    unfound = paths_without(
        searched.written,
        requirement=searched.requirement,
        code=searched.code,
        folder=folder_of(contract.level),
    )
    return contract._replace(path_pattern=pattern, globs=(*contract.globs, unfound))
