# open(a, 'w')
s = "open(b, 'w')"
open(c, 'w')
open(d)
