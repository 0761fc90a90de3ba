// `npm run release -- --dry-run`: everything a release does short of publishing. Without the flag
// it publishes what passed.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runProgram } from "../run-program.js";
import {
  changelogFindings,
  inOrder,
  manifestFindings,
  publishedPackages,
  releasedVersion,
} from "./manifests.js";
import { contentFindings, filesOf, machineTexts, outputOf, pack } from "./tarballs.js";

/**
 * Checks the sources, packs them, looks into the tarballs, installs them in a fresh project whose
 * tests it runs, and publishes them unless it is a trial. With `--pack` it packs what is published
 * into a new folder, and no more. The checkout is built.
 *
 * @param {string} root @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function release(root, args) {
  const isTrial = args.includes("--dry-run");
  const [flag, target] = args;
  if (flag === "--pack" && target !== undefined && args.length === 2) {
    const packages = publishedPackages(root);
    await pack(root, packages, resolve(target));
    console.error(`${packages.length} packages are in ${target}`);
    return 0;
  }
  if (args.length > (isTrial ? 1 : 0)) {
    console.error("Usage: npm run release -- [--dry-run | --pack FOLDER]");
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), "tallystick-release-"));
  try {
    return await releaseIn(root, folder, isTrial);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} root @param {string} folder @param {boolean} isTrial */
async function releaseIn(root, folder, isTrial) {
  const version = releasedVersion(root);
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const packages = inOrder(publishedPackages(root));
  const sources = [...manifestFindings(root), ...changelogFindings(changelog, version, isTrial)];
  if (failed(`${packages.length} packages of version ${version}`, sources)) return 1;

  const tarballs = await pack(root, packages, join(folder, "packed"));
  const forbidden = await machineTexts(root);
  const contents = await Promise.all(
    tarballs.map(async (tarball, index) => {
      const name = packages[index]?.manifest.name ?? tarball;
      const files = await filesOf(tarball, join(folder, "unpacked", String(index)));
      return contentFindings(name, files, forbidden);
    }),
  );
  if (failed("tarballs: LICENSE, repository, no place of one machine", contents.flat())) return 1;

  for (const language of ["typescript", "javascript"]) {
    await tryProject(root, folder, language);
    console.error(
      `ok: a new project in ${language} installs them, passes its test, serves and copies`,
    );
  }
  if (isTrial) {
    console.error(`tallystick ${version} can be released; nothing was published`);
    return 0;
  }
  return publish(root, tarballs);
}

/** @param {string} what @param {string[]} findings */
function failed(what, findings) {
  for (const finding of findings) console.error(finding);
  if (findings.length === 0) console.error(`ok: ${what}`);
  return findings.length > 0;
}

/**
 * Makes a project of the tarballs as `tallystick new` does, and tries it.
 *
 * @param {string} root @param {string} folder with `packed` @param {string} language
 */
async function tryProject(root, folder, language) {
  const project = join(folder, `my-${language}`);
  const main = join(root, "packages/cli/bin/tallystick.js");
  const flags = language === "javascript" ? ["--javascript"] : [];
  const made = ["new", project, "--tarballs", join(folder, "packed"), ...flags];
  await outputOf(root, process.execPath, [main, ...made]);
  await outputOf(project, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"]);
  await outputOf(project, "npm", ["test"]);
  const copied = ["copy", "--from", join(project, "data"), "--to", join(project, "copied")];
  await serveOnce(project);
  await outputOf(project, "npm", ["exec", "--offline", "--", "tallystick", ...copied]);
}

/**
 * Runs the node of a project, with its data on the disk, until it is ready.
 *
 * @param {string} project @returns {Promise<void>} rejected when it does not become ready
 */
function serveOnce(project) {
  const main = join(project, "node_modules/@tallystick/cli/bin/tallystick.js");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, "serve", "--port", "0"], { cwd: project });
    let output = "";
    child.stdout.on("data", (data) => {
      output += data;
      child.kill("SIGTERM");
    });
    child.stderr.on("data", (data) => (output += data));
    child.on("error", reject);
    child.on("close", () =>
      output.includes("ready at") ? resolve() : reject(new Error(`the node ended:\n${output}`)),
    );
  });
}

/** @param {string} root @param {string[]} tarballs each after those that it needs */
async function publish(root, tarballs) {
  for (const tarball of tarballs) {
    const exitCode = await runProgram(root, "npm", ["publish", tarball]);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}
