"""The directive that a denial offers: it counts where it is written, and does no harm there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.text.regions import KINDS, open_regions
from tests.command.made import contract, event
from tests.command.test_hook import answer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONTRACT = contract("no-eval", pattern=r"\beval\(", **{"in": "code"}, file_glob="*")
ANYWHERE = contract("no-eval", pattern=r"\beval\(", file_glob="*")
OFFERS = [
    ("a.blade.php", "@php\n  eval(1);\n@endphp\n", "// phaser:ignore no-eval -- reason"),
    ("a.blade.php", "<?php\n  eval(1);\n", "// phaser:ignore no-eval -- reason"),
    ("a.blade.php", "<p>\n{{ eval(1) }}\n", "{{-- phaser:ignore no-eval --}}"),
    ("a.blade.php", "<p>\n@if (eval(1))\n", "{{-- phaser:ignore no-eval --}}"),
    ("a.blade.php", "<script>\neval(1)\n</script>\n", "{{-- phaser:ignore no-eval --}}"),
    ("a.erb", "<%\neval(1)\n%>\n", "# phaser:ignore no-eval -- reason"),
    ("a.erb", "<p>\n<%= eval(1) %>\n", "<%# phaser:ignore no-eval -- reason %>"),
    ("a.ejs", "<%\neval(1)\n%>\n", "// phaser:ignore no-eval -- reason"),
    ("a.heex", "<%\neval(1)\n%>\n", "# phaser:ignore no-eval -- reason"),
    ("a.jsp", "<%\neval(1)\n%>\n", "// phaser:ignore no-eval -- reason"),
    ("a.cshtml", "@{\neval(1);\n}\n", "// phaser:ignore no-eval -- reason"),
    ("a.cshtml", "@if (a) {\n  eval(1);\n}\n", "// phaser:ignore no-eval -- reason"),
    ("a.cshtml", "@{\n<p>\n@eval(1)\n</p>\n}\n", "@* phaser:ignore no-eval -- reason *@"),
    ("a.twig", "<p>\n{{ eval(1) }}\n", "{# phaser:ignore no-eval -- reason #}"),
    ("a.twig", "{{\neval(1)\n}}\n", "{# phaser:ignore-file no-eval -- reason #}"),
    ("a.yaml", "a: eval(1)\nb: 1\n", "# phaser:ignore no-eval -- reason"),
    ("a.yaml", "a: eval(1)\n  b\n", "# phaser:ignore-next-line no-eval -- reason"),
    ("a.yaml", "a: b\n  eval(1)\n  c\n", "# phaser:ignore-file no-eval -- reason"),
    ("a.py", "a = (\n  b + eval(1) + \\\n  c)\n", "# phaser:ignore-next-line no-eval -- reason"),
    ("a.py", 'a = f"""\n{eval(1)}\n"""\n', "# phaser:ignore-file no-eval -- reason"),
    ("a.ts", "a = `\n${eval(1)}\n`\n", "// phaser:ignore-file no-eval -- reason"),
    ("a.ps1", "eval(1) `\n  -b\n", "# phaser:ignore-next-line no-eval -- reason"),
    ("a.sh", "eval(1) \\\n  -b\n", "# phaser:ignore-next-line no-eval -- reason"),
    ("tsconfig.json", '{"a": eval(1)}\n', "// phaser:ignore no-eval -- reason"),
    ("a.md", "a\n`eval(1)`\n", "<!-- phaser:ignore no-eval -->"),
    ("a.md", "```sh\neval(1)\n```\n", "<!-- phaser:ignore-file no-eval -->"),
    ("a.md", "a\n\n    eval(1)\n", "<!-- phaser:ignore-file no-eval -->"),
    ("a.md", "---\na: eval(1)\n---\n", "<!-- phaser:ignore-file no-eval -->"),
]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(("path", "text", "comment"), OFFERS)
def test_what_is_offered_counts_and_is_a_comment(
    project: MakeProject, run: Run, path: str, text: str, comment: str
) -> None:
    root = project({}, contracts={"a.yaml": CONTRACT})
    line = text[: text.index("eval")].count("\n") + 1
    is_above = "ignore-next-line" in comment
    place = f"put above line {line}" if is_above else f"end line {line} with"
    place = "add to the file" if "ignore-file" in comment else place
    reason = denial_of(run, root, path=path, text=text)
    assert reason.split("Only if this is meant, ")[1] == f"{place}: {comment}"
    lines = text.split("\n")
    if "ignore-file" in comment:
        lines.insert(len(lines) if path in ("a.twig", "a.md") else 0, comment)
    elif is_above:
        lines.insert(line - 1, comment)
    else:
        lines[line - 1] += f" {comment}"
    written = "\n".join(lines)
    assert denial_of(run, root, path=path, text=written) == ""
    place_of_comment = written.index("phaser:ignore")
    assert open_regions(path, written).region_around(place_of_comment)[2] in KINDS["comments"]


MIXED = {
    "a.blade.php": (
        "@php\neval(1);\n@endphp\n{{ eval(1) }}\n",
        "end line 2 with: // phaser:ignore no-eval -- reason; "
        "end line 4 with: {{-- phaser:ignore no-eval --}}",
    ),
    "a.tsx": (
        "eval(1);\nexport const A = () => (\n  <p>\n    eval(2)\n  </p>\n);\neval(3);\n",
        "end line 1 and line 7 with: // phaser:ignore no-eval -- reason; "
        "end line 4, no blank before it, with: {/* phaser:ignore no-eval -- reason */}",
    ),
    "a.yaml": (
        "a: eval(1)\nb: eval(1)\n  c\n",
        "end line 1 with: # phaser:ignore no-eval -- reason; "
        "put above line 2: # phaser:ignore-next-line no-eval -- reason",
    ),
    "a.py": (
        'eval(1)\na = f"""\n{eval(1)}\n"""\n',
        "add to the file: # phaser:ignore-file no-eval -- reason",
    ),
}


@pytest.mark.parametrize("path", MIXED)
def test_of_lines_that_take_different_comments_each_is_offered_its_own(
    project: MakeProject, run: Run, path: str
) -> None:
    """`//` is text between tags, and Blade's own comment is none in a program."""
    root = project({}, contracts={"a.yaml": ANYWHERE})
    text, offer = MIXED[path]
    reason = denial_of(run, root, path=path, text=text)
    assert reason.split("Only if this is meant, ")[1] == offer


def test_a_line_that_was_not_looked_at_is_offered_no_comment(
    project: MakeProject, run: Run
) -> None:
    """Behind many lines of code one between tags was offered `//`."""
    root = project({}, contracts={"a.yaml": ANYWHERE})
    text = "eval(1);\n" * 11 + "export const A = () => <p>eval(2)</p>;\n"
    offer = "end each such line with: // phaser:ignore no-eval -- reason"
    assert offer not in denial_of(run, root, path="a.tsx", text=text)


def denial_of(run: Run, root: Path, path: str, text: str) -> str:
    """Return why an edit that writes *text* is denied; empty where it is not."""
    stdin = event("Write", cwd=root, file_path=root / path, content=text)
    output = answer(run("hook", stdin=stdin, cwd=root)).get("hookSpecificOutput", {})
    return str(output.get("permissionDecisionReason", ""))
