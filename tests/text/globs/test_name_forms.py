"""Forms of a name: what stands behind the colon of a field."""

from __future__ import annotations

import pytest

from phaser_lint.contract.rules.filled_messages import fill_file_message
from phaser_lint.contract.rules.filled_path_fields import make_path_search
from phaser_lint.contract.rules.partners import find_partners
from phaser_lint.text.globs.glob_fields import fill_glob, widen_glob
from phaser_lint.text.globs.name_forms import FORMS, convert_name
from tests.examples import contract


@pytest.mark.parametrize(
    ("name", "camel", "pascal", "snake", "kebab"),
    [
        ("HTTPServer2", "httpServer2", "HttpServer2", "http_server2", "http-server2"),
        ("http_server", "httpServer", "HttpServer", "http_server", "http-server"),
        ("my HTTP-client.old", "myHttpClientOld", "MyHttpClientOld", "my_http_client_old",
         "my-http-client-old"),
        ("_privateThing", "_privateThing", "_PrivateThing", "_private_thing", "_private-thing"),
        ("__a", "__a", "__A", "__a", "__a"),
        ("v2Beta", "v2Beta", "V2Beta", "v2_beta", "v2-beta"),
        ("HTTP2", "http2", "Http2", "http2", "http2"),
        ("aB", "aB", "AB", "a_b", "a-b"),
        ("ABc", "aBc", "ABc", "a_bc", "a-bc"),
        ("ABC", "abc", "Abc", "abc", "abc"),
        ("\u00c4pfelUnd\u00d6l", "\u00e4pfelUnd\u00d6l", "\u00c4pfelUnd\u00d6l",
         "\u00e4pfel_und_\u00f6l", "\u00e4pfel-und-\u00f6l"),
        ("", "", "", "", ""),
    ],
)  # fmt: skip
def test_the_words_of_a_name(name: str, camel: str, pascal: str, snake: str, kebab: str) -> None:
    assert [convert_name(name, form) for form in FORMS] == [
        camel, pascal, snake, kebab, name.lower(), name.upper(),
    ]  # fmt: skip


def test_a_folder_is_changed_part_by_part() -> None:
    assert convert_name("src/MyApp/_HTTPClient", "kebab") == "src/my-app/_http-client"
    assert convert_name("src/MyApp", "upper") == "SRC/MYAPP"


def test_a_glob_with_a_form() -> None:
    """What is filled in is still taken for itself."""
    assert fill_glob("docs/{stem:kebab}.md", {"stem": "MyPage*"}) == r"docs/my-page\*.md"
    assert fill_glob("{dir:snake}/x", {"dir": "A/BcD"}) == "a/bc_d/x"
    assert fill_glob("{dir:snake}", {"dir": ""}) == fill_glob("{dir}", {"dir": ""})
    assert widen_glob("docs/{stem:kebab}.md") == widen_glob("docs/{stem}.md")
    assert widen_glob("{dir:lower}/a") == widen_glob("{dir}/a")


def test_a_partner_with_a_form() -> None:
    pair = contract(
        kind="file_pair",
        file_glob="src/*/*.tsx",
        path_pattern="src/(?P<page>[^/]+)/",
        partner=["tests/{page:snake}/{stem:kebab}.test.ts", "{dir:lower}/{1:upper}.md"],
    )
    assert find_partners(pair, "src/UserPage/LoginForm.tsx", make_path_search(pair)) == [
        "tests/user_page/login-form.test.ts",
        "src/userpage/USERPAGE.md",
    ]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Export {stem:pascal}.", "Export MyPage."),
        ("Use {1:camel} of {dir:upper}.", "Use appShell of APP-SHELL."),
        ("Other braces: {a:b} {stem} {stem: x} {stem:} {{stem:snake}} ${stem:snake}.",
         "Other braces: {a:b} my-page {stem: x} {stem:} {{stem:snake}} ${stem:snake}."),
        (r"As it is: \{stem:snake}.", "As it is: {stem:snake}."),
    ],
)  # fmt: skip
def test_a_message_with_a_form(message: str, expected: str) -> None:
    named = contract(kind="file_not_exists", path_pattern="^([^/]+)/", message=message)
    assert fill_file_message(named, "app-shell/my-page.tsx") == expected
