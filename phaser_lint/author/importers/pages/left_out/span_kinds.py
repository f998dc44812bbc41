"""What a code span of a line is: code, a keyword of languages, a flag, or what git calls so.

- Use `readonly` fields       a keyword, which no line of code lacks
- Pass `-q` to it             a flag of what is run
- Call it `fix: a`            what a commit is called
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.author.importers.pages.code.span_patterns import is_command, is_known_code
from phaser_lint.author.importers.pages.left_out.word_signs import PROGRAMS

# Words of many languages, which no line has but in its code
KEYWORD = re.compile(
    r"abstract|async|async/await|await|break|case|catch|class|const|continue|def|default|defer|do"
    r"|else|enum|export|extends|extern|final|finally|fn|for|foreach|func|function|if|implements"
    r"|import|in|inline|instanceof|interface|internal|is|is not|lambda|lateinit|let|match|mod|mut"
    r"|namespace|new|not|null|nil|None|override|package|partial|pass|private|protected|pub|public"
    r"|raise|readonly|record|return|sealed|self|static|struct|super|switch|this|throw|throws|trait"
    r"|True|False|true|false|try|try/catch|type|typeof|undefined|unsafe|use|using|val|var|virtual"
    r"|void|volatile|when|where|while|with|yield"
)
# `-q`, `--no-color`; in a style sheet `--accent` is a variable.
FLAG = re.compile(r"-[A-Za-z]{1,2}|--[a-z][a-z-]*(?:[= ]\S+)?|-[a-z]{3,}")
OF_STYLES = re.compile(
    r"\b(?:css|variables?|tokens?|themes?|colou?rs?|custom propert(?:y|ies)|styles?"
    r"|naming|names?)\b",
    re.I,
)
# `nodes`, `fix stuff`, `d` are words; `/goal` may be what is written in a chat.
_PLAIN_SPAN = re.compile(
    r"(?!(?:just|make|gem|rake|task|pip)file$)[a-z]+(?: [a-z]+)*|[A-Za-z]|/[a-z][\w:-]*"
)
_CALLED = re.compile(
    r"`([^`\s]+)` (?:director(?:y|ies)|folders?|files?|packages?)\b", re.IGNORECASE
)
# What a commit or a branch is called, also where that looks like code
OF_GIT = re.compile(
    r"(?:feat|fix|docs|chore|refactor|tests?|perf|ci|build|style|hotfix|bugfix|feature|release)"
    r"(?:$|[(:/!].*)|main|master|develop|(?:closes|fixes|resolves|refs)\b.*|[\w-]+-by\b.*"
    r"|<?type>?\W.*|--?[a-z][\w-]*",
    re.IGNORECASE,
)


# `nf-core schema build`, `black --check .`, `source .venv/bin/activate`: words, and what looks run
RUN_LOOK = re.compile(
    r"(?:source|export|sudo|env|cd) \S.*|[a-z]+-[a-z-]+(?: [a-z][a-z-]*){1,3}"
    r"|[a-z]+(?: [a-z]+)? (?:push|pull|run|build|start|migrate|sync|deploy|install|create|list"
    r"|revert|init)"
    r"(?: [a-z]+)?|corepack \S+ \S+"
    r"|[a-z][\w-]*(?: [a-z][\w:-]*)* --?[a-zA-Z][\w-]*(?:[ =]\S+)*|\./\S+ --?[a-z]\S*"
)
# Start the server with `./start.sh`
RUNS_SCRIPT = re.compile(r"\W*(?:re)?(?:start|stop|run|launch|build|deploy)\b", re.IGNORECASE)
SCRIPT = re.compile(r"\./\S+\.(?:sh|py|rb|ps1|bat)")


def list_code(spans: Sequence[str], text: str) -> list[str]:
    """Return those of *spans* that are code, or what *text* of a page's line calls a folder, a file
    or a package; no word that is only quoted is, nor the bare name of a program that is run.
    """
    named_spans = _CALLED.findall(text) if spans else ()
    return [
        span
        for span in spans
        if is_command(span)
        or (
            span not in PROGRAMS
            and span != "try/catch"
            and (is_known_code(span) or span in named_spans or not _PLAIN_SPAN.fullmatch(span))
        )
    ]


def are_keywords_or_flags(spans: Sequence[str]) -> bool:
    """Tell whether all *spans* of a page's line are keywords of a language or a program's flags."""
    return bool(spans) and all(KEYWORD.fullmatch(span) or FLAG.fullmatch(span) for span in spans)
