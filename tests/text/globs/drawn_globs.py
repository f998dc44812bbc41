"""Globs by seed: of the kinds that public configurations write, random ones, and their paths.

Each kind draws names and forms of its own: lines of ``.gitignore``, of ``CODEOWNERS``, what a
``tsconfig.json`` includes, what ESLint and Ruff are told to check or leave out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

FOLDERS = (
    "src", "lib", "app", "docs", "tests", "test", "build", "dist", "out", "target", "bin", "obj",
    "packages", "apps", "services", "node_modules", "vendor", "venv", ".venv", ".cache", ".github",
    "workflows", "__pycache__", "migrations", "static", "public", "assets", "coverage", "Debug",
    "Release", "x64", "components", "pages", "utils", "api", "old", "legacy", "generated", "a", "b",
)  # fmt: skip
STEMS = (
    "main", "index", "app", "test_app", "app_test", "app.test", "app.spec", "setup", "conftest",
    "README", "CHANGELOG", "Makefile", "Dockerfile", ".env", ".envrc", "config", "schema", "a", "b",
    "Thumbs", "npm-debug", "core", "x1", "v2", "0001_initial", "_private", "-", "types.d",
)  # fmt: skip
ENDINGS = (
    "py", "pyc", "pyo", "pyd", "js", "jsx", "ts", "tsx", "mjs", "cjs", "d.ts", "md", "json", "yml",
    "yaml", "toml", "lock", "log", "tmp", "swp", "bak", "o", "a", "so", "class", "jar", "css",
    "scss", "html", "sql", "min.js", "egg-info", "db", "local",
)  # fmt: skip
_SETS = (
    "[Bb]",
    "[Dd]",
    "[0-9]",
    "[0-9][0-9]",
    "[a-z]",
    "[!_]",
    "[^.]",
    "[._]",
    "[cod]",
    "[A-Za-z0-9]",
)


def public_glob(draw: random.Random) -> str:
    """A glob of one of the kinds."""
    kind = draw.choice((_of_gitignore, _of_codeowners, _of_includes, _of_linters))
    return kind(draw)


def _of_gitignore(draw: random.Random) -> str:
    folder, stem, ending = _drawn(draw)
    return draw.choice(
        (
            f"*.{ending}",
            f"{folder}/",
            f"/{folder}/",
            f"{stem}.{ending}",
            f"/{stem}",
            f"*.{ending}.*",
            f"{folder}/*",
            f"/{folder}/*",
            f"{folder}/**",
            f"**/{folder}/",
            f"**/{folder}/*.{ending}",
            f"{stem}*",
            f"*{stem}",
            f"*.py[{ending[:1]}od]",
            f"{draw.choice(_SETS)}{folder[1:]}/",
            f"{folder}/{draw.choice(_SETS)}*/",
            f".{folder}/*.{ending}",
            "*~",
            "\\#*\\#",
            ".\\#*",
            f"{stem}.*.{ending}",
            f"*.{ending}?",
            f"{folder}/**/{stem}.{ending}",
            f"_{draw.choice(_SETS)}*",
            f"*.{draw.choice(_SETS)}{ending}",
            f"{folder}/*/{stem}.{ending}",
            f"{stem}.{ending}.{draw.choice(_SETS)}*",
        )
    )


def _of_codeowners(draw: random.Random) -> str:
    folder, stem, ending = _drawn(draw)
    inner_folder = draw.choice(FOLDERS)
    return draw.choice(
        (
            "*",
            f"/{folder}/",
            f"/{folder}/{inner_folder}/",
            f"/{folder}/*",
            f"{folder}/*",
            f"*.{ending}",
            f"/{stem}.{ending}",
            f"/{folder}/**/{inner_folder}/",
            f"**/{folder}",
            f"/{folder}/*.{ending}",
            f"/{folder}/{inner_folder}",
            f"{folder}/{inner_folder}/",
            f"/{folder}/**/*.{ending}",
            f"**/{folder}/**",
            f"/{folder}/{stem}*",
            f"/{folder}/*/{inner_folder}/",
            f"/.{folder}/",
        )
    )


def _of_includes(draw: random.Random) -> str:
    folder, stem, ending = _drawn(draw)
    inner_folder = draw.choice(FOLDERS)
    return draw.choice(
        (
            f"{folder}",
            f"{folder}/**/*",
            f"{folder}/**/*.{ending}",
            f"**/*.{ending}",
            f"{folder}/*.{ending}",
            f"{folder}/*/{inner_folder}/**/*.{ending}",
            f"{folder}/*/{inner_folder}/**",
            f"**/{stem}.{ending}",
            f"{folder}/**/{stem}.*",
            f"**/*.test.{ending}",
            f"{folder}/{inner_folder}/**/*",
            f"**/{folder}/**/*.{ending}",
            f"{folder}/?.{ending}",
            f"**/{folder}/*",
            f"*.config.{ending}",
            f"{folder}/*/*/{stem}.{ending}",
        )
    )


def _of_linters(draw: random.Random) -> str:
    folder, stem, ending = _drawn(draw)
    inner_folder = draw.choice(FOLDERS)
    return draw.choice(
        (
            f"{folder}/{inner_folder}",
            f"**/{folder}/{inner_folder}/**",
            f"{stem}_*.{ending}",
            f"**/{stem}_*.{ending}",
            f"{folder}/**/{stem}*.{ending}",
            f"*_{stem}.{ending}",
            f"**/{folder}/**/{stem}_*.{ending}",
            f"{folder}*/",
            f"*{folder}*",
            f"{folder}/**/{inner_folder}/**",
            f"**/*.{ending}/**",
            f"*-{stem}*.{ending}",
            f"{folder}/**/{draw.choice(_SETS)}*.{ending}",
            "**/.*/",
            ".*",
            f"*/{folder}/",
            f"*/*/{stem}.{ending}",
            f"**/{draw.choice(_SETS)}*/**/*.{ending}",
            f"{folder}/{stem}.{{{ending},{draw.choice(ENDINGS)}}}",
            f"{{{folder},{inner_folder}}}/**/*.{ending}",
            f"*.{{{ending},{draw.choice(ENDINGS)}}}",
        )
    )


def _drawn(draw: random.Random) -> tuple[str, str, str]:
    return draw.choice(FOLDERS), draw.choice(STEMS), draw.choice(ENDINGS)


_PIECES = (
    "a", "b", "ab", "a", ".", "-", "_", "src", ".py", " ", "é", "+", "(", "$", "^", "{", "}", "!",
    "#", "~", "1", "]", "\\*", "\\!", "\\ ", "\\a", "\\[", "\\\\",
)  # fmt: skip
_WILD = (
    "*", "*", "**", "***", "?", "[ab]", "[a-c]", "[!a]", "[^b]", "[]a]", "[!]a]", "[a-]", "[!-a]",
    "[+--]", "[ -~]", "[[a]", "[^^]", "[a^]", "[!!]", "[.]", "[a-c-e]", "[z-a]", "[a", "[", "[]",
    "[[:digit:]]", "[\\a]", "[\\]]", "[&&a]", "[a||b]", "[~~]", "[--a]", "[a/b]", "\\",
)  # fmt: skip


def random_glob(draw: random.Random) -> str:
    """A glob of pieces that mean something, and no less of what means nothing."""
    names = []
    for _ in range(draw.choice((1, 1, 2, 2, 3, 4))):
        if draw.random() < 0.25:
            names.append(draw.choice(("**", "**", "*", "src", "a")))
        else:
            pieces = [
                draw.choice(_WILD if draw.random() < 0.35 else _PIECES)
                for _ in range(draw.randint(1, 3))
            ]
            names.append("".join(pieces))
    start, end = (
        draw.choice(("", "", "", "/")),
        draw.choice(("", "", "", "/", "/**", "/*", " ", "/**/", "\t")),
    )
    return f"{start}{'/'.join(names)}{end}"


def path_like(draw: random.Random, glob: str) -> str:
    """A path that *glob* may match: its own names, with something in place of what is open."""
    names: list[str] = []
    for name in glob.removeprefix("!").strip("/ ").split("/"):
        if name == "**":
            names += [draw.choice(FOLDERS) for _ in range(draw.choice((0, 0, 1, 2)))]
        else:
            names.append(_name_like(draw, name))
    if draw.random() < 0.4:
        names = [*(draw.choice(FOLDERS) for _ in range(draw.randint(1, 2))), *names]
    if draw.random() < 0.4:
        names += [draw.choice((*FOLDERS, *STEMS)) for _ in range(draw.randint(1, 2))]
    if draw.random() < 0.2 and len(names) > 1:
        del names[draw.randrange(len(names))]
    return _plain([name for name in names if name])


def any_path(draw: random.Random) -> str:
    """A path of a project."""
    folders = [draw.choice(FOLDERS) for _ in range(draw.choice((0, 1, 1, 2, 3)))]
    name = draw.choice(
        (*STEMS, f"{draw.choice(STEMS)}.{draw.choice(ENDINGS)}", "a", "ab", "b a", "é")
    )
    return _plain([*folders, name])


def _plain(names: Sequence[str]) -> str:
    # Git's own files are none of a project, and a name for a set may hold a slash.
    all_names = "/".join(names).split("/")
    project_names = [
        name for name in all_names if name not in ("", ".", "..", ".git", ".gitignore")
    ]
    return "/".join(project_names) or "a"


def _name_like(draw: random.Random, name: str) -> str:
    text, place = "", 0
    while place < len(name):
        sign = name[place]
        closed = name.find("]", place + 2) if sign == "[" else -1
        if sign == "*":
            text += draw.choice(("", "", "a", "x.b", ".", "ab-"))
        elif sign == "?":
            text += draw.choice("ab.-é1/")
        elif closed > 0:
            text += draw.choice(("a", "b", "1", "-", "_", "]", "^", "!", "/", name[place + 1]))
            place = closed
        elif sign == "\\":
            text += name[place + 1 : place + 2]
            place += 1
        else:
            text += sign
        place += 1
    return text.strip("/")
