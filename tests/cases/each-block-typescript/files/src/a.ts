describe("a", () => {
  it("one", () => {
    expect(a);
  });
  test("two", () => { run(); });
});
expect(b);
