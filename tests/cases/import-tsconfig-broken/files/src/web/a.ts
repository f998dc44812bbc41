import a from "@/db";
import b from "../db";
