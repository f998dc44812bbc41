console.log(1);
console.log(2);
