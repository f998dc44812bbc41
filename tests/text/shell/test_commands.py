"""Which commands a shell's text holds: compared with what a shell runs."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from phaser_lint.text.shell.commands import parse_commands
from phaser_lint.text.shell.words import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BASH = shutil.which("bash")
# A text, and the words of its commands.
TEXTS: dict[str, list[list[str]]] = {
    "": [],
    "# git commit": [],
    "a b": [["a", "b"]],
    "a 'b c' \"d e\" f\\ g": [["a", "b c", "d e", "f g"]],
    "a b#c '#d' #e": [["a", "b#c", "#d"]],
    "a; b && c || d | e & f": [["a"], ["b"], ["c"], ["d"], ["e"], ["f"]],
    "a\nb": [["a"], ["b"]],
    "a \\\n b": [["a", "b"]],
    "a $x \"$y\" ${z:-'}'} $((1<<2))": [["a", HIDDEN, HIDDEN, HIDDEN, HIDDEN]],
    'a "it\'s" b': [["a", "it's", "b"]],
    "a $'it\\'s\\n' b": [["a", "it's\n", "b"]],
    'a "$(b \'c)\' "d")" e': [["b", "c)", "d"], ["a", HIDDEN, "e"]],
    "a `b \\`c\\``": [["c"], ["b", HIDDEN], ["a", HIDDEN]],
    "a <(b) >(c)": [["b"], ["c"], ["a", HIDDEN, HIDDEN]],
    "(a; b); { c; }": [["a"], ["b"], ["c"]],
    "if a; then b; elif c; then d; else e; fi": [["a"], ["b"], ["c"], ["d"], ["e"]],
    "while a; do b; done; until c; do d; done": [["a"], ["b"], ["c"], ["d"]],
    "case $x in a|'b') c;; (d) e;& *) f; esac; g": [["c"], ["e"], ["f"], ["g"]],
    "case $x\nin a) b ;;\nesac": [["b"]],
    "if a; then case $x\nin b) c;; esac; fi": [["a"], ["c"]],
    "echo case in\nin b": [["echo", "case", "in"], ["in", "b"]],
    "x=$(case a in a) b;; esac)": [["b"]],
    "f() { a; }; function g { b; }; f": [["a"], ["b"], ["f"]],
    "[[ $a < b && (c) ]] && d": [["[["], ["d"]],
    "((i++)); for ((i=0; i<1; i++)); do a; done": [["for"], ["a"]],
    "x=(a b 'c d') y=1; e": [["e"]],
    "! a; time -p b; coproc c": [["a"], ["b"], ["c"]],
    "cat <<E\na 'b\nE\nc": [["cat"], ["c"]],
    "cat <<-'E' <<F; d\n\ta\n\tE\nb\nF\nc": [["cat"], ["d"], ["c"]],
    "a \"$(cat <<'E'\nb ) ' \"\nE\n)\" c": [["cat"], ["a", HIDDEN, "c"]],
    "a <<< 'b c' d": [["a", "d"]],
    "sudo -u x -E a b": [["a", "b"]],
    "env -i A=1 nice -n 5 nohup a": [["a"]],
    "uv run --frozen a b; uv sync; uvx -p 3.12 a": [["a", "b"], ["uv", "sync"], ["a"]],
    "python3 -W ignore -m a b; python a b": [["a", "b"], ["python", "a", "b"]],
    "env -S 'A=1 a b' 'c d'": [["sh", "-c", "env A=1 a b 'c d'"], ["a", "b", "c d"]],
    "npx -c 'a; b'": [["sh", "-c", "a; b"], ["a"], ["b"]],
    "command a; command -v b": [["a"], ["command", "-v", "b"]],
    "sh -c 'a; b' c": [["sh", "-c", "a; b", "c"], ["a"], ["b"]],
    "sh -c \"sh -c 'a'\"": [["sh", "-c", "sh -c 'a'"], ["sh", "-c", "a"]],
    "sh script a": [["sh", "script", "a"]],
    "bash -euo pipefail -c 'a' b": [["bash", "-euo", "pipefail", "-c", "a", "b"], ["a"]],
    "sh -c $x; sh -o c a": [["sh", "-c", HIDDEN], ["sh", "-o", "c", "a"]],
    "a b{c,d}e {f} {g,} '{h,i}' {j\\,k}": [["a", "bce", "bde", "{f}", "g", "{h,i}", "{j,k}"]],
    "a {b{1,2},c}{d,e}": [["a", "b1d", "b1e", "b2d", "b2e", "cd", "ce"]],
    "a {b,c {d,{e} ${f:-{g,h}}": [["a", "{b,c", "{d,{e}", HIDDEN]],
    "a {b,'c d'}\"{e,f}\" x={1,2}": [["a", "b{e,f}", "c d{e,f}", "x=1", "x=2"]],
    "X={1,2} a; {b,c}": [["a"], ["b", "c"]],
    "a " + "{b,c}" * 20: [],
    "a " + "{" * 100_000: [["a", "{" * 100_000]],
    # What no shell would run.
    "a 'b": [],
    'a; b "': [],
    "a $(b": [],
    "a )": [],
    "cat <<E\na": [],
    "a; (b": [],
    "a `b": [],
    "$(" * 200 + ")" * 200: [],
}


@pytest.mark.parametrize("text", TEXTS)
def test_the_commands_of_a_text(text: str) -> None:
    commands = parse_commands(text)
    assert [[word.text for word in command.words] for command in commands] == TEXTS[text]


# A text, and of its last command the variables and the folder.
PLACES: dict[str, tuple[dict[str, str], str | None]] = {
    "a": ({}, ""),
    "X=1 a": ({"X": "1"}, ""),
    "X=1; a": ({}, ""),
    "X=1 Y='b c' a": ({"X": "1", "Y": "b c"}, ""),
    "export X=1; a": ({"X": "1"}, ""),
    "X=1; export X; X=2; a": ({"X": "2"}, ""),
    "declare -x X=1; a": ({"X": "1"}, ""),
    "export X=1; unset X; a": ({}, ""),
    "export X=1; export -n X; a": ({}, ""),
    "declare -gx X=1; a": ({"X": "1"}, ""),
    "readonly X=1; a": ({}, ""),
    "readonly X=1; export X; a": ({"X": "1"}, ""),
    "export X=1 Y=2; env -u X a": ({"Y": "2"}, ""),
    "export X=1 Y=2; env --unset=X -uY Z=3 a": ({"Z": "3"}, ""),
    "export X=1; env -i Y=2 a": ({"Y": "2"}, ""),
    "export X=1; env - a": ({}, ""),
    "X={1,2} a": ({"X": "{1,2}"}, ""),
    "(export X=1); a": ({}, ""),
    "export X=1; (a)": ({"X": "1"}, ""),
    "export X=1; sh -c 'Y=2 a'": ({"X": "1", "Y": "2"}, ""),
    "env X=1 a": ({"X": "1"}, ""),
    "X=$y a": ({"X": HIDDEN}, ""),
    "cd b; a": ({}, "b"),
    "cd b && cd ../c && a": ({}, "b/../c"),
    "cd /b; cd c; a": ({}, "/b/c"),
    "(cd b); a": ({}, ""),
    "cd 'b c'; a": ({}, "b c"),
    "cd \"$x\"; a": ({}, None),
    "cd $x; cd /b; a": ({}, "/b"),
    "cd -; a": ({}, None),
    "cd; a": ({}, None),
    "cd -- b; a": ({}, "b"),
    "pushd b; a": ({}, "b"),
    "pushd b; popd; a": ({}, None),
    "env -C b a": ({}, None),
}  # fmt: skip


@pytest.mark.parametrize("text", PLACES)
def test_where_a_command_runs(text: str) -> None:
    command = parse_commands(text)[-1]
    assert command.name == "a"
    assert (command.variables, command.folder) == PLACES[text]


WORDS = {
    "a*": "a*", "'a*'": "", "a'*'?": "a[*]?", "[ab].py": "[ab].py", "\\*": "", "a": "",
    '"$x"*': f"{HIDDEN}*",
}  # fmt: skip


@pytest.mark.parametrize("word", WORDS)
def test_only_what_is_not_quoted_is_a_wildcard(word: str) -> None:
    assert parse_commands(f"x {word}")[0].words[1].pattern == WORDS[word]


REDIRECTIONS = {
    "a > b": [(">", "b")],
    "a>>b 2>c": [(">>", "b"), (">", "c")],
    "a &> b <c": [("&>", "b"), ("<", "c")],
    "a 2>&1 >| 'b c'": [(">&", "1"), (">|", "b c")],
    "> b": [(">", "b")],
    "for x in a; do b; done > c": [(">", "c")],
    "a '>' b": [],
    "cat <<E > b\n> c\nE": [(">", "b")],
}


@pytest.mark.parametrize("text", REDIRECTIONS)
def test_a_command_tells_where_its_output_goes(text: str) -> None:
    redirections = parse_commands(text)[-1].redirections
    assert [(each.operator, each.target.text) for each in redirections] == REDIRECTIONS[text]


# Drawn texts in a real shell: a program notes how it was called.

NOTES = """\
import json, os, sys
with open(os.environ["NOTES"], "a") as file:
    file.write(json.dumps([sys.argv[1:], os.environ.get("X", "")]) + "\\n")
"""
QUOTED = (
    "a", "'b c'", '"d e"', "f\\ g", "h#i", "'#j'", "\"it's\"", "$'k\\'l'", "-n", "'$(note x)'",
    "''", "u{v,w}", "{x,'y z'}\"{,}\"",
    '"\\"m\\""', "'(n'", '"o) ;"', "p'q'r", "\\$s", "t", "--u=v", "'|' ';'",
)  # fmt: skip


def drawn_text(draw: random.Random, depth: int = 0) -> str:
    """A text each command of which is run, once."""
    arguments = " ".join(draw.choices(QUOTED, k=draw.randint(0, 4)))
    simple = f"note {arguments}".rstrip()
    if depth > 3 or draw.random() < 0.3:
        return simple

    def inner() -> str:
        return drawn_text(draw, depth + 1)

    forms: list[Callable[[], str]] = [
        lambda: f"{inner()}; {inner()}",
        lambda: f"{inner()} && {inner()}",
        lambda: f"{inner()}\n{inner()}",
        lambda: f"( {inner()})",
        lambda: f"{{ {inner()}; }}",
        lambda: f"if true; then {inner()}; fi",
        lambda: f"for i in 1; do\n{inner()}\ndone",
        lambda: f"case x in a|x) {inner()};; esac",
        lambda: f"X=1 {simple}",
        lambda: f"(export X=2; {inner()})",
        lambda: f"env X=3 {simple}",
        lambda: f"command {simple}",
        lambda: f'true "$( {inner()})" x',
        lambda: f"true $( {inner()}\n)",
        lambda: f"{{ {simple} <<E\nnote decoy ' \" #\n E\nE\n}}",
        lambda: f"{{ {simple} <<-'E' > /dev/null # note '\n\tnote decoy $( ` ' \"\n\tE\n}}",
        lambda: f"# note decoy ' (\n{inner()}",
        lambda: f"[[ a < b && (x == x) ]] && {simple}",
        lambda: f"y=(note decoy); {simple}",
        lambda: f": $((1<<2)) ${{z:-note}} && {simple}",
        lambda: f"{simple} \\\n  more",
    ]
    return draw.choice(forms)()


@pytest.mark.skipif(BASH is None, reason="no bash")
@pytest.mark.parametrize("number", [15, pytest.param(40, marks=pytest.mark.slow)])
def test_drawn_texts_are_read_as_bash_runs_them(tmp_path: Path, number: int) -> None:
    """The same calls, with the same words and variable."""
    program = tmp_path / "note"
    (tmp_path / "note.py").write_text(NOTES)
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -I -S {tmp_path}/note.py "$@"\n')
    program.chmod(0o755)
    draw = random.Random(20)
    for place in range(number):
        text = drawn_text(draw)
        notes = tmp_path / f"{place}.jsonl"
        environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "NOTES": str(notes)}
        subprocess.run([str(BASH), "-c", text], env=environment, check=False, capture_output=True)
        calls = [json.loads(line) for line in notes.read_text().splitlines()]
        commands = [command for command in parse_commands(text) if command.name == "note"]
        read_calls = [
            [[word.text for word in command.arguments], command.variables.get("X", "")]
            for command in commands
        ]
        assert sorted(read_calls) == sorted(calls), text
