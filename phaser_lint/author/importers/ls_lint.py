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

import json
import re
from itertools import product
from posixpath import normpath

from phaser_lint.author.importers.imported import (
    Findings,
    FoundPlace,
    ImportedFile,
    ImportedRule,
    Tool,
)
from phaser_lint.author.importers.old_program import installed
from phaser_lint.author.importers.pattern_tokens import tokens
from phaser_lint.author.importers.rule_file import rule_file
from phaser_lint.core import Record
from phaser_lint.project.files.disk import project_files
from phaser_lint.text.globs import match
from phaser_lint.text.globs.compile import compile_globs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from phaser_lint.author.importers.rule_file import RuleFile


_FOLDERS = ".dir"
_NO_MOST = 32767
# A name up to its first dot.
_STEM = "[^./]*"
_FOLDERS_KEPT = (
    "a violation is at each file in a folder that is called otherwise, not at the folder"
)


class _Naming(Record):
    """Endings of one section that have the same rules."""

    section: Section
    endings: tuple[str, ...]
    rules: NameRules
    nearer: tuple[Section, ...]
    """The sections in this one."""
    ignored: tuple[str, ...]

    @property
    def of_folders(self) -> bool:
        return self.endings == (_FOLDERS,)

    def rule(self, does: str, keys: dict[str, Any] | None, **fields: Any) -> ImportedRule:
        """Return what became of it; *does*: the requirement on the files, or the folders."""
        place = f" in {self.section.folder}" if self.section.folder else ""
        what = "folders" if self.of_folders else "names"
        line = self.section.lines[self.endings[0]]
        shown = f" ({', '.join(self.endings)})" if not self.of_folders else ""
        if keys is not None:
            keys = {
                **keys,
                "message": f"{what.capitalize()}{place}: {does}{shown}",
                "severity": "error",
            }
        name = f"{what}{place}: {does}"
        return ImportedRule(name, line, keys, dead=self.section.dead(), **fields)


def read(data: bytes, path: str) -> ImportedFile:
    """Return what the sections of a file become; raises ``RuleFileError``."""
    file = rule_file(data, path)
    if not isinstance(file.value, dict) or not isinstance(file.value.get("ls"), dict):
        raise file.wrong("", "a mapping with the key ls, and in it endings and folders")
    sections = sections_of(file)
    ignored, idle = paths_outside(file.texts(file.value, "ignore", at=""))
    rules = [
        rule
        for section in sections
        for naming in _namings(section, sections, ignored)
        for rule in _rules(naming, overlapping=any(map(section.overlaps, sections)))
    ]
    notices = [
        f"ignore: {each} is no path from the root, so ls-lint ignores nothing" for each in idle
    ]
    return ImportedFile(path, TOOL.name, tuple(rules), tuple(notices))


def _namings(
    section: Section, sections: Sequence[Section], ignored: tuple[str, ...]
) -> Iterator[_Naming]:
    nearer = tuple(each for each in sections if section.holds(each))
    groups: dict[tuple[str, str], list[str]] = {}
    for ending, written in section.rules.items():
        alone = ending == _FOLDERS or "*" in ending
        groups.setdefault((ending if alone else "", written), []).append(ending)
    for (_, written), endings in groups.items():
        yield _Naming(
            section, tuple(endings), name_rules(written, stem=_stem(endings)), nearer, ignored
        )


def _stem(endings: Sequence[str]) -> str:
    """Return what a name that is checked is made of: that of a folder has dots."""
    return "[^/]*" if _FOLDERS in endings else _STEM


def _rules(naming: _Naming, *, overlapping: bool) -> Iterator[ImportedRule]:
    strange = [each for each in naming.endings if not each.startswith(".")]
    if strange:
        yield naming.rule(
            "no ending", None, unsupported=(f"{strange[0]}: no ending, which starts with a dot",)
        )
        return
    unsupported = naming.rules.unsupported
    if overlapping:
        unsupported = (
            *unsupported,
            "which section is the nearest, where others lie in one that ends in **",
        )
    if naming.rules.patterns:
        does = " or ".join(naming.rules.cases)
        keys = _folder_keys(naming) if naming.of_folders else _name_keys(naming)
        kept = (_FOLDERS_KEPT,) if naming.of_folders else ()
        yield naming.rule(does, keys, kept=kept, unsupported=unsupported)
    for least, most in naming.rules.counts:
        yield _count_rule(naming, least, most)
    if unsupported and not (naming.rules.patterns or naming.rules.counts):
        yield naming.rule("not known", None, unsupported=unsupported)


def _name_keys(naming: _Naming) -> dict[str, Any]:
    cases = "|".join(naming.rules.patterns)
    endings = "|".join(map(_ending_pattern, naming.endings))
    excluded = [glob for each in naming.nearer for glob in each.globs()]
    return {
        "type": "file_name",
        "pattern": f"(?:{cases})(?:{endings})",
        **_globs(naming, [*excluded, *naming.ignored]),
        "path_pattern": f"(?:^|/){_checked_names(naming)}$",
    }


def _checked_names(naming: _Naming) -> str:
    """Return a pattern for the names of files that these endings are about."""
    endings = "|".join(map(_ending_pattern, naming.endings))
    earlier = "".join(f"(?!{_STEM}{_ending_pattern(each)}$)" for each in _earlier(naming))
    return f"{earlier}{_STEM}(?:{endings})"


def _earlier(naming: _Naming) -> list[str]:
    """Return the endings of the section that count before one with ``*``, for the same names."""
    if "*" not in naming.endings[0]:
        return []
    own = naming.endings[0].split(".")
    others = [each for each in naming.section.rules if each.count(".") == len(own) - 1]
    return [each for each in others if _stars(each) < _stars(naming.endings[0])]


def _stars(ending: str) -> list[bool]:
    return [each == "*" for each in ending.split(".")]


def _ending_pattern(ending: str) -> str:
    parts = [r"[^./]*" if each == "*" else re.escape(each) for each in ending.split(".")[1:]]
    return "".join(rf"\.{each}" for each in parts) if ending != "." else ""


def _folder_keys(naming: _Naming) -> dict[str, Any]:
    cases = "|".join(naming.rules.patterns)
    inside = f"(?<={naming.section.pattern()}.*)" if naming.section.folder else ""
    outside = "".join(f"(?<!{each.pattern()}.*)" for each in naming.nearer)
    return {
        "type": "file_not_exists",
        **_globs(naming, naming.ignored),
        "path_pattern": f"(?:^|/)(?!(?:{cases})/)[^/]+/{inside}{outside}",
    }


def _count_rule(naming: _Naming, least: int, most: int) -> ImportedRule:
    """Return the rule on how many files, or whether a folder, there are."""
    shown = f"{least}" if least == most else f"{least} to {most}" if most < _NO_MOST else f"{least}"
    does = f"{shown} exist" if most < _NO_MOST else f"at least {shown} exist"
    if least == most == 0:
        return naming.rule("none exist", {"type": "file_not_exists", **_directly(naming)})
    if not naming.section.is_one() or (naming.of_folders and not naming.section.folder):
        return naming.rule(does, None, unsupported=("each folder of several has to hold its own",))
    keys = {"type": "file_exists", **_directly(naming)} if least else None
    exact = least == 1 and (most == _NO_MOST or naming.of_folders)
    unsupported = () if exact else (f"{shown} of them: the contract only requires one",)
    return naming.rule(does, keys, unsupported=unsupported)


def _directly(naming: _Naming) -> dict[str, Any]:
    """Return the keys for files that lie in the folder itself; for folders, for all in it."""
    keys = _globs(naming, naming.ignored)
    if naming.of_folders:
        return keys
    below = "(?:.*/)?" if naming.section.is_deep() else ""
    return {**keys, "path_pattern": f"{naming.section.pattern()}{below}{_checked_names(naming)}$"}


def _globs(naming: _Naming, excluded: Sequence[str]) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for key, globs in (("file_glob", naming.section.globs()), ("exclude_glob", excluded)):
        if globs:
            keys[key] = globs[0] if len(globs) == 1 else [*globs]
    return keys


TOOL = Tool("ls-lint", (".ls-lint.yml", ".ls-lint.yaml"), read)


# The sections of ``.ls-lint.yml``: folders with rules of their own, and what is ignored.

_BRACES = re.compile(r"\{([^{}]*)\}")
_WILD = re.compile(r"[*{}]")


class Section(Record):
    """A folder, as it is written, with the rules for each ending; the first is that of the root."""

    folder: str
    rules: Mapping[str, str]
    lines: Mapping[str, int]

    def is_one(self) -> bool:
        """Tell whether it stands for one folder."""
        return not _WILD.search(self.folder)

    def is_deep(self) -> bool:
        """Tell whether each folder in it is a section of its own, with the same rules."""
        return self.folder.endswith("/**")

    def dead(self) -> str:
        """Return why no path lies in it, or nothing: ls-lint compares paths from the root."""
        return "" if _is_path(self.folder) else f"{self.folder} is no path from the root"

    def globs(self) -> tuple[str, ...]:
        """Return globs for all that lies in it."""
        return tuple(f"/{each}/" for each in _folders(self.folder)) if self.folder else ("*",)

    def pattern(self) -> str:
        """Return a pattern for the folder, from the start of a path, with its slash."""
        if not self.folder:
            return "^"
        return f"^(?:{'|'.join(map(_folder_pattern, _folders(self.folder)))})/"

    def holds(self, other: Section) -> bool:
        """Tell whether folders of *other* may lie in this one."""
        if other is self or not other.folder or other.dead():
            return False
        inner = [each.split("/") for each in _folders(other.folder)]
        return not self.folder or any(
            _may_begin(each, outer.split("/")) for each in inner for outer in _folders(self.folder)
        )

    def overlaps(self, other: Section) -> bool:
        """Tell whether which of the two is nearer depends on the folder."""
        return (self.is_deep() and self.holds(other)) or (other.is_deep() and other.holds(self))


def sections_of(file: RuleFile) -> tuple[Section, ...]:
    """Return the sections of a file, those of a section's folders joined to its own."""
    return tuple(_sections(file, file.value["ls"], "", "ls"))


def paths_outside(ignored: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return globs for what is *ignored*, and the entries for which nothing is."""
    globs = [f"/{each}" for entry in ignored if _is_path(entry) for each in _folders(entry)]
    return tuple(globs), tuple(entry for entry in ignored if not _is_path(entry))


def _sections(
    file: RuleFile, mapping: Mapping[str, Any], folder: str, at: str
) -> Iterator[Section]:
    rules: dict[str, str] = {}
    inner: list[tuple[str, str, Any]] = []
    for key, value in mapping.items():
        if isinstance(value, dict):
            inner.append((f"{folder}/{key}" if folder else key, f"{at}.{key}", value))
        elif value is not None:
            rules[key] = file.text(mapping, key, at=at) or ""
    lines = {key: file.line_of(f"{at}.{key}") for key in rules}
    yield Section(folder, rules, lines)
    for inner_folder, inner_at, value in inner:
        yield from _sections(file, value, inner_folder, inner_at)


def _is_path(written: str) -> bool:
    """Tell whether a path may be called so; what has no wildcard is compared as it is."""
    cleaned = normpath(written) if _WILD.search(written) else written
    return not written or not ({"", ".", ".."} & {*cleaned.split("/")})


def _folders(written: str) -> list[str]:
    """Return *written* for each word in its braces, without slashes around it."""
    found = written.strip("/").removeprefix("./")
    pieces = _BRACES.split(found)
    choices = [each.split(",") if at % 2 else [each] for at, each in enumerate(pieces)]
    made = ["".join(each) for each in product(*choices)]
    # All folders below it, and itself.
    return [each.removesuffix("/**") for each in made]


def _folder_pattern(folder: str) -> str:
    parts = [
        "(?:[^/]+/)*" if each == "**" else f"{re.escape(each).replace(re.escape('*'), '[^/]*')}/"
        for each in folder.split("/")
    ]
    return "".join(parts).removesuffix("/")


def _may_begin(inner: Sequence[str], outer: Sequence[str]) -> bool:
    """Tell whether a path of the parts *inner* may begin with *outer*, and is longer."""
    if "**" in (*inner, *outer):
        return True
    alike = (
        one == other or "*" in one or "*" in other for one, other in zip(inner, outer, strict=False)
    )
    return len(inner) > len(outer) and all(alike)


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


def name_rules(written: str, *, stem: str) -> NameRules:
    """Return what is *written* at a key; *stem* is a pattern for any name that is checked."""
    made = NameRules()
    for each in map(str.strip, written.split(_SEPARATOR)):
        name, _, parameter = each.partition(":")
        if name == "exists":
            made = _counted(made, each, parameter)
        elif name == "regex":
            made = _searched(made, each, parameter, stem)
        elif _SPELLINGS.get(name, name) in _CASES:
            pattern = _CASES[_SPELLINGS.get(name, name)]
            cases, patterns = (*made.cases, each), (*made.patterns, pattern)
            made = made._replace(cases=cases, patterns=patterns)
        else:
            message = (
                f"{each}: a rule that ls-lint does not know, so that it refuses the whole file"
            )
            made = made._replace(unsupported=(*made.unsupported, message))
    return made


def _counted(made: NameRules, written: str, parameter: str) -> NameRules:
    least, dash, most = parameter.partition("-")
    if not parameter and written == "exists":
        return made._replace(counts=(*made.counts, (1, 32767)))
    if not (least.isdecimal() and (not dash or most.isdecimal())):
        message = f"{written}: expected a number, or two with - between; ls-lint refuses it, too"
        return made._replace(unsupported=(*made.unsupported, message))
    number = int(least), int(most if dash else least)
    return made._replace(counts=(*made.counts, number))


def _searched(made: NameRules, written: str, parameter: str, stem: str) -> NameRules:
    if not parameter.removeprefix("!"):
        message = f"{written}: expected a pattern; ls-lint refuses it, too"
    elif _PATH_PART.search(parameter):
        message = f"{written}: ${{0}} stands for a folder of the path, which no pattern names"
    else:
        found = _whole(parameter.removeprefix("!"), stem)
        if parameter.startswith("!"):
            found = f"(?!{found}(?!{stem[:-1]})){stem}"
        cases, patterns = (*made.cases, written), (*made.patterns, found)
        return made._replace(cases=cases, patterns=patterns)
    return made._replace(unsupported=(*made.unsupported, message))


def _whole(pattern: str, stem: str) -> str:
    r"""Return what matches the whole name where ``^pattern$`` is found in it.

    ``a|b`` is ``^a|b$`` there: names that start with an a, or end with a b.
    """
    branches = _branches(pattern)
    inner = [
        f"{'' if at == 0 else stem}{branch}{'' if at == len(branches) - 1 else stem}"
        for at, branch in enumerate(branches)
    ]
    flags = "a" if _ASCII.search(pattern) else ""  # those of RE2
    return f"(?{flags}:{'|'.join(inner)})"


def _branches(pattern: str) -> list[str]:
    found, depth = [""], 0
    for token in tokens(pattern):
        depth += (token.kind in ("open", "look")) - (token.kind == "close")
        if token.kind == "bar" and depth == 0:
            found.append("")
        else:
            found[-1] += token.text
    return found


# What ls-lint itself finds in a project; of a folder, the files in it.

_DIRECTORIES = ".dir"


def _ignored(file: ImportedFile) -> tuple[str, ...]:
    """Return the globs for what is ignored, which those of folders alone leave out."""
    keys = [rule.keys or {} for rule in file.rules]
    globs = [each.get("exclude_glob", ()) for each in keys if "pattern" not in each]
    return tuple(glob for each in globs for glob in ([each] if isinstance(each, str) else each))


def findings(root: str, file: ImportedFile, path: str) -> Findings | str:
    """Return what ls-lint finds in the project at *root*, by the rules at *path*.

    It does not name the rule, so no place has a name.
    """
    program = installed("ls-lint", root=root)
    if program is None:
        return "ls-lint is not installed"
    out, err = program.output("-config", path, "-warn", "-error-output-format", "json")
    try:
        printed = json.loads(out or "{}")
    except ValueError:
        return f"ls-lint fails: {(err or out).strip()}"
    if err.strip():
        return f"ls-lint fails: {err.strip()}"
    checked = compile_globs(("*",), _ignored(file), folder="")
    names = [each for each in project_files(root) if match(checked, each)]
    found: set[FoundPlace] = set()
    for place, endings in printed.items():
        if _DIRECTORIES in endings:
            found |= {FoundPlace("", each, None) for each in names if each.startswith(f"{place}/")}
        elif place in names:
            found.add(FoundPlace("", place, None))
    return Findings(program.version(), frozenset(found), is_named=False)
