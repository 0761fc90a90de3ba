// Writes the types of the API that the browser wallet imports, from the codecs of the endpoints.
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "./repository.js";
import { runProgram } from "./run-program.js";
import { buildWhenChanged } from "./stamped.js";

/** The file of types, from the root. */
const TYPES = "packages/wallet-ui/src/data/openapi.d.ts";

/** Notes what it was made from; from the root. */
const STAMP = "packages/wallet-ui/dist/.api-types-stamp";

/** The compiled program that writes it, from the root. */
const PROGRAM = "packages/http/dist/test/api-types/main.js";

/** The packages that endpoints and their codecs are in. */
const PACKAGES = ["core", "coin", "wire", "wallet", "signing", "views", "node", "http"];

/** @param {string} root @returns {string[]} what the types follow from, from the root */
const sourcesOf = (root) => [
  ...PACKAGES.flatMap((name) => filesBelow(root, `packages/${name}/src`, /\.ts$/)),
  ...filesBelow(root, "packages/http/test/api-types", /\.ts$/),
];

/**
 * Writes the types, unless they were written from the sources that there are.
 *
 * @param {string} root
 * @param {(project: string) => Promise<void>} compile compiles a package and what it imports
 * @returns {Promise<void>} rejected with a message for the user when they cannot be written
 */
export async function ensureApiTypes(root, compile) {
  // a checkout of some packages only
  if (!existsSync(join(root, "packages/wallet-ui/index.html"))) return;
  if (!existsSync(join(root, TYPES))) rmSync(join(root, STAMP), { force: true });
  await buildWhenChanged(root, STAMP, sourcesOf(root), async () => {
    await compile("packages/http");
    const args = ["--conditions=tallystick-modules", PROGRAM, TYPES];
    if ((await runProgram(root, process.execPath, args)) !== 0)
      throw new Error("The types of the API cannot be written; see the messages above.");
  });
}
