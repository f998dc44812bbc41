let value = optional
