// Builds of many sources that are skipped when nothing changed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Runs a build unless the last one had the same sources.
 *
 * @param {string} root
 * @param {string} stamp where the hash of the sources is kept, from the root
 * @param {string[]} sources from the root
 * @param {() => Promise<void>} build
 * @returns {Promise<void>} rejected when the build is
 */
export async function buildWhenChanged(root, stamp, sources, build) {
  const hash = createHash("sha256");
  for (const file of sources) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  const wanted = hash.digest("hex");
  const file = join(root, stamp);
  if (existsSync(file) && readFileSync(file, "utf8") === wanted) return;
  await build();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted);
}
