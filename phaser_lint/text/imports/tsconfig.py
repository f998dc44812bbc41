"""What a ``tsconfig.json`` says of aliases: JSON with comments and commas at the end.

{"extends": "./base", "compilerOptions": {"baseUrl": "src", "paths": {"@/*": ["*"]}}}
"""

from __future__ import annotations

import json
import re
from typing import Any

from phaser_lint.core import Record
from phaser_lint.core.text import BOM

# One without an end takes its line, so that no quote in it is tried.
_TEXT = r"\"(?:[^\"\\\n]|\\.)*\"?"
_COMMENT = re.compile(rf"{_TEXT}|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?")
_LAST_COMMA = re.compile(rf"{_TEXT}|,(?=\s*[}}\]])")


class TypeScriptOptions(Record):
    """What one file says: what it ``extends``, its ``baseUrl``, and the targets of each pattern.

    ``None`` is what it does not say. ``problem``: what was expected where something else stands.
    """

    extends: tuple[str, ...] = ()
    base: str | None = None
    paths: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    problem: str = ""


def parse_tsconfig(text: str) -> TypeScriptOptions:
    """Return the options in the *text* of a ``tsconfig.json`` that say what aliases of modules
    stand for.
    """
    without_comments = _COMMENT.sub(_keep_text, text.removeprefix(BOM))
    try:
        value = json.loads(_LAST_COMMA.sub(_keep_text, without_comments))
    except json.JSONDecodeError as error:
        return TypeScriptOptions(problem=f"JSON with comments; line {error.lineno}: {error.msg}")
    except (RecursionError, ValueError):  # `[[[[…`, a number of ten thousand digits
        return TypeScriptOptions(problem="JSON with comments")
    if not isinstance(value, dict):
        return TypeScriptOptions(problem="a mapping")
    options = value.get("compilerOptions", {})
    extends, problem = value.get("extends", ()), ""
    extends = [extends] if isinstance(extends, str) else extends
    if not isinstance(options, dict):
        return TypeScriptOptions(problem="compilerOptions: a mapping")
    base, paths = options.get("baseUrl"), options.get("paths")
    if not _are_texts(extends):
        extends, problem = (), "extends: a text or a list of texts"
    if base is not None and not isinstance(base, str):
        base, problem = None, "compilerOptions.baseUrl: a text"
    # One `*` at most: the compiler refuses more.
    are_paths = isinstance(paths, dict) and all(
        _are_texts(targets) and all(text.count("*") <= 1 for text in (pattern, *targets))
        for pattern, targets in paths.items()
    )
    if paths is not None and not are_paths:
        paths, problem = None, "compilerOptions.paths: a mapping of patterns to lists of paths"
    return TypeScriptOptions(
        extends=tuple(extends),
        base=base,
        paths=None
        if paths is None
        else tuple([(pattern, tuple(targets)) for pattern, targets in paths.items()]),
        problem=problem,
    )


def _keep_text(match: re.Match[str]) -> str:
    return match[0] if match[0][0] == '"' else " "


def _are_texts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(text, str) for text in value)


def find_alias_targets(
    paths: tuple[tuple[str, tuple[str, ...]], ...], module: str
) -> tuple[str, tuple[str, ...]] | None:
    """Return the pattern among the *paths* of a ``tsconfig.json`` that takes *module*, as the
    compiler chooses it, and its targets.
    """
    best: tuple[int, str, tuple[str, ...], str] | None = None
    for pattern, targets in paths:
        start, star, end = pattern.partition("*")
        if not star:
            if module == pattern:
                return pattern, targets
            continue
        fits = module.startswith(start) and module.endswith(end)
        if fits and len(module) >= len(start) + len(end) and (not best or len(start) > best[0]):
            best = len(start), pattern, targets, module[len(start) : len(module) - len(end)]
    if best is None:
        return None
    _, pattern, targets, middle = best
    return pattern, tuple([target.replace("*", middle, 1) for target in targets])
