"""What a script is written in by its first line, as the kernel and ``env`` read it.

#!/usr/bin/python3.12 -u                     the program, whatever its version
#!/usr/bin/env -S VAR=x -u HOME python -u    what env starts
#!/usr/bin/env -S uv run --script            what a runner implies
#!/usr/bin/env -S npx --yes tsx              what a runner is told
#!/usr/bin/env nix-shell                     what the next line says
#!nix-shell -i python3 -p python3
"""

from __future__ import annotations

import re

from phaser_lint.core import Record
from phaser_lint.core.text import BOM
from phaser_lint.text.languages import FileType, find_file_types, find_type_by_lexer

# Programs by the ending of the files that they run.
_PROGRAMS = {
    "sh": "sh bash dash zsh ksh ash rbash mksh pdksh oksh lksh yash posh osh bats openrc-run"
    " runscript execlineb",
    "fish": "fish",
    "csh": "csh tcsh",
    "py": "python pythonw py pypy jython ipython bpython graalpy micropython sage snakemake scons"
    " waf xonsh vpython pytest fab nox marimo streamlit spark-submit pip-run",
    "js": "node nodejs gjs cjs qjs d8 v8 v8-shell rhino zx phantomjs babel-node electron"
    " javascript",
    # Deno takes a script without an ending for either.
    "ts": "deno tsx ts-node ts-node-esm ts-node-script ts-node-dev esno jiti swc-node vite-node",
    "coffee": "coffee cake",
    "rb": "ruby jruby macruby rbx mruby truffleruby rake irb crystal",
    "pl": "perl cperl",
    "raku": "raku rakudo perl6",
    "php": "php php-cgi hhvm",
    "lua": "lua luajit luau lune texlua resty tarantool luvit",
    "r": "rscript r littler",
    "jl": "julia",
    "exs": "elixir iex mix",
    "erl": "escript",
    "ps1": "pwsh powershell",
    "groovy": "groovy",
    "kts": "kotlin kotlinc kscript",
    "scala": "scala scala-cli amm",
    "java": "java jbang",
    "hs": "runhaskell runghc runhugs cabal",
    "rs": "rust-script run-cargo-script",
    "go": "go gorun yaegi",
    "cs": "dotnet-script",
    "fsx": "fsi",
    "swift": "swift",
    "dart": "dart",
    "d": "rdmd dub dmd ldc2 ldmd2",
    "c": "tcc crun cling",
    "nim": "nim nimr nimcr",
    "zig": "zig",
    "ml": "ocaml ocamlrun ocamlscript utop",
    "sql": "psql sqlite3 mysql duckdb",
    "awk": "awk gawk mawk nawk goawk",
    "sed": "sed gsed",
    "jq": "jq gojq jaq",
    "nu": "nu",
    "gp": "gnuplot",
    "mk": "make gmake bmake",
    "just": "just",
    "cmake": "cmake",
    "tcl": "tclsh wish expect jimsh",
    "scm": "guile gosh csi chicken bigloo scheme chez r6rs",
    "rkt": "racket",
    "lisp": "sbcl clisp ecl ccl newlisp",
    "el": "emacs",
    "clj": "clojure clj bb joker planck lumo nbb",
    "hy": "hy",
    "janet": "janet",
    "fnl": "fennel",
    "moon": "moon",
    "prolog": "swipl yap",
    "pike": "pike",
    "applescript": "osascript",
    "rexx": "rexx regina",
    "apl": "apl aplx dyalog",
    "ijs": "jconsole",
    "yml": "ansible-playbook ansible cwl-runner",
    "v": "v",
}


class Runner(Record):
    """A program that starts the one which reads the script.

    Its *words* and its options stand in front of that one; so do the values that its options take
    (*valued*). Some name it behind an option of theirs (*behind*). Where none is named that anybody
    knows, what it *implies* is the ending of the files that it runs.
    """

    implies: str = ""
    words: str = "run exec x"
    valued: str = ""
    behind: str = ""


_OF_PYTHON = Runner(
    "py",
    words="run exec tool x",
    valued="-p -C -P -f -i -e -n -c -s --with --with-editable --with-requirements --python"
    " --project --directory --env-file --extra --group --only-group --index --index-url"
    " --default-index --extra-index-url --find-links --from --spec --package --cache-dir"
    " --config-file --pip-args --env --environment --manifest-path --channel --name --prefix --cwd"
    " --exclude-newer --resolution --prerelease",
)
_OF_NODE = Runner(
    words="run exec x dlx",
    valued="-p --package -C --dir --cwd -F --filter -r --preload --env-file --node --using -w",
)
_OF_RUBY = Runner("rb", words="exec runner do in", valued="--gemfile -e --environment")
_RUNNERS = {
    "env": Runner(words="", valued="-u --unset -C --chdir -P -L -U -a --argv0"),
    **dict.fromkeys(
        ("nice", "nohup", "setsid", "time", "exec", "command", "busybox", "toybox", "stdbuf",
         "ionice", "timeout", "xvfb-run", "dumb-init", "tini", "sudo", "doas"),
        Runner(words="", valued="-n -c -i -o -e -s -f -u -g"),
    ),
    **dict.fromkeys(
        ("uv", "uvx", "pipx", "poetry", "pdm", "pipenv", "hatch", "rye", "pixi", "conda", "mamba",
         "micromamba", "pyenv", "coverage"),
        _OF_PYTHON,
    ),
    **dict.fromkeys(
        ("npx", "pnpx", "npm", "pnpm", "yarn", "bunx", "volta", "fnm", "nvm"), _OF_NODE
    ),
    "bun": _OF_NODE._replace(implies="js"),
    "nodemon": Runner("js", valued="-w --watch -e --ext", behind="-x --exec"),
    **dict.fromkeys(("bundle", "bundler", "rbenv", "rvm", "rails"), _OF_RUBY),
    **dict.fromkeys(("mise", "rtx", "guix", "chruby-exec", "op", "doppler"), Runner(behind="--")),
    **dict.fromkeys(("asdf", "direnv", "dotenv"), Runner(words="run exec .", valued="-f -e")),
    "nix-shell": Runner("sh", behind="-i"),
    "nix": Runner(behind="-c --command"),
    "cargo": Runner("rs"),
    "dotnet": Runner("cs", words="run script"),
    **dict.fromkeys(("xcrun", "mint"), Runner(valued="--sdk -sdk --toolchain")),
    "stack": Runner("hs", words="script exec", valued="--resolver --snapshot --package"),
    "osascript": Runner("applescript", behind="-l"),
}  # fmt: skip
# Whatever a program is that reads a script, it has to pass over that line: for nearly all of them
# "#" begins a comment.
_UNKNOWN = FileType("", ("#",))
# In Rust `#![allow(…)]` may stand first. The kernel reads 256 bytes.
_LINE = re.compile(r"#!(?![ \t]*\[)[ \t]*([^\r\n]{0,1000})")
_FURTHER_LINES = re.compile(r"(?:[ \t]*#![^\n]{0,1000}\n){1,20}")
_WORD = re.compile(r"(?:[^\s\"'\\]|\\.|\"(?:[^\"\\]|\\.)*\"|'[^']*'|[\"'\\])+")
_QUOTES = re.compile(r"[\"']|\\(?=[\"'\\\s])")
_SPLIT = re.compile(r"(?:-[iv0]*S|--split-string=?)")
_VERSIONED = re.compile(r"[a-z][a-z_+-]*[a-z]|[a-z]")
_VARIABLE_OR_NUMBER = re.compile(r"\w+=|\d")


# Of an ending that languages share, what only the second one has: MATLAB's `% x`, Prolog's `:- x`;
# and what only Objective-C or Perl has.
_OF_SECOND = {
    "c": re.compile(r"^[ \t]*(?:%|(?:function|classdef)\b)", re.MULTILINE),
    "perl": re.compile(r"^(?::-|[a-z]\w*(?:\([^\n#]*\))?[ \t]*:-)", re.MULTILINE),
}
_OF_FIRST = re.compile(
    r"^[ \t]*(?:[#@](?:import|include|interface|implementation)|use|sub)\b", re.MULTILINE
)


def choose_types_by_text(types: list[FileType], text: str) -> list[FileType]:
    """Return those of the *types* of a name that its *text* is of, or XML where it says so."""
    # In TypeScript nothing begins so: the translations of Qt.
    if text[:6].lstrip(BOM).startswith("<?xml") and (not types or types[0].lexer == "typescript"):
        return [find_type_by_lexer("xml")]
    of_second = _OF_SECOND.get(types[0].lexer) if len(types) > 1 else None
    is_second = of_second and of_second.search(text) and not _OF_FIRST.search(text)
    return types[1:] if is_second else types


def find_script_type(text: str) -> FileType | None:
    """Return the type of the script *text* by its first line; ``None`` where that begins with no
    ``#!``.

    Of one whose program nobody knows no more is known than that ``#`` begins a comment.
    """
    line = _LINE.match(text)
    if line is None:
        return None
    words, implied = _split_words(line[1]), ""
    while words:
        name = words.pop(0).replace("\\", "/").rpartition("/")[2].lower()
        versioned = _VERSIONED.match(name)
        names = (name, versioned[0] if versioned else name)
        runner = next((_RUNNERS[name] for name in names if name in _RUNNERS), None)
        if runner is None:
            endings = (
                ending
                for name in names
                for ending, programs in _PROGRAMS.items()
                if name in programs.split()
            )
            implied = next(endings, implied)
            break
        implied = runner.implies or implied
        words = _find_started_program(runner, words, text)
    return find_file_types(f"_.{implied}")[0] if implied else _UNKNOWN


def _find_started_program(runner: Runner, words: list[str], text: str) -> list[str]:
    """Return the program that a *runner* of these *words* starts, with what follows it; empty where
    it names none.
    """
    if runner.behind:
        # `#!nix-shell -i python3` stands on a line of its own.
        further_lines = _FURTHER_LINES.match(text, text.find("\n") + 1)
        words = [*words, *_split_words(further_lines[0] if further_lines else "")]
        options = runner.behind.split()
        places = [index for index, word in enumerate(words) if word in options]
        return words[places[-1] + 1 :] if places else []
    valued, passed_over = runner.valued.split(), runner.words.split()
    while words:
        split = _SPLIT.match(words[0])
        if split:
            words = [*_split_words(words[0][split.end() :]), *words[1:]]
        elif words[0] in valued:
            words = words[2:]
        elif (
            words[0].startswith(("-", "+"))
            or words[0] in passed_over
            or _VARIABLE_OR_NUMBER.match(words[0])
        ):
            words = words[1:]
        else:
            break
    return words


def _split_words(line: str) -> list[str]:
    return [_QUOTES.sub("", word) for word in _WORD.findall(line)]
