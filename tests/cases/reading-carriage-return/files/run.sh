# noteeval("$x")
