debugger;
// Copyright
