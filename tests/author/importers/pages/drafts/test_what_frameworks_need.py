"""Lines about code that a framework or a platform needs in some of its files, or imports by names
of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.author.importers.pages.page_lines import draft_lines, keys_of


def keys_of_line(text: str, paths: Sequence[str]) -> dict[str, Any]:
    """The keys of what is drafted of a line *text* in a project with the files *paths*."""
    return dict(keys_of(draft_lines(f"# A\n\n## Code style\n\n- {text}\n", paths)[-1]))


@pytest.mark.parametrize("text", ["Named exports only", "No default exports"])
@pytest.mark.parametrize(
    ("paths", "excluded"),
    [
        (("src/a.ts",), []),
        (
            ("src/a.ts", "src/app/shop/page.tsx"),
            [
                "**/app/**/{page,layout,template,loading,error,global-error,not-found,default}"
                ".{tsx,jsx,ts,js}"
            ],
        ),
        (("src/a.ts", "src/a.stories.tsx"), ["**/*.stories.{tsx,jsx,ts,js}"]),
        (("src/a.ts", "pages/index.tsx"), ["**/pages/**/*.{tsx,jsx,ts,js}"]),
        (("a.ts", "app/(tabs)/_layout.tsx"), ["**/app/**/{_layout,index,+*,[[]*}.{tsx,jsx}"]),
    ],
)
def test_files_that_a_framework_reads_may_have_default_exports(
    text: str, paths: Sequence[str], excluded: list[str]
) -> None:
    assert keys_of_line(text, paths)["exclude_glob"] == ["**/*.config.*", *excluded]


@pytest.mark.parametrize(
    "text",
    [
        "Use `config()` helper, never `env()` outside config files",
        "Use environment variables only in configuration files - never use the `env()` function "
        "directly outside of config files.",
    ],
)
def test_laravel_reads_its_environment_in_one_folder(text: str) -> None:
    keys = keys_of_line(text, ("app/A.php", "config/app.php"))
    assert (keys["file_glob"], keys["exclude_glob"]) == ("*.php", ["/config/"])


def test_the_environment_is_banned_nowhere_without_that_folder() -> None:
    line = draft_lines("# A\n\n- Never use `env()` outside config files\n", ("app/A.php",))[-1]
    assert (line.rule, line.reason) == (None, "condition: no files lie at the path that it names")


@pytest.mark.parametrize(
    ("text", "forbidden", "sample"),
    [
        ("Do not import `lombok`", "lombok", "import lombok.A;"),
        ("No Lombok", "lombok", "import lombok.A;"),
        ("Do not import from `com.google.a`", "com/google/a", "import com.google.a.A;"),
        ("Never import `android.util.Log`", "android/util/Log", "import android.util.Log;"),
        ("Never use `javax.a`; use `jakarta.a`", "javax.a", "import javax.a.A;"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("paths", "glob"),
    [(("A.java",), "*.java"), (("A.kt",), "*.{kt,kts}"), (("A.java", "B.kt"), "*.{java,kt,kts}")],
)
def test_java_and_kotlin_import_the_same_packages(
    text: str, forbidden: str, sample: str, paths: Sequence[str], glob: str
) -> None:
    keys = keys_of_line(text, paths)
    assert (keys["type"], keys["forbid"]) == ("forbid_import", [forbidden])
    assert (keys["file_glob"], keys["examples"]) == (glob, {"invalid": [sample]})


def test_a_file_that_stays_as_it_is_may_lie_at_the_root() -> None:
    keys = keys_of_line("Never modify `validate.py`", ("validate.py", "src/a.py"))
    assert (keys["type"], keys["file_glob"]) == ("file_frozen", "/validate.py")


def test_a_name_that_two_files_have_is_none_of_a_file_that_stays() -> None:
    line = draft_lines("# A\n\n- Never modify `a.py`\n", ("a.py", "src/a.py"))[-1]
    assert (line.rule, line.reason) == (None, "condition: which files it is about is not sure")


@pytest.mark.parametrize(
    "text",
    [
        "Imports should always be at the top of the files",
        "All imports at the top of the file",
        "All imports must be at the top of the file (never inside functions)",
        "No inline imports",
        "Never use lazy imports",
    ],
)
def test_imports_of_python_stand_in_no_function(text: str) -> None:
    """What stands below ``if TYPE_CHECKING:`` is none of a function."""
    keys = keys_of_line(text, ("a.py",))
    assert (keys["file_glob"], keys["inside"]) == ("*.{py,pyi}", r"\bdef\s+\w")
    assert keys["examples"] == {"invalid": ["def a():\n    import b"], "valid": ["import a"]}
