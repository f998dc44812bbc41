print(1)
pprint(2)
