"""A page that tells people or agents the rules of a project: CLAUDE.md, AGENTS.md, and the like.

    - Never use `print()`; use the logger.      a draft of a contract
    - Handle errors where they happen.          a line that states a rule, and is left to a reader

A draft is only made where the line is sure to say one thing (``sure_forms``), of which the project
tells the rest: the globs by its languages, the severity by what is there today.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any
from urllib.parse import quote

from phaser_lint.author.importers.code_spans import ANGULAR, STYLES, TAILWIND
from phaser_lint.author.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.author.importers.known_code import MIGRATIONS
from phaser_lint.author.importers.left_out_reasons import reason_of
from phaser_lint.author.importers.page_statements import MOST, Page, Statement, read_page
from phaser_lint.author.importers.page_words import without_marks
from phaser_lint.author.importers.rule_file import RuleFileError
from phaser_lint.author.importers.rule_words import language_of_page
from phaser_lint.author.importers.stated_rules import states_rule
from phaser_lint.author.importers.sure_forms import find_sure_rule
from phaser_lint.author.importers.sure_rule import TESTS, SureRule
from phaser_lint.contract.own_examples import ExampleTrials
from phaser_lint.contract.rules.message_fields import as_plain_text
from phaser_lint.contract.schema import check_mapping
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core import Record
from phaser_lint.core.text import file_text, fold, normalise, printable
from phaser_lint.report.exports.agents_page import block_lines
from phaser_lint.report.exports.claude_rules import MARK
from phaser_lint.text.globs import match
from phaser_lint.text.globs.compile import compile_patterns
from phaser_lint.text.languages.source_languages import LANGUAGE_BY_ENDING

TOOL_NAME = "page"
PAGE_LINE = "x-page-line"
"""The key of a contract that holds the text of the line that it is made of."""
_LONGEST_MESSAGE = 300
_OF_ONE_LINE = {"message", "severity", "url", "examples", PAGE_LINE}
# What a page below one of these folders is about is above it.
_OF_PROJECT = (
    ".github/instructions", ".github", ".cursor/rules", ".cursor", ".claude/rules", ".claude",
)  # fmt: skip
_RULE_FOLDER = re.compile(r"(?:^|/)(?:\.github/instructions|\.cursor/rules|\.claude/rules)/")
# Rules about a language are about these, too. TypeScript's files are a part of JavaScript's.
_OTHERS_OF_LANGUAGE = {
    "JavaScript": ("TypeScript", "Vue", "Svelte", "Astro"),
    "TypeScript": ("Vue", "Svelte"),
    "C": ("C++",),
}
# What holds names of utilities of Tailwind; a template of Blade ends in `.php`.
_OF_COMPONENTS = ("tsx", "jsx", "vue", "svelte")
_TEMPLATES = ("html", "php", "vue", "svelte", "astro", "tsx", "jsx", "heex", "erb")
_ENDINGS = {
    language: [
        ending.removeprefix(".")
        for ending, name in LANGUAGE_BY_ENDING.items()
        if name in (language, *_OTHERS_OF_LANGUAGE.get(language, ()))
    ]
    for language in LANGUAGE_BY_ENDING.values()
    if language not in ("Vue", "Svelte", "Astro", "C++", "shell")
} | {
    "Elixir": ["ex", "exs", "heex"],
    ANGULAR: ["html", "ts"],
    TAILWIND: [*_TEMPLATES],
    STYLES: ["css", "scss", "sass", "less", "vue", "svelte"],
}
_CODE_ENDINGS = frozenset(ending for endings in _ENDINGS.values() for ending in endings)
# Of all code: what holds texts, or what a page shows
_NO_CODE = ("erb", "heex", "html", "css", "scss", "sass", "less")
# What is written in these languages stands below headings about JavaScript.
_KINDS_OF_JAVASCRIPT = ("TypeScript", ANGULAR)
# How tests are called, by the endings of their files, without them
_TESTS = {
    "py": ("**/test_*", "**/*_test", "**/tests/**/*"),
    "js jsx ts tsx mjs cjs mts cts": ("**/*.test", "**/*.spec", "**/__tests__/**/*"),
    "go": ("**/*_test",),
    "rb": ("**/*_spec", "**/*_test"),
    "php": ("**/*Test",),
    "java kt": ("**/src/test/**/*",),
    "cs": ("**/*Tests", "**/*Test"),
    "dart exs": ("**/*_test",),
    "swift": ("**/*Tests",),
}
_MIGRATIONS = (
    *(f"**/migrations/**/*.{ending}" for ending in ("sql", "py", "php")),
    "**/db/migrate/*.rb",
    "**/alembic/versions/*.py",
)
# Tests stand in the file that they test.
_WITH_TESTS_INSIDE = ".rs"
_NO_FILES = "condition: no files lie at the path that it names"
_UNSURE_FILES = "condition: which files it is about is not sure"
# Of all source files: the rest may be anything, and the rule is about the language.
_MOST_OF_ALL = 0.8


class PageLine(Record):
    """A line of the page at ``path``, from the root, that states a rule.

    ``rule`` is the draft of ``sure_rule``, which it is sure to say; else ``reason`` is what is
    missing. ``earlier_key`` is that of an earlier line whose draft finds the same.
    """

    path: str
    statement: Statement
    text: str
    reason: str = ""
    sure_rule: SureRule | None = None
    rule: ImportedRule | None = None
    earlier_key: tuple[str, str] | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What lines of a page have in common that say the same of the same files."""
        text = fold(self.text).casefold().rstrip(".!")
        return self.earlier_key or (folder_of_page(self.path), text)

    @property
    def check(self) -> str:
        """What the draft of the page's line looks for, and where: whatever the words."""
        keys = self.rule.keys if self.rule and self.rule.keys else {}
        return repr([(key, keys[key]) for key in sorted(keys.keys() - _OF_ONE_LINE)])

    @property
    def url(self) -> str:
        """The ``url`` of the contract of the page's line."""
        return f"{quote(self.path)}#L{self.statement.line}"


class ProjectFiles(Record):
    """The files of a project, and which of some paths git ignores."""

    paths: Sequence[str]
    ignored: frozenset[str] = frozenset()


def import_page(content: bytes, path: str) -> ImportedFile:
    """Return the page as it is read; raises ``RuleFileError`` where it is too large."""
    if len(content) > MAXIMUM_BYTES:
        raise RuleFileError(
            f"{path}: expected a page of at most {MAXIMUM_BYTES:,} bytes, found more"
        )
    text = normalise(file_text(content))
    lines = text.split("\n")
    notices = []
    # What export wrote says what contracts say already.
    exported = range(len(lines)) if MARK in lines else block_lines(text)
    if exported:
        first, last = exported[0] + 1, exported[-1] + 1
        lines[exported[0] : last] = [""] * len(exported)
        notices.append(f"lines {first} to {last} are not read: phaser-lint export wrote them")
    page = read_page("\n".join(lines))
    if not page.is_complete:
        notices.append(f"only its first {MOST:,} statements are read: split the page")
    return ImportedFile(path=path, tool=TOOL.name, rules=(), notices=tuple(notices), page=page)


TOOL = Tool(
    name=TOOL_NAME,
    files=(
        "CLAUDE.md", "AGENTS.md", "GEMINI.md", "CONTRIBUTING.md", "copilot-instructions.md",
        "*.instructions.md", "*.mdc", ".cursorrules", ".windsurfrules",
    ),
    read=import_page,
    others=("*.md",),
)  # fmt: skip


def stated_lines(page: Page, path: str) -> list[PageLine]:
    """Return the lines of a *page* at *path* that state a rule, each with the reason why no draft.

    The reason of a sure form is empty.
    """
    lines = []
    language = language_of_page(statement.text for statement in page.statements)
    for statement in page.statements:
        sure_rule = find_sure_rule(statement, page_path=path)
        text = printable(without_marks(statement.text))
        line = PageLine(path=path, statement=statement, text=text)
        if isinstance(sure_rule, SureRule):
            lines.append(line._replace(sure_rule=sure_rule))
        elif states_rule(statement, language):
            lines.append(line._replace(reason=sure_rule.reason or reason_of(statement, language)))
    return lines


def with_draft(line: PageLine, page: Page, files: ProjectFiles) -> PageLine:
    """Return *line* with the draft that it is sure to say, or the reason why that is not sure."""
    sure_rule = line.sure_rule
    if sure_rule is None:
        return line
    scope = _scope_of(sure_rule, page, path=line.path, files=files)
    if isinstance(scope, str):
        return line._replace(reason=scope)
    exempt_globs = _exempt_globs(sure_rule, scope, folder=folder_of_page(line.path), files=files)
    if isinstance(exempt_globs, str):
        return line._replace(reason=exempt_globs)
    excluded = (*sure_rule.excluded, *exempt_globs)
    is_long = len(line.text) > _LONGEST_MESSAGE
    message = f"{line.text[:_LONGEST_MESSAGE]}…" if is_long else line.text
    kind, pattern_keys = sure_rule.keys["type"], {**sure_rule.keys}
    severity = pattern_keys.pop("severity")
    del pattern_keys["type"]
    keys: dict[str, Any] = {
        "type": kind,
        **pattern_keys,
        "file_glob": scope[0] if len(scope) == 1 else list(scope),
        **({"exclude_glob": list(excluded)} if excluded else {}),
        "message": message,
        "severity": severity,
        "url": line.url,
        PAGE_LINE: line.text,
    }
    if sure_rule.keys["type"] == "file_limits":  # an example would have more lines than that
        return line._replace(
            rule=ImportedRule(sure_rule.name, line.statement.line, keys=keys), reason=""
        )
    for examples in _examples(sure_rule, scope, files):
        full_keys = {**keys, "examples": examples}
        if _is_right(full_keys):
            rule = ImportedRule(sure_rule.name, line.statement.line, keys=full_keys)
            return line._replace(rule=rule, reason="")
    return line._replace(reason="not sure to be code")


def _is_right(keys: dict[str, Any]) -> bool:
    """Tell whether *keys* are a contract for the page that agrees with its examples."""
    checked_keys = {
        "rule_id": "draft", **keys, "message": as_plain_text(str(keys["message"]))
    }  # fmt: skip
    checked = check_mapping(checked_keys, source="project", path="")
    if checked.contract is None or checked.problems:
        return False
    return not ExampleTrials().contradicting(checked.contract)


def _examples(
    rule: SureRule, scope: Sequence[str], files: ProjectFiles
) -> Iterator[dict[str, list[Any]]]:
    """Yield examples for a contract with the globs *scope*, as texts and at a path."""
    kind = rule.keys["type"]
    if kind == "file_not_exists" and rule.invalid:
        folder = posixpath.dirname(_plain_path(scope[0]))
        yield {"invalid": [f"{posixpath.join(folder, rule.invalid[0])}.{_ending_of(scope[0])}"]}
        return
    if kind == "file_not_exists":
        yield {"invalid": [path.rstrip("/*") + ("/a" if path.endswith(("/", "*")) else "")
                           for path in map(_plain_path, scope)]}  # fmt: skip
        return
    if kind == "file_frozen":
        path = _plain_path(scope[0])
        yield {"invalid": [f"{path.rstrip('/*')}/a" if path.endswith(("/", "*")) else path]}
        return
    if kind == "file_name":
        folder = posixpath.dirname(_plain_path(scope[0]))
        name = f"{rule.invalid[0]}.{_ending_of(scope[0])}"
        yield {"invalid": [posixpath.join(folder, name)]}
        return
    texts = {"invalid": list(rule.invalid), "valid": list(rule.valid)}
    if kind == "forbid_import" and not rule.invalid:
        module = rule.keys["forbid"][0]
        is_python = scope[0].endswith((".py", ".pyi", ".{py,pyi}"))
        samples = {True: f"import {module.replace('/', '.')}", False: f"import a from '{module}'"}
        # Of `src/db` Go writes more than the path.
        is_go = scope[0].endswith(".go") and (rule.language == "Go" or bool(rule.folders))
        texts["invalid"] = [f'import "{module}"' if is_go else samples[is_python]]
    yield {kind: of_kind for kind, of_kind in texts.items() if of_kind}
    globs = (compile_patterns(tuple(scope)),)
    path = next((path for path in files.paths if match(globs, path)), "")
    if path:
        yield {
            kind: [{"path": path, "text": text} for text in of_kind]
            for kind, of_kind in texts.items()
            if of_kind
        }


def _ending_of(glob: str) -> str:
    """Return the first of the endings that *glob* names."""
    return re.split(r"[,}]", glob.rpartition(".")[2].lstrip("{"))[0]


def _plain_path(glob: str) -> str:
    return re.sub(r"\*(?=\.)", "a", glob.lstrip("/").replace("**/", ""))


def _scope_of(rule: SureRule, page: Page, path: str, files: ProjectFiles) -> tuple[str, ...] | str:
    """Return the globs of the files that *rule* is about, or why they are not sure."""
    folder = folder_of_page(path)
    starts = (f"{rule.package}/", f"{rule.package}.")
    if rule.package and any(
        name.startswith(starts) or f"/{starts[0]}" in name or f"/{starts[1]}" in name
        for name in files.paths
    ):
        return "condition: what it names may be imported by another path, too"
    own_paths = [posixpath.join(folder, name) for name in rule.folders]
    if not all(_has_files(name, files) for name in own_paths):
        return _NO_FILES
    are_folders = any(
        f"/{name}/" in f"/{path}" for name in rule.other_packages for path in files.paths
    )
    if are_folders or any(f"{name}/package.json" in files.paths for name in own_paths):
        return "condition: what it names may be imported by another path, too"
    if rule.paths:
        return _path_scope(rule, folder, files)
    if rule.scope_path:
        scope_folder = rule.scope_path.strip("/").removesuffix("/**").removesuffix("/*")
        folders = [scope_folder, posixpath.join(folder, scope_folder)] if folder else [scope_folder]
        folder = next((name for name in folders if _has_files(name, files)), "")
        if not folder or "*" in folder:
            return _NO_FILES
        if rule.folders and folder in files.paths:
            return (f"/{folder}",)
    elif page.globs:
        globs = tuple(posixpath.join(folder, glob.lstrip("/")) if folder else glob
                      for glob in page.globs)  # fmt: skip
        if not any(glob.strip("/*") == "" for glob in page.globs):
            return globs
    return _language_scope(rule, folder, files)


def _path_scope(rule: SureRule, folder: str, files: ProjectFiles) -> tuple[str, ...] | str:
    globs: list[str] = []
    for name in rule.paths:
        if name == MIGRATIONS:
            globs += _migration_globs(folder, files)
            if not globs:
                return _NO_FILES
            continue
        path = posixpath.join(folder, name)
        is_there = rule.keys["type"] == "file_frozen"
        if path in files.ignored and not is_there:
            return "git ignores it: no contract is needed"
        # A name without a slash may stand in any folder.
        is_anywhere = "/" not in name.rstrip("/") and not is_there
        glob = posixpath.join(folder, "**" if folder else "", name) if is_anywhere else path
        is_one_name = "/" not in path.rstrip("/")
        globs.append(f"/{path}" if is_one_name and not is_anywhere else glob)
        tests = (compile_patterns((globs[-1],)),)
        is_needed = is_there or rule.keys["type"] == "require_pattern"
        if is_needed and not any(match(tests, file_path) for file_path in files.paths):
            return _NO_FILES
    return tuple(globs)


def _migration_globs(folder: str, files: ProjectFiles) -> list[str]:
    """Return the globs of migrations below *folder*; a list of them changes with each new one."""
    globs = [posixpath.join(folder, glob) for glob in _MIGRATIONS]
    tests = [(glob, (compile_patterns((glob,)),)) for glob in globs]
    return [glob for glob, test in tests if any(match(test, path) for path in files.paths)]


def _exempt_globs(
    rule: SureRule, scope: Sequence[str], *, folder: str, files: ProjectFiles
) -> tuple[str, ...] | str:
    """Return the globs of what *rule* exempts, or why they are not sure."""
    globs: list[str] = []
    for name in rule.exempt:
        if name == TESTS:
            tests = _test_globs(scope, files)
            if not tests:
                return _UNSURE_FILES
            globs += tests
            continue
        path = posixpath.join(folder, name.strip("/").removesuffix("/**"))
        if "*" in path:
            globs.append(posixpath.join(folder, name))
        elif _has_files(path, files):
            globs.append(f"/{path}" if path in files.paths else f"/{path}/")
        elif any(f"/{file}".endswith(f"/{name}") for file in files.paths):
            globs.append(f"**/{name}")
        else:
            return _NO_FILES
    return tuple(globs)


def _test_globs(scope: Sequence[str], files: ProjectFiles) -> tuple[str, ...]:
    """Return the globs of the tests among the files of *scope*; empty where none are sure."""
    scope_globs = (compile_patterns(tuple(scope)),)
    paths = [path for path in files.paths if match(scope_globs, path)]
    if not paths or any(path.endswith(_WITH_TESTS_INSIDE) for path in paths):
        return ()
    by_ending = {path.rpartition(".")[2] for path in paths}
    globs = []
    for endings, tests in _TESTS.items():
        for ending in sorted(by_ending & {*endings.split()}):
            for test in tests:
                glob = f"{test}.{ending}"
                test_glob = (compile_patterns((glob,)),)
                if any(match(test_glob, path) for path in paths):
                    globs.append(glob)
    return tuple(globs)


def _has_files(path: str, files: ProjectFiles) -> bool:
    """Tell whether a file is a *path* that the page names, or lies below it."""
    return any(name == path or name.startswith(f"{path}/") for name in files.paths)


def _language_scope(rule: SureRule, folder: str, files: ProjectFiles) -> tuple[str, ...] | str:
    prefix = f"{folder}/" if folder else ""
    endings = Counter(
        name.rpartition(".")[2] for name in files.paths if name.startswith(prefix) and "." in name
    )
    language = _language_of(rule, endings)
    if rule.only_languages and language not in rule.only_languages:
        return _UNSURE_FILES
    all_endings = _ENDINGS.get(language, [])
    if rule.is_of_all and not rule.language:
        all_endings = [ending for ending in sorted(_CODE_ENDINGS) if ending not in _NO_CODE]
    names = [ending for ending in all_endings if endings[ending]]
    if rule.is_of_components:
        prefix = f"{prefix}**/components/"
        names = [ending for ending in _OF_COMPONENTS if endings[ending]]
    if rule.ending:  # `snake_case.dart`
        names = [rule.ending] if rule.ending in _CODE_ENDINGS and endings[rule.ending] else []
    if not names:
        return _UNSURE_FILES
    all_names = names[0] if len(names) == 1 else f"{{{','.join(names)}}}"
    scope = (f"{prefix}**/*.{all_names}" if prefix else f"*.{all_names}",)
    if not _are_most_called_so(rule, scope, files):
        return "condition: most files have other names"
    if rule.is_of_tests:
        return _test_globs(scope, files) or _UNSURE_FILES
    return scope


def _are_most_called_so(rule: SureRule, scope: Sequence[str], files: ProjectFiles) -> bool:
    """Tell whether most files, or folders, are called as *rule* says: else it is about some."""
    globs = (compile_patterns(tuple(scope)),)
    paths = [path for path in files.paths if match(globs, path)]
    names: Collection[str] = [posixpath.basename(path) for path in paths]
    if rule.keys["type"] == "file_name":
        fitting_names = [name for name in names if re.fullmatch(rule.keys["pattern"], name)]
    elif "path_pattern" in rule.keys:
        names = {f"{posixpath.dirname(path)}/" for path in paths}
        fitting_names = [name for name in names if not re.search(rule.keys["path_pattern"], name)]
    else:
        return True
    return len(names) > 0 and len(fitting_names) >= _MOST_OF_ALL * len(names)


def _language_of(rule: SureRule, endings: Counter[str]) -> str:
    """Return the language that *rule* is about, of the files with these *endings*; or nothing."""
    span_languages = rule.span_pattern.languages if rule.span_pattern else ()
    numbers = {
        language: sum(endings[ending] for ending in names) for language, names in _ENDINGS.items()
    }
    if TAILWIND in span_languages:
        return TAILWIND
    if rule.language:
        kinds = [name for name in (*_KINDS_OF_JAVASCRIPT, STYLES) if name in span_languages]
        language = kinds[0] if kinds and rule.language == "JavaScript" else rule.language
        return language if not span_languages or language in span_languages else ""
    if span_languages:
        present = [name for name in span_languages if numbers[name]]
        return present[0] if len(present) == 1 else ""
    for kind in (*_KINDS_OF_JAVASCRIPT, STYLES, TAILWIND):
        del numbers[kind]
    most = max(numbers, key=numbers.__getitem__)
    return most if numbers[most] and numbers[most] >= _MOST_OF_ALL * sum(numbers.values()) else ""


def folder_of_page(path: str) -> str:
    """Return the folder whose code a page at *path* is about: empty for the root."""
    folder = posixpath.dirname(path)
    rule_folder = _RULE_FOLDER.search(f"{folder}/")
    if rule_folder:  # what lies below one sorts its pages
        folder = f"{folder}/"[: rule_folder.end() - 1]
    is_for_people = posixpath.basename(path) == "CONTRIBUTING.md"
    for own_folder in (*_OF_PROJECT, *["docs"] * is_for_people):
        if folder == own_folder or folder.endswith(f"/{own_folder}"):
            return folder[: -len(own_folder)].rstrip("/")
    return folder


def commit_paths(line: PageLine) -> tuple[str, ...]:
    """Return the paths that the page forbids in a commit, from the root: git may ignore them."""
    if line.sure_rule is None or line.sure_rule.keys["type"] != "file_not_exists":
        return ()
    folder = folder_of_page(line.path)
    return tuple(posixpath.join(folder, name) for name in line.sure_rule.paths)
