old.example.go();
const a = `${old.example} at old.example`; // old.example
