// Arrows between the rooms (folders) of a package point one way: what a folder imports does not
// lead back into it.
import { posix } from "node:path";
import { resolveImport } from "./cycles.js";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */
/**
 * @typedef {{ file: string, line: number, to: string }} Arrow Where an arrow to another room
 * begins.
 */

/**
 * One finding for each circle of rooms that are neighbours: folders and files in one folder of
 * src/.
 *
 * @param {string} path the package, from the root
 * @param {SourceFile[]} files all files of the package
 * @returns {Finding[]}
 */
export function roomFindings(path, files) {
  const sources = files.filter(({ file }) => file.startsWith(`${path}/src/`));
  return [...arrowsByFolder(sources)].flatMap(([folder, rooms]) => circles(folder, rooms));
}

/**
 * The arrows between neighbours, for each folder and room in it.
 *
 * @param {SourceFile[]} sources
 * @returns {Map<string, Map<string, Arrow[]>>}
 */
export function arrowsByFolder(sources) {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  /** @type {Map<string, Map<string, Arrow[]>>} */
  const folders = new Map();
  for (const { file, imports } of sources) {
    for (const { specifier, line } of imports) {
      const target = resolveImport(byFile, file, specifier);
      if (target === undefined || target.file === file) continue;
      const folder = commonFolder(file, target.file);
      const [from, to] = [roomIn(folder, file), roomIn(folder, target.file)];
      const rooms = folders.get(folder) ?? new Map();
      rooms.set(from, [...(rooms.get(from) ?? []), { file, line, to }]);
      folders.set(folder, rooms);
    }
  }
  return folders;
}

/** @param {string} a @param {string} b */
function commonFolder(a, b) {
  let folder = posix.dirname(a);
  while (!b.startsWith(`${folder}/`)) folder = posix.dirname(folder);
  return folder;
}

/**
 * The folder or file right below `folder` that leads to `file`.
 * @param {string} folder
 * @param {string} file
 */
function roomIn(folder, file) {
  return file.slice(folder.length + 1).split("/", 1)[0] ?? "";
}

/** @param {string} folder @param {Map<string, Arrow[]>} rooms @returns {Finding[]} */
function circles(folder, rooms) {
  /** @type {Set<string>} */
  const finished = new Set();
  /** @type {Finding[]} */
  const findings = [];
  const visit = (/** @type {string} */ room, /** @type {string[]} */ trail) => {
    const path = [...trail, room];
    const seen = new Set();
    for (const { file, line, to } of rooms.get(room) ?? []) {
      if (to === room || seen.has(to)) continue;
      seen.add(to);
      const start = path.indexOf(to);
      if (start !== -1) {
        // A circle of files alone is an import cycle, which another rule finds.
        if (path.slice(start).every((name) => name.includes("."))) continue;
        const circle = [...path.slice(start), to].join(" -> ");
        const message = `${folder}: rooms in a circle: ${circle}`;
        findings.push({ file, line, rule: "rooms", message });
      } else if (!finished.has(to)) {
        visit(to, path);
      }
    }
    finished.add(room);
  };
  for (const room of rooms.keys()) if (!finished.has(room)) visit(room, []);
  return findings;
}
