# eval(x)
: x
