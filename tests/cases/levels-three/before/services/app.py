eval(1)
