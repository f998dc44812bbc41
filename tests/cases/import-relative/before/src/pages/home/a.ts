import {b} from "./b";
import {c} from "../login/c";
