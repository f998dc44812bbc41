"""Where editors find the schemas: in the repository, as they are on its main branch."""

from __future__ import annotations

# What language servers for YAML read in every version.
DRAFT = "http://json-schema.org/draft-07/schema#"
_FOLDER = "https://raw.githubusercontent.com/phaser-lint/phaser-lint/main/docs/schema"


def place_of(name: str) -> str:
    """Return where the schema *name* is found, ``contract`` or ``config``."""
    return f"{_FOLDER}/{name}.json"
