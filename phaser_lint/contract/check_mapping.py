"""What makes a contract valid: from a plain mapping to a ``Contract``, or to all its problems.

Every problem of a mapping is found in one pass, each as ``key`` and what was expected there, so
that an author fixes a contract once. An unknown key is one of them: in a newer program it may
narrow the contract, which an older one would apply too widely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from phaser_lint.contract import version_1
from phaser_lint.contract.key_reader import (
    KeyReader,
    describe_kind,
    find_keys_unknown_to_type,
    find_misspelled_keys,
    find_unknown_keys,
)
from phaser_lint.contract.keys import (
    COMMON_KEYS,
    CONTRACT_KEYS,
    FIX_SAFETY,
    FOREIGN_KEYS,
    IN,
    OVERRIDE_KEYS,
    KeyValue,
    list_key_names,
)
from phaser_lint.contract.model import Contract, ToldLanguages
from phaser_lint.contract.overrides import Override, ParsedDocument
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.block_keys import find_block_problems, is_block_key
from phaser_lint.contract.rules.message_fields import find_message_problem, with_plain_message
from phaser_lint.contract.rules.path_fields import (
    find_field_problems,
    find_item_problems,
    widen_globs,
)
from phaser_lint.contract.rules.rule import CONDITIONS, KEYS_ABOUT_PATTERNS, ExpectedAt, Rule
from phaser_lint.contract.yaml_documents import KeyProblem
from phaser_lint.project.levels import name_level_folder
from phaser_lint.text.globs.compile_globs import (
    compile_glob_list,
    compile_globs,
    make_tests_without,
)
from phaser_lint.text.search.given_groups import write_out_groups
from phaser_lint.text.search.patterns import prepare_pattern, searches_backward

NO_EXAMPLES: Mapping[str, tuple[tuple[KeyValue, ...], ...]] = {"valid": (), "invalid": ()}
# What other tools call a file's list of rules.
_LISTS = ("rules", "contracts")
_OF_SEMGREP = "phaser-lint import --from semgrep FILE makes contracts of a file of Semgrep's"
CheckedValue = Contract | Override | list[KeyProblem]
"""What a mapping says, or everything that is wrong with it."""


def check_mapping(
    yaml_value: KeyValue,
    *,
    source: KeyValue,
    path: str,
    root: str = "",
    level: str = "",
    languages: ToldLanguages = (),
    line_of: Callable[[str], int] | None = None,
) -> ParsedDocument:
    """Check *yaml_value*, a mapping of a contract file, by the contract's schema: return the
    contract or override, or each problem, on the line that *line_of* returns for its key.

    Its globs are relative to the folder of *level*, which is *root* on disk, where that is known.
    """
    outcome = _check_value(yaml_value, root=root, level=level, languages=languages)
    if isinstance(outcome, Contract):
        return ParsedDocument(outcome._replace(source=source, path=path))
    if isinstance(outcome, Override):
        return ParsedDocument(outcome._replace(path=path))
    return ParsedDocument(
        None,
        tuple(
            [
                ContractProblem(path, key, expected, line=None if line_of is None else line_of(key))
                for key, expected, _ in outcome
            ]
        ),
    )


def _check_value(
    yaml_value: KeyValue, *, root: str, level: str, languages: ToldLanguages
) -> CheckedValue:
    if not isinstance(yaml_value, dict):
        hint = (
            "; a contract each, with a line `---` between" if isinstance(yaml_value, list) else ""
        )
        return [KeyProblem("", f"expected a mapping, not {describe_kind(yaml_value)}{hint}")]
    if "rule" in yaml_value:
        return _check_version_1(yaml_value, root=root, level=level, languages=languages)
    if OVERRIDE_KEYS[0].name in yaml_value:
        return _check_override(yaml_value, root=root, level=level)
    for key in _LISTS:
        rules = yaml_value.get(key)
        if isinstance(rules, list):
            is_foreign = any(isinstance(rule, dict) and "languages" in rule for rule in rules)
            wanted = _OF_SEMGREP if is_foreign else "a contract each, with a line `---` between"
            return [KeyProblem(key, f"expected no list; {wanted}")]
    if "languages" in yaml_value and yaml_value.keys().isdisjoint(("rule_id", "type")):
        return [KeyProblem("languages", f"expected a contract; {_OF_SEMGREP}")]
    if yaml_value.keys().isdisjoint(("rule_id", "type")):
        all_names = list_key_names((*CONTRACT_KEYS, *OVERRIDE_KEYS))
        if OVERRIDE_KEYS[0].name in find_misspelled_keys(yaml_value, all_names):
            return find_unknown_keys(yaml_value, all_names)
    if yaml_value.keys().isdisjoint(list_key_names(CONTRACT_KEYS)):
        required = list_key_names([key for key in COMMON_KEYS if key.is_required()])
        return [KeyProblem("", f"expected a contract, with the keys {', '.join(required)}")]
    return _check_contract(yaml_value, root=root, level=level, languages=languages)


def _check_version_1(
    mapping: dict[str, KeyValue], *, root: str, level: str, languages: ToldLanguages
) -> CheckedValue:
    rule = mapping["rule"]
    if not isinstance(rule, dict):
        return [KeyProblem("rule", f"expected a mapping, not {describe_kind(rule)}")]
    unknown_problems = [
        problem._replace(key=f"rule.{problem.key}")
        for problem in find_unknown_keys(rule, version_1.RULE_KEYS)
    ]
    outcome = _check_contract(
        version_1.convert_version_1(mapping),
        root=root,
        level=level,
        languages=languages,
        has_variables=False,
    )
    if isinstance(outcome, Contract):
        return unknown_problems or outcome
    misspelled = find_misspelled_keys(rule, version_1.RULE_KEYS)
    renamed_problems = [
        problem._replace(key=version_1.name_written_key(problem.key)) for problem in outcome
    ]
    return [
        *[
            problem
            for problem in renamed_problems
            if problem.key.removeprefix("rule.") not in misspelled
        ],
        *unknown_problems,
    ]


def _check_override(mapping: dict[str, KeyValue], *, root: str, level: str) -> CheckedValue:
    reader = KeyReader(mapping, root)
    override, *changing_keys = OVERRIDE_KEYS
    rule_id = reader.value_of(override)
    changes = reader.read([key for key in changing_keys if key.name in mapping])
    if "rule_id" in mapping:
        reader.expect("rule_id", f"either {override.name} or rule_id")
    *first_names, last_name = list_key_names(changing_keys)
    for problem in find_unknown_keys(mapping, (*list_key_names(OVERRIDE_KEYS), "rule_id")):
        own_keys = (key for rule in RULES.values() for key in rule.all_keys())
        if problem.key in list_key_names((*CONTRACT_KEYS, *own_keys)):
            may_change = f"{', '.join(first_names)} and {last_name}"
            expected = f"expected no such key: an override changes only {may_change}"
            problem = problem._replace(expected=expected)
        reader.problems.append(problem)
    if not (reader.problems or changes):
        reader.expect(override.name, f"one of {', '.join(list_key_names(changing_keys))} beside it")
    if reader.problems:
        return reader.problems
    excluded = compile_glob_list(changes.get("exclude_glob", ()), folder=name_level_folder(level))
    return Override(**changes, rule_id=rule_id, level=level, path="", excluded=excluded)


def _check_contract(
    mapping: dict[str, KeyValue],
    *,
    root: str,
    level: str,
    languages: ToldLanguages,
    has_variables: bool = True,
) -> Contract | list[KeyProblem]:
    reader = KeyReader(mapping, root)
    fields = reader.read([key for key in CONTRACT_KEYS if key.kind != "examples"])
    rule = RULES.get(fields["type"])
    own_keys = rule.all_keys() if rule else ()
    own_values = reader.own(own_keys)
    examples, example_problems = NO_EXAMPLES, list[KeyProblem]()
    if "examples" in mapping:
        from phaser_lint.contract.example_reader import ExampleReader  # many have none

        example_reader = ExampleReader(rule, has_fix="fix" in mapping)
        examples = example_reader.read(mapping["examples"])
        example_problems = example_reader.problems
    known_keys = list_key_names((*CONTRACT_KEYS, *FOREIGN_KEYS, *own_keys))
    unknown_problems, misspelled = list[KeyProblem](), frozenset[str]()
    may_lack_some = not mapping.keys().isdisjoint(KEYS_ABOUT_PATTERNS)
    if rule is None or may_lack_some or not mapping.keys() <= {*known_keys}:
        unknown_problems, misspelled = _check_unknown_keys(rule, mapping, known_keys)
    if rule and rule.any_of and {*mapping, *misspelled}.isdisjoint(rule.any_of):
        reader.expect(rule.any_of[0], f"a value here, or at {' or '.join(rule.any_of[1:])}")
    if rule and rule.instead in misspelled:
        misspelled |= {"pattern"}.difference(mapping)
    missing_or_wrong = [problem for problem in reader.problems if problem.key not in misspelled]
    problems = [*missing_or_wrong, *example_problems, *unknown_problems]
    if problems or rule is None:
        return problems
    contract = _derive_contract(
        rule, fields, own_values, examples=examples, level=level, languages=languages
    )
    contract = contract._replace(is_silent_on_directives="ignorable" not in mapping)
    expectations = [] if rule.problems is None else [*rule.problems(contract)]
    if contract.own and FIX_SAFETY.name in rule.keys:
        from phaser_lint.contract.fix_problems import find_fix_key_problems  # few have own keys

        expectations += find_fix_key_problems(contract)
    if contract.own or contract.path_pattern:
        expectations += _check_own_keys(contract)
    if contract.valid_examples or contract.invalid_examples:
        from phaser_lint.contract.example_reader import find_example_problems  # as above

        expectations += find_example_problems(contract)
    if has_variables:
        problem = find_message_problem(contract) if "{" in contract.message else ""
        expectations += [("message", problem)] if problem else []
    else:
        contract = with_plain_message(contract)
    return [KeyProblem(key, f"expected {expected}") for key, expected in expectations] or contract


def _check_unknown_keys(
    rule: Rule | None, mapping: Mapping[str, KeyValue], known_keys: tuple[str, ...]
) -> tuple[list[KeyProblem], frozenset[str]]:
    """Return a problem for each key that is none of *rule*, and the keys that they are meant for.

    Of a type that is misspelled all keys may be meant; of another one those of other types.
    """
    names = list_key_names(key for kind in RULES.values() for key in kind.all_keys())
    if rule is None:
        known_keys = (*known_keys, *names)
    foreign_keys = tuple(key for key in names if key not in known_keys)
    problems = (
        find_keys_unknown_to_type(rule, mapping, known_keys=known_keys, foreign_keys=foreign_keys)
        if rule
        else find_unknown_keys(mapping, known_keys)
    )
    return problems, find_misspelled_keys(mapping, known_keys, foreign_keys)


def _derive_contract(
    rule: Rule,
    fields: Mapping[str, KeyValue],
    own_values: tuple[tuple[str, KeyValue], ...],
    *,
    examples: Mapping[str, tuple[tuple[KeyValue, ...], ...]],
    level: str,
    languages: ToldLanguages,
) -> Contract:
    """Return the contract with these keys, and what a check needs in place of them each time."""
    folder = name_level_folder(level)
    in_text = rule.searches_text()
    # Without any of these all of the text counts.
    counted_in = dict(own_values).get(IN.name, ())
    contract = Contract(
        **{name: field_value for name, field_value in fields.items() if name in Contract._fields},
        searched=prepare_pattern(
            fields["pattern"],
            literal=fields["literal"],
            in_text=in_text,
            without_comments=in_text
            and bool(counted_in)
            and {"comments", "docs"}.isdisjoint(counted_in),
        ),
        valid_examples=examples["valid"],
        invalid_examples=examples["invalid"],
        own=own_values,
        level=level,
        languages=languages,
        globs=compile_globs(fields["file_glob"], fields["exclude_glob"], folder=folder),
    )
    if own_values:
        conditions = [pair for pair in own_values if pair[0] in CONDITIONS]
        contract = contract._replace(
            own_globs=compile_globs(widen_globs(rule.globs_of(own_values)), (), folder=folder),
            conditions=tuple(
                [(key, prepare_pattern(write_out_groups(pattern))) for key, pattern in conditions]
            ),
            block_patterns=tuple(
                [
                    # Headers are searched in code, where comments are blank.
                    (key, prepare_pattern(pattern, without_comments=True))
                    for key, patterns in own_values
                    if is_block_key(key)
                    for pattern in patterns
                ]
            ),
        )
    if contract.path_pattern and not rule.of_folders(contract):
        searched = prepare_pattern(write_out_groups(contract.path_pattern))
        unfound = make_tests_without(
            searched.written, requirement=searched.requirement, code=searched.code, folder=folder
        )
        contract = contract._replace(globs=(*contract.globs, unfound))
    required = None if rule.requirement is None else rule.requirement(contract)
    if required is not None:
        contract = contract._replace(searched=contract.searched._replace(requirement=required))
    return contract


def _check_own_keys(contract: Contract) -> Iterator[ExpectedAt]:
    """Yield what is wrong with keys that not every contract has, and are right one by one."""
    yield from find_field_problems(contract)
    yield from find_item_problems(contract)
    # Of ``/* a */ a b`` and ``(?r)a.*b`` the match in code would be lost.
    if contract.counts_in_parts and searches_backward(contract.pattern, literal=contract.literal):
        asking_key = "in" if contract.counted_in else contract.block_patterns[0][0]
        yield "pattern", f"a pattern without `(?r)`, since `{asking_key}` asks where a match begins"
    if contract.block_patterns:
        yield from find_block_problems(contract)
