let a = `b
import x from 'cd'
