import typing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .db import Row

if typing.TYPE_CHECKING:
    import src.db.rows
else:
    import src.db.client
