from core.db import client
import core.web
from core import (
    web,  # db
)
import app.db.errors
'import app.db'
# import app.db
