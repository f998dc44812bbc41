x = 1  # assert x
print(x)
