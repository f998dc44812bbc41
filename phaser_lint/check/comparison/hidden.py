"""What a change hides: files that are skipped since, and directives for many lines.

A byte that makes a file binary, and one line with ``ignore-file``, exempt all of a file; the counts
of what is skipped and suppressed do not show it. It is found file by file, so that each shard of a
run finds its own, and ``about_hidden`` makes the notices of them all.
"""

from __future__ import annotations

from collections import Counter

from phaser_lint.check.comparison.past import past_of
from phaser_lint.check.engine import check as engine
from phaser_lint.contract.model import Notice
from phaser_lint.contract.shard import Hidden
from phaser_lint.core.checked_files import Skip
from phaser_lint.core.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaser_lint.check.engine.directives import Directive
    from phaser_lint.check.engine.file_verdict import FileVerdicts
    from phaser_lint.check.seen import Seen

_FORMS = ("ignore-file", "ignore-all")
_MOST_SHOWN = 5


def hidden_by_change(seen: Seen) -> Hidden:
    """Return what the change since the commit compared with hides; nothing where none is."""
    changed = frozenset(seen.subjects.content)
    skipped = [each for each in seen.checked.skipped if each.path in changed]
    now = {path: each for path, each in _directives(seen.checked).items() if path in changed}
    if seen.commit is None or not (skipped or now):
        return Hidden()
    try:
        then = _then(seen, seen.commit, [*now, *(each.path for each in skipped)])
    except GitError:  # a partial clone lacks it: what cannot be compared is new
        then = {}
    return Hidden(
        tuple(_newly_skipped(skipped, then)),
        tuple(each for path in now for each in _new_directives(path, now[path], then.get(path))),
    )


def about_hidden(hidden: Hidden) -> list[Notice]:
    """Return the notices on what is *hidden*: one for all files that are skipped for one reason."""
    paths: dict[str, list[str]] = {}
    for path, _, text, _ in sorted(hidden.skipped):
        paths.setdefault(text, []).append(path)
    together = [_of_files(text, skipped) for text, skipped in paths.items()]
    return [*together, *sorted(hidden.directives, key=lambda each: each.path)]


def _of_files(text: str, paths: Sequence[str]) -> Notice:
    first, *others = paths
    shown = others[:_MOST_SHOWN]
    more = [f"{len(others) - len(shown)} more"] if len(others) > len(shown) else []
    also = f"; so are {', '.join((*shown, *more))}" if others else ""
    return Notice(first, None, f"{text}{also}", change=True)


def _then(seen: Seen, commit: str, paths: Sequence[str]) -> Mapping[str, FileVerdicts]:
    """Return what each of *paths* was in *commit*, by the names of today."""
    past = past_of(seen.checker, seen.root, commit)
    earlier, there = past.names_then(paths), frozenset(past.files.paths())
    checker = seen.checker.by(seen.checker.contracts._replace(contracts=()))
    named = {path: earlier.get(path, path) for path in paths}
    return {
        path: engine.check_each_file(checker, past.files.read([name]))
        for path, name in named.items()
        if name in there
    }


def _newly_skipped(skipped: Iterable[Skip], then: Mapping[str, FileVerdicts]) -> Iterator[Notice]:
    for skip in skipped:
        if skip.path not in then or not then[skip.path].skipped:
            yield Notice(skip.path, None, f"newly skipped: {skip.reason}", change=True)


def _directives(checked: FileVerdicts) -> dict[str, tuple[Directive, ...]]:
    found = {verdict.path: verdict.directives.directives for verdict in checked.verdicts}
    wide = {
        path: tuple(each for each in written if each.form in _FORMS)
        for path, written in found.items()
    }
    return {path: written for path, written in wide.items() if written}


def _new_directives(path: str, now: Iterable[Directive], then: FileVerdicts | None) -> list[Notice]:
    # Under its earlier name, if it had another one.
    before = (
        [] if then is None else [each for found in _directives(then).values() for each in found]
    )
    known = Counter((each.form, each.ids) for each in before)
    notices = []
    for each in now:
        known[each.form, each.ids] -= 1
        if known[each.form, each.ids] < 0:
            names = f" {', '.join(each.ids)}" if each.ids else ""
            text = f"new directive at line {each.line}: {each.form}{names}"
            notices.append(Notice(path, None, text, change=True))
    return notices
