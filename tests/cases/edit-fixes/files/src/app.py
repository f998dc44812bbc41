log(1)
