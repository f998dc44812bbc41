log = print
print(log)
