// Programs that some tests call and npm does not install. Without one of them those tests are
// counted as skipped.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs, with the packages of Debian that have them. */
const PROGRAMS = {
  cc: "gcc libc6-dev",
  curl: "curl",
  openssl: "openssl",
  python3: "python3",
};

/** @typedef {keyof typeof PROGRAMS} Program */

/** @param {string} file */
const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
};

/** @param {string} program */
const isThere = (program) =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => folder !== "" && isExecutable(join(folder, program)));

/**
 * `it` of tests that call programs. Where one is missing the test is counted as skipped, and the
 * run ends with what to install.
 *
 * @param {...Program} programs
 * @returns {(title: string, test: () => unknown) => void}
 */
export const itNeeding =
  (...programs) =>
  (title, test) => {
    const missing = programs.filter((program) => !isThere(program));
    if (missing.length === 0) it(title, test);
    else Object.assign(it(title), { missing });
  };

/**
 * What a skipped test misses; undefined where a test was switched off.
 *
 * @param {import("mocha").Test} test
 * @returns {Program[] | undefined}
 */
export const missedBy = (test) =>
  "missing" in test ? /** @type {any} */ (test).missing : undefined;

/** @param {Program[]} programs that tests missed @returns {string} */
export const installAdvice = (programs) =>
  programs.map((program) => `${program} (Debian: apt-get install ${PROGRAMS[program]})`).join(", ");
