export const router = {
  one: procedure.query((opts) => fail(() => { throw new Error("1") })),
  two: procedure.query(wrap(async () => {
    throw new Error("2");
  }), { retry: 2 }),
};

function other() {
  throw new Error("3");
}
