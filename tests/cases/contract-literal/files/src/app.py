axb()
a.b()
