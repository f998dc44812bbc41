a();
console.log(1);
// */
