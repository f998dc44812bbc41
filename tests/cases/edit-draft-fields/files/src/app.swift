let value = optional!
