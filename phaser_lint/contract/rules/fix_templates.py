r"""What is wrong with a template for the place of a match, such as ``logger.info(\1)``."""

from __future__ import annotations

import regex

from phaser_lint.contract.model import Contract
from phaser_lint.text.globs.glob_syntax import spell_out_globs
from phaser_lint.text.languages import find_file_types
from phaser_lint.text.search.patterns import compile_pattern

_ELSEWHERE = regex.compile(r"\$(?:([1-9][0-9]?)|\{(\w+)\}|<(\w+)>)")
# In these nothing is called `$1`, as a parameter of a shell script is.
_WITHOUT_DOLLARS = frozenset(("python", "java", "go", "rust", "c", "csharp", "swift"))
_REFERENCE = regex.compile(r"\\(?:g<([^>]*)>|([1-9][0-9]?)|.)", regex.DOTALL)


def find_template_problem(template: str, contract: Contract) -> str:
    """Return what was expected instead of the *template* of a fix, or nothing if it is valid."""
    if template.endswith("\n"):
        return (
            "no line end at its end, as YAML's `|` and `>` add one; use single quotes, or `|-`, "
            r"and `\n` for a line end that is meant"
        )
    compiled = compile_pattern(contract.pattern, literal=contract.literal)
    names = {number: name for name, number in compiled.groupindex.items()}
    numbers = range(1, compiled.groups + 1)
    groups = [f"(?P<{names[number]}>)" if number in names else "()" for number in numbers]
    try:
        # regex reads a template only where there is a match: one of nothing, with those groups.
        regex.fullmatch("".join(groups), "").expand(template)
    except IndexError:
        references = [*map(str, numbers), *compiled.groupindex]
        has = f"it has {', '.join(references)}" if references else "it has none"
        matches = [*_REFERENCE.finditer(template)]
        unknown = [
            match for match in matches if (match[1] or match[2]) not in (None, "0", *references)
        ]
        reference = str(unknown[0][0]) if unknown else template
        return f"groups that the pattern has, not `{reference}`; {has}"
    except Exception as error:  # regex.error, and a KeyError for "\N{NOTHING}"
        return f"a template, with `\\1`, `\\g<name>`, and `\\\\` for a backslash; {error}"
    if any(match[1] or match[2] for match in _REFERENCE.finditer(template)):
        return ""
    # It may name a group as other languages do: "$1".
    for match in _ELSEWHERE.finditer(template):
        name = match[1] or match[2] or match[3]
        if name in (*map(str, numbers), *compiled.groupindex):
            reference = rf"\{name}" if name.isdigit() else rf"\g<{name}>"
            hint = "in the pattern `(?:` makes a group that has no number"
            return f"`{reference}` for a group; where `{match[0]}` is meant as text, {hint}"
    return ""


def find_template_doubt(template: str, contract: Contract) -> str:
    """Return what a fix's *template* hardly means where the pattern has no group, or nothing."""
    named = next((match[0] for match in _ELSEWHERE.finditer(template) if match[1]), "")
    if not named or compile_pattern(contract.pattern, literal=contract.literal).groups:
        return ""
    types = [kind for glob in spell_out_globs(contract.file_glob) for kind in find_file_types(glob)]
    if _WITHOUT_DOLLARS.isdisjoint(kind.lexer for kind in types):
        return ""
    return f"fix: `{named}` is text, as the pattern has no group; of `(…)` it is `\\{named[1:]}`"
