print(1); print(2, file=f)
print(  # file=
    3)
print(  # why (
    4, file=g)
a = b
 b = c; x = d
