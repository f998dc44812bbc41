axb
a.b
