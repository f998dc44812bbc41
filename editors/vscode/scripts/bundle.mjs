// One file of all that runs, the licences of the packages that are in it, and that of the project.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["vscode"],
  metafile: true,
});

const packages = new Set(
  Object.keys(metafile.inputs)
    .map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
    .filter((path) => path !== undefined),
);
const licenses = [...packages].sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) {
    throw new Error(`${name} ${version} has no licence to pass on`);
  }
  return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
writeFileSync("dist/licenses.txt", licenses.join(`\n${"-".repeat(72)}\n\n`));
copyFileSync("../../LICENSE", "LICENSE");
mkdirSync("build", { recursive: true }); // vsce writes into no folder that is not there
