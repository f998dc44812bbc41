eval("1")
