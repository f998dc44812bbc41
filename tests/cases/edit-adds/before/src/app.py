x = 1
pass
