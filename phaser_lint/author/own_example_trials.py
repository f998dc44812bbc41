"""A contract tried on its own examples: what of each matches, and what its fix makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Literal, TypeAlias

from phaser_lint.author.example_advice import (
    SECONDS,
    advise_on_match,
    advise_on_other_files,
    explain_what_meets,
)
from phaser_lint.author.near_miss import PatternParts
from phaser_lint.author.why.content_steps import explain_comments, explain_content
from phaser_lint.check.fixes.fix_trial import FixTrial, try_fix_on_example
from phaser_lint.contract.glob_advice import find_excluding_key, name_wider_glob
from phaser_lint.contract.keys import (
    BLOCK_KEYS,
    IN,
    UNLESS_FILE,
    UNLESS_IN_MATCH,
    UNLESS_MATCH,
    WHEN_FILE,
    WHEN_IN_MATCH,
    WHEN_MATCH,
    list_key_names,
)
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.own_examples import (
    KeyedExample,
    agrees_with_author,
    find_example_violations,
    list_keyed_examples,
    with_example_modules,
)
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.rules import RULES, is_item_itself, reads_tsconfig
from phaser_lint.contract.rules.example import Example
from phaser_lint.contract.rules.example_language import name_example
from phaser_lint.contract.rules.fix_key import find_contract_fix
from phaser_lint.contract.rules.modules import CONFIG_NAME
from phaser_lint.contract.told_languages import name_glob_in_language, name_text_in_language
from phaser_lint.core import Record
from phaser_lint.core.file_records import TextFile
from phaser_lint.core.text import normalise_text
from phaser_lint.project.files.texts import TextFiles
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.glob_syntax import spell_out
from phaser_lint.text.imports import find_imports
from phaser_lint.text.languages import split_text_name
from phaser_lint.text.regions import is_known_language
from phaser_lint.text.search.counted_matches import CountedPlaces

ExampleResult: TypeAlias = Literal["right", "wrong", "undecided"]


class TriedExample(Record):
    """One example of a contract, and what the contract finds in it.

    ``found`` is ``None`` where it took too long. ``reasons``: why it is otherwise than its author
    expects, as far as that is known. ``near``: of a pattern that was to match, the longest part
    that does. ``line``: where the example is in the contract's file. ``unselected``: which key of
    the contract selects none of its files, so that nothing of it is checked.
    """

    contract: Contract
    keyed: KeyedExample
    found: tuple[Violation, ...] | None
    fix: FixTrial
    reasons: tuple[str, ...]
    near: str
    line: int
    unselected: str

    @property
    def result(self) -> ExampleResult:
        """Whether contract and author agree, on the fix as well."""
        if self.found is None or not self.fix.is_decided:
            return "undecided"
        agrees = self.keyed.is_valid != bool(self.found)
        return "right" if agrees and not self.fix.wrong else "wrong"

    def mismatch(self) -> str:
        """Return what the example says, and what was found; nothing where that is the same."""
        if self.found is None:
            return f"the pattern took longer than {SECONDS:g} s"
        if self.keyed.is_valid == bool(self.found):
            return self.keyed.contradiction()
        return self.fix.wrong


class TriedContract(Record):
    """A contract with its examples."""

    contract: Contract
    examples: tuple[TriedExample, ...]

    @property
    def has_invalid(self) -> bool:
        """Whether an example breaks it: without one nothing is proved."""
        return any(not example.keyed.is_valid for example in self.examples)

    @property
    def fixes(self) -> int:
        """How many of the examples its fix was tried on."""
        return sum(example.fix.made is not None for example in self.examples)


def try_own_examples(
    variants: Sequence[Contract], problems: Iterable[ContractProblem]
) -> TriedContract:
    """Try a contract on its own examples, as ``phaser-lint test`` shows them, and return the trial
    of each; *problems* may know the lines of those that are wrong.

    *variants*: the contract, and what overrides make of it for some files. Each example is tried by
    the one that selects it: of `services/a.go` an override there changes the severity, no more.
    """
    contract = variants[0]
    own_problems = [
        problem for problem in problems if problem.path == contract.path and not problem.skipped
    ]
    # Of two contracts in a file the nearer one's, so that it comes last.
    lines_and_keys = sorted(
        (problem.line or 0, problem.key)
        for problem in own_problems
        if (problem.line or 0) >= contract.line
    )
    lines = {key: line for line, key in reversed(lines_and_keys)}
    examples = []
    for keyed in list_keyed_examples(contract):
        selecting_variants = (
            variant for variant in variants if not _explain_unselected_files(variant, keyed.example)
        )
        contract = next(selecting_variants, variants[0])
        violations = find_example_violations(contract, keyed.example, seconds=SECONDS)
        is_broken = bool(violations) and not keyed.is_valid
        fixes = is_broken and find_contract_fix(contract) is not None
        is_wrong = violations is not None and keyed.is_valid == bool(violations)
        unselected = _explain_unselected_files(contract, keyed.example)
        reasons = tuple(_explain_wrong_example(contract, keyed, unselected)) if is_wrong else ()
        example = TriedExample(
            contract=contract,
            keyed=keyed,
            found=None if violations is None else tuple(violations),
            fix=try_fix_on_example(contract, keyed.example, seconds=SECONDS)
            if fixes
            else FixTrial(),
            reasons=reasons,
            near="" if reasons or not is_wrong else _find_longest_part(contract, keyed),
            line=lines.get(keyed.key) or contract.line,
            unselected=unselected,
        )
        examples.append(example)
    return TriedContract(variants[0], tuple(examples))


def explain_own_example(contract: Contract, keyed: KeyedExample) -> list[str]:
    """Return why an own example is otherwise than its author expects, as far as that is known."""
    unselected = _explain_unselected_files(contract, keyed.example)
    reasons = [*_explain_wrong_example(contract, keyed, unselected)]
    longest_part = "" if reasons else _find_longest_part(contract, keyed)
    about_part = f"the longest part of the pattern that matches: {longest_part}"
    return [*reasons, *([about_part] if longest_part else [])]


def _find_longest_part(contract: Contract, keyed: KeyedExample) -> str:
    """Return the longest part that matches of a pattern that its author takes to match."""
    text = keyed.example.text
    has_pattern = RULES[contract.type].has_pattern() and not is_item_itself(contract)
    if text is None or not has_pattern or keyed.is_valid != _is_met_by_match(contract):
        return ""
    pattern_parts = PatternParts(contract.pattern, literal=contract.literal, over_lines=True)
    searched_text = normalise_text(text)
    if contract.searched.without_comments:
        path = keyed.example.path
        name = name_text_in_language(contract, path) if path else name_example(contract)
        searched_text = CountedPlaces().seen_text(
            contract.searched.written, searched_text, name, seconds=None
        )
    near_misses = pattern_parts.in_text(searched_text)
    return near_misses[0].part if near_misses else ""


def _is_met_by_match(contract: Contract) -> bool:
    """Tell whether a match is what keeps the contract."""
    return RULES[contract.type].evidence == "no match"


# Why an example is otherwise than its author expects: the mistakes that authors made.

_LINE_END = "\\n"
# The steps of ``why`` that explain an example as well; of conditions of files only those that are
# not met.
_OF_MATCHES = (WHEN_MATCH, UNLESS_MATCH, WHEN_IN_MATCH, UNLESS_IN_MATCH)
_TELLING = ("imports", "name", "size", *list_key_names((IN, *BLOCK_KEYS, *_OF_MATCHES)))
_OF_FILES = (WHEN_FILE.name, UNLESS_FILE.name)


def _explain_wrong_example(
    contract: Contract, keyed: KeyedExample, unselected: str
) -> Iterator[str]:
    example = keyed.example
    other_glob = find_other_language_glob(contract, keyed)
    text = example.text or ""
    meant = keyed._replace(example=example._replace(text=text.replace(_LINE_END, "\n")))
    if unselected:
        yield unselected
    elif _LINE_END in text and agrees_with_author(contract, meant, seconds=SECONDS) is True:
        yield (
            f"`{_LINE_END}` in it is a backslash and an n, as in a text in single quotes; "
            "with a line end in its place it is right"
        )
    elif other_glob:
        glob, told_language = split_text_name(name_example(contract))
        read_as = told_language or glob
        yield f"it is read as {read_as}; as {other_glob} it is right: write {{path: …, text: …}}"
    elif (keyed.is_valid == _is_met_by_match(contract) or contract.block_patterns) and RULES[
        contract.type
    ].checks_each_file():
        yield from _find_telling_steps(contract, example)
    else:
        files = _list_files(contract, example)
        paths = [path for path, _ in files]
        is_named = keyed.is_valid and not example.stands_anywhere()
        wider = name_wider_glob(contract, paths, key="exclude_glob") if is_named else ""
        if wider:
            yield f"exclude_glob leaves out none of its files; {wider}"
        yield from advise_on_other_files(contract, paths, paths) if keyed.is_valid else ()
        for path, text in files:
            file = TextFile(path, text)
            yield from _find_facts(contract, file)
            if keyed.is_valid and not _is_met_by_match(contract):
                yield from advise_on_match(contract, file)
    if not (unselected or keyed.is_valid):
        with suppress(TimeoutError):
            files = _list_files(contract, example)
            is_named = not example.stands_anywhere()
            yield from explain_what_meets(contract, files, is_named=is_named)


def _explain_unselected_files(contract: Contract, example: Example) -> str:
    """Return which key keeps the contract from selecting any file of the *example*."""
    paths = [path for path, _ in (*example.files_of(contract), *example.base_of(contract))]
    if not paths or RULES[contract.type].of_folders(contract):
        return ""
    if any(selects_path(contract.globs, path) for path in paths):
        return ""
    key = find_excluding_key(contract, paths)
    does = "does not select" if key in ("file_glob", "path_pattern") else "leaves out"
    advice = name_wider_glob(contract, paths, key="file_glob") if key == "file_glob" else ""
    names = ", ".join(dict.fromkeys(paths))
    return f"{key} {does} {names}: nothing of the example is checked{advice and f'; {advice}'}"


def find_other_language_glob(contract: Contract, keyed: KeyedExample) -> str:
    """Return, for the trial of an own example, the glob of *contract* in whose language it is what
    its author expects, or nothing.
    """
    if not (contract.counts_in_parts and keyed.example.stands_anywhere()):
        return ""
    globs = (glob for file_glob in contract.file_glob for glob in spell_out(file_glob))
    single_glob_contracts = (
        contract._replace(file_glob=(glob,))
        for glob in globs
        if is_known_language(name_glob_in_language(contract, glob))
    )
    agreeing_contracts = (
        variant
        for variant in single_glob_contracts
        if agrees_with_author(variant, keyed, seconds=SECONDS) is True
    )
    return next((variant.file_glob[0] for variant in agreeing_contracts), "")


def _list_files(contract: Contract, example: Example) -> Sequence[tuple[str, str]]:
    glob, _ = split_text_name(name_example(contract))
    return example.files_of(contract) or ((glob, example.text or ""),)


def _find_telling_steps(contract: Contract, example: Example) -> Iterator[str]:
    """Yield what keeps matches from counting, in the words of ``why``."""
    files = _list_files(contract, example)
    text_files = TextFiles({path: TextFile(path, text) for path, text in files})
    contract = with_example_modules(contract, text_files)
    for path, text in files:
        if example.stands_anywhere() or selects_path(contract.globs, path):
            file = TextFile(path, text)
            for step in explain_content(contract, file, line=None, seconds=SECONDS):
                if step.about in _TELLING or (step.stops and step.about in _OF_FILES):
                    yield f"{step.about}: {step.text}"
    if reads_tsconfig(contract) and not any(path.endswith(CONFIG_NAME) for path, _ in files):
        yield f"an example has its own {CONFIG_NAME}: {{files: {{{CONFIG_NAME}: …, src/a.ts: …}}}}"
        return
    if not (RULES[contract.type].evidence == "import" and example.stands_anywhere()):
        return
    statements = find_imports(name_example(contract), example.text or "")
    if any(statement.module.startswith(".") for statement in statements):
        yield "a text stands in no folder: write {path: src/a.ts, text: …}, the file that imports"


def _find_facts(contract: Contract, file: TextFile) -> Iterator[str]:
    """Yield the name or the size that is judged, else what comments do that are not seen."""
    explain = explain_comments if RULES[contract.type].subject == "text" else explain_content
    for step in explain(contract, file, line=None, seconds=SECONDS):
        yield f"{step.about}: {step.text}"
