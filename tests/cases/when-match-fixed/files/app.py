print(1)
print('debug')
