"""The contract types, one module each, in a literal table.

What a type is about, what shows that a contract is broken, and what else decides, its ``Rule``
says. The functions here ask the same of a contract, where its own keys count, too.
"""

from __future__ import annotations

# Not collections.abc: a denied edit waits for what is imported, and this is there already.
from _collections_abc import MutableMapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.contract.model import Contract
    from phaser_lint.contract.rules.rule import Cause, Rule

# In the order of the manual. Each is a module here, which ends in its ``RULE``.
_TYPES = (
    "forbid_pattern",
    "require_pattern",
    "file_exists",
    "file_not_exists",
    "file_contains",
    "file_not_contains",
    "file_frozen",
    "keep_pattern",
    "changed_together",
    "file_name",
    "file_limits",
    "file_pair",
    "items_listed",
    "forbid_import",
)


_LOADED: dict[str, Rule | None] = dict.fromkeys(_TYPES)
"""Each rule that somebody has asked for."""


class _Rules(MutableMapping[str, "Rule"]):
    """The rules by type, each imported when it is asked for: a project has contracts of few."""

    def __getitem__(self, kind: str) -> Rule:
        rule = _LOADED[kind]
        if rule is None:
            module = __import__(f"phaser_lint.contract.rules.{kind}", fromlist=("RULE",))
            rule = _LOADED[kind] = module.RULE
        return rule

    def __setitem__(self, kind: str, rule: Rule) -> None:
        _LOADED[kind] = rule

    def __delitem__(self, kind: str) -> None:
        del _LOADED[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(_LOADED)

    def __len__(self) -> int:
        return len(_LOADED)


RULES = _Rules()


def is_item_itself(contract: Contract) -> bool:
    """Tell whether the path of a file is what *contract*, by its type, looks for in its lists."""
    return "lists" in RULES[contract.type].needs and contract.value_of("item") is not None


def is_about_imports(contract: Contract) -> bool:
    """Tell by its type whether *contract* checks what a file imports."""
    return RULES[contract.type].evidence == "import"


def reads_tsconfig(contract: Contract) -> bool:
    """Tell whether by *contract* a ``tsconfig.json`` decides where imports of a file lead."""
    return bool(contract.own) and contract.value_of("aliases") == "tsconfig"


def has_file_sets(contract: Contract) -> bool:
    """Tell whether by its type other globs of *contract* depend on the file that it checks."""
    all_keys = RULES[contract.type].all_keys() if contract.own else ()
    keys = (key for key in all_keys if key.has_fields and key.kind == "globs")
    globs = [glob for key in keys for glob in contract.value_of(key.name) or () if "{" in glob]
    if not globs:
        return False
    from phaser_lint.text.globs.glob_fields import has_glob_fields  # here: few globs have braces

    return has_glob_fields(globs)


def is_reported_once(contract: Contract) -> bool:
    """Tell whether by its type a file has one violation of *contract* at most."""
    return RULES[contract.type].once and not contract.is_about_blocks


def is_about_facts(contract: Contract) -> bool:
    """Tell whether *contract* checks an unread file, too, by its type: its name, or its size."""
    return is_about_name(contract) or RULES[contract.type].subject == "size"


def searches_text(contract: Contract) -> bool:
    """Tell whether by its type *contract* asks what a file holds: of an unread one it is open."""
    return RULES[contract.type].subject == "text" and not is_about_facts(contract)


def is_about_name(contract: Contract) -> bool:
    """Tell whether by its type *contract* checks nothing of a file but its name."""
    by_path = is_item_itself(contract) and not contract.conditions
    return by_path or RULES[contract.type].subject == "name"


def is_on_tree(contract: Contract) -> bool:
    """Tell whether by its type which files there are, or all together, can break *contract*."""
    rule = RULES[contract.type]
    return contract.scope == "tree" or rule.asks_which_files() or "partner" in rule.needs


def is_decided_by_tree(contract: Contract) -> bool:
    """Tell whether by its type the tree decides on *contract*, and never what a file holds."""
    return contract.scope == "tree" or RULES[contract.type].subject == "files"


def reads_files_for_tree(contract: Contract) -> bool:
    """Tell whether by its type a contract on the tree reads files: for a match, or a directive."""
    evidence = RULES[contract.type].evidence
    return contract.scope == "tree" or evidence in ("file", "no partner", "item")


def requires_file(contract: Contract) -> bool:
    """Tell whether by its type *contract* is broken once it selects no file that is left."""
    return contract.scope == "file" and "some file" in RULES[contract.type].needs


def asks_for_all_files(contract: Contract) -> bool:
    """Tell whether by its type *contract* can be broken where no file is: that one is missing."""
    return contract.scope == "tree" or "some file" in RULES[contract.type].needs


def is_met_by_other_files(contract: Contract) -> bool:
    """Tell whether by its type another file meets *contract*, a partner or list: after an edit."""
    return not {"partner", "lists"}.isdisjoint(RULES[contract.type].needs)


def depends_on_other_files(contract: Contract) -> bool:
    """Tell whether by its type other files than the one that is checked decide on *contract*."""
    return "other changes" in RULES[contract.type].needs or is_met_by_other_files(contract)


def checks_files_together(contract: Contract) -> bool:
    """Tell whether by its type *contract* checks all its files together, and none by itself."""
    return "other changes" in RULES[contract.type].needs or asks_for_all_files(contract)


# What a file can be ruled out by, by the evidence of a rule; of items a match waits for the lists.
_CAUSES: dict[str, Cause | None] = {
    "match": "match",
    "import": "match",
    "item": "match",
    "no match": "no match",
    "name": "name",
    "number": "size",
    "file": "file",
    "no file": None,
    "no partner": None,
    "change": None,
    "lost match": None,
}


def find_cause_in_file(contract: Contract) -> Cause | None:
    """Return by its type what a file has to have, or to lack, to break *contract*;
    ``None``: none does.

    ``text`` is for the engine to check.
    """
    evidence = RULES[contract.type].evidence
    if evidence == "item" and is_item_itself(contract):
        return "text"
    if contract.block_patterns and contract.is_about_blocks:
        return "match"
    if evidence == "no match" and contract.scope == "tree":
        return None
    return _CAUSES.get(evidence, "text")
