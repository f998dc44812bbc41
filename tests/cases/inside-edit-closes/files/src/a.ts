for (const a of all) {
  b(a);
}
  await c;
