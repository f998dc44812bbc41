from flask import request

eval("1")
