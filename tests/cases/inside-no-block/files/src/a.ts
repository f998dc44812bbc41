export const one = procedure.query(run);

export const two = procedure.query(run)
  .catch(() => { throw new Error("2") });

export const three = procedure.query(run);
throw new Error("3");
