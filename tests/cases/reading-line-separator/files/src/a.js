x = 1;
// note eval(x)
