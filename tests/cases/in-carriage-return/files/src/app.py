x
# x
# y
