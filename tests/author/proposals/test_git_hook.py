"""Our call in git's own hook: at its end, and what the script does by itself stays as it was."""

from __future__ import annotations

import subprocess
from random import Random
from typing import TYPE_CHECKING

import pytest

from phaser_lint.author.proposals.git_hook import add_call, without_call

if TYPE_CHECKING:
    from pathlib import Path

BEGIN = "# >>> phaser-lint checks what is staged >>>\n"
END = "# <<< phaser-lint <<<\n"
CHECK = (
    '(PATH="$PATH":~/.local/bin:~/.phaser-lint/bin; '
    "if command -v phaser-lint > /dev/null; "
    "then (unset PYTHONPATH PYTHONHOME PYTHONSTARTUP; "
    "phaser-lint scan --staged --project-contracts --quiet) || { phaser_lint_code=$?; "
    """echo 'phaser-lint refuses this commit.' >&2; (exit "$phaser_lint_code"); }; """
    "else echo 'phaser-lint is not on the PATH here, so this commit is not checked "
    "(install it, or if it is, put its folder on the PATH, as pipx ensurepath does); see "
    "https://github.com/phaser-lint/phaser-lint' >&2; fi)"
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
        ("make test\n\nexit 0\n# a\n", f"make test\n\n{BEFORE_EXEC}exit 0\n# a\n"),
        ("exec 1>&2\nexec make \\\n  test\n", f"exec 1>&2\n{BEFORE_EXEC}exec make \\\n  test\n"),
        (
            "if ! make; then\n  exit 1\nfi\n\nexec make test\n",
            f"if ! make; then\n  exit 1\nfi\n\n{BEFORE_EXEC}exec make test\n",
        ),
        ("if ! make; then\n  exit 1\nfi\n", f"if ! make; then\n  exit 1\nfi\n{AFTER}"),
        (f"{HERE_DOCUMENT}exit 0\n", f"{HERE_DOCUMENT}{BEFORE_EXEC}exit 0\n"),
        ("run() {\n  return 1\n}\nrun\n", f"run() {{\n  return 1\n}}\nrun\n{AFTER}"),
        ("npm exec lint-staged\n", f"npm exec lint-staged\n{AFTER}"),
        ("  make test\n", f"  make test\n{AFTER}"),
        (". .venv/bin/activate\n", f". .venv/bin/activate\n{AFTER}"),
        (
            '[ -s "$NVM_DIR/nvm.sh" ] && \\. "$NVM_DIR/nvm.sh" --no-use\n',
            f'[ -s "$NVM_DIR/nvm.sh" ] && \\. "$NVM_DIR/nvm.sh" --no-use\n{AFTER}',
        ),
        ("git diff -- . ':!a'\nfind . -name a\n", f"git diff -- . ':!a'\nfind . -name a\n{AFTER}"),
        ("npm run eval $a\n", f"npm run eval $a\n{AFTER}"),
        (
            "if make; then\n  :\nelse\n  exit 1\nfi\n",
            f"if make; then\n  :\nelse\n  exit 1\nfi\n{AFTER}",
        ),
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
        "#!/bin/sh\nif make\nthen\nexit\nfi\n",
        "#!/bin/sh\ncase $1 in\n  *) exec make ;;\nesac\n",
        "#!/bin/sh\nwhile true; do\n  exit 0\ndone\n",
        "#!/bin/sh\n{\n  exit $code\n}\n",
        "#!/bin/sh\nexit 0\nmake test\n",
        "#!/bin/sh\nmake test; exit 0\n",
        "#!/bin/sh\nmake test && exit 0\n",
        "#!/bin/sh\nmake test || exec true\n",
        "#!/bin/sh\nmake test \\\n",
        "#!/bin/sh\ncat <<EOF\nmake\n",
        '#!/bin/sh\necho "a\nexit b"\n',
        '#!/bin/sh\nif [ -n "$SKIP" ]; then\n  exit 0\nfi\nmake test\n',
        "#!/bin/sh\ntrap 'exit 0' EXIT\nmake test\n",
        "#!/bin/sh\nx=1 exec make\nmake test\n",
        '#!/bin/sh\n. "$(dirname "$0")/lib.sh"\nmake test\n',
        "#!/bin/bash\nsource lib.sh || exit 1\n",
        "#!/bin/sh\n[ -f lib.sh ] && . ./lib.sh\n",
        "#!/bin/sh\nif true; then\n  command . ./lib.sh\nfi\n",
        '#!/bin/sh\nend="exit 0"\neval "$end"\n',
        "#!/bin/sh\nA=1 eval `cat lib.sh`\n",
    ],
)
def test_there_is_no_place_for_a_call_that_is_never_reached(text: str) -> None:
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


def run_script(folder: Path, script: str, *, check_ends_with: int) -> tuple[int, bytes]:
    """How a script ends, and what it prints, where the check ends with that code."""
    program = folder / "phaser-lint"
    program.write_text(f"#!/bin/sh\nexit {check_ends_with}\n", encoding="utf-8")
    program.chmod(0o755)
    process = subprocess.run(
        ("sh", "-c", script), env={"PATH": f"{folder}:/usr/bin:/bin"}, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, check=False, timeout=60,
    )  # fmt: skip
    return process.returncode, process.stdout


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
        ("set -e\nfalse && true\nexit 0\n", 0, True),
        ("set -e\n! true\nexit 0\n", 0, True),
        ("set -eu\nfalse\n", 1, False),
        ("false || exit 4\n", 4, False),
    ],
)
def test_what_a_script_ends_with(
    tmp_path: Path, script: str, ends_with: int, is_checked: bool, check_ends_with: int
) -> None:
    """What it ended with before, if the check is content; what failed by itself stays a failure."""
    text = add_call(f"#!/bin/sh\n{script}", is_shared=True)
    assert text is not None
    code = run_script(tmp_path, text, check_ends_with=check_ends_with)[0]
    assert code == ((is_checked and check_ends_with) or ends_with)


PIECES = (
    "true", "false", "echo a", "exit 0", "exit 3", "exit", "exit $?", "exec true", "exec false",
    "exec 1>&2", "false || exit 4", "true && exit 0", "true \\\n  && exit 0", "true; exit 0",
    "exit;", "if true; then\n  exit 0\nfi", "if false; then\n  exit 1\nfi",
    "if true\nthen\nexit 0\nfi", "if true; then\n  echo b\nelse\n  exit 2\nfi",
    "case a in\n  a) exit 0 ;;\nesac", "set -e", "set -u", "for i in 1 2; do\n  exit 0\ndone",
    "while true; do\n  break\ndone", "{ exit 0; }", "(exit 5)", "f() {\n  return 1\n}\nf",
    "f() {\n  exit 0\n}\nf", "cat <<EOF\nexit 0\nEOF", "echo \"a\nexit 1\"", "trap 'exit 0' EXIT",
    "echo a |\n  cat", "! true", "return 0", "echo exit", "# exit 0", "", "x=1 exec true",
    "command exit 0", "eval 'exit 0'", "until false; do exit 0; done", "exit&&true",
)  # fmt: skip


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("seed", range(20))
def test_a_drawn_script_keeps_its_end_and_is_checked(tmp_path: Path, seed: int) -> None:
    """Wherever there is a place: no script that succeeds goes past the check."""
    random = Random(seed)
    placed = 0
    for _ in range(12):
        pieces = random.choices(PIECES, k=random.randint(1, 3))
        script = "".join(f"{piece}\n" for piece in ("#!/bin/sh", *pieces))
        text = add_call(script, is_shared=True)
        if text is None:
            continue
        placed += 1
        end = run_script(tmp_path, script, check_ends_with=0)
        assert run_script(tmp_path, text, check_ends_with=0) == end, script
        code = run_script(tmp_path, text, check_ends_with=9)[0]
        assert code == 9 or code == end[0] != 0, script
    assert placed
