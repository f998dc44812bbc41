await start();
for (const a of all) {
  // await nothing
  later.push(async () => { await a; });
  const text = "await";
}
await end();
