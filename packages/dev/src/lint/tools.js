// The linter and the formatter we use, and what they find in our form.
import { join } from "node:path";
import { readProgram, runProgram } from "../run-program.js";

/** @typedef {import("./lint.js").Finding} Finding */

/** Both are started as scripts, which works on every platform; from the root. */
const OXLINT = "node_modules/oxlint/bin/oxlint";
const BIOME = "node_modules/@biomejs/biome/bin/biome";

/**
 * What oxlint finds with the rules of `.oxlintrc.json`, those of our plugin among them.
 *
 * @param {string} root
 * @param {{ typeAware: boolean }} options whether to apply the rules that need types, which they
 * read from the build
 * @returns {Promise<Finding[]>} rejected when oxlint itself fails
 */
export async function oxlintFindings(root, { typeAware }) {
  const args = [join(root, OXLINT), ...(typeAware ? ["--type-aware"] : []), "--format=json", "."];
  const { exitCode, stdout, stderr } = await readProgram(root, process.execPath, args);
  /**
   * @type {{ diagnostics: Array<{ message: string, code?: string, filename?: string, labels:
   * Array<{ span: { line: number } }> }> }}
   */
  const report = parseReport("oxlint", stdout, stderr);
  const findings = report.diagnostics.map(({ message, code, filename, labels }) => ({
    file: filename ?? ".oxlintrc.json",
    line: labels[0]?.span.line ?? 1,
    rule: code ?? "oxlint",
    message,
  }));
  if (exitCode !== 0 && findings.length === 0)
    throw new Error(`oxlint failed:\n${stdout}${stderr}`);
  return findings;
}

/**
 * Files that are not formatted as `npm run format` would.
 *
 * @param {string} root
 * @returns {Promise<Finding[]>} rejected when the formatter itself fails
 */
export async function formatFindings(root) {
  const args = [join(root, BIOME), "format", "--reporter=json", "--max-diagnostics=none", "."];
  const { exitCode, stdout, stderr } = await readProgram(root, process.execPath, args);
  /**
   * @type {{ diagnostics: Array<{ category: string, message: string, location?: { path?: string,
   * start?: { line: number } } }> }}
   */
  const report = parseReport("biome", stdout, stderr);
  const findings = report.diagnostics.map(({ category, message, location }) => ({
    file: location?.path ?? "biome.json",
    line: location?.start?.line || 1,
    rule: "format",
    message: category === "format" ? "not formatted; run `npm run format`" : message,
  }));
  if (exitCode !== 0 && findings.length === 0) throw new Error(`biome failed:\n${stdout}${stderr}`);
  return findings;
}

/**
 * Formats all files in place.
 *
 * @param {string} root
 * @returns {Promise<number>} the exit code
 */
export function formatFiles(root) {
  return runProgram(root, process.execPath, [join(root, BIOME), "format", "--write", "."]);
}

/** @param {string} tool @param {string} stdout @param {string} stderr */
function parseReport(tool, stdout, stderr) {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`${tool} failed:\n${stdout}${stderr}`);
  }
}
