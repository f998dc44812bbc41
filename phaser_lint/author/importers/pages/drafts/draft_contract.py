"""The draft of a contract, with its examples, of a line that is sure to say one thing."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from phaser_lint.author.importers.imported import ImportedRule
from phaser_lint.author.importers.pages.code.known_packages import JVM
from phaser_lint.author.importers.pages.drafts.file_globs import (
    ENDING_OF_GLOB,
    OF_DOCUMENTATION,
    find_exempt_globs,
    find_rule_globs,
    fit_to_language,
    with_own_packages,
)
from phaser_lint.author.importers.pages.drafts.project_files import (
    UNSURE_FILES,
    ProjectFiles,
    list_kinds_besides,
)
from phaser_lint.author.importers.pages.drafts.shown_code import find_shown_line
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.page_file import find_page_folder
from phaser_lint.author.importers.pages.rule_lines import PAGE_LINE, PageLine
from phaser_lint.author.importers.pages.text.markdown import Page
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.model import Contract
from phaser_lint.contract.own_examples import ExampleTrials
from phaser_lint.contract.rules.message_fields import escape_message_fields
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_glob_list

_LONGEST_MESSAGE = 300
# What code of several languages has, as Java's has it
_JAVA_SAMPLES = {"from os import *": "import java.util.*;"}
_OF_JAVA = ("java", "kt", "scala", "groovy")


def with_draft(line: PageLine, page: Page, files: ProjectFiles) -> PageLine:
    """Return the *line* of a *page* with the contract that is drafted of it, or with the reason why
    that is not sure.
    """
    sure_rule = line.sure_rule
    if sure_rule is None:
        return line
    scope = find_rule_globs(sure_rule, page, path=line.path, files=files)
    if isinstance(scope, str):
        return line._replace(reason=scope)
    folder = find_page_folder(line.path)
    exempt = find_exempt_globs(sure_rule, folder, files)
    if isinstance(exempt, str):
        return line._replace(reason=exempt)
    sure_rule = with_own_packages(sure_rule, folder, files)
    own_rule = fit_to_language(sure_rule, scope, files) if scope else UNSURE_FILES
    if isinstance(own_rule, str):
        return line._replace(reason=own_rule)
    sure_rule = own_rule
    excluded = (*sure_rule.excluded, *exempt)
    if sure_rule.style == "file names":  # README.md in `src/**`
        excluded += () if all(map(ENDING_OF_GLOB.search, scope)) else (OF_DOCUMENTATION,)
    is_long = len(sure_rule.message) > _LONGEST_MESSAGE
    message = f"{sure_rule.message[:_LONGEST_MESSAGE]}…" if is_long else sure_rule.message
    kind, pattern_keys = sure_rule.keys["type"], {**sure_rule.keys}
    severity = pattern_keys.pop("severity")
    del pattern_keys["type"]
    unseen = tuple(dict.fromkeys(sure_rule.unseen))
    keys: dict[str, Any] = {
        "type": kind,
        **{
            key: [*dict.fromkeys(value)] if isinstance(value, list) else value
            for key, value in pattern_keys.items()
        },
        "file_glob": scope[0] if len(scope) == 1 else list(scope),
        **({"exclude_glob": [*dict.fromkeys(excluded)]} if excluded else {}),
        "message": message,
        "severity": severity,
        "url": line.url,
        PAGE_LINE: line.text,
    }
    if kind == "file_limits":  # an example would have more lines than that
        is_of_some = sure_rule.language or sure_rule.scope_path or sure_rule.paths
        kinds = [] if is_of_some else list_kinds_besides(scope, folder, files)
        unseen = (*unseen, *kinds)
        rule = ImportedRule(sure_rule.name, line.statement.line, keys=keys, unseen=unseen)
        return line._replace(rule=rule, reason="")
    for examples in _make_examples(sure_rule, scope, files):
        full_keys = {**keys, "examples": examples}
        contract = _make_agreeing_contract(full_keys)
        if contract:
            rule = ImportedRule(sure_rule.name, line.statement.line, keys=full_keys, unseen=unseen)
            shown_line = find_shown_line(contract, page, rule.line)
            reason = f"condition: line {shown_line}, code of the page, has it" if shown_line else ""
            return line._replace(rule=None if reason else rule, reason=reason)
    return line._replace(reason="not sure to be code")


def bans_what_is_usual(line: PageLine, places: Iterable[str], files: Iterable[str]) -> bool:
    """Tell whether the draft of a page's *line* bans what the project does everywhere: at *places*
    in more than one of three of its *files*.
    """
    keys = line.rule.keys if line.rule else None
    if not keys or not line.sure_rule or not line.sure_rule.is_practice:
        return False
    globs = keys["file_glob"]
    compiled = (compile_glob_list((globs,) if isinstance(globs, str) else tuple(globs)),)
    number = sum(selects_path(compiled, path) for path in files)
    return len({place.rpartition(":")[0] for place in places}) * 3 > number


def _make_agreeing_contract(keys: dict[str, Any]) -> Contract | None:
    """Return the contract for the page with these *keys*, if it agrees with its examples."""
    checked_keys = {
        "rule_id": "draft", **keys, "message": escape_message_fields(str(keys["message"]))
    }  # fmt: skip
    checked = check_mapping(checked_keys, source="project", path="")
    if checked.contract is None or checked.problems:
        return None
    return None if ExampleTrials().contradicting(checked.contract) else checked.contract


def _make_examples(
    rule: SureRule, scope: Sequence[str], files: ProjectFiles
) -> Iterator[dict[str, list[Any]]]:
    """Yield examples for a contract with the globs *scope*, as texts and at a path."""
    kind = rule.keys["type"]
    if kind == "file_name":
        folder = posixpath.dirname(_make_plain_path(scope[0]))
        name = rule.invalid[0]
        name = name if "." in name else f"{name}.{_find_ending(scope[0])}"
        yield {"invalid": [posixpath.join(folder, name)]}
        return
    if kind in ("file_not_exists", "file_frozen"):
        paths = [*map(_make_plain_path, scope if kind == "file_not_exists" else scope[:1])]
        yield {"invalid": [f"{path.rstrip('/*')}/a" if path.endswith(("/", "*")) else path
                           for path in paths]}  # fmt: skip
        return
    if kind == "file_exists":
        path = scope[0].lstrip("/")
        yield {"valid": [path], "invalid": [f"other/{path}"]}
        return
    texts = {"invalid": [*dict.fromkeys(rule.invalid)], "valid": [*dict.fromkeys(rule.valid)]}
    if _find_ending(scope[0]) in _OF_JAVA:
        texts["invalid"] = [_JAVA_SAMPLES.get(text, text) for text in rule.invalid]
    if kind == "forbid_import" and not rule.invalid:
        module = rule.keys["forbid"][0]
        is_python = scope[0].endswith((".py", ".pyi", ".{py,pyi}"))
        samples = {True: f"import {module.replace('/', '.')}", False: f"import a from '{module}'"}
        # Of `src/db` Go writes more than the path.
        is_go = scope[0].endswith(".go") and (rule.language == "Go" or bool(rule.folders))
        texts["invalid"] = [f'import "{module}"' if is_go else samples[is_python]]
        if rule.language == JVM:
            class_name = "" if re.search(r"/[A-Z]\w*$", module) else ".A"
            texts = {"invalid": [f"import {module.replace('/', '.')}{class_name};"]}
    yield {kind: of_kind for kind, of_kind in texts.items() if of_kind}
    globs = (compile_glob_list(tuple(scope)),)
    path = next((path for path in files.paths if selects_path(globs, path)), "")
    if path:
        yield {
            kind: [{"path": path, "text": text} for text in of_kind]
            for kind, of_kind in texts.items()
            if of_kind
        }


def _find_ending(glob: str) -> str:
    """Return the first of the endings that *glob* names."""
    return re.split(r"[,}]", glob.rpartition(".")[2].lstrip("{"))[0]


def _make_plain_path(glob: str) -> str:
    path = re.sub(r"\{(\w+),[^{}]*\}", r"\1", glob.lstrip("/").replace("**/", ""))
    return re.sub(r"\*(?=\.)", "a", path)


def list_banned_commit_paths(line: PageLine) -> tuple[str, ...]:
    """Return the paths that the contract drafted of a page's *line* bans in a commit, from the
    root: git may ignore them.
    """
    if line.sure_rule is None or line.sure_rule.keys["type"] != "file_not_exists":
        return ()
    folder = find_page_folder(line.path)
    return tuple(posixpath.join(folder, name) for name in line.sure_rule.paths)
