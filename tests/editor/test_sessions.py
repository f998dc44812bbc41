"""Sessions made up by chance: in the end the editor shows what scans of the same files say."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH, parse_baseline, render_baseline
from phaser_lint.core.text import BOM
from phaser_lint.editor.line_table import LineTable
from phaser_lint.editor.uris import make_file_uri

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.check.comparison.baseline_file import Entries
    from tests.conftest import Git, MakeProject, Run
    from tests.editor.editor import Editor

PATHS = ("a.py", "b.py", "src/c.py", "src/d e.py", "docs/é.md", "n.txt", "build/g.py", "x.ipynb")
PIECES = (
    "print(1)\n", "  print(x, 'é')\n", "eval(😀)\n", "\tTODO: 😀 later\r\n", "ok = 1\n", "\r",
    "\n", "print(2)  # phaser:ignore no-print\n", "# phaser:ignore-next-line no-eval, nothing\n",
    "\u2028", "x\u0085y\x0b\x0c\n", "# phaser:ignore-file todo -- why\n", "Copyright\n", BOM, "é",
    '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", '
    '"source": ["print(1)\\n", "eval(2)"], "outputs": [], "metadata": {}}]}',
)  # fmt: skip
CONTRACTS = {
    "no-print": "type: forbid_pattern\npattern: '\\bprint\\('\nfile_glob: ['*.py', '*.ipynb']",
    "no-eval": "type: forbid_pattern\npattern: 'eval\\(.{0,3}'\nfile_glob: ['*', '!n.txt']",
    "todo": "type: file_not_contains\npattern: 'TODO'\nfile_glob: '*'",
    "licence": "type: require_pattern\npattern: 'Copyright'\nfile_glob: 'src/*'",
    "returns": "type: forbid_pattern\npattern: '\\r'\nfile_glob: '*.md'",
    "blanks": "type: forbid_pattern\npattern: '\\n{2,}'\nfile_glob: '**'",
    "short": "type: file_limits\nmax_lines: 4\nfile_glob: '*'",
    "names": "type: file_name\npattern: '[a-z]+\\.[a-z]+'\nfile_glob: '*'",
    "gone": "type: file_not_exists\nfile_glob: 'b.py'",
    "listed": "type: items_listed\npattern: 'ok|later'\nfile_glob: '*.py'\nlisted_in: 'docs/*'",
    "pair": "type: file_pair\nfile_glob: 'src/*.py'\npartner: 'docs/{stem}.md'",
}
IGNORED = ("", "", "", "build/\n", "*.txt\nsrc/\n", "b.py\n")
CONFIGURED = (
    "",
    "",
    "",
    "directives_as_text: a.py\n",
    "exclude: ['src/']\n",
    "exclude: 3\n",
    "include: [{pack: debuggers}]\n",
)


class Session:
    """An editor at work on a project, and everybody else beside."""

    def __init__(
        self, editor: Editor, root: Path, git: Git, run: Run, chance: random.Random
    ) -> None:
        self.editor, self.root, self.git, self.run, self.chance = editor, root, git, run, chance
        self.texts: dict[str, str] = {}
        self.version = 1
        self.encoding = chance.choice(("utf-8", "utf-16", "utf-32"))
        offered = {"general": {"positionEncodings": [self.encoding]}}
        editor.start(root, capabilities=offered)

    def some_text(self) -> str:
        """A text of a few pieces."""
        return "".join(self.chance.choices(PIECES, k=self.chance.randrange(9)))

    def open(self) -> None:
        """Open a file as it is on disk, or a new one."""
        path = self.chance.choice(PATHS)
        if path not in self.texts:
            file = self.root / path
            text = file.read_bytes().decode() if file.is_file() else self.some_text()
            self.texts[path] = text
            document = {"uri": self.uri(path), "languageId": "x", "version": 1, "text": text}
            self.editor.tell("textDocument/didOpen", {"textDocument": document})

    def uri(self, path: str) -> str:
        """The URI of a file of the project."""
        return make_file_uri(str(self.root / path))

    def change(self) -> None:
        """Change an open text in some places at once."""
        if not self.texts:
            return
        path, changes = self.chance.choice([*self.texts]), []
        for _ in range(self.chance.randrange(1, 4)):
            text = self.texts[path]
            start, end = sorted(self.chance.choices(range(len(text) + 1), k=2))
            place = LineTable(text, self.encoding).range(start, end)
            table = LineTable(text, self.encoding)
            start, end = table.offset(place["start"]), table.offset(place["end"])
            new = self.some_text()
            changes.append({"range": place, "text": new})
            self.texts[path] = text[:start] + new + text[end:]
        self.tell_change(path, changes)

    def tell_change(self, path: str, changes: list[Any]) -> None:
        """Tell the server of changes."""
        self.version += 1
        identifier = {"uri": self.uri(path), "version": self.version}
        parameters = {"textDocument": identifier, "contentChanges": changes}
        self.editor.tell("textDocument/didChange", parameters)

    def save(self) -> None:
        """Save an open text."""
        if self.texts:
            path = self.chance.choice([*self.texts])
            self.write(path)
            self.editor.save(self.root / path)

    def write(self, path: str) -> None:
        """Write an open text to the disk."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(self.texts[path].encode())

    def close(self) -> None:
        """Close a text."""
        if self.texts:
            path = self.chance.choice([*self.texts])
            del self.texts[path]
            self.editor.close(self.root / path)

    def beside(self) -> None:
        """Somebody writes or deletes a file, and tells nobody."""
        file = self.root / self.chance.choice(PATHS)
        if self.chance.random() < 0.2:
            file.unlink(missing_ok=True)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self.some_text().encode())

    def contract(self) -> None:
        """A contract comes, goes or changes, at the root or below."""
        rule_id = self.chance.choice([*CONTRACTS])
        level = self.chance.choice(("", "", "src/"))
        file = self.root / f"{level}.claude/contracts/{rule_id}.yaml"
        if file.exists() and self.chance.random() < 0.5:
            file.unlink()
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        severity = self.chance.choice((*["error"] * 5, *["warning"] * 3, "nonsense"))
        text = f"rule_id: {rule_id}\n{CONTRACTS[rule_id]}\nmessage: No.\nseverity: {severity}\n"
        file.write_text(text)

    def settings(self) -> None:
        """What git ignores, and the configuration, change."""
        (self.root / ".gitignore").write_text(self.chance.choice(IGNORED))
        (self.root / ".phaser").mkdir(exist_ok=True)
        (self.root / ".phaser/config.yaml").write_text(self.chance.choice(CONFIGURED))

    def baseline(self) -> None:
        """Today's violations are written down, or forgotten."""
        if self.chance.random() < 0.5:
            self.run("baseline", cwd=self.root)
        else:
            (self.root / ".phaser/baseline.jsonl").unlink(missing_ok=True)

    def commit(self) -> None:
        """What is on the disk is committed."""
        self.git(self.root, "add", "-A")
        self.git(self.root, "commit", "-q", "--allow-empty", "-m", "More")

    def checkout(self) -> None:
        """Another branch, or the commit before, is checked out over what there is."""
        commits = self.git(self.root, "rev-list", "--all").split()
        if commits:
            self.git(self.root, "checkout", "-q", "-f", self.chance.choice(commits))

    def watched(self) -> None:
        """The editor tells that files changed."""
        self.editor.tell("workspace/didChangeWatchedFiles", {"changes": []})

    def step(self) -> None:
        """Do something."""
        often = [*[self.open] * 4, *[self.change] * 8, *[self.save] * 3, *[self.contract] * 3]
        seldom = [self.close, self.settings, self.baseline, self.commit, self.checkout]
        self.chance.choice([*often, *seldom, self.beside, self.watched])()

    def expected(self) -> dict[str, list[Any]]:
        """What the scans say of each open text, which is on the disk.

        Which of the contracts the change made weaker a commit asks, and no editor.
        """
        # One beside the project counts as it is; of others those entries that HEAD has do not.
        added = self.root.parent / "added.jsonl"
        added.write_text(render_baseline(self.added_entries()))
        all_violations = self.scanned("--no-baseline")
        since = self.scanned("--since", "HEAD", "--allow-weaker", "--baseline", str(added))
        diagnostics_by_path: dict[str, list[Any]] = {path: [] for path in self.texts}
        for violation in all_violations:
            path = violation["path"]
            if path in diagnostics_by_path:
                old = not is_in(violation, since)
                diagnostics_by_path[path].append(
                    self.diagnostic(violation, self.texts[path], old=old)
                )
        return diagnostics_by_path

    def added_entries(self) -> Entries:
        """What the baseline on the disk lists more often than that of HEAD."""
        if not (self.root / DEFAULT_PATH).exists():
            return {}
        on_disk = parse_baseline((self.root / DEFAULT_PATH).read_bytes(), display_path="")
        committed: Entries = {}
        if self.git(self.root, "ls-tree", "--name-only", "HEAD", DEFAULT_PATH):
            text = self.git(self.root, "show", f"HEAD:{DEFAULT_PATH}")
            committed = parse_baseline(text.encode(), display_path="")
        return {key: on_disk[key] for key in on_disk if committed.get(key, 0) < on_disk[key]}

    def scanned(self, *flags: str) -> list[Any]:
        """The violations of a scan of the project, which leaves out what git ignores."""
        outcome = self.run("scan", "--format", "json", *flags, cwd=self.root)
        assert outcome.out, outcome.err
        violations: list[Any] = json.loads(outcome.out)["violations"]
        return violations

    def diagnostic(self, violation: Any, text: str, *, old: bool) -> tuple[Any, ...]:
        """Id, severity and range of what a scan has found."""
        severity = 4 if old else {"error": 1, "warning": 2}[violation["severity"]]
        if violation["line"] is None:
            place = 0, len(re.split(r"[\r\n]", text, maxsplit=1)[0])
        else:
            place = (
                offset_of(text, violation["line"], violation["column"]),
                offset_of(text, violation["end_line"], violation["end_column"]),
            )
        return violation["rule_id"], severity, LineTable(text, self.encoding).range(*place)

    def shown(self) -> dict[str, list[Any]]:
        """What the editor shows of each open text, but for information."""
        return {
            path: [
                (diagnostic["code"], diagnostic["severity"], diagnostic["range"])
                for diagnostic in self.editor.shown.get(self.uri(path), ())
                if "code" in diagnostic
            ]
            for path in self.texts
        }


def is_in(violation: Any, violations: list[Any]) -> bool:
    """Whether a scan names it, or what is shown once a file, at some other place."""
    if violation["rule_id"] == "todo":
        names = ("rule_id", "path", "level")
        return any(
            all(scanned_violation.get(name) == violation.get(name) for name in names)
            for scanned_violation in violations
        )
    return any(
        {**scanned_violation, "fingerprint": ""} == {**violation, "fingerprint": ""}
        for scanned_violation in violations
    )


def offset_of(text: str, line: int, column: int) -> int:
    """How many characters stand before a place of a report."""
    line_starts = [0, *(line_end.end() for line_end in re.finditer(r"\r\n?|\n", text))]
    return line_starts[line - 1] + column - 1 + (line == 1 and text.startswith(BOM))


def check_session(editor: Editor, root: Path, git: Git, run: Run, seed: int) -> None:
    """A session, in the end of which what is shown is compared with what scans say."""
    session = Session(editor, root, git, run, random.Random(seed))
    for first_step in [*[session.contract] * 6, *[session.beside] * 4, session.open]:
        first_step()
    for _ in range(session.chance.randrange(5, 30)):
        session.step()
    for path in session.texts:
        session.write(path)
    if not git(root, "rev-list", "--all").strip():
        session.commit()
    for path in session.texts:
        session.tell_change(path, [])
    expected = session.expected()
    editor.eventually(lambda: session.shown() == expected)
    assert session.shown() == expected, f"seed {seed}"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("seed", range(10))
def test_a_session_ends_with_the_verdict_of_a_scan(
    editor: Editor, project: MakeProject, git: Git, run: Run, seed: int
) -> None:
    """Whatever happened, in whatever order, and whatever the client sent."""
    check_session(editor, project({}), git, run, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 300))
def test_many_sessions_end_with_the_verdict_of_a_scan(
    editor: Editor, project: MakeProject, git: Git, run: Run, seed: int
) -> None:
    """As above."""
    check_session(editor, project({}), git, run, seed)
