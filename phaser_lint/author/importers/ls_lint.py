"""``.ls-lint.yml``: how files and folders are called, by their endings and by folder.

    ls:
      .js: kebab-case
      .dir: kebab-case | regex:__[a-z]+__
      packages/*/src:
        .test.ts: PascalCase
    ignore: [node_modules]

The section of the nearest folder counts, and it alone: what it does not name is not checked.
``.js`` is about names with one dot, ``a.test.js`` is not among them; ``*`` stands for any one
ending.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from posixpath import normpath
from typing import Any

from phaser_lint.author.contract_text import make_text_or_list
from phaser_lint.author.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.author.importers.pattern_tokens import split_into_tokens
from phaser_lint.author.importers.rule_file import RuleFile, parse_rule_file
from phaser_lint.core import Record

_FOLDERS = ".dir"
_NO_MOST = 32767
# A name up to its first dot.
_STEM = "[^./]*"
_FOLDERS_KEPT = (
    "a violation is at each file in a folder that is called otherwise, not at the folder"
)


class _Naming(Record):
    """Endings of one section that have the same rules."""

    section: FolderRules
    endings: tuple[str, ...]
    rules: NameRules
    nearer: tuple[FolderRules, ...]
    """The sections in this one."""
    ignored: tuple[str, ...]

    @property
    def of_folders(self) -> bool:
        return self.endings == (_FOLDERS,)

    def rule(self, requirement: str, keys: dict[str, Any] | None, **fields: Any) -> ImportedRule:
        """Return what became of ls-lint's rule; *requirement*: that on files, or on folders."""
        folder_phrase = f" in {self.section.folder}" if self.section.folder else ""
        kind = "folders" if self.of_folders else "names"
        line = self.section.lines[self.endings[0]]
        endings_text = f" ({', '.join(self.endings)})" if not self.of_folders else ""
        if keys is not None:
            keys = {
                **keys,
                "message": f"{kind.capitalize()}{folder_phrase}: {requirement}{endings_text}",
                "severity": "error",
            }
        name = f"{kind}{folder_phrase}: {requirement}"
        return ImportedRule(name, line, keys, dead=self.section.dead(), **fields)


def import_ls_lint(content: bytes, path: str) -> ImportedFile:
    """Return what the sections of ls-lint's file become; raises ``RuleFileError``."""
    file = parse_rule_file(content, path)
    if not isinstance(file.value, dict) or not isinstance(file.value.get("ls"), dict):
        raise file.wrong("", "a mapping with the key ls, and in it endings and folders")
    sections = list_sections(file)
    ignored_globs, unmatched_paths = convert_ignored_paths(
        file.texts(file.value, "ignore", key_path="")
    )
    rules: list[ImportedRule] = []
    for section in sections:
        is_overlapping = any(map(section.overlaps, sections))
        nearer_sections = tuple(filter(section.holds, sections))
        groups: dict[tuple[str, str], list[str]] = {}
        for ending, rule_text in section.rules.items():
            stands_alone = ending == _FOLDERS or "*" in ending
            groups.setdefault((ending if stands_alone else "", rule_text), []).append(ending)
        for (_, rule_text), endings in groups.items():
            naming = _Naming(
                section=section,
                endings=tuple(endings),
                # The name of a folder has dots.
                rules=parse_name_rules(rule_text, stem="[^/]*" if _FOLDERS in endings else _STEM),
                nearer=nearer_sections,
                ignored=ignored_globs,
            )
            rules += _make_rules(naming, overlapping=is_overlapping)
    notices = [
        f"ignore: {ignored_path} is no path from the root, so ls-lint ignores nothing"
        for ignored_path in unmatched_paths
    ]
    return ImportedFile(path=path, tool=TOOL.name, rules=tuple(rules), notices=tuple(notices))


def _make_rules(naming: _Naming, *, overlapping: bool) -> Iterator[ImportedRule]:
    strange_endings = [ending for ending in naming.endings if not ending.startswith(".")]
    if strange_endings:
        yield naming.rule(
            "no ending",
            None,
            unsupported=(f"{strange_endings[0]}: no ending, which starts with a dot",),
        )
        return
    unsupported = naming.rules.unsupported
    if overlapping:
        unsupported = (
            *unsupported,
            "which section is the nearest, where others lie in one that ends in **",
        )
    if naming.rules.patterns:
        section, nearer_sections = naming.section, naming.nearer
        cases = "|".join(naming.rules.patterns)
        if naming.of_folders:
            look_behinds = f"(?<={section.pattern()}.*)" if section.folder else ""
            look_behinds += "".join(f"(?<!{nearer.pattern()}.*)" for nearer in nearer_sections)
            keys = {
                "type": "file_not_exists",
                **_make_glob_keys(naming, naming.ignored),
                "path_pattern": f"(?:^|/)(?!(?:{cases})/)[^/]+/{look_behinds}",
            }
        else:
            endings = "|".join(map(_make_ending_pattern, naming.endings))
            excluded = [glob for nearer in nearer_sections for glob in nearer.globs()]
            keys = {
                "type": "file_name",
                "pattern": f"(?:{cases})(?:{endings})",
                **_make_glob_keys(naming, [*excluded, *naming.ignored]),
                "path_pattern": f"(?:^|/){_make_names_pattern(naming)}$",
            }
        requirement = " or ".join(naming.rules.cases)
        remarks = (_FOLDERS_KEPT,) if naming.of_folders else ()
        yield naming.rule(requirement, keys, kept=remarks, unsupported=unsupported)
    for least, most in naming.rules.counts:
        yield _make_count_rule(naming, least, most)
    if unsupported and not (naming.rules.patterns or naming.rules.counts):
        yield naming.rule("not known", None, unsupported=unsupported)


def _make_names_pattern(naming: _Naming) -> str:
    """Return a pattern for the names of files that these endings are about."""
    endings, own_ending = "|".join(map(_make_ending_pattern, naming.endings)), naming.endings[0]
    # The endings of the section that count before one with ``*``, for the same names.
    earlier_endings = [
        ending
        for ending in naming.section.rules
        if "*" in own_ending
        and ending.count(".") == own_ending.count(".")
        and _find_stars(ending) < _find_stars(own_ending)
    ]
    look_aheads = [f"(?!{_STEM}{_make_ending_pattern(ending)}$)" for ending in earlier_endings]
    return f"{''.join(look_aheads)}{_STEM}(?:{endings})"


def _find_stars(ending: str) -> list[bool]:
    return [piece == "*" for piece in ending.split(".")]


def _make_ending_pattern(ending: str) -> str:
    piece_patterns = [
        r"[^./]*" if piece == "*" else re.escape(piece) for piece in ending.split(".")[1:]
    ]
    return "".join(rf"\.{piece}" for piece in piece_patterns) if ending != "." else ""


def _make_count_rule(naming: _Naming, least: int, most: int) -> ImportedRule:
    """Return ls-lint's rule on how many files, or whether a folder, there are."""
    number_text = (
        f"{least}" if least == most else f"{least} to {most}" if most < _NO_MOST else f"{least}"
    )
    requirement = f"{number_text} exist" if most < _NO_MOST else f"at least {number_text} exist"
    if least == most == 0:
        return naming.rule("none exist", {"type": "file_not_exists", **_make_folder_keys(naming)})
    if not naming.section.is_one() or (naming.of_folders and not naming.section.folder):
        return naming.rule(
            requirement, None, unsupported=("each folder of several has to hold its own",)
        )
    keys = {"type": "file_exists", **_make_folder_keys(naming)} if least else None
    is_exact = least == 1 and (most == _NO_MOST or naming.of_folders)
    unsupported = () if is_exact else (f"{number_text} of them: the contract only requires one",)
    return naming.rule(requirement, keys, unsupported=unsupported)


def _make_folder_keys(naming: _Naming) -> dict[str, Any]:
    """Return the keys of ls-lint's rules for files in the folder itself; for folders, for all in
    it.
    """
    keys = _make_glob_keys(naming, naming.ignored)
    if naming.of_folders:
        return keys
    folders_below = "(?:.*/)?" if naming.section.is_deep() else ""
    return {
        **keys,
        "path_pattern": f"{naming.section.pattern()}{folders_below}{_make_names_pattern(naming)}$",
    }


def _make_glob_keys(naming: _Naming, excluded: Sequence[str]) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for key, globs in (("file_glob", naming.section.globs()), ("exclude_glob", excluded)):
        if globs:
            keys[key] = make_text_or_list(globs)
    return keys


TOOL = Tool("ls-lint", (".ls-lint.yml", ".ls-lint.yaml"), import_ls_lint)


# The sections of ``.ls-lint.yml``: folders with rules of their own, and what is ignored.

_BRACES = re.compile(r"\{([^{}]*)\}")
_WILD = re.compile(r"[*{}]")


class FolderRules(Record):
    """A folder, as it is written, with the rules for each ending; the first is that of the root."""

    folder: str
    rules: Mapping[str, str]
    lines: Mapping[str, int]

    def is_one(self) -> bool:
        """Tell whether ls-lint's rules stand for one folder."""
        return not _WILD.search(self.folder)

    def is_deep(self) -> bool:
        """Tell whether each folder in ls-lint's is a section of its own, with the same rules."""
        return self.folder.endswith("/**")

    def dead(self) -> str:
        """Return why no path lies in it, or nothing: ls-lint compares paths from the root."""
        return "" if _is_path(self.folder) else f"{self.folder} is no path from the root"

    def globs(self) -> tuple[str, ...]:
        """Return globs for all that lies in the folder of ls-lint's rules."""
        return (
            tuple(f"/{folder}/" for folder in _spread_folders(self.folder))
            if self.folder
            else ("*",)
        )

    def pattern(self) -> str:
        """Return a pattern for ls-lint's folder, from the start of a path, with its slash."""
        if not self.folder:
            return "^"
        patterns = []
        for folder in _spread_folders(self.folder):
            names = [
                "(?:[^/]+/)*"
                if name == "**"
                else f"{re.escape(name).replace(re.escape('*'), '[^/]*')}/"
                for name in folder.split("/")
            ]
            patterns.append("".join(names).removesuffix("/"))
        return f"^(?:{'|'.join(patterns)})/"

    def holds(self, other_section: FolderRules) -> bool:
        """Tell whether folders of *other_section* may lie in this one."""
        if other_section is self or not other_section.folder or other_section.dead():
            return False
        if not self.folder:
            return True
        for folder, outer_folder in product(
            _spread_folders(other_section.folder), _spread_folders(self.folder)
        ):
            inner, outer = folder.split("/"), outer_folder.split("/")
            are_alike = all(
                inner_name == outer_name or "*" in inner_name or "*" in outer_name
                for inner_name, outer_name in zip(inner, outer, strict=False)
            )
            if "**" in (*inner, *outer) or (len(inner) > len(outer) and are_alike):
                return True
        return False

    def overlaps(self, other_section: FolderRules) -> bool:
        """Tell whether which of the two is nearer depends on the folder."""
        return (self.is_deep() and self.holds(other_section)) or (
            other_section.is_deep() and other_section.holds(self)
        )


def list_sections(file: RuleFile) -> tuple[FolderRules, ...]:
    """Return the sections of ls-lint's file, those of a section's folders joined to its own."""
    return tuple(_find_sections(file, file.value["ls"], folder="", key_path="ls"))


def convert_ignored_paths(ignored_paths: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return globs for what ls-lint has to ignore, and the entries for which nothing is."""
    globs = [
        f"/{folder}"
        for ignored_path in ignored_paths
        if _is_path(ignored_path)
        for folder in _spread_folders(ignored_path)
    ]
    return tuple(globs), tuple(
        ignored_path for ignored_path in ignored_paths if not _is_path(ignored_path)
    )


def _find_sections(
    file: RuleFile, mapping: Mapping[str, Any], folder: str, key_path: str
) -> Iterator[FolderRules]:
    rules: dict[str, str] = {}
    inner: list[tuple[str, str, Any]] = []
    for key, key_value in mapping.items():
        if isinstance(key_value, dict):
            inner.append((f"{folder}/{key}" if folder else key, f"{key_path}.{key}", key_value))
        elif key_value is not None:
            rules[key] = file.text(mapping, key, key_path=key_path) or ""
    lines = {key: file.line_of(f"{key_path}.{key}") for key in rules}
    yield FolderRules(folder, rules, lines)
    for inner_folder, inner_key_path, key_value in inner:
        yield from _find_sections(file, key_value, folder=inner_folder, key_path=inner_key_path)


def _is_path(path: str) -> bool:
    """Tell whether a path may be called so; what has no wildcard is compared as it is."""
    cleaned = normpath(path) if _WILD.search(path) else path
    return not path or not ({"", ".", ".."} & {*cleaned.split("/")})


def _spread_folders(path_text: str) -> list[str]:
    """Return *path_text* for each word in its braces, without slashes around it."""
    path = path_text.strip("/").removeprefix("./")
    pieces = _BRACES.split(path)
    choices = [piece.split(",") if number % 2 else [piece] for number, piece in enumerate(pieces)]
    folders = ["".join(choice) for choice in product(*choices)]
    # All folders below it, and itself.
    return [folder.removesuffix("/**") for folder in folders]


# The rules of ls-lint for names, as patterns: ``kebab-case | regex:v[0-9]+``.
#
# A name is the part before the first dot. Letters and digits are those of Unicode, as in Go.

_OTHER = r"(?!\p{Lu})[\p{L}\p{Nd}]"
# Behind a digit, a small letter, or one large letter behind a small one: ssrVFor.
_LARGE = r"(?<=[\p{Nd}\p{Ll}]|\p{Ll}\p{Lu})\p{Lu}"
_CASES = {
    "lowercase": r"[\P{L}\p{Ll}]*",
    "camelcase": rf"(?:{_OTHER}|{_LARGE})*",
    "pascalcase": rf"(?!\p{{Ll}})(?:(?<=^|/)\p{{Lu}}|{_OTHER}|{_LARGE})*",
    "snakecase": r"[\p{Ll}\p{Nd}_]*",
    "screamingsnakecase": r"[\p{Lu}\p{Nd}_]*",
    "kebabcase": r"[\p{Ll}\p{Nd}-]*",
}
_SPELLINGS = {
    "camelCase": "camelcase",
    "PascalCase": "pascalcase",
    "snake_case": "snakecase",
    "SCREAMING_SNAKE_CASE": "screamingsnakecase",
    "kebab-case": "kebabcase",
}
_SEPARATOR = " | "
_PATH_PART = re.compile(r"\$\{\d+\}")
_ASCII = re.compile(r"\\[wWdDsSbB]")


class NameRules(Record):
    """What the rules at one key ask of names, and of how many there are."""

    cases: tuple[str, ...] = ()
    """As they are written."""
    patterns: tuple[str, ...] = ()
    """One of them has to match the name as a whole."""
    counts: tuple[tuple[int, int], ...] = ()
    """The least and the most number of each ``exists``."""
    unsupported: tuple[str, ...] = ()


def parse_name_rules(key_text: str, *, stem: str) -> NameRules:
    """Return ls-lint's rules *key_text* at a key; *stem*: a pattern for any name it checks."""
    cases, patterns, counts, unsupported = list[str](), list[str](), list[tuple[int, int]](), []
    for rule_text in map(str.strip, key_text.split(_SEPARATOR)):
        name, _, parameter = rule_text.partition(":")
        least, dash, most = parameter.partition("-")
        if name == "exists" and (least.isdecimal() and (not dash or most.isdecimal())):
            counts.append((int(least), int(most if dash else least)))
        elif rule_text == "exists":
            counts.append((1, _NO_MOST))
        elif name == "exists":
            unsupported.append(
                f"{rule_text}: expected a number, or two with - between; ls-lint refuses it, too"
            )
        elif name == "regex" and not parameter.removeprefix("!"):
            unsupported.append(f"{rule_text}: expected a pattern; ls-lint refuses it, too")
        elif name == "regex" and _PATH_PART.search(parameter):
            unsupported.append(
                f"{rule_text}: ${{0}} stands for a folder of the path, which no pattern names"
            )
        elif name == "regex":
            pattern = _make_whole_pattern(parameter.removeprefix("!"), stem)
            is_negated = parameter.startswith("!")
            cases.append(rule_text)
            patterns.append(f"(?!{pattern}(?!{stem[:-1]})){stem}" if is_negated else pattern)
        elif _SPELLINGS.get(name, name) in _CASES:
            cases.append(rule_text)
            patterns.append(_CASES[_SPELLINGS.get(name, name)])
        else:
            unsupported.append(
                f"{rule_text}: a rule that ls-lint does not know, so that it refuses the whole file"
            )
    return NameRules(
        cases=tuple(cases),
        patterns=tuple(patterns),
        counts=tuple(counts),
        unsupported=tuple(unsupported),
    )


def _make_whole_pattern(pattern: str, stem: str) -> str:
    r"""Return what matches a whole name where ls-lint's ``^pattern$`` is found in it.

    ``a|b`` is ``^a|b$`` there: names that start with an a, or end with a b.
    """
    branches, depth = [""], 0
    for token in split_into_tokens(pattern):
        depth += (token.kind in ("open", "look")) - (token.kind == "close")
        if token.kind == "bar" and depth == 0:
            branches.append("")
        else:
            branches[-1] += token.text
    inner = [
        f"{'' if index == 0 else stem}{branch}{'' if index == len(branches) - 1 else stem}"
        for index, branch in enumerate(branches)
    ]
    flags = "a" if _ASCII.search(pattern) else ""  # those of RE2
    return f"(?{flags}:{'|'.join(inner)})"
