var a;
let b;
var c;