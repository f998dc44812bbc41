const a = 1; // why  
const b = 2;  
const c = 3; /* why */  
