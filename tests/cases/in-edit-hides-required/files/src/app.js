const a = `
export default b;
// `
