import a from "@/web/db";
import b from "react/db";
import c from "@/db/client";
import d from "store";
import e from "db/client";
import f from "../db/client";
