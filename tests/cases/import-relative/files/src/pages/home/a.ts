import {b} from "./b";
import {c} from "../login/c";
import {
  d,
} from "../login/c";
// import "../login/e"
const f = "import '../login/f'";
import "../login/g"; // phaser:ignore pages-stand-alone
import "react";
