"""Names of members, which code may write on a line of their own."""

from __future__ import annotations

import pytest

from tests.author.importers.pages.page_lines import finds, keys_of, read_page_line


@pytest.mark.parametrize(
    ("text", "path", "wrong"),
    [
        ("Never use `console.log`.", "a.ts", 'console .log("x")'),
        ("Never use `console.log`.", "a.ts", 'console\n  .log("x")'),
        ("Never use `console.log/warn`.", "a.ts", 'console\n  .warn("x")'),
        ("Never use `console.log()`.", "a.ts", "console\n  .log(x)"),
        ("Never use `os.system()`.", "a.py", "(os\n  .system(a))"),
    ],
)
def test_a_member_is_found_on_the_next_line(text: str, path: str, wrong: str) -> None:
    assert finds(keys_of(read_page_line(text, [path])), wrong)


@pytest.mark.parametrize("right", ["in the console. log in first", "my_console.log(a)"])
def test_what_is_no_member_is_not_found(right: str) -> None:
    assert not finds(keys_of(read_page_line("Never use `console.log`.", ["a.ts"])), right)
