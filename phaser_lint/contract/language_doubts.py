"""Which files of a contract are in no language that tells where its matches count."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from phaser_lint.contract.model import Contract, Notice, Violation
from phaser_lint.contract.told_languages import name_glob_in_language, name_text_in_language
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import is_notebook, join_most
from phaser_lint.text.blocks import has_blocks
from phaser_lint.text.globs.glob_syntax import list_selecting_globs
from phaser_lint.text.languages import ROWS_BY_NAME, find_file_types
from phaser_lint.text.regions import has_region_reader, is_known_language, is_page_template

# A glob that says how the names of its files end.
_ENDS = re.compile(r"\.[\w-]+\Z")
_ALL_IS_CODE = "all of it counts as code"
_LINES_ALONE = "a line that begins as a comment does is one, all else counts as code"
_WILD = re.compile(r"[*?\[\]{}]")


def find_language_doubts(contract: Contract) -> Iterator[str]:
    """Yield the doubts about languages that *contract* has: of which files nothing tells where a
    match stands, and where a block ends.
    """
    globs = [glob for glob in list_selecting_globs(contract.file_glob) if _ENDS.search(glob)]
    by_meaning: dict[str, list[str]] = {}
    for name in (
        [name_glob_in_language(contract, glob) for glob in globs] if contract.counted_in else ()
    ):
        if not has_region_reader(name):
            meaning = _LINES_ALONE if is_known_language(name) else _ALL_IS_CODE
            # "*.mod" selects go.mod, of whose name more is known than of the ending.
            last_part = name.rpartition("/")[2].lower()
            known_names = fnmatch.filter(ROWS_BY_NAME, last_part) if _WILD.search(last_part) else ()
            exceptions = f" (but for {', '.join(known_names)})" if known_names else ""
            by_meaning.setdefault(meaning, []).append(f"{_name_ending(name)}{exceptions}")
    doubts = [
        f"no reader for {', '.join(dict.fromkeys(endings))}: {meaning}"
        for meaning, endings in by_meaning.items()
    ]
    if doubts:
        yield f"in: {'; '.join(doubts)}"
    if not contract.block_patterns or contract.block_patterns_of("until"):
        return
    keys = ", ".join(dict.fromkeys(key for key, _ in contract.block_patterns))
    names = [
        (glob, name_glob_in_language(contract, glob)) for glob in globs if not is_notebook(glob)
    ]
    unknown = [_name_ending(glob) for glob, name in names if not has_blocks(name)]
    # `@if` begins none, nor does what a template runs.
    unknown += [f"{glob} but in scripts" for glob, name in names if is_page_template(name)]
    if unknown:
        endings = ", ".join(dict.fromkeys(unknown))
        yield f"{keys}: no blocks in {endings}: only `until` makes some"


def find_file_doubt(contract: Contract, path: str, text: str = "") -> str:
    """Return the doubt about the language of one file: why nothing tells where a match stands, if
    the *contract* asks for it; empty without one.
    """
    name = name_text_in_language(contract, path)
    if not contract.counted_in or has_region_reader(name, text):
        return ""
    return _LINES_ALONE if is_known_language(name, text) else _ALL_IS_CODE


def note_missing_readers(
    contracts: Iterable[Contract],
    violations: Iterable[Violation],
    read: Callable[[Iterable[str]], Iterable[TextFile | Skip]],
) -> Sequence[Notice]:
    """Return a notice with the doubts about languages of *violations*: endings of files for which
    there is no reader, and names without one; *read* returns files by their paths.

    Contracts that name such an ending say so themselves.
    """
    by_id = {
        contract.rule_id: (
            contract,
            tuple(
                map(_name_ending, filter(_ENDS.search, list_selecting_globs(contract.file_glob)))
            ),
        )
        for contract in contracts
        if contract.counted_in and contract.source != "pack"
    }
    contracts_by_path: dict[str, Contract] = {}
    for violation in violations:
        contract, named_endings = by_id.get(violation.rule_id, (None, ()))
        if (
            contract
            and violation.where != "glob"
            and not violation.path.endswith(named_endings)
            # Of an ending that languages share, the text tells: MATLAB's and Objective-C's.
            and (
                find_file_doubt(contract, violation.path)
                or len(find_file_types(violation.path)) > 1
            )
        ):
            contracts_by_path[violation.path] = contract
    names_by_meaning: dict[str, set[str]] = {}
    for file in read(contracts_by_path):  # a first line may tell
        contract = contracts_by_path[file.path]
        meaning = isinstance(file, TextFile) and find_file_doubt(contract, file.path, file.text)
        if meaning:
            ending = _ENDS.search(file.path)
            name = ending[0] if ending else file.path.rpartition("/")[2]
            names_by_meaning.setdefault(meaning, set()).add(name)
    texts = [
        f"{join_most(sorted(names), _MOST_NAMES, last=' and ')}: {meaning}"
        for meaning, names in names_by_meaning.items()
    ]
    return [Notice("phaser-lint", None, f"in: no reader for {'; '.join(texts)}")] if texts else []


_MOST_NAMES = 10


def _name_ending(glob: str) -> str:
    """Return what files of *glob* in no certain language are called: the ending, or the name."""
    name = glob.rpartition("/")[2]
    return name[name.rindex(".") :] if _WILD.search(name) else name
