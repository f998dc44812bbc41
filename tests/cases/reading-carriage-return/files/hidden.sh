# note'
eval(x)
# '
