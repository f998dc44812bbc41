"""JSON Schemas (draft-07) of what people write for the program, so that editors know it too."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from phaser_lint.contract.schemas.contract_schema import (
    make_configuration_schema,
    make_contract_schema,
)
from phaser_lint.contract.schemas.value_schemas import Schema

SCHEMAS: Mapping[str, Callable[[], Schema]] = {
    "contract": make_contract_schema,
    "config": make_configuration_schema,
}


def render_schema(name: str) -> str:
    """Return the schema *name* as the text of a file, ending in a newline."""
    return f"{json.dumps(SCHEMAS[name](), indent=2)}\n"
