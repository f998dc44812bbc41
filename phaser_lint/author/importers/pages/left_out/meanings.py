"""What the reasons for which a line of a page is left out mean."""

from __future__ import annotations

MEANINGS: dict[str, str] = {
    "not in English": "only English is read",
    "command": "it names what is to be run",
    "process": "it is about what somebody does: only what files show can be a contract",
    "taste": "somebody has to judge it",
    "condition": "it holds in some cases only: unless_match, when_file or inside may say which",
    "description": "no word of it demands anything: it may only say what is there",
    "code": "it names code or a path, and says what to do with it in no form that is sure",
    "number": "it has a number, in no form that is sure",
    "types": "it is about types, which a pattern sees only where they are written",
    "file name": "it is about names of files, in no form that is sure: file_name may say it",
    "formatter": "a formatter or a linter is set to it, and checks it",
    "compiler": "a compiler is set to it, and checks it",
    "syntax": "it is about parts of code: in, inside, each_block or file_name may say it",
    "form": "its form, or what stands above it, may change what it says: make it an item by itself",
    "not sure to be code": "what it names may be a word, a name of something else or an example",
    "not understood": "it names nothing that a file holds; an agent may know what is meant",
}
"""What the reasons mean that do not say it themselves."""
