"""Our call in git's own hook: at its end, and what the script does by itself stays as it was."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from phaser_lint.author.proposals.git_hook import add_call, without_call

if TYPE_CHECKING:
    from pathlib import Path

BEGIN = "# >>> phaser-lint checks what is staged >>>\n"
END = "# <<< phaser-lint <<<\n"
CHECK = (
    "if command -v phaser-lint > /dev/null; "
    "then phaser-lint scan --staged --project-contracts --quiet; "
    "else echo 'phaser-lint is not installed, so this commit is not checked' >&2; fi"
)
AFTER = f'{BEGIN}phaser_lint_before=$?\n{CHECK} || exit\n(exit "$phaser_lint_before")\n{END}'
BEFORE_EXEC = f"{BEGIN}{CHECK} || exit\n{END}"
HERE_DOCUMENT = "cat <<\\EOF\nexit 1\nEOF\n"


@pytest.mark.parametrize("first", ["#!/bin/sh", "#!/usr/bin/env bash", "#!/bin/bash -e"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", AFTER),
        ("# a\n\n", f"# a\n\n{AFTER}"),
        ("make test\n", f"make test\n{AFTER}"),
        ("make test", f"make test\n{AFTER}"),
        ("make test || exit 1\n", f"make test || exit 1\n{AFTER}"),
        ("make test || { echo no; exit 1; }\n", f"make test || {{ echo no; exit 1; }}\n{AFTER}"),
        ("make test\nexit $?\n", f"make test\n{AFTER}exit $?\n"),
        ("make test\n\nexit 0\n# a\n", f"make test\n\n{AFTER}exit 0\n# a\n"),
        ("exec 1>&2\nexec make \\\n  test\n", f"exec 1>&2\n{BEFORE_EXEC}exec make \\\n  test\n"),
        (
            "if ! make; then\n  exit 1\nfi\n\nexec make test\n",
            f"if ! make; then\n  exit 1\nfi\n\n{BEFORE_EXEC}exec make test\n",
        ),
        ("if ! make; then\n  exit 1\nfi\n", f"if ! make; then\n  exit 1\nfi\n{AFTER}"),
        (f"{HERE_DOCUMENT}exit 0\n", f"{HERE_DOCUMENT}{AFTER}exit 0\n"),
        ("run() {\n  return 1\n}\nrun\n", f"run() {{\n  return 1\n}}\nrun\n{AFTER}"),
    ],
)
def test_there_is_a_place(first: str, text: str, expected: str) -> None:
    """At the end, or before what ends the script."""
    script, new_script = f"{first}\n{text}", f"{first}\n{expected}"
    assert add_call(script, is_shared=True) == new_script
    line_end = "" if text.endswith("\n") or not text else "\n"
    assert (without_call(new_script) or f"{first}\n") == script + line_end


@pytest.mark.parametrize(
    "text",
    [
        "make test\n",  # git starts it with a shell, which may be any
        "#!/usr/bin/env python3\nprint(1)\n",
        "#!/bin/csh\nmake test\n",
        "#!/usr/bin/fish\nmake test\n",
        "#!/bin/sh\nif make; then\n  exit 0\nelse\n  exit 1\nfi\n",
        "#!/bin/sh\nif make\nthen\nexit 1\nfi\n",
        "#!/bin/sh\ncase $1 in\n  *) exec make ;;\nesac\n",
        "#!/bin/sh\nwhile true; do\n  exit 0\ndone\n",
        "#!/bin/sh\n{\n  exit 1\n}\n",
        "#!/bin/sh\nexit 0\nmake test\n",
        "#!/bin/sh\nmake test; exit 0\n",
        "#!/bin/sh\nmake test && exit 0\n",
        "#!/bin/sh\nmake test || exec true\n",
        "#!/bin/sh\nmake test \\\n",
        "#!/bin/sh\ncat <<EOF\nmake\n",
        '#!/bin/sh\necho "a\nexit b"\n',
        "#!/bin/sh\n  make test\n",
    ],
)
def test_there_is_none(text: str) -> None:
    """A call that is never reached would check nothing, without a word."""
    assert add_call(text, is_shared=True) is None


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("before", ["", "\n"])
def test_a_hook_of_its_own(before: str, shared: bool) -> None:
    """It ends as the check ends; without the call nothing is left of it."""
    text = add_call(before, is_shared=shared)
    check = CHECK if shared else CHECK.replace("phaser-lint ", '"$phaser_lint" ', 2)
    assert text is not None
    assert text.startswith(f"#!/bin/sh\n{BEGIN}")
    assert text.endswith(f"{check}\n{END}")
    assert without_call(text) is None


@pytest.mark.parametrize("check_ends_with", [0, 1, 2])
@pytest.mark.parametrize(
    ("script", "ends_with", "is_checked"),
    [
        ("true\n", 0, True),
        ("false\n", 1, True),
        ("exit 0\n", 0, True),
        ("exit\n", 0, True),
        ("false\nexit $?\n", 1, True),
        ("false\nexit\n", 1, True),
        ("false || false\n", 1, True),
        ("exec sh -c 'exit 5'\n", 5, True),
        ("if false; then\n  true\nfi\n", 0, True),
        ("set -e\ntrue\n", 0, True),
        ("set -eu\nfalse\n", 1, False),
        ("false || exit 4\n", 4, False),
    ],
)
def test_what_a_script_ends_with(
    tmp_path: Path, script: str, ends_with: int, is_checked: bool, check_ends_with: int
) -> None:
    """What it ended with before, if the check is content; what failed by itself stays a failure."""
    program = tmp_path / "phaser-lint"
    program.write_text(f"#!/bin/sh\nexit {check_ends_with}\n", encoding="utf-8")
    program.chmod(0o755)
    text = add_call(f"#!/bin/sh\n{script}", is_shared=True)
    assert text is not None
    code = subprocess.run(
        ("sh", "-c", text), env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=False, timeout=60
    ).returncode
    assert code == ((is_checked and check_ends_with) or ends_with)
