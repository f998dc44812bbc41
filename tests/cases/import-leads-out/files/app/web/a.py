from .... import x
from ... import x
