// Bundles the browser wallet, when what it is made of changed.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "./repository.js";
import { runProgram } from "./run-program.js";

/** The package, from the root. */
const PACKAGE = "packages/wallet-ui";

/** Notes what the site was built from; from the root. */
const STAMP = `${PACKAGE}/dist/.site-stamp`;

/** @param {string} root @returns {string[]} what the site is made of, from the root */
const sourcesOf = (root) => [
  "package-lock.json",
  `${PACKAGE}/index.html`,
  `${PACKAGE}/vite-config.js`,
  ...filesBelow(root, `${PACKAGE}/src`, /\.(ts|tsx|css|svg)$/),
  // what it takes of other packages
  ...["core", "wire", "protobuf", "signing"].flatMap((name) =>
    filesBelow(root, `packages/${name}/src`, /\.ts$/),
  ),
];

/** @param {string} root */
function wantedStamp(root) {
  const hash = createHash("sha256");
  for (const file of sourcesOf(root))
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/**
 * Builds the site unless it was built from what there is. The packages are compiled already.
 *
 * @param {string} root
 * @returns {Promise<void>} rejected with a message for the user when it cannot be built
 */
export async function ensureSiteBuilt(root) {
  // a checkout of some packages only
  if (!existsSync(join(root, PACKAGE, "index.html"))) return;
  const wanted = wantedStamp(root);
  const stamp = join(root, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const args = [join(root, "node_modules/vite/bin/vite.js"), "build", "--config", "vite-config.js"];
  const exitCode = await runProgram(join(root, PACKAGE), process.execPath, args, {
    outputTo: "stderr",
  });
  if (exitCode !== 0)
    throw new Error("The browser wallet cannot be built; see the messages above.");
  writeFileSync(stamp, wanted);
}
