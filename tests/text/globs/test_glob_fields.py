"""Fields in globs: what they become, and a glob for all that they may become."""

from __future__ import annotations

from itertools import product

import pytest

from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_globs, compile_spelled_globs
from phaser_lint.text.globs.glob_fields import (
    fill_glob,
    has_glob_fields,
    list_glob_fields,
    widen_glob,
)

TOP = {"dir": "", "name": "a.py", "stem": "a", "ext": ".py", "1": ""}
DEEP = {"dir": "x/[y]*", "name": "!b", "stem": "#b", "ext": "", "1": "p/q?"}


@pytest.mark.parametrize(
    ("glob", "at_top", "deep", "all_of_them"),
    [
        # No fields: escaped, in a bracket expression, in two braces.
        (r"\{dir\}/*", r"\{dir\}/*", r"\{dir\}/*", r"\{dir\}/*"),
        ("[{dir}]/a", "[{dir}]/a", "[{dir}]/a", "[{dir}]/a"),
        ("{{stem}}.md", "{{stem}}.md", "{{stem}}.md", "{{stem}}.md"),
        ("docs/*.md", "docs/*.md", "docs/*.md", "docs/*.md"),
        # An empty folder leaves a rooted glob.
        ("{dir}/x.md", "/x.md", r"x/\[y]\*/x.md", "**/x.md"),
        ("{dir}.md", "/.md", r"x/\[y]\*.md", "**/*.md"),
        ("docs/{dir}/{name}", "docs/a.py", r"docs/x/\[y]\*/!b", "docs/**/*"),
        ("/{dir}/x.md", "/x.md", r"/x/\[y]\*/x.md", "/**/x.md"),
        ("{dir}", "*", r"x/\[y]\*", "*"),
        (" {dir}", "*", r" x/\[y]\*", "*"),
        ("/{stem}", "/a", "/#b", "/**"),
        ("*/{dir}", "/*/", r"*/x/\[y]\*", "/**"),
        ("docs/{dir}", "docs/", r"docs/x/\[y]\*", "/docs"),
        ("docs/{dir}/", "/docs/", r"docs/x/\[y]\*/", "docs/**"),
        # Without a slash it stands at any depth, as it would without a field.
        ("{name}", "a.py", r"\!b", "*"),
        ("{stem}.md", "a.md", r"\#b.md", "*.md"),
        ("{1}.md", ".md", r"**/p/q\?.md", "**/*.md"),
        ("{1}", "", r"**/p/q\?", "*"),
        ("docs/{stem}{ext}", "docs/a.py", "docs/#b", "/docs"),
        ("a{dir}b/x", "ab/x", r"ax/\[y]\*b/x", "**/*b/x"),
        ("**/{stem}/*", "**/a/*", "**/#b/*", "**/*/*"),
        ("!{stem}.md", "!a.md", r"!\#b.md", ""),
        ("!docs/{1}", "!/docs/", r"!docs/p/q\?", ""),
    ],
)
def test_fields_are_filled_as_plain_text(
    glob: str, at_top: str, deep: str, all_of_them: str
) -> None:
    """Taken for themselves; what is written decides whether the glob is tied to its folder."""
    assert (fill_glob(glob, TOP).removeprefix("/"), fill_glob(glob, DEEP)) == (
        at_top.removeprefix("/"),
        deep,
    )
    assert widen_glob(glob) == all_of_them


@pytest.mark.parametrize(
    ("globs", "are_there_fields"),
    [
        (["a{b}"], True),
        (["a", "{b,c{d}}"], True),
        (["{b,c}"], False),
        ([r"\{b}", "[{a}]", "{{c}}"], False),
    ],
)
def test_an_alternative_may_have_fields(globs: list[str], are_there_fields: bool) -> None:
    """Also in one of several alternatives."""
    assert has_glob_fields(globs) is are_there_fields


def test_the_fields_of_a_glob_are_named_in_their_order() -> None:
    """In their order; of a brace that does not close an empty one."""
    assert list_glob_fields("a/{dir}/{1}{ext}") == ["dir", "1", "ext"]
    assert list_glob_fields("{}/{a") == ["", ""]


FIRST = ("", "/", "docs/", "**/", "a*", "*/")
FIELDS = ("{dir}", "{name}", "{stem}", "{ext}", "{1}", "x{dir}", "{1}y", "{stem}*")
LAST = ("", "/", "/x.md", ".md", "/**", "/{name}", "/*{ext}", "/*")
PATHS = [
    f"{'/'.join(folders)}/{name}".lstrip("/")
    for depth in range(4)
    for folders in product(("docs", "x", "p"), repeat=depth)
    for name in ("x.md", "a.py", "a", "docs", "a.md", "x")
]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(("start", "end"), [*product(FIRST, LAST)])
def test_all_that_it_may_become(start: str, end: str) -> None:
    """Whatever a glob selects with some values, the widest one selects, too."""
    possible_values = [
        TOP,
        {**TOP, "dir": "docs/x", "1": "p"},
        {**TOP, "dir": "x", "ext": "", "1": "x/p"},
    ]
    # A file may be called as a folder is.
    possible_values.append({**TOP, "name": "docs", "stem": "docs", "ext": ""})
    for field in FIELDS:
        glob = f"{start}{field}{end}"
        widest_globs = compile_globs((widen_glob(glob),), ())
        for values_by_field in possible_values:
            filled_globs = (compile_spelled_globs((fill_glob(glob, values_by_field),)), ())
            selected = [path for path in PATHS if selects_path(filled_globs, path)]
            assert [path for path in selected if not selects_path(widest_globs, path)] == [], (
                glob,
                values_by_field,
            )


def test_a_field_may_be_filled_with_a_long_path() -> None:
    """Longer than a glob with braces may be: what stands for a field has none."""
    path = f"{'{a,b}' * 300}/x"
    filled_glob = fill_glob("{dir}/x", {"dir": path.removesuffix("/x")})
    assert selects_path((compile_spelled_globs((filled_glob,)), ()), path)
    assert not selects_path((compile_spelled_globs((filled_glob,)), ()), f"{'a' * 300}/x")
