import type { Row } from "../db";
import { type Row as R, type Key } from "../db";
export type * from "../db";
import type client = require("../db");
let lazy: typeof import("../db");
import type from "../db";
import { type Row as S, open } from "../db";
import {} from "../db";
const late = { client: import("../db") };
