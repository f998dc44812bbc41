s = 'é𝒳'; print(s)
