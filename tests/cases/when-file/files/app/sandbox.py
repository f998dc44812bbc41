# sandboxed
import flask
eval("1")
