"""Items that have to be listed: the ones that no list has are violations, where they stand.

A file's verdict holds all of its items, whatever the lists hold, so that it can be kept: a line
that is taken out of a list shows in code that nobody touched.
"""

from __future__ import annotations

from phaser_lint.engine.directives import Directive
from phaser_lint.engine.file_verdict import took_longer
from phaser_lint.judged_files import Skip
from phaser_lint.model import Undecided, Violation
from phaser_lint.rules.listed_items import unlisted
from phaser_lint.text import normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from phaser_lint.engine.file_verdict import FileVerdict, Judged
    from phaser_lint.engine.judge import Judge
    from phaser_lint.judged_files import Lists
    from phaser_lint.model import Contract, ContractKey

    Missing = Mapping[ContractKey, tuple[Set[str], str]]
    """The items of each contract that no list has, or why that cannot be told."""

# All items of a contract are looked up at once, where a pattern is searched in one file.
_TIMES = 10


def with_unlisted(judge: Judge, judged: Judged, lists: Lists | None) -> Judged:
    """Return what the files gave with the items that no list has; without *lists* none counts."""
    contracts = {each.key: each for each in judge.selection.asking_for_lists()}
    if not contracts:
        return judged
    if lists is None:
        unjudged = contracts.keys()
        verdicts = [each._replace(items=(), ran=each.ran - unjudged) for each in judged.verdicts]
        return judged._replace(verdicts=tuple(verdicts))
    texts: dict[ContractKey, set[str]] = {}
    for verdict in judged.verdicts:
        for item in verdict.items:
            texts.setdefault(item[1], set()).add(item[0])
    missing = {key: _missing(judge, contracts[key], items, lists) for key, items in texts.items()}
    verdicts = [_counted(each, missing) if each.items else each for each in judged.verdicts]
    return judged._replace(verdicts=tuple(verdicts))


def _missing(
    judge: Judge, contract: Contract, items: Set[str], lists: Lists
) -> tuple[Set[str], str]:
    paths = [path for path in lists.paths() if judge.selection.has_other(contract, (path,))]
    read = [*lists.read(paths)]
    texts = [normalise(file.text) for file in read if not isinstance(file, Skip)]
    unread = (file for file in read if isinstance(file, Skip) and file.is_unread)
    seconds = _TIMES * judge.limits.pattern_seconds
    try:
        missing = unlisted(contract, items, texts=texts, seconds=seconds)
    except TimeoutError:
        return frozenset(), f"listed_as: {took_longer(seconds)}"
    except (MemoryError, RuntimeError) as error:
        return frozenset(), f"listed_as cannot be searched: {str(error) or type(error).__name__}"
    # What the others lack may stand in one that could not be read.
    reason = next((f"the list {each.path} {each.reason}" for each in unread), "") if missing else ""
    return (frozenset() if reason else missing), reason


def _counted(verdict: FileVerdict, missing: Missing) -> FileVerdict:
    """Return the verdict on a file with its items counted."""
    shown, let_pass, used, undecided = [], [], set(verdict.used), []
    for text, key, plain, plain_directive in verdict.items:
        unlisted_items, reason = missing[key]
        if reason:
            undecided.append(Undecided(key[1], verdict.path, reason, Violation(*plain).level))
        elif text in unlisted_items and plain_directive is None:
            shown.append(Violation(*plain))
        elif text in unlisted_items and plain_directive is not None:
            let_pass.append(Violation(*plain))
            used.add((Directive(*plain_directive), key[1]))
    return verdict._replace(
        items=(),
        violations=(*verdict.violations, *shown),
        suppressed=(*verdict.suppressed, *let_pass),
        used=frozenset(used),
        undecided=(*verdict.undecided, *dict.fromkeys(undecided)),
    )
