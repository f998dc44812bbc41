build net6.0 net9.0
