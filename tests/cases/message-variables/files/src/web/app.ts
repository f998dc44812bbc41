const a = require("fs")
const b = require("os")
