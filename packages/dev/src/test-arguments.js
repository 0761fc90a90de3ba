// What `npm test -- …` takes.
import { SIZE_NAMES } from "./test-sizes.js";

/**
 * @typedef {{ words: string[], grep: string | undefined, size: string, isBusy: boolean }}
 * TestArguments
 */

/**
 * Words: only test files whose path contains one of them. `--grep PATTERN`: only such tests.
 * `--all`, `--nightly`: the size of the tests that have more than one. `--busy`: beside busy loops.
 *
 * @param {string[]} args
 * @returns {TestArguments} throws for an option there is not
 */
export function testArguments(args) {
  /** @type {TestArguments} */
  const result = { words: [], grep: undefined, size: "short", isBusy: false };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith("--")) result.words.push(arg);
    else if (arg === "--busy") result.isBusy = true;
    else if (arg === "--grep") result.grep = patternOf(rest.shift());
    else result.size = sizeOf(arg);
  }
  return result;
}

/** @param {string | undefined} pattern */
function patternOf(pattern) {
  if (pattern === undefined) throw new Error("--grep needs a pattern");
  return pattern;
}

/** @param {string} option */
function sizeOf(option) {
  const name = option.slice("--".length);
  if (SIZE_NAMES.includes(name)) return name;
  const known = [...SIZE_NAMES.map((each) => `--${each}`), "--busy", "--grep PATTERN"].join(", ");
  throw new Error(`npm test knows no option ${option}; it knows ${known}`);
}
