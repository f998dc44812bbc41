r"""Which files a rule of Semgrep is about, in the keys of a contract.

    languages: [python]             file_glob: ['*.py', '*.pyi']
    paths: {include: [src/*.py]}    file_glob: '**/src/*.py'
    both                            the languages as path_pattern: '(?:\.py|\.pyi)\Z'

Semgrep takes globs as git does, but for one with a slash within: that is found at any depth.
"""

from __future__ import annotations

import re
from itertools import islice

from phaser_lint.importers.joined_patterns import literally
from phaser_lint.importers.semgrep_languages import ANY, ENDINGS, language
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

_MOST = 100
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")


class AskedOfFiles(Record):
    """The keys that select the files; what of it cannot be said; why none was ever selected."""

    keys: dict[str, Any]
    kept: tuple[str, ...] = ()
    unsaid: str = ""
    dead: str = ""


def asked_of_files(
    languages: Sequence[str], *, include: Sequence[str], exclude: Sequence[str]
) -> AskedOfFiles:
    """Return what the files of one of the *languages* are that the two lists of globs leave."""
    known = [language(each) for each in languages]
    strange = [each for each in known if each not in ENDINGS and each not in ANY]
    if strange:
        return AskedOfFiles({}, unsaid=f"languages: no file ending is known of {strange[0]}")
    anything = any(each in ANY for each in known)
    endings = [] if anything else [end for each in known for end in ENDINGS[each]]
    wanted = [each for each in include if not _is_unmet(each)]
    excluded = [each for each in exclude if not _is_unmet(each)]
    dead = ""
    if include and not wanted:
        dead = f"paths.include: {include[0]} is a glob that Semgrep finds nothing by"
        wanted = [meant for each in include for meant in islice(_spread(each), _MOST)]
    keys: dict[str, Any] = {}
    if wanted and endings:
        keys["path_pattern"] = rf"(?:{'|'.join(map(literally, dict.fromkeys(endings)))})\Z"
    keys["file_glob"] = _one_or_more([_glob(each) for each in wanted] or _ending_in(endings))
    if excluded:
        keys["exclude_glob"] = _one_or_more(map(_glob, excluded))
    listed = (
        *(("include", each) for each in include if not dead),
        *(("exclude", e) for e in exclude),
    )
    return AskedOfFiles(
        keys,
        tuple(
            f"paths.{key}: {each} is a glob that Semgrep finds nothing by, and left out"
            for key, each in listed
            if _is_unmet(each)
        ),
        "",
        dead,
    )


def _ending_in(endings: Iterable[str]) -> list[str]:
    return [f"*{each}" for each in endings] or ["*"]


def _is_unmet(written: str) -> bool:
    """Tell whether Semgrep finds nothing by a glob: it knows neither braces nor a negation."""
    return written.startswith("!") or _BRACES.search(written) is not None


def _spread(written: str) -> Iterator[str]:
    """Yield the globs that are meant by one with braces: there may be any number."""
    found = _BRACES.search(written)
    if found is None:
        yield written.lstrip("!")
        return
    start, end = written[: found.start()], written[found.end() :]
    for part in found[1].split(","):
        yield from _spread(f"{start}{part}{end}")


def _glob(written: str) -> str:
    if written.startswith("./"):
        return written[1:]
    within = "/" in written.rstrip("/")
    is_bound = written.startswith(("/", "**/"))
    return f"**/{written}" if within and not is_bound else written


def _one_or_more(globs: Iterable[str]) -> str | list[str]:
    found = list(dict.fromkeys(globs))
    return found[0] if len(found) == 1 else found
