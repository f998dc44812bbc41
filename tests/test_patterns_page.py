"""The example of ``docs/patterns.md``, as it stands there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

PAGE = Path(__file__).parent.parent / "docs/patterns.md"
_FILE = re.compile(r"```(?:yaml|python)\n# (\S+)\n(.*?)```", re.DOTALL)
_RUN = re.compile(r"```console\n\$ phaser-lint (\S+)\n(.*?)```", re.DOTALL)


def test_a_scan_of_the_example_prints_what_the_page_shows(project: MakeProject, run: Run) -> None:
    """Its files, and what a scan says of them."""
    text, _, page_after = PAGE.read_text(encoding="utf-8").partition("## Overrides")
    files: dict[str, str | bytes] = dict(_FILE.findall(text))
    assert len(files) == 7
    root = project(files)
    ((command, printed),) = _RUN.findall(text)
    assert run(command, cwd=root) == (1, printed, "3 files checked\n")
    # The configuration further down is one that counts, too.
    configuration = dict(_FILE.findall(page_after))
    shared = {"shared/contracts/no-print.yaml": files[".claude/contracts/no-print.yaml"]}
    root = project({**files, **configuration, **shared})
    assert run(command, cwd=root)[:2] == (1, printed)


def test_a_rule_leaves_out_cells_in_other_languages(project: MakeProject, run: Run) -> None:
    """By what the page says that its pattern begins with."""
    (beginning,) = re.findall(r"`(\(\?<![^`]*%%[^`]*)`", PAGE.read_text(encoding="utf-8"))
    sources = [
        "%%bash\nprint(1)",
        " %%html\n<p onclick='print(1)'>",
        "%%time\nprint(1)",
        "print(1)",
    ]
    cells = [{"cell_type": "code", "source": source, "outputs": []} for source in sources]
    notebook = {"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}
    contract = {
        "rule_id": "no-print",
        "type": "forbid_pattern",
        "pattern": rf"{beginning}\bprint\(",
        "in": "code",
        "file_glob": "*.ipynb",
        "message": "m",
        "severity": "error",
    }
    contracts = {"a.yaml": json.dumps(contract)}
    root = project({"a.ipynb": json.dumps(notebook)}, contracts=contracts)
    cells_found = re.findall(r"cell (\d+)", run("scan", cwd=root).out)
    assert cells_found == ["3", "4"]
