"""Which files a rule of a page is about: by its path, the page's globs or folder, or a language."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Sequence

from phaser_lint.author.importers.pages.code.known_code import (
    MIGRATIONS,
    MISSED_IN_LANGUAGE,
)
from phaser_lint.author.importers.pages.code.shortened_names import with_import_forms
from phaser_lint.author.importers.pages.drafts.language_endings import (
    CODE_ENDINGS,
    find_language,
    fold_language,
    list_endings,
    without_tests,
)
from phaser_lint.author.importers.pages.drafts.names_in_code import fit_name_rule
from phaser_lint.author.importers.pages.drafts.project_files import (
    UNSURE_FILES,
    ProjectFiles,
    find_topic_doubt,
    has_files,
    join_endings,
    list_folders_below,
    list_glob_endings,
    without_framework_files,
)
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.page_file import find_page_folder
from phaser_lint.author.importers.pages.text.markdown import Page
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_glob_list
from phaser_lint.text.imports import find_import_language
from phaser_lint.text.languages import find_file_types
from phaser_lint.text.languages.source_languages import LANGUAGE_BY_ENDING

DOCUMENTATION = ("md", "mdx", "markdown", "rst", "txt", "adoc")
"""The endings of files that are about the code."""
OF_DOCUMENTATION = f"*.{{{','.join(DOCUMENTATION)}}}"
"""The glob of these."""
_SETTINGS = ("json", "jsonc", "json5", "yaml", "yml", "toml", "lock", "csv")
# All files of a folder
_OF_ALL_FILES = re.compile(r"(?:^|/)\*\*?(?:/\*)?$|/$")
ENDING_OF_GLOB = re.compile(r"\.(\w+|\{\w+(?:,\w+)*\})$")
"""What a glob ends in that names one ending or several."""
_MIGRATIONS = (
    *(f"**/migrations/**/*.{ending}" for ending in ("sql", "py", "php")),
    "**/db/migrate/*.rb",
    "**/alembic/versions/*.py",
)
# So few files tell nothing of names, unless the page tells of their folder.
_FEWEST_NAMES, _FEWEST_IN_FOLDER = 5, 3
# A name of so many that is no slip may be one of a kind that is called otherwise.
_NAMES_FOR_A_SLIP = 20
_NO_FILES = "condition: no files lie at the path that it names"
_OTHER_PATH = "condition: what it names may be imported by another path, too"


def find_rule_globs(
    rule: SureRule, page: Page, path: str, files: ProjectFiles
) -> tuple[str, ...] | str:
    """Return the scope of a page's *rule*, the globs of the files that it is about, or why they are
    not sure.
    """
    folder = find_page_folder(path)
    if doubt := find_topic_doubt(rule, files):
        return doubt
    if rule.other_scope_paths:
        globs: tuple[str, ...] = ()
        for scope_path in (rule.scope_path, *rule.other_scope_paths):
            of_one = rule._replace(scope_path=scope_path, other_scope_paths=())
            scope = find_rule_globs(of_one, page, path=path, files=files)
            if isinstance(scope, str):
                return scope
            globs += scope
        return globs
    if "*" in rule.scope_path.removesuffix("**").removesuffix("/*"):
        globs = (posixpath.join(folder, rule.scope_path),)
        matcher = (compile_glob_list(globs),)
        return globs if any(selects_path(matcher, own) for own in files.paths) else _NO_FILES
    if rule.scope_path and "/" not in rule.scope_path:
        return _find_named_file(rule, folder, files)
    return _find_scope(rule, page, folder=folder, files=files)


def _find_scope(
    rule: SureRule, page: Page, *, folder: str, files: ProjectFiles
) -> tuple[str, ...] | str:
    starts = (f"{rule.package}/", f"{rule.package}.")
    if rule.package and any(
        name.startswith(starts) or f"/{starts[0]}" in name or f"/{starts[1]}" in name
        for name in files.paths
    ):
        return _OTHER_PATH
    own_paths = [posixpath.join(folder, name) for name in rule.folders]
    is_import = rule.keys["type"] == "forbid_import"
    if not all(
        has_files(path, files) or (is_import and list_folders_below(name, folder, files))
        for name, path in zip(rule.folders, own_paths, strict=True)
    ):
        return _NO_FILES
    are_folders = any(
        f"/{name}/" in f"/{path}" for name in rule.other_packages for path in files.paths
    )
    if are_folders:
        return _OTHER_PATH
    if rule.scope_path:
        own_folder = _find_scope_folder(rule.scope_path, folder, files)
        if not isinstance(own_folder, str):
            return own_folder[0]
        folder = own_folder
        if rule.folders and folder in files.paths:
            return (f"/{folder}",)
    if rule.paths:
        return _find_path_scope(rule, folder, files)
    if rule.scope_path:
        return _find_language_scope(rule, folder, files)
    if page.globs and not any(glob.strip("/*") == "" for glob in page.globs):
        code_globs = _find_code_globs(page.globs, rule, folder=folder, files=files)
        globs = tuple(posixpath.join(folder, glob.lstrip("/")) if folder else glob
                      for glob in code_globs)  # fmt: skip
        return globs or UNSURE_FILES
    return _find_language_scope(rule, folder, files)


def _find_scope_folder(scope_path: str, folder: str, files: ProjectFiles) -> str | tuple[str]:
    """Return the one folder that *scope_path* names, from the root or from *folder*; or, as the one
    item of a tuple, why that is not sure.
    """
    name = scope_path.strip("/").removesuffix("/**").removesuffix("/*")
    folders = [name, posixpath.join(folder, name)] if folder else [name]
    folders = [own for own in folders if has_files(own, files)]
    folders = folders or list_folders_below(name, folder, files)
    if not folders or "*" in folders[0]:
        return (_NO_FILES,)
    if len(folders) > 1 and not has_files(name, files):
        return (f"condition: `{folders[0]}` and `{folders[1]}` are called so",)
    return folders[0]


def _find_named_file(rule: SureRule, folder: str, files: ProjectFiles) -> tuple[str, ...] | str:
    """Return the one file below *folder* that is called as *rule* says, or as the class that it
    names; or why that is not sure.
    """
    paths = [
        path
        for path in files.paths
        if rule.scope_path in (posixpath.basename(path), posixpath.basename(path).partition(".")[0])
        and (not folder or path.startswith(f"{folder}/"))
        and path.rpartition(".")[2] in CODE_ENDINGS
    ]
    if len(paths) != 1:
        return f"condition: `{paths[0]}` and `{paths[1]}` are called so" if paths else _NO_FILES
    language = find_language(rule, Counter([paths[0].rpartition(".")[2]]))
    return (f"/{paths[0]}",) if language else UNSURE_FILES


def _find_code_globs(
    globs: Sequence[str], rule: SureRule, folder: str, files: ProjectFiles
) -> list[str]:
    """Return *globs* of a page without the endings of files that *rule* is not about.

    They say when an agent reads the page, which may be beside `**/*.md`, too. Of all files of a
    folder, `src/**`, only those count that have one of the other endings, or of the language.
    """
    kind = rule.keys["type"]
    # No emojis: what any text can break
    if kind == "forbid_pattern" and "in" not in rule.keys and not rule.style:
        return [*globs]
    ending_matches = [ENDING_OF_GLOB.search(glob) for glob in globs]
    endings_by_glob = {
        glob: ending_match[1].strip("{}").split(",")
        for glob, ending_match in zip(globs, ending_matches, strict=True)
        if ending_match
    }
    all_endings = {ending for endings in endings_by_glob.values() for ending in endings}
    texts = all_endings.difference(DOCUMENTATION)
    endings_of_code = texts.difference(_SETTINGS) or texts
    if kind == "forbid_import":
        endings_of_code = {ending for ending in all_endings if find_import_language(f"a.{ending}")}
    # The line that each file has may be one of all kinds of files.
    is_of_code = kind in ("forbid_pattern", "file_limits", "file_name")
    globs_of_code = []
    for glob in globs:
        is_of_all = glob not in endings_by_glob and _OF_ALL_FILES.search(glob)
        if is_of_all and is_of_code:
            own_endings = (
                [*rule.endings]
                or sorted(endings_of_code)
                or list_endings(rule, *_find_language_below(folder, rule, files))
            )
            if own_endings:
                stem = f"{_OF_ALL_FILES.sub('', glob)}/**/*".lstrip("/")
                globs_of_code.append(f"{stem}.{join_endings(own_endings)}")
            continue
        endings = endings_by_glob.get(glob, [])
        names = [ending for ending in endings if ending in (rule.endings or endings_of_code)]
        joined = join_endings(names)
        if names == endings:
            globs_of_code.append(glob)
        elif names:
            globs_of_code.append(ENDING_OF_GLOB.sub(f".{joined}", glob))
    return globs_of_code


def _find_path_scope(rule: SureRule, folder: str, files: ProjectFiles) -> tuple[str, ...] | str:
    globs: list[str] = []
    kind = rule.keys["type"]
    for name in rule.paths:
        if name == MIGRATIONS:
            # A list of them changes with each new one.
            all_globs = [posixpath.join(folder, glob) for glob in _MIGRATIONS]
            matchers = [(compile_glob_list((glob,)),) for glob in all_globs]
            globs += [
                glob
                for glob, matcher in zip(all_globs, matchers, strict=True)
                if any(selects_path(matcher, path) for path in files.paths)
            ]
            if not globs:
                return _NO_FILES
            continue
        path = name if name.startswith(f"{folder}/") else posixpath.join(folder, name)
        is_there = kind == "file_frozen"
        if is_there and not has_files(path.rstrip("/"), files) and "*" not in name:
            deeper_paths = [f"{own}/" for own in list_folders_below(name, folder, files)]
            deeper_paths += [own for own in files.paths if own.endswith(f"/{path}")]
            if len(deeper_paths) > 1:
                return f"condition: `{deeper_paths[0]}` and `{deeper_paths[1]}` are called so"
            path = deeper_paths[0] if deeper_paths else path
        if path in files.ignored and not is_there:
            return "git ignores it: no contract is needed"
        # A name without a slash may stand in any folder.
        is_of_one = kind in ("require_pattern", "file_frozen") and "/" not in name
        is_required = kind == "file_exists" or is_of_one
        file_name = posixpath.basename(path)
        # `package.json` is required: of the project, or of each package?
        is_told = rule.finds_none and path in files.paths
        if (
            is_required
            and not is_told
            and len([p for p in files.paths if posixpath.basename(p) == file_name]) > 1
        ):
            return UNSURE_FILES
        # Keep `README.md` short: the project's own, where it has one, and else each
        is_own = is_there or is_required or (kind == "file_limits" and path in files.paths)
        is_anywhere = "/" not in name.rstrip("/") and not is_own
        glob = posixpath.join(folder, "**" if folder else "", name) if is_anywhere else path
        is_one_name = "/" not in path.rstrip("/")
        globs.append(f"/{path}" if is_one_name and not is_anywhere else glob)
        tests = (compile_glob_list((globs[-1],)),)
        is_needed = is_there or kind in ("require_pattern", "file_exists", "file_limits")
        if is_needed and not any(selects_path(tests, file_path) for file_path in files.paths):
            return _NO_FILES
    return tuple(globs)


def find_exempt_globs(rule: SureRule, folder: str, files: ProjectFiles) -> tuple[str, ...] | str:
    """Return what is exempt from the scope of a page's *rule*, as globs, or why they are
    not sure.
    """
    globs: list[str] = []
    for name in rule.exempt:
        path = posixpath.join(folder, name.strip("/").removesuffix("/**"))
        if "*" in path:
            globs.append(posixpath.join(folder, name))
        elif has_files(path, files):
            globs.append(f"/{path}" if path in files.paths else f"/{path}/")
        elif any(f"/{file}".endswith(f"/{name}") for file in files.paths):
            globs.append(f"**/{name}")
        elif list_folders_below(name, folder, files):  # all that are called so
            globs.append(f"{posixpath.join(folder, '**', name.strip('/'))}/")
        else:
            return _NO_FILES
    return tuple(globs)


def _find_language_scope(rule: SureRule, folder: str, files: ProjectFiles) -> tuple[str, ...] | str:
    prefix = f"{folder}/" if folder else ""
    language, endings = _find_language_below(folder, rule, files)
    names = [*rule.endings] or list_endings(rule, language, endings)
    own_endings = tuple(f".{ending}" for ending in rule.endings)
    if own_endings and not any(path.endswith(own_endings) for path in files.paths):
        return f"condition: no file of the project ends in `{own_endings[0]}`"
    if not names and rule.language and rule.language == language:
        return f"condition: no file of the project is in {language}"
    if not names:
        return UNSURE_FILES
    all_names = join_endings(names)
    scope = (f"{prefix}**/*.{all_names}" if prefix else f"*.{all_names}",)
    if other_names := _find_other_names(rule, scope, files):
        return other_names
    return scope


def _find_language_below(
    folder: str, rule: SureRule, files: ProjectFiles
) -> tuple[str, Counter[str]]:
    """Return the language of *rule* below *folder*, and the endings there with their numbers."""
    prefix = f"{folder}/" if folder else ""
    numbers = Counter(
        name.rpartition(".")[2] for name in files.paths if name.startswith(prefix) and "." in name
    )
    return find_language(rule, numbers), numbers


def _find_other_names(rule: SureRule, scope: Sequence[str], files: ProjectFiles) -> str:
    """Return how many files are called otherwise than *rule* says, as a reason, where more than
    some slips are: it is about some then. Else return nothing.
    """
    if rule.keys["type"] != "file_name":
        return ""
    globs = (compile_glob_list(tuple(scope)),)
    names = [posixpath.basename(path) for path in files.paths if selects_path(globs, path)]
    others = [name for name in names if not re.fullmatch(rule.keys["pattern"], name)]
    if len(others) * _NAMES_FOR_A_SLIP > len(names):
        return f"condition: called otherwise: {len(others)} of {len(names)} files"
    fewest = _FEWEST_IN_FOLDER if rule.scope_path else _FEWEST_NAMES
    return "" if len(names) >= fewest else UNSURE_FILES


def with_own_packages(rule: SureRule, folder: str, files: ProjectFiles) -> SureRule:
    """Return a page's *rule* with the names of the packages whose folders, from *folder*, must not
    be imported.

    `apps/web` must not import `apps/api`, nor `@shop/api`; one that is called `api` may be a file.
    Never import from `apps/api` directly: by its name one may.
    """
    targets = rule.keys.get("forbid", ())
    paths = [path for name in targets for path in (name, posixpath.join(folder, name))]
    names = [*dict.fromkeys(filter(None, map(files.own_packages.get, paths)))]
    is_of_place = bool(rule.scope_path) and "directly" not in rule.message.lower()
    added_names = [
        name for name in names if is_of_place and name.startswith("@") and name not in rule.message
    ]
    if not names:
        return rule
    return rule._replace(
        keys={**rule.keys, "forbid": [*targets, *added_names]},
        unseen=(
            *rule.unseen,
            *(f"imports of `{name}`" for name in names if name not in added_names),
        ),
    )


def fit_to_language(rule: SureRule, scope: Sequence[str], files: ProjectFiles) -> SureRule | str:
    """Return a page's *rule* fitted to the globs of its files, *scope*: as their language writes
    it; or why that is not sure.
    """
    endings = list_glob_endings(scope)
    file_types = [own for ending in endings for own in find_file_types(f"a.{ending}")]
    sign = rule.comment_sign
    if sign and not (file_types and all(sign in own.openers for own in file_types)):
        return f"condition: not all files have comments with `{sign}`"
    named = (LANGUAGE_BY_ENDING.get(f".{ending}", "") for ending in endings)
    languages = [*dict.fromkeys(filter(None, named))] or [rule.language]
    # `as any` on a page about Python, by its globs
    of_span = (
        {*map(fold_language, rule.span_pattern.languages)} if rule.span_pattern else set[str]()
    )
    is_known = all(f".{ending}" in LANGUAGE_BY_ENDING for ending in endings)
    if of_span and is_known and endings and of_span.isdisjoint(map(fold_language, languages)):
        return UNSURE_FILES
    language = "C++" if {*languages} == {"C", "C++"} else languages[0]
    if language in ("C", "C++") and "h" not in endings:
        has_headers = any(path.endswith(".h") for path in files.paths)
        rule = rule._replace(unseen=(*rule.unseen, *["`*.h`, of C or of C++"] * has_headers))
    # Many print there, so who owns the rule adds them; a pattern searches each cell.
    if language == "Python" and rule.keys["type"] in ("forbid_pattern", "forbid_import"):
        has_notebooks = any(path.endswith(".ipynb") for path in files.paths)
        rule = rule._replace(unseen=(*rule.unseen, *["`*.ipynb`"] * has_notebooks))
    if rule.style == "names":
        return fit_name_rule(rule, language)
    rule = without_framework_files(without_tests(rule.with_calls_of(language), language), files)
    calls = [f"{span.removesuffix('()')}()" for span in rule.subjects]
    missed = [MISSED_IN_LANGUAGE.get((call, language), "") for call in calls]
    rule = rule._replace(unseen=(*rule.unseen, *filter(None, missed)))
    return with_import_forms(rule, language)
