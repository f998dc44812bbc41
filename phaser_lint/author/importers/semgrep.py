r"""Semgrep: rules made of regular expressions alone, several in a file.

    rules:
      - id: no-print
        languages: [python]
        severity: ERROR
        message: Use the logger.
        patterns:
          - pattern-regex: print\(.*\)
          - pattern-not-regex: flush=True

What matches syntax (``pattern``, ``pattern-inside``, metavariables) is no contract.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from phaser_lint.author.contract_text import make_text_or_list
from phaser_lint.author.importers.imported import (
    Findings,
    FoundPlace,
    ImportedFile,
    ImportedRule,
    Tool,
)
from phaser_lint.author.importers.joined_patterns import (
    can_be_joined,
    escape_literal,
    group_pattern,
    join_as_alternatives,
)
from phaser_lint.author.importers.old_program import explain_missing_program, find_old_program
from phaser_lint.author.importers.pcre_patterns import convert_pcre_pattern, find_pcre_problem
from phaser_lint.author.importers.rule_file import RuleFile, parse_rule_file
from phaser_lint.author.importers.semgrep_formulas import (
    OPERATORS,
    Alternative,
    UnsupportedFormulaError,
    WrongFormulaError,
    group_alternatives,
    split_into_alternatives,
)
from phaser_lint.core import Record
from phaser_lint.core.text import shorten_line

_ERRORS = ("ERROR", "HIGH", "CRITICAL")
_LOOKING = ("pattern", "match", "join", "extract")
_VARIABLE = re.compile(r"\$(?:\d+|[A-Z_][A-Z0-9_]*)")
_LEFT_OUT = (
    "Semgrep leaves out tests/, vendor/, node_modules/ and more, unless a .semgrepignore "
    "includes them; contracts check every file"
)
_SCRIPTS = "Semgrep knows executable scripts by their first line, too; contracts go by names alone"


def import_semgrep(content: bytes, path: str) -> ImportedFile:
    """Return what the rules of Semgrep's file become; raises ``RuleFileError``."""
    file = parse_rule_file(content, path)
    rules = file.value.get("rules") if isinstance(file.value, dict) else None
    if not isinstance(rules, list):
        raise file.wrong("", "Semgrep's list of rules at the key rules")
    imported_rules = [
        imported_rule
        for index, rule in enumerate(rules)
        for imported_rule in _convert_rule(file, rule, f"rules[{index}]")
    ]
    notices = []
    if any(imported_rule.keys for imported_rule in imported_rules):
        languages = {name_semgrep_language(name) for rule in rules for name in rule["languages"]}
        notices = [_LEFT_OUT, *([_SCRIPTS] if languages & SCRIPTS else [])]
    return ImportedFile(
        path=path,
        tool=TOOL.name,
        rules=tuple(imported_rules),
        notices=tuple(notices),
        is_of_raw_text=True,
    )


def _convert_rule(file: RuleFile, rule: Any, key_path: str) -> list[ImportedRule]:
    """Return what becomes of Semgrep's rule at *key_path*, all of the same name."""
    if not isinstance(rule, dict):
        raise file.wrong(key_path, "a rule with the keys id, languages, severity and message")
    imported_rule = ImportedRule(
        file.require_text(rule, "id", key_path=key_path), file.line_of(key_path)
    )
    paths = rule.get("paths") or {}
    if not isinstance(paths, dict):
        raise file.wrong(f"{key_path}.paths", "a mapping with include or exclude")
    files = convert_file_selection(
        _require_texts(file, rule, "languages", key_path=key_path),
        include=_require_texts(file, paths, "include", key_path=f"{key_path}.paths"),
        exclude=_require_texts(file, paths, "exclude", key_path=f"{key_path}.paths"),
    )
    message = file.require_text(rule, "message", key_path=key_path)
    variable = _VARIABLE.search(message)
    message_remarks = (
        [f"message: {variable[0]} stood for what was found there, and stays as it is"]
        if variable
        else []
    )
    level = file.require_text(rule, "severity", key_path=key_path).upper()
    shared_keys = {"message": message, "severity": "error" if level in _ERRORS else "warning"}
    mode = rule.get("mode", "search")
    looking = [key for key in rule if key.startswith(_LOOKING)]
    strange = [f"mode {mode}"] * (mode != "search")
    strange += [key for key in looking if key not in OPERATORS]
    if strange:
        message = f"{strange[0]}: a contract knows nothing of syntax"
        return [imported_rule._replace(unsupported=(message,))]
    try:
        keys_by_alternative = convert_alternatives(
            split_into_alternatives({key: rule[key] for key in looking}, key_path=key_path)
        )
    except WrongFormulaError as error:
        raise file.wrong(error.key_path, str(error)) from None
    except UnsupportedFormulaError as error:
        return [imported_rule._replace(unsupported=(str(error),))]
    if files.unsupported:
        return [imported_rule._replace(unsupported=(files.unsupported,))]
    return [
        imported_rule._replace(
            keys={
                **alternative_keys.keys,
                **files.keys,
                **shared_keys,
                **_fix_and_report(rule, alternative_keys),
            },
            kept=(*alternative_keys.kept, *files.kept, *message_remarks),
            unsupported=_explain_lost_fix(rule, alternative_keys),
            dead=files.dead,
        )
        for alternative_keys in keys_by_alternative
    ]


def _require_texts(
    file: RuleFile, mapping: Mapping[str, Any], key: str, *, key_path: str
) -> list[str]:
    texts = mapping.get(key, [] if key_path.endswith("paths") else None)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise file.wrong(
            f"{key_path}.{key}" if key in mapping else key_path, f"a list of texts at {key}"
        )
    return texts


def _fix_and_report(rule: Mapping[str, Any], rule_keys: AskedByRule) -> dict[str, str]:
    """Return the key that fixes a match as Semgrep's does, where one does the same."""
    if not ("fix" in rule or "fix-regex" in rule) or _explain_lost_fix(rule, rule_keys):
        return {}
    if "fix-regex" in rule:
        return {"fix": rule["fix-regex"]["replacement"]}
    return {"fix": rule["fix"].rstrip("\n").replace("\\", "\\\\")}


def _explain_lost_fix(rule: Mapping[str, Any], rule_keys: AskedByRule) -> tuple[str, ...]:
    """Return why the rule's fix is not converted, if it has one that is not."""
    by_pattern, text = rule.get("fix-regex"), rule.get("fix")
    if by_pattern is not None:
        replacement = by_pattern.get("replacement", "") if isinstance(by_pattern, dict) else ""
        keys = {"regex": rule.get("pattern-regex"), "replacement": str(replacement)}
        if not rule_keys.is_plain or by_pattern != keys:
            return ("fix-regex: it changes a part of the match by a pattern of its own",)
    elif text is not None and not (rule_keys.is_plain and isinstance(text, str)):
        return ("fix: it is for several patterns",)
    elif text is not None and _VARIABLE.search(text):
        return ("fix: it puts in what a metavariable stands for",)
    return ()


TOOL = Tool(
    "semgrep",
    (".semgrep.yml", ".semgrep.yaml", "semgrep.yml", "semgrep.yaml"),
    import_semgrep,
    with_from=("*.yml", "*.yaml"),
)


# Which files a rule of Semgrep is about, in the keys of a contract.
#
#     languages: [python]             file_glob: ['*.py', '*.pyi']
#     paths: {include: [src/*.py]}    file_glob: '**/src/*.py'
#     both                            the languages as path_pattern: '(?:\.py|\.pyi)\Z'
#
# Semgrep takes globs as git does, but for one with a slash within: that is found at any depth.

_MOST = 100
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")


class AskedOfFiles(Record):
    """The keys that select the files; what is not converted; why none was ever selected."""

    keys: dict[str, Any]
    kept: tuple[str, ...] = ()
    unsupported: str = ""
    dead: str = ""


def convert_file_selection(
    languages: Sequence[str], *, include: Sequence[str], exclude: Sequence[str]
) -> AskedOfFiles:
    """Return the keys for files of the *languages* that Semgrep's two lists of globs select."""
    known_languages = [name_semgrep_language(language_name) for language_name in languages]
    strange_languages = [
        language_name
        for language_name in known_languages
        if language_name not in ENDINGS and language_name not in ANY
    ]
    if strange_languages:
        return AskedOfFiles(
            {}, unsupported=f"languages: no file ending is known of {strange_languages[0]}"
        )
    anything = any(language_name in ANY for language_name in known_languages)
    endings = (
        []
        if anything
        else [ending for language_name in known_languages for ending in ENDINGS[language_name]]
    )
    included_globs = [glob for glob in include if not _is_unmet(glob)]
    excluded_globs = [glob for glob in exclude if not _is_unmet(glob)]
    dead = ""
    if include and not included_globs:
        dead = f"paths.include: {include[0]} is a glob that Semgrep finds nothing by"
        included_globs = [
            meant for glob in include for meant in islice(_spread_braces(glob), _MOST)
        ]
    keys: dict[str, Any] = {}
    if included_globs and endings:
        keys["path_pattern"] = rf"(?:{'|'.join(map(escape_literal, dict.fromkeys(endings)))})\Z"
    globs = [*map(_convert_glob, included_globs)] or [f"*{ending}" for ending in endings] or ["*"]
    keys["file_glob"] = make_text_or_list([*dict.fromkeys(globs)])
    if excluded_globs:
        keys["exclude_glob"] = make_text_or_list(
            [*dict.fromkeys(map(_convert_glob, excluded_globs))]
        )
    keys_and_globs = (
        *(("include", glob) for glob in include if not dead),
        *(("exclude", glob) for glob in exclude),
    )
    return AskedOfFiles(
        keys=keys,
        kept=tuple(
            f"paths.{key}: {glob} is a glob that Semgrep finds nothing by, and left out"
            for key, glob in keys_and_globs
            if _is_unmet(glob)
        ),
        unsupported="",
        dead=dead,
    )


def _is_unmet(glob: str) -> bool:
    """Tell whether Semgrep finds nothing by a glob: it knows neither braces nor a negation."""
    return glob.startswith("!") or _BRACES.search(glob) is not None


def _spread_braces(glob: str) -> Iterator[str]:
    """Yield the globs that are meant by one with braces: there may be any number."""
    braces = _BRACES.search(glob)
    if braces is None:
        yield glob.lstrip("!")
        return
    start, end = glob[: braces.start()], glob[braces.end() :]
    for choice in braces[1].split(","):
        yield from _spread_braces(f"{start}{choice}{end}")


def _convert_glob(glob: str) -> str:
    if glob.startswith("./"):
        return glob[1:]
    within = "/" in glob.rstrip("/")
    is_bound = glob.startswith(("/", "**/"))
    return f"**/{glob}" if within and not is_bound else glob


# The patterns of a Semgrep rule as the keys of contracts.
#
# a or b          forbid_pattern a|b a and b         forbid_pattern ^(?=.*?a)(?=.*?b).+ a, not b
# forbid_pattern a, unless_match b (?s).+, not b   require_pattern b

# What takes all of a file, whatever it holds.
_WHOLE = {
    start + made
    for start, dot in (("(?s)", "."), ("", r"[\s\S]"), ("", r"[\S\s]"))
    for made in (f"{dot}*", f"{dot}+", f"({dot}*)", f"({dot}+)")
}
_SPANS = re.compile(r"\\[nR]|\n|\(\?[aimx]*s|\[\\s\\S\]|\[\\S\\s\]")
_WITHIN = "in Semgrep one match had to lie within the other"


class AskedByRule(Record):
    """The keys of one contract, how they keep the meaning, and whether one pattern is all."""

    keys: dict[str, Any]
    kept: tuple[str, ...]
    is_plain: bool


def convert_alternatives(alternatives_written: tuple[Alternative, ...]) -> list[AskedByRule]:
    """Return the keys for the alternatives of Semgrep's rule, which together are the rule.

    Raises ``UnsupportedFormulaError``.
    """
    key_sets: list[AskedByRule] = []
    for group in group_alternatives(alternatives_written, stands_alone=_spans_lines):
        written_patterns = [pattern for alternative in group for pattern in alternative.patterns]
        patterns, unwanted = (
            _convert_patterns(written_patterns),
            _convert_patterns(group[0].unwanted),
        )
        if not patterns:
            message = "it has patterns that must not be found, and none that must"
            raise UnsupportedFormulaError(message)
        if len(patterns) == 1 and unwanted and written_patterns[0].strip("\n") in _WHOLE:
            remark = "Semgrep finds the empty text at a file's end as well, and so every file"
            require_keys = {"type": "require_pattern", "pattern": join_as_alternatives(unwanted)}
            key_sets.append(
                AskedByRule(require_keys, (remark,) if "*" in written_patterns[0] else (), False)
            )
            continue
        keys: dict[str, Any] = {"type": "forbid_pattern", "pattern": join_as_alternatives(patterns)}
        remarks = []
        are_all_wanted = len(patterns) > 1 and len(group) == 1
        if are_all_wanted and any(map(_spans_lines, patterns)):
            lookaheads = "".join(
                rf"(?=[\s\S]*?{group_pattern(pattern)})" for pattern in patterns[1:]
            )
            keys |= {"pattern": patterns[0], "when_file": rf"\A{lookaheads}"}
            remarks.append(f"when_file: the other patterns are anywhere in the file; {_WITHIN}")
        elif are_all_wanted:
            lookaheads = "".join(f"(?=.*?{group_pattern(pattern)})" for pattern in patterns)
            keys |= {"pattern": f"^{lookaheads}.+"}
            remarks.append(f"all patterns start on the same line; {_WITHIN}")
        if unwanted:
            keys["unless_match"] = join_as_alternatives(unwanted)
            remarks.append(
                "unless_match: it exempts a match where this is found on its lines; in Semgrep "
                "both had to overlap"
            )
        key_sets.append(AskedByRule(keys, tuple(remarks), len(patterns) == 1))
    return key_sets


def _spans_lines(pattern: str) -> bool:
    """Tell whether a match may well go over lines, and hide others that start there."""
    return _SPANS.search(pattern) is not None


def _convert_patterns(patterns: Iterable[str]) -> list[str]:
    for pattern in patterns:
        problem = find_pcre_problem(pattern)
        if problem:
            raise UnsupportedFormulaError(f"{shorten_line(pattern)}: {problem}")
    spelled_patterns = [convert_pcre_pattern(pattern) for pattern in patterns]
    if not can_be_joined(spelled_patterns):
        raise UnsupportedFormulaError("of several patterns one names a group's number")
    return spelled_patterns


# What Semgrep itself finds in a project, read from its JSON.

_OPTIONS = (
    "scan",
    "--json",
    "--quiet",
    "--metrics=off",
    "--disable-version-check",
    "--disable-nosem",
)
_BY_FILE = "require_pattern"
# Semgrep asks git for the files: nothing that the checkout's configuration names is to run then.
_VARIABLES = {
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "core.fsmonitor",
    "GIT_CONFIG_VALUE_0": "false",
}


def run_semgrep(root: str, file: ImportedFile, path: str) -> Findings | str:
    """Return what Semgrep finds in the project at *root* by the rules of *file*."""
    program = find_old_program("semgrep", root=root)
    if program is None:
        return explain_missing_program("semgrep", root=root)
    output, errors = program.output(*_OPTIONS, "--config", path, ".", variables=_VARIABLES)
    try:
        report = json.loads(output)
    except ValueError:
        return f"semgrep fails: {' '.join(errors.split()) or 'it prints no report'}"
    error_entries = [
        error_entry for error_entry in report["errors"] if error_entry.get("level") == "error"
    ]
    if error_entries:
        return f"semgrep fails: {' '.join(str(error_entries[0].get('message', '')).split())}"
    types = {rule.name: rule.keys["type"] for rule in file.rules if rule.keys}
    places = set()
    for finding in report["results"]:
        # Semgrep puts the file's folders before the name.
        check_id = f".{finding['check_id']}"
        fitting_names = [rule_name for rule_name in types if check_id.endswith(f".{rule_name}")]
        name = max(fitting_names, key=len, default="")
        if name:
            finding_path = os.path.normpath(finding["path"]).replace(os.sep, "/")
            line = None if types[name] == _BY_FILE else finding["start"]["line"]
            places.add(FoundPlace(name, finding_path, line))
    return Findings(f"semgrep {report['version']}", frozenset(places))


# The endings of the files that Semgrep takes for those of a language.

# All files, whatever they are called.
ANY = frozenset(("regex", "none", "generic", "spacegrep", "aliengrep"))
ENDINGS: Mapping[str, tuple[str, ...]] = {
    "apex": (".cls",),
    "bash": (".bash", ".sh"),
    "c": (".c", ".h"),
    "cairo": (".cairo",),
    "circom": (".circom",),
    "clojure": (".clj", ".cljs", ".cljc", ".edn"),
    "cpp": (".cc", ".cpp", ".cxx", ".c++", ".pcc", ".tpp", ".C", ".h", ".hh", ".hpp", ".hxx",
            ".inl", ".ipp"),
    "csharp": (".cs",),
    "dart": (".dart",),
    "dockerfile": (".dockerfile", ".Dockerfile", "Dockerfile", "dockerfile"),
    "elixir": (".ex", ".exs"),
    "go": (".go",),
    "hack": (".hack", ".hck", ".hh"),
    "html": (".htm", ".html"),
    "java": (".java",),
    # Semgrep's rules for JavaScript check TypeScript, too.
    "javascript": (".cjs", ".js", ".jsx", ".mjs", ".ts", ".tsx"),
    "json": (".json", ".ipynb"),
    "jsonnet": (".jsonnet", ".libsonnet"),
    "julia": (".jl",),
    "kotlin": (".kt", ".kts", ".ktm"),
    "lisp": (".lisp", ".cl", ".el"),
    "lua": (".lua",),
    "objc": (".m",),
    "ocaml": (".ml", ".mli"),
    "php": (".php", ".tpl", ".phtml"),
    "powershell": (".ps1",),
    "protobuf": (".proto",),
    "python": (".py", ".pyi"),
    "r": (".r", ".R"),
    "ruby": (".rb",),
    "rust": (".rs",),
    "scala": (".scala",),
    "scheme": (".scm", ".ss"),
    "solidity": (".sol",),
    "swift": (".swift",),
    "terraform": (".tf", ".tofu", ".hcl", ".tfvars"),
    "typescript": (".ts", ".tsx"),
    "vue": (".vue",),
    "xml": (".xml", ".plist"),
    "yaml": (".yml", ".yaml"),
}  # fmt: skip
# Other names of the same.
NAMES: Mapping[str, str] = {
    "sh": "bash", "c++": "cpp", "c#": "csharp", "docker": "dockerfile", "ex": "elixir",
    "golang": "go", "js": "javascript", "kt": "kotlin", "objectivec": "objc", "objective-c": "objc",
    "proto": "protobuf", "proto3": "protobuf", "py": "python", "python2": "python",
    "python3": "python", "sol": "solidity", "tf": "terraform", "hcl": "terraform",
    "ts": "typescript",
}  # fmt: skip
# Executable files without an ending are known by their first line.
SCRIPTS = frozenset(("bash", "javascript", "lua", "ocaml", "php", "python", "ruby", "scala"))


def name_semgrep_language(name: str) -> str:
    """Return the one name of a language of Semgrep's, in the table or not."""
    return NAMES.get(name.lower(), name.lower())
