import Foundation

let value = optional!
