for (const {a} of all) {
  const text = `}${"}"}`; // }
  await a;
}
while (true) { if (x) { await b; } }
await c;
