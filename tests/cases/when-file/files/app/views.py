import flask

eval(flask.request.data)
