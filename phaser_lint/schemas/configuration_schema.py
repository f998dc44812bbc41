"""The schema of ``.phaser/config.yaml``."""

from __future__ import annotations

from phaser_lint.schemas import value_schemas as values
from phaser_lint.schemas.places import DRAFT, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.schemas.value_schemas import Schema


def configuration_schema() -> Schema:
    """Return the schema of the one document of the configuration."""
    return {
        "$schema": DRAFT,
        "$id": place_of("config"),
        "title": "The configuration of phaser-lint",
        **values.mapping(
            values.described({"include": values.ANY_TEXTS, "exclude": values.GLOBS}),
        ),
    }
