// Files of a package that import each other in a circle. Imports of types count too: a circle of
// types is two modules that cannot be understood one at a time.
import { posix } from "node:path";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */

/**
 * One finding for each import that closes a circle.
 *
 * @param {SourceFile[]} files all files of one package
 * @returns {Finding[]}
 */
export function importCycles(files) {
  const byFile = new Map(files.map((source) => [source.file, source]));
  /** @type {Set<string>} */
  const finished = new Set();
  /** @type {Finding[]} */
  const findings = [];

  const visit = (/** @type {SourceFile} */ source, /** @type {string[]} */ trail) => {
    const path = [...trail, source.file];
    for (const { specifier, line } of source.imports) {
      const target = resolveImport(byFile, source.file, specifier);
      if (target === undefined) continue;
      const start = path.indexOf(target.file);
      if (start !== -1) {
        const circle = [...path.slice(start), target.file]
          .map((file) => posix.basename(file))
          .join(" -> ");
        findings.push({
          file: source.file,
          line,
          rule: "cycles",
          message: `import cycle: ${circle}`,
        });
      } else if (!finished.has(target.file)) {
        visit(target, path);
      }
    }
    finished.add(source.file);
  };
  for (const source of files) if (!finished.has(source.file)) visit(source, []);
  return findings;
}

/**
 * The file behind a relative specifier, which names the compiled file: `./x.js` for `./x.ts`.
 *
 * @param {Map<string, SourceFile>} byFile
 * @param {string} from
 * @param {string} specifier
 */
export function resolveImport(byFile, from, specifier) {
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(from), specifier);
  const stem = target.replace(/\.js$/, "");
  return byFile.get(target) ?? byFile.get(`${stem}.ts`) ?? byFile.get(`${stem}.tsx`);
}
