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

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.forbidden_imports import (
    doubt_unread_imports,
    find_import_problems,
    list_forbidden_imports,
    make_import_requirement,
    make_text_with_import,
)
from phaser_lint.contract.rules.rule import PatternMatches, Rule, Spans
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.contract.told_languages import name_text_in_language
from phaser_lint.text import LateReaderError
from phaser_lint.text.search.searcher import OutOfTimeError


def report_imports(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return a violation of ``forbid_import`` for each of the imports at *spans*, which says what
    is imported.
    """
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
        raise OutOfTimeError([], str(error)) from None
    except TimeoutError as error:
        return PatternMatches(reason=str(error))


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
    keys=("when_file", "unless_file", "forbid", "aliases", "type_only"),
    problems=find_import_problems,
)
