print(1)
pass
