// Copies the binaries of SQLite into the package that has them for users. npm leaves out an
// optional package whose `engines` do not fit, and `@photostructure/sqlite` names Node 22.
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWhenChanged } from "./stamped.js";

/** Where they come from, from the root. */
const FROM = "node_modules/@photostructure/sqlite";

/** The package, from the root. */
const PACKAGE = "packages/sqlite-binaries";

/** What runs, and its licence; sources and what compiles them stay. */
const PARTS = ["package.json", "LICENSE", "dist/index.cjs", "prebuilds"];

/**
 * @param {string} root
 * @returns {Promise<void>} rejected when something is missing
 */
export async function ensureBinaries(root) {
  // a checkout of some packages only
  if (!existsSync(join(root, PACKAGE, "package.json"))) return;
  const sources = [`${FROM}/package.json`, `${PACKAGE}/package.json`];
  await buildWhenChanged(root, `${PACKAGE}/dist/.stamp`, sources, async () => {
    const to = join(root, PACKAGE, "dist/photostructure");
    rmSync(to, { recursive: true, force: true });
    for (const part of PARTS) cpSync(join(root, FROM, part), join(to, part), { recursive: true });
  });
}
