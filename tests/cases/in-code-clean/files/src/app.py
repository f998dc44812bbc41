# print(1)
last = "print(2)"
