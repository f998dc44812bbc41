total = 1
