/** TODO one */
const TODO = "TODO"; // TODO two
// TODO(ABC-1) three
