import os

eval("1")
