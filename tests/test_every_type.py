"""Every contract type in every place: contracts and files made by chance, one verdict.

The contracts are made from the traits of each row of ``RULES``, so a new row is in this test by
itself. What is right is said by the rules alone, without any of the shortcuts in front of them.
"""

from __future__ import annotations

import json
import re
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest

from phaser_lint.check.engine.new_violations import without_change_violations
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.keys import Key
from phaser_lint.contract.model import Contract, ContractSet
from phaser_lint.contract.rules import RULES, checks_files_together, is_met_by_other_files
from phaser_lint.contract.rules.rule import CONDITIONS, Rule
from phaser_lint.contract.rules.sample_text import breaking_text
from phaser_lint.contract.rules.violations import (
    make_file_violation,
    make_glob_violation,
    make_match_violations,
)
from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.core.text import name_contract
from phaser_lint.hook.doctor.contract_trials import make_trials
from tests.called_hooks import is_clean_at_once
from tests.command.made import contract, event
from tests.conftest import write_files
from tests.contract.stored import Later
from tests.examples import check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from phaser_lint.contract.model import Report, Violation
    from phaser_lint.contract.overrides import ParsedDocument
    from phaser_lint.contract.rules.rule import Evidence, Spans
    from tests.conftest import Git, MakeProject, Run

    Verdict = set[tuple[str, str, str, int | None]]
    """What readers call the contract, kind of place, path and line of each violation."""

PATHS = ("a.py", "b.py", "c.md", "src/d.py", "src/e.md", "LICENSE", ".env", "g.txt")
LINES = ("TODO", "TODO TODO", "x = 1", "print(1)", "", "İ TODO", "SPDX")
PATTERNS = ("TODO", "(?i)todo$", r"^x\s*=", r"\bprint\(", "SPDX|x", "nowhere")
# None is the path of a file: what lacked that file was broken "there" in the last commit, too.
GLOBS = ("*.py", "*", "*.md", "/LICENSE", "/.env", "src/**", "nothing/here/*")
MODULES = ("os", "json", "re")
# A contract on imports is refused where nobody reads the imports of any of its files.
OF_IMPORTS = ("*.py", "*", "src/**", "nothing/here/*")
PATH_PATTERNS = ("^src/", r"\.py$", "[a-d]", "(?i)license", "nowhere")
NAMES = (r"[a-d]\.\w+", "LICENSE", r"\.?[a-z.]+", "(?i)[ab].py")
PARTNERS = ("{dir}/{stem}.md", "LICENSE", "src/{name}", "{dir}/e{ext}", "src/", "{stem}.md")
LISTINGS = ("^{item}", "{item}$", "x = {item}|{item} = 1")
FLAGS = ("--project-contracts", "--timeout", "20000")


class Made(NamedTuple):
    """A project's files, its contracts, and each contract's file."""

    files: dict[str, str]
    contracts: list[Contract]
    written: dict[str, str]


def keys_of(random: Random, rule: Rule) -> dict[str, Any]:
    """The keys of a contract of that type, as its traits have them."""
    patterns = NAMES if rule.subject == "name" else PATTERNS
    pattern = {"pattern": random.choice(patterns), "literal": random.random() < 0.2}
    limits = {"max_lines": random.randrange(4)} if random.random() < 0.5 else {}
    sizes = limits or {"max_bytes": random.randrange(30)}
    values_by_kind = {
        "number": random.randrange(3),
        "text": random.choice(PATTERNS),
        "pattern": random.choice(PATTERNS),
    }
    # Apart, so that other types get what they always got.
    partners = any(key.kind == "texts" for key in rule.all_keys())
    draws_by_kind: dict[str, Callable[[Key], Any]] = {
        "globs": lambda key: random.choice(GLOBS[3:]),
        "texts": lambda key: random.sample(PARTNERS, 2),
        "choice": lambda key: random.choice(key.choices),
        "choices": lambda key: random.sample(key.choices, 2),
        "boolean": lambda key: random.random() < 0.5,
    }
    return {
        "type": rule.type,
        **(pattern if rule.has_pattern() else {"pattern": None}),
        "file_glob": random.choice(GLOBS),
        **({"file_glob": random.choice((*GLOBS, "/src/", "*/"))} if partners else {}),
        **({"file_glob": random.choice(OF_IMPORTS)} if rule.type == "forbid_import" else {}),
        "scope": random.choice(rule.scopes),
        **{
            key.name: draws_by_kind[key.kind](key)
            if key.kind in draws_by_kind
            else values_by_kind[key.kind]
            for key in rule.all_keys()
            if not key.optional
        },
        **({"forbid": random.sample(MODULES, 2)} if rule.type == "forbid_import" else {}),
        **(sizes if rule.subject == "size" else {}),
    }


def conditions_of(random: Random, rule: Rule) -> dict[str, Any]:
    """Some of the patterns that a contract of that type may have, and often none."""
    condition_keys = [key for key in rule.all_keys() if key.name in CONDITIONS]
    of_path = {"path_pattern": random.choice(PATH_PATTERNS)} if random.random() < 0.5 else {}
    fitting = {
        key.name: [pattern for pattern in PATTERNS if not (key.problem and key.problem(pattern))]
        or LISTINGS
        for key in condition_keys
    }
    return of_path | {
        name: random.choice(patterns) for name, patterns in fitting.items() if random.random() < 0.5
    }


def made(random: Random, rules: Iterable[Rule]) -> Made:
    """A project with several contracts of each type."""
    texts_by_name = {
        f"{number}-{place}": contract(
            f"{number}-{place}",
            **keys_of(random, rule),
            **(conditions_of(random, rule) if place > 2 else {}),
        )
        for number, rule in enumerate(rules)
        for place in range(5)
    }
    contracts = [loaded(text) for text in texts_by_name.values()]
    files = {
        path: "".join(f"{random.choice(LINES)}\n" for _ in range(random.randrange(4)))
        for path in random.sample(PATHS, 6)
    }
    samples = filter(None, (breaking_text(contract) for contract in contracts))
    files |= {f"{number}.py": text for number, text in enumerate(samples)}
    return Made(files, contracts, {f"{name}.yaml": text for name, text in texts_by_name.items()})


def checked(text: str) -> ParsedDocument:
    (document,) = read_documents(text.encode())
    return check_mapping(document.value, source="project", path="a.yaml")


def loaded(text: str) -> Contract:
    checked_contract = checked(text)
    assert checked_contract.contract is not None, checked_contract.problems
    return checked_contract.contract


def verdict(violations: Iterable[Violation]) -> Verdict:
    return {
        (name_contract(violation.contract_key), violation.where, violation.path, violation.line)
        for violation in violations
    }


def reported(text: str) -> Verdict:
    violations = json.loads(text)["violations"]
    return {
        (
            name_contract((violation["level"], violation["rule_id"])),
            violation["where"],
            violation["path"],
            violation["line"],
        )
        for violation in violations
    }


WITH_BEFORE = ("--staged", "--since", "shards since, merged")


def scans(run: Run, git: Git, root: Path, files: dict[str, str]) -> dict[str, Verdict]:
    """What each place says of the files, which are all new."""
    write_files(root, cast("dict[str, str | bytes]", files))
    git(root, "add", "-A", "-f")
    flags = {
        "scan": (),
        "scan from its cache": (),
        "scan without a cache": ("--no-cache",),
        "--staged": ("--staged",),
        "--since": ("--since", "HEAD"),
    }
    outputs = {
        place: run("scan", *FLAGS, *more_flags, "--format=json", cwd=root).out
        for place, more_flags in flags.items()
    }
    outputs["shards, merged"] = merged(run, root)
    outputs["shards since, merged"] = merged(run, root, "--since", "HEAD")
    return {place: reported(text) for place, text in outputs.items()}


def merged(run: Run, root: Path, *flags: str) -> str:
    """The report that the reports of three shards make."""
    reports = [str(root.parent / f"{root.name}-{number}.json") for number in (1, 2, 3)]
    for number, report in enumerate(reports, start=1):
        run("scan", *FLAGS, *flags, f"--shard={number}/3", f"--format=json={report}", cwd=root)
    return run("merge", "--format=json", *reports, cwd=root).out


def denied(run: Run, root: Path, path: str, text: str) -> tuple[set[str], bool]:
    """The ids that the hook denies the new file for, and whether the clean path lets it pass."""
    payload = event(file_path=root / path, content=text, cwd=root, session_id=path)
    answer = json.loads(run("hook", stdin=payload, cwd=root).out)
    reason = answer.get("hookSpecificOutput", {}).get("permissionDecisionReason", "")
    return set(re.findall(r"^Contract violation: (\S+)", reason, re.M)), is_clean_at_once(payload)


def compare(
    project: MakeProject, run: Run, git: Git, seed: int, rules: Iterable[Rule]
) -> tuple[Verdict, int]:
    """Compare all places; what was found, and how many files the clean path let pass."""
    drawn_project = made(Random(seed), rules)
    created = dict.fromkeys(drawn_project.files, "create")
    report = check(
        drawn_project.contracts, drawn_project.files, tree=drawn_project.files, changes=created
    )
    expected, without_before = verdict(report.violations), verdict(without(report, drawn_project))
    alone = {
        contract.rule_id
        for contract in drawn_project.contracts
        if not checks_files_together(contract)
    }
    root = project({}, contracts=drawn_project.written, commit=True)
    passed = 0
    for path, text in drawn_project.files.items():
        ids, is_passed = denied(run, root, path, text)
        broken_ids = {each[0] for each in expected if each[1] != "glob" and each[2] == path}
        # What else the change needs may still come, and so may what a file goes with.
        later = {
            contract.rule_id
            for contract in drawn_project.contracts
            if is_met_by_other_files(contract)
        }
        later |= {each[0] for each in expected - without_before} - alone
        assert ids == broken_ids - later, path
        assert not (ids and is_passed), path
        passed += is_passed
    verdicts = scans(run, git, root, drawn_project.files)
    # What is missing was missing in the last commit, too.
    missing = {each for each in expected if each[1] == "glob"}
    verdicts = {
        place: verdict_of_place | missing if "since" in place else verdict_of_place
        for place, verdict_of_place in verdicts.items()
    }
    assert verdicts == {
        place: expected if place in WITH_BEFORE else without_before for place in verdicts
    }
    return expected, passed


def without(report: Report, drawn_project: Made) -> Sequence[Violation]:
    """What a run says that knows of no change."""
    return without_change_violations(report, ContractSet(tuple(drawn_project.contracts))).violations


@pytest.fixture
def place(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of the runs for the clean path too, long after the last change."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    for name, variable in environment.items():
        monkeypatch.setenv(name, variable)


def shows_both(compared: Sequence[tuple[Verdict, int]]) -> bool:
    """Whether something was found somewhere, and the clean path let a file pass."""
    return any(verdict_found for verdict_found, _ in compared) and any(
        passed for _, passed in compared
    )


@pytest.mark.one_row_in(24)
@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("with_two_projects", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", RULES)
def test_one_verdict_in_every_place(
    project: MakeProject, run: Run, git: Git, kind: str, with_two_projects: bool
) -> None:
    """Of each type something is found in a project, and the clean path lets files pass.

    A second project follows where the first one does not show that; of all types in the slow set.
    """
    compared = [compare(project, run, git, 0, [RULES[kind]])]
    if with_two_projects or not shows_both(compared):
        compared.append(compare(project, run, git, 1, [RULES[kind]]))
    # Each file is a new one here, and takes no text away.
    assert shows_both(compared) == (kind != "keep_pattern")


@pytest.mark.slow
@pytest.mark.usefixtures("place")
def test_types_take_no_shortcut_for_one_another(project: MakeProject, run: Run, git: Git) -> None:
    """Shortcuts are taken for each contract, and not for its neighbour."""
    verdict_found, _ = compare(project, run, git, 0, RULES.values())
    assert len({rule_id.split("-")[0] for rule_id, *_ in verdict_found}) > 3


# Types that nobody has: a row is all that they need.


def too_many(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    most = contract.value_of("most")
    return [make_file_violation(contract, path=path)] if text.count("TODO") > most else []


def further(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    return make_match_violations(
        contract, path=path, text=text, spans=spans[contract.value_of("most") :]
    )


def too_few(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    return [] if len(spans) > 1 else [make_file_violation(contract, path=path)]


def beyond(
    contract: Contract, *, paths: Sequence[str], is_complete: bool, is_met: bool
) -> list[Violation]:
    return (
        [make_glob_violation(contract)]
        if is_complete and len(paths) > contract.value_of("most")
        else []
    )


MOST = Key("most", "number", "")
UNKNOWN = cast("Evidence", "a change of heart")
NEW = (
    Rule(
        type="max_todo",
        subject="text",
        evidence="text",
        check_file=too_many,
        sample=lambda _: "TODO\n" * 9,
        own_keys=(MOST,),
    ),
    Rule(
        type="max_matches",
        subject="text",
        evidence="match",
        check_file=further,
        once=False,
        own_keys=(MOST,),
    ),
    Rule(type="two_matches", subject="text", evidence=UNKNOWN, check_file=too_few),
    Rule(
        type="match_and_file",
        subject="text",
        evidence="match",
        needs=("some file",),
        check_file=further,
        once=False,
        own_keys=(MOST,),
    ),
    Rule(type="max_files", subject="files", evidence="file", check_tree=beyond, own_keys=(MOST,)),
)


@pytest.mark.one_row_in(8)
@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("rule", NEW, ids=[rule.type for rule in NEW])
def test_a_new_type_is_never_silent(
    project: MakeProject, run: Run, git: Git, monkeypatch: pytest.MonkeyPatch, rule: Rule
) -> None:
    """Whatever breaks it, and be it something that no shortcut has heard of."""
    monkeypatch.setitem(RULES, rule.type, rule)
    verdict_found, _ = compare(project, run, git, 0, [rule])
    assert verdict_found or compare(project, run, git, 1, [rule])[0]


def blank_lines(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    runs = [match.span() for match in re.finditer(r"(?<=\n)\n\n+", text)]
    return make_match_violations(contract, path=path, text=text, spans=runs)


def test_a_new_type_reads_the_cells_of_a_notebook(
    project: MakeProject, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each as the text that it is, and not as the JSON writes it."""
    rule = Rule("two_blank_lines", "text", "text", check_file=blank_lines, once=False)
    monkeypatch.setitem(RULES, rule.type, rule)
    cells = [{"cell_type": "code", "source": source} for source in ("x\n\ny", "x\n\n\ny", "\n")]
    text = contract("few-lines", type=rule.type, pattern=None, file_glob="*", message="Too many.")
    root = project({"a.py": "x\n\n\ny\n", "b.ipynb": json.dumps({"cells": cells}, indent=1)},
                   contracts={"few.yaml": text})  # fmt: skip
    answer = run("scan", "a.py", "b.ipynb", cwd=root)
    assert answer.out == (
        "a.py:2:1: error: Too many. [few-lines]\n"
        "b.ipynb:9:18: error: cell 2, line 2: Too many. [few-lines]\n"
        "\n2 errors, 0 warnings\n"
    )


NUMBER = "a whole number, of at most 9 digits"
TODO = {
    "type": "max_todo", "pattern": None, "most": 2,
    "examples": {"valid": ["TODO\nTODO"], "invalid": ["TODO TODO TODO"]},
}  # fmt: skip


def test_a_new_type_in_the_commands(
    project: MakeProject, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own key, its examples, what the specified command says, and what a trial is made of."""
    monkeypatch.setitem(RULES, "max_todo", NEW[0])
    text = contract("few-todos", **TODO)
    root = project({"a.py": "TODO\n" * 3, "b.py": "TODO\n"}, contracts={"few.yaml": text})
    assert run("test", cwd=root) == (0, "1 contract, 2 examples, 0 wrong\n", "")
    outputs = [run("enforce", "--file", name, cwd=root).out for name in ("a.py", "b.py")]
    assert outputs == [
        "a.py: error: few-todos\n  Use the logger.\n\n1 error, 0 warnings\n",
        "0 errors, 0 warnings\n",
    ]
    trials = make_trials(str(root), ContractSet((loaded(text),)), ["a.py", "b.py"])
    assert [(trial.contract, trial.text, trial.of_path) for trial in trials.breaking] == [
        ("few-todos", "TODO TODO TODO\n", False)
    ]


@pytest.mark.parametrize(
    ("keys", "problems"),
    [
        ({}, []),
        ({"most": 0}, []),
        ({"most": None}, [("most", f"missing; expected {NUMBER}")]),
        ({"most": "few"}, [("most", f"expected {NUMBER}, not a text")]),
        ({"most": True}, [("most", f"expected {NUMBER}, not a boolean")]),
        ({"most": -1}, [("most", f"expected {NUMBER}, not -1")]),
        ({"most": 10**9}, [("most", f"expected {NUMBER}, not 1000000000")]),
        ({"pattern": "x"}, [("pattern", "expected no pattern: max_todo looks at the text itself")]),
        (
            {"scope": "tree"},
            [("scope", "expected file: tree is for require_pattern and file_contains")],
        ),
        (
            {"mots": 1},
            [("mots", "unknown key; did you mean most? (a key of your own is written x-mots)")],
        ),
        (
            {"type": "file_not_exists"},
            [
                (
                    "most",
                    "expected no such key: it is for max_todo; "
                    "file_not_exists takes none of its own",
                )
            ],
        ),
    ],
)
def test_the_keys_of_a_new_type(
    monkeypatch: pytest.MonkeyPatch, keys: dict[str, Any], problems: list[tuple[str, str]]
) -> None:
    """Its own are checked, and are nobody else's; what it does not take is refused."""
    monkeypatch.setitem(RULES, "max_todo", NEW[0])
    assert [
        (problem.key, problem.expected)
        for problem in checked(contract(**{**TODO, **keys})).problems
    ] == problems
