import sum from "npm:lodash@4/sum";
import fa from "https://deno.land/std@1/fs";
import data from "../db/rows?raw";
import path from "path";
import f from "../db/client?worker#x";
