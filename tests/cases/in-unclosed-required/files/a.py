rb'''
print(1)
