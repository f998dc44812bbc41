let a = `b
import x from 'db'
