// Packages that a new rule does not bind yet. A rule is written first and each package made to keep it after; every
// list here is to become empty and then go.

/** @typedef {import("./lint.js").Finding} Finding */

/** For each rule the packages it does not bind yet. @type {Record<string, readonly string[]>} */
export const PENDING = {};

/**
 * The findings that count.
 *
 * @param {Finding[]} findings
 * @param {Record<string, readonly string[]>} [pending]
 * @returns {Finding[]}
 */
export function withoutPending(findings, pending = PENDING) {
  return findings.filter(({ rule, file }) => {
    const packages = pending[rule];
    return packages === undefined || !packages.some((name) => file.startsWith(`packages/${name}/`));
  });
}
