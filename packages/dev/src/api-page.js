// docs/api.md: the text around the marks is written by hand, what is between them is made from the
// declarations of the packages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "./repository.js";
import { declarationsIn, isFunction, undocumented } from "./signatures.js";

/** @typedef {import("./signatures.js").Declared} Declared */

/** `<!-- from node: openLedger, ledger = Ledger -->`, what was made, `<!-- end -->`. */
const MARKED = /^<!-- from ([\w-]+): ([^>]*) -->\n[\s\S]*?^<!-- end -->$/gm;

/**
 * The page with what is between its marks made again, and what the doc comments of it lack.
 *
 * @param {string} root
 * @param {string} page
 * @returns {{ text: string, names: string[], lacking: string[] }} names are those of all that the
 *   page shows
 */
export function apiPage(root, page) {
  /** @type {Map<string, Map<string, Declared>>} */
  const packages = new Map();
  /** @type {string[]} */
  const names = [];
  /** @type {string[]} */
  const lacking = [];
  const text = page.replace(MARKED, (_, name, list) => {
    const known = packages.get(name) ?? declarationsOf(root, name);
    packages.set(name, known);
    const parts = list.split(",").map((/** @type {string} */ each) => {
      const [called = "", of] = each.trim().split(" = ");
      const declared = known.get(of ?? called);
      if (declared === undefined) throw new Error(`packages/${name} declares no ${of ?? called}`);
      names.push(declared.name);
      const found = [declared, ...declared.members].flatMap(undocumented);
      lacking.push(...found.map((each) => `${declared.name}: ${each}`));
      return shown(called, declared, of !== undefined);
    });
    return `<!-- from ${name}: ${list} -->\n\n${parts.join("\n\n")}\n\n<!-- end -->`;
  });
  return { text, names, lacking };
}

/** @param {string} root @param {string} name @returns {Map<string, Declared>} */
function declarationsOf(root, name) {
  return new Map(
    filesBelow(root, `packages/${name}/src`, /\.ts$/)
      .map((file) => file.replace(`packages/${name}/`, `packages/${name}/dist/`))
      .flatMap((file) =>
        declarationsIn(readFileSync(join(root, file.replace(/\.ts$/, ".d.ts")), "utf8")),
      )
      .map((declared) => [declared.name, declared]),
  );
}

/**
 * A function, a group of functions, or the fields of a value.
 *
 * @param {string} called
 * @param {Declared} declared
 * @param {boolean} isGroup its functions are called on a value that has this name
 */
function shown(called, declared, isGroup) {
  const functions = declared.members.filter(isFunction);
  const fields = declared.members.filter((each) => !isFunction(each));
  if (declared.members.length === 0) return section(called, declared);
  return [
    `${isGroup ? "" : `### ${called}\n\n`}${said(declared)}`,
    ...(fields.length === 0 ? [] : [fieldTable(fields)]),
    ...functions.map((each) => section(isGroup ? `${called}.${each.name}` : each.name, each)),
  ].join("\n\n");
}

/** @param {string} heading @param {Declared} declared */
function section(heading, declared) {
  const code = declared.code.replace(/^export (?:declare )?(?:const |function\*? )?/, "");
  return `### ${heading}\n\n\`\`\`ts signature\n${code}\n\`\`\`\n\n${said(declared)}`;
}

/** @param {Declared} declared */
function said({ doc }) {
  const lines = doc.tags.flatMap(({ tag, name, text }) => {
    if (tag === "param") return [`* \`${name}\`: ${oneLine(text)}`];
    if (tag === "returns") return [`* Returns ${oneLine(text)}`];
    return tag === "throws" ? [`* Throws \`${name}\` ${oneLine(text)}`] : [];
  });
  const examples = doc.tags
    .filter(({ tag }) => tag === "example")
    .map(({ text }) => `\`\`\`ts example\n${text}\n\`\`\``);
  const list = lines.length === 0 ? [] : [lines.join("\n")];
  return [...(doc.text === "" ? [] : [doc.text]), ...list, ...examples].join("\n\n");
}

/** @param {Declared[]} fields */
function fieldTable(fields) {
  const rows = fields.map(({ code, doc }) => {
    const type = oneLine(code.replace(/^readonly /, "").replace(/;$/, "")).replaceAll("|", "\\|");
    return `| \`${type}\` | ${oneLine(doc.text).replaceAll("|", "\\|")} |`;
  });
  return `| Field | |\n|---|---|\n${rows.join("\n")}`;
}

/** @param {string} text */
function oneLine(text) {
  return text.replace(/\s*\n\s*/g, " ");
}
