it("one", { retry: 2 }, () => expect(run()).resolves.toBe(1));
it("two", { retry: 2 }, () => run());
it("three", wrap(() => run(), { retry: 2 }));
