"""Fields of a path filled in: what becomes nothing, and what a path makes of an item and a glob."""

from __future__ import annotations

import pytest

from phaser_lint.contract.rules.filled_path_fields import (
    fill_globs,
    fill_item,
    find_field_values,
    make_path_search,
)
from tests.examples import at_level

PATH = "src/web/app.test.ts"


@pytest.mark.parametrize(
    ("item", "path", "filled_item"),
    [
        ("{1}", "lib/a.ts", ""),
        ("{2}", PATH, ""),
        ("{part}", "top.ts", ""),
        ("{dir}", "top.ts", ""),
        ("{name}", PATH, "app.test.ts"),
        ("{stem}{ext}", PATH, "app.test.ts"),
        ("{dir}/{stem}", "top.ts", "top"),
        ("/{dir}/{stem}", "top.ts", "/top"),
        ("{part}:{part:pascal}", PATH, "web:Web"),
    ],
)
@pytest.mark.parametrize("level", ["", "deep"])
def test_an_item_is_filled_in_from_the_level(
    level: str, item: str, path: str, filled_item: str
) -> None:
    """A group that took no part, and the folder of a file at the top, are nothing."""
    listed = at_level(
        level,
        kind="items_listed",
        file_glob="**",
        path_pattern=r"src/(?<part>\w+)/(z)?|\.ts$",
        item=item,
        listed_in="list.md",
    )
    path_from_root = f"{level}/{path}" if level else path
    assert fill_item(listed, path_from_root, make_path_search(listed)) == filled_item


@pytest.mark.parametrize(
    ("with_glob", "filled_globs"),
    [
        ("NEWS.md", ("NEWS.md",)),
        ("{a,b}.md", ("a.md", "b.md")),
        ("{dir}/{stem}.md", ("src/web/app.test.md",)),
        ("{dir}/{a,b}{ext}", ("src/web/a.ts", "src/web/b.ts")),
    ],
)
def test_a_glob_is_filled_in_once_its_alternatives_are_spelled_out(
    with_glob: str, filled_globs: tuple[str, ...]
) -> None:
    """What stands in braces with a comma is no field."""
    together = at_level("", kind="changed_together", file_glob="**", with_glob=with_glob)
    field_values = find_field_values(together, PATH, make_path_search(together))
    assert fill_globs(together, "with_glob", field_values) == filled_globs
