"""URIs of files and their paths, on both kinds of system."""

from __future__ import annotations

import pytest

from phaser_lint.editor.uris import make_file_uri, parse_file_uri


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("", None),
        ("a.py", None),
        ("/a.py", None),
        ("file:a.py", None),
        ("untitled:Untitled-1", None),
        ("git:/a.py?ref", None),
        ("vscode-notebook-cell:/a.ipynb#W0", None),
        ("file://server/share/a.py", None),
        ("file:///a%00b", None),
        ("file:///a.py", "/a.py"),
        ("FILE:///a.py", "/a.py"),
        ("file:/a.py", "/a.py"),
        ("file://localhost/a.py", "/a.py"),
        ("file:///a%20b/%C3%A9%2Bc.py", "/a b/é+c.py"),
        ("file:///é b.py", "/é b.py"),
        ("file:///100%.py", "/100%.py"),
        ("file:///%zz%4", "/%zz%4"),
        ("file:///%FF.py", "/\udcff.py"),
        ("file:///a%23b%3Fc.py", "/a#b?c.py"),
        ("file:///a.py#L3", "/a.py"),
        ("file:///c%3A/a.py", "/c:/a.py"),
    ],
)
def test_a_uri_of_no_file_has_no_path(uri: str, path: str | None) -> None:
    """What is no file of this machine has none."""
    assert parse_file_uri(uri, windows=False) == path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/a.py", None),
        ("file:///c%3A/a%20b.py", "c:\\a b.py"),
        ("file:///C:/a.py", "C:\\a.py"),
        ("file://server/share/a.py", "\\\\server\\share\\a.py"),
    ],
)
def test_path_of_on_windows(uri: str, path: str | None) -> None:
    """A drive's colon is escaped by some editors."""
    assert parse_file_uri(uri, windows=True) == path


@pytest.mark.parametrize(
    ("path", "windows", "uri"),
    [
        ("/a.py", False, "file:///a.py"),
        ("/a b/é+#?%.py", False, "file:///a%20b/%C3%A9%2B%23%3F%25.py"),
        ("/\udcff.py", False, "file:///%FF.py"),
        ("C:\\a b.py", True, "file:///c%3A/a%20b.py"),
        ("\\\\server\\share\\a.py", True, "file://server/share/a.py"),
    ],
)
def test_a_uri_leads_back_to_its_file(path: str, windows: bool, uri: str) -> None:
    """It leads back to the same file."""
    assert make_file_uri(path, windows=windows) == uri
    assert (parse_file_uri(uri, windows=windows) or "").lower() == path.lower()
