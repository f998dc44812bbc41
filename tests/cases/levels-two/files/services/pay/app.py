print(1)
# TODO
