print("old")
print("new")
