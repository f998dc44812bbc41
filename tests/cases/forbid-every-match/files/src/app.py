print(1); print(2)
x = 1
    print(3)
