"""The contract types, one module each, in a literal table; and what is asked of their traits."""

from __future__ import annotations

# Not collections.abc: a denied edit waits for what is imported, and this is there already.
from _collections_abc import MutableMapping

from phaser_lint.project.root import folder_of, is_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phaser_lint.contract.model import Contract, ContractSummary
    from phaser_lint.contract.rules.rule import Cause, Reads, Rule
    from phaser_lint.core.checked_files import ChangeKind

# In the order of the manual. Each is a module here, which ends in its ``RULE``.
_TYPES = (
    "forbid_pattern",
    "require_pattern",
    "file_exists",
    "file_not_exists",
    "file_contains",
    "file_not_contains",
    "file_frozen",
    "changed_together",
    "file_name",
    "file_limits",
    "file_pair",
    "items_listed",
    "forbid_import",
)


class _Rules(MutableMapping[str, "Rule"]):
    """The rules by type, each imported when it is asked for: a project has contracts of few."""

    def __init__(self) -> None:
        self._rules: dict[str, Rule | None] = dict.fromkeys(_TYPES)

    def __getitem__(self, kind: str) -> Rule:
        rule = self._rules[kind]
        if rule is None:
            module = __import__(f"phaser_lint.contract.rules.{kind}", fromlist=("RULE",))
            rule = self._rules[kind] = module.RULE
        return rule

    def __setitem__(self, kind: str, rule: Rule) -> None:
        self._rules[kind] = rule

    def __delitem__(self, kind: str) -> None:
        del self._rules[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


RULES = _Rules()
# Of a file by itself, whatever it holds.
_OF_FACTS: tuple[Reads, ...] = ("name", "size")
# What can be known without a rule.
_PLAIN: tuple[Cause, ...] = ("match", "no match", "file", "name", "size")


def has_pattern(contract: Contract) -> bool:
    """Tell whether a pattern of the contract is searched for."""
    return RULES[contract.type].has_pattern() and not is_item_itself(contract)


def is_item_itself(contract: Contract) -> bool:
    """Tell whether the path of a file is what the contract looks for in its lists."""
    return is_about_lists(contract) and contract.value_of("item") is not None


def has_sets(contract: Contract) -> bool:
    """Tell whether the other globs of *contract* depend on the file that it checks."""
    keys = (key for key in RULES[contract.type].keys if key.has_fields and key.kind == "globs")
    globs = [glob for key in keys for glob in contract.value_of(key.name) or () if "{" in glob]
    if not globs:
        return False
    from phaser_lint.text.globs.glob_fields import has_fields  # here: few globs have braces

    return has_fields(globs)


def pattern_in_text(contract: Contract) -> str:
    """Return the regular expression that is searched in texts of files; empty where none is."""
    from phaser_lint.contract.rules.rule import (
        SEARCHING,  # an edit that breaks nothing needs no rule
    )

    in_text = RULES[contract.type].reads in SEARCHING
    return contract.pattern if in_text and not contract.literal else ""


def reads_text(contract: Contract) -> bool:
    """Tell whether the text that a file holds can break the contract."""
    return RULES[contract.type].reads not in ("nothing", *_OF_FACTS)


def is_on_content(contract: Contract) -> bool:
    """Tell whether the content of one file alone can break the contract."""
    return contract.scope == "file" and not RULES[contract.type].is_about_paths()


def is_about_facts(contract: Contract) -> bool:
    """Tell whether the contract checks a file that is not read, too: by its name, or its size."""
    return is_about_name(contract) or RULES[contract.type].reads in _OF_FACTS


def is_about_name(contract: Contract) -> bool:
    """Tell whether the contract checks nothing of a file but what it is called."""
    by_path = is_item_itself(contract) and not contract.conditions
    return by_path or RULES[contract.type].reads == "name"


def is_on_tree(contract: Contract) -> bool:
    """Tell whether which files there are, or all files together, can break the contract."""
    return contract.scope == "tree" or is_about_names(contract) or asks_for_partner(contract)


def is_about_names(contract: Contract) -> bool:
    """Tell whether the absence or the presence of a file can break the contract."""
    return not {"file", "no file"}.isdisjoint(RULES[contract.type].broken_by)


def is_on_tree_alone(contract: Contract) -> bool:
    """Tell whether no file breaks the contract by what it holds: all is known with the tree."""
    of_names = RULES[contract.type].reads == "nothing" and not is_about_changes(contract)
    return contract.scope == "tree" or of_names


def is_about_changes(contract: Contract | ContractSummary) -> bool:
    """Tell whether what becomes of a file can break the contract, and not what there is."""
    return RULES[contract.type].has_base()


def breaking_kinds(contract: Contract) -> tuple[ChangeKind, ...]:
    """Return the kinds of change that break the contract, whatever else changed."""
    return RULES[contract.type].alone(contract)


def checks_files_together(contract: Contract) -> bool:
    """Tell whether the contract checks all its files together: none of them alone breaks it."""
    one_by_one = not is_about_changes(contract) or breaking_kinds(contract)
    return asks_for_all(contract) or not one_by_one


def reads_for_tree(contract: Contract) -> bool:
    """Tell whether a contract on the tree reads files: for a match, or for an ignore directive."""
    known_later = {"file", "no partner", "unlisted item"}
    return contract.scope == "tree" or not known_later.isdisjoint(RULES[contract.type].broken_by)


def asks_for_partner(contract: Contract | ContractSummary) -> bool:
    """Tell whether the lack of a file that goes with another can break the contract."""
    return "no partner" in RULES[contract.type].broken_by


def is_about_lists(contract: Contract) -> bool:
    """Tell whether what stands in other files, its lists, decides what breaks the contract."""
    return "unlisted item" in RULES[contract.type].broken_by


def is_met_by_other_files(contract: Contract) -> bool:
    """Tell whether another file, a partner or a list, meets the contract: it may follow an edit."""
    return asks_for_partner(contract) or is_about_lists(contract)


def is_cross_file(contract: Contract) -> bool:
    """Tell whether a change of one file may break the contract at another, or for the project."""
    return is_met_by_other_files(contract) or checks_files_together(contract)


def depends_on_other_files(contract: Contract) -> bool:
    """Tell whether what a file holds does not decide if the contract is met: other files do."""
    together = is_about_changes(contract) and checks_files_together(contract)
    return together or is_met_by_other_files(contract)


def requires_file(contract: Contract) -> bool:
    """Tell whether the contract is broken once no file is left that it selects."""
    return contract.scope == "file" and "no file" in RULES[contract.type].broken_by


def asks_for_all(contract: Contract) -> bool:
    """Tell whether something that no file shows can break the contract: that none is there."""
    return contract.scope == "tree" or "no file" in RULES[contract.type].broken_by


def needs_one_path(contract: Contract) -> bool:
    """Tell whether the tree is checked by one path that the contract selects as well as by all."""
    return {"match", "no match", "no file"}.issuperset(RULES[contract.type].broken_by)


def broken_in_file_by(contract: Contract) -> Cause | None:
    """Return what alone can break the contract in a file; ``None`` where nothing can.

    ``text`` is for the engine to check: several causes together, and each that is not known here.
    """
    elsewhere = {"no file", "no partner", "change", "no match" if contract.scope == "tree" else ""}
    causes = [each for each in RULES[contract.type].broken_by if each not in elsewhere]
    if not causes:
        return None
    if causes == ["unlisted item"]:  # which is a match that waits, or the path
        return "text" if is_item_itself(contract) else "match"
    return causes[0] if len(causes) == 1 and causes[0] in _PLAIN else "text"


def is_whole(contract: Contract, folders: Iterable[str]) -> bool:
    """Tell whether all files that *contract* may select lie in *folders*, the root an empty one."""
    level = folder_of(contract.level)
    return any(is_below(level, folder) for folder in folders)
