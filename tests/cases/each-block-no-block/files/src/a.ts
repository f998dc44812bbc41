it("one", { retry: 2 }, () => {
  expect(a);
});
it("two", run);
it("three", run);
