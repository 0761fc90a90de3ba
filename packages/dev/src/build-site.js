// Bundles the browser wallet, when what it is made of changed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "./repository.js";
import { runProgram } from "./run-program.js";
import { buildWhenChanged } from "./stamped.js";

/** The package, from the root. */
const PACKAGE = "packages/wallet-ui";

/** Notes what the site was built from; from the root. */
const STAMP = `${PACKAGE}/dist/.site-stamp`;

/** @param {string} root @returns {string[]} what the site is made of, from the root */
const sourcesOf = (root) => [
  "package-lock.json",
  ...filesBelow(root, PACKAGE, /\.(html|js)$/),
  // declarations leave nothing in the site
  ...filesBelow(root, `${PACKAGE}/src`, /(?<!\.d)\.(ts|tsx|css|svg)$/),
  // what it takes of other packages
  ...["core", "wire", "protobuf", "signing"].flatMap((name) =>
    filesBelow(root, `packages/${name}/src`, /\.ts$/),
  ),
];

/**
 * Builds the site of the sources, unless it was built from what there is.
 *
 * @param {string} root
 * @returns {Promise<void>} rejected with a message for the user when it cannot be built
 */
export async function ensureSiteBuilt(root) {
  // a checkout of some packages only
  if (!existsSync(join(root, PACKAGE, "index.html"))) return;
  await buildWhenChanged(root, STAMP, sourcesOf(root), async () => {
    console.error("Building the browser wallet");
    const exitCode = await runProgram(join(root, PACKAGE), process.execPath, ["build-site.js"], {
      outputTo: "stderr",
    });
    if (exitCode !== 0)
      throw new Error("The browser wallet cannot be built; see the messages above.");
  });
}
