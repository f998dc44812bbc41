require 'app/db'
import 'app/db'
