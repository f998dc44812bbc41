let a = b!
