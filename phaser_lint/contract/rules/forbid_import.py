r"""``forbid_import``: a module that must not be imported.

What it checks: no import in a file that ``file_glob`` selects may lead to what ``forbid`` names, or
to what is below it. ``forbid`` is a glob or several, each from the beginning of the path: the last
one that matches wins, and ``!`` excludes. ``{dir}``, ``{name}``, ``{stem}`` and ``{ext}`` stand for
parts of the file's path, ``{1}`` or ``{group}`` for a group of ``path_pattern``. A relative import
counts as the path that it leads to, from the level's folder. Others count as written; ``aliases``
says what their beginning stands for, or is ``tsconfig``: then the nearest ``tsconfig.json`` does.
With ``type_only: allow`` an import of nothing but types does not count. Imports are read in Python,
JavaScript and TypeScript (also in Vue, Svelte and Astro), Go, Java and Kotlin.

Example:

    rule_id: pages-stand-alone
    type: forbid_import
    file_glob: 'src/pages/*/**'
    path_pattern: 'src/pages/(\w+)/'
    forbid: ['src/pages/**', '!src/pages/{1}/**']
    message: 'A page imports no other page.'
    severity: error
    examples:
      valid: [{path: src/pages/home/a.ts, text: 'import {b} from "./b"'}]
      invalid: [{path: src/pages/home/a.ts, text: 'import {b} from "../login/b"'}]

Suppressed at each import as a match of ``forbid_pattern`` is.
"""

from __future__ import annotations

import re

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.import_targets import (
    list_forbidden_imports,
    list_written_aliases,
    make_import_requirement,
    make_text_with_import,
)
from phaser_lint.contract.rules.modules import bind_modules, leads_out
from phaser_lint.contract.rules.path_fields import list_known_fields
from phaser_lint.contract.rules.rule import PatternMatches, Rule, Spans
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.contract.told_languages import name_glob_in_language, name_text_in_language
from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.globs.glob_problems import (
    MOST_GLOBS,
    TOO_MANY_GLOBS,
    count_globs,
    find_glob_problem,
)
from phaser_lint.text.globs.glob_syntax import list_selecting_globs
from phaser_lint.text.imports import find_import_language
from phaser_lint.text.search.searcher import OutOfTimeError

_ENDS = re.compile(r"\.[\w-]+\Z")
_ALIAS = re.compile(r"(!?)((?:~|#[^/]*)/)(.*)", re.DOTALL)
_DOTS = re.compile(r"(?<!\[)\.{3}")


def report_imports(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return a violation of ``forbid_import`` for each import at *spans*, which it names."""
    name = name_text_in_language(contract, path)
    imports = list_forbidden_imports(contract, name, text, spans=spans)
    targets = {forbidden.span: forbidden.targets for forbidden in imports}
    violations = make_match_violations(contract, path=path, text=text, spans=spans)
    return [
        violation._replace(
            message=f"{violation.message.rstrip()} (imports: {', '.join(targets[span])})"
        )
        for violation, span in zip(violations, spans, strict=True)
    ]


def match_forbidden_imports(
    contract: Contract, text: str, name: str = "", /, *, seconds: float
) -> PatternMatches:
    """Return, for the type ``forbid_import``, where the modules stand that are imported and must
    not be, and why not all of them.

    Raises ``OutOfTimeError`` after so many *seconds*.
    """
    try:
        marks: list[int] = []
        forbidden = list_forbidden_imports(
            contract, name, text, seconds=seconds, note_unclosed=marks.append
        )
        spans = [found_import.span for found_import in forbidden]
        return PatternMatches(spans, unclosed_at=min(marks, default=None))
    except LateReaderError as error:
        raise OutOfTimeError([], error) from None
    except TimeoutError as error:
        return PatternMatches(reason=str(error))


def find_import_problems(contract: Contract) -> list[tuple[str, str]]:
    """Return what was expected of ``forbid`` and ``aliases``, keys of ``forbid_import``."""
    globs: tuple[str, ...] = contract.value_of("forbid")
    if count_globs(globs) > MOST_GLOBS:
        return [("forbid", TOO_MANY_GLOBS)]
    problems = [("forbid", problem) for glob in globs if (problem := find_forbid_problem(glob))]
    if not problems and all(glob.startswith("!") for glob in globs):
        problems.append(("forbid", "a glob without `!`: those with it only take out"))
    fields = [f"{{{name}}}" for name in list_known_fields(contract)]
    for name, target in list_written_aliases(contract):
        alias = f"{name} {target}"
        field = next((field for field in fields if field in alias or f"{field[:-1]}:" in alias), "")
        if field:
            problems.append(("aliases", f"plain text: `{field}` stands for nothing in an alias"))
        elif not name.strip("/"):
            problems.append(("aliases", "how a module begins, not nothing"))
        elif leads_out(target):
            problems.append(("aliases", f'a path from the level\'s folder, not "{target}"'))
    return [*problems, *find_file_glob_problems(contract)]


def find_forbid_problem(glob: str) -> str:
    """Return what was expected of a *glob* in ``forbid``; nothing where it is right."""
    # Three and more are slashes only for Python and Java, which leaves nothing: `a...b`, too. A
    # folder may be called `[...slug]`.
    names = glob.removeprefix("!").split("/")
    if any(name and not name.strip(".") for name in names) or _DOTS.search(glob):
        return f'a glob from the level\'s folder, without . and .. in "{glob}"'
    problem, alias = find_glob_problem(glob, has_fields=True), _ALIAS.match(glob)
    if not problem or not alias:
        return f"globs: {problem}" if problem else ""
    # To a glob of files the one is the home folder, and the other a comment.
    negation, name, below = alias.groups()
    return (
        f"what `{name}` stands for: write it in aliases, as in {{'{name}': 'src/'}}, and "
        f"`{negation}src/{below}` here; `{negation}\\{name}{below}` means that spelling only"
    )


def find_file_glob_problems(contract: Contract) -> list[tuple[str, str]]:
    """Return what was expected of the ``file_glob`` where no import could be reported."""
    unread = _list_unread_globs(contract)
    if not unread or len(unread) < len(list_selecting_globs(contract.file_glob)):
        return []
    known = "Python, JavaScript, TypeScript, Vue, Svelte, Astro, Go, Java or Kotlin"
    way = "of others a forbid_pattern with in: code finds the line"
    return [("file_glob", f"a glob of {known}; no imports are read in {', '.join(unread)}; {way}")]


def doubt_unread_imports(contract: Contract) -> str:
    """Return which globs of a ``forbid_import`` contract name files whose imports are not read."""
    unread = _list_unread_globs(contract)
    return f"no imports are read in {', '.join(unread)}" if unread else ""


def _list_unread_globs(contract: Contract) -> list[str]:
    return [
        glob
        for glob in list_selecting_globs(contract.file_glob)
        if _ENDS.search(glob)
        and not glob.endswith(".ipynb")
        and find_import_language(name_glob_in_language(contract, glob)) is None
    ]


RULE = Rule(
    type="forbid_import",
    subject="text",
    evidence="import",
    check_file=report_imports,
    sample=make_text_with_import,
    find=match_forbidden_imports,
    requirement=make_import_requirement,
    once=False,
    doubt=doubt_unread_imports,
    bind=bind_modules,
    keys=("when_file", "unless_file", "forbid", "aliases", "type_only"),
    problems=find_import_problems,
)
