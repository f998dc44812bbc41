log(1)
log(2)
