"""The table of rules, and the lists of types that other modules go by."""

from __future__ import annotations

from pathlib import Path

from phaser_lint.contract import rules
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.sample_text import breaking_text
from tests.examples import check, contract


def test_every_type_has_the_module_of_its_name() -> None:
    """One word leads from the contract to the code; each module that has a rule is in the table."""
    assert {kind: rule.type for kind, rule in RULES.items()} == {kind: kind for kind in RULES}
    modules = Path(rules.__file__).parent.glob("*.py")
    modules_with_a_rule = {
        module.stem for module in modules if "\nRULE = Rule(" in module.read_text(encoding="utf-8")
    }
    assert modules_with_a_rule == {*RULES}


EVIDENCE = {
    "text": {"match", "no match", "item", "import", "text"},
    "name": {"name"},
    "size": {"number"},
    "files": {"file", "no file", "no partner"},
    "change": {"change", "lost match"},
}


def test_what_a_type_is_about_has_evidence_of_its_kind() -> None:
    """A name is no evidence about a text; and what is missing or listed elsewhere is needed."""
    for rule in RULES.values():
        assert rule.evidence in EVIDENCE[rule.subject]
        assert (rule.evidence == "no partner") == ("partner" in rule.needs)
        assert (rule.evidence == "item") == ("lists" in rule.needs)
        assert (rule.subject == "change") == ("base" in rule.needs)


def test_ignore_file_covers_every_type_that_breaks_in_a_file() -> None:
    """All but the one whose file is missing."""
    covered = set()
    for kind in RULES:
        contract_a = contract(kind=kind)
        for text in ("bad", "", "import nothing.here", breaking_text(contract_a) or ""):
            files = {"a.py": f"# phaser:ignore-file a\n{text}"}
            changes = {"a.py": "modify"}
            then = {"a.py": f"{files['a.py']}\nbad"}
            report = check([contract_a], files, tree=["a.py"], changes=changes, then=then)
            covered |= {kind for _ in report.suppressed}
    assert covered == {*RULES} - {"file_exists"}


def test_which_contracts_are_on_the_tree() -> None:
    """Those that the absence or the presence of a file breaks, and those of all files together."""
    on_tree = {kind for kind in RULES if rules.is_on_tree(contract(kind=kind))}
    assert on_tree == {"file_exists", "file_not_exists", "file_contains", "file_pair"}
    kinds = [kind for kind, rule in RULES.items() if "tree" in rule.scopes]
    contracts_of_the_tree = [contract(kind=kind, scope="tree") for kind in kinds]
    assert all(map(rules.is_on_tree, contracts_of_the_tree))
