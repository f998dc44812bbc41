print(1) 
