# note eval(x)eval(x)eval(x)eval(x)
