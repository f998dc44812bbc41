write(1)
# write(secret)
write(2)  # a secret
