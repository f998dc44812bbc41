"""The schema of ``.phaser/config.yaml``."""

from __future__ import annotations

from phaser_lint.contract.packs import PACKS
from phaser_lint.contract.schemas import value_schemas as values
from phaser_lint.contract.schemas.places import DRAFT, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.schemas.value_schemas import Schema

_PACK = values.mapping(
    values.described({"pack": values.one_of(PACKS)}),
    required=("pack",),
)


def configuration_schema() -> Schema:
    """Return the schema of the one document of the configuration."""
    return {
        "$schema": DRAFT,
        "$id": place_of("config"),
        "title": "The configuration of phaser-lint",
        **values.mapping(
            values.described(
                {
                    "include": _include(),
                    "exclude": values.GLOBS,
                    "directives_as_text": values.GLOBS,
                }
            ),
        ),
    }


def _include() -> Schema:
    one = [values.TEXT, _PACK]
    return {"anyOf": [*one, {"type": "array", "items": {"anyOf": one}}, {"type": "null"}]}
