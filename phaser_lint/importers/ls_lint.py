"""``.ls-lint.yml``: how files and folders are called, by their endings and by folder.

    ls:
      .js: kebab-case
      .dir: kebab-case | regex:__[a-z]+__
      packages/*/src:
        .test.ts: PascalCase
    ignore: [node_modules]

The section of the nearest folder counts, and it alone: what it does not name is not judged. ``.js``
is about names with one dot, ``a.test.js`` is not among them; ``*`` stands for any one ending.
"""

from __future__ import annotations

import re

from phaser_lint.importers.imported import ImportedFile, ImportedRule, Tool
from phaser_lint.importers.ls_lint_names import name_rules
from phaser_lint.importers.ls_lint_sections import Section, paths_outside, sections_of
from phaser_lint.importers.rule_file import rule_file
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaser_lint.importers.ls_lint_names import NameRules

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
        """Return what became of it: *does* says what is asked of the files, or of the folders."""
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
        f"ignore: {each} is no path from the top, so ls-lint ignores nothing" for each in idle
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
    """Return what a name that is judged is made of: that of a folder has dots."""
    return "[^/]*" if _FOLDERS in endings else _STEM


def _rules(naming: _Naming, *, overlapping: bool) -> Iterator[ImportedRule]:
    strange = [each for each in naming.endings if not each.startswith(".")]
    if strange:
        yield naming.rule(
            "no ending", None, unsaid=(f"{strange[0]}: no ending, which starts with a dot",)
        )
        return
    unsaid = naming.rules.unsaid
    if overlapping:
        unsaid = (*unsaid, "which section is the nearest, where others lie in one that ends in **")
    if naming.rules.patterns:
        does = " or ".join(naming.rules.cases)
        keys = _folder_keys(naming) if naming.of_folders else _name_keys(naming)
        kept = (_FOLDERS_KEPT,) if naming.of_folders else ()
        yield naming.rule(does, keys, kept=kept, unsaid=unsaid)
    for least, most in naming.rules.counts:
        yield _count_rule(naming, least, most)
    if unsaid and not (naming.rules.patterns or naming.rules.counts):
        yield naming.rule("not known", None, unsaid=unsaid)


def _name_keys(naming: _Naming) -> dict[str, Any]:
    cases = "|".join(naming.rules.patterns)
    endings = "|".join(map(_ending_pattern, naming.endings))
    excluded = [glob for each in naming.nearer for glob in each.globs()]
    return {
        "type": "file_name",
        "pattern": f"(?:{cases})(?:{endings})",
        **_globs(naming, [*excluded, *naming.ignored]),
        "path_pattern": f"(?:^|/){_judged_names(naming)}$",
    }


def _judged_names(naming: _Naming) -> str:
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
        return naming.rule(does, None, unsaid=("each folder of several has to hold its own",))
    keys = {"type": "file_exists", **_directly(naming)} if least else None
    exact = least == 1 and (most == _NO_MOST or naming.of_folders)
    unsaid = () if exact else (f"{shown} of them: that there is one is all that is said",)
    return naming.rule(does, keys, unsaid=unsaid)


def _directly(naming: _Naming) -> dict[str, Any]:
    """Return the keys for files that lie in the folder itself; for folders, for all in it."""
    keys = _globs(naming, naming.ignored)
    if naming.of_folders:
        return keys
    below = "(?:.*/)?" if naming.section.is_deep() else ""
    return {**keys, "path_pattern": f"{naming.section.pattern()}{below}{_judged_names(naming)}$"}


def _globs(naming: _Naming, excluded: Sequence[str]) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for key, globs in (("file_glob", naming.section.globs()), ("exclude_glob", excluded)):
        if globs:
            keys[key] = globs[0] if len(globs) == 1 else [*globs]
    return keys


TOOL = Tool("ls-lint", (".ls-lint.yml", ".ls-lint.yaml"), read)
