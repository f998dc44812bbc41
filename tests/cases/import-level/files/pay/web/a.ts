import '../db'
import '../../db'
import 'pay/db'
